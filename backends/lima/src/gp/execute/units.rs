//! What the units make of their inputs, and what is stored.

use super::{ADDRESSES, Cell, Held, Kind, Machine, number_of};
use crate::gp::Instruction;
use crate::gp::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_STORE, NOTHING, REGISTER_LATENCY, TEMPORARY_LATENCY,
    Unit, acc, complex, mul, pass,
};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{Function, Numbers};

type Out<N> = [Held<<N as Numbers>::Value>; 6];

impl<N: Numbers> Machine<'_, N> {
    fn signed(&self, value: N::Value, negative: bool, numbers: &mut N) -> Result<N::Value, Trap> {
        if negative {
            numbers.apply(Function::Negate, &[value])
        } else {
            Ok(value)
        }
    }

    pub(super) fn accumulate(
        &mut self,
        instruction: &Instruction,
        numbers: &mut N,
        out: &mut Out<N>,
    ) -> Result<(), Trap> {
        let Some(row) = isa::acc_row(instruction.get(Field::AccOp)) else {
            return Ok(());
        };
        for (unit, result) in out.iter_mut().take(2).enumerate() {
            let [a, b] = ACC_INPUTS[unit].map(|field| instruction.get(field));
            let [minus_a, minus_b] = ACC_NEGATES[unit].map(|field| instruction.get(field) != 0);
            if a == NOTHING {
                continue;
            }
            let reader = ["^a0", "^a1"][unit];
            let first = self.input(a, instruction, numbers)?;
            if row.code == acc::ADD && b == IDENTITY && !minus_a {
                *result = self.moved(first, reader);
                continue;
            }
            let x = self.plain(first, reader);
            let x = self.signed(x, minus_a, numbers)?;
            let value = match row.function.arity() {
                1 => numbers.apply(row.function, &[x])?,
                _ => {
                    let second = self.second(b, 0, instruction, numbers)?;
                    let y = self.plain(second, reader);
                    let y = self.signed(y, minus_b, numbers)?;
                    numbers.apply(row.function, &[x, y])?
                }
            };
            *result = number_of(value);
        }
        Ok(())
    }

    fn product(
        &mut self,
        unit: usize,
        instruction: &Instruction,
        numbers: &mut N,
        out: &mut Out<N>,
    ) -> Result<(), Trap> {
        let [a, b] = MUL_INPUTS[unit].map(|field| instruction.get(field));
        let negate = instruction.get(MUL_NEGATES[unit]) != 0;
        if a == NOTHING && b == NOTHING {
            return Ok(());
        }
        let reader = ["^m0", "^m1"][unit];
        let first = self.input(a, instruction, numbers)?;
        if b == IDENTITY && !negate {
            out[2 + unit] = self.moved(first, reader);
            return Ok(());
        }
        let x = self.plain(first, reader);
        let second = self.second(b, 1, instruction, numbers)?;
        let y = self.plain(second, reader);
        let product = numbers.apply(Function::Multiply, &[x, y])?;
        out[2 + unit] = number_of(self.signed(product, negate, numbers)?);
        Ok(())
    }

    pub(super) fn multiply(
        &mut self,
        instruction: &Instruction,
        numbers: &mut N,
        out: &mut Out<N>,
    ) -> Result<(), Trap> {
        let [[a, b], [c, d]] = MUL_INPUTS.map(|fields| fields.map(|field| instruction.get(field)));
        match instruction.get(Field::MulOp) {
            mul::COMPLEX2 => {
                let first = self.input(a, instruction, numbers)?;
                let second = self.second(b, 1, instruction, numbers)?;
                if !matches!(first.kind, Kind::Number | Kind::Prepared) {
                    self.hazard(format!("complex2 reads {}", first.kind.name()));
                }
                if first.kind == second.kind && numbers.same(first.value, second.value) {
                    out[2] = Held {
                        value: first.value,
                        kind: Kind::Square,
                    };
                } else {
                    self.hazard("complex2 has two different inputs".into());
                }
                self.product(1, instruction, numbers, out)
            }
            mul::COMPLEX1 => {
                let inputs = [
                    self.input(a, instruction, numbers)?,
                    self.second(b, 1, instruction, numbers)?,
                    self.input(c, instruction, numbers)?,
                    self.second(d, 1, instruction, numbers)?,
                ];
                out[2] = self.function(inputs, numbers)?;
                Ok(())
            }
            mul::SELECT => {
                let no = self.input(a, instruction, numbers)?;
                let condition = self.second(b, 1, instruction, numbers)?;
                let yes = self.input(c, instruction, numbers)?;
                let [no, condition, yes] = [no, condition, yes].map(|held| self.plain(held, "sel"));
                // Neither documents whether the negation works here; see docs/lima-gp.md.
                if instruction.get(Field::Mul0Negate) != 0 {
                    self.hazard("sel with a negated result is not known to work".into());
                    return Ok(());
                }
                out[2] = number_of(numbers.apply(Function::Select, &[condition, yes, no])?);
                Ok(())
            }
            mul::MUL => {
                self.product(0, instruction, numbers, out)?;
                self.product(1, instruction, numbers, out)
            }
            _ => Ok(()),
        }
    }

    /// The last step of a function: table step, square, table step, argument.
    fn function(
        &mut self,
        [table, square, again, argument]: [Held<N::Value>; 4],
        numbers: &mut N,
    ) -> Result<Held<N::Value>, Trap> {
        let Kind::Table(code) = table.kind else {
            self.hazard(format!("complex1 reads {}", table.kind.name()));
            return Ok(self.undefined());
        };
        let x = argument.value;
        let fits = square.kind == Kind::Square
            && again.kind == table.kind
            && argument.kind == argument_of(code)
            && [table, square, again]
                .iter()
                .all(|held| numbers.same(held.value, x));
        let function = function_of(code).filter(|_| fits);
        let Some(function) = function else {
            self.hazard("the inputs of complex1 do not belong to one function".into());
            return Ok(self.undefined());
        };
        let value = numbers.apply(function, &[x])?;
        Ok(match function {
            Function::Log2 => Held {
                value,
                kind: Kind::RawLogarithm,
            },
            _ => number_of(value),
        })
    }

    pub(super) fn complex(
        &mut self,
        instruction: &Instruction,
        numbers: &mut N,
        out: &mut Out<N>,
    ) -> Result<(), Trap> {
        let op = instruction.get(Field::ComplexOp);
        let code = instruction.get(Field::ComplexInput);
        if matches!(op, complex::IDLE | complex::SET_A01) || code == NOTHING {
            return Ok(());
        }
        let held = self.input(code, instruction, numbers)?;
        out[Unit::Complex as usize] = if op == complex::MOV {
            self.moved(held, "^c")
        } else if op >= complex::SET_A0 {
            held
        } else if held.kind == argument_of(op) {
            Held {
                value: held.value,
                kind: Kind::Table(op),
            }
        } else {
            let prepared = held.kind == Kind::Prepared;
            if !prepared {
                self.plain(held, "^c");
            }
            if (op == complex::EXP2) != prepared {
                self.hazard("exp2 goes with preexp2, the other functions without".into());
            }
            self.undefined()
        };
        Ok(())
    }

    pub(super) fn pass(
        &mut self,
        instruction: &Instruction,
        numbers: &mut N,
        out: &mut Out<N>,
    ) -> Result<(), Trap> {
        let code = instruction.get(Field::PassInput);
        if code == NOTHING {
            return Ok(());
        }
        let held = self.input(code, instruction, numbers)?;
        out[Unit::Pass as usize] = match instruction.get(Field::PassOp) {
            pass::PREEXP2 => Held {
                value: self.plain(held, "preexp2"),
                kind: Kind::Prepared,
            },
            pass::POSTLOG2 if held.kind == Kind::RawLogarithm => number_of(held.value),
            pass::POSTLOG2 => {
                self.hazard(format!("postlog2 reads {}", held.kind.name()));
                self.undefined()
            }
            pass::CLAMP => {
                let x = self.plain(held, "clamp");
                let low = self.memory(instruction, 0, numbers)?.value;
                let high = self.memory(instruction, 1, numbers)?.value;
                number_of(numbers.apply(Function::Clamp, &[x, low, high])?)
            }
            _ => self.moved(held, "^p"),
        };
        Ok(())
    }

    /// Sets address registers. Register 0 serves the stores of its own instruction.
    pub(super) fn set_addresses(
        &mut self,
        instruction: &Instruction,
        out: &Out<N>,
        numbers: &mut N,
    ) -> Result<(), Trap> {
        let op = instruction.get(Field::ComplexOp);
        let held = match op {
            complex::SET_A01 => out[Unit::Pass as usize],
            complex::SET_A0.. if instruction.get(Field::ComplexInput) != NOTHING => {
                out[Unit::Complex as usize]
            }
            _ => return Ok(()),
        };
        let value = self.plain(held, "an address register");
        let Ok(Some(address)) = numbers.address(0, Some(value)) else {
            self.hazard("an address register is set to no finite number".into());
            return Ok(());
        };
        for register in isa::addresses_set(op) {
            let latency = if register == 0 { 0 } else { ADDRESS_LATENCY };
            self.addresses[usize::from(register & 3)].store(address, self.now, latency);
        }
        Ok(())
    }

    pub(super) fn stores(
        &mut self,
        instruction: &Instruction,
        out: &Out<N>,
        numbers: &mut N,
    ) -> Result<(), Trap> {
        for (lane, store) in STORES.into_iter().enumerate() {
            let code = instruction.get(store);
            let Some(unit) = Unit::from_store_code(code).filter(|_| code != NO_STORE) else {
                continue;
            };
            let mut value = self.plain(out[unit as usize], "a store");
            if unit == Unit::Mul0 && instruction.get(Field::MulOp) == mul::COMPLEX1 {
                self.hazard("complex1 is stored in its own instruction".into());
                value = self.unset;
            }
            let [address, varying, temporary] =
                STORE_HALVES[lane / 2].map(|field| instruction.get(field));
            if temporary != 0 {
                self.store_temporary(lane, value, numbers);
            } else if varying != 0 {
                let output = self.outputs.entry(address.into()).or_insert([None; 4]);
                output[lane] = Some(value);
            } else {
                let register = &mut self.registers[usize::from(address & 15)];
                register[lane].store(value, self.now, REGISTER_LATENCY);
            }
        }
        Ok(())
    }

    fn store_temporary(&mut self, lane: usize, value: N::Value, numbers: &mut N) {
        let address = self.addresses[0].new;
        let locations = address.map(|address| numbers.locations(address));
        let location = locations.and_then(|locations| Some(locations.first()?.0));
        let location = location.filter(|location| (0..ADDRESSES).contains(location));
        let Some(location) = location else {
            self.hazard("a temporary is stored with no address in A0".into());
            // It may hit anything.
            let cells = self.temporaries.values_mut();
            cells.for_each(|cells| *cells = [Cell::EMPTY; 4]);
            return;
        };
        if self.has_uniform(location) {
            self.hazard("a temporary is stored over a uniform".into());
        }
        let cells = self.temporaries.entry(location);
        let cells = cells.or_insert([Cell::EMPTY; 4]);
        cells[lane].store(value, self.now, TEMPORARY_LATENCY);
    }
}

/// The function with a code of the complex unit.
pub fn function_of(code: u16) -> Option<Function> {
    match code {
        complex::EXP2 => Some(Function::Exp2),
        complex::LOG2 => Some(Function::Log2),
        complex::RSQRT => Some(Function::ReciprocalSquareRoot),
        complex::RCP => Some(Function::Reciprocal),
        _ => None,
    }
}

/// Returns the kind of a function's argument.
fn argument_of(code: u16) -> Kind {
    match code {
        complex::EXP2 => Kind::Prepared,
        _ => Kind::Number,
    }
}
