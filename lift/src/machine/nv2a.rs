//! NV2A's vertex programs. They have no jumps.

use crate::blocks::Machine;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::symbols::{Symbol, Symbols};
use retroshade_kit::machine::{MISSING, RegisterImage, Trap};
use retroshade_nv2a::execute;
use retroshade_nv2a::program::Program;

const OUTPUTS: File = File::new("o", Kind::Output);
const TEMPORARIES: File = File::new("r", Kind::Temporary);

/// A program that runs.
pub(super) struct Lifted<'a> {
    machine: execute::Machine<'a, Symbols>,
    unset: Symbol,
}

impl<'a> Lifted<'a> {
    pub(super) fn new(
        program: &'a Program,
        image: &'a RegisterImage,
        symbols: &mut Symbols,
    ) -> Lifted<'a> {
        use retroshade_kit::machine::numbers::Numbers;
        Lifted {
            machine: execute::Machine::new(program, image, MISSING, symbols),
            unset: symbols.unset(),
        }
    }
}

impl Execute<Symbols> for Lifted<'_> {
    fn step(&mut self, instruction: usize, symbols: &mut Symbols) -> Result<Next, Trap> {
        let next = self.machine.step(instruction, symbols)?;
        // They stay for the vertices that come after.
        match self.machine.constants.keys().next() {
            Some((register, _)) => {
                let what = format!("c{register} is written, which no shader can");
                Err(Trap::Illegal(what.into()))
            }
            None => Ok(next),
        }
    }
}

impl Machine for Lifted<'_> {
    fn held(&self) -> Vec<(Place, Symbol)> {
        let mut held = Vec::new();
        for (number, lanes) in (0..).zip(&self.machine.outputs) {
            for (place, value) in OUTPUTS.lanes(number, 0b1111).zip(lanes) {
                held.extend(value.map(|value| (place, value)));
            }
        }
        for (number, lanes) in (0..).zip(&self.machine.temporaries) {
            let places = TEMPORARIES.lanes(number, 0b1111).zip(lanes);
            held.extend(
                places
                    .filter(|(_, value)| **value != self.unset)
                    .map(|(place, value)| (place, *value)),
            );
        }
        held
    }

    /// A program is one block, before which nothing was written.
    fn set(&mut self, _: Place, _: Symbol) {}
}
