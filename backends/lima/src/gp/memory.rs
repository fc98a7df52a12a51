//! Where variables live, and which results of a block go to memory because the registers do not hold
//! them all.
//!
//! Variables get lanes of registers, the most used in the deepest loops first, until the lanes that
//! blocks need for themselves are reached; the others get lanes of temporaries. Two variables share a
//! lane if no block has to do with both.

use super::code::{Block, Code, End, From, NodeId, Place, Read, VariableId};
use super::isa::{REGISTERS, UNIFORMS};
use super::select::literals;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::entity::EntitySet;
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

/// The blocks that have to do with each variable: that read it, store to it, or come between.
pub fn presence(code: &Code) -> Vec<EntitySet<usize>> {
    let count = code.blocks.len();
    let size = code.variables as usize;
    let (mut reads, mut stores) = (vec![EntitySet::new(); count], vec![EntitySet::new(); count]);
    for (index, block) in code.blocks.iter().enumerate() {
        let end = match &block.end {
            End::Branch(read, _) => Some(read),
            End::Next => None,
        };
        for read in block.nodes.iter().flat_map(|node| &node.reads).chain(end) {
            if let From::Variable(id) = read.from {
                reads[index].insert(id);
            }
        }
        for place in block.nodes.iter().flat_map(|node| &node.stores) {
            if let Place::Variable(id) = place {
                stores[index].insert(*id);
            }
        }
    }
    let mut live_in: Vec<EntitySet<VariableId>> = reads.clone();
    let mut live_out: Vec<EntitySet<VariableId>> = vec![EntitySet::new(); count];
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..count).rev() {
            let mut out = EntitySet::new();
            for next in successors(code, index) {
                if let Some(live) = live_in.get(next) {
                    out.insert_all(live);
                }
            }
            let mut live = out.clone();
            live.remove_all(&stores[index]);
            live.insert_all(&reads[index]);
            changed |= live != live_in[index] || out != live_out[index];
            live_in[index] = live;
            live_out[index] = out;
        }
    }
    let mut present = vec![EntitySet::new(); size];
    for index in 0..count {
        let sets = [&live_in[index], &live_out[index], &stores[index]];
        for id in sets.into_iter().flatten() {
            if let Some(blocks) = present.get_mut(id as usize) {
                blocks.insert(index);
            }
        }
    }
    present
}

/// The blocks that may follow a block.
pub fn successors(code: &Code, index: usize) -> impl Iterator<Item = usize> {
    let block = code.blocks.get(index);
    let target = block.and_then(|block| match block.end {
        End::Branch(_, target) => Some(target as usize),
        End::Next => None,
    });
    std::iter::once(index + 1).chain(target)
}

