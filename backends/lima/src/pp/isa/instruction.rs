//! Decoded instructions: what each unit does, with nothing left to look up in bits.

use super::layout::Layout;
use super::table::{Op, OutMod};
use super::{REGISTERS, Unit};
use retroshade_kit::lanes::{LaneMask, Swizzle};

/// The number of units, with the constants.
const UNITS: usize = Unit::ALL.len();

/// What holds the lanes of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// A general register: `$0` to `$5`, and numbers up to 11 that the machine does not have.
    General(u8),
    /// The first constant of the instruction.
    Const0,
    /// The second constant.
    Const1,
    /// The result of the texture unit in this instruction.
    Sampled,
    /// The result of the load unit in this instruction.
    Loaded,
    /// The result of the multiplier beside an adder. The bits of the register in whose place it stands mean nothing.
    Product {
        /// Those bits.
        spare: u8,
    },
}

impl Register {
    /// The register of a code of four bits.
    pub(super) const fn from_code(code: u8) -> Register {
        match code {
            12 => Register::Const0,
            13 => Register::Const1,
            14 => Register::Sampled,
            15 => Register::Loaded,
            _ => Register::General(code),
        }
    }

    /// The code of four bits.
    pub(super) const fn code(self) -> u8 {
        match self {
            Register::General(number) => number,
            Register::Const0 => 12,
            Register::Const1 => 13,
            Register::Sampled => 14,
            Register::Loaded => 15,
            Register::Product { spare } => spare,
        }
    }

    /// The register of a lane's number.
    pub const fn from_component(component: Component) -> Register {
        Register::from_code(component >> 2)
    }

    /// The number of one of its lanes.
    pub const fn component(self, lane: u8) -> Component {
        self.code() << 2 | lane & 3
    }

    /// The name in the text, as operations of a unit have it.
    pub fn name(self, reader: Unit) -> String {
        match self {
            Register::General(number) => format!("${number}"),
            Register::Const0 => "^const0".to_owned(),
            Register::Const1 => "^const1".to_owned(),
            Register::Sampled => "^tex_sampler".to_owned(),
            Register::Loaded => "^u".to_owned(),
            Register::Product { .. } if reader == Unit::VectorAdd => "^v0".to_owned(),
            Register::Product { .. } => "^s0".to_owned(),
        }
    }

    /// The unit of the same instruction that makes it, as an operation of a unit sees it; `None` for general registers.
    pub fn unit(self, reader: Unit) -> Option<Unit> {
        match self {
            Register::General(_) => None,
            Register::Const0 => Some(Unit::Const0),
            Register::Const1 => Some(Unit::Const1),
            Register::Sampled => Some(Unit::Texture),
            Register::Loaded => Some(Unit::Load),
            Register::Product { .. } => Some(match reader {
                Unit::VectorAdd => Unit::VectorMul,
                _ => Unit::ScalarMul,
            }),
        }
    }
}

/// A source of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What holds it.
    pub register: Register,
    /// For each of four lanes the component of the register; of a scalar four times the same.
    pub lanes: Swizzle,
    /// True if the sign changes, after [`Source::absolute`].
    pub negative: bool,
    /// True if the sign is dropped.
    pub absolute: bool,
}

impl Source {
    /// Components of a register without modifiers.
    pub const fn new(register: Register, lanes: Swizzle) -> Source {
        Source {
            register,
            lanes,
            negative: false,
            absolute: false,
        }
    }

    /// One component of a register.
    pub const fn lane(register: Register, lane: u8) -> Source {
        Source::new(register, Swizzle::splat(lane))
    }

    /// The component that a scalar is, 0 to 3.
    pub const fn component(&self) -> u8 {
        self.lanes.lane(0)
    }
}

impl Default for Source {
    /// The source whose bits are all zero: the first component of the first register, four times.
    fn default() -> Source {
        Source::lane(Register::General(0), 0)
    }
}

/// Where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To no register. The bits of the register mean nothing.
    Nothing {
        /// Those bits.
        spare: u8,
    },
    /// To a general register, by its number: 0 to 15, of which the machine has [`REGISTERS`].
    Register(u8),
    /// To the texture unit, as its coordinate.
    Coordinate,
}

/// A destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dest {
    /// The destination of the lanes.
    pub to: To,
    /// Those that are written.
    pub lanes: LaneMask,
}

impl Dest {
    /// No destination.
    pub const NOTHING: Dest = Dest {
        to: To::Nothing { spare: 0 },
        lanes: LaneMask::NONE,
    };

