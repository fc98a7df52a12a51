//! Sums of products as chains: `(a + b) + (c + d)` as `((a + b) + c) + d`, or from the other end.
//!
//! A chain keeps one partial sum alive where a tree keeps several, and each product is read right after it
//! is made; a tree is the shorter way to the end. Only sums all of whose terms but one are products change, as
//! those of matrices and dot products do, for which the language sets no order.

use super::code::{Block, Code, From, Node, NodeId, NodeOp, Read, Reads};
use super::isa::acc;
use super::select::viewport;
use retroshade_ir::entity::{EntitySet, EntityVec};

/// Terms of the longest chain that is made.
const LONGEST: usize = 8;

/// The order of the terms of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// As in the source.
    Forward,
    /// The last first.
    Reverse,
}

/// Makes chains of the sums of products of a program. `None` if operations cannot be put in order, which
/// leaves them as they are not to be used.
pub(super) fn linearize_sums(code: &mut Code, order: Order) -> Option<()> {
    for block in code.blocks.values_mut() {
        if linearize_block(block, order) {
            viewport::sort(block)?;
        }
    }
    Some(())
}

/// The terms of a sum, and the sums inside of it.
#[derive(Default)]
struct Sum {
    terms: Vec<Read>,
    sums: Vec<NodeId>,
}

impl Sum {
    /// Takes a sum apart; false if it has more terms than a chain may have.
    fn open(
        &mut self,
        nodes: &EntityVec<NodeId, Node>,
        uses: &EntityVec<NodeId, usize>,
        reads: &[Read],
        negate: bool,
    ) -> bool {
        for read in reads {
            let read = Read {
                negate: read.negate != negate,
                ..*read
            };
            let inner = read.from.node();
            match inner.filter(|id| uses[*id] == 1 && is_inner_sum(&nodes[*id])) {
                Some(id) => {
                    self.sums.push(id);
                    if self.sums.len() + 2 > LONGEST
                        || !self.open(nodes, uses, &nodes[id].reads, read.negate)
                    {
                        return false;
                    }
                }
                None => self.terms.push(read),
            }
        }
        true
    }
}

/// A number as an input of a sum is no term: the sum is a copy.
fn is_sum(node: &Node) -> bool {
    node.op == NodeOp::Acc(acc::ADD)
        && node.reads.len() == 2
        && node.reads.iter().all(|read| read.from != From::Zero)
}

fn is_inner_sum(node: &Node) -> bool {
    is_sum(node) && node.stores.is_empty()
}

fn linearize_block(block: &mut Block, order: Order) -> bool {
    let uses = block.uses();
    let mut inside: EntitySet<NodeId> = EntitySet::new();
    let mut changed = false;
    for id in block.nodes.keys().rev() {
        let nodes = &block.nodes;
        let mut sum = Sum::default();
        if inside.contains(id)
            || !is_sum(&nodes[id])
            || !sum.open(nodes, &uses, &nodes[id].reads, false)
        {
            continue;
        }
        inside.extend(sum.sums.iter().copied());
        let is_product = |read: &&Read| {
            let node = read.from.node().map(|id| &nodes[id]);
            node.is_some_and(|node| matches!(node.op, NodeOp::Mul { .. }))
        };
        let products = sum.terms.iter().filter(is_product).count();
        if sum.terms.len() < 3 || products + 1 < sum.terms.len() {
            continue;
        }
        if order == Order::Reverse {
            sum.terms.reverse();
        }
        sum.sums.sort_unstable();
        sum.sums.push(id);
        let mut terms = sum.terms.into_iter();
        let Some(mut left) = terms.next() else {
            continue;
        };
        for (id, right) in sum.sums.into_iter().zip(terms) {
            let reads = Reads::from_slice(&[left, right]);
            let node = &mut block.nodes[id];
            changed |= node.reads != reads;
            node.reads = reads;
            left = Read::of(From::Node(id));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::{Order, linearize_sums};
    use crate::gp::code::samples::{node, program, result};
    use crate::gp::code::{Block, BlockId, Code, From, NodeId, NodeOp, Place, Read};
    use crate::gp::isa::acc;
    use retroshade_ir::entity::EntityRef;

    /// `(p + q) + (r - a0.w)` of products p, q, r.
    fn tree() -> Code {
        let lane = |lane| Read::of(From::Attribute(0, lane));
        let of = |number| Read::of(result(number));
        let product = |at| {
            node(
                NodeOp::Mul { negate: false },
                [lane(at), lane(at)],
                Vec::new(),
            )
        };
        let add = |reads, stores| node(NodeOp::Acc(acc::ADD), reads, stores);
        program(vec![
            product(0),
            product(1),
            product(2),
            add([of(0), of(1)], Vec::new()),
            add([of(2), lane(3).negated()], Vec::new()),
            add([of(3), of(4).negated()], vec![Place::Output(0, 0)]),
        ])
    }

    fn text(code: &Code, order: Order) -> Option<String> {
        let products = "%0 = mul a0.x, a0.x\n%1 = mul a0.y, a0.y\n%2 = mul a0.z, a0.z\n";
        let mut code = code.clone();
        linearize_sums(&mut code, order)?;
        let text = code.to_string();
        text.strip_prefix(products).map(str::to_owned)
    }

    #[test]
    fn a_tree_becomes_a_chain_with_its_signs() {
        let forward = "%3 = add %0, %1\n%4 = add %3, -%2\n%5 = add %4, a0.w -> v0.x\n";
        assert_eq!(text(&tree(), Order::Forward).as_deref(), Some(forward));
        let reverse = "%3 = add a0.w, -%2\n%4 = add %3, %1\n%5 = add %4, %0 -> v0.x\n";
        assert_eq!(text(&tree(), Order::Reverse).as_deref(), Some(reverse));
    }

    fn block(code: &mut Code) -> &mut Block {
        &mut code.blocks[BlockId::new(0)]
    }

    fn changed(code: &Code) -> Code {
        let mut changed = code.clone();
        assert_eq!(linearize_sums(&mut changed, Order::Forward), Some(()));
        changed
    }

    #[test]
    fn what_others_read_and_what_is_no_product_stays() {
        let mut shared = tree();
        block(&mut shared).nodes[NodeId::new(4)]
            .stores
            .push(Place::Output(0, 1));
        assert_eq!(changed(&shared), shared);
        let mut sums = tree();
        block(&mut sums).nodes[NodeId::new(2)].op = NodeOp::Acc(acc::MAX);
        assert_eq!(changed(&sums), sums);
    }
}
