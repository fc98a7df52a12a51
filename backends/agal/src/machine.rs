//! The chip as the machine IR sees it: opcodes, register files, what operands look at.
//!
//! The values of an AGAL program are vectors from the start: an operation, or several that write different
//! lanes, defines the lanes of one, and the place of a lane in its vector is its component where the
//! operation cannot move it. An operand may read lanes of several vectors; which of them share a register
//! the scheduler finds out for an order. An operation writes a temporary or an output, not both: where it
//! has an output, nobody reads its results.

use crate::isa::{File, LaneMask, Meaning, Opcode, Sampler, Second, TABLE, flags};
use retroshade_kit::mir::{
    self, Base, FileInfo, FileKind, Lane, LaneRef, Machine, OpId, Reg, Shape, Storage, VectorId,
};

/// Programs of Stage3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage3d;

/// A program between selection and scheduling.
pub type Program = mir::Program<Stage3d>;

/// An instruction.
pub type Op = mir::Op<Stage3d>;

/// An item of a block.
pub type Item = mir::Item<Stage3d>;

/// A comparison.
pub type Test = mir::Test<Stage3d>;

/// When an instruction is executed.
pub type Predicate = mir::Predicate<Stage3d>;

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    /// The row of the instruction table.
    pub opcode: Opcode,
    /// What lookups look up.
    pub sampler: Option<Sampler>,
}

impl From<Opcode> for Operation {
    fn from(opcode: Opcode) -> Operation {
        Operation {
            opcode,
            sampler: None,
        }
    }
}

/// The files by their place in [`Machine::FILES`]: what is read, then what is written. A varying is read by
/// one stage and written by the other.
const FILES: [File; 7] = [
    File::Attribute,
    File::Constant,
    File::Varying,
    File::InstanceId,
    File::Output,
    File::Varying,
    File::Depth,
];

/// A register that is read.
pub fn input(file: File, number: u16) -> Reg {
    let found = FILES.iter().position(|other| *other == file);
    let file = found.unwrap_or_default() as u8;
    Reg { file, number }
}

/// A register that is written.
pub fn output(file: File, number: u16) -> Reg {
    let found = FILES.iter().rposition(|other| *other == file);
    let file = found.unwrap_or_default() as u8;
    Reg { file, number }
}

/// A constant register.
pub fn constant(number: u16) -> Reg {
    input(File::Constant, number)
}

/// The file of a register.
pub fn file(reg: Reg) -> File {
    let file = FILES.get(usize::from(reg.file));
    file.copied().unwrap_or(File::Constant)
}

/// True if the machine counts what lies there as a constant.
pub fn is_constant(storage: Storage) -> bool {
    match storage {
        Storage::Any | Storage::Temporary => false,
        Storage::Literals | Storage::Indexed(..) => true,
        Storage::Reg(reg) => file(reg) == File::Constant,
    }
}

/// A key to sort lanes by: temporaries first, then literals, then registers.
pub fn order(lane: LaneRef) -> (Storage, LaneRef) {
    (lane.storage(), lane)
}

/// The vector that an instruction writes lanes of, and their places there; `None` where it writes an output or
/// nothing.
pub fn target(program: &Program, id: OpId) -> Option<(VectorId, LaneMask)> {
    let op = &program.ops[id];
    if op.out.is_some() {
        return None;
    }
    let mut found = None;
    let mut mask = LaneMask::NONE;
    for lane in op.values() {
        let (vector, place) = program.slot(lane)?;
        found = Some(vector);
        mask = mask.or(LaneMask::lane(place));
    }
    Some((found?, mask))
}

/// The place of a value in its vector.
pub fn place(program: &Program, lane: Lane) -> u8 {
    program.slot(lane).map_or(0, |(_, place)| place)
}

/// The vector of a lane, if it is a value.
pub fn vector_of(program: &Program, lane: LaneRef) -> Option<VectorId> {
    program.lanes[lane.as_value()?].vector
}

/// The operands of an instruction that it reads by component, not as rows of a matrix.
pub fn sources(op: &Op) -> &[mir::Operand] {
    let count = op.operands.len() - usize::from(rows(op).is_some());
    op.operands.get(..count).unwrap_or(&op.operands)
}

/// The operands that [`sources`] gives, to change.
pub fn sources_mut(op: &mut Op) -> &mut [mir::Operand] {
    let count = op.operands.len() - usize::from(rows(op).is_some());
    &mut op.operands[..count]
}

