//! Chooses the values to spill: the cheapest live ranges where pressure is highest.

use super::{Spilled, origin};
use crate::pp::code::{Cell, Code, Kind};
use crate::pp::live::Ranges;
use crate::pp::registers::Shortage;
use retroshade_ir::entity::EntitySet;

/// What the choice looks at.
struct Candidates {
    /// The values that may go, with the ranges of each of their lanes.
    values: Vec<(u32, Vec<Ranges>)>,
    /// Reads and writes of each value; a write counts twice.
    uses: Vec<u64>,
}

impl Candidates {
    fn new(code: &Code, shortage: &Shortage, spilled: &Spilled) -> Candidates {
        let mut uses = vec![0u64; code.values.len()];
        let mut kept: EntitySet<u32> = code.outputs().map(|cell| cell.value).collect();
        for operation in code.blocks.iter().flat_map(|block| &block.operations) {
            let reads = operation.reads().map(|(_, cell)| (cell, 1));
            let writes = operation.dest.iter().map(|cell| (*cell, 2));
            for (cell, count) in reads.chain(writes) {
                if let Some(uses) = uses.get_mut(cell.value as usize) {
                    *uses += count;
                }
            }
            // What was just fetched gains nothing by going back, but may be fetched again.
            let fetched = operation.is_copy()
                && operation
                    .args
                    .iter()
                    .any(|operand| operand.address().is_some());
            let stays = fetched && origin(code, operation).is_none();
            if stays
                || matches!(
                    operation.kind,
                    Kind::FrameRead { .. } | Kind::AtanFirst | Kind::AngleFirst
                )
            {
                kept.extend(operation.dest.iter().map(|cell| cell.value));
            }
        }
        let ranges = |value: u32| -> Vec<Ranges> {
            let lanes = (0..4).map(|lane| Cell::new(value, lane).index());
            lanes
                .filter_map(|index| shortage.ranges.get(index).cloned())
                .filter(|ranges| !ranges.is_empty())
                .collect()
        };
        let values = (0..code.values.len() as u32)
            .filter(|value| !spilled.values.contains(*value) && !kept.contains(*value))
            .map(|value| (value, ranges(value)))
            .filter(|(_, lanes)| {
                // A value within one instruction or two gains nothing.
                lanes
                    .iter()
                    .flatten()
                    .any(|range| range.end - range.start > shortage.grain)
            })
            .collect();
        Candidates { values, uses }
    }

    /// The value worth most to have in memory of those that are live at a point: long and rarely used.
    fn best(&self, point: u32) -> Option<usize> {
        let gain = |(value, lanes): &(u32, Vec<Ranges>)| {
            let live = lanes.iter().filter(|ranges| covers(ranges, point)).count() as u64;
            let all = lanes.iter().flatten();
            let length: u64 = all.map(|range| u64::from(range.end - range.start)).sum();
            let uses = self.uses.get(*value as usize).copied().unwrap_or(0);
            (live > 0).then_some(length * live / (uses + 1))
        };
        let gains = self.values.iter().map(gain).enumerate();
        gains
            .filter_map(|(index, gain)| gain.map(|gain| (gain, index)))
            .max_by_key(|(gain, index)| (*gain, std::cmp::Reverse(*index)))
            .map(|(_, index)| index)
    }
}

fn covers(ranges: &Ranges, point: u32) -> bool {
    ranges.iter().any(|range| range.contains(&point))
}

/// The points at which lanes start to live, with the number of lanes that are live there.
pub(super) fn pressure(ranges: &[Ranges]) -> Vec<(u32, i64)> {
    let end = ranges.iter().flatten().map(|range| range.end).max();
    let mut changes = vec![(false, 0i64); end.unwrap_or(0) as usize + 1];
    for range in ranges.iter().flatten() {
        if let Some((starts, change)) = changes.get_mut(range.start as usize) {
            *starts = true;
            *change += 1;
        }
        if let Some((_, change)) = changes.get_mut(range.end as usize) {
            *change -= 1;
        }
    }
    let mut live = 0;
    let mut points = Vec::new();
    for (point, (starts, change)) in changes.into_iter().enumerate() {
        live += change;
        if starts {
            points.push((point as u32, live));
        }
    }
    points
}

/// The values to move to memory: at each place where too much is live the best, until there is room.
pub(super) fn choose(code: &Code, shortage: &Shortage, room: i64, spilled: &Spilled) -> Vec<u32> {
    let mut candidates = Candidates::new(code, shortage, spilled);
    let mut chosen = Vec::new();
    if let Some(point) = shortage.stuck {
        // Few lanes are live, but they lie badly.
        for _ in 0..3 {
            if let Some(index) = candidates.best(point) {
                chosen.push(candidates.values.swap_remove(index).0);
            }
        }
        if !chosen.is_empty() {
            return chosen;
        }
    }
    let mut points = pressure(&shortage.ranges);
    let mut hopeless: EntitySet<u32> = EntitySet::new();
    loop {
        let worst = points
            .iter()
            .filter(|(point, _)| !hopeless.contains(*point));
        let Some((point, live)) = worst.max_by_key(|(point, live)| (*live, *point)).copied() else {
            break;
        };
        if live <= room {
            break;
        }
        let Some(index) = candidates.best(point) else {
            hopeless.insert(point);
            continue;
        };
        let (value, lanes) = candidates.values.swap_remove(index);
        for range in lanes.iter().flatten() {
            let before = |at: u32| points.partition_point(|(point, _)| *point < at);
            let (first, end) = (before(range.start), before(range.end));
            for (_, live) in points.get_mut(first..end).into_iter().flatten() {
                *live -= 1;
            }
        }
        chosen.push(value);
    }
    chosen
}
