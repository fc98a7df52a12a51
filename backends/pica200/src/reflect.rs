//! The reflection record and the tables of the container: what the world must know of a program.

use crate::container::{Constant, Executable, OutputMapping, Semantic, Symbol, SymbolFile};
use crate::interface::{OutputPlace, Places, UniformPlace};
use crate::isa::LaneMask;
use crate::isa::float24::{self, Rounding};
use crate::schedule::Finished;
use retroshade_ir::{LANES, Leaf, Shader, Variable};
use retroshade_kit::reflect::{self, Reflection};

/// Symbols and output map of a shader. The extent of the code and constants are filled in later.
pub(crate) fn tables(shader: &Shader, places: &Places) -> Executable {
    let mut executable = Executable::default();
    for (input, variable) in shader.interface.inputs.iter() {
        let Some(first) = places.inputs[input] else {
            continue;
        };
        for slot in 0..variable.slots() {
            let register = first.saturating_add(slot as u8);
            executable.inputs |= 1u16.checked_shl(register.into()).unwrap_or(0);
            // Each register of a matrix is an attribute of its own.
            let name = match variable.slots() {
                1 => variable.name.clone(),
                _ => format!("{}[{slot}]", variable.name),
            };
            executable.symbols.push(Symbol {
                name,
                file: SymbolFile::Input,
                first: register,
                last: register,
            });
        }
    }
    for (uniform, variable) in shader.interface.uniforms.iter() {
        let (file, first) = match places.uniforms[uniform] {
            Some(UniformPlace::Float(first)) => (SymbolFile::Float, first),
            Some(UniformPlace::Boolean(first)) => (SymbolFile::Boolean, first),
            None => continue,
        };
        if variable.values.is_some() {
            executable.constants.extend(table(variable, first));
            continue;
        }
        for (leaf, from, count) in leaf_registers(variable) {
            let first = first.saturating_add(from);
            executable.symbols.push(Symbol {
                name: leaf.name,
                file,
                first,
                last: first.saturating_add(count.max(1) - 1),
            });
        }
    }
    executable
        .symbols
        .sort_by_key(|symbol| (symbol.file, symbol.first));
    for (output, variable) in shader.interface.outputs.iter() {
        if let Some(place) = places.outputs[output] {
            output_rows(variable, &place, &mut executable);
        }
    }
    executable
        .output_map
        .sort_by_key(|row| (row.register, row.mask));
    executable
}

/// The constants of a uniform that holds literals.
fn table(variable: &Variable, first: u8) -> impl Iterator<Item = Constant> {
    (first..)
        .zip(variable.literal_slots())
        .map(|(index, numbers)| {
            let number = |lane: usize| numbers.get(lane).copied().unwrap_or(0.0);
            let lane = |lane: usize| float24::from_f32(number(lane), Rounding::Nearest);
            Constant::Float {
                index,
                value: std::array::from_fn(lane),
            }
        })
}

fn output_rows(variable: &Variable, place: &OutputPlace, executable: &mut Executable) {
    let lanes = variable.slot_lanes();
    for slot in 0..variable.slots() {
        let register = place.register.saturating_add(slot as u8) & 15;
        executable.outputs |= 1 << register;
        let taken = if place.semantic == Semantic::Dummy {
            lanes
        } else {
            place.mapped
        };
        let mask = (place.lane..place.lane + taken)
            .fold(LaneMask::NONE, |mask, lane| mask.or(LaneMask::lane(lane)));
        executable.output_map.push(OutputMapping {
            semantic: place.semantic,
            register,
            mask,
        });
        if place.third {
            executable.output_map.push(OutputMapping {
                semantic: Semantic::TexCoord0W,
                register,
                mask: LaneMask::lane(2),
            });
        }
    }
}

