//! What all schedules of a program share: dependence graphs, heights and lower bounds, computed once.

use super::backward::priorities::starts as first_instructions;
use super::graph::Graph;
use super::lower_bound::bound;
use super::{MOST_NODES, ScheduleError, Task, heights};
use crate::gp::code::NodeId;
use crate::gp::isa::{REGISTER_LATENCY, TEMPORARY_LATENCY, Unit};
use crate::gp::memory::Placed;
use retroshade_ir::entity::EntityVec;
use std::cell::OnceCell;

/// A program whose blocks were looked at.
#[derive(Debug)]
pub struct Prepared {
    placed: Placed,
    blocks: Vec<BlockAnalysis>,
}

/// What is known of a block.
#[derive(Debug)]
pub(super) struct BlockAnalysis {
    /// The first instruction, counted from the start of the block, that can hold each result.
    pub(super) starts: EntityVec<NodeId, u32>,
    /// Instructions from each operation to the end.
    pub(super) heights: EntityVec<NodeId, u32>,
    /// No program of the block's operations is shorter.
    pub(super) bound: u32,
    /// Made for the first bottom-up attempt: most variants never get there.
    graph: OnceCell<Graph>,
}

impl BlockAnalysis {
    /// The dependence graph of the block.
    pub(super) fn graph(&self, task: &Task<'_>) -> &Graph {
        self.graph.get_or_init(|| Graph::new(task, &self.starts))
    }
}

impl Prepared {
    /// Looks at the blocks of a program.
    ///
    /// # Errors
    /// If a block has more operations than all units of the longest program can do.
    pub fn new(placed: Placed) -> Result<Prepared, ScheduleError> {
        let sizes = placed.code.blocks.values().map(|block| block.nodes.len());
        if let Some(size) = sizes.max().filter(|size| *size > MOST_NODES) {
            return Err(ScheduleError::TooLong(size.div_ceil(Unit::ALL.len()) as u32));
        }
        let known = |task: Task<'_>| {
            let starts = first_instructions(task.block);
            let heights = heights(task.block);
            let bound = bound(&task, &starts, &heights);
            BlockAnalysis {
                starts,
                heights,
                bound,
                graph: OnceCell::new(),
            }
        };
        let blocks = tasks(&placed).map(known).collect();
        Ok(Prepared { placed, blocks })
    }

    /// The program.
    pub fn placed(&self) -> &Placed {
        &self.placed
    }

    /// The blocks with what is known of them.
    pub(super) fn tasks(&self) -> impl Iterator<Item = (Task<'_>, &BlockAnalysis)> {
        tasks(&self.placed).zip(&self.blocks)
    }
}

fn tasks(placed: &Placed) -> impl Iterator<Item = Task<'_>> {
    let blocks = placed.code.blocks.values().zip(placed.reserved.values());
    blocks.map(|(block, reserved)| Task {
        block,
        reserved,
        lowest: (REGISTER_LATENCY - 1, TEMPORARY_LATENCY - 1),
    })
}
