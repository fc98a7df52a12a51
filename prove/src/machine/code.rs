//! Programs as they are decoded from their bytes, once for all points.

use super::{Outputs, agal, fixed, lima, nv2a, pica200};
use crate::domain::Domain;
use retroshade_ir::Stage;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Binary;

/// A program of a chip.
pub(crate) enum Code {
    Agal(retroshade_agal::isa::Program),
    LimaVertex(retroshade_lima::gp::Program),
    LimaFragment(retroshade_lima::pp::Program),
    Nv2a(retroshade_nv2a::program::Program),
    Pica200(retroshade_pica200::execute::Executable),
    Nv2aSetup(retroshade_nv2a::fragment::isa::Setup),
    Pica200Setup(Box<retroshade_pica200::fragment::isa::Setup>),
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
            "nv2a" if stage == Stage::Fragment => {
                let setup = retroshade_nv2a::fragment::container::read(binary.bytes);
                setup
                    .map(Code::Nv2aSetup)
                    .map_err(|fault| fault.to_string())
            }
            "pica200" if stage == Stage::Fragment => {
                let setup = retroshade_pica200::fragment::container::read(binary.bytes);
                let setup = setup.map_err(|fault| fault.0)?;
                Ok(Code::Pica200Setup(Box::new(setup)))
            }
            "nv2a" => {
                let words = retroshade_nv2a::container::read(binary.bytes, None);
                let words = words.map_err(|fault| fault.to_string())?;
                let program = retroshade_nv2a::decode::decode(&words);
                program.map(Code::Nv2a).map_err(|fault| fault.to_string())
            }
            "pica200" => {
                let shbin = retroshade_pica200::read(binary).map_err(|faults| {
                    let mut messages = faults.iter().map(|fault| fault.message.clone());
                    messages.next().unwrap_or_default()
                })?;
                let program = retroshade_pica200::execute::Executable::new(&shbin, 0);
                let program = program.ok_or("the file holds no program")?;
                Ok(Code::Pica200(program))
            }
            _ => Err(format!("programs of {target} have no interpreter here")),
        }
    }

    /// Runs a set-up of combiners on the data of a point; `None` for programs.
    ///
    /// # Errors
    /// What is not modelled.
    pub(crate) fn run_setup(
        &self,
        record: &Reflection,
        data: &RunInputs,
        domain: &mut Domain,
    ) -> Option<Result<Outputs, String>> {
        if !matches!(self, Code::Nv2aSetup(_) | Code::Pica200Setup(_)) {
            return None;
        }
        let registers = match fixed::Registers::new(record, data, domain) {
            Ok(registers) => registers,
            Err(why) => return Some(Err(why)),
        };
        let samplers = &record.samplers;
        match self {
            Code::Nv2aSetup(setup) => Some(fixed::nv2a::run(setup, &registers, samplers, domain)),
            Code::Pica200Setup(setup) => {
                Some(fixed::pica200::run(setup, &registers, samplers, domain))
            }
            _ => None,
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
            Code::Nv2a(program) => nv2a::run(program, image, domain),
            Code::Pica200(program) => pica200::run(program, image, domain),
            Code::Nv2aSetup(_) | Code::Pica200Setup(_) => Err("a set-up is no program".to_owned()),
        }
    }
}
