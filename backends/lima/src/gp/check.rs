//! Proves that a program computes what was selected.
//!
//! The program is replayed block by block with expressions in place of numbers: every input is followed
//! through network, ports, registers and memory with their latencies, and what arrives at the outputs,
//! in the places of the variables and at the branch must be the expressions of the graph. A block starts
//! with what is in the places of the variables that live there, and with nothing else. Nothing here
//! knows how the scheduler works.

use super::Instruction;
use super::code::{Block, Code, End, From, Function, NodeOp, Place, Read, VariableId};
use super::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    TEMPORARY_LATENCY, Unit, acc, complex, mul, pass,
};
use super::memory::Placed;
use super::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use super::schedule::Schedule;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The number of an expression.
type Id = u32;

/// An expression; equal ones have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Zero,
    Attribute(u8, u8),
    Memory(u16, u8, Option<Id>),
    /// What a variable holds when the block starts.
    Variable(VariableId),
    Acc(u16, (Id, bool), (Id, bool)),
    Mul(bool, Id, Id),
    Select(Id, Id, Id),
    Function(u16, Id),
    /// Partial results of functions.
    Table(u16, Id),
    Square(Id),
    Prepared(Id),
    RawLogarithm(Id),
}

#[derive(Default)]
struct Expressions {
    known: HashMap<Key, Id>,
    keys: Vec<Key>,
}

impl Expressions {
    fn number(&mut self, key: Key) -> Id {
        if let Key::Acc(acc::MIN | acc::MAX, (a, false), (b, false)) = key
            && a == b
        {
            return a;
        }
        let next = self.keys.len() as Id;
        let keys = &mut self.keys;
        *self.known.entry(key).or_insert_with(|| {
            keys.push(key);
            next
        })
    }

    fn key(&self, id: Id) -> Option<Key> {
        self.keys.get(id as usize).copied()
    }
}

/// What a block must do.
#[derive(Default)]
struct Wanted {
    outputs: BTreeMap<(u8, u8), Id>,
    variables: BTreeMap<VariableId, Id>,
    /// Condition and target of the branch.
    branch: Option<(Id, u32)>,
}

/// The expressions that a block makes.
fn wanted(block: &Block, expressions: &mut Expressions) -> Result<Wanted, String> {
    let mut nodes: Vec<Id> = Vec::with_capacity(block.nodes.len());
    let mut result = Wanted::default();
    let read_of = |read: &Read, nodes: &[Id], expressions: &mut Expressions| {
        let of = |id: u32| {
            let found = nodes.get(id as usize).copied();
            found.ok_or_else(|| "an operation reads a later one".to_owned())
        };
        Ok::<Id, String>(match read.from {
            From::Node(id) => of(id)?,
            From::Attribute(register, lane) => expressions.number(Key::Attribute(register, lane)),
            From::Memory(address, lane) => expressions.number(Key::Memory(address, lane, None)),
            From::Indexed(address, lane, id) => {
                let offset = of(id)?;
                expressions.number(Key::Memory(address, lane, Some(offset)))
            }
            From::Variable(id) => expressions.number(Key::Variable(id)),
            From::Zero => expressions.number(Key::Zero),
            From::Literal(_) | From::Register(..) | From::Spilled(..) => {
                return Err("an operand has no meaning here".to_owned());
            }
        })
    };
    for (index, node) in block.nodes.iter().enumerate() {
        let mut reads = Vec::new();
        for read in &node.reads {
            reads.push((read_of(read, &nodes, expressions)?, read.negate));
        }
        let zero = (expressions.number(Key::Zero), false);
        let id = match (node.op, reads.as_slice()) {
            (NodeOp::Move | NodeOp::SetAddress, &[(id, false)]) => id,
            (NodeOp::Acc(code), &[a]) => expressions.number(Key::Acc(code, a, zero)),
            (NodeOp::Acc(code), &[a, b]) => expressions.number(Key::Acc(code, a, b)),
            (NodeOp::Mul(negate), &[(a, false), (b, false)]) => {
                expressions.number(Key::Mul(negate, a, b))
            }
            (NodeOp::Select, &[(no, false), (condition, false), (yes, false)]) => {
                expressions.number(Key::Select(no, condition, yes))
            }
            (NodeOp::Function(function), &[(a, false)]) => {
                let code = match function {
                    Function::Exp2 => complex::EXP2,
                    Function::Log2 => complex::LOG2,
                    Function::Rsqrt => complex::RSQRT,
                    Function::Rcp => complex::RCP,
                };
                expressions.number(Key::Function(code, a))
            }
            _ => return Err(format!("operation {index} has operands it cannot take")),
        };
        nodes.push(id);
        for place in &node.stores {
            match *place {
                Place::Output(register, lane) => {
                    result.outputs.insert((register, lane), id);
                }
                Place::Variable(variable) => {
                    result.variables.insert(variable, id);
                }
                _ => return Err(format!("operation {index} stores to no variable")),
            }
        }
    }
    if let End::Branch(read, target) = &block.end {
        if read.negate {
            return Err("a branch changes a sign".to_owned());
        }
        result.branch = Some((read_of(read, &nodes, expressions)?, *target));
    }
    Ok(result)
}

