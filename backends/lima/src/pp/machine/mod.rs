//! The processor as the machine IR sees it: opcodes, conditions, register files, what operands look at.
//!
//! The values of a program are vectors from the start: every operand reads one register, one fetch of the
//! load unit, or numbers. Numbers are those of half floats. The condition of a select is read by every
//! lane: its first two operands repeat one lane.

mod payload;

use super::code::{self, Alu, Condition, Coordinate, Input, Lookup, Projection};
use super::isa::{COMBINE, OutMod, TEMPORARIES};
use retroshade_kit::mir::{
    self, AddressId, Base, FileInfo, FileKind, Lane, LaneRef, Machine, Mask, OpId, Pin, Reg, Shape,
    Vector, VectorId,
};

/// The fragment processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentProcessor;

/// A program between selection and scheduling.
pub type Program = mir::Program<FragmentProcessor>;

/// An instruction.
pub type Op = mir::Op<FragmentProcessor>;

/// An item of a block.
pub type Item = mir::Item<FragmentProcessor>;

/// A conditional.
pub type If = mir::If<FragmentProcessor>;

/// A comparison.
pub type Test = mir::Test<FragmentProcessor>;

/// A vector of temporary memory that an instruction writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The number in the file.
    pub number: u16,
    /// True if the last operand is an offset that is added.
    pub indexed: bool,
}

/// The operation of an instruction.
pub type Kind = code::Kind<Target>;

/// An opcode: what is done, and with the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Opcode {
    /// The operation.
    pub kind: Kind,
    /// The output modifier.
    pub modifier: OutMod,
}

impl From<Kind> for Opcode {
    fn from(kind: Kind) -> Opcode {
        Opcode {
            kind,
            modifier: OutMod::None,
        }
    }
}

impl Opcode {
    /// True if it has an output modifier that is free.
    pub fn can_be_modified(self) -> bool {
        let kind = matches!(
            self.kind,
            Kind::Alu(_) | Kind::Sum | Kind::Select(_) | Kind::Function(_)
        );
        kind && self.modifier == OutMod::None
    }
}

const UNIFORM: u8 = 0;
/// Temporary memory.
const MEMORY: u8 = 1;
/// The colour of the fragment.
pub const COLOR: Reg = Reg { file: 2, number: 0 };
/// The depth of the fragment.
pub const DEPTH: Reg = Reg { file: 3, number: 0 };

/// A vector of uniforms.
pub fn uniform(number: u16) -> Reg {
    Reg {
        file: UNIFORM,
        number,
    }
}

/// A vector of temporary memory by its number in instructions, which is below 0: the last is -1.
pub fn memory(index: i32) -> Reg {
    let number = i32::try_from(TEMPORARIES)
        .unwrap_or(0)
        .saturating_add(index);
    Reg {
        file: MEMORY,
        number: number.clamp(0, 0xffff) as u16,
    }
}

/// The number of a vector of temporary memory in instructions.
pub fn memory_index(number: u16) -> i32 {
    i32::from(number) - TEMPORARIES as i32
}

/// True if a register is one of temporary memory.
pub fn is_memory(reg: Reg) -> bool {
    reg.file == MEMORY
}

/// A lane of a vector that the load unit fetches.
pub fn fetched(reg: Reg, address: Option<AddressId>, component: u8) -> LaneRef {
    match address {
        Some(address) => Base::Indexed(reg, address, component).into(),
        None => LaneRef::register(reg, component),
    }
}

/// A lane of a vector, by its place.
pub fn lane(program: &Program, vector: VectorId, place: u8) -> Option<Lane> {
    program.vectors[vector]
        .lanes
        .get(usize::from(place))
        .copied()
}

/// A vector of new values that nothing assigns yet.
pub fn new_vector(program: &mut Program, lanes: u8) -> VectorId {
    let lanes = (0..lanes).map(|_| program.new_lane()).collect();
    let vector = program.vectors.push(Vector { lanes });
    for lane in program.vectors[vector].lanes.clone() {
        program.lanes[lane].vector = Some(vector);
    }
    vector
}

