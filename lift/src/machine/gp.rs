//! Lima's vertex processor. What it reads too early, or across a jump, is refused: nobody knows what it finds there.

use crate::blocks::Machine;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, Trap};
use retroshade_lima::gp;
use retroshade_lima::gp::execute::cells::Cell;

const OUTPUTS: File = File::new("v", Kind::Output);
const REGISTERS: File = File::new("$", Kind::Temporary);
const MEMORY: File = File::new("t", Kind::Memory);

/// Instructions before a block: more than anything takes to answer.
const BEFORE: u64 = 8;

/// A program that runs.
pub(super) struct Lifted<'a> {
    machine: gp::execute::Machine<'a, Symbols>,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a gp::Program,
        image: &'a RegisterImage,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        let mut machine = gp::execute::Machine::new(program, image, symbols);
        machine.now = BEFORE;
        Lifted { machine }
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn step(&mut self, instruction: usize, symbols: &mut Symbols) -> Result<Next, Trap> {
        let next = self.machine.step(instruction, symbols)?;
        match self.machine.hazards.pop() {
            Some(hazard) => Err(Trap::Illegal(hazard.message.into())),
            None => Ok(next),
        }
    }
}

impl Machine for Lifted<'_> {
    /// Also what is stored and cannot be read yet: nothing that does so early comes through.
    fn held(&self) -> Vec<(Place, Symbol)> {
        let mut held = Vec::new();
        for (number, lanes) in &self.machine.outputs {
            for (place, value) in OUTPUTS.lanes(*number as u16, 0b1111).zip(lanes) {
                held.extend(value.map(|value| (place, value)));
            }
        }
        let mut cells = |file: File, number: u16, lanes: &[Cell<Symbol>; 4]| {
            for (place, cell) in file.lanes(number, 0b1111).zip(lanes) {
                held.extend(cell.new.map(|value| (place, value)));
            }
        };
        for (number, lanes) in (0..).zip(&self.machine.registers) {
            cells(REGISTERS, number, lanes);
        }
        for (address, lanes) in &self.machine.temporaries {
            cells(MEMORY, *address as u16, lanes);
        }
        held
    }

    fn set(&mut self, place: Place, value: Symbol) {
        let lane = usize::from(place.lane & 3);
        let cell = match place.file {
            REGISTERS => &mut self.machine.registers[usize::from(place.number & 15)][lane],
            MEMORY => {
                let cells = self.machine.temporaries.entry(place.number.into());
                &mut cells.or_insert([Cell::EMPTY; 4])[lane]
            }
            // Outputs are never read.
            _ => return,
        };
        cell.store(value, 0, 0);
    }
}
