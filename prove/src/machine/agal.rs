//! AGAL.

use super::{Outputs, undecided};
use crate::domain::Domain;
use crate::verdict::Verdict;
use retroshade_agal::Machine;
use retroshade_agal::isa::Program;
use retroshade_kit::machine::runner;
use retroshade_kit::machine::{Kind, RegisterImage};

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// What is not modelled.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = Machine::new(program, image, domain);
    // Control only goes forward.
    let most = program.tokens.len().max(1) as u64;
    runner::run(&mut machine, domain, 1, most, |_, _, _, _| {}).map_err(undecided)?;
    let registers = machine.registers.iter();
    let written = registers.filter(|((file, _), _)| file.kind(program.stage) == Kind::Output);
    Ok(Outputs {
        registers: written
            .map(|((file, number), lanes)| {
                let name = file.prefix(program.stage).to_owned();
                (name, u32::from(*number), *lanes)
            })
            .collect(),
        discarded: machine.discarded != 0,
    })
}
