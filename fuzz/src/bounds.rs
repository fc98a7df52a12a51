//! What the generator knows of a number without running the program.

/// Values are multiples of 2^-`step` between `low` and `high`, in each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// No value is smaller.
    pub low: f64,
    /// No value is larger.
    pub high: f64,
    /// The number of binary places behind the point.
    pub step: i32,
    /// True if a compiler may know the value: then it may become a constant of the program, which some
    /// targets keep with 11 significant bits only.
    pub constant: bool,
}

/// Significant bits of values: 32-bit floats have 24, and sums in another order may need a few more than
/// the sum itself.
const BITS: i32 = 20;

/// Significant bits of constants: half floats have 11.
const CONSTANT_BITS: i32 = 10;

/// Magnitudes beyond this are not generated.
const LARGEST: f64 = 60_000.0;

impl Bounds {
    /// Unknown multiples of 2^-`step` from `low` to `high`.
    pub fn new(low: f64, high: f64, step: i32) -> Bounds {
        Bounds {
            low,
            high,
            step,
            constant: false,
        }
    }

    /// One number, which the compiler knows. It has at most 20 binary places.
    pub fn literal(number: f64) -> Bounds {
        let step = (0..20).find(|&step| (number * f64::from(step).exp2()).fract() == 0.0);
        Bounds {
            constant: true,
            ..Bounds::new(number, number, step.unwrap_or(20))
        }
    }

    /// The largest magnitude.
    pub fn size(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// True if every machine holds such values to the last bit.
    pub fn is_exact(self) -> bool {
        let bits = if self.constant { CONSTANT_BITS } else { BITS };
        self.size() <= LARGEST
            && self.size() * f64::from(self.step).exp2() <= f64::from(bits).exp2()
    }

    /// True if all values are among the other's.
    pub fn within(self, other: Bounds) -> bool {
        self.low >= other.low && self.high <= other.high && self.step <= other.step
    }

    /// Either of two values.
    pub fn join(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            step: self.step.max(other.step),
            constant: self.constant && other.constant,
        }
    }

    /// A sum.
    pub fn plus(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low + other.low,
            high: self.high + other.high,
            ..self.join(other)
        }
    }

    /// A negated value.
    pub fn negated(self) -> Bounds {
        Bounds {
            low: -self.high,
            high: -self.low,
            ..self
        }
    }

    /// A product.
    pub fn by(self, other: Bounds) -> Bounds {
        let corners = [
            self.low * other.low,
            self.low * other.high,
            self.high * other.low,
            self.high * other.high,
        ];
        Bounds {
            low: corners.iter().copied().fold(f64::INFINITY, f64::min),
            high: corners.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            step: self.step + other.step,
            constant: self.constant && other.constant,
        }
    }

    /// A sum of `count` such values.
    pub fn times(self, count: u8) -> Bounds {
        (1..count).fold(self, |sum, _| sum.plus(self))
    }

    /// The smaller of two.
    pub fn min(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low.min(other.low),
            high: self.high.min(other.high),
            ..self.join(other)
        }
    }

    /// The larger of two.
    pub fn max(self, other: Bounds) -> Bounds {
        self.negated().min(other.negated()).negated()
    }

    /// The magnitude.
    pub fn abs(self) -> Bounds {
        let crosses = self.low <= 0.0 && self.high >= 0.0;
        let low = if crosses {
            0.0
        } else {
            self.low.abs().min(self.high.abs())
        };
        Bounds {
            low,
            high: self.size(),
            ..self
        }
    }

    /// Bounds of `floor`, `ceil` or truncation of the number.
    pub fn whole(self) -> Bounds {
        Bounds {
            low: self.low.floor(),
            high: self.high.ceil(),
            step: 0,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn bounds_follow_arithmetic() {
        let a = Bounds::new(-2.0, 1.5, 1);
        assert_eq!(a.by(a), Bounds::new(-3.0, 4.0, 2));
        assert_eq!(a.times(3), Bounds::new(-6.0, 4.5, 1));
        assert_eq!(a.abs(), Bounds::new(0.0, 2.0, 1));
        assert_eq!(a.max(Bounds::new(1.0, 1.0, 0)), Bounds::new(1.0, 1.5, 1));
        assert_eq!(Bounds::literal(0.75).step, 2);
    }

    #[test]
    fn constants_have_fewer_bits() {
        assert!(Bounds::new(0.0, 2000.0, 1).is_exact());
        assert!(
            !Bounds {
                constant: true,
                ..Bounds::new(0.0, 2000.0, 1)
            }
            .is_exact()
        );
    }
}
