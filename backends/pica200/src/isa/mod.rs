//! The instruction set as data: every bit position and every operand rule is stated here and nowhere else.
//!
//! * [`TABLE`] holds one row for each instruction, over the bit layouts of `formats`;
//! * [`Instruction`] is a decoded word whose operand descriptor is resolved;
//! * [`Descriptor`] and [`DescriptorTable`] are the table that words refer to;
//! * [`float24`] is the number format, [`compute`] what its arithmetic does in odd cases.

mod alu;
mod canonical;
mod codec;
mod descriptor;
pub mod float24;
mod formats;
mod instruction;
mod register;
mod table;

pub use alu::compute;
pub(crate) use canonical::{canonical, shortened};
pub use codec::{Decoded, Undecodable, Unencodable, encode_all};
pub use descriptor::{
    DESCRIPTORS, Demand, Descriptor, DescriptorTable, MAD_DESCRIPTORS, Placement, TableFull,
    descriptors_needed,
};
pub use instruction::{Combine, Comparison, Condition, Index, Instruction, Source};
pub use register::{
    BOOLEANS, Destination, FIRST_DUMMY_OUTPUT, INPUTS, INTEGERS, LOADED_INPUTS, LOADED_OUTPUTS,
    OUTPUTS, SourceRegister, TEMPORARIES, UNIFORMS,
};
pub use retroshade_kit::lanes::{LaneMask, Swizzle};
pub use table::{Info, Meaning, Opcode, Row, TABLE};

/// Words of code memory that a vertex program may fill.
pub const VERTEX_WORDS: usize = 512;
/// Words of code memory that a geometry program may fill.
pub const GEOMETRY_WORDS: usize = 4096;
/// Entries of the stack of calls.
pub const CALL_DEPTH: usize = 4;
/// Entries of the stack of conditions.
pub const IF_DEPTH: usize = 8;
/// Entries of the stack of loops.
pub const LOOP_DEPTH: usize = 4;
/// Rounds that the count of a loop has room for.
pub const ROUNDS: u16 = 256;
/// The largest number that an address adds to that of a register: what is beyond a signed byte counts as none.
pub const LARGEST_OFFSET: u8 = 127;
/// The largest number a length field (of a call or an else part) holds.
pub const MAX_LENGTH: usize = 255;

/// How the operands of an instruction are written and encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// No operands.
    Bare,
    /// Destination, wide source, narrow source.
    Two,
    /// Destination, narrow source, wide source.
    TwoInverted,
    /// Destination, wide source.
    One,
    /// Address lanes, wide source.
    Address,
    /// Wide source, two operators, narrow source.
    Compare,
    /// Destination, narrow, wide, narrow source.
    Three,
    /// Destination, narrow, narrow, wide source.
    ThreeInverted,
    /// A procedure.
    Call,
    /// A condition on the flags and a procedure.
    CallFlags,
    /// A boolean uniform and a procedure.
    CallBoolean,
    /// A condition on the flags; the block follows.
    IfFlags,
    /// A boolean uniform; the block follows.
    IfBoolean,
    /// An integer uniform; the block follows.
    Loop,
    /// A condition on the flags.
    BreakFlags,
    /// A condition on the flags and a label.
    JumpFlags,
    /// A boolean uniform, possibly inverted, and a label.
    JumpBoolean,
    /// Vertex number and emission flags.
    SetEmit,
}

impl Form {
    /// How many vector sources there are.
    pub const fn sources(self) -> usize {
        match self {
            Form::One | Form::Address => 1,
            Form::Two | Form::TwoInverted | Form::Compare => 2,
            Form::Three | Form::ThreeInverted => 3,
            _ => 0,
        }
    }

    /// The source that may be a uniform.
    pub const fn wide(self) -> Option<usize> {
        match self {
            Form::One | Form::Address | Form::Two | Form::Compare => Some(0),
            Form::TwoInverted | Form::Three => Some(1),
            Form::ThreeInverted => Some(2),
            _ => None,
        }
    }

    /// Whether words of this form name an operand descriptor.
    pub const fn has_descriptor(self) -> bool {
        self.sources() > 0
    }
}
