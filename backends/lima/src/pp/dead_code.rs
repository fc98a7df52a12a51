//! Drops what spilling leaves without readers.

use super::code::{Cell, Code, Kind, Operand, Operation, Source};

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
    if let Kind::Lookup(_) = operation.kind {
        let old = operation.components;
        for (component, lane) in operation.components.iter_mut().zip(kept) {
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
fn pick(operand: &Operand, kept: &[usize]) -> Operand {
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
