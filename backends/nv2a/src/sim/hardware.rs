//! Arithmetic exact to the bit: truncating adder and multiplier, no denormals, table-driven scalar
//! unit. The model is of the NV20 family, from which the NV2A derives (docs/nv2a.md, "Arithmetic").

use super::Arithmetic;
use super::tables::{EXP_A, EXP_B, LOG_A, LOG_B, RCP, RSQ};
use crate::isa::{Lanes, ONE_BITS};

/// The chip's own arithmetic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hardware;

const NAN: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;
const LARGEST: u32 = 0x7f7f_ffff;
/// The hidden bit of a significand.
const HIDDEN: u32 = 1 << 23;

/// Sign, exponent and fraction fields.
#[derive(Clone, Copy)]
struct Parts {
    sign: u32,
    exponent: i32,
    fraction: u32,
}

impl Parts {
    fn of(bits: u32) -> Parts {
        Parts {
            sign: bits >> 31,
            exponent: (bits >> 23 & 0xff) as i32,
            fraction: bits & (HIDDEN - 1),
        }
    }

    fn is_nan(self) -> bool {
        self.exponent == 255 && self.fraction != 0
    }

    fn is_infinite(self) -> bool {
        self.exponent == 255 && self.fraction == 0
    }

    /// The significand with its hidden bit, whatever the exponent.
    fn significand(self) -> u32 {
        self.fraction | HIDDEN
    }
}

fn signed(sign: u32, magnitude: u32) -> u32 {
    sign << 31 | magnitude
}

/// A 24-bit significand and a biased exponent as a number: no denormals, and no infinity.
fn finish(sign: u32, exponent: i32, significand: u32) -> u32 {
    if exponent <= 0 || significand < HIDDEN {
        signed(sign, 0)
    } else if exponent >= 255 {
        signed(sign, LARGEST)
    } else {
        signed(sign, (exponent as u32) << 23 | (significand & (HIDDEN - 1)))
    }
}

/// x in 1/8192, rounded down, saturated to 32 bits; magnitudes below 2^-23 count as 0.
fn fixed(bits: u32) -> i64 {
    let x = Parts::of(bits);
    if x.is_nan() {
        return i64::from(i32::MAX);
    }
    if x.exponent < 127 - 23 {
        return 0;
    }
    if x.exponent >= 127 + 18 {
        return i64::from(if x.sign == 1 { i32::MIN } else { i32::MAX });
    }
    let shift = 137 - x.exponent;
    let significand = i64::from(x.significand());
    if shift < 0 {
        let magnitude = significand << -shift;
        return if x.sign == 1 { -magnitude } else { magnitude };
    }
    // An arithmetic shift rounds down, for negative numbers too.
    let value = if x.sign == 1 {
        -significand
    } else {
        significand
    };
    value >> shift.min(62)
}

/// 2^(x / 8192) through the table.
fn exp_core(x: i64) -> u32 {
    let floor = x >> 13;
    if floor <= -127 {
        return 0;
    }
    if floor >= 128 {
        return INFINITY;
    }
    let (high, low) = ((x >> 8 & 31) as usize, (x & 255) as u32);
    let fraction = u32::from(EXP_A[high]) * 256 + u32::from(EXP_B[high]) * low;
    ((floor + 127) as u32) << 23 | fraction << 1
}

/// log2|x| scaled by 2^26 through the table; the exponent field is neither 0 nor 255.
fn log_core(x: Parts) -> i64 {
    let (high, low) = (
        (x.fraction >> 18 & 31) as usize,
        u64::from(x.fraction >> 10 & 255),
    );
    let fraction = u64::from(LOG_A[high]) * 256 + u64::from(LOG_B[high]) * low;
    fraction as i64 + (i64::from(x.exponent) - 127) * (1 << 26)
}

