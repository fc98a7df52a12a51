//! Bottom-up list scheduling: instructions are filled from the last to the first.
//!
//! A store reads its operands from units of its own instruction, and most results are read one or two
//! instructions after they are made, so going up from the end each value is made as late as possible.
//! Rows are instructions counted from the end: row 0 is the last. A result made in row r is read through the
//! bypass network in rows r - 1 and r - 2.
//!
//! A value that is read two rows below and cannot be made in this row yet, because another reader has no
//! place, is copied by an idle unit, or read from a register to which it will be stored when it is made.
//!
//! ```text
//! ready_list   operations whose readers all have places     place        an operation and its loads in a row
//! bypass       values that must reach rows further down     priorities   the order of attempts
//! rows         instructions filled so far                   undo_log, transaction   placements taken back
//! score        pressure and feasibility of what is left     beam         several partial schedules side by side
//! ```

pub(crate) mod beam;
mod bypass;
mod place;
pub(crate) mod priorities;
mod ready_list;
mod rows;
mod score;
mod transaction;
mod undo_log;

use crate::gp::Instruction;
use crate::gp::code::{From, Function, NodeId, NodeOp, Read};
use crate::gp::isa::{INSTRUCTIONS, REGISTER_LATENCY, REGISTERS, Unit};
use crate::gp::schedule::forward::{Failure, cell_read};
use crate::gp::schedule::graph::{self, Graph, KINDS, RootId};
use crate::gp::schedule::slot::{Input, Slot};
use priorities::Priorities;
use retroshade_ir::entity::{EntityRef, EntityVec};
use rows::{Done, History, Rows};
use std::num::NonZeroU8;
use undo_log::{Address, Item, UndoLog};

/// Rows above the current one that an operation may reach: a logarithm takes four, and a copy of a
/// load stands up to two before its reader.
pub(crate) const REACH: usize = 7;

/// A register that keeps a value for readers far below.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    /// Register and lane in one number, which is not 0.
    pub(crate) place: NonZeroU8,
    /// The highest row that reads it.
    highest: u16,
}

impl Held {
    pub(crate) fn new(register: u8, lane: u8, highest: usize) -> Held {
        Held {
            place: NonZeroU8::MIN.saturating_add(4 * register + lane),
            highest: highest as u16,
        }
    }

    pub(crate) fn register(self) -> u8 {
        (self.place.get() - 1) / 4
    }

    pub(crate) fn lane(self) -> u8 {
        (self.place.get() - 1) % 4
    }

    /// A number of the place and of the value in it.
    fn hash(self, id: NodeId) -> u64 {
        mix(id.index() as u64, self.place.get().into())
    }

    /// True if a store in a row comes early enough for all that read it.
    pub(crate) fn can_be_stored(self, row: usize) -> bool {
        usize::from(self.highest) + REGISTER_LATENCY <= row
    }

    /// Read in one more row.
    pub(crate) fn read_in(self, row: usize) -> Held {
        Held {
            highest: self.highest.max(row as u16),
            ..self
        }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Value {
    /// Readers and stores without a place.
    pub(crate) left: u16,
    /// Rows whose inputs want it from the network: bit 0 is two rows below the current one.
    pub(crate) wanted: u16,
    pub(crate) held: Option<Held>,
    /// True if a copy leads it on already.
    pub(crate) copied: bool,
    pub(crate) placed: bool,
}

/// Bits of [`Value::wanted`] for the rows that a result of the current row reaches.
pub(crate) const TWO_BELOW: u16 = 1;
pub(crate) const ONE_BELOW: u16 = 2;

/// A lane of a register: from which row on other values may be read from it, or [`TAKEN`].
pub(crate) type Lane = u16;
pub(crate) const TAKEN: Lane = Lane::MAX;

/// A partial schedule.
#[derive(Clone)]
pub(crate) struct BackwardScheduler<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) priorities: &'a Priorities,
    /// The current row.
    pub(crate) row: usize,
    pub(crate) rows: Rows,
    /// The highest row that does not change any more.
    pub(crate) done: Done,
    /// How many rows do not change any more.
    pub(crate) rows_done: usize,
    pub(crate) values: EntityVec<NodeId, Value>,
    pub(crate) addresses: [Address; 3],
    /// The row in which each variable's place gets its new value.
    pub(crate) cells: Vec<Option<u16>>,
    pub(crate) lanes: [[Lane; 4]; REGISTERS as usize],
    /// The number of lanes taken of each register.
    pub(crate) lanes_taken: [u8; REGISTERS as usize],
    /// What may be placed next.
    pub(crate) items: Vec<Item>,
    /// Values wanted from the network.
    pub(crate) live: Vec<NodeId>,
    pub(crate) change: UndoLog,
    /// Which stores of each root have their places, a bit each.
    pub(crate) stored: EntityVec<RootId, u8>,
    /// True if nothing was placed in the row below.
    pub(crate) previous_row_empty: bool,
    /// Operations and roots that have places.
    pub(crate) placed: usize,
    pub(crate) copies_made: u32,
    /// Instructions that the block may have.
    pub(crate) limit: usize,
    /// The length that is aimed at, in instructions.
    pub(crate) goal: usize,
    /// What is still to be placed on units of each kind, by the least number of instructions before.
    pub(crate) demands: Vec<[u16; KINDS]>,
    /// How many products and how many other operations without a place read each vector of uniform memory.
    pub(crate) readers: Vec<[u16; 2]>,
    /// Instructions that must load vectors for these.
    pub(crate) loads: u32,
    /// Values that are kept in registers.
    pub(crate) values_held: usize,
    /// How hard what is left presses on the units.
    pub(crate) pressure: u32,
    /// A number of what is placed.
    pub(crate) placed_hash: u64,
    /// A number of what is kept in which registers.
    pub(crate) held_hash: u64,
}

