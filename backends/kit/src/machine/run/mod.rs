//! From the data of a run to its outputs.

mod gather;
mod lanes;
mod place;
mod registers;

pub use gather::gather;
pub use lanes::{lane_count, lanes_of};
pub use place::place;
pub use registers::{role_of, run_registers};

use super::{Outcome, Watch};
use crate::reflect::Reflection;
use crate::target::{Binary, Target};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::{RunInputs, RunOutputs};

/// Runs a program of a target on the data of a run.
///
/// # Errors
/// Data that is missing or does not fit the reflection, a reflection at odds with itself, and what
/// the simulator refuses.
pub fn run(
    target: &dyn Target,
    program: Binary,
    reflection: &Reflection,
    inputs: &RunInputs,
) -> Result<RunOutputs, Diagnostics> {
    run_watched(target, program, reflection, inputs, &mut Watch::default())
}

/// As [`run`], with a look at what happens.
///
/// # Errors
/// As [`run`], and a recording of a target that makes none or of a sample that does not exist.
pub fn run_watched(
    target: &dyn Target,
    program: Binary,
    reflection: &Reflection,
    inputs: &RunInputs,
    watch: &mut Watch,
) -> Result<RunOutputs, Diagnostics> {
    let (samples, outcome) = simulated(target, program, reflection, inputs, watch)?;
    let mut outputs = gather(reflection, &outcome, samples)?;
    outputs.stats.insert(
        "instructions".to_owned(),
        reflection.stats.instructions.into(),
    );
    outputs
        .stats
        .insert("executed".to_owned(), outcome.executed);
    Ok(outputs)
}

/// The number of samples, and what became of their registers.
fn simulated(
    target: &dyn Target,
    program: Binary,
    reflection: &Reflection,
    inputs: &RunInputs,
    watch: &mut Watch,
) -> Result<(usize, Outcome), Diagnostics> {
    let image = place(reflection, inputs)?;
    if let Some(recorder) = &mut watch.recorder {
        let sample = recorder.sample;
        if sample >= image.samples {
            let last = image.samples.saturating_sub(1);
            let message =
                format!("there is no sample {sample}: the data has the samples 0 to {last}");
            return Err(Diagnostic::error(codes::files::RUN_DATA, message).into());
        }
        recorder.place(&image, reflection);
    }
    let outcome = target.read(program)?.simulate(&image, watch)?;
    Ok((image.samples, outcome))
}

/// An error about a reflection record.
fn contradiction(message: String) -> Diagnostic {
    Diagnostic::error(codes::files::RUN_DATA, format!("reflection: {message}"))
}

#[cfg(test)]
mod tests;
