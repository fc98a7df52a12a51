//! The other way to do the viewport transform.
//!
//! `(x scale) w' + offset` is the shorter chain behind w', `x (scale w') + offset` the shorter one behind
//! x. Which is better depends on what the units are busy with, so both are scheduled.

use crate::gp::code::{Code, From, Node, NodeId, NodeOp, Place, Read};
use smallvec::smallvec;

/// Multiplies the scale to w', if the program has a transform. `None` if operations cannot be put in order,
/// which leaves them as they are not to be used.
pub(in crate::gp) fn scale_last(code: &mut Code) -> Option<()> {
    let is_inverse = |node: &Node| node.stores.contains(&Place::Output(0, 3));
    let last = code.blocks.last_mut().and_then(|block| {
        let inverse = block.nodes.iter().position(is_inverse)? as NodeId;
        Some((block, inverse))
    });
    let Some((block, inverse)) = last else {
        return Some(());
    };
    let uses = block.uses();
    let mut changed = false;
    for index in 0..block.nodes.len() {
        let Some((scaled, x, scale)) = scaled_product(&block.nodes, index, inverse) else {
            continue;
        };
        if uses[scaled as usize] != 1 {
            continue;
        }
        changed = true;
        block.nodes[scaled as usize].reads =
            smallvec![Read::of(From::Node(inverse)), Read::of(scale)];
        block.nodes[index].reads = smallvec![Read::of(From::Node(scaled)), Read::of(x)];
    }
    match changed {
        true => sort(block),
        false => Some(()),
    }
}

/// Of a product with w': the other factor, if it is a value times a uniform, and these two.
fn scaled_product(nodes: &[Node], index: usize, inverse: NodeId) -> Option<(NodeId, From, From)> {
    let node = nodes
        .get(index)
        .filter(|node| node.op == NodeOp::Mul(false))?;
    let [a, b] = node.reads.as_slice() else {
        return None;
    };
    let scaled = match (a.from, b.from) {
        (From::Node(w), From::Node(other)) if w == inverse => other,
        (From::Node(other), From::Node(w)) if w == inverse => other,
        _ => return None,
    };
    let product = nodes
        .get(scaled as usize)
        .filter(|node| node.op == NodeOp::Mul(false) && node.stores.is_empty())?;
    match product.reads.as_slice() {
        [x, scale] | [scale, x]
            if matches!(scale.from, From::Memory(..)) && !matches!(x.from, From::Memory(..)) =>
        {
            Some((scaled, x.from, scale.from))
        }
        _ => None,
    }
}

/// Puts operations behind what they read.
pub(in crate::gp) fn sort(block: &mut crate::gp::code::Block) -> Option<()> {
    let count = block.nodes.len();
    let mut behind = block.nodes.iter().zip(0..).flat_map(|(node, index)| {
        let reads = node.reads.iter().filter_map(|read| read.from.node());
        reads.map(move |id| id < index)
    });
    if behind.all(|behind| behind) {
        return Some(());
    }
    let mut names: Vec<Option<NodeId>> = vec![None; count];
    let mut sorted: Vec<Node> = Vec::with_capacity(count);
    let mut left: Vec<usize> = (0..count).collect();
    while !left.is_empty() {
        let before = left.len();
        left.retain(|index| {
            let node = &block.nodes[*index];
            let reads = node.reads.iter().filter_map(|read| read.from.node());
            if reads.clone().any(|id| names[id as usize].is_none()) {
                return true;
            }
            let mut node = Node {
                stores: std::mem::take(&mut block.nodes[*index].stores),
                ..block.nodes[*index].clone()
            };
            for id in node
                .reads
                .iter_mut()
                .filter_map(|read| read.from.node_mut())
            {
                *id = names[*id as usize].unwrap_or(0);
            }
            names[*index] = Some(sorted.len() as NodeId);
            sorted.push(node);
            false
        });
        if left.len() == before {
            return None;
        }
    }
    if let crate::gp::code::End::Branch(read, _) = &mut block.end
        && let Some(id) = read.from.node_mut()
    {
        *id = names.get(*id as usize).copied().flatten()?;
    }
    block.nodes = sorted;
    Some(())
}
