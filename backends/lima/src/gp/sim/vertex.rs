//! The state of one vertex and the execution of one instruction.

mod record;
mod units;

use super::value::{Kind, Value};
use super::{Hazard, Instruction};
use crate::gp::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NOTHING, REGISTER_LATENCY, Source,
    TEMPORARY_LATENCY, Unit, mul, pass,
};
use retroshade_ir::LANES;
use retroshade_kit::machine::{Register, UniformFile};
use std::collections::BTreeMap;

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
        // What a computed address finds where nothing is may be anything, and a program may choose not to use it.
        let computed = offset != NO_OFFSET;
        if computed {
            values = [Value::number(f32::NAN); 4];
        }
        if !(0.0..ADDRESSES as f64).contains(&address) {
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
                    if used[lane] && !computed {
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

    /// Executes the instruction at the counter.
    pub(super) fn step(&mut self, instruction: &Instruction) {
        let loads = self.loads(instruction);
        let mut out = [Value::UNDEFINED; 6];
        self.accumulate(instruction, &loads, &mut out);
        self.multiply(instruction, &loads, &mut out);
        self.complex(instruction, &loads, &mut out);
        self.pass(instruction, &loads, &mut out);
        let set = isa::addresses_set(instruction.get(Field::ComplexOp));
        let address = self.address(instruction, &out);
        // Register 0 serves the stores of its own instruction.
        if let Some(number) = address.filter(|_| set.contains(&0)) {
            self.offsets[0].write(number, self.now, 0);
        }
        self.stores(instruction, &out);
        for register in set.filter(|register| *register > 0) {
            if let Some(number) = address {
                self.offsets[usize::from(register & 3)].write(number, self.now, ADDRESS_LATENCY);
            }
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
