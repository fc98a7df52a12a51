//! A program as plain data: slots of at most one vector and one scalar operation.
//!
//! The data says what a slot does. It cannot say everything: two operands may still name different
//! attributes, which no encoding has room for. [`crate::encode`] decides what is a slot.

use crate::isa::registers::output_row;
use crate::isa::{Ilu, Info, Mac, Mask, PAIRED_TEMPORARY, POSITION_VIEW, Port};
use retroshade_kit::lanes::{LaneMask, Swizzle};
use std::fmt;

/// A place that an operand reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Register {
    /// r0 to r11, and r12, which reads oPos as written so far.
    Temporary(u8),
    /// v0 to v15.
    Attribute(u8),
    /// `c[0]` to `c[191]`.
    Constant(u8),
    /// c[a0 + n].
    Relative(u8),
}

/// An operand of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operand {
    /// The register.
    pub register: Register,
    /// For each lane that the operation sees, the lane of the register, 0 to 3.
    pub swizzle: Swizzle,
    /// True if the sign is flipped.
    pub negate: bool,
}

impl Operand {
    /// All lanes in order.
    pub const fn new(register: Register) -> Operand {
        Operand {
            register,
            swizzle: Swizzle::IDENTITY,
            negate: false,
        }
    }

    /// The lanes of the register that are read when the operation looks at `lanes`.
    pub fn register_lanes(&self, lanes: Mask) -> Mask {
        self.swizzle.read_by(LaneMask::from_bits(lanes)).bits()
    }
}

/// Where the output port of a slot leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// An output register by its number in the microcode.
    Output(u8),
    /// A constant register.
    Constant(u8),
}

/// A write of some lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Write<T> {
    /// Where to.
    pub to: T,
    /// Which lanes; at least one.
    pub mask: Mask,
}

/// What one unit does in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit<Op> {
    /// The operation.
    pub op: Op,
    /// The operands on ports A, B, C; those that the operation does not use are `None`.
    pub ports: [Option<Operand>; 3],
    /// Temporary that is written.
    pub temporary: Option<Write<u8>>,
    /// Output or constant that is written. At most one unit of a slot may.
    pub output: Option<Write<Target>>,
}

impl<Op: UnitOp> Unit<Op> {
    /// An operation on operands in the order of the text. Surplus operands are dropped, missing
    /// ones stay away, which the encoder refuses.
    pub fn new(op: Op, operands: &[Operand]) -> Unit<Op> {
        let mut ports = [None; 3];
        for ((port, _), operand) in op.info().operands.iter().zip(operands) {
            ports[*port as usize] = Some(*operand);
        }
        Unit {
            op,
            ports,
            temporary: None,
            output: None,
        }
    }

    /// All lanes that are written anywhere.
    pub fn written(&self) -> Mask {
        self.temporary.map_or(0, |write| write.mask) | self.output.map_or(0, |write| write.mask)
    }

    /// The lanes that the operation looks at on a port.
    pub fn lanes_on(&self, port: Port) -> Mask {
        let reads = self.op.info().operands.iter();
        reads
            .filter(|(other, _)| *other == port)
            .fold(0, |mask, (_, reads)| mask | reads.lanes(self.written()))
    }

    /// The operands in the order of the text, with the lanes that the operation looks at.
    pub fn operands(&self) -> impl Iterator<Item = (Port, &Operand, Mask)> {
        let written = self.written();
        let uses = self.op.info().operands.iter();
        uses.filter_map(move |(port, reads)| {
            let operand = self.ports[*port as usize].as_ref()?;
            Some((*port, operand, reads.lanes(written)))
        })
    }
}

/// The common part of both units' operations.
pub trait UnitOp: Copy + PartialEq + 'static {
    /// The table row's properties.
    fn info(self) -> &'static Info<Self>;
    /// The mnemonic.
    fn name(self) -> &'static str;
}

impl UnitOp for Mac {
    fn info(self) -> &'static Info<Mac> {
        Mac::info(self)
    }

    fn name(self) -> &'static str {
        self.row().name
    }
}

