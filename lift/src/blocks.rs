//! Basic blocks of a program, each executed once in symbols.
//!
//! A block begins with a number of its own in each register that any block writes, so that what it leaves is said in terms
//! of what it found. What one instruction wrote to several lanes of a register is kept together as a pack: the vectors that
//! the shader is made of.

use indexmap::{IndexMap, IndexSet};
use retroshade_ir::Builtin;
use retroshade_ir::entity::EntityRef;
use retroshade_kit::machine::effects::{Decoded, File, Flow, Place};
use retroshade_kit::machine::numbers::{Function, VectorFunction};
use retroshade_kit::machine::runner::Execute;
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// A processor in the midst of a program.
pub(crate) trait Machine: Execute<Symbols> {
    /// What is in registers that the program wrote or that were set.
    fn held(&self) -> Vec<(Place, Symbol)>;

    /// Sets a register, as if the program had written it before.
    fn set(&mut self, place: Place, value: Symbol);

    /// True if the fragment was discarded whatever the data are.
    fn is_discarded(&self) -> bool {
        false
    }
}

/// The number of a block, in the order of the program.
pub(crate) type BlockId = usize;

/// A decision, or its opposite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Condition {
    pub(crate) decision: Decision,
    pub(crate) negated: bool,
}

/// How a block ends.
#[derive(Clone, Copy, Debug)]
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
    /// Values that one instruction made in lanes of a register, and for each value the first pack that it is in.
    pub(crate) packs: Vec<Vec<Symbol>>,
    pub(crate) pack_of: FxHashMap<Symbol, usize>,
    /// The number 1.
    pub(crate) one: Symbol,
    /// The number of expressions after each instruction that was executed.
    steps: Vec<usize>,
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
            packs: Vec::new(),
            pack_of: FxHashMap::default(),
            steps: Vec::new(),
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

/// Splits a program into blocks and executes each. `begin` gives a machine before the first instruction.
///
/// # Errors
/// What the machine forbids, with the number of the instruction.
pub(crate) fn run<M: Machine>(
    program: &impl Decoded,
    symbols: Symbols,
    begin: impl Fn(&mut Symbols) -> M,
) -> Result<Code, String> {
    let flows: Vec<Flow> = (0..program.len())
        .map(|index| program.flow(index))
        .collect();
    let starts: Vec<usize> = leaders(&flows).into_iter().collect();
    let mut run = Run {
        flows: &flows,
        starts: &starts,
        code: Code::new(symbols),
    };
    if starts.len() > 1 {
        // Each round knows more registers that hold something, until it finds no other.
        let empty = run.code.symbols.clone();
        loop {
            let mut places = BTreeSet::new();
            for block in 0..starts.len() {
                let mut machine = begin(&mut run.code.symbols);
                // What is missing yet is told in the end.
                let _ = run.block(block, &mut machine, false);
                places.extend(machine.held().into_iter().map(|(place, _)| place));
            }
            let found: IndexSet<Place> = places.into_iter().collect();
            run.code.symbols = empty.clone();
            if found == run.code.given {
                break;
            }
            run.code.given = found;
        }
    }
    for block in 0..starts.len() {
        let mut machine = begin(&mut run.code.symbols);
        run.block(block, &mut machine, true)?;
    }
    let behind =
        |block: &Block| matches!(block.end, End::Branch(_, _, other) if other == starts.len());
    if run.code.blocks.iter().any(behind) {
        run.code.blocks.push(Block {
            writes: IndexMap::new(),
            discards: Vec::new(),
            is_discarded: false,
            end: End::Stop,
        });
    }
    Ok(run.code)
}

/// Executes a program whose control depends on no numbers, from the first instruction to the last, as one block. What is
/// called or goes round is executed each time, `most` instructions in all.
///
/// # Errors
/// As [`run`], and decisions.
pub(crate) fn run_through<M: Machine>(
    mut machine: M,
    symbols: Symbols,
    most: usize,
) -> Result<Code, String> {
    let mut run = Run {
        flows: &[],
        starts: &[],
        code: Code::new(symbols),
    };
    let mut held = FxHashMap::default();
    let mut block = Block {
        writes: IndexMap::new(),
        discards: Vec::new(),
        is_discarded: false,
        end: End::Stop,
    };
    let mut index = machine.start();
    for _ in 0..most {
        let within = |fault: String| format!("instruction {index}: {fault}");
        let next = machine.step(index, &mut run.code.symbols).map_err(within)?;
        if !run.code.symbols.decisions.is_empty() {
            return Err(within("control depends on a comparison here".to_owned()));
        }
        run.code.steps.push(run.code.symbols.len());
        run.record(&machine, &mut held, &mut block);
        if next.end & 1 == 1 {
            run.code.blocks.push(block);
            return Ok(run.code);
        }
        index = if next.jump & 1 == 1 {
            next.target
        } else {
            index + 1
        };
    }
    Err(format!(
        "the program does not end within {most} instructions"
    ))
}

