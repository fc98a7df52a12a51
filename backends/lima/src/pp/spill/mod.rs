//! Spilling to temporary memory.
//!
//! A value that moves to memory costs a store after each write; reads need no register, since the
//! arithmetic units take what the load unit fetches.

mod choice;

use super::code::{Address, Alu, Cell, Code, End, Kind, Operand, Operation, Source};
use super::dead_code::drop_dead;
use super::fit_operands::fit_operands;
use super::isa::{OutMod, TEMPORARIES};
use super::live;
use super::registers::Shortage;
use choice::{choose, pressure};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntitySet;

/// What was spilled, and what spilling made: neither is spilled again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spilled {
    values: EntitySet<u32>,
    /// How many times values were spilled: each time less may stay.
    rounds: i64,
}

impl Spilled {
    /// How many operations a copy from memory may serve: fewer each time.
    pub(crate) fn window(&self) -> usize {
        match self.rounds {
            0..=1 => 8,
            2..=4 => 4,
            5..=8 => 2,
            _ => 1,
        }
    }

    /// Values that stay in registers.
    pub(crate) fn keep(&mut self, values: std::ops::Range<usize>) {
        self.values.extend(values.map(|value| value as u32));
    }
}

/// Where the lanes of a value can be fetched.
#[derive(Clone, Copy, Debug)]
struct Memory {
    address: Address,
    /// The component of each lane.
    lanes: [u8; 4],
}

/// For a copy of what does not change in memory: where its result can be fetched again.
fn origin(code: &Code, operation: &Operation) -> Option<Memory> {
    if !operation.is_copy() {
        return None;
    }
    let Source::Load(address, from) = operation.args.first()?.source else {
        return None;
    };
    let constant = match (address.temporary, address.offset) {
        (_, Some(_)) => false,
        (false, None) => true,
        (true, None) => code.stored.contains_key(&address.index),
    };
    let mut lanes = [0; 4];
    for (cell, from) in operation.dest.iter().zip(from) {
        *lanes.get_mut(usize::from(cell.lane))? = from;
    }
    constant.then_some(Memory { address, lanes })
}

/// Operations within which a value gains nothing from memory.
const NEAR: u32 = 6;

/// Rounds in which room is made before anything is scheduled.
const RELIEF: u32 = 6;

/// Lanes that may be live at once, less each time the registers do not suffice: what the registers hold
/// is 24, but values lie badly.
pub(crate) const ROOMS: [i64; 7] = [20, 18, 16, 14, 12, 9, 6];

/// Moves values to memory until no more lanes are live in the order of selection than there is room.
pub(crate) fn relieve(code: &mut Code, room: i64, spilled: &mut Spilled) {
    for _ in 0..RELIEF {
        let ranges = live::ranges(&live::spans(code), code.values.len());
        let live = pressure(&ranges).iter().map(|(_, live)| *live).max();
        let live = live.unwrap_or(0);
        if live <= room {
            break;
        }
        let shortage = Shortage {
            ranges,
            live: live as usize,
            grain: 2 * NEAR,
            stuck: None,
        };
        let values = choose(code, &shortage, room, spilled);
        if values.is_empty() || !move_all(code, &values, spilled) {
            break;
        }
    }
}

/// The operations of the code, each in a list of its own, so that what stands before and after them can
/// grow while others stay where they are.
struct Spread {
    blocks: Vec<Vec<Vec<Operation>>>,
    /// The lists in which each value is read or written, in order, each once, as block and number.
    mentions: Vec<Vec<(usize, usize)>>,
}

impl Spread {
    /// Takes the operations out of the code.
    fn take(code: &mut Code) -> Spread {
        let mut mentions: Vec<Vec<(usize, usize)>> = vec![Vec::new(); code.values.len()];
        let mut blocks = Vec::with_capacity(code.blocks.len());
        for (index, block) in code.blocks.iter_mut().enumerate() {
            let operations = std::mem::take(&mut block.operations);
            for (number, operation) in operations.iter().enumerate() {
                let cells = operation.reads().map(|(_, cell)| cell);
                for cell in cells.chain(operation.dest.iter().copied()) {
                    if let Some(list) = mentions.get_mut(cell.value as usize)
                        && list.last() != Some(&(index, number))
                    {
                        list.push((index, number));
                    }
                }
            }
            blocks.push(operations.into_iter().map(|one| vec![one]).collect());
        }
        Spread { blocks, mentions }
    }