impl UnitOp for Ilu {
    fn info(self) -> &'static Info<Ilu> {
        Ilu::info(self)
    }

    fn name(self) -> &'static str {
        self.row().name
    }
}

/// One slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The vector unit.
    pub mac: Option<Unit<Mac>>,
    /// The scalar unit.
    pub ilu: Option<Unit<Ilu>>,
}

impl Slot {
    /// True if both units work.
    pub fn is_paired(&self) -> bool {
        self.mac.is_some() && self.ilu.is_some()
    }

    /// True if both units move and the text of the slot would give each move to the other unit: of
    /// two, the one to r1 is read as the scalar one.
    pub fn moves_read_swapped(&self) -> bool {
        let (Some(mac), Some(ilu)) = (&self.mac, &self.ilu) else {
            return false;
        };
        let moves = mac.op == Mac::Mov && ilu.op == Ilu::Mov;
        let to_r1 = mac
            .temporary
            .is_some_and(|write| write.to == PAIRED_TEMPORARY);
        moves && to_r1 && ilu.temporary.is_none()
    }

    /// True if both units write r1: it can be encoded, but which result stays is not known.
    pub fn writes_r1_twice(&self) -> bool {
        let mac = self.mac.and_then(|unit| unit.temporary);
        let ilu = self.ilu.and_then(|unit| unit.temporary);
        matches!((mac, ilu), (Some(a), Some(b)) if a.to == b.to)
    }
}

/// A whole program. The last slot carries the FINAL bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The slots in order.
    pub slots: Vec<Slot>,
}

/// A mask as the assembler spells it with its dot; nothing for all lanes.
pub fn mask_suffix(mask: Mask) -> String {
    LaneMask::from_bits(mask).suffix()
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Register::Temporary(index) => write!(f, "r{index}"),
            Register::Attribute(index) => write!(f, "v{index}"),
            Register::Constant(index) => write!(f, "c[{index}]"),
            Register::Relative(index) => write!(f, "c[A0+{index}]"),
        }
    }
}

impl fmt::Display for Operand {
    /// The last letter of a swizzle is repeated for all that follow, as in the assembler.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.negate {
            write!(f, "-")?;
        }
        write!(f, "{}{}", self.register, self.swizzle)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Constant(index) => write!(f, "c[{index}]"),
            Target::Output(number) => match output_row(*number) {
                Some(row) => write!(f, "{}", row.name),
                None => write!(f, "o{number}"),
            },
        }
    }
}

impl<Op: UnitOp> Unit<Op> {
    /// One instruction for each place written: temporary first, then output.
    fn instructions(&self) -> Vec<String> {
        let operands: Vec<String> = self
            .operands()
            .map(|(_, operand, _)| operand.to_string())
            .collect();
        let operands = operands.join(", ");
        let name = self.op.name();
        let mut lines = Vec::new();
        if let Some(Write { to, mask }) = self.temporary {
            lines.push(format!("{name} r{to}{}, {operands}", mask_suffix(mask)));
        }
        if let Some(Write { to, mask }) = self.output {
            lines.push(format!("{name} {to}{}, {operands}", mask_suffix(mask)));
        }
        if lines.is_empty() {
            let to = if name == "arl" { "a0" } else { "_" };
            lines.push(format!("{name} {to}, {operands}"));
        }
        lines
    }
}

impl Slot {
    /// The text of what each busy unit does.
    pub(crate) fn operations(&self) -> Vec<String> {
        let mac = self.mac.map(|unit| unit.instructions());
        let ilu = self.ilu.map(|unit| unit.instructions());
        let units = mac.into_iter().chain(ilu);
        units.map(|lines| lines.join(" + ")).collect()
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operations().as_slice() {
            [] => write!(f, "nop"),
            operations => write!(f, "{}", operations.join(" + ")),
        }
    }
}

/// The register that reads back oPos.
pub const fn position_view() -> Register {
    Register::Temporary(POSITION_VIEW)
}
