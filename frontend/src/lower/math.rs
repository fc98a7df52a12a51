//! naga's mathematical functions.

use super::operator::widened;
use super::value::Val;
use super::{Lowered, Lowerer, bug};
use naga::{Expression, Handle, MathFunction, ScalarKind};
use retroshade_ir::{Op, Use};

/// The operation of the same meaning on one to three vectors, and how many operands it takes.
fn same_operation(function: MathFunction) -> Option<(Op, usize)> {
    use MathFunction as F;
    Some(match function {
        F::Abs => (Op::Abs, 1),
        F::Min => (Op::Min, 2),
        F::Max => (Op::Max, 2),
        F::Clamp => (Op::Clamp, 3),
        F::Saturate => (Op::Saturate, 1),
        F::Cos => (Op::Cos, 1),
        F::Sin => (Op::Sin, 1),
        F::Tan => (Op::Tan, 1),
        F::Acos => (Op::Acos, 1),
        F::Asin => (Op::Asin, 1),
        F::Atan => (Op::Atan, 1),
        F::Atan2 => (Op::Atan2, 2),
        F::Ceil => (Op::Ceil, 1),
        F::Floor => (Op::Floor, 1),
        F::Round => (Op::Round, 1),
        F::Fract => (Op::Fract, 1),
        F::Trunc => (Op::Trunc, 1),
        F::Exp => (Op::Exp, 1),
        F::Exp2 => (Op::Exp2, 1),
        F::Log => (Op::Log, 1),
        F::Log2 => (Op::Log2, 1),
        F::Pow => (Op::Pow, 2),
        F::Cross => (Op::Cross, 2),
        F::Normalize => (Op::Normalize, 1),
        F::FaceForward => (Op::FaceForward, 3),
        F::Reflect => (Op::Reflect, 2),
        F::Sign => (Op::Sign, 1),
        F::Fma => (Op::Mad, 3),
        F::Mix => (Op::Mix, 3),
        F::Step => (Op::Step, 2),
        F::SmoothStep => (Op::Smoothstep, 3),
        F::Sqrt => (Op::Sqrt, 1),
        F::InverseSqrt => (Op::Rsqrt, 1),
        _ => return None,
    })
}

