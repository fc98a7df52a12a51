//! Which operation made what another reads, and what is live: reaching definitions and liveness as iterated data
//! flow (Aho, Lam, Sethi, Ullman: Compilers, section 9.2), over the steps of a schedule.

use super::{Cell, From, Place, Schedule};
use std::collections::{BTreeMap, BTreeSet};

/// An operation by the numbers of its instruction and of its cell in it.
pub type Operation = (usize, usize);

/// A value that is handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The operation that reads it.
    pub to: Operation,
    /// The operation that made it.
    pub from: Operation,
    /// How many instructions lie between them at least.
    pub delay: u32,
}

/// What is known of the values of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Values that are handed on, in the order of readers, each once.
    pub edges: Vec<Edge>,
    /// For each instruction the temporary components that are live behind it: written by then, and still to be read.
    pub live: Vec<Vec<Place>>,
    /// The operations of a longest chain of values within one pass over the program, first to last.
    pub chain: Vec<Operation>,
    /// How many instructions that chain takes at least, in whatever order, on the units that it has.
    pub chain_length: u32,
}

/// Follows the values of a program.
pub fn values(schedule: &Schedule) -> Values {
    let edges = edges(schedule);
    let (chain, chain_length) = chain(schedule, &edges);
    Values {
        live: live(schedule),
        edges,
        chain,
        chain_length,
    }
}

/// The writers of each place that may have been the last.
type Writers = BTreeMap<Place, BTreeSet<Operation>>;

/// The cells of an instruction, phase by phase.
fn phases(schedule: &Schedule, row: usize) -> Vec<&[Cell]> {
    let cells = schedule.rows.get(row).map_or(&[][..], |row| &row.cells);
    cells
        .chunk_by(|one, next| one.phase == next.phase)
        .collect()
}

/// What an instruction makes of the writers before it; `see` gets each reader of a place with its writers.
fn pass(
    schedule: &Schedule,
    row: usize,
    writers: &mut Writers,
    mut see: impl FnMut(usize, u32, &BTreeSet<Operation>),
) {
    let mut number = 0;
    for cells in phases(schedule, row) {
        let first = number;
        for (at, cell) in cells.iter().enumerate() {
            for read in &cell.reads {
                if let From::Place(place) = &read.from
                    && let Some(found) = writers.get(place)
                {
                    see(first + at, read.delay, found);
                }
            }
        }
        for (at, cell) in cells.iter().enumerate() {
            for place in &cell.writes {
                writers.insert(*place, BTreeSet::from([(row, first + at)]));
            }
        }
        number += cells.len();
    }
}

fn edges(schedule: &Schedule) -> Vec<Edge> {
    let steps = &schedule.steps;
    let mut entering: Vec<Option<Writers>> = vec![None; steps.len()];
    let mut work: BTreeSet<usize> = BTreeSet::new();
    if let Some(first) = entering.first_mut() {
        *first = Some(Writers::new());
        work.insert(0);
    }
    while let Some(at) = work.pop_first() {
        let Some(step) = steps.get(at) else { continue };
        let known = entering.get(at).and_then(Option::as_ref);
        let mut leaving = known.cloned().unwrap_or_default();
        pass(schedule, step.row, &mut leaving, |_, _, _| {});
        for next in &step.next {
            let Some(place) = entering.get_mut(*next) else {
                continue;
            };
            let changed = match place {
                None => {
                    *place = Some(leaving.clone());
                    true
                }
                Some(known) => joined(known, &leaving),
            };
            if changed {
                work.insert(*next);
            }
        }
    }
    let mut edges = BTreeSet::new();
    for (step, known) in steps.iter().zip(entering) {
        // What no way leads to reads nothing.
        let Some(mut writers) = known else { continue };
        pass(schedule, step.row, &mut writers, |cell, delay, found| {
            let to = (step.row, cell);
            edges.extend(found.iter().map(|&from| Edge {
                to,
                // Units that come later in an instruction could have been in that of the write.
                delay: if phase(schedule, from) < phase(schedule, to) {
                    0
                } else {
                    delay
                },
                from,
            }));
        });
    }
    edges.extend(of_units(schedule));
    edges.into_iter().collect()
}