/// x - floor(x), exact before it is truncated to 24 bits; 1 for a tiny negative x.
fn fraction(bits: u32) -> u32 {
    let x = Parts::of(bits);
    if x.is_nan() {
        return bits;
    }
    if x.exponent == 0 || x.exponent >= 127 + 23 {
        return 0;
    }
    if x.sign == 1 && x.exponent < 127 - 23 {
        return ONE_BITS;
    }
    if x.sign == 0 && x.exponent < 127 {
        return bits;
    }
    let significand = i64::from(x.significand());
    let (value, exponent) = if x.sign == 0 {
        (significand, x.exponent)
    } else if x.exponent < 127 {
        (-significand >> (127 - x.exponent).min(62), 127)
    } else {
        (-significand, x.exponent)
    };
    let kept = value & ((1i64 << (127 + 23 - exponent)) - 1);
    if kept == 0 {
        return 0;
    }
    let shift = kept.leading_zeros() as i32 - 40;
    let significand = (kept << shift) as u32;
    ((exponent - shift) as u32) << 23 | (significand & (HIDDEN - 1))
}

fn reciprocal(x: Parts) -> (i32, u32) {
    if x.fraction == 0 {
        return (254 - x.exponent, 0);
    }
    let m = u64::from(x.significand());
    let s0 = u64::from(RCP[(x.fraction >> 17 & 63) as usize]);
    let s1 = (((1 << 31) - s0 * m) * s0) >> 24;
    let s2 = (((1 << 37) - s1 * m) * s1) >> 25;
    (253 - x.exponent, s2 as u32 & (HIDDEN - 1))
}

impl Arithmetic for Hardware {
    fn mul(&self, a: u32, b: u32) -> u32 {
        let (a, b) = (Parts::of(a), Parts::of(b));
        if a.exponent == 0 || b.exponent == 0 {
            return 0;
        }
        let sign = a.sign ^ b.sign;
        if a.is_nan() || b.is_nan() {
            return NAN;
        }
        if a.exponent == 255 || b.exponent == 255 {
            return signed(sign, INFINITY);
        }
        let product = u64::from(a.significand()) * u64::from(b.significand());
        let exponent = a.exponent + b.exponent - 126;
        if product >> 47 == 1 {
            finish(sign, exponent, (product >> 24) as u32)
        } else {
            finish(sign, exponent - 1, (product >> 23) as u32)
        }
    }

    fn sum(&self, terms: &[u32]) -> u32 {
        let mut top = 0;
        let (mut nan, mut infinities) = (false, [false; 2]);
        for term in terms {
            let term = Parts::of(*term);
            nan |= term.is_nan();
            infinities[term.sign as usize] |= term.is_infinite();
            top = top.max(term.exponent + 2);
        }
        match infinities {
            _ if nan => return NAN,
            [true, true] => return NAN,
            [true, false] => return INFINITY,
            [false, true] => return signed(1, INFINITY),
            [false, false] => {}
        }
        let mut sum = 0i64;
        for term in terms {
            let term = Parts::of(*term);
            let significand = i64::from(if term.exponent > 0 {
                term.significand()
            } else {
                term.fraction
            });
            let shift = top - term.exponent - 7;
            let aligned = if shift >= 0 {
                significand >> shift.min(62)
            } else {
                significand << -shift
            };
            sum += if term.sign == 1 { -aligned } else { aligned };
        }
        if sum == 0 {
            return 0;
        }
        let sign = u32::from(sum < 0);
        let magnitude = sum.unsigned_abs();
        // Four significands of 29 bits stay below 2^31: only left shifts are ever needed.
        let shift = magnitude.leading_zeros() as i32 - 33;
        finish(sign, top - shift, (magnitude << shift.max(0) >> 7) as u32)
    }

    fn floor(&self, a: u32) -> i32 {
        (fixed(a) >> 13) as i32
    }

