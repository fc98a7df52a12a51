//! Constant operators.

use super::geometry;
use super::{Operand, from_floats, to_bool, to_float};
use crate::typed::{BinaryOperator, Scalar, UnaryOperator};

/// `op a`, for operand types the operator is defined for.
pub(crate) fn unary(operator: UnaryOperator, scalars: &[Scalar]) -> Option<Vec<Scalar>> {
    scalars
        .iter()
        .map(|&scalar| match (operator, scalar) {
            (UnaryOperator::Negate, Scalar::Float(value)) => Some(Scalar::Float(-value)),
            (UnaryOperator::Negate, Scalar::Int(value)) => Some(Scalar::Int(value.wrapping_neg())),
            (UnaryOperator::Negate, Scalar::Uint(value)) => {
                Some(Scalar::Uint(value.wrapping_neg()))
            }
            (UnaryOperator::Not, Scalar::Bool(value)) => Some(Scalar::Bool(!value)),
            (UnaryOperator::BitNot, Scalar::Int(value)) => Some(Scalar::Int(!value)),
            (UnaryOperator::BitNot, Scalar::Uint(value)) => Some(Scalar::Uint(!value)),
            _ => None,
        })
        .collect()
}

/// `a op b`, for operand types the operator is defined for.
pub(crate) fn binary(
    operator: BinaryOperator,
    left: Operand<'_>,
    right: Operand<'_>,
) -> Option<Vec<Scalar>> {
    use BinaryOperator as B;
    match operator {
        B::Equal => Some(vec![Scalar::Bool(equal(left, right))]),
        B::NotEqual => Some(vec![Scalar::Bool(!equal(left, right))]),
        B::Less | B::Greater | B::LessEqual | B::GreaterEqual => {
            let holds = relation(operator, *left.scalars.first()?, *right.scalars.first()?)?;
            Some(vec![Scalar::Bool(holds)])
        }
        B::And | B::Or | B::Xor => {
            let (a, b) = (
                to_bool(*left.scalars.first()?),
                to_bool(*right.scalars.first()?),
            );
            Some(vec![Scalar::Bool(match operator {
                B::And => a && b,
                B::Or => a || b,
                _ => a != b,
            })])
        }
        B::Multiply if is_linear(left, right) => geometry::multiply(left, right).map(from_floats),
        _ => (0..left.scalars.len().max(right.scalars.len()))
            .map(|index| arithmetic(operator, left.lane(index)?, right.lane(index)?))
            .collect(),
    }
}

/// True if `a * b` is a product of linear algebra: a matrix with a matrix or vector.
fn is_linear(left: Operand<'_>, right: Operand<'_>) -> bool {
    let matrix = left.ty.matrix().is_some() || right.ty.matrix().is_some();
    matrix && left.scalars.len() > 1 && right.scalars.len() > 1
}

fn equal(left: Operand<'_>, right: Operand<'_>) -> bool {
    left.scalars.iter().zip(right.scalars).all(|(a, b)| a == b)
}

/// A comparison of two scalars of the same kind. `bool` orders as 0 and 1.
pub(super) fn relation(operator: BinaryOperator, left: Scalar, right: Scalar) -> Option<bool> {
    let order = match (left, right) {
        (Scalar::Int(a), Scalar::Int(b)) => Some(a.cmp(&b)),
        (Scalar::Uint(a), Scalar::Uint(b)) => Some(a.cmp(&b)),
        (a, b) => to_float(a).partial_cmp(&to_float(b)),
    };
    Some(match operator {
        BinaryOperator::Less => order.is_some_and(|order| order.is_lt()),
        BinaryOperator::Greater => order.is_some_and(|order| order.is_gt()),
        BinaryOperator::LessEqual => order.is_some_and(|order| order.is_le()),
        BinaryOperator::GreaterEqual => order.is_some_and(|order| order.is_ge()),
        BinaryOperator::Equal => order.is_some_and(|order| order.is_eq()),
        // Unordered values are not equal.
        BinaryOperator::NotEqual => !order.is_some_and(|order| order.is_eq()),
        _ => return None,
    })
}

fn arithmetic(operator: BinaryOperator, left: Scalar, right: Scalar) -> Option<Scalar> {
    match (left, right) {
        (Scalar::Float(a), Scalar::Float(b)) => float(operator, a, b).map(Scalar::Float),
        (Scalar::Int(a), Scalar::Int(b)) => int(operator, a, b).map(Scalar::Int),
        (Scalar::Uint(a), Scalar::Uint(b)) => uint(operator, a, b).map(Scalar::Uint),
        (Scalar::Int(a), Scalar::Uint(b)) => shift(operator, a, b).map(Scalar::Int),
        (Scalar::Uint(a), Scalar::Int(b)) => uint(operator, a, b as u32).map(Scalar::Uint),
        _ => None,
    }
}

fn float(operator: BinaryOperator, a: f32, b: f32) -> Option<f32> {
    Some(match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide => a / b,
        _ => return None,
    })
}

fn int(operator: BinaryOperator, a: i32, b: i32) -> Option<i32> {
    use BinaryOperator as B;
    Some(match operator {
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::Multiply => a.wrapping_mul(b),
        B::Divide if b == 0 => 0,
        B::Divide => a.wrapping_div(b),
        B::Remainder if b == 0 => 0,
        B::Remainder => a.wrapping_rem(b),
        B::BitAnd => a & b,
        B::BitOr => a | b,
        B::BitXor => a ^ b,
        _ => return shift(operator, a, b as u32),
    })
}

