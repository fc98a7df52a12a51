//! Comparisons. The chip compares sign and magnitude, so that -0 is below +0; in the language the two
//! are equal. Negation makes -0 of 0, which is an ordinary value, so it may not decide.

use super::graph::{Graph, LaneRef};
use crate::isa::Mac;
use retroshade_diagnostics::Span;

/// a < b or a >= b as 1 or 0.
///
/// A literal zero is +0 on the left and -0 on the right: then neither zero is below it there, and
/// either is at least as large. Where two values meet and one of them is negated, adding 0 makes +0
/// of its -0. What remains is -0 in the data themselves, against +0 (docs/nv2a.md, "Arithmetic").
pub(super) fn compare(
    graph: &mut Graph,
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
    let meet = |a: &LaneRef, b: &LaneRef| {
        a.as_literal().is_none() && b.as_literal().is_none() && a.negate != b.negate
    };
    let mut negated: Vec<&mut LaneRef> = left
        .iter_mut()
        .zip(&mut right)
        .filter(|(a, b)| meet(a, b))
        .map(|(a, b)| if a.negate { a } else { b })
        .collect();
    if !negated.is_empty() {
        let values = negated.iter().map(|lane| **lane).collect();
        let zeros = vec![LaneRef::literal(0.0); negated.len()];
        let sums = graph.mac(Mac::Add, vec![values, zeros], span);
        for (lane, sum) in negated.iter_mut().zip(sums) {
            **lane = sum;
        }
    }
    graph.mac(op, vec![left, right], span)
}
