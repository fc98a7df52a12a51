//! The fragment processor.

use crate::domain::Domain;
use crate::machine::Outputs;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::runner::{self, Stop};
use retroshade_lima::pp::{Machine, Program};

/// Instructions of a run at most.
const STEPS: u64 = 100_000;

/// Runs a program for fragment 0 of an image.
///
/// # Errors
/// An illegal one, and one that does not end.
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
    let registers = (0..).zip(machine.registers);
    Ok(Outputs {
        registers: registers
            .map(|(number, lanes)| ("$".to_owned(), number, lanes))
            .collect(),
        discarded: machine.discarded != 0,
    })
}
