//! Where variables live, and which results of a block go to memory because the registers do not hold
//! them all.
//!
//! Variables get lanes of registers, the most used in the deepest loops first, until the lanes that
//! blocks need for themselves are reached; the others get lanes of temporaries. Two variables share a
//! lane if no block has to do with both.

use super::code::{Block, BlockId, Code, End, From, NodeId, Place, Read, VariableId};
use super::isa::{REGISTERS, UNIFORMS};
use super::select::literals;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How much of a program goes to temporaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Lanes of registers for variables.
    pub variables: u32,
    /// Results of a block that are kept outside of memory at a time; `None` for all.
    pub results: Option<usize>,
}

/// The ways to go about it, from the best to the one that always works.
pub const BUDGETS: [Budget; 6] = [
    Budget {
        variables: 52,
        results: None,
    },
    Budget {
        variables: 40,
        results: None,
    },
    Budget {
        variables: 32,
        results: Some(30),
    },
    Budget {
        variables: 32,
        results: Some(20),
    },
    Budget {
        variables: 24,
        results: Some(10),
    },
    Budget {
        variables: 16,
        results: Some(4),
    },
];

/// Variables of each block.
pub(super) type Liveness = EntityVec<BlockId, EntitySet<VariableId>>;

/// The variables that live at the start of each block and, last, at the end of the program.
pub(super) fn live_in(code: &Code) -> Liveness {
    let mut live = EntityVec::filled(EntitySet::new(), code.blocks.len() + 1);
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in code.blocks.iter().rev() {
            let mut here = live_out(code, &live, id);
            stored(block).for_each(|variable| {
                here.remove(variable);
            });
            here.extend(read(block));
            changed |= live[id] != here;
            live[id] = here;
        }
    }
    live
}

/// The variables that live behind a block.
pub(super) fn live_out(code: &Code, live_in: &Liveness, block: BlockId) -> EntitySet<VariableId> {
    let mut live = EntitySet::new();
    for next in code.successors(block) {
        live.insert_all(&live_in[next]);
    }
    live
}

/// The variables that a block reads.
fn read(block: &Block) -> impl Iterator<Item = VariableId> {
    block.reads().filter_map(|read| match read.from {
        From::Variable(id) => Some(id),
        _ => None,
    })
}

/// The variables that a block stores to.
fn stored(block: &Block) -> impl Iterator<Item = VariableId> {
    block.stores().filter_map(|place| match place {
        Place::Variable(id) => Some(id),
        _ => None,
    })
}

/// The blocks that have to do with each variable: that read it, store to it, or come between.
fn presence(code: &Code) -> EntityVec<VariableId, EntitySet<BlockId>> {
    let live_in = live_in(code);
    let mut present = EntityVec::filled(EntitySet::new(), code.variables as usize);
    for (id, block) in code.blocks.iter() {
        let live_out = live_out(code, &live_in, id);
        for variable in live_in[id].iter().chain(&live_out).chain(stored(block)) {
            present[variable].insert(id);
        }
    }
    present
}

/// The number of times that each variable is read and stored, blocks in loops counting more.
fn weights(code: &Code) -> EntityVec<VariableId, u64> {
    let mut depth = EntityVec::filled(0u32, code.blocks.len());
    for (id, block) in code.blocks.iter() {
        if let End::Branch(_, target) = block.end
            && target <= id
        {
            for block in target.index()..=id.index() {
                let depth: &mut u32 = &mut depth[BlockId::new(block)];
                *depth = (*depth + 1).min(6);
            }
        }
    }
    let mut weights = EntityVec::filled(0u64, code.variables as usize);
    for (id, block) in code.blocks.iter() {
        for variable in read(block).chain(stored(block)) {
            weights[variable] += 10u64.pow(depth[id]);
        }
    }
    weights
}

/// A program whose variables have places.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The program: nothing names a variable any more.
    pub code: Rc<Code>,
    /// The place of each variable.
    pub places: EntityVec<VariableId, Place>,
    /// Register lanes that each block must leave alone.
    pub reserved: EntityVec<BlockId, BTreeSet<(u8, u8)>>,
}

