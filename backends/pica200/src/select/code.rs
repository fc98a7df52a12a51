//! Programs between selection and allocation: instructions of the chip on single lanes that have no
//! register yet.
//!
//! A [`Scalar`] is one lane of some register. An operand lists the lanes it reads one by one, so
//! there are no swizzles and nothing has to be moved to make a vector of parts: what is read
//! together must only come to lie in one register, which is the business of packing and placing.
//! Scalars are assigned once, except those that a condition or a loop hands on: each arm assigns
//! them.

use crate::isa::{Comparison, LANE_NAMES, Opcode};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::{EntityRef, EntitySet, SecondaryMap};
use std::fmt::{self, Write};

/// One lane of a temporary or an output register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scalar(pub u32);

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl EntityRef for Scalar {
    fn new(index: usize) -> Scalar {
        Scalar(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of scalars.
pub type Scalars = EntitySet<Scalar>;

/// What is known of some scalars.
pub type ScalarMap<T> = SecondaryMap<Scalar, Option<T>>;

/// A lane of an output register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutputLane {
    /// `o0`..`o15`
    pub register: u8,
    /// 0 to 3.
    pub lane: u8,
}

/// What is known of a scalar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScalarInfo {
    /// The output lane it is; nobody reads those.
    pub output: Option<OutputLane>,
    /// The lane of its register that it must lie in, 0 to 3; any if there is none.
    pub component: Option<u8>,
}

/// A value that `mova` put into an address register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u32);

impl EntityRef for Address {
    fn new(index: usize) -> Address {
        Address(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an operand lane is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// A temporary.
    Scalar(Scalar),
    /// A lane of `v<register>`.
    Input(u8, u8),
    /// A lane of `c<register>`.
    Uniform(u8, u8),
    /// A lane of `c<register + address>`.
    Indexed(u8, u8, Address),
    /// A literal, as bits of a float; its sign is in [`Source::negate`] and never here.
    Literal(u32),
}

/// Which register an operand lane belongs to, as far as that is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Home {
    /// Some temporary.
    Temporary,
    /// An input register.
    Input(u8),
    /// A uniform register.
    Uniform(u8),
    /// An indexed uniform register.
    Indexed(u8, Address),
    /// Some register of literals.
    Literal,
}

impl Home {
    /// Whether only the wide source reads it.
    pub fn is_wide(self) -> bool {
        !matches!(self, Home::Temporary | Home::Input(_))
    }
}

impl Lane {
    /// Its register.
    pub fn home(self) -> Home {
        match self {
            Lane::Scalar(_) => Home::Temporary,
            Lane::Input(register, _) => Home::Input(register),
            Lane::Uniform(register, _) => Home::Uniform(register),
            Lane::Indexed(register, _, address) => Home::Indexed(register, address),
            Lane::Literal(_) => Home::Literal,
        }
    }
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |lane: u8| LANE_NAMES[usize::from(lane & 3)];
        match *self {
            Lane::Scalar(scalar) => write!(f, "{scalar:?}"),
            Lane::Input(register, lane) => write!(f, "v{register}.{}", name(lane)),
            Lane::Uniform(register, lane) => write!(f, "c{register}.{}", name(lane)),
            Lane::Indexed(register, lane, address) => {
                write!(f, "c{register}[a{}].{}", address.0, name(lane))
            }
            Lane::Literal(bits) => write!(f, "{:?}", f32::from_bits(bits)),
        }
    }
}

/// An operand lane with its sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// Where it is read.
    pub lane: Lane,
    /// Whether the sign is changed.
    pub negate: bool,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.negate { "-" } else { "" }, self.lane)
    }
}

impl Source {
    /// A literal.
    pub fn literal(value: f32) -> Source {
        Source {
            lane: Lane::Literal(value.abs().to_bits()),
            negate: value.is_sign_negative() && !value.is_nan(),
        }
    }

    /// A lane with its sign as it is.
    pub fn plain(lane: Lane) -> Source {
        Source {
            lane,
            negate: false,
        }
    }

    /// A scalar.
    pub fn scalar(scalar: Scalar) -> Source {
        Source::plain(Lane::Scalar(scalar))
    }

    /// With the other sign.
    pub fn negated(self) -> Source {
        Source {
            negate: !self.negate,
            ..self
        }
    }

    /// The number, if it is a literal.
    pub fn value(self) -> Option<f32> {
        match self.lane {
            Lane::Literal(bits) => {
                let value = f32::from_bits(bits);
                Some(if self.negate { -value } else { value })
            }
            _ => None,
        }
    }

    /// Whether it is a literal of this value (zero of either sign).
    pub fn is(self, value: f32) -> bool {
        self.value() == Some(value)
    }
}

/// An instruction. Inverted forms are chosen when it is encoded; `opcode` is always the plain one.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    /// What it does.
    pub opcode: Opcode,
    /// The lanes it writes: several for the lane by lane instructions, one for the others, none for
    /// `mova`.
    pub results: Vec<Scalar>,
    /// For each operand the lanes it reads, in the order in which the instruction takes them.
    pub operands: Vec<Vec<Source>>,
    /// Operations that were one vector operation in the source have the same number.
    pub origin: u32,
    /// The source it came from.
    pub span: Span,
}

