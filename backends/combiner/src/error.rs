//! How far values of a stage may be from exact ones: intervals in steps of 1/255.

use crate::poly::{Atom, Poly, Polys};
use std::ops::{Add, Mul, Neg};

/// All numbers between two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Interval {
    /// Half a step either way: what rounding to the nearest loses.
    pub const HALF: Interval = Interval {
        low: -0.5,
        high: 0.5,
    };

    /// Between two numbers.
    pub const fn new(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    /// One number.
    pub const fn point(value: f64) -> Interval {
        Interval::new(value, value)
    }

    /// The smallest interval around two.
    pub fn hull(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Times a number that is not negative.
    pub fn scale(self, by: f64) -> Interval {
        Interval::new(self.low * by, self.high * by)
    }

    /// The greatest absolute value.
    pub fn size(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Cut off to lie between two numbers.
    pub fn clamp(self, low: f64, high: f64) -> Interval {
        Interval::new(self.low.clamp(low, high), self.high.clamp(low, high))
    }
}

impl From<(f64, f64)> for Interval {
    fn from((low, high): (f64, f64)) -> Interval {
        Interval { low, high }
    }
}

impl Add for Interval {
    type Output = Interval;

    fn add(self, other: Interval) -> Interval {
        Interval::new(self.low + other.low, self.high + other.high)
    }
}

impl Neg for Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        Interval::new(-self.high, -self.low)
    }
}

impl Mul for Interval {
    type Output = Interval;

    fn mul(self, other: Interval) -> Interval {
        let (low, high) = crate::interval::times((self.low, self.high), (other.low, other.high));
        Interval::new(low, high)
    }
}

/// Errors that add up.
pub fn sum(parts: &[Interval]) -> Interval {
    parts
        .iter()
        .fold(Interval::default(), |sum, part| sum + *part)
}

/// A value and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Valued {
    /// The exact values, 1 for 1.
    pub range: Interval,
    /// Their errors, in steps of 1/255.
    pub error: Interval,
}

impl Valued {
    /// The error of a product before it is rounded: what each factor brings, and what both together do.
    pub fn product(self, other: Valued) -> Interval {
        let both = (self.error * other.error).scale(1.0 / 255.0);
        sum(&[self.error * other.range, other.error * self.range, both])
    }
}

/// A bound, in steps of 1/255, on what a polynomial changes by if every input and every uniform in it changes by half
/// a step: what bytes cost whatever the machine does with them. To first order.
pub fn of_inputs(polys: &mut Polys, poly: Poly) -> f64 {
    let mut bound = 0.0;
    for atom in polys.atoms_of(poly) {
        let own = match polys.atom(atom).clone() {
            Atom::Lookup(..) | Atom::Varying(..) | Atom::Uniform(_) => 0.5,
            Atom::Clamped(inner) => of_inputs(polys, inner),
            // Where rounding changes which value is chosen either counts as right.
            Atom::Holds(_) => 0.0,
        };
        let slope = polys.slope(poly, atom);
        let (low, high) = polys.range(slope);
        let steepest = low.abs().max(high.abs());
        if steepest.is_finite() {
            bound += steepest * own;
        }
    }
    bound
}
