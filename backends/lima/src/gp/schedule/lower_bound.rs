//! A lower bound on the instructions of a block.
//!
//! Each operation has instructions that must come before it, its head, and instructions that must come
//! behind it, its tail. Of the operations for one kind of units with heads of h or more and tails of t or
//! more, n need `h + n / units + t` instructions, whatever their order; the most over all h and t is a
//! bound. Loads and stores count as units too: a vector is loaded at the latest where its first reader
//! stands, and half a store is done at the earliest where the last value it takes is made.

use super::Task;
use super::graph::{KINDS, UNITS, demands_of, half_of};
use crate::gp::code::{From, Function, NodeId, NodeOp};
use crate::gp::isa::INSTRUCTIONS;
use retroshade_ir::entity::EntityVec;

/// Something that takes units.
struct Taken {
    head: u32,
    tail: u32,
    count: u32,
}

/// A number of instructions that no program of a block's operations can beat. `starts` has the first
/// instruction that can hold each result, `heights` the instructions from the start of each operation to the
/// end.
pub(super) fn bound(
    task: &Task<'_>,
    starts: &EntityVec<NodeId, u32>,
    heights: &EntityVec<NodeId, u32>,
) -> u32 {
    let nodes = &task.block.nodes;
    let mut kinds: [Vec<Taken>; KINDS] = [(); KINDS].map(|()| Vec::with_capacity(nodes.len()));
    let mut memory = Vec::with_capacity(nodes.len());
    let mut attributes = Vec::with_capacity(nodes.len());
    let mut halves = Vec::new();
    let mut most = 1;
    for (id, node) in nodes.iter() {
        let (start, height) = (starts[id], heights[id]);
        // From the first step, behind which the height counts, to the result.
        let steps = match node.op {
            NodeOp::Function(Function::Rcp | Function::Rsqrt) => 1,
            NodeOp::Function(Function::Exp2) => 2,
            NodeOp::Function(Function::Log2) => 3,
            _ => 0,
        };
        let tail = height - 1;
        most = most.max(start - steps + height);
        for demand in demands_of(node.op, start).iter().filter(|d| d.count > 0) {
            let before = start - demand.start;
            kinds[demand.kind].push(Taken {
                head: demand.start,
                tail: tail.saturating_sub(steps - before),
                count: demand.count.into(),
            });
        }
        for read in &node.reads {
            match read.from {
                From::Attribute(register, _) => attributes.push((register, tail)),
                From::Memory(address, _) | From::Spilled(address, ..) => {
                    memory.push(((address, None), tail));
                }
                From::Indexed(address, _, index) => memory.push(((address, Some(index)), tail)),
                _ => {}
            }
        }
        for place in &node.stores {
            let half = half_of(*place, task.lowest);
            halves.push((half, start));
        }
    }
    if most as usize > INSTRUCTIONS {
        return most;
    }
    let mut table = Table::default();
    for (taken, units) in kinds.iter().zip(UNITS) {
        most = table.needed(taken, units, most);
    }
    let stored = |((_, lowest), head): ((_, usize), u32)| Taken {
        head,
        tail: lowest as u32,
        count: 1,
    };
    let stores: Vec<Taken> = greatest(halves).map(stored).collect();
    most = table.needed(&stores, 2, most);
    let loads: Vec<Taken> = greatest(memory).map(|(_, tail)| loaded(tail)).collect();
    most = table.needed(&loads, 1, most);
    let loads: Vec<Taken> = greatest(attributes).map(|(_, tail)| loaded(tail)).collect();
    table.needed(&loads, 1, most)
}

fn loaded(tail: u32) -> Taken {
    Taken {
        head: 0,
        tail,
        count: 1,
    }
}

/// The greatest number of each key, in the order of the keys.
fn greatest<K: Copy + Ord>(mut numbers: Vec<(K, u32)>) -> impl Iterator<Item = (K, u32)> {
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    numbers.dedup_by_key(|(key, _)| *key);
    numbers.into_iter().rev()
}

/// The number of operations with each head and tail, in memory that is used again.
#[derive(Default)]
struct Table {
    counts: Vec<u32>,
    above: Vec<u32>,
}

impl Table {
    /// Instructions that so many operations need on so many units, if these are more than `most`.
    fn needed(&mut self, all: &[Taken], units: u32, mut most: u32) -> u32 {
        let heads = all.iter().map(|taken| taken.head + 1).max().unwrap_or(0);
        let tails = all.iter().map(|taken| taken.tail + 1).max().unwrap_or(0);
        let sum: u32 = all.iter().map(|taken| taken.count).sum();
        if heads + tails + sum.div_ceil(units) <= most + 2 {
            return most;
        }
        let Table { counts, above } = self;
        counts.clear();
        counts.resize((heads * tails) as usize, 0);
        for taken in all {
            counts[(taken.head * tails + taken.tail) as usize] += taken.count;
        }
        // Sums over all tails of t or more, for heads of h or more.
        above.clear();
        above.resize(tails as usize, 0);
        let rows = (0..heads).zip(counts.chunks_exact(tails.max(1) as usize));
        for (head, counts) in rows.rev() {
            // Where there is nothing, the bound is no more than for the next head.
            let Some(last) = counts.iter().rposition(|count| *count > 0) else {
                continue;
            };
            let mut sum = 0;
            for tail in (0..=last).rev() {
                sum += counts[tail];
                above[tail] += sum;
                if above[tail] > 0 {
                    most = most.max(head + above[tail].div_ceil(units) + tail as u32);
                }
            }
        }
        most
    }
}
