//! One instruction while it is filled.

mod copies;

pub(crate) use copies::CopyUnits;

use crate::gp::Instruction;
use crate::gp::code::{From, NodeId, Place};
use crate::gp::isa::{Field, NO_STORE, NOTHING, Unit, acc, complex, flags, mul, pass};
use crate::gp::program::{ACC_NEGATES, INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use retroshade_ir::entity::EntityRef;

/// An input of a unit, its number being its place among [`INPUTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Mul0A,
    Mul0B,
    Mul1A,
    Mul1B,
    Acc0A,
    Acc0B,
    Acc1A,
    Acc1B,
    Complex,
    Pass,
}

/// The four inputs of the multipliers.
pub(super) const MUL_INPUTS: [[Input; 2]; 2] =
    [[Input::Mul0A, Input::Mul0B], [Input::Mul1A, Input::Mul1B]];
/// The four inputs of the accumulators.
pub(super) const ACC_INPUTS: [[Input; 2]; 2] =
    [[Input::Acc0A, Input::Acc0B], [Input::Acc1A, Input::Acc1B]];

/// Marks an input that waits for a value, whose number is in the bits below. Blocks have at most
/// [`super::MOST_NODES`] of these.
const WAITS: u16 = 1 << 15;

/// The load of port 0: a vector by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Port0 {
    Attribute(u8),
    Register(u8),
}

/// An instruction with what is taken of it. Searches copy it often, so it is kept small: words are made
/// of it at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Codes of the inputs, or values that they wait for.
    inputs: [u16; INPUTS.len()],
    /// What each unit copies of what the instruction loads, packed; 0 for nothing. The complex unit
    /// never does.
    leaves: [u32; 5],
    /// Address and address register of the uniform load.
    pub(super) memory: Option<(u16, Option<u8>)>,
    /// The address that temporaries are stored to.
    temporary: Option<u16>,
    pub(super) port0: Option<Port0>,
    /// Register on port 1.
    pub(super) port1: Option<u8>,
    mul_op: Option<u16>,
    acc_op: Option<u16>,
    complex_op: u16,
    pass_op: u16,
    /// Units that are taken, a bit each.
    used: u8,
    /// Negated products, then negated inputs of the accumulators, a bit each.
    negates: u8,
    /// The unit that each component is stored from.
    stores: [u16; 4],
    /// The destination of each store half.
    halves: [Option<Half>; 2],
    /// True if the block ends with it by a branch.
    branch: bool,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot {
            inputs: [NOTHING; INPUTS.len()],
            leaves: [0; 5],
            memory: None,
            temporary: None,
            port0: None,
            port1: None,
            mul_op: None,
            acc_op: None,
            complex_op: complex::IDLE,
            pass_op: pass::MOV,
            used: 0,
            negates: 0,
            stores: [NO_STORE; 4],
            halves: [None; 2],
            branch: false,
        }
    }
}

/// What half a store goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Output(u8),
    Register(u8),
    Temporary,
}

impl Slot {
    /// True if nothing is in it.
    pub(super) fn is_idle(&self) -> bool {
        *self == Slot::default()
    }

    /// True if a unit, a port or a store is taken.
    pub(super) fn is_busy(&self) -> bool {
        !self.is_idle()
    }

