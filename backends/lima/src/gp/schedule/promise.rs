//! What becomes of a backward walk: whether the rest fits, how hard it presses, and which walks are alike.

use super::backward::{Backward, mix};
use super::graph::{KINDS, UNITS};
use super::router::Failure;
use crate::gp::isa::INSTRUCTIONS;

/// What operations whose units have no room left count for the promise of a walk, eight times.
const NO_ROOM: u32 = 16 * 4096;

/// What loads of uniform memory that find no instruction any more count, eight times.
const NO_LOAD: u32 = 2 * NO_ROOM;

/// What operations count by the room that their units have left, in eighths of an instruction: divisions are
/// slow, and a search makes several for every row.
const PRESSURE: [u16; 8 * INSTRUCTIONS + 1] = {
    let mut pressure = [0; 8 * INSTRUCTIONS + 1];
    let mut eighths = 0;
    while eighths < pressure.len() {
        pressure[eighths] = (NO_ROOM / (eighths as u32 + 8)) as u16;
        eighths += 1;
    }
    pressure
};

/// Loads that a walk may be short of before that counts fully: copies serve readers too.
const SHORT: i32 = 4;

impl Backward<'_> {
    /// Finds how hard what is left presses on the units above this row, and whether it fits there.
    pub(super) fn look_ahead(&mut self) -> Result<(), Failure> {
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
                    pressure += u32::from(PRESSURE[(8 * *room as u32 / UNITS[kind]) as usize]);
                }
            }
        }
        if self.loads > 0 {
            let room = self.limit as i32 - self.row as i32 - self.loads as i32 + SHORT;
            pressure += NO_LOAD / (8 * room.max(0) as u32 + 8);
        }
        self.pressure = pressure;
        match self.row <= self.limit {
            true => Ok(()),
            false => Err(Failure::TooLong),
        }
    }

    /// How good a walk is, the least best: how hard what is left presses, the less room any of it has the
    /// more, and by a weight the values that are kept for readers below.
    pub(super) fn promise(&self, weight: u64) -> u64 {
        let kept = self.live.len() + self.values_held;
        u64::from(self.pressure) + weight * kept as u64
    }

    /// A number that walks share which stand at the same row, placed the same and want the same.
    pub(super) fn fingerprint(&self) -> u64 {
        // What is placed decides how many readers are left, but for stores.
        let mut hash = self.placed_hash.wrapping_add(self.held_hash);
        for id in &self.live {
            let wanted = u64::from(self.values[*id as usize].wanted);
            hash = hash.wrapping_add(mix(u64::from(*id), wanted << 8));
        }
        for stored in &self.stored {
            hash = (hash ^ u64::from(*stored)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        hash
    }
}
