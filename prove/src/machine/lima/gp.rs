//! The vertex processor: results pass from unit to unit for two instructions, registers, temporaries and
//! addresses answer late. What is read too early, or across a jump, is undefined here.

use crate::domain::{Domain, Value};
use crate::machine::{Outputs, given};
use retroshade_kit::machine::{RegisterImage, UNSET};
use retroshade_lima::gp::isa::{
    ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    TEMPORARY_LATENCY, Unit, acc, addresses_set, complex, mul, pass,
};
use retroshade_lima::gp::program::{
    ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES,
};
use retroshade_lima::gp::{Instruction, Program};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Instructions of a run at most.
const STEPS: usize = 100_000;

/// What a result is: the steps of a function are no numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    /// A step of the function with this code of the complex unit.
    Table(u16),
    Square,
    Prepared,
    /// A logarithm before its last step.
    Logarithm,
}

/// A result; of the steps of a function the function's operand.
#[derive(Clone, Copy)]
struct Held {
    value: Value,
    kind: Kind,
}

/// What was stored, and when.
#[derive(Clone, Copy)]
struct Cell {
    value: Value,
    at: usize,
}

/// What one instruction loads.
struct Loads {
    port0: [Value; 4],
    port1: [Value; 4],
    memory: [Value; 4],
}

struct Machine<'a> {
    image: &'a RegisterImage,
    domain: &'a mut Domain,
    undefined: Held,
    now: usize,
    /// Results of the last instruction and of the one before, by unit.
    results: [[Held; 6]; 2],
    /// Whether the last instruction ended a function, whose result takes one instruction more.
    late: bool,
    port0_before: [Value; 4],
    registers: [[Option<Cell>; 4]; 16],
    temporaries: FxHashMap<u32, [Option<Cell>; 4]>,
    addresses: [Option<Cell>; 4],
    outputs: FxHashMap<u32, [Option<Value>; 4]>,
}

/// Runs a program for vertex 0 of an image.
///
/// # Errors
/// One that does not end.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let undefined = Held {
        value: domain.undefined(),
        kind: Kind::Number,
    };
    let mut machine = Machine {
        image,
        domain,
        undefined,
        now: 0,
        results: [[undefined; 6]; 2],
        late: false,
        port0_before: [undefined.value; 4],
        registers: [[None; 4]; 16],
        temporaries: FxHashMap::default(),
        addresses: [None; 4],
        outputs: FxHashMap::default(),
    };
    let mut counter = 0;
    while let Some(instruction) = program.instructions.get(counter) {
        if machine.now > STEPS {
            return Err("the program takes too many steps".to_owned());
        }
        machine.domain.at(counter);
        let next = machine.step(instruction, counter);
        if next != counter + 1 {
            machine.results = [[undefined; 6]; 2];
            machine.port0_before = [undefined.value; 4];
        }
        counter = next;
    }
    let outputs = machine.outputs.into_iter();
    Ok(Outputs {
        registers: outputs
            .map(|(number, lanes)| ("v".to_owned(), number, lanes))
            .collect(),
        discarded: false,
    })
}

