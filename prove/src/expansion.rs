//! Functions that most chips lack, by the formulas that replace them there.
//!
//! How far a formula is from the function is a matter of numbers, measured once where the compiler has it.
//! Here the formula is taken for what the function means, so that code which computes anything else differs.
//! The compiler has formulas of the same form; they are written again here, since a checker that took them over
//! would take over their mistakes.

use crate::domain::{Decision, Domain, Function, Value};
use crate::field::Element;
use std::f32::consts::{FRAC_1_PI, FRAC_PI_2, FRAC_PI_4, PI};
use std::f64::consts::TAU;

/// sin(2 pi g) = g p(g g) for g from -1/4 to 1/4.
pub(crate) const SINE: [f32; 4] = [6.283_164, -41.337_143, 81.340_77, -70.993_43];
/// The same for operands below highp.
pub(crate) const COARSE_SINE: [f32; 3] = [6.281_28, -41.095_24, 73.585_52];
/// atan(a) = a p(a a) for a from 0 to 1.
const ARC_TANGENT: [f32; 5] = [
    0.999_866_3,
    -0.330_304_77,
    0.180_159_27,
    -0.085_156_32,
    0.020_845_1,
];
/// acos(a) = sqrt(1 - a) p(a) for a from 0 to 1.
const ARC_COSINE: [f32; 4] = [FRAC_PI_2, FRAC_PI_4 - 1.0, 0.082_690_9, -0.025_437_8];

/// 2^x from 0 to 1 is p(x x) + x q(x x), and log2(1 + x) is that times x, with these p and q.
const POWER: [[f32; 3]; 2] = [
    [1.0, 0.240_164_44, 0.009_017_031],
    [0.693_151_3, 0.055_799_913, 0.001_867_13],
];
const LOGARITHM: [[f32; 3]; 2] = [
    [1.442_553_2, 0.458_270_8, 0.123_451_48],
    [-0.718_281_9, -0.279_538_12, -0.026_457_446],
];

impl Domain {
    /// A polynomial by its even and its odd half.
    fn halves(&mut self, x: Value, [even, odd]: &[[f32; 3]; 2]) -> Value {
        let square = self.mul(x, x);
        let even = self.polynomial(square, even);
        let odd = self.polynomial(square, odd);
        let odd = self.mul(odd, x);
        self.add(even, odd)
    }

    pub(crate) fn expanded_exp2(&mut self, x: Value) -> Value {
        let whole = self.floor(x);
        let fraction = self.sub(x, whole);
        let factor = self.halves(fraction, &POWER);
        let power = self.exp2(whole);
        self.mul(factor, power)
    }

    pub(crate) fn expanded_log2(&mut self, x: Value) -> Value {
        let [exponent, mantissa] = self.parts(x);
        let one = self.whole(1);
        let rest = self.sub(mantissa, one);
        let quotient = self.halves(rest, &LOGARITHM);
        let product = self.mul(quotient, rest);
        self.add(product, exponent)
    }

    pub(crate) fn expanded_pow(&mut self, base: Value, exponent: Value) -> Value {
        if base.element == Element::ZERO
            || exponent.is_folded() && (2.0 * exponent.real).fract() == 0.0
        {
            return self.pow(base, exponent);
        }
        let logarithm = self.expanded_log2(base);
        let product = self.mul(exponent, logarithm);
        self.expanded_exp2(product)
    }

    fn polynomial(&mut self, x: Value, coefficients: &[f32]) -> Value {
        let mut sum = self.whole(0);
        for &coefficient in coefficients.iter().rev() {
            let product = self.mul(sum, x);
            let coefficient = self.literal(coefficient);
            sum = self.add(product, coefficient);
        }
        sum
    }

    /// The sine of an angle and a phase in turns by a polynomial: a quarter of a turn gives the sine itself, a
    /// half the cosine.
    pub(crate) fn turned_sine(&mut self, a: Value, phase: f32, factor: &[f32]) -> Value {
        let [turn, phase, half, quarter] =
            [FRAC_1_PI / 2.0, phase, 0.5, 0.25].map(|number| self.literal(number));
        let product = self.mul(a, turn);
        let turns = self.add(product, phase);
        let rest = self.fract(turns);
        let rest = self.sub(rest, half);
        let rest = self.abs(rest);
        let g = self.sub(quarter, rest);
        let square = self.mul(g, g);
        let factor = self.polynomial(square, factor);
        self.mul(g, factor)
    }

