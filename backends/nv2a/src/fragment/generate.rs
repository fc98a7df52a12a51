//! From a prepared fragment shader to a set-up and its record, step by step.

use super::check::completeness;
use super::container;
use super::error;
use super::fog::is_factor;
use super::isa::{
    ALPHA_ENABLE, ALPHA_FUNC, ALPHA_REF, BUMP, BUMP_MATRIX, DOT_MAPPING, FOG_COLOR, FOG_COLOR_FILE,
    FOG_OF_VERTEX, LUMINANCE, OTHER_INPUT, PROGRAM, Register, STAGES, Setup, Side, constant_byte,
};
use super::select::{ConstantLanes, Inputs, Plan, finish, search};
use super::target::{LISTING, state};
use super::text;
use super::units::{Interface, assign};
use crate::settings::SETTINGS;
use indexmap::IndexMap;
use retroshade_combiner::bound;
use retroshade_combiner::limit::Limit;
use retroshade_combiner::luminance;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::processor::stats;
use retroshade_combiner::record::record;
use retroshade_combiner::reflect::{self, ConstantRegister};
use retroshade_combiner::search::{Acceptance, Failure, SEARCHED, STEPS};
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
    luminance::take(&mut flat);
    let interface = assign(&mut flat)?;
    let mut inputs = Inputs::new(&mut flat, &interface.registers);
    let (plan, max_error, warnings) = stages(&mut flat, &interface, &mut inputs, options)?;
    let read: Vec<Register> = interface.registers.iter().map(|one| one.register).collect();
    let Some((mut setup, constants)) = finish(&flat.polys, &plan, &read) else {
        return Err(refusal(&mut flat, Failure::None, options.optimize).into());
    };
    interface_words(&interface, &flat, &mut setup);
    let fog = fog_words(&interface, &flat, &mut setup);
    let mut reflection = record(
        shader,
        "nv2a",
        &flat,
        interface.entries,
        "out",
        registers(&constants, &interface.luminances)
            .into_iter()
            .chain(fog)
            .collect(),
        max_error,
    );
    matrices(&interface.matrices, &flat, &mut reflection);
    reflection.state = state(options).recorded();
    reflection.stats = stats(setup.length(), setup.words.len());
    reflection.stats.shader_bound = Some(least(&flat));
    let found = [(STEPS, plan.steps), (SEARCHED, plan.bound)];
    let found = found.map(|(name, count)| (name.to_owned(), count.into()));
    reflection.stats.more.extend(found);
    let binary = container::write(&setup);
    container::read(&binary)
        .and_then(|setup| completeness(&setup))
        .map_err(|why| Diagnostic::bug("nv2a fragment", why))?;
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
    interface: &Interface,
    inputs: &mut Inputs,
    options: &Options,
) -> Result<(Plan, f64, Diagnostics), Diagnostic> {
    let (conditions, color) = (flat.conditions.clone(), flat.color);
    let luminances = interface.luminances;
    let scaled = luminances.map(|one| one.map(|numbers| error::of_scaled(&flat.polys, numbers)));
    let limit = Limit::new(flat, options)?;
    let read: Vec<Register> = interface.registers.iter().map(|one| one.register).collect();
    let error = |polys: &mut Polys, plan: &Plan| {
        finish(polys, plan, &read).map(|_| error::of(polys, plan, color, scaled))
    };
    let mut find = |inputs: &Inputs| {
        let polys = &mut flat.polys;
        let budget = budget(options);
        let mut acceptance = Acceptance::new(&error, limit.allowed());
        let plan = search(polys, inputs, &conditions, color, budget, &mut acceptance)?;
        let bound = error(polys, &plan).unwrap_or(255.0);
        Ok((plan, bound))
    };
    let mut found = find(inputs);
    inputs.precise = true;
    match &mut found {
        // As many stages may do without, and come nearer.
        Ok((plan, bound)) if plan.doubles_constants() => {
            if let Ok((other, error)) = find(inputs)
                && other.stages.len() == plan.stages.len()
                && error < *bound
            {
                let searched = plan.bound;
                (*plan, *bound) = (other, error);
                plan.bound = searched;
            }
        }
        Err(Failure::Inexact(nearest)) => match find(inputs) {
            Ok(other) => found = Ok(other),
            Err(Failure::Inexact(other)) => *nearest = nearest.min(other),
            Err(_) => {}
        },
        _ => {}
    }
    match found {
        Ok((plan, bound)) => {
            let warnings = limit.check(flat, bound, "nv2a")?;
            Ok((plan, bound, warnings))
        }
        Err(Failure::Inexact(nearest)) => Err(limit.refusal(flat, nearest, "nv2a")),
        Err(failure) => Err(refusal(flat, failure, options.optimize)),
    }
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
    let numbers = interface.matrices.iter().zip(interface.luminances);
    for (unit, (matrix, luminance)) in (0..).zip(numbers) {
        let words = matrix.iter().flat_map(|matrix| in_order(*matrix));
        let words = words.chain(luminance.into_iter().flatten());
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
    let byte = constant_byte(flat.polys.as_number(reference).unwrap_or(0.0));
    setup.words.insert(ALPHA_FUNC, 0x200 + code);
    setup.words.insert(ALPHA_REF, byte.into());
}

/// The fog's register, if it is read: its colour, with the constant that it is, and its factor.
fn fog_words(interface: &Interface, flat: &Flat, setup: &mut Setup) -> Option<ConstantRegister> {
    let reads = |setup: &Setup, side: Side| {
        setup.reads(|input| input.register == Register::FOG && input.alpha == (side == Side::Alpha))
    };
    if !reads(setup, Side::Rgb) && !reads(setup, Side::Alpha) {
        return None;
    }
    setup.words.extend(FOG_OF_VERTEX);
    let [red, green, blue] = interface.fog.filter(|_| reads(setup, Side::Rgb))?;
    let byte = |poly| constant_byte(flat.polys.as_number(poly).unwrap_or(0.0));
    let bytes = [byte(red), byte(green), byte(blue), 0];
    setup.words.insert(FOG_COLOR, u32::from_le_bytes(bytes));
    Some(ConstantRegister {
        register: FOG_COLOR_FILE.into(),
        file: FOG_COLOR_FILE,
        index: 0,
        lanes: [Some(red), Some(green), Some(blue), None],
        letters: "rgba",
    })
}

/// A matrix of what blue adds to x and y, then green, in the order of the methods.
fn in_order([blue_x, blue_y, green_x, green_y]: [Poly; 4]) -> [Poly; 4] {
    [blue_x, blue_y, green_y, green_x]
}

/// General combiners that the colour needs, whatever they compute: each multiplies once. The final combiner multiplies
/// red, green and blue by two products, and hands alpha on.
fn least(flat: &Flat) -> u32 {
    let [red, green, blue, alpha] = bound::factors(flat);
    let colors = [red, green, blue].map(|factors| bound::stages(factors, 4));
    colors.into_iter().fold(bound::stages(alpha, 1), u32::max)
}

/// Why no stages were found.
fn refusal(flat: &mut Flat, failure: Failure, optimize: Optimize) -> Diagnostic {
    let error = failure
        .error(
            flat,
            "nv2a",
            (STAGES, "general combiners"),
            least(flat),
            optimize,
        )
        .with_note("values between combiners are in [-1, 1]: what is larger on the way is lost");
    let mut varyings = flat.varyings.iter();
    match varyings.find(|one| is_factor(one) && one.colors != 0) {
        None => error,
        Some(factor) => error.with_note(format!(
            "`{}` is the factor of the fog, which the final combiner alone reads: end with `mix(fog, color, factor)`, the color in [0, 1]",
            factor.name
        )),
    }
}

/// The registers of constants as the record has them.
fn registers(
    constants: &[ConstantLanes],
    luminances: &[Option<[Poly; 2]>],
) -> Vec<ConstantRegister> {
    let register = |constant: &ConstantLanes| ConstantRegister {
        register: format!("c{}[{}]", constant.which, constant.stage),
        file: ["c0", "c1"][constant.which],
        index: constant.stage,
        lanes: constant.lanes,
        letters: "rgba",
    };
    let luminance = |(unit, numbers): (u32, &Option<[Poly; 2]>)| {
        let [scale, offset] = (*numbers)?;
        Some(ConstantRegister {
            register: format!("{LUMINANCE}{unit}"),
            file: LUMINANCE,
            index: unit,
            lanes: [Some(scale), Some(offset), None, None],
            letters: "xyzw",
        })
    };
    let luminances = (0..).zip(luminances).filter_map(luminance);
    constants.iter().map(register).chain(luminances).collect()
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