impl Machine<'_> {
    fn number(&self, value: Value) -> Held {
        Held {
            value,
            kind: Kind::Number,
        }
    }

    /// What a cell answers some instructions after it was stored.
    fn answer(&self, cell: Option<Cell>, latency: usize) -> Value {
        match cell {
            Some(cell) if self.now - cell.at >= latency => cell.value,
            _ => self.undefined.value,
        }
    }

    fn register(&self, number: u16) -> [Value; 4] {
        self.registers[usize::from(number & 15)].map(|cell| self.answer(cell, REGISTER_LATENCY))
    }

    fn memory(&mut self, instruction: &Instruction) -> [Value; 4] {
        let nothing = [self.undefined.value; 4];
        let mut node = 0;
        let mut address = f64::from(instruction.get(Field::LoadAddress));
        let offset = instruction.get(Field::LoadOffset);
        if offset != NO_OFFSET {
            let offset = self.answer(self.addresses[usize::from(offset & 3)], ADDRESS_LATENCY);
            if !offset.defined {
                return nothing;
            }
            address += offset.real;
            node = offset.node;
        }
        if !(0.0..512.0).contains(&address) {
            return nothing;
        }
        let lanes = match self.temporaries.get(&(address as u32)).copied() {
            Some(cells) => cells.map(|cell| self.answer(cell, TEMPORARY_LATENCY)),
            None => given(self.domain, self.image.uniform("u", address as u32)),
        };
        lanes.map(|lane| lane.at(self.domain.tape.join(lane.node, node)))
    }

    fn loads(&mut self, instruction: &Instruction) -> Loads {
        let number = instruction.get(Field::Port0);
        let port0 = match instruction.get(Field::Port0Attribute) {
            0 => self.register(number),
            _ => given(self.domain, self.image.input("a", number.into(), 0, UNSET)),
        };
        Loads {
            port0,
            port1: self.register(instruction.get(Field::Port1)),
            memory: self.memory(instruction),
        }
    }

    fn input(&self, code: u16, loads: &Loads) -> Held {
        let lane = |values: &[Value; 4], lane: u8| self.number(values[usize::from(lane & 3)]);
        match Source::from_code(code) {
            Some(Source::Port0(l)) => lane(&loads.port0, l),
            Some(Source::Port1(l)) => lane(&loads.port1, l),
            Some(Source::Memory(l)) => lane(&loads.memory, l),
            Some(Source::Port0Before(l)) => lane(&self.port0_before, l),
            Some(Source::Previous(Unit::Mul0)) if self.late => self.undefined,
            Some(Source::Previous(unit)) => self.results[0][unit as usize],
            Some(Source::Before(unit)) => self.results[1][unit as usize],
            Some(Source::Nothing) | None => self.undefined,
        }
    }

    /// A second operand, where the code of the complex unit's result is a number.
    fn second(&mut self, code: u16, identity: i64, loads: &Loads) -> Held {
        match code {
            IDENTITY => {
                let value = self.domain.whole(identity);
                self.number(value)
            }
            _ => self.input(code, loads),
        }
    }

    fn plain(&self, held: Held) -> Value {
        match held.kind {
            Kind::Number => held.value,
            _ => self.undefined.value,
        }
    }

    fn signed(&mut self, value: Value, negative: bool) -> Value {
        match negative {
            true => self.domain.neg(value),
            false => value,
        }
    }

    /// Executes an instruction; the number of the next.
    fn step(&mut self, instruction: &Instruction, counter: usize) -> usize {
        let loads = self.loads(instruction);
        let mut out = [self.undefined; 6];
        for (unit, result) in out.iter_mut().take(2).enumerate() {
            *result = self.accumulate(instruction, unit, &loads);
        }
        self.multiply(instruction, &loads, &mut out);
        out[Unit::Pass as usize] = self.pass(instruction, &loads);
        let address = self.complex(instruction, &loads, &mut out);
        // Address 0 serves the stores of its own instruction.
        for number in addresses_set(instruction.get(Field::ComplexOp)) {
            if let Some(value) = address {
                self.addresses[usize::from(number & 3)] = Some(Cell {
                    value,
                    at: self.now,
                });
            }
        }
        self.stores(instruction, &out);
        let mut next = counter + 1;
        if instruction.get(Field::Branch) != 0 {
            let condition = self.plain(out[Unit::Pass as usize]);
            let decision = self.domain.truth_of(condition);
            self.domain.jump(&[condition], decision.node);
            if decision.holds() {
                next = instruction.target();
            }
        }
        self.late = instruction.get(Field::MulOp) == mul::COMPLEX1;
        self.results = [out, self.results[0]];
        self.port0_before = loads.port0;
        self.now += 1;
        next
    }

    fn accumulate(&mut self, instruction: &Instruction, unit: usize, loads: &Loads) -> Held {
        let [a, b] = ACC_INPUTS[unit].map(|field| instruction.get(field));
        let [minus_a, minus_b] = ACC_NEGATES[unit].map(|field| instruction.get(field) != 0);
        let op = instruction.get(Field::AccOp);
        if a == NOTHING {
            return self.undefined;
        }
        let first = self.input(a, loads);
        if op == acc::ADD && b == IDENTITY && !minus_a {
            return first;
        }
        let x = self.plain(first);
        let x = self.signed(x, minus_a);
        let second = self.second(b, 0, loads);
        let y = self.plain(second);
        let y = self.signed(y, minus_b);
        let domain = &mut *self.domain;
        let value = match op {
            acc::ADD => domain.add(x, y),
            acc::FLOOR => domain.floor(x),
            acc::SIGN => domain.sign(x),
            acc::GE => domain.compare(x, y, Ordering::is_ge),
            acc::LT => domain.compare(x, y, Ordering::is_lt),
            acc::MIN => domain.min(x, y),
            acc::MAX => domain.max(x, y),
            _ => self.undefined.value,
        };
        self.number(value)
    }

    fn product(&mut self, instruction: &Instruction, unit: usize, loads: &Loads) -> Held {
        let [a, b] = MUL_INPUTS[unit].map(|field| instruction.get(field));
        let negative = instruction.get(MUL_NEGATES[unit]) != 0;
        if a == NOTHING && b == NOTHING {
            return self.undefined;
        }
        let first = self.input(a, loads);
        if b == IDENTITY && !negative {
            return first;
        }
        let second = self.second(b, 1, loads);
        let (x, y) = (self.plain(first), self.plain(second));
        let product = self.domain.mul(x, y);
        let value = self.signed(product, negative);
        self.number(value)
    }

    fn multiply(&mut self, instruction: &Instruction, loads: &Loads, out: &mut [Held; 6]) {
        let [[a, b], [c, d]] = MUL_INPUTS.map(|fields| fields.map(|field| instruction.get(field)));
        let (first, third) = (self.input(a, loads), self.input(c, loads));
        let (second, fourth) = (self.second(b, 1, loads), self.second(d, 1, loads));
        let mul0 = &mut out[Unit::Mul0 as usize];
        match instruction.get(Field::MulOp) {
            mul::COMPLEX2 => {
                if first.value.element == second.value.element && first.kind == second.kind {
                    *mul0 = Held {
                        value: first.value,
                        kind: Kind::Square,
                    };
                }
                out[Unit::Mul1 as usize] = self.product(instruction, 1, loads);
            }
            mul::COMPLEX1 => *mul0 = self.function([first, second, third, fourth]),
            mul::SELECT if instruction.get(Field::Mul0Negate) == 0 => {
                let [no, condition, yes] = [first, second, third].map(|held| self.plain(held));
                let value = self.domain.choose(condition, yes, no);
                *mul0 = self.number(value);
            }
            mul::MUL => {
                out[Unit::Mul0 as usize] = self.product(instruction, 0, loads);
                out[Unit::Mul1 as usize] = self.product(instruction, 1, loads);
            }
            _ => {}
        }
    }

    /// The last step of a function: table step, square, table step, operand.
    fn function(&mut self, [table, square, again, operand]: [Held; 4]) -> Held {
        let Kind::Table(function) = table.kind else {
            return self.undefined;
        };
        let wanted = match function {
            complex::EXP2 => Kind::Prepared,
            _ => Kind::Number,
        };
        let x = operand.value;
        let others = [table, square, again];
        let same = others.iter().all(|held| held.value.element == x.element);
        if !same
            || square.kind != Kind::Square
            || again.kind != table.kind
            || operand.kind != wanted
        {
            return self.undefined;
        }
        let value = match function {
            complex::EXP2 => self.domain.exp2(x),
            complex::RCP => self.domain.rcp(x),
            complex::RSQRT => self.domain.rsqrt(x),
            _ => {
                return Held {
                    value: self.domain.log2(x),
                    kind: Kind::Logarithm,
                };
            }
        };
        self.number(value)
    }

    /// Gives the address that is set, if one is. The pass unit's result is there already.
    fn complex(
        &mut self,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Held; 6],
    ) -> Option<Value> {
        let op = instruction.get(Field::ComplexOp);
        let code = instruction.get(Field::ComplexInput);
        if op == complex::SET_A01 {
            let value = self.plain(out[Unit::Pass as usize]);
            return Some(self.domain.trunc(value));
        }
        if op == complex::IDLE || code == NOTHING {
            return None;
        }
        let held = self.input(code, loads);
        let result = &mut out[Unit::Complex as usize];
        if op == complex::MOV {
            *result = held;
            return None;
        }
        if op >= complex::SET_A0 {
            *result = held;
            let value = self.plain(held);
            return Some(self.domain.index(value));
        }
        let wanted = match op {
            complex::EXP2 => Kind::Prepared,
            _ => Kind::Number,
        };
        if held.kind == wanted {
            *result = Held {
                value: held.value,
                kind: Kind::Table(op),
            };
        }
        None
    }

    fn pass(&mut self, instruction: &Instruction, loads: &Loads) -> Held {
        let code = instruction.get(Field::PassInput);
        if code == NOTHING {
            return self.undefined;
        }
        let held = self.input(code, loads);
        match instruction.get(Field::PassOp) {
            pass::PREEXP2 => Held {
                value: self.plain(held),
                kind: Kind::Prepared,
            },
            pass::POSTLOG2 if held.kind == Kind::Logarithm => self.number(held.value),
            pass::POSTLOG2 => self.undefined,
            pass::CLAMP => {
                let x = self.plain(held);
                let [low, high, ..] = loads.memory;
                let value = self.domain.clamp(x, low, high);
                self.number(value)
            }
            _ => held,
        }
    }

    fn stores(&mut self, instruction: &Instruction, out: &[Held; 6]) {
        for lane in 0..4 {
            let code = instruction.get(STORES[lane]);
            let Some(unit) = Unit::from_store_code(code).filter(|_| code != NO_STORE) else {
                continue;
            };
            let late = unit == Unit::Mul0 && instruction.get(Field::MulOp) == mul::COMPLEX1;
            let value = match late {
                true => self.undefined.value,
                false => self.plain(out[unit as usize]),
            };
            let cell = Some(Cell {
                value,
                at: self.now,
            });
            let [address, varying, temporary] =
                STORE_HALVES[lane / 2].map(|field| instruction.get(field));
            if temporary != 0 {
                // Without an address it may hit anything: every temporary is lost.
                match self.addresses[0].filter(|place| place.value.defined) {
                    Some(place) => {
                        let cells = self.temporaries.entry(place.value.real as u32);
                        cells.or_insert([None; 4])[lane] = cell;
                    }
                    None => {
                        let cells = self.temporaries.values_mut();
                        cells.for_each(|cells| *cells = [None; 4]);
                    }
                }
            } else if varying != 0 {
                let output = self.outputs.entry(address.into()).or_insert([None; 4]);
                output[lane] = Some(value);
            } else {
                self.registers[usize::from(address & 15)][lane] = cell;
            }
        }
    }
}
