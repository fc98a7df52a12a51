//! Whether a word is the instruction that its task asks for.

use super::{Held, Replay};
use crate::container::Constant;
use crate::isa::{Combine, Instruction, Opcode};
use crate::machine::{Compare, commutes};
use crate::schedule::emit::{Decider, Meaning, Task, Way, emitting};
use retroshade_diagnostics::fault::{Checked, demand};
use retroshade_kit::mir::{AddressId, Lane, LaneRef, OpId, Shape};

impl Replay<'_> {
    /// Checks opcode, condition and numbers of an instruction, and that the operands and results it claims are
    /// those of the code.
    pub(super) fn task(
        &self,
        instruction: &Instruction,
        meaning: &Meaning,
        held: &Held,
    ) -> Checked {
        let opcode = instruction.opcode();
        match (meaning.task, instruction) {
            (Task::Op(id), Instruction::Arithmetic { .. }) => self.operation(opcode, meaning, id),
            (Task::Addresses(moved), Instruction::MoveAddress { .. }) => {
                self.addresses(meaning, moved)
            }
            (Task::Compare(compare), Instruction::Compare { .. }) => {
                compares(instruction, meaning, &compare)
            }
            (Task::Branch(way, decider, wanted), _) if goes(opcode) == Some(way) => {
                self.branch(instruction, decider, wanted, held)
            }
            (Task::Loop(rounds, step), Instruction::Loop { integer, .. }) => {
                let mut constants = self.constants().iter();
                let value = constants.find_map(|constant| match constant {
                    Constant::Integer { index, value } if index == integer => Some(*value),
                    _ => None,
                });
                let right = value.is_some_and(|value| u16::from(value[0]) + 1 == rounds);
                demand(right, "a loop has another number of rounds")?;
                let counts = value.map(|[_, start, step, _]| (start, step));
                let right = step.is_none_or(|step| counts == Some((0, step)));
                demand(right, "a loop counts in another way")
            }
            (Task::Emission(emission), _) => {
                demand(*instruction == emitting(emission), "another vertex is made")
            }
            (Task::Nothing, Instruction::Bare(Opcode::Nop))
            | (Task::Break, Instruction::Bare(Opcode::Break))
            | (Task::End, Instruction::Bare(Opcode::End)) => Ok(()),
            _ => Err(format!("{} is not what the word is for", opcode.name()).into()),
        }
    }

    fn operation(&self, opcode: Opcode, meaning: &Meaning, id: OpId) -> Checked {
        let op = self.code.ops.get(id).ok_or("an unknown operation")?;
        if opcode.plain() != op.code {
            let (found, wanted) = (opcode.name(), op.code.name());
            return Err(format!("{found} in place of {wanted}").into());
        }
        let written: Vec<u8> = meaning.results.iter().map(|(lane, _)| *lane).collect();
        let results = meaning.results.iter().map(|(_, scalar)| *scalar);
        demand(results.eq(op.values()), "results of another operation")?;
        let shape = op.shape();
        if let Shape::Fixed(_) = shape {
            let places = (0..).zip(&op.results);
            let places = places.filter_map(|(lane, result)| result.map(|_| lane));
            demand(
                places.eq(written.iter().copied()),
                "a result lies in another lane",
            )?;
        }
        for operand in &meaning.operands {
            let positions = operand.iter().map(|(position, _)| *position);
            let in_order = match shape {
                Shape::Lanewise => positions.eq(written.iter().copied()),
                Shape::Broadcast | Shape::Fixed(_) => positions.is_sorted(),
            };
            demand(in_order, "lanes of an operand in another order")?;
        }
        let mut wanted: Vec<&[LaneRef]> = op.operands.iter().map(|lanes| &lanes[..]).collect();
        let mut same = reads(meaning, &wanted);
        if let ([a, b, ..], true) = (wanted.as_mut_slice(), commutes(op.code, self.nan)) {
            std::mem::swap(a, b);
            same |= reads(meaning, &wanted);
        }
        demand(same, "operands of another operation, or in another order")
    }

    fn addresses(&self, meaning: &Meaning, moved: [Option<AddressId>; 2]) -> Checked {
        let mut wanted = Vec::with_capacity(2);
        for (half, id) in (0..).zip(moved) {
            if let Some(id) = id {
                let address = self.code.addresses.get(id).ok_or("an unknown address")?;
                wanted.push((half, address.index));
            }
        }
        demand(meaning.operands == [wanted], "another address is moved")
    }

    fn branch(
        &self,
        instruction: &Instruction,
        decider: Decider,
        wanted: bool,
        held: &Held,
    ) -> Checked {
        match (decider, *instruction) {
            (Decider::Compare(compare), Instruction::Flags { condition, .. }) => {
                let is = match condition.combine {
                    Combine::X => Some(condition.x),
                    Combine::Y => Some(condition.y),
                    Combine::And | Combine::Or => None,
                };
                let is = is.filter(|_| self.tell(held, &compare));
                let is = is.ok_or("other flags decide than those that should")?;
                demand(is == wanted, "a condition is inverted")
            }
            (
                Decider::Boolean(wanted_boolean),
                Instruction::Boolean {
                    boolean, inverted, ..
                },
            ) => {
                demand(boolean == wanted_boolean, "another boolean decides")?;
                demand(inverted != wanted, "a condition is inverted")
            }
            (
                Decider::Always,
                Instruction::Boolean {
                    boolean, inverted, ..
                },
            ) => {
                let is_set = self.constants().iter().any(|constant| {
                    matches!(constant, Constant::Boolean { index, value }
                        if *index == boolean && *value != inverted)
                });
                demand(is_set, "a way that is always taken depends on a boolean")
            }
            _ => Err("a uniform decides in place of flags, or flags in place of a uniform".into()),
        }
    }

    /// True if the flags, both of them, tell how a comparison comes out.
    fn tell(&self, held: &Held, compare: &Compare) -> bool {
        let word = held.flags.and_then(|number| self.program.laid.get(number));
        word.is_some_and(|word| word.meaning.task == Task::Compare(*compare))
    }

    fn constants(&self) -> &[Constant] {
        let executable = self.shbin.executables.first();
        executable.map_or(&[], |executable| &executable.constants)
    }

    /// True if the word that set the flags reads one of these scalars.
    pub(super) fn asks(&self, flags: usize, scalars: &[(u8, Lane)]) -> bool {
        let word = self.program.laid.get(flags);
        let operands = word.map_or(&[][..], |word| &word.meaning.operands);
        let mut read = operands
            .iter()
            .flatten()
            .filter_map(|(_, lane)| lane.as_value());
        read.any(|scalar| scalars.iter().any(|(_, other)| *other == scalar))
    }
}

