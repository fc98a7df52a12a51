//! Literal factors that lanes of one vector can share.

use super::{Origins, pair, reads_of, single_result};
use crate::isa::Opcode;
use crate::select::code::{
    Block, Code, Lane, Node, Op, Scalar, ScalarMap, Scalars, Source, each_block_mut, each_op,
    each_op_mut,
};
use retroshade_ir::entity::SecondaryMap;

/// Arranges products so that lanes of one vector are multiplied by a literal in one instruction.
///
/// Where one lane `x` of a vector is scaled by a literal (as such, or in `(x + d) c`), and another
/// lane `y` is scaled by `(c s)`, then `y (c s)` becomes `(y c) s`: both lanes are scaled by `c`
/// together and the product `c s` is not needed any more.
pub(super) fn share_literal_factors(code: &mut Code) {
    let mut facts = Facts::default();
    facts.collect(code);
    let reads = reads_of(code, &code.body);
    let Some(wanted) = facts.plan(&reads) else {
        return;
    };
    let mut origins = Origins::new(code);
    let mut scaled = Scaled::default();
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
                for bits in &wanted[*result] {
                    let product = code.scalar();
                    scaled.of[*result].push((*bits, product));
                    scaled.products.insert(product);
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

/// Products that were made of scalars and literals.
#[derive(Default)]
struct Scaled {
    /// The literals that each scalar is scaled by, and the products.
    of: SecondaryMap<Scalar, Vec<(u32, Scalar)>>,
    products: Scalars,
}

impl Scaled {
    fn get(&self, scalar: Scalar, bits: u32) -> Option<Scalar> {
        let mut products = self.of[scalar].iter().rev();
        let found = products.find(|(literal, _)| *literal == bits);
        found.map(|(_, product)| *product)
    }
}

/// What is known of products with literals.
#[derive(Default)]
struct Facts {
    /// The vector operation that makes each scalar.
    origin: ScalarMap<u32>,
    /// `c s`: the literal, its sign, and s.
    literal_product: ScalarMap<(u32, bool, Source)>,
    /// `x + d`: x and the literal.
    literal_sum: ScalarMap<(Source, Source)>,
    /// Scalars that are made in one place only.
    products: Vec<(Scalar, Source, Source)>,
}

impl Facts {
    fn collect(&mut self, code: &Code) {
        let mut twice = Scalars::new();
        each_op(&code.body, &mut |op| {
            let Some(result) = single_result(op) else {
                return;
            };
            if self.origin[result].replace(op.origin).is_some() {
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
                    self.literal_product[result] = Some(found);
                    self.products.push((result, a, b));
                }
                (Opcode::Mul, None) => self.products.push((result, a, b)),
                (Opcode::Add, Some((bits, negate, x))) => {
                    let literal = Source {
                        lane: Lane::Literal(bits),
                        negate,
                    };
                    self.literal_sum[result] = Some((x, literal));
                }
                _ => {}
            }
        });
        for scalar in &twice {
            self.origin[scalar] = None;
            self.literal_product[scalar] = None;
            self.literal_sum[scalar] = None;
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
            let (bits, _, _) = self.literal_product[product]?;
            Some((Facts::scalar_of(y)?, bits, product))
        };
        one_way(a, b).or_else(|| one_way(b, a))
    }

    /// Which literals to scale each scalar by, in the order of their bits; `None` if there is nothing
    /// to do.
    fn plan(&self, reads: &[u32]) -> Option<SecondaryMap<Scalar, Vec<u32>>> {
        // Lanes that are scaled by a literal anyway, by vector operation.
        let mut anyway: SecondaryMap<usize, Vec<(u32, Scalar)>> = SecondaryMap::new();
        for (result, product) in self.literal_product.iter() {
            let Some((bits, _, x)) = product else {
                continue;
            };
            let base = Facts::scalar_of(*x);
            let sum = base.and_then(|base| self.literal_sum[base].map(|(x, _)| (base, x)));
            let single = |s: Scalar| reads.get(s.0 as usize) == Some(&1);
            let lane = match sum {
                Some((base, x)) if single(base) => Facts::scalar_of(x),
                _ => base,
            };
            if let Some(lane) = lane
                && let Some(origin) = self.origin[lane]
                && lane != result
            {
                anyway[origin as usize].push((*bits, lane));
            }
        }
        let mut wanted: SecondaryMap<Scalar, Vec<u32>> = SecondaryMap::new();
        let mut any = false;
        let mut want = |lane: Scalar, bits: u32| {
            let list = &mut wanted[lane];
            if let Err(at) = list.binary_search(&bits) {
                list.insert(at, bits);
            }
            any = true;
        };
        // `c s` vanishes only if all its readers are rearranged.
        let mut nested: SecondaryMap<Scalar, Vec<(Scalar, u32)>> = SecondaryMap::new();
        for (_, a, b) in &self.products {
            if let Some((y, bits, product)) = self.nested(*a, *b) {
                nested[product].push((y, bits));
            }
        }
        for (product, users) in nested.iter() {
            let all = reads.get(product.0 as usize) == Some(&(users.len() as u32));
            let partner = |(y, bits): &(Scalar, u32)| {
                let lanes = anyway[self.origin[*y]? as usize].iter();
                let lanes = lanes.filter(|(literal, lane)| literal == bits && lane != y);
                lanes.map(|(_, lane)| *lane).min()
            };
            let partners: Option<Vec<Scalar>> = users.iter().map(partner).collect();
            if let (true, Some(partners)) = (all, partners) {
                let bits = users.first().map_or(0, |user| user.1);
                users.iter().for_each(|(lane, bits)| want(*lane, *bits));
                partners.iter().for_each(|lane| want(*lane, bits));
            }
        }
        any.then_some(wanted)
    }

    /// Puts the scaled lanes where they belong.
    fn apply(&self, body: &mut Block, scaled: &Scaled) {
        each_op_mut(body, &mut |op| {
            let Some((a, b)) = pair(op).filter(|_| op.opcode == Opcode::Mul) else {
                return;
            };
            if let Some((y, bits, product)) = self.nested(a, b)
                && let Some(scaled) = scaled.get(y, bits)
                && let Some((_, negate, s)) = self.literal_product[product]
            {
                let sign = a.negate ^ b.negate ^ negate;
                let first = Source {
                    lane: Lane::Scalar(scaled),
                    negate: sign,
                };
                op.operands = vec![vec![first], vec![s]];
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
            let made_here = op.results.first();
            if made_here.is_some_and(|scalar| scaled.products.contains(*scalar)) {
                return;
            }
            // `(x + d) c` becomes `x c + d c`, and `x c` what it is.
            if let Some((inner, d)) = self.literal_sum[x]
                && let Some(lane) = Facts::scalar_of(inner)
                && let Some(scaled) = scaled.get(lane, bits)
                && let Some(d) = d.value()
            {
                let c = f32::from_bits(bits);
                let flip = negate ^ sign;
                let first = Source {
                    lane: Lane::Scalar(scaled),
                    negate: inner.negate ^ flip,
                };
                let sum = d * c;
                op.opcode = Opcode::Add;
                op.operands = vec![
                    vec![first],
                    vec![Source::literal(if flip { -sum } else { sum })],
                ];
            } else if let Some(scaled) = scaled.get(x, bits) {
                let source = Source {
                    lane: Lane::Scalar(scaled),
                    negate: negate ^ sign,
                };
                op.opcode = Opcode::Mov;
                op.operands = vec![vec![source]];
            }
        });
    }
}
