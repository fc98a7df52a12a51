//! Single instructions as text.

use super::declarations::Declarations;
use crate::isa::{Combine, Condition, Index, Instruction, LaneMask, Opcode};

pub(super) fn condition_text(condition: Condition) -> String {
    let flag = |lane: char, wanted: bool| {
        let sign = if wanted { "" } else { "!" };
        format!("{sign}cmp.{lane}")
    };
    let (x, y) = (flag('x', condition.x), flag('y', condition.y));
    match condition.combine {
        Combine::Or => format!("{x} || {y}"),
        Combine::And => format!("{x} && {y}"),
        Combine::X => x,
        Combine::Y => y,
    }
}

/// An instruction that does not steer the program; `None` for one that has no spelling.
pub(super) fn plain_text(instruction: &Instruction, names: &Declarations) -> Option<String> {
    let opcode = instruction.opcode();
    let name = opcode.plain().name();
    let wide = opcode.info().form.wide();
    let mut sources = Vec::new();
    for (k, source) in instruction.sources().iter().enumerate() {
        let index = if wide == Some(k) {
            instruction.index()
        } else {
            Index::None
        };
        let register = names.source(source.register, index)?;
        let sign = if source.negate { "-" } else { "" };
        sources.push(format!("{sign}{register}{}", source.swizzle));
    }
    let inputs = instruction.sources().iter().map(|source| source.register);
    let mut inputs = inputs.filter(|register| register.as_input().is_some());
    if let Some(first) = inputs.next()
        && inputs.any(|other| other != first)
    {
        return None;
    }
    let uniform = |k: usize| {
        let source = instruction.sources().get(k);
        source.is_some_and(|source| source.register.as_uniform().is_some())
    };
    // The assembler chooses the inverted form if and only if its wide source is a uniform.
    if opcode != opcode.plain() && !wide.is_some_and(uniform) {
        return None;
    }
    Some(match instruction {
        Instruction::Arithmetic {
            destination, mask, ..
        } => {
            if mask.is_empty() {
                return None;
            }
            format!(
                "{name} {destination}{}, {}",
                mask.suffix(),
                sources.join(", ")
            )
        }
        Instruction::MoveAddress { mask, .. } => {
            if mask.is_empty() || !mask.without(LaneMask::from_bits(3)).is_empty() {
                return None;
            }
            format!("{name} a0.{mask}, {}", sources.join(", "))
        }
        Instruction::Compare { operators, .. } => {
            let [x, y] = operators.map(|operator| operator.name());
            let (a, b) = (sources.first()?, sources.get(1)?);
            format!("{name} {a}, {x}, {y}, {b}")
        }
        Instruction::SetEmit {
            vertex,
            primitive,
            winding,
        } => {
            let mut flags = Vec::new();
            if *primitive {
                flags.push("prim");
            }
            if *winding {
                flags.push("inv");
            }
            let separator = if flags.is_empty() { "" } else { ", " };
            if *vertex > 2 {
                return None;
            }
            format!("{name} {vertex}{separator}{}", flags.join(" "))
        }
        _ => name.to_owned(),
    })
}

/// An instruction as a line of a listing: addresses are numbers of words, `+n` is a length.
pub fn instruction_text(instruction: &Instruction) -> String {
    let name = instruction.opcode().name();
    match instruction {
        Instruction::Flags {
            opcode,
            condition,
            target,
            length,
        } => {
            let condition = condition_text(*condition);
            match opcode {
                Opcode::Call => format!("{name} {target}, +{length}"),
                Opcode::Breakc => format!("{name} {condition}"),
                Opcode::Jmpc => format!("{name} {condition}, {target}"),
                _ => format!("{name} {condition}, {target}, +{length}"),
            }
        }
        Instruction::Boolean {
            opcode,
            boolean,
            inverted,
            target,
            length,
        } => {
            let sign = if *inverted { "!" } else { "" };
            match opcode {
                Opcode::Jmpu => format!("{name} {sign}b{boolean}, {target}"),
                _ => format!("{name} b{boolean}, {target}, +{length}"),
            }
        }
        Instruction::Loop { integer, last } => format!("{name} i{integer}, {last}"),
        other => {
            let names = Declarations::default();
            plain_text(other, &names).unwrap_or_else(|| name.to_owned())
        }
    }
}