/// Whether an instruction works lane by lane, so that several can become one.
pub fn is_lanewise(opcode: Opcode) -> bool {
    opcode.info().reads == crate::isa::Reads::Lanewise
}

/// A comparison of two lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// Operator.
    pub operator: Comparison,
    /// Operands.
    pub sources: [Source; 2],
}

/// What decides a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A boolean uniform is true.
    Boolean(u8),
    /// A comparison holds.
    Test(Test),
    /// Boolean uniforms and comparisons, evaluated one after another until the outcome is certain.
    Formula(Formula, Vec<Test>),
}

/// A condition of several parts. Negations are at its leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A boolean uniform is what it should be.
    Boolean(u8, bool),
    /// The comparison of this number among those of the condition comes out as it should.
    Test(usize, bool),
    /// All parts hold.
    All(Vec<Formula>),
    /// One of the parts holds.
    Any(Vec<Formula>),
}

impl Formula {
    /// The opposite.
    pub fn negated(self) -> Formula {
        let each = |parts: Vec<Formula>| parts.into_iter().map(Formula::negated).collect();
        match self {
            Formula::Boolean(boolean, wanted) => Formula::Boolean(boolean, !wanted),
            Formula::Test(test, wanted) => Formula::Test(test, !wanted),
            Formula::All(parts) => Formula::Any(each(parts)),
            Formula::Any(parts) => Formula::All(each(parts)),
        }
    }
}

/// An arm that may lie in the code several times.
pub type Block = Vec<Node>;

/// A condition with two arms.
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// What decides.
    pub condition: Condition,
    /// Runs where it holds.
    pub accept: Block,
    /// Runs where it does not.
    pub reject: Block,
    /// The source it came from.
    pub span: Span,
}

/// A loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What is repeated.
    pub body: Block,
    /// Number of rounds, if the machine counts them; otherwise the loop ends by a break only.
    pub rounds: Option<u16>,
    /// The source it came from.
    pub span: Span,
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// An instruction.
    Op(Op),
    /// A condition.
    If(If),
    /// A loop.
    Loop(Loop),
    /// The innermost loop ends.
    Break,
    /// The innermost loop goes round.
    Continue,
}

impl Node {
    /// The source it came from.
    pub fn span(&self) -> Span {
        match self {
            Node::Op(op) => op.span,
            Node::If(branch) => branch.span,
            Node::Loop(repeat) => repeat.span,
            Node::Break | Node::Continue => Span::NONE,
        }
    }
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// Every scalar.
    pub scalars: Vec<ScalarInfo>,
    /// What each address is made of.
    pub addresses: Vec<Source>,
    /// What runs.
    pub body: Block,
    /// Whether the operands of `max` and `min` keep their order, since the second is the result where
    /// one of them is no number.
    pub ordered: bool,
}

impl Code {
    /// A fresh temporary.
    pub fn scalar(&mut self) -> Scalar {
        self.scalars.push(ScalarInfo::default());
        Scalar(self.scalars.len() as u32 - 1)
    }

    /// A scalar that is an output lane.
    pub fn output(&mut self, lane: OutputLane) -> Scalar {
        let scalar = self.scalar();
        self.scalars[scalar.0 as usize].output = Some(lane);
        scalar
    }

    /// The output lane a scalar is.
    pub fn output_of(&self, scalar: Scalar) -> Option<OutputLane> {
        self.scalars.get(scalar.0 as usize)?.output
    }
}

impl Op {
    /// Every operand lane.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.operands.iter().flatten()
    }

    /// Every operand lane, to change.
    pub fn sources_mut(&mut self) -> impl Iterator<Item = &mut Source> {
        self.operands.iter_mut().flatten()
    }

    /// Every temporary read.
    pub fn reads(&self) -> impl Iterator<Item = Scalar> + '_ {
        self.sources().filter_map(|source| match source.lane {
            Lane::Scalar(scalar) => Some(scalar),
            _ => None,
        })
    }
}

impl Condition {
    /// Its comparisons.
    pub fn tests(&self) -> &[Test] {
        match self {
            Condition::Boolean(_) => &[],
            Condition::Test(test) => std::slice::from_ref(test),
            Condition::Formula(_, tests) => tests,
        }
    }

    /// Its comparisons, to change.
    pub fn tests_mut(&mut self) -> &mut [Test] {
        match self {
            Condition::Boolean(_) => &mut [],
            Condition::Test(test) => std::slice::from_mut(test),
            Condition::Formula(_, tests) => tests,
        }
    }

    /// Every operand lane.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.tests().iter().flat_map(|test| &test.sources)
    }
}