    /// The fields of the instruction.
    pub(super) fn instruction(&self) -> Instruction {
        let mut instruction = Instruction::default();
        let mut set = |field, value| instruction.set(field, value);
        for (field, code) in INPUTS.into_iter().zip(self.inputs) {
            set(field, code);
        }
        match self.port0 {
            Some(Port0::Attribute(number)) => {
                set(Field::Port0, number.into());
                set(Field::Port0Attribute, 1);
            }
            Some(Port0::Register(number)) => set(Field::Port0, number.into()),
            None => {}
        }
        if let Some(number) = self.port1 {
            set(Field::Port1, number.into());
        }
        if let Some((address, offset)) = self.memory {
            set(Field::LoadAddress, address);
            if let Some(offset) = offset {
                set(Field::LoadOffset, offset.into());
            }
        }
        set(Field::MulOp, self.mul_op.unwrap_or(mul::MUL));
        set(Field::AccOp, self.acc_op.unwrap_or(acc::ADD));
        set(Field::ComplexOp, self.complex_op);
        set(Field::PassOp, self.pass_op);
        let negates = MUL_NEGATES
            .into_iter()
            .chain(ACC_NEGATES.into_iter().flatten());
        for (number, field) in negates.enumerate() {
            set(field, u16::from(self.negates >> number & 1));
        }
        for (field, unit) in STORES.into_iter().zip(self.stores) {
            set(field, unit);
        }
        for ([address, varying, temporary], half) in STORE_HALVES.into_iter().zip(self.halves) {
            match half {
                Some(Half::Output(number)) => {
                    set(address, number.into());
                    set(varying, 1);
                }
                Some(Half::Register(number)) => set(address, number.into()),
                Some(Half::Temporary) => {
                    set(temporary, 1);
                    set(Field::Flags, flags::TEMPORARY);
                }
                None => {}
            }
        }
        if self.branch {
            instruction.set_target(0);
        }
        instruction
    }

    /// Reads a register through a port that has it or is free.
    pub(super) fn read_register(&mut self, number: u8, lane: u8) -> Option<u16> {
        let lane = u16::from(lane);
        if self.port1 == Some(number) {
            return Some(4 + lane);
        }
        if self.port0 == Some(Port0::Register(number)) {
            return Some(lane);
        }
        if self.claim_port1(number) {
            return Some(4 + lane);
        }
        self.claim_port0(Port0::Register(number)).then_some(lane)
    }

    pub(super) fn set(&mut self, input: Input, code: u16) {
        self.inputs[input as usize] = code;
    }

    /// Lets an input wait for a value.
    pub(super) fn want(&mut self, input: Input, id: NodeId) {
        self.set(input, WAITS | id.index() as u16);
    }

    /// Lets every input that waits for a value read it by a code.
    pub(super) fn feed(&mut self, id: NodeId, code: u16) {
        let waits = WAITS | id.index() as u16;
        for input in &mut self.inputs {
            if *input == waits {
                *input = code;
            }
        }
    }

    /// Notes that a unit copies something that is loaded.
    pub(super) fn put_leaf(&mut self, unit: Unit, from: From) {
        if let (Some(leaf), Some(packed)) = (self.leaves.get_mut(unit as usize), packed(from)) {
            *leaf = packed;
        }
    }

    /// The unit that copies something that is loaded.
    pub(super) fn leaf(&self, from: From) -> Option<Unit> {
        if self.leaves == [0; 5] {
            return None;
        }
        let packed = packed(from)?;
        let number = self.leaves.iter().position(|leaf| *leaf == packed)?;
        Some(Unit::ALL[number])
    }

    /// True if a unit has nothing to do.
    pub(super) fn is_free(&self, unit: Unit) -> bool {
        self.used >> unit as u8 & 1 == 0
    }

    fn mark(&mut self, unit: Unit) {
        self.used |= 1 << unit as u8;
    }

    /// Puts an attribute or register on port 0.
    pub(super) fn claim_port0(&mut self, source: Port0) -> bool {
        *self.port0.get_or_insert(source) == source
    }

    /// Puts a register on port 1.
    pub(super) fn claim_port1(&mut self, number: u8) -> bool {
        *self.port1.get_or_insert(number) == number
    }