    /// Lanes of a register.
    pub const fn register(number: u8, lanes: LaneMask) -> Dest {
        Dest {
            to: To::Register(number),
            lanes,
        }
    }

    /// The register and its lanes that are written, if any are.
    pub fn written(&self) -> Option<(u8, LaneMask)> {
        match self.to {
            To::Register(number) if !self.lanes.is_empty() => Some((number, self.lanes)),
            _ => None,
        }
    }
}

/// A component of a general register that is added to an index: 0 to 63, 4 times the register and the component.
pub type Component = u8;

/// A place in memory, of a varying, or of a sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// In units of the width.
    pub index: i32,
    /// A code; see [`Address::width`].
    pub code: u8,
    /// The source of what is added to the index.
    pub offset: Option<Component>,
    /// The bits of the offset where there is none.
    pub spare: u8,
}

impl Address {
    /// How many components are accessed: 1, 2 or 4; `None` for a code of which nothing is known. Varyings have another
    /// code than memory.
    pub const fn width(self, layout: Layout) -> Option<u8> {
        match (layout, self.code) {
            (_, 0) => Some(1),
            (_, 1) => Some(2),
            (Layout::VaryingIndex, 3) | (Layout::Load | Layout::Store, 2) => Some(4),
            _ => None,
        }
    }
}

/// Where a branch goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Jump {
    /// In words, from the start of its own instruction.
    pub distance: i32,
    /// Words of the instruction that it goes to.
    pub length: u8,
}

/// What one unit does in an instruction. Parts that the operation does not have are as by [`Operation::new`], but for
/// bits of a binary that mean nothing where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Which operation.
    pub op: Op,
    /// What is done to the result.
    pub modifier: OutMod,
    /// Where the result goes.
    pub dest: Dest,
    /// The sources.
    pub sources: [Source; 2],
    /// What is accessed.
    pub address: Address,
    /// Where a branch goes.
    pub jump: Jump,
    /// The half floats of a constant.
    pub numbers: [u16; 4],
}

impl Operation {
    /// An operation with all bits of its operands zero.
    pub fn new(op: Op) -> Operation {
        Operation {
            op,
            modifier: OutMod::None,
            dest: Dest::NOTHING,
            sources: [Source::default(); 2],
            address: Address::default(),
            jump: Jump::default(),
            numbers: [0; 4],
        }
    }

    /// The operation with sources in order.
    pub fn with_sources(mut self, sources: impl IntoIterator<Item = Source>) -> Operation {
        for (place, source) in self.sources.iter_mut().zip(sources) {
            *place = source;
        }
        self
    }
}

/// The control word's say on what follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefetch {
    /// True if the length is used.
    pub enabled: bool,
    /// Length in words of the instruction that follows in memory.
    pub next: u8,
}

/// One instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// The program ends after it, unless its branch is taken.
    pub stop: bool,
    /// Keeps the quad in step: demanded by lookups and derivatives.
    pub sync: bool,
    /// The prefetch fields where they differ from what the successor asks for.
    pub prefetch: Option<Prefetch>,
    /// The words of an instruction of which it is not known what it does; empty for any other. Nothing else is set then.
    pub raw: Vec<u32>,
    operations: [Option<Operation>; UNITS],
}

impl Instruction {
    /// Returns the operation of a unit; `None` if the unit is off.
    pub fn operation(&self, unit: Unit) -> Option<&Operation> {
        let place = self.operations.get(unit as usize);
        place.and_then(Option::as_ref)
    }

    /// As [`Instruction::operation`], to change.
    pub fn operation_mut(&mut self, unit: Unit) -> Option<&mut Operation> {
        let place = self.operations.get_mut(unit as usize);
        place.and_then(Option::as_mut)
    }

    /// Switches the unit of an operation on.
    pub fn put(&mut self, operation: Operation) {
        if let Some(place) = self.operations.get_mut(operation.op.unit as usize) {
            *place = Some(operation);
        }
    }

    /// What the units do that are on, in the order of the pipeline.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.iter().flatten()
    }

    /// The length in words, the control word included: 1 to 19, or those it has where they mean nothing.
    pub fn words(&self) -> usize {
        if !self.raw.is_empty() {
            return self.raw.len();
        }
        let bits = self.operations().map(|operation| operation.op.unit.bits());
        1 + usize::from(bits.sum::<u16>().div_ceil(32))
    }
}

/// True if the machine has a general register.
pub const fn exists(register: u8) -> bool {
    (register as u16) < REGISTERS
}
