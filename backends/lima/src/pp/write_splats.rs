//! Splats written by their producer: what makes a number that a copy spreads over several lanes writes these lanes
//! itself. Adders and multipliers of vectors have a write mask, and so has the sum of lanes.

use super::machine::{FragmentProcessor, Kind, Program};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{Def, Item, Lane, LaneRef, Machine, OpId, Shape};

/// A copy of one number to several lanes.
struct Splat {
    copy: OpId,
    number: Lane,
    maker: OpId,
}

/// True if there are copies that [`write_splats`] leaves to producers.
pub(super) fn has_splats(program: &Program) -> bool {
    !splats(program).is_empty()
}

/// Lets producers write the lanes of copies in their own straight line, and tells whether there were any.
pub(super) fn write_splats(program: &mut Program) -> bool {
    let splats = splats(program);
    let mut names: SecondaryMap<Lane, Option<Lane>> = SecondaryMap::new();
    for splat in &splats {
        widen(program, splat.maker, splat.copy);
        names[splat.number] = program.ops[splat.maker].values().next();
        retire(program, splat.number);
    }
    for lane in program.reads_mut() {
        if let Some(name) = lane.as_value().and_then(|value| names[value]) {
            *lane = LaneRef::value(name).read_as(*lane);
        }
    }
    let copies: EntitySet<OpId> = splats.iter().map(|splat| splat.copy).collect();
    program.remove_ops(|id| copies.contains(id));
    !splats.is_empty()
}

/// The copies that producers can do, one of each producer at most: the first of its block.
fn splats(program: &Program) -> Vec<Splat> {
    let mut found: Vec<Splat> = Vec::new();
    for block in program.blocks.values() {
        let ops: Vec<OpId> = block.iter().filter_map(Item::as_op).collect();
        let here: EntitySet<OpId> = ops.iter().copied().collect();
        let mut left: EntitySet<OpId> = EntitySet::new();
        for copy in ops {
            if let Some((number, maker)) = splat(program, copy)
                && here.contains(maker)
                && left.insert(maker)
            {
                found.push(Splat {
                    copy,
                    number,
                    maker,
                });
            }
        }
    }
    found
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
