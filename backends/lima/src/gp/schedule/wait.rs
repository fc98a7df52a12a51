//! Values of the backward walk that are wanted before they can be made: copies, registers, second makings.

use super::backward::{Backward, Change, Consumer, Held, Lane, is_late};
use super::router::Failure;
use crate::gp::code::{NodeId, NodeOp};
use crate::gp::isa::{REGISTER_LATENCY, REGISTERS};

impl Backward<'_> {
    /// Leads what is wanted two rows below onwards.
    pub(super) fn settle(&mut self, row: usize) -> Result<(), Failure> {
        for id in self.live.clone() {
            let value = &self.values[id as usize];
            if value.placed || value.consumers.is_empty() {
                continue;
            }
            let late = is_late(self.nodes[id as usize].op);
            let has = |wanted: usize| value.consumers.iter().any(|c| c.row == wanted);
            // A late result reaches only readers of one row.
            let split = late && value.left == 0 && row > 0 && has(row) && has(row - 1);
            if !self.is_due(id, row) && !split {
                continue;
            }
            let waits = value.left > 0;
            let prefers_register = self.plan.registers || value.copied || !waits;
            let settled = waits && self.plan.clones && self.clone_here(id, row)
                || (prefers_register || self.rows[row].copies_free() == 0) && self.hold(id, row)
                || self.copy_here(id, row)
                || self.hold(id, row)
                || self.clone_here(id, row);
            if !settled {
                return Err(Failure::Pressure);
            }
        }
        self.live
            .retain(|id| !self.values[*id as usize].consumers.is_empty());
        Ok(())
    }

    /// Takes the inputs that a result of a row can serve.
    fn take_served(&mut self, id: NodeId, row: usize) -> Vec<Consumer> {
        let consumers = &mut self.values[id as usize].consumers;
        let all = std::mem::take(consumers);
        let (served, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|c| c.row < row);
        *consumers = rest;
        served
    }

    /// Makes a value once more for what wants it now, if it is made of loads alone.
    fn clone_here(&mut self, id: NodeId, row: usize) -> bool {
        let node = &self.nodes[id as usize];
        let simple = matches!(
            node.op,
            NodeOp::Acc(_) | NodeOp::Mul(_) | NodeOp::Move | NodeOp::Select
        );
        if !simple || node.reads.iter().any(|read| read.from.node().is_some()) {
            return false;
        }
        let saved = self.save(row);
        let held = self.values[id as usize].held.take();
        let unit = self.place(id, row, &mut Change::default());
        self.values[id as usize].held = held;
        let Some(unit) = unit else {
            self.restore(row, saved);
            return false;
        };
        let served = self.take_served(id, row);
        self.feed(&served, unit, row);
        true
    }

    pub(super) fn copy_here(&mut self, id: NodeId, row: usize) -> bool {
        let Some((unit, fields)) = self.copy(row) else {
            return false;
        };
        let served = self.take_served(id, row);
        self.feed(&served, unit, row);
        let value = &mut self.values[id as usize];
        value.copied = true;
        value.consumers.push(Consumer { row, fields });
        if !self.live.contains(&id) {
            self.live.push(id);
        }
        self.copies_made += 1;
        if let Some(held) = self.values[id as usize].held
            && held.highest + REGISTER_LATENCY <= row
            && self.store_held(id, unit, row)
        {
            self.values[id as usize].held = None;
            self.free(held, row);
        }
        true
    }

    /// Lets what wants a value now read it from a register.
    fn hold(&mut self, id: NodeId, row: usize) -> bool {
        let value = &self.values[id as usize];
        let wanted = value.consumers.iter().map(|c| c.row).min();
        let Some(wanted) = wanted.filter(|wanted| *wanted < row) else {
            return false;
        };
        let place = match value.held {
            Some(held) => Some((held.register, held.lane)),
            None => self.free_lane(wanted),
        };
        let Some((register, lane)) = place else {
            return false;
        };
        let mut slot = self.rows[wanted];
        let Some(code) = slot.read_register(register, lane) else {
            return false;
        };
        let value = &mut self.values[id as usize];
        for consumer in value.consumers.iter().filter(|c| c.row == wanted) {
            for field in consumer.fields.into_iter().flatten() {
                slot.instruction.set(field, code);
            }
        }
        value.consumers.retain(|c| c.row != wanted);
        value.held = Some(Held {
            register,
            lane,
            highest: value.held.map_or(wanted, |held| held.highest.max(wanted)),
        });
        self.rows[wanted] = slot;
        self.lanes[usize::from(register)][usize::from(lane)] = Lane::Taken;
        true
    }

    /// A lane for a value that is read from a row on, near others that are read there.
    fn free_lane(&self, row: usize) -> Option<(u8, u8)> {
        let slot = &self.rows[row];
        let mut best: Option<(usize, u8, u8)> = None;
        for register in 0..REGISTERS {
            let on_port = slot.port1 == Some(register) || slot.port0 == Some((false, register));
            if !on_port && slot.port1.is_some() && slot.port0.is_some() {
                continue;
            }
            let lanes = &self.lanes[usize::from(register)];
            let taken = lanes.iter().filter(|lane| **lane == Lane::Taken).count();
            for (lane, state) in (0..).zip(lanes) {
                if !matches!(state, Lane::Free(since) if *since <= row) {
                    continue;
                }
                let score = 8 * usize::from(on_port) + taken;
                if best.is_none_or(|(other, ..)| score > other) {
                    best = Some((score, register, lane));
                }
            }
        }
        best.map(|(_, register, lane)| (register, lane))
    }
}
