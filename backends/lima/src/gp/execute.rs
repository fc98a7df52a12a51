//! What instructions do, in numbers of any kind, to one vertex.
//!
//! Results live two instructions in the network, registers, temporaries and addresses answer late, and the four functions
//! work on numbers that mean nothing outside of their pattern. All of that is kept track of: what the machine leaves
//! undefined is a hazard, and unset.

pub mod cells;
mod units;

use super::isa::{
    ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, REGISTER_LATENCY, Source, TEMPORARY_LATENCY, Unit,
    mul,
};
use super::{Instruction, Program};
use cells::Cell;
use retroshade_ir::LANES;
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{Component, Numbers, Outside, Samples};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::{MISSING, RegisterImage};
use std::collections::BTreeMap;
pub use units::function_of;

/// Vectors of the memory of uniforms and temporaries.
const ADDRESSES: i64 = 512;
/// Hazards that are kept.
const HAZARDS: usize = 100;

/// Something that the machine leaves undefined or refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hazard {
    /// The instruction.
    pub instruction: usize,
    /// What happened.
    pub message: String,
}

/// What a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary number.
    Number,
    /// A table step of the function with this code of the complex unit.
    Table(u16),
    /// The square that `complex2` gives.
    Square,
    /// What `preexp2` gives.
    Prepared,
    /// A logarithm that `postlog2` has not seen.
    RawLogarithm,
    /// Anything.
    Undefined,
}

impl Kind {
    /// How messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Table(_) => "a table step of a function",
            Kind::Square => "a result of complex2",
            Kind::Prepared => "a result of preexp2",
            Kind::RawLogarithm => "a logarithm without postlog2",
            Kind::Undefined => "an undefined value",
        }
    }
}

/// A value in the network; of the steps of a function, but for the last, the function's argument.
#[derive(Clone, Copy, Debug)]
pub struct Held<V> {
    /// The number, or argument.
    pub value: V,
    /// What it is.
    pub kind: Kind,
}

/// The results of an instruction by unit; `None` where a jump lies between.
pub type Results<V> = Option<[Held<V>; 6]>;

/// A vertex in the midst of a program.
pub struct Machine<'a, N: Numbers> {
    program: &'a Program,
    image: &'a RegisterImage,
    unset: N::Value,
    /// What the machine left undefined, each once, as far as is kept.
    pub hazards: Vec<Hazard>,
    /// What was stored to outputs: `None` for lanes that were not.
    pub outputs: BTreeMap<u32, [Option<N::Value>; 4]>,
    /// The instruction that is executed, or was last.
    current: usize,
    /// Instructions so far.
    pub now: u64,
    /// Results of the last instruction and of the one before.
    pub results: [Results<N::Value>; 2],
    /// True if the last instruction's first product is a function that answers a turn later.
    pub late: bool,
    /// What port 0 held in the last instruction.
    pub port0_before: Option<[N::Value; 4]>,
    /// The registers.
    pub registers: [[Cell<N::Value>; 4]; 16],
    /// Temporaries by address.
    pub temporaries: BTreeMap<i64, [Cell<N::Value>; 4]>,
    /// The address registers.
    pub addresses: [Cell<N::Address>; 4],
}

