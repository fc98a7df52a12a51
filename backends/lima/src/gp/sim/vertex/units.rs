//! What the units make of their inputs, and what is stored.

use super::{ADDRESSES, Cell, Loads, Vertex};
use crate::gp::Instruction;
use crate::gp::isa::{
    self, Field, IDENTITY, NO_STORE, NOTHING, REGISTER_LATENCY, TEMPORARY_LATENCY, Unit, complex,
    mul, pass,
};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use crate::gp::sim::value::{Kind, Value, same};

impl Vertex<'_> {
    pub(super) fn accumulate(
        &mut self,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Value; 6],
    ) {
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

    pub(super) fn multiply(
        &mut self,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Value; 6],
    ) {
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

    /// The whole number to which address registers are set.
    pub(super) fn address(&mut self, instruction: &Instruction, out: &[Value; 6]) -> Option<f32> {
        let op = instruction.get(Field::ComplexOp);
        let value = match op {
            complex::SET_A01 => out[Unit::Pass as usize],
            complex::SET_A0.. if instruction.get(Field::ComplexInput) != NOTHING => {
                out[Unit::Complex as usize]
            }
            _ => return None,
        };
        let number = self.plain(value, "an address register");
        if !number.is_finite() {
            self.hazard("an address register is set to no finite number".into());
            return None;
        }
        Some(number.trunc())
    }

    pub(super) fn complex(
        &mut self,
        instruction: &Instruction,
        loads: &Loads,
        out: &mut [Value; 6],
    ) {
        let op = instruction.get(Field::ComplexOp);
        let code = instruction.get(Field::ComplexInput);
        if matches!(op, complex::IDLE | complex::SET_A01) || code == NOTHING {
            return;
        }
        let value = self.input(code, loads);
        if op == complex::MOV {
            out[5] = self.moved(value, "^c");
            return;
        }
        if op >= complex::SET_A0 {
            out[5] = value;
            return;
        }
        let prepared = value.kind == Kind::Prepared;
        if !prepared {
            self.plain(value, "^c");
        }
        if (op == complex::EXP2) != prepared {
            self.hazard("exp2 goes with preexp2, the other functions without".into());
        }
        out[5] = Value::partial(Kind::Table(op), value.argument);
    }

    pub(super) fn pass(&mut self, instruction: &Instruction, loads: &Loads, out: &mut [Value; 6]) {
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
                let [low, high] = [loads.memory[0].number, loads.memory[1].number];
                Value::number(x.max(low).min(high))
            }
            _ => self.moved(value, "^p"),
        };
    }

    pub(super) fn stores(&mut self, instruction: &Instruction, out: &[Value; 6]) {
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
}
