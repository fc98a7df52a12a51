//! PICA200's vertex programs, as far as control does not depend on comparisons: procedures and counted loops are executed.

use crate::blocks::Machine;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_pica200::execute::{self, Executable};
use retroshade_pica200::isa::Instruction;

const OUTPUTS: File = File::new("o", Kind::Output);
const TEMPORARIES: File = File::new("r", Kind::Temporary);

/// A program that runs.
pub(super) struct Lifted<'a> {
    program: &'a Executable,
    machine: execute::Machine<'a, Symbols>,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a Executable,
        image: &'a RegisterImage,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        Lifted {
            program,
            machine: execute::Machine::new(program, image, symbols),
        }
    }

    /// Refuses what depends on a boolean or an integer that only the application knows.
    fn check(&self, word: usize) -> Result<(), String> {
        let unknown = match self.program.instruction(word) {
            Some(Instruction::Boolean { boolean, .. }) if !self.program.sets_boolean(*boolean) => {
                format!("b{boolean}")
            }
            Some(Instruction::Loop { integer, .. }) if !self.program.sets_integer(*integer) => {
                format!("i{integer}")
            }
            _ => return Ok(()),
        };
        Err(format!(
            "control depends on {unknown}, which the application sets"
        ))
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn start(&self) -> usize {
        self.machine.start()
    }

    fn step(&mut self, word: usize, symbols: &mut Symbols) -> Result<Next, String> {
        self.check(word)?;
        self.machine.step(word, symbols)
    }
}

impl Machine for Lifted<'_> {
    fn held(&self) -> Vec<(Place, Symbol)> {
        let outputs = (0..).zip(self.machine.outputs());
        let outputs = outputs.map(|(number, lanes)| (OUTPUTS, number, lanes));
        let temporaries = (0..).zip(&self.machine.temporaries);
        let temporaries = temporaries.map(|(number, lanes)| (TEMPORARIES, number, lanes));
        let mut held = Vec::new();
        for (file, number, lanes) in outputs.chain(temporaries) {
            for (place, value) in file.lanes(number, 0b1111).zip(lanes) {
                held.extend(value.map(|value| (place, value)));
            }
        }
        held
    }

    /// A program is one block, before which nothing was written.
    fn set(&mut self, _: Place, _: Symbol) {}
}
