//! Splats written by their producer: what makes a number that a copy spreads over several lanes writes these lanes
//! itself. Adders and multipliers of vectors have a write mask, and so has the sum of lanes.

use super::machine::{FragmentProcessor, Kind, Program};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{BlockId, Def, Item, Lane, LaneRef, Machine, OpId, Shape};

/// True if there are copies that [`write_splats`] may leave to producers.
pub(super) fn has_splats(program: &Program) -> bool {
    program
        .ops
        .keys()
        .any(|copy| splat(program, copy).is_some())
}

/// Lets producers write the lanes of copies in their own straight line, and tells whether there were any.
pub(super) fn write_splats(program: &mut Program) -> bool {
    let mut names: SecondaryMap<Lane, Option<Lane>> = SecondaryMap::new();
    let mut removed: EntitySet<OpId> = EntitySet::new();
    let mut widened: EntitySet<OpId> = EntitySet::new();
    for block in program.blocks_outer_first() {
        let here: EntitySet<OpId> = ops_of(program, block).collect();
        for copy in ops_of(program, block).collect::<Vec<_>>() {
            let Some((number, maker)) = splat(program, copy) else {
                continue;
            };
            // A copy that itself is to be read in another's place stays for the next round.
            if !here.contains(maker) || widened.contains(maker) || removed.contains(maker) {
                continue;
            }
            widen(program, maker, copy);
            if let Some(first) = program.ops[maker].values().next() {
                names[number] = Some(first);
            }
            retire(program, number);
            widened.insert(maker);
            removed.insert(copy);
        }
    }
    let changed = !widened.is_empty();
    if changed {
        for lane in program.reads_mut() {
            if let Some(name) = lane.as_value().and_then(|value| names[value]) {
                *lane = LaneRef::value(name).read_as(*lane);
            }
        }
        program.remove_ops(|id| removed.contains(id));
    }
    changed
}

fn ops_of(program: &Program, block: BlockId) -> impl Iterator<Item = OpId> {
    program.blocks[block].iter().filter_map(Item::as_op)
}

/// The number that a copy spreads over lanes which nothing else assigns, and the instruction that makes it, if that
/// can write several lanes and makes nothing else.
fn splat(program: &Program, copy: OpId) -> Option<(Lane, OpId)> {
    let op = &program.ops[copy];
    let [lanes] = op.operands.as_slice() else {
        return None;
    };
    let [first, _, ..] = lanes.as_slice() else {
        return None;
    };
    let once = |lane: Lane| matches!(program.lanes[lane].def, Def::Op(..));
    let spread = op.code == FragmentProcessor::COPY
        && op.predicate.is_none()
        && lanes.iter().all(|lane| lane == first)
        && !first.is_modified()
        && op.values().all(once);
    if !spread {
        return None;
    }
    let maker = program.def_op(*first)?;
    let made = &program.ops[maker];
    let masked = match made.code.kind {
        Kind::Sum => true,
        Kind::Alu(_) | Kind::Select(_) => made.code != FragmentProcessor::COPY,
        _ => false,
    };
    (masked && made.results.len() == 1).then_some((first.as_value()?, maker))
}

/// Lets an instruction that makes one number write the lanes that a copy writes.
fn widen(program: &mut Program, maker: OpId, copy: OpId) {
    let results = program.ops[copy].results.clone();
    let op = &mut program.ops[maker];
    if FragmentProcessor::shape(op.code) == Shape::Lanewise {
        for operand in &mut op.operands {
            if let Some(&lane) = operand.first() {
                operand.extend(std::iter::repeat_n(lane, results.len() - 1));
            }
        }
    }
    op.results = results;
    program.ops[copy].results.clear();
    program.claim_results(maker);
}

/// Takes a value that nothing assigns any more out of its vector.
fn retire(program: &mut Program, value: Lane) {
    program.lanes[value].def = Def::Nowhere;
    if let Some(vector) = program.lanes[value].vector.take() {
        program.vectors[vector].lanes.retain(|lane| *lane != value);
    }
}
