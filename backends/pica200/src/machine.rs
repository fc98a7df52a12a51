//! The chip as the machine IR sees it: opcodes, conditions, register files, what operands look at.

use crate::isa::{BOOLEANS, Comparison, LaneMask, Meaning, Opcode, TABLE};
use retroshade_diagnostics::Span;
use retroshade_kit::mir::{
    self, AddressId, Base, BlockId, FileInfo, FileKind, LaneRef, Machine, Mask, OpId, Operand, Reg,
    Shape, Storage,
};

/// PICA200's vertex unit. Inverted forms are chosen when an instruction is encoded; opcodes are the plain
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexUnit;

/// A program between selection and encoding.
pub type Program = mir::Program<VertexUnit>;

/// An instruction.
pub type Op = mir::Op<VertexUnit>;

/// A conditional.
pub type If = mir::If<VertexUnit>;

/// An item of a block.
pub type Item = mir::Item<VertexUnit>;

/// A test of a condition.
pub type Test = mir::Test<VertexUnit>;

/// What a test asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Whether a boolean uniform is true.
    Boolean(u8),
    /// Whether a comparison of two lanes holds.
    Compare(Comparison),
}

/// A comparison of two lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compare {
    /// Operator.
    pub operator: Comparison,
    /// Operands.
    pub lanes: [LaneRef; 2],
}

impl Compare {
    /// The comparison of a test, if it is one.
    pub fn of(test: &Test) -> Option<Compare> {
        let Question::Compare(operator) = test.code else {
            return None;
        };
        match test.operands.as_slice() {
            [a, b] => Some(Compare {
                operator,
                lanes: [*a.first()?, *b.first()?],
            }),
            _ => None,
        }
    }

    /// As a test of a condition.
    pub fn test(self) -> Test {
        Test {
            code: Question::Compare(self.operator),
            operands: self.lanes.into_iter().map(one_lane).collect(),
        }
    }
}

/// A test of a boolean uniform.
pub fn boolean_test(register: u8) -> Test {
    Test {
        code: Question::Boolean(register),
        operands: Default::default(),
    }
}

/// An operand of one lane.
pub fn one_lane(lane: LaneRef) -> Operand {
    std::iter::once(lane).collect()
}

/// Input registers.
pub const INPUT: u8 = 0;
/// Float uniform registers.
pub const UNIFORM: u8 = 1;
/// Output registers.
pub const OUTPUT: u8 = 2;
/// What `aL` may hold: register n of this file is n times the number of rounds that the innermost counted loop has done.
/// Only addresses read it.
const COUNTER: u8 = 3;

/// A lane of an input register.
pub fn input(register: u8, lane: u8) -> LaneRef {
    LaneRef::register(file_register(INPUT, register), lane)
}

/// A lane of a uniform register.
pub fn uniform(register: u8, lane: u8) -> LaneRef {
    LaneRef::register(file_register(UNIFORM, register), lane)
}

/// A lane of the uniform register whose number is this one plus an address.
pub fn indexed(register: u8, lane: u8, address: AddressId) -> LaneRef {
    Base::Indexed(file_register(UNIFORM, register), address, lane).into()
}

/// `aL` as an address: this step times the number of rounds that the innermost counted loop has done.
fn counter(step: u8) -> LaneRef {
    LaneRef::register(file_register(COUNTER, step), 0)
}

/// The address that `aL` is with a step.
pub fn counter_address(program: &mut Program, step: u8) -> AddressId {
    let addresses = &mut program.addresses;
    let known = addresses
        .keys()
        .find(|id| counter_step(addresses[*id].index) == Some(step));
    known.unwrap_or_else(|| {
        addresses.push(mir::Address {
            index: counter(step),
            span: Span::NONE,
        })
    })
}

/// The step of `aL` that an address is, if it is `aL`.
pub fn counter_step(index: LaneRef) -> Option<u8> {
    match index.base {
        Base::Reg(reg, _) if reg.file == COUNTER => Some(reg.number as u8),
        _ => None,
    }
}

/// The step by which what a counted loop reads behind `aL` moves on with each round; `None` if it reads nothing there.
pub fn step_of(program: &Program, body: BlockId) -> Option<u8> {
    let step = |lane: LaneRef| counter_step(program.addresses[lane.address()?].index);
    program.blocks[body].iter().find_map(|item| match item {
        Item::Op(id) => program.ops[*id].reads().find_map(step),
        Item::If(branch) => {
            let mut arms = [branch.accept, branch.reject].into_iter();
            let in_test = branch.reads().find_map(step);
            in_test.or_else(|| arms.find_map(|arm| step_of(program, arm)))
        }
        // In a counted loop it is that loop's own.
        Item::Loop(inner) if inner.rounds.is_none() => step_of(program, inner.body),
        Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => None,
    })
}

