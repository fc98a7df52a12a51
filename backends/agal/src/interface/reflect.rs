//! The reflection record of a compiled shader.

use super::Registers;
use crate::isa::File;
use retroshade_ir::{Builtin, Op, OpKind, SamplerKind, Shader, Stage, Variable};
use retroshade_kit::interface::Placed;
use retroshade_kit::reflect::{self, Constant, Reflection, Register, Stats};

/// What a record says besides the interface.
pub(crate) struct Counts {
    /// Counts of the program.
    pub(crate) stats: Stats,
    /// Literals by register: (number, components from x on).
    pub(crate) literals: Vec<(u16, Vec<f32>)>,
}

/// Describes a shader with its registers.
pub(crate) fn reflection(
    target: &str,
    shader: &Shader,
    registers: &Registers,
    counts: Counts,
) -> Reflection {
    let mut record = Reflection::new(target, shader.stage.name());
    record.source = shader.name.clone();
    let stage = shader.stage;
    for (input, variable) in shader.interface.inputs.iter() {
        if let Some((file, placed)) = registers.inputs[input] {
            record
                .inputs
                .extend(entries(stage, variable, file, &placed));
        }
    }
    if let Some(number) = registers.clip_position {
        record.inputs.push(reflect::Variable {
            builtin: Some(Builtin::ClipPosition.name().to_owned()),
            ..vec4(stage, "clip_position", File::Varying, number)
        });
    }
    for (output, variable) in shader.interface.outputs.iter() {
        if let Some((file, placed)) = registers.outputs[output] {
            record
                .outputs
                .extend(entries(stage, variable, file, &placed));
        }
    }
    for (uniform, variable) in shader.interface.uniforms.iter() {
        if let Some(placed) = registers.uniforms[uniform] {
            if variable.values.is_some() {
                // Behind the last element that is read there is none.
                let slots = (0..placed.elements * placed.slots).zip(variable.literal_slots());
                record.constants.extend(slots.map(|(slot, values)| {
                    literals(stage, (placed.slot(slot) / 4) as u16, values.to_vec())
                }));
                continue;
            }
            record
                .uniforms
                .extend(entries(stage, variable, File::Constant, &placed));
        }
    }
    if let Some(number) = registers.viewport {
        record
            .driver_uniforms
            .push(vec4(stage, "viewport_size", File::Constant, number));
    }
    for (id, sampler) in shader.interface.samplers.iter() {
        let Some(first) = registers.samplers[id] else {
            continue;
        };
        for leaf in sampler.leaves() {
            let index = u32::from(first) + leaf.first_element;
            record.samplers.push(reflect::Sampler {
                name: leaf.name,
                ty: match sampler.kind {
                    SamplerKind::Cube => "samplerCube".to_owned(),
                    SamplerKind::D2 | SamplerKind::External => "sampler2D".to_owned(),
                },
                array: leaf.array,
                register: Some(File::Sampler.register(stage, index as u16)),
                index,
                kind: None,
            });
        }
    }
    for (number, value) in counts.literals {
        record.constants.push(literals(stage, number, value));
    }
    record.features = features(shader);
    record.stats = counts.stats;
    record
}

fn literals(stage: Stage, number: u16, values: Vec<f32>) -> Constant {
    Constant::literals(
        File::Constant.prefix(stage),
        number.into(),
        values.into_iter(),
    )
}

fn vec4(stage: Stage, name: &str, file: File, number: u16) -> reflect::Variable {
    reflect::Variable {
        name: name.to_owned(),
        ty: "vec4".to_owned(),
        register: Some(file.register(stage, number)),
        file: Some(file.prefix(stage).to_owned()),
        index: Some(number.into()),
        components: Some("xyzw".to_owned()),
        ..reflect::Variable::default()
    }
}

/// The entries of a variable: one, or one for each leaf of an indexed array of structures. Elements beyond
/// the last that is used have no place.
fn entries(
    stage: Stage,
    variable: &Variable,
    file: File,
    placed: &Placed,
) -> impl Iterator<Item = reflect::Variable> {
    let register = |slot: u32| {
        let (index, lane) = (placed.slot(slot) / 4, (placed.slot(slot) % 4) as u8);
        Register {
            name: file.register(stage, index as u16),
            file: file.prefix(stage).to_owned(),
            index,
            lane,
        }
    };
    let entries = reflect::entries(variable, File::Constant.prefix(stage), register);
    let (elements, stride) = (placed.elements, placed.stride);
    let firsts = variable.leaves().into_iter().map(|leaf| leaf.first_element);
    let placed = firsts
        .zip(entries)
        .filter(move |(first, _)| *first < elements.max(1));
    placed.map(move |(first, entry)| reflect::Variable {
        array: entry
            .array
            .map(|length| length.min(elements.saturating_sub(first))),
        stride: entry.array.map(|_| stride),
        ..entry
    })
}

/// What the shader makes use of.
fn features(shader: &Shader) -> Vec<String> {
    let insts = &shader.regions[shader.body].insts;
    let has = |kinds: &[OpKind]| {
        insts
            .iter()
            .any(|inst| kinds.contains(&shader.insts[*inst].op.kind()))
    };
    let window = shader.interface.inputs.iter().any(|(input, variable)| {
        variable.builtin == Some(Builtin::FragCoord)
            && insts.iter().any(|inst| {
                matches!(shader.insts[*inst].op, Op::Input { input: read, .. } if read == input)
            })
    });
    let list = [
        ("discard", has(&[OpKind::Discard])),
        (
            "derivatives",
            has(&[OpKind::Dfdx, OpKind::Dfdy, OpKind::Fwidth]),
        ),
        ("frag_coord", window),
    ];
    list.iter()
        .filter(|feature| feature.1)
        .map(|feature| feature.0.to_owned())
        .collect()
}