/// The variables that live at the start of each block and, last, at the end.
fn live(code: &Code) -> Vec<BTreeSet<VariableId>> {
    let count = code.blocks.len();
    let mut live = vec![BTreeSet::new(); count + 1];
    loop {
        let mut changed = false;
        for (index, block) in code.blocks.iter().enumerate().rev() {
            let mut here = after(code, &live, index);
            let places = block.nodes.iter().flat_map(|node| &node.stores);
            for place in places {
                if let Place::Variable(id) = place {
                    here.remove(id);
                }
            }
            let end = match &block.end {
                End::Branch(read, _) => Some(read),
                End::Next => None,
            };
            for read in block.nodes.iter().flat_map(|node| &node.reads).chain(end) {
                if let From::Variable(id) = read.from {
                    here.insert(id);
                }
            }
            changed |= here != live[index];
            live[index] = here;
        }
        if !changed {
            return live;
        }
    }
}

/// The variables that live behind a block.
fn after(code: &Code, live: &[BTreeSet<VariableId>], index: usize) -> BTreeSet<VariableId> {
    let mut result = live.get(index + 1).cloned().unwrap_or_default();
    if let Some(End::Branch(_, target)) = code.blocks.get(index).map(|block| &block.end)
        && let Some(other) = live.get(*target as usize)
    {
        result.extend(other);
    }
    result
}

/// Proves a program. `code` is what was selected, `placed` where its variables live.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check(code: &Code, placed: &Placed, schedule: &Schedule) -> Result<(), String> {
    let live = live(code);
    if schedule.starts.len() != code.blocks.len() + 1 {
        return Err("blocks got lost".to_owned());
    }
    for (index, block) in code.blocks.iter().enumerate() {
        let range = schedule.starts[index]..schedule.starts[index + 1];
        let part = schedule.program.instructions.get(range);
        let task = Part {
            block,
            instructions: part.ok_or("a block is outside of the program")?,
            before: &live[index],
            after: after(code, &live, index),
            placed,
            starts: &schedule.starts,
        };
        check_block(&task).map_err(|fault| format!("block {index}: {fault}"))?;
    }
    Ok(())
}

/// One block, and what is around it.
struct Part<'a> {
    block: &'a Block,
    instructions: &'a [Instruction],
    before: &'a BTreeSet<VariableId>,
    after: BTreeSet<VariableId>,
    placed: &'a Placed,
    starts: &'a [usize],
}

impl Part<'_> {
    fn place(&self, id: VariableId) -> Step<Place> {
        let place = self.placed.places.get(id as usize).copied();
        place.ok_or_else(|| format!("variable {id} has no place"))
    }
}

