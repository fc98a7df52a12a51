//! Schedules of a block that is filled from its end: the first one, and others by restarts with noise in the
//! priorities.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::finish::finished;
use super::word::{Word, stage};
use super::{Plan, Policy, ScheduleError, exact};
use crate::pp::code::End;
use retroshade_kit::random::Random;

/// Schedules a block by the priorities of its operations alone.
pub(super) fn first(dag: &BlockDag<'_>, policy: Policy) -> Result<Plan, ScheduleError> {
    let noise = vec![0; dag.block.operations.len()];
    plan(dag, Fill::filled(dag, policy, noise)?)
}

/// Schedules a block once more; `None` if that is no shorter than `length`.
pub(super) fn restart(
    dag: &BlockDag<'_>,
    policy: Policy,
    length: usize,
    random: &mut Random,
) -> Result<Option<Plan>, ScheduleError> {
    let noise = 2 * u64::from(stage::COUNT);
    let noise = dag
        .block
        .operations
        .keys()
        .map(|_| random.below(noise) as u32);
    let fill = Fill::filled(dag, policy, noise.collect())?;
    if fill.words.len() < length {
        plan(dag, fill).map(Some)
    } else {
        Ok(None)
    }
}

/// The shortest schedule of a block that a search of so many steps finds, at most as long as another.
pub(super) fn shortest(
    dag: &BlockDag<'_>,
    policy: Policy,
    known: &Plan,
    steps: u32,
) -> Result<Plan, ScheduleError> {
    exact::shorten(dag, policy, known.clone(), steps).map(|plan| without_idle(dag, plan))
}

fn plan(dag: &BlockDag<'_>, fill: Fill<'_>) -> Result<Plan, ScheduleError> {
    let plan = Plan {
        bound: dag.bound,
        ..finished(fill)?
    };
    Ok(without_idle(dag, plan))
}

/// A block that does nothing and falls into the next needs no instruction.
fn without_idle(dag: &BlockDag<'_>, mut plan: Plan) -> Plan {
    if plan.words == [Word::default()] && dag.block.end == End::Fall {
        plan.words.clear();
    }
    plan
}
