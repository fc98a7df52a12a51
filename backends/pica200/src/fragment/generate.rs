//! From a prepared fragment shader to a set-up and its record, step by step.

use super::container;
use super::error;
use super::isa::{Fault, STAGES, Setup, Test};
use super::select::{Inputs, Plan, byte, search};
use super::target::{container_of, stats};
use super::text;
use super::units::{Interface, assign};
use crate::generate::SETTINGS;
use indexmap::IndexMap;
use retroshade_combiner::limit;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::reflect::{self, ConstantRegister};
use retroshade_combiner::search::{Failure, STEPS};
use retroshade_combiner::shader::{Flat, Keep};
use retroshade_combiner::{Abilities, flatten};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::settings;
use retroshade_kit::target::{Compiled, Optimize, Options};

/// What the chip does beyond polynomials: nothing.
const ABILITIES: Abilities = Abilities {
    target: "pica200",
    dependent_lookups: false,
    linked: false,
    choices: false,
};

/// Compiles a prepared shader.
///
/// # Errors
/// What the chip's fragment side cannot do, with the place and what would fit instead.
pub(crate) fn generate(shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
    container_of(options)?;
    settings::check("pica200", SETTINGS, &options.settings)?;
    options.refuse_sampler_states("pica200")?;
    let abilities = Abilities {
        linked: options.linked,
        ..ABILITIES
    };
    let mut flat = flatten(shader, abilities)?;
    if options.optimize == Optimize::Most {
        flat.polys.be_patient();
    }
    let interface = assign(&mut flat)?;
    let inputs = Inputs::new(&mut flat, &interface.registers);
    let color = flat.color;
    let plan = search(&mut flat.polys, &inputs, color, budget(options))
        .map_err(|failure| refusal(&mut flat, failure, options.optimize))?;
    let max_error = error::of(&mut flat.polys, &plan);
    let mut warnings = Diagnostics::new();
    warnings.extend(limit::check(&mut flat, max_error, "pica200", options)?);
    let mut setup = plan.setup(&flat.polys);
    setup.units = interface.units;
    let reference = flat.test.map(|(keep, reference)| {
        let number = flat.polys.as_number(reference);
        setup.alpha_test = Some((test(keep), number.map_or(0, byte)));
        reference
    });
    let reflection = record(
        shader, &flat, &interface, &plan, &setup, reference, max_error,
    );
    let binary = container::write(&setup);
    container::read(&binary).map_err(|Fault(why)| Diagnostic::bug("pica200 fragment", &why))?;
    Ok(Compiled {
        binary,
        side_files: IndexMap::new(),
        assembly: text::print(&setup),
        reflection,
        warnings,
        spans: vec![flat.spans[0]; setup.length()],
    })
}

/// Steps of the search for each number of stages.
fn budget(options: &Options) -> u32 {
    match options.optimize {
        Optimize::None => 200,
        Optimize::Normal | Optimize::Size => 2_000,
        Optimize::Most => 50_000,
    }
}

fn test(keep: Keep) -> Test {
    match keep {
        Keep::Never => Test::Never,
        Keep::Less => Test::Less,
        Keep::LessEqual => Test::LessEqual,
        Keep::Equal => Test::Equal,
        Keep::NotEqual => Test::NotEqual,
        Keep::Greater => Test::Greater,
        Keep::GreaterEqual => Test::GreaterEqual,
    }
}

/// Why no stages were found.
fn refusal(flat: &mut Flat, failure: Failure, optimize: Optimize) -> Diagnostic {
    let stages = (STAGES as u32, "combiner stages");
    let mut error = failure.error(flat, "pica200", stages, optimize);
    let names = ["red", "green", "blue", "alpha"];
    for (lane, name) in flat.color.into_iter().zip(names) {
        let (low, high) = flat.polys.range(lane);
        if low < -1.0 || high > 2.0 {
            error = error.with_note(format!(
                "{name} can be anything from {low:.3} to {high:.3} before the clamp at the end"
            ));
            break;
        }
    }
    error.with_note(
        "values between stages are in [0, 1]: what is negative or larger on the way is lost",
    )
}

fn record(
    shader: &Shader,
    flat: &Flat,
    interface: &Interface,
    plan: &Plan,
    setup: &Setup,
    reference: Option<Poly>,
    max_error: f64,
) -> Reflection {
    let mut record = Reflection::new("pica200", Stage::Fragment.name());
    record.source = shader.name.clone();
    record.inputs = interface.inputs.clone();
    record.samplers = interface.samplers.clone();
    record.outputs = vec![Variable {
        name: flat.output.0.clone(),
        ty: "vec4".into(),
        builtin: flat.output.1.map(str::to_owned),
        register: Some("color".into()),
        file: Some("out".into()),
        index: Some(0),
        components: Some("xyzw".into()),
        ..Variable::default()
    }];
    constants(&flat.polys, plan, reference, &mut record);
    for name in &interface.assumed {
        reflect::assume(name, &mut record);
    }
    if reference.is_some() {
        record.features.push("discard".into());
    }
    record.stats = stats(setup);
    record.stats.lower_bound = Some(plan.bound);
    record
        .stats
        .more
        .insert(STEPS.to_owned(), plan.steps.into());
    record.max_error = Some((max_error * 100.0).ceil() / 100.0);
    record
}

fn constants(polys: &Polys, plan: &Plan, reference: Option<Poly>, record: &mut Reflection) {
    let mut registers = Vec::new();
    for (number, stage) in plan.stages.iter().enumerate() {
        registers.push(ConstantRegister {
            register: format!("const{number}"),
            file: "const",
            index: number as u32,
            lanes: stage.constant,
            letters: "rgba",
        });
    }
    registers.push(ConstantRegister {
        register: "buffer".into(),
        file: "buffer",
        index: 0,
        lanes: plan.buffer,
        letters: "rgba",
    });
    registers.push(ConstantRegister {
        register: "alpharef".into(),
        file: "alpharef",
        index: 0,
        lanes: [reference, None, None, None],
        letters: "x",
    });
    let mut all: Vec<Poly> = Vec::new();
    for register in &registers {
        reflect::constant(polys, register, record);
        all.extend(register.lanes.iter().flatten());
    }
    reflect::uniforms(polys, &all, record);
}
