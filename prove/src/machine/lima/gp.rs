//! The vertex processor. What is read too early, or across a jump, is undefined here.

use crate::domain::Domain;
use crate::machine::Outputs;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::runner::{self, Stop};
use retroshade_lima::gp::Program;
use retroshade_lima::gp::execute::Machine;

/// Instructions of a run at most.
const STEPS: u64 = 100_000;

/// Runs a program for vertex 0 of an image.
///
/// # Errors
/// One that does not end.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let mut machine = Machine::new(program, image, domain);
    runner::run(&mut machine, domain, 1, STEPS, |_, _, _, _| {}).map_err(|stop| match stop {
        Stop::Fault(_, fault) => fault,
        Stop::Endless => "the program takes too many steps".to_owned(),
    })?;
    let outputs = machine.outputs.into_iter();
    Ok(Outputs {
        registers: outputs
            .map(|(number, lanes)| ("v".to_owned(), number, lanes))
            .collect(),
        discarded: false,
    })
}
