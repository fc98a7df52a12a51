//! Copy coalescing and dead code elimination.
//!
//! Two values become one where the lanes that a copy connects are never live at once with different
//! contents, and together they have no more than four lanes. The order of operations is the one in
//! which they were selected; scheduling keeps the order of reads and writes of each cell.

mod blocks;
mod merge;
mod operands;

pub(crate) use operands::fit_operands;

use super::code::{Cell, Cells, Code, End, Kind, Operand, Operation, Source};
use super::live::{Event, Span};
use blocks::straighten;
use merge::join;

/// Makes the code as small as it can be without knowing the machine: copies, dead results and empty
/// blocks go.
pub(crate) fn tidy(code: &mut Code) {
    drop_dead(code);
    join(code);
    clear_undefined(code);
    drop_dead(code);
    straighten(code);
}

/// Puts 0 for what nothing ever writes: it needs no register from the start of the program to its last
/// use.
fn clear_undefined(code: &mut Code) {
    let mut written = Cells::new();
    for operation in code.blocks.iter().flat_map(|block| &block.operations) {
        written.extend(operation.dest.iter().copied());
    }
    let clear = |operand: &mut Operand| {
        if matches!(operand.source, Source::Value(..))
            && operand.cells().all(|cell| !written.contains(cell))
        {
            *operand = Operand::new(Source::Const([0; 4]), operand.lanes);
        }
    };
    for block in &mut code.blocks {
        let operations = block.operations.iter_mut();
        let calculating = operations.filter(|operation| !operation.kind.reads_registers_only());
        calculating
            .flat_map(|operation| &mut operation.args)
            .for_each(&clear);
        if let End::Branch { args, .. } = &mut block.end {
            args.iter_mut().for_each(&clear);
        }
    }
}

fn read_counts(code: &Code) -> Vec<u32> {
    let mut counts = vec![0; code.values.len() * 4];
    let mut count = |cell: Cell| {
        if let Some(count) = counts.get_mut(cell.index()) {
            *count += 1;
        }
    };
    for block in &code.blocks {
        for operation in &block.operations {
            operation.reads().for_each(|(_, cell)| count(cell));
        }
        block.end_cells().for_each(&mut count);
    }
    code.outputs().for_each(&mut count);
    counts
}

/// Drops results that nobody reads, lane by lane.
pub(crate) fn drop_dead(code: &mut Code) {
    let mut counts = read_counts(code);
    let mut changed = true;
    while changed {
        changed = false;
        for block in code.blocks.iter_mut().rev() {
            for operation in block.operations.iter_mut().rev() {
                if operation.dest.is_empty() {
                    continue;
                }
                let read = |cell: &Cell| counts.get(cell.index()).copied().unwrap_or(0) > 0;
                let kept: Vec<usize> = (0..operation.dest.len())
                    .filter(|&lane| operation.dest.get(lane).is_some_and(read))
                    .collect();
                let whole = matches!(operation.kind, Kind::FrameRead { .. }) && !kept.is_empty();
                if kept.len() == operation.dest.len() || whole {
                    continue;
                }
                changed = true;
                for (_, cell) in operation.reads() {
                    if let Some(count) = counts.get_mut(cell.index()) {
                        *count -= 1;
                    }
                }
                narrow(operation, &kept);
                for (_, cell) in operation.reads() {
                    if let Some(count) = counts.get_mut(cell.index()) {
                        *count += 1;
                    }
                }
            }
            block
                .operations
                .retain(|operation| !operation.dest.is_empty() || operation.is_effect());
        }
    }
}

impl Operation {
    /// Whether it does something besides its result.
    pub(crate) fn is_effect(&self) -> bool {
        matches!(
            self.kind,
            Kind::Store(_) | Kind::StoreLane(..) | Kind::Discard(_)
        )
    }
}

/// Keeps some lanes of the result.
fn narrow(operation: &mut Operation, kept: &[usize]) {
    if matches!(operation.kind, Kind::FrameRead { .. }) && !kept.is_empty() {
        // The unit writes a whole register, whoever reads of it.
        return;
    }
    let lanewise = matches!(operation.kind, Kind::Alu(_));
    let choice = matches!(operation.kind, Kind::Select(_));
    let count = operation.dest.len();
    operation.dest = kept
        .iter()
        .filter_map(|lane| operation.dest.get(*lane).copied())
        .collect();
    if operation.dest.is_empty() {
        operation.args.clear();
    }
    if let Kind::Lookup(lookup) = &mut operation.kind {
        let old = lookup.components;
        for (component, lane) in lookup.components.iter_mut().zip(kept) {
            *component = old.get(*lane).copied().unwrap_or(0);
        }
        return;
    }
    for (number, operand) in operation.args.iter_mut().enumerate() {
        if (lanewise || (choice && number >= 2)) && usize::from(operand.lanes) == count {
            *operand = pick(operand, kept);
        }
    }
}

/// Some lanes of an operand.
pub(crate) fn pick(operand: &Operand, kept: &[usize]) -> Operand {
    fn choose<T: Copy>(list: [T; 4], kept: &[usize]) -> [T; 4] {
        let last = kept.last().copied().unwrap_or(0);
        [0, 1, 2, 3].map(|index| list[kept.get(index).copied().unwrap_or(last) & 3])
    }
    let source = match operand.source {
        Source::Value(value, lanes) => Source::Value(value, choose(lanes, kept)),
        Source::Load(address, lanes) => Source::Load(address, choose(lanes, kept)),
        Source::Const(bits) => Source::Const(choose(bits, kept)),
    };
    Operand {
        source,
        lanes: kept.len() as u8,
        ..*operand
    }
}

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
        for operation in &block.operations {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pp::code::{Address, Alu, Block};
    use crate::pp::isa::OutMod;
    use retroshade_diagnostics::Span;

    #[test]
    fn what_nothing_writes_is_0_where_numbers_can_be_read() {
        let mut code = Code::default();
        let (nothing, color) = (code.value(3), code.value(3));
        let whole = |value| Operand::new(Source::Value(value, [0, 1, 2, 3]), 3);
        let address = Address {
            temporary: true,
            index: -1,
            offset: None,
        };
        let operation = |kind, args, dest| Operation {
            kind,
            args,
            dest,
            modifier: OutMod::None,
            span: Span::NONE,
        };
        let dest = (0..3).map(|lane| Cell::new(color, lane)).collect();
        let sum = vec![whole(nothing), whole(nothing)];
        code.blocks.push(Block {
            operations: vec![
                operation(Kind::Alu(Alu::ADD), sum, dest),
                operation(Kind::Store(address), vec![whole(nothing)], Vec::new()),
            ],
            end: End::Stop,
        });
        code.color = Some(color);
        tidy(&mut code);
        let [sum, store] = code.blocks[0].operations.as_slice() else {
            panic!("{code}");
        };
        assert!(
            sum.args
                .iter()
                .all(|operand| operand.numbers() == Some(&[0; 3]))
        );
        assert_eq!(store.args, [whole(nothing)]);
    }
}