/// Pins each lane of a vector to the component of its place.
pub fn pin_in_place(program: &mut Program, vector: VectorId) {
    for (component, lane) in (0..).zip(program.vectors[vector].lanes.clone()) {
        program.lanes[lane].pin = Some(Pin::Component(component));
    }
}

/// The lanes that an instruction which copies, and does nothing else, reads and writes; no lanes for others.
pub fn copied(program: &Program, id: OpId) -> Vec<(Lane, LaneRef)> {
    let op = &program.ops[id];
    match op.operands.as_slice() {
        [lanes] if op.code == FragmentProcessor::COPY => {
            op.values().zip(lanes.iter().copied()).collect()
        }
        _ => Vec::new(),
    }
}

/// The conditions by their bits.
const CONDITIONS: [&str; 8] = ["never", "gt", "eq", "ge", "lt", "ne", "le", "always"];

/// The comparisons of a select.
const COMPARISONS: [(&str, Alu); 4] = [
    ("select_ne", Alu::NE),
    ("select_gt", Alu::GT),
    ("select_ge", Alu::GE),
    ("select_eq", Alu::EQ),
];

/// A discard on each condition, by its bits.
const DISCARDS: [&str; 8] = [
    "discard_never",
    "discard_gt",
    "discard_eq",
    "discard_ge",
    "discard_lt",
    "discard_ne",
    "discard_le",
    "discard",
];

/// The code of a copy among the scalar functions.
const FUNCTION_COPY: i64 = 1;

/// A lookup as its name alone says it.
const fn lookup(cube: bool) -> Kind {
    Kind::Lookup(Lookup {
        sampler: 0,
        cube,
        coordinate: Coordinate::Value,
        projection: Projection::None,
        level: None,
        indexed: false,
    })
}

/// An address as the name of a store alone says it.
const NOWHERE: Target = Target {
    number: 0,
    indexed: false,
};

/// Opcodes by their names, those of tables aside.
const NAMED: &[(&str, Kind)] = &[
    ("sum", Kind::Sum),
    ("atan_pt1", Kind::AtanFirst),
    ("atan2_pt1", Kind::AngleFirst),
    ("atan_pt2", Kind::AtanSecond),
    ("varying", Kind::Input(Input::Varying(0))),
    ("varying_indexed", Kind::Input(Input::VaryingIndexed(0))),
    ("frag_coord", Kind::Input(Input::FragCoord)),
    ("point_coord", Kind::Input(Input::PointCoord)),
    ("front_facing", Kind::Input(Input::FrontFacing)),
    ("texture_2d", lookup(false)),
    ("texture_cube", lookup(true)),
    ("store", Kind::Store(NOWHERE)),
    ("store_lane", Kind::StoreLane(NOWHERE, 0)),
    ("frame_color", Kind::FrameRead { color: true }),
    ("frame_depth", Kind::FrameRead { color: false }),
];

fn kind_named(name: &str) -> Option<Kind> {
    let alu = Alu::ALL.iter().find(|alu| alu.name == name);
    let select = COMPARISONS.iter().find(|(known, _)| *known == name);
    let function = COMBINE
        .iter()
        .find(|row| row.name == name && row.fixed("op") != FUNCTION_COPY);
    let discard = DISCARDS.iter().position(|known| *known == name);
    let discard = discard.filter(|bits| *bits > 0);
    let other = NAMED.iter().find(|(known, _)| *known == name);
    None.or(alu.map(|alu| Kind::Alu(*alu)))
        .or(select.map(|(_, alu)| Kind::Select(*alu)))
        .or(function.map(|row| Kind::Function(row.fixed("op"))))
        .or(discard.map(|bits| Kind::Discard(Condition(bits as u8))))
        .or(other.map(|(_, kind)| *kind))
}

impl Machine for FragmentProcessor {
    type Opcode = Opcode;
    type Condition = Condition;

