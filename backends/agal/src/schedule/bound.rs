//! How many lanes are live at once in every order, as far as that is quick to see.
//!
//! Whatever the order, all that an operation depends on comes before it and all that depends on it
//! comes after it. A variable that one of the former defines and one of the latter reads is live
//! while the operation is executed, besides what the operation itself reads or writes.

use super::graph::Graph;
use super::order::{OpSet, SEARCHED};

/// A number of lanes that every order needs at some place.
pub(super) fn least_live(graph: &Graph) -> u32 {
    let widest = graph.widest();
    if graph.len() > SEARCHED {
        return widest;
    }
    let (earlier, later) = (earlier(graph), later(graph));
    let readers = readers(graph);
    let mut least = widest;
    for op in 0..graph.len() {
        let (mut through, mut beside) = (0, 0);
        for other in earlier[op].iter() {
            for var in &graph.defines[other] {
                if readers[var.index()].meets(&later[op]) {
                    through += 1;
                    beside += u32::from(!graph.reads[op].contains(var));
                }
            }
        }
        let written = graph.defines[op].len() as u32 + graph.wasted[op];
        let read = graph.reads[op].len() as u32;
        least = least.max(through + written).max(beside + read);
    }
    least
}

/// For each operation those that come before it in every order.
fn earlier(graph: &Graph) -> Vec<OpSet> {
    let mut sets = vec![OpSet::default(); graph.len()];
    for op in 0..graph.len() {
        let mut set = OpSet::default();
        for &other in &graph.before[op] {
            set.insert(other as usize);
            set.join(&sets[other as usize]);
        }
        sets[op] = set;
    }
    sets
}

/// For each operation those that come after it in every order.
fn later(graph: &Graph) -> Vec<OpSet> {
    let mut sets = vec![OpSet::default(); graph.len()];
    for op in (0..graph.len()).rev() {
        let mut set = OpSet::default();
        for &other in &graph.after[op] {
            set.insert(other as usize);
            set.join(&sets[other as usize]);
        }
        sets[op] = set;
    }
    sets
}

/// For each variable the operations that read it.
fn readers(graph: &Graph) -> Vec<OpSet> {
    let mut sets = vec![OpSet::default(); graph.readers.len()];
    for (op, reads) in graph.reads.iter().enumerate() {
        for var in reads {
            sets[var.index()].insert(op);
        }
    }
    sets
}
