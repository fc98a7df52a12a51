//! Programs as they are decoded from their bytes, once for all points.

use super::{Outputs, fixed, programs};
use crate::domain::Domain;
use crate::verdict::Verdict;
use retroshade_ir::Stage;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{Recorder, RegisterImage, UNSET};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Binary;
use std::fmt::Display;

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

/// A decoded program; else the verdict on bytes that are none.
type Read = Result<Code, Verdict>;

fn unreadable(fault: impl Display) -> Verdict {
    Verdict::Undecided(fault.to_string())
}

fn lima_words(binary: Binary<'_>, stage: Stage) -> Result<Vec<u32>, Verdict> {
    let contents = retroshade_lima::container::read(binary.bytes, None, Some(stage));
    contents.map(|contents| contents.words).map_err(unreadable)
}

impl Code {
    /// Decodes a program of AGAL.
    pub(crate) fn agal(binary: Binary<'_>) -> Read {
        let program = retroshade_agal::container::read(binary.bytes);
        program.map(Code::Agal).map_err(unreadable)
    }

    /// Decodes a vertex program of lima.
    pub(crate) fn lima_vertex(binary: Binary<'_>) -> Read {
        let program = retroshade_lima::gp::Program::decode(&lima_words(binary, Stage::Vertex)?);
        program.map(Code::LimaVertex).map_err(unreadable)
    }

    /// Decodes a fragment program of lima.
    pub(crate) fn lima_fragment(binary: Binary<'_>) -> Read {
        let program = retroshade_lima::pp::Program::decode(&lima_words(binary, Stage::Fragment)?);
        program.map(Code::LimaFragment).map_err(unreadable)
    }

    /// Decodes a vertex program of nv2a.
    pub(crate) fn nv2a(binary: Binary<'_>) -> Read {
        let words = retroshade_nv2a::container::read(binary.bytes, None).map_err(unreadable)?;
        let program = retroshade_nv2a::decode::decode(&words);
        program.map(Code::Nv2a).map_err(unreadable)
    }

    /// Decodes a set-up of nv2a's combiners.
    pub(crate) fn nv2a_setup(binary: Binary<'_>) -> Read {
        let setup = retroshade_nv2a::fragment::container::read(binary.bytes);
        setup.map(Code::Nv2aSetup).map_err(unreadable)
    }

    /// Decodes a vertex program of pica200.
    pub(crate) fn pica200(binary: Binary<'_>) -> Read {
        let shbin = retroshade_pica200::read(binary).map_err(|faults| {
            let mut messages = faults.iter().map(|fault| fault.message.clone());
            unreadable(messages.next().unwrap_or_default())
        })?;
        let program = retroshade_pica200::execute::Executable::new(&shbin, 0);
        let program = program.ok_or_else(|| unreadable("the file holds no program"))?;
        Ok(Code::Pica200(program))
    }

    /// Decodes a set-up of pica200's combiners.
    pub(crate) fn pica200_setup(binary: Binary<'_>) -> Read {
        let setup = retroshade_pica200::fragment::container::read(binary.bytes);
        let setup = setup.map_err(unreadable)?;
        Ok(Code::Pica200Setup(Box::new(setup)))
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
    ) -> Option<Result<Outputs, Verdict>> {
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

    /// Runs it for sample 0 of an image and records what it does, up to so many instructions, with references to the
    /// domain's numbers ([`Domain::referred`]). True if it comes to its end.
    pub(crate) fn record(
        &self,
        image: &RegisterImage,
        most: u64,
        domain: &mut Domain,
        recorder: &mut Recorder,
    ) -> bool {
        match self {
            Code::Agal(program) => {
                let mut machine = retroshade_agal::Machine::new(program, image, domain);
                programs::run_recorded(&mut machine, most, domain, |machine, domain, at| {
                    retroshade_agal::sim::record((machine, domain), program, at, 0, recorder);
                })
            }
            Code::LimaVertex(program) => {
                let mut machine =
                    retroshade_lima::gp::execute::Machine::new(program, image, domain);
                programs::run_recorded(&mut machine, most, domain, |machine, domain, at| {
                    retroshade_lima::gp::sim::record((machine, domain), program, at, recorder);
                })
            }
            Code::LimaFragment(program) => {
                let mut machine = retroshade_lima::pp::Machine::new(program, image, domain);
                programs::run_recorded(&mut machine, most, domain, |machine, domain, at| {
                    retroshade_lima::pp::sim::record((machine, domain), program, at, 0, recorder);
                })
            }
            Code::Nv2a(program) => {
                let mut machine =
                    retroshade_nv2a::execute::Machine::new(program, image, UNSET, domain);
                programs::run_recorded(&mut machine, most, domain, |machine, domain, at| {
                    retroshade_nv2a::sim::record((machine, domain), program, at, recorder);
                })
            }
            Code::Pica200(program) => {
                retroshade_pica200::record_start(recorder, program, image);
                let mut machine = retroshade_pica200::execute::Machine::new(program, image, domain);
                programs::run_recorded(&mut machine, most, domain, |machine, domain, at| {
                    retroshade_pica200::record((machine, domain), program, at, recorder);
                })
            }
            Code::Nv2aSetup(_) | Code::Pica200Setup(_) => false,
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
    ) -> Result<Outputs, Verdict> {
        match self {
            Code::Agal(program) => programs::agal(program, image, domain),
            Code::LimaVertex(program) => programs::lima_vertex(program, image, domain),
            Code::LimaFragment(program) => programs::lima_fragment(program, image, domain),
            Code::Nv2a(program) => programs::nv2a(program, image, domain),
            Code::Pica200(program) => programs::pica200(program, image, domain),
            Code::Nv2aSetup(_) | Code::Pica200Setup(_) => Err(unreadable("a set-up is no program")),
        }
    }
}