impl Lowerer<'_> {
    pub(super) fn math(
        &mut self,
        function: MathFunction,
        first: Handle<Expression>,
        second: Option<Handle<Expression>>,
        third: Option<Handle<Expression>>,
    ) -> Lowered<Val> {
        use MathFunction as F;
        match function {
            F::Transpose => {
                let matrix = self.value(first)?;
                return self.transpose(matrix);
            }
            F::Determinant => {
                let matrix = self.value(first)?;
                return self.determinant(matrix);
            }
            F::Inverse => {
                let matrix = self.value(first)?;
                return self.inverse(matrix);
            }
            F::Outer => {
                // The reader of SPIR-V has exchanged them.
                let column = second.ok_or_else(|| bug("an outer product of one vector"))?;
                let (column, row) = (self.vector(column)?, self.vector(first)?);
                return self.outer_product(column, row);
            }
            _ => {}
        }
        let is_unsigned = self.inner(first)?.scalar_kind() == Some(ScalarKind::Uint);
        let mut operands = vec![self.vector(first)?];
        for operand in [second, third].into_iter().flatten() {
            operands.push(self.vector(operand)?);
        }
        let result = match (same_operation(function), operands.as_slice()) {
            (Some(_), operands) if is_unsigned => self.unsigned_math(function, operands)?,
            (Some((op, count)), operands) if operands.len() == count => {
                let lanes = operands.iter().map(|row| row.lanes()).max().unwrap_or(1);
                let operands: Vec<Use> = operands.iter().map(|&row| widened(row, lanes)).collect();
                self.emit(op, &operands)?
            }
            (None, operands) => self.composed_math(function, operands)?,
            _ => return Err(bug(format!("{function:?} of {} operands", operands.len()))),
        };
        Ok(self.val_of_use(result))
    }

    /// Functions that are made of several operations, or whose operand may be a scalar.
    fn composed_math(&mut self, function: MathFunction, operands: &[Use]) -> Lowered<Use> {
        use MathFunction as F;
        match (function, operands) {
            (F::Radians, &[x]) => self.scaled_by(x, std::f32::consts::PI / 180.0),
            (F::Degrees, &[x]) => self.scaled_by(x, 180.0 / std::f32::consts::PI),
            (F::Dot, &[a, b]) => self.dot(a, b),
            (F::Length, &[a]) => self.length(a),
            (F::Distance, &[a, b]) if a.lanes() == 1 => {
                let difference = self.emit(Op::Sub, &[a, b])?;
                self.emit(Op::Abs, &[difference])
            }
            (F::Distance, &[a, b]) => self.emit(Op::Distance, &[a, b]),
            (F::Refract, &[incident, normal, eta]) => {
                self.emit(Op::Refract, &[incident, normal, eta])
            }
            (F::Sinh, &[x]) => self.hyperbolic(x, Op::Sub),
            (F::Cosh, &[x]) => self.hyperbolic(x, Op::Add),
            (F::Tanh, &[x]) => self.tanh(x),
            (F::Asinh, &[x]) => self.asinh(x),
            (F::Acosh, &[x]) => self.acosh(x),
            (F::Atanh, &[x]) => self.atanh(x),
            _ => Err(bug(format!("{function:?} has no meaning here"))),
        }
    }

    pub(super) fn dot(&mut self, left: Use, right: Use) -> Lowered<Use> {
        let op = if left.lanes() == 1 { Op::Mul } else { Op::Dot };
        self.emit(op, &[left, right])
    }

    fn length(&mut self, operand: Use) -> Lowered<Use> {
        let op = if operand.lanes() == 1 {
            Op::Abs
        } else {
            Op::Length
        };
        self.emit(op, &[operand])
    }

    fn scaled_by(&mut self, operand: Use, factor: f32) -> Lowered<Use> {
        let factor = self.float(factor, operand.lanes());
        self.emit(Op::Mul, &[operand, factor])
    }

    /// (e^x op e^-x) / 2
    fn hyperbolic(&mut self, x: Use, op: Op) -> Lowered<Use> {
        let up = self.emit(Op::Exp, &[x])?;
        let negative = self.emit(Op::Neg, &[x])?;
        let down = self.emit(Op::Exp, &[negative])?;
        let sum = self.emit(op, &[up, down])?;
        self.scaled_by(sum, 0.5)
    }

    /// sign(x) (1 - e) / (1 + e) with e = exp(-2 |x|), which does not overflow.
    fn tanh(&mut self, x: Use) -> Lowered<Use> {
        let magnitude = self.emit(Op::Abs, &[x])?;
        let exponent = self.scaled_by(magnitude, -2.0)?;
        let power = self.emit(Op::Exp, &[exponent])?;
        let one = self.float(1.0, x.lanes());
        let above = self.emit(Op::Sub, &[one, power])?;
        let below = self.emit(Op::Add, &[one, power])?;
        let ratio = self.emit(Op::Div, &[above, below])?;
        let sign = self.emit(Op::Sign, &[x])?;
        self.emit(Op::Mul, &[sign, ratio])
    }

    /// sign(x) log(|x| + sqrt(x x + 1))
    fn asinh(&mut self, x: Use) -> Lowered<Use> {
        let magnitude = self.emit(Op::Abs, &[x])?;
        let value = self.log_of_root(magnitude, 1.0)?;
        let sign = self.emit(Op::Sign, &[x])?;
        self.emit(Op::Mul, &[sign, value])
    }

    fn acosh(&mut self, x: Use) -> Lowered<Use> {
        self.log_of_root(x, -1.0)
    }

    /// log(x + sqrt(x x + offset))
    fn log_of_root(&mut self, x: Use, offset: f32) -> Lowered<Use> {
        let square = self.emit(Op::Mul, &[x, x])?;
        let offset = self.float(offset, x.lanes());
        let inside = self.emit(Op::Add, &[square, offset])?;
        let root = self.emit(Op::Sqrt, &[inside])?;
        let sum = self.emit(Op::Add, &[x, root])?;
        self.emit(Op::Log, &[sum])
    }

    /// log((1 + x) / (1 - x)) / 2
    fn atanh(&mut self, x: Use) -> Lowered<Use> {
        let one = self.float(1.0, x.lanes());
        let above = self.emit(Op::Add, &[one, x])?;
        let below = self.emit(Op::Sub, &[one, x])?;
        let ratio = self.emit(Op::Div, &[above, below])?;
        let log = self.emit(Op::Log, &[ratio])?;
        self.scaled_by(log, 0.5)
    }

    /// Only NaN differs from itself.
    pub(super) fn is_nan(&mut self, operand: Use) -> Lowered<Use> {
        self.emit(Op::Ne, &[operand, operand])
    }

    pub(super) fn is_infinite(&mut self, operand: Use) -> Lowered<Use> {
        let magnitude = self.emit(Op::Abs, &[operand])?;
        let infinity = self.float(f32::INFINITY, operand.lanes());
        self.emit(Op::Eq, &[magnitude, infinity])
    }
}
