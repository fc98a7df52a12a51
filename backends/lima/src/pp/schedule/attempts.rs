//! Schedules of a block: the shortest of several that are filled from the end.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::finish::finished;
use super::word::{Word, stage};
use super::{Effort, Plan, exact};
use crate::pp::code::End;
use retroshade_kit::random::Random;

/// Schedules a block.
pub(super) fn block(dag: &BlockDag<'_>, effort: Effort) -> Result<Plan, String> {
    let count = dag.block.operations.len();
    let mut random = Random::new(count as u64 ^ effort.seed);
    let mut best: Option<Plan> = None;
    for round in 0..effort.restarts.max(1) {
        let noise = (0..count).map(|_| match round {
            0 => 0,
            _ => random.below(2 * u64::from(stage::COUNT)) as u32,
        });
        let mut fill = Fill::new(dag, effort, noise.collect())?;
        fill.run()?;
        let shorter = best
            .as_ref()
            .is_none_or(|best| fill.words.len() < best.words.len());
        if shorter {
            best = Some(finished(fill)?);
        }
        if best
            .as_ref()
            .is_some_and(|best| best.words.len() <= dag.bound)
        {
            break;
        }
    }
    let mut plan = best.ok_or("no schedule was tried")?;
    plan.bound = dag.bound;
    if effort.nodes > 0 {
        plan = exact::shorten(dag, effort, plan)?;
    }
    let idle = plan.words.last() == Some(&Word::default());
    if idle && plan.words.len() == 1 && dag.block.end == End::Fall {
        plan.words.clear();
    }
    Ok(plan)
}
