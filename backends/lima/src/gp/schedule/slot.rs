//! One instruction while it is filled.

use crate::gp::Instruction;
use crate::gp::code::{From, NodeId, Place};
use crate::gp::isa::{Field, IDENTITY, NO_STORE, NOTHING, Unit, acc, complex, flags, mul, pass};
use crate::gp::program::{
    ACC_INPUTS, ACC_NEGATES, INPUTS, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES,
};

/// An instruction with what is taken of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slot {
    /// The fields so far.
    pub(super) instruction: Instruction,
    /// Attribute (true) or register on port 0.
    pub(super) port0: Option<(bool, u8)>,
    /// Register on port 1.
    pub(super) port1: Option<u8>,
    /// Address and address register of the uniform load.
    pub(super) memory: Option<(u16, Option<u8>)>,
    mul_op: Option<u16>,
    acc_op: Option<u16>,
    used: [bool; 6],
    /// What each store half stores to.
    halves: [Option<Half>; 2],
    /// The address that temporaries are stored to.
    temporary: Option<u16>,
    /// The value that each input waits for, one more than its number; 0 for none.
    wanted: [u32; INPUTS.len()],
    /// What each unit copies of what the instruction loads.
    leaves: [Option<From>; 6],
}

/// What half a store goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Output(u8),
    Register(u8),
    Temporary,
}

impl Slot {
    /// Whether nothing is in it.
    pub(super) fn is_idle(&self) -> bool {
        self.instruction == Instruction::default()
    }

    /// Whether a unit, a port or a store is taken.
    pub(super) fn is_busy(&self) -> bool {
        self.used.contains(&true) || !self.is_idle()
    }

    /// Reads a register through a port that has it or is free.
    pub(super) fn read_register(&mut self, number: u8, lane: u8) -> Option<u16> {
        let lane = u16::from(lane);
        if self.port1 == Some(number) {
            return Some(4 + lane);
        }
        if self.port0 == Some((false, number)) {
            return Some(lane);
        }
        if self.claim_port1(number) {
            return Some(4 + lane);
        }
        self.claim_port0(false, number).then_some(lane)
    }

    /// Lets an input wait for a value.
    pub(super) fn want(&mut self, field: Field, id: NodeId) {
        if let Some(wanted) = input_number(field).and_then(|number| self.wanted.get_mut(number)) {
            *wanted = id + 1;
        }
    }

    /// Lets every input that waits for a value read it by a code.
    pub(super) fn feed(&mut self, id: NodeId, code: u16) {
        for (number, field) in INPUTS.into_iter().enumerate() {
            if self.wanted[number] == id + 1 {
                self.wanted[number] = 0;
                self.instruction.set(field, code);
            }
        }
    }

    /// Notes that a unit copies something that is loaded.
    pub(super) fn put_leaf(&mut self, unit: Unit, from: From) {
        self.leaves[unit as usize] = Some(from);
    }

    /// The unit that copies something that is loaded.
    pub(super) fn leaf(&self, from: From) -> Option<Unit> {
        let mut units = Unit::ALL.into_iter();
        units.find(|unit| self.leaves[*unit as usize] == Some(from))
    }

    /// Whether a unit has nothing to do.
    pub(super) fn is_free(&self, unit: Unit) -> bool {
        !self.used[unit as usize]
    }

    fn mark(&mut self, unit: Unit) {
        self.used[unit as usize] = true;
    }

    fn set(&mut self, field: Field, value: u16) {
        self.instruction.set(field, value);
    }

    /// Puts an attribute or register on port 0.
    pub(super) fn claim_port0(&mut self, attribute: bool, number: u8) -> bool {
        match self.port0 {
            Some(taken) => taken == (attribute, number),
            None => {
                self.port0 = Some((attribute, number));
                self.set(Field::Port0, number.into());
                self.set(Field::Port0Attribute, attribute.into());
                true
            }
        }
    }

    /// Puts a register on port 1.
    pub(super) fn claim_port1(&mut self, number: u8) -> bool {
        match self.port1 {
            Some(taken) => taken == number,
            None => {
                self.port1 = Some(number);
                self.set(Field::Port1, number.into());
                true
            }
        }
    }

    /// Loads a vector of uniform memory.
    pub(super) fn claim_memory(&mut self, address: u16, offset: Option<u8>) -> bool {
        match self.memory {
            Some(taken) => taken == (address, offset),
            None => {
                self.memory = Some((address, offset));
                self.set(Field::LoadAddress, address);
                if let Some(offset) = offset {
                    self.set(Field::LoadOffset, offset.into());
                }
                true
            }
        }
    }

