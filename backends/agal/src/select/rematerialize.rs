//! Rematerialises values where they are read, so that their temporaries are free in between.
//!
//! Only operations that read no temporary are repeated: moves of constants, products of an attribute
//! with a uniform, lookups at a varying. Readers that stand close together share one of them.

use super::edit::{body, like_vector_of};
use crate::machine::{Program, sources, sources_mut, vector_of};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{Base, Item, Lane, LaneRef, OpId, VectorId};
use std::collections::BTreeMap;

/// Readers with at most this many operations in between share a value. Chosen, not measured: over so short a distance a
/// repeated operation frees a temporary hardly anywhere.
const NEAR: usize = 6;

/// Repeats operations, at most `budget` times in all, those first whose value is held longest. Says
/// whether any was.
pub(super) fn rematerialize(program: &mut Program, budget: usize) -> bool {
    let ops = body(program);
    let mut repeats = repeats(program, &ops);
    repeats.sort_by_key(|repeat| (usize::MAX - repeat.held, repeat.op));
    repeats.truncate(budget);
    let mut before: BTreeMap<usize, Vec<OpId>> = BTreeMap::new();
    for repeat in &repeats {
        let op = program.ops[ops[repeat.op]].clone();
        let mut again = op.clone();
        for lane in again.results.iter_mut().flatten() {
            *lane = program.new_lane();
        }
        let again = program.ops.push(again);
        program.claim_results(again);
        like_vector_of(program, again, op.values());
        let made: Vec<Lane> = program.ops[again].values().collect();
        for reader in &repeat.readers {
            for lane in sources_mut(&mut program.ops[ops[*reader]])
                .iter_mut()
                .flatten()
            {
                let at = op.values().position(|old| lane.base == Base::Value(old));
                if let Some(at) = at {
                    *lane = LaneRef::value(made[at]);
                }
            }
        }
        if let Some(&first) = repeat.readers.first() {
            before.entry(first).or_default().push(again);
        }
    }
    let mut items = Vec::with_capacity(ops.len() + repeats.len());
    for (index, id) in ops.into_iter().enumerate() {
        items.extend(before.remove(&index).into_iter().flatten());
        items.push(id);
    }
    program.blocks[program.body] = items.into_iter().map(Item::Op).collect();
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

fn repeats(program: &Program, ops: &[OpId]) -> Vec<Repeat> {
    let count = program.vectors.len();
    let mut readers: EntityVec<VectorId, Vec<usize>> = EntityVec::filled(Vec::new(), count);
    let mut definitions: EntityVec<VectorId, u32> = EntityVec::filled(0, count);
    let vector = |id: OpId| {
        let op = &program.ops[id];
        let lane = op.values().next().filter(|_| op.out.is_none())?;
        program.lanes[lane].vector
    };
    for (index, id) in ops.iter().enumerate() {
        for lane in sources(&program.ops[*id]).iter().flatten() {
            if let Some(vector) = vector_of(program, *lane)
                && readers[vector].last() != Some(&index)
            {
                readers[vector].push(index);
            }
        }
        if let Some(vector) = vector(*id) {
            definitions[vector] += 1;
        }
    }
    // An index is read by name, in whatever operation uses it; a comparison is shared by operations,
    // and a register that is written over has to be there.
    let indices = program.addresses.values().map(|address| address.index);
    let predicates = program.ops.values().filter_map(|op| op.predicate.as_ref());
    let named = indices.chain(predicates.flat_map(|predicate| predicate.reads()));
    for vector in named.filter_map(|lane| vector_of(program, lane)) {
        definitions[vector] = u32::MAX;
    }
    let mut repeats = Vec::new();
    for (index, id) in ops.iter().enumerate() {
        let Some(vector) = vector(*id) else {
            continue;
        };
        let mut reads = program.ops[*id].reads();
        let reads_values = reads.any(|lane| program.needed(lane).is_some());
        if reads_values || definitions[vector] != 1 {
            continue;
        }
        let mut last = index;
        for &reader in &readers[vector] {
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
