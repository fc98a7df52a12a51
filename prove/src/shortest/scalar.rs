//! Numbers at several points of one piece of a function, and functions of them.

use crate::field::Element;
use retroshade_kit::machine::numbers::{Comparison, Function};

/// Points of a piece.
pub(super) const POINTS: usize = 24;
/// Reals nearer to each other than this leave open which of them is the greater.
const NEAR: f64 = 1e-9;

/// A number at all points of a piece, on which reals are the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar {
    pub(super) real: f64,
    pub(super) elements: [Element; POINTS],
    /// The points at which it is known, a bit each: elsewhere it lacks a root, and may be anything.
    pub(super) known: u32,
}

impl Scalar {
    pub(super) const ALL: u32 = (1 << POINTS) - 1;

    /// A number that is the same everywhere.
    pub(super) fn constant(number: i32) -> Scalar {
        let element = Element::from_f64(number.into()).unwrap_or_default();
        Scalar {
            real: number.into(),
            elements: [element; POINTS],
            known: Scalar::ALL,
        }
    }

    fn unknown() -> Scalar {
        Scalar {
            known: 0,
            ..Scalar::constant(0)
        }
    }

    fn map(&self, real: f64, element: impl Fn(Element) -> Element) -> Scalar {
        Scalar {
            real,
            elements: self.elements.map(element),
            known: self.known,
        }
    }

    fn zip(&self, other: &Scalar, real: f64, of: impl Fn(Element, Element) -> Element) -> Scalar {
        Scalar {
            real,
            elements: std::array::from_fn(|at| of(self.elements[at], other.elements[at])),
            known: self.known & other.known,
        }
    }

    pub(super) fn neg(&self) -> Scalar {
        self.map(-self.real, |element| -element)
    }

    pub(super) fn plus(&self, other: &Scalar) -> Scalar {
        self.zip(other, self.real + other.real, |a, b| a + b)
    }

    pub(super) fn minus(&self, other: &Scalar) -> Scalar {
        self.zip(other, self.real - other.real, |a, b| a - b)
    }

    pub(super) fn times(&self, other: &Scalar) -> Scalar {
        self.zip(other, self.real * other.real, |a, b| a * b)
    }

    /// 1 over it; `None` where it is 0 everywhere. All inverses are those of one product (Montgomery, 1987).
    pub(super) fn inverse(&self) -> Option<Scalar> {
        let mut inverse = *self;
        inverse.real = self.real.recip();
        let mut products = [Element::ONE; POINTS];
        let mut product = Element::ONE;
        for (at, element) in self.elements.iter().enumerate() {
            products[at] = product;
            if *element == Element::ZERO {
                inverse.known &= !(1 << at);
            } else {
                product = product * *element;
            }
        }
        let mut rest = product.inverse()?;
        for (at, element) in self.elements.iter().enumerate().rev() {
            if *element != Element::ZERO {
                inverse.elements[at] = rest * products[at];
                rest = rest * *element;
            }
        }
        (inverse.known != 0 || self.known == 0).then_some(inverse)
    }

    /// Its root; `None` below 0.
    pub(super) fn root(&self) -> Option<Scalar> {
        if self.real < 0.0 && self.real.abs() > NEAR {
            return None;
        }
        let mut root = *self;
        root.real = self.real.max(0.0).sqrt();
        for (at, element) in root.elements.iter_mut().enumerate() {
            match element.square_root() {
                Some(found) => *element = found,
                None => root.known &= !(1 << at),
            }
        }
        Some(root)
    }

    /// The same number as far as both are known.
    pub(super) fn is(&self, other: &Scalar) -> bool {
        let known = self.known & other.known;
        (0..POINTS).all(|at| known >> at & 1 == 0 || self.elements[at] == other.elements[at])
    }

    /// 0 as far as it is known.
    pub(super) fn is_nothing(&self) -> bool {
        self.is(&Scalar::constant(0))
    }

    /// Which of two is the lesser; `None` where that is open.
    fn less(&self, other: &Scalar) -> Option<bool> {
        ((self.real - other.real).abs() > NEAR).then_some(self.real < other.real)
    }

    fn picked(&self, other: &Scalar, first: Option<bool>) -> Scalar {
        match first {
            Some(true) => *self,
            Some(false) => *other,
            None if self.is(other) => *self,
            None => Scalar::unknown(),
        }
    }

    /// Without its integer part.
    fn fraction(&self) -> Scalar {
        let whole = self.real.floor();
        let near = (self.real - self.real.round()).abs() <= NEAR;
        match Element::from_f64(whole) {
            Some(part) if !near => self.map(self.real - whole, |element| element - part),
            _ => Scalar::unknown(),
        }
    }
}

/// A function of numbers none of which is a literal; `None` if it is no number, so that no result can be made of it.
pub(super) fn exact(function: Function, operands: &[&Scalar]) -> Option<Scalar> {
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(a);
    let [zero, one] = [0, 1].map(Scalar::constant);
    match function {
        Function::Copy => Some(*a),
        Function::Negate => Some(a.neg()),
        Function::Absolute => Some(a.neg().picked(a, a.less(&zero))),
        Function::Add => Some(a.plus(b)),
        Function::Subtract => Some(a.minus(b)),
        Function::Multiply => Some(a.times(b)),
        Function::Divide => b.inverse().map(|inverse| a.times(&inverse)),
        Function::Reciprocal => a.inverse(),
        Function::Minimum => Some(a.picked(b, a.less(b))),
        Function::Maximum => Some(b.picked(a, a.less(b))),
        Function::Saturate => {
            let positive = zero.picked(a, a.less(&zero));
            Some(positive.picked(&one, positive.less(&one)))
        }
        Function::Fraction => Some(a.fraction()),
        Function::Floor => Some(a.minus(&a.fraction())),
        Function::SquareRoot => a.root(),
        Function::ReciprocalSquareRoot => a.root().and_then(|root| root.inverse()),
        Function::Compare(comparison) => Some(truth(comparison, a, b)),
        // A transcendental number.
        Function::Power => None,
        _ => Some(Scalar::unknown()),
    }
}

fn truth(comparison: Comparison, a: &Scalar, b: &Scalar) -> Scalar {
    let holds = match a.less(b) {
        Some(true) => comparison.less,
        Some(false) => comparison.greater,
        None if a.is(b) => comparison.equal,
        None => return Scalar::unknown(),
    };
    Scalar::constant(holds.into())
}
