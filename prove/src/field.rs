//! The field of integers modulo 2^61 - 1, in which programs are evaluated.
//!
//! Two rational functions of degree d that differ agree at a random point with a probability of at most
//! d / 2^61 (Schwartz, Zippel).

use std::ops::{Add, Mul, Neg, Sub};

/// The modulus, a prime.
const MODULUS: u64 = (1 << 61) - 1;

/// A member of the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Element(u64);

impl Element {
    pub(crate) const ZERO: Element = Element(0);
    pub(crate) const ONE: Element = Element(1);

    /// Any number, reduced; spreads random bits over the field.
    pub(crate) fn from_bits(bits: u64) -> Element {
        Element(bits % MODULUS)
    }

    /// The number, below the modulus.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// A finite number, exactly: floats are integers times powers of 2. `None` for the others.
    pub(crate) fn from_f64(number: f64) -> Option<Element> {
        if !number.is_finite() {
            return None;
        }
        let bits = number.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i64;
        let fraction = bits & ((1 << 52) - 1);
        let (significand, power) = match exponent {
            0 => (fraction, -1074),
            _ => (fraction + (1 << 52), exponent - 1075),
        };
        // 2^61 is 1 here.
        let power = power.rem_euclid(61) as u32;
        let size = Element::from_bits(significand) * Element(1 << power);
        Some(if number.is_sign_negative() {
            -size
        } else {
            size
        })
    }

    /// The power by an exponent of 0 or more.
    pub(crate) fn power(self, mut exponent: u64) -> Element {
        let (mut base, mut result) = (self, Element::ONE);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        result
    }

    /// The inverse; `None` for 0.
    pub(crate) fn inverse(self) -> Option<Element> {
        (self != Element::ZERO).then(|| self.power(MODULUS - 2))
    }

    /// The square root that is a square itself; `None` where there is none. The modulus is 3 modulo 4, so
    /// that of two roots exactly one is a square, and roots of products are products of roots.
    pub(crate) fn square_root(self) -> Option<Element> {
        let root = self.power((MODULUS + 1) / 4);
        (root * root == self).then_some(root)
    }
}

impl Add for Element {
    type Output = Element;

    fn add(self, other: Element) -> Element {
        Element::from_bits(self.0 + other.0)
    }
}

impl Sub for Element {
    type Output = Element;

    fn sub(self, other: Element) -> Element {
        Element::from_bits(self.0 + MODULUS - other.0)
    }
}

impl Neg for Element {
    type Output = Element;

    fn neg(self) -> Element {
        Element::ZERO - self
    }
}

impl Mul for Element {
    type Output = Element;

    fn mul(self, other: Element) -> Element {
        let product = u128::from(self.0) * u128::from(other.0);
        let (low, high) = (product as u64 & MODULUS, (product >> 61) as u64);
        Element::from_bits(low + high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_a_field() {
        let a = Element::from_bits(0x1234_5678_9abc_def0);
        let b = Element::from_bits(0x0fed_cba9_8765_4321);
        assert_eq!(a * b.inverse().unwrap() * b, a);
        assert_eq!((a + b) * (a - b), a * a - b * b);
        assert_eq!(-a + a, Element::ZERO);
        assert_eq!(Element::ZERO.inverse(), None);
    }

    #[test]
    fn floats_embed_exactly() {
        let of = |number| Element::from_f64(number).unwrap();
        assert_eq!(
            of(0.1f32.into()) + of(0.2f32.into()),
            of(f64::from(0.1f32) + f64::from(0.2f32))
        );
        assert_eq!(of(-1.5) * of(4.0), of(-6.0));
        assert_eq!(of(0.0), of(-0.0));
        assert_eq!(of(1e-40) * of(2.0), of(2e-40));
        let power = |exponent: f64| of(exponent.exp2());
        assert_eq!(power(-1074.0) * power(1000.0), power(-74.0));
        assert_eq!(Element::from_f64(f64::NAN), None);
    }

    #[test]
    fn roots_are_multiplicative() {
        let square = |bits| Element::from_bits(bits) * Element::from_bits(bits);
        let (a, b) = (square(77), square(0xdead_beef_1234));
        let root = |a: Element| a.square_root().unwrap();
        assert_eq!(root(a) * root(b), root(a * b));
        assert_eq!(root(Element::from_bits(4)), Element::from_bits(2));
    }
}
