//! Programs as they are decoded from their bytes, once for all points.

use super::{Outputs, agal, lima, nv2a, pica200};
use crate::domain::Domain;
use retroshade_ir::Stage;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::target::Binary;

/// A program of a chip.
pub(crate) enum Code {
    Agal(retroshade_agal::isa::Program),
    LimaVertex(retroshade_lima::gp::Program),
    LimaFragment(retroshade_lima::pp::Program),
    Nv2a(retroshade_nv2a::program::Program),
    Pica200(retroshade_pica200::container::Shbin),
}

impl Code {
    /// Decodes a program of a target.
    ///
    /// # Errors
    /// Bytes that are no program, and targets without an interpreter here.
    pub(crate) fn read(target: &str, stage: Stage, binary: Binary<'_>) -> Result<Code, String> {
        match target {
            "agal1" | "agal2" | "agal3" => retroshade_agal::container::read(binary.bytes)
                .map(Code::Agal)
                .map_err(|fault| fault.to_string()),
            "lima" => {
                let contents = retroshade_lima::container::read(binary.bytes, None, Some(stage));
                let contents = contents.map_err(|fault| fault.to_string())?;
                match stage {
                    Stage::Vertex => retroshade_lima::gp::Program::decode(&contents.words)
                        .map(Code::LimaVertex)
                        .map_err(|fault| fault.to_string()),
                    Stage::Fragment => retroshade_lima::pp::Program::decode(&contents.words)
                        .map(Code::LimaFragment)
                        .map_err(|fault| fault.to_string()),
                }
            }
            "nv2a" => {
                let words = retroshade_nv2a::container::read(binary.bytes, None);
                let words = words.map_err(|fault| fault.to_string())?;
                let program = retroshade_nv2a::decode::decode(&words);
                program.map(Code::Nv2a).map_err(|fault| fault.to_string())
            }
            "pica200" => retroshade_pica200::read(binary)
                .map(Code::Pica200)
                .map_err(|faults| {
                    let mut messages = faults.iter().map(|fault| fault.message.clone());
                    messages.next().unwrap_or_default()
                }),
            _ => Err(format!("programs of {target} have no interpreter here")),
        }
    }

    /// Runs it for sample 0 of an image.
    ///
    /// # Errors
    /// What is not modelled, and programs that do not end.
    pub(crate) fn run(
        &self,
        image: &RegisterImage,
        domain: &mut Domain,
    ) -> Result<Outputs, String> {
        match self {
            Code::Agal(program) => agal::run(program, image, domain),
            Code::LimaVertex(program) => lima::gp::run(program, image, domain),
            Code::LimaFragment(program) => lima::pp::run(program, image, domain),
            Code::Nv2a(program) => Ok(nv2a::run(program, image, domain)),
            Code::Pica200(shbin) => pica200::run(shbin, image, domain),
        }
    }
}
