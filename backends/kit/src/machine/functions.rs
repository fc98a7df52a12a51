//! The functions that units of machines compute: words, so that tables of instruction sets are data, and what they give in
//! single precision.

use std::cmp::Ordering;

/// A function of one to three numbers that a unit of some machine computes in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The operand.
    Copy,
    /// -a
    Negate,
    /// |a|
    Absolute,
    /// a + b
    Add,
    /// a - b
    Subtract,
    /// a b
    Multiply,
    /// a b 2^n
    ScaledProduct(i8),
    /// a / b
    Divide,
    /// The smaller.
    Minimum,
    /// The greater.
    Maximum,
    /// The largest integer that is not above a.
    Floor,
    /// The smallest integer that is not below a.
    Ceiling,
    /// a - floor(a)
    Fraction,
    /// The integer next to a towards 0.
    Truncate,
    /// a, but at least 0 and at most 1.
    Saturate,
    /// a, but at least 0.
    Positive,
    /// 1 / a
    Reciprocal,
    /// The square root.
    SquareRoot,
    /// 1 / sqrt(a)
    ReciprocalSquareRoot,
    /// 2^a
    Exp2,
    /// The logarithm to base 2.
    Log2,
    /// a to the power of b; no number where a is negative, whatever b is.
    Power,
    /// The sine of radians.
    Sine,
    /// The cosine of radians.
    Cosine,
    /// sin(2 pi a)
    SineOfTurns,
    /// cos(2 pi a)
    CosineOfTurns,
    /// 1 where the comparison of a with b holds, 0 elsewhere.
    Compare(Comparison),
    /// 1 where a is 0, 0 elsewhere.
    Not,
    /// 1 where neither is 0.
    And,
    /// 1 where one of them is not 0.
    Or,
    /// 1 where one is 0 and the other is not.
    Xor,
    /// b where a is not 0, c elsewhere.
    Select,
    /// 1 above 0, -1 below; elsewhere a itself.
    Sign,
    /// a, but at least b and at most c.
    Clamp,
    /// a (1 - c) + b c
    Mix,
    /// Of a quad the a of the right pixel and the b of the left one, added; 0 where samples are no quads.
    AcrossQuad,
    /// Of a quad the a of the pixel with the smaller y and the b of the other one, added, as they are in memory; 0 where
    /// samples are no quads.
    AlongQuad,
    /// The arc tangent of a, and what is to be added to it in octant b.
    AngleInOctant,
    /// The sum of one to four numbers, rounded once.
    Sum,
    /// 1 / a with a magnitude of at least 2^-64 and at most 2^64.
    ClampedReciprocal,
    /// 2^floor(a)
    Exp2OfFloor,
    /// floor(log2(a)) of a number above 0.
    Exponent,
    /// a / 2^floor(log2(a)) of a number above 0: at least 1 and less than 2.
    Significand,
    /// Where a is above 0, max(b, 0)^c; 0 elsewhere.
    LitPower,
}

/// A function of some numbers that gives up to four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VectorFunction {
    /// Of three numbers the vector of length 1 in their direction.
    Normalize,
    /// Of two vectors of three numbers their vector product.
    Cross,
    /// Of two vectors of three numbers the first mirrored at the plane whose normal is the second, of length 1.
    Reflect,
    /// Of a number two factors whose product's arc tangent is that of the number but for what the octant adds, and the
    /// octant.
    OctantOfNumber,
    /// Of y and x the same for the angle of a point.
    OctantOfPoint,
}

/// A comparison: for which orders of two numbers it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Comparison {
    /// Whether it holds where the first is less.
    pub less: bool,
    /// Whether it holds where they are equal.
    pub equal: bool,
    /// Whether it holds where the first is greater.
    pub greater: bool,
}

impl Comparison {
    /// The comparison that holds for the orders of some bits: 1 greater, 2 equal, 4 less.
    pub const fn from_bits(bits: u8) -> Comparison {
        Comparison {
            greater: bits & 1 != 0,
            equal: bits >> 1 & 1 != 0,
            less: bits >> 2 & 1 != 0,
        }
    }

    /// a > b
    pub const GREATER: Comparison = Comparison::from_bits(1);
    /// a == b
    pub const EQUAL: Comparison = Comparison::from_bits(2);
    /// a >= b
    pub const GREATER_OR_EQUAL: Comparison = Comparison::from_bits(3);
    /// a < b
    pub const LESS: Comparison = Comparison::from_bits(4);
    /// a != b
    pub const NOT_EQUAL: Comparison = Comparison::from_bits(5);
    /// a <= b
    pub const LESS_OR_EQUAL: Comparison = Comparison::from_bits(6);
    /// Whatever they are.
    pub const ALWAYS: Comparison = Comparison::from_bits(7);