fn phase(schedule: &Schedule, (row, cell): Operation) -> u8 {
    let cells = schedule.rows.get(row).map_or(&[][..], |row| &row.cells);
    cells.get(cell).map_or(0, |cell| cell.phase)
}

/// Results of units that are read where they come out.
fn of_units(schedule: &Schedule) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (row, instruction) in schedule.rows.iter().enumerate() {
        for (cell, reader) in instruction.cells.iter().enumerate() {
            for read in &reader.reads {
                let From::Unit { unit, before } = read.from else {
                    continue;
                };
                let Some(made) = row.checked_sub(before) else {
                    continue;
                };
                let mut cells = schedule
                    .rows
                    .get(made)
                    .into_iter()
                    .flat_map(|row| &row.cells);
                if let Some(writer) = cells.position(|cell| cell.unit == unit) {
                    edges.push(Edge {
                        to: (row, cell),
                        from: (made, writer),
                        delay: read.delay,
                    });
                }
            }
        }
    }
    edges
}

/// Adds writers that come by another way; says whether there are new ones.
fn joined(known: &mut Writers, more: &Writers) -> bool {
    let mut changed = false;
    for (place, writers) in more {
        let list = known.entry(*place).or_default();
        for writer in writers {
            changed |= list.insert(*writer);
        }
    }
    changed
}

fn live(schedule: &Schedule) -> Vec<Vec<Place>> {
    let steps = &schedule.steps;
    let at_end: BTreeSet<Place> = schedule.results.iter().copied().collect();
    let mut before: Vec<BTreeSet<Place>> = vec![BTreeSet::new(); steps.len()];
    let behind = |before: &[BTreeSet<Place>], at: usize| {
        let step = &steps[at];
        let mut live = if step.ends {
            at_end.clone()
        } else {
            BTreeSet::new()
        };
        for next in &step.next {
            live.extend(before.get(*next).into_iter().flatten());
        }
        live
    };
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..steps.len()).rev() {
            let mut live = behind(&before, at);
            for cells in phases(schedule, steps[at].row).into_iter().rev() {
                for place in cells.iter().flat_map(|cell| &cell.writes) {
                    live.remove(place);
                }
                for read in cells.iter().flat_map(|cell| &cell.reads) {
                    if let From::Place(place) = read.from
                        && place.file.is_temporary()
                    {
                        live.insert(place);
                    }
                }
            }
            if live != before[at] {
                before[at] = live;
                changed = true;
            }
        }
    }
    let mut rows: Vec<BTreeSet<Place>> = vec![BTreeSet::new(); schedule.rows.len()];
    for (at, step) in steps.iter().enumerate() {
        if let Some(row) = rows.get_mut(step.row) {
            row.extend(behind(&before, at));
        }
    }
    rows.into_iter()
        .map(|row| row.into_iter().collect())
        .collect()
}

/// A longest chain of values that go forwards, and the instructions that it takes at least.
fn chain(schedule: &Schedule, edges: &[Edge]) -> (Vec<Operation>, u32) {
    // For each operation the instructions before it, and the operation that it waits for.
    let mut reached: BTreeMap<Operation, (u32, Option<Operation>)> = BTreeMap::new();
    let mut last: Option<(u32, Operation)> = None;
    let mut forwards = edges.iter().filter(|edge| edge.from < edge.to).peekable();
    for (row, instruction) in schedule.rows.iter().enumerate() {
        for cell in 0..instruction.cells.len() {
            let to = (row, cell);
            let mut best = (0, None);
            while let Some(edge) = forwards.next_if(|edge| edge.to == to) {
                let before = reached.get(&edge.from).map_or(0, |found| found.0) + edge.delay;
                if best.1.is_none() || before > best.0 {
                    best = (before, Some(edge.from));
                }
            }
            reached.insert(to, best);
            if last.is_none_or(|(length, _)| best.0 > length) {
                last = Some((best.0, to));
            }
        }
    }
    let Some((length, end)) = last else {
        return (Vec::new(), 0);
    };
    let mut chain = vec![end];
    while let Some((_, Some(from))) = chain.last().and_then(|at| reached.get(at)) {
        chain.push(*from);
    }
    chain.reverse();
    (chain, length + 1)
}
