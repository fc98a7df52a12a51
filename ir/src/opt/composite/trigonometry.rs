//! Expansions of the trigonometric functions: reduction of the range and minimax polynomials.
//!
//! The coefficients were found by iteratively reweighted least squares (Lawson's algorithm) on 2000
//! Chebyshev nodes and then rounded to 32-bit floats; the errors stated are the largest absolute ones
//! of the polynomials evaluated in 32-bit floats. The tests measure them again.

use super::Expand;
use crate::{Op, OpKind, Use};
use std::f32::consts::{FRAC_1_PI, FRAC_PI_2, FRAC_PI_4, PI};

/// `sin(2 pi g) = g p(g²)` for g from -1/4 to 1/4; error 7.4e-7.
const SINE: [f32; 4] = [6.283_164, -41.337_143, 81.340_77, -70.993_43];

/// `atan(a) = a p(a²)` for a from 0 to 1; error 1.2e-5.
const ARC_TANGENT: [f32; 5] = [
    0.999_866_3,
    -0.330_304_77,
    0.180_159_27,
    -0.085_156_32,
    0.020_845_1,
];

/// `acos(a) = sqrt(1 - a) p(a)` for a from 0 to 1; error 9.8e-5. The value and the slope at 0 are exact,
/// as in the drivers that shaders were written for: those that amplify the error look alike then.
const ARC_COSINE: [f32; 4] = [FRAC_PI_2, FRAC_PI_4 - 1.0, 0.082_690_9, -0.025_437_8];

/// The functions of one operand.
pub(super) fn unary(x: &mut Expand<'_, '_>, op: Op, a: Use) -> Use {
    match op {
        Op::Sin => sine(x, a, 0.25),
        Op::Cos => sine(x, a, 0.5),
        Op::Tan => {
            let sine = x.emit(Op::Sin, &[a]);
            let cosine = x.emit(Op::Cos, &[a]);
            x.emit(Op::Div, &[sine, cosine])
        }
        Op::Asin => arc_sine(x, a),
        Op::Acos => {
            let angle = arc_sine(x, a);
            let quarter = x.float(FRAC_PI_2, a.lanes());
            x.emit(Op::Sub, &[quarter, angle])
        }
        _ => arc_tangent(x, a),
    }
}

/// The sine with a phase in turns: a quarter for the sine itself, half for the cosine.
///
/// With `f = fract(a / 2 pi + phase) - 1/2`, the cosine of `2 pi f` is what is wanted, and is the
/// sine of `2 pi (1/4 - |f|)`.
fn sine(x: &mut Expand<'_, '_>, a: Use, phase: f32) -> Use {
    let lanes = a.lanes();
    let turn = x.float(FRAC_1_PI / 2.0, lanes);
    let phase = x.float(phase, lanes);
    let half = x.float(0.5, lanes);
    let quarter = x.float(0.25, lanes);
    let turns = x.mad(a, turn, phase);
    let rest = x.emit(Op::Fract, &[turns]);
    let rest = x.emit(Op::Sub, &[rest, half]);
    let rest = x.emit(Op::Abs, &[rest]);
    let g = x.emit(Op::Sub, &[quarter, rest]);
    let square = x.emit(Op::Mul, &[g, g]);
    let factor = x.polynomial(square, &SINE);
    x.emit(Op::Mul, &[g, factor])
}

/// `sign(a) (pi/2 - acos(|a|))`
fn arc_sine(x: &mut Expand<'_, '_>, a: Use) -> Use {
    let lanes = a.lanes();
    let magnitude = x.emit(Op::Abs, &[a]);
    let one = x.float(1.0, lanes);
    let mut rest = x.emit(Op::Sub, &[one, magnitude]);
    if x.rw.capabilities.free_clamps {
        // Rounding lifts a lane of a normalised vector above 1, which has an angle all the same.
        let zero = x.float(0.0, lanes);
        rest = x.emit(Op::Max, &[rest, zero]);
    }
    let root = x.emit(Op::Sqrt, &[rest]);
    let factor = x.polynomial(magnitude, &ARC_COSINE);
    let quarter = x.float(FRAC_PI_2, lanes);
    let negated = x.emit(Op::Neg, &[root]);
    let angle = x.mad(negated, factor, quarter);
    let sign = x.emit(Op::Sign, &[a]);
    x.emit(Op::Mul, &[angle, sign])
}

