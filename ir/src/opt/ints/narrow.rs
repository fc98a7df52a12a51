//! Quotients of ints where literals, and perhaps results, are narrower than 32-bit floats.
//!
//! With half floats a product with a reciprocal is off by up to two units in its last place, so that no
//! factor is right for both exact quotients and those just below the next. So a first quotient is
//! corrected by what it leaves of the dividend, which is exact. Tried for all pairs, that is right for
//! dividends up to two to the bits of a literal (2048), whether results are rounded as literals are or
//! not, and before a truncation or after it; where results are 32-bit floats, up to 2^19.

use crate::opt::exact_quotients::{Direction, rounded};
use crate::opt::rewrite::Rewriter;
use crate::{Constant, Op, Scalar, Use};

/// The largest literal by which what is left can be divided by a product.
const LARGEST_FACTOR: f32 = 900.0;

/// The largest literal that is divided by in this way: beyond, half floats end.
const LARGEST_LITERAL: f32 = 65504.0;

/// `trunc(a / b)`; `None` for a literal for which this is not the way.
pub(super) fn quotient(rw: &mut Rewriter<'_>, a: Use, b: Use) -> Option<Use> {
    let Some(divisor) = rw.shader.as_constant(b) else {
        let quotient = rw.emit(Op::Div, &[a, b]);
        return Some(compared(rw, a, b, quotient));
    };
    let divisors: Vec<f32> = divisor.lanes().iter().map(|&b| f32::from_bits(b)).collect();
    let fits = |divisor: &f32| (1.0..=LARGEST_LITERAL).contains(&divisor.abs());
    let power = |divisor: &f32| super::is_power_of_two(f64::from(*divisor));
    if !divisors.iter().all(fits) || divisors.iter().all(power) {
        return None;
    }
    let bits = rw.capabilities.arithmetic.literal_bits;
    let inverse = |rw: &mut Rewriter<'_>, direction: Direction| {
        let lanes = divisors
            .iter()
            .map(|divisor| rounded(1.0 / f64::from(*divisor), bits, direction));
        let lanes = lanes.map(f32::to_bits).collect::<Vec<u32>>();
        rw.constant(Constant::from_bits(Scalar::Float, lanes))
    };
    let below = inverse(rw, Direction::TowardZero);
    let quotient = rw.emit(Op::Mul, &[a, below]);
    if divisors
        .iter()
        .any(|divisor| divisor.abs() > LARGEST_FACTOR)
    {
        return Some(compared(rw, a, b, quotient));
    }
    // The first quotient is never too large, and what it leaves is a few times the divisor.
    let quotient = rw.emit(Op::Trunc, &[quotient]);
    let rest = left(rw, a, quotient, b);
    let above = inverse(rw, Direction::AwayFromZero);
    let more = rw.emit(Op::Mul, &[rest, above]);
    let more = rw.emit(Op::Trunc, &[more]);
    Some(rw.emit(Op::Add, &[quotient, more]))
}

/// `trunc(a / b)` from a quotient that is off by less than one: one more or less where what it leaves of
/// `|a|` is not below `|b|`, or below 0.
fn compared(rw: &mut Rewriter<'_>, a: Use, b: Use, quotient: Use) -> Use {
    let lanes = a.lanes();
    let zero = rw.float(0.0, lanes);
    let [dividend, divisor, size] = [a, b, quotient].map(|operand| rw.emit(Op::Abs, &[operand]));
    let whole = rw.emit(Op::Trunc, &[size]);
    let rest = left(rw, dividend, whole, divisor);
    let more = rw.emit(Op::SetGe, &[rest, divisor]);
    let less = rw.emit(Op::SetLt, &[rest, zero]);
    let whole = rw.emit(Op::Add, &[whole, more]);
    let whole = rw.emit(Op::Sub, &[whole, less]);
    let negative = rw.emit(Op::SetLt, &[quotient, zero]);
    let (one, two) = (rw.float(1.0, lanes), rw.float(2.0, lanes));
    let twice = rw.emit(Op::Mul, &[negative, two]);
    let sign = rw.emit(Op::Sub, &[one, twice]);
    rw.emit(Op::Mul, &[whole, sign])
}

/// `a - quotient * b`. A literal that does not keep all its bits is taken in two parts that do.
pub(super) fn left(rw: &mut Rewriter<'_>, a: Use, quotient: Use, b: Use) -> Use {
    let bits = rw.capabilities.arithmetic.literal_bits;
    let parts = rw.shader.as_constant(b).map(|divisor| {
        let numbers = divisor.lanes().iter().map(|&b| f32::from_bits(b));
        let high = numbers
            .clone()
            .map(|number| rounded(number.into(), bits, Direction::TowardZero));
        let low = numbers
            .zip(high.clone())
            .map(|(number, high)| number - high);
        (high.collect::<Vec<f32>>(), low.collect::<Vec<f32>>())
    });
    let split = parts.filter(|(_, low)| low.iter().any(|low| *low != 0.0));
    let Some((high, low)) = split else {
        let product = rw.emit(Op::Mul, &[quotient, b]);
        return rw.emit(Op::Sub, &[a, product]);
    };
    [high, low].iter().fold(a, |rest, part| {
        let part = rw.constant(Constant::floats(part));
        let product = rw.emit(Op::Mul, &[quotient, part]);
        rw.emit(Op::Sub, &[rest, product])
    })
}
