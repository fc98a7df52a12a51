//! From a prepared fragment shader to a set-up and its record, step by step.

use super::container;
use super::error;
use super::isa::{FOG_COLOR_FILE, Fog, STAGES, Test, encode};
use super::select::{Inputs, Plan, byte, search};
use super::text;
use super::units::assign;
use crate::settings::SETTINGS;
use indexmap::IndexMap;
use retroshade_combiner::bound;
use retroshade_combiner::fog;
use retroshade_combiner::limit::Limit;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::processor::stats;
use retroshade_combiner::record::record;
use retroshade_combiner::reflect::ConstantRegister;
use retroshade_combiner::search::{Acceptance, Failure, SEARCHED, STEPS};
use retroshade_combiner::shader::{Flat, Keep};
use retroshade_combiner::{Abilities, prepare};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::Shader;
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
    let mut flat = prepare(shader, options, ABILITIES, container::TEV, SETTINGS)?;
    let fog = fog::take(&mut flat, "pica200")?;
    let interface = assign(&mut flat)?;
    let inputs = Inputs::new(&mut flat, &interface.registers);
    let color = flat.color;
    let limit = Limit::new(&mut flat, options)?;
    let error = |polys: &mut Polys, plan: &Plan| {
        let bound = error::of(polys, plan);
        Some(if fog.is_some() {
            error::with_fog(bound)
        } else {
            bound
        })
    };
    let mut acceptance = Acceptance::new(&error, limit.allowed());
    let found = search(
        &mut flat.polys,
        &inputs,
        color,
        budget(options),
        &mut acceptance,
    );
    let plan = match found {
        Ok(plan) => plan,
        Err(Failure::Inexact(bound)) => return Err(limit.refusal(&flat, bound, "pica200").into()),
        Err(failure) => return Err(refusal(&mut flat, failure, options.optimize).into()),
    };
    let max_error = error(&mut flat.polys, &plan).unwrap_or(255.0);
    let warnings = limit.check(&flat, max_error, "pica200")?;
    let mut setup = plan.setup(&flat.polys);
    setup.units = interface.units;
    if let Some(fog) = fog {
        let lane = |poly| flat.polys.as_number(poly).map_or(0, byte);
        (setup.fog, setup.fog_color) = (Fog::Linear, Some(fog.map(lane)));
    }
    setup.alpha_test = flat.test.map(|(keep, reference)| {
        let number = flat.polys.as_number(reference);
        (test(keep), number.map_or(0, byte))
    });
    let constants = constants(&plan, fog);
    let mut reflection = record(
        shader,
        "pica200",
        &flat,
        interface.entries,
        "color",
        constants,
        max_error,
    );
    reflection.stats = stats(setup.length() as u32, encode(&setup).len());
    reflection.stats.shader_bound = Some(least(&flat));
    let found = [(STEPS, plan.steps), (SEARCHED, plan.bound)];
    let found = found.map(|(name, count)| (name.to_owned(), count.into()));
    reflection.stats.more.extend(found);
    let binary = container::write(&setup);
    container::read(&binary).map_err(|why| Diagnostic::bug("pica200 fragment", why))?;
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

/// Stages that the colour needs, whatever they compute: each multiplies once.
fn least(flat: &Flat) -> u32 {
    let factors = bound::factors(flat).into_iter().max();
    bound::stages(factors.unwrap_or(0), 1).max(1)
}

/// Why no stages were found.
fn refusal(flat: &mut Flat, failure: Failure, optimize: Optimize) -> Diagnostic {
    let stages = (STAGES as u32, "combiner stages");
    let mut error = failure.error(flat, "pica200", stages, least(flat), optimize);
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

/// The registers of constants as the record has them.
fn constants(plan: &Plan, fog: Option<[Poly; 3]>) -> Vec<ConstantRegister> {
    let stages = plan.stages.iter().enumerate();
    let stage = stages.map(|(number, stage)| ConstantRegister {
        register: format!("const{number}"),
        file: "const",
        index: number as u32,
        lanes: stage.constant,
        letters: "rgba",
    });
    let buffer = ConstantRegister {
        register: "buffer".into(),
        file: "buffer",
        index: 0,
        lanes: plan.buffer,
        letters: "rgba",
    };
    let fog = fog.map(|[red, green, blue]| ConstantRegister {
        register: FOG_COLOR_FILE.into(),
        file: FOG_COLOR_FILE,
        index: 0,
        lanes: [Some(red), Some(green), Some(blue), None],
        letters: "rgba",
    });
    stage.chain([buffer]).chain(fog).collect()
}
