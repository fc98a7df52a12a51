//! From a prepared fragment shader to a set-up and its record, step by step.

use super::container;
use super::error;
use super::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP, BUMP_MATRIX, DOT_MAPPING, Fault, OTHER_INPUT,
    PROGRAM, Register, STAGES, Setup,
};
use super::select::{ConstantLanes, Inputs, Plan, finish, search};
use super::target::{LISTING, stats};
use super::text;
use super::units::{Interface, assign};
use crate::settings::SETTINGS;
use indexmap::IndexMap;
use retroshade_combiner::limit;
use retroshade_combiner::poly::Poly;
use retroshade_combiner::record::record;
use retroshade_combiner::reflect::{self, ConstantRegister};
use retroshade_combiner::search::{Failure, STEPS};
use retroshade_combiner::shader::{Flat, Keep};
use retroshade_combiner::{Abilities, prepare};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::Shader;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Compiled, Optimize, Options};

/// What the chip does beyond polynomials.
const ABILITIES: Abilities = Abilities {
    target: "nv2a",
    dependent_lookups: true,
    linked: false,
    choices: true,
};

/// Compiles a prepared shader.
///
/// # Errors
/// What the chip's fragment side cannot do, with the place and what would fit instead.
pub(crate) fn generate(shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
    let mut flat = prepare(shader, options, ABILITIES, container::RC, SETTINGS)?;
    let interface = assign(&mut flat)?;
    let mut inputs = Inputs::new(&mut flat, &interface.registers);
    let (plan, max_error, warnings) = stages(&mut flat, &mut inputs, options)?;
    let read: Vec<Register> = interface.registers.iter().map(|one| one.register).collect();
    let Some((mut setup, constants)) = finish(&flat.polys, &plan, &read) else {
        return Err(refusal(&mut flat, Failure::None, options.optimize).into());
    };
    interface_words(&interface, &flat, &mut setup);
    let mut reflection = record(
        shader,
        "nv2a",
        &flat,
        interface.entries,
        "out",
        registers(&constants),
        max_error,
    );
    matrices(&interface.matrices, &flat, &mut reflection);
    reflection.stats = stats(&setup);
    reflection.stats.lower_bound = Some(plan.bound);
    reflection
        .stats
        .more
        .insert(STEPS.to_owned(), plan.steps.into());
    let binary = container::write(&setup);
    container::read(&binary).map_err(|Fault(why)| Diagnostic::bug("nv2a fragment", &why))?;
    let assembly = text::print(&setup);
    Ok(Compiled {
        binary,
        side_files: IndexMap::new(),
        spans: vec![flat.spans[0]; LISTING.instructions(&assembly).len()],
        assembly,
        reflection,
        warnings,
    })
}

/// The stages, a bound on the error of their colour, and a warning if it is large.
fn stages(
    flat: &mut Flat,
    inputs: &mut Inputs,
    options: &Options,
) -> Result<(Plan, f64, Diagnostics), Diagnostic> {
    let (conditions, color) = (flat.conditions.clone(), flat.color);
    let mut find = |inputs: &Inputs| {
        let plan = search(&mut flat.polys, inputs, &conditions, color, budget(options))?;
        let max_error = error::of(&mut flat.polys, &plan, color);
        Ok((plan, max_error))
    };
    let (mut plan, mut max_error) = match find(inputs) {
        Ok(found) => found,
        Err(failure) => return Err(refusal(flat, failure, options.optimize)),
    };
    if plan.doubles_constants() {
        // As many stages may do without, and come nearer. The number that is proved is that of all ways.
        inputs.precise = true;
        if let Ok((other, error)) = find(inputs)
            && other.stages.len() == plan.stages.len()
            && error < max_error
        {
            let bound = plan.bound;
            (plan, max_error) = (Plan { bound, ..other }, error);
        }
    }
    let warnings = limit::check(flat, max_error, "nv2a", options)?;
    Ok((plan, max_error, warnings))
}

/// Steps of the search for each number of stages.
fn budget(options: &Options) -> u32 {
    match options.optimize {
        Optimize::None => 2_000,
        Optimize::Normal | Optimize::Size => 4_000,
        Optimize::Most => 200_000,
    }
}

/// Texture stages and alpha test.
fn interface_words(interface: &Interface, flat: &Flat, setup: &mut Setup) {
    let mut program = 0;
    for (unit, mode) in interface.modes.iter().enumerate() {
        program |= mode.code() << (5 * unit);
    }
    let [_, one, two, three] = interface.feeds;
    setup.words.insert(PROGRAM, program);
    setup
        .words
        .insert(OTHER_INPUT, one | two << 16 | three << 20);
    if interface.modes.iter().any(|mode| mode.is_dot()) {
        let signed = (1..).zip(&interface.signed[1..]);
        let mapping = signed.fold(0, |word, (unit, signed)| {
            word | u32::from(*signed) << (4 * (unit - 1))
        });
        setup.words.insert(DOT_MAPPING, mapping);
    }
    for (unit, matrix) in (0..).zip(interface.matrices) {
        let words = matrix.into_iter().flat_map(in_order);
        for (place, number) in (0..).zip(words) {
            let number = flat.polys.as_number(number).unwrap_or(0.0) as f32;
            let method = BUMP_MATRIX + 64 * unit + 4 * place;
            setup.words.insert(method, number.to_bits());
        }
    }
    setup
        .words
        .insert(ALPHA_ENABLE, u32::from(flat.test.is_some()));
    let Some((keep, reference)) = flat.test else {
        return;
    };
    let code = match keep {
        Keep::Never => 0,
        Keep::Less => 1,
        Keep::Equal => 2,
        Keep::LessEqual => 3,
        Keep::Greater => 4,
        Keep::NotEqual => 5,
        Keep::GreaterEqual => 6,
    };
    let number = flat.polys.as_number(reference).unwrap_or(0.0);
    let byte = (number.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as u32;
    setup.words.insert(ALPHA_FUNC, 0x200 + code);
    setup.words.insert(ALPHA_REF, byte);
}

/// A matrix of what blue adds to x and y, then green, in the order of the methods.
fn in_order([blue_x, blue_y, green_x, green_y]: [Poly; 4]) -> [Poly; 4] {
    [blue_x, blue_y, green_y, green_x]
}

/// Why no stages were found.
fn refusal(flat: &mut Flat, failure: Failure, optimize: Optimize) -> Diagnostic {
    failure
        .error(flat, "nv2a", (STAGES, "general combiners"), optimize)
        .with_note("values between combiners are in [-1, 1]: what is larger on the way is lost")
}

/// The registers of constants as the record has them.
fn registers(constants: &[ConstantLanes]) -> Vec<ConstantRegister> {
    let register = |constant: &ConstantLanes| ConstantRegister {
        register: format!("c{}[{}]", constant.which, constant.stage),
        file: ["c0", "c1"][constant.which],
        index: constant.stage,
        lanes: constant.lanes,
        letters: "rgba",
    };
    constants.iter().map(register).collect()
}

/// Adds the matrices that move coordinates.
fn matrices(matrices: &[Option<[Poly; 4]>], flat: &Flat, record: &mut Reflection) {
    for (unit, matrix) in (0..).zip(matrices) {
        let Some(matrix) = *matrix else { continue };
        let register = ConstantRegister {
            register: format!("{BUMP}{unit}"),
            file: BUMP,
            index: unit,
            lanes: in_order(matrix).map(Some),
            letters: "xyzw",
        };
        reflect::constant(&flat.polys, &register, record);
        for number in matrix {
            reflect::read(&flat.polys, number, record);
        }
    }
}
