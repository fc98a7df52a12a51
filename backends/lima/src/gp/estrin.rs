//! Polynomials with literal coefficients by pairs of terms: `z (z a + b) + c` as `z² a + (z b + c)`.
//!
//! The chain behind a becomes shorter by two operations for one product more. `z²` is finite for every z
//! of the range that ESSL asks of `highp`, 2^62, so that nothing overflows that did not before.

use super::code::{Block, Code, From, Node, NodeId, NodeOp, Read, Stores};
use super::isa::acc;
use super::select::viewport;
use smallvec::smallvec;

/// Takes the polynomials of a program by pairs of terms. `None` if operations cannot be put in order, which
/// leaves them as they are not to be used.
pub(super) fn estrin(code: &mut Code) -> Option<()> {
    let first_literal = code.first_literal;
    for block in &mut code.blocks {
        if pairs_of_block(block, first_literal) {
            viewport::sort(block)?;
        }
    }
    Some(())
}

/// A sum of a product with z, and a literal.
struct Term {
    product: NodeId,
    /// Whether the product counts with the other sign, its own included.
    negate: bool,
    literal: Read,
}

fn pairs_of_block(block: &mut Block, first_literal: u32) -> bool {
    let uses = block.uses();
    let mut taken = vec![false; block.nodes.len()];
    let mut changed = false;
    for index in (0..taken.len()).rev() {
        if taken[index] {
            continue;
        }
        let nodes = &block.nodes;
        let term = |id: usize| term(nodes, id, first_literal);
        let Some(outer) = term(index) else {
            continue;
        };
        // One factor of the product is z, the other the inner sum.
        let [x, y] = factors(nodes, outer.product);
        let found = [(x, y), (y, x)].into_iter().find_map(|(z, sum)| {
            let From::Node(sum) = sum else {
                return None;
            };
            let inner = term(sum as usize)?;
            let [a, b] = factors(nodes, inner.product);
            let rest = match (a == z, b == z) {
                (true, _) => b,
                (_, true) => a,
                _ => return None,
            };
            let single = [outer.product, sum, inner.product];
            let alone = single.iter().all(|id| uses[*id as usize] == 1);
            (alone && matches!(z, From::Node(_))).then_some((z, sum, inner, rest))
        });
        let Some((z, sum, inner, rest)) = found else {
            continue;
        };
        let square = block.nodes.len() as NodeId;
        let span = nodes[index].span;
        let product = |a: From, b: From| Node {
            op: NodeOp::Mul(false),
            reads: smallvec![Read::of(a), Read::of(b)],
            stores: Stores::new(),
            span,
        };
        let node = |id: NodeId, negate: bool| Read {
            from: From::Node(id),
            negate,
        };
        let signed = outer.negate != inner.literal.negate;
        block.nodes[outer.product as usize] = product(z, inner.literal.from);
        block.nodes[sum as usize].reads = smallvec![node(outer.product, signed), outer.literal];
        block.nodes[inner.product as usize] = product(From::Node(square), rest);
        let negate = outer.negate != inner.negate;
        block.nodes[index].reads = smallvec![node(inner.product, negate), node(sum, false)];
        block.nodes.push(product(z, z));
        for id in [outer.product, sum, inner.product] {
            taken[id as usize] = true;
        }
        changed = true;
    }
    changed
}

/// The factors of a product.
fn factors(nodes: &[Node], id: NodeId) -> [From; 2] {
    match nodes[id as usize].reads.as_slice() {
        [a, b] => [a.from, b.from],
        _ => [From::Zero; 2],
    }
}

fn term(nodes: &[Node], id: usize, first_literal: u32) -> Option<Term> {
    let node = nodes.get(id)?;
    let (NodeOp::Acc(acc::ADD), &[a, b]) = (node.op, node.reads.as_slice()) else {
        return None;
    };
    let is_literal =
        |read: Read| matches!(read.from, From::Memory(at, _) if u32::from(at) >= first_literal);
    let (product, literal) = match (is_literal(a), is_literal(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    let From::Node(id) = product.from else {
        return None;
    };
    let NodeOp::Mul(negated) = nodes.get(id as usize)?.op else {
        return None;
    };
    Some(Term {
        product: id,
        negate: product.negate != negated,
        literal,
    })
}

#[cfg(test)]
mod tests {
    use super::estrin;
    use crate::gp::code::{Code, From, NodeOp, Place, Read, samples};
    use crate::gp::isa::acc;

    /// `w - z (z (z u0.x + u0.y) - u0.z)` with z the negated product of two lanes, and literals from u0 on.
    fn horner(stored: bool) -> Code {
        let node = |id| Read::of(From::Node(id));
        let literal = |lane| Read::of(From::Memory(0, lane));
        let make = |op, reads| samples::node(op, reads, Vec::new());
        let (add, mul) = (NodeOp::Acc(acc::ADD), NodeOp::Mul(false));
        let lane = |lane| Read::of(From::Attribute(0, lane));
        let mut nodes = vec![
            make(NodeOp::Mul(true), [lane(0), lane(1)]),
            make(mul, [node(0), literal(0)]),
            make(add, [node(1), literal(1)]),
            make(mul, [node(0), node(2)]),
            make(add, [node(3), literal(2).negated()]),
            make(NodeOp::Mul(true), [node(0), node(4)]),
            make(add, [node(5), literal(3)]),
        ];
        nodes[6].stores.push(Place::Output(0, 0));
        if stored {
            nodes[4].stores.push(Place::Output(0, 1));
        }
        samples::program(nodes)
    }

    fn text(mut code: Code) -> Option<String> {
        estrin(&mut code)?;
        Some(code.to_string())
    }

    #[test]
    fn terms_go_by_pairs_with_their_signs() {
        let found = text(horner(false));
        // -z (z s - u0.z) + u0.w is -(z z) s + (z u0.z + u0.w).
        let wanted = "%0 = mul_neg a0.x, a0.y\n%1 = mul %0, u0.x\n%2 = add %1, u0.y\n\
                    %3 = mul %0, u0.z\n%4 = mul %0, %0\n%5 = mul %4, %2\n%6 = add %3, u0.w\n\
                    %7 = add -%5, %6 -> v0.x\n";
        assert_eq!(found.as_deref(), Some(wanted));
    }

    #[test]
    fn what_is_read_elsewhere_stays() {
        let text = text(horner(true));
        // Only the inner pair changes, and the last product keeps its sign.
        assert!(text.is_some_and(|text| text.matches("mul_neg").count() == 2));
    }
}
