//! Rematerialises values where they are read, so that their temporaries are free in between.
//!
//! Only operations that read no temporary are repeated: moves of constants, products of an attribute
//! with a uniform, lookups at a varying. Readers that stand close together share one of them.

use super::code::{Code, Lane, Op, Target, ValueId};
use std::collections::BTreeMap;

/// Readers with fewer operations than this in between share a value.
const NEAR: usize = 6;

/// Repeats operations, at most `budget` times in all, those first whose value is held longest. Says
/// whether any was.
pub(super) fn rematerialize(code: &mut Code, budget: usize) -> bool {
    let mut repeats = repeats(code);
    repeats.sort_by_key(|repeat| (usize::MAX - repeat.held, repeat.op));
    repeats.truncate(budget);
    // For each reader the values that it reads in place of others.
    let mut renamed: BTreeMap<usize, Vec<(ValueId, ValueId)>> = BTreeMap::new();
    let mut before: BTreeMap<usize, Vec<Op>> = BTreeMap::new();
    for repeat in &repeats {
        let Some(mut op) = code.ops.get(repeat.op).cloned() else {
            continue;
        };
        let Target::Value(value, mask) = op.target else {
            continue;
        };
        let info = code.values.get(value.index()).copied().unwrap_or_default();
        let again = code.value(info);
        op.target = Target::Value(again, mask);
        for &reader in &repeat.readers {
            renamed.entry(reader).or_default().push((value, again));
        }
        if let Some(&first) = repeat.readers.first() {
            before.entry(first).or_default().push(op);
        }
    }
    let ops = std::mem::take(&mut code.ops);
    for (index, mut op) in ops.into_iter().enumerate() {
        code.ops.extend(before.remove(&index).into_iter().flatten());
        if let Some(renamed) = renamed.get(&index) {
            for lane in op.a.as_mut_slice().iter_mut().chain(op.b.as_mut_slice()) {
                let Lane::Value(value, _) = lane else {
                    continue;
                };
                if let Some((_, again)) = renamed.iter().find(|(from, _)| from == value) {
                    *value = *again;
                }
            }
        }
        code.ops.push(op);
    }
    !repeats.is_empty()
}

/// An operation to be repeated.
struct Repeat {
    op: usize,
    /// The operations that are to read the new value, in order.
    readers: Vec<usize>,
    /// For how many operations the old value would be held for them.
    held: usize,
}

fn repeats(code: &Code) -> Vec<Repeat> {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); code.values.len()];
    let mut definitions = vec![0u32; code.values.len()];
    for (index, op) in code.ops.iter().enumerate() {
        for lane in op.operands().into_iter().flat_map(|lanes| lanes.as_slice()) {
            if let Lane::Value(value, _) = lane
                && let Some(readers) = readers.get_mut(value.index())
                && readers.last() != Some(&index)
            {
                readers.push(index);
            }
        }
        if let Target::Value(value, _) = op.target
            && let Some(count) = definitions.get_mut(value.index())
        {
            *count += 1;
        }
    }
    // An index is read by name, in whatever operation uses it; a comparison is shared by operations,
    // and a register that is written over has to be there.
    let mut named: Vec<Lane> = code.indices.iter().map(|index| index.lane).collect();
    for guarded in code.ops.iter().filter_map(Op::guarded) {
        named.extend_from_slice(guarded.over.as_slice());
        named.extend(guarded.guards.iter().flat_map(|guard| [guard.a, guard.b]));
    }
    for lane in named {
        if let Lane::Value(value, _) = lane
            && let Some(count) = definitions.get_mut(value.index())
        {
            *count = u32::MAX;
        }
    }
    let mut repeats = Vec::new();
    for (index, op) in code.ops.iter().enumerate() {
        let Target::Value(value, _) = op.target else {
            continue;
        };
        let reads_values = code
            .reads(op)
            .iter()
            .any(|lane| matches!(lane, Lane::Value(..)));
        if reads_values || definitions.get(value.index()) != Some(&1) {
            continue;
        }
        let mut last = index;
        for &reader in readers.get(value.index()).into_iter().flatten() {
            if reader - last.min(reader) > NEAR {
                repeats.push(Repeat {
                    op: index,
                    readers: Vec::new(),
                    held: reader - last,
                });
            }
            if let Some(repeat) = repeats.last_mut().filter(|repeat| repeat.op == index) {
                repeat.readers.push(reader);
            }
            last = reader;
        }
    }
    repeats
}

#[cfg(test)]
mod tests {
    use super::super::code::ValueInfo;
    use super::*;
    use crate::isa::{File, Opcode};

    fn chain(length: u32) -> Code {
        let input = Lane::Register(File::Varying, 0, 0);
        let value = |value| Lane::Value(ValueId(value), 0);
        let mut ops = vec![
            Op::scalar(Opcode::Mul, 0, input, Lane::Register(File::Constant, 0, 0)),
            Op::scalar(Opcode::Add, 1, value(0), input),
        ];
        ops.extend(
            (2..length).map(|index| Op::scalar(Opcode::Add, index, value(index - 1), input)),
        );
        ops.push(Op::scalar(Opcode::Add, length, value(length - 1), value(0)));
        Code {
            ops,
            values: vec![ValueInfo::default(); length as usize + 1],
            indices: Vec::new(),
        }
    }

    #[test]
    fn what_is_held_long_is_computed_again() {
        let mut code = chain(12);
        assert!(rematerialize(&mut code, 9));
        assert_eq!(code.ops.len(), 14);
        let [.., again, last] = code.ops.as_slice() else {
            panic!("operations are lost");
        };
        assert_eq!((again.opcode, again.a), (Opcode::Mul, code.ops[0].a));
        assert_eq!(last.b.at(0), Lane::Value(ValueId(13), 0));
    }

    #[test]
    fn near_readers_and_an_empty_budget_change_nothing() {
        for (length, budget) in [(4, 9), (12, 0)] {
            let mut code = chain(length);
            let before = code.clone();
            assert!(!rematerialize(&mut code, budget));
            assert_eq!(code.ops, before.ops);
        }
    }
}
