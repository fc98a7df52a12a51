//! The reflection record of a compiled shader.

use crate::interface::Layout as Registers;
use crate::isa::registers::output_row;
use crate::position::Prepared;
use crate::program::LETTERS;
use retroshade_ir::Variable;
use retroshade_kit::mir::LiteralRegister;
use retroshade_kit::reflect::{self, Constant, Number, Reflection, Stats};

/// Where a variable starts, and how its registers are called.
struct Place {
    file: &'static str,
    index: u32,
    first_lane: u8,
    register: String,
}

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
        let entry = |offset: u32| plain('v', "v", u32::from(*first) + offset);
        record.inputs.extend(entries(variable, entry));
    }
    for (output, variable) in shader.interface.outputs.iter() {
        let Some(place) = registers.outputs.get(&(output, 0)) else {
            continue;
        };
        let entry = |offset: u32| {
            let number = u32::from(place.number) + offset;
            let row = u8::try_from(number).ok().and_then(output_row);
            Place {
                file: "o",
                index: number,
                first_lane: place.first,
                register: row.map_or_else(|| format!("o{number}"), |row| row.name.to_owned()),
            }
        };
        record.outputs.extend(entries(variable, entry));
    }
    for (uniform, first) in &registers.uniforms {
        let variable = &shader.interface.uniforms[*uniform];
        if variable.values.is_some() {
            let slots = (*first..).zip(variable.literal_slots());
            record
                .constants
                .extend(slots.map(|(register, values)| {
                    literal(u16::from(register), values.iter().copied())
                }));
            continue;
        }
        let entry = |offset: u32| plain('c', "c", u32::from(*first) + offset);
        let list = match prepared.driver.get(uniform) {
            Some(_) => &mut record.driver_uniforms,
            None => &mut record.uniforms,
        };
        list.extend(entries(variable, entry));
    }
    for placed in literals {
        let values = placed.words.iter().map(|bits| f32::from_bits(*bits));
        record.constants.push(literal(placed.reg.number, values));
    }
    record.stats = stats;
    record
}

/// A register that holds literals, 0 in lanes without one.
fn literal(register: u16, values: impl Iterator<Item = f32>) -> Constant {
    Constant {
        register: format!("c{register}"),
        file: "c".to_owned(),
        index: register.into(),
        value: values
            .chain(std::iter::repeat(0.0))
            .take(4)
            .map(Number)
            .collect(),
        embedded: false,
        ..Constant::default()
    }
}

fn plain(letter: char, file: &'static str, index: u32) -> Place {
    Place {
        file,
        index,
        first_lane: 0,
        register: format!("{letter}{index}"),
    }
}

/// The entries of a variable: one, or one for each leaf of an indexed array of structures. `place`
/// gives the register so many slots behind the first.
fn entries(variable: &Variable, place: impl Fn(u32) -> Place) -> Vec<reflect::Variable> {
    let slots = variable.slots_per_element();
    let matrix = variable.shape.columns > 1;
    let leaves = variable.leaves().into_iter();
    leaves
        .map(|leaf| {
            let place = place(leaf.first_element * slots);
            let lanes = LETTERS.iter().skip(usize::from(place.first_lane));
            reflect::Variable {
                name: leaf.name,
                ty: variable.shape.glsl(),
                builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
                array: leaf.array,
                stride: leaf.array.map(|_| 4 * slots),
                register: Some(place.register),
                file: Some(place.file.to_owned()),
                index: Some(place.index),
                components: Some(lanes.take(usize::from(variable.slot_lanes())).collect()),
                layout: (matrix && place.file == "c").then_some(variable.layout.into()),
                matrix_stride: matrix.then_some(4),
                ..reflect::Variable::default()
            }
        })
        .collect()
}
