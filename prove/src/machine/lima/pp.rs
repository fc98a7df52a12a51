//! The fragment processor.

use crate::domain::Domain;
use crate::machine::{Outputs, run_to_end};
use crate::verdict::Verdict;
use retroshade_kit::machine::RegisterImage;
use retroshade_lima::pp::{Machine, Program};

/// Runs a program for fragment 0 of an image.
///
/// # Errors
/// An illegal one, and one that does not end.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = Machine::new(program, image, domain);
    run_to_end(&mut machine, domain)?;
    let registers = (0..).zip(machine.registers);
    Ok(Outputs {
        registers: registers
            .map(|(number, lanes)| ("$".to_owned(), number, lanes))
            .collect(),
        discarded: machine.discarded != 0,
    })
}
