//! The reflection record of a compiled shader.

use crate::interface::Layout as Registers;
use crate::isa::registers::output_row;
use crate::position::Prepared;
use retroshade_kit::mir::LiteralRegister;
use retroshade_kit::reflect::{Constant, Reflection, Register, Stats, entries};

/// Describes a shader with its registers.
pub(crate) fn reflection(
    prepared: &Prepared,
    registers: &Registers,
    literals: &[LiteralRegister],
    stats: Stats,
) -> Reflection {
    let shader = &prepared.shader;
    let mut record = Reflection::new("nv2a", shader.stage.name());
    record.source = shader.name.clone();
    for (input, first) in &registers.attributes {
        let variable = &shader.interface.inputs[*input];
        let entry = |offset: u32| Register::new("v", u32::from(*first) + offset);
        record.inputs.extend(entries(variable, "c", entry));
    }
    for (output, variable) in shader.interface.outputs.iter() {
        let Some(place) = registers.outputs.get(&(output, 0)) else {
            continue;
        };
        let entry = |offset: u32| {
            let number = u32::from(place.number) + offset;
            let row = u8::try_from(number).ok().and_then(output_row);
            Register {
                name: row.map_or_else(|| format!("o{number}"), |row| row.name.to_owned()),
                lane: place.first,
                ..Register::new("o", number)
            }
        };
        record.outputs.extend(entries(variable, "c", entry));
    }
    for (uniform, first) in &registers.uniforms {
        let variable = &shader.interface.uniforms[*uniform];
        if variable.values.is_some() {
            let slots = (*first..).zip(variable.literal_slots());
            record.constants.extend(slots.map(|(register, values)| {
                literal_register(register.into(), values.iter().copied())
            }));
            continue;
        }
        let entry = |offset: u32| Register::new("c", u32::from(*first) + offset);
        let list = match prepared.driver.get(uniform) {
            Some(_) => &mut record.driver_uniforms,
            None => &mut record.uniforms,
        };
        list.extend(entries(variable, "c", entry));
    }
    for placed in literals {
        let values = placed.words.iter().map(|bits| f32::from_bits(*bits));
        record
            .constants
            .push(literal_register(placed.reg.number.into(), values));
    }
    record.stats = stats;
    record
}

/// A register that holds literals, 0 in lanes without one.
fn literal_register(register: u32, values: impl Iterator<Item = f32>) -> Constant {
    Constant::literals("c", register, values.chain(std::iter::repeat(0.0)).take(4))
}