    /// The accumulator that can do an operation.
    pub(super) fn acc_for(&self, code: u16) -> Option<Unit> {
        if self.acc_op.is_some_and(|taken| taken != code) {
            return None;
        }
        [Unit::Acc0, Unit::Acc1]
            .into_iter()
            .find(|unit| self.is_free(*unit))
    }

    /// The multiplier that can do a product.
    pub(super) fn mul_for(&self) -> Option<Unit> {
        let units = match self.mul_op {
            None | Some(mul::MUL | mul::COMPLEX2) => [Unit::Mul1, Unit::Mul0],
            Some(_) => return None,
        };
        units.into_iter().find(|unit| self.is_free(*unit))
    }

    /// Whether both multipliers are free for an operation that takes both.
    pub(super) fn both_mul_free(&self) -> bool {
        self.mul_op.is_none() && self.is_free(Unit::Mul0) && self.is_free(Unit::Mul1)
    }

    /// Whether a function can start here.
    pub(super) fn function_free(&self) -> bool {
        matches!(self.mul_op, None | Some(mul::MUL))
            && self.is_free(Unit::Mul0)
            && self.is_free(Unit::Complex)
    }

    /// How many copies it still has units for.
    pub(super) fn copies_free(&self) -> usize {
        let free = |units: &[Unit]| units.iter().filter(|unit| self.is_free(**unit)).count();
        let multipliers = match self.mul_op {
            None | Some(mul::MUL) => free(&[Unit::Mul0, Unit::Mul1]),
            Some(mul::COMPLEX2) => free(&[Unit::Mul1]),
            Some(_) => 0,
        };
        let accumulators = match self.acc_op {
            None | Some(acc::ADD | acc::MIN | acc::MAX) => free(&[Unit::Acc0, Unit::Acc1]),
            Some(_) => 0,
        };
        multipliers + accumulators + free(&[Unit::Pass])
    }

    /// An accumulator's operation on a unit that [`Slot::acc_for`] gave.
    pub(super) fn put_acc(&mut self, unit: Unit, code: u16, inputs: [u16; 2], negate: [bool; 2]) {
        let index = usize::from(unit == Unit::Acc1);
        self.acc_op = Some(code);
        self.set(Field::AccOp, code);
        for side in 0..2 {
            self.set(ACC_INPUTS[index][side], inputs[side]);
            self.set(ACC_NEGATES[index][side], negate[side].into());
        }
        self.mark(unit);
    }

    /// A product on a unit that [`Slot::mul_for`] gave.
    pub(super) fn put_mul(&mut self, unit: Unit, inputs: [u16; 2], negate: bool) {
        let index = usize::from(unit == Unit::Mul1);
        if self.mul_op.is_none() {
            self.mul_op = Some(mul::MUL);
        }
        for side in 0..2 {
            self.set(MUL_INPUTS[index][side], inputs[side]);
        }
        self.set(MUL_NEGATES[index], negate.into());
        self.mark(unit);
    }

    /// An operation that takes both multipliers.
    pub(super) fn put_both(&mut self, op: u16, inputs: [u16; 4]) {
        self.mul_op = Some(op);
        self.set(Field::MulOp, op);
        let fields = MUL_INPUTS.into_iter().flatten();
        for (field, input) in fields.zip(inputs) {
            self.set(field, input);
        }
        self.mark(Unit::Mul0);
        self.mark(Unit::Mul1);
    }

    /// The first step of a function.
    pub(super) fn put_function(&mut self, function: u16, input: u16) {
        self.mul_op = Some(mul::COMPLEX2);
        self.set(Field::MulOp, mul::COMPLEX2);
        self.set(Field::Mul0A, input);
        self.set(Field::Mul0B, input);
        self.mark(Unit::Mul0);
        self.put_complex(function, input);
    }

    /// An operation of the complex unit.
    pub(super) fn put_complex(&mut self, op: u16, input: u16) {
        self.set(Field::ComplexOp, op);
        self.set(Field::ComplexInput, input);
        self.mark(Unit::Complex);
    }

    /// An operation of the pass unit.
    pub(super) fn put_pass(&mut self, op: u16, input: u16) {
        self.set(Field::PassOp, op);
        self.set(Field::PassInput, input);
        self.mark(Unit::Pass);
    }

