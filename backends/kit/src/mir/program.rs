//! Programs as data.

use super::machine::{Machine, Shape};
use super::names::{AddressId, BlockId, Lane, Mask, OpId, Reg, VectorId};
use super::operand::{LaneRef, Operand};
use arrayvec::ArrayVec;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntityVec;
use smallvec::SmallVec;
use std::fmt;

/// Results that go to an output register besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    /// The register.
    pub reg: Reg,
    /// For each component the result that goes there, if it is written.
    pub from: [Option<u8>; 4],
}

impl Out {
    /// The components that are written.
    pub fn mask(&self) -> Mask {
        let from = self.from.iter().enumerate();
        from.filter(|(_, from)| from.is_some())
            .fold(0, |mask, (at, _)| mask | 1 << at)
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Op<M: Machine> {
    /// What it does.
    pub code: M::Opcode,
    /// Operands in the order of the text.
    pub operands: ArrayVec<Operand, 4>,
    /// Results; `None` is written by the hardware and read by nobody.
    pub results: ArrayVec<Option<Lane>, 4>,
    /// The output that it writes besides.
    pub out: Option<Out>,
    /// When it is executed, if that is not always; on machines that have predicates.
    pub predicate: Option<Box<Predicate<M>>>,
    /// Instructions that were one vector operation in the source have the same number; 0 for none.
    pub group: u32,
    /// The source.
    pub span: Span,
}

impl<M: Machine> Op<M> {
    /// The results, without those that nobody reads.
    pub fn values(&self) -> impl Iterator<Item = Lane> + '_ {
        self.results.iter().flatten().copied()
    }

    /// Every lane that its operands and its predicate read.
    pub fn reads(&self) -> impl Iterator<Item = LaneRef> + '_ {
        let predicate = self
            .predicate
            .iter()
            .flat_map(|predicate| predicate.reads());
        self.operands.iter().flatten().copied().chain(predicate)
    }

    /// Every lane that its operands and its predicate read, to change.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let predicate = self.predicate.iter_mut();
        let predicate = predicate.flat_map(|predicate| predicate.reads_mut());
        self.operands.iter_mut().flatten().chain(predicate)
    }

    /// How its results relate to its operands.
    pub fn shape(&self) -> Shape {
        M::shape(self.code)
    }

    /// The lane of an operand from which a result comes, for lanewise instructions.
    pub fn source(&self, operand: usize, result: u8) -> Option<LaneRef> {
        self.operands
            .get(operand)?
            .get(usize::from(result))
            .copied()
    }
}

/// One question of a condition.
#[derive(Clone, Debug)]
pub struct Test<M: Machine> {
    /// The condition.
    pub code: M::Condition,
    /// What it is asked of.
    pub operands: ArrayVec<Operand, 2>,
}

// Deriving it would ask the same of `M`.
impl<M: Machine> PartialEq for Test<M> {
    fn eq(&self, other: &Test<M>) -> bool {
        (self.code, &self.operands) == (other.code, &other.operands)
    }
}

/// When an instruction is executed.
#[derive(Clone, Debug)]
pub struct Predicate<M: Machine> {
    /// Tests that must all hold, the outermost first. Those of `if`s around the instruction are left out.
    pub tests: SmallVec<[Test<M>; 1]>,
    /// For each result what it is where they do not. In the end these are tied operands: values in whose
    /// registers the instruction writes.
    pub over: Operand,
}

impl<M: Machine> Predicate<M> {
    /// Every lane that it reads.
    pub fn reads(&self) -> impl Iterator<Item = LaneRef> + '_ {
        let tests = self.tests.iter().flat_map(|test| &test.operands);
        tests.flatten().chain(&self.over).copied()
    }

    /// Every lane that it reads, to change.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let tests = self.tests.iter_mut();
        let tests = tests.flat_map(|test| &mut test.operands);
        tests.flatten().chain(&mut self.over)
    }
}

/// The combination of tests that decides a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The test of this number comes out as it should.
    Test(usize, bool),
    /// All parts hold.
    All(Vec<Formula>),
    /// One of the parts holds.
    Any(Vec<Formula>),
}

/// A conditional.
#[derive(Clone, Debug)]
pub struct If<M: Machine> {
    /// What is asked, in the order of evaluation.
    pub tests: Vec<Test<M>>,
    /// What the answers must be. Later tests may be left out where the outcome is certain.
    pub formula: Formula,
    /// Taken where it holds.
    pub accept: BlockId,
    /// Taken where it does not.
    pub reject: BlockId,
    /// The source.
    pub span: Span,
}

impl<M: Machine> If<M> {
    /// Every lane that its tests read.
    pub fn reads(&self) -> impl Iterator<Item = LaneRef> + '_ {
        let operands = self.tests.iter().flat_map(|test| &test.operands);
        operands.flatten().copied()
    }

    /// Every lane that its tests read, to change.
    pub fn reads_mut(&mut self) -> impl Iterator<Item = &mut LaneRef> {
        let operands = self.tests.iter_mut().flat_map(|test| &mut test.operands);
        operands.flatten()
    }
}