/// The instructions that begin a block.
fn leaders(flows: &[Flow]) -> BTreeSet<usize> {
    let mut leaders = BTreeSet::from([0]);
    for (index, flow) in flows.iter().enumerate() {
        let plain = flow.falls && flow.target.is_none() && !flow.ends;
        if !plain {
            leaders.insert(index + 1);
        }
        leaders.extend(flow.target);
    }
    leaders.retain(|leader| *leader < flows.len().max(1));
    leaders
}

struct Run<'a> {
    flows: &'a [Flow],
    /// The first instruction of each block.
    starts: &'a [usize],
    code: Code,
}

impl Run<'_> {
    /// Executes a block; `keep` puts what it does into the code.
    fn block<M: Machine>(
        &mut self,
        block: BlockId,
        machine: &mut M,
        keep: bool,
    ) -> Result<(), String> {
        let mut held: FxHashMap<Place, Symbol> = FxHashMap::default();
        let given: Vec<Place> = self.code.given.iter().copied().collect();
        for (number, place) in (0..).zip(given) {
            let value = self.code.symbols.symbol(Expression::Given(number));
            machine.set(place, value);
            held.insert(place, value);
        }
        let start = self.starts[block];
        let end = self.starts.get(block + 1).copied();
        let end = end.unwrap_or(self.flows.len().max(1));
        let mut made = Block {
            writes: IndexMap::new(),
            discards: Vec::new(),
            is_discarded: false,
            end: End::Stop,
        };
        for index in start..end {
            let within = |fault: String| format!("instruction {index}: {fault}");
            self.code.symbols.decisions.clear();
            let next = machine
                .step(index, &mut self.code.symbols)
                .map_err(within)?;
            if keep {
                self.code.steps.push(self.code.symbols.len());
                self.record(machine, &mut held, &mut made);
            }
            let flow = self.flows.get(index).copied().unwrap_or_default();
            let mut decisions = std::mem::take(&mut self.code.symbols.decisions);
            let jumps = next.jump & 1 == 1;
            let decided = flow.target.and_then(|_| decisions.pop());
            // In symbols no decision holds: a jump that is taken all the same is one where it does not.
            made.discards
                .extend(decisions.into_iter().map(|decision| Condition {
                    decision,
                    negated: false,
                }));
            if index + 1 == end {
                made.end = self.end(index, flow, decided, jumps).map_err(within)?;
            }
        }
        made.is_discarded = machine.is_discarded();
        if keep {
            self.code.blocks.push(made);
        }
        Ok(())
    }

    /// Notes what an instruction wrote.
    fn record<M: Machine>(
        &mut self,
        machine: &M,
        held: &mut FxHashMap<Place, Symbol>,
        block: &mut Block,
    ) {
        let mut packs: IndexMap<_, Vec<Symbol>> = IndexMap::new();
        for (place, value) in machine.held() {
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
            let code = &mut self.code;
            let mut together: IndexMap<Kin, Vec<Symbol>> = IndexMap::new();
            for value in written {
                if let Some(kin) = code
                    .kin(value)
                    .filter(|_| !code.pack_of.contains_key(&value))
                {
                    together.entry(kin).or_default().push(value);
                }
            }
            for pack in together.into_values().filter(|pack| pack.len() > 1) {
                let number = code.packs.len();
                code.pack_of
                    .extend(pack.iter().map(|value| (*value, number)));
                code.packs.push(pack);
            }
        }
    }

    /// How the block ends whose last instruction is `index`.
    fn end(
        &self,
        index: usize,
        flow: Flow,
        decided: Option<Decision>,
        jumps: bool,
    ) -> Result<End, String> {
        let block_of = |instruction: usize| {
            let found = self.starts.binary_search(&instruction);
            found.map_err(|_| format!("control goes on at {instruction}, where no instruction is"))
        };
        let falls = || {
            if index + 1 < self.flows.len() {
                block_of(index + 1).map(End::Next)
            } else {
                Ok(End::Stop)
            }
        };
        match (flow.target, decided) {
            (Some(target), Some(decision)) => {
                let condition = Condition {
                    decision,
                    negated: jumps,
                };
                let other = match falls()? {
                    End::Next(next) => next,
                    // The empty block behind the last.
                    _ => self.starts.len(),
                };
                Ok(End::Branch(condition, block_of(target)?, other))
            }
            (Some(target), None) if jumps => block_of(target).map(End::Next),
            _ if flow.ends => Ok(End::Stop),
            _ => falls(),
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
