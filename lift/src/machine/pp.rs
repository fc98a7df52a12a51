//! Lima's fragment processor.

use crate::blocks::Machine;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, Trap};
use retroshade_lima::pp;
use retroshade_lima::pp::isa::Unit;

/// The general registers; those that the program leaves in one of them are its colour.
const REGISTERS: File = File::new("$", Kind::Temporary);
const MEMORY: File = File::new("t", Kind::Memory);

/// A program that runs.
pub(super) struct Lifted<'a> {
    program: &'a pp::Program,
    machine: pp::Machine<'a, Symbols>,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a pp::Program,
        image: &'a RegisterImage,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        Lifted {
            program,
            machine: pp::Machine::new(program, image, symbols),
        }
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn step(&mut self, instruction: usize, symbols: &mut Symbols) -> Result<Next, Trap> {
        let current = self.program.instructions.get(instruction);
        let store = current.and_then(|current| current.operation(Unit::Store));
        // In symbols nothing tells which component it is.
        if store.is_some_and(|store| store.address.offset.is_some()) {
            return Err(Trap::Illegal(
                "temporary memory is stored to by an index".into(),
            ));
        }
        self.machine.step(instruction, symbols)
    }
}

impl Machine for Lifted<'_> {
    fn held(&self) -> Vec<(Place, Symbol)> {
        let mut held = Vec::new();
        for (number, lanes) in (0..).zip(&self.machine.registers) {
            for (place, value) in REGISTERS.lanes(number, 0b1111).zip(lanes) {
                held.extend(value.map(|value| (place, value)));
            }
        }
        let mut memory: Vec<(i64, Symbol)> = self
            .machine
            .temporaries
            .iter()
            .map(|(component, value)| (*component, *value))
            .collect();
        memory.sort_unstable();
        held.extend(memory.into_iter().map(|(component, value)| {
            let place = Place {
                file: MEMORY,
                number: (component >> 2) as u16,
                lane: (component & 3) as u8,
            };
            (place, value)
        }));
        held
    }

    fn set(&mut self, place: Place, value: Symbol) {
        if place.file == MEMORY {
            let component = 4 * i64::from(place.number) + i64::from(place.lane);
            self.machine.temporaries.insert(component, value);
        } else if let Some(lanes) = self.machine.registers.get_mut(usize::from(place.number)) {
            lanes[usize::from(place.lane & 3)] = Some(value);
        }
    }

    fn is_discarded(&self) -> bool {
        self.machine.discarded != 0
    }
}
