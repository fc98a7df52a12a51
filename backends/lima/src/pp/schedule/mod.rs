//! Bottom-up list scheduling of the operations of each block into VLIW instructions.
//!
//! Each block is filled from its last instruction to its first: an operation can be placed once all
//! that use its result have been, and goes as late as it can, so that values live short. Among
//! ready operations the one with the longest critical path before it goes first. Chains (a lookup, a product, a sum, a
//! root) fall into one instruction in the order of the pipeline. See docs/lima-pp.md.

mod attempts;
mod block_dag;
mod choice;
mod exact;
mod fill;
mod finish;
mod graph;
mod order;
pub(crate) mod word;

pub(crate) use choice::{read_stage, reader, reads_texture, scaling};
pub(crate) use graph::{Origins, origins};
pub(crate) use order::reorder_for_pressure;

use super::code::{Code, Node};
use super::isa::Unit;
use super::live::{self, spans};
use retroshade_ir::entity::EntityVec;
use std::fmt;
use word::Word;

/// Where an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The instruction within the block.
    pub(crate) word: usize,
    /// The unit; of a select the adder, of a lookup the texture unit.
    pub(crate) unit: Unit,
    /// The unit that copies the result of a lookup into a register, if one does.
    pub(crate) copy: Option<Unit>,
    /// The lanes of the result that it copies, as bits. Others are read in the same instruction only,
    /// straight from the texture unit.
    pub(crate) copied: u8,
}

impl Placement {
    /// Whether a lane of the result is written to a register, if the result as a whole has one.
    pub(crate) fn writes(&self, lane: usize) -> bool {
        self.copy.is_none() || self.copied >> lane & 1 == 1
    }
}

/// A scheduled block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The instructions in the order of execution.
    pub(crate) words: Vec<Word>,
    /// The place of each operation.
    pub(crate) places: EntityVec<Node, Placement>,
    /// No schedule of the block has fewer instructions; its own length if that is proved least.
    pub(crate) bound: usize,
}

/// How to schedule, and how hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Whether operations may leave the order of selection only as far as no more lanes than `lanes`
    /// can come to be live.
    pub(crate) guided: bool,
    /// Lanes that may be live at once before operations that free lanes go first.
    pub(crate) lanes: usize,
    /// Schedules tried for each block.
    pub(crate) restarts: u32,
    /// Steps of the search for the shortest schedule of each block; 0 for none.
    pub(crate) nodes: u32,
    /// Where pseudo-random choices start, besides a start of their own.
    pub(crate) seed: u64,
}

/// A defect of selection that shows when a block is scheduled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScheduleError {
    /// An operation fits no instruction, not even an empty one.
    Operation(Node),
    /// What a branch compares does not fit one instruction.
    Branch,
}

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleError::Operation(node) => write!(f, "operation {node} fits no instruction"),
            ScheduleError::Branch => f.write_str("a branch does not fit an instruction"),
        }
    }
}

/// Code ready to be scheduled, in as many ways as one likes.
pub(crate) struct Scheduler<'a> {
    blocks: Vec<block_dag::BlockDag<'a>>,
}

impl<'a> Scheduler<'a> {
    /// Finds out what all schedules have in common.
    pub(crate) fn new(code: &'a Code) -> Scheduler<'a> {
        let leaving = live::leaving(&spans(code));
        Scheduler {
            blocks: block_dag::dag(code, &leaving),
        }
    }

    /// Schedules every block.
    ///
    /// # Errors
    /// What selection made too large for an instruction.
    pub(crate) fn schedule(&self, effort: Effort) -> Result<Vec<Plan>, ScheduleError> {
        let plans = self.blocks.iter().map(|dag| attempts::block(dag, effort));
        plans.collect()
    }
}