/// The first lane of the first row of a matrix operand.
pub fn rows(op: &Op) -> Option<LaneRef> {
    match op.code.opcode.info().second {
        Second::Matrix(_) => op.operands.get(1)?.first().copied(),
        Second::None | Second::Source | Second::Sampler => None,
    }
}

/// The number of the first row of a matrix operand that is not behind an index.
pub fn first_row(op: &Op) -> Option<u16> {
    match rows(op)?.base {
        Base::Reg(reg, _) => Some(reg.number),
        _ => None,
    }
}

/// True if each result comes from the same lane of every operand.
pub fn is_lanewise(op: &Op) -> bool {
    op.shape() == Shape::Lanewise
}

/// The number of tokens that a program has, without copies; at least so many while predicates are not yet merged, if
/// each comparison opens one conditional.
pub fn tokens(program: &Program) -> usize {
    let predicates = program.ops.values().filter_map(|op| op.predicate.as_ref());
    let mut tests: Vec<&Test> = Vec::new();
    for test in predicates.flat_map(|predicate| &predicate.tests) {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    2 * tests.len() + program.ops.len()
}

/// A comparison of two lanes.
pub fn compare(opcode: Opcode, a: LaneRef, b: LaneRef) -> Test {
    Test {
        code: opcode,
        operands: [a, b].into_iter().map(one_lane).collect(),
    }
}

/// An operand of one lane.
pub fn one_lane(lane: LaneRef) -> mir::Operand {
    std::iter::once(lane).collect()
}

impl Machine for Stage3d {
    type Opcode = Operation;
    type Condition = Opcode;

    const NAME: &'static str = "agal";
    const FILES: &'static [FileInfo] = &[
        FileInfo::new("va", FileKind::Input),
        FileInfo::new("c", FileKind::Constant),
        FileInfo::new("v", FileKind::Input),
        FileInfo::new("iid", FileKind::Input),
        FileInfo::new("o", FileKind::Output),
        FileInfo::new("vo", FileKind::Output),
        FileInfo::new("od", FileKind::Output),
    ];
    const COPY: Operation = Operation {
        opcode: Opcode::Mov,
        sampler: None,
    };

    fn name(op: Operation) -> &'static str {
        op.opcode.row().name
    }

    fn opcode(name: &str) -> Option<Operation> {
        let row = TABLE.rows.iter().find(|row| row.name == name)?;
        let is_flow =
            row.info.is_if() || matches!(row.info.meaning, Meaning::Else | Meaning::EndIf);
        (!is_flow).then_some(row.info.opcode.into())
    }

    fn payload(op: Operation) -> Option<String> {
        let sampler = op.sampler?;
        Some(format!("fs{} {}", sampler.number, sampler.flags()))
    }

    fn with_payload(op: Operation, payload: &str) -> Option<Operation> {
        let (number, words) = payload.strip_prefix("fs")?.split_once(' ')?;
        let mut sampler = Sampler {
            number: number.parse().ok()?,
            ..Sampler::default()
        };
        for word in words.strip_prefix('<')?.strip_suffix('>')?.split(',') {
            if !flags::apply(&mut sampler, word) {
                sampler.bias = (word.parse::<f32>().ok()? * 8.0) as i8;
            }
        }
        let is_lookup = op.opcode.info().second == Second::Sampler;
        is_lookup.then_some(Operation {
            sampler: Some(sampler),
            ..op
        })
    }

    fn condition_name(condition: Opcode) -> &'static str {
        condition.row().name
    }

    fn condition(name: &str) -> Option<(Opcode, usize)> {
        let row = TABLE.rows.iter().find(|row| row.name == name)?;
        row.info.is_if().then_some((row.info.opcode, 2))
    }

    fn shape(op: Operation) -> Shape {
        let info = op.opcode.info();
        match info.meaning {
            _ if info.is_lanewise() => Shape::Lanewise,
            Meaning::Product(_) => Shape::Broadcast,
            _ => Shape::Fixed(info.whole().count() as u8),
        }
    }

    fn operands(op: Operation) -> usize {
        let info = op.opcode.info();
        let second = matches!(info.second, Second::Source | Second::Matrix(_));
        usize::from(info.first) + usize::from(second)
    }

    fn components(op: Operation, _: usize) -> mir::Mask {
        match op.opcode.info().meaning {
            // Lanes that a lookup does not read are there for its coordinate to be one register.
            Meaning::Lookup => 15,
            meaning => meaning.lanes_read().unwrap_or(LaneMask::ALL).bits(),
        }
    }

    fn has_effect(op: Operation) -> bool {
        matches!(op.opcode.info().meaning, Meaning::Kill)
    }
}
