//! PICA200's vertex programs: procedures and counted loops are executed, each call and each round.

use crate::blocks::Machine;
use crate::blocks::stacked::Resume;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, Trap};
use retroshade_pica200::execute::{self, Executable};
use retroshade_pica200::isa::Instruction;

const OUTPUTS: File = File::new("o", Kind::Output);
const TEMPORARIES: File = File::new("r", Kind::Temporary);
const OFFSETS: File = File::new("a", Kind::Address);
const FLAGS: File = File::new("cmp", Kind::Flag);

/// A program that runs.
#[derive(Clone)]
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

    /// Refuses rounds of which only the application knows how many there are.
    fn check(&self, word: usize) -> Result<(), Trap> {
        match self.program.instruction(word) {
            Some(Instruction::Loop { integer, .. }) if !self.program.sets_integer(*integer) => {
                let what =
                    format!("the rounds of a loop are in i{integer}, which the application sets");
                Err(Trap::Illegal(what.into()))
            }
            _ => Ok(()),
        }
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn start(&self) -> usize {
        self.machine.start()
    }

    fn step(&mut self, word: usize, symbols: &mut Symbols) -> Result<Next, Trap> {
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
        let pairs = [(OFFSETS, self.machine.address), (FLAGS, self.machine.flags)];
        for (file, values) in pairs {
            held.extend(file.lanes(0, 0b11).zip(values));
        }
        held
    }

    fn set(&mut self, place: Place, value: Symbol) {
        let (number, lane) = (usize::from(place.number), usize::from(place.lane));
        match place.file {
            OUTPUTS => self.machine.outputs_mut()[number & 15][lane & 3] = Some(value),
            TEMPORARIES => self.machine.temporaries[number & 15][lane & 3] = Some(value),
            OFFSETS => self.machine.address[lane & 1] = value,
            FLAGS => self.machine.flags[lane & 1] = value,
            _ => {}
        }
    }
}

impl Resume for Lifted<'_> {
    type Control = execute::Control;

    fn control(&self) -> execute::Control {
        self.machine.control()
    }

    fn resume(&mut self, control: &execute::Control) {
        self.machine.resume(control);
    }
}
