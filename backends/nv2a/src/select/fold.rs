//! Lanes whose result is known although the operation stays: 0 * a + b is b, 1 * a is a. Padding a
//! matrix or a vector with 0 and 1 leaves many of them, and a literal lane makes a cheaper dot
//! product of the next operation.
//!
//! The chip's own rules make this exact: 0 times anything is 0.

use super::graph::{Graph, LaneRef, Node, NodeId, Operation, Zero, index, zero_of};
use crate::isa::{Mac, Mask};
use retroshade_ir::entity::SecondaryMap;

type MinusZeros = SecondaryMap<NodeId, Mask>;

/// Folds lanes in place and tells whether there were any.
pub(super) fn fold(graph: &mut Graph) -> bool {
    let mut known: Vec<[Option<LaneRef>; 4]> = vec![[None; 4]; graph.nodes.len()];
    let mut any = false;
    for id in graph.nodes.keys() {
        let node = &mut graph.nodes[id];
        for lane in node.operands.iter_mut().flatten() {
            *lane = resolved(*lane, &known);
        }
        let mut folded = [None; 4];
        for (lane, slot) in folded.iter_mut().enumerate().take(usize::from(node.lanes)) {
            *slot = simple(node, lane, &graph.minus_zeros);
            any |= slot.is_some();
        }
        any |= reduce(node, &folded);
        if let Some(slot) = known.get_mut(index(id)) {
            *slot = folded;
        }
    }
    let outputs = graph.outputs.iter_mut();
    for lane in outputs.flat_map(|output| output.lanes.iter_mut()).flatten() {
        *lane = resolved(*lane, &known);
    }
    for address in graph.addresses.values_mut() {
        address.index = resolved(address.index, &known);
    }
    any
}

/// What a lane was found to be.
fn resolved(lane: LaneRef, known: &[[Option<LaneRef>; 4]]) -> LaneRef {
    let found = lane.node().and_then(|node| {
        let lanes = known.get(index(node))?;
        lanes.get(usize::from(lane.lane)).copied().flatten()
    });
    match found {
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

/// The sum of two lanes, if it is one of them. 0 on top of what may be -0 stays: it makes +0 of it, which
/// comparisons rely on.
fn sum(a: LaneRef, b: LaneRef, minus_zeros: &MinusZeros) -> Option<LaneRef> {
    let neutral = |zero: LaneRef, lane: LaneRef| {
        let plain = zero.is(0.0) && zero_of(minus_zeros, lane) == Zero::Plus;
        (plain || zero.is(-0.0)).then_some(lane)
    };
    neutral(a, b).or_else(|| neutral(b, a))
}

/// What a lane of a node's result is, if it is a lane of an operand or a literal.
fn simple(node: &Node, lane: usize, minus_zeros: &MinusZeros) -> Option<LaneRef> {
    let at = |number: usize| node.operands.get(number)?.get(lane).copied();
    match node.operation {
        Operation::Mac(Mac::Mul) => product(at(0)?, at(1)?),
        Operation::Mac(Mac::Add) => sum(at(0)?, at(1)?, minus_zeros),
        Operation::Mac(Mac::Mad) => sum(product(at(0)?, at(1)?)?, at(2)?, minus_zeros),
        _ => None,
    }
}

/// A multiply-add whose open lanes all add 0 is a product, one whose open lanes all multiply by 1
/// a sum.
fn reduce(node: &mut Node, folded: &[Option<LaneRef>; 4]) -> bool {
    let Operation::Mac(Mac::Mad) = node.operation else {
        return false;
    };
    let [a, b, c] = node.operands.as_slice() else {
        return false;
    };
    let open: Vec<usize> = (0..a.len().min(4))
        .filter(|lane| folded[*lane].is_none())
        .collect();
    let all = |lanes: &[LaneRef], value: f32| {
        let mut open = open.iter().map(|lane| lanes.get(*lane));
        open.all(|lane| lane.is_some_and(|lane| lane.is(value)))
    };
    if open.is_empty() {
        return false;
    }
    let (operation, operands) = if all(c, 0.0) || all(c, -0.0) {
        (Mac::Mul, vec![a.clone(), b.clone()])
    } else if all(a, 1.0) {
        (Mac::Add, vec![b.clone(), c.clone()])
    } else if all(b, 1.0) {
        (Mac::Add, vec![a.clone(), c.clone()])
    } else {
        return false;
    };
    node.operation = Operation::Mac(operation);
    node.operands = operands;
    true
}
