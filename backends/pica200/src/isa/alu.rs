//! What the functions of the unit give.
//!
//! Arithmetic is in float32, as the emulators do it; the simulator rounds results to float24 where
//! that is asked for. docs/pica200.md says which odd cases are known from the machine.

use retroshade_kit::machine::numbers::Function;

/// What a function gives. Missing operands are NaN.
pub fn compute(function: Function, operands: &[f32]) -> f32 {
    let [a, b] = [0, 1].map(|n| operands.get(n).copied().unwrap_or(f32::NAN));
    match function {
        // Zero times infinity is zero.
        Function::Multiply if !a.is_nan() && !b.is_nan() && (a * b).is_nan() => 0.0,
        // From the left, starting with zero.
        Function::Sum => operands.iter().fold(0.0, |sum, term| sum + term),
        // The second operand wins where they cannot be ordered.
        Function::Maximum if a > b => a,
        Function::Minimum if a < b => a,
        Function::Maximum | Function::Minimum => b,
        Function::Exp2 => f64::from(a).exp2() as f32,
        Function::Log2 => f64::from(a).log2() as f32,
        _ => function.of_floats(operands),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_times_infinity_is_zero() {
        let product = |a, b| compute(Function::Multiply, &[a, b]);
        assert_eq!(product(0.0, f32::INFINITY), 0.0);
        assert_eq!(product(-2.0, f32::INFINITY), f32::NEG_INFINITY);
        assert!(product(0.0, f32::NAN).is_nan());
    }

    #[test]
    fn the_second_operand_of_max_and_min_wins_against_nan() {
        for function in [Function::Maximum, Function::Minimum] {
            assert!(compute(function, &[0.0, f32::NAN]).is_nan());
            assert_eq!(compute(function, &[f32::NAN, 0.0]), 0.0);
        }
    }

    #[test]
    fn sums_are_made_from_the_left() {
        let sum = |terms: &[f32]| compute(Function::Sum, terms);
        assert_eq!(sum(&[16_777_216.0, 1.0, 1.0]), 16_777_216.0);
        assert_eq!(sum(&[-0.0, -0.0]).to_bits(), 0);
    }
}
