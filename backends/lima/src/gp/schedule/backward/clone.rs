//! Copies of a partial schedule, from which a search goes on in several ways.

use super::BackwardScheduler;
use super::undo_log::UndoLog;

impl Clone for BackwardScheduler<'_> {
    fn clone(&self) -> Self {
        BackwardScheduler {
            values: self.values.clone(),
            cells: self.cells.clone(),
            items: self.items.clone(),
            live: self.live.clone(),
            change: UndoLog::default(),
            stored: self.stored.clone(),
            demands: self.demands.clone(),
            readers: self.readers.clone(),
            ..*self
        }
    }

    /// As `clone`, in the memory of a partial schedule that is no longer needed.
    fn clone_from(&mut self, other: &Self) {
        copy(&mut self.values, &other.values);
        copy(&mut self.cells, &other.cells);
        copy(&mut self.items, &other.items);
        copy(&mut self.live, &other.live);
        copy(&mut self.stored, &other.stored);
        copy(&mut self.demands, &other.demands);
        copy(&mut self.readers, &other.readers);
        self.change.clear();
        let BackwardScheduler {
            graph,
            priorities,
            row,
            rows,
            done,
            rows_done,
            addresses,
            lanes,
            lanes_taken,
            previous_row_empty,
            placed,
            copies_made,
            limit,
            goal,
            loads,
            values_held,
            pressure,
            placed_hash,
            held_hash,
            ..
        } = other;
        self.graph = graph;
        self.priorities = priorities;
        self.row = *row;
        self.rows = *rows;
        self.done = *done;
        self.rows_done = *rows_done;
        self.addresses = *addresses;
        self.lanes = *lanes;
        self.lanes_taken = *lanes_taken;
        self.previous_row_empty = *previous_row_empty;
        self.placed = *placed;
        self.copies_made = *copies_made;
        self.limit = *limit;
        self.goal = *goal;
        self.loads = *loads;
        self.values_held = *values_held;
        self.pressure = *pressure;
        self.placed_hash = *placed_hash;
        self.held_hash = *held_hash;
    }
}

/// Makes a list a copy of another, in the memory that it has.
fn copy<T: Copy>(list: &mut Vec<T>, other: &[T]) {
    list.clear();
    list.extend_from_slice(other);
}
