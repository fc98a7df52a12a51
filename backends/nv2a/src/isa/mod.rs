//! The instruction set: one table for the vector unit (MAC), one for the scalar unit (ILU), the
//! register files, and the bit positions.
//!
//! The rows feed the encoder, decoder, assembler, disassembler, simulator and the manual page; no
//! other room knows a bit position or an operation code.

pub mod fields;
mod ilu;
mod mac;
pub mod registers;

pub use ilu::{ILU_TABLE, Ilu};
pub use mac::{MAC_TABLE, Mac};

use retroshade_kit::machine::numbers::Function;

/// Slots of program memory.
pub const SLOTS: usize = 136;
/// Constant registers.
pub const CONSTANTS: u32 = 192;
/// Temporary registers that can be written.
pub const TEMPORARIES: u8 = 12;
/// The temporary index that reads back what was written to oPos.
pub const POSITION_VIEW: u8 = 12;
/// Attributes.
pub const ATTRIBUTES: u8 = 16;
/// The temporary that a scalar result goes to when a vector operation shares the slot.
pub const PAIRED_TEMPORARY: u8 = 1;

/// Four lanes as bits of IEEE singles.
pub type Lanes = [u32; 4];

/// A set of lanes: bit 0 is x, bit 3 is w. (The microcode has x in the highest bit; only the encoder
/// and decoder know.)
pub type Mask = u8;

/// All four lanes.
pub const XYZW: Mask = 15;

/// One of the three operand inputs of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Port {
    /// First operand of vector operations.
    A,
    /// Second operand of vector operations.
    B,
    /// Third operand of MAD, second of ADD, and the operand of every scalar operation.
    C,
}

/// Which lanes of an operand an operation looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Those that are written.
    Written,
    /// These, whatever is written.
    These(Mask),
    /// These, as far as they are written.
    WrittenOf(Mask),
}

impl Reads {
    /// The lanes looked at when `written` lanes of the result are kept.
    pub const fn lanes(self, written: Mask) -> Mask {
        match self {
            Reads::Written => written,
            Reads::These(lanes) => lanes,
            Reads::WrittenOf(lanes) => lanes & written,
        }
    }
}

/// What an operation computes of the operands on its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// In every lane a function of that lane of the operands, in the order of the text.
    Lanes(Function),
    /// A times B, rounded, and C added, in every lane.
    MultiplyAdd,
    /// The products of so many lanes of A and B, rounded, then summed at once; the same in every lane.
    Dot(u8),
    /// The products of three lanes of A and B and the fourth lane of B, summed at once; the same in every lane.
    HomogeneousDot,
    /// The same in every lane.
    Everywhere(Part),
    /// Each lane has a part of its own.
    Each([Part; 4]),
    /// The first lane of A, rounded down, goes to the address register. There is no other result.
    Address,
}

/// What stands in a lane of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// 1.0
    One,
    /// A function of single lanes.
    Of(Function, &'static [Argument]),
}

/// A number that a part is a function of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A lane of the operand on a port.
    Lane(Port, u8),
    /// The magnitude.
    Size(Port, u8),
}

/// The contents of a row besides name and code. The same for both units.
#[derive(Clone, Copy, Debug)]
pub struct Info<Op> {
    /// The operation.
    pub op: Op,
    /// Where its operands sit, in the order of the text, and which lanes of each it looks at.
    pub operands: &'static [(Port, Reads)],
    /// What it computes of its operands, after swizzle and negation.
    pub meaning: Meaning,
    /// The result as the manual states it.
    pub result: &'static str,
}

/// 1.0
pub const ONE_BITS: u32 = 0x3f80_0000;
