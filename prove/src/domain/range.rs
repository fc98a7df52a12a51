//! Intervals: what a number can be whatever the inputs are, so that ways which nothing takes are not asked for.

use crate::sides;

/// The least and the greatest value of a number, on the piece of the function that a point is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    low: f64,
    high: f64,
}

impl Range {
    pub(crate) const ANY: Range = Range::new(f64::NEG_INFINITY, f64::INFINITY);
    pub(crate) const UNIT: Range = Range::new(0.0, 1.0);
    /// Sines, cosines and lanes of unit vectors.
    pub(crate) const SIGNED_UNIT: Range = Range::new(-1.0, 1.0);
    pub(crate) const POSITIVE: Range = Range::new(0.0, f64::INFINITY);

    pub(crate) const fn new(low: f64, high: f64) -> Range {
        Range { low, high }
    }

    /// Of one number.
    pub(crate) const fn point(number: f64) -> Range {
        Range::new(number, number)
    }

    /// The number of the range that is nearest to another.
    pub(crate) fn nearest(self, number: f64) -> f64 {
        number.max(self.low).min(self.high)
    }

    pub(crate) fn add(self, other: Range) -> Range {
        Range::of([self.low + other.low, self.high + other.high])
    }

    pub(crate) fn neg(self) -> Range {
        Range::new(-self.high, -self.low)
    }

    pub(crate) fn mul(self, other: Range) -> Range {
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let [a, b] = [self, other].map(|range| [range.low, range.high]);
        Range::of([
            product(a[0], b[0]),
            product(a[0], b[1]),
            product(a[1], b[0]),
            product(a[1], b[1]),
        ])
    }

    /// Of 1 over a number.
    pub(crate) fn rcp(self) -> Range {
        if self.low > 0.0 || self.high < 0.0 {
            Range::of([1.0 / self.low, 1.0 / self.high])
        } else if self.low >= 0.0 {
            Range::new(1.0 / self.high, f64::INFINITY)
        } else {
            Range::ANY
        }
    }

    /// Of a function that grows with its operand.
    pub(crate) fn map(self, function: fn(f64) -> f64) -> Range {
        Range::of([function(self.low), function(self.high)])
    }

    pub(crate) fn abs(self) -> Range {
        let high = self.low.abs().max(self.high.abs());
        if self.low <= 0.0 && self.high >= 0.0 {
            Range::new(0.0, high)
        } else {
            Range::new(self.low.abs().min(self.high.abs()), high)
        }
    }

    pub(crate) fn min(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.min(other.high))
    }

    pub(crate) fn max(self, other: Range) -> Range {
        Range::new(self.low.max(other.low), self.high.max(other.high))
    }

    /// Of one of two numbers.
    pub(crate) fn or(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// True if a number is in it.
    pub(crate) fn has(self, number: f64) -> bool {
        Range::point(number).is_within(self)
    }

    /// True if each of its numbers is in the other.
    pub(crate) fn is_within(self, other: Range) -> bool {
        self.low >= other.low && self.high <= other.high
    }

    /// The ways in which a number of this range can lie to one of another.
    pub(crate) fn ways(self, other: Range) -> u64 {
        let mut ways = 0;
        if self.low < other.high {
            ways |= sides::LESS;
        }
        if self.high > other.low {
            ways |= sides::GREATER;
        }
        if self.low <= other.high && self.high >= other.low {
            ways |= sides::EQUAL;
        }
        ways
    }

    fn of<const N: usize>(ends: [f64; N]) -> Range {
        if ends.iter().any(|end| end.is_nan()) {
            return Range::ANY;
        }
        let mut range = Range::new(f64::INFINITY, f64::NEG_INFINITY);
        for end in ends {
            range = Range::new(range.low.min(end), range.high.max(end));
        }
        range
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_arithmetic() {
        let (small, wide) = (Range::new(-1.0, 2.0), Range::new(3.0, 4.0));
        for (found, wanted) in [
            (small.add(wide), (2.0, 6.0)),
            (small.neg(), (-2.0, 1.0)),
            (small.mul(wide), (-4.0, 8.0)),
            (small.mul(small), (-2.0, 4.0)),
            (Range::POSITIVE.mul(Range::POSITIVE), (0.0, f64::INFINITY)),
            (wide.rcp(), (0.25, 1.0 / 3.0)),
            (wide.neg().rcp(), (-1.0 / 3.0, -0.25)),
            (Range::UNIT.rcp(), (1.0, f64::INFINITY)),
            (small.rcp(), (f64::NEG_INFINITY, f64::INFINITY)),
            (small.abs(), (0.0, 2.0)),
            (wide.neg().abs(), (3.0, 4.0)),
            (small.min(Range::UNIT), (-1.0, 1.0)),
            (small.max(Range::UNIT), (0.0, 2.0)),
            (small.or(wide), (-1.0, 4.0)),
            (
                Range::ANY.add(Range::ANY.neg()),
                (f64::NEG_INFINITY, f64::INFINITY),
            ),
            (wide.map(f64::exp2), (8.0, 16.0)),
        ] {
            assert_eq!(found, Range::new(wanted.0, wanted.1));
        }
    }

    #[test]
    fn ways_that_numbers_can_lie_to_each_other() {
        use crate::sides::{EQUAL, GREATER, LESS};
        assert!(
            Range::UNIT.is_within(Range::SIGNED_UNIT) && !Range::POSITIVE.is_within(Range::UNIT)
        );
        let zero = Range::point(0.0);
        for (range, ways) in [
            (Range::ANY, LESS | EQUAL | GREATER),
            (Range::POSITIVE, EQUAL | GREATER),
            (Range::new(0.5, 2.0), GREATER),
            (Range::new(-2.0, 0.0), LESS | EQUAL),
            (zero, EQUAL),
        ] {
            assert_eq!(range.ways(zero), ways, "{range:?}");
        }
    }
}
