//! Lima: two processors in one kind of file.

mod gp;
mod pp;

use super::Outputs;
use crate::domain::Domain;
use retroshade_ir::Stage;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::target::Binary;
use retroshade_lima::container;

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// What is no program, and what is not modelled.
pub(crate) fn run(
    binary: Binary<'_>,
    stage: Stage,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let contents = container::read(binary.bytes, None, Some(stage))?;
    match stage {
        Stage::Vertex => gp::run(&contents.words, image, domain),
        Stage::Fragment => pp::run(&contents.words, image, domain),
    }
}
