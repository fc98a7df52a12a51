//! Constant folding: what an operation gives for literal operands, in 32-bit floats and ints.
//!
//! Independent of the interpreter, which judges it. Results are the same on every machine: plain
//! arithmetic is IEEE's, transcendental functions come from a library in pure Rust, evaluated in
//! double precision and rounded once. Sums and products inside an operation are rounded at every
//! step, as they would be at run time: `fract(sin(dot(p, k)) * 43758.5)`, a hash in many shaders, is
//! another number for the least difference.
//!
//! Nothing is folded whose value the language leaves open and machines answer differently: a NaN as
//! operand or result, division of ints by zero, conversion out of range, shifts by 32 and more.

use crate::{Constant, Op, Scalar, Swizzle, Type};

/// The value of an operation on literals, `None` where it has none or must be left to the machine.
/// `args` fit the operation.
pub(crate) fn fold(op: Op, args: &[Constant]) -> Option<Constant> {
    if args.iter().any(has_nan) {
        return None;
    }
    let result = value(op, args)?;
    (!has_nan(&result)).then_some(result)
}

fn has_nan(constant: &Constant) -> bool {
    constant.ty.scalar == Scalar::Float
        && constant
            .lanes()
            .iter()
            .any(|&bits| f32::from_bits(bits).is_nan())
}

fn value(op: Op, args: &[Constant]) -> Option<Constant> {
    let first = *args.first()?;
    match op {
        Op::Dot => Some(float(dot(&first, args.get(1)?))),
        Op::Length => Some(float(dot(&first, &first).sqrt())),
        Op::Distance => {
            let difference = value(Op::Sub, args)?;
            Some(float(dot(&difference, &difference).sqrt()))
        }
        Op::Normalize => {
            let length = dot(&first, &first).sqrt();
            (length > 0.0).then(|| floats(&first, |lane| lane / length))
        }
        Op::Cross => cross(&first, args.get(1)?),
        Op::FaceForward => {
            let [n, i, reference] = args else { return None };
            let sign = if dot(reference, i) < 0.0 { 1.0 } else { -1.0 };
            Some(floats(n, |lane| lane * sign))
        }
        Op::Reflect => {
            let [i, n] = args else { return None };
            let twice = 2.0 * dot(n, i);
            Some(zip(i, n, |i, n| i - twice * n))
        }
        Op::Refract => refract(args),
        Op::MatVec => mat_vec(args),
        Op::AnyTrue => Some(Constant::bools(&[first
            .lanes()
            .iter()
            .any(|&bit| bit != 0)])),
        Op::AllTrue => Some(Constant::bools(&[first
            .lanes()
            .iter()
            .all(|&bit| bit != 0)])),
        Op::Dfdx | Op::Dfdy | Op::Fwidth => Some(floats(&first, |_| 0.0)),
        Op::Compose => Some(Constant::from_bits(
            first.ty.scalar,
            args.iter().flat_map(|part| part.lanes().to_vec()),
        )),
        Op::Extract => {
            let lane = index(args.get(1)?, first.ty)?;
            Some(first.swizzled(Swizzle::splat(lane, 1)))
        }
        Op::Insert => {
            let mut result = first;
            let lane = index(args.get(1)?, first.ty)?;
            result.bits[usize::from(lane)] = args.get(2)?.bits[0];
            Some(result)
        }
        _ if op.is_lanewise() => lanewise(op, args),
        _ => None,
    }
}

/// A literal index of a lane: int, or float after ints were lowered.
fn index(constant: &Constant, ty: Type) -> Option<u8> {
    let index = match constant.ty.scalar {
        Scalar::Int => constant.int(0),
        _ => constant.float(0) as i32,
    };
    (0..i32::from(ty.lanes))
        .contains(&index)
        .then_some(index as u8)
}

fn float(value: f32) -> Constant {
    Constant::floats(&[value])
}

fn floats(a: &Constant, f: impl Fn(f32) -> f32) -> Constant {
    Constant::from_bits(
        Scalar::Float,
        a.lanes().iter().map(|&a| f(f32::from_bits(a)).to_bits()),
    )
}

fn zip(a: &Constant, b: &Constant, f: impl Fn(f32, f32) -> f32) -> Constant {
    Constant::from_bits(
        Scalar::Float,
        a.lanes()
            .iter()
            .zip(b.lanes())
            .map(|(&a, &b)| f(f32::from_bits(a), f32::from_bits(b)).to_bits()),
    )
}

fn dot(a: &Constant, b: &Constant) -> f32 {
    let products = (0..a.ty.lanes).map(|lane| a.float(lane) * b.float(lane));
    products.reduce(|sum, product| sum + product).unwrap_or(0.0)
}

fn cross(a: &Constant, b: &Constant) -> Option<Constant> {
    let lane = |i: u8, j: u8| {
        let product = |x: u8, y: u8| a.float(x) * b.float(y);
        product(i, j) - product(j, i)
    };
    Some(Constant::floats(&[lane(1, 2), lane(2, 0), lane(0, 1)]))
}

