//! The lines of a trace: a slot, and what its units wrote.

use crate::isa::registers::output_row;
use crate::isa::{Lanes, Mac, Mask};
use crate::program::{Slot, Target, Unit, UnitOp};
use crate::sim::Step;

/// The number of a slot, its text, and the registers that it wrote.
pub(crate) fn line(number: usize, slot: &Slot, step: &Step) -> String {
    let mut effects = Vec::new();
    if let (Some(unit), Some(result)) = (&slot.mac, step.mac) {
        if unit.op == Mac::Arl {
            effects.push(format!("a0.x = {}", result[0] as i32));
        }
        written(unit, result, &mut effects);
    }
    if let (Some(unit), Some(result)) = (&slot.ilu, step.ilu) {
        written(unit, result, &mut effects);
    }
    let text = format!(
        "{number:5}  {:<60}  {}",
        slot.to_string(),
        effects.join("; ")
    );
    text.trim_end().to_owned()
}

fn written<Op: UnitOp>(unit: &Unit<Op>, result: Lanes, effects: &mut Vec<String>) {
    if let Some(write) = unit.temporary {
        effects.push(effect(&format!("r{}", write.to), write.mask, result));
    }
    if let Some(write) = unit.output {
        let name = match write.to {
            Target::Output(number) => {
                output_row(number).map_or_else(|| format!("o{number}"), |row| row.name.to_owned())
            }
            Target::Constant(index) => format!("c[{index}]"),
        };
        effects.push(effect(&name, write.mask, result));
    }
}

/// `r1.xy = 0.5, 2`
fn effect(register: &str, mask: Mask, result: Lanes) -> String {
    let lanes = (0..4).filter(|lane| mask >> lane & 1 == 1);
    let names: String = lanes
        .clone()
        .filter_map(|lane| "xyzw".chars().nth(lane))
        .collect();
    let numbers = lanes.filter_map(|lane| result.get(lane));
    let numbers: Vec<String> = numbers
        .map(|bits| f32::from_bits(*bits).to_string())
        .collect();
    format!("{register}.{names} = {}", numbers.join(", "))
}
