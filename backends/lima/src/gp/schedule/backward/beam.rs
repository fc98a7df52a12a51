//! Beam search: several partial schedules side by side, of which the best go on after every row.

use super::BackwardScheduler;
use super::priorities::Priorities;
use super::rows::History;
use crate::gp::Instruction;
use crate::gp::schedule::graph::Graph;

/// The width of a search.
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
    loop {
        let mut next: Vec<Candidate<'_>> = Vec::new();
        for mut state in states {
            state.retire(&mut history);
            // The first row decides much, and there is only one partial schedule.
            let ways = match state.row {
                0 => width.ways.max(choices.len()),
                _ => width.ways,
            };
            for (way, mut state) in std::iter::repeat_n(state, ways).enumerate() {
                if way > 0 || state.row == 0 {
                    turn = (turn + 1) % choices.len();
                    state.priorities = &choices[turn];
                }
                let before = state.placed;
                let stepped = state.step();
                let cost = STEPS_OF_ROW + (state.placed - before) as u32;
                if *steps < cost {
                    *steps = 0;
                    return None;
                }
                *steps -= cost;
                match stepped {
                    Ok(true) => return state.finish(&history).ok(),
                    Ok(false) => next.push(Candidate {
                        cost: state.estimated_cost(width.kept),
                        fingerprint: state.fingerprint(),
                        state,
                    }),
                    Err(_) => {}
                }
            }
        }
        next.sort_by_key(|candidate| (candidate.cost, candidate.fingerprint));
        next.dedup_by_key(|candidate| candidate.fingerprint);
        next.truncate(width.states);
        if next.is_empty() {
            return None;
        }
        states = next.into_iter().map(|candidate| candidate.state).collect();
    }
}

/// A partial schedule that may go on.
struct Candidate<'a> {
    cost: u64,
    fingerprint: u64,
    state: Box<BackwardScheduler<'a>>,
}
