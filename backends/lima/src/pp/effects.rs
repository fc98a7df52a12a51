//! What the units of the fragment processor read and write, and where control goes.

use super::isa::{
    Address, FrameBuffer, Instruction, Layout, Meaning, Memory, Operation, Register, Source, To,
    Unit, exists,
};
use super::program::Program;
use retroshade_kit::lanes::{LaneMask, Swizzle};
use retroshade_kit::machine::Kind;
use retroshade_kit::machine::effects::{Decoded, Effect, File, Flow, From, Place, Read};
use retroshade_kit::machine::numbers::{Comparison, Function};

/// General registers.
pub(crate) const REGISTER: File = File::new("$", Kind::Temporary);
/// The temporary memory of a fragment.
const MEMORY: File = File::new("t", Kind::Memory);
const UNIFORM: File = File::new("u", Kind::Uniform);
const VARYING: File = File::new("v", Kind::Input);
/// The units without the constants, which are parts of the word.
const UNITS: usize = 10;

impl Decoded for Program {
    fn units(&self) -> Vec<&'static str> {
        let units = Unit::ALL.iter().take(UNITS);
        units.map(|unit| unit.name()).collect()
    }

    fn len(&self) -> usize {
        self.instructions.len()
    }

    fn effects(&self, instruction: usize) -> Vec<Effect> {
        let instruction = self.instructions.get(instruction);
        let operations = instruction.into_iter().flat_map(Instruction::operations);
        let operations = operations.filter(|operation| (operation.op.unit as usize) < UNITS);
        operations.map(effect).collect()
    }

    fn flow(&self, instruction: usize) -> Flow {
        let offsets = self.offsets();
        let target = self.branch_target(instruction, &offsets);
        let Some(instruction) = self.instructions.get(instruction) else {
            return Flow::default();
        };
        Flow {
            falls: !instruction.leaves(),
            target,
            ends: instruction.stop || instruction.discards(),
        }
    }
}

/// What an operation reads and writes.
pub(crate) fn effect(operation: &Operation) -> Effect {
    let unit = operation.op.unit;
    let mut effect = Effect {
        unit: unit as usize,
        phase: unit.stage(),
        ..Effect::default()
    };
    for number in operation.op.row.sources() {
        let lanes = operation.lanes_read(number);
        effect
            .reads
            .extend(reads(&operation.source(number), lanes, unit));
    }
    if let Some(offset) = operation.address.offset {
        let source = Source::lane(Register::from_component(offset), offset & 3);
        effect.reads.extend(reads(&source, LaneMask::lane(0), unit));
    }
    effect.reads.extend(surroundings(operation));
    if let Some((number, lanes)) = operation
        .dest
        .written()
        .filter(|(number, _)| exists(*number))
    {
        let places = REGISTER.lanes(number.into(), lanes.bits());
        effect.writes.extend(places);
    }
    if operation.op.row.meaning == Meaning::Store {
        effect.writes.extend(accessed(operation, MEMORY));
    }
    effect
}

/// What some lanes of a source read.
fn reads(source: &Source, lanes: LaneMask, reader: Unit) -> Vec<Read> {
    match (source.register, source.register.unit(reader)) {
        (_, Some(Unit::Const0 | Unit::Const1)) => Vec::new(),
        (_, Some(unit)) => vec![Read::unit(unit as usize)],
        (Register::General(number), None) if exists(number) => {
            let lanes = source.lanes.read_by(lanes);
            let places = REGISTER.lanes(number.into(), lanes.bits());
            places.map(Read::place).collect()
        }
        _ => Vec::new(),
    }
}

/// What an operation reads besides its sources.
fn surroundings(operation: &Operation) -> Vec<Read> {
    let address = operation.address;
    match operation.op.row.meaning {
        // A choice takes its condition from the scalar multiplier.
        Meaning::Select => vec![Read::unit(Unit::ScalarMul as usize)],
        Meaning::Lookup { cube, .. } => {
            let mut reads = vec![Read::unit(Unit::Varying as usize)];
            if let (None, Ok(unit)) = (address.offset, u32::try_from(address.index)) {
                let ty = if cube { "samplerCube" } else { "sampler2D" };
                reads.push(Read::outside(From::Texture { unit, ty }));
            }
            reads
        }
        Meaning::Load(memory) => {
            let file = match memory {
                Memory::Uniforms => UNIFORM,
                Memory::Temporaries => MEMORY,
            };
            accessed(operation, file).map(Read::place).collect()
        }
        Meaning::Varying(_) | Meaning::VaryingDirection => {
            accessed(operation, VARYING).map(Read::place).collect()
        }
        Meaning::Input(input) => vec![Read::outside(From::Builtin(input))],
        _ => Vec::new(),
    }
}

