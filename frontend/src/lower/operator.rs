//! Operators, selection, relations and conversions.

use super::layout::scalar_of;
use super::value::{Lanes, Leaf, Val};
use super::{Lowered, Lowerer, bug};
use naga::{
    BinaryOperator, Expression, Handle, RelationalFunction, ScalarKind, TypeInner, UnaryOperator,
};
use retroshade_ir::{Op, Scalar, Swizzle, Use};

impl Lowerer<'_> {
    pub(super) fn unary(
        &mut self,
        op: UnaryOperator,
        expression: Handle<Expression>,
    ) -> Lowered<Val> {
        let operand = self.value(expression)?;
        if let TypeInner::Matrix { .. } = self.inner(expression)? {
            return self.map_columns(operand, |lowerer, column| lowerer.emit(Op::Neg, &[column]));
        }
        let operand = self.lanes_of(operand)?;
        let operand = self.materialize(operand)?;
        let op = match op {
            UnaryOperator::Negate => Op::Neg,
            UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Op::Not,
        };
        let result = self.emit(op, &[operand])?;
        Ok(self.val_of_use(result))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Lowered<Val> {
        let left_type = self.inner(left)?;
        let right_type = self.inner(right)?;
        let is_matrix = |inner: &TypeInner| matches!(inner, TypeInner::Matrix { .. });
        if is_matrix(left_type) || is_matrix(right_type) {
            let left = (self.value(left)?, is_matrix(left_type));
            let right = (self.value(right)?, is_matrix(right_type));
            return self.matrix_binary(op, left, right);
        }
        let is_unsigned = left_type.scalar_kind() == Some(ScalarKind::Uint);
        let left = self.vector(left)?;
        let right = self.vector(right)?;
        let lanes = left.lanes().max(right.lanes());
        let left = widened(left, lanes);
        let right = widened(right, lanes);
        let result = if is_unsigned {
            self.unsigned_binary(op, left, right)?
        } else {
            self.vector_binary(op, left, right)?
        };
        Ok(self.val_of_use(result))
    }

    fn is_float(&self, operand: Use) -> bool {
        self.shader.use_type(operand).scalar == Scalar::Float
    }

    /// `%` of WGSL: what truncated division leaves, with the sign of the left operand.
    fn float_remainder(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let quotient = self.emit(Op::Div, &[left, right])?;
        let whole = self.emit(Op::Trunc, &[quotient])?;
        let part = self.emit(Op::Mul, &[right, whole])?;
        self.emit(Op::Sub, &[left, part])
    }

    /// An operation on two vectors of one length.
    pub(super) fn vector_binary(
        &mut self,
        op: BinaryOperator,
        left: Use,
        right: Use,
    ) -> Lowered<Use> {
        if op == BinaryOperator::Modulo && self.is_float(left) {
            return self.float_remainder(left, right);
        }
        let (op, swapped) = match op {
            BinaryOperator::Add => (Op::Add, false),
            BinaryOperator::Subtract => (Op::Sub, false),
            BinaryOperator::Multiply => (Op::Mul, false),
            BinaryOperator::Divide => (Op::Div, false),
            BinaryOperator::Modulo => (Op::Rem, false),
            BinaryOperator::Equal => (Op::Eq, false),
            BinaryOperator::NotEqual => (Op::Ne, false),
            BinaryOperator::Less => (Op::Lt, false),
            BinaryOperator::Greater => (Op::Lt, true),
            BinaryOperator::GreaterEqual => (Op::Ge, false),
            BinaryOperator::LessEqual => (Op::Ge, true),
            BinaryOperator::And | BinaryOperator::LogicalAnd => (Op::And, false),
            BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => (Op::Or, false),
            BinaryOperator::ExclusiveOr => (Op::Xor, false),
            BinaryOperator::ShiftLeft => (Op::Shl, false),
            BinaryOperator::ShiftRight => (Op::Shr, false),
        };
        let operands = if swapped {
            [right, left]
        } else {
            [left, right]
        };
        self.emit(op, &operands)
    }

    pub(super) fn select(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Lowered<Val> {
        let condition = self.vector(condition)?;
        let accept = self.value(accept)?;
        let reject = self.value(reject)?;
        let pairs: Vec<(Leaf, Leaf)> = self
            .leaves_of(accept)
            .iter()
            .copied()
            .zip(self.leaves_of(reject).iter().copied())
            .collect();
        let mut chosen = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let (Leaf::Lanes(accept), Leaf::Lanes(reject)) = pair else {
                return Err(bug("a choice between samplers"));
            };
            let condition = widened(condition, accept.ty().lanes);
            let yes = self.materialize(accept)?;
            let no = self.materialize(reject)?;
            let result = self.emit(Op::Select, &[condition, yes, no])?;
            chosen.push(Leaf::Lanes(Lanes::of(result, accept.scalar)));
        }
        Ok(self.val(&chosen))
    }

    pub(super) fn relational(
        &mut self,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Lowered<Val> {
        let operand = self.vector(argument)?;
        let result = match function {
            // Of a single lane it is the lane.
            RelationalFunction::All | RelationalFunction::Any if operand.lanes() == 1 => operand,
            RelationalFunction::All => self.emit(Op::AllTrue, &[operand])?,
            RelationalFunction::Any => self.emit(Op::AnyTrue, &[operand])?,
            RelationalFunction::IsNan => self.is_nan(operand)?,
            RelationalFunction::IsInf => self.is_infinite(operand)?,
        };
        Ok(self.val_of_use(result))
    }

    pub(super) fn convert_expression(
        &mut self,
        expression: Handle<Expression>,
        kind: ScalarKind,
    ) -> Lowered<Val> {
        let from = self.inner(expression)?.scalar_kind();
        let from = from.ok_or_else(|| bug("a conversion of something that is no number"))?;
        let value = self.value(expression)?;
        self.convert_value(value, from, kind)
    }

    /// Converts each scalar of a value.
    pub(super) fn convert_value(
        &mut self,
        value: Val,
        from: ScalarKind,
        to: ScalarKind,
    ) -> Lowered<Val> {
        if from == to {
            return Ok(value);
        }
        let mut leaves = Vec::new();
        for lanes in self.columns_of(value)? {
            let operand = self.materialize(lanes)?;
            let converted = self.convert(operand, from, to)?;
            let scalar = scalar_of(to).ok_or_else(|| bug("a conversion to an abstract type"))?;
            leaves.push(Leaf::Lanes(Lanes::of(converted, scalar)));
        }
        Ok(self.val(&leaves))
    }

    fn convert(&mut self, operand: Use, from: ScalarKind, to: ScalarKind) -> Lowered<Use> {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let lanes = operand.lanes();
        match (from, to) {
            (Float, Sint) => self.emit(Op::FloatToInt, &[operand]),
            (Sint, Float) => self.emit(Op::IntToFloat, &[operand]),
            (Bool, Float) => self.emit(Op::BoolToFloat, &[operand]),
            (Bool, Sint | Uint) => self.emit(Op::BoolToInt, &[operand]),
            (Float, Bool) => {
                let zero = self.float(0.0, lanes);
                self.emit(Op::Ne, &[operand, zero])
            }
            (Sint | Uint, Bool) => {
                let zero = self.int(0, lanes);
                self.emit(Op::Ne, &[operand, zero])
            }
            (Sint, Uint) | (Uint, Sint) => Ok(operand),
            (Uint, Float) => self.unsigned_to_float(operand),
            (Float, Uint) => self.float_to_unsigned(operand),
            _ if from == to => Ok(operand),
            _ => Err(bug(format!("a conversion from {from:?} to {to:?}"))),
        }
    }
}

/// A scalar in as many lanes as asked for; a vector as it is.
pub(super) fn widened(operand: Use, lanes: u8) -> Use {
    if operand.lanes() == 1 && lanes > 1 {
        operand.then(Swizzle::splat(0, lanes))
    } else {
        operand
    }
}
