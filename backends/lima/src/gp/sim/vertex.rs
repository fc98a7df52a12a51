//! The state of one vertex and the execution of one instruction.

use super::value::{Kind, Value, same};
use super::{Hazard, Instruction};
use crate::gp::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    TEMPORARY_LATENCY, Unit, complex, mul, pass,
};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use retroshade_kit::machine::{Register, UniformFile};
use std::collections::BTreeMap;

const LANES: [&str; 4] = ["x", "y", "z", "w"];
const ADDRESSES: usize = 512;

/// A cell that answers late.
#[derive(Clone, Copy)]
struct Cell {
    new: f32,
    old: f32,
    /// When `new` was stored.
    stored: Option<u64>,
}

impl Cell {
    const EMPTY: Cell = Cell {
        new: f32::NAN,
        old: f32::NAN,
        stored: None,
    };

    fn is_fresh(&self, now: u64, latency: usize) -> bool {
        self.stored
            .is_none_or(|stored| now - stored >= latency as u64)
    }

    fn read(&self, now: u64, latency: usize) -> f32 {
        if self.is_fresh(now, latency) {
            self.new
        } else {
            self.old
        }
    }

    fn write(&mut self, value: f32, now: u64, latency: usize) {
        self.old = self.read(now, latency);
        self.new = value;
        self.stored = Some(now);
    }
}

/// The loads of one instruction.
struct Loads {
    port0: [Value; 4],
    port1: [Value; 4],
    memory: [Value; 4],
}

/// A vertex.
pub(super) struct Vertex<'a> {
    /// The next instruction.
    pub(super) counter: usize,
    /// What was stored to outputs.
    pub(super) outputs: BTreeMap<u32, Register>,
    attributes: [Register; 16],
    uniforms: &'a UniformFile,
    hazards: &'a mut Vec<Hazard>,
    now: u64,
    /// Results of the last instruction and of the one before.
    previous: [Value; 6],
    before: [Value; 6],
    /// Whether the last instruction's first product is a function that answers a turn later.
    late: bool,
    port0_before: [Value; 4],
    registers: [[Cell; 4]; 16],
    temporaries: BTreeMap<usize, [Cell; 4]>,
    offsets: [Cell; 4],
    /// The last two instructions executed.
    trail: [Option<usize>; 2],
}

