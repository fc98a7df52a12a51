//! Priorities of the bottom-up scheduler: how urgent operations are, and which ways of keeping a value alive it
//! prefers. Attempts draw them at random after a few that are often good.

use crate::gp::code::{Block, Function, NodeId, NodeOp};
use crate::gp::schedule::slot::CopyUnits;
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::random::Random;

/// Priorities and preferences of one attempt.
#[derive(Clone, Debug)]
pub(crate) struct Priorities {
    /// How urgent each operation is, the most urgent highest.
    pub(crate) ranks: EntityVec<NodeId, u64>,
    /// True if values that must wait go to registers rather than from unit to unit.
    pub(crate) registers: bool,
    /// The units that copies take where both kinds are free.
    pub(crate) copy_units: CopyUnits,
    /// True if both components of a half may be stored in rows of their own.
    pub(crate) split: bool,
    /// An operation is urgent if it could be placed no more than so many rows higher.
    pub(crate) slack: u32,
}

/// Preferences as bits: [`Priorities::registers`], [`Priorities::copy_units`], [`Priorities::split`].
const REGISTERS: u64 = 1;
const BY_SUM: u64 = 4;
const SPLIT: u64 = 8;

/// Noise, slack and preferences of the first attempts.
const FIRST: &[(u64, u64, u64)] = &[
    (0, 1, BY_SUM),
    (0, 2, BY_SUM),
    (0, 3, REGISTERS | BY_SUM),
    (0, 0, BY_SUM),
    (4, 3, REGISTERS),
    (4, 0, REGISTERS | BY_SUM),
];

/// Ranks are far from the order of the first possible instructions: attempts that differ much find more.
const NOISE: &[u64] = &[32, 64];
const SLACK: &[u64] = &[0, 0, 1, 2, 3];

/// The first instruction, counted from the start of the block, that can hold each result.
pub(crate) fn starts(block: &Block) -> EntityVec<NodeId, u32> {
    let mut starts: EntityVec<NodeId, u32> = EntityVec::new();
    for node in block.nodes.values() {
        let mut start = 0;
        for id in node.reads.iter().filter_map(|read| read.from.node()) {
            let latency = match block.nodes[id].op {
                NodeOp::SetAddress => 4,
                NodeOp::Function(Function::Log2) => 1,
                NodeOp::Function(_) => 2,
                _ => 1,
            };
            start = start.max(starts[id] + latency);
        }
        starts.push(
            start
                + match node.op {
                    NodeOp::Function(Function::Rcp | Function::Rsqrt) => 1,
                    NodeOp::Function(Function::Exp2) => 2,
                    NodeOp::Function(Function::Log2) => 3,
                    _ => 0,
                },
        );
    }
    starts
}

/// The priorities of an attempt: some of those that are often good, or any.
pub(crate) fn priorities(
    starts: &EntityVec<NodeId, u32>,
    number: usize,
    random: &mut Random,
) -> Priorities {
    let mut pick = |choices: &[u64]| {
        let index = random.below(choices.len() as u64) as usize;
        choices.get(index).copied().unwrap_or(0)
    };
    let (noise, slack, preferences) = match FIRST.get(number) {
        Some(first) => *first,
        None => (pick(NOISE), pick(SLACK), random.below(2 * SPLIT)),
    };
    let ranks = starts
        .iter()
        .map(|(id, start)| {
            let noise = match noise {
                0 => 0,
                most => random.below(most + 1),
            };
            ((4 * u64::from(*start) + noise) << 16) + id.index() as u64
        })
        .collect();
    Priorities {
        ranks,
        registers: preferences & REGISTERS != 0,
        copy_units: match preferences & BY_SUM {
            0 => CopyUnits::Multipliers,
            _ => CopyUnits::Accumulators,
        },
        split: preferences & SPLIT != 0,
        slack: slack as u32,
    }
}
