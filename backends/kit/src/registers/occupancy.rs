//! The live ranges that occupy each component of each register.

use super::{Lane, Unit};
use smallvec::SmallVec;
use std::ops::Range;

/// What counts as idle time before the first value of a component.
const IDLE: u32 = 1 << 12;

/// The cost of a place that a unit cannot have.
pub(super) const NEVER: u64 = u64::MAX;

/// The ranges taken in each component of each register, sorted, as seen from a point to which
/// [`Occupancy::go_to`] goes: mostly units are placed in the order in which they start, and what is
/// before and after is known for all components at once.
#[derive(Default)]
pub(super) struct Occupancy {
    /// Four components for each register.
    cells: Vec<Cell>,
    /// The ranges around the point.
    around: Vec<Around>,
    point: u32,
    /// Cells from here on never held anything.
    reached: usize,
}

/// The ranges of one component.
#[derive(Clone, Default)]
struct Cell {
    ranges: SmallVec<[Range<u32>; 2]>,
    /// The number of them that start before the point.
    before: usize,
}

/// What lies around the point in one component.
#[derive(Clone, Copy)]
struct Around {
    /// Where the last range ends that starts before the point; 0 where there is none.
    end: u32,
    /// Where the next one starts.
    start: u32,
}

impl Around {
    const EMPTY: Around = Around {
        end: 0,
        start: u32::MAX,
    };
}

impl Cell {
    fn around(&self) -> Around {
        let before = self.before.checked_sub(1);
        let before = before.and_then(|index| self.ranges.get(index));
        let after = self.ranges.get(self.before);
        Around {
            end: before.map_or(0, |range| range.end),
            start: after.map_or(u32::MAX, |range| range.start),
        }
    }

    fn first_after(&self, point: u32) -> usize {
        self.ranges.partition_point(|range| range.start < point)
    }
}

impl Occupancy {
    pub(super) fn new(registers: u16) -> Occupancy {
        let cells = 4 * usize::from(registers);
        Occupancy {
            cells: std::iter::repeat_with(Cell::default).take(cells).collect(),
            around: vec![Around::EMPTY; cells],
            point: 0,
            reached: 0,
        }
    }

    /// The first register that, as all after it, never held anything.
    pub(super) fn untouched(&self) -> u16 {
        self.reached.div_ceil(4) as u16
    }

    fn cell(register: u16, component: u8) -> usize {
        4 * usize::from(register) + usize::from(component & 3)
    }

    /// Looks at all components from another point.
    pub(super) fn go_to(&mut self, point: u32) {
        let back = point < self.point;
        self.point = point;
        let cells = self.cells.iter_mut().zip(&mut self.around);
        for (cell, around) in cells.take(self.reached) {
            if back {
                cell.before = cell.first_after(point);
                *around = cell.around();
            } else if around.start < point {
                while cell
                    .ranges
                    .get(cell.before)
                    .is_some_and(|range| range.start < point)
                {
                    cell.before += 1;
                }
                *around = cell.around();
            }
        }
    }

    /// Whether a lane fits; and if so, how many points lie idle between it and its neighbours.
    pub(super) fn gap(&self, register: u16, component: u8, lane: &Lane) -> Option<u32> {
        let cell = Occupancy::cell(register, component);
        if let [range] = lane.ranges.as_slice()
            && range.start == self.point
        {
            let around = self.around[cell];
            return if around.start < range.end {
                None
            } else {
                idle(around.end, range.start)
            };
        }
        let cell = &self.cells[cell];
        let mut gap = 0u32;
        for range in &lane.ranges {
            let after = cell.first_after(range.end);
            let before = after
                .checked_sub(1)
                .and_then(|index| cell.ranges.get(index));
            let end = before.map_or(0, |other| other.end);
            gap = gap.saturating_add(idle(end, range.start)?);
        }
        Some(gap)
    }

    /// How many components of a register are free at the point.
    pub(super) fn free(&self, register: u16) -> usize {
        let cell = Occupancy::cell(register, 0);
        let around = &self.around[cell..cell + 4];
        let free = |around: &&Around| around.end <= self.point && around.start > self.point;
        around.iter().filter(free).count()
    }

    /// True if a register holds something.
    pub(super) fn is_used(&self, register: u16) -> bool {
        let cell = Occupancy::cell(register, 0);
        let around = &self.around[cell..cell + 4];
        let used = |around: &Around| around.end > 0 || around.start < u32::MAX;
        around.iter().any(used)
    }

    /// As [`Occupancy::gap`] in each component of a register, for all lanes that start at the point
    /// and end in a range of points, [`NEVER`] where none of them fits. `None` where they differ.
    pub(super) fn gaps(&self, register: u16, ends: &Range<u32>) -> Option<[u64; 4]> {
        let cell = Occupancy::cell(register, 0);
        let around = &self.around[cell..cell + 4];
        let mut gaps = [NEVER; 4];
        for (gap, around) in gaps.iter_mut().zip(around) {
            if around.start >= ends.end {
                *gap = idle(around.end, self.point).map_or(NEVER, u64::from);
            } else if around.start >= ends.start {
                return None;
            }
        }
        Some(gaps)
    }

    pub(super) fn put(&mut self, register: u16, component: u8, lane: &Lane) {
        let index = Occupancy::cell(register, component);
        let cell = &mut self.cells[index];
        self.reached = self.reached.max(index + 1);
        for range in &lane.ranges {
            let at = cell.first_after(range.start);
            cell.ranges.insert(at, range.clone());
            cell.before += usize::from(range.start < self.point);
        }
        self.around[index] = cell.around();
    }

    pub(super) fn take_away(&mut self, register: u16, component: u8, lane: &Lane) {
        let index = Occupancy::cell(register, component);
        let cell = &mut self.cells[index];
        for range in &lane.ranges {
            let at = cell.first_after(range.start);
            if cell.ranges.get(at) == Some(range) {
                cell.ranges.remove(at);
                cell.before -= usize::from(range.start < self.point);
            }
        }
        self.around[index] = cell.around();
    }

    /// The number of components that a unit would leave free in a register, while it is live, that are free now;
    /// one that breaks a free register counts more.
    pub(super) fn left(&self, register: u16, unit: &Unit) -> u64 {
        let start = unit.lanes.iter().map(Lane::start).min().unwrap_or(0);
        let end = unit.lanes.iter().map(Lane::end).max().unwrap_or(0);
        let span = Lane::new(start..end.max(start + 1));
        let free = (0..4).filter(|&component| self.gap(register, component, &span).is_some());
        let free = free.count();
        let left = free.saturating_sub(unit.lanes.len()) as u64;
        left + if free == 4 && left > 0 { 4 } else { 0 }
    }
}

/// How many points lie idle in a component whose last value ends at a point, 0 where there was none,
/// before one that starts at another; `None` where they overlap.
fn idle(before: u32, start: u32) -> Option<u32> {
    match before {
        0 => Some(start.min(IDLE)),
        end => start.checked_sub(end),
    }
}