fn check_block(part: &Part<'_>) -> Step<()> {
    let mut expressions = Expressions::default();
    let wanted = wanted(part.block, &mut expressions)?;
    let mut replay = Replay::new(&mut expressions, part.placed);
    for id in part.before {
        replay.start_with(*id, part.place(*id)?)?;
    }
    let mut branch = None;
    for (index, instruction) in part.instructions.iter().enumerate() {
        replay
            .step(index, instruction)
            .map_err(|fault| format!("instruction {index}: {fault}"))?;
        if instruction.get(Field::Branch) != 0 {
            let condition = replay.previous[Unit::Pass as usize].ok_or("a branch on nothing")?;
            branch = Some((index, condition, instruction.target()));
        }
    }
    match (branch, wanted.branch) {
        (None, None) => {}
        (Some((index, condition, target)), Some((other, block))) => {
            let right = index + 1 == part.instructions.len()
                && condition == other
                && part.starts.get(block as usize) == Some(&target);
            if !right {
                return Err("the branch is another one".to_owned());
            }
        }
        _ => return Err("a branch too many or too few".to_owned()),
    }
    if replay.outputs != wanted.outputs {
        return Err("the outputs get other values".to_owned());
    }
    let end = part.instructions.len();
    for id in &part.after {
        let value = match wanted.variables.get(id) {
            Some(value) => *value,
            None => replay.expressions.number(Key::Variable(*id)),
        };
        if replay.holds(part.place(*id)?, end)? != value {
            return Err(format!("variable {id} has another value"));
        }
    }
    Ok(())
}

/// A lane of a register: what was stored when, and what was there before.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The value, and the first instruction that can read it.
    new: Option<(Id, usize)>,
}

struct Replay<'a> {
    expressions: &'a mut Expressions,
    placed: &'a Placed,
    temporaries: BTreeMap<(u16, u8), (Id, usize)>,
    /// The address that this instruction stores temporaries to.
    target: Option<u16>,
    outputs: BTreeMap<(u8, u8), Id>,
    registers: [[Cell; 4]; 16],
    addresses: [Option<(Id, usize)>; 4],
    previous: [Option<Id>; 6],
    before: [Option<Id>; 6],
    late: bool,
    /// What port 0 held: attribute or register, its number, when.
    port0: Option<(bool, u8, usize)>,
}

type Step<T> = Result<T, String>;