fn refract(args: &[Constant]) -> Option<Constant> {
    let [i, n, eta] = args else { return None };
    let eta = eta.float(0);
    let cosine = dot(n, i);
    let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    if k < 0.0 {
        return Some(floats(i, |_| 0.0));
    }
    let along = eta * cosine + k.sqrt();
    Some(zip(i, n, |i, n| eta * i - along * n))
}

fn mat_vec(args: &[Constant]) -> Option<Constant> {
    let (vector, columns) = args.split_last()?;
    let rows = columns.first()?.ty.lanes;
    let lanes = (0..rows).map(|row| {
        let terms = columns.iter().zip(0u8..);
        let terms = terms.map(|(column, k)| column.float(row) * vector.float(k));
        let sum = terms.reduce(|sum, term| sum + term).unwrap_or(0.0);
        sum.to_bits()
    });
    Some(Constant::from_bits(Scalar::Float, lanes))
}

fn lanewise(op: Op, args: &[Constant]) -> Option<Constant> {
    let first = args.first()?;
    let scalar = match op {
        Op::Select => args.get(1)?.ty.scalar,
        _ => first.ty.scalar,
    };
    let mut bits = [0; 4];
    for (lane, bits) in bits.iter_mut().enumerate().take(first.ty.lanes.into()) {
        let mut operands = [0; 3];
        for (operand, arg) in operands.iter_mut().zip(args) {
            *operand = arg.bits[lane];
        }
        *bits = lane_value(op, scalar, operands)?;
    }
    let scalar = result_scalar(op, scalar);
    Some(Constant::from_bits(
        scalar,
        bits.into_iter().take(first.ty.lanes.into()),
    ))
}

fn result_scalar(op: Op, operand: Scalar) -> Scalar {
    match op {
        Op::Lt | Op::Ge | Op::Eq | Op::Ne => Scalar::Bool,
        Op::IntToFloat | Op::BoolToFloat => Scalar::Float,
        Op::FloatToInt | Op::BoolToInt => Scalar::Int,
        _ => operand,
    }
}

/// One lane of a lanewise operation whose operands have the given scalar (of a select: its arms).
/// NaNs come out as they arise.
pub(crate) fn lane_value(op: Op, scalar: Scalar, [a, b, c]: [u32; 3]) -> Option<u32> {
    if op == Op::Select {
        return Some(if a != 0 { b } else { c });
    }
    match scalar {
        Scalar::Float => float_lane(op, f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)),
        Scalar::Int => int_lane(op, a as i32, b as i32, c as i32),
        Scalar::Bool => bool_lane(op, a != 0, b != 0),
    }
}