/// The arc tangent of a ratio from 0 to 1.
fn octant(x: &mut Expand<'_, '_>, ratio: Use) -> Use {
    let square = x.emit(Op::Mul, &[ratio, ratio]);
    let factor = x.polynomial(square, &ARC_TANGENT);
    x.emit(Op::Mul, &[ratio, factor])
}

fn arc_tangent(x: &mut Expand<'_, '_>, a: Use) -> Use {
    let lanes = a.lanes();
    let one = x.float(1.0, lanes);
    let quarter = x.float(FRAC_PI_2, lanes);
    let magnitude = x.emit(Op::Abs, &[a]);
    let small = x.emit(Op::Min, &[magnitude, one]);
    let large = x.emit(Op::Max, &[magnitude, one]);
    let ratio = x.emit(Op::Div, &[small, large]);
    let angle = octant(x, ratio);
    let other = x.emit(Op::Sub, &[quarter, angle]);
    let angle = x.if_less(one, magnitude, other, angle);
    let sign = x.emit(Op::Sign, &[a]);
    x.emit(Op::Mul, &[angle, sign])
}

/// The angle of the point (b, a).
pub(super) fn atan2(x: &mut Expand<'_, '_>, a: Use, b: Use) -> Use {
    let lanes = a.lanes();
    let zero = x.float(0.0, lanes);
    let height = x.emit(Op::Abs, &[a]);
    let width = x.emit(Op::Abs, &[b]);
    let small = x.emit(Op::Min, &[height, width]);
    let large = x.emit(Op::Max, &[height, width]);
    // At the origin the angle is undefined, but need not be a NaN.
    let least = x.float((-60f32).exp2(), lanes);
    let large = x.emit(Op::Max, &[large, least]);
    let ratio = x.emit(Op::Div, &[small, large]);
    let angle = octant(x, ratio);
    let quarter = x.float(FRAC_PI_2, lanes);
    let other = x.emit(Op::Sub, &[quarter, angle]);
    let angle = x.if_less(width, height, other, angle);
    let half = x.float(PI, lanes);
    let other = x.emit(Op::Sub, &[half, angle]);
    let angle = x.if_less(b, zero, other, angle);
    if x.has(OpKind::Select) {
        let negated = x.emit(Op::Neg, &[angle]);
        return x.if_less(a, zero, negated, angle);
    }
    let one = x.float(1.0, lanes);
    let minus_two = x.float(-2.0, lanes);
    let below = x.emit(Op::SetLt, &[a, zero]);
    let sign = x.mad(below, minus_two, one);
    x.emit(Op::Mul, &[angle, sign])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(x: f32, coefficients: &[f32]) -> f32 {
        coefficients
            .iter()
            .rev()
            .fold(0.0, |sum, &coefficient| sum * x + coefficient)
    }

    fn worst(range: (f32, f32), approximate: impl Fn(f32) -> f32, exact: fn(f64) -> f64) -> f64 {
        let (low, high) = range;
        (0..=100_000)
            .map(|step| low + (high - low) * step as f32 / 100_000.0)
            .map(|x| (f64::from(approximate(x)) - exact(f64::from(x))).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn polynomials_are_as_exact_as_stated() {
        let turns = |g: f64| (g * std::f64::consts::TAU).sin();
        let sine = worst((-0.25, 0.25), |g| g * polynomial(g * g, &SINE), turns);
        assert!(sine < 7.6e-7, "{sine:e}");
        let tangent = |a: f32| a * polynomial(a * a, &ARC_TANGENT);
        let arc_tangent = worst((0.0, 1.0), tangent, f64::atan);
        assert!(arc_tangent < 1.2e-5, "{arc_tangent:e}");
        let cosine = |a: f32| (1.0 - a).sqrt() * polynomial(a, &ARC_COSINE);
        let arc_cosine = worst((0.0, 1.0), cosine, f64::acos);
        assert!(arc_cosine < 9.9e-5, "{arc_cosine:e}");
    }
}