/// How often each variable is read and stored, blocks in loops counting more.
fn weights(code: &Code) -> Vec<u64> {
    let mut depth = vec![0u32; code.blocks.len()];
    for (index, block) in code.blocks.iter().enumerate() {
        if let End::Branch(_, target) = block.end
            && target as usize <= index
        {
            depth[target as usize..=index]
                .iter_mut()
                .for_each(|depth| *depth = (*depth + 1).min(6));
        }
    }
    let mut weights = vec![0u64; code.variables as usize];
    for (block, depth) in code.blocks.iter().zip(depth) {
        let each = 10u64.pow(depth);
        let mut add = |id: VariableId| {
            if let Some(weight) = weights.get_mut(id as usize) {
                *weight += each;
            }
        };
        for node in &block.nodes {
            for read in &node.reads {
                if let From::Variable(id) = read.from {
                    add(id);
                }
            }
            for place in &node.stores {
                if let Place::Variable(id) = place {
                    add(*id);
                }
            }
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
    pub places: Vec<Place>,
    /// Register lanes that each block must leave alone.
    pub reserved: Vec<BTreeSet<(u8, u8)>>,
}

/// Gives variables and results their places.
///
/// # Errors
/// More temporaries than uniform memory has room for.
pub fn place(code: &Rc<Code>, budget: Budget) -> Result<Placed, Diagnostic> {
    if code.variables == 0
        && budget.results.is_none()
        && code.blocks.iter().all(literals::is_separate)
    {
        return Ok(Placed {
            code: Rc::clone(code),
            places: Vec::new(),
            reserved: vec![BTreeSet::new(); code.blocks.len()],
        });
    }
    let mut code = Code::clone(code);
    let present = presence(&code);
    let weights = weights(&code);
    let mut order: Vec<VariableId> = (0..code.variables).collect();
    order.sort_by_key(|id| (std::cmp::Reverse(weights[*id as usize]), *id));
    let lanes = budget.variables.min(4 * u32::from(REGISTERS)) as usize;
    let mut taken: Vec<EntitySet<usize>> = vec![EntitySet::new(); lanes];
    // The lane of each variable, those behind the registers being in temporaries.
    let mut chosen = vec![0usize; order.len()];
    for id in order {
        let blocks = &present[id as usize];
        let free = taken
            .iter()
            .position(|other| blocks.iter().all(|block| !other.contains(block)));
        let lane = free.unwrap_or(taken.len());
        if lane == taken.len() {
            taken.push(EntitySet::new());
        }
        taken[lane].insert_all(blocks);
        chosen[id as usize] = lane;
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
    let places: Option<Vec<Place>> = chosen.iter().map(|lane| place_of(*lane)).collect();
    let places = places.ok_or_else(too_many)?;
    let mut reserved = vec![BTreeSet::new(); code.blocks.len()];
    for (place, blocks) in places.iter().zip(&present) {
        if let Place::Register(register, lane) = place {
            for block in blocks {
                reserved[block].insert((*register, *lane));
            }
        }
    }
    let offset = first.div_ceil(4) * 4;
    for block in &mut code.blocks {
        assign_homes(block, &places, |index| temporary(offset + index)).ok_or_else(too_many)?;
        *block = literals::separate(std::mem::take(block));
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

/// Puts places in the place of variables, and of spilled results, which have numbers so far.
fn assign_homes(
    block: &mut Block,
    places: &[Place],
    spilled: impl Fn(usize) -> Option<Place>,
) -> Option<()> {
    let resolve = |read: &mut Read| {
        match read.from {
            From::Variable(id) => {
                read.from = match *places.get(id as usize)? {
                    Place::Register(register, lane) => From::Register(register, lane),
                    Place::Temporary { address, lane, .. } => From::Memory(address, lane),
                    _ => return None,
                };
            }
            From::Spilled(number, _, id) => {
                let Some(Place::Temporary { address, lane, .. }) = spilled(number.into()) else {
                    return None;
                };
                read.from = From::Spilled(address, lane, id);
            }
            _ => {}
        }
        Some(())
    };
    for node in &mut block.nodes {
        for read in &mut node.reads {
            resolve(read)?;
        }
        for place in &mut node.stores {
            match *place {
                Place::Variable(id) => *place = *places.get(id as usize)?,
                // A spilled result: its number is its lane of temporaries.
                Place::Temporary { address, .. } => *place = spilled(address.into())?,
                _ => {}
            }
        }
    }
    match &mut block.end {
        End::Branch(read, _) => resolve(read),
        End::Next => Some(()),
    }
}

/// Sends results to memory so that in the order of the operations no more than `limit` are kept
/// elsewhere. Gives the number of spilled results.
fn spill(code: &mut Code, limit: Option<usize>) -> u32 {
    let Some(limit) = limit else {
        return 0;
    };
    let mut next = 0;
    for block in &mut code.blocks {
        spill_block(block, limit, &mut next);
    }
    next
}

fn spill_block(block: &mut Block, limit: usize, next: &mut u32) {
    // The operations that read each result, in order; the end comes behind all.
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); block.nodes.len()];
    for (index, node) in block.nodes.iter().enumerate() {
        for read in &node.reads {
            if let From::Node(id) = read.from {
                readers[id as usize].push(index);
            }
        }
    }
    if let End::Branch(read, _) = &block.end
        && let From::Node(id) = read.from
    {
        readers[id as usize].push(block.nodes.len());
    }
    let next_reader = |id: NodeId, now: usize| {
        let all = &readers[id as usize];
        all.get(all.partition_point(|reader| *reader <= now))
            .copied()
    };
    let mut kept: Vec<NodeId> = Vec::new();
    // What is in memory: from which operation on, and its number there.
    let mut spilled: Vec<Option<(usize, u16)>> = vec![None; block.nodes.len()];
    for index in 0..block.nodes.len() {
        kept.retain(|id| next_reader(*id, index).is_some());
        if next_reader(index as NodeId, index).is_some() {
            kept.push(index as NodeId);
        }
        while kept.len() > limit {
            let furthest = (0..kept.len()).max_by_key(|place| next_reader(kept[*place], index));
            let Some(place) = furthest else {
                break;
            };
            let number = (*next).min(u16::MAX.into()) as u16;
            spilled[kept.remove(place) as usize] = Some((index, number));
            *next += 1;
        }
    }
    let redirect = |read: &mut Read, index: usize| {
        if let From::Node(id) = read.from
            && let Some((since, number)) = spilled[id as usize]
            && index > since
        {
            read.from = From::Spilled(number, 0, id);
        }
    };
    let count = block.nodes.len();
    for (index, node) in block.nodes.iter_mut().enumerate() {
        node.reads.iter_mut().for_each(|read| redirect(read, index));
        if let Some((_, number)) = spilled[index] {
            node.stores.push(Place::Temporary {
                address: number,
                lane: 0,
                literal: (0, 0),
            });
        }
    }
    if let End::Branch(read, _) = &mut block.end {
        redirect(read, count);
    }
}