impl<'a, N: Numbers> Machine<'a, N> {
    /// A vertex before the first instruction.
    pub fn new(program: &'a Program, image: &'a RegisterImage, numbers: &mut N) -> Machine<'a, N> {
        Machine {
            program,
            image,
            unset: numbers.unset(),
            hazards: Vec::new(),
            outputs: BTreeMap::new(),
            current: 0,
            now: 0,
            results: [None; 2],
            late: false,
            port0_before: None,
            registers: [[Cell::EMPTY; 4]; 16],
            temporaries: BTreeMap::new(),
            addresses: [Cell::EMPTY; 4],
        }
    }

    fn hazard(&mut self, message: String) {
        let hazard = Hazard {
            instruction: self.current,
            message,
        };
        if self.hazards.len() < HAZARDS && !self.hazards.contains(&hazard) {
            self.hazards.push(hazard);
        }
    }

    fn undefined(&self) -> Held<N::Value> {
        Held {
            value: self.unset,
            kind: Kind::Undefined,
        }
    }

    /// What a register answers, which has to be there.
    fn register(&mut self, number: u16, lane: u8) -> Held<N::Value> {
        let cell = self.registers[usize::from(number & 15)][usize::from(lane & 3)];
        let name = || format!("${number}.{}", LANES[usize::from(lane & 3)]);
        if cell.stored.is_none() {
            self.hazard(format!("{} is read before it was written", name()));
            return self.undefined();
        }
        match cell.answer(self.now, REGISTER_LATENCY) {
            Some(value) => number_of(value),
            None => {
                self.hazard(format!(
                    "{} is read less than {REGISTER_LATENCY} instructions after its store",
                    name()
                ));
                self.undefined()
            }
        }
    }

    /// A lane of an attribute.
    fn attribute(&self, number: u16, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let from = Outside::Input {
            file: "a",
            number: number.into(),
            lane,
            missing: MISSING[usize::from(lane & 3)],
        };
        numbers.outside(self.image, from)
    }

    /// The address of a load, if something is known of it.
    fn address(
        &mut self,
        instruction: &Instruction,
        numbers: &mut N,
    ) -> Result<Option<N::Address>, Trap> {
        let base = i64::from(instruction.get(Field::LoadAddress));
        let offset = instruction.get(Field::LoadOffset);
        if offset == NO_OFFSET {
            return numbers.address(base, None);
        }
        let cell = self.addresses[usize::from(offset & 3)];
        if cell.stored.is_none() {
            self.hazard(format!("A{offset} is used before it was set"));
            return Ok(None);
        }
        let address = cell.answer(self.now, ADDRESS_LATENCY);
        if address.is_none() {
            self.hazard(format!(
                "A{offset} is used less than {ADDRESS_LATENCY} instructions after it was set"
            ));
        }
        Ok(address.map(|address| numbers.displaced(address, base)))
    }

    /// A lane of a uniform or temporary.
    fn memory(
        &mut self,
        instruction: &Instruction,
        lane: u8,
        numbers: &mut N,
    ) -> Result<Held<N::Value>, Trap> {
        // What a computed address finds where nothing is may be anything, and a program may choose not to use it.
        let computed = instruction.get(Field::LoadOffset) != NO_OFFSET;
        let nothing = number_of(self.unset);
        let Some(address) = self.address(instruction, numbers)? else {
            return Ok(nothing);
        };
        if let Some(value) = numbers.indexed(Component::of_registers("u", lane), address) {
            return Ok(number_of(value));
        }
        let locations = numbers.locations(address);
        let location = locations.first().map_or(-1, |(location, _)| *location);
        if !(0..ADDRESSES).contains(&location) {
            return Ok(nothing);
        }
        let cells = self.temporaries.get(&location).copied();
        let cell = cells.map_or(Cell::EMPTY, |cells| cells[usize::from(lane & 3)]);
        let value = if cell.stored.is_some() {
            let answer = cell.answer(self.now, TEMPORARY_LATENCY);
            if answer.is_none() {
                self.hazard(format!(
                    "a temporary is read less than {TEMPORARY_LATENCY} instructions after its store"
                ));
            }
            answer.unwrap_or(self.unset)
        } else if self.has_uniform(location) {
            let from = Outside::Uniform {
                file: "u",
                number: location as u32,
                lane,
            };
            numbers.outside(self.image, from)?
        } else {
            if !computed {
                self.hazard(format!(
                    "a load from {location}.{}, which holds no uniform and no temporary",
                    LANES[usize::from(lane & 3)]
                ));
                return Ok(self.undefined());
            }
            return Ok(nothing);
        };
        Ok(number_of(numbers.accessed(value, address)))
    }

    fn has_uniform(&self, location: i64) -> bool {
        let uniforms = self.image.uniforms.get("u");
        uniforms.is_some_and(|uniforms| uniforms.contains_key(&(location as u32)))
    }

    fn input(
        &mut self,
        code: u16,
        instruction: &Instruction,
        numbers: &mut N,
    ) -> Result<Held<N::Value>, Trap> {
        let across = |name: &str| format!("{name} is read across a jump");
        Ok(match Source::from_code(code).unwrap_or(Source::Nothing) {
            Source::Port0(lane) => {
                let number = instruction.get(Field::Port0);
                match instruction.get(Field::Port0Attribute) {
                    0 => self.register(number, lane),
                    _ => number_of(self.attribute(number, lane, numbers)?),
                }
            }
            Source::Port1(lane) => self.register(instruction.get(Field::Port1), lane),
            Source::Memory(lane) => self.memory(instruction, lane, numbers)?,
            Source::Nothing => self.undefined(),
            Source::Port0Before(lane) => match self.port0_before {
                Some(lanes) => number_of(lanes[usize::from(lane & 3)]),
                None => {
                    self.hazard(across("port 0 of the instruction before"));
                    self.undefined()
                }
            },
            Source::Previous(unit) => match self.results[0] {
                Some(_) if unit == Unit::Mul0 && self.late => {
                    self.hazard("complex1 is read after one instruction, it takes two".into());
                    self.undefined()
                }
                Some(results) => results[unit as usize],
                None => {
                    self.hazard(across(&format!("{}[-1]", unit.name())));
                    self.undefined()
                }
            },
            Source::Before(unit) => match self.results[1] {
                Some(results) => results[unit as usize],
                None => {
                    self.hazard(across(&format!("{}[-2]", unit.name())));
                    self.undefined()
                }
            },
        })
    }

    /// A plain number.
    fn plain(&mut self, held: Held<N::Value>, reader: &str) -> N::Value {
        if held.kind != Kind::Number {
            self.hazard(format!("{reader} reads {}", held.kind.name()));
            return self.unset;
        }
        held.value
    }

    /// A second input, where the code of the complex unit's result is a number.
    fn second(
        &mut self,
        code: u16,
        identity: i64,
        instruction: &Instruction,
        numbers: &mut N,
    ) -> Result<Held<N::Value>, Trap> {
        match code {
            IDENTITY => Ok(number_of(numbers.integer(identity))),
            _ => self.input(code, instruction, numbers),
        }
    }

    fn moved(&mut self, held: Held<N::Value>, reader: &str) -> Held<N::Value> {
        if held.kind == Kind::Undefined {
            self.hazard(format!("{reader} moves an undefined value"));
        }
        held
    }

    /// What port 0 holds, for the next instruction: of registers also what nobody has to ask for.
    fn port0(&self, instruction: &Instruction, numbers: &mut N) -> Result<[N::Value; 4], Trap> {
        let number = instruction.get(Field::Port0);
        let mut lanes = [self.unset; 4];
        for (lane, value) in (0..).zip(&mut lanes) {
            *value = match instruction.get(Field::Port0Attribute) {
                0 => {
                    let cell = self.registers[usize::from(number & 15)][usize::from(lane)];
                    cell.answer(self.now, REGISTER_LATENCY)
                        .unwrap_or(self.unset)
                }
                _ => self.attribute(number, lane, numbers)?,
            };
        }
        Ok(lanes)
    }
}

