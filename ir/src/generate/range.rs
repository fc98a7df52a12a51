//! What the generator knows of a value without running it: between which numbers it lies, how far
//! rounding may carry it, and whether it is exact.
//!
//! An *exact* value is a multiple of a small power of two of at most eleven significant bits: any machine
//! computes it without rounding, in any order of operations. Only such values decide anything:
//! comparisons, conversions to int, floor.

/// Significant bits of an exact value; a half float has as many.
const BITS: i32 = 11;

/// Magnitudes beyond this are not generated.
const LARGEST: f64 = 48.0;

/// Half a unit in the last place of 1.0 in 32-bit floats: the unit of [`Range::noise`].
pub(super) const ULP: f64 = 1.0 / (1u32 << 24) as f64;

/// Bounds of every lane of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Largest absolute error that rounding may have caused, in units of [`ULP`].
    pub(super) noise: f64,
    /// Exact values are multiples of 2 to the minus this.
    pub(super) quantum: Option<i32>,
}

impl Range {
    /// Multiples of 2^-`quantum` between the bounds.
    pub(super) const fn exact(low: f64, high: f64, quantum: i32) -> Range {
        Range {
            low,
            high,
            noise: 0.0,
            quantum: Some(quantum),
        }
    }

    /// Continuous values, rounded once.
    pub(super) fn rounded(low: f64, high: f64, noise: f64) -> Range {
        let range = Range {
            low,
            high,
            noise,
            quantum: None,
        };
        Range {
            noise: noise + range.size(),
            ..range
        }
    }

    /// The largest magnitude.
    pub(super) fn size(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    pub(super) fn is_exact(self) -> bool {
        self.quantum.is_some()
    }

    /// True if values stay at least `distance` away from 0.
    pub(super) fn avoids_zero(self, distance: f64) -> bool {
        self.low >= distance || self.high <= -distance
    }

    /// True if values are of a size and accuracy that comparisons make sense of.
    pub(super) fn is_sane(self, noise: f64) -> bool {
        self.size() <= LARGEST && self.noise <= noise
    }

    /// From bounds and noise; exact if `quantum` is given and the result has few enough bits, rounded
    /// otherwise.
    fn from(low: f64, high: f64, noise: f64, quantum: Option<i32>) -> Range {
        let exact = Range::exact(low, high, quantum.unwrap_or(0));
        match quantum {
            Some(quantum) if exact.size() * f64::from(quantum).exp2() <= f64::from(BITS).exp2() => {
                exact
            }
            _ => Range::rounded(low, high, noise),
        }
    }

    pub(super) fn neg(self) -> Range {
        Range {
            low: -self.high,
            high: -self.low,
            ..self
        }
    }

    pub(super) fn abs(self) -> Range {
        let low = if self.avoids_zero(0.0) {
            self.low.abs().min(self.high.abs())
        } else {
            0.0
        };
        Range {
            low,
            high: self.size(),
            ..self
        }
    }

    pub(super) fn add(self, other: Range) -> Range {
        let quantum = both(self.quantum, other.quantum, i32::max);
        let noise = self.noise + other.noise;
        Range::from(self.low + other.low, self.high + other.high, noise, quantum)
    }

    pub(super) fn sub(self, other: Range) -> Range {
        self.add(other.neg())
    }

    pub(super) fn mul(self, other: Range) -> Range {
        let quantum = both(self.quantum, other.quantum, |a, b| a + b);
        let noise = self.size() * other.noise + other.size() * self.noise;
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
        let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Range::from(low, high, noise, quantum)
    }

    /// The sum of as many products as there are lanes.
    pub(super) fn dot(self, other: Range, lanes: u8) -> Range {
        let product = self.mul(other);
        (1..lanes).fold(product, |sum, _| sum.add(product))
    }

    pub(super) fn min(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.min(other.high),
            ..self.join(other)
        }
    }

    pub(super) fn max(self, other: Range) -> Range {
        self.neg().min(other.neg()).neg()
    }

    /// Either of two values.
    pub(super) fn join(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            noise: self.noise.max(other.noise),
            quantum: both(self.quantum, other.quantum, i32::max),
        }
    }

    /// A monotonic function whose slope is at most `slope`, to a few units of its last place.
    pub(super) fn map(self, slope: f64, function: impl Fn(f64) -> f64) -> Range {
        let (a, b) = (function(self.low), function(self.high));
        let noise = slope * self.noise + 3.0 * a.abs().max(b.abs());
        Range::rounded(a.min(b), a.max(b), noise)
    }

    /// Whole numbers made of exact ones.
    pub(super) fn whole(self, function: impl Fn(f64) -> f64) -> Range {
        Range::exact(function(self.low), function(self.high), 0)
    }
}

fn both(a: Option<i32>, b: Option<i32>, f: impl Fn(i32, i32) -> i32) -> Option<i32> {
    Some(f(a?, b?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_stay_exact_while_they_are_short() {
        let a = Range::exact(-2.0, 1.5, 4);
        assert_eq!(a.add(a), Range::exact(-4.0, 3.0, 4));
        assert_eq!(a.mul(a), Range::exact(-3.0, 4.0, 8));
        assert!(!a.mul(a).mul(a).is_exact());
        assert_eq!(a.abs(), Range::exact(0.0, 2.0, 4));
        assert_eq!(a.max(Range::exact(1.0, 1.0, 0)), Range::exact(1.0, 1.5, 4));
        assert_eq!(a.whole(f64::floor), Range::exact(-2.0, 1.0, 0));
    }

    #[test]
    fn noise_grows_with_slope_and_size() {
        let a = Range::rounded(1.0, 4.0, 0.0);
        assert_eq!(a.noise, 4.0);
        let product = a.mul(a);
        assert_eq!(
            (product.low, product.high, product.noise),
            (1.0, 16.0, 4.0 * 4.0 * 2.0 + 16.0)
        );
        let root = a.map(0.5, f64::sqrt);
        assert_eq!(
            (root.low, root.high, root.noise),
            (1.0, 2.0, 2.0 + 6.0 + 2.0)
        );
        assert!(a.avoids_zero(1.0) && !a.avoids_zero(1.5) && a.neg().avoids_zero(1.0));
    }
}
