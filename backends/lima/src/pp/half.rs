//! Half precision: the numbers of the fragment processor.

/// The largest finite half float.
pub const LARGEST: f32 = 65504.0;

/// The half float nearest to a number, ties to even; what is beyond the range becomes infinite.
pub fn from_f32(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7fff_ffff;
    if magnitude > 0x7f80_0000 {
        return sign | 0x7e00;
    }
    // 65520 and more are nearer to 65536, which does not exist.
    if magnitude >= 0x477f_f000 {
        return sign | 0x7c00;
    }
    if magnitude < 0x3880_0000 {
        // Multiples of 2^-24: the sum with 0.5 puts them into the low bits, rounded.
        let sum = f32::from_bits(magnitude) + 0.5;
        return sign | (sum.to_bits() - 0.5f32.to_bits()) as u16;
    }
    let rounded = magnitude + 0x0fff + (magnitude >> 13 & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

/// The value of a half float.
pub fn to_f32(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    let magnitude = match exponent {
        0 => (fraction as f32 * f32::from_bits(0x3380_0000)).to_bits(),
        31 => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// A number rounded to half precision.
pub fn round(value: f32) -> f32 {
    to_f32(from_f32(value))
}

/// The half float nearest to a number among those that are no nearer to 0.
pub fn away_from_zero(value: f32) -> f32 {
    let half = from_f32(value);
    match to_f32(half).abs() < value.abs() {
        true => to_f32(half + 1),
        false => to_f32(half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_float_survives() {
        for half in 0..=u16::MAX {
            let value = to_f32(half);
            if value.is_nan() {
                assert!(to_f32(from_f32(value)).is_nan());
            } else {
                assert_eq!(from_f32(value), half);
            }
        }
    }

    #[test]
    fn numbers_round_away_from_zero() {
        assert_eq!(away_from_zero(1.0 / 3.0), 0.333_496_1);
        assert_eq!(away_from_zero(-1.0 / 3.0), -0.333_496_1);
        assert_eq!(away_from_zero(0.4), 0.400_146_48);
        assert_eq!(away_from_zero(-2.5), -2.5);
    }

    #[test]
    fn numbers_round_to_the_nearest_even() {
        let cases = [
            (0.1, 0x2e66),
            (2049.0, 0x6800),
            (2051.0, 0x6802),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
            (-1e9, 0xfc00),
            (2.98e-8, 0x0000),
            (3.0e-8, 0x0001),
            (6.1e-5, 0x03ff),
        ];
        for (value, half) in cases {
            assert_eq!(from_f32(value), half, "{value}");
        }
        assert_eq!(round(std::f32::consts::PI), 3.140_625);
    }
}
