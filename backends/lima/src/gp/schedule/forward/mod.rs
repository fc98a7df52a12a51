//! Top-down list scheduling: instructions are filled from the first to the last.
//!
//! A result stays in the bypass network for the next two instructions. Before it leaves, it is stored to a
//! register by the instruction that made it, if a store half and a lane are free, which costs nothing;
//! otherwise an idle unit copies it. An operation is placed only where enough units stay free for all copies
//! that are due in this instruction and the next ones, so that no value is lost.
//!
//! `place` finds units, inputs and stores for one operation; `live_through` keeps values that outlive the
//! network.

mod live_through;
mod place;

use crate::gp::Instruction;
use crate::gp::code::{From, Node, NodeId, NodeOp, Place, Read};
use crate::gp::isa::{INSTRUCTIONS, REGISTERS, Unit};
use crate::gp::schedule::Task;
use crate::gp::schedule::slot::Slot;
use retroshade_ir::entity::EntityVec;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How far ahead, in instructions, an operation may reserve units. Chosen, not measured; a logarithm takes four.
pub(crate) const AHEAD: usize = 5;
/// Instructions without progress before operands are brought together by force. Chosen, not measured: longer than any
/// result takes to arrive.
const PATIENCE: usize = 5;
/// Instructions without progress before the attempt is given up. Chosen, not measured.
const GIVE_UP: usize = 60;

/// A place of a value in the network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location {
    pub(crate) unit: Unit,
    /// True if it can be read after two instructions only, and not be stored.
    pub(crate) late: bool,
    /// The instruction, which is kept small: each value has room for several places.
    time: u16,
}

impl Location {
    /// What a unit gives in an instruction.
    pub(crate) fn new(unit: Unit, time: usize) -> Location {
        Location {
            unit,
            late: false,
            time: time as u16,
        }
    }

    /// As [`Location::new`], for what can be read after two instructions only.
    pub(crate) fn late(unit: Unit, time: usize) -> Location {
        Location {
            late: true,
            ..Location::new(unit, time)
        }
    }

    /// The instruction.
    pub(crate) fn time(self) -> usize {
        self.time.into()
    }
}

/// What is known of a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Value {
    /// Reads and stores that are still to come.
    pub(crate) uses: u32,
    /// The places in the network: where it is computed, and where it is copied to.
    pub(crate) locations: SmallVec<[Location; 4]>,
    /// The last instruction that can read it from the network.
    pub(crate) expires: usize,
    /// Register, lane, and the first instruction that can load it.
    pub(crate) register: Option<(u8, u8, usize)>,
    /// The first instruction that can load it from the temporary it is spilled to.
    pub(crate) temporary: Option<usize>,
    /// Address register, and the first instruction that can use it.
    pub(crate) address: Option<(u8, usize)>,
    /// The last instruction that reads it, so far.
    pub(crate) last_read: usize,
    pub(crate) placed: bool,
}

/// A lane of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Free for stores in this instruction and later ones.
    Free(usize),
    Taken,
}

/// The preferences of an attempt.
#[derive(Clone, Debug)]
pub(crate) struct Strategy<'a> {
    /// Rank of each operation, the most urgent highest.
    pub(crate) ranks: EntityVec<NodeId, u64>,
    /// Operations whose slack is larger than this wait; `None` places them as soon as possible.
    pub(crate) window: Option<u32>,
    /// Instructions from each operation to the end, at least.
    pub(crate) heights: &'a EntityVec<NodeId, u32>,
    /// The length aimed at.
    pub(crate) goal: u32,
    /// One operation at a time.
    pub(crate) serial: bool,
}

/// Why an attempt ended without a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// More than the limit's number of instructions.
    TooLong,
    /// A value could not be kept.
    Pressure,
}

/// An attempt.
pub(crate) struct ForwardScheduler<'a> {
    /// The operations of the block, and copies that store what did not fit in the instruction that made it.
    pub(crate) nodes: EntityVec<NodeId, Cow<'a, Node>>,
    pub(crate) strategy: &'a Strategy<'a>,
    pub(crate) values: EntityVec<NodeId, Value>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) lanes: [[Lane; 4]; REGISTERS as usize],
    /// The node that holds each address register, or since when it is free.
    pub(crate) addresses: [Result<NodeId, usize>; 3],
    pub(crate) ready: Vec<NodeId>,
    /// How many reads of each operation are of values that are not there yet.
    missing: EntityVec<NodeId, u16>,
    /// The operations that read each value, once for each read, and whether from where it is spilled to.
    readers: EntityVec<NodeId, SmallVec<[(NodeId, bool); 4]>>,
    /// Operations that are ready from the next instruction on.
    woken: Vec<NodeId>,
    /// Operations of the block that are not ready.
    waiting: usize,
    /// Values that may still be in the network.
    pub(crate) live: Vec<NodeId>,
    /// How many values leave the network with each of the next instructions and are needed behind it.
    pub(crate) leaving: [usize; AHEAD],
    pub(crate) copies_made: u32,
    pub(crate) limit: usize,
    /// The operation whose result each one copies to a place; its own number for most.
    pub(crate) origins: EntityVec<NodeId, NodeId>,
    /// Places of variables that are stored to: reads of the old value to come, and the last so far.
    pub(crate) cells: BTreeMap<Cell, (u32, usize)>,
    /// What is still to be placed on multipliers and accumulators.
    pub(crate) left: [u32; 2],
    /// The first instruction in which everything stored can be read.
    pub(crate) results_ready: usize,
    end: Option<Read>,
}

