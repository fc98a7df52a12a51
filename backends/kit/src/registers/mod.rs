//! Component-wise register allocation for files of four-lane registers.
//!
//! What is allocated is a [`Unit`]: up to a handful of lanes that must lie in one register, because
//! some instruction reads or writes them together. Each lane has live ranges of its own, so that
//! two lanes of a unit may even share a component if they are never live at once (a texture lookup
//! writes four lanes, of which one lives on).
//!
//! Program points are numbers that the caller chooses; an instruction that reads at `2i` and writes
//! at `2i + 1` may write over what it read last. Control flow is the caller's business: ranges cover
//! every point between a definition and its uses in the order in which the code is laid out.
//!
//! Method: greedy placement in order of start points, best fit first; a unit that finds no place
//! moves ahead of those that were in its way and all starts again. Interval packing is easy in the
//! common case and hard in the worst; this finds what an exhaustive search finds on nearly every
//! program of these sizes, and every step is counted, so that the result does not depend on the
//! machine. [`Checker`] proves a result independently.

mod attempt;
mod check;
mod occupancy;
mod search;

pub use check::{Checker, Fault};
pub use search::{allocate, allocate_by};

use crate::mir::ranges::overlap;
use smallvec::SmallVec;
use std::ops::Range;

/// Ranges of program points, mostly one.
pub type Ranges = SmallVec<[Range<u32>; 1]>;

/// One component for each lane of a unit.
pub type Components = SmallVec<[u8; 16]>;

/// One lane of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// The points at which it holds a value that is still needed: sorted, not touching, not empty.
    pub ranges: Ranges,
    /// The component that it must take, 0 to 3; `None` for any.
    pub component: Option<u8>,
}

impl Lane {
    /// A lane that may take any component.
    pub fn new(range: Range<u32>) -> Lane {
        Lane {
            ranges: SmallVec::from_buf([range]),
            component: None,
        }
    }

    /// The first point.
    fn start(&self) -> u32 {
        self.ranges.first().map_or(u32::MAX, |range| range.start)
    }

    /// One past the last point.
    fn end(&self) -> u32 {
        self.ranges.last().map_or(0, |range| range.end)
    }

    /// True if both are live at some point.
    fn overlaps(&self, other: &Lane) -> bool {
        overlap(&self.ranges, &other.ranges)
    }
}

/// The lanes of a unit, mostly no more than a register has.
pub type Lanes = SmallVec<[Lane; 4]>;

/// Lanes that lie in one register.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// The lanes.
    pub lanes: Lanes,
}

/// Which of several places a unit takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// Where components lie idle for the shortest time before it.
    #[default]
    Close,
    /// Where narrow units leave most room for wide ones, then as [`Preference::Close`].
    Whole,
}

/// What to allocate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The number of registers.
    pub registers: u16,
    /// The units.
    pub units: Vec<Unit>,
}

/// The place of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The register.
    pub register: u16,
    /// The component of each lane.
    pub components: Components,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// One for each unit.
    pub places: Vec<Place>,
    /// The number of registers used, the highest number plus one.
    pub used: u16,
    /// Steps the search took.
    pub steps: u64,
}

/// Why no solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A unit that found no place: the one the search was at when it ended, or the last one live at
    /// [`Failure::point`].
    pub unit: usize,
    /// The point at which most lanes are live.
    pub point: u32,
    /// How many lanes are live there.
    pub live: usize,
    /// Steps the search took.
    pub steps: u64,
}

impl Problem {
    /// The point with most live lanes, and how many.
    pub(crate) fn worst_point(&self) -> (u32, usize) {
        let lanes = self.units.iter().flat_map(|unit| &unit.lanes);
        let ranges = lanes.flat_map(|lane| &lane.ranges);
        let (mut starts, mut ends): (Vec<u32>, Vec<u32>) =
            ranges.map(|range| (range.start, range.end)).unzip();
        starts.sort_unstable();
        ends.sort_unstable();
        let mut worst = (0, 0);
        let mut ended = 0;
        for (begun, &point) in (1usize..).zip(&starts) {
            // What ends at a point is not live there any more.
            while ends.get(ended).is_some_and(|&end| end <= point) {
                ended += 1;
            }
            let live = begun.saturating_sub(ended);
            if live > worst.1 {
                worst = (point, live);
            }
        }
        worst
    }
}

#[cfg(test)]
#[allow(
    clippy::single_range_in_vec_init,
    reason = "a live range is a list, mostly of one"
)]
mod tests;
