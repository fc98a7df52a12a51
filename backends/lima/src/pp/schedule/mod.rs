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
use retroshade_kit::random::Random;
use std::fmt;
use word::Word;

/// The place of an operation.
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
    /// True if a lane of the result is written to a register, if the result as a whole has one.
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

/// How register pressure is kept low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    /// True if operations may leave the order of selection only as far as no more lanes than `lanes`
    /// can come to be live.
    pub(crate) guided: bool,
    /// Lanes that may be live at once before operations that free lanes go first.
    pub(crate) lanes: usize,
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
    pub(crate) fn schedule(&self, policy: Policy) -> Result<Vec<Plan>, ScheduleError> {
        let plans = self.blocks.iter().map(|dag| attempts::first(dag, policy));
        plans.collect()
    }

    /// Pseudo-random numbers for each block, for [`Scheduler::restart`].
    pub(crate) fn random(&self, seed: u64) -> Vec<Random> {
        let blocks = self.blocks.iter();
        let sizes = blocks.map(|dag| dag.block.operations.len() as u64);
        sizes.map(|size| Random::new(size ^ seed)).collect()
    }

    /// Schedules blocks that are longer than their bounds once more, with noise in the priorities; `None` if none
    /// becomes shorter.
    ///
    /// # Errors
    /// As [`Scheduler::schedule`].
    pub(crate) fn restart(
        &self,
        policy: Policy,
        plans: &[Plan],
        random: &mut [Random],
    ) -> Result<Option<Vec<Plan>>, ScheduleError> {
        let mut shorter = None;
        for (index, (dag, random)) in self.blocks.iter().zip(random).enumerate() {
            let length = plans[index].words.len();
            if length > dag.bound
                && let Some(plan) = attempts::restart(dag, policy, length, random)?
            {
                shorter.get_or_insert_with(|| plans.to_vec())[index] = plan;
            }
        }
        Ok(shorter)
    }

    /// The shortest schedule of each block that a search of so many steps finds.
    ///
    /// # Errors
    /// As [`Scheduler::schedule`].
    pub(crate) fn shortest(
        &self,
        policy: Policy,
        plans: &[Plan],
        steps: u32,
    ) -> Result<Vec<Plan>, ScheduleError> {
        let blocks = self.blocks.iter().zip(plans);
        let plans = blocks.map(|(dag, plan)| attempts::shortest(dag, policy, plan, steps));
        plans.collect()
    }
}
