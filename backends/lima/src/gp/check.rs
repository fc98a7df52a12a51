//! Proves that a program computes what was selected.
//!
//! The program is replayed with expressions in place of numbers: every input is followed through
//! network, ports, registers and memory with their latencies, and what arrives at the outputs must be
//! the expressions of the graph. Nothing here knows how the scheduler works.

use super::code::{Code, From, Function, NodeOp};
use super::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    Unit, acc, complex, mul, pass,
};
use super::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use super::{Instruction, Program};
use std::collections::{BTreeMap, HashMap};

/// The number of an expression.
type Id = u32;

/// An expression; equal ones have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Zero,
    Attribute(u8, u8),
    Memory(u16, u8, Option<Id>),
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

/// The expression of every node, and those of the outputs.
fn wanted(code: &Code, expressions: &mut Expressions) -> Result<BTreeMap<(u8, u8), Id>, String> {
    let mut nodes: Vec<Id> = Vec::with_capacity(code.nodes.len());
    let mut outputs = BTreeMap::new();
    for (index, node) in code.nodes.iter().enumerate() {
        let mut reads = Vec::new();
        for read in &node.reads {
            let of = |id: u32| {
                let found = nodes.get(id as usize).copied();
                found.ok_or_else(|| format!("operation {index} reads a later one"))
            };
            let id = match read.from {
                From::Node(id) => of(id)?,
                From::Attribute(register, lane) => {
                    expressions.number(Key::Attribute(register, lane))
                }
                From::Memory(address, lane) => expressions.number(Key::Memory(address, lane, None)),
                From::Indexed(address, lane, id) => {
                    let offset = of(id)?;
                    expressions.number(Key::Memory(address, lane, Some(offset)))
                }
                From::Zero => expressions.number(Key::Zero),
                From::Literal(_) => return Err(format!("operation {index} reads a literal")),
            };
            reads.push((id, read.negate));
        }
        let zero = (expressions.number(Key::Zero), false);
        let key = match (node.op, reads.as_slice()) {
            (NodeOp::Move | NodeOp::SetAddress, &[(id, false)]) => {
                nodes.push(id);
                outputs.extend(node.stores.iter().map(|store| (*store, id)));
                continue;
            }
            (NodeOp::Acc(code), &[a]) => Key::Acc(code, a, zero),
            (NodeOp::Acc(code), &[a, b]) => Key::Acc(code, a, b),
            (NodeOp::Mul(negate), &[(a, false), (b, false)]) => Key::Mul(negate, a, b),
            (NodeOp::Select, &[(no, false), (condition, false), (yes, false)]) => {
                Key::Select(no, condition, yes)
            }
            (NodeOp::Function(function), &[(a, false)]) => Key::Function(
                match function {
                    Function::Exp2 => complex::EXP2,
                    Function::Log2 => complex::LOG2,
                    Function::Rsqrt => complex::RSQRT,
                    Function::Rcp => complex::RCP,
                },
                a,
            ),
            _ => return Err(format!("operation {index} has operands it cannot take")),
        };
        let id = expressions.number(key);
        nodes.push(id);
        outputs.extend(node.stores.iter().map(|store| (*store, id)));
    }
    Ok(outputs)
}

/// Proves a program.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check(code: &Code, program: &Program) -> Result<(), String> {
    let mut expressions = Expressions::default();
    let wanted = wanted(code, &mut expressions)?;
    let mut replay = Replay::new(&mut expressions);
    for (index, instruction) in program.instructions.iter().enumerate() {
        replay
            .step(index, instruction)
            .map_err(|fault| format!("instruction {index}: {fault}"))?;
    }
    let found = replay.outputs;
    for (place, id) in &wanted {
        if found.get(place) != Some(id) {
            let (register, lane) = place;
            return Err(format!("output {register} lane {lane} gets another value"));
        }
    }
    if found.len() != wanted.len() {
        return Err("an output is written that nobody writes".to_owned());
    }
    Ok(())
}

/// A lane of a register: what was stored when, and what was there before.
#[derive(Clone, Copy, Default)]
struct Cell {
    new: Option<(Id, usize)>,
}

struct Replay<'a> {
    expressions: &'a mut Expressions,
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
    fn new(expressions: &'a mut Expressions) -> Replay<'a> {
        Replay {
            expressions,
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
            Some((id, stored)) if now >= stored + REGISTER_LATENCY => Ok(id),
            Some(_) => Err(format!("${number} lane {lane} is read too early")),
            None => Err(format!("${number} lane {lane} holds nothing")),
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
                match self.addresses.get_mut(number) {
                    Some(slot) if number > 0 => *slot = Some((id, now)),
                    _ => return Err("temporaries are not used".to_owned()),
                }
            }
        }
        Ok(())
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
                return Err("temporaries are not used".to_owned());
            } else if varying != 0 {
                let place = (address as u8, lane as u8);
                if self.outputs.insert(place, id).is_some() {
                    return Err("an output is written twice".to_owned());
                }
            } else if let Some(register) = self.registers.get_mut(usize::from(address)) {
                register[lane].new = Some((id, now));
            }
        }
        Ok(())
    }

    fn step(&mut self, now: usize, instruction: &Instruction) -> Step<()> {
        let mut out = [None; 6];
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
