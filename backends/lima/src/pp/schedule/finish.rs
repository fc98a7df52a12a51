//! The finished schedule of a block that was filled from its end.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::word::Word;
use super::{Placement, Plan};
use crate::pp::code::Kind;
use crate::pp::isa::Unit;

/// Turns the instructions round, from execution's first to its last.
pub(super) fn finished(fill: Fill<'_>) -> Result<Plan, String> {
    let count = fill.words.len();
    let places: Option<Vec<Placement>> = fill.places.into_iter().collect();
    let places = places.ok_or("an operation was never placed")?;
    let mut words = fill.words;
    let mut places = places;
    for word in &mut words {
        advance(fill.dag, word, &mut places);
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

/// Moves an operation that stands alone among the arithmetic units from the adder to the multiplier, if
/// that has it too: its field is shorter. Nothing in the instruction notices, for units before the
/// multipliers have read by then, and those after the adders read what either wrote.
fn advance(dag: &BlockDag<'_>, word: &mut Word, places: &mut [Placement]) {
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
    let operation = dag.block.operations.get(node);
    let able = operation.is_some_and(|o| matches!(o.kind, Kind::Alu(alu) if alu.mul.is_some()));
    if let Some(place) = places.get_mut(node).filter(|_| able) {
        place.unit = to;
        word.take(to, node);
        if let Some(slot) = word.units.get_mut(from as usize) {
            *slot = None;
        }
    }
}
