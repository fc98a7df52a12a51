//! The reflection record of a compiled vertex program.

use super::code::{Code, Place};
use super::interface::Layout as Registers;
use super::isa::{Field, NO_STORE};
use super::position::DRIVER;
use super::program::{STORE_HALVES, STORES};
use super::schedule::Schedule;
use retroshade_ir::Shader;
use retroshade_ir::entity::EntitySet;
use retroshade_kit::reflect::{Constant, Reflection, Register, Stats, entries};

/// Describes a shader with its registers.
pub(super) fn reflection(
    shader: &Shader,
    registers: &Registers,
    code: &Code,
    schedule: &Schedule,
) -> Reflection {
    let mut record = Reflection::new("lima", shader.stage.name());
    record.source = shader.name.clone();
    for (input, first) in &registers.attributes {
        let variable = &shader.interface.inputs[*input];
        record.inputs.extend(entries(variable, "u", |slot| {
            Register::new("a", first + slot)
        }));
    }
    let stored: EntitySet<u8> = code
        .blocks
        .values()
        .flat_map(|block| block.stores())
        .filter_map(|place| match place {
            Place::Output(register, _) => Some(register),
            _ => None,
        })
        .collect();
    for (output, first) in &registers.outputs {
        let variable = &shader.interface.outputs[*output];
        let mut written = (*first..first + variable.slots()).map(|index| index as u8);
        // What the shader declares and never writes is no output.
        if written.any(|register| stored.contains(register)) {
            record.outputs.extend(entries(variable, "u", |slot| {
                Register::new("v", first + slot)
            }));
        }
    }
    for (uniform, placed) in &registers.uniforms {
        let first = placed.register();
        let variable = &shader.interface.uniforms[*uniform];
        if variable.values.is_some() {
            let slots = (first..).zip(variable.literal_slots());
            record.constants.extend(
                slots.map(|(index, values)| Constant::literals("u", index, values.iter().copied())),
            );
            continue;
        }
        let list = if DRIVER.contains(&variable.name.as_str()) {
            &mut record.driver_uniforms
        } else {
            &mut record.uniforms
        };
        let place = |slot: u32| Register {
            lane: placed.component(),
            ..Register::new("u", first + slot)
        };
        list.extend(entries(variable, "u", place));
    }
    for (index, values) in (code.first_literal..).zip(code.literals.chunks(4)) {
        let values = values.iter().map(|bits| f32::from_bits(*bits));
        record
            .constants
            .push(Constant::literals("u", index, values));
    }
    record.stats = stats(schedule);
    record
}

fn stats(schedule: &Schedule) -> Stats {
    let instructions = &schedule.program.instructions;
    let mut written = EntitySet::new();
    for instruction in instructions {
        for (half, [address, varying, _]) in STORE_HALVES.iter().enumerate() {
            let stores = STORES.iter().skip(2 * half).take(2);
            let mut stores = stores.map(|field| instruction.get(*field));
            if stores.any(|source| source != NO_STORE) && instruction.get(*varying) == 0 {
                written.insert(usize::from(instruction.get(*address)));
            }
        }
    }
    let busy = |field: Field| {
        let idle = super::Instruction::default().get(field);
        let busy = instructions.iter().filter(|i| i.get(field) != idle);
        busy.count() as u64
    };
    let count = instructions.len() as u32;
    Stats {
        instructions: count,
        words: 4 * count,
        registers: written.iter().count() as u32,
        schedule_bound: Some(schedule.bound),
        shader_bound: None,
        more: [
            ("mul0", busy(Field::Mul0A)),
            ("mul1", busy(Field::Mul1A)),
            ("acc0", busy(Field::Acc0A)),
            ("acc1", busy(Field::Acc1A)),
            ("complex", busy(Field::ComplexInput)),
            ("pass", busy(Field::PassInput)),
            ("copies", schedule.copies.into()),
            ("attempts", schedule.attempts.into()),
            ("blocks", schedule.starts.len().saturating_sub(1) as u64),
            ("blocks at their bound", schedule.at_bound.into()),
            (
                "attribute_prefetch",
                schedule.program.attribute_prefetch().into(),
            ),
        ]
        .into_iter()
        .map(|(name, count)| (name.to_owned(), count))
        .collect(),
    }
}
