//! What a slot did, for a recording.

use crate::isa::registers::output_row;
use crate::isa::{Lanes, Mac};
use crate::program::{Slot, Target, Unit, UnitOp};
use crate::sim::Step;
use retroshade_kit::machine::{Kind, Recorder};

/// Records a slot that ran: its number, what the units computed and wrote.
pub(crate) fn record(recorder: &mut Recorder, number: usize, slot: &Slot, step: &Step) {
    recorder.begin(number);
    if let (Some(unit), Some(result)) = (&slot.mac, step.mac) {
        if unit.op == Mac::Arl {
            let value = (result[0] as i32) as f32;
            recorder.write(Kind::Address, "a0", 1, [value, 0.0, 0.0, 0.0]);
        }
        written(recorder, unit, result);
    }
    if let (Some(unit), Some(result)) = (&slot.ilu, step.ilu) {
        written(recorder, unit, result);
    }
    // What goes to a0 is a whole number.
    let numbers = slot.mac.filter(|unit| unit.op != Mac::Arl).and(step.mac);
    for (name, result) in [("mac", numbers), ("ilu", step.ilu)] {
        match result {
            Some(result) => {
                recorder.hold_lanes(Kind::Pipeline, name, 0b1111, result.map(f32::from_bits));
            }
            None => recorder.clear(Kind::Pipeline, name),
        }
    }
}

fn written<Op: UnitOp>(recorder: &mut Recorder, unit: &Unit<Op>, result: Lanes) {
    let value = result.map(f32::from_bits);
    if let Some(write) = unit.temporary {
        let name = format!("r{}", write.to);
        recorder.write(Kind::Temporary, &name, write.mask, value);
    }
    let Some(write) = unit.output else { return };
    match write.to {
        Target::Output(number) => {
            let row = output_row(number);
            let name = row.map_or_else(|| format!("o{number}"), |row| row.name.to_owned());
            recorder.write(Kind::Output, &name, write.mask, value);
        }
        Target::Constant(index) => {
            recorder.write(Kind::Uniform, &format!("c{index}"), write.mask, value);
        }
    }
}