    const NAME: &'static str = "pp";
    const FILES: &'static [FileInfo] = &[
        FileInfo::new("u", FileKind::Constant),
        FileInfo::new("m", FileKind::Memory),
        FileInfo::new("color", FileKind::Output),
        FileInfo::new("depth", FileKind::Output),
    ];
    const COPY: Opcode = Opcode {
        kind: Kind::Alu(Alu::MOV),
        modifier: OutMod::None,
    };
    const ABSOLUTE: bool = true;
    const LIVE_OUT: bool = true;

    fn name(op: Opcode) -> &'static str {
        match op.kind {
            Kind::Alu(alu) => alu.name,
            Kind::Select(alu) => {
                let row = COMPARISONS.iter().find(|(_, known)| *known == alu);
                row.map_or("?", |(name, _)| name)
            }
            Kind::Function(code) => {
                let row = COMBINE.iter().find(|row| row.fixed("op") == code);
                row.map_or("?", |row| row.name)
            }
            Kind::Discard(Condition(bits)) => DISCARDS[usize::from(bits & 7)],
            kind => {
                let alike = |other: &Kind| payload::without(other) == payload::without(&kind);
                let row = NAMED.iter().find(|(_, known)| alike(known));
                row.map_or("?", |(name, _)| name)
            }
        }
    }

    fn opcode(name: &str) -> Option<Opcode> {
        kind_named(name).map(Opcode::from)
    }

    fn payload(op: Opcode) -> Option<String> {
        let words = payload::words(op);
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn with_payload(op: Opcode, payload: &str) -> Option<Opcode> {
        payload.split(' ').try_fold(op, payload::apply)
    }

    fn condition_name(Condition(bits): Condition) -> &'static str {
        CONDITIONS[usize::from(bits & 7)]
    }

    fn condition(name: &str) -> Option<(Condition, usize)> {
        let bits = CONDITIONS.iter().position(|known| *known == name)?;
        (1..7).contains(&bits).then_some((Condition(bits as u8), 2))
    }

    fn shape(op: Opcode) -> Shape {
        match op.kind {
            Kind::Alu(_) | Kind::Select(_) => Shape::Lanewise,
            Kind::Sum | Kind::Function(_) | Kind::AtanSecond => Shape::Broadcast,
            Kind::AtanFirst | Kind::AngleFirst => Shape::Fixed(3),
            Kind::Input(Input::PointCoord) => Shape::Fixed(2),
            Kind::Input(Input::FrontFacing) => Shape::Fixed(1),
            Kind::Input(_) | Kind::Lookup(_) | Kind::FrameRead { .. } => Shape::Fixed(4),
            Kind::Store(_) | Kind::StoreLane(..) | Kind::Discard(_) => Shape::Fixed(0),
        }
    }

    fn moves_results(op: Opcode) -> bool {
        matches!(op.kind, Kind::Lookup(_))
    }

    fn keeps_results(op: Opcode) -> bool {
        matches!(op.kind, Kind::FrameRead { .. })
    }

    fn operands(op: Opcode) -> usize {
        match op.kind {
            Kind::Alu(alu) => alu.operands,
            Kind::Select(_) => 4,
            Kind::AngleFirst => 2,
            Kind::Sum | Kind::Function(_) | Kind::AtanFirst | Kind::AtanSecond => 1,
            Kind::Input(Input::VaryingIndexed(_)) => 1,
            Kind::Input(_) | Kind::FrameRead { .. } | Kind::Discard(Condition::ALWAYS) => 0,
            Kind::Lookup(lookup) => {
                usize::from(lookup.coordinate == Coordinate::Value)
                    + usize::from(lookup.level.is_some())
                    + usize::from(lookup.indexed)
            }
            Kind::Store(to) | Kind::StoreLane(to, _) => 1 + usize::from(to.indexed),
            Kind::Discard(_) => 2,
        }
    }

    fn components(op: Opcode, operand: usize) -> Mask {
        match op.kind {
            Kind::Lookup(lookup) if lookup.coordinate == Coordinate::Value && operand == 0 => 7,
            Kind::AtanSecond => 7,
            Kind::Sum => 15,
            Kind::Store(_) if operand == 0 => 15,
            _ => 1,
        }
    }

    fn has_effect(op: Opcode) -> bool {
        matches!(
            op.kind,
            Kind::Store(_) | Kind::StoreLane(..) | Kind::Discard(_)
        )
    }
}
