//! Copies values that a predicated operation overwrites (its tied operands) where others still read them.

use super::code::{Code, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use crate::isa::{Mask, Opcode};
use rustc_hash::FxHashMap;

/// Moves what is written over where its lanes belong to several values, since operations that wrote
/// lanes of one were joined with different others.
pub(super) fn copy_tied_operands(code: &mut Code) {
    let mut over: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut parted: Vec<ValueId> = Vec::new();
    for op in &code.ops {
        let (Target::Value(value, mask), Some(guarded)) = (op.target, op.guarded()) else {
            continue;
        };
        for lane in mask.lanes() {
            if let Lane::Value(old, _) = guarded.over.at(lane.into())
                && *over.entry(value).or_insert(old) != old
            {
                parted.push(value);
            }
        }
    }
    if !parted.is_empty() {
        copy_before_overwriting(code, |value| parted.contains(&value));
    }
}

/// Moves what is written over for some of the values that are written.
pub(super) fn copy_before_overwriting(code: &mut Code, moves: impl Fn(ValueId) -> bool) {
    let mut found: FxHashMap<ValueId, (ValueId, Lanes, Mask)> = FxHashMap::default();
    for index in 0..code.ops.len() {
        let Some(op) = code.ops.get(index) else {
            continue;
        };
        let (Target::Value(value, mask), Some(guarded)) = (op.target, op.guarded()) else {
            continue;
        };
        let over = guarded.over;
        if !moves(value) {
            continue;
        }
        let (held, mut lanes, all) = match found.get(&value) {
            Some(found) => *found,
            None => (code.value(ValueInfo::default()), Lanes::EMPTY, Mask::NONE),
        };
        let all = all.with(mask);
        let each = mask.lanes().map(usize::from);
        each.for_each(|lane| lanes.set(lane, over.at(lane)));
        if let Some(info) = code.values.get_mut(held.index()) {
            info.needed = all.bits();
        }
        found.insert(value, (held, lanes, all));
    }
    let ops = std::mem::take(&mut code.ops);
    let mut made: Vec<ValueId> = Vec::new();
    for mut op in ops {
        let target = op.target;
        if let (Target::Value(value, mask), span) = (target, op.span)
            && let Some((held, lanes, all)) = found.get(&value)
            && let Some(guarded) = op.guarded_mut()
        {
            for lane in mask.lanes() {
                guarded.over.set(lane.into(), Lane::Value(*held, lane));
            }
            if !made.contains(&value) {
                made.push(value);
                code.ops.push(Op {
                    opcode: Opcode::Mov,
                    target: Target::Value(*held, *all),
                    a: *lanes,
                    b: Lanes::EMPTY,
                    matrix: None,
                    sampler: None,
                    flow: None,
                    span,
                });
            }
        }
        code.ops.push(op);
    }
}
