//! The undo log of the bottom-up scheduler: what a placement changed, to take it back.

use crate::gp::code::NodeId;
use crate::gp::schedule::graph::RootId;
use crate::gp::schedule::slot::Slot;

/// An address register: the operation that will set it and the highest row that uses it, or the row from
/// which on it is free.
pub(crate) type Address = Result<(NodeId, u16), u16>;

/// An entry of the ready list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Root(RootId),
    Node(NodeId),
}

/// The state that a failed placement goes back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) journal: usize,
    pub(crate) touched: u32,
    pub(crate) wants: usize,
    pub(crate) reads: usize,
    pub(crate) addresses: [Address; 3],
}

/// What a placement changes besides the rows, and how to undo what it changed there.
#[derive(Clone, Debug, Default)]
pub(crate) struct UndoLog {
    /// Values that have no place yet and rows whose inputs want them.
    pub(crate) wants: Vec<(NodeId, usize)>,
    /// A value for each of its readers and stores that got its place.
    pub(crate) reads: Vec<NodeId>,
    /// Rows as they were before.
    pub(crate) journal: Vec<(usize, Slot)>,
    /// Rows that are in the journal since the last checkpoint, as [`Value::wanted`].
    pub(crate) touched: u32,
}

impl UndoLog {
    pub(crate) fn clear(&mut self) {
        self.wants.clear();
        self.reads.clear();
        self.journal.clear();
        self.touched = 0;
    }
}