    /// A number that is another where a comparison comes out otherwise.
    pub(crate) fn decided_by(&mut self, decision: Decision, value: Value) -> Value {
        let node = self.tape.join(decision.node, value.node);
        value.at(node)
    }

    fn octant(&mut self, ratio: Value) -> Value {
        let square = self.mul(ratio, ratio);
        let factor = self.polynomial(square, &ARC_TANGENT);
        self.mul(ratio, factor)
    }

    pub(crate) fn expanded_arc_tangent(&mut self, a: Value) -> Value {
        let one = self.whole(1);
        let size = self.abs(a);
        let (small, large) = (self.min(size, one), self.max(size, one));
        let ratio = self.div(small, large);
        let mut angle = self.octant(ratio);
        let decision = self.order(one, size);
        if decision.is_less() {
            let quarter = self.literal(FRAC_PI_2);
            angle = self.sub(quarter, angle);
        }
        let angle = self.decided_by(decision, angle);
        let sign = self.sign(a);
        self.mul(angle, sign)
    }

    pub(crate) fn expanded_angle(&mut self, y: Value, x: Value) -> Value {
        let zero = self.whole(0);
        let (height, width) = (self.abs(y), self.abs(x));
        let (small, large) = (self.min(height, width), self.max(height, width));
        let ratio = self.div(small, large);
        let mut angle = self.octant(ratio);
        let decision = self.order(width, height);
        if decision.is_less() {
            let quarter = self.literal(FRAC_PI_2);
            angle = self.sub(quarter, angle);
        }
        let mut angle = self.decided_by(decision, angle);
        let decision = self.order(x, zero);
        if decision.is_less() {
            let half = self.literal(PI);
            angle = self.sub(half, angle);
        }
        let mut angle = self.decided_by(decision, angle);
        let decision = self.order(y, zero);
        if decision.is_less() {
            angle = self.neg(angle);
        }
        self.decided_by(decision, angle)
    }

    /// The first step of an arc tangent on lima, of one number or of the quotient of two: a numerator, the
    /// inverse of a denominator, and in which octant the angle is.
    pub(crate) fn octant_parts(&mut self, a: Value, b: Option<Value>) -> [Value; 3] {
        let (zero, one) = (self.whole(0), self.whole(1));
        let size = self.abs(a);
        let other = b.map_or(one, |b| self.abs(b));
        let steep = self.order(size, other);
        let (node, [numerator, inverse], octant) = match b {
            _ if steep.is_greater() => {
                let decision = self.order(a, zero);
                let octant = if decision.is_greater() { 1 } else { 2 };
                let inverse = self.rcp(a);
                let parts = match b {
                    Some(b) => [self.neg(b), inverse],
                    None => [self.neg(inverse), one],
                };
                (Some(decision.node), parts, octant)
            }
            None => (None, [a, one], 0),
            Some(b) => {
                let (left, below) = (self.order(b, zero), self.order(a, zero));
                let octant = match (left.is_less(), below.is_less()) {
                    (true, true) => 4,
                    (true, false) => 3,
                    (false, _) => 0,
                };
                let node = match octant {
                    0 => left.node,
                    _ => self.tape.join(left.node, below.node),
                };
                (Some(node), [a, self.rcp(b)], octant)
            }
        };
        let node = self.tape.join(node.unwrap_or_default(), steep.node);
        let octant = self.whole(octant).at(node);
        [numerator, inverse, octant].map(|part| self.decided_by(steep, part))
    }

    /// The last step: the arc tangent of a ratio, and a part of a turn.
    pub(crate) fn angle_in_octant(&mut self, ratio: Value, octant: Value) -> Value {
        let angle = self.odd(Function::Atan, ratio, f64::atan);
        let parts = [0.0, FRAC_PI_2, -FRAC_PI_2, PI, -PI];
        let Some(&part) = parts.get(octant.real as usize) else {
            return self.undefined();
        };
        let part = self.exact(part.into());
        let sum = self.add(angle, part);
        let node = self.tape.join(sum.node, octant.node);
        Value {
            defined: sum.defined && octant.defined,
            ..sum.at(node)
        }
    }

