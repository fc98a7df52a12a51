//! Live ranges of cells over code in the order of memory.
//!
//! The caller numbers points: in each block a read or write of a cell happens at some point, and a
//! range covers every point from a definition to the last use, through all blocks on the way. A cell
//! read at point p is live until p + 1, so that another written there may take its place.

use super::code::{Cell, Cells, Code, End};
use retroshade_ir::entity::EntityVec;
use std::ops::Range;

/// A read or write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    /// When.
    pub(crate) point: u32,
    /// What.
    pub(crate) cell: Cell,
    /// A write, not a read.
    pub(crate) write: bool,
}

/// A block: its points, what happens there in order, and what may follow.
#[derive(Clone, Debug, Default)]
pub(crate) struct Span {
    /// First point.
    pub(crate) start: u32,
    /// One past the last point.
    pub(crate) end: u32,
    /// Reads and writes in order of points; of one point reads first.
    pub(crate) events: Vec<Event>,
    /// Blocks that may run next.
    pub(crate) successors: Vec<usize>,
    /// Cells that must survive the block because the program ends there.
    pub(crate) kept: Vec<Cell>,
}

/// The ranges of a cell: sorted, not touching.
pub(crate) type Ranges = Vec<Range<u32>>;

/// The code as spans for live ranges: operation i of all reads at 2i and writes at 2i + 1.
pub(crate) fn spans(code: &Code) -> Vec<Span> {
    let mut next = 0u32;
    let mut spans = Vec::new();
    for (index, block) in code.blocks.iter().enumerate() {
        let mut span = Span {
            start: next,
            successors: code.successors(index),
            ..Span::default()
        };
        for operation in block.operations.values() {
            let event = |cell, write| Event {
                point: next + u32::from(write),
                cell,
                write,
            };
            let reads = operation.reads().map(|(_, cell)| event(cell, false));
            span.events.extend(reads);
            let writes = operation.dest.iter().map(|cell| event(*cell, true));
            span.events.extend(writes);
            next += 2;
        }
        span.events.extend(block.end_cells().map(|cell| Event {
            point: next,
            cell,
            write: false,
        }));
        next += 2;
        span.end = next;
        if block.end == End::Stop {
            span.kept = code.outputs().collect();
        }
        spans.push(span);
    }
    spans
}

/// The cells that are live at the start of each block, as a set for each.
fn live_in(blocks: &[Span]) -> Vec<Cells> {
    let mut exposed = Vec::new();
    let mut defined = Vec::new();
    for block in blocks {
        let (mut reads, mut writes) = (Cells::new(), Cells::new());
        for event in &block.events {
            if event.write {
                writes.insert(event.cell);
            } else if !writes.contains(event.cell) {
                reads.insert(event.cell);
            }
        }
        for cell in &block.kept {
            if !writes.contains(*cell) {
                reads.insert(*cell);
            }
        }
        exposed.push(reads);
        defined.push(writes);
    }
    let mut live = exposed.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for (index, block) in blocks.iter().enumerate().rev() {
            for successor in &block.successors {
                let mut next = live[*successor].clone();
                next.remove_all(&defined[index]);
                changed |= live[index].insert_all(&next);
            }
        }
    }
    live
}

/// The cells that are live at the end of a block, by those that are live at the start of each.
fn live_out(block: &Span, live_in: &[Cells]) -> Cells {
    let mut cells: Cells = block.kept.iter().copied().collect();
    for successor in &block.successors {
        cells.insert_all(&live_in[*successor]);
    }
    cells
}

/// The cells that are live at the end of each block.
pub(crate) fn leaving(blocks: &[Span]) -> Vec<Vec<Cell>> {
    let entering = live_in(blocks);
    let leaving = |block: &Span| live_out(block, &entering).iter().collect();
    blocks.iter().map(leaving).collect()
}

/// The ranges of each cell; `values` is the number of values.
pub(crate) fn ranges(blocks: &[Span], values: usize) -> EntityVec<Cell, Ranges> {
    let cells = values * 4;
    let entering = live_in(blocks);
    let mut ranges: EntityVec<Cell, Ranges> = EntityVec::filled(Vec::new(), cells);
    let mut until: EntityVec<Cell, Option<u32>> = EntityVec::filled(None, cells);
    for (block, entering_here) in blocks.iter().zip(&entering).rev() {
        let open = live_out(block, &entering);
        for cell in &open {
            until[cell] = Some(block.end);
        }
        let mut touched: Vec<Cell> = Vec::new();
        for event in block.events.iter().rev() {
            let until = &mut until[event.cell];
            touched.push(event.cell);
            if event.write {
                let end = until.take().unwrap_or(event.point + 1);
                prepend(&mut ranges[event.cell], event.point..end);
            } else if until.is_none() {
                *until = Some(event.point + 1);
            }
        }
        touched.extend(entering_here);
        for cell in touched {
            if let Some(end) = until[cell].take() {
                prepend(&mut ranges[cell], block.start..end);
            }
        }
        // What only passes to blocks that do not need it ends here.
        for cell in &open {
            until[cell] = None;
        }
    }
    for list in ranges.values_mut() {
        list.reverse();
    }
    ranges
}

/// Adds a range that starts before the others; the list is kept backwards.
fn prepend(ranges: &mut Ranges, range: Range<u32>) {
    match ranges.last_mut() {
        Some(last) if last.start <= range.end => {
            last.start = last.start.min(range.start);
            last.end = last.end.max(range.end);
        }
        _ => ranges.push(range),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_ir::entity::EntityRef;
    use retroshade_kit::mir::VectorId;

    fn event(point: u32, value: usize, write: bool) -> Event {
        Event {
            point,
            cell: Cell::new(VectorId::new(value), 0),
            write,
        }
    }

    #[test]
    fn ranges_go_round_loops() {
        // b0: v0 = ...; b1: reads v0, writes v1; branch b1 or b2; b2: reads v1.
        let blocks = [
            Span {
                start: 0,
                end: 4,
                events: vec![event(1, 0, true)],
                successors: vec![1],
                kept: Vec::new(),
            },
            Span {
                start: 4,
                end: 8,
                events: vec![event(4, 0, false), event(5, 1, true)],
                successors: vec![2, 1],
                kept: Vec::new(),
            },
            Span {
                start: 8,
                end: 10,
                events: vec![event(8, 1, false), event(9, 2, true)],
                successors: Vec::new(),
                kept: vec![Cell::new(VectorId::new(2), 0)],
            },
        ];
        let ranges = ranges(&blocks, 3);
        let at = |value| ranges[Cell::new(VectorId::new(value), 0)].clone();
        assert_eq!(at(0), [Range { start: 1, end: 8 }]);
        assert_eq!(at(1), [Range { start: 5, end: 9 }]);
        assert_eq!(at(2), [Range { start: 9, end: 10 }]);
    }
}
