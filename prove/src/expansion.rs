//! Functions that most chips lack, by the formulas that stand for them there.
//!
//! How far a formula is from the function is a matter of numbers, measured once where the compiler has it.
//! Here the formula is taken for what the function means, so that code which computes anything else differs.

use crate::domain::{Domain, Value};
use std::cmp::Ordering;
use std::f32::consts::{FRAC_1_PI, FRAC_PI_2, FRAC_PI_4, PI};

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

impl Domain {
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
        if self.order(one, size) == Ordering::Less {
            let quarter = self.literal(FRAC_PI_2);
            angle = self.sub(quarter, angle);
        }
        let sign = self.sign(a);
        self.mul(angle, sign)
    }

    pub(crate) fn expanded_angle(&mut self, y: Value, x: Value) -> Value {
        let zero = self.whole(0);
        let (height, width) = (self.abs(y), self.abs(x));
        let (small, large) = (self.min(height, width), self.max(height, width));
        let ratio = self.div(small, large);
        let mut angle = self.octant(ratio);
        if self.order(width, height) == Ordering::Less {
            let quarter = self.literal(FRAC_PI_2);
            angle = self.sub(quarter, angle);
        }
        if self.order(x, zero) == Ordering::Less {
            let half = self.literal(PI);
            angle = self.sub(half, angle);
        }
        match self.order(y, zero) {
            Ordering::Less => self.neg(angle),
            _ => angle,
        }
    }

    pub(crate) fn acos(&mut self, a: Value) -> Value {
        let size = self.abs(a);
        let one = self.whole(1);
        let rest = self.sub(one, size);
        let root = self.sqrt(rest);
        let cubic = self.polynomial(size, &ARC_COSINE);
        let angle = self.mul(root, cubic);
        let zero = self.whole(0);
        match self.order(a, zero) {
            Ordering::Less => {
                let quarter = self.literal(FRAC_PI_2);
                let half = self.add(quarter, quarter);
                self.sub(half, angle)
            }
            _ => angle,
        }
    }

    pub(crate) fn asin(&mut self, a: Value) -> Value {
        let quarter = self.literal(FRAC_PI_2);
        let angle = self.acos(a);
        self.sub(quarter, angle)
    }
}
