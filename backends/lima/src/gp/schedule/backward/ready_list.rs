//! The ready list of the bottom-up scheduler: stores, and operations whose uses are all scheduled.

use super::undo_log::Item;
use super::{BackwardScheduler, is_late};
use crate::gp::code::{From, NodeId, NodeOp, Place};
use crate::gp::isa::Unit;
use crate::gp::schedule::forward::cell_of;
use crate::gp::schedule::graph::RootId;
use retroshade_ir::entity::EntityRef;

/// The class of operations that can wait: placed after urgent ones and after those that end a live range.
const CAN_WAIT: u64 = 2;

impl BackwardScheduler<'_> {
    /// Places what can be placed in the current row.
    pub(crate) fn fill(&mut self) {
        let items = std::mem::take(&mut self.items);
        let items = items.into_iter().map(|item| (self.order(item), item));
        let mut ready: Vec<(u64, Item)> = items.collect();
        ready.sort_unstable_by_key(|(key, _)| *key);
        let mut loaded = None;
        for index in 0..ready.len() {
            let (_, item) = ready[index];
            let placed = match item {
                Item::Root(root) => self.try_root(root),
                Item::Node(id) => self.try_alone(id),
            };
            if !placed {
                self.items.push(item);
            } else if loaded.is_none() {
                loaded = self.rows[self.row].memory;
                if let Some((address, _)) = loaded {
                    self.gather(address, &mut ready[index + 1..]);
                }
            }
        }
    }

    /// Moves operations that read the uniform vector loaded by this instruction to the front of those that can
    /// wait: an instruction can load only one.
    fn gather(&self, address: u16, ready: &mut [(u64, Item)]) {
        let vectors = &self.graph.vectors;
        for (key, item) in &mut *ready {
            let reads = match *item {
                Item::Node(id) => vectors.reads(id, address),
                Item::Root(root) => {
                    let mut stores = self.graph.roots[root].stores.iter();
                    stores.any(|(_, id)| vectors.reads(*id, address))
                }
            };
            if *key >> 62 == CAN_WAIT && !reads {
                *key |= (CAN_WAIT + 1) << 62;
            }
        }
        ready.sort_unstable_by_key(|(key, _)| *key);
    }

    /// The key of the ready list, the lowest first: class, rank, number.
    fn order(&self, item: Item) -> u64 {
        let (class, rank, number) = match item {
            Item::Root(root) => {
                let stores = &self.graph.roots[root].stores;
                let mut ids = stores.iter().map(|(_, id)| *id);
                let rank = ids.clone().map(|id| self.priorities.ranks[id]).max();
                let class = if ids.any(|id| self.is_urgent(id)) {
                    0
                } else if self.ends_keeping(root) {
                    1
                } else {
                    CAN_WAIT
                };
                (class, rank.unwrap_or(0), root.index() as u64)
            }
            Item::Node(id) => {
                let class = if self.is_urgent(id) { 0 } else { CAN_WAIT };
                (class, self.priorities.ranks[id], id.index() as u64)
            }
        };
        class << 62 | (0x3fff_ffff_ffff - rank.min(0x3fff_ffff_ffff)) << 16 | number & 0xffff
    }

    /// True if stores end what values are kept for.
    fn ends_keeping(&self, root: RootId) -> bool {
        self.graph.roots[root].stores.iter().any(|(_, id)| {
            let value = &self.values[*id];
            value.wanted != 0 || value.held.is_some()
        })
    }

    /// True if copies that are due still find units, `relieved` of them being made unnecessary.
    fn leaves_room(&self, relieved: usize) -> bool {
        let next = self.rows[self.row + 1].copies_free();
        self.due_at_most(0, self.rows[self.row].copies_free() + relieved)
            && (next == self.room_above_before() || self.due_at_most(1, next))
    }

    fn try_alone(&mut self, id: NodeId) -> bool {
        let value = &self.values[id];
        if let Some(held) = value.held
            && is_late(self.graph.nodes[id].op)
        {
            // A late result gets to a register by a copy.
            if value.wanted == 0 && held.can_be_stored(self.row) {
                self.copy_here(id);
            }
            return false;
        }
        if !self.has_unit(id) || !self.serves(id) {
            return false;
        }
        let point = self.checkpoint();
        let relieved = usize::from(self.is_due(id));
        let unit = self.place(id, false);
        match unit.filter(|unit| self.store_held(id, *unit)) {
            Some(unit) if self.leaves_room(relieved) => {
                self.made(id, unit, 0);
                self.commit();
                true
            }
            _ => {
                self.undo(point);
                false
            }
        }
    }

    /// True if the row has a unit for an operation at all.
    fn has_unit(&self, id: NodeId) -> bool {
        let slot = &self.rows[self.row];
        match self.graph.nodes[id].op {
            NodeOp::Acc(code) => slot.acc_for(code).is_some(),
            NodeOp::Mul { .. } => slot.mul_for().is_some(),
            NodeOp::Select => slot.both_mul_free(),
            _ => true,
        }
    }

    /// Both components of a half, or one of them where the priorities allow that.
    fn try_root(&mut self, id: RootId) -> bool {
        let root = &self.graph.roots[id];
        if self.row < root.lowest {
            return false;
        }
        let all = (1u8 << root.stores.len().min(4)) - 1;
        let left = all & !self.stored[id];
        // Stores that wait for the row in which their value is made, each for its own.
        let alone = self.priorities.split && left.count_ones() > 1;
        let mut done = (self.previous_row_empty || !alone) && self.try_stores(id, left, false);
        if !done && alone {
            for bit in (0..4)
                .map(|number| left & 1 << number)
                .filter(|bit| *bit != 0)
            {
                done |= self.try_stores(id, bit, !self.previous_row_empty);
            }
        }
        done && self.stored[id] == all
    }

    /// Stores some components: values made in this row where that is possible, copies otherwise unless
    /// only what is made here shall be stored.
    fn try_stores(&mut self, root_id: RootId, which: u8, direct: bool) -> bool {
        let graph = self.graph;
        let root = &graph.roots[root_id];
        let row = self.row;
        let stores = || {
            let all = root.stores.iter().enumerate();
            let chosen = all.filter(move |(number, _)| which >> number & 1 != 0);
            chosen.map(|(_, store)| *store)
        };
        if !stores().all(|(place, _)| self.rows[row].can_store(place)) {
            return false;
        }
        let point = self.checkpoint();
        let mut made: [Option<(NodeId, Unit, u16)>; 4] = [None; 4];
        let mut copied: [Option<(NodeId, Unit)>; 4] = [None; 4];
        let mut relieved = 0;
        for (number, (place, id)) in stores().enumerate().take(4) {
            if made.iter().flatten().any(|(other, ..)| *other == id) {
                // Stored with its first place.
                continue;
            }
            let here = stores().filter(|(_, other)| *other == id).count() as u16;
            if let Some(unit) = self.place_last(id, here, stores) {
                relieved += usize::from(self.is_due(id));
                made[number] = Some((id, unit, here));
                continue;
            }
            let known = copied.iter().flatten().find(|(other, _)| *other == id);
            let unit = match known {
                Some((_, unit)) => Some(*unit),
                None if direct => None,
                None => self.copy_to_store(id, place).inspect(|unit| {
                    relieved += usize::from(self.is_due(id));
                    copied[number] = Some((id, *unit));
                }),
            };
            let Some(unit) = unit.filter(|_| self.rows[row].can_store(place)) else {
                self.undo(point);
                return false;
            };
            self.slot(row).put_store(place, unit);
            self.change.reads.push(id);
        }
        if !self.leaves_room(relieved) {
            self.undo(point);
            return false;
        }
        for (id, unit, here) in made.into_iter().flatten() {
            self.made(id, unit, here);
        }
        self.copies_made += copied.iter().flatten().count() as u32;
        for (place, _) in stores() {
            if let Some(cell) = cell_of(place).and_then(|cell| graph.cell(cell)) {
                self.cells[cell] = Some(row as u16);
            }
        }
        self.commit();
        self.stored[root_id] |= which;
        self.placed += usize::from(self.stored[root_id].count_ones() as usize == root.stores.len());
        true
    }

    /// A copy of a value that this row stores.
    fn copy_to_store(&mut self, id: NodeId, place: Place) -> Option<Unit> {
        let any = !matches!(place, Place::Temporary { .. });
        let (unit, fields) = self.copy(self.row, any)?;
        for field in fields.into_iter().flatten() {
            self.want_input(self.row, From::Node(id), &[field])?;
        }
        Some(unit)
    }

    /// Makes a value in the row of its last stores, if nothing else wants it later.
    fn place_last<S: Iterator<Item = (Place, NodeId)>>(
        &mut self,
        id: NodeId,
        here: u16,
        stores: impl Fn() -> S,
    ) -> Option<Unit> {
        let value = &self.values[id];
        let op = self.graph.nodes[id].op;
        if value.left != here || is_late(op) || !self.has_unit(id) || !self.serves(id) {
            return None;
        }
        let own = || stores().filter(|(_, other)| *other == id);
        let only = value.wanted == 0
            && value.held.is_none()
            && !own().any(|(place, _)| matches!(place, Place::Temporary { .. }));
        let point = self.checkpoint();
        let unit = self.place(id, only).filter(|unit| {
            own().all(|(place, _)| {
                let fits = self.rows[self.row].can_store(place);
                if fits {
                    self.slot(self.row).put_store(place, *unit);
                }
                fits
            }) && self.store_held(id, *unit)
        });
        if unit.is_none() {
            self.undo(point);
        }
        unit
    }

    /// Stores a result to the register that readers below expect it in, if there is one.
    pub(crate) fn store_held(&mut self, id: NodeId, unit: Unit) -> bool {
        let Some(held) = self.values[id].held else {
            return true;
        };
        let place = Place::Register(held.register(), held.lane());
        let fits = self.rows[self.row].can_store(place);
        if fits {
            self.slot(self.row).put_store(place, unit);
        }
        fits
    }
}
