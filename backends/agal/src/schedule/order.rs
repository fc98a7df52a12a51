//! Orders of operations: any that respects data is right, so the one that keeps fewest lanes live
//! is sought.
//!
//! Candidates are the order of the source, one built from the end, one that follows the operands of
//! each output to their ends, and, where none of them fits, an exact search: depth first over sets of
//! executed operations, remembering sets that failed. An operation that does not raise the number of
//! live lanes is executed at once, which is safe because executing it later can only free less.

use super::graph::{Graph, Pressure};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::dependence::DependenceGraph;
use rustc_hash::FxHashSet;

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
    let mut waiting: Vec<usize> = (0..graph.len()).map(|op| graph.after(op).count()).collect();
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
        for other in graph.before(op) {
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
    let mut waiting = graph.order.waiting();
    let mut pressure = Pressure::new(graph);
    let mut ready: Vec<usize> = (0..graph.len())
        .rev()
        .filter(|op| waiting[*op] == 0)
        .collect();
    let mut order = Vec::with_capacity(graph.len());
    while !ready.is_empty() {
        let cost = |place: usize| (pressure.change(ready[place]), usize::MAX - place);
        let best = (0..ready.len())
            .min_by_key(|place| cost(*place))
            .unwrap_or(0);
        let op = ready.remove(best);
        pressure.execute(op);
        for other in graph.after(op) {
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
    let mut needs: Vec<(usize, usize)> = Vec::new();
    for op in 0..graph.len() {
        needs.clear();
        needs.extend(
            graph
                .before(op)
                .map(|other| (need[other], graph.defines[other].len())),
        );
        needs.sort_unstable_by(|a, b| b.cmp(a));
        let (mut held, mut most) = (0, graph.defines[op].len());
        for &(need, lanes) in &needs {
            most = most.max(held + need);
            held += lanes;
        }
        need.push(most.max(held));
    }
    let operands = DependenceGraph::new(graph.len(), |op, before| {
        before.extend(graph.before(op));
        before.sort_unstable_by_key(|other| (need[*other], usize::MAX - other));
    });
    operands.post_order((0..graph.len()).filter(|op| graph.after(*op).next().is_none()))
}

/// The most operations that the exact search takes on. Chosen, not measured: a little more than the
/// 200 tokens of agal1; longer programs would exhaust the steps of the search.
pub(super) const SEARCHED: usize = 256;

/// An order in which at most `lanes` lanes are live, if one is found before the steps are used up.
/// `None` with steps left proves that there is none.
pub(crate) fn search(graph: &Graph, lanes: u32, steps: &mut u64) -> Option<Vec<usize>> {
    if graph.len() > SEARCHED {
        *steps = 0;
        return None;
    }
    let mut search = Search {
        graph,
        lanes: i64::from(lanes),
        steps,
        ready: OpSet::default(),
        waiting: graph.order.waiting(),
        pressure: Pressure::new(graph),
        live: 0,
        done: OpSet::default(),
        order: Vec::with_capacity(graph.len()),
        choices: Vec::new(),
        failed: FxHashSet::default(),
    };
    for op in (0..graph.len()).filter(|op| search.waiting[*op] == 0) {
        search.ready.insert(op);
    }
    search.go().then_some(search.order)
}

/// A set of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct OpSet([u64; SEARCHED / 64]);

impl OpSet {
    fn insert(&mut self, op: usize) {
        self.0[op / 64] |= 1 << (op % 64);
    }

    fn remove(&mut self, op: usize) {
        self.0[op / 64] &= !(1 << (op % 64));
    }

    /// The operations in order.
    fn iter(self) -> impl Iterator<Item = usize> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(first + bit)
            })
        })
    }
}

struct Search<'a> {
    graph: &'a Graph,
    lanes: i64,
    /// Left; each operation that is executed takes one.
    steps: &'a mut u64,
    /// Operations whose operands are there.
    ready: OpSet,
    waiting: EntityVec<usize, u32>,
    pressure: Pressure<'a>,
    live: i64,
    done: OpSet,
    order: Vec<usize>,
    /// What is still to be tried at each depth, one depth after the other.
    choices: Vec<(i32, u32)>,
    /// Looked up only, never iterated.
    failed: FxHashSet<OpSet>,
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
            let first = self.choices.len();
            for op in self.ready.iter() {
                if self.fits(op) {
                    self.choices.push((self.pressure.change(op), op as u32));
                }
            }
            let last = self.choices.len();
            self.choices[first..].sort_unstable();
            for choice in first..last {
                self.execute(self.choices[choice].1 as usize);
                if self.go() {
                    return true;
                }
                self.undo();
            }
            self.choices.truncate(first);
            self.failed.insert(self.done);
        }
        while self.order.len() > base {
            self.undo();
        }
        false
    }

    /// A ready operation that does not raise the number of live lanes.
    fn free(&self) -> Option<usize> {
        let free = |op: &usize| self.pressure.change(*op) <= 0 && self.fits(*op);
        self.ready.iter().find(free)
    }

    fn fits(&self, op: usize) -> bool {
        let change = i64::from(self.pressure.change(op)) + i64::from(self.graph.wasted[op]);
        self.live + change <= self.lanes
    }

    fn execute(&mut self, op: usize) {
        *self.steps = self.steps.saturating_sub(1);
        self.live += i64::from(self.pressure.execute(op));
        self.ready.remove(op);
        for other in self.graph.after(op) {
            let waiting = &mut self.waiting[other];
            *waiting -= 1;
            if *waiting == 0 {
                self.ready.insert(other);
            }
        }
        self.done.insert(op);
        self.order.push(op);
    }

    fn undo(&mut self) {
        let Some(op) = self.order.pop() else { return };
        self.done.remove(op);
        for other in self.graph.after(op) {
            let waiting = &mut self.waiting[other];
            if *waiting == 0 {
                self.ready.remove(other);
            }
            *waiting += 1;
        }
        self.ready.insert(op);
        self.live -= i64::from(self.pressure.undo(op));
    }
}
