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
            BinaryOperator::Less => self.unsigned_less(left, right),
            BinaryOperator::Greater => self.unsigned_less(right, left),
            BinaryOperator::GreaterEqual => {
                let less = self.unsigned_less(left, right)?;
                self.emit(Op::Not, &[less])
            }
            BinaryOperator::LessEqual => {
                let greater = self.unsigned_less(right, left)?;
                self.emit(Op::Not, &[greater])
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

    /// The signed order, turned round where one of the two has the top bit set. Flipping the top bits
    /// would do as well, but takes numbers to where a float that holds an int has no room for
    /// their low bits.
    fn unsigned_less(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let lanes = left.lanes().max(right.lanes());
        let left = super::operator::widened(left, lanes);
        let right = super::operator::widened(right, lanes);
        let zero = self.int(0, lanes);
        let mut less = self.emit(Op::Lt, &[left, right])?;
        for operand in [left, right] {
            let literal = self.shader.as_constant(operand);
            let small =
                literal.is_some_and(|literal| literal.lanes().iter().all(|&bits| bits as i32 >= 0));
            if !small {
                let is_large = self.emit(Op::Lt, &[operand, zero])?;
                less = self.emit(Op::Xor, &[less, is_large])?;
            }
        }
        Ok(less)
    }

    /// The arithmetic shift without the copies of the sign, which are taken off by a subtraction: no float holds the
    /// mask that would do it.
    fn logical_shift(&mut self, value: Use, by: Use) -> Lowered<Use> {
        let lanes = value.lanes();
        let (one, last) = (self.int(1, lanes), self.int(31, lanes));
        let shifted = self.emit(Op::Shr, &[value, by])?;
        let sign = self.emit(Op::Shr, &[value, last])?;
        // 32 less the distance, in two steps: a shift by 32 is none.
        let up = self.emit(Op::Sub, &[last, super::operator::widened(by, lanes)])?;
        let copies = self.emit(Op::Shl, &[sign, up])?;
        let copies = self.emit(Op::Shl, &[copies, one])?;
        self.emit(Op::Sub, &[shifted, copies])
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

    /// A number with the top bit set is read as itself less 2^32, which is then added again: what is
    /// rounded twice is off by half of the last place and a 256th at most.
    pub(super) fn unsigned_to_float(&mut self, operand: Use) -> Lowered<Use> {
        let lanes = operand.lanes();
        let zero = self.int(0, lanes);
        let all = self.float(4_294_967_296.0, lanes);
        let plain = self.emit(Op::IntToFloat, &[operand])?;
        let above = self.emit(Op::Add, &[plain, all])?;
        let is_large = self.emit(Op::Lt, &[operand, zero])?;
        self.emit(Op::Select, &[is_large, above, plain])
    }

    /// What has the top bit set is the int that is less by 2^32; the subtraction is exact.
    pub(super) fn float_to_unsigned(&mut self, operand: Use) -> Lowered<Use> {
        let lanes = operand.lanes();
        let limit = self.float(2_147_483_648.0, lanes);
        let all = self.float(4_294_967_296.0, lanes);
        let below = self.emit(Op::Sub, &[operand, all])?;
        let is_large = self.emit(Op::Ge, &[operand, limit])?;
        let number = self.emit(Op::Select, &[is_large, below, operand])?;
        self.emit(Op::FloatToInt, &[number])
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
