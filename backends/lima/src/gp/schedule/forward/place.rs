//! Placing one operation: units, inputs, stores of its result.

mod route;

use super::{AHEAD, ForwardScheduler, Location, cell_of, cell_read, demand};
use crate::gp::code::{From, Function, Node, NodeId, NodeOp, Place, Read, Reads, Stores};
use crate::gp::isa::{
    ADDRESS_LATENCY, IDENTITY, REGISTER_LATENCY, TEMPORARY_LATENCY, Unit, complex, mul, pass,
};
use crate::gp::schedule::slot::{CopyUnits, IDLE_INPUT, Slot, function_code};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// An operation that is being placed: its instructions are changed at once, the rest is noted.
pub(crate) struct Trial {
    /// The first instruction.
    base: usize,
    /// A copy of the operand made on the way.
    copy: Option<Location>,
    /// The result.
    result: Option<Location>,
    /// The address register that is set.
    address: Option<u8>,
    /// The last instruction that reads the operands.
    last_read: usize,
}

impl ForwardScheduler<'_> {
    /// Places an operation in an instruction if that is possible, and tells whether it was.
    pub(crate) fn place(&mut self, id: NodeId, now: usize) -> bool {
        let node = &self.nodes[id];
        let op = node.op;
        let Some(window) = self.slots.get(now..now + AHEAD) else {
            return false;
        };
        let loads_another = |read: &Read| match (read.from, window[0].memory) {
            (From::Memory(address, _), Some(loaded)) => loaded != (address, None),
            _ => false,
        };
        if !has_unit(window, op) || node.reads.iter().any(loads_another) {
            return false;
        }
        // Only functions take units of more instructions than one.
        let changed = match op {
            NodeOp::Function(_) => AHEAD,
            _ => 1,
        };
        let before: SmallVec<[Slot; 1]> = SmallVec::from_slice(&window[..changed]);
        let reads = Reads::from_slice(&node.reads);
        if let Some(trial) = self.attempt(op, &reads, now) {
            let stored = self.store_outputs(id, &trial);
            if self.leaves_room(id, &reads, &stored, &trial) {
                self.commit(id, &reads, &stored, &trial);
                return true;
            }
        }
        self.slots[now..now + changed].copy_from_slice(&before);
        false
    }

    /// Finds units and inputs.
    fn attempt(&mut self, op: NodeOp, reads: &[Read], now: usize) -> Option<Trial> {
        let mut trial = Trial {
            base: now,
            copy: None,
            result: None,
            address: None,
            last_read: now,
        };
        let result = |unit| Some(Location::new(unit, now));
        let read = |index: usize| reads.get(index).copied();
        match op {
            NodeOp::Acc(code) => {
                let unit = self.slots[now].acc_for(code)?;
                let a = read(0)?;
                let first = self.route(now, a.from)?;
                let (second, negate) = match read(1) {
                    None => (0, false),
                    Some(Read {
                        from: From::Zero, ..
                    }) => (IDENTITY, false),
                    Some(b) => (self.route(now, b.from)?, b.negate),
                };
                self.slots[now].put_acc(unit, code, [first, second], [a.negate, negate]);
                trial.result = result(unit);
            }
            NodeOp::Mul { negate } => {
                let unit = self.slots[now].mul_for()?;
                let first = self.route(now, read(0)?.from)?;
                let second = self.route(now, read(1)?.from)?;
                self.slots[now].put_mul(unit, [first, second], negate);
                trial.result = result(unit);
            }
            NodeOp::Select => {
                let mut inputs = [IDLE_INPUT; 4];
                for (index, input) in inputs.iter_mut().take(3).enumerate() {
                    *input = self.route(now, read(index)?.from)?;
                }
                self.slots[now].put_both(mul::SELECT, inputs);
                trial.result = result(Unit::Mul0);
            }
            NodeOp::Clamp => {
                let [
                    Read {
                        from: From::Memory(bounds, _),
                        ..
                    },
                    _,
                    bounded,
                ] = *reads
                else {
                    return None;
                };
                if !self.slots[now].claim_memory(bounds, None) {
                    return None;
                }
                let input = self.route(now, bounded.from)?;
                self.slots[now].put_pass(pass::CLAMP, input);
                trial.result = result(Unit::Pass);
            }
            NodeOp::Move => {
                let input = self.route(now, read(0)?.from)?;
                let unit = self.slots[now].put_copy(input, CopyUnits::Multipliers)?;
                trial.result = result(unit);
            }
            NodeOp::SetAddress => {
                let free = |held: &Result<NodeId, usize>| held.is_err_and(|since| since <= now);
                let number = self.addresses.iter().position(free)? as u8 + 1;
                let input = self.route(now, read(0)?.from)?;
                self.slots[now].put_complex(complex::SET_A0 + u16::from(number), input);
                trial.address = Some(number);
            }
            NodeOp::Function(Function::Exp2) => self.exponential(&mut trial, now, read(0)?)?,
            NodeOp::Function(function) => self.function(&mut trial, now, function, read(0)?)?,
        }
        Some(trial)
    }

    /// preexp2, then the function's two steps on what it gives.
    fn exponential(&mut self, trial: &mut Trial, now: usize, argument: Read) -> Option<()> {
        let input = self.route(now, argument.from)?;
        self.slots[now].put_pass(pass::PREEXP2, input);
        self.slots[now + 1].put_function(complex::EXP2, Unit::Pass.previous());
        let last = Unit::Pass.before()?;
        self.slots[now + 2].put_both(mul::COMPLEX1, last_step(last));
        trial.result = Some(Location::late(Unit::Mul0, now + 2));
        Some(())
    }

    /// The function's two steps, which both read the argument; a logarithm is corrected after them.
    fn function(
        &mut self,
        trial: &mut Trial,
        now: usize,
        function: Function,
        argument: Read,
    ) -> Option<()> {
        let input = self.route(now, argument.from)?;
        self.slots[now].put_function(function_code(function), input);
        let again = match self.route(now + 1, argument.from) {
            Some(again) => again,
            None => {
                let unit = self.slots[now].put_copy(input, CopyUnits::Multipliers)?;
                trial.copy = Some(Location::new(unit, now));
                unit.previous()
            }
        };
        trial.last_read = now + 1;
        self.slots[now + 1].put_both(mul::COMPLEX1, last_step(again));
        trial.result = Some(Location::late(Unit::Mul0, now + 1));
        if function == Function::Log2 {
            self.slots[now + 3].put_pass(pass::POSTLOG2, Unit::Mul0.before()?);
            trial.result = Some(Location::new(Unit::Pass, now + 3));
        }
        Some(())
    }

    /// Stores the result to as many of its outputs as the instruction that makes it allows.
    fn store_outputs(&mut self, id: NodeId, trial: &Trial) -> Stores {
        let Some(result) = trial.result.filter(|result| !result.late) else {
            return Stores::new();
        };
        let mut stored = Stores::from_slice(&self.nodes[id].stores);
        stored.retain(|place| {
            let fits = self.may_store(*place, result.time(), id)
                && self.slots[result.time()].can_store(*place);
            if fits {
                self.slots[result.time()].put_store(*place, result.unit);
            }
            fits
        });
        stored
    }

    /// True if everything that reads what a place held before does so up to an instruction; `id` is
    /// about to be placed there.
    fn may_store(&self, place: Place, time: usize, id: NodeId) -> bool {
        let Some(cell) = cell_of(place) else {
            return true;
        };
        let Some(&(pending, last)) = self.cells.get(&cell) else {
            return true;
        };
        let reads = &self.nodes[id].reads;
        let own = reads.iter().filter(|r| cell_read(r.from) == Some(cell));
        pending as usize <= own.count() && last <= time
    }

    /// True if units remain for the copies that are due.
    fn leaves_room(&self, id: NodeId, reads: &[Read], stored: &[Place], trial: &Trial) -> bool {
        let now = trial.base;
        let mut due = self.leaving;
        for (index, read) in reads.iter().enumerate() {
            // What is read for the last time leaves nothing to copy.
            if let From::Node(operand) = read.from
                && !reads[..index].iter().any(|other| other.from == read.from)
                && !self.is_needed_behind(operand, reads)
                && let Some(expires) = self.leaves_network(operand)
                && let Some(offset) = expires.checked_sub(now)
                && let Some(count) = due.get_mut(offset)
            {
                *count = count.saturating_sub(1);
            }
        }
        if self.values[id].uses as usize > stored.len()
            && let Some(result) = trial.result
            && let Some(count) = due.get_mut(result.time() + 2 - now)
        {
            *count += 1;
        }
        if trial.copy.is_some()
            && let Some(read) = reads.first()
            && let From::Node(operand) = read.from
        {
            // The copy keeps the operand two instructions longer.
            let value = &self.values[operand];
            if value.register.is_none() && value.uses > 1 {
                if let Some(count) = due.get_mut(value.expires.saturating_sub(now)) {
                    *count = count.saturating_sub(1);
                }
                due[2] += 1;
            }
        }
        // Copies made now and in the next instruction are due again two later.
        let due = [due[0], due[1], due[2] + due[0], due[3] + due[1]];
        due.iter()
            .zip(&self.slots[now..])
            .all(|(due, slot)| *due <= slot.copies_free())
    }

    fn commit(&mut self, id: NodeId, reads: &[Read], stored: &[Place], trial: &Trial) {
        let Trial {
            base,
            copy,
            result,
            address,
            last_read,
        } = *trial;
        if let (Some(place), Some(read)) = (copy, reads.first())
            && let From::Node(operand) = read.from
        {
            self.add_copy(operand, place);
        }
        for read in reads {
            self.used(read.from, last_read);
        }
        if let Some((units, count)) = demand(self.nodes[id].op) {
            self.left[units] = self.left[units].saturating_sub(count);
        }
        let value = &mut self.values[id];
        value.placed = true;
        self.wake(id, false);
        let value = &mut self.values[id];
        value.uses = value.uses.saturating_sub(stored.len() as u32);
        if let Some(place) = result {
            self.add_copy(id, place);
        }
        if let Some(number) = address {
            let value = &mut self.values[id];
            value.address = Some((number, base + ADDRESS_LATENCY));
            self.addresses[usize::from(number) - 1] = Ok(id);
        }
        if let Some(place) = result {
            stored
                .iter()
                .for_each(|s| self.note_store(*s, place.time(), id));
        }
        self.leave_stores(id, stored);
        self.count_leaving(base);
    }

    /// Counts the values that leave the network with each of the next instructions.
    pub(crate) fn count_leaving(&mut self, now: usize) {
        let mut leaving = [0; AHEAD];
        for id in &self.live {
            let expires = self.leaves_network(*id);
            if let Some(offset) = expires.and_then(|time| time.checked_sub(now))
                && let Some(count) = leaving.get_mut(offset)
                && self.is_needed_behind(*id, &[])
            {
                *count += 1;
            }
        }
        self.leaving = leaving;
    }

    /// Notes when a stored result can be read again.
    fn note_store(&mut self, place: Place, time: usize, id: NodeId) {
        let ready = match place {
            Place::Output(..) | Place::Variable(_) => return,
            Place::Register(..) => time + REGISTER_LATENCY,
            Place::Temporary { .. } => {
                let origin = self.origins[id];
                let ready = time + TEMPORARY_LATENCY;
                if self.values[origin].temporary.replace(ready).is_none() {
                    self.wake(origin, true);
                }
                ready
            }
        };
        self.results_ready = self.results_ready.max(ready);
    }

    /// Ends the block with a branch, if its condition can be read and nothing comes after it.
    pub(crate) fn branch(&mut self, read: Read, now: usize) -> bool {
        let busy = self.slots.iter().rposition(|slot| !slot.is_idle());
        if now + 1 < self.results_ready || busy.is_some_and(|last| last > now) {
            return false;
        }
        let before = self.slots[now];
        let input = self.route(now, read.from);
        let ends = input.is_some_and(|input| self.slots[now].put_branch(input));
        if ends {
            self.slots.truncate(now + 1);
        } else {
            self.slots[now] = before;
        }
        ends
    }

    /// Makes operations of the stores that did not fit.
    fn leave_stores(&mut self, id: NodeId, stored: &[Place]) {
        if self.nodes[id].stores.len() == stored.len() {
            return;
        }
        let left: Vec<Place> = self.nodes[id]
            .stores
            .iter()
            .copied()
            .filter(|store| !stored.contains(store))
            .collect();
        for store in left {
            let span = self.nodes[id].span;
            self.nodes.push(Cow::Owned(Node {
                op: NodeOp::Move,
                reads: smallvec![Read::of(From::Node(id))],
                stores: smallvec![store],
                span,
            }));
            self.values.push(super::Value {
                uses: 1,
                ..Default::default()
            });
            let copy = self.origins.push(self.origins[id]);
            self.ready.push(copy);
        }
    }
}

/// True if an instruction and those behind it have the units for an operation.
fn has_unit(slots: &[Slot], op: NodeOp) -> bool {
    let [first, second, third, fourth, ..] = slots else {
        return false;
    };
    match op {
        NodeOp::Acc(code) => first.acc_for(code).is_some(),
        NodeOp::Mul { .. } => first.mul_for().is_some(),
        NodeOp::Select => first.both_mul_free(),
        NodeOp::Clamp => first.is_free(Unit::Pass),
        NodeOp::Move => first.copies_free() > 0,
        NodeOp::SetAddress => first.is_free(Unit::Complex),
        NodeOp::Function(Function::Exp2) => {
            first.is_free(Unit::Pass) && second.function_free() && third.both_mul_free()
        }
        NodeOp::Function(function) => {
            first.function_free()
                && second.both_mul_free()
                && (function != Function::Log2 || fourth.is_free(Unit::Pass))
        }
    }
}

/// The inputs of a function's last step.
fn last_step(argument: u16) -> [u16; 4] {
    let table = Unit::Complex.previous();
    [table, Unit::Mul0.previous(), table, argument]
}