    /// True if it holds for numbers of such an order.
    pub fn holds(self, order: Ordering) -> bool {
        match order {
            Ordering::Less => self.less,
            Ordering::Equal => self.equal,
            Ordering::Greater => self.greater,
        }
    }

    /// True if it holds for two floats; for NaN only [`Comparison::NOT_EQUAL`] and [`Comparison::ALWAYS`] do.
    pub fn holds_for(self, a: f32, b: f32) -> bool {
        match a.partial_cmp(&b) {
            Some(order) => self.holds(order),
            None => self.less && self.greater,
        }
    }
}

fn truth(value: bool) -> f32 {
    f32::from(u8::from(value))
}

fn turns(a: f32) -> f64 {
    // Whole turns are taken off first: the functions of the standard library are exact near zero.
    std::f64::consts::TAU * (f64::from(a) - f64::from(a).floor())
}

/// Of 0 an exponent of minus infinity and a significand of 1, of infinity both, as 2^-inf and 2^inf times 1.
fn exponent_and_significand(a: f32) -> [f32; 2] {
    if a == 0.0 || a.is_infinite() {
        return [a.abs().log2(), 1.0];
    }
    if a.is_nan() || a < 0.0 {
        return [f32::NAN; 2];
    }
    // Every single is an ordinary number in double precision.
    let bits = f64::from(a).to_bits();
    let exponent = (bits >> 52) as f32 - 1023.0;
    let significand = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    [exponent, significand as f32]
}

impl Function {
    /// What it gives in single precision by IEEE 754: the model of machines of which nothing else is known. Missing
    /// operands are NaN. Functions of a quad are of one sample here, which is its own neighbour.
    pub fn of_floats(self, operands: &[f32]) -> f32 {
        let [a, b, c] = [0, 1, 2].map(|n| operands.get(n).copied().unwrap_or(f32::NAN));
        match self {
            Function::Copy => a,
            Function::Negate => -a,
            Function::Absolute => a.abs(),
            Function::Add => a + b,
            Function::Subtract => a - b,
            Function::Multiply => a * b,
            Function::ScaledProduct(power) => a * b * f32::from(power).exp2(),
            Function::Divide => a / b,
            Function::Minimum => a.min(b),
            Function::Maximum => a.max(b),
            Function::Floor => a.floor(),
            Function::Ceiling => a.ceil(),
            Function::Fraction => a - a.floor(),
            Function::Truncate => a.trunc(),
            Function::Saturate if a.is_nan() => 0.0,
            Function::Saturate => a.clamp(0.0, 1.0),
            Function::Positive => a.max(0.0),
            Function::Reciprocal => 1.0 / a,
            Function::SquareRoot => a.sqrt(),
            Function::ReciprocalSquareRoot => 1.0 / a.sqrt(),
            Function::Exp2 => a.exp2(),
            Function::Log2 => a.log2(),
            Function::Power if a < 0.0 => f32::NAN,
            Function::Power => a.powf(b),
            Function::Sine => a.sin(),
            Function::Cosine => a.cos(),
            Function::SineOfTurns => turns(a).sin() as f32,
            Function::CosineOfTurns => turns(a).cos() as f32,
            Function::Compare(comparison) => truth(comparison.holds_for(a, b)),
            Function::Not => truth(a == 0.0),
            Function::And => truth(a != 0.0 && b != 0.0),
            Function::Or => truth(a != 0.0 || b != 0.0),
            Function::Xor => truth((a != 0.0) != (b != 0.0)),
            Function::Sign if a > 0.0 => 1.0,
            Function::Sign if a < 0.0 => -1.0,
            Function::Sign => a,
            Function::Clamp => a.max(b).min(c),
            Function::Mix => a * (1.0 - c) + b * c,
            Function::Select if a != 0.0 => b,
            Function::Select => c,
            Function::AcrossQuad | Function::AlongQuad => a + b,
            Function::AngleInOctant => {
                use std::f32::consts::{FRAC_PI_2, PI};
                let octants = [0.0, FRAC_PI_2, -FRAC_PI_2, PI, -PI];
                a.atan() + octants.get(b as usize).copied().unwrap_or(0.0)
            }
            // In double precision four numbers lose nothing that a single has room for.
            Function::Sum => operands.iter().copied().map(f64::from).sum::<f64>() as f32,
            Function::ClampedReciprocal => {
                let size = a.abs().recip().clamp(2f32.powi(-64), 2f32.powi(64));
                size.copysign(a)
            }
            Function::Exp2OfFloor => a.floor().exp2(),
            Function::Exponent => exponent_and_significand(a)[0],
            Function::Significand => exponent_and_significand(a)[1],
            Function::LitPower if a > 0.0 => b.max(0.0).powf(c),
            Function::LitPower => 0.0,
        }
    }

