//! Operations on `uint` (ESSL 3.00) by way of ints, which have the same 32 bits: where the sign matters,
//! it is worked around.

use super::{Lowered, Lowerer, bug};
use naga::{BinaryOperator, MathFunction};
use retroshade_ir::{Op, Use};

impl Lowerer<'_> {
    pub(super) fn unsigned_binary(
        &mut self,
        op: BinaryOperator,
        left: Use,
        right: Use,
    ) -> Lowered<Use> {
        match op {
            BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => {
                let left = self.order(left)?;
                let right = self.order(right)?;
                self.vector_binary(op, left, right)
            }
            BinaryOperator::Divide => self.unsigned_divide(left, right),
            BinaryOperator::Modulo => {
                let quotient = self.unsigned_divide(left, right)?;
                let whole = self.emit(Op::Mul, &[quotient, right])?;
                self.emit(Op::Sub, &[left, whole])
            }
            BinaryOperator::ShiftRight => self.logical_shift(left, right),
            _ => self.vector_binary(op, left, right),
        }
    }

    /// Ints in the order of the unsigned numbers: the top bit flipped.
    fn order(&mut self, operand: Use) -> Lowered<Use> {
        let top = self.int(i32::MIN, operand.lanes());
        self.emit(Op::Xor, &[operand, top])
    }

    fn unsigned_less(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let left = self.order(left)?;
        let right = self.order(right)?;
        self.emit(Op::Lt, &[left, right])
    }

    /// The arithmetic shift without the copies of the sign.
    fn logical_shift(&mut self, value: Use, by: Use) -> Lowered<Use> {
        let shifted = self.emit(Op::Shr, &[value, by])?;
        let top = self.int(i32::MIN, value.lanes());
        let one = self.int(1, value.lanes());
        let signs = self.emit(Op::Shr, &[top, by])?;
        let above = self.emit(Op::Shl, &[signs, one])?;
        let keep = self.emit(Op::Not, &[above])?;
        self.emit(Op::And, &[shifted, keep])
    }

    /// Half the number is not negative: twice its quotient is off by at most one. A divisor with the
    /// top bit set goes at most once.
    fn unsigned_divide(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let lanes = left.lanes();
        let one = self.int(1, lanes);
        let zero = self.int(0, lanes);
        let half = self.logical_shift(left, one)?;
        let quotient = self.emit(Op::Div, &[half, right])?;
        let low = self.emit(Op::Shl, &[quotient, one])?;
        let taken = self.emit(Op::Mul, &[low, right])?;
        let rest = self.emit(Op::Sub, &[left, taken])?;
        let fits = self.unsigned_less(rest, right)?;
        let more = self.emit(Op::Not, &[fits])?;
        let more = self.emit(Op::BoolToInt, &[more])?;
        let small = self.emit(Op::Add, &[low, more])?;
        let below = self.unsigned_less(left, right)?;
        let once = self.emit(Op::Select, &[below, zero, one])?;
        let is_large = self.emit(Op::Lt, &[right, zero])?;
        self.emit(Op::Select, &[is_large, once, small])
    }

    /// A number with the top bit set is halved, rounded to odd, and doubled again.
    pub(super) fn unsigned_to_float(&mut self, operand: Use) -> Lowered<Use> {
        let lanes = operand.lanes();
        let one = self.int(1, lanes);
        let zero = self.int(0, lanes);
        let plain = self.emit(Op::IntToFloat, &[operand])?;
        let half = self.logical_shift(operand, one)?;
        let low = self.emit(Op::And, &[operand, one])?;
        let odd = self.emit(Op::Or, &[half, low])?;
        let odd = self.emit(Op::IntToFloat, &[odd])?;
        let doubled = self.emit(Op::Add, &[odd, odd])?;
        let is_large = self.emit(Op::Lt, &[operand, zero])?;
        self.emit(Op::Select, &[is_large, doubled, plain])
    }

    pub(super) fn float_to_unsigned(&mut self, operand: Use) -> Lowered<Use> {
        let lanes = operand.lanes();
        let limit = self.float(2_147_483_648.0, lanes);
        let top = self.int(i32::MIN, lanes);
        let plain = self.emit(Op::FloatToInt, &[operand])?;
        let above = self.emit(Op::Sub, &[operand, limit])?;
        let above = self.emit(Op::FloatToInt, &[above])?;
        let above = self.emit(Op::Xor, &[above, top])?;
        let is_large = self.emit(Op::Ge, &[operand, limit])?;
        self.emit(Op::Select, &[is_large, above, plain])
    }

    pub(super) fn unsigned_math(
        &mut self,
        function: MathFunction,
        operands: &[Use],
    ) -> Lowered<Use> {
        let lanes = operands.iter().map(|row| row.lanes()).max().unwrap_or(1);
        let operands: Vec<Use> = operands
            .iter()
            .map(|&row| super::operator::widened(row, lanes))
            .collect();
        match (function, operands.as_slice()) {
            (MathFunction::Abs, &[x]) => Ok(x),
            (MathFunction::Min, &[a, b]) => self.unsigned_min(a, b),
            (MathFunction::Max, &[a, b]) => self.unsigned_max(a, b),
            (MathFunction::Clamp, &[x, low, high]) => {
                let above = self.unsigned_max(x, low)?;
                self.unsigned_min(above, high)
            }
            _ => Err(bug(format!("{function:?} of unsigned numbers"))),
        }
    }

    fn unsigned_min(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let less = self.unsigned_less(left, right)?;
        self.emit(Op::Select, &[less, left, right])
    }

    fn unsigned_max(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let less = self.unsigned_less(left, right)?;
        self.emit(Op::Select, &[less, right, left])
    }
}