fn shift(operator: BinaryOperator, a: i32, b: u32) -> Option<i32> {
    Some(match operator {
        BinaryOperator::ShiftLeft => a.wrapping_shl(b),
        BinaryOperator::ShiftRight => a.wrapping_shr(b),
        _ => return None,
    })
}

fn uint(operator: BinaryOperator, a: u32, b: u32) -> Option<u32> {
    use BinaryOperator as B;
    Some(match operator {
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::Multiply => a.wrapping_mul(b),
        B::Divide => a.checked_div(b).unwrap_or(0),
        B::Remainder => a.checked_rem(b).unwrap_or(0),
        B::BitAnd => a & b,
        B::BitOr => a | b,
        B::BitXor => a ^ b,
        B::ShiftLeft => a.wrapping_shl(b),
        B::ShiftRight => a.wrapping_shr(b),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed::{Base, ScalarKind, Type};
    use BinaryOperator as B;

    fn fold(operator: B, left: &[Scalar], right: &[Scalar]) -> Vec<Scalar> {
        let operand = |scalars: &'static [Scalar]| {
            let kind = match scalars[0] {
                Scalar::Float(_) => ScalarKind::Float,
                Scalar::Int(_) => ScalarKind::Int,
                Scalar::Uint(_) => ScalarKind::Uint,
                Scalar::Bool(_) => ScalarKind::Bool,
            };
            Operand {
                ty: Type::vector(kind, scalars.len() as u8),
                scalars,
            }
        };
        let leak = |scalars: &[Scalar]| -> &'static [Scalar] { scalars.to_vec().leak() };
        binary(operator, operand(leak(left)), operand(leak(right))).unwrap()
    }

    #[test]
    fn floats_follow_ieee() {
        use Scalar::Float;
        assert_eq!(
            fold(B::Divide, &[Float(1.0)], &[Float(0.0)]),
            [Float(f32::INFINITY)]
        );
        let nan = fold(B::Divide, &[Float(0.0)], &[Float(0.0)]);
        assert!(matches!(nan[..], [Float(value)] if value.is_nan()));
        assert_eq!(
            fold(B::Multiply, &[Float(1e30), Float(2.0)], &[Float(1e30)]),
            [Float(f32::INFINITY), Float(2e30)]
        );
        assert_eq!(fold(B::Equal, &nan, &nan), [Scalar::Bool(false)]);
        assert_eq!(fold(B::NotEqual, &nan, &nan), [Scalar::Bool(true)]);
        assert_eq!(fold(B::LessEqual, &nan, &nan), [Scalar::Bool(false)]);
    }

    #[test]
    fn integers_wrap() {
        use Scalar::{Int, Uint};
        assert_eq!(fold(B::Add, &[Int(i32::MAX)], &[Int(1)]), [Int(i32::MIN)]);
        assert_eq!(
            fold(B::Divide, &[Int(i32::MIN)], &[Int(-1)]),
            [Int(i32::MIN)]
        );
        assert_eq!(fold(B::Divide, &[Int(7)], &[Int(0)]), [Int(0)]);
        assert_eq!(fold(B::Remainder, &[Int(-7)], &[Int(3)]), [Int(-1)]);
        assert_eq!(fold(B::Subtract, &[Uint(0)], &[Uint(1)]), [Uint(u32::MAX)]);
        assert_eq!(fold(B::ShiftRight, &[Int(-8)], &[Uint(1)]), [Int(-4)]);
        assert_eq!(fold(B::ShiftRight, &[Uint(1 << 31)], &[Int(31)]), [Uint(1)]);
    }

    #[test]
    fn scalars_spread_over_vectors() {
        use Scalar::Int;
        assert_eq!(
            fold(B::Subtract, &[Int(10)], &[Int(1), Int(2)]),
            [Int(9), Int(8)]
        );
        assert_eq!(
            fold(B::Equal, &[Int(1), Int(2)], &[Int(1), Int(3)]),
            [Scalar::Bool(false)]
        );
    }

    #[test]
    fn matrices_multiply_as_linear_algebra() {
        let matrix = Type::plain(Base::Matrix {
            columns: 2,
            rows: 2,
        });
        let m = from_floats([1.0, 2.0, 3.0, 4.0]);
        let v = from_floats([5.0, 6.0]);
        let m = Operand {
            ty: matrix,
            scalars: &m,
        };
        let v = Operand {
            ty: Type::vector(ScalarKind::Float, 2),
            scalars: &v,
        };
        assert_eq!(binary(B::Multiply, m, v), Some(from_floats([23.0, 34.0])));
        assert_eq!(binary(B::Multiply, v, m), Some(from_floats([17.0, 39.0])));
        assert_eq!(
            binary(B::Multiply, m, m),
            Some(from_floats([7.0, 10.0, 15.0, 22.0]))
        );
        let two = [Scalar::Float(2.0)];
        let two = Operand {
            ty: Type::FLOAT,
            scalars: &two,
        };
        assert_eq!(
            binary(B::Multiply, two, m),
            Some(from_floats([2.0, 4.0, 6.0, 8.0]))
        );
    }
}
