//! Several backward walks side by side, of which the best go on after every row.

use super::backward::Backward;
use super::graph::Graph;
use super::plan::Plan;
use super::rows::History;
use crate::gp::Instruction;

/// How wide a search is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// Walks that go on after a row.
    pub(super) walks: usize,
    /// Ways in which each of them fills the next row.
    pub(super) ways: usize,
    /// What each value that is kept for readers below counts against a walk.
    pub(super) kept: u64,
}

/// What a row costs besides the operations placed in it.
const STEPS_OF_ROW: u32 = 2;

/// Searches for a block of at most `limit` instructions. Every row that is filled takes from `steps`, and
/// the search ends without a result when there are none left.
pub(super) fn search(
    graph: &Graph,
    plans: &[Plan],
    limit: usize,
    width: Width,
    steps: &mut u32,
) -> Option<(Vec<Instruction>, u32)> {
    let first = plans.first()?;
    let Ok(start) = Backward::new(graph, first, limit, limit) else {
        // No other start would differ.
        *steps = 0;
        return None;
    };
    let mut history = History::default();
    let mut walks = vec![Box::new(start)];
    let mut turn = 0;
    let mut found: Vec<Option<Box<Backward<'_>>>> = Vec::new();
    // Walks that are no longer needed, for their memory.
    let mut spare: Vec<Box<Backward<'_>>> = Vec::new();
    let mut order: Vec<(u64, u64, usize)> = Vec::new();
    loop {
        for mut walk in walks.drain(..) {
            walk.retire(&mut history);
            // The first row decides much, and there is one walk only.
            let ways = match walk.row {
                0 => width.ways.max(plans.len()),
                _ => width.ways,
            };
            let mut last = Some(walk);
            for way in 0..ways {
                let Some(mut next) = another(&mut last, way + 1 == ways, &mut spare) else {
                    break;
                };
                if way > 0 || next.row == 0 {
                    turn = (turn + 1) % plans.len();
                    next.plan = &plans[turn];
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
                        order.push((next.promise(width.kept), next.fingerprint(), found.len()));
                        found.push(Some(next));
                    }
                    Err(_) => spare.push(next),
                }
            }
        }
        order.sort_unstable();
        order.dedup_by_key(|(_, fingerprint, _)| *fingerprint);
        order.truncate(width.walks);
        // The new walks in the order of their promise; the others are spare.
        walks.extend(
            order
                .drain(..)
                .filter_map(|(_, _, index)| found[index].take()),
        );
        spare.extend(found.drain(..).flatten());
        if walks.is_empty() {
            return None;
        }
    }
}

/// A walk to go on from: itself the last time, a copy before.
fn another<'a>(
    walk: &mut Option<Box<Backward<'a>>>,
    is_last: bool,
    spare: &mut Vec<Box<Backward<'a>>>,
) -> Option<Box<Backward<'a>>> {
    if is_last {
        return walk.take();
    }
    let walk = walk.as_ref()?;
    Some(match spare.pop() {
        Some(mut next) => {
            next.as_mut().clone_from(walk);
            next
        }
        None => walk.clone(),
    })
}
