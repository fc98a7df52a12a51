//! How short a program of given operations can be at all.
//!
//! Each operation has instructions that must come before it, its head, and instructions that must come
//! behind it, its tail. Of the operations for one kind of units with heads of h or more and tails of t or
//! more, n need `h + n / units + t` instructions, whatever their order; the most over all h and t is a
//! bound. Loads and stores count as units too: a vector is loaded at the latest where its first reader
//! stands, and half a store is done at the earliest where the last value it takes is made.

use super::graph::{Graph, KINDS, UNITS};
use crate::gp::code::{Block, From, Function, NodeOp};
use crate::gp::isa::INSTRUCTIONS;
use std::collections::BTreeMap;

/// Something that takes units.
struct Taken {
    head: usize,
    tail: usize,
    count: u32,
}

/// A number of instructions that no program of a block's operations can beat. `heights` has the
/// instructions from the start of each operation to the end.
pub(super) fn bound(block: &Block, graph: &Graph, heights: &[u32]) -> u32 {
    let mut kinds: [Vec<Taken>; KINDS] = Default::default();
    let mut memory: BTreeMap<(u16, Option<u32>), usize> = BTreeMap::new();
    let mut attributes: BTreeMap<u8, usize> = BTreeMap::new();
    let mut most = 1;
    for (index, node) in block.nodes.iter().enumerate() {
        // From the first step, behind which the height counts, to the result.
        let steps = match node.op {
            NodeOp::Function(Function::Rcp | Function::Rsqrt) => 1,
            NodeOp::Function(Function::Exp2) => 2,
            NodeOp::Function(Function::Log2) => 3,
            _ => 0,
        };
        let start = graph.starts[index];
        let tail = heights[index] as usize - 1;
        most = most.max((start - steps) as usize + heights[index] as usize);
        for demand in graph.demands[index].iter().filter(|d| d.count > 0) {
            let before = start - demand.start;
            kinds[demand.kind].push(Taken {
                head: demand.start as usize,
                tail: tail.saturating_sub((steps - before) as usize),
                count: demand.count.into(),
            });
        }
        for read in &node.reads {
            let (address, offset) = match read.from {
                From::Attribute(register, _) => {
                    let first = attributes.entry(register).or_default();
                    *first = tail.max(*first);
                    continue;
                }
                From::Memory(address, _) | From::Spilled(address, ..) => (address, None),
                From::Indexed(address, _, index) => (address, Some(index)),
                _ => continue,
            };
            let first = memory.entry((address, offset)).or_default();
            *first = tail.max(*first);
        }
    }
    if most > INSTRUCTIONS {
        return most as u32;
    }
    let load = |tail: usize| Taken {
        head: 0,
        tail,
        count: 1,
    };
    let stores = graph.roots.iter().map(|root| {
        let starts = root.stores.iter().map(|(_, id)| graph.starts[*id as usize]);
        Taken {
            head: starts.max().unwrap_or(0) as usize,
            tail: root.lowest,
            count: 1,
        }
    });
    for (taken, units) in kinds.iter().zip(UNITS) {
        most = needed(taken, units, most);
    }
    most = needed(&stores.collect::<Vec<_>>(), 2, most);
    let memory: Vec<Taken> = memory.into_values().map(load).collect();
    most = needed(&memory, 1, most);
    let attributes: Vec<Taken> = attributes.into_values().map(load).collect();
    needed(&attributes, 1, most) as u32
}

/// Instructions that so many operations need on so many units, if these are more than `most`.
fn needed(all: &[Taken], units: u32, mut most: usize) -> usize {
    let heads = all.iter().map(|taken| taken.head + 1).max().unwrap_or(0);
    let tails = all.iter().map(|taken| taken.tail + 1).max().unwrap_or(0);
    let sum: u32 = all.iter().map(|taken| taken.count).sum();
    if heads + tails + sum.div_ceil(units) as usize <= most + 2 {
        return most;
    }
    let mut counts = vec![0u32; heads * tails];
    for taken in all {
        counts[taken.head * tails + taken.tail] += taken.count;
    }
    // Sums over all tails of t or more, for heads of h or more.
    let mut above = vec![0u32; tails];
    for (head, counts) in counts.chunks_exact(tails.max(1)).enumerate().rev() {
        // Where there is nothing, the bound is no more than for the next head.
        let Some(last) = counts.iter().rposition(|count| *count > 0) else {
            continue;
        };
        let mut sum = 0;
        for tail in (0..=last).rev() {
            sum += counts[tail];
            above[tail] += sum;
            if above[tail] > 0 {
                most = most.max(head + above[tail].div_ceil(units) as usize + tail);
            }
        }
    }
    most
}