    /// Copies an input through any unit that can: the one that nothing else needs first, then
    /// accumulators or multipliers.
    pub(super) fn put_copy(&mut self, input: u16, by_sum: bool) -> Option<Unit> {
        if self.is_free(Unit::Pass) {
            self.put_pass(pass::MOV, input);
            return Some(Unit::Pass);
        }
        if by_sum {
            self.copy_by_sum(input)
                .or_else(|| self.copy_by_product(input))
        } else {
            self.copy_by_product(input)
                .or_else(|| self.copy_by_sum(input))
        }
    }

    fn copy_by_product(&mut self, input: u16) -> Option<Unit> {
        let unit = self.mul_for()?;
        self.put_mul(unit, [input, IDENTITY], false);
        Some(unit)
    }

    fn copy_by_sum(&mut self, input: u16) -> Option<Unit> {
        let op = self.acc_op.unwrap_or(acc::ADD);
        let unit = self.acc_for(op)?;
        match op {
            acc::ADD => self.put_acc(unit, op, [input, IDENTITY], [false, true]),
            acc::MIN | acc::MAX => self.put_acc(unit, op, [input, input], [false, false]),
            _ => return None,
        }
        Some(unit)
    }

    /// Copies an input that is only stored, by the unit that is best at nothing else.
    pub(super) fn put_stored_copy(&mut self, input: u16, by_sum: bool) -> Option<Unit> {
        if self.is_free(Unit::Complex) {
            self.put_complex(complex::MOV, input);
            return Some(Unit::Complex);
        }
        self.put_copy(input, by_sum)
    }

    /// Whether a result can be stored to a place, the result's unit being busy with it.
    pub(super) fn can_store(&self, place: Place) -> bool {
        let lane = usize::from(place.lane() & 3);
        let Some(half) = half_of(place) else {
            return false;
        };
        let free = self.halves[lane / 2].is_none_or(|taken| taken == half)
            && self.instruction.get(STORES[lane]) == NO_STORE;
        let Place::Temporary {
            address, literal, ..
        } = place
        else {
            return free;
        };
        let addressed = match self.temporary {
            Some(other) => other == address,
            None => {
                self.is_free(Unit::Complex)
                    && self.memory.is_none_or(|taken| taken == (literal.0, None))
            }
        };
        free && addressed && self.instruction.get(Field::Branch) == 0
    }

    /// Whether a half stores to this register already.
    pub(super) fn stores_to(&self, number: u8, lane: u8) -> bool {
        self.halves[usize::from(lane & 3) / 2] == Some(Half::Register(number))
    }

    /// Stores a unit's result; [`Slot::can_store`] must hold.
    pub(super) fn put_store(&mut self, place: Place, unit: Unit) {
        let lane = usize::from(place.lane() & 3);
        let [address, varying, temporary] = STORE_HALVES[lane / 2];
        self.halves[lane / 2] = half_of(place);
        self.set(STORES[lane], unit.store_code());
        match place {
            Place::Output(number, _) => {
                self.set(address, number.into());
                self.set(varying, 1);
            }
            Place::Register(number, _) => self.set(address, number.into()),
            Place::Temporary {
                address, literal, ..
            } => {
                self.set(temporary, 1);
                self.set(Field::Flags, flags::TEMPORARY);
                if self.temporary.is_none() {
                    self.temporary = Some(address);
                    self.claim_memory(literal.0, None);
                    self.put_complex(complex::SET_A0, 12 + u16::from(literal.1));
                }
            }
            Place::Variable(_) => {}
        }
    }

    /// Ends a block where the input is not 0; the target comes later.
    pub(super) fn put_branch(&mut self, input: u16) -> bool {
        if !self.is_free(Unit::Pass) || self.temporary.is_some() {
            return false;
        }
        self.put_pass(pass::MOV, input);
        self.instruction.set_target(0);
        true
    }
}

/// The place of a field among [`INPUTS`].
fn input_number(field: Field) -> Option<usize> {
    INPUTS.iter().position(|input| *input == field)
}

fn half_of(place: Place) -> Option<Half> {
    match place {
        Place::Output(number, _) => Some(Half::Output(number)),
        Place::Register(number, _) => Some(Half::Register(number)),
        Place::Temporary { .. } => Some(Half::Temporary),
        Place::Variable(_) => None,
    }
}

/// The code of the complex unit for a function.
pub(super) fn function_code(function: crate::gp::code::Function) -> u16 {
    use crate::gp::code::Function;
    match function {
        Function::Exp2 => complex::EXP2,
        Function::Log2 => complex::LOG2,
        Function::Rsqrt => complex::RSQRT,
        Function::Rcp => complex::RCP,
    }
}

/// The input of an idle multiplier side.
pub(super) const IDLE_INPUT: u16 = NOTHING;
