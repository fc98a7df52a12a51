//! What the units of a replayed instruction make of their inputs, and what is stored.

use super::expressions::{Id, Key};
use super::replay::Replay;
use crate::fault::{Checked, demand};
use crate::gp::Instruction;
use crate::gp::isa::{
    self, Field, NO_STORE, NOTHING, REGISTER_LATENCY, TEMPORARY_LATENCY, Unit, acc, complex, mul,
    pass,
};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};

impl Replay<'_> {
    pub(super) fn accumulate(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Checked {
        let code = instruction.get(Field::AccOp);
        for unit in 0..2 {
            let [a, b] = ACC_INPUTS[unit];
            if instruction.get(a) == NOTHING {
                self.idle(instruction, b)?;
                continue;
            }
            let [minus_a, minus_b] = ACC_NEGATES[unit].map(|field| instruction.get(field) != 0);
            let first = self.input(now, instruction, a)?;
            let first = self.plain(first)?;
            let zero = self.expressions.number(Key::Zero);
            let single = isa::acc_row(code).is_some_and(|row| row.function.arity() == 1);
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

    /// Demands that an input that no operation has reads nothing: it would read what may not be there.
    fn idle(&self, instruction: &Instruction, input: Field) -> Checked {
        let idle = instruction.get(input) == NOTHING;
        demand(idle, "an input that no operation has")
    }

    pub(super) fn product(
        &mut self,
        now: usize,
        instruction: &Instruction,
        unit: usize,
    ) -> Checked<Option<Id>> {
        let [a, b] = MUL_INPUTS[unit];
        if instruction.get(a) == NOTHING {
            self.idle(instruction, b)?;
            return Ok(None);
        }
        let negate = instruction.get(MUL_NEGATES[unit]) != 0;
        let first = self.input(now, instruction, a)?;
        let first = self.plain(first)?;
        match self.second(now, instruction, b)? {
            None if negate => Err("a copy is negated".into()),
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
    pub(super) fn argument(&self, id: Id) -> Id {
        match self.expressions.key(id) {
            Key::Table(_, x) | Key::Square(x) | Key::Prepared(x) => x,
            _ => id,
        }
    }

    pub(super) fn multiply(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Checked {
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
                    return Err("complex2 has two different inputs".into());
                }
                let x = self.argument(a);
                out[2] = Some(self.expressions.number(Key::Square(x)));
                out[3] = self.product(now, instruction, 1)?;
            }
            mul::COMPLEX1 => {
                let [[table, square], [again, argument]] = fields;
                let mut input = |field| self.input(now, instruction, field);
                let inputs = [
                    input(table)?,
                    input(square)?,
                    input(again)?,
                    input(argument)?,
                ];
                out[2] = Some(self.function(inputs)?);
            }
            _ => {
                let no = self.input(now, instruction, fields[0][0])?;
                let condition = self.input(now, instruction, fields[0][1])?;
                let yes = self.input(now, instruction, fields[1][0])?;
                self.idle(instruction, fields[1][1])?;
                for id in [no, condition, yes] {
                    self.plain(id)?;
                }
                if instruction.get(Field::Mul0Negate) != 0 {
                    return Err("a selection is negated".into());
                }
                out[2] = Some(self.expressions.number(Key::Select(no, condition, yes)));
            }
        }
        Ok(())
    }

    pub(super) fn function(&mut self, inputs: [Id; 4]) -> Checked<Id> {
        let [table, square, again, argument] = inputs;
        let fault = "the inputs of complex1 do not belong together";
        let Key::Table(op, x) = self.expressions.key(table) else {
            return Err(fault.into());
        };
        let last = match op {
            complex::EXP2 => self.expressions.number(Key::Prepared(x)),
            _ => x,
        };
        let same = again == table && argument == last;
        demand(
            same && self.expressions.key(square) == Key::Square(x),
            fault,
        )?;
        Ok(self.expressions.number(match op {
            complex::LOG2 => Key::RawLogarithm(x),
            op => Key::Function(op, x),
        }))
    }

    pub(super) fn complex(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Checked {
        let op = instruction.get(Field::ComplexOp);
        if op == complex::IDLE {
            return self.idle(instruction, Field::ComplexInput);
        }
        let id = self.input(now, instruction, Field::ComplexInput)?;
        match op {
            complex::MOV => out[5] = Some(id),
            complex::EXP2 | complex::LOG2 | complex::RSQRT | complex::RCP => {
                let prepared = matches!(self.expressions.key(id), Key::Prepared(_));
                demand(prepared == (op == complex::EXP2), "exp2 goes with preexp2")?;
                let x = self.argument(id);
                out[5] = Some(self.expressions.number(Key::Table(op, x)));
            }
            complex::SET_A01 => return Err("no program of ours sets two address registers".into()),
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
    pub(super) fn literal(&self, id: Id) -> Checked<u16> {
        let code = &self.placed.code;
        let value = match self.expressions.key(id) {
            Key::Memory(address, lane, None) => u32::from(address)
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
            _ => Err("temporaries are stored to an unknown address".into()),
        }
    }

    pub(super) fn pass(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &mut [Option<Id>; 6],
    ) -> Checked {
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
                Key::RawLogarithm(x) => self.expressions.number(Key::Function(complex::LOG2, x)),
                _ => return Err("postlog2 reads no logarithm".into()),
            },
            _ => return Err("clamp is not used".into()),
        });
        Ok(())
    }

    pub(super) fn stores(
        &mut self,
        now: usize,
        instruction: &Instruction,
        out: &[Option<Id>; 6],
    ) -> Checked {
        for lane in 0..4 {
            let source = instruction.get(STORES[lane]);
            if source == NO_STORE {
                continue;
            }
            let unit = Unit::from_store_code(source).ok_or("an unknown store")?;
            let [address, varying, temporary] =
                STORE_HALVES[lane / 2].map(|field| instruction.get(field));
            if unit == Unit::Mul0 && instruction.get(Field::MulOp) == mul::COMPLEX1 {
                return Err("complex1 is stored in its own instruction".into());
            }
            let id = out[unit as usize].ok_or("a store of nothing")?;
            let id = self.plain(id)?;
            if temporary != 0 {
                let address = self.target.ok_or("a temporary without an address")?;
                let ready = now + TEMPORARY_LATENCY;
                self.temporaries.insert((address, lane as u8), (id, ready));
            } else if varying != 0 {
                let place = (address as u8, lane as u8);
                let before = self.outputs.insert(place, id);
                demand(before.is_none(), "an output is written twice")?;
            } else {
                let register = self.registers.get_mut(usize::from(address));
                register.ok_or("a store to no register")?[lane] =
                    Some((id, now + REGISTER_LATENCY));
            }
        }
        Ok(())
    }
}
