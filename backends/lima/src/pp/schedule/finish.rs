//! The finished schedule of a block that was filled from its end.

use super::block_dag::BlockDag;
use super::fill::Fill;
use super::word::Word;
use super::{Placement, Plan, ScheduleError};
use crate::pp::code::{Kind, Node};
use crate::pp::isa::Unit;
use retroshade_ir::entity::EntityVec;

/// Turns the instructions round, from execution's first to its last.
pub(super) fn finished(fill: Fill<'_>) -> Result<Plan, ScheduleError> {
    let count = fill.words.len();
    let places = fill.places.iter();
    let places = places.map(|(node, place)| place.ok_or(ScheduleError::Operation(node)));
    let mut places: EntityVec<Node, Placement> = places.collect::<Result<_, _>>()?;
    let mut words = fill.words;
    for word in &mut words {
        advance(fill.dag, word, &mut places);
    }
    words.reverse();
    for place in places.values_mut() {
        place.word = count - 1 - place.word;
    }
    Ok(Plan {
        words,
        places,
        bound: 0,
    })
}

/// Moves an operation that stands alone among the arithmetic units from the adder to the multiplier, if
/// that has it too: its field is shorter. Nothing in the instruction notices, for units before the
/// multipliers have read by then, and those after the adders read what either wrote.
fn advance(dag: &BlockDag<'_>, word: &mut Word, places: &mut EntityVec<Node, Placement>) {
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
    let Some(node) = word.in_unit(from) else {
        return;
    };
    let kind = dag.block.operations[node].kind;
    if matches!(kind, Kind::Alu(alu) if alu.mul) {
        places[node].unit = to;
        word.take(to, node);
        word.release(from);
    }
}
