//! `equate_zeros`: comparisons for which the two zeros are equal, as they are in the language. The chip
//! compares sign and magnitude, so that -0 is below +0.
//!
//! Both comparisons, `slt` and `sge`, take +0 on the left and -0 on the right for equal. So a literal zero
//! gets the sign of its side, and only -0 on the left has to be kept from +0 on the right: 0 added to -0 makes
//! +0 of it.
//!
//! What rounds to -0 is not meant: against +0 it compares as the negative number that it was.

use super::zeros::Zeros;
use crate::isa::Mac;
use crate::machine::{Operation, Program};
use indexmap::IndexMap;
use retroshade_kit::mir::{LaneRef, OpId, Operand};

/// Mends comparisons in place and tells whether there were any to mend.
pub(super) fn equate_zeros(program: &mut Program) -> bool {
    let zeros = Zeros::of(program);
    let mut any = false;
    // Lanes to which 0 was added, with the sums.
    let mut sums: IndexMap<Operand, OpId> = IndexMap::new();
    let ids: Vec<OpId> = program.ops.keys().collect();
    for id in ids {
        let op = &mut program.ops[id];
        let (Operation::Mac(Mac::Slt | Mac::Sge), [left, right]) =
            (op.code, op.operands.as_mut_slice())
        else {
            continue;
        };
        any |= sign_literals(left, 0.0) | sign_literals(right, -0.0);
        let is_doubtful = |(left, right): &(&LaneRef, &LaneRef)| {
            let literal = left.as_literal().or(right.as_literal());
            literal.is_none() && zeros.may_be_minus(**left) && zeros.may_be_plus(**right)
        };
        let mut doubtful = Operand::new();
        for (lane, _) in left.iter().zip(right.iter()).filter(is_doubtful) {
            if !doubtful.contains(lane) {
                doubtful.push(*lane);
            }
        }
        if doubtful.is_empty() {
            continue;
        }
        any = true;
        let span = op.span;
        let sum = *sums.entry(doubtful.clone()).or_insert_with(|| {
            let zeros = doubtful.iter().map(|_| LaneRef::literal(0.0)).collect();
            program.add(Operation::Mac(Mac::Add), [doubtful.clone(), zeros], span)
        });
        let results: Vec<LaneRef> = program.results(sum).collect();
        for lane in &mut program.ops[id].operands[0] {
            let at = doubtful.iter().position(|other| other == lane);
            *lane = at.map_or(*lane, |at| results[at]);
        }
    }
    let loose: Vec<OpId> = sums.into_values().collect();
    program.place_before_readers(&loose);
    any
}

/// Gives the literal zeros of an operand the sign of `zero`.
fn sign_literals(lanes: &mut Operand, zero: f32) -> bool {
    let mut any = false;
    for lane in lanes {
        if lane.is(-zero) {
            *lane = LaneRef::literal(zero);
            any = true;
        }
    }
    any
}