/// An output register.
pub fn output(register: u8) -> Reg {
    file_register(OUTPUT, register)
}

fn file_register(file: u8, number: u8) -> Reg {
    Reg {
        file,
        number: number.into(),
    }
}

/// Whether lanes lie in an input register.
pub fn is_input(storage: Storage) -> bool {
    matches!(storage, Storage::Reg(reg) if reg.file == INPUT)
}

/// Whether lanes lie in a uniform register, indexed or not.
pub fn is_uniform(storage: Storage) -> bool {
    matches!(storage, Storage::Reg(reg) if reg.file == UNIFORM)
        || matches!(storage, Storage::Indexed(..))
}

/// Whether only the wide source reads lanes: uniforms and literals.
pub fn is_wide(storage: Storage) -> bool {
    is_uniform(storage) || storage == Storage::Literals
}

/// The result of `max` and `min` where one operand is NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NanResult {
    /// Either operand.
    #[default]
    Any,
    /// The number (`nan-clamp`). The machine gives the second operand, so the operands keep their order.
    Number,
}

/// Whether the first two operands may change places.
pub fn commutes(opcode: Opcode, nan: NanResult) -> bool {
    match opcode {
        Opcode::Max | Opcode::Min => nan == NanResult::Any,
        Opcode::Add | Opcode::Mul | Opcode::Mad | Opcode::Dp3 | Opcode::Dp4 => true,
        _ => false,
    }
}

/// The operands of an instruction of two operands with one lane each.
pub fn pair(op: &Op) -> Option<(LaneRef, LaneRef)> {
    match op.operands.as_slice() {
        [a, b] => match (a.as_slice(), b.as_slice()) {
            ([a], [b]) => Some((*a, *b)),
            _ => None,
        },
        _ => None,
    }
}

/// The result of an instruction that has one.
pub fn single_result(op: &Op) -> Option<mir::Lane> {
    match op.results.as_slice() {
        [only] => *only,
        _ => None,
    }
}

/// Adds a copy of lanes to existing values, which stands in no block yet.
pub fn add_copy(
    program: &mut Program,
    to: impl IntoIterator<Item = mir::Lane>,
    from: Operand,
    group: u32,
    span: Span,
) -> OpId {
    let id = program.assign(Opcode::Mov, [from], to, span);
    program.ops[id].group = group;
    id
}

const BOOLEAN_NAMES: [&str; BOOLEANS as usize] = [
    "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11", "b12", "b13", "b14",
    "b15",
];

impl Machine for VertexUnit {
    type Opcode = Opcode;
    type Condition = Question;

    const NAME: &'static str = "pica200";
    const FILES: &'static [FileInfo] = &[
        FileInfo::new("v", FileKind::Input),
        FileInfo::new("c", FileKind::Constant),
        FileInfo::new("o", FileKind::Output),
        FileInfo::new("al", FileKind::Constant),
    ];
    const COPY: Opcode = Opcode::Mov;

    fn name(op: Opcode) -> &'static str {
        op.name()
    }

    fn opcode(name: &str) -> Option<Opcode> {
        let rows = TABLE.rows.iter().filter(|row| row.name == name);
        let mut found = rows.map(|row| row.info.opcode);
        found.find(|opcode| {
            let meaning = opcode.info().meaning;
            !matches!(
                meaning,
                Meaning::Control | Meaning::Compare | Meaning::Address
            )
        })
    }

    fn condition_name(condition: Question) -> &'static str {
        match condition {
            Question::Boolean(register) => {
                let name = BOOLEAN_NAMES.get(usize::from(register));
                name.copied().unwrap_or("?")
            }
            Question::Compare(operator) => operator.name(),
        }
    }

    fn condition(name: &str) -> Option<(Question, usize)> {
        let boolean = BOOLEAN_NAMES.iter().position(|other| *other == name);
        let boolean = boolean.map(|register| (Question::Boolean(register as u8), 0));
        boolean.or_else(|| {
            let operator = Comparison::ALL
                .into_iter()
                .find(|other| other.name() == name)?;
            Some((Question::Compare(operator), 2))
        })
    }

    fn shape(op: Opcode) -> Shape {
        match op.info().meaning {
            Meaning::Lanes(_) | Meaning::MultiplyAdd => Shape::Lanewise,
            Meaning::Lighting | Meaning::Distance => Shape::Fixed(4),
            _ => Shape::Broadcast,
        }
    }

    fn operands(op: Opcode) -> usize {
        op.info().form.sources()
    }

    /// `litp` reads x and w for the flags; its y is not asked for.
    fn components(op: Opcode, operand: usize) -> Mask {
        let meaning = op.info().meaning;
        let written = match meaning {
            Meaning::Lighting => LaneMask::NONE,
            _ => LaneMask::ALL,
        };
        meaning.positions(operand, written).bits()
    }
}
