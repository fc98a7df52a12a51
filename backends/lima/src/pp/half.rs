//! Half precision: the numbers of the fragment processor.

use ::half::f16;

/// The largest finite half float.
pub const LARGEST: f32 = f16::MAX.to_f32_const();

/// The half float nearest to a number, ties to even; what is beyond the range becomes infinite.
pub fn from_f32(value: f32) -> u16 {
    f16::from_f32(value).to_bits()
}

/// The value of a half float.
pub fn to_f32(half: u16) -> f32 {
    f16::from_bits(half).to_f32()
}

/// A number rounded to half precision.
pub fn round(value: f32) -> f32 {
    to_f32(from_f32(value))
}

/// The half float nearest to a number among those that are no nearer to 0.
pub fn away_from_zero(value: f32) -> f32 {
    let half = from_f32(value);
    if to_f32(half).abs() < value.abs() {
        to_f32(half + 1)
    } else {
        to_f32(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_away_from_zero() {
        assert_eq!(away_from_zero(1.0 / 3.0), 0.333_496_1);
        assert_eq!(away_from_zero(-1.0 / 3.0), -0.333_496_1);
        assert_eq!(away_from_zero(0.4), 0.400_146_48);
        assert_eq!(away_from_zero(-2.5), -2.5);
    }

    #[test]
    fn numbers_round_to_the_nearest_even() {
        for (value, half) in [(2051.0, 0x6802), (65519.0, 0x7bff), (65520.0, 0x7c00)] {
            assert_eq!(from_f32(value), half, "{value}");
        }
        assert_eq!(from_f32(f32::NAN), 0x7e00);
    }
}
