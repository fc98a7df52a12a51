//! Vectors times two scalars: `(a s) t` and `(b s) t` as `a (s t)` and `b (s t)`.
//!
//! One product for both scalars takes the place of one for each component.

use super::code::{Block, Code, From, Node, NodeId, NodeOp, Read, Reads};
use super::select::viewport;
use retroshade_ir::entity::EntitySet;
use smallvec::smallvec;
use std::collections::BTreeMap;

/// A product of three factors.
#[derive(Clone, Copy, Debug)]
struct Triple {
    /// The product of all.
    outer: NodeId,
    /// The product of two of them, which nothing else reads.
    inner: NodeId,
    /// The factor that is not shared.
    own: From,
    negate: bool,
}

/// Multiplies factors that several products share with one another first; tells whether there were any.
pub(super) fn factor_products(code: &mut Code) -> bool {
    let mut changed = false;
    for block in code.blocks.values_mut() {
        let mut shared = block.clone();
        // If the operations could not be put in order the block would stay as it is.
        if share_in_block(&mut shared) && viewport::sort(&mut shared).is_some() {
            sweep(&mut shared);
            *block = shared;
            changed = true;
        }
    }
    changed
}

fn factors(node: &Node) -> Option<([From; 2], bool)> {
    match (node.op, node.reads.as_slice()) {
        (NodeOp::Mul { negate }, [a, b]) => Some(([a.from, b.from], negate)),
        _ => None,
    }
}

fn share_in_block(block: &mut Block) -> bool {
    let uses = block.uses();
    let mut groups: BTreeMap<[From; 2], Vec<Triple>> = BTreeMap::new();
    for (outer, node) in block.nodes.iter() {
        let Some((sides, sign)) = factors(node) else {
            continue;
        };
        for (product, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let From::Node(inner) = product else {
                continue;
            };
            let Some((parts, inner_sign)) = factors(&block.nodes[inner]) else {
                continue;
            };
            if uses[inner] != 1 {
                continue;
            }
            for (own, with) in [(parts[0], parts[1]), (parts[1], parts[0])] {
                let mut key = [with, other];
                key.sort_unstable();
                groups.entry(key).or_default().push(Triple {
                    outer,
                    inner,
                    own,
                    negate: sign != inner_sign,
                });
            }
        }
    }
    let mut groups: Vec<([From; 2], Vec<Triple>)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, triples)| std::cmp::Reverse(triples.len()));
    let mut taken = EntitySet::new();
    let mut changed = false;
    for (key, triples) in groups {
        let triples = apart(triples, &taken);
        let [first, _, ..] = triples.as_slice() else {
            continue;
        };
        let both = first.inner;
        for triple in &triples {
            taken.extend([triple.outer, triple.inner]);
            let node = &mut block.nodes[triple.outer];
            node.op = NodeOp::Mul {
                negate: triple.negate,
            };
            node.reads = smallvec![Read::of(triple.own), Read::of(From::Node(both))];
        }
        let node = &mut block.nodes[both];
        node.op = NodeOp::Mul { negate: false };
        node.reads = Reads::from_slice(&key.map(Read::of));
        changed = true;
    }
    changed
}

/// Those triples that have no product in common with what is taken or with one another: a product that one of
/// them changes has another value for the rest. `a k b k` is `(a k) b` times k and, inside of it, a times k
/// times b: two triples of one pair of factors.
fn apart(triples: Vec<Triple>, taken: &EntitySet<NodeId>) -> Vec<Triple> {
    let mut used = taken.clone();
    let mut free = |triple: &Triple| {
        let products = [triple.outer, triple.inner];
        let free = products.iter().all(|id| !used.contains(*id));
        if free {
            used.extend(products);
        }
        free
    };
    triples.into_iter().filter(|triple| free(triple)).collect()
}

/// Removes products that nothing reads.
fn sweep(block: &mut Block) {
    let mut uses = block.uses();
    let mut kept: EntitySet<NodeId> = EntitySet::new();
    for (id, node) in block.nodes.iter().rev() {
        if uses[id] > 0 || !matches!(node.op, NodeOp::Mul { .. }) {
            kept.insert(id);
            continue;
        }
        for read in node.reads.iter().filter_map(|read| read.from.node()) {
            uses[read] -= 1;
        }
    }
    block.reorder(&kept);
}

#[cfg(test)]
mod tests {
    use super::factor_products;
    use crate::gp::code::{From, Node, NodeOp, Place, Read, samples};

    fn mul(negate: bool, a: From, b: From, stores: Vec<Place>) -> Node {
        samples::node(NodeOp::Mul { negate }, [a, b].map(Read::of), stores)
    }

    #[test]
    fn two_scalars_are_multiplied_once() {
        let lane = |lane| From::Attribute(0, lane);
        let uniform = |lane| From::Memory(3, lane);
        let out = |lane| vec![Place::Output(0, lane)];
        let nodes = vec![
            mul(false, lane(0), uniform(0), Vec::new()),
            mul(true, uniform(0), lane(1), Vec::new()),
            mul(false, samples::result(0), uniform(1), out(0)),
            mul(false, uniform(1), samples::result(1), out(1)),
            // Another pair of scalars.
            mul(false, lane(2), uniform(2), Vec::new()),
            mul(false, samples::result(4), uniform(1), out(2)),
        ];
        let mut code = samples::program(nodes);
        factor_products(&mut code);
        let shared = code.to_string();
        assert_eq!(shared.lines().count(), 5, "{shared}");
        assert_eq!(shared.matches("u3.x").count(), 1, "{shared}");
        let again = shared.clone();
        factor_products(&mut code);
        assert_eq!(code.to_string(), again);
    }
}
