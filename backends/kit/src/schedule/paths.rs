//! The shortest and the longest way through a program.

use super::Schedule;
use std::collections::{BTreeSet, VecDeque};

/// A way from the start to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// How many instructions it executes.
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
    /// Whether control can come back to an instruction.
    pub loops: bool,
}

/// Finds the ways through a program.
pub fn paths(schedule: &Schedule) -> Paths {
    let graph = Graph::new(schedule);
    let order = graph.topological();
    Paths {
        shortest: graph.shortest(),
        longest: order.as_ref().and_then(|order| graph.longest(order)),
        loops: order.is_none(),
    }
}

/// The steps without the ways back of loops whose rounds are known: what is in such a loop counts as often as it runs.
struct Graph<'s> {
    schedule: &'s Schedule,
    next: Vec<Vec<usize>>,
    /// How often a step runs, at least and at most.
    least: Vec<u32>,
    most: Vec<u32>,
}

impl<'s> Graph<'s> {
    fn new(schedule: &'s Schedule) -> Graph<'s> {
        let steps = &schedule.steps;
        let inside = |next: &usize| *next < steps.len();
        let next = steps
            .iter()
            .map(|step| step.next.iter().copied().filter(inside).collect());
        let mut graph = Graph {
            schedule,
            next: next.collect(),
            least: vec![1; steps.len()],
            most: vec![1; steps.len()],
        };
        for one in &schedule.loops {
            let body: Vec<usize> = one.body.iter().copied().filter(inside).collect();
            let leaves = |at: &&usize| {
                let next = &graph.next[**at];
                steps[**at].ends || next.iter().any(|next| !body.contains(next))
            };
            // A loop ends where it begins the next round.
            let early = body
                .iter()
                .filter(leaves)
                .any(|at| !graph.next[*at].contains(&one.head));
            for at in body {
                graph.most[at] = graph.most[at].saturating_mul(one.rounds.max(1));
                if !early {
                    graph.least[at] = graph.least[at].saturating_mul(one.rounds.max(1));
                }
                graph.next[at].retain(|next| *next != one.head);
            }
        }
        graph
    }

    /// The path that ends at a step, where each step knows the one before it.
    fn path_to(&self, end: usize, before: &[Option<usize>], runs: &[u32]) -> Path {
        let mut path = Path {
            instructions: 0,
            units: vec![0; self.schedule.units.len()],
        };
        let mut at = Some(end);
        while let Some(step) = at {
            let count = runs.get(step).copied().unwrap_or(1);
            path.instructions = path.instructions.saturating_add(count);
            let row = self
                .schedule
                .steps
                .get(step)
                .map_or(usize::MAX, |step| step.row);
            let cells = self
                .schedule
                .rows
                .get(row)
                .map_or(&[][..], |row| &row.cells);
            let units: BTreeSet<usize> = cells.iter().map(|cell| cell.unit).collect();
            for unit in units {
                if let Some(work) = path.units.get_mut(unit) {
                    *work = work.saturating_add(count);
                }
            }
            at = before.get(step).copied().flatten();
        }
        path
    }

    /// By Dijkstra's algorithm.
    fn shortest(&self) -> Option<Path> {
        let steps = &self.schedule.steps;
        let mut before = vec![None; steps.len()];
        let mut found = vec![u32::MAX; steps.len()];
        *found.first_mut()? = *self.least.first()?;
        let mut work = BTreeSet::from([(found[0], 0)]);
        while let Some((length, at)) = work.pop_first() {
            if steps[at].ends {
                return Some(self.path_to(at, &before, &self.least));
            }
            for &next in &self.next[at] {
                let way = length.saturating_add(self.least[next]);
                if way < found[next] {
                    work.remove(&(found[next], next));
                    work.insert((way, next));
                    found[next] = way;
                    before[next] = Some(at);
                }
            }
        }
        None
    }

    /// The steps that are reached, each before those that may follow; `None` where control goes round (Kahn 1962).
    fn topological(&self) -> Option<Vec<usize>> {
        let count = self.next.len();
        let mut reached = vec![false; count];
        let mut work: Vec<usize> = (0..count.min(1)).collect();
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                work.extend(&self.next[at]);
            }
        }
        let mut waiting = vec![0u32; count];
        let known = (0..count).filter(|at| reached[*at]);
        for next in known.flat_map(|at| &self.next[at]) {
            waiting[*next] += 1;
        }
        let mut order = Vec::new();
        let ready = |at: &usize| reached[*at] && waiting[*at] == 0;
        let mut work: VecDeque<usize> = (0..count).filter(ready).collect();
        while let Some(at) = work.pop_front() {
            order.push(at);
            for &next in &self.next[at] {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    work.push_back(next);
                }
            }
        }
        let all = reached.iter().filter(|reached| **reached).count();
        (order.len() == all).then_some(order)
    }

    fn longest(&self, order: &[usize]) -> Option<Path> {
        let mut before = vec![None; self.next.len()];
        let mut length = self.most.clone();
        for &at in order {
            for &next in &self.next[at] {
                let way = length[at].saturating_add(self.most[next]);
                if before[next].is_none() || way > length[next] {
                    length[next] = way;
                    before[next] = Some(at);
                }
            }
        }
        let ends = order.iter().filter(|at| self.schedule.steps[**at].ends);
        let end = ends.rev().max_by_key(|at| length[**at])?;
        Some(self.path_to(*end, &before, &self.most))
    }
}
