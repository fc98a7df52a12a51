//! The instructions of a partial schedule: those that can still change, and those that cannot, which partial
//! schedules share.

use crate::gp::schedule::slot::Slot;
use std::ops::{Index, IndexMut};

/// Rows that are kept for changes, a power of two: two below the current one, it, and those above that
/// an operation may reach.
const WINDOW: usize = 16;

/// The rows that can still change, by their numbers from the end of the block.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::gp::schedule) struct Rows([Slot; WINDOW]);

impl Index<usize> for Rows {
    type Output = Slot;

    fn index(&self, row: usize) -> &Slot {
        &self.0[row % WINDOW]
    }
}

impl IndexMut<usize> for Rows {
    fn index_mut(&mut self, row: usize) -> &mut Slot {
        &mut self.0[row % WINDOW]
    }
}

/// A row that does not change any more, by its number in the [`History`]; the row below it is found there.
pub(crate) type Done = Option<u32>;

/// Rows that do not change any more, of all partial schedules of a search: those with a common beginning share it.
#[derive(Default)]
pub(crate) struct History {
    rows: Vec<(Done, Slot)>,
}

impl History {
    /// Keeps the row above another.
    pub(crate) fn push(&mut self, below: Done, slot: Slot) -> Done {
        self.rows.push((below, slot));
        Some(self.rows.len() as u32 - 1)
    }

    /// The rows from one down to the end of the block.
    pub(crate) fn downwards(&self, top: Done) -> impl Iterator<Item = &Slot> {
        let row = |done: Done| self.rows.get(done? as usize);
        std::iter::successors(row(top), move |(below, _)| row(*below)).map(|(_, slot)| slot)
    }
}
