//! The reflection record of a compiled fragment program.

use super::code::{Alu, Cell, Kind};
use super::effects::REGISTER;
use super::interface::Layout;
use super::isa::Unit;
use super::lowered::Lowered;
use super::orientation::HEIGHT;
use super::program::Program;
use retroshade_ir::{SamplerKind, Shader};
use retroshade_kit::machine::effects::Decoded;
use retroshade_kit::reflect::{self, Number, Reflection, Register, Sampler, Stats, entries};
use std::collections::BTreeSet;

/// Describes a shader with its places; `rounded`: magnitudes of numbers that half floats stand for.
pub(super) fn reflection(
    shader: &Shader,
    layout: &Layout,
    rounded: &[f32],
    made: &Lowered,
) -> Reflection {
    let mut record = Reflection::new("lima", shader.stage.name());
    record.source = shader.name.clone();
    for (input, first) in &layout.varyings {
        let variable = &shader.interface.inputs[*input];
        record.inputs.extend(entries(variable, "u", |slot| {
            Register::new("v", first + slot)
        }));
    }
    for input in &layout.builtins {
        let variable = &shader.interface.inputs[*input];
        record.inputs.push(reflect::Variable {
            name: variable.name.clone(),
            ty: variable.glsl_type(),
            builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
            ..reflect::Variable::default()
        });
    }
    for (uniform, place) in &layout.uniforms {
        let variable = &shader.interface.uniforms[*uniform];
        let place = |slot: u32| Register {
            lane: place.lane,
            ..Register::new("u", place.index + slot)
        };
        let list = if variable.name == HEIGHT {
            &mut record.driver_uniforms
        } else {
            &mut record.uniforms
        };
        list.extend(entries(variable, "u", place));
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
        let register = made.registers.cells[Cell::new(value, 0)];
        let register = register.map_or(0, |(register, _)| register);
        let place = |slot: u32| Register::new("$", u32::from(register) + slot);
        record.outputs.extend(entries(variable, "u", place));
    }
    let operations = || {
        made.code
            .blocks
            .iter()
            .flat_map(|block| block.operations.values())
    };
    if operations().any(|operation| matches!(operation.kind, Kind::Discard(_))) {
        record.features.push("discard".to_owned());
    }
    let derivative = |kind| matches!(kind, Kind::Alu(alu) if alu == Alu::DFDX || alu == Alu::DFDY);
    if operations().any(|operation| derivative(operation.kind)) {
        record.features.push("derivatives".to_owned());
    }
    record.rounded = Some(rounded.iter().copied().map(Number).collect());
    record.stats = stats(&made.program);
    record.stats.registers = made.registers.used.into();
    let bound: usize = made.plans.iter().map(|plan| plan.bound).sum();
    // The block that discards comes behind all others, if no instruction of these does it.
    let behind =
        made.program.instructions.len() > made.plans.iter().map(|plan| plan.words.len()).sum();
    record.stats.schedule_bound = Some(bound as u32 + u32::from(behind));
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
        let instructions = program.instructions.iter();
        instructions
            .filter(|one| one.operation(unit).is_some())
            .count() as u64
    };
    Stats {
        instructions: program.instructions.len() as u32,
        words: program.words() as u32,
        more: Unit::ALL
            .into_iter()
            .map(|unit| (unit.key().to_owned(), busy(unit)))
            .collect(),
        ..Stats::default()
    }
}

/// The registers that a program writes.
pub(super) fn registers(program: &Program) -> u32 {
    let effects = (0..program.len()).flat_map(|index| program.effects(index));
    let written = effects.flat_map(|effect| effect.writes);
    let registers = written.filter(|place| place.file == REGISTER);
    let registers: BTreeSet<u16> = registers.map(|place| place.number).collect();
    registers.len() as u32
}
