//! Placements of a backward walk that can be taken back.

use super::backward::{Address, Backward, Item};
use super::slot::Slot;
use crate::gp::code::NodeId;

/// What to go back to when a placement fails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoint {
    journal: usize,
    touched: u32,
    wants: usize,
    reads: usize,
    addresses: [Address; 3],
}

/// What a placement changes besides the rows, and how to undo what it changed there.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Values that have no place yet and rows whose inputs want them.
    pub(super) wants: Vec<(NodeId, usize)>,
    /// A value for each of its readers and stores that got its place.
    pub(super) reads: Vec<NodeId>,
    /// What a row is offered: memory that is used again.
    pub(super) offers: Vec<(u64, Item)>,
    /// Rows as they were before.
    journal: Vec<(usize, Slot)>,
    /// Rows that are in the journal since the last checkpoint, as [`Value::wanted`].
    touched: u32,
}

impl Backward<'_> {
    /// A row, to change it in a way that can be taken back.
    pub(super) fn slot(&mut self, row: usize) -> &mut Slot {
        let bit = 1 << (row - self.row);
        if self.change.touched & bit == 0 {
            self.change.touched |= bit;
            self.change.journal.push((row, self.rows[row]));
        }
        &mut self.rows[row]
    }

    /// What a placement that begins now goes back to.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            journal: self.change.journal.len(),
            touched: std::mem::take(&mut self.change.touched),
            wants: self.change.wants.len(),
            reads: self.change.reads.len(),
            addresses: self.addresses,
        }
    }

    /// Takes a placement back.
    pub(super) fn undo(&mut self, point: Checkpoint) {
        let change = &mut self.change;
        for (row, slot) in change.journal.drain(point.journal..).rev() {
            self.rows[row] = slot;
        }
        change.touched = point.touched;
        change.wants.truncate(point.wants);
        change.reads.truncate(point.reads);
        self.addresses = point.addresses;
    }

    /// How many copies the row above had room for before the current placement.
    pub(super) fn room_above_before(&self) -> usize {
        let above = self.row + 1;
        let before = self.change.journal.iter().find(|(row, _)| *row == above);
        before
            .map_or(&self.rows[above], |(_, slot)| slot)
            .copies_free()
    }

    /// Notes what placed operations read.
    pub(super) fn commit(&mut self) {
        for index in 0..self.change.wants.len() {
            let (id, row) = self.change.wants[index];
            self.want(id, row);
        }
        for id in &self.change.reads {
            let value = &mut self.values[*id as usize];
            value.left = value.left.saturating_sub(1);
            if value.left == 0 && !value.placed {
                self.items.push(Item::Node(*id as u16));
            }
        }
        self.change.clear();
    }
}

impl Change {
    pub(super) fn clear(&mut self) {
        self.wants.clear();
        self.reads.clear();
        self.journal.clear();
        self.touched = 0;
    }
}
