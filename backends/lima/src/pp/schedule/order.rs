//! Reorders selected operations for low register pressure.

use super::block_dag::{BlockCell, BlockDag, dag};
use crate::pp::code::{Code, Node};
use crate::pp::live::{self, spans};
use crate::pp::machine::{Item, Program};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::OpId;

/// Lanes that cost nothing.
const FREE: i64 = 20;

/// Brings the instructions of each straight line into an order in which fewer lanes are live, where one is found
/// for the block of `code` that they are in: from the end, what frees most lanes goes first.
pub(crate) fn reorder_for_pressure(program: &mut Program, code: &Code) {
    let leaving = live::leaving(&spans(code));
    let mut position: SecondaryMap<OpId, usize> = SecondaryMap::new();
    for dag in dag(code, &leaving) {
        let order = better(&dag).unwrap_or_else(|| dag.block.operations.keys().collect());
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
fn better(dag: &BlockDag<'_>) -> Option<Vec<Node>> {
    let held = excess(&dag.pressure);
    if held == 0 {
        return None;
    }
    let order = greedy(dag);
    (excess(&dag.pressure_of(&order)) < held).then_some(order)
}

fn greedy(dag: &BlockDag<'_>) -> Vec<Node> {
    let mut waiting = dag.waiting();
    let ready = waiting.iter().filter(|(_, waiting)| **waiting == 0);
    let mut ready: Vec<Node> = ready.map(|(node, _)| node).collect();
    let mut live: EntitySet<BlockCell> = dag.live.iter().copied().collect();
    let mut order = Vec::with_capacity(waiting.len());
    loop {
        let change = |node: Node| {
            let is_live = |cell: &&BlockCell| live.contains(**cell);
            let freed = dag.writes[node].iter().filter(is_live).count();
            let read = dag.reads[node].iter().filter(|cell| !is_live(cell));
            read.count() as i64 - freed as i64
        };
        let best = ready.iter().enumerate();
        let best = best.min_by_key(|&(_, &node)| (change(node), std::cmp::Reverse(node)));
        let Some((position, &node)) = best else {
            break;
        };
        ready.swap_remove(position);
        order.push(node);
        for cell in &dag.writes[node] {
            live.remove(*cell);
        }
        live.extend(dag.reads[node].iter().copied());
        for (first, _) in dag.graph.before(node) {
            waiting[first] -= 1;
            if waiting[first] == 0 {
                ready.push(first);
            }
        }
    }
    order.reverse();
    order
}
