//! The shortest and the longest way through a program.

use super::Schedule;
use std::collections::VecDeque;

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
    let order = topological(schedule);
    Paths {
        shortest: shortest(schedule),
        longest: order.as_ref().and_then(|order| longest(schedule, order)),
        loops: order.is_none(),
    }
}

/// The path that ends at a step, where each step knows the one before it.
fn path_to(schedule: &Schedule, end: usize, before: &[Option<usize>]) -> Path {
    let mut path = Path {
        instructions: 0,
        units: vec![0; schedule.units.len()],
    };
    let mut at = Some(end);
    while let Some(step) = at {
        path.instructions += 1;
        let row = schedule
            .steps
            .get(step)
            .and_then(|step| schedule.rows.get(step.row));
        let mut units: Vec<usize> = row
            .into_iter()
            .flat_map(|row| &row.cells)
            .map(|cell| cell.unit)
            .collect();
        units.dedup();
        for unit in units {
            if let Some(count) = path.units.get_mut(unit) {
                *count += 1;
            }
        }
        at = before.get(step).copied().flatten();
    }
    path
}

/// Breadth first.
fn shortest(schedule: &Schedule) -> Option<Path> {
    let steps = &schedule.steps;
    let mut before = vec![None; steps.len()];
    let mut seen = vec![false; steps.len()];
    let mut work = VecDeque::from([0]);
    *seen.first_mut()? = true;
    while let Some(at) = work.pop_front() {
        let step = steps.get(at)?;
        if step.ends {
            return Some(path_to(schedule, at, &before));
        }
        for next in &step.next {
            if let Some(seen) = seen.get_mut(*next).filter(|seen| !**seen) {
                *seen = true;
                before[*next] = Some(at);
                work.push_back(*next);
            }
        }
    }
    None
}

/// The steps that are reached, each before those that may follow; `None` where control goes round (Kahn 1962).
fn topological(schedule: &Schedule) -> Option<Vec<usize>> {
    let steps = &schedule.steps;
    let mut reached = vec![false; steps.len()];
    let mut work: Vec<usize> = (0..steps.len().min(1)).collect();
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut reached[at], true) {
            work.extend(steps[at].next.iter().filter(|next| **next < steps.len()));
        }
    }
    let mut waiting = vec![0u32; steps.len()];
    for (at, step) in steps.iter().enumerate().filter(|(at, _)| reached[*at]) {
        debug_assert!(reached[at]);
        for next in step.next.iter().filter(|next| **next < steps.len()) {
            waiting[*next] += 1;
        }
    }
    let mut order = Vec::new();
    let ready = |at: &usize| reached[*at] && waiting[*at] == 0;
    let mut work: VecDeque<usize> = (0..steps.len()).filter(ready).collect();
    while let Some(at) = work.pop_front() {
        order.push(at);
        for next in steps[at].next.iter().filter(|next| **next < steps.len()) {
            waiting[*next] -= 1;
            if waiting[*next] == 0 {
                work.push_back(*next);
            }
        }
    }
    let all = reached.iter().filter(|reached| **reached).count();
    (order.len() == all).then_some(order)
}

fn longest(schedule: &Schedule, order: &[usize]) -> Option<Path> {
    let steps = &schedule.steps;
    let mut before = vec![None; steps.len()];
    let mut length = vec![1u32; steps.len()];
    for at in order {
        for next in steps[*at].next.iter().filter(|next| **next < steps.len()) {
            if before[*next].is_none() || length[*at] + 1 > length[*next] {
                length[*next] = length[*at] + 1;
                before[*next] = Some(*at);
            }
        }
    }
    let ends = order.iter().filter(|at| steps[**at].ends);
    let end = ends.rev().max_by_key(|at| length[**at])?;
    Some(path_to(schedule, *end, &before))
}
