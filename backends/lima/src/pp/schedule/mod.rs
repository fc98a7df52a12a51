//! Packs the operations of each block into instructions.
//!
//! Each block is filled from its last instruction to its first: an operation can be placed once all
//! that use its result have been, and goes as late as it can, so that values live short. Among
//! those that fit the one goes first before which most has to happen. Chains (a lookup, a product, a sum, a
//! root) fall into one instruction in the order of the pipeline. See docs/lima-pp.md.

mod fill;
mod graph;
pub(crate) mod word;

pub(crate) use fill::Effort;
pub(crate) use fill::{read_stage, reader, reads_texture, scaling};
pub(crate) use graph::origins;

use super::coalesce::spans;
use super::code::Code;
use super::isa::Unit;
use super::live;
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
}

/// A scheduled block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The instructions in the order of execution.
    pub(crate) words: Vec<Word>,
    /// The place of each operation.
    pub(crate) places: Vec<Placement>,
    /// No schedule of the block has fewer instructions: the longest chain of operations.
    pub(crate) bound: usize,
}

/// Schedules every block.
///
/// # Errors
/// A defect: an operation that fits nowhere.
pub(crate) fn schedule(code: &Code, effort: Effort) -> Result<Vec<Plan>, String> {
    let leaving = live::leaving(&spans(code), code.values.len());
    let empty = Vec::new();
    code.blocks
        .iter()
        .enumerate()
        .map(|(index, block)| {
            let leaving = leaving.get(index).unwrap_or(&empty);
            fill::block(block, leaving, effort).map_err(|fault| format!("block {index}: {fault}"))
        })
        .collect()
}
