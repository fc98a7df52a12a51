//! The interpreter, judged by a driver of OpenGL ES.

use super::{Failure, Kind, compare, filled, first, lowered, undefined_values};
use crate::driver::{Drivers, Request};
use crate::generate::Sample;
use crate::text::Initial;
use retroshade_ir::eval;

/// Runs a program on the interpreter and on a driver, with the same numbers in variables without a value.
///
/// # Errors
/// The frontend, the interpreter or the driver does not take it, or they give different numbers.
pub fn compare_with_driver(sample: &Sample, drivers: &Drivers) -> Result<(), Failure> {
    let fail = Failure::beside_targets;
    let (text, places) = sample.program.text_and_places(Initial::Uniform);
    let numbers = undefined_values(sample, places);
    // The last have a number each of their own.
    let inputs = filled(
        &sample.inputs,
        numbers.into_iter().next_back().unwrap_or_default(),
    );
    let shader = lowered(sample.stage, text.clone())?;
    let wanted = eval::run(&shader, &inputs);
    let wanted = wanted.map_err(|errors| fail(Kind::Program, first(&errors).1))?;
    let names: Vec<&str> = wanted.outputs.keys().map(String::as_str).collect();
    let found = drivers.run(&Request {
        stage: sample.stage,
        text: &text,
        outputs: &names,
        inputs: &inputs,
        reads: &sample.reads,
    });
    let found = found.map_err(|fault| fail(Kind::Refusal, fault.to_string()))?;
    match compare::difference(&[wanted], &sample.rounded, &compare::AS_WRITTEN, &found) {
        Some((message, _)) => Err(fail(Kind::Driver, message)),
        None => Ok(()),
    }
}