fn float_lane(op: Op, a: f32, b: f32, c: f32) -> Option<u32> {
    let truth = |truth: bool| Some(u32::from(truth));
    let number = |truth: bool| if truth { 1.0 } else { 0.0 };
    let wide = |f: fn(f64) -> f64| f(f64::from(a)) as f32;
    let result: f32 = match op {
        Op::Neg => -a,
        Op::Abs => a.abs(),
        Op::Sign => number(a > 0.0) - number(a < 0.0),
        Op::Floor => a.floor(),
        Op::Ceil => a.ceil(),
        Op::Fract => a - a.floor(),
        Op::Trunc => a.trunc(),
        Op::Round => a.round_ties_even(),
        Op::Sqrt => a.sqrt(),
        Op::Rsqrt => wide(|a| 1.0 / a.sqrt()),
        Op::Rcp => 1.0 / a,
        Op::Exp => wide(libm::exp),
        Op::Log => wide(libm::log),
        Op::Exp2 => wide(libm::exp2),
        Op::Log2 => wide(libm::log2),
        Op::Sin => wide(libm::sin),
        Op::Cos => wide(libm::cos),
        Op::Tan => wide(libm::tan),
        Op::Asin => wide(libm::asin),
        Op::Acos => wide(libm::acos),
        Op::Atan => wide(libm::atan),
        Op::Saturate => a.clamp(0.0, 1.0),
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Div => a / b,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Mod => a - b * (a / b).floor(),
        Op::Pow => libm::pow(f64::from(a), f64::from(b)) as f32,
        Op::Atan2 => libm::atan2(f64::from(a), f64::from(b)) as f32,
        Op::Step => number(b >= a),
        Op::SetLt => number(a < b),
        Op::SetGe => number(a >= b),
        Op::SetEq => number(a == b),
        Op::SetNe => number(a != b),
        Op::Mad => a * b + c,
        Op::Clamp => a.max(b).min(c),
        Op::Mix => a * (1.0 - c) + b * c,
        Op::Smoothstep => {
            let t = ((c - a) / (b - a)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }
        Op::Lt => return truth(a < b),
        Op::Ge => return truth(a >= b),
        Op::Eq => return truth(a == b),
        Op::Ne => return truth(a != b),
        Op::FloatToInt => {
            let inside = a > -2_147_483_904.0 && a < 2_147_483_648.0;
            return inside.then_some(a as i32 as u32);
        }
        _ => return None,
    };
    // pow is undefined for a negative base, and for 0 raised to what is not positive.
    if op == Op::Pow && (a < 0.0 || a == 0.0 && b <= 0.0) {
        return None;
    }
    Some(result.to_bits())
}

fn int_lane(op: Op, a: i32, b: i32, c: i32) -> Option<u32> {
    let truth = |truth: bool| Some(u32::from(truth));
    let shift = || u32::try_from(b).ok().filter(|&shift| shift < 32);
    let result: i32 = match op {
        Op::Neg => a.wrapping_neg(),
        Op::Abs => a.wrapping_abs(),
        Op::Sign => a.signum(),
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Div => a.checked_div(b)?,
        Op::Rem => a.checked_rem(b)?,
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Clamp => a.max(b).min(c),
        Op::Shl => a.wrapping_shl(shift()?),
        Op::Shr => a.wrapping_shr(shift()?),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => !a,
        Op::Lt => return truth(a < b),
        Op::Ge => return truth(a >= b),
        Op::Eq => return truth(a == b),
        Op::Ne => return truth(a != b),
        Op::IntToFloat => return Some((a as f32).to_bits()),
        _ => return None,
    };
    Some(result as u32)
}

fn bool_lane(op: Op, a: bool, b: bool) -> Option<u32> {
    let result = match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor | Op::Ne => a != b,
        Op::Eq => a == b,
        Op::Not => !a,
        Op::BoolToInt => a,
        Op::BoolToFloat => return Some(if a { 1.0f32 } else { 0.0 }.to_bits()),
        _ => return None,
    };
    Some(u32::from(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(op: Op, args: &[f32]) -> Option<f32> {
        let args: Vec<Constant> = args.iter().map(|&a| Constant::floats(&[a])).collect();
        fold(op, &args).map(|result| result.float(0))
    }

    #[test]
    fn floats_follow_their_rows() {
        assert_eq!(one(Op::Mod, &[-1.0, 3.0]), Some(2.0));
        assert_eq!(one(Op::Fract, &[-0.25]), Some(0.75));
        assert_eq!(one(Op::Round, &[2.5]), Some(2.0));
        assert_eq!(one(Op::Step, &[0.5, 0.5]), Some(1.0));
        assert_eq!(one(Op::Smoothstep, &[0.0, 2.0, 1.0]), Some(0.5));
        assert_eq!(one(Op::Pow, &[2.0, 10.0]), Some(1024.0));
        assert_eq!(one(Op::Sign, &[-3.0]), Some(-1.0));
        assert_eq!(one(Op::Mix, &[1.0, 3.0, 0.25]), Some(1.5));
        assert_eq!(one(Op::Rcp, &[0.0]), Some(f32::INFINITY));
    }

    #[test]
    fn what_is_undefined_stays() {
        assert_eq!(one(Op::Sqrt, &[-1.0]), None);
        assert_eq!(one(Op::Pow, &[-1.0, 2.0]), None);
        assert_eq!(one(Op::Add, &[f32::NAN, 2.0]), None);
        assert_eq!(one(Op::Normalize, &[0.0]), None);
        let int = |op, a, b| fold(op, &[Constant::ints(&[a]), Constant::ints(&[b])]);
        assert_eq!(int(Op::Div, 1, 0), None);
        assert_eq!(int(Op::Div, i32::MIN, -1), None);
        assert_eq!(int(Op::Shl, 1, 32), None);
        assert_eq!(int(Op::Add, i32::MAX, 1), Some(Constant::ints(&[i32::MIN])));
        assert_eq!(int(Op::Rem, -7, 2), Some(Constant::ints(&[-1])));
    }

    #[test]
    fn vectors_follow_their_rows() {
        let a = Constant::floats(&[1.0, 2.0, 2.0]);
        let b = Constant::floats(&[0.0, 3.0, 4.0]);
        assert_eq!(fold(Op::Dot, &[a, b]), Some(Constant::floats(&[14.0])));
        assert_eq!(fold(Op::Length, &[a]), Some(Constant::floats(&[3.0])));
        assert_eq!(
            fold(Op::Cross, &[a, b]),
            Some(Constant::floats(&[2.0, -4.0, 3.0]))
        );
        let vector = Constant::floats(&[2.0, -1.0]);
        assert_eq!(
            fold(Op::MatVec, &[a, b, vector]),
            Some(Constant::floats(&[2.0, 1.0, 0.0]))
        );
        assert_eq!(
            fold(Op::Compose, &[vector, a.swizzled(Swizzle::splat(0, 1))]),
            Some(Constant::floats(&[2.0, -1.0, 1.0]))
        );
        let choice = Constant::bools(&[true, false, true]);
        assert_eq!(
            fold(Op::Select, &[choice, a, b]),
            Some(Constant::floats(&[1.0, 3.0, 2.0]))
        );
    }
}
