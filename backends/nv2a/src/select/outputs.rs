//! Which node writes which lanes of which output. A node writes one output beside its temporary for
//! nothing; what no node can write directly is copied.

use super::Strategy;
use super::code::Emit;
use super::graph::{Base, Graph, LaneRef, Node, NodeId, Operation, OutputSlot, Shape, index};
use super::literals::distinct;
use crate::isa::Mac;
use crate::isa::registers::POSITION;
use indexmap::IndexMap;

/// The output of each node, by node number.
pub(super) type Emits = Vec<Option<Emit>>;

/// Lanes of an output that come from one place with one sign.
type Parts = IndexMap<(PartBase, bool), Vec<(u8, LaneRef)>>;

/// What lanes that one copy can write have in common: all literals are one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PartBase {
    Of(Base),
    Literals,
}

fn parts(output: &OutputSlot) -> Parts {
    let mut parts = Parts::new();
    for (to, lane) in (0..).zip(&output.lanes) {
        let Some(lane) = lane else { continue };
        let base = match lane.base {
            Base::Literal(_) => PartBase::Literals,
            base => PartBase::Of(base),
        };
        parts
            .entry((base, lane.negate))
            .or_default()
            .push((to, *lane));
    }
    parts
}

/// Decides for every output and adds the copies that are needed to the graph.
pub(super) fn assign(graph: &mut Graph, strategy: &Strategy) -> Emits {
    let mut emits: Emits = vec![None; graph.nodes.len()];
    // The position first: what it takes can be read back from it.
    let slots = graph.outputs.clone();
    let (first, others): (Vec<_>, Vec<_>) = slots.iter().partition(|s| s.number == POSITION);
    for output in first.into_iter().chain(others) {
        let parts = parts(output);
        let mut copies = Parts::new();
        for (key, lanes) in &parts {
            let direct = match key {
                (PartBase::Of(Base::Node(node)), false) => {
                    direct(graph, &emits, *node, output.number, lanes)
                }
                _ => None,
            };
            match (direct, lanes.first().and_then(|(_, lane)| lane.node())) {
                (Some(emit), Some(node)) => set(&mut emits, node, emit),
                _ => {
                    copies.insert(*key, lanes.clone());
                }
            }
        }
        if strategy.merge_literals {
            merge_literals(graph, &mut emits, output, &mut copies);
        }
        for lanes in copies.values() {
            copy(graph, &mut emits, output, lanes);
        }
    }
    emits
}

fn set(emits: &mut Emits, node: NodeId, emit: Emit) {
    if emits.len() <= index(node) {
        emits.resize(index(node) + 1, None);
    }
    if let Some(slot) = emits.get_mut(index(node)) {
        *slot = Some(emit);
    }
}

/// How a node can write these lanes itself, if it can.
fn direct(
    graph: &Graph,
    emits: &Emits,
    node: NodeId,
    number: u8,
    lanes: &[(u8, LaneRef)],
) -> Option<Emit> {
    let free = emits.get(index(node)).is_none_or(Option::is_none);
    let fixed = graph.nodes[node].operation.shape() == Shape::Fixed;
    let mut emit = Emit {
        number,
        lanes: [None; 4],
    };
    for (to, lane) in lanes {
        if fixed && *to != lane.lane {
            return None;
        }
        *emit.lanes.get_mut(usize::from(*to))? = Some(lane.lane);
    }
    free.then_some(emit)
}

fn add(graph: &mut Graph, emits: &mut Emits, node: Node, number: u8, to: &[u8]) {
    let id = graph.nodes.push(node);
    let mut emit = Emit {
        number,
        lanes: [None; 4],
    };
    for (lane, to) in (0..).zip(to) {
        if let Some(slot) = emit.lanes.get_mut(usize::from(*to)) {
            *slot = Some(lane);
        }
    }
    set(emits, id, emit);
}

fn copy(graph: &mut Graph, emits: &mut Emits, output: &OutputSlot, lanes: &[(u8, LaneRef)]) {
    let to: Vec<u8> = lanes.iter().map(|(to, _)| *to).collect();
    // One in x or w is a result of LIT, whatever its operand is.
    let ones = lanes
        .iter()
        .all(|(to, lane)| matches!(to, 0 | 3) && lane.is(1.0));
    let node = Node {
        operation: if ones {
            Operation::One
        } else {
            Operation::Move
        },
        operands: vec![lanes.iter().map(|(_, lane)| *lane).collect()],
        lanes: lanes.len() as u8,
        span: output.span,
    };
    add(graph, emits, node, output.number, &to);
}

/// Literals beside lanes that must be copied anyway: one multiply-add by 1 and 0 does both.
fn merge_literals(graph: &mut Graph, emits: &mut Emits, output: &OutputSlot, copies: &mut Parts) {
    let others: Vec<_> = copies
        .keys()
        .filter(|(base, _)| *base != PartBase::Literals)
        .copied()
        .collect();
    let (Some(literals), [source]) = (
        copies.get(&(PartBase::Literals, false)).cloned(),
        others.as_slice(),
    ) else {
        return;
    };
    // A uniform would be a second constant.
    if matches!(
        source.0,
        PartBase::Of(Base::Uniform(_) | Base::Relative(..))
    ) {
        return;
    }
    let Some(lanes) = copies.get(source).cloned() else {
        return;
    };
    let values = literals.iter().filter_map(|(_, lane)| lane.as_literal());
    let distinct = distinct(values.chain([0, 1f32.to_bits()]).collect());
    let Some((_, any)) = lanes.first().copied() else {
        return;
    };
    if distinct.len() > 4 {
        return;
    }
    let (zero, one) = (LaneRef::literal(0.0), LaneRef::literal(1.0));
    let mut operands = vec![Vec::new(), Vec::new(), Vec::new()];
    let mut to = Vec::new();
    for (lane, source, factor, term) in lanes
        .iter()
        .map(|(to, lane)| (*to, *lane, one, zero))
        .chain(literals.iter().map(|(to, lane)| (*to, any, zero, *lane)))
    {
        to.push(lane);
        for (operand, value) in operands.iter_mut().zip([source, factor, term]) {
            operand.push(value);
        }
    }
    let node = Node {
        operation: Operation::Mac(Mac::Mad),
        lanes: to.len() as u8,
        operands,
        span: output.span,
    };
    add(graph, emits, node, output.number, &to);
    copies.shift_remove(source);
    copies.shift_remove(&(PartBase::Literals, false));
}
