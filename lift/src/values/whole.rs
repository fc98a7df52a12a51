//! Whole numbers: counters of loops, and what is made of them.

use super::reads::slot_type;
use super::{Made, Values};
use crate::blocks::COUNTERS;
use retroshade_ir::{Op, Scalar, Swizzle, Use};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};

/// Operations inside one another in a number that is looked at: a start and a step times the rounds that are over.
const DEPTH: u32 = 3;

impl Values<'_, '_> {
    /// True if a number is made of counters, uniforms of type int and literals.
    pub(super) fn is_whole(&self, symbol: Symbol) -> bool {
        self.is_whole_within(symbol, DEPTH)
    }

    fn is_whole_within(&self, symbol: Symbol, depth: u32) -> bool {
        match self.code.symbols.expression(symbol) {
            Expression::Literal(bits) => {
                let number = f32::from_bits(*bits);
                number.fract() == 0.0 && number.abs() < 65_536.0
            }
            Expression::Given(_) => self.is_counter(symbol),
            Expression::Uniform { file, number, lane } => {
                let part = self.uniform(file, *number, *lane);
                let uniforms = &self.builder.shader.interface.uniforms;
                part.is_ok_and(|part| uniforms[part.variable].shape.scalar == Scalar::Int)
            }
            Expression::Apply(Function::Add | Function::Multiply, operands) => {
                let mut operands = operands.iter();
                depth > 0 && operands.all(|operand| self.is_whole_within(*operand, depth - 1))
            }
            _ => false,
        }
    }

    /// True for what a register of counters holds where a block begins.
    pub(super) fn is_counter(&self, symbol: Symbol) -> bool {
        match self.code.symbols.expression(symbol) {
            Expression::Given(number) => {
                let place = self.code.given.get_index(*number as usize);
                place.is_some_and(|place| place.file == COUNTERS)
            }
            _ => false,
        }
    }

    /// A whole number as an int.
    pub(crate) fn whole(&mut self, symbol: Symbol) -> Made {
        let code = self.code;
        match code.symbols.expression(symbol) {
            Expression::Literal(bits) => Ok(self.builder.int(f32::from_bits(*bits) as i32, 1)),
            Expression::Given(number) if self.is_counter(symbol) => {
                let given = self.given(*number);
                Ok(given.unwrap_or_else(|| self.builder.int(0, 1)))
            }
            Expression::Uniform { file, number, lane } if self.is_whole(symbol) => {
                let part = self.uniform(file, *number, *lane)?;
                let (uniform, slot) = (part.variable, part.slot);
                let ty = slot_type(&self.builder.shader.interface.uniforms[uniform]);
                let value = self.builder.typed(Op::Uniform { uniform, slot }, &[], ty);
                Ok(value.then(Swizzle::splat(part.component, 1)))
            }
            Expression::Apply(function @ (Function::Add | Function::Multiply), operands)
                if self.is_whole(symbol) && operands.len() == 2 =>
            {
                let operands = [self.whole(operands[0])?, self.whole(operands[1])?];
                let op = match function {
                    Function::Add => Op::Add,
                    _ => Op::Mul,
                };
                Ok(self.builder.op(op, &operands))
            }
            _ => {
                let number = self.vector(&[symbol])?;
                Ok(self.builder.op(Op::FloatToInt, &[number]))
            }
        }
    }

    /// A whole number divided by another, if the program made it of multiples of that.
    pub(super) fn quotient(&mut self, symbol: Symbol, divisor: u32) -> Made<Option<Use>> {
        if divisor == 1 {
            return self.whole(symbol).map(Some);
        }
        let code = self.code;
        let literal = |symbol: Symbol| {
            let number = code.symbols.constant(symbol)? as u32;
            number
                .is_multiple_of(divisor)
                .then_some((number / divisor) as i32)
        };
        if let Some(number) = literal(symbol) {
            return Ok(Some(self.builder.int(number, 1)));
        }
        Ok(match code.symbols.expression(symbol) {
            Expression::Apply(Function::Multiply, factors) => {
                let &[number, factor] = factors.as_slice() else {
                    return Ok(None);
                };
                let Some(factor) = literal(factor) else {
                    return Ok(None);
                };
                let number = self.whole(number)?;
                Some(match factor {
                    1 => number,
                    factor => {
                        let factor = self.builder.int(factor, 1);
                        self.builder.op(Op::Mul, &[number, factor])
                    }
                })
            }
            Expression::Apply(Function::Add, terms) => {
                let &[a, b] = terms.as_slice() else {
                    return Ok(None);
                };
                match (self.quotient(a, divisor)?, self.quotient(b, divisor)?) {
                    (Some(a), Some(b)) => Some(self.builder.op(Op::Add, &[a, b])),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}
