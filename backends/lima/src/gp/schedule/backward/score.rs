//! Scores a partial schedule: whether what is left fits, the pressure on each class of units, and a hash that
//! finds equal partial schedules.

use super::{BackwardScheduler, mix};
use crate::gp::schedule::forward::Failure;
use crate::gp::schedule::graph::{KINDS, UNITS};
use retroshade_ir::entity::EntityRef;

/// The cost of an operation whose units have no free slot left, in eighths.
const NO_ROOM: u32 = 16 * 4096;

/// The cost of loads of uniform memory beyond the instructions left, in eighths.
const NO_LOAD: u32 = 2 * NO_ROOM;

/// Missing loads that do not count fully: copies serve readers, too.
const SHORT: i32 = 4;

impl BackwardScheduler<'_> {
    /// Estimates, for each class of units, the slots still needed against the slots left above this row.
    ///
    /// # Errors
    /// A class has fewer slots left than are needed.
    pub(crate) fn look_ahead(&mut self) -> Result<(), Failure> {
        // Those that must come late are placed first.
        while self.demands.last().is_some_and(|row| *row == [0; KINDS]) {
            self.demands.pop();
        }
        let rows = self.limit as i32 - (self.row + self.demands.len()) as i32;
        let mut rooms = UNITS.map(|units| rows * units as i32);
        let mut pressure = 0;
        for row in self.demands.iter().rev() {
            for kind in 0..KINDS {
                let room = &mut rooms[kind];
                *room += UNITS[kind] as i32 - i32::from(row[kind]);
                if row[kind] > 0 {
                    if *room < 0 {
                        return Err(Failure::TooLong);
                    }
                    pressure += NO_ROOM / (8 * *room as u32 / UNITS[kind] + 8);
                }
            }
        }
        if self.loads > 0 {
            let room = self.limit as i32 - self.row as i32 - self.loads as i32 + SHORT;
            pressure += NO_LOAD / (8 * room.max(0) as u32 + 8);
        }
        self.pressure = pressure;
        if self.row <= self.limit {
            Ok(())
        } else {
            Err(Failure::TooLong)
        }
    }

    /// The cost of a partial schedule: the pressure on the units, and by a weight the number of live values.
    pub(crate) fn estimated_cost(&self, weight: u64) -> u64 {
        let kept = self.live.len() + self.values_held;
        u64::from(self.pressure) + weight * kept as u64
    }

    /// A hash that is equal for partial schedules of the same row that placed the same operations and have the
    /// same live values.
    pub(crate) fn fingerprint(&self) -> u64 {
        // What is placed decides how many readers are left, but for stores.
        let mut hash = self.placed_hash.wrapping_add(self.held_hash);
        for id in &self.live {
            let wanted = u64::from(self.values[*id].wanted);
            hash = hash.wrapping_add(mix(id.index() as u64, wanted << 8));
        }
        for stored in self.stored.values() {
            hash = (hash ^ u64::from(*stored)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        hash
    }
}