/// Gives variables and results their places.
///
/// # Errors
/// More temporaries than uniform memory has room for.
pub fn place(code: &Rc<Code>, budget: Budget) -> Result<Placed, Diagnostic> {
    if code.variables == 0
        && budget.results.is_none()
        && code.blocks.values().all(literals::is_separate)
    {
        return Ok(Placed {
            code: Rc::clone(code),
            places: EntityVec::new(),
            reserved: EntityVec::filled(BTreeSet::new(), code.blocks.len()),
        });
    }
    let mut code = Code::clone(code);
    let present = presence(&code);
    let weights = weights(&code);
    let mut order: Vec<VariableId> = weights.keys().collect();
    order.sort_by_key(|id| (std::cmp::Reverse(weights[*id]), *id));
    let lanes = budget.variables.min(4 * u32::from(REGISTERS)) as usize;
    let mut taken: Vec<EntitySet<BlockId>> = vec![EntitySet::new(); lanes];
    // The lane of each variable, those behind the registers being in temporaries.
    let mut chosen = EntityVec::filled(0usize, order.len());
    for id in order {
        let blocks = &present[id];
        let free = taken
            .iter()
            .position(|other| blocks.iter().all(|block| !other.contains(block)));
        let lane = free.unwrap_or(taken.len());
        if lane == taken.len() {
            taken.push(EntitySet::new());
        }
        taken[lane].insert_all(blocks);
        chosen[id] = lane;
    }
    let spilled = spill(&mut code, budget.results);
    let first = taken.len() - lanes;
    let temporaries =
        literals::add_temporaries(&mut code, (first as u32).div_ceil(4) + spilled.div_ceil(4))?;
    let temporary = |index: usize| {
        let vector = temporaries.get(index / 4).copied();
        let lane = (index % 4) as u8;
        vector.map(|(address, literal)| Place::Temporary {
            address,
            lane,
            literal,
        })
    };
    let place_of = |lane: usize| match lane.checked_sub(lanes) {
        None => Some(Place::Register((lane / 4) as u8, (lane % 4) as u8)),
        Some(index) => temporary(index),
    };
    let places = chosen.values().map(|lane| place_of(*lane));
    let places: EntityVec<VariableId, Place> =
        places.collect::<Option<_>>().ok_or_else(too_many)?;
    let mut reserved = EntityVec::filled(BTreeSet::new(), code.blocks.len());
    for (variable, place) in places.iter() {
        if let Place::Register(register, lane) = place {
            for block in &present[variable] {
                reserved[block].insert((*register, *lane));
            }
        }
    }
    let offset = first.div_ceil(4) * 4;
    for block in code.blocks.values_mut() {
        substitute_places(block, &places, |index| temporary(offset + index))
            .ok_or_else(too_many)?;
        literals::separate(block);
    }
    Ok(Placed {
        code: Rc::new(code),
        places,
        reserved,
    })
}

fn too_many() -> Diagnostic {
    let message =
        format!("lima: more temporaries than the {UNIFORMS} vectors of uniform memory hold");
    Diagnostic::error(codes::limit::TEMPORARIES, message)
}

/// Replaces variables and spilled results, which have numbers so far, by their places.
fn substitute_places(
    block: &mut Block,
    places: &EntityVec<VariableId, Place>,
    spilled: impl Fn(usize) -> Option<Place>,
) -> Option<()> {
    for read in block.reads_mut() {
        read.from = match read.from {
            From::Variable(id) => match places[id] {
                Place::Register(register, lane) => From::Register(register, lane),
                Place::Temporary { address, lane, .. } => From::Memory(address, lane),
                _ => return None,
            },
            From::Spilled(number, _, id) => match spilled(number.into())? {
                Place::Temporary { address, lane, .. } => From::Spilled(address, lane, id),
                _ => return None,
            },
            other => other,
        };
    }
    for place in block.nodes.values_mut().flat_map(|node| &mut node.stores) {
        match *place {
            Place::Variable(id) => *place = places[id],
            // A spilled result: its number is its lane of temporaries.
            Place::Temporary { address, .. } => *place = spilled(address.into())?,
            _ => {}
        }
    }
    Some(())
}

/// Sends results to memory so that in the order of the operations no more than `limit` are kept
/// elsewhere. Gives the number of spilled results.
fn spill(code: &mut Code, limit: Option<usize>) -> u32 {
    let Some(limit) = limit else {
        return 0;
    };
    let mut next = 0;
    for block in code.blocks.values_mut() {
        spill_block(block, limit, &mut next);
    }
    next
}

fn spill_block(block: &mut Block, limit: usize, next: &mut u32) {
    // The operations that read each result, in order; the end comes behind all.
    let mut readers: EntityVec<NodeId, Vec<NodeId>> =
        EntityVec::filled(Vec::new(), block.nodes.len());
    let end = NodeId::new(block.nodes.len());
    let nodes = block.nodes.iter();
    let reads = nodes.flat_map(|(id, node)| node.reads.iter().map(move |read| (id, read)));
    for (reader, read) in reads.chain(block.end.condition().map(|read| (end, read))) {
        if let From::Node(id) = read.from {
            readers[id].push(reader);
        }
    }
    let next_reader = |id: NodeId, now: NodeId| {
        let all = &readers[id];
        let next = all.partition_point(|reader| *reader <= now);
        all.get(next).copied()
    };
    let mut kept: Vec<NodeId> = Vec::new();
    // What is in memory: from which operation on, and its number there.
    let mut spilled: EntityVec<NodeId, Option<(NodeId, u16)>> =
        EntityVec::filled(None, block.nodes.len());
    for now in block.nodes.keys() {
        kept.retain(|id| next_reader(*id, now).is_some());
        if next_reader(now, now).is_some() {
            kept.push(now);
        }
        while kept.len() > limit {
            let furthest = (0..kept.len()).max_by_key(|place| next_reader(kept[*place], now));
            let Some(place) = furthest else {
                break;
            };
            let number = (*next).min(u16::MAX.into()) as u16;
            spilled[kept.remove(place)] = Some((now, number));
            *next += 1;
        }
    }
    let redirect = |read: &mut Read, reader: NodeId| {
        if let From::Node(id) = read.from
            && let Some((since, number)) = spilled[id]
            && reader > since
        {
            read.from = From::Spilled(number, 0, id);
        }
    };
    for (id, node) in block.nodes.iter_mut() {
        node.reads.iter_mut().for_each(|read| redirect(read, id));
        if let Some((_, number)) = spilled[id] {
            node.stores.push(Place::Temporary {
                address: number,
                lane: 0,
                literal: (0, 0),
            });
        }
    }
    if let Some(read) = block.end.condition_mut() {
        redirect(read, end);
    }
}
