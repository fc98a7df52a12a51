//! The processors, as a lifter sees them: machines that run in [`Symbols`], whose registers can be looked at and set.

mod agal;
mod gp;
mod nv2a;
mod pica200;
mod pp;

use crate::blocks::{Code, listed, stacked};
use crate::interface::{self, Register};
use crate::setups::SetUp;
use retroshade_agal as agal_chip;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Stage;
use retroshade_kit::machine::symbols::Symbols;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Binary;
use retroshade_nv2a::isa::registers::output_row;
use retroshade_pica200::execute::Loops;
use std::collections::BTreeMap;

/// Instructions that are executed of a program whose loops are executed round by round.
const MOST: usize = 20_000;

/// A program that was read from its bytes.
pub(crate) enum Program {
    Agal(agal_chip::isa::Program),
    LimaVertex(retroshade_lima::gp::Program),
    LimaFragment(retroshade_lima::pp::Program),
    Nv2a(retroshade_nv2a::program::Program),
    Pica200(retroshade_pica200::execute::Executable),
    SetUp(SetUp),
}

/// The message about a program that cannot be read.
fn malformed(fault: impl ToString) -> Diagnostics {
    Diagnostic::error(codes::container::MALFORMED, fault.to_string()).into()
}

impl Program {
    /// Reads a program of a target.
    ///
    /// # Errors
    /// Bytes that are no program, and targets of which nothing is lifted.
    pub(crate) fn read(
        target: &str,
        stage: Stage,
        binary: Binary<'_>,
    ) -> Result<Program, Diagnostics> {
        match (target, stage) {
            ("agal1" | "agal2" | "agal3", _) => agal_chip::container::read(binary.bytes)
                .map(Program::Agal)
                .map_err(malformed),
            ("lima", _) => {
                let contents = retroshade_lima::container::read(binary.bytes, None, Some(stage));
                let words = contents.map_err(malformed)?.words;
                match stage {
                    Stage::Vertex | Stage::Geometry => retroshade_lima::gp::Program::decode(&words)
                        .map(Program::LimaVertex)
                        .map_err(malformed),
                    Stage::Fragment => retroshade_lima::pp::Program::decode(&words)
                        .map(Program::LimaFragment)
                        .map_err(malformed),
                }
            }
            ("nv2a", Stage::Vertex) => {
                let words = retroshade_nv2a::container::read(binary.bytes, None);
                let words = words.map_err(malformed)?;
                let program = retroshade_nv2a::decode::decode(&words);
                program.map(Program::Nv2a).map_err(malformed)
            }
            ("nv2a", Stage::Fragment) => {
                let setup = retroshade_nv2a::fragment::container::read(binary.bytes);
                let setup = setup.map_err(malformed)?;
                Ok(Program::SetUp(SetUp::Nv2a(setup)))
            }
            ("pica200", Stage::Fragment) => {
                let setup = retroshade_pica200::fragment::container::read(binary.bytes);
                let setup = setup.map_err(malformed)?;
                Ok(Program::SetUp(SetUp::Pica200(Box::new(setup))))
            }
            ("pica200", Stage::Vertex) => {
                let shbin = retroshade_pica200::read(binary)?;
                let program = retroshade_pica200::execute::Executable::new(&shbin, 0);
                match program.filter(|program| !program.is_geometry()) {
                    Some(program) => Ok(Program::Pica200(program)),
                    None => Err(Diagnostic::error(
                        codes::container::NOT_LIFTED,
                        "geometry programs are not lifted",
                    )
                    .into()),
                }
            }
            _ => Err(Diagnostic::error(
                codes::container::NOT_LIFTED,
                format!("{} programs of {target} are not lifted", stage.name()),
            )
            .into()),
        }
    }

