//! Orders of operations: any that respects data is right, so the one that keeps fewest lanes live
//! is sought.
//!
//! Candidates are the order of the source, one built from the end, one that follows the operands of
//! each output to their ends, and, where none of them fits, an exact search: depth first over sets of
//! executed operations, remembering sets that failed. An operation that does not raise the number of
//! live lanes is executed at once, which is safe because executing it later can only free less.

use super::graph::Graph;
use std::collections::HashSet;

/// The order of the source.
fn source(graph: &Graph) -> Vec<usize> {
    (0..graph.len()).collect()
}

/// Ways to find an order that need no search, best first.
pub(crate) const CANDIDATES: [fn(&Graph) -> Vec<usize>; 4] =
    [source, from_the_end, by_operands, eager];

/// Chooses from the end: of the operations whose readers are all placed the one that makes fewest
/// lanes live before it.
fn from_the_end(graph: &Graph) -> Vec<usize> {
    let mut waiting: Vec<usize> = graph.after.iter().map(Vec::len).collect();
    let mut live = vec![false; graph.readers.len()];
    let mut ready: Vec<usize> = (0..graph.len()).filter(|op| waiting[*op] == 0).collect();
    let mut order = Vec::with_capacity(graph.len());
    while !ready.is_empty() {
        let cost = |op: usize| {
            let starts = graph.reads[op]
                .iter()
                .filter(|var| !live[var.index()])
                .count() as i64;
            let ends = graph.defines[op].len() as i64;
            (starts - ends, usize::MAX - op)
        };
        let best = (0..ready.len())
            .min_by_key(|place| cost(ready[*place]))
            .unwrap_or(0);
        let op = ready.swap_remove(best);
        for var in &graph.reads[op] {
            live[var.index()] = true;
        }
        for &other in &graph.before[op] {
            waiting[other] -= 1;
            if waiting[other] == 0 {
                ready.push(other);
            }
        }
        order.push(op);
    }
    order.reverse();
    order
}

/// Chooses from the start: of the operations whose operands are there the one after which fewest
/// lanes are live; of equals the one that became ready last.
fn eager(graph: &Graph) -> Vec<usize> {
    let mut waiting: Vec<usize> = graph.before.iter().map(Vec::len).collect();
    let mut left = graph.readers.clone();
    let mut ready: Vec<usize> = (0..graph.len())
        .rev()
        .filter(|op| waiting[*op] == 0)
        .collect();
    let mut order = Vec::with_capacity(graph.len());
    while !ready.is_empty() {
        let cost = |place: usize| (graph.change(ready[place], &left), usize::MAX - place);
        let best = (0..ready.len())
            .min_by_key(|place| cost(*place))
            .unwrap_or(0);
        let op = ready.remove(best);
        for var in &graph.reads[op] {
            left[var.index()] -= 1;
        }
        for &other in &graph.after[op] {
            waiting[other] -= 1;
            if waiting[other] == 0 {
                ready.push(other);
            }
        }
        order.push(op);
    }
    order
}

/// Operands before their readers, those that need most first.
fn by_operands(graph: &Graph) -> Vec<usize> {
    // The lanes that computing an operation with all its operands needs, roughly.
    let mut need: Vec<usize> = Vec::with_capacity(graph.len());
    for op in 0..graph.len() {
        let mut needs: Vec<(usize, usize)> = graph.before[op]
            .iter()
            .map(|other| (need[*other], graph.defines[*other].len()))
            .collect();
        needs.sort_unstable_by(|a, b| b.cmp(a));
        let (mut held, mut most) = (0, graph.defines[op].len());
        for (need, lanes) in needs {
            most = most.max(held + need);
            held += lanes;
        }
        need.push(most.max(held));
    }
    let mut order = Vec::with_capacity(graph.len());
    let mut placed = vec![false; graph.len()];
    for root in (0..graph.len()).filter(|op| graph.after[*op].is_empty()) {
        let mut stack = vec![(root, false)];
        while let Some((op, ready)) = stack.pop() {
            if placed[op] {
                continue;
            }
            if ready {
                placed[op] = true;
                order.push(op);
                continue;
            }
            stack.push((op, true));
            let mut operands = graph.before[op].clone();
            operands.sort_by_key(|other| (need[*other], usize::MAX - other));
            stack.extend(operands.into_iter().map(|other| (other, false)));
        }
    }
    order
}