    /// Loads a vector of uniform memory.
    pub(super) fn claim_memory(&mut self, address: u16, offset: Option<u8>) -> bool {
        *self.memory.get_or_insert((address, offset)) == (address, offset)
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

    /// True if both multipliers are free for an operation that takes both.
    pub(super) fn both_mul_free(&self) -> bool {
        self.mul_op.is_none() && self.is_free(Unit::Mul0) && self.is_free(Unit::Mul1)
    }

    /// True if a function can start here.
    pub(super) fn function_free(&self) -> bool {
        matches!(self.mul_op, None | Some(mul::MUL))
            && self.is_free(Unit::Mul0)
            && self.is_free(Unit::Complex)
    }

    /// An accumulator's operation on a unit that [`Slot::acc_for`] gave.
    pub(super) fn put_acc(&mut self, unit: Unit, code: u16, inputs: [u16; 2], negate: [bool; 2]) {
        let index = usize::from(unit == Unit::Acc1);
        self.acc_op = Some(code);
        for side in 0..2 {
            self.set(ACC_INPUTS[index][side], inputs[side]);
            self.negates |= u8::from(negate[side]) << (2 + 2 * index + side);
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
        self.negates |= u8::from(negate) << index;
        self.mark(unit);
    }

    /// An operation that takes both multipliers.
    pub(super) fn put_both(&mut self, op: u16, inputs: [u16; 4]) {
        self.mul_op = Some(op);
        for (input, code) in MUL_INPUTS.into_iter().flatten().zip(inputs) {
            self.set(input, code);
        }
        self.mark(Unit::Mul0);
        self.mark(Unit::Mul1);
    }

    /// The first step of a function.
    pub(super) fn put_function(&mut self, function: u16, input: u16) {
        self.mul_op = Some(mul::COMPLEX2);
        self.set(Input::Mul0A, input);
        self.set(Input::Mul0B, input);
        self.mark(Unit::Mul0);
        self.put_complex(function, input);
    }

    /// An operation of the complex unit.
    pub(super) fn put_complex(&mut self, op: u16, input: u16) {
        self.complex_op = op;
        self.set(Input::Complex, input);
        self.mark(Unit::Complex);
    }

    /// An operation of the pass unit.
    pub(super) fn put_pass(&mut self, op: u16, input: u16) {
        self.pass_op = op;
        self.set(Input::Pass, input);
        self.mark(Unit::Pass);
    }

    /// True if a result can be stored to a place, the result's unit being busy with it.
    pub(super) fn can_store(&self, place: Place) -> bool {
        let lane = usize::from(place.lane() & 3);
        let Some(half) = half_of(place) else {
            return false;
        };
        let free = self.halves[lane / 2].is_none_or(|taken| taken == half)
            && self.stores[lane] == NO_STORE;
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
        free && addressed && !self.branch
    }

    /// True if a result can be stored to a lane of a register, as [`Slot::can_store`].
    pub(super) fn can_store_to_register(&self, number: u8, lane: u8) -> bool {
        let lane = usize::from(lane & 3);
        self.stores[lane] == NO_STORE
            && self.halves[lane / 2].is_none_or(|taken| taken == Half::Register(number))
    }

    /// True if a half stores to this register already.
    pub(super) fn stores_to(&self, number: u8, lane: u8) -> bool {
        self.halves[usize::from(lane & 3) / 2] == Some(Half::Register(number))
    }

    /// Stores a unit's result; [`Slot::can_store`] must hold.
    pub(super) fn put_store(&mut self, place: Place, unit: Unit) {
        let lane = usize::from(place.lane() & 3);
        self.halves[lane / 2] = half_of(place);
        self.stores[lane] = unit.store_code();
        if let Place::Temporary {
            address, literal, ..
        } = place
            && self.temporary.is_none()
        {
            self.temporary = Some(address);
            self.claim_memory(literal.0, None);
            self.put_complex(complex::SET_A0, 12 + u16::from(literal.1));
        }
    }

    /// Ends a block where the input is not 0; the target comes later.
    pub(super) fn put_branch(&mut self, input: u16) -> bool {
        if !self.is_free(Unit::Pass) || self.temporary.is_some() {
            return false;
        }
        self.put_pass(pass::MOV, input);
        self.branch = true;
        true
    }
}

/// A scalar that is loaded in one word that is not 0, if it fits.
fn packed(from: From) -> Option<u32> {
    let (kind, number, lane, id) = match from {
        From::Attribute(number, lane) => (1, number.into(), lane, 0),
        From::Register(number, lane) => (2, number.into(), lane, 0),
        From::Memory(address, lane) => (3, address, lane, 0),
        From::Indexed(address, lane, id) => (3, address, lane, 1 + id.index() as u32),
        _ => return None,
    };
    let fits = u32::from(number) < 1 << 12 && id < 1 << 16;
    fits.then(|| id << 16 | u32::from(number) << 4 | u32::from(lane & 3) << 2 | kind)
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
