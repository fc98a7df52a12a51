//! Basic blocks of a program, each executed once in symbols.
//!
//! A block begins with a number of its own in each register that any block writes, so that what it leaves is said in terms
//! of what it found. What one instruction wrote to several lanes of a register is kept together as a pack: the vectors that
//! the shader is made of.

pub(crate) mod listed;
pub(crate) mod row;
pub(crate) mod stacked;

use crate::semantics::Arithmetic;
use indexmap::{IndexMap, IndexSet};
use retroshade_ir::Builtin;
use retroshade_ir::entity::EntityRef;
use retroshade_kit::machine::effects::{File, Kind, Place};
use retroshade_kit::machine::numbers::{Function, VectorFunction};
use retroshade_kit::machine::runner::Execute;
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// A processor in the midst of a program.
pub(crate) trait Machine: Execute<Symbols> {
    /// What is in registers that the program wrote or that were set.
    fn held(&self) -> Vec<(Place, Symbol)>;

    /// Sets a register, as if the program had written it before.
    fn set(&mut self, place: Place, value: Symbol);

    /// The largest number that a register of [`COUNTERS`] can hold, if the program says it.
    fn most(&self, _: Place) -> Option<u32> {
        None
    }

    /// True if the fragment was discarded whatever the data are.
    fn is_discarded(&self) -> bool {
        false
    }
}

/// Registers that hold whole numbers: the rounds of loops that are over.
pub(crate) const COUNTERS: File = File::new("rounds", Kind::Address);

/// The number of a block, in the order of the program.
pub(crate) type BlockId = usize;

/// A decision, or its opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) decision: Decision,
    pub(crate) negated: bool,
}

/// How many terms of a condition must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Junction {
    All,
    Any,
}

/// Decisions on which control depends: one, or two that one instruction puts together.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) terms: SmallVec<[Term; 2]>,
    pub(crate) junction: Junction,
}

impl Condition {
    pub(crate) fn new(decision: Decision, negated: bool) -> Condition {
        Condition {
            terms: [Term { decision, negated }].into_iter().collect(),
            junction: Junction::All,
        }
    }
}

/// How a block ends.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// Another block follows.
    Next(BlockId),
    /// The first block follows where the condition holds, else the second.
    Branch(Condition, BlockId, BlockId),
    /// The program ends.
    Stop,
}

/// Instructions that are executed one after the other.
#[derive(Debug)]
pub(crate) struct Block {
    /// What registers hold behind it, of those that it writes.
    pub(crate) writes: IndexMap<Place, Symbol>,
    /// Where the fragment is discarded.
    pub(crate) discards: Vec<Condition>,
    /// Whether it is discarded in any case.
    pub(crate) is_discarded: bool,
    pub(crate) end: End,
}

/// A program as blocks.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) symbols: Symbols,
    /// The first one is where it starts.
    pub(crate) blocks: Vec<Block>,
    /// The register that [`Expression::Given`] is of, by number.
    pub(crate) given: IndexSet<Place>,
    /// The largest numbers that registers of [`COUNTERS`] can hold, where the program says them.
    pub(crate) most: BTreeMap<Place, u32>,
    /// Values that one instruction made in lanes of a register, and for each value the first pack that it is in.
    pub(crate) packs: Vec<Vec<Symbol>>,
    pub(crate) pack_of: FxHashMap<Symbol, usize>,
    /// The number 1.
    pub(crate) one: Symbol,
    /// The rules that operations follow; `None` for those of the language, in the words of a source.
    pub(crate) arithmetic: Option<Arithmetic>,
    /// The bits of the significand of the program's literals, the leading one with them.
    pub(crate) significand: u32,
    /// Whether a product with zero is zero, whatever the other factor is.
    pub(crate) zero_wins: bool,
    /// Whether registers that nothing set hold zero.
    pub(crate) begins_with_zero: bool,
    /// The numbers without sign that its compiler rounded to such literals; `None` where nobody says it.
    pub(crate) rounded: Option<Vec<f32>>,
    /// The number of expressions after each instruction that was executed.
    steps: Vec<usize>,
    /// The sums that are inner products, where the machine says so; else those are that one instruction made.
    pub(crate) dots: Option<FxHashSet<Symbol>>,
}

/// Where a lane comes from: lanes of one home are swizzles of one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Home {
    Uniform(&'static str, u32),
    Input(&'static str, u32),
    Builtin(Builtin),
    Given(File, u16),
    Literal,
    Pack(usize),
    /// A value of its own.
    Alone(Symbol),
    /// Any value of its own.
    Computed,
}

/// Values of one kin are lanes of one operation on vectors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kin {
    Apply(Function, SmallVec<[(Home, Signs); 3]>),
    Vector(VectorFunction, SmallVec<[Symbol; 6]>),
    Lookup(SmallVec<[Symbol; 6]>),
}

/// What is done to a lane on its way into an operation: negated, without its sign.
pub(crate) type Signs = (bool, bool);

