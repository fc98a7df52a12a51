//! Schedules of a block: the shortest of several that are filled from the end.

use super::facts::Facts;
use super::fill::Fill;
use super::word::{Word, stage};
use super::{Effort, Placement, Plan, exact};
use crate::pp::code::{End, Kind};
use crate::pp::isa::Unit;
use retroshade_kit::random::Random;

/// Schedules a block.
pub(super) fn block(facts: &Facts<'_>, effort: Effort) -> Result<Plan, String> {
    let count = facts.block.operations.len();
    let mut random = Random::new(count as u64 ^ effort.seed);
    let mut best: Option<Plan> = None;
    for round in 0..effort.restarts.max(1) {
        let noise = (0..count).map(|_| match round {
            0 => 0,
            _ => random.below(2 * u64::from(stage::COUNT)) as u32,
        });
        let mut fill = Fill::new(facts, effort, noise.collect())?;
        fill.run()?;
        let shorter = best
            .as_ref()
            .is_none_or(|best| fill.words.len() < best.words.len());
        if shorter {
            best = Some(finished(fill)?);
        }
        if best
            .as_ref()
            .is_some_and(|best| best.words.len() <= facts.bound)
        {
            break;
        }
    }
    let mut plan = best.ok_or("no schedule was tried")?;
    plan.bound = facts.bound;
    if effort.nodes > 0 {
        plan = exact::shorten(facts, effort, plan)?;
    }
    let idle = plan.words.last() == Some(&Word::default());
    if idle && plan.words.len() == 1 && facts.block.end == End::Fall {
        plan.words.clear();
    }
    Ok(plan)
}

/// Moves an operation that stands alone among the arithmetic units from the adder to the multiplier, if
/// that has it too: its field is shorter. Nothing in the instruction notices, for units before the
/// multipliers have read by then, and those after the adders read what either wrote.
fn advance(facts: &Facts<'_>, word: &mut Word, places: &mut [Placement]) {
    let arithmetic = [
        Unit::VectorMul,
        Unit::ScalarMul,
        Unit::VectorAdd,
        Unit::ScalarAdd,
        Unit::Combine,
    ];
    let mut busy = arithmetic.into_iter().filter(|unit| !word.is_free(*unit));
    let (Some(from), None) = (busy.next(), busy.next()) else {
        return;
    };
    let to = match from {
        Unit::VectorAdd => Unit::VectorMul,
        Unit::ScalarAdd => Unit::ScalarMul,
        _ => return,
    };
    let Some(node) = word.units.get(from as usize).copied().flatten() else {
        return;
    };
    let operation = facts.block.operations.get(node);
    let able = operation.is_some_and(|o| matches!(o.kind, Kind::Alu(alu) if alu.mul.is_some()));
    if let Some(place) = places.get_mut(node).filter(|_| able) {
        place.unit = to;
        word.take(to, node);
        if let Some(slot) = word.units.get_mut(from as usize) {
            *slot = None;
        }
    }
}

/// Turns the instructions round, from execution's first to its last.
pub(super) fn finished(fill: Fill<'_>) -> Result<Plan, String> {
    let count = fill.words.len();
    let places: Option<Vec<Placement>> = fill.places.into_iter().collect();
    let places = places.ok_or("an operation was never placed")?;
    let mut words = fill.words;
    let mut places = places;
    for word in &mut words {
        advance(fill.facts, word, &mut places);
    }
    words.reverse();
    let places = places
        .into_iter()
        .map(|place| Placement {
            word: count - 1 - place.word,
            ..place
        })
        .collect();
    Ok(Plan {
        words,
        places,
        bound: 0,
    })
}