    /// The list at a place.
    fn at(&self, (block, number): (usize, usize)) -> Option<&Vec<Operation>> {
        self.blocks.get(block)?.get(number)
    }

    /// As [`Spread::at`], to change.
    fn at_mut(&mut self, (block, number): (usize, usize)) -> Option<&mut Vec<Operation>> {
        self.blocks.get_mut(block)?.get_mut(number)
    }

    /// Puts the operations back.
    fn restore(self, code: &mut Code) {
        for (block, lists) in code.blocks.iter_mut().zip(self.blocks) {
            block.operations = lists.into_iter().flatten().collect();
        }
    }
}

/// Moves values to memory, and copies what one operation cannot fetch.
fn move_all(code: &mut Code, values: &[u32], spilled: &mut Spilled) -> bool {
    spilled.rounds += 1;
    let mut spread = Spread::take(code);
    let mut room = true;
    for value in values {
        room = code.temporaries < TEMPORARIES;
        if !room {
            break;
        }
        move_out(code, &mut spread, *value, spilled);
    }
    spread.restore(code);
    if !room {
        return false;
    }
    let count = code.values.len();
    fit_operands(code, spilled.window());
    drop_dead(code);
    spilled.keep(count..code.values.len());
    true
}

/// Moves one value to memory.
fn move_out(code: &mut Code, spread: &mut Spread, value: u32, spilled: &mut Spilled) {
    spilled.values.insert(value);
    let places = spread.mentions.get_mut(value as usize);
    let places = places.map(std::mem::take).unwrap_or_default();
    let writes = |operation: &Operation| operation.dest.iter().any(|cell| cell.value == value);
    let lanes = code.values.get(value as usize).map_or(0, |info| info.lanes);
    let mut again = None;
    let mut whole = false;
    let lists = places.iter().filter_map(|&place| spread.at(place));
    let mut writers = lists.flatten().filter(|operation| writes(operation));
    if let (Some(only), None) = (writers.next(), writers.next()) {
        again = origin(code, only);
        whole = only.dest.len() == usize::from(lanes);
    }
    let memory = again.unwrap_or_else(|| {
        code.temporaries += 1;
        let index = -(code.temporaries as i32);
        if whole {
            code.stored.insert(index, u32::MAX);
        }
        Memory {
            address: Address {
                temporary: true,
                index,
                offset: None,
            },
            lanes: [0, 1, 2, 3],
        }
    });
    for place in places {
        let mut done = Vec::new();
        for operation in spread.at_mut(place).map(std::mem::take).unwrap_or_default() {
            let written = writes(&operation);
            if !written && operation.reads().all(|(_, cell)| cell.value != value) {
                done.push(operation);
            } else if again.is_none() || !written {
                rewrite(code, operation, value, memory, spilled, &mut done);
            }
        }
        if let Some(list) = spread.at_mut(place) {
            *list = done;
        }
    }
    for index in 0..code.blocks.len() {
        move_compared(code, spread, index, value, memory, spilled);
    }
}

/// Lets the comparison that ends a block read a value from memory.
fn move_compared(
    code: &mut Code,
    spread: &mut Spread,
    index: usize,
    value: u32,
    memory: Memory,
    spilled: &mut Spilled,
) {
    let Some(block) = code.blocks.get_mut(index) else {
        return;
    };
    let mut end = std::mem::replace(&mut block.end, End::Fall);
    if let End::Branch { args, .. } = &mut end {
        for operand in args {
            redirect(operand, value, memory);
            if let Source::Load(address, _) = &mut operand.source
                && let Some(cell) = &mut address.offset
                && cell.value == value
            {
                // The offset of a fetch is read from a register.
                let mut done = Vec::new();
                let fresh = reload(code, &[cell.lane], memory, Span::NONE, spilled, &mut done);
                *cell = Cell::new(fresh, 0);
                if let Some(lists) = spread.blocks.get_mut(index) {
                    lists.push(done);
                }
            }
        }
    }
    if let Some(block) = code.blocks.get_mut(index) {
        block.end = end;
    }
}

/// Reads the operand from memory if it is of the value.
fn redirect(operand: &mut Operand, value: u32, memory: Memory) {
    if let Source::Value(other, lanes) = operand.source
        && other == value
    {
        operand.source = Source::Load(memory.address, memory.at(lanes));
    }
}

impl Memory {
    /// The components of some lanes.
    fn at(&self, lanes: [u8; 4]) -> [u8; 4] {
        lanes.map(|lane| self.lanes[usize::from(lane & 3)])
    }
}

