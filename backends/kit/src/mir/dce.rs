//! Dead code elimination: mark and sweep over lanes, variables included.
//!
//! Lanewise instructions are narrowed to the results that something needs, results that only the
//! hardware writes become `None`, vectors lose lanes that nothing reads, and conditionals whose arms are
//! empty go.

use super::users::Live;
use super::{AddressId, Base, BlockId, Item, Machine, OpId, Program, State};
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
    let ids: Vec<OpId> = program.ops.keys().filter(|id| live.has_op(*id)).collect();
    for id in ids {
        changed |= program.drop_results(id, |_, lane| !live.has_lane(lane));
    }
    if program.ops.keys().any(|id| !live.has_op(id)) {
        program.remove_ops(|id| !live.has_op(id));
        changed = true;
    }
    changed |= remove_addresses(program, &live);
    changed |= shrink_vectors(program, &live);
    changed | drop_empty_ifs(program)
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
