//! The body of a program as a list of operations, and places of lanes in vectors.

use crate::machine::{Program, place};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::dependence::DependenceGraph;
use retroshade_kit::mir::{Base, Item, Lane, OpId};

/// The instructions of the body in order.
pub(super) fn body(program: &Program) -> Vec<OpId> {
    program.ops_of(program.body).collect()
}

/// Makes instructions the body; those that are left out go.
pub(super) fn set_body(program: &mut Program, ops: impl IntoIterator<Item = OpId>) {
    program.blocks[program.body] = ops.into_iter().map(Item::Op).collect();
    let stays: EntitySet<OpId> = program.ops_of(program.body).collect();
    program.remove_ops(|id| !stays.contains(id));
}

/// Moves operations behind what they read; those that are behind it stay in order.
pub(super) fn order_by_reads(program: &mut Program) {
    let operands = DependenceGraph::new(program.ops.len(), |id: OpId, before| {
        let reads = program.ops[id].reads().filter_map(|lane| match lane.base {
            Base::Indexed(_, address, _) => program.def_op(program.addresses[address].index),
            _ => program.def_op(lane),
        });
        before.extend(reads);
        before.reverse();
    });
    let ordered = operands.post_order(body(program));
    program.blocks[program.body] = ordered.into_iter().map(Item::Op).collect();
}

/// Makes the results of an operation a vector in which they have the places of other lanes in theirs.
pub(super) fn like_vector_of(program: &mut Program, id: OpId, others: impl Iterator<Item = Lane>) {
    let places: Vec<u8> = others.map(|lane| place(program, lane)).collect();
    vector_at(program, id, &places);
}

/// Makes the results of an operation a vector in which they have these places.
pub(super) fn vector_at(program: &mut Program, id: OpId, places: &[u8]) {
    let results: Vec<Lane> = program.ops[id].values().collect();
    let width = places.iter().max().map_or(0, |most| most + 1);
    let vector = program.vectors.push(Default::default());
    for at in 0..width {
        let lane = places.iter().position(|place| *place == at);
        let lane = lane.map_or_else(|| program.new_lane(), |index| results[index]);
        program.lanes[lane].vector = Some(vector);
        program.vectors[vector].lanes.push(lane);
    }
}
