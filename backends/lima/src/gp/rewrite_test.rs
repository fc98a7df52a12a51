//! What rewrites a program must leave every result what it was: random blocks, computed before and behind
//! each rewrite.
//!
//! The rewrites use that sums and products are those of a ring and nothing more, so that 64-bit integers
//! with wrap-around, which are one, tell every wrong step and know no rounding.

use super::code::{Block, BlockId, Code, End, From, NodeId, NodeOp, Place, Read, samples};
use super::factor_products;
use super::reassociate::{self, Order};
use super::select::viewport;
use crate::gp::isa::acc;
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::random::Random;
use std::collections::BTreeMap;

/// Memory from here on holds literals.
const FIRST_LITERAL: u16 = 2;

/// A number that has nothing to do with that of any other source.
fn leaf(from: From) -> i64 {
    let name = match from {
        From::Attribute(register, lane) => i64::from(register) * 4 + i64::from(lane),
        From::Memory(address, lane) => 1000 + i64::from(address) * 4 + i64::from(lane),
        From::Zero => return 0,
        other => panic!("{other:?} is not made here"),
    };
    (name + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) | 1
}

/// What a block stores, and its condition.
fn results(block: &Block) -> (BTreeMap<Place, i64>, Option<i64>) {
    let mut values: EntityVec<NodeId, i64> = EntityVec::new();
    let of = |read: &Read, values: &EntityVec<NodeId, i64>| {
        let value = match read.from {
            From::Node(id) => values[id],
            other => leaf(other),
        };
        if read.negate {
            value.wrapping_neg()
        } else {
            value
        }
    };
    let mut stored = BTreeMap::new();
    for node in block.nodes.values() {
        let reads: Vec<i64> = node.reads.iter().map(|read| of(read, &values)).collect();
        let value = match (node.op, reads.as_slice()) {
            (NodeOp::Mul { negate: false }, [a, b]) => a.wrapping_mul(*b),
            (NodeOp::Mul { negate: true }, [a, b]) => a.wrapping_mul(*b).wrapping_neg(),
            (NodeOp::Acc(acc::ADD), [a, b]) => a.wrapping_add(*b),
            // Any function will do.
            (NodeOp::Acc(acc::FLOOR), [a]) => a.wrapping_mul(77).rotate_left(9) ^ 5,
            (op, _) => panic!("{op:?} is not made here"),
        };
        stored.extend(node.stores.iter().map(|place| (*place, value)));
        values.push(value);
    }
    let condition = block.end.condition().map(|read| of(read, &values));
    (stored, condition)
}

/// A block of a few operations on few sources, so that operands meet again.
fn random_block(random: &mut Random) -> Block {
    let count = 3 + random.below(10) as usize;
    let sources = [
        From::Attribute(0, 0),
        From::Attribute(0, 1),
        From::Memory(0, 0),
        From::Memory(1, 2),
        From::Memory(FIRST_LITERAL, 0),
        From::Memory(FIRST_LITERAL, 1),
    ];
    let mut nodes = EntityVec::new();
    for index in 0..count {
        let sign = |read: Read, random: &mut Random| match random.below(3) {
            0 => read.negated(),
            _ => read,
        };
        let source = |random: &mut Random| sources[random.below(sources.len() as u64) as usize];
        let operand = |random: &mut Random| match random.below(6) {
            // Most often one of the last results, which makes chains.
            0..3 if index > 0 => {
                samples::result(index - 1 - random.below(index.min(3) as u64) as usize)
            }
            _ => source(random),
        };
        let [a, b] = [operand(random), operand(random)].map(Read::of);
        let mut node = match random.below(8) {
            0..5 => samples::node(
                NodeOp::Mul {
                    negate: random.below(4) == 0,
                },
                [a, b],
                Vec::new(),
            ),
            5..7 => {
                let reads = [sign(a, random), sign(b, random)];
                samples::node(NodeOp::Acc(acc::ADD), reads, Vec::new())
            }
            _ => {
                let mut node = samples::node(NodeOp::Acc(acc::FLOOR), [a, b], Vec::new());
                node.reads.truncate(1);
                node
            }
        };
        // What scales by 1/w looks for output 0.w.
        if index + 1 == count || random.below(6) == 0 {
            let lane = (3 + index as u8) % 4;
            node.stores.push(Place::Output(index as u8 / 4, lane));
        }
        nodes.push(node);
    }
    let end = match random.below(6) {
        0 => End::Branch(Read::of(samples::result(count - 1)), BlockId::new(0)),
        _ => End::Next,
    };
    Block { nodes, end }
}

#[test]
fn rewrites_change_no_result() {
    type Rewrite = fn(&mut Code) -> Option<()>;
    let rewrites: [(&str, Rewrite); 4] = [
        ("factor_products", |code| {
            factor_products::factor_products(code);
            Some(())
        }),
        ("linearize_sums", |code| {
            reassociate::linearize_sums(code, Order::Forward)
        }),
        ("chains in reverse", |code| {
            reassociate::linearize_sums(code, Order::Reverse)
        }),
        ("scale last", viewport::scale_last),
    ];
    let mut random = Random::new(11);
    let mut changes = [0; 4];
    for _ in 0..30_000 {
        let block = random_block(&mut random);
        let wanted = results(&block);
        for ((name, rewrite), changes) in rewrites.iter().zip(&mut changes) {
            let mut code = Code {
                blocks: EntityVec::filled(block.clone(), 1),
                first_literal: FIRST_LITERAL.into(),
                ..Code::default()
            };
            if rewrite(&mut code).is_none() {
                continue;
            }
            let rewritten = &code.blocks[BlockId::new(0)];
            *changes += u32::from(*rewritten != block);
            assert_eq!(results(rewritten), wanted, "{name} of\n{block}is\n{code}");
        }
    }
    assert!(changes.iter().all(|changes| *changes > 20), "{changes:?}");
}

#[test]
fn a_factor_that_comes_twice_in_a_chain_is_multiplied_twice() {
    // a k b k
    let mul = |a: From, b: From| {
        samples::node(
            NodeOp::Mul { negate: false },
            [a, b].map(Read::of),
            Vec::new(),
        )
    };
    let [a, b, k] = [
        From::Attribute(0, 0),
        From::Attribute(0, 1),
        From::Memory(0, 0),
    ];
    let mut nodes = vec![
        mul(a, k),
        mul(samples::result(0), b),
        mul(samples::result(1), k),
    ];
    nodes[2].stores.push(Place::Output(0, 0));
    let mut code = samples::program(nodes);
    let before = results(&code.blocks[BlockId::new(0)]);
    factor_products::factor_products(&mut code);
    assert_eq!(results(&code.blocks[BlockId::new(0)]), before, "{code}");
}
