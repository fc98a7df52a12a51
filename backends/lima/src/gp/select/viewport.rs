//! The other way to do the viewport transform.
//!
//! `(x scale) w' + offset` is the shorter chain behind w', `x (scale w') + offset` the shorter one behind
//! x. Which is better depends on what the units are busy with, so both are scheduled.

use crate::gp::code::{Block, Code, From, Node, NodeId, NodeOp, Place, Read};
use retroshade_ir::entity::EntitySet;
use smallvec::smallvec;

/// Multiplies the scale to w', if the program has a transform. `None` if operations cannot be put in order,
/// which leaves them as they are not to be used.
pub(in crate::gp) fn scale_last(code: &mut Code) -> Option<()> {
    let block = code.blocks.values_mut().next_back()?;
    let is_inverse = |id: &NodeId| block.nodes[*id].stores.contains(&Place::Output(0, 3));
    let Some(inverse) = block.nodes.keys().find(is_inverse) else {
        return Some(());
    };
    let uses = block.uses();
    let mut changed = false;
    for id in block.nodes.keys() {
        let Some((scaled, x, scale)) = scaled_product(block, id, inverse) else {
            continue;
        };
        if uses[scaled] != 1 {
            continue;
        }
        changed = true;
        block.nodes[scaled].reads = smallvec![Read::of(From::Node(inverse)), Read::of(scale)];
        block.nodes[id].reads = smallvec![Read::of(From::Node(scaled)), Read::of(x)];
    }
    if changed { sort(block) } else { Some(()) }
}

/// Of a product with w': the other factor, if it is a value times a uniform, and these two.
fn scaled_product(block: &Block, id: NodeId, inverse: NodeId) -> Option<(NodeId, From, From)> {
    let product =
        |id: NodeId| Some(&block.nodes[id]).filter(|node| node.op == NodeOp::Mul { negate: false });
    let [a, b] = product(id)?.reads.as_slice() else {
        return None;
    };
    let scaled = match (a.from, b.from) {
        (From::Node(w), From::Node(other)) if w == inverse => other,
        (From::Node(other), From::Node(w)) if w == inverse => other,
        _ => return None,
    };
    let product = product(scaled).filter(|node| node.stores.is_empty())?;
    match product.reads.as_slice() {
        [x, scale] | [scale, x]
            if matches!(scale.from, From::Memory(..)) && !matches!(x.from, From::Memory(..)) =>
        {
            Some((scaled, x.from, scale.from))
        }
        _ => None,
    }
}

/// Puts operations behind what they read, if there is such an order.
pub(in crate::gp) fn sort(block: &mut Block) -> Option<()> {
    let is_behind = |(id, node): (NodeId, &Node)| {
        let mut reads = node.reads.iter().filter_map(|read| read.from.node());
        reads.all(|other| other < id)
    };
    if block.nodes.iter().all(is_behind) {
        return Some(());
    }
    let mut placed: EntitySet<NodeId> = EntitySet::new();
    let mut order: Vec<NodeId> = Vec::with_capacity(block.nodes.len());
    let mut left: Vec<NodeId> = block.nodes.keys().collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|id| {
            let mut reads = block.nodes[*id].reads.iter();
            let waits = reads.any(|read| read.from.node().is_some_and(|id| !placed.contains(id)));
            if !waits {
                placed.insert(*id);
                order.push(*id);
            }
            waits
        });
        if left.len() == before {
            return None;
        }
    }
    block.reorder(order);
    Some(())
}