/// An ordinary number.
fn number_of<V>(value: V) -> Held<V> {
    Held {
        value,
        kind: Kind::Number,
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn step(&mut self, index: usize, numbers: &mut N) -> Result<Next, Trap> {
        let program = self.program;
        let instruction = program.instructions.get(index);
        let instruction =
            instruction.ok_or_else(|| Trap::Illegal("there is no such instruction".into()))?;
        if index != self.current + 1 && self.now > 0 {
            self.results = [None; 2];
            self.port0_before = None;
        }
        self.current = index;
        let mut out = [self.undefined(); 6];
        self.accumulate(instruction, numbers, &mut out)?;
        self.multiply(instruction, numbers, &mut out)?;
        self.complex(instruction, numbers, &mut out)?;
        self.pass(instruction, numbers, &mut out)?;
        // Of what the stores replace.
        let port0 = self.port0(instruction, numbers)?;
        self.set_addresses(instruction, &out, numbers)?;
        self.stores(instruction, &out, numbers)?;
        let mut next = Next::default();
        if instruction.get(Field::Branch) != 0 {
            let condition = self.plain(out[Unit::Pass as usize], "a branch");
            next.jump = numbers.holding(condition);
            next.target = instruction.target();
        }
        if index + 1 == program.instructions.len() {
            next.end = Samples::MAX & !next.jump;
        }
        self.late = instruction.get(Field::MulOp) == mul::COMPLEX1;
        self.results = [Some(out), self.results[0]];
        self.port0_before = Some(port0);
        self.now += 1;
        Ok(next)
    }
}