/// Whether an operation takes multipliers (0) or accumulators (1), and how many in all.
pub(crate) fn demand(op: NodeOp) -> Option<(usize, u32)> {
    match op {
        NodeOp::Mul { .. } => Some((0, 1)),
        NodeOp::Select => Some((0, 2)),
        NodeOp::Function(_) => Some((0, 3)),
        NodeOp::Acc(_) => Some((1, 1)),
        NodeOp::Clamp | NodeOp::Move | NodeOp::SetAddress => None,
    }
}

/// A lane of a temporary (true) or register.
pub(crate) type Cell = (bool, u16, u8);

pub(crate) fn cell_of(place: Place) -> Option<Cell> {
    match place {
        Place::Register(register, lane) => Some((false, register.into(), lane)),
        Place::Temporary { address, lane, .. } => Some((true, address, lane)),
        Place::Output(..) | Place::Variable(_) => None,
    }
}

/// The cell that a read of a variable reads.
pub(crate) fn cell_read(from: From) -> Option<Cell> {
    match from {
        From::Register(register, lane) => Some((false, register.into(), lane)),
        From::Memory(address, lane) => Some((true, address, lane)),
        _ => None,
    }
}

impl<'a> ForwardScheduler<'a> {
    pub(crate) fn new(
        task: &Task<'a>,
        strategy: &'a Strategy<'a>,
        limit: usize,
    ) -> ForwardScheduler<'a> {
        let nodes = &task.block.nodes;
        let value = |node: &Node| Value {
            uses: node.stores.len() as u32,
            ..Value::default()
        };
        let mut values: EntityVec<NodeId, Value> = nodes.values().map(value).collect();
        let cells = task.block.stores().filter_map(cell_of);
        let mut cells: BTreeMap<Cell, (u32, usize)> = cells.map(|cell| (cell, (0, 0))).collect();
        for read in task.block.reads() {
            if let From::Node(id) | From::Indexed(_, _, id) = read.from {
                values[id].uses += 1;
            }
            if let Some((pending, _)) = cell_read(read.from).and_then(|cell| cells.get_mut(&cell)) {
                *pending += 1;
            }
        }
        let mut lanes = [[Lane::Free(0); 4]; REGISTERS as usize];
        for (register, lane) in task.reserved {
            lanes[usize::from(*register)][usize::from(*lane)] = Lane::Taken;
        }
        let mut missing = EntityVec::filled(0, nodes.len());
        let mut readers = EntityVec::filled(SmallVec::new(), nodes.len());
        let mut woken = Vec::new();
        for (index, node) in nodes.iter() {
            for read in &node.reads {
                let (id, spilled) = match read.from {
                    From::Node(id) | From::Indexed(_, _, id) => (id, false),
                    From::Spilled(_, _, id) => (id, true),
                    _ => continue,
                };
                readers[id].push((index, spilled));
                missing[index] += 1;
            }
            if missing[index] == 0 {
                woken.push(index);
            }
        }
        let mut left = [0; 2];
        for (units, count) in nodes.values().filter_map(|node| demand(node.op)) {
            left[units] += count;
        }
        ForwardScheduler {
            origins: nodes.keys().collect(),
            nodes: nodes.values().map(Cow::Borrowed).collect(),
            left,
            strategy,
            values,
            slots: Vec::new(),
            lanes,
            addresses: [Err(0); 3],
            ready: Vec::new(),
            missing,
            readers,
            woken,
            waiting: nodes.len(),
            live: Vec::new(),
            leaving: [0; AHEAD],
            copies_made: 0,
            limit: limit.min(INSTRUCTIONS),
            cells,
            results_ready: 0,
            end: task.block.end.condition().copied(),
        }
    }

    /// Runs to the end.
    pub(crate) fn run(mut self) -> Result<(Vec<Instruction>, u32), Failure> {
        let mut now = 0;
        let mut idle = 0;
        loop {
            self.slots
                .resize(self.slots.len().max(now + AHEAD), Slot::default());
            self.waiting -= self.woken.len();
            self.ready.append(&mut self.woken);
            self.store_expiring(now);
            let placed = self.fill(now);
            if self.ready.is_empty() && self.waiting == 0 {
                let end = self.end;
                match end {
                    None => break,
                    Some(read) if self.branch(read, now) => break,
                    Some(_) => {}
                }
            }
            idle = if placed { 0 } else { idle + 1 };
            if idle > GIVE_UP {
                return Err(Failure::Pressure);
            }
            if idle >= PATIENCE {
                self.force(now);
            }
            if !self.may_fit(now + 1) {
                return Err(Failure::TooLong);
            }
            self.keep(now)?;
            now += 1;
            if now > self.limit {
                return Err(Failure::TooLong);
            }
        }
        while self.slots.last().is_some_and(Slot::is_idle) {
            self.slots.pop();
        }
        let length = self.slots.len().max(self.results_ready);
        self.slots.resize(length, Slot::default());
        if self.slots.len() > self.limit {
            return Err(Failure::TooLong);
        }
        let instructions = self.slots.iter().map(Slot::instruction);
        Ok((instructions.collect(), self.copies_made))
    }

    /// True if what has no place can find one from an instruction on, as far as chains of operations and the
    /// numbers of units tell.
    fn may_fit(&self, from: usize) -> bool {
        let rows = self.limit.saturating_sub(from);
        let heights = self
            .ready
            .iter()
            .filter_map(|id| self.strategy.heights.get(*id));
        self.left.iter().all(|left| *left as usize <= 2 * rows)
            && heights.max().is_none_or(|height| *height as usize <= rows)
    }

    /// Notes that a value is there, or that it is where it is spilled to.
    pub(crate) fn wake(&mut self, id: NodeId, spilled: bool) {
        // Nothing but its own store reads a copy that was added.
        let Some(readers) = self.readers.get(id) else {
            return;
        };
        for (reader, _) in readers.iter().filter(|(_, from)| *from == spilled) {
            let missing = &mut self.missing[*reader];
            *missing -= 1;
            if *missing == 0 {
                self.woken.push(*reader);
            }
        }
    }

    /// Places what can be placed now.
    fn fill(&mut self, now: usize) -> bool {
        self.count_leaving(now);
        let strategy = self.strategy;
        // Copies that were added have no rank and go first.
        let rank = |id: NodeId| strategy.ranks.get(id).copied().unwrap_or(u64::MAX);
        let ready = self.ready.iter().map(|id| (Reverse(rank(*id)), *id));
        let mut sorted: Vec<(Reverse<u64>, NodeId)> = ready.collect();
        self.ready.clear();
        sorted.sort_unstable();
        let mut placed = false;
        let mut loaded = None;
        for index in 0..sorted.len() {
            let (_, id) = sorted[index];
            if (placed && strategy.serial) || !self.is_due(id, now) || !self.place(id, now) {
                self.ready.push(id);
                continue;
            }
            placed = true;
            if loaded.is_none() {
                loaded = self.slots[now].memory;
                if let Some((address, _)) = loaded {
                    // Those that read the vector which the instruction loads come first: it can load only one.
                    sorted[index + 1..].sort_by_key(|(_, id)| !self.reads_vector(*id, address));
                }
            }
        }
        placed
    }

    /// True if an operation reads the vector of uniform memory at an address.
    fn reads_vector(&self, id: NodeId, address: u16) -> bool {
        let mut reads = self.nodes[id].reads.iter();
        reads.any(|read| match read.from {
            From::Memory(other, _) | From::Indexed(other, ..) => other == address,
            _ => false,
        })
    }

    fn is_due(&self, id: NodeId, now: usize) -> bool {
        let Some(window) = self.strategy.window else {
            return true;
        };
        let Some(height) = self.strategy.heights.get(id) else {
            return true;
        };
        // What frees a value is welcome at any time.
        let frees = self.nodes[id].reads.iter().any(|read| match read.from {
            From::Node(id) => self.values[id].uses == 1,
            _ => false,
        });
        frees || now as u32 + window + height >= self.strategy.goal
    }

    /// The instruction behind which a value is lost unless it is copied.
    pub(crate) fn leaves_network(&self, id: NodeId) -> Option<usize> {
        let value = &self.values[id];
        value.register.is_none().then_some(value.expires)
    }

    /// True if a value is needed once `reads` happened.
    pub(crate) fn is_needed_behind(&self, id: NodeId, reads: &[Read]) -> bool {
        let reads = reads.iter().filter(|read| read.from == From::Node(id));
        self.values[id].uses as usize > reads.count()
    }

    /// How many values leave the network with an instruction.
    pub(crate) fn due(&self, time: usize) -> usize {
        let is_due = |id: &&NodeId| {
            self.leaves_network(**id) == Some(time) && self.is_needed_behind(**id, &[])
        };
        self.live.iter().filter(is_due).count()
    }

    /// Notes that one use of a value happened, the last instruction that reads it being `time`.
    pub(crate) fn used(&mut self, from: From, time: usize) {
        if let Some((pending, last)) = cell_read(from).and_then(|cell| self.cells.get_mut(&cell)) {
            *pending = pending.saturating_sub(1);
            *last = (*last).max(time);
        }
        let (From::Node(id) | From::Indexed(_, _, id)) = from else {
            return;
        };
        let value = &mut self.values[id];
        value.uses = value.uses.saturating_sub(1);
        // A function reads its argument once more in the next instruction.
        value.last_read = value.last_read.max(time);
        if value.uses > 0 {
            return;
        }
        let time = value.last_read;
        if let Some((register, lane, _)) = value.register {
            self.lanes[usize::from(register)][usize::from(lane)] = Lane::Free(time);
        }
        if let Some((number, _)) = value.address {
            self.addresses[usize::from(number) - 1] = Err(time);
        }
    }
}