impl<'a> Replay<'a> {
    fn new(expressions: &'a mut Expressions, placed: &'a Placed) -> Replay<'a> {
        Replay {
            expressions,
            placed,
            temporaries: BTreeMap::new(),
            target: None,
            outputs: BTreeMap::new(),
            registers: [[Cell::default(); 4]; 16],
            addresses: [None; 4],
            previous: [None; 6],
            before: [None; 6],
            late: false,
            port0: None,
        }
    }

    fn register(&self, number: u8, lane: u8, now: usize) -> Step<Id> {
        let cell = self
            .registers
            .get(usize::from(number))
            .and_then(|lanes| lanes.get(usize::from(lane)))
            .and_then(|cell| cell.new);
        match cell {
            Some((id, ready)) if now >= ready => Ok(id),
            Some(_) => Err(format!("${number} lane {lane} is read too early")),
            None => Err(format!("${number} lane {lane} holds nothing")),
        }
    }

    /// Says that a variable is in its place.
    fn start_with(&mut self, id: VariableId, place: Place) -> Step<()> {
        let value = self.expressions.number(Key::Variable(id));
        let taken = match place {
            Place::Register(register, lane) => self
                .registers
                .get_mut(usize::from(register))
                .and_then(|lanes| lanes.get_mut(usize::from(lane)))
                .ok_or("a place that does not exist")?
                .new
                .replace((value, 0))
                .is_some(),
            Place::Temporary { address, lane, .. } => self
                .temporaries
                .insert((address, lane), (value, 0))
                .is_some(),
            _ => return Err("a variable in no place".to_owned()),
        };
        if taken {
            return Err("two variables live in one place".to_owned());
        }
        Ok(())
    }

    /// What a place answers behind the block.
    fn holds(&self, place: Place, end: usize) -> Step<Id> {
        match place {
            Place::Register(register, lane) => self.register(register, lane, end),
            Place::Temporary { address, lane, .. } => {
                let held = self.temporaries.get(&(address, lane));
                match held {
                    Some((id, ready)) if *ready <= end => Ok(*id),
                    Some(_) => Err("a temporary is stored too late".to_owned()),
                    None => Err("a temporary holds nothing".to_owned()),
                }
            }
            _ => Err("a variable in no place".to_owned()),
        }
    }

    fn port(&mut self, port: (bool, u8), lane: u8, now: usize) -> Step<Id> {
        match port {
            (true, number) => Ok(self.expressions.number(Key::Attribute(number, lane))),
            (false, number) => self.register(number, lane, now),
        }
    }

    fn input(&mut self, now: usize, instruction: &Instruction, field: Field) -> Step<Id> {
        let source = Source::from_code(instruction.get(field)).ok_or("an unknown input")?;
        let nothing = || "an input reads nothing".to_owned();
        match source {
            Source::Port0(lane) => {
                let attribute = instruction.get(Field::Port0Attribute) != 0;
                self.port((attribute, instruction.get(Field::Port0) as u8), lane, now)
            }
            Source::Port1(lane) => self.register(instruction.get(Field::Port1) as u8, lane, now),
            Source::Memory(lane) => {
                let offset = match instruction.get(Field::LoadOffset) {
                    NO_OFFSET => None,
                    number => {
                        let held = self.addresses.get(usize::from(number)).copied().flatten();
                        let (id, set) = held.ok_or("an address register was never set")?;
                        if now < set + ADDRESS_LATENCY {
                            return Err("an address register is used too early".to_owned());
                        }
                        Some(id)
                    }
                };
                let address = instruction.get(Field::LoadAddress);
                if offset.is_none()
                    && let Some((id, ready)) = self.temporaries.get(&(address, lane))
                {
                    if *ready > now {
                        return Err("a temporary is read too early".to_owned());
                    }
                    return Ok(*id);
                }
                Ok(self.expressions.number(Key::Memory(address, lane, offset)))
            }
            Source::Port0Before(lane) => {
                let (attribute, number, time) = self.port0.ok_or_else(nothing)?;
                self.port((attribute, number), lane, time)
            }
            Source::Previous(Unit::Mul0) if self.late => {
                Err("complex1 is read after one instruction".to_owned())
            }
            Source::Previous(unit) => self.previous[unit as usize].ok_or_else(nothing),
            Source::Before(unit) => self.before[unit as usize].ok_or_else(nothing),
            Source::Nothing => Err(nothing()),
        }
    }

    fn second(&mut self, now: usize, instruction: &Instruction, field: Field) -> Step<Option<Id>> {
        if instruction.get(field) == IDENTITY {
            return Ok(None);
        }
        self.input(now, instruction, field).map(Some)
    }

    /// A complete value, which may be read by anything.
    fn plain(&self, id: Id) -> Step<Id> {
        match self.expressions.key(id) {
            Some(Key::Table(..) | Key::Square(_) | Key::Prepared(_) | Key::RawLogarithm(_)) => {
                Err("a partial result of a function is used as a number".to_owned())
            }
            _ => Ok(id),
        }
    }

    fn accumulate(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Step<()> {
        let code = instruction.get(Field::AccOp);
        for unit in 0..2 {
            let [a, b] = ACC_INPUTS[unit];
            if instruction.get(a) == NOTHING {
                continue;
            }
            let [minus_a, minus_b] = ACC_NEGATES[unit].map(|field| instruction.get(field) != 0);
            let first = self.input(now, instruction, a)?;
            let first = self.plain(first)?;
            let zero = self.expressions.number(Key::Zero);
            let single = isa::acc_row(code).is_some_and(|row| row.operands == 1);
            let second = if single {
                None
            } else {
                self.second(now, instruction, b)?
            };
            out[unit] = Some(match second {
                None if code == acc::ADD && !minus_a => first,
                None => self
                    .expressions
                    .number(Key::Acc(code, (first, minus_a), (zero, false))),
                Some(second) => {
                    let second = self.plain(second)?;
                    let key = Key::Acc(code, (first, minus_a), (second, minus_b));
                    self.expressions.number(key)
                }
            });
        }
        Ok(())
    }

    fn product(&mut self, now: usize, instruction: &Instruction, unit: usize) -> Step<Option<Id>> {
        let [a, b] = MUL_INPUTS[unit];
        if instruction.get(a) == NOTHING {
            return Ok(None);
        }
        let negate = instruction.get(MUL_NEGATES[unit]) != 0;
        let first = self.input(now, instruction, a)?;
        let first = self.plain(first)?;
        match self.second(now, instruction, b)? {
            None if negate => Err("a copy is negated".to_owned()),
            None => Ok(Some(first)),
            Some(second) => {
                let second = self.plain(second)?;
                Ok(Some(
                    self.expressions.number(Key::Mul(negate, first, second)),
                ))
            }
        }
    }

    /// The argument of a partial result or of a number.
    fn argument(&self, id: Id) -> Id {
        match self.expressions.key(id) {
            Some(Key::Table(_, x) | Key::Square(x) | Key::Prepared(x)) => x,
            _ => id,
        }
    }

    fn multiply(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Step<()> {
        let fields = MUL_INPUTS;
        match instruction.get(Field::MulOp) {
            mul::MUL => {
                out[2] = self.product(now, instruction, 0)?;
                out[3] = self.product(now, instruction, 1)?;
            }
            mul::COMPLEX2 => {
                let a = self.input(now, instruction, fields[0][0])?;
                let b = self.input(now, instruction, fields[0][1])?;
                if a != b {
                    return Err("complex2 has two different inputs".to_owned());
                }
                let x = self.argument(a);
                out[2] = Some(self.expressions.number(Key::Square(x)));
                out[3] = self.product(now, instruction, 1)?;
            }
            mul::COMPLEX1 => {
                let mut inputs = [0; 4];
                for (input, field) in inputs.iter_mut().zip(fields.into_iter().flatten()) {
                    *input = self.input(now, instruction, field)?;
                }
                out[2] = Some(self.function(inputs)?);
            }
            _ => {
                let no = self.input(now, instruction, fields[0][0])?;
                let condition = self.input(now, instruction, fields[0][1])?;
                let yes = self.input(now, instruction, fields[1][0])?;
                for id in [no, condition, yes] {
                    self.plain(id)?;
                }
                if instruction.get(Field::Mul0Negate) != 0 {
                    return Err("a selection is negated".to_owned());
                }
                out[2] = Some(self.expressions.number(Key::Select(no, condition, yes)));
            }
        }
        Ok(())
    }

    fn function(&mut self, inputs: [Id; 4]) -> Step<Id> {
        let [table, square, again, argument] = inputs;
        let fault = || "the inputs of complex1 do not belong together".to_owned();
        let Some(Key::Table(op, x)) = self.expressions.key(table) else {
            return Err(fault());
        };
        let last = match op {
            complex::EXP2 => self.expressions.number(Key::Prepared(x)),
            _ => x,
        };
        if again != table
            || self.expressions.key(square) != Some(Key::Square(x))
            || argument != last
        {
            return Err(fault());
        }
        Ok(self.expressions.number(match op {
            complex::LOG2 => Key::RawLogarithm(x),
            op => Key::Function(op, x),
        }))
    }

    fn complex(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Step<()> {
        let op = instruction.get(Field::ComplexOp);
        if op == complex::IDLE {
            return Ok(());
        }
        let id = self.input(now, instruction, Field::ComplexInput)?;
        match op {
            complex::MOV => out[5] = Some(id),
            complex::EXP2 | complex::LOG2 | complex::RSQRT | complex::RCP => {
                let prepared = matches!(self.expressions.key(id), Some(Key::Prepared(_)));
                if prepared != (op == complex::EXP2) {
                    return Err("exp2 goes with preexp2".to_owned());
                }
                let x = self.argument(id);
                out[5] = Some(self.expressions.number(Key::Table(op, x)));
            }
            _ => {
                let id = self.plain(id)?;
                let number = usize::from(op.saturating_sub(complex::SET_A0));
                if number == 0 {
                    self.target = Some(self.literal(id)?);
                } else if let Some(slot) = self.addresses.get_mut(number) {
                    *slot = Some((id, now));
                }
            }
        }
        Ok(())
    }

    /// The address that a literal of uniform memory holds.
    fn literal(&self, id: Id) -> Step<u16> {
        let code = &self.placed.code;
        let value = match self.expressions.key(id) {
            Some(Key::Memory(address, lane, None)) => u32::from(address)
                .checked_sub(code.first_literal)
                .and_then(|vector| code.literals.get(4 * vector as usize + usize::from(lane))),
            _ => None,
        };
        let value = value.map(|bits| f32::from_bits(*bits));
        let first = code.first_literal + (code.literals.len() as u32).div_ceil(4);
        let addresses = first..first + code.temporaries;
        match value {
            Some(value) if value.fract() == 0.0 && addresses.contains(&(value as u32)) => {
                Ok(value as u16)
            }
            _ => Err("temporaries are stored to an unknown address".to_owned()),
        }
    }

    fn pass(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Step<()> {
        if instruction.get(Field::PassInput) == NOTHING {
            return Ok(());
        }
        let id = self.input(now, instruction, Field::PassInput)?;
        out[4] = Some(match instruction.get(Field::PassOp) {
            pass::MOV => self.plain(id)?,
            pass::PREEXP2 => {
                let id = self.plain(id)?;
                self.expressions.number(Key::Prepared(id))
            }
            pass::POSTLOG2 => match self.expressions.key(id) {
                Some(Key::RawLogarithm(x)) => {
                    self.expressions.number(Key::Function(complex::LOG2, x))
                }
                _ => return Err("postlog2 reads no logarithm".to_owned()),
            },
            _ => return Err("clamp is not used".to_owned()),
        });
        Ok(())
    }

    fn stores(&mut self, now: usize, instruction: &Instruction, out: &[Option<Id>; 6]) -> Step<()> {
        for lane in 0..4 {
            let source = instruction.get(STORES[lane]);
            if source == NO_STORE {
                continue;
            }
            let unit = Unit::from_store_code(source).ok_or("an unknown store")?;
            let [address, varying, temporary] =
                STORE_HALVES[lane / 2].map(|field| instruction.get(field));
            if unit == Unit::Mul0 && instruction.get(Field::MulOp) == mul::COMPLEX1 {
                return Err("complex1 is stored in its own instruction".to_owned());
            }
            let id = out[unit as usize].ok_or("a store of nothing")?;
            let id = self.plain(id)?;
            if temporary != 0 {
                let address = self.target.ok_or("a temporary without an address")?;
                let ready = now + TEMPORARY_LATENCY;
                self.temporaries.insert((address, lane as u8), (id, ready));
            } else if varying != 0 {
                let place = (address as u8, lane as u8);
                if self.outputs.insert(place, id).is_some() {
                    return Err("an output is written twice".to_owned());
                }
            } else if let Some(register) = self.registers.get_mut(usize::from(address)) {
                register[lane].new = Some((id, now + REGISTER_LATENCY));
            }
        }
        Ok(())
    }

    fn step(&mut self, now: usize, instruction: &Instruction) -> Step<()> {
        let mut out = [None; 6];
        self.target = None;
        self.accumulate(now, instruction, &mut out)?;
        self.multiply(now, instruction, &mut out)?;
        self.complex(now, instruction, &mut out)?;
        self.pass(now, instruction, &mut out)?;
        self.stores(now, instruction, &out)?;
        self.late = instruction.get(Field::MulOp) == mul::COMPLEX1;
        self.before = self.previous;
        self.previous = out;
        let attribute = instruction.get(Field::Port0Attribute) != 0;
        self.port0 = Some((attribute, instruction.get(Field::Port0) as u8, now));
        Ok(())
    }
}
