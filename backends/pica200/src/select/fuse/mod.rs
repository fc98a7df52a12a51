//! Rewrites sums and products: common factors are taken out of sums, literal factors are arranged so
//! that lanes share them, and a product that only a sum reads becomes part of it (`mad`).

mod factor;
mod literal;

use super::code::{
    Block, Code, Lane, Node, Op, Scalar, ScalarMap, Scalars, Source, count_reads_in,
    each_block_mut, each_op,
};
use crate::isa::Opcode;
use retroshade_ir::entity::EntitySet;
use rustc_hash::FxHashMap;

/// Everything of this module, in order.
pub(super) fn rewrite(code: &mut Code) {
    literal::share_literal_factors(code);
    factor::take_out_factors(code);
    fuse_products(code);
}

fn reads_of(code: &Code, body: &Block) -> Vec<u32> {
    let mut counts = count_reads_in(code, body);
    for index in &code.addresses {
        if let Lane::Scalar(scalar) = index.lane
            && let Some(count) = counts.get_mut(scalar.0 as usize)
        {
            *count += 1;
        }
    }
    counts
}

/// Fresh numbers for operations that take the place of lanes of one vector operation: the same for
/// the same step of the same operation.
struct Origins {
    next: u32,
    known: FxHashMap<(u32, u32), u32>,
}

impl Origins {
    fn new(code: &Code) -> Origins {
        let mut next = 0;
        each_op(&code.body, &mut |op| next = next.max(op.origin + 1));
        Origins {
            next,
            known: FxHashMap::default(),
        }
    }

    fn of(&mut self, origin: u32, step: u32) -> u32 {
        *self.known.entry((origin, step)).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// The two operands of an operation on single lanes.
fn pair(op: &Op) -> Option<(Source, Source)> {
    match op.operands.as_slice() {
        [a, b] => match (a.as_slice(), b.as_slice()) {
            ([a], [b]) => Some((*a, *b)),
            _ => None,
        },
        _ => None,
    }
}

fn single_result(op: &Op) -> Option<Scalar> {
    match op.results.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// The position of the instruction that makes each scalar of a block, by opcode.
fn makers(block: &Block, opcode: Opcode) -> ScalarMap<usize> {
    let mut found = ScalarMap::new();
    let mut twice = Scalars::new();
    for (at, node) in block.iter().enumerate() {
        if let Node::Op(op) = node
            && let Some(result) = single_result(op)
        {
            let fits = op.opcode == opcode && pair(op).is_some();
            if fits && found[result].replace(at).is_some() {
                twice.insert(result);
            }
        }
    }
    for scalar in &twice {
        found[scalar] = None;
    }
    found
}

/// Whether an instruction can read these lanes: one uniform or literal, one input register.
pub(super) fn is_readable(sources: &[Source]) -> bool {
    let wide = sources.iter().filter(|source| source.lane.home().is_wide());
    let mut inputs = sources.iter().filter_map(|source| match source.lane {
        Lane::Input(register, _) => Some(register),
        _ => None,
    });
    let first = inputs.next();
    wide.count() <= 1 && inputs.all(|input| Some(input) == first)
}

/// `a b + c` as one instruction where the product has no other reader and the operands have room.
fn fuse_products(code: &mut Code) {
    let mut body = std::mem::take(&mut code.body);
    let reads = reads_of(code, &body);
    let single = |source: &Source| match source.lane {
        Lane::Scalar(scalar) => reads.get(scalar.0 as usize) == Some(&1),
        _ => false,
    };
    each_block_mut(&mut body, &mut |block| {
        let products = makers(block, Opcode::Mul);
        let mut used: EntitySet<usize> = EntitySet::new();
        for at in 0..block.len() {
            let Some(Node::Op(op)) = block.get(at) else {
                continue;
            };
            let Some((a, b)) = pair(op).filter(|_| op.opcode == Opcode::Add) else {
                continue;
            };
            let fused = [(a, b), (b, a)].into_iter().find_map(|(product, other)| {
                let Lane::Scalar(scalar) = product.lane else {
                    return None;
                };
                let made = products[scalar].filter(|_| single(&product))?;
                let Some(Node::Op(maker)) = block.get(made).filter(|_| made < at) else {
                    return None;
                };
                let (mut x, y) = pair(maker)?;
                x.negate ^= product.negate;
                is_readable(&[x, y, other]).then_some((made, [x, y, other]))
            });
            if let Some((made, operands)) = fused {
                used.insert(made);
                if let Some(Node::Op(op)) = block.get_mut(at) {
                    op.opcode = Opcode::Mad;
                    op.operands = operands.map(|operand| vec![operand]).to_vec();
                }
            }
        }
        let mut at = 0;
        block.retain(|_| {
            at += 1;
            !used.contains(at - 1)
        });
    });
    code.body = body;
}