impl Code {
    fn new(mut symbols: Symbols) -> Code {
        Code {
            one: symbols.symbol(Expression::Literal(1f32.to_bits())),
            symbols,
            blocks: Vec::new(),
            given: IndexSet::new(),
            most: BTreeMap::new(),
            packs: Vec::new(),
            pack_of: FxHashMap::default(),
            arithmetic: None,
            significand: f32::MANTISSA_DIGITS,
            zero_wins: false,
            begins_with_zero: false,
            rounded: None,
            steps: Vec::new(),
            dots: None,
        }
    }

    /// Where a lane comes from.
    pub(crate) fn home(&self, symbol: Symbol) -> Home {
        match self.symbols.expression(symbol) {
            Expression::Uniform { file, number, .. } => Home::Uniform(file, *number),
            Expression::Input { file, number, .. } => Home::Input(file, *number),
            Expression::Builtin(builtin, _) => Home::Builtin(*builtin),
            Expression::Literal(_) => Home::Literal,
            Expression::Given(number) => match self.given.get_index(*number as usize) {
                Some(place) => Home::Given(place.file, place.number),
                None => Home::Alone(symbol),
            },
            _ => match self.pack_of.get(&symbol) {
                Some(pack) => Home::Pack(*pack),
                None => Home::Alone(symbol),
            },
        }
    }

    /// The step in which an expression came first.
    pub(crate) fn step_of(&self, symbol: Symbol) -> usize {
        self.steps.partition_point(|end| *end <= symbol.index())
    }

    /// Where an operand comes from, and what is done to it on its way.
    pub(crate) fn origin(&self, symbol: Symbol) -> (Home, Signs) {
        let mut signs = (false, false);
        let mut symbol = symbol;
        while let Expression::Apply(function @ (Function::Negate | Function::Absolute), operands) =
            self.symbols.expression(symbol)
            && let [operand] = operands.as_slice()
        {
            match function {
                Function::Negate => signs.0 ^= !signs.1,
                _ => signs.1 = true,
            }
            symbol = *operand;
        }
        (self.home(symbol), signs)
    }

    /// Where the operands of an operation come from; values of their own may become lanes of one.
    pub(crate) fn origins(&self, operands: &[Symbol]) -> SmallVec<[(Home, Signs); 3]> {
        let origins = operands.iter().map(|operand| match self.origin(*operand) {
            (Home::Alone(_), signs) => (Home::Computed, signs),
            origin => origin,
        });
        origins.collect()
    }

    fn kin(&self, symbol: Symbol) -> Option<Kin> {
        match self.symbols.expression(symbol) {
            Expression::Apply(function, operands) => {
                Some(Kin::Apply(*function, self.origins(operands)))
            }
            Expression::ApplyVector(function, operands, _) => {
                Some(Kin::Vector(*function, operands.clone()))
            }
            Expression::Lookup { .. } => Some(Kin::Lookup(self.symbols.operands(symbol))),
            _ => None,
        }
    }

    /// Notes what an instruction wrote, the last one that was executed.
    fn record<M: Machine>(
        &mut self,
        machine: &M,
        held: &mut FxHashMap<Place, Symbol>,
        block: &mut Block,
    ) {
        self.steps.push(self.symbols.len());
        self.note(machine.held(), held, block);
    }

    /// Notes what registers hold behind the last step.
    fn note(
        &mut self,
        now: Vec<(Place, Symbol)>,
        held: &mut FxHashMap<Place, Symbol>,
        block: &mut Block,
    ) {
        let mut packs: IndexMap<_, Vec<Symbol>> = IndexMap::new();
        for (place, value) in now {
            if held.insert(place, value) == Some(value) {
                continue;
            }
            block.writes.insert(place, value);
            let pack = packs.entry((place.file, place.number)).or_default();
            if !pack.contains(&value) {
                pack.push(value);
            }
        }
        for written in packs.into_values() {
            let mut together: IndexMap<Kin, Vec<Symbol>> = IndexMap::new();
            for value in written {
                if let Some(kin) = self
                    .kin(value)
                    .filter(|_| !self.pack_of.contains_key(&value))
                {
                    together.entry(kin).or_default().push(value);
                }
            }
            for pack in together.into_values().filter(|pack| pack.len() > 1) {
                let number = self.packs.len();
                self.pack_of
                    .extend(pack.iter().map(|value| (*value, number)));
                self.packs.push(pack);
            }
        }
    }

    /// The blocks that may follow one; none where the program ends.
    pub(crate) fn successors(&self, block: BlockId) -> Vec<BlockId> {
        match self.blocks[block].end {
            End::Next(next) => vec![next],
            End::Branch(_, taken, other) if taken == other => vec![taken],
            End::Branch(_, taken, other) => vec![taken, other],
            End::Stop => Vec::new(),
        }
    }
}

/// The registers' numbers at the start of a block that a symbol is made of.
pub(crate) fn given_in(
    symbols: &Symbols,
    roots: impl IntoIterator<Item = Symbol>,
) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut work: Vec<Symbol> = roots.into_iter().collect();
    while let Some(symbol) = work.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        if let Expression::Given(number) = symbols.expression(symbol) {
            found.insert(*number);
        }
        work.extend(symbols.operands(symbol));
    }
    found
}