/// Calls a function for every block, outermost first.
pub fn each_block<'a>(block: &'a Block, f: &mut impl FnMut(&'a Block)) {
    f(block);
    for node in block {
        match node {
            Node::If(branch) => {
                each_block(&branch.accept, f);
                each_block(&branch.reject, f);
            }
            Node::Loop(repeat) => each_block(&repeat.body, f),
            Node::Op(_) | Node::Break | Node::Continue => {}
        }
    }
}

/// Calls a function for every block to change it, innermost first.
pub fn each_block_mut(block: &mut Block, f: &mut impl FnMut(&mut Block)) {
    for node in block.iter_mut() {
        match node {
            Node::If(branch) => {
                each_block_mut(&mut branch.accept, f);
                each_block_mut(&mut branch.reject, f);
            }
            Node::Loop(repeat) => each_block_mut(&mut repeat.body, f),
            Node::Op(_) | Node::Break | Node::Continue => {}
        }
    }
    f(block);
}

/// Calls a function for every operand lane, conditions included.
pub fn each_source(block: &Block, f: &mut impl FnMut(&Source)) {
    each_block(block, &mut |block| {
        for node in block {
            match node {
                Node::Op(op) => op.sources().for_each(&mut *f),
                Node::If(branch) => branch.condition.sources().for_each(&mut *f),
                Node::Loop(_) | Node::Break | Node::Continue => {}
            }
        }
    });
}

/// Calls a function for every operand lane to change it, conditions included.
pub fn each_source_mut(block: &mut Block, f: &mut impl FnMut(&mut Source)) {
    each_block_mut(block, &mut |block| {
        for node in block.iter_mut() {
            match node {
                Node::Op(op) => op.sources_mut().for_each(&mut *f),
                Node::If(branch) => {
                    for test in branch.condition.tests_mut() {
                        test.sources.iter_mut().for_each(&mut *f);
                    }
                }
                Node::Loop(_) | Node::Break | Node::Continue => {}
            }
        }
    });
}

/// Calls a function for every instruction.
pub fn each_op<'a>(block: &'a Block, f: &mut impl FnMut(&'a Op)) {
    each_block(block, &mut |block| {
        for node in block {
            if let Node::Op(op) = node {
                f(op);
            }
        }
    });
}

/// Calls a function for every instruction to change it.
pub fn each_op_mut(block: &mut Block, f: &mut impl FnMut(&mut Op)) {
    each_block_mut(block, &mut |block| {
        for node in block.iter_mut() {
            if let Node::Op(op) = node {
                f(op);
            }
        }
    });
}

/// How often each scalar is read, by its number.
pub fn count_reads(code: &Code) -> Vec<u32> {
    count_reads_in(code, &code.body)
}

/// How often each scalar is read in a body that was taken out of the code, by its number.
pub fn count_reads_in(code: &Code, body: &Block) -> Vec<u32> {
    let mut counts = vec![0; code.scalars.len()];
    each_source(body, &mut |source| {
        if let Lane::Scalar(scalar) = source.lane
            && let Some(count) = counts.get_mut(scalar.0 as usize)
        {
            *count += 1;
        }
    });
    counts
}

/// How often each scalar is written, by its number.
pub fn count_writes(code: &Code) -> Vec<u32> {
    let mut counts = vec![0; code.scalars.len()];
    each_op(&code.body, &mut |op| {
        for result in &op.results {
            if let Some(count) = counts.get_mut(result.0 as usize) {
                *count += 1;
            }
        }
    });
    counts
}

/// The code as text, for people.
pub fn print(code: &Code) -> String {
    let mut text = String::new();
    print_block(code, &code.body, 1, &mut text);
    text
}

fn print_block(code: &Code, block: &Block, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for node in block {
        // Writing to a string cannot fail.
        let _ = match node {
            Node::Op(op) => {
                let results: Vec<String> = op.results.iter().map(|r| spell(code, *r)).collect();
                let operands: Vec<String> = op
                    .operands
                    .iter()
                    .map(|lanes| format!("{lanes:?}"))
                    .collect();
                writeln!(
                    text,
                    "{indent}{} [{}], {}",
                    op.opcode.name(),
                    results.join(", "),
                    operands.join(", ")
                )
            }
            Node::If(branch) => {
                let _ = writeln!(text, "{indent}if {:?}", branch.condition);
                print_block(code, &branch.accept, depth + 1, text);
                let _ = writeln!(text, "{indent}else");
                print_block(code, &branch.reject, depth + 1, text);
                writeln!(text, "{indent}end")
            }
            Node::Loop(repeat) => {
                let _ = writeln!(text, "{indent}loop {:?}", repeat.rounds);
                print_block(code, &repeat.body, depth + 1, text);
                writeln!(text, "{indent}end")
            }
            Node::Break => writeln!(text, "{indent}break"),
            Node::Continue => writeln!(text, "{indent}continue"),
        };
    }
}

fn spell(code: &Code, scalar: Scalar) -> String {
    match code.output_of(scalar) {
        Some(output) => {
            let lane = LANE_NAMES[usize::from(output.lane & 3)];
            format!("o{}.{lane}", output.register)
        }
        None => format!("{scalar:?}"),
    }
}
