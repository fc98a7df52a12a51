//! Literal factors that lanes of one vector can share.

use super::{Origins, pair, reads_of, single_result};
use crate::isa::Opcode;
use crate::select::code::{
    Block, Code, Lane, Node, Op, Scalar, Source, each_block_mut, each_op, each_op_mut,
};
use std::collections::{BTreeMap, BTreeSet};

/// Arranges products so that lanes of one vector are multiplied by a literal in one instruction.
///
/// Where one lane `x` of a vector is scaled by a literal (as such, or in `(x + d) c`), and another
/// lane `y` is scaled by `(c s)`, then `y (c s)` becomes `(y c) s`: both lanes are scaled by `c`
/// together and the product `c s` is not needed any more.
pub(super) fn share_literal_factors(code: &mut Code) {
    let mut facts = Facts::default();
    facts.collect(code);
    let reads = reads_of(code, &code.body.clone());
    let wanted = facts.plan(&reads);
    if wanted.is_empty() {
        return;
    }
    let mut origins = Origins::new(code);
    let mut scaled: BTreeMap<(Scalar, u32), Scalar> = BTreeMap::new();
    let mut body = std::mem::take(&mut code.body);
    // New products stand right behind what they scale.
    each_block_mut(&mut body, &mut |block| {
        let old = std::mem::take(block);
        for node in old {
            let made = match &node {
                Node::Op(op) => Some(op.clone()),
                _ => None,
            };
            block.push(node);
            let Some(op) = made else { continue };
            for result in &op.results {
                for (_, bits) in wanted.iter().filter(|(scalar, _)| scalar == result) {
                    let product = code.scalar();
                    scaled.insert((*result, *bits), product);
                    block.push(Node::Op(Op {
                        opcode: Opcode::Mul,
                        results: vec![product],
                        operands: vec![
                            vec![Source::scalar(*result)],
                            vec![Source::plain(Lane::Literal(*bits))],
                        ],
                        origin: origins.of(op.origin, *bits),
                        span: op.span,
                    }));
                }
            }
        }
    });
    facts.apply(&mut body, &scaled);
    code.body = body;
}

/// What is known of products with literals.
#[derive(Default)]
struct Facts {
    /// The vector operation that makes each scalar.
    origin: BTreeMap<Scalar, u32>,
    /// `c s`: the literal, its sign, and s.
    literal_product: BTreeMap<Scalar, (u32, bool, Source)>,
    /// `x + d`: x and the literal.
    literal_sum: BTreeMap<Scalar, (Source, Source)>,
    /// Scalars that are made in one place only.
    products: Vec<(Scalar, Source, Source)>,
}

impl Facts {
    fn collect(&mut self, code: &Code) {
        let mut twice = BTreeSet::new();
        each_op(&code.body, &mut |op| {
            let Some(result) = single_result(op) else {
                return;
            };
            if self.origin.insert(result, op.origin).is_some() {
                twice.insert(result);
            }
            let Some((a, b)) = pair(op) else { return };
            let literal = |x: Source, y: Source| match (x.lane, y.lane) {
                (Lane::Literal(bits), Lane::Scalar(_)) => Some((bits, x.negate, y)),
                _ => None,
            };
            let found = literal(a, b).or_else(|| literal(b, a));
            match (op.opcode, found) {
                (Opcode::Mul, Some(found)) => {
                    self.literal_product.insert(result, found);
                    self.products.push((result, a, b));
                }
                (Opcode::Mul, None) => self.products.push((result, a, b)),
                (Opcode::Add, Some((bits, negate, x))) => {
                    let literal = Source {
                        lane: Lane::Literal(bits),
                        negate,
                    };
                    self.literal_sum.insert(result, (x, literal));
                }
                _ => {}
            }
        });
        for scalar in twice {
            self.origin.remove(&scalar);
            self.literal_product.remove(&scalar);
            self.literal_sum.remove(&scalar);
        }
    }

