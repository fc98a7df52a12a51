//! PICA200's vertex programs. Procedures are executed at each call. The rounds that a loop has behind it are a register, so
//! that a loop of the program is one of the shader; or each round is executed, if the program sets how many there are.

use crate::blocks::stacked::Resume;
use crate::blocks::{COUNTERS, Machine};
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, Trap};
use retroshade_pica200::execute::{self, Executable, Loops, OpenLoop};
use retroshade_pica200::isa::Instruction;

const OUTPUTS: File = File::new("o", Kind::Output);
const TEMPORARIES: File = File::new("r", Kind::Temporary);
const OFFSETS: File = File::new("a", Kind::Address);
const FLAGS: File = File::new("cmp", Kind::Flag);

/// Loops that can be open at a time.
const DEPTH: usize = 4;

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
        loops: Loops,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        let mut machine = execute::Machine::new(program, image, symbols);
        machine.loops = loops;
        Lifted { program, machine }
    }

    /// Refuses rounds that are executed and of which only the application knows how many there are.
    fn check(&self, word: usize) -> Result<(), Trap> {
        match self.program.instruction(word) {
            Some(Instruction::Loop { integer, .. })
                if self.machine.loops == Loops::Executed
                    && self.program.integer(*integer).is_none() =>
            {
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
        let loops = self.machine.open_loops();
        held.extend(loops.map(|open| (rounds_of(open), self.machine.rounds[open.depth % DEPTH])));
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
            COUNTERS => {
                let open = self
                    .machine
                    .open_loops()
                    .find(|open| rounds_of(*open) == place);
                if let Some(open) = open {
                    self.machine.rounds[open.depth % DEPTH] = value;
                }
            }
            _ => {}
        }
    }

    fn most(&self, place: Place) -> Option<u32> {
        let word = usize::from(place.number) / DEPTH;
        let integer = match self.program.instruction(word.checked_sub(1)?)? {
            Instruction::Loop { integer, .. } if place.file == COUNTERS => *integer,
            _ => return None,
        };
        self.program
            .integer(integer)
            .map(|[rounds, ..]| rounds.into())
    }
}

/// The register that counts the rounds of a loop: one for each first word and number of loops around.
fn rounds_of(open: OpenLoop) -> Place {
    Place {
        file: COUNTERS,
        number: (open.entry * DEPTH + open.depth) as u16,
        lane: 0,
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