    fn rcp(&self, a: u32) -> u32 {
        let x = Parts::of(a);
        if x.is_nan() {
            return NAN;
        }
        if x.exponent == 0 {
            return signed(x.sign, INFINITY);
        }
        match reciprocal(x) {
            (exponent, _) if exponent <= 0 => signed(x.sign, 0),
            (exponent, fraction) => signed(x.sign, (exponent as u32) << 23 | fraction),
        }
    }

    fn rcc(&self, a: u32) -> u32 {
        let x = Parts::of(a);
        if x.is_nan() {
            return NAN;
        }
        let magnitude = match reciprocal(x) {
            (exponent, _) if exponent < 0x3f => 0x3f << 23,
            (exponent, _) if exponent >= 0xbf => 0xbf << 23,
            (exponent, fraction) => (exponent as u32) << 23 | fraction,
        };
        signed(x.sign, magnitude)
    }

    fn rsq(&self, a: u32) -> u32 {
        let x = Parts::of(a);
        if x.is_nan() {
            return NAN;
        }
        if x.exponent == 0 {
            return INFINITY;
        }
        if x.exponent == 255 {
            return 0;
        }
        let (exponent, index, m) = if x.exponent & 1 == 1 {
            (126 - (x.exponent - 127) / 2, x.fraction, x.significand())
        } else {
            let significand = x.significand();
            (126 - (x.exponent - 128) / 2, significand, 2 * significand)
        };
        let m = u64::from(m);
        let s0 = u64::from(RSQ[(index >> 17 & 127) as usize]);
        let s1 = (((3 << 37) - s0 * s0 * m) * s0) >> 32;
        let s2 = (((3 << 49) - s1 * s1 * m) * s1) >> 39;
        (exponent as u32) << 23 | (s2 as u32).wrapping_sub(HIDDEN)
    }

    fn expp(&self, a: u32) -> Lanes {
        let x = fixed(a);
        let z = if Parts::of(a).is_nan() {
            NAN
        } else {
            exp_core(x)
        };
        [exp_core(x & !0x1fff), fraction(a), z, ONE_BITS]
    }

    fn logp(&self, a: u32) -> Lanes {
        let x = Parts::of(a);
        let end = match x.exponent {
            _ if x.is_nan() => {
                let magnitude = a & 0x7fff_ffff;
                return [magnitude, magnitude, magnitude, ONE_BITS];
            }
            0 => Some(signed(1, INFINITY)),
            255 => Some(INFINITY),
            _ => None,
        };
        if let Some(end) = end {
            return [end, ONE_BITS, end, ONE_BITS];
        }
        let log = log_core(x);
        let z = if log == 0 {
            0
        } else {
            let magnitude = log.unsigned_abs();
            let top = 63 - magnitude.leading_zeros() as i32;
            let significand = if top >= 23 {
                magnitude >> (top - 23)
            } else {
                magnitude << (23 - top)
            } as u32;
            // Bit 26 has the weight 1.
            signed(
                u32::from(log < 0),
                ((127 + top - 26) as u32) << 23 | (significand & (HIDDEN - 1)),
            )
        };
        [
            (x.exponent as f32 - 127.0).to_bits(),
            127 << 23 | x.fraction,
            z,
            ONE_BITS,
        ]
    }

    fn lit(&self, a: &Lanes) -> Lanes {
        let [x, y, _, w] = a.map(Parts::of);
        if x.sign == 1 {
            return [ONE_BITS, 0, 0, ONE_BITS];
        }
        let limit = |when: bool| if when { INFINITY } else { 0 };
        let z = if x.exponent == 0 {
            0
        } else if w.exponent == 0 {
            ONE_BITS
        } else if y.is_nan() || w.is_nan() {
            NAN
        } else if y.sign == 1 || y.exponent == 0 {
            limit(w.sign == 1)
        } else if y.exponent == 255 {
            limit(w.sign == 0)
        } else {
            let power = fixed(a[3]).clamp(-0x10_0000, 0xf_ffff);
            exp_core((log_core(y) * power) >> 26)
        };
        [ONE_BITS, a[0], z, ONE_BITS]
    }
}
