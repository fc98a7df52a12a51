//! Chooses the vectors to spill: the cheapest live ranges where pressure is highest.

use super::Spilled;
use crate::pp::machine::{Kind, Op, Program, copied};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{Lane, LaneRef, VectorId};
use std::ops::Range;

/// The live ranges of each value.
type Ranges = SecondaryMap<Lane, Vec<Range<u32>>>;

/// Points within which a vector gains nothing from memory: those of six instructions.
const NEAR: u32 = 12;

/// What the choice looks at.
struct Candidates {
    /// The vectors that may go, with the ranges of each of their lanes.
    vectors: Vec<(VectorId, Vec<Vec<Range<u32>>>)>,
    /// Reads and writes of each vector; a write counts twice.
    uses: SecondaryMap<VectorId, u64>,
}

impl Candidates {
    fn new(program: &Program, ranges: &Ranges, spilled: &Spilled) -> Candidates {
        let vector_of = |lane: Lane| program.lanes[lane].vector;
        let outputs = program.outputs.iter().flat_map(|output| output.lanes);
        let outputs = outputs.flatten().filter_map(LaneRef::as_value);
        let mut kept: EntitySet<VectorId> = outputs.filter_map(vector_of).collect();
        let mut uses: SecondaryMap<VectorId, u64> = SecondaryMap::new();
        for (id, op) in program.ops.iter() {
            let reads = values_read(program, op).into_iter();
            let reads = reads.filter_map(vector_of).map(|vector| (vector, 1));
            let writes: Vec<VectorId> = op.values().filter_map(vector_of).collect();
            let written = writes.iter().map(|vector| (*vector, 2));
            for (vector, count) in reads.chain(written) {
                uses[vector] += count;
            }
            // What was just fetched gains nothing by going back.
            let pairs = copied(program, id);
            let fetched = pairs.iter().any(|(_, lane)| lane.as_register().is_some());
            let is_whole = matches!(
                op.code.kind,
                Kind::FrameRead { .. } | Kind::AtanFirst | Kind::AngleFirst
            );
            if fetched || is_whole {
                kept.extend(writes);
            }
        }
        let ranges_of = |vector: VectorId| -> Vec<Vec<Range<u32>>> {
            let lanes = program.vectors[vector].lanes.iter();
            let ranges = lanes.map(|lane| ranges[*lane].clone());
            ranges.filter(|ranges| !ranges.is_empty()).collect()
        };
        let vectors = program.vectors.keys();
        let vectors = vectors
            .filter(|vector| !spilled.vectors.contains(*vector) && !kept.contains(*vector))
            .map(|vector| (vector, ranges_of(vector)))
            .filter(|(_, lanes)| {
                let mut all = lanes.iter().flatten();
                all.any(|range| range.end - range.start > NEAR)
            })
            .collect();
        Candidates { vectors, uses }
    }

    /// The vector worth most to have in memory of those that are live at a point: long and rarely used.
    fn best(&self, point: u32) -> Option<usize> {
        let gain = |(vector, lanes): &(VectorId, Vec<Vec<Range<u32>>>)| {
            let live = lanes.iter().filter(|ranges| covers(ranges, point)).count() as u64;
            let all = lanes.iter().flatten();
            let length: u64 = all.map(|range| u64::from(range.end - range.start)).sum();
            (live > 0).then_some(length * live / (self.uses[*vector] + 1))
        };
        let gains = self.vectors.iter().map(gain).enumerate();
        gains
            .filter_map(|(index, gain)| gain.map(|gain| (gain, index)))
            .max_by_key(|(gain, index)| (*gain, std::cmp::Reverse(*index)))
            .map(|(_, index)| index)
    }
}

/// The values that an instruction reads, each as often as an operand names it: indices once for an operand, lanes
/// that a select repeats once.
fn values_read(program: &Program, op: &Op) -> Vec<Lane> {
    let mut values = Vec::new();
    for (number, operand) in op.operands.iter().enumerate() {
        let repeats = number < 2 && matches!(op.code.kind, Kind::Select(_));
        let count = if repeats { 1 } else { operand.len() };
        values.extend(
            operand
                .iter()
                .take(count)
                .filter_map(|lane| lane.as_value()),
        );
        let mut indexed = operand.iter().filter(|lane| lane.address().is_some());
        values.extend(indexed.next().and_then(|lane| program.needed(*lane)));
    }
    values
}

fn covers(ranges: &[Range<u32>], point: u32) -> bool {
    ranges.iter().any(|range| range.contains(&point))
}

/// The points at which lanes start to live, with the number of lanes that are live there.
pub(super) fn pressure(ranges: &Ranges) -> Vec<(u32, i64)> {
    let mut changes: Vec<(u32, bool, i64)> = Vec::new();
    for range in ranges.iter().flat_map(|(_, ranges)| ranges) {
        changes.push((range.start, true, 1));
        changes.push((range.end, false, -1));
    }
    changes.sort_unstable();
    let mut live = 0;
    let mut points = Vec::new();
    for point in changes.chunk_by(|a, b| a.0 == b.0) {
        live += point.iter().map(|(_, _, change)| change).sum::<i64>();
        if let Some((at, ..)) = point.iter().find(|(_, starts, _)| *starts) {
            points.push((*at, live));
        }
    }
    points
}

/// The vectors to move to memory: at each place where too much is live the best, until there is room.
pub(super) fn choose(
    program: &Program,
    ranges: &Ranges,
    room: i64,
    spilled: &Spilled,
) -> Vec<VectorId> {
    let mut candidates = Candidates::new(program, ranges, spilled);
    let mut chosen = Vec::new();
    let mut points = pressure(ranges);
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
        let (vector, lanes) = candidates.vectors.swap_remove(index);
        for range in lanes.iter().flatten() {
            let before = |at: u32| points.partition_point(|(point, _)| *point < at);
            let (first, end) = (before(range.start), before(range.end));
            for (_, live) in &mut points[first..end] {
                *live -= 1;
            }
        }
        chosen.push(vector);
    }
    chosen
}
