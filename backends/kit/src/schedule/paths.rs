//! The shortest and the longest way through a program.

use super::Schedule;
use petgraph::Direction::Incoming;
use petgraph::algo::{dijkstra, toposort};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef, NodeFiltered};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A way from the start to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The number of instructions that it executes.
    pub instructions: u32,
    /// For each unit, in how many of them it works.
    pub units: Vec<u32>,
}

impl Path {
    /// The unit that works in the most instructions, the first among equals; `None` where none works.
    pub fn busiest(&self) -> Option<usize> {
        let units = self
            .units
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        let most = units.rev().max_by_key(|(_, count)| **count);
        most.map(|(unit, _)| unit)
    }
}

/// The ways through a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The shortest; `None` where no way ends.
    pub shortest: Option<Path>,
    /// The longest; `None` where a loop has no bound that the program tells, or no way ends.
    pub longest: Option<Path>,
    /// True if control can come back to an instruction.
    pub loops: bool,
}

/// Finds the ways through a program.
pub fn paths(schedule: &Schedule) -> Paths {
    let flow = Flow::new(schedule);
    let order = flow.topological();
    Paths {
        shortest: flow.shortest(),
        longest: order.as_ref().and_then(|order| flow.longest(order)),
        loops: order.is_none(),
    }
}

/// The number of times that a step runs, at least and at most.
#[derive(Clone, Copy)]
struct Runs {
    least: u32,
    most: u32,
}

/// The steps without the ways back of loops whose rounds are known: what is in such a loop counts as often as it runs.
struct Flow<'s> {
    schedule: &'s Schedule,
    graph: DiGraph<Runs, ()>,
}

impl<'s> Flow<'s> {
    fn new(schedule: &'s Schedule) -> Flow<'s> {
        let steps = &schedule.steps;
        let inside = |next: &usize| *next < steps.len();
        let mut graph = DiGraph::new();
        for _ in steps {
            graph.add_node(Runs { least: 1, most: 1 });
        }
        for (at, step) in steps.iter().enumerate() {
            for next in step.next.iter().copied().filter(inside) {
                graph.update_edge(NodeIndex::new(at), NodeIndex::new(next), ());
            }
        }
        for one in &schedule.loops {
            let body = one.body.iter().copied().filter(inside);
            let body: Vec<NodeIndex> = body.map(NodeIndex::new).collect();
            let head = NodeIndex::new(one.head);
            let leaves = |at: &&NodeIndex| {
                let mut next = graph.neighbors(**at);
                steps[at.index()].ends || next.any(|next| !body.contains(&next))
            };
            // A loop ends where it begins the next round.
            let mut leaving = body.iter().filter(leaves);
            let is_early = leaving.any(|at| !graph.contains_edge(*at, head));
            for at in body {
                let runs = &mut graph[at];
                runs.most = runs.most.saturating_mul(one.rounds.max(1));
                if !is_early {
                    runs.least = runs.least.saturating_mul(one.rounds.max(1));
                }
                if let Some(edge) = graph.find_edge(at, head) {
                    graph.remove_edge(edge);
                }
            }
        }
        Flow { schedule, graph }
    }

    /// The path to a step. `length` is that of the path to each step that is reached, where each step counts as often as
    /// `count` says; of equal paths the one that comes from the earlier step.
    fn path_to(
        &self,
        end: NodeIndex,
        length: impl Fn(NodeIndex) -> Option<u64>,
        count: impl Fn(Runs) -> u32,
    ) -> Path {
        let mut path = Path {
            instructions: 0,
            units: vec![0; self.schedule.units.len()],
        };
        let mut at = Some(end);
        while let Some(step) = at {
            let runs = count(self.graph[step]);
            path.instructions = path.instructions.saturating_add(runs);
            let row = self.schedule.steps[step.index()].row;
            let cells = self.schedule.rows.get(row).map(|row| row.cells.iter());
            let units: BTreeSet<usize> =
                cells.into_iter().flatten().map(|cell| cell.unit).collect();
            for unit in units {
                if let Some(work) = path.units.get_mut(unit) {
                    *work = work.saturating_add(runs);
                }
            }
            let before = self.graph.neighbors_directed(step, Incoming);
            let tight = before.filter(|before| {
                length(*before).map(|length| length + u64::from(runs)) == length(step)
            });
            at = tight.min();
        }
        path
    }

    /// The steps at which the program ends.
    fn ends(&self) -> impl Iterator<Item = NodeIndex> {
        let ends = |at: &NodeIndex| self.schedule.steps[at.index()].ends;
        self.graph.node_indices().filter(ends)
    }

    fn shortest(&self) -> Option<Path> {
        let least = |at: NodeIndex| u64::from(self.graph[at].least);
        let first = self.graph.node_indices().next()?;
        let ways = dijkstra(&self.graph, first, None, |edge| least(edge.target()));
        let length = |at: NodeIndex| ways.get(&at).map(|way| way + least(first));
        let ends = self.ends().filter(|end| length(*end).is_some());
        let end = ends.min_by_key(|end| (length(*end), *end))?;
        Some(self.path_to(end, length, |runs| runs.least))
    }

    /// The steps that are reached, each before those that may follow; `None` where control goes round.
    fn topological(&self) -> Option<Vec<NodeIndex>> {
        let mut walk = Dfs::empty(&self.graph);
        if let Some(first) = self.graph.node_indices().next() {
            walk.move_to(first);
        }
        while walk.next(&self.graph).is_some() {}
        toposort(&NodeFiltered(&self.graph, &walk.discovered), None).ok()
    }

    fn longest(&self, order: &[NodeIndex]) -> Option<Path> {
        let mut lengths: Vec<Option<u64>> = vec![None; self.graph.node_count()];
        for &at in order {
            let before = self.graph.neighbors_directed(at, Incoming);
            let before = before.filter_map(|before| lengths[before.index()]).max();
            let most = u64::from(self.graph[at].most);
            lengths[at.index()] = Some(most + before.unwrap_or(0));
        }
        let length = |at: NodeIndex| lengths[at.index()];
        let ends = self.ends().filter(|end| length(*end).is_some());
        let end = ends.max_by_key(|end| (length(*end), Reverse(*end)))?;
        Some(self.path_to(end, length, |runs| runs.most))
    }
}
