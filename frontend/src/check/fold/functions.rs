//! Constant built-in functions.

use super::geometry;
use super::operators::relation;
use super::{Operand, from_floats, to_bool, to_float};
use crate::typed::BuiltinFunction as F;
use crate::typed::{BinaryOperator, Scalar};

/// A built-in function of constant arguments; `None` for texture lookups and what writes its arguments.
pub(crate) fn builtin(function: F, arguments: &[Operand<'_>]) -> Option<Vec<Scalar>> {
    let (&first, rest) = arguments.split_first()?;
    match rest {
        [] => one(function, first),
        [second] => two(function, first, *second),
        [second, third] => three(function, first, *second, *third),
        _ => None,
    }
}

/// Applies a function of one float lane by lane.
fn map(operand: Operand<'_>, function: impl Fn(f32) -> f32) -> Vec<Scalar> {
    from_floats(operand.scalars.iter().map(|x| function(to_float(*x))))
}

/// The same with double precision inside.
fn wide(operand: Operand<'_>, function: impl Fn(f64) -> f64) -> Vec<Scalar> {
    map(operand, |x| function(f64::from(x)) as f32)
}

/// Applies a function of two floats lane by lane; a scalar goes with every lane.
fn zip(a: Operand<'_>, b: Operand<'_>, function: impl Fn(f32, f32) -> f32) -> Vec<Scalar> {
    let lanes = a.scalars.len().max(b.scalars.len());
    let pairs = (0..lanes).filter_map(|index| Some((a.lane(index)?, b.lane(index)?)));
    from_floats(pairs.map(|(x, y)| function(to_float(x), to_float(y))))
}

/// Applies a comparison lane by lane.
fn compare(operator: BinaryOperator, a: Operand<'_>, b: Operand<'_>) -> Option<Vec<Scalar>> {
    let pairs = a.scalars.iter().zip(b.scalars);
    pairs
        .map(|(x, y)| relation(operator, *x, *y).map(Scalar::Bool))
        .collect()
}

fn one(function: F, x: Operand<'_>) -> Option<Vec<Scalar>> {
    Some(match function {
        F::Radians => map(x, |v| v * (core::f32::consts::PI / 180.0)),
        F::Degrees => map(x, |v| v * (180.0 / core::f32::consts::PI)),
        F::Sin => wide(x, libm::sin),
        F::Cos => wide(x, libm::cos),
        F::Tan => wide(x, libm::tan),
        F::Asin => wide(x, libm::asin),
        F::Acos => wide(x, libm::acos),
        F::Atan => wide(x, libm::atan),
        F::Sinh => wide(x, libm::sinh),
        F::Cosh => wide(x, libm::cosh),
        F::Tanh => wide(x, libm::tanh),
        F::Asinh => wide(x, libm::asinh),
        F::Acosh => wide(x, libm::acosh),
        F::Atanh => wide(x, libm::atanh),
        F::Exp => wide(x, libm::exp),
        F::Log => wide(x, libm::log),
        F::Exp2 => wide(x, libm::exp2),
        F::Log2 => wide(x, libm::log2),
        F::Sqrt => map(x, f32::sqrt),
        F::InverseSqrt => wide(x, |v| 1.0 / libm::sqrt(v)),
        F::Floor => map(x, f32::floor),
        F::Ceil => map(x, f32::ceil),
        F::Fract => map(x, |v| v - v.floor()),
        F::Trunc => map(x, f32::trunc),
        F::Round => map(x, f32::round),
        F::RoundEven => map(x, f32::round_ties_even),
        F::Abs => x.scalars.iter().map(|v| absolute(*v)).collect(),
        F::Sign => x.scalars.iter().map(|v| sign(*v)).collect(),
        // A constant does not change from fragment to fragment.
        F::DFdx | F::DFdy | F::FWidth => map(x, |_| 0.0),
        _ => return one_whole(function, x),
    })
}

/// Functions of one argument that do not work lane by lane.
fn one_whole(function: F, x: Operand<'_>) -> Option<Vec<Scalar>> {
    Some(match function {
        F::IsNan => truth(x, |v| to_float(v).is_nan()),
        F::IsInf => truth(x, |v| to_float(v).is_infinite()),
        F::Not => truth(x, |v| !to_bool(v)),
        F::Any => vec![Scalar::Bool(x.scalars.iter().any(|v| to_bool(*v)))],
        F::All => vec![Scalar::Bool(x.scalars.iter().all(|v| to_bool(*v)))],
        F::Length => from_floats([length(&x.floats())]),
        F::Normalize => {
            let length = length(&x.floats());
            map(x, |v| v / length)
        }
        F::Transpose => {
            let (columns, rows) = x.ty.matrix()?;
            from_floats(geometry::transpose(
                columns.into(),
                rows.into(),
                &x.floats(),
            )?)
        }
        F::Determinant => {
            let (size, matrix) = square(x)?;
            from_floats([geometry::determinant(size, &matrix)? as f32])
        }
        F::Inverse => {
            let (size, matrix) = square(x)?;
            from_floats(geometry::inverse(size, &matrix)?)
        }
        _ => return None,
    })
}

fn two(function: F, x: Operand<'_>, y: Operand<'_>) -> Option<Vec<Scalar>> {
    use BinaryOperator as B;
    Some(match function {
        F::Atan2 => zip(x, y, |a, b| libm::atan2(a.into(), b.into()) as f32),
        F::Pow => zip(x, y, |a, b| libm::pow(a.into(), b.into()) as f32),
        F::Mod => zip(x, y, |a, b| a - b * (a / b).floor()),
        F::Step => zip(x, y, |edge, v| if v < edge { 0.0 } else { 1.0 }),
        F::MatrixCompMult => zip(x, y, |a, b| a * b),
        F::Min => extremum(x, y, B::Less)?,
        F::Max => extremum(x, y, B::Greater)?,
        F::LessThan => compare(B::Less, x, y)?,
        F::LessThanEqual => compare(B::LessEqual, x, y)?,
        F::GreaterThan => compare(B::Greater, x, y)?,
        F::GreaterThanEqual => compare(B::GreaterEqual, x, y)?,
        F::Equal => compare(B::Equal, x, y)?,
        F::NotEqual => compare(B::NotEqual, x, y)?,
        F::Dot => from_floats([dot(&x.floats(), &y.floats())]),
        F::Distance => {
            let pairs = x.floats().into_iter().zip(y.floats());
            from_floats([length(&pairs.map(|(a, b)| a - b).collect::<Vec<f32>>())])
        }
        F::Cross => from_floats(cross(&x.floats(), &y.floats())?),
        F::Reflect => {
            let factor = 2.0 * dot(&y.floats(), &x.floats());
            zip(x, y, |i, n| i - factor * n)
        }
        F::OuterProduct => {
            let (column, row) = (x.floats(), y.floats());
            let products = row.iter().flat_map(|r| column.iter().map(move |c| c * r));
            from_floats(products)
        }
        _ => return None,
    })
}

fn three(function: F, x: Operand<'_>, y: Operand<'_>, z: Operand<'_>) -> Option<Vec<Scalar>> {
    Some(match function {
        F::Clamp => {
            let low = extremum(x, y, BinaryOperator::Greater)?;
            let low = Operand {
                ty: x.ty,
                scalars: &low,
            };
            extremum(low, z, BinaryOperator::Less)?
        }
        F::Mix => {
            let lanes = 0..x.scalars.len();
            lanes
                .map(|index| mix(x.lane(index)?, y.lane(index)?, z.lane(index)?))
                .collect::<Option<Vec<Scalar>>>()?
        }
        F::SmoothStep => {
            let lanes = 0..z.scalars.len();
            let value = |index| {
                let edge0 = to_float(x.lane(index)?);
                let edge1 = to_float(y.lane(index)?);
                let t = (to_float(z.lane(index)?) - edge0) / (edge1 - edge0);
                let t = t.clamp(0.0, 1.0);
                Some(Scalar::Float(t * t * (3.0 - 2.0 * t)))
            };
            lanes.map(value).collect::<Option<Vec<Scalar>>>()?
        }
        F::FaceForward => {
            let facing = dot(&z.floats(), &y.floats()) < 0.0;
            map(x, |v| if facing { v } else { -v })
        }
        F::Refract => refract(x, y, to_float(*z.scalars.first()?)),
        _ => return None,
    })
}

fn truth(operand: Operand<'_>, function: impl Fn(Scalar) -> bool) -> Vec<Scalar> {
    let lanes = operand.scalars.iter();
    lanes.map(|lane| Scalar::Bool(function(*lane))).collect()
}

fn absolute(value: Scalar) -> Scalar {
    match value {
        Scalar::Float(value) => Scalar::Float(value.abs()),
        Scalar::Int(value) => Scalar::Int(value.wrapping_abs()),
        other => other,
    }
}

fn sign(value: Scalar) -> Scalar {
    match value {
        Scalar::Float(value) if value > 0.0 => Scalar::Float(1.0),
        Scalar::Float(value) if value < 0.0 => Scalar::Float(-1.0),
        Scalar::Float(_) => Scalar::Float(0.0),
        Scalar::Int(value) => Scalar::Int(value.signum()),
        other => other,
    }
}

/// Lane by lane `y` where `y op x` holds, `x` elsewhere: `min` by `<`, `max` by `>`.
fn extremum(x: Operand<'_>, y: Operand<'_>, operator: BinaryOperator) -> Option<Vec<Scalar>> {
    let lanes = 0..x.scalars.len();
    let choose = |index| {
        let (a, b) = (x.lane(index)?, y.lane(index)?);
        Some(if relation(operator, b, a)? { b } else { a })
    };
    lanes.map(choose).collect()
}

fn mix(x: Scalar, y: Scalar, amount: Scalar) -> Option<Scalar> {
    match (x, y, amount) {
        (x, y, Scalar::Bool(second)) => Some(if second { y } else { x }),
        (Scalar::Float(x), Scalar::Float(y), Scalar::Float(a)) => {
            Some(Scalar::Float(x * (1.0 - a) + y * a))
        }
        _ => None,
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn length(vector: &[f32]) -> f32 {
    match vector {
        [only] => only.abs(),
        many => dot(many, many).sqrt(),
    }
}

fn cross(a: &[f32], b: &[f32]) -> Option<[f32; 3]> {
    let (&[ax, ay, az], &[bx, by, bz]) = (a, b) else {
        return None;
    };
    Some([ay * bz - by * az, az * bx - bz * ax, ax * by - bx * ay])
}

fn refract(incident: Operand<'_>, normal: Operand<'_>, eta: f32) -> Vec<Scalar> {
    let cosine = dot(&normal.floats(), &incident.floats());
    let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    if k < 0.0 {
        return map(incident, |_| 0.0);
    }
    zip(incident, normal, |i, n| {
        eta * i - (eta * cosine + k.sqrt()) * n
    })
}

fn square(operand: Operand<'_>) -> Option<(usize, Vec<f64>)> {
    let (columns, _) = operand.ty.matrix()?;
    let wide = operand.floats().into_iter().map(f64::from).collect();
    Some((columns.into(), wide))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typed::{ScalarKind, Type};

    fn floats(function: F, arguments: &[&[f32]]) -> Vec<f32> {
        let scalars: Vec<Vec<Scalar>> = arguments
            .iter()
            .map(|lanes| from_floats(lanes.iter().copied()))
            .collect();
        let operands: Vec<Operand<'_>> = scalars
            .iter()
            .map(|scalars| Operand {
                ty: Type::vector(ScalarKind::Float, scalars.len() as u8),
                scalars,
            })
            .collect();
        let result = builtin(function, &operands).unwrap();
        result.into_iter().map(to_float).collect()
    }

    #[test]
    fn lanes_go_with_scalars() {
        assert_eq!(floats(F::Max, &[&[1.0, -1.0], &[0.0]]), [1.0, 0.0]);
        assert_eq!(
            floats(F::Clamp, &[&[-1.0, 0.5, 2.0], &[0.0], &[1.0]]),
            [0.0, 0.5, 1.0]
        );
        assert_eq!(floats(F::Step, &[&[0.5], &[0.25, 0.5]]), [0.0, 1.0]);
        assert_eq!(
            floats(F::Mix, &[&[0.0, 10.0], &[10.0, 20.0], &[0.5]]),
            [5.0, 15.0]
        );
        assert_eq!(floats(F::Mod, &[&[-1.0, 5.5], &[3.0]]), [2.0, 2.5]);
    }

    #[test]
    fn geometry() {
        assert_eq!(floats(F::Length, &[&[3.0, 4.0]]), [5.0]);
        assert_eq!(floats(F::Length, &[&[-3.0]]), [3.0]);
        assert_eq!(floats(F::Normalize, &[&[-3.0]]), [-1.0]);
        assert!(floats(F::Normalize, &[&[0.0, 0.0]])[0].is_nan());
        assert_eq!(
            floats(F::Cross, &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]]),
            [0.0, 0.0, 1.0]
        );
        assert_eq!(floats(F::Reflect, &[&[1.0, -1.0], &[0.0, 1.0]]), [1.0, 1.0]);
        assert_eq!(
            floats(F::Refract, &[&[1.0, 0.0], &[0.0, 1.0], &[2.0]]),
            [0.0, 0.0]
        );
        assert_eq!(floats(F::FaceForward, &[&[1.0], &[1.0], &[1.0]]), [-1.0]);
        assert_eq!(
            floats(F::OuterProduct, &[&[1.0, 2.0], &[3.0, 4.0, 5.0]]),
            [3.0, 6.0, 4.0, 8.0, 5.0, 10.0]
        );
    }

    #[test]
    fn transcendental_functions_are_rounded_once() {
        assert_eq!(floats(F::Sin, &[&[1.0]]), [0.841_470_96]);
        assert_eq!(floats(F::Exp2, &[&[10.0]]), [1024.0]);
        assert_eq!(
            floats(F::Pow, &[&[2.0], &[0.5]]),
            [core::f32::consts::SQRT_2]
        );
        assert!(floats(F::Log, &[&[-1.0]])[0].is_nan());
        assert_eq!(floats(F::InverseSqrt, &[&[0.0]]), [f32::INFINITY]);
    }

    #[test]
    fn rounding() {
        assert_eq!(floats(F::Round, &[&[2.5, -2.5]]), [3.0, -3.0]);
        assert_eq!(floats(F::RoundEven, &[&[2.5, 3.5]]), [2.0, 4.0]);
        assert_eq!(floats(F::Fract, &[&[-0.25]]), [0.75]);
        assert_eq!(floats(F::SmoothStep, &[&[0.0], &[2.0], &[1.0]]), [0.5]);
        assert_eq!(floats(F::Sign, &[&[-2.0, 0.0]]), [-1.0, 0.0]);
    }

    #[test]
    fn lookups_are_not_constant() {
        let zero = from_floats([0.0, 0.0]);
        let coordinate = Operand {
            ty: Type::vector(ScalarKind::Float, 2),
            scalars: &zero,
        };
        assert_eq!(builtin(F::Texture, &[coordinate, coordinate]), None);
        assert_eq!(builtin(F::Modf, &[coordinate, coordinate]), None);
    }
}
