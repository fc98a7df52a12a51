//! The chip as the machine IR sees it: opcodes, register files, what operands look at.

use crate::isa::registers::POSITION;
use crate::isa::{ILU_TABLE, Ilu, MAC_TABLE, Mac, Mask, Meaning, Reads};
use retroshade_kit::mir::{
    self, AddressId, Base, FileInfo, LaneRef, Location, Machine, Reg, Shape,
};
use std::convert::Infallible;

/// NV2A's vertex programs. Instructions of both units in one: which unit does a copy is the scheduler's
/// choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexUnit;

/// A program between selection and scheduling.
pub type Program = mir::Program<VertexUnit>;

/// A program as the scheduler sees it.
pub type View = mir::View<VertexUnit>;

/// An instruction as the scheduler sees it.
pub type ViewOp = mir::ViewOp<VertexUnit>;

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// A vector operation.
    Mac(Mac),
    /// A scalar operation.
    Ilu(Ilu),
    /// A copy, by either unit.
    Move,
    /// max(a, 0) of one lane: MAX with a literal, or the y result of LIT.
    Positive,
    /// 1 in x, w or both of an output: a copy of a literal, or results of LIT on anything.
    One,
}

/// Attributes.
pub const ATTRIBUTE: u8 = 0;
/// Constants.
pub const CONSTANT: u8 = 1;
/// Outputs.
pub const OUTPUT: u8 = 2;

/// An attribute register.
pub fn attribute(number: u8) -> Reg {
    register(ATTRIBUTE, number)
}

/// A constant register.
pub fn constant(number: u8) -> Reg {
    register(CONSTANT, number)
}

/// An output register.
pub fn output(number: u8) -> Reg {
    register(OUTPUT, number)
}

fn register(file: u8, number: u8) -> Reg {
    Reg {
        file,
        number: number.into(),
    }
}

/// All components of a constant behind a0, as far as a type has them.
pub fn relative(number: u8, address: AddressId, lanes: u8) -> impl Iterator<Item = LaneRef> {
    let base = move |lane| Base::Indexed(constant(number), address, lane);
    (0..lanes).map(move |lane| base(lane).into())
}

/// Opcodes that are neither Mac nor Ilu.
const FREE: [(&str, Operation, usize); 3] = [
    ("move", Operation::Move, 1),
    ("positive", Operation::Positive, 2),
    ("one", Operation::One, 1),
];

impl Machine for VertexUnit {
    type Opcode = Operation;
    type Condition = Infallible;

    const NAME: &'static str = "nv2a";
    const FILES: &'static [FileInfo] = FileInfo::VERTEX;
    const COPY: Operation = Operation::Move;

    fn name(op: Operation) -> &'static str {
        match op {
            Operation::Mac(mac) => mac.row().name,
            Operation::Ilu(ilu) => ilu.row().name,
            Operation::Move => "move",
            Operation::Positive => "positive",
            Operation::One => "one",
        }
    }

    fn opcode(name: &str) -> Option<Operation> {
        // MOV of either unit is `move`, and a0 is set by the scheduler.
        let mac = MAC_TABLE.rows.iter().find(|row| row.name == name);
        let mac = mac
            .map(|row| row.info.op)
            .filter(|op| !matches!(op, Mac::Mov | Mac::Arl));
        let ilu = ILU_TABLE.rows.iter().find(|row| row.name == name);
        let ilu = ilu.map(|row| row.info.op).filter(|op| *op != Ilu::Mov);
        let free = FREE.iter().find(|row| row.0 == name).map(|row| row.1);
        free.or(mac.map(Operation::Mac)).or(ilu.map(Operation::Ilu))
    }

    fn condition_name(condition: Infallible) -> &'static str {
        match condition {}
    }

    fn condition(_: &str) -> Option<(Infallible, usize)> {
        None
    }

    fn shape(op: Operation) -> Shape {
        let meaning = match op {
            Operation::Mac(mac) => mac.info().meaning,
            Operation::Ilu(ilu) => ilu.info().meaning,
            Operation::Move | Operation::Positive | Operation::One => return Shape::Lanewise,
        };
        match meaning {
            Meaning::Lanes(_) | Meaning::MultiplyAdd | Meaning::Address => Shape::Lanewise,
            Meaning::Dot(_) | Meaning::HomogeneousDot | Meaning::Everywhere(_) => Shape::Broadcast,
            Meaning::Each(_) => Shape::Fixed(4),
        }
    }

    fn operands(op: Operation) -> usize {
        match op {
            Operation::Mac(mac) => mac.info().operands.len(),
            Operation::Ilu(ilu) => ilu.info().operands.len(),
            Operation::Move | Operation::One => 1,
            Operation::Positive => 2,
        }
    }

    fn components(op: Operation, operand: usize) -> Mask {
        let reads = match op {
            Operation::Mac(mac) => mac.info().operands.get(operand),
            Operation::Ilu(ilu) => ilu.info().operands.get(operand),
            Operation::Move | Operation::Positive | Operation::One => None,
        };
        reads.map_or(Reads::Written, |(_, reads)| *reads).lanes(15)
    }

    fn reads_back(reg: Reg) -> bool {
        reg == output(POSITION)
    }

    /// A slot reads one attribute and one constant.
    fn exclusive(location: Location) -> Option<u8> {
        match location {
            Location::Reg(reg) if reg.file == OUTPUT => None,
            Location::Reg(reg) | Location::Indexed(reg, _) => Some(reg.file),
            Location::Vector(_) => None,
        }
    }
}
