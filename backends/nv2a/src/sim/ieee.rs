//! Round-to-nearest arithmetic under the chip's rules: the model to judge a compiler with, since
//! what is rounded differently does not hide what is wrong.

use super::Arithmetic;
use crate::isa::{Lanes, ONE_BITS};

/// IEEE single precision, except that denormals are zeros of their sign, 0 times anything and any sum of zeros is +0,
/// finite operands never give an infinity, comparisons are by sign and magnitude, RCC is clamped, and RSQ and LOG
/// take |x|.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ieee;

/// The exponent range of LIT.
const LIT_LIMIT: f64 = 128.0 - 1.0 / 256.0;

const MINUS_ZERO: u32 = 1 << 31;

/// An operand, a denormal as zero.
fn float(bits: u32) -> f32 {
    f32::from_bits(flushed(bits))
}

/// A denormal becomes a zero of its sign.
fn flushed(bits: u32) -> u32 {
    if f32::from_bits(bits).is_subnormal() {
        bits & MINUS_ZERO
    } else {
        bits
    }
}

/// The largest finite number in place of an infinity that finite operands gave.
fn saturated(result: f32, operands: &[f32]) -> u32 {
    if result.is_infinite() && operands.iter().all(|operand| operand.is_finite()) {
        return f32::MAX.copysign(result).to_bits();
    }
    flushed(result.to_bits())
}

/// 2^x in single precision without denormals.
fn exp2(x: f64) -> u32 {
    let result = x.exp2();
    if result < f64::from(f32::MIN_POSITIVE) {
        0
    } else {
        (result as f32).to_bits()
    }
}

impl Arithmetic for Ieee {
    fn mul(&self, a: u32, b: u32) -> u32 {
        let (a, b) = (float(a), float(b));
        if a == 0.0 || b == 0.0 {
            return 0;
        }
        saturated(a * b, &[a, b])
    }

    fn sum(&self, terms: &[u32]) -> u32 {
        let mut terms = terms.iter().copied();
        let first = terms.next().unwrap_or(0);
        terms.fold(first, |sum, term| {
            let (sum, term) = (float(sum), float(term));
            match saturated(sum + term, &[sum, term]) {
                MINUS_ZERO => 0,
                sum => sum,
            }
        })
    }

    fn floor(&self, a: u32) -> i32 {
        // Saturates, and takes NaN for 0.
        float(a).floor() as i32
    }

    fn rcp(&self, a: u32) -> u32 {
        flushed((1.0 / float(a)).to_bits())
    }

    fn rcc(&self, a: u32) -> u32 {
        let result = 1.0 / float(a);
        if result.is_nan() {
            return result.to_bits();
        }
        let (low, high) = (2f32.powi(-64), 2f32.powi(64));
        result.abs().clamp(low, high).copysign(result).to_bits()
    }

    fn rsq(&self, a: u32) -> u32 {
        let root = f64::from(float(a).abs()).sqrt();
        ((1.0 / root) as f32).to_bits()
    }

    fn expp(&self, a: u32) -> Lanes {
        let x = f64::from(float(a));
        let floor = x.floor();
        let fraction = if x.is_finite() { x - floor } else { 0.0 };
        let fraction = flushed((fraction as f32).to_bits());
        [exp2(floor), fraction, exp2(x), ONE_BITS]
    }

    fn logp(&self, a: u32) -> Lanes {
        let x = float(a).abs();
        let exponent = x.to_bits() >> 23;
        if x.is_nan() {
            return [x.to_bits(), x.to_bits(), x.to_bits(), ONE_BITS];
        }
        if exponent == 0 || exponent == 255 {
            let end = if exponent == 0 {
                f32::NEG_INFINITY
            } else {
                f32::INFINITY
            };
            return [end.to_bits(), ONE_BITS, end.to_bits(), ONE_BITS];
        }
        [
            (exponent as f32 - 127.0).to_bits(),
            (x.to_bits() & 0x7f_ffff) | ONE_BITS,
            (f64::from(x).log2() as f32).to_bits(),
            ONE_BITS,
        ]
    }

    fn lit(&self, a: &Lanes) -> Lanes {
        let (x, y, w) = (float(a[0]), float(a[1]), float(a[3]));
        // A NaN power passes through `clamp`, and through the power below.
        let power = f64::from(w).clamp(-LIT_LIMIT, LIT_LIMIT);
        let base = f64::from(if y > 0.0 { y } else { 0.0 });
        let base = if y.is_nan() { f64::NAN } else { base };
        let lit = x > 0.0;
        let z = if !lit {
            0.0
        } else if power == 0.0 {
            1.0
        } else if power.is_nan() {
            // Of 1, too, as in [`super::Hardware`].
            f32::NAN
        } else {
            base.powf(power) as f32
        };
        [
            ONE_BITS,
            if lit { a[0] } else { 0 },
            flushed(z.to_bits()),
            ONE_BITS,
        ]
    }
}
