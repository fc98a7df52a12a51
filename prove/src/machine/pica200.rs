//! PICA200's vertex programs.

use super::{Outputs, run_to_end};
use crate::domain::Domain;
use crate::verdict::Verdict;
use retroshade_kit::machine::RegisterImage;
use retroshade_pica200::execute::{Executable, Machine};

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// What the machine forbids, and a program that does not end.
pub(crate) fn run(
    program: &Executable,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = Machine::new(program, image, domain);
    run_to_end(&mut machine, domain)?;
    Ok(Outputs::of_vertex(machine.outputs()))
}
