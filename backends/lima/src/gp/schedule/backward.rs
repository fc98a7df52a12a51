//! Scheduling from the last instruction to the first.
//!
//! Stores want their operands in their own instruction and readers want theirs one or two
//! instructions before, so the walk starts at the end and calls for values as late as they can be made.
//! Rows are counted from the end: row 0 is the last instruction, and a result made in row r is read in
//! rows r - 1 and r - 2.
//!
//! A value that is wanted two rows below and cannot be made in this row yet, because another of its
//! readers has no place, is copied here by an idle unit, made here a second time where that costs no
//! more than a copy, or read from a register, to which it will be stored when it is made.

use super::Task;
use super::plan::Plan;
use super::router::{Cell, Failure, cell_of, cell_read};
use super::slot::Slot;
use crate::gp::Instruction;
use crate::gp::code::{End, From, Function, Node, NodeId, NodeOp, Place, Read};
use crate::gp::isa::{Field, INSTRUCTIONS, REGISTER_LATENCY, REGISTERS, Unit};
use std::collections::BTreeMap;

/// Rows above the current one that an operation may reach: a logarithm takes four, and a copy of a
/// load stands up to two before its reader.
pub(super) const REACH: usize = 7;

/// An input of a placed operation whose value has no place yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Consumer {
    pub(super) row: usize,
    pub(super) fields: [Option<Field>; 3],
}

/// A register that keeps a value for readers far below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) register: u8,
    pub(super) lane: u8,
    /// The highest row that reads it.
    pub(super) highest: usize,
}

/// What is known of a value.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    /// Readers and stores without a place.
    pub(super) left: u32,
    /// Inputs that want it from the network.
    pub(super) consumers: Vec<Consumer>,
    pub(super) held: Option<Held>,
    /// Whether a copy leads it on already.
    pub(super) copied: bool,
    pub(super) placed: bool,
}

/// A lane of a register: from which row on other values may be read from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Free(usize),
    Taken,
}

/// An address register: the operation that will set it and the highest row that uses it, or the row from
/// which on it is free.
pub(super) type Address = Result<(NodeId, usize), usize>;

/// Both components of one half of a store, which belong together.
#[derive(Clone, Debug)]
struct Root {
    stores: Vec<(Place, NodeId)>,
    rank: u64,
    lowest: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Root(usize),
    Node(NodeId),
}

/// Rows, numbers of loads that were copied in them, address registers.
pub(super) type Saved = ([Slot; REACH], [usize; REACH], [Address; 3]);

/// What a placement would change besides the rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// Inputs of values that have no place yet.
    pub(super) wants: Vec<(NodeId, Consumer)>,
    /// A value for each of its readers and stores that got its place.
    pub(super) reads: Vec<NodeId>,
}

/// The state of a walk.
pub(super) struct Backward<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) plan: &'a Plan,
    pub(super) rows: Vec<Slot>,
    /// Copies of loads in each row.
    pub(super) leaves: Vec<Vec<(From, Unit)>>,
    pub(super) values: Vec<Value>,
    pub(super) addresses: [Address; 3],
    /// The row in which each variable's place gets its new value.
    pub(super) cells: BTreeMap<Cell, Option<usize>>,
    pub(super) lanes: [[Lane; 4]; REGISTERS as usize],
    roots: Vec<Root>,
    items: Vec<Item>,
    /// Values wanted from the network.
    pub(super) live: Vec<NodeId>,
    end: Option<Read>,
    /// Operations below one that was placed, and how many of them have no place.
    pub(super) open: Vec<bool>,
    open_work: usize,
    /// Whether nothing was placed in the row below.
    hungry: bool,
    placed: usize,
    stored: usize,
    pub(super) copies_made: u32,
    limit: usize,
}

