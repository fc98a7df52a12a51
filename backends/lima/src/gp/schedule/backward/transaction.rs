//! Placements that can be taken back, with the undo log.

use super::BackwardScheduler;
use super::undo_log::{Checkpoint, Item};
use crate::gp::schedule::slot::Slot;

impl BackwardScheduler<'_> {
    /// A row, to change it in a way that can be taken back.
    pub(crate) fn slot(&mut self, row: usize) -> &mut Slot {
        let bit = 1 << (row - self.row);
        if self.change.touched & bit == 0 {
            self.change.touched |= bit;
            self.change.journal.push((row, self.rows[row]));
        }
        &mut self.rows[row]
    }

    /// What a placement that begins now goes back to.
    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            journal: self.change.journal.len(),
            touched: std::mem::take(&mut self.change.touched),
            wants: self.change.wants.len(),
            reads: self.change.reads.len(),
            addresses: self.addresses,
        }
    }

    /// Takes a placement back.
    pub(crate) fn undo(&mut self, point: Checkpoint) {
        let change = &mut self.change;
        for (row, slot) in change.journal.drain(point.journal..).rev() {
            self.rows[row] = slot;
        }
        change.touched = point.touched;
        change.wants.truncate(point.wants);
        change.reads.truncate(point.reads);
        self.addresses = point.addresses;
    }

    /// The number of copies that the row above had room for before the current placement.
    pub(crate) fn room_above_before(&self) -> usize {
        let above = self.row + 1;
        let before = self.change.journal.iter().find(|(row, _)| *row == above);
        before
            .map_or(&self.rows[above], |(_, slot)| slot)
            .copies_free()
    }

    /// Notes what placed operations read.
    pub(crate) fn commit(&mut self) {
        for index in 0..self.change.wants.len() {
            let (id, row) = self.change.wants[index];
            self.want(id, row);
        }
        for id in &self.change.reads {
            let value = &mut self.values[*id];
            value.left = value.left.saturating_sub(1);
            if value.left == 0 && !value.placed {
                self.items.push(Item::Node(*id));
            }
        }
        self.change.clear();
    }
}
