//! The reflection record and the tables of the container: what the world must know of a program.

use crate::container::{
    Constant, Executable, Geometry, Kind, OutputMapping, Semantic, Symbol, SymbolFile,
};
use crate::interface::{InputFile, InputLayout, InputMode, OutputPlace, Places, UniformPlace};
use crate::isa::LaneMask;
use crate::isa::float24::{self, Rounding};
use crate::schedule::Finished;
use retroshade_ir::{Leaf, Shader, Variable};
use retroshade_kit::reflect::{self, Reflection, Register};

/// Symbols and output map of a shader. The extent of the code and constants are filled in later.
pub(crate) fn tables(shader: &Shader, places: &Places) -> Executable {
    let mut executable = Executable {
        kind: places.layout.map_or(Kind::Vertex, kind),
        ..Executable::default()
    };
    for (input, variable) in shader.interface.inputs.iter() {
        let Some(place) = places.inputs[input] else {
            continue;
        };
        // What a geometry program reads has no names in a file.
        if places.layout.is_some() {
            continue;
        }
        for slot in 0..variable.slots() {
            let register = place.register(slot);
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

/// The kind of a geometry program with an input.
fn kind(layout: InputLayout) -> Kind {
    Kind::Geometry(match layout.mode {
        InputMode::Point => Geometry::Point,
        InputMode::Fixed => Geometry::Fixed {
            start: 0,
            vertices: layout.vertices,
        },
        InputMode::Variable => Geometry::Variable {
            vertices: layout.vertices,
        },
    })
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
        let mask = (place.lane..place.lane + taken).collect();
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
        let Some(place) = places.inputs[input] else {
            continue;
        };
        let file = match place.file {
            InputFile::Inputs => "v",
            InputFile::Uniforms => "c",
        };
        let entries = entries(variable, file, place.first, 0).into_iter();
        record.inputs.extend(entries.map(|entry| {
            if places.layout.is_some() && entry.array.is_some() {
                reflect::Variable {
                    stride: Some(4 * u32::from(place.stride)),
                    main_elements: (place.main != u32::MAX).then_some(place.main),
                    ..entry
                }
            } else {
                entry
            }
        }));
    }
    for (output, variable) in shader.interface.outputs.iter() {
        if let Some(place) = places.outputs[output] {
            let entries = entries(variable, "o", place.register, place.lane);
            record
                .outputs
                .extend(entries.into_iter().map(|entry| reflect::Variable {
                    semantic: Some(place.semantic.name().to_owned()),
                    ..entry
                }));
        }
    }
    for (uniform, variable) in shader.interface.uniforms.iter() {
        let (file, first) = match places.uniforms[uniform] {
            Some(UniformPlace::Float(first)) => ("c", first),
            Some(UniformPlace::Boolean(first)) => ("b", first),
            None => continue,
        };
        // Those that hold literals are among the constants of the container.
        if variable.values.is_none() {
            record.uniforms.extend(entries(variable, file, first, 0));
        }
    }
    record.constants = constants(finished);
    let words = finished.shbin.code.len() as u32;
    record.stats.instructions = words;
    record.stats.words = words;
    record.stats.registers = finished.temporaries.into();
    record.stats.schedule_bound = finished.schedule_bound;
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

/// The entries of a variable whose registers begin at one of a file.
fn entries(variable: &Variable, file: &str, first: u8, lane: u8) -> Vec<reflect::Variable> {
    reflect::entries(variable, "c", |slot| Register {
        lane,
        ..Register::new(file, u32::from(first) + slot)
    })
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
