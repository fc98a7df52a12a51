//! The reflection record of a compiled fragment program.

use super::bundle::Program;
use super::code::{Alu, Cell, Kind};
use super::generate::Made;
use super::interface::Layout;
use super::isa::Unit;
use retroshade_ir::{SamplerKind, Shader, Variable};
use retroshade_kit::reflect::{self, Reflection, Sampler, Stats};

/// Describes a shader with its places.
pub(super) fn reflection(shader: &Shader, layout: &Layout, made: &Made) -> Reflection {
    let mut record = Reflection::new("lima", shader.stage.name());
    record.source = shader.name.clone();
    for (input, first) in &layout.varyings {
        let variable = &shader.interface.inputs[*input];
        record.inputs.extend(entries(variable, "v", *first, 0));
    }
    for input in &layout.builtins {
        let variable = &shader.interface.inputs[*input];
        record.inputs.push(reflect::Variable {
            name: variable.name.clone(),
            ty: variable.shape.glsl(),
            builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
            ..reflect::Variable::default()
        });
    }
    for (uniform, place) in &layout.uniforms {
        let variable = &shader.interface.uniforms[*uniform];
        let entries = entries(variable, "u", place.index, place.lane);
        record.uniforms.extend(entries);
    }
    for (id, first) in &layout.samplers {
        let sampler = &shader.interface.samplers[*id];
        for leaf in sampler.leaves() {
            record.samplers.push(Sampler {
                name: leaf.name,
                ty: match sampler.kind {
                    SamplerKind::D2 => "sampler2D",
                    SamplerKind::Cube => "samplerCube",
                    SamplerKind::External => "samplerExternalOES",
                }
                .to_owned(),
                array: leaf.array,
                register: None,
                index: first + leaf.first_element,
                kind: None,
            });
        }
    }
    for (_, variable) in shader.interface.outputs.iter() {
        use retroshade_ir::Builtin;
        let value = match variable.builtin {
            Some(Builtin::FragDepth) => made.code.depth,
            _ => made.code.color,
        };
        let Some(value) = value else {
            continue;
        };
        // All lanes of an output lie in its register.
        let cell = made.registers.cells.get(Cell::new(value, 0).index());
        let register = cell.copied().flatten().map_or(0, |(register, _)| register);
        record
            .outputs
            .extend(entries(variable, "$", register.into(), 0));
    }
    let operations = || made.code.blocks.iter().flat_map(|block| &block.operations);
    if operations().any(|operation| matches!(operation.kind, Kind::Discard(_))) {
        record.features.push("discard".to_owned());
    }
    let derivative = |kind| matches!(kind, Kind::Alu(alu) if alu == Alu::DFDX || alu == Alu::DFDY);
    if operations().any(|operation| derivative(operation.kind)) {
        record.features.push("derivatives".to_owned());
    }
    record.stats = stats(&made.program);
    record.stats.registers = made.registers.used.into();
    let bound: usize = made.plans.iter().map(|plan| plan.bound).sum();
    record.stats.lower_bound = Some(bound as u32 + u32::from(made.program.discards()));
    let temporaries = made.code.temporaries.into();
    record
        .stats
        .more
        .insert("temporaries".to_owned(), temporaries);
    record
}

/// Counts of a program.
pub(super) fn stats(program: &Program) -> Stats {
    let busy = |unit: Unit| {
        let bundles = program.bundles.iter();
        bundles.filter(|bundle| bundle.slot(unit).is_some()).count() as u64
    };
    Stats {
        instructions: program.bundles.len() as u32,
        words: program.words() as u32,
        more: Unit::ALL
            .into_iter()
            .map(|unit| (unit.key().to_owned(), busy(unit)))
            .collect(),
        ..Stats::default()
    }
}

/// The entries of a variable: one, or one for each leaf of an indexed array of structures.
fn entries(variable: &Variable, file: &str, first: u32, lane: u8) -> Vec<reflect::Variable> {
    let slots = variable.slots_per_element();
    let matrix = variable.shape.columns > 1;
    let leaves = variable.leaves().into_iter();
    let lanes = usize::from(variable.slot_lanes());
    let components: String = "xyzw".chars().skip(lane.into()).take(lanes).collect();
    leaves
        .map(|leaf| {
            let index = first + leaf.first_element * slots;
            reflect::Variable {
                name: leaf.name,
                ty: variable.shape.glsl(),
                builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
                array: leaf.array,
                stride: leaf.array.map(|_| 4 * slots),
                register: Some(format!("{file}{index}")),
                file: Some(file.to_owned()),
                index: Some(index),
                components: Some(components.clone()),
                layout: (matrix && file == "u").then_some(variable.layout.into()),
                matrix_stride: matrix.then_some(4),
                ..reflect::Variable::default()
            }
        })
        .collect()
}

/// The registers that a program writes.
pub(super) fn registers(program: &Program) -> u32 {
    use super::isa::{Field, Layout as Form, NONE};
    // A bit for each; fields of registers have six bits at most.
    let mut written = 0u64;
    for (_, slot) in program.bundles.iter().flat_map(super::Bundle::slots) {
        let dest = slot.get(Field::Dest);
        match slot.layout() {
            Form::VaryingIndex | Form::VaryingRegister if dest == NONE => {}
            Form::ScalarMul | Form::ScalarAdd if !slot.flag(Field::OutEn) => {}
            Form::ScalarMul
            | Form::ScalarAdd
            | Form::CombineScalar
            | Form::CombineVectorToScalar => {
                written |= 1 << (dest >> 2 & 63);
            }
            Form::VectorMul | Form::VectorAdd if slot.get(Field::Mask) == 0 => {}
            Form::Texture
            | Form::Load
            | Form::Store
            | Form::Branch
            | Form::Discard
            | Form::Const => {}
            _ => {
                written |= 1 << (dest & 63);
            }
        }
    }
    written.count_ones()
}
