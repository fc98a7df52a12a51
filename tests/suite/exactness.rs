//! Passes of the representation, each held to its class of exactness: what its name promises about the bits of a
//! shader's results is compared with what the interpreter gives before and after it, on the shaders whose code is pinned.

use crate::folders::shaders_below;
use retroshade::{
    LanguageOptions, Source, Target, TargetOptions, in_parallel, stage_of_name, targets,
};
use retroshade_ir::pass::Exactness;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Scalar, Shader, Stage, eval, pipeline};
use retroshade_kit::agreement::data;
use std::collections::BTreeMap;
use std::path::Path;

/// The class of the change from one number to another; `None` if they are the same.
fn change(before: f32, after: f32) -> Option<Exactness> {
    if before.to_bits() == after.to_bits() || before.is_nan() && after.is_nan() {
        None
    } else if before == after {
        Some(Exactness::SignOfZero)
    } else if before.is_finite() && after.is_finite() {
        Some(Exactness::Rounding)
    } else {
        Some(Exactness::Finite)
    }
}

/// The coarsest change from the results of one run to those of another, but for samples with an index out of range, whose
/// results the language leaves open.
fn coarsest(before: &RunOutputs, after: &RunOutputs, outside: &[bool]) -> Option<Exactness> {
    if before.discarded != after.discarded {
        return Some(Exactness::Rounding);
    }
    let mut found = None;
    for (name, rows) in &before.outputs {
        // What a shader never wrote is no output after `opt_interface`.
        let Some(others) = after.outputs.get(name) else {
            continue;
        };
        let rows = rows.iter().zip(others).zip(outside);
        let rows = rows.filter_map(|(rows, outside)| (!outside).then_some(rows));
        let lanes = rows.flat_map(|(row, other)| row.iter().zip(other));
        found = found.max(lanes.filter_map(|(&one, &other)| change(one, other)).max());
    }
    found
}

/// The number as a value of a scalar type.
fn as_scalar(number: f32, scalar: Scalar) -> f32 {
    match scalar {
        Scalar::Float => number,
        Scalar::Int => number.trunc(),
        Scalar::Bool => f32::from(number > 0.0),
    }
}

/// Random data for everything that a shader reads.
fn inputs(shader: &Shader, seed: u64) -> RunInputs {
    let mut inputs = data(shader, seed);
    let uniforms = inputs
        .uniforms
        .values_mut()
        .map(|data| (data.shape, vec![&mut data.value]));
    let attributes = inputs.attributes.values_mut();
    let attributes = attributes.map(|data| (data.shape, data.values.iter_mut().collect()));
    for (shape, rows) in uniforms.chain(attributes) {
        let scalar = shape.map_or(Scalar::Float, |shape| shape.scalar);
        for number in rows.into_iter().flatten() {
            *number = as_scalar(*number, scalar);
        }
    }
    if shader.stage == Stage::Fragment {
        inputs.varyings = std::mem::take(&mut inputs.attributes);
    }
    inputs
}

/// A pass that changed results by more than its class allows.
type Fault = String;

/// Runs the passes of a target on a shader; returns the faults, and for each pass how coarse the coarsest change was.
fn check(
    target: &dyn Target,
    mut shader: Shader,
    name: &str,
) -> (Vec<Fault>, BTreeMap<&'static str, Option<Exactness>>) {
    let (mut faults, mut classes) = (Vec::new(), BTreeMap::new());
    let options = TargetOptions::default();
    if target.begin(&mut shader, &options).is_err() {
        return (faults, classes);
    }
    let capabilities = target.capabilities(shader.stage, &options);
    let samples = [1, 2].map(|seed| inputs(&shader, seed));
    let run = |shader: &Shader| {
        let runs = samples.iter().map(|inputs| eval::run(shader, inputs));
        runs.collect::<Result<Vec<_>, _>>().ok()
    };
    let Some(mut before) = run(&shader) else {
        return (faults, classes);
    };
    let outside = samples.each_ref().map(|inputs| {
        let run = eval::run_with_indices(&shader, inputs, eval::Limits::default());
        run.map_or(Vec::new(), |(_, outside)| outside)
    });
    for pass in pipeline::standard().passes() {
        match (pass.run)(&mut shader, &capabilities) {
            Ok(false) => continue,
            Ok(true) => {}
            Err(_) => break,
        }
        let after = run(&shader).unwrap_or_else(|| panic!("{name}: no run after {}", pass.name));
        let changes = before.iter().zip(&after).zip(&outside);
        let found = changes
            .filter_map(|((before, after), outside)| coarsest(before, after, outside))
            .max();
        if found > Some(pass.exactness) {
            faults.push(format!(
                "{name} on {}: {} changes results ({}), and claims to be {}",
                target.name(),
                pass.name,
                found.map_or("not at all", Exactness::name),
                pass.exactness.name()
            ));
        }
        let class = classes.entry(pass.name).or_default();
        *class = found.max(*class);
        before = after;
    }
    (faults, classes)
}

#[test]
fn passes_keep_what_their_class_promises() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut shaders = Vec::new();
    for folder in ["examples", "tests/shaders"] {
        for path in shaders_below(&root.join(folder)) {
            let text = std::fs::read_to_string(&path).expect("a text");
            let stage = stage_of_name(&path).expect("a shader by its extension");
            let name = path.display().to_string();
            let source = Source::new(name.clone(), stage, text);
            if let Some(shader) = LanguageOptions::default().lower(&source).result {
                shaders.push((name, shader));
            }
        }
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let found = in_parallel(&shaders, threads, |(name, shader)| {
        let targets = targets().iter();
        let fits = targets.filter(|target| target.runs_programs(shader.stage));
        fits.map(|target| check(*target, shader.clone(), name))
            .collect::<Vec<_>>()
    });
    let mut faults = Vec::new();
    let mut classes: BTreeMap<&str, (usize, Option<Exactness>)> = BTreeMap::new();
    for (these, those) in found.into_iter().flatten() {
        faults.extend(these);
        for (pass, class) in those {
            let entry = classes.entry(pass).or_default();
            *entry = (entry.0 + 1, entry.1.max(class));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // The shaders are of use here only if the passes have something to do and some of them round.
    let changed = |pass: &str| classes.get(pass).map_or(0, |(programs, _)| *programs);
    for pass in [
        "opt_dce",
        "opt_cse",
        "opt_pack",
        "lower_branches",
        "lower_ints",
    ] {
        assert!(changed(pass) > 80, "{pass} changed {}", changed(pass));
    }
    let rounds = |pass: &str| classes.get(pass).and_then(|(_, class)| *class);
    assert_eq!(rounds("opt_reassociate"), Some(Exactness::Rounding));
}

/// What computes an invariant output may not depend on the program around it, so it is not rounded by choice.
#[test]
fn pipelines_for_invariant_outputs_do_not_round() {
    let nv2a = retroshade_nv2a::EXACT_REWRITES.iter();
    let nv2a = nv2a.map(|pass| (pass.name, pass.exactness));
    let lima = retroshade_lima::gp::EXACT_PIPELINE.iter();
    let lima = lima.map(|pass| (pass.name, pass.exactness));
    for (name, exactness) in nv2a.chain(lima) {
        assert!(exactness < Exactness::Rounding, "{name}");
    }
}
