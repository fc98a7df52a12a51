//! Values that are read before they can be made: copies and registers.

use super::{BackwardScheduler, Held, ONE_BELOW, TAKEN, TWO_BELOW, is_late};
use crate::gp::code::NodeId;
use crate::gp::isa::REGISTERS;
use crate::gp::schedule::forward::Failure;
use crate::gp::schedule::slot::Port0;

/// The bit of a value's wanted rows for the current one.
const HERE: u16 = 4;

impl BackwardScheduler<'_> {
    /// Keeps values that are read two rows below and are not made in this row: by a copy or a register.
    pub(crate) fn forward_values(&mut self) -> Result<(), Failure> {
        for index in 0..self.live.len() {
            let Some(&id) = self.live.get(index) else {
                break;
            };
            let value = &self.values[id];
            if value.placed || value.wanted == 0 {
                continue;
            }
            let late = is_late(self.graph.nodes[id].op);
            // A late result reaches only readers of one row.
            let both = HERE | ONE_BELOW;
            let split = late && value.left == 0 && value.wanted & both == both;
            if !self.is_due(id) && !split {
                continue;
            }
            let waits = value.left > 0;
            let prefers_register = self.priorities.registers || value.copied || !waits;
            let kept = (prefers_register || self.rows[self.row].copies_free() == 0)
                && self.park_in_register(id)
                || self.copy_here(id)
                || self.park_in_register(id);
            if !kept {
                return Err(Failure::Pressure);
            }
        }
        let values = &self.values;
        self.live.retain(|id| values[*id].wanted != 0);
        Ok(())
    }

    pub(crate) fn copy_here(&mut self, id: NodeId) -> bool {
        let row = self.row;
        let point = self.checkpoint();
        let Some((unit, fields)) = self.copy(row, false) else {
            self.undo(point);
            return false;
        };
        for field in fields.into_iter().flatten() {
            self.slot(row).want(field, id);
        }
        self.commit();
        self.feed(id, unit);
        self.values[id].copied = true;
        self.want(id, row);
        self.copies_made += 1;
        if let Some(held) = self.values[id].held
            && held.can_be_stored(row)
        {
            let point = self.checkpoint();
            if self.store_held(id, unit) {
                self.commit();
                self.values[id].held = None;
                self.free(id, held);
            } else {
                self.undo(point);
            }
        }
        true
    }

    /// Lets the lowest row that wants a value read it from a register.
    fn park_in_register(&mut self, id: NodeId) -> bool {
        let value = &self.values[id];
        let (bit, wanted) = match value.wanted {
            rows if rows & TWO_BELOW != 0 => (TWO_BELOW, self.row - 2),
            rows if rows & ONE_BELOW != 0 => (ONE_BELOW, self.row - 1),
            _ => return false,
        };
        let place = match value.held {
            Some(held) => Some((held.register(), held.lane())),
            None => self.free_lane(wanted),
        };
        let Some((register, lane)) = place else {
            return false;
        };
        let slot = &mut self.rows[wanted];
        let Some(code) = slot.read_register(register, lane) else {
            return false;
        };
        slot.feed(id, code);
        let value = &mut self.values[id];
        value.wanted &= !bit;
        match &mut value.held {
            Some(held) => *held = held.read_in(wanted),
            None => {
                let held = Held::new(register, lane, wanted);
                value.held = Some(held);
                self.take(id, held);
            }
        }
        true
    }

    /// A lane for a value that is read from a row on, near others that are read there.
    fn free_lane(&self, row: usize) -> Option<(u8, u8)> {
        let slot = &self.rows[row];
        let mut best: Option<(u8, u8, u8)> = None;
        for register in 0..REGISTERS {
            let on_port =
                slot.port1 == Some(register) || slot.port0 == Some(Port0::Register(register));
            if !on_port && slot.port1.is_some() && slot.port0.is_some() {
                continue;
            }
            let lanes = &self.lanes[usize::from(register)];
            let taken = self.lanes_taken[usize::from(register)];
            let score = 8 * u8::from(on_port) + taken;
            if best.is_some_and(|(other, ..)| score <= other) {
                continue;
            }
            let free = |since: &u16| *since != TAKEN && usize::from(*since) <= row;
            if let Some(lane) = lanes.iter().position(free) {
                best = Some((score, register, lane as u8));
            }
        }
        best.map(|(_, register, lane)| (register, lane))
    }
}
