//! Comparisons. The chip compares sign and magnitude, so that -0 is below +0; in the language the two
//! are equal. Negation makes -0 of 0, which is an ordinary value, so it may not decide.

use super::build::Builder;
use super::zeros::Zero;
use crate::isa::Mac;
use retroshade_diagnostics::Span;
use retroshade_kit::mir::LaneRef;

/// a < b or a >= b as 1 or 0.
///
/// A literal zero is +0 on the left and -0 on the right: then neither zero is below it there, and
/// either is at least as large. Where two values meet that may be different zeros, since one is negated or is
/// a minimum or maximum with something negated, adding 0 makes +0 of -0. What remains is -0 in the data
/// themselves, against +0 (docs/nv2a.md, "Arithmetic").
pub(super) fn compare(
    builder: &mut Builder,
    op: Mac,
    left: &[LaneRef],
    right: &[LaneRef],
    span: Span,
) -> Vec<LaneRef> {
    let zero = |lane: &LaneRef, value: f32| match lane.as_literal().map(f32::from_bits) {
        Some(0.0) => LaneRef::literal(value),
        _ => *lane,
    };
    let mut left: Vec<LaneRef> = left.iter().map(|lane| zero(lane, 0.0)).collect();
    let mut right: Vec<LaneRef> = right.iter().map(|lane| zero(lane, -0.0)).collect();
    let zeros = &builder.zeros;
    let meet = |a: &LaneRef, b: &LaneRef| {
        let (a_zero, b_zero) = (zeros.of_lane(*a), zeros.of_lane(*b));
        let literal = a.as_literal().is_some() || b.as_literal().is_some();
        !literal && (a_zero != b_zero || a_zero == Zero::Either)
    };
    let mut doubtful: Vec<&mut LaneRef> = left
        .iter_mut()
        .zip(&mut right)
        .filter(|(a, b)| meet(a, b))
        .flat_map(|(a, b)| [a, b])
        .filter(|lane| zeros.of_lane(**lane) != Zero::Plus)
        .collect();
    // The lanes of a comparison are four at most, those of both sides eight.
    for lanes in doubtful.chunks_mut(4) {
        let values = lanes.iter().map(|lane| **lane).collect();
        let zeros = vec![LaneRef::literal(0.0); lanes.len()];
        let sums = builder.mac(Mac::Add, vec![values, zeros], span);
        for (lane, sum) in lanes.iter_mut().zip(sums) {
            **lane = sum;
        }
    }
    builder.mac(op, vec![left, right], span)
}
