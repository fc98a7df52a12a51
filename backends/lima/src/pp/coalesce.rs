//! Joins values that copies connect, and drops what is not needed.
//!
//! Two values become one where the lanes that a copy connects are never live at once with different
//! contents, and together they have no more than four lanes. The order of operations is the one in
//! which they were selected; scheduling keeps the order of reads and writes of each cell.

use super::code::{Alu, Cell, Code, Condition, End, Kind, Operand, Operation, Source};
use super::live::{self, Event, Ranges, Span};

/// Makes the code as small as it can be without knowing the machine: copies, dead results and empty
/// blocks go.
pub(crate) fn tidy(code: &mut Code) {
    drop_dead(code);
    join(code);
    drop_dead(code);
    straighten(code);
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

/// A lane of a web.
#[derive(Clone, Debug, Default)]
struct Lane {
    ranges: Ranges,
    pin: Option<u8>,
    /// How many operations write it, copies that connect its own values aside.
    writes: u32,
}

/// Values that became one.
#[derive(Clone, Debug, Default)]
struct Web {
    lanes: Vec<Lane>,
    /// Its values, and the lanes of the web that theirs are.
    members: Vec<(usize, [u8; 4])>,
}

struct Webs {
    webs: Vec<Web>,
    /// The web of each value and its lanes there.
    place: Vec<(usize, [u8; 4])>,
}

impl Webs {
    fn new(code: &Code) -> Webs {
        let ranges = live::ranges(&spans(code), code.values.len());
        let mut writes = vec![0u32; code.values.len() * 4];
        for block in &code.blocks {
            for cell in block
                .operations
                .iter()
                .flat_map(|operation| &operation.dest)
            {
                if let Some(writes) = writes.get_mut(cell.index()) {
                    *writes += 1;
                }
            }
        }
        let mut webs = Vec::new();
        let mut place = Vec::new();
        for (value, info) in code.values.iter().enumerate() {
            let lanes = (0..info.lanes).map(|lane| {
                let cell = Cell::new(value as u32, lane);
                Lane {
                    ranges: ranges.get(cell.index()).cloned().unwrap_or_default(),
                    pin: info.pins.get(usize::from(lane)).copied().flatten(),
                    writes: writes.get(cell.index()).copied().unwrap_or(0),
                }
            });
            webs.push(Web {
                lanes: lanes.collect(),
                members: vec![(value, [0, 1, 2, 3])],
            });
            place.push((value, [0, 1, 2, 3]));
        }
        Webs { webs, place }
    }

    fn find(&self, cell: Cell) -> (usize, u8) {
        let place = self.place.get(cell.value as usize);
        place.map_or((0, 0), |(web, lanes)| {
            (*web, lanes[usize::from(cell.lane & 3)])
        })
    }

    /// Joins the webs of a copy's cells if that is right.
    fn join(&mut self, pairs: &[(Cell, Cell)]) -> bool {
        let Some((first, second)) = pairs.first() else {
            return false;
        };
        let (to, from) = (self.find(*first).0, self.find(*second).0);
        if to == from {
            return false;
        }
        let (Some(a), Some(b)) = (self.webs.get(to), self.webs.get(from)) else {
            return false;
        };
        // The lane of the first web that each lane of the second becomes.
        let mut map: [Option<u8>; 4] = [None; 4];
        let mut taken = [false; 4];
        for (dest, source) in pairs {
            let ((_, x), (_, y)) = (self.find(*dest), self.find(*source));
            let slot = &mut map[usize::from(y & 3)];
            if slot.is_some_and(|old| old != x) || (slot.is_none() && taken[usize::from(x & 3)]) {
                return false;
            }
            *slot = Some(x);
            taken[usize::from(x & 3)] = true;
        }
        let mut lanes = a.lanes.clone();
        for (index, lane) in b.lanes.iter().enumerate() {
            let Some(target) = map.get(index).copied().flatten() else {
                continue;
            };
            let Some(other) = lanes.get_mut(usize::from(target)) else {
                return false;
            };
            let same = other.writes == 1 && lane.writes == 1;
            if live::overlap(&other.ranges, &lane.ranges) && !same {
                return false;
            }
            if other.pin.is_some() && lane.pin.is_some() && other.pin != lane.pin {
                return false;
            }
            // One write of the joined lane was the copy.
            other.writes = (other.writes + lane.writes).saturating_sub(1);
            other.pin = other.pin.or(lane.pin);
            other.ranges = live::union(&other.ranges, &lane.ranges);
        }
        for (index, lane) in b.lanes.iter().enumerate() {
            let Some(slot) = map.get_mut(index).filter(|slot| slot.is_none()) else {
                continue;
            };
            *slot = Some(lanes.len() as u8);
            lanes.push(lane.clone());
        }
        let clash = lanes.iter().enumerate().any(|(index, lane)| {
            let others = lanes.iter().skip(index + 1);
            lane.pin.is_some()
                && others
                    .filter(|other| other.pin == lane.pin)
                    .any(|other| live::overlap(&other.ranges, &lane.ranges))
        });
        if lanes.len() > 4 || clash {
            return false;
        }
        let members = std::mem::take(&mut self.webs[from].members);
        self.webs[from].lanes.clear();
        for (value, old) in members {
            let new = old.map(|lane| map[usize::from(lane & 3)].unwrap_or(0));
            self.place[value] = (to, new);
            self.webs[to].members.push((value, new));
        }
        self.webs[to].lanes = lanes;
        true
    }
}

fn pairs(operation: &Operation) -> Vec<(Cell, Cell)> {
    let source = operation.args.first().into_iter().flat_map(Operand::cells);
    operation.dest.iter().copied().zip(source).collect()
}

/// Joins values along copies, those in the middle of the code before those at its ends, and renames
/// everything.
fn join(code: &mut Code) {
    let mut webs = Webs::new(code);
    let copies: Vec<Vec<(Cell, Cell)>> = code
        .blocks
        .iter()
        .flat_map(|block| &block.operations)
        .filter(|operation| operation.is_copy())
        .map(pairs)
        .filter(|pairs| !pairs.is_empty())
        .collect();
    for pairs in &copies {
        webs.join(pairs);
    }
    let rename = |operand: &mut Operand| {
        let at = |value: u32, lane: u8| webs.find(Cell::new(value, lane));
        match &mut operand.source {
            Source::Value(value, lanes) => {
                let old = *value;
                *value = at(old, lanes[0]).0 as u32;
                *lanes = lanes.map(|lane| at(old, lane).1);
            }
            Source::Load(address, _) => {
                if let Some(cell) = &mut address.offset {
                    let (web, lane) = webs.find(*cell);
                    *cell = Cell::new(web as u32, lane);
                }
            }
            Source::Const(_) => {}
        }
    };
    for block in &mut code.blocks {
        for operation in &mut block.operations {
            operation.args.iter_mut().for_each(&rename);
            for cell in &mut operation.dest {
                let (web, lane) = webs.find(*cell);
                *cell = Cell::new(web as u32, lane);
            }
            if let Kind::Store(address) | Kind::StoreLane(address, _) = &mut operation.kind
                && let Some(cell) = &mut address.offset
            {
                let (web, lane) = webs.find(*cell);
                *cell = Cell::new(web as u32, lane);
            }
        }
        if let End::Branch { args, .. } = &mut block.end {
            args.iter_mut().for_each(&rename);
        }
    }
    // Outputs were made with their lanes in order and pinned; they keep them under the new name.
    for output in [&mut code.color, &mut code.depth].into_iter().flatten() {
        let (web, _) = webs.find(Cell::new(*output, 0));
        *output = web as u32;
    }
    for (info, web) in code.values.iter_mut().zip(&webs.webs) {
        info.lanes = web.lanes.len() as u8;
        for (pin, lane) in info.pins.iter_mut().zip(&web.lanes) {
            *pin = lane.pin;
        }
    }
    for block in &mut code.blocks {
        for operation in &mut block.operations {
            drop_identity(operation);
        }
        block
            .operations
            .retain(|operation| !operation.dest.is_empty() || operation.is_effect());
    }
}

/// Drops the lanes that a copy copies to themselves.
fn drop_identity(operation: &mut Operation) {
    if !operation.is_copy() {
        return;
    }
    let pairs = pairs(operation);
    if pairs.is_empty() {
        return;
    }
    let kept: Vec<usize> = (0..pairs.len())
        .filter(|&lane| pairs.get(lane).is_some_and(|(dest, source)| dest != source))
        .collect();
    if kept.len() < pairs.len() {
        narrow(operation, &kept);
    }
}

/// Removes blocks that only pass control on, and unreachable ones.
fn straighten(code: &mut Code) {
    // A branch over a block that only jumps is the jump on the opposite condition.
    for index in 0..code.blocks.len() {
        let only = code.blocks.get(index + 1).and_then(|next| match &next.end {
            End::Branch {
                condition, target, ..
            } if next.operations.is_empty() && *condition == Condition::ALWAYS => Some(*target),
            _ => None,
        });
        let Some(far) = only else {
            continue;
        };
        let entered = code.blocks.iter().any(|block| match &block.end {
            End::Branch { target, .. } => *target == index + 1,
            End::Fall | End::Stop => false,
        });
        let Some(block) = code.blocks.get_mut(index).filter(|_| !entered) else {
            continue;
        };
        if let End::Branch {
            condition, target, ..
        } = &mut block.end
            && *condition != Condition::ALWAYS
            && *target == index + 2
        {
            *condition = condition.inverse();
            *target = far;
            if let Some(next) = code.blocks.get_mut(index + 1) {
                next.end = End::Fall;
            }
        }
    }
    // Where control ends up that arrives at a block: past empty ones.
    let count = code.blocks.len();
    let mut land: Vec<usize> = (0..count).collect();
    for _ in 0..2 {
        for index in (0..count).rev() {
            let Some(block) = code.blocks.get(index).filter(|b| b.operations.is_empty()) else {
                continue;
            };
            let next = match &block.end {
                End::Fall => index + 1,
                End::Branch {
                    condition, target, ..
                } if *condition == Condition::ALWAYS => *target,
                End::Branch { .. } | End::Stop => continue,
            };
            // A loop without a body stays.
            let landed = land.get(next).copied().unwrap_or(next);
            if let Some(land) = land.get_mut(index).filter(|_| landed != index) {
                *land = landed;
            }
        }
    }
    for block in &mut code.blocks {
        if let End::Branch { target, .. } = &mut block.end {
            *target = land.get(*target).copied().unwrap_or(*target);
        }
    }
    for index in 0..count {
        let next = land.get(index + 1).copied();
        if let Some(block) = code.blocks.get_mut(index)
            && let End::Branch { target, .. } = &block.end
            && Some(*target) == next
        {
            block.end = End::Fall;
        }
    }
    let mut reached = vec![false; count];
    let mut open = vec![0];
    while let Some(index) = open.pop() {
        match reached.get_mut(index) {
            Some(reached) if !*reached => *reached = true,
            _ => continue,
        }
        open.extend(code.successors(index));
    }
    // A reached block falls into the one after it, which is then reached as well.
    let mut number = 0;
    let numbers: Vec<usize> = reached
        .iter()
        .map(|reached| {
            let own = number;
            number += usize::from(*reached);
            own
        })
        .collect();
    let mut index = 0;
    code.blocks.retain(|_| {
        index += 1;
        reached.get(index - 1).copied().unwrap_or(false)
    });
    for block in &mut code.blocks {
        if let End::Branch { target, .. } = &mut block.end {
            *target = numbers.get(*target).copied().unwrap_or(0);
        }
    }
    merge_falls(code);
}

/// Joins a block that falls into the next with it, where nothing else goes there.
fn merge_falls(code: &mut Code) {
    let mut entered = vec![false; code.blocks.len()];
    for block in &code.blocks {
        if let End::Branch { target, .. } = &block.end
            && let Some(entered) = entered.get_mut(*target)
        {
            *entered = true;
        }
    }
    let mut numbers = Vec::new();
    let mut merged: Vec<super::code::Block> = Vec::new();
    let blocks = std::mem::take(&mut code.blocks);
    for (index, block) in blocks.into_iter().enumerate() {
        let alone = !entered.get(index).copied().unwrap_or(true);
        match merged.last_mut() {
            Some(last) if alone && last.end == End::Fall => {
                last.operations.extend(block.operations);
                last.end = block.end;
                numbers.push(merged.len() - 1);
            }
            _ => {
                numbers.push(merged.len());
                merged.push(block);
            }
        }
    }
    for block in &mut merged {
        if let End::Branch { target, .. } = &mut block.end {
            *target = numbers.get(*target).copied().unwrap_or(0);
        }
    }
    code.blocks = merged;
}

/// Makes every operation fetch at most one thing through the load unit: others are copied before. A
/// copy serves at most `window` operations, at least one.
pub(crate) fn single_loads(code: &mut Code, window: usize) {
    for index in 0..code.blocks.len() {
        let Some(block) = code.blocks.get_mut(index) else {
            continue;
        };
        let operations = std::mem::take(&mut block.operations);
        let mut end = std::mem::replace(&mut block.end, End::Stop);
        let mut done = Vec::with_capacity(operations.len());
        // Copies of this block that still hold.
        let mut held: Vec<(super::code::Address, u32)> = Vec::new();
        for (number, mut operation) in operations.into_iter().enumerate() {
            if number % window == 0 {
                held.clear();
            }
            let span = operation.span;
            separate(code, &mut operation.args, &mut done, &mut held, span);
            let written: Vec<Cell> = operation.dest.clone();
            held.retain(|(address, _)| {
                let offset = address.offset;
                !offset.is_some_and(|cell| written.contains(&cell))
            });
            if let Kind::Store(_) | Kind::StoreLane(..) = operation.kind {
                held.retain(|(address, _)| !address.temporary);
            }
            done.push(operation);
        }
        if let End::Branch { args, .. } = &mut end {
            let span = done
                .last()
                .map_or(retroshade_diagnostics::Span::NONE, |o| o.span);
            separate(code, args, &mut done, &mut held, span);
        }
        if let Some(block) = code.blocks.get_mut(index) {
            block.operations = done;
            block.end = end;
        }
    }
}

fn separate(
    code: &mut Code,
    args: &mut [Operand],
    done: &mut Vec<Operation>,
    held: &mut Vec<(super::code::Address, u32)>,
    span: retroshade_diagnostics::Span,
) {
    let mut addresses: Vec<super::code::Address> = Vec::new();
    for address in args.iter().filter_map(Operand::address) {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.len() < 2 {
        return;
    }
    // What is held already need not be fetched again; of the others all but one are copied.
    let missing: Vec<super::code::Address> = addresses
        .iter()
        .copied()
        .filter(|address| !held.iter().any(|(other, _)| other == address))
        .collect();
    for address in missing.iter().skip(1) {
        let value = code.value(4);
        done.push(Operation {
            kind: Kind::Alu(Alu::MOV),
            args: vec![Operand::new(Source::Load(*address, [0, 1, 2, 3]), 4)],
            dest: (0..4).map(|lane| Cell::new(value, lane)).collect(),
            modifier: super::isa::OutMod::None,
            span,
        });
        held.push((*address, value));
    }
    let direct = missing.first().copied().or(addresses.first().copied());
    for operand in args {
        if let Source::Load(address, lanes) = operand.source
            && Some(address) != direct
            && let Some((_, value)) = held.iter().find(|(other, _)| *other == address)
        {
            operand.source = Source::Value(*value, lanes);
        }
    }
}