    fn scalar_of(source: Source) -> Option<Scalar> {
        match source.lane {
            Lane::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// `y (c s)`: y, c and `c s`.
    fn nested(&self, a: Source, b: Source) -> Option<(Scalar, u32, Scalar)> {
        let one_way = |y: Source, product: Source| {
            let product = Facts::scalar_of(product)?;
            let (bits, _, _) = self.literal_product.get(&product)?;
            Some((Facts::scalar_of(y)?, *bits, product))
        };
        one_way(a, b).or_else(|| one_way(b, a))
    }

    /// Which scalars to scale by which literals.
    fn plan(&self, reads: &[u32]) -> BTreeSet<(Scalar, u32)> {
        // Lanes that are scaled by a literal anyway, by vector operation and literal.
        let mut anyway: BTreeMap<(u32, u32), BTreeSet<Scalar>> = BTreeMap::new();
        for (result, (bits, _, x)) in &self.literal_product {
            let base = Facts::scalar_of(*x);
            let sum = base.and_then(|base| self.literal_sum.get(&base).map(|(x, _)| (base, *x)));
            let single = |s: Scalar| reads.get(s.0 as usize) == Some(&1);
            let lane = match sum {
                Some((base, x)) if single(base) => Facts::scalar_of(x),
                _ => base,
            };
            if let Some(lane) = lane
                && let Some(origin) = self.origin.get(&lane)
                && lane != *result
            {
                anyway.entry((*origin, *bits)).or_default().insert(lane);
            }
        }
        let mut wanted = BTreeSet::new();
        // `c s` vanishes only if all its readers are rearranged.
        let mut nested: BTreeMap<Scalar, Vec<(Scalar, u32)>> = BTreeMap::new();
        for (_, a, b) in &self.products {
            if let Some((y, bits, product)) = self.nested(*a, *b) {
                nested.entry(product).or_default().push((y, bits));
            }
        }
        for (product, users) in nested {
            let all = reads.get(product.0 as usize) == Some(&(users.len() as u32));
            let partner = |(y, bits): &(Scalar, u32)| {
                let origin = self.origin.get(y)?;
                let lanes = anyway.get(&(*origin, *bits))?;
                lanes.iter().find(|lane| *lane != y).copied()
            };
            let partners: Option<Vec<Scalar>> = users.iter().map(partner).collect();
            if let (true, Some(partners)) = (all, partners) {
                wanted.extend(users.iter().copied());
                let bits = users.first().map_or(0, |user| user.1);
                wanted.extend(partners.into_iter().map(|lane| (lane, bits)));
            }
        }
        wanted
    }

    /// Puts the scaled lanes where they belong.
    fn apply(&self, body: &mut Block, scaled: &BTreeMap<(Scalar, u32), Scalar>) {
        each_op_mut(body, &mut |op| {
            let Some((a, b)) = pair(op).filter(|_| op.opcode == Opcode::Mul) else {
                return;
            };
            if let Some((y, bits, product)) = self.nested(a, b)
                && let Some(scaled) = scaled.get(&(y, bits))
                && let Some((_, negate, s)) = self.literal_product.get(&product)
            {
                let sign = a.negate ^ b.negate ^ negate;
                let first = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: sign,
                };
                op.operands = vec![vec![first], vec![*s]];
                return;
            }
            let literal = match (a.lane, b.lane) {
                (Lane::Literal(bits), Lane::Scalar(x)) => Some((bits, a.negate, x, b.negate)),
                (Lane::Scalar(x), Lane::Literal(bits)) => Some((bits, b.negate, x, a.negate)),
                _ => None,
            };
            let Some((bits, negate, x, sign)) = literal else {
                return;
            };
            let made_here = op.results.first().copied();
            if scaled.values().any(|scalar| Some(*scalar) == made_here) {
                return;
            }
            // `(x + d) c` becomes `x c + d c`, and `x c` what it is.
            if let Some((inner, d)) = self.literal_sum.get(&x)
                && let Some(lane) = Facts::scalar_of(*inner)
                && let Some(scaled) = scaled.get(&(lane, bits))
                && let Some(d) = d.value()
            {
                let c = f32::from_bits(bits);
                let flip = negate ^ sign;
                let first = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: inner.negate ^ flip,
                };
                let sum = d * c;
                op.opcode = Opcode::Add;
                op.operands = vec![
                    vec![first],
                    vec![Source::literal(if flip { -sum } else { sum })],
                ];
            } else if let Some(scaled) = scaled.get(&(x, bits)) {
                let source = Source {
                    lane: Lane::Scalar(*scaled),
                    negate: negate ^ sign,
                };
                op.opcode = Opcode::Mov;
                op.operands = vec![vec![source]];
            }
        });
    }
}
