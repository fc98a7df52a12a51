//! Beam search: several partial schedules side by side, of which the best go on after every row.

use super::BackwardScheduler;
use super::priorities::Priorities;
use super::rows::History;
use crate::gp::Instruction;
use crate::gp::schedule::graph::Graph;

/// How wide a search is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    /// Partial schedules that go on after a row: the width of the beam.
    pub(crate) states: usize,
    /// Ways in which each of them fills the next row.
    pub(crate) ways: usize,
    /// What each value that is kept for readers below adds to the cost of a partial schedule.
    pub(crate) kept: u64,
}

/// What a row costs besides the operations placed in it.
const STEPS_OF_ROW: u32 = 2;

/// Searches for a block of at most `limit` instructions. Every row that is filled takes from `steps`, and
/// the search ends without a result when there are none left.
pub(crate) fn search(
    graph: &Graph,
    choices: &[Priorities],
    limit: usize,
    width: Width,
    steps: &mut u32,
) -> Option<(Vec<Instruction>, u32)> {
    let first = choices.first()?;
    let Ok(start) = BackwardScheduler::new(graph, first, limit, limit) else {
        // No other start would differ.
        *steps = 0;
        return None;
    };
    let mut history = History::default();
    let mut states = vec![Box::new(start)];
    let mut turn = 0;
    let mut found: Vec<Option<Box<BackwardScheduler<'_>>>> = Vec::new();
    // Partial schedules that are no longer needed, for their memory.
    let mut spare: Vec<Box<BackwardScheduler<'_>>> = Vec::new();
    let mut order: Vec<(u64, u64, usize)> = Vec::new();
    loop {
        for mut state in states.drain(..) {
            state.retire(&mut history);
            // The first row decides much, and there is only one partial schedule.
            let ways = match state.row {
                0 => width.ways.max(choices.len()),
                _ => width.ways,
            };
            let mut last = Some(state);
            for way in 0..ways {
                let Some(mut next) = another(&mut last, way + 1 == ways, &mut spare) else {
                    break;
                };
                if way > 0 || next.row == 0 {
                    turn = (turn + 1) % choices.len();
                    next.priorities = &choices[turn];
                }
                let before = next.placed;
                let stepped = next.step();
                let cost = STEPS_OF_ROW + (next.placed - before) as u32;
                if *steps < cost {
                    *steps = 0;
                    return None;
                }
                *steps -= cost;
                match stepped {
                    Ok(true) => return next.finish(&history).ok(),
                    Ok(false) => {
                        order.push((
                            next.estimated_cost(width.kept),
                            next.fingerprint(),
                            found.len(),
                        ));
                        found.push(Some(next));
                    }
                    Err(_) => spare.push(next),
                }
            }
        }
        order.sort_unstable();
        order.dedup_by_key(|(_, fingerprint, _)| *fingerprint);
        order.truncate(width.states);
        // The new states by increasing cost; the others are spare.
        states.extend(
            order
                .drain(..)
                .filter_map(|(_, _, index)| found[index].take()),
        );
        spare.extend(found.drain(..).flatten());
        if states.is_empty() {
            return None;
        }
    }
}

/// A partial schedule to go on from: itself the last time, a copy before.
fn another<'a>(
    state: &mut Option<Box<BackwardScheduler<'a>>>,
    is_last: bool,
    spare: &mut Vec<Box<BackwardScheduler<'a>>>,
) -> Option<Box<BackwardScheduler<'a>>> {
    if is_last {
        return state.take();
    }
    let state = state.as_ref()?;
    Some(match spare.pop() {
        Some(mut next) => {
            next.as_mut().clone_from(state);
            next
        }
        None => state.clone(),
    })
}