/// A copy from memory into a value of its own.
fn reload(
    code: &mut Code,
    lanes: &[u8],
    memory: Memory,
    span: Span,
    spilled: &mut Spilled,
    done: &mut Vec<Operation>,
) -> u32 {
    let fresh = code.value(lanes.len() as u8);
    spilled.values.insert(fresh);
    let at = |index: usize| lanes.get(index).or(lanes.last()).copied().unwrap_or(0);
    let from = memory.at([at(0), at(1), at(2), at(3)]);
    let address = memory.address;
    let dest = (0..lanes.len() as u8).map(|lane| Cell::new(fresh, lane));
    done.push(Operation {
        kind: Kind::Alu(Alu::MOV),
        args: vec![Operand::new(Source::Load(address, from), lanes.len() as u8)],
        dest: dest.collect(),
        modifier: OutMod::None,
        components: [0, 1, 2, 3],
        span,
    });
    fresh
}

fn rewrite(
    code: &mut Code,
    mut operation: Operation,
    value: u32,
    memory: Memory,
    spilled: &mut Spilled,
    done: &mut Vec<Operation>,
) {
    let registers_only = operation.kind.reads_registers_only();
    let (kind, span) = (operation.kind, operation.span);
    for operand in &mut operation.args {
        match operand.source {
            Source::Value(other, lanes) if other == value && registers_only => {
                let lanes = lanes.get(..operand.lanes.into()).unwrap_or(&lanes);
                let fresh = reload(code, lanes, memory, span, spilled, done);
                if let (Kind::Store(_), Some(info)) = (kind, code.values.get_mut(fresh as usize)) {
                    info.pins = [Some(0), Some(1), Some(2), Some(3)];
                }
                operand.source = Source::Value(fresh, [0, 1, 2, 3]);
            }
            Source::Load(other, lanes) => {
                if let Some(cell) = other.offset.filter(|cell| cell.value == value) {
                    let fresh = reload(code, &[cell.lane], memory, span, spilled, done);
                    let other = Address {
                        offset: Some(Cell::new(fresh, 0)),
                        ..other
                    };
                    operand.source = Source::Load(other, lanes);
                }
            }
            _ => redirect(operand, value, memory),
        }
    }
    if let Kind::Store(to) = &mut operation.kind
        && let Some(cell) = to.offset.filter(|cell| cell.value == value)
    {
        let fresh = reload(code, &[cell.lane], memory, span, spilled, done);
        to.offset = Some(Cell::new(fresh, 0));
    }
    let written: Vec<u8> = operation
        .dest
        .iter()
        .filter(|cell| cell.value == value)
        .map(|cell| cell.lane)
        .collect();
    if written.is_empty() {
        done.push(operation);
        return;
    }
    let address = memory.address;
    let info = code.values.get(value as usize).cloned().unwrap_or_default();
    let whole = written.len() == usize::from(info.lanes);
    let only = code.stored.get(&address.index) == Some(&u32::MAX);
    let fresh = code.value(info.lanes);
    spilled.values.insert(fresh);
    for cell in &mut operation.dest {
        cell.value = fresh;
    }
    let input = matches!(operation.kind, Kind::Input(_));
    let identity = [Some(0), Some(1), Some(2), Some(3)];
    let lanes = usize::from(info.lanes);
    let in_place = info
        .pins
        .iter()
        .zip(identity)
        .take(lanes)
        .all(|(a, b)| *a == b);
    // Lanes may lie anywhere in the register if no other operation writes the same memory.
    let free = whole && only;
    if free {
        code.stored.insert(address.index, fresh);
    }
    if let Some(held) = code.values.get_mut(fresh as usize) {
        held.pins = match () {
            () if input || free => info.pins,
            () if whole => identity,
            () => [None; 4],
        };
    }
    done.push(operation);
    if free || (whole && (!input || in_place)) {
        done.push(Operation {
            kind: Kind::Store(address),
            args: vec![Operand::new(Source::Value(fresh, [0, 1, 2, 3]), info.lanes)],
            dest: Vec::new(),
            modifier: OutMod::None,
            components: [0, 1, 2, 3],
            span,
        });
        return;
    }
    for lane in written {
        done.push(Operation {
            kind: Kind::StoreLane(address, lane),
            args: vec![Operand::cell(Cell::new(fresh, lane))],
            dest: Vec::new(),
            modifier: OutMod::None,
            components: [0, 1, 2, 3],
            span,
        });
    }
}