/// The components of a file that an address without offset is of.
fn accessed(operation: &Operation, file: File) -> impl Iterator<Item = Place> + use<> {
    let Address { index, offset, .. } = operation.address;
    let width = match offset {
        None => i64::from(operation.width()),
        Some(_) => 0,
    };
    let first = i64::from(index) * width;
    (first..first + width).map(move |component| Place {
        file,
        number: (component >> 2) as u16,
        lane: (component & 3) as u8,
    })
}

impl Operation {
    /// The lanes of a source that the result depends on, in the order of the operation's lanes.
    pub fn lanes_read(&self, source: usize) -> LaneMask {
        let written = self.dest.lanes;
        let all_or_written = match self.dest.to {
            // What only the adder beside it takes can be any lane.
            To::Nothing { .. }
                if self.op.layout == Layout::VectorMul || self.op.layout == Layout::VectorAdd =>
            {
                LaneMask::ALL
            }
            To::Nothing { .. } => LaneMask::lane(0),
            _ => written,
        };
        match self.op.row.meaning {
            Meaning::Sum(lanes) => LaneMask::from_bits((1 << lanes) - 1),
            Meaning::Scale if source == 0 => LaneMask::lane(0),
            Meaning::Several(_) | Meaning::Branch(_) | Meaning::Lookup { .. } => LaneMask::lane(0),
            Meaning::Octant => LaneMask::from_bits(7),
            // A texture's coordinates have three lanes.
            Meaning::Vector(_) | Meaning::Direction | Meaning::Normalize
                if self.dest.to == To::Coordinate =>
            {
                LaneMask::from_bits(7)
            }
            Meaning::Store => LaneMask::from_bits((1 << self.width()) - 1),
            _ if self.is_scalar() => LaneMask::lane(0),
            _ => all_or_written,
        }
    }

    /// How many components are accessed: 0 to 4.
    pub fn width(&self) -> u8 {
        self.address.width(self.op.layout).unwrap_or(0)
    }

    /// A source; of a store the components from the aligned one on.
    pub fn source(&self, number: usize) -> Source {
        let source = self.sources[number];
        match self.op.row.meaning {
            Meaning::Store => {
                let first = source.component() & !(self.width().max(1) - 1);
                let lanes = [0, 1, 2, 3].map(|lane| (first + lane) & 3);
                Source::new(source.register, Swizzle::new(lanes))
            }
            _ => source,
        }
    }

    /// True if its sources are scalars.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self.op.layout,
            Layout::ScalarMul | Layout::ScalarAdd | Layout::CombineScalar
        )
    }
}

impl Instruction {
    /// True if control never arrives at the instruction after it.
    pub fn leaves(&self) -> bool {
        self.stop || self.is_always()
    }

    /// True if it has a branch that is always taken, or a discard.
    pub fn is_always(&self) -> bool {
        let always = Meaning::Branch(Comparison::ALWAYS);
        self.discards() || self.branch() == Some(always)
    }

    /// True if it is a discard.
    pub fn discards(&self) -> bool {
        self.branch() == Some(Meaning::Discard)
    }

    fn branch(&self) -> Option<Meaning> {
        let branch = self.operation(Unit::Branch);
        branch.map(|branch| branch.op.row.meaning)
    }

    /// True if a unit demands that the quad goes in step: the texture unit and derivatives.
    pub fn needs_sync(&self) -> bool {
        self.operations().any(|operation| {
            matches!(
                operation.op.row.meaning,
                Meaning::Lookup { .. } | Meaning::Lanes(Function::AcrossQuad | Function::AlongQuad)
            )
        })
    }
}

impl Program {
    /// True if it has a discard.
    pub fn discards(&self) -> bool {
        self.instructions.iter().any(Instruction::discards)
    }

    /// True if it reads a buffer of the frame.
    pub fn reads_frame(&self, buffer: FrameBuffer) -> bool {
        let operations = self.instructions.iter().flat_map(Instruction::operations);
        let mut meanings = operations.map(|operation| operation.op.row.meaning);
        meanings.any(|meaning| meaning == Meaning::FrameRead(buffer))
    }
}
