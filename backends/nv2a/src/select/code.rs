//! The chip's operations with virtual registers: what the scheduler orders, pairs and allocates.

use super::graph::{AddressId, Operation, Shape};
use crate::isa::{Mask, Reads};
use retroshade_diagnostics::Span;

/// A virtual register, by its place in [`Code::registers`].
pub type VirtualId = usize;
/// An operation, by its place in [`Code::ops`].
pub type OpId = usize;

/// What an operand reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A virtual register; lanes are virtual.
    Virtual(VirtualId),
    /// What was written to oPos.
    Position,
    /// An attribute.
    Attribute(u8),
    /// A constant.
    Constant(u8),
    /// A constant so many behind a0.
    Relative(u8, AddressId),
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg {
    /// The register.
    pub source: Source,
    /// For each position the lane there.
    pub lanes: [u8; 4],
    /// Positions that matter: those of the lanes of the result for lanewise operations, those of
    /// the hardware's operand for others.
    pub needed: Mask,
    /// Whether the sign is flipped.
    pub negate: bool,
}

/// Lanes of the result that go to a virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The register.
    pub register: VirtualId,
    /// For each lane of the result the virtual lane, if it is kept.
    pub lanes: [Option<u8>; 4],
}

/// Lanes of the result that go to an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emit {
    /// The output's number.
    pub number: u8,
    /// For each lane of the output the lane of the result, if it is written.
    pub lanes: [Option<u8>; 4],
}

impl Emit {
    /// The lanes of the output that are written.
    pub fn mask(&self) -> Mask {
        let lanes = self.lanes.iter().enumerate();
        lanes
            .filter(|(_, lane)| lane.is_some())
            .fold(0, |mask, (at, _)| mask | 1 << at)
    }
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// What it does.
    pub operation: Operation,
    /// Operands in the order of the text.
    pub args: Vec<Arg>,
    /// Where the result is kept.
    pub keep: Option<Keep>,
    /// Where the result leaves the program.
    pub emit: Option<Emit>,
    /// The source.
    pub span: Span,
}

impl Op {
    /// How its result relates to its operands.
    pub fn shape(&self) -> Shape {
        self.operation.shape()
    }

    /// Whether a virtual register may be laid out by `place` (virtual lane to lane) as far as this
    /// operation writes it.
    pub fn allows(&self, register: VirtualId, place: &[u8; 4]) -> bool {
        let Some(keep) = self.keep.filter(|keep| keep.register == register) else {
            return true;
        };
        let broadcast = self.shape() == Shape::Broadcast;
        keep.lanes.iter().enumerate().all(|(lane, kept)| {
            let Some(kept) = kept else { return true };
            let Some(at) = place.get(usize::from(*kept)).copied() else {
                return false;
            };
            if self.shape() == Shape::Fixed && usize::from(at) != lane {
                return false;
            }
            let emitted = self
                .emit
                .and_then(|emit| emit.lanes.get(usize::from(at)).copied().flatten());
            broadcast || emitted.is_none_or(|emitted| usize::from(emitted) == lane)
        })
    }
}

/// A virtual register: up to four lanes that share a register of the chip while they live.
#[derive(Clone, Debug, Default)]
pub struct Virtual {
    /// Number of lanes.
    pub lanes: u8,
    /// Operations that write it.
    pub writers: Vec<OpId>,
    /// Ways to lay it out: for each virtual lane the lane of the chip's register.
    pub layouts: Vec<[u8; 4]>,
}

/// A literal register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralRegister {
    /// The constant register.
    pub register: u8,
    /// Bits of its lanes, x first; one to four.
    pub lanes: Vec<u32>,
}

/// What a0 is set to.
#[derive(Clone, Copy, Debug)]
pub struct AddressValue {
    /// The operand of ARL.
    pub arg: Arg,
    /// The source.
    pub span: Span,
}

/// A shader before scheduling.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Operations, each after those it reads.
    pub ops: Vec<Op>,
    /// Virtual registers.
    pub registers: Vec<Virtual>,
    /// Values of a0 by [`AddressId`].
    pub addresses: Vec<AddressValue>,
    /// Literals.
    pub literals: Vec<LiteralRegister>,
}

impl Code {
    /// Works out the writers and layouts of every virtual register.
    pub fn find_layouts(&mut self) {
        for register in &mut self.registers {
            register.writers.clear();
        }
        for (number, op) in self.ops.iter().enumerate() {
            if let Some(register) = op
                .keep
                .and_then(|keep| self.registers.get_mut(keep.register))
            {
                register.writers.push(number);
            }
        }
        let ops = &self.ops;
        for (id, register) in self.registers.iter_mut().enumerate() {
            let writers = &register.writers;
            let fits = |place: &[u8; 4]| {
                let mut writers = writers.iter().filter_map(|op| ops.get(*op));
                writers.all(|op| op.allows(id, place))
            };
            register.layouts = layouts(register.lanes).filter(fits).collect();
        }
    }
}

/// All injective maps of `lanes` virtual lanes to four lanes; those that keep lanes in place first.
pub fn layouts(lanes: u8) -> impl Iterator<Item = [u8; 4]> {
    let count = 4u16.pow(u32::from(lanes.min(4)));
    let digit = |code: u16, lane: u8| (code >> (2 * lane) & 3) as u8;
    // The identity's code is 0b11100100; start there and wrap around.
    let start = 0b1110_0100 % count.max(1);
    (0..count).filter_map(move |step| {
        let code = (start + step) % count;
        let mut taken: Mask = 0;
        for lane in 0..lanes {
            let bit = 1 << digit(code, lane);
            if taken & bit != 0 {
                return None;
            }
            taken |= bit;
        }
        Some(std::array::from_fn(|lane| {
            if lane < usize::from(lanes) {
                digit(code, lane as u8)
            } else {
                0
            }
        }))
    })
}

/// Positions of the operands that an operation's row looks at, all lanes being written.
pub fn positions(operation: Operation, number: usize) -> Mask {
    let reads = match operation {
        Operation::Move | Operation::Positive | Operation::One => Reads::Written,
        Operation::Mac(op) => op
            .info()
            .operands
            .get(number)
            .map_or(Reads::Written, |(_, reads)| *reads),
        Operation::Ilu(op) => op
            .info()
            .operands
            .get(number)
            .map_or(Reads::Written, |(_, reads)| *reads),
    };
    reads.lanes(15)
}