    /// An arc tangent by these two steps.
    pub(crate) fn arc_tangent_by_octants(&mut self, a: Value, b: Option<Value>) -> Value {
        let [numerator, inverse, octant] = self.octant_parts(a, b);
        let ratio = self.mul(numerator, inverse);
        self.angle_in_octant(ratio, octant)
    }

    /// The sine of an angle in turns, as a function of its own.
    pub(crate) fn sine_of_turns(&mut self, a: Value) -> Value {
        self.odd(Function::Sin, a, |turns| (TAU * turns).sin())
    }

    /// The cosine of an angle in turns.
    pub(crate) fn cosine_of_turns(&mut self, a: Value) -> Value {
        self.even(Function::Cos, a, |turns| (TAU * turns).cos())
    }

    pub(crate) fn acos(&mut self, a: Value) -> Value {
        let size = self.abs(a);
        let one = self.whole(1);
        let rest = self.sub(one, size);
        let root = self.sqrt(rest);
        let cubic = self.polynomial(size, &ARC_COSINE);
        let angle = self.mul(root, cubic);
        let zero = self.whole(0);
        let decision = self.order(a, zero);
        let angle = if decision.is_less() {
            let quarter = self.literal(FRAC_PI_2);
            let half = self.add(quarter, quarter);
            self.sub(half, angle)
        } else {
            angle
        };
        self.decided_by(decision, angle)
    }

    pub(crate) fn asin(&mut self, a: Value) -> Value {
        let quarter = self.literal(FRAC_PI_2);
        let angle = self.acos(a);
        self.sub(quarter, angle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(domain: &mut Domain, number: f32) -> Value {
        domain.declare_input(
            number,
            u64::from(number.to_bits()).wrapping_mul(0x1234_5678_9abc),
            0,
        );
        domain.given(number)
    }

    #[test]
    fn angles_are_in_octants() {
        let mut domain = Domain::new(3);
        for (a, b, wanted) in [
            (2.0, Some(1.0), 1),
            (2.0, Some(-1.0), 1),
            (-2.0, Some(1.0), 2),
            (-2.0, Some(-1.0), 2),
            (1.0, Some(2.0), 0),
            (-1.0, Some(2.0), 0),
            (1.0, Some(-2.0), 3),
            (-1.0, Some(-2.0), 4),
            (1.0, Some(1.0), 0),
            (2.0, None, 1),
            (-2.0, None, 2),
            (0.5, None, 0),
            (-0.5, None, 0),
        ] {
            let place = format!("{a} {b:?}");
            let (a, b) = (domain.exact(a), b.map(|b| domain.exact(b)));
            let [numerator, inverse, octant] = domain.octant_parts(a, b);
            assert_eq!(octant.real as u8, wanted, "{place}");
            let ratio = domain.mul(numerator, inverse);
            assert!(ratio.real.abs() <= 1.0, "{place}");
            let angle = domain.angle_in_octant(ratio, octant);
            let real = a.real.atan2(b.map_or(1.0, |b| b.real));
            assert!(angle.defined && (angle.real - real).abs() < 1e-6, "{place}");
        }
        let (x, none) = (input(&mut domain, 0.25), domain.undefined());
        let [zero, five] = [0, 5].map(|number| domain.whole(number));
        for (ratio, octant) in [(none, zero), (x, none), (x, five)] {
            assert!(!domain.angle_in_octant(ratio, octant).defined);
        }
    }

    /// Powers that are half integers are computed exactly where the exponent is written down, and of 0 there is one power.
    #[test]
    fn powers_with_a_formula_and_without() {
        let mut domain = Domain::new(3);
        let (x, y) = (input(&mut domain, 1.7), input(&mut domain, 0.55));
        let zero = domain.whole(0);
        let [half, third, two] = [2.5, 2.3, 2.0].map(|number| domain.literal(number));
        let varying = Value {
            constant: false,
            ..two
        };
        for (base, exponent, exact) in [
            (x, half, true),
            (x, two, true),
            (x, third, false),
            (x, varying, false),
            (x, y, false),
            (zero, y, true),
            (zero, half, true),
        ] {
            let expanded = domain.expanded_pow(base, exponent);
            let power = domain.pow(base, exponent);
            let same = expanded.element == power.element && expanded.defined;
            assert_eq!(same, exact, "{base:?} {exponent:?}");
        }
    }
}
