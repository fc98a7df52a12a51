//! What lowering must know of a function before it starts: which expressions are used, which arrays are
//! indexed dynamically, what a loop writes and reads, and how control can leave a block.
//!
//! Facts about blocks are kept by the block's address; the module does not move while it is lowered.

mod counted;
mod exits;
mod operands;
mod paths;
mod statements;

use super::layout::Layouts;
use super::{Lowered, bug};
use crate::sorted::SortedSet;
pub(super) use exits::Exits;
use naga::{Block, Expression, GlobalVariable, Handle, Module};
pub(super) use operands::operands;
pub(super) use paths::RootRef;
use rustc_hash::FxHashMap;

/// A write inside a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Write {
    /// Through a pointer of this function; everything it points to.
    Pointer(Handle<Expression>),
    /// A whole global variable, by a function that is called.
    Global(u32),
}

/// The effects of a loop.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopFacts {
    /// What may be written in a round and read in a later one or after the loop, in the order of first
    /// writes.
    pub(super) writes: Vec<(RootRef, Write)>,
    /// The number of rounds is fixed by a counter: it ends whatever the rest of the body does.
    pub(super) counted: bool,
}

/// What is known of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Expressions whose values some statement needs.
    pub(super) needed: Vec<bool>,
    /// Arrays that are indexed dynamically: the variable and the first template leaf of the outermost
    /// array around.
    pub(super) indexed: SortedSet<(RootRef, u32)>,
    /// By address of the body.
    pub(super) loops: FxHashMap<usize, LoopFacts>,
    /// By address of the block.
    pub(super) exits: FxHashMap<usize, Exits>,
    /// Arguments and globals that may be written.
    pub(super) written: SortedSet<RootRef>,
    /// Arguments and globals that may be read before they are written.
    pub(super) exposed: SortedSet<RootRef>,
    /// Arguments and globals that are written as a whole on every way through.
    pub(super) defined: SortedSet<RootRef>,
    /// True if it or what it calls may discard.
    pub(super) kills: bool,
}

/// The address of a block, by which facts about it are kept.
pub(super) fn address(block: &Block) -> usize {
    std::ptr::from_ref(block) as usize
}

/// The summaries of a module's functions by index, and all arrays of globals that are indexed
/// dynamically.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub(super) functions: Vec<Summary>,
    pub(super) indexed_globals: SortedSet<(u32, u32)>,
}

/// Analyses a module. `is_intrinsic` names the functions that are never looked into.
pub(super) fn analyze<'m>(
    module: &'m Module,
    layouts: &mut Layouts<'m>,
    is_intrinsic: &[bool],
) -> Lowered<Analysis> {
    let mut analysis = Analysis {
        functions: Vec::with_capacity(module.functions.len()),
        indexed_globals: SortedSet::default(),
    };
    for (handle, function) in module.functions.iter() {
        if is_intrinsic.get(handle.index()) == Some(&true) {
            analysis.functions.push(Summary::default());
            continue;
        }
        let summary = statements::summarize(statements::Context {
            function,
            module,
            layouts,
            known: &analysis.functions,
        })?;
        for &(root, leaf) in &summary.indexed {
            if let RootRef::Global(global) = root {
                analysis.indexed_globals.insert((global, leaf));
            }
        }
        analysis.functions.push(summary);
    }
    Ok(analysis)
}

/// The index of a handle, as summaries keep it.
pub(super) fn global_index(handle: Handle<GlobalVariable>) -> u32 {
    handle.index() as u32
}

/// The integer an index expression has at compile time, if it is a literal.
pub(super) fn literal_index(expression: &Expression) -> Option<u32> {
    match expression {
        Expression::Literal(naga::Literal::I32(value)) => u32::try_from(*value).ok(),
        Expression::Literal(naga::Literal::U32(value)) => Some(*value),
        _ => None,
    }
}

fn not_a_pointer() -> super::Fault {
    bug("a store to something that is no variable")
}