/// The record of a finished program.
pub(crate) fn reflection(shader: &Shader, places: &Places, finished: &Finished) -> Reflection {
    let mut record = Reflection::new("pica200", shader.stage.name());
    record.source.clone_from(&shader.name);
    for (input, variable) in shader.interface.inputs.iter() {
        if let Some(first) = places.inputs[input] {
            record.inputs.push(entry(variable, 'v', first, 0));
        }
    }
    for (output, variable) in shader.interface.outputs.iter() {
        if let Some(place) = places.outputs[output] {
            let mut entry = entry(variable, 'o', place.register, place.lane);
            entry.semantic = Some(place.semantic.name().to_owned());
            record.outputs.push(entry);
        }
    }
    for (uniform, variable) in shader.interface.uniforms.iter() {
        let (file, first) = match places.uniforms[uniform] {
            Some(UniformPlace::Float(first)) => ('c', first),
            Some(UniformPlace::Boolean(first)) => ('b', first),
            None => continue,
        };
        // Those that hold literals are among the constants of the container.
        if variable.values.is_some() {
            continue;
        }
        for (leaf, from, _) in leaf_registers(variable) {
            let entry = entry(variable, file, first.saturating_add(from), 0);
            record.uniforms.push(reflect::Variable {
                name: leaf.name,
                stride: entry.stride.filter(|_| leaf.array.is_some()),
                array: leaf.array,
                ..entry
            });
        }
    }
    record.constants = constants(finished);
    let words = finished.shbin.code.len() as u32;
    record.stats.instructions = words;
    record.stats.words = words;
    record.stats.registers = finished.temporaries.into();
    record.stats.lower_bound = finished.lower_bound;
    let descriptors = finished.shbin.descriptors.len() as u64;
    record.stats.more.insert("descriptors".into(), descriptors);
    record
}

/// What GL takes for separate variables: one, or one for each place in an indexed array of structures,
/// with its first register behind the variable's and how many it has.
fn leaf_registers(variable: &Variable) -> impl Iterator<Item = (Leaf, u8, u8)> {
    let element = variable.slots_per_element();
    variable.leaves().into_iter().map(move |leaf| {
        let from = (leaf.first_element * element).min(255) as u8;
        let count = (leaf.array.unwrap_or(1) * element).min(255) as u8;
        (leaf, from, count)
    })
}

/// Where a variable lies, in the words of the record.
fn entry(variable: &Variable, file: char, first: u8, lane: u8) -> reflect::Variable {
    let shape = variable.shape;
    let lanes = variable.slot_lanes();
    let names = LANES.iter().skip(lane.into()).take(lanes.into());
    let is_matrix = shape.columns > 1;
    reflect::Variable {
        name: variable.name.clone(),
        ty: variable.shape.glsl(),
        builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
        array: variable.shape.array,
        stride: shape.array.map(|_| 4 * variable.slots_per_element()),
        register: Some(format!("{file}{first}")),
        file: Some(file.to_string()),
        index: Some(first.into()),
        components: Some(names.collect()),
        layout: is_matrix.then_some(variable.layout.into()),
        matrix_stride: is_matrix.then_some(4),
        ..reflect::Variable::default()
    }
}

fn constants(finished: &Finished) -> Vec<reflect::Constant> {
    let executable = finished.shbin.executables.first();
    let constants = executable.map_or(&[][..], |e| e.constants.as_slice());
    let record = |file: &str, index: u8, value: Vec<f32>| reflect::Constant {
        embedded: true,
        ..reflect::Constant::literals(file, index.into(), value.into_iter())
    };
    constants
        .iter()
        .map(|constant| match constant {
            Constant::Boolean { index, value } => record("b", *index, vec![f32::from(*value)]),
            Constant::Integer { index, value } => record(
                "i",
                *index,
                value.iter().map(|lane| f32::from(*lane)).collect(),
            ),
            Constant::Float { index, .. } => {
                record("c", *index, constant.floats().unwrap_or_default().to_vec())
            }
        })
        .collect()
}