/// A number that looks like no other, of two.
pub(crate) fn mix(number: u64, bits: u64) -> u64 {
    let mixed =
        (bits ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed ^ mixed >> 32
}

impl<'a> BackwardScheduler<'a> {
    /// An empty schedule at the last row, which has the block's branch if there is one.
    pub(crate) fn new(
        graph: &'a Graph,
        priorities: &'a Priorities,
        limit: usize,
        goal: usize,
    ) -> Result<BackwardScheduler<'a>, Failure> {
        let values = graph.uses.values().map(|uses| Value {
            left: *uses,
            ..Value::default()
        });
        let lane = |taken: &bool| if *taken { TAKEN } else { 0 };
        let most = graph.starts.values().max().copied().unwrap_or(0) as usize;
        let mut demands = vec![[0; KINDS]; most + 1];
        for demand in graph.demands.values().flatten() {
            demands[demand.start as usize][demand.kind] += u16::from(demand.count);
        }
        let mut schedule = BackwardScheduler {
            graph,
            priorities,
            row: 0,
            rows: Rows::default(),
            done: None,
            rows_done: 0,
            values: values.collect(),
            addresses: [Err(0); 3],
            cells: vec![None; graph.cells.len()],
            lanes: graph.reserved.map(|lanes| lanes.each_ref().map(lane)),
            lanes_taken: graph.reserved.map(|lanes| lanes.map(u8::from).iter().sum()),
            items: graph.roots.keys().map(Item::Root).collect(),
            live: Vec::new(),
            change: UndoLog::default(),
            stored: EntityVec::filled(0, graph.roots.len()),
            previous_row_empty: false,
            placed: 0,
            copies_made: 0,
            limit: limit.min(INSTRUCTIONS),
            goal,
            demands,
            readers: graph.vectors.readers.clone(),
            loads: graph.vectors.readers.iter().map(|r| graph::loads(*r)).sum(),
            values_held: 0,
            pressure: 0,
            placed_hash: 0,
            held_hash: 0,
        };
        if let Some(read) = graph.end {
            schedule.branch(read)?;
        }
        Ok(schedule)
    }

    /// Fills rows up to the first instruction.
    pub(crate) fn run(mut self) -> Result<(Vec<Instruction>, u32), Failure> {
        let mut history = History::default();
        loop {
            if self.step()? {
                return self.finish(&history);
            }
            self.retire(&mut history);
        }
    }

    /// Fills the current row and goes on to the next; true if everything has its place.
    pub(crate) fn step(&mut self) -> Result<bool, Failure> {
        let before = self.placed;
        self.fill();
        self.previous_row_empty = self.placed == before;
        if self.placed == self.graph.nodes.len() + self.graph.roots.len() {
            return Ok(true);
        }
        self.forward_values()?;
        self.row += 1;
        self.rows[self.row + REACH - 1] = Slot::default();
        for id in &self.live {
            self.values[*id].wanted >>= 1;
        }
        self.look_ahead()?;
        Ok(false)
    }

    /// Keeps the row that does not change any more; to be called after every step.
    pub(crate) fn retire(&mut self, history: &mut History) {
        if self.rows_done + 2 < self.row {
            self.done = history.push(self.done, self.rows[self.rows_done]);
            self.rows_done += 1;
        }
    }

    /// The instructions of a complete schedule.
    pub(crate) fn finish(&self, history: &History) -> Result<(Vec<Instruction>, u32), Failure> {
        let mut rows = self.rows_done..self.row + REACH;
        let busy = rows.rfind(|row| self.rows[*row].is_busy());
        let length = busy.map_or(1, |last| last + 1);
        if length > self.limit {
            return Err(Failure::TooLong);
        }
        let upper = (self.rows_done..length).rev().map(|row| &self.rows[row]);
        let slots = upper.chain(history.downwards(self.done));
        Ok((slots.map(Slot::instruction).collect(), self.copies_made))
    }

    /// The last row of a block that ends with a branch.
    fn branch(&mut self, read: Read) -> Result<(), Failure> {
        let point = self.checkpoint();
        let fits = self.slot(0).put_branch(crate::gp::isa::NOTHING)
            && self.input(0, read.from, &[Input::Pass]);
        if !fits {
            self.undo(point);
            return Err(Failure::Pressure);
        }
        self.change.reads.extend(read.from.node());
        self.commit();
        Ok(())
    }

    /// Notes that inputs of a row want a value.
    pub(crate) fn want(&mut self, id: NodeId, row: usize) {
        let value = &mut self.values[id];
        if value.wanted == 0 && !self.live.contains(&id) {
            self.live.push(id);
        }
        value.wanted |= 1 << (row + 2 - self.row);
    }

    /// True if a value must come soon for the block to have the length aimed at.
    pub(crate) fn is_urgent(&self, id: NodeId) -> bool {
        let start = self.graph.starts[id] as usize;
        self.row + self.priorities.slack as usize + 1 + start >= self.goal
    }

    /// How many values must be copied in a row, 0 or more above this one, because they are wanted two
    /// rows below.
    fn due(&self, above: usize) -> usize {
        let is_due = |id: &&NodeId| {
            let value = &self.values[**id];
            !value.placed && value.wanted >> above & TWO_BELOW != 0
        };
        self.live.iter().filter(is_due).count()
    }

    /// True if no more than so many values must be copied in a row, 0 or more above this one.
    pub(crate) fn due_at_most(&self, above: usize, most: usize) -> bool {
        self.live.len() <= most || self.due(above) <= most
    }

    pub(crate) fn is_due(&self, id: NodeId) -> bool {
        self.values[id].wanted & TWO_BELOW != 0
    }

    /// Notes that a value is made by a unit; `stores` of its readers are stores of this row.
    pub(crate) fn made(&mut self, id: NodeId, unit: Unit, stores: u16) {
        let value = &mut self.values[id];
        value.left = value.left.saturating_sub(stores);
        value.placed = true;
        if let Some(held) = value.held.take() {
            self.free(id, held);
        }
        self.feed(id, unit);
        self.live.retain(|other| *other != id);
        for address in &mut self.addresses {
            if address.is_ok_and(|(other, _)| other == id) {
                *address = Err(self.row as u16);
            }
        }
        for demand in self.graph.demands[id].iter().take_while(|d| d.count > 0) {
            if let Some(row) = self.demands.get_mut(demand.start as usize) {
                row[demand.kind] = row[demand.kind].saturating_sub(demand.count.into());
            }
        }
        let graph = self.graph;
        if let Some((vector, kind)) = graph.vectors.read_by(&graph.nodes, id) {
            let readers = &mut self.readers[vector];
            let before = graph::loads(*readers);
            readers[kind] = readers[kind].saturating_sub(1);
            self.loads -= before - graph::loads(*readers);
        }
        self.placed += 1;
        let number = (id.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.placed_hash = self.placed_hash.wrapping_add(number ^ number >> 29);
    }

    /// A register keeps a value from now on.
    pub(crate) fn take(&mut self, id: NodeId, held: Held) {
        self.values_held += 1;
        self.held_hash = self.held_hash.wrapping_add(held.hash(id));
        let register = usize::from(held.register());
        self.lanes[register][usize::from(held.lane())] = TAKEN;
        self.lanes_taken[register] += 1;
    }

    /// The register is free above this row, which stores to it.
    pub(crate) fn free(&mut self, id: NodeId, held: Held) {
        self.values_held -= 1;
        self.held_hash = self.held_hash.wrapping_sub(held.hash(id));
        let register = usize::from(held.register());
        self.lanes[register][usize::from(held.lane())] = self.row as Lane;
        self.lanes_taken[register] -= 1;
    }

    /// Lets inputs of the rows below read a unit's result.
    pub(crate) fn feed(&mut self, id: NodeId, unit: Unit) {
        let value = &mut self.values[id];
        let wanted = value.wanted;
        value.wanted &= !(ONE_BELOW | TWO_BELOW);
        if wanted & ONE_BELOW != 0 {
            self.rows[self.row - 1].feed(id, unit.previous());
        }
        if wanted & TWO_BELOW != 0 {
            let code = unit.before().unwrap_or(crate::gp::isa::NOTHING);
            self.rows[self.row - 2].feed(id, code);
        }
    }

    /// True if a place that a variable lives in still has its old value in a row.
    pub(crate) fn is_old(&self, from: From, row: usize) -> bool {
        match cell_read(from).and_then(|cell| self.graph.cell(cell)) {
            None => true,
            Some(index) => self.cells[index].is_some_and(|stored| usize::from(stored) <= row),
        }
    }

    /// True if a value made in this row reaches all that want it.
    pub(crate) fn serves(&self, id: NodeId) -> bool {
        let value = &self.values[id];
        let late = is_late(self.graph.nodes[id].op);
        let reached = if late {
            TWO_BELOW
        } else {
            TWO_BELOW | ONE_BELOW
        };
        value.wanted & !reached == 0
            && value
                .held
                .is_none_or(|held| !late && held.can_be_stored(self.row))
    }
}

/// True if the result can only be read two instructions later, and not be stored.
pub(crate) fn is_late(op: NodeOp) -> bool {
    matches!(
        op,
        NodeOp::Function(Function::Rcp | Function::Rsqrt | Function::Exp2)
    )
}
