//! `fold_lanes`: lanes whose result is known although the instruction stays: 0 * a + b is b, 1 * a is a.
//! Padding a matrix or a vector with 0 and 1 leaves many of them, and a literal lane makes a cheaper dot
//! product of the next instruction.
//!
//! The chip's own rules make this exact: 0 times anything is 0. Only the sign of a zero may change, which
//! `equate_zeros` looks at afterwards.

use crate::isa::Mac;
use crate::machine::{Operation, Program, VertexUnit};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{Lane, LaneRef, Op, OpId};

type Known = SecondaryMap<Lane, Option<LaneRef>>;

/// Folds lanes in place and tells whether there were any.
pub(super) fn fold_lanes(program: &mut Program) -> bool {
    let mut known = Known::new();
    let mut any = false;
    let ids: Vec<OpId> = program.ops.keys().collect();
    for id in ids {
        let op = &mut program.ops[id];
        for lane in op.operands.iter_mut().flatten() {
            *lane = resolved(*lane, &known);
        }
        let mut open = Vec::new();
        for (result, lane) in (0..).zip(op.results.clone()) {
            let folded = simple(op, result);
            any |= folded.is_some();
            match (folded, lane) {
                (Some(_), Some(lane)) => known[lane] = folded,
                (Some(_), None) => {}
                (None, _) => open.push(usize::from(result)),
            }
        }
        any |= reduce(op, &open);
    }
    for output in &mut program.outputs {
        for lane in output.lanes.iter_mut().flatten() {
            *lane = resolved(*lane, &known);
        }
    }
    for address in program.addresses.values_mut() {
        address.index = resolved(address.index, &known);
    }
    any
}

/// What a lane was found to be.
fn resolved(lane: LaneRef, known: &Known) -> LaneRef {
    match lane.as_value().and_then(|value| known[value]) {
        Some(found) if lane.negate => found.negated(),
        Some(found) => found,
        None => lane,
    }
}

/// The product of two lanes, if it is one of them or 0.
fn product(a: LaneRef, b: LaneRef) -> Option<LaneRef> {
    let zero = |lane: LaneRef| lane.is(0.0) || lane.is(-0.0);
    if zero(a) || zero(b) {
        return Some(LaneRef::literal(0.0));
    }
    let scaled = |factor: LaneRef, lane: LaneRef| {
        if factor.is(1.0) {
            Some(lane)
        } else {
            factor.is(-1.0).then(|| lane.negated())
        }
    };
    scaled(a, b).or_else(|| scaled(b, a))
}

/// The sum of two lanes, if it is one of them.
fn sum(a: LaneRef, b: LaneRef) -> Option<LaneRef> {
    let zero = |lane: LaneRef| lane.is(0.0) || lane.is(-0.0);
    if zero(a) {
        Some(b)
    } else {
        zero(b).then_some(a)
    }
}

/// Returns the lane or literal that a result equals, if there is one.
fn simple(op: &Op<VertexUnit>, result: u8) -> Option<LaneRef> {
    let at = |number: usize| op.source(number, result);
    match op.code {
        Operation::Mac(Mac::Mul) => product(at(0)?, at(1)?),
        Operation::Mac(Mac::Add) => sum(at(0)?, at(1)?),
        Operation::Mac(Mac::Mad) => sum(product(at(0)?, at(1)?)?, at(2)?),
        _ => None,
    }
}

/// A multiply-add whose open results all add 0 is a product, one whose open results all multiply by 1 a
/// sum.
fn reduce(op: &mut Op<VertexUnit>, open: &[usize]) -> bool {
    let Operation::Mac(Mac::Mad) = op.code else {
        return false;
    };
    let all = |number: usize, value: f32| {
        let operand = &op.operands[number];
        let mut lanes = open.iter().map(|at| operand.get(*at));
        lanes.all(|lane| lane.is_some_and(|lane| lane.is(value)))
    };
    if open.is_empty() {
        return false;
    }
    let (operation, removed) = if all(2, 0.0) || all(2, -0.0) {
        (Mac::Mul, 2)
    } else if all(0, 1.0) {
        (Mac::Add, 0)
    } else if all(1, 1.0) {
        (Mac::Add, 1)
    } else {
        return false;
    };
    op.code = Operation::Mac(operation);
    op.operands.remove(removed);
    true
}