    /// How many operands it takes at most.
    pub const fn arity(self) -> usize {
        match self {
            Function::Copy
            | Function::Negate
            | Function::Absolute
            | Function::Floor
            | Function::Ceiling
            | Function::Fraction
            | Function::Truncate
            | Function::Saturate
            | Function::Positive
            | Function::Reciprocal
            | Function::SquareRoot
            | Function::ReciprocalSquareRoot
            | Function::Exp2
            | Function::Log2
            | Function::Sine
            | Function::Cosine
            | Function::SineOfTurns
            | Function::CosineOfTurns
            | Function::Sign
            | Function::ClampedReciprocal
            | Function::Exp2OfFloor
            | Function::Exponent
            | Function::Significand
            | Function::Not => 1,
            Function::Add
            | Function::Subtract
            | Function::Power
            | Function::Multiply
            | Function::ScaledProduct(_)
            | Function::Divide
            | Function::Minimum
            | Function::Maximum
            | Function::Compare(_)
            | Function::And
            | Function::Or
            | Function::Xor
            | Function::AcrossQuad
            | Function::AlongQuad
            | Function::AngleInOctant => 2,
            Function::Select | Function::Clamp | Function::Mix | Function::LitPower => 3,
            Function::Sum => 4,
        }
    }
}

impl VectorFunction {
    /// What it gives in single precision by IEEE 754; missing lanes and operands are NaN.
    pub fn of_floats(self, operands: &[f32]) -> [f32; 4] {
        let [a, b, c] = [0, 1, 2].map(|n| operands.get(n).copied().unwrap_or(f32::NAN));
        match self {
            VectorFunction::Normalize => {
                let length = (a * a + b * b + c * c).sqrt();
                [a / length, b / length, c / length, f32::NAN]
            }
            VectorFunction::Cross => {
                let [x, y, z] = [3, 4, 5].map(|n| operands.get(n).copied().unwrap_or(f32::NAN));
                [b * z - c * y, c * x - a * z, a * y - b * x, f32::NAN]
            }
            VectorFunction::Reflect => {
                let [x, y, z] = [3, 4, 5].map(|n| operands.get(n).copied().unwrap_or(f32::NAN));
                let twice = 2.0 * (a * x + b * y + c * z);
                [a - twice * x, b - twice * y, c - twice * z, f32::NAN]
            }
            VectorFunction::OctantOfNumber => {
                let [x, y, octant] = if a.abs() > 1.0 {
                    [-1.0 / a, 1.0, if a > 0.0 { 1.0 } else { 2.0 }]
                } else {
                    [a, 1.0, 0.0]
                };
                [x, y, octant, f32::NAN]
            }
            VectorFunction::OctantOfPoint => {
                let [x, y, octant] = if a.abs() > b.abs() {
                    [-b, 1.0 / a, if a > 0.0 { 1.0 } else { 2.0 }]
                } else if b < 0.0 {
                    let octant = if a.is_sign_negative() { 4.0 } else { 3.0 };
                    [a, 1.0 / b, octant]
                } else {
                    [a, 1.0 / b, 0.0]
                };
                [x, y, octant, f32::NAN]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_numbers_are_exact() {
        let parts = |a: f32| [Function::Exponent, Function::Significand].map(|f| f.of_floats(&[a]));
        assert_eq!(parts(6.0), [2.0, 1.5]);
        assert_eq!(parts(0.25), [-2.0, 1.0]);
        assert_eq!(parts(f32::from_bits(3)), [-148.0, 1.5]);
        assert_eq!(parts(0.0), [f32::NEG_INFINITY, 1.0]);
        assert_eq!(parts(f32::INFINITY), [f32::INFINITY, 1.0]);
        assert!(parts(-1.0).iter().all(|part| part.is_nan()));
    }

    #[test]
    fn a_sum_is_rounded_once() {
        let sum = |terms: &[f32]| Function::Sum.of_floats(terms);
        // By steps the first two would swallow the rest.
        assert_eq!(sum(&[16_777_216.0, 1.0, 1.0]), 16_777_218.0);
        assert_eq!(sum(&[0.5]), 0.5);
    }

    #[test]
    fn functions_of_lighting_end_where_they_should() {
        let power = |a, b, c| Function::LitPower.of_floats(&[a, b, c]);
        assert_eq!(power(1.0, 3.0, 2.0), 9.0);
        assert_eq!(power(1.0, -3.0, 2.0), 0.0);
        assert_eq!(power(0.0, 3.0, 2.0), 0.0);
        let inverse = |a| Function::ClampedReciprocal.of_floats(&[a]);
        assert_eq!(inverse(4.0), 0.25);
        assert_eq!(inverse(0.0), 2f32.powi(64));
        assert_eq!(inverse(f32::NEG_INFINITY), -(2f32.powi(-64)));
        assert_eq!(Function::Exp2OfFloor.of_floats(&[-0.5]), 0.5);
    }
}
