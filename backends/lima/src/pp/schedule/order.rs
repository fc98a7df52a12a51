//! Reorders selected operations for low register pressure.

use super::block_dag::{BlockDag, dag};
use crate::pp::code::Code;
use crate::pp::live::{self, spans};
use crate::pp::machine::{Item, Program};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::OpId;

/// Lanes that cost nothing.
const FREE: i64 = 20;

/// Brings the instructions of each straight line into an order in which fewer lanes are live, where one is found
/// for the block of `code` that they are in: from the end, what frees most lanes goes first.
pub(crate) fn reorder_for_pressure(program: &mut Program, code: &Code) {
    let leaving = live::leaving(&spans(code));
    let mut position: SecondaryMap<OpId, usize> = SecondaryMap::new();
    for dag in dag(code, &leaving) {
        let count = dag.block.operations.len();
        let order = better(&dag).unwrap_or_else(|| (0..count).collect());
        for (at, node) in order.into_iter().enumerate() {
            position[dag.block.operations[node].id] = at;
        }
    }
    for items in program.blocks.values_mut() {
        let both = |a: &Item, b: &Item| a.as_op().is_some() && b.as_op().is_some();
        for line in items.chunk_by_mut(both) {
            line.sort_by_key(|item| item.as_op().map(|id| position[id]));
        }
    }
}

/// How many lanes too many are live, all operations together.
fn excess(pressure: &[i64]) -> i64 {
    pressure.iter().map(|live| (live - FREE).max(0)).sum()
}

/// A better order than that of the block, if there is need and one is found.
fn better(dag: &BlockDag<'_>) -> Option<Vec<usize>> {
    let held = excess(&dag.pressure);
    if held == 0 {
        return None;
    }
    let order = greedy(dag);
    (excess(&dag.pressure_of(order.clone())) < held).then_some(order)
}

fn greedy(dag: &BlockDag<'_>) -> Vec<usize> {
    let mut waiting = dag.graph.waiting(dag.block);
    let mut ready: Vec<usize> = (0..waiting.len())
        .filter(|node| waiting.get(*node) == Some(&0))
        .collect();
    let mut live = vec![false; dag.cells];
    let set = |live: &mut Vec<bool>, cells: &[u32], state: bool| {
        for cell in cells {
            if let Some(live) = live.get_mut(*cell as usize) {
                *live = state;
            }
        }
    };
    set(&mut live, &dag.live, true);
    let none = Vec::new();
    let mut order = Vec::with_capacity(waiting.len());
    loop {
        let change = |node: usize| {
            let is_live = |cell: &&u32| live.get(**cell as usize) == Some(&true);
            let reads = dag.reads.get(node).unwrap_or(&none).iter();
            let writes = dag.writes.get(node).unwrap_or(&none).iter();
            let freed = writes.filter(is_live).count();
            reads.filter(|cell| !is_live(cell)).count() as i64 - freed as i64
        };
        let best = ready.iter().enumerate();
        let best = best.min_by_key(|&(_, &node)| (change(node), std::cmp::Reverse(node)));
        let Some((position, &node)) = best else {
            break;
        };
        ready.swap_remove(position);
        order.push(node);
        set(&mut live, dag.writes.get(node).unwrap_or(&none), false);
        set(&mut live, dag.reads.get(node).unwrap_or(&none), true);
        for edge in dag.graph.before.get(node).into_iter().flatten() {
            if let Some(waiting) = waiting.get_mut(edge.node) {
                *waiting -= 1;
                if *waiting == 0 {
                    ready.push(edge.node);
                }
            }
        }
    }
    order.reverse();
    order
}
