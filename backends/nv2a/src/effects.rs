//! What the units of a slot read and write.

use crate::isa::registers::POSITION;
use crate::isa::{Meaning, POSITION_VIEW};
use crate::program::{Program, Register, Slot, Target, Unit, UnitOp};
use retroshade_kit::machine::Kind;
use retroshade_kit::machine::effects::{Decoded, Effect, File, Flow, Place, Read};

/// Temporary registers.
pub(crate) const TEMPORARY: File = File::new("r", Kind::Temporary);
/// Output registers by their numbers in the microcode.
pub(crate) const OUTPUT: File = File::new("o", Kind::Output);
/// Constant registers.
pub(crate) const CONSTANT: File = File::new("c", Kind::Uniform);
const ATTRIBUTE: File = File::new("v", Kind::Input);
/// The address register's only lane.
pub(crate) const ADDRESS: Place = Place {
    file: File::new("a", Kind::Address),
    number: 0,
    lane: 0,
};

/// The vector unit and the scalar unit of a slot.
const UNITS: [&str; 2] = ["vector unit (MAC)", "scalar unit (ILU)"];

impl Decoded for Program {
    fn units(&self) -> Vec<&'static str> {
        UNITS.to_vec()
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn effects(&self, instruction: usize) -> Vec<Effect> {
        self.slots
            .get(instruction)
            .map_or(Vec::new(), Slot::effects)
    }

    fn flow(&self, instruction: usize) -> Flow {
        let last = instruction + 1 >= self.len();
        Flow {
            falls: !last,
            target: None,
            ends: last,
        }
    }
}

impl Slot {
    /// Returns the reads and writes of the units: both read before either writes.
    pub(crate) fn effects(&self) -> Vec<Effect> {
        let mac = self.mac.map(|unit| effect(0, &unit));
        let ilu = self.ilu.map(|unit| effect(1, &unit));
        mac.into_iter().chain(ilu).collect()
    }
}

fn effect<Op: UnitOp>(number: usize, unit: &Unit<Op>) -> Effect {
    let mut effect = Effect {
        unit: number,
        ..Effect::default()
    };
    for (_, operand, lanes) in unit.operands() {
        let lanes = operand.register_lanes(lanes);
        let (file, number) = match operand.register {
            Register::Temporary(POSITION_VIEW) => (OUTPUT, POSITION),
            Register::Temporary(number) => (TEMPORARY, number),
            Register::Attribute(number) => (ATTRIBUTE, number),
            Register::Constant(number) => (CONSTANT, number),
            Register::Relative(_) => {
                effect.reads.push(Read::place(ADDRESS));
                continue;
            }
        };
        let places = file.lanes(number.into(), lanes);
        effect.reads.extend(places.map(Read::place));
    }
    if let Some(write) = unit.temporary {
        let places = TEMPORARY.lanes(write.to.into(), write.mask);
        effect.writes.extend(places);
    }
    if let Some(write) = unit.output {
        let (file, number) = match write.to {
            Target::Output(number) => (OUTPUT, number),
            Target::Constant(number) => (CONSTANT, number),
        };
        let places = file.lanes(number.into(), write.mask);
        effect.writes.extend(places);
    }
    if unit.op.info().meaning == Meaning::Address {
        effect.writes.push(ADDRESS);
    }
    effect
}
