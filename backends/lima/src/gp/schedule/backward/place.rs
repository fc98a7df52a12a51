//! Places one operation in a row: units, inputs, loads.

use super::BackwardScheduler;
use crate::gp::code::{From, Function, NodeId, NodeOp};
use crate::gp::isa::{ADDRESS_LATENCY, IDENTITY, NOTHING, Unit, complex, mul, pass};
use crate::gp::schedule::slot::{ACC_INPUTS, IDLE_INPUT, Input, MUL_INPUTS, Port0, function_code};

/// The inputs of a function's first step.
const FIRST_STEP: [Input; 3] = [Input::Mul0A, Input::Mul0B, Input::Complex];

impl BackwardScheduler<'_> {
    /// Puts an operation in the current row and gives the unit that has its result there. `stored`: the
    /// result is only stored, so that any unit may copy it.
    pub(crate) fn place(&mut self, id: NodeId, stored: bool) -> Option<Unit> {
        let row = self.row;
        let graph = self.graph;
        let node = &graph.nodes[id];
        let from = |index: usize| node.reads.get(index).map(|read| read.from);
        let unit = match node.op {
            NodeOp::Acc(code) => {
                let unit = self.rows[row].acc_for(code)?;
                let [first, second] = ACC_INPUTS[usize::from(unit == Unit::Acc1)];
                let other = match from(1) {
                    None => 0,
                    Some(From::Zero) => IDENTITY,
                    Some(_) => NOTHING,
                };
                let negate = |index: usize| node.reads.get(index).is_some_and(|r| r.negate);
                let negates = [negate(0), other != IDENTITY && negate(1)];
                self.slot(row)
                    .put_acc(unit, code, [NOTHING, other], negates);
                self.want_input(row, from(0)?, &[first])?;
                if other == NOTHING {
                    self.want_input(row, from(1)?, &[second])?;
                }
                unit
            }
            NodeOp::Mul { negate } => {
                let unit = self.rows[row].mul_for()?;
                let [first, second] = MUL_INPUTS[usize::from(unit == Unit::Mul1)];
                self.slot(row).put_mul(unit, [NOTHING; 2], negate);
                self.want_input(row, from(0)?, &[first])?;
                self.want_input(row, from(1)?, &[second])?;
                unit
            }
            NodeOp::Select => {
                if !self.rows[row].both_mul_free() {
                    return None;
                }
                self.slot(row).put_both(mul::SELECT, [IDLE_INPUT; 4]);
                let fields = [Input::Mul0A, Input::Mul0B, Input::Mul1A];
                for (index, field) in fields.into_iter().enumerate() {
                    self.want_input(row, from(index)?, &[field])?;
                }
                Unit::Mul0
            }
            NodeOp::Clamp => {
                if !self.rows[row].is_free(Unit::Pass) {
                    return None;
                }
                let bounds = from(0)?;
                self.loaded(row, bounds)
                    .or_else(|| self.claim(row, bounds))?;
                self.slot(row).put_pass(pass::CLAMP, NOTHING);
                self.want_input(row, from(2)?, &[Input::Pass])?;
                Unit::Pass
            }
            NodeOp::Move => {
                let (unit, fields) = self.copy(row, stored)?;
                let source = from(0)?;
                // A copy of a copy gains nothing: better the port is free in another row.
                let code = match source {
                    From::Node(_) => None,
                    _ => Some(self.load(row, source, false)?),
                };
                for field in fields.into_iter().flatten() {
                    match code {
                        Some(code) => self.slot(row).set(field, code),
                        None => self.want_input(row, source, &[field])?,
                    }
                }
                unit
            }
            NodeOp::SetAddress => {
                let number = self.address_of(id, row)?;
                if !self.rows[row].is_free(Unit::Complex) {
                    return None;
                }
                self.slot(row)
                    .put_complex(complex::SET_A0 + number, NOTHING);
                self.want_input(row, from(0)?, &[Input::Complex])?;
                Unit::Complex
            }
            NodeOp::Function(function) => self.function(function, from(0)?, row)?,
        };
        let reads = node.reads.iter().filter_map(|read| read.from.node());
        self.change.reads.extend(reads);
        Some(unit)
    }

    /// The address register that an operation must set, if everything that uses it is far enough below.
    fn address_of(&self, id: NodeId, row: usize) -> Option<u16> {
        let mut numbers = (1..).zip(&self.addresses);
        let found = numbers.find(|(_, address)| address.is_ok_and(|(other, _)| other == id))?;
        let (number, Ok((_, highest))) = found else {
            return None;
        };
        (usize::from(*highest) + ADDRESS_LATENCY <= row).then_some(number)
    }

    /// The rows of a function, the last of them being `row`.
    fn function(&mut self, function: Function, argument: From, row: usize) -> Option<Unit> {
        let table = Unit::Complex.previous();
        let square = Unit::Mul0.previous();
        let (last, unit) = match function {
            Function::Log2 => (row + 2, Unit::Pass),
            _ => (row, Unit::Mul0),
        };
        if !self.rows[last].both_mul_free() || !self.rows[last + 1].function_free() {
            return None;
        }
        if function == Function::Exp2 {
            if !self.rows[last + 2].is_free(Unit::Pass) {
                return None;
            }
            self.slot(last + 2).put_pass(pass::PREEXP2, NOTHING);
            self.slot(last + 1)
                .put_function(complex::EXP2, Unit::Pass.previous());
            let inputs = [table, square, table, Unit::Pass.before()?];
            self.slot(last).put_both(mul::COMPLEX1, inputs);
            self.want_input(last + 2, argument, &[Input::Pass])?;
            return Some(unit);
        }
        if function == Function::Log2 {
            if !self.rows[row].is_free(Unit::Pass) {
                return None;
            }
            self.slot(row)
                .put_pass(pass::POSTLOG2, Unit::Mul0.before()?);
        }
        self.slot(last + 1)
            .put_function(function_code(function), NOTHING);
        self.slot(last)
            .put_both(mul::COMPLEX1, [table, square, table, NOTHING]);
        self.want_input(last + 1, argument, &FIRST_STEP)?;
        self.want_input(last, argument, &[Input::Mul1B])?;
        Some(unit)
    }

    pub(crate) fn want_input(&mut self, row: usize, from: From, inputs: &[Input]) -> Option<()> {
        self.input(row, from, inputs).then_some(())
    }

    /// Leads a scalar to inputs of a row: loads at once, results when they get their places.
    pub(crate) fn input(&mut self, row: usize, from: From, inputs: &[Input]) -> bool {
        if let From::Node(id) = from {
            let slot = self.slot(row);
            inputs.iter().for_each(|input| slot.want(*input, id));
            self.change.wants.push((id, row));
            return true;
        }
        let Some(code) = self.load(row, from, true) else {
            return false;
        };
        let slot = self.slot(row);
        for input in inputs {
            slot.set(*input, code);
        }
        true
    }

    /// The code by which a row reads something that is loaded, if need be by a copy in a row above where
    /// these are allowed.
    fn load(&mut self, row: usize, from: From, copies: bool) -> Option<u16> {
        if let Some(code) = self.loaded(row, from) {
            return Some(code);
        }
        for distance in [1, 2] {
            if let Some(unit) = self.rows[row + distance].leaf(from) {
                return match distance {
                    1 => Some(unit.previous()),
                    _ => unit.before(),
                };
            }
        }
        if let Some(code) = self.claim(row, from) {
            return Some(code);
        }
        if let From::Attribute(number, lane) = from
            && self.rows[row + 1]
                .port0
                .is_none_or(|taken| taken == Port0::Attribute(number))
            && self.slot(row + 1).claim_port0(Port0::Attribute(number))
        {
            return Some(28 + u16::from(lane));
        }
        let farthest = if copies { 2 } else { 0 };
        for distance in 1..=farthest {
            let at = row + distance;
            let room = self.rows[at].copies_free();
            if room == 0 || !self.due_at_most(at - self.row, room - 1) {
                continue;
            }
            let Some(code) = self.loaded(at, from).or_else(|| self.claim(at, from)) else {
                continue;
            };
            let (unit, fields) = self.copy(at, false)?;
            let slot = self.slot(at);
            for field in fields.into_iter().flatten() {
                slot.set(field, code);
            }
            slot.put_leaf(unit, from);
            return match distance {
                1 => Some(unit.previous()),
                _ => unit.before(),
            };
        }
        None
    }

    /// The code of what is on a port already.
    fn loaded(&self, row: usize, from: From) -> Option<u16> {
        let (slot, before) = (&self.rows[row], &self.rows[row + 1]);
        match from {
            From::Attribute(number, lane) => {
                let wanted = Some(Port0::Attribute(number));
                if slot.port0 == wanted {
                    return Some(lane.into());
                }
                (before.port0 == wanted).then_some(28 + u16::from(lane))
            }
            From::Register(number, lane) if self.is_old(from, row) => {
                if slot.port1 == Some(number) {
                    return Some(4 + u16::from(lane));
                }
                (slot.port0 == Some(Port0::Register(number))).then_some(lane.into())
            }
            From::Memory(address, lane) if self.is_old(from, row) => {
                (slot.memory == Some((address, None))).then_some(12 + u16::from(lane))
            }
            _ => None,
        }
    }

    /// Puts something on a free port, or on one that has it.
    fn claim(&mut self, row: usize, from: From) -> Option<u16> {
        if !self.is_old(from, row) {
            return None;
        }
        match from {
            From::Attribute(number, lane) => self
                .slot(row)
                .claim_port0(Port0::Attribute(number))
                .then_some(lane.into()),
            From::Register(number, lane) => self.slot(row).read_register(number, lane),
            From::Memory(address, lane) => {
                let code = 12 + u16::from(lane);
                let fits = self.slot(row).claim_memory(address, None);
                fits.then_some(code)
            }
            From::Indexed(address, lane, id) => {
                let number = self.use_address(id, row)?;
                let code = 12 + u16::from(lane);
                let fits = self.slot(row).claim_memory(address, Some(number));
                fits.then_some(code)
            }
            _ => None,
        }
    }

    /// The address register by which a row reads what an operation addresses.
    fn use_address(&mut self, id: NodeId, row: usize) -> Option<u8> {
        for (number, address) in (1..).zip(&mut self.addresses) {
            if let Ok((other, highest)) = address
                && *other == id
            {
                *highest = (*highest).max(row as u16);
                return Some(number);
            }
        }
        for (number, address) in (1..).zip(&mut self.addresses) {
            if address.is_err_and(|since| usize::from(since) <= row) {
                *address = Ok((id, row as u16));
                return Some(number);
            }
        }
        None
    }

    /// Copies something that is still to come through an idle unit, any if the copy is only stored;
    /// gives the inputs that read it.
    pub(crate) fn copy(&mut self, row: usize, stored: bool) -> Option<(Unit, [Option<Input>; 2])> {
        let units = self.priorities.copy_units;
        let slot = self.slot(row);
        let unit = if stored {
            slot.put_stored_copy(NOTHING, units)?
        } else {
            slot.put_copy(NOTHING, units)?
        };
        let fields = match unit {
            Unit::Pass => [Some(Input::Pass), None],
            Unit::Mul0 => [Some(Input::Mul0A), None],
            Unit::Mul1 => [Some(Input::Mul1A), None],
            Unit::Acc0 | Unit::Acc1 => {
                let [a, b] = ACC_INPUTS[usize::from(unit == Unit::Acc1)];
                let both = slot.copies_by_extreme();
                [Some(a), both.then_some(b)]
            }
            Unit::Complex => [Some(Input::Complex), None],
        };
        Some((unit, fields))
    }
}