impl Graph {
    /// By how much executing an operation next changes the number of live lanes.
    fn change(&self, op: usize, left: &[u32]) -> i64 {
        let ends = self.reads[op]
            .iter()
            .filter(|var| left[var.index()] == 1)
            .count() as i64;
        self.defines[op].len() as i64 - ends
    }
}

/// The most operations that the exact search takes on.
const SEARCHED: usize = 256;

/// An order in which at most `lanes` lanes are live, if one is found before the steps are used up.
/// `None` with steps left proves that there is none.
pub(crate) fn search(graph: &Graph, lanes: u32, steps: &mut u64) -> Option<Vec<usize>> {
    if graph.len() > SEARCHED {
        *steps = 0;
        return None;
    }
    let waiting: Vec<usize> = graph.before.iter().map(Vec::len).collect();
    let mut search = Search {
        graph,
        lanes: lanes.into(),
        steps,
        ready: (0..graph.len()).filter(|op| waiting[*op] == 0).collect(),
        waiting,
        left: graph.readers.clone(),
        live: 0,
        done: [0; SEARCHED / 64],
        order: Vec::with_capacity(graph.len()),
        failed: HashSet::new(),
    };
    search.go().then_some(search.order)
}

type OpSet = [u64; SEARCHED / 64];

struct Search<'a> {
    graph: &'a Graph,
    lanes: i64,
    /// Left; each operation that is executed takes one.
    steps: &'a mut u64,
    /// Operations whose operands are there.
    ready: Vec<usize>,
    waiting: Vec<usize>,
    left: Vec<u32>,
    live: i64,
    done: OpSet,
    order: Vec<usize>,
    /// Looked up only, never iterated.
    failed: HashSet<OpSet>,
}

impl Search<'_> {
    fn go(&mut self) -> bool {
        let base = self.order.len();
        while let Some(op) = self.free() {
            self.execute(op);
        }
        if self.order.len() == self.graph.len() {
            return true;
        }
        if *self.steps > 0 && !self.failed.contains(&self.done) {
            let mut choices: Vec<(i64, usize)> = self
                .ready
                .iter()
                .filter(|op| self.fits(**op))
                .map(|op| (self.graph.change(*op, &self.left), *op))
                .collect();
            choices.sort_unstable();
            for (_, op) in choices {
                self.execute(op);
                if self.go() {
                    return true;
                }
                self.undo();
            }
            self.failed.insert(self.done);
        }
        while self.order.len() > base {
            self.undo();
        }
        false
    }

    /// A ready operation that does not raise the number of live lanes.
    fn free(&self) -> Option<usize> {
        let free = |op: &usize| self.graph.change(*op, &self.left) <= 0 && self.fits(*op);
        self.ready.iter().copied().filter(free).min()
    }

    fn fits(&self, op: usize) -> bool {
        let change = self.graph.change(op, &self.left) + i64::from(self.graph.wasted[op]);
        self.live + change <= self.lanes
    }

    fn execute(&mut self, op: usize) {
        *self.steps = self.steps.saturating_sub(1);
        self.live += self.graph.change(op, &self.left);
        for var in &self.graph.reads[op] {
            self.left[var.index()] -= 1;
        }
        self.ready.retain(|other| *other != op);
        for &other in &self.graph.after[op] {
            self.waiting[other] -= 1;
            if self.waiting[other] == 0 {
                self.ready.push(other);
            }
        }
        self.done[op / 64] |= 1 << (op % 64);
        self.order.push(op);
    }

    fn undo(&mut self) {
        let Some(op) = self.order.pop() else { return };
        self.done[op / 64] &= !(1 << (op % 64));
        for &other in &self.graph.after[op] {
            if self.waiting[other] == 0 {
                self.ready.retain(|ready| *ready != other);
            }
            self.waiting[other] += 1;
        }
        self.ready.push(op);
        for var in &self.graph.reads[op] {
            self.left[var.index()] += 1;
        }
        self.live -= self.graph.change(op, &self.left);
    }
}