impl<'a> Backward<'a> {
    pub(super) fn new(task: &Task<'a>, plan: &'a Plan, limit: usize) -> Backward<'a> {
        let nodes = &task.block.nodes;
        let mut values = vec![Value::default(); nodes.len()];
        let end = match task.block.end {
            End::Branch(read, _) => Some(read),
            End::Next => None,
        };
        for read in nodes.iter().flat_map(|node| &node.reads).chain(&end) {
            if let Some(id) = read.from.node() {
                values[id as usize].left += 1;
            }
        }
        let mut cells = BTreeMap::new();
        let mut groups: BTreeMap<(u8, u16, u8), Root> = BTreeMap::new();
        for (node, id) in nodes.iter().zip(0..) {
            for place in &node.stores {
                values[id as usize].left += 1;
                if let Some(cell) = cell_of(*place) {
                    cells.insert(cell, None);
                }
                let (kind, number, lowest) = match *place {
                    Place::Output(number, _) => (0, number.into(), 0),
                    Place::Register(number, _) => (1, number.into(), task.lowest.0),
                    Place::Temporary { address, .. } => (2, address, task.lowest.1),
                    Place::Variable(_) => (3, 0, 0),
                };
                let root = groups
                    .entry((kind, number, place.lane() / 2))
                    .or_insert(Root {
                        stores: Vec::new(),
                        rank: 0,
                        lowest,
                    });
                root.stores.push((*place, id));
                root.rank = root
                    .rank
                    .max(plan.ranks.get(id as usize).copied().unwrap_or(0));
            }
        }
        let roots: Vec<Root> = groups.into_values().collect();
        let mut lanes = [[Lane::Free(0); 4]; REGISTERS as usize];
        for (register, lane) in task.reserved {
            lanes[usize::from(*register)][usize::from(*lane)] = Lane::Taken;
        }
        Backward {
            nodes,
            plan,
            rows: Vec::new(),
            leaves: Vec::new(),
            values,
            addresses: [Err(0); 3],
            cells,
            lanes,
            items: (0..roots.len()).map(Item::Root).collect(),
            roots,
            live: Vec::new(),
            end,
            open: vec![false; nodes.len()],
            open_work: 0,
            hungry: false,
            placed: 0,
            stored: 0,
            copies_made: 0,
            limit: limit.min(INSTRUCTIONS),
        }
    }

    /// Walks to the first instruction.
    pub(super) fn run(mut self) -> Result<(Vec<Instruction>, u32), Failure> {
        let mut row = 0;
        self.extend(row);
        if let Some(read) = self.end {
            self.branch(read)?;
        }
        loop {
            self.extend(row);
            let before = self.placed + self.stored;
            self.fill(row);
            self.hungry = self.placed + self.stored == before;
            if self.placed == self.nodes.len() && self.stored == self.roots.len() {
                break;
            }
            self.settle(row)?;
            row += 1;
            if self.is_hopeless(row) {
                return Err(Failure::TooLong);
            }
        }
        let length = self
            .rows
            .iter()
            .rposition(Slot::is_busy)
            .map_or(1, |last| last + 1);
        if length > self.limit {
            return Err(Failure::TooLong);
        }
        self.rows.truncate(length);
        let instructions = self.rows.into_iter().rev().map(|slot| slot.instruction);
        Ok((instructions.collect(), self.copies_made))
    }

    fn extend(&mut self, row: usize) {
        self.rows
            .resize(self.rows.len().max(row + REACH), Slot::default());
        self.leaves.resize(self.rows.len(), Vec::new());
    }

    /// Whether what is left cannot be placed from a row on within the limit.
    fn is_hopeless(&self, row: usize) -> bool {
        let needs = |id: &NodeId| {
            let value = &self.values[*id as usize];
            !value.placed && row + self.plan.starts[*id as usize] as usize + 1 > self.limit
        };
        let left = self.items.iter().any(|item| match item {
            Item::Node(id) => needs(id),
            Item::Root(index) => self.roots[*index].stores.iter().any(|(_, id)| needs(id)),
        });
        row >= self.limit || left || self.live.iter().any(needs)
    }

    /// The last row of a block that ends with a branch.
    fn branch(&mut self, read: Read) -> Result<(), Failure> {
        let mut change = Change::default();
        let fits = self.rows[0].put_branch(crate::gp::isa::NOTHING)
            && self.input(0, read.from, &[Field::PassInput], &mut change);
        if !fits {
            return Err(Failure::Pressure);
        }
        change.reads.extend(read.from.node());
        self.want(change);
        Ok(())
    }

    /// Places what can be placed in a row.
    fn fill(&mut self, row: usize) {
        let mut items = std::mem::take(&mut self.items);
        items.sort_by_cached_key(|item| {
            let (class, rank, number) = match item {
                Item::Root(index) => {
                    let root = &self.roots[*index];
                    let ids = root.stores.iter().map(|(_, id)| *id);
                    let class = match (ids.clone().any(|id| self.is_urgent(id, row)), root) {
                        (true, _) => 0,
                        (false, root) if self.ends_keeping(root) => 1,
                        _ => 2,
                    };
                    (class, root.rank, *index)
                }
                Item::Node(id) => {
                    let class = if self.is_urgent(*id, row) { 0 } else { 2 };
                    (class, self.plan.ranks[*id as usize], *id as usize)
                }
            };
            (class, std::cmp::Reverse(rank), number)
        });
        items.retain(|item| {
            let placed = match item {
                Item::Root(index) => self.try_root(*index, row),
                Item::Node(id) => self.try_alone(*id, row),
            };
            !placed
        });
        self.items.append(&mut items);
    }

    /// Whether stores end what values are kept for.
    fn ends_keeping(&self, root: &Root) -> bool {
        root.stores.iter().any(|(_, id)| {
            let value = &self.values[*id as usize];
            !value.consumers.is_empty() || value.held.is_some()
        })
    }

    /// Whether a value must come soon for the block to have the length aimed at.
    pub(super) fn is_urgent(&self, id: NodeId, row: usize) -> bool {
        let start = self.plan.starts[id as usize] as usize;
        let latest = (self.plan.goal as usize).saturating_sub(1 + start);
        row + self.plan.slack as usize >= latest
    }

    /// How many values must be copied in a row because they are wanted two rows below.
    pub(super) fn due(&self, row: usize) -> usize {
        let is_due = |id: &&NodeId| {
            let value = &self.values[**id as usize];
            !value.placed && value.consumers.iter().any(|c| c.row + 2 == row)
        };
        self.live.iter().filter(is_due).count()
    }

    /// Whether copies that are due still find units: `relieved` of them are settled otherwise, and
    /// `saved` is what the rows were before.
    fn leaves_room(&self, row: usize, relieved: usize, saved: &Saved) -> bool {
        let next = self.rows[row + 1].copies_free();
        self.due(row).saturating_sub(relieved) <= self.rows[row].copies_free()
            && (next == saved.0[1].copies_free() || self.due(row + 1) <= next)
    }

    /// The state that a placement may change, to take it back.
    pub(super) fn save(&self, row: usize) -> Saved {
        let slots = self.rows.get(row..row + REACH);
        let slots = slots.and_then(|slots| <[Slot; REACH]>::try_from(slots).ok());
        let slots = slots.unwrap_or_default();
        let mut counts = [0; REACH];
        for (count, leaves) in counts.iter_mut().zip(&self.leaves[row..]) {
            *count = leaves.len();
        }
        (slots, counts, self.addresses)
    }

    pub(super) fn restore(&mut self, row: usize, saved: Saved) {
        let (slots, counts, addresses) = saved;
        self.rows[row..row + REACH].copy_from_slice(&slots);
        for (count, leaves) in counts.iter().zip(&mut self.leaves[row..]) {
            leaves.truncate(*count);
        }
        self.addresses = addresses;
    }

    /// Whether an operation had better wait: the operations that were called for before it are enough
    /// for the units, and there is time.
    pub(super) fn waits(&self, id: NodeId, row: usize) -> bool {
        !self.hungry
            && !self.is_urgent(id, row)
            && !self.open[id as usize]
            && self.calls_for_several(id)
            && self.open_work > self.plan.open
    }

    /// Whether an operation reads two results or more that nothing wants yet.
    fn calls_for_several(&self, id: NodeId) -> bool {
        let mut first = None;
        for read in &self.nodes[id as usize].reads {
            if let From::Node(other) = read.from
                && self.values[other as usize].consumers.is_empty()
            {
                match first {
                    None => first = Some(other),
                    Some(known) if known != other => return true,
                    Some(_) => {}
                }
            }
        }
        false
    }

    /// Notes that everything that an operation alone needs is called for.
    fn open(&mut self, id: NodeId) {
        if self.open[id as usize] {
            self.open_work = self.open_work.saturating_sub(1);
            return;
        }
        if !self.calls_for_several(id) {
            return;
        }
        let nodes = self.nodes;
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            for read in &nodes[id as usize].reads {
                if let From::Node(other) = read.from
                    && self.values[other as usize].left == 1
                    && !std::mem::replace(&mut self.open[other as usize], true)
                {
                    self.open_work += 1;
                    stack.push(other);
                }
            }
        }
    }

    fn try_alone(&mut self, id: NodeId, row: usize) -> bool {
        let value = &self.values[id as usize];
        if let Some(held) = value.held
            && is_late(self.nodes[id as usize].op)
        {
            // A late result gets to a register by a copy.
            if value.consumers.is_empty() && held.highest + REGISTER_LATENCY <= row {
                self.copy_here(id, row);
            }
            return false;
        }
        if !self.serves(id, row) || self.waits(id, row) {
            return false;
        }
        if !self.has_unit(id, row) {
            return false;
        }
        let saved = self.save(row);
        let mut change = Change::default();
        let relieved = usize::from(self.is_due(id, row));
        let unit = self.place(id, row, &mut change);
        match unit.filter(|unit| self.store_held(id, *unit, row)) {
            Some(unit) if self.leaves_room(row, relieved, &saved) => {
                self.made(id, unit, row, 0);
                self.want(change);
                true
            }
            _ => {
                self.restore(row, saved);
                false
            }
        }
    }

    /// Whether a row has a unit for an operation at all.
    fn has_unit(&self, id: NodeId, row: usize) -> bool {
        let slot = &self.rows[row];
        match self.nodes[id as usize].op {
            NodeOp::Acc(code) => slot.acc_for(code).is_some(),
            NodeOp::Mul(_) => slot.mul_for().is_some(),
            NodeOp::Select => slot.both_mul_free(),
            _ => true,
        }
    }

    pub(super) fn is_due(&self, id: NodeId, row: usize) -> bool {
        let value = &self.values[id as usize];
        value.consumers.iter().any(|c| c.row + 2 == row)
    }

    /// Whether a value made in a row reaches all that want it.
    fn serves(&self, id: NodeId, row: usize) -> bool {
        let value = &self.values[id as usize];
        let late = is_late(self.nodes[id as usize].op);
        let reaches =
            |consumer: &Consumer| consumer.row + 2 == row || consumer.row + 1 == row && !late;
        value.consumers.iter().all(reaches)
            && value
                .held
                .is_none_or(|held| !late && held.highest + REGISTER_LATENCY <= row)
    }

    /// Both components of a half: values made in this row where that is possible, copies otherwise.
    fn try_root(&mut self, index: usize, row: usize) -> bool {
        let root = &self.roots[index];
        if row < root.lowest
            || !root
                .stores
                .iter()
                .all(|(p, _)| self.rows[row].can_store(*p))
        {
            return false;
        }
        let stores = root.stores.clone();
        let saved = self.save(row);
        let mut change = Change::default();
        let mut made: Vec<(NodeId, Unit, u32)> = Vec::new();
        let mut copied: Vec<(NodeId, Unit)> = Vec::new();
        let mut relieved = 0;
        for (place, id) in &stores {
            let known = made.iter().find(|(other, ..)| other == id).map(|m| m.1);
            let known = known.or(copied.iter().find(|(other, _)| other == id).map(|c| c.1));
            let unit = known
                .or_else(|| {
                    let here = stores.iter().filter(|(_, other)| other == id).count() as u32;
                    let unit = self.place_last(*id, row, here, &stores, &mut change)?;
                    relieved += usize::from(self.is_due(*id, row));
                    made.push((*id, unit, here));
                    Some(unit)
                })
                .or_else(|| {
                    let (unit, fields) = self.copy(row)?;
                    change.wants.push((*id, Consumer { row, fields }));
                    relieved += usize::from(self.is_due(*id, row));
                    copied.push((*id, unit));
                    Some(unit)
                });
            let direct = made.iter().any(|(other, ..)| other == id);
            let Some(unit) = unit.filter(|_| direct || self.rows[row].can_store(*place)) else {
                self.restore(row, saved);
                return false;
            };
            if !direct {
                self.rows[row].put_store(*place, unit);
            }
            if copied.iter().any(|(other, _)| other == id) {
                change.reads.push(*id);
            }
        }
        if !self.leaves_room(row, relieved, &saved) {
            self.restore(row, saved);
            return false;
        }
        for (id, unit, here) in made {
            self.made(id, unit, row, here);
        }
        self.copies_made += copied.len() as u32;
        for (place, _) in &stores {
            if let Some(cell) = cell_of(*place) {
                self.cells.insert(cell, Some(row));
            }
        }
        self.want(change);
        self.stored += 1;
        true
    }

    /// Makes a value in the row of its last store, if nothing else wants it later.
    fn place_last(
        &mut self,
        id: NodeId,
        row: usize,
        here: u32,
        stores: &[(Place, NodeId)],
        change: &mut Change,
    ) -> Option<Unit> {
        let op = self.nodes[id as usize].op;
        if self.values[id as usize].left != here || is_late(op) || !self.serves(id, row) {
            return None;
        }
        let saved = self.save(row);
        let wants = change.wants.len();
        let reads = change.reads.len();
        let unit = self.place(id, row, change).filter(|unit| {
            let mut own = stores.iter().filter(|(_, other)| *other == id);
            own.all(|(place, _)| {
                let fits = self.rows[row].can_store(*place);
                if fits {
                    self.rows[row].put_store(*place, *unit);
                }
                fits
            }) && self.store_held(id, *unit, row)
        });
        if unit.is_none() {
            self.restore(row, saved);
            change.wants.truncate(wants);
            change.reads.truncate(reads);
        }
        unit
    }

    /// Notes that a value is made by a unit; `stores` of its readers are stores of this row.
    fn made(&mut self, id: NodeId, unit: Unit, row: usize, stores: u32) {
        self.open(id);
        let value = &mut self.values[id as usize];
        value.left -= stores;
        value.placed = true;
        let consumers = std::mem::take(&mut value.consumers);
        if let Some(held) = value.held.take() {
            self.free(held, row);
        }
        self.feed(&consumers, unit, row);
        self.live.retain(|other| *other != id);
        for address in &mut self.addresses {
            if address.is_ok_and(|(other, _)| other == id) {
                *address = Err(row);
            }
        }
        self.placed += 1;
    }

    /// Stores a result to the register that readers below expect it in, if there is one.
    pub(super) fn store_held(&mut self, id: NodeId, unit: Unit, row: usize) -> bool {
        let Some(held) = self.values[id as usize].held else {
            return true;
        };
        let place = Place::Register(held.register, held.lane);
        let fits = self.rows[row].can_store(place);
        if fits {
            self.rows[row].put_store(place, unit);
        }
        fits
    }

    /// The register is free above the row that stores to it.
    pub(super) fn free(&mut self, held: Held, row: usize) {
        self.lanes[usize::from(held.register)][usize::from(held.lane)] = Lane::Free(row);
    }

    /// Lets inputs read a unit's result.
    pub(super) fn feed(&mut self, consumers: &[Consumer], unit: Unit, row: usize) {
        for consumer in consumers {
            let code = match row - consumer.row {
                1 => Some(unit.previous()),
                _ => unit.before(),
            };
            for field in consumer.fields.into_iter().flatten() {
                let instruction = &mut self.rows[consumer.row].instruction;
                instruction.set(field, code.unwrap_or(crate::gp::isa::NOTHING));
            }
        }
    }

    /// Notes what a placed operation reads.
    fn want(&mut self, change: Change) {
        for (id, consumer) in change.wants {
            self.values[id as usize].consumers.push(consumer);
            if !self.live.contains(&id) {
                self.live.push(id);
            }
        }
        for id in change.reads {
            let value = &mut self.values[id as usize];
            value.left = value.left.saturating_sub(1);
            if value.left == 0 && !value.placed {
                self.items.push(Item::Node(id));
            }
        }
    }

    /// Whether a place that a variable lives in still has its old value in a row.
    pub(super) fn is_old(&self, from: From, row: usize) -> bool {
        match cell_read(from).and_then(|cell| self.cells.get(&cell)) {
            None => true,
            Some(None) => false,
            Some(Some(stored)) => *stored <= row,
        }
    }
}

/// Whether the result can only be read two instructions later, and not be stored.
pub(super) fn is_late(op: NodeOp) -> bool {
    matches!(
        op,
        NodeOp::Function(Function::Rcp | Function::Rsqrt | Function::Exp2)
    )
}