impl<'a> Vertex<'a> {
    pub(super) fn new(
        attributes: [Register; 16],
        uniforms: &'a UniformFile,
        hazards: &'a mut Vec<Hazard>,
    ) -> Vertex<'a> {
        Vertex {
            counter: 0,
            outputs: BTreeMap::new(),
            attributes,
            uniforms,
            hazards,
            now: 0,
            previous: [Value::UNDEFINED; 6],
            before: [Value::UNDEFINED; 6],
            late: false,
            port0_before: [Value::UNDEFINED; 4],
            registers: [[Cell::EMPTY; 4]; 16],
            temporaries: BTreeMap::new(),
            offsets: [Cell::EMPTY; 4],
            trail: [None; 2],
        }
    }

    fn hazard(&mut self, message: String) {
        let hazard = Hazard {
            instruction: self.counter,
            message,
        };
        if self.hazards.len() < 100 && !self.hazards.contains(&hazard) {
            self.hazards.push(hazard);
        }
    }

    /// The source that an input selects.
    fn source(&self, code: u16) -> Source {
        Source::from_code(code).unwrap_or(Source::Nothing)
    }

    fn register(&mut self, number: u16, used: [bool; 4]) -> [Value; 4] {
        let mut values = [Value::UNDEFINED; 4];
        for (lane, value) in values.iter_mut().enumerate() {
            let Some(cell) = self
                .registers
                .get(usize::from(number))
                .and_then(|register| register.get(lane).copied())
            else {
                continue;
            };
            *value = Value::number(cell.read(self.now, REGISTER_LATENCY));
            if !used[lane] {
                continue;
            }
            let name = format!("${number}.{}", LANES[lane]);
            if cell.stored.is_none() {
                *value = Value::UNDEFINED;
                self.hazard(format!("{name} is read before it was written"));
            } else if !cell.is_fresh(self.now, REGISTER_LATENCY) {
                self.hazard(format!(
                    "{name} is read less than {REGISTER_LATENCY} instructions after its store"
                ));
            }
        }
        values
    }

    fn memory(&mut self, instruction: &Instruction, used: [bool; 4]) -> [Value; 4] {
        let mut values = [Value::UNDEFINED; 4];
        if used == [false; 4] {
            return values;
        }
        let mut address = f64::from(instruction.get(Field::LoadAddress));
        let offset = instruction.get(Field::LoadOffset);
        if offset != NO_OFFSET {
            let cell = self.offsets[usize::from(offset & 3)];
            if !cell.is_fresh(self.now, ADDRESS_LATENCY) {
                self.hazard(format!(
                    "A{offset} is used less than {ADDRESS_LATENCY} instructions after it was set"
                ));
            }
            if cell.stored.is_none() {
                self.hazard(format!("A{offset} is used before it was set"));
            }
            address += f64::from(cell.read(self.now, ADDRESS_LATENCY));
        }
        if !(0.0..ADDRESSES as f64).contains(&address) {
            self.hazard(format!("a load from address {address}, beyond 0 to 511"));
            return values;
        }
        let address = address as usize;
        let uniform = self.uniforms.get(&(address as u32)).copied();
        let cells = self.temporaries.get(&address).copied();
        for (lane, value) in values.iter_mut().enumerate() {
            let cell = cells.map_or(Cell::EMPTY, |cells| cells[lane]);
            match (cell.stored, uniform) {
                (Some(_), _) => {
                    *value = Value::number(cell.read(self.now, TEMPORARY_LATENCY));
                    if used[lane] && !cell.is_fresh(self.now, TEMPORARY_LATENCY) {
                        self.hazard(format!(
                            "a temporary is read less than {TEMPORARY_LATENCY} instructions after its store"
                        ));
                    }
                }
                (None, Some(register)) => *value = Value::number(register[lane]),
                (None, None) => {
                    if used[lane] {
                        self.hazard(format!(
                            "a load from {address}.{}, which holds no uniform and no temporary",
                            LANES[lane]
                        ));
                    }
                }
            }
        }
        values
    }

    /// Which lanes of port 0, port 1 and memory the units read.
    fn used(&self, instruction: &Instruction) -> [[bool; 4]; 3] {
        let mut used = [[false; 4]; 3];
        let single = isa::acc_row(instruction.get(Field::AccOp)).is_some_and(|r| r.operands == 1);
        for input in super::super::program::INPUTS {
            if single && matches!(input, Field::Acc0B | Field::Acc1B) {
                continue;
            }
            let (port, lane) = match self.source(instruction.get(input)) {
                Source::Port0(lane) => (0, lane),
                Source::Port1(lane) => (1, lane),
                Source::Memory(lane) => (2, lane),
                _ => continue,
            };
            used[port][usize::from(lane)] = true;
        }
        let clamps = instruction.get(Field::PassOp) == pass::CLAMP
            && instruction.get(Field::PassInput) != NOTHING;
        if clamps {
            used[2][0] = true;
            used[2][1] = true;
        }
        used
    }

    fn loads(&mut self, instruction: &Instruction) -> Loads {
        let [used0, used1, used2] = self.used(instruction);
        let number = instruction.get(Field::Port0);
        let port0 = if instruction.get(Field::Port0Attribute) != 0 {
            let attribute = self.attributes.get(usize::from(number));
            attribute.map_or([Value::UNDEFINED; 4], |lanes| lanes.map(Value::number))
        } else {
            self.register(number, used0)
        };
        Loads {
            port0,
            port1: self.register(instruction.get(Field::Port1), used1),
            memory: self.memory(instruction, used2),
        }
    }

    fn input(&mut self, code: u16, loads: &Loads) -> Value {
        let steps = |trail: [Option<usize>; 2], counter: usize| {
            [
                counter.checked_sub(1) == trail[0] && trail[0].is_some(),
                counter.checked_sub(2) == trail[1] && trail[1].is_some(),
            ]
        };
        let [one, two] = steps(self.trail, self.counter);
        let lane = |values: &[Value; 4], lane: u8| values[usize::from(lane & 3)];
        match self.source(code) {
            Source::Port0(l) => lane(&loads.port0, l),
            Source::Port1(l) => lane(&loads.port1, l),
            Source::Memory(l) => lane(&loads.memory, l),
            Source::Nothing => Value::UNDEFINED,
            Source::Port0Before(l) => {
                if !one {
                    self.hazard("port 0 of the instruction before is read across a jump".into());
                    return Value::UNDEFINED;
                }
                self.port0_before[usize::from(l & 3)]
            }
            Source::Previous(unit) => {
                if !one {
                    let name = unit.name();
                    self.hazard(format!("{name}[-1] is read across a jump"));
                    return Value::UNDEFINED;
                }
                if unit == Unit::Mul0 && self.late {
                    self.hazard("complex1 is read after one instruction, it takes two".into());
                    return Value::UNDEFINED;
                }
                self.previous[unit as usize]
            }
            Source::Before(unit) => {
                if !(one && two) {
                    let name = unit.name();
                    self.hazard(format!("{name}[-2] is read across a jump"));
                    return Value::UNDEFINED;
                }
                self.before[unit as usize]
            }
        }
    }

    /// A plain number.
    fn plain(&mut self, value: Value, reader: &str) -> f32 {
        if value.kind != Kind::Number {
            self.hazard(format!("{reader} reads {}", value.kind.name()));
            return f32::NAN;
        }
        value.number
    }

    /// A second input, where code 22 is a number.
    fn second(&mut self, code: u16, identity: f32, loads: &Loads) -> Value {
        if code == IDENTITY {
            Value::number(identity)
        } else {
            self.input(code, loads)
        }
    }

    fn moved(&mut self, value: Value, reader: &str) -> Value {
        if value.kind == Kind::Undefined {
            self.hazard(format!("{reader} moves an undefined value"));
        }
        value
    }

    fn accumulate(&mut self, instruction: &Instruction, loads: &Loads, out: &mut [Value; 6]) {
        let Some(row) = isa::acc_row(instruction.get(Field::AccOp)) else {
            return;
        };
        for unit in 0..2 {
            let [a, b] = ACC_INPUTS[unit].map(|field| instruction.get(field));
            let [minus_a, minus_b] = ACC_NEGATES[unit].map(|field| instruction.get(field) != 0);
            if a == NOTHING {
                continue;
            }
            let reader = ["^a0", "^a1"][unit];
            let first = self.input(a, loads);
            if row.code == isa::acc::ADD && b == IDENTITY && !minus_a {
                out[unit] = self.moved(first, reader);
                continue;
            }
            let x = self.plain(first, reader);
            let x = if minus_a { -x } else { x };
            let y = if row.operands == 2 {
                let second = self.second(b, 0.0, loads);
                let y = self.plain(second, reader);
                if minus_b { -y } else { y }
            } else {
                0.0
            };
            out[unit] = Value::number((row.eval)(x, y));
        }
    }

    fn product(
        &mut self,
        unit: usize,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Value; 6],
    ) {
        let [a, b] = MUL_INPUTS[unit].map(|field| instruction.get(field));
        let negate = instruction.get(MUL_NEGATES[unit]) != 0;
        if a == NOTHING && b == NOTHING {
            return;
        }
        let reader = ["^m0", "^m1"][unit];
        let first = self.input(a, loads);
        if b == IDENTITY && !negate {
            out[2 + unit] = self.moved(first, reader);
            return;
        }
        let x = self.plain(first, reader);
        let second = self.second(b, 1.0, loads);
        let y = self.plain(second, reader);
        out[2 + unit] = Value::number(if negate { -(x * y) } else { x * y });
    }

    fn multiply(&mut self, instruction: &Instruction, loads: &Loads, out: &mut [Value; 6]) {
        let codes = MUL_INPUTS.map(|fields| fields.map(|field| instruction.get(field)));
        match instruction.get(Field::MulOp) {
            mul::COMPLEX2 => {
                let a = self.input(codes[0][0], loads);
                let b = self.second(codes[0][1], 1.0, loads);
                if !matches!(a.kind, Kind::Number | Kind::Prepared) {
                    self.hazard(format!("complex2 reads {}", a.kind.name()));
                }
                if !same(a.argument, b.argument) {
                    self.hazard("complex2 has two different inputs".into());
                }
                out[2] = Value::partial(Kind::Square, a.argument);
                self.product(1, instruction, loads, out);
            }
            mul::COMPLEX1 => {
                let a = self.input(codes[0][0], loads);
                let b = self.second(codes[0][1], 1.0, loads);
                let c = self.input(codes[1][0], loads);
                let d = self.second(codes[1][1], 1.0, loads);
                out[2] = self.complex1([a, b, c, d]);
            }
            mul::SELECT => {
                let a = self.input(codes[0][0], loads);
                let c = self.second(codes[0][1], 1.0, loads);
                let b = self.input(codes[1][0], loads);
                let [no, condition, yes] = [a, c, b].map(|value| self.plain(value, "sel"));
                // Neither documents whether the negation works here; see docs/lima-gp.md.
                if instruction.get(Field::Mul0Negate) != 0 {
                    self.hazard("sel with a negated result is not known to work".into());
                }
                out[2] = Value::number(if condition != 0.0 { yes } else { no });
            }
            _ => {
                self.product(0, instruction, loads, out);
                self.product(1, instruction, loads, out);
            }
        }
    }

    /// The last step of a function: table step, square, table step, argument.
    fn complex1(&mut self, inputs: [Value; 4]) -> Value {
        let [table, square, again, argument] = inputs;
        let Kind::Table(function) = table.kind else {
            self.hazard(format!("complex1 reads {}", table.kind.name()));
            return Value::UNDEFINED;
        };
        let wanted = if function == complex::EXP2 {
            Kind::Prepared
        } else {
            Kind::Number
        };
        let x = argument.argument;
        let fits = square.kind == Kind::Square
            && again.kind == table.kind
            && argument.kind == wanted
            && [table, square, again]
                .iter()
                .all(|value| same(value.argument, x));
        if !fits {
            self.hazard("the inputs of complex1 do not belong to one function".into());
            return Value::UNDEFINED;
        }
        match function {
            complex::EXP2 => Value::number(x.exp2()),
            complex::RCP => Value::number(1.0 / x),
            complex::RSQRT => Value::number(1.0 / x.sqrt()),
            _ => Value {
                number: x.log2(),
                kind: Kind::RawLogarithm,
                argument: x,
            },
        }
    }

    /// Gives the address register that is set, with its value.
    fn complex(
        &mut self,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Value; 6],
    ) -> Option<(usize, f32)> {
        let op = instruction.get(Field::ComplexOp);
        let code = instruction.get(Field::ComplexInput);
        if op == complex::IDLE || code == NOTHING {
            return None;
        }
        let value = self.input(code, loads);
        if op == complex::MOV {
            out[5] = self.moved(value, "^c");
            return None;
        }
        if op >= complex::SET_A0 {
            let number = self.plain(value, "an address register");
            if !number.is_finite() {
                self.hazard("an address register is set to no finite number".into());
                return None;
            }
            out[5] = value;
            return Some((usize::from(op - complex::SET_A0), number.trunc()));
        }
        let prepared = value.kind == Kind::Prepared;
        if !prepared {
            self.plain(value, "^c");
        }
        if (op == complex::EXP2) != prepared {
            self.hazard("exp2 goes with preexp2, the other functions without".into());
        }
        out[5] = Value::partial(Kind::Table(op), value.argument);
        None
    }

    fn pass(&mut self, instruction: &Instruction, loads: &Loads, out: &mut [Value; 6]) {
        let code = instruction.get(Field::PassInput);
        if code == NOTHING {
            return;
        }
        let value = self.input(code, loads);
        out[4] = match instruction.get(Field::PassOp) {
            pass::PREEXP2 => {
                let x = self.plain(value, "preexp2");
                Value::partial(Kind::Prepared, x)
            }
            pass::POSTLOG2 => {
                if value.kind == Kind::RawLogarithm {
                    Value::number(value.number)
                } else {
                    self.hazard(format!("postlog2 reads {}", value.kind.name()));
                    Value::UNDEFINED
                }
            }
            pass::CLAMP => {
                let x = self.plain(value, "clamp");
                let [high, low] = [loads.memory[0].number, loads.memory[1].number];
                Value::number(x.min(high).max(low))
            }
            _ => self.moved(value, "^p"),
        };
    }

    fn stores(&mut self, instruction: &Instruction, out: &[Value; 6]) {
        for lane in 0..4 {
            let code = instruction.get(STORES[lane]);
            if code == NO_STORE {
                continue;
            }
            let Some(unit) = Unit::from_store_code(code) else {
                continue;
            };
            let value = out[unit as usize];
            if unit == Unit::Mul0 && instruction.get(Field::MulOp) == mul::COMPLEX1 {
                self.hazard("complex1 is stored in its own instruction".into());
            }
            let number = self.plain(value, "a store");
            let [address, varying, temporary] =
                STORE_HALVES[lane / 2].map(|field| instruction.get(field));
            if temporary != 0 {
                let place = self.offsets[0].new;
                if !(0.0..ADDRESSES as f32).contains(&place) {
                    self.hazard("a temporary is stored with no address in A0".into());
                    continue;
                }
                if self.uniforms.contains_key(&(place as u32)) {
                    self.hazard("a temporary is stored over a uniform".into());
                }
                let cells = self
                    .temporaries
                    .entry(place as usize)
                    .or_insert([Cell::EMPTY; 4]);
                cells[lane].write(number, self.now, TEMPORARY_LATENCY);
            } else if varying != 0 {
                let output = self.outputs.entry(address.into()).or_insert([f32::NAN; 4]);
                output[lane] = number;
            } else if let Some(register) = self.registers.get_mut(usize::from(address)) {
                register[lane].write(number, self.now, REGISTER_LATENCY);
            }
        }
    }

    /// Executes the instruction at the counter.
    pub(super) fn step(&mut self, instruction: &Instruction) {
        let loads = self.loads(instruction);
        let mut out = [Value::UNDEFINED; 6];
        self.accumulate(instruction, &loads, &mut out);
        self.multiply(instruction, &loads, &mut out);
        let address = self.complex(instruction, &loads, &mut out);
        self.pass(instruction, &loads, &mut out);
        // Register 0 serves the stores of its own instruction.
        if let Some((0, number)) = address {
            self.offsets[0].write(number, self.now, 0);
        }
        self.stores(instruction, &out);
        if let Some((register @ 1..=3, number)) = address {
            self.offsets[register].write(number, self.now, ADDRESS_LATENCY);
        }
        let mut next = self.counter + 1;
        if instruction.get(Field::Branch) != 0 {
            let condition = self.plain(out[4], "a branch");
            if condition != 0.0 {
                next = instruction.target();
            }
        }
        self.late = instruction.get(Field::MulOp) == mul::COMPLEX1;
        self.before = self.previous;
        self.previous = out;
        self.port0_before = loads.port0;
        self.trail = [Some(self.counter), self.trail[0]];
        self.now += 1;
        self.counter = next;
    }
}
