//! AGAL.

use crate::blocks::Machine;
use retroshade_agal as chip;
use retroshade_agal::isa::{File, Program};
use retroshade_ir::Stage;
use retroshade_kit::machine::effects::{self, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{RegisterImage, Trap};

/// A program that runs.
pub(super) struct Lifted<'a> {
    machine: chip::Machine<'a, Symbols>,
    stage: Stage,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a Program,
        image: &'a RegisterImage,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        Lifted {
            machine: chip::Machine::new(program, image, symbols),
            stage: program.stage,
        }
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn step(&mut self, instruction: usize, symbols: &mut Symbols) -> Result<Next, Trap> {
        self.machine.step(instruction, symbols)
    }
}

impl Machine for Lifted<'_> {
    fn held(&self) -> Vec<(Place, Symbol)> {
        let mut held = Vec::new();
        for ((file, number), lanes) in &self.machine.registers {
            let file = effects::File::new(file.prefix(self.stage), file.kind(self.stage));
            for (place, value) in file.lanes(*number, 0b1111).zip(lanes) {
                held.extend(value.map(|value| (place, value)));
            }
        }
        held
    }

    fn set(&mut self, place: Place, value: Symbol) {
        let mut files = File::ALL.into_iter();
        let file = files.find(|file| {
            (file.prefix(self.stage), file.kind(self.stage)) == (place.file.name, place.file.kind)
        });
        if let Some(file) = file {
            let register = self.machine.registers.entry((file, place.number));
            register.or_default()[usize::from(place.lane & 3)] = Some(value);
        }
    }
}
