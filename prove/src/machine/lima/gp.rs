//! The vertex processor. What is read too early, or across a jump, is undefined here.

use crate::domain::Domain;
use crate::machine::{Outputs, run_to_end};
use crate::verdict::Verdict;
use retroshade_kit::machine::RegisterImage;
use retroshade_lima::gp::Program;
use retroshade_lima::gp::execute::Machine;

/// Runs a program for vertex 0 of an image.
///
/// # Errors
/// One that does not end.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = Machine::new(program, image, domain);
    run_to_end(&mut machine, domain)?;
    let outputs = machine.outputs.into_iter();
    Ok(Outputs {
        registers: outputs
            .map(|(number, lanes)| ("v".to_owned(), number, lanes))
            .collect(),
        discarded: false,
    })
}
