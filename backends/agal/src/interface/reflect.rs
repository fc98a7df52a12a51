//! The reflection record of a compiled shader.

use super::Registers;
use crate::isa::File;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Builtin, LANES, Op, OpKind, SamplerKind, Shader, Stage, Variable};
use retroshade_kit::interface::Placed;
use retroshade_kit::reflect::{self, Constant, Number, Reflection, Stats};

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
        if let Some((file, placed)) = registers.inputs.get(input.index()).copied().flatten() {
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
        if let Some((file, placed)) = registers.outputs.get(output.index()).copied().flatten() {
            record
                .outputs
                .extend(entries(stage, variable, file, &placed));
        }
    }
    for (uniform, variable) in shader.interface.uniforms.iter() {
        if let Some(placed) = registers.uniforms.get(uniform.index()).copied().flatten() {
            if variable.values.is_some() {
                let slots = (0..).zip(variable.literal_slots());
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
        let Some(first) = registers.samplers.get(id.index()).copied().flatten() else {
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
    Constant {
        register: File::Constant.register(stage, number),
        file: File::Constant.prefix(stage).to_owned(),
        index: number.into(),
        value: values.into_iter().map(Number).collect(),
        embedded: false,
        ..Constant::default()
    }
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

/// The entries of a variable: one, or one for each leaf of an indexed array of structures.
fn entries(
    stage: Stage,
    variable: &Variable,
    file: File,
    placed: &Placed,
) -> Vec<reflect::Variable> {
    let leaves = variable.leaves();
    let entry = |leaf: retroshade_ir::Leaf| {
        let first = placed.lane + leaf.first_element * placed.stride;
        let (register, component) = (first / 4, (first % 4) as usize);
        let lanes = usize::from(variable.slot_lanes());
        let components = LANES.iter().skip(component).take(lanes).collect::<String>();
        let matrix = variable.shape.columns > 1;
        let uniform = file == File::Constant;
        // Elements beyond the last that is used have no place.
        let placed_elements = placed.elements.saturating_sub(leaf.first_element);
        let length = leaf.array.map(|length| length.min(placed_elements));
        Some(reflect::Variable {
            name: leaf.name,
            ty: variable.shape.glsl(),
            builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
            array: length,
            stride: length.map(|_| placed.stride),
            register: Some(file.register(stage, register as u16)),
            file: Some(file.prefix(stage).to_owned()),
            index: Some(register),
            components: Some(components),
            layout: (matrix && uniform).then_some(variable.layout.into()),
            matrix_stride: matrix.then_some(placed.slot_stride),
            ..reflect::Variable::default()
        })
    };
    let placed_leaf = |leaf: &retroshade_ir::Leaf| leaf.first_element < placed.elements.max(1);
    leaves
        .into_iter()
        .filter(placed_leaf)
        .filter_map(entry)
        .collect()
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