    /// The registers of uniforms that its file fills with numbers.
    pub(crate) fn numbers(&self) -> Vec<(Register, [f32; 4])> {
        match self {
            Program::Pica200(program) => {
                let numbers = program.numbers();
                let named = numbers.map(|(number, value)| (("c", number.into()), value));
                named.collect()
            }
            _ => Vec::new(),
        }
    }

    /// The bits of the significand of its literals, the leading one with them.
    pub(crate) fn significand(&self) -> u32 {
        match self {
            Program::LimaFragment(_) => 11,
            Program::Pica200(_) => 17,
            _ => f32::MANTISSA_DIGITS,
        }
    }

    /// True if a product with zero is zero, whatever the other factor is.
    pub(crate) fn zero_wins(&self) -> bool {
        matches!(self, Program::Nv2a(_) | Program::Pica200(_))
    }

    /// True if registers that nothing set hold zero, as in the simulator.
    pub(crate) fn begins_with_zero(&self) -> bool {
        matches!(self, Program::Nv2a(_) | Program::Pica200(_))
    }

    /// What the assembler calls a register of outputs.
    pub(crate) fn output_name(&self, file: &str, number: u16) -> String {
        let row = match self {
            Program::Nv2a(_) => u8::try_from(number).ok().and_then(output_row),
            _ => None,
        };
        row.map_or_else(|| format!("{file}{number}"), |row| row.name.to_owned())
    }

    /// The state of texture units that the code holds, in the words of `#pragma retroshade sampler`, where it is not what
    /// lookups have without further words.
    ///
    /// # Errors
    /// Two states of one unit.
    pub(crate) fn sampler_states(&self) -> Result<BTreeMap<u32, Option<String>>, Fault> {
        let mut states = BTreeMap::new();
        let Program::Agal(program) = self else {
            return Ok(states);
        };
        for sampler in program.tokens.iter().filter_map(|token| token.sampler) {
            let state = sampler.state();
            let known = states.entry(sampler.number.into());
            let known = known.or_insert_with(|| state.clone());
            if *known != state {
                return Err(
                    format!("lookups through fs{} are of two kinds", sampler.number).into(),
                );
            }
        }
        Ok(states)
    }

    /// True for combiners, which run no program.
    pub(crate) fn is_setup(&self) -> bool {
        matches!(self, Program::SetUp(_))
    }

    /// A record with what its registers say by themselves.
    pub(crate) fn completed(&self, record: &Reflection) -> Reflection {
        match self {
            Program::SetUp(setup) => setup.completed(record),
            _ => record.clone(),
        }
    }

    /// Its basic blocks, with what they compute, and a record of the variables in the registers that they name.
    ///
    /// # Errors
    /// What the machine forbids, in words.
    pub(crate) fn blocks(&self, record: &Reflection) -> Result<(Code, Reflection), Fault> {
        let symbols = Symbols::new(interface::literals(record));
        let image = &interface::uniforms(record);
        let code = match self {
            Program::Agal(program) => listed::run(program, symbols, |symbols| {
                agal::Lifted::new(program, image, symbols)
            }),
            Program::LimaVertex(program) => listed::run(program, symbols, |symbols| {
                gp::Lifted::new(program, image, symbols)
            }),
            Program::LimaFragment(program) => listed::run(program, symbols, |symbols| {
                pp::Lifted::new(program, image, symbols)
            }),
            Program::Pica200(program) => {
                let run = |loops| {
                    stacked::run(symbols.clone(), MOST, |symbols| {
                        pica200::Lifted::new(program, image, loops, symbols)
                    })
                };
                // A loop that is left by a jump stays on the stack, so that its rounds cannot be one block.
                run(Loops::Symbolic).or_else(|fault| run(Loops::Executed).map_err(|_| fault))
            }
            Program::Nv2a(program) => listed::run(program, symbols, |symbols| {
                nv2a::Lifted::new(program, image, symbols)
            }),
            Program::SetUp(setup) => return setup.run(record),
        };
        code.map(|code| (code, record.clone()))
    }
}
