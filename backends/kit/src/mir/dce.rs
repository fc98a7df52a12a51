//! Dead code elimination: mark and sweep over lanes, variables included.
//!
//! Lanewise instructions are narrowed to the results that something needs, results that only the
//! hardware writes become `None`, vectors lose lanes that nothing reads, and conditionals whose arms are
//! empty go.

use super::users::Live;
use super::{AddressId, Base, BlockId, Def, Item, Machine, Op, OpId, Program, Shape, State};
use retroshade_ir::entity::{EntityRef, EntitySet, SecondaryMap};

/// Removes what no output depends on, and tells whether there was anything.
pub fn eliminate_dead_code<M: Machine>(program: &mut Program<M>) -> bool {
    let mut changed = false;
    // An `if` that loses its arms frees what its condition reads.
    while sweep(program) {
        changed = true;
    }
    changed
}

fn sweep<M: Machine>(program: &mut Program<M>) -> bool {
    let live = Live::of(program);
    let mut changed = false;
    let Program { ops, lanes, .. } = program;
    for (id, op) in ops.iter_mut() {
        if !live.has_op(id) {
            continue;
        }
        for lane in &mut op.results {
            if let Some(dead) = lane.filter(|lane| !live.has_lane(*lane)) {
                if lanes[dead].def != Def::Variable {
                    lanes[dead].def = Def::Nowhere;
                }
                *lane = None;
                changed = true;
            }
        }
        if op.shape() == Shape::Lanewise {
            narrow(op);
        }
    }
    let narrowed: Vec<OpId> = program.ops.keys().filter(|id| live.has_op(*id)).collect();
    narrowed
        .into_iter()
        .for_each(|id| program.claim_results(id));
    if program.ops.keys().any(|id| !live.has_op(id)) {
        program.remove_ops(|id| !live.has_op(id));
        changed = true;
    }
    changed |= remove_addresses(program, &live);
    changed |= shrink_vectors(program, &live);
    changed | drop_empty_ifs(program)
}

/// Drops the positions of a lanewise instruction whose results are dead.
fn narrow<M: Machine>(op: &mut Op<M>) {
    if op.results.iter().all(Option::is_some) {
        return;
    }
    let results = op.results.clone();
    let stays = |at: usize| results.get(at).is_some_and(Option::is_some);
    for operand in &mut op.operands {
        let mut at = 0;
        operand.retain(|_| {
            at += 1;
            stays(at - 1)
        });
    }
    if let Some(predicate) = &mut op.predicate {
        let mut at = 0;
        predicate.over.retain(|_| {
            at += 1;
            stays(at - 1)
        });
    }
    op.results.retain(|lane| lane.is_some());
    if let Some(out) = &mut op.out {
        for from in out.from.iter_mut().flatten() {
            let dead = (0..usize::from(*from)).filter(|at| !stays(*at));
            *from -= dead.count() as u8;
        }
    }
}

fn remove_addresses<M: Machine>(program: &mut Program<M>, live: &Live) -> bool {
    if program.addresses.keys().all(|id| live.has_address(id)) {
        return false;
    }
    let mut moved: SecondaryMap<AddressId, Option<AddressId>> = SecondaryMap::new();
    let alive = program.addresses.keys().filter(|id| live.has_address(*id));
    for (next, id) in alive.enumerate() {
        moved[id] = Some(AddressId::new(next));
    }
    program.addresses.retain(|id| live.has_address(id));
    for lane in program.reads_mut() {
        if let Base::Indexed(_, address, _) = &mut lane.base
            && let Some(new) = moved[*address]
        {
            *address = new;
        }
    }
    true
}

/// Takes lanes that nothing reads out of vectors. A lane that only an output gets needs no register. Before
/// operands are formed the place in a vector still says to which component of an output a lane goes best.
fn shrink_vectors<M: Machine>(program: &mut Program<M>, live: &Live) -> bool {
    let mut changed = false;
    if program.state == State::Lanes {
        return changed;
    }
    let Program { vectors, lanes, .. } = program;
    for vector in vectors.values_mut() {
        vector.lanes.retain(|lane| {
            let stays = live.is_read(*lane);
            if !stays {
                lanes[*lane].vector = None;
                changed = true;
            }
            stays
        });
    }
    changed
}

fn drop_empty_ifs<M: Machine>(program: &mut Program<M>) -> bool {
    let mut empty: EntitySet<BlockId> = EntitySet::new();
    for (block, items) in program.blocks.iter() {
        if items.is_empty() {
            empty.insert(block);
        }
    }
    let mut changed = false;
    for items in program.blocks.values_mut() {
        items.retain(|item| {
            let stays = match item {
                Item::If(branch) => {
                    !empty.contains(branch.accept) || !empty.contains(branch.reject)
                }
                _ => true,
            };
            changed |= !stays;
            stays
        });
    }
    changed
}
