//! What the operations on single numbers mean.
//!
//! Basic arithmetic is that of 32-bit IEEE floats. Transcendental functions are computed in double
//! precision and rounded once, so that they are right to the last bit but for rarest ties, on every
//! machine; inverse sine and cosine are an exception, see [`acos`]. What the language leaves undefined
//! is NaN where it is a float.

use crate::lint::is_product;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// In double precision, rounded.
pub(super) fn precisely(a: f32, function: impl Fn(f64) -> f64) -> f32 {
    function(f64::from(a)) as f32
}

/// The smaller; the number, if one operand is NaN.
pub(super) fn min(a: f32, b: f32) -> f32 {
    if b < a || a.is_nan() { b } else { a }
}

/// The larger; the number, if one operand is NaN.
pub(super) fn max(a: f32, b: f32) -> f32 {
    if b > a || a.is_nan() { b } else { a }
}

pub(super) fn clamp(x: f32, low: f32, high: f32) -> f32 {
    min(max(x, low), high)
}

/// -1, 0 or 1; keeps the sign of zero, and NaN.
pub(super) fn sign(a: f32) -> f32 {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        a
    }
}

pub(super) fn fract(a: f32) -> f32 {
    a - a.floor()
}

pub(super) fn modulo(a: f32, b: f32) -> f32 {
    a - b * (a / b).floor()
}

/// Undefined for a negative base, and for 0 to the power of 0 or less.
pub(super) fn pow(base: f32, exponent: f32) -> f32 {
    if base < 0.0 || (base == 0.0 && exponent <= 0.0) {
        return f32::NAN;
    }
    f64::from(base).powf(f64::from(exponent)) as f32
}

/// As [`pow`]; where the exponent is a literal that every target takes for a product, it is one here too.
pub(super) fn pow_of_literal(base: f32, exponent: f32) -> f32 {
    if is_product(exponent) {
        f64::from(base).powf(f64::from(exponent)) as f32
    } else {
        pow(base, exponent)
    }
}

/// The function by which GLES drivers and shader compilers take inverse cosines: the square root of
/// 1 - |x| times a cubic whose value and slope at 0 are exact; the other two coefficients make the
/// largest error, 1e-4, as small as it can be. Closer would be further from what shaders that amplify
/// the error look like everywhere. Undefined beyond -1 to 1.
pub(super) fn acos(x: f32) -> f32 {
    inverse_cosine(f64::from(x)) as f32
}

/// Half of pi minus [`acos`].
pub(super) fn asin(x: f32) -> f32 {
    (FRAC_PI_2 - inverse_cosine(f64::from(x))) as f32
}

fn inverse_cosine(x: f64) -> f64 {
    let size = x.abs();
    let cubic = FRAC_PI_2 + size * (FRAC_PI_4 - 1.0 + size * (0.082_690_9 - size * 0.025_437_8));
    let angle = (1.0 - size).sqrt() * cubic;
    if x < 0.0 { PI - angle } else { angle }
}

pub(super) fn atan2(y: f32, x: f32) -> f32 {
    f64::from(y).atan2(f64::from(x)) as f32
}

pub(super) fn mix(a: f32, b: f32, t: f32) -> f32 {
    a * (1.0 - t) + b * t
}

pub(super) fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let t = clamp((x - low) / (high - low), 0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 1 or 0.
pub(super) fn truth(condition: bool) -> f32 {
    if condition { 1.0 } else { 0.0 }
}

/// Towards zero; undefined for 0, where it is 0.
pub(super) fn int_divide(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

/// Undefined for 0, where it is 0.
pub(super) fn int_remainder(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_rem(b) }
}

/// The place an index means, cut off to `0..=last`: an index out of range reads some element.
pub(super) fn place(index: i32, last: u32) -> u32 {
    u32::try_from(index).unwrap_or(0).min(last)
}