/// The way of a word that is decided.
fn goes(opcode: Opcode) -> Option<Way> {
    match opcode {
        Opcode::Breakc => Some(Way::Leave),
        _ if opcode.is_if() => Some(Way::Block),
        _ if opcode.is_jump() => Some(Way::Jump),
        _ => None,
    }
}

/// True if the lanes that a word reads are these.
fn reads(meaning: &Meaning, wanted: &[&[LaneRef]]) -> bool {
    let lanes = |operand: &Vec<(u8, LaneRef)>| operand.iter().map(|(_, lane)| *lane).collect();
    let found: Vec<Vec<LaneRef>> = meaning.operands.iter().map(lanes).collect();
    found == wanted
}

/// Whether a comparison is the one that is claimed, or the same of exchanged operands, in both flags.
fn compares(instruction: &Instruction, meaning: &Meaning, wanted: &Compare) -> Checked {
    let Instruction::Compare { operators, .. } = instruction else {
        return Err("no comparison".into());
    };
    let [a, b] = wanted.lanes;
    let is = |operator, [a, b]: [LaneRef; 2]| {
        *operators == [operator; 2] && reads(meaning, &[&[a, a], &[b, b]])
    };
    let same = is(wanted.operator, [a, b]) || is(wanted.operator.mirrored(), [b, a]);
    demand(same, "another comparison")
}
