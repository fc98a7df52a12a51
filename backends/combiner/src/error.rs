//! How far values of a stage may be from exact ones: intervals in steps of 1/255.

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
        let (low, high) = crate::range::times((self.low, self.high), (other.low, other.high));
        Interval::new(low, high)
    }
}

/// How errors add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// All at their worst: a bound.
    Worst,
    /// As independent random ones do: a standard deviation, at the inputs where it is greatest. Intervals are
    /// symmetric then.
    Standard,
}

impl Measure {
    /// The error of a sum of values with errors that have nothing to do with each other.
    pub fn sum(self, parts: &[Interval]) -> Interval {
        match self {
            Measure::Worst => parts
                .iter()
                .fold(Interval::default(), |sum, part| sum + *part),
            Measure::Standard => {
                let squares: f64 = parts.iter().map(|part| part.size() * part.size()).sum();
                Interval::new(-squares.sqrt(), squares.sqrt())
            }
        }
    }

    /// What rounding anywhere between two bounds does.
    pub fn rounding(self, low: f64, high: f64) -> Interval {
        match self {
            Measure::Worst => Interval::new(low, high),
            Measure::Standard => {
                let deviation = (high - low) / 12f64.sqrt();
                Interval::new(-deviation, deviation)
            }
        }
    }
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
    /// The errors of a product before it is rounded: what each factor brings, and what both together do.
    pub fn product(self, other: Valued) -> [Interval; 3] {
        let both = (self.error * other.error).scale(1.0 / 255.0);
        [self.error * other.range, other.error * self.range, both]
    }
}
