//! The chip's number format: 1 sign bit, 7 exponent bits (bias 63), 16 mantissa bits.
//!
//! Registers, uniforms and constants all hold it. Magnitudes from 2^-62 to just below 2^64 are
//! normal; an exponent of 0 is zero or subnormal, 0x7F infinity or not a number.

/// How a number between two float24 numbers is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// The closer one, the even one of two equally close: half the error of truncation.
    #[default]
    Nearest,
    /// The one nearer to zero, as picasso converts the constants of assembly text.
    Truncate,
}

/// The sign bit of a float24 word.
const SIGN: u32 = 1 << 23;
/// Infinity.
const INFINITY: u32 = 0x7f_0000;
/// A quiet not-a-number.
const NAN: u32 = 0x7f_8000;

/// The 24-bit word of a number. Numbers of 2^64 and more become infinity.
pub fn from_f32(value: f32, rounding: Rounding) -> u32 {
    let bits = value.to_bits();
    let sign = if bits >> 31 != 0 { SIGN } else { 0 };
    if value.is_nan() {
        return sign | NAN;
    }
    let magnitude = f64::from(value.abs());
    if magnitude.is_infinite() {
        return sign | INFINITY;
    }
    // Both scalings are by powers of two and therefore exact.
    let exponent = (((bits >> 23) & 0xff) as i32 - 127).max(-62);
    let scaled = magnitude * f64::from(16 - exponent).exp2();
    let mantissa = match rounding {
        Rounding::Nearest => scaled.round_ties_even(),
        Rounding::Truncate => scaled.trunc(),
    } as u32;
    // A carry out of the mantissa moves into the exponent, which is what is meant.
    let word = if mantissa < 0x1_0000 {
        mantissa
    } else {
        (((exponent + 62) as u32) << 16) + mantissa
    };
    sign | word.min(INFINITY)
}

/// The number of a 24-bit word; bits above the 24 are not looked at. Every float24 number is a
/// float32 number.
pub fn to_f32(word: u32) -> f32 {
    let exponent = (word >> 16 & 0x7f) as i32;
    let mantissa = f64::from(word & 0xffff);
    let magnitude = match exponent {
        0 => mantissa * (-78f64).exp2(),
        0x7f if mantissa == 0.0 => f64::INFINITY,
        0x7f => f64::NAN,
        _ => (mantissa + 65536.0) * f64::from(exponent - 63 - 16).exp2(),
    };
    let value = magnitude as f32;
    if word & SIGN != 0 { -value } else { value }
}

/// The float24 number nearest to a float32 number, as a float32 number. What is below the normal
/// range becomes +0, as the chip's arithmetic has it.
pub fn round(value: f32, rounding: Rounding) -> f32 {
    if value.is_nan() {
        return value;
    }
    let rounded = to_f32(from_f32(value, rounding));
    if rounded.abs() < (-62f32).exp2() {
        0.0
    } else {
        rounded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for word in (0..1u32 << 24).step_by(13) {
            let value = to_f32(word);
            if value.is_nan() {
                continue;
            }
            assert_eq!(from_f32(value, Rounding::Nearest), word);
            assert_eq!(from_f32(value, Rounding::Truncate), word);
        }
    }

    #[test]
    fn the_two_roundings_differ_by_one_step() {
        let tenth = from_f32(0.1, Rounding::Truncate);
        assert_eq!(tenth, 0x3b_9999);
        assert_eq!(from_f32(0.1, Rounding::Nearest), 0x3b_999a);
        assert_eq!(from_f32(-0.0, Rounding::Nearest), 0x80_0000);
    }

    #[test]
    fn what_is_too_large_is_infinite_and_what_is_too_small_is_zero() {
        assert_eq!(from_f32(2e19, Rounding::Truncate), INFINITY);
        assert_eq!(
            from_f32(1.9999999 * 63f32.exp2(), Rounding::Nearest),
            INFINITY
        );
        assert_eq!(from_f32(-1e-30, Rounding::Truncate), SIGN);
        assert_eq!(round(-1e-30, Rounding::Nearest).to_bits(), 0);
        assert!(round(f32::NAN, Rounding::Nearest).is_nan());
        assert_eq!(from_f32(f32::NAN, Rounding::Nearest), NAN);
        assert_eq!(from_f32(-f32::NAN, Rounding::Nearest), SIGN | NAN);
        let least = 2f32.powi(-62);
        assert_eq!(round(least, Rounding::Nearest), least);
        assert_eq!(round(0.75 * least, Rounding::Nearest), 0.0);
    }
}