/// A loop, left by `break` or after its rounds.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// What is repeated.
    pub body: BlockId,
    /// How often; `None` for ever.
    pub rounds: Option<u16>,
    /// The source.
    pub span: Span,
}

/// An item of a block.
#[derive(Clone, Debug)]
pub enum Item<M: Machine> {
    /// An instruction.
    Op(OpId),
    /// A conditional.
    If(If<M>),
    /// A loop.
    Loop(Loop),
    /// Leaves the innermost loop.
    Break,
    /// Starts the next round of the innermost loop.
    Continue,
    /// A geometry program makes a vertex. What writes an output stays on its side of this.
    Emission(Emission, Span),
}

/// What a geometry program does with the outputs that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emission {
    /// Chooses the slot of the primitive buffer that the next vertex goes to, and what happens then.
    Slot(u8, Sends),
    /// Puts what the outputs hold into that slot.
    Vertex,
}

/// What becomes of the primitive buffer when a slot was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// Nothing: more slots are to be filled.
    Nothing,
    /// Its three vertices are sent on as a triangle, in the order of the slots.
    Triangle,
    /// The same, with the winding of the opposite order.
    Reversed,
}

impl Sends {
    /// Every one with its word in the text; none where nothing is sent.
    pub(super) const WORDS: [(Sends, &'static str); 3] = [
        (Sends::Triangle, "triangle"),
        (Sends::Reversed, "reversed"),
        (Sends::Nothing, ""),
    ];
}

impl fmt::Display for Emission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Emission::Slot(slot, sends) = self else {
            return f.write_str("vertex");
        };
        let words = Sends::WORDS.iter().find(|(known, _)| known == sends);
        let word = words.map_or("", |(_, word)| *word);
        let space = if word.is_empty() { "" } else { " " };
        write!(f, "slot x{slot}{space}{word}")
    }
}

/// Where a value is assigned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Def {
    /// Nowhere: the instruction is gone.
    #[default]
    Nowhere,
    /// It is a result of an instruction.
    Op(OpId, u8),
    /// By several instructions, one for each arm or round.
    Variable,
}

/// Where a value must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// At this component of some register.
    Component(u8),
    /// At this component of an output register, which instructions write in place of a temporary. Nobody
    /// reads it.
    Output(Reg, u8),
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaneInfo {
    /// Where it is assigned.
    pub def: Def,
    /// The vector register it lies in, once there are some.
    pub vector: Option<VectorId>,
    /// Where it must lie; anywhere if there is none.
    pub pin: Option<Pin>,
}

/// What an address register is set to: the floor of a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Address {
    /// The lane.
    pub index: LaneRef,
    /// The source.
    pub span: Span,
}

/// An output register that no instruction writes yet.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The register.
    pub reg: Reg,
    /// For each component what goes there.
    pub lanes: [Option<LaneRef>; 4],
    /// The declaration.
    pub span: Span,
}

/// Lanes that share a register. In the state of lanes there are those that chips know from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vector {
    /// The lanes; places in this list are components until registers are allocated. There are more
    /// than four only where no more than four seem to be live at once; allocation refuses what does not fit.
    pub lanes: SmallVec<[Lane; 4]>,
}

/// A constant register that holds literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralRegister {
    /// The register.
    pub reg: Reg,
    /// Bits of its components, x first.
    pub words: ArrayVec<u32, 4>,
}

/// How far operands are from registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Operands mix lanes as they like.
    Lanes,
    /// Every operand reads one register with one sign.
    Vectors,
}

/// A program between selection and scheduling.
#[derive(Clone, Debug)]
pub struct Program<M: Machine> {
    /// The stage of lowering, which says what operands may be.
    pub state: State,
    /// Values.
    pub lanes: EntityVec<Lane, LaneInfo>,
    /// Instructions. Each stands in one block.
    pub ops: EntityVec<OpId, Op<M>>,
    /// Blocks.
    pub blocks: EntityVec<BlockId, Vec<Item<M>>>,
    /// The block that is the program.
    pub body: BlockId,
    /// Values of address registers.
    pub addresses: EntityVec<AddressId, Address>,
    /// Outputs that no instruction writes yet.
    pub outputs: Vec<Output>,
    /// Vector registers.
    pub vectors: EntityVec<VectorId, Vector>,
    /// Constant registers that hold literals.
    pub literals: Vec<LiteralRegister>,
}

impl<M: Machine> Default for Program<M> {
    fn default() -> Self {
        let mut blocks = EntityVec::new();
        let body = blocks.push(Vec::new());
        Program {
            state: State::Lanes,
            lanes: EntityVec::new(),
            ops: EntityVec::new(),
            blocks,
            body,
            addresses: EntityVec::new(),
            outputs: Vec::new(),
            vectors: EntityVec::new(),
            literals: Vec::new(),
        }
    }
}
