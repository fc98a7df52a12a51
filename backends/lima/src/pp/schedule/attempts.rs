//! Schedules of a block: the shortest of several that are filled from the end.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::finish::finished;
use super::word::{Word, stage};
use super::{Effort, Plan, ScheduleError, exact};
use crate::pp::code::End;
use retroshade_kit::random::Random;

/// Schedules a block.
pub(super) fn block(dag: &BlockDag<'_>, effort: Effort) -> Result<Plan, ScheduleError> {
    let count = dag.block.operations.len();
    let mut random = Random::new(count as u64 ^ effort.seed);
    let mut best = finished(Fill::filled(dag, effort, vec![0; count])?)?;
    for _ in 1..effort.restarts {
        if best.words.len() <= dag.bound {
            break;
        }
        let noise = (0..count).map(|_| random.below(2 * u64::from(stage::COUNT)) as u32);
        let fill = Fill::filled(dag, effort, noise.collect())?;
        if fill.words.len() < best.words.len() {
            best = finished(fill)?;
        }
    }
    best.bound = dag.bound;
    if effort.nodes > 0 {
        best = exact::shorten(dag, effort, best)?;
    }
    let idle = best.words.last() == Some(&Word::default());
    if idle && best.words.len() == 1 && dag.block.end == End::Fall {
        best.words.clear();
    }
    Ok(best)
}
