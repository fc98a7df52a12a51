//! NV2A's vertex programs.

use super::{Outputs, run_to_end};
use crate::domain::Domain;
use crate::verdict::Verdict;
use retroshade_kit::machine::{RegisterImage, UNSET};
use retroshade_nv2a::execute::Machine;
use retroshade_nv2a::program::Program;

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// A program without slots.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, Verdict> {
    let mut machine = Machine::new(program, image, UNSET, domain);
    run_to_end(&mut machine, domain)?;
    Ok(Outputs::of_vertex(&machine.outputs))
}
