//! What the machine IR asks of a chip.

use super::names::{Location, Mask, Reg};
use std::fmt::Debug;
use std::hash::Hash;

/// How results relate to operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Result `k` comes from lane `k` of every operand, so the lanes can lie anywhere in a register.
    Lanewise,
    /// One number, which the hardware writes to every component: all results, one to four, are that.
    Broadcast,
    /// Up to four results with a component each, which can be moved only where
    /// [`Machine::moves_results`] says so.
    Fixed(u8),
}

/// What a register file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Read only, different for each vertex or fragment.
    Input,
    /// Read only, the same for a whole draw.
    Constant,
    /// Written; read where [`Machine::reads_back`] says so.
    Output,
    /// Read by operands, and written by opcodes of the chip's own that have an effect.
    Memory,
}

/// A register file.
#[derive(Clone, Copy, Debug)]
pub struct FileInfo {
    /// What stands before a register's number: `v`.
    pub name: &'static str,
    /// The use of the file's registers.
    pub kind: FileKind,
}

impl FileInfo {
    /// The files of most vertex processors.
    pub const VERTEX: &'static [FileInfo] = &[
        FileInfo::new("v", FileKind::Input),
        FileInfo::new("c", FileKind::Constant),
        FileInfo::new("o", FileKind::Output),
    ];

    /// A file.
    pub const fn new(name: &'static str, kind: FileKind) -> FileInfo {
        FileInfo { name, kind }
    }
}

/// A chip: its opcodes and what passes need to know of them.
pub trait Machine: Copy + Debug + 'static {
    /// An opcode with what belongs to it, such as a sampler.
    type Opcode: Copy + Ord + Hash + Debug;
    /// The condition of an `if`; `Infallible` where there are none.
    type Condition: Copy + Eq + Hash + Debug;

    /// The name in the first line of the text form.
    const NAME: &'static str;
    /// The register files by number; [`Reg::file`] indexes them.
    const FILES: &'static [FileInfo];
    /// The opcode that copies lanes.
    const COPY: Self::Opcode;
    /// Whether operands can be absolute values.
    const ABSOLUTE: bool = false;
    /// Whether outputs are the registers in which values lie when the program ends, so that no instruction
    /// writes them.
    const LIVE_OUT: bool = false;

    /// The opcode's name in the text form.
    fn name(op: Self::Opcode) -> &'static str;

    /// The opcode of a name.
    fn opcode(name: &str) -> Option<Self::Opcode>;

    /// What an opcode is in the text form besides its name, such as the flags of a sampler; it stands behind
    /// the name in quotes.
    fn payload(op: Self::Opcode) -> Option<String> {
        let _ = op;
        None
    }

    /// An opcode with what it is besides its name.
    fn with_payload(op: Self::Opcode, payload: &str) -> Option<Self::Opcode> {
        let _ = (op, payload);
        None
    }

    /// The name of a condition in the text form.
    fn condition_name(condition: Self::Condition) -> &'static str;

    /// The condition of a name, and the number of its operands.
    fn condition(name: &str) -> Option<(Self::Condition, usize)>;

    /// How results relate to operands.
    fn shape(op: Self::Opcode) -> Shape;

    /// True if the results of a fixed opcode can go to other components all the same.
    fn moves_results(op: Self::Opcode) -> bool {
        let _ = op;
        false
    }

    /// True if it writes all its results to their register whoever reads them, so that all stay as long as
    /// one of them is read.
    fn keeps_results(op: Self::Opcode) -> bool {
        let _ = op;
        false
    }

    /// The number of operands.
    fn operands(op: Self::Opcode) -> usize;

    /// The components of an operand that a broadcast or fixed opcode looks at. An operand's lane `k`
    /// is read at the `k`-th of them.
    fn components(op: Self::Opcode, operand: usize) -> Mask;

    /// True if an output register can be read after it was written.
    fn reads_back(reg: Reg) -> bool {
        let _ = reg;
        false
    }

    /// True if it does something besides writing its results, so that it stays when nobody reads them.
    fn has_effect(op: Self::Opcode) -> bool {
        let _ = op;
        false
    }

    /// The class of registers of which one instruction reads a single one, if the location is in such a
    /// class.
    fn exclusive(location: Location) -> Option<u8> {
        let _ = location;
        None
    }
}
