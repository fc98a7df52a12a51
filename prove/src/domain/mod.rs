//! Numbers that tell formulas apart.
//!
//! A value is an element of a field beside a real. Elements decide whether two values are equal as
//! functions of the inputs; reals, which are drawn independently for each input, decide no more than on
//! which side of a comparison a run goes on. Source and machine code are evaluated at one point: what one
//! of them finds out about an element (that it is a logarithm, say) holds for the other.

mod constants;
mod functions;
#[cfg(test)]
mod tests;

pub(crate) use constants::Choices;

use crate::field::Element;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// Reals nearer to each other than this, relative to their size, are not told apart.
const MARGIN: f64 = 1e-11;
/// Comparisons with constants of this size, or with those nearer to 0 than its inverse, keep infinities out of
/// arithmetic.
const GUARD: f64 = 1e10;
/// Comparisons of numbers that are asked for, at a point: a loop asks thousands of times.
const EXPLAINING: usize = 100_000;

/// A number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// What it is equal to.
    pub(crate) element: Element,
    /// Which side of comparisons it is on.
    pub(crate) real: f64,
    /// Whether no input went into it, but for inputs that are exactly literals at this point.
    pub(crate) constant: bool,
    /// Whether such an input did: then the source does not compute it from literals everywhere.
    pub(crate) given: bool,
    /// Whether the language says what it is.
    pub(crate) defined: bool,
    /// Of constants: the real if every step to it is rounded to single precision, as compilers compute.
    pub(crate) single: f32,
}

impl Value {
    /// Whether it is a number whatever the inputs are, on this piece of the function.
    fn is_number(self) -> bool {
        Element::from_f64(self.real) == Some(self.element)
    }
}

/// A function of which nothing is known but that equal operands give equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Exp2,
    Log2,
    Atan,
    Sqrt,
    Sin,
    Cos,
    Texture(u32, u32),
    TextureLevel(u32, u32),
    Derivative(u32),
    Infinity,
    Forced,
    /// One of constants, by its name.
    Known(&'static str),
    Log2E,
    Turn,
}

/// What a lookup says of the level of detail.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Detail {
    /// That of the derivatives.
    None,
    /// That and a number more.
    Bias(Value),
    /// This.
    Level(Value),
}

/// A comparison or the like: the instruction, and how manieth in it.
pub(crate) type Site = (usize, usize);

/// For each whether the source asks for the same.
pub(crate) type Sites = FxHashMap<Site, bool>;

/// A number whose sign or integer part the source asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) element: Element,
    pub(crate) real: f64,
    pub(crate) site: Site,
}

/// The point at which programs are evaluated.
pub(crate) struct Domain {
    seed: u64,
    /// Elements of the inputs, by the bits of their reals in single precision.
    inputs: FxHashMap<u32, Element>,
    /// For an element that is n log2(x): n and x.
    logarithms: FxHashMap<Element, (Value, Value)>,
    /// For an element that is 2^y: y.
    exponentials: FxHashMap<Element, Value>,
    /// What the source computes from literals alone, by the number of machine code that it rounds to.
    constants: FxHashMap<u64, (Element, f64)>,
    /// The same in order of appearance.
    combined: Vec<Value>,
    /// Differences whose sign the source asks for, and numbers of which it takes the integer part.
    compared: FxHashSet<Element>,
    /// The same in order of appearance.
    pub(crate) asked: Vec<Question>,
    /// Where the source compares numbers that are equal, or takes the integer part of an integer.
    pub(crate) tied: FxHashSet<Site>,
    /// How many of them were compared with what the machine code asks for.
    explaining: usize,
    /// Constants of the source and their inverses.
    factors: FxHashSet<Element>,
    /// Bits of the significand to which machine code rounds constants.
    pub(crate) significand: u32,
    /// The exact values of numbers in machine code, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// The numbers in machine code, as bits, with the instructions that use them.
    pub(crate) literals: Vec<(u32, usize)>,
    /// Whether cubes are looked up by directions, whose length is no matter.
    pub(crate) directions: bool,
    /// Whether what runs is the source.
    pub(crate) source: bool,
    /// Whether some comparisons come out the other way round, those of equal differences alike.
    pub(crate) forced: bool,
    /// By its bits, each number in machine code with the exact values that it may have, if that is asked.
    pub(crate) listed: Option<FxHashMap<u32, Vec<f64>>>,
    /// Where something is asked: the instruction, and how manieth question it is.
    site: Site,
    /// For each such place whether the source asks for the same.
    pub(crate) sites: Sites,
    /// Whether some root is none of the field, so that its square is not the number: two formulas that differ
    /// may be equal all the same.
    pub(crate) rootless: bool,
    /// Whether something was too close to tell: the point says nothing.
    pub(crate) unstable: bool,
    /// Whether a jump of the machine code depends on something undefined.
    pub(crate) lost: bool,
}

fn is_guard(real: f64) -> bool {
    let size = real.abs();
    size >= GUARD || size > 0.0 && size <= 1.0 / GUARD
}

impl Domain {
    pub(crate) fn new(seed: u64) -> Domain {
        Domain {
            seed,
            inputs: FxHashMap::default(),
            logarithms: FxHashMap::default(),
            exponentials: FxHashMap::default(),
            constants: FxHashMap::default(),
            combined: Vec::new(),
            compared: FxHashSet::default(),
            asked: Vec::new(),
            tied: FxHashSet::default(),
            explaining: 0,
            factors: FxHashSet::default(),
            significand: 24,
            choices: Choices::default(),
            literals: Vec::new(),
            directions: false,
            source: true,
            forced: false,
            listed: None,
            site: (0, 0),
            sites: Sites::default(),
            rootless: false,
            unstable: false,
            lost: false,
        }
    }

    /// An input that is a whole number: the number itself, but no constant.
    pub(crate) fn declare_whole(&mut self, number: f32) {
        let element = Element::from_f64(number.into()).unwrap_or(Element::ZERO);
        self.inputs.insert(number.to_bits(), element);
    }

    /// The input whose real is a number: the same number gives the same input.
    pub(crate) fn declare_input(&mut self, number: f32, random: u64) {
        let element = Element::from_bits(random);
        self.inputs.entry(number.to_bits()).or_insert(element);
    }

    /// The element of the input whose real is a number.
    pub(crate) fn element_of(&self, number: f32) -> Element {
        let input = self.inputs.get(&number.to_bits()).copied();
        input.unwrap_or_default()
    }

    /// What a register of the machine, or a variable of the source, holds at the start.
    pub(crate) fn given(&mut self, number: f32) -> Value {
        match self.inputs.get(&number.to_bits()) {
            Some(&element) => Value {
                element,
                real: number.into(),
                single: number,
                constant: false,
                given: false,
                defined: true,
            },
            None => Value {
                given: self.source,
                ..self.written(number)
            },
        }
    }

    /// A number in a program.
    pub(crate) fn literal(&mut self, number: f32) -> Value {
        let value = self.written(number);
        self.note_constant(value);
        value
    }

    /// A number in a program, of which no note is made.
    fn written(&mut self, number: f32) -> Value {
        if number.is_nan() {
            return self.undefined();
        }
        let real = f64::from(number);
        let (element, real) = match Element::from_f64(real) {
            Some(exact) if self.source => (exact, real),
            Some(exact) => self.attributed(number).unwrap_or((exact, real)),
            None => {
                let infinite = self.keyed(Function::Infinity, &[]);
                (
                    match number.is_sign_negative() {
                        true => -infinite,
                        false => infinite,
                    },
                    real,
                )
            }
        };
        Value {
            element,
            real,
            single: real as f32,
            constant: true,
            given: false,
            defined: true,
        }
    }

    /// Any number; nothing may depend on it.
    pub(crate) fn undefined(&self) -> Value {
        Value {
            element: Element::ZERO,
            real: 0.0,
            single: 0.0,
            constant: true,
            given: false,
            defined: false,
        }
    }

    pub(crate) fn whole(&self, number: i64) -> Value {
        self.exact(number as f64)
    }

    /// A finite number that was not rounded, wherever it is.
    pub(crate) fn exact(&self, number: f64) -> Value {
        Value {
            element: Element::from_f64(number).unwrap_or(Element::ZERO),
            real: number,
            single: number as f32,
            constant: true,
            given: false,
            defined: true,
        }
    }

    pub(crate) fn truth(&mut self, holds: bool) -> Value {
        self.whole(i64::from(holds))
    }

    fn made(&mut self, element: Element, real: f64, operands: &[Value]) -> Value {
        let value = Value {
            element,
            real,
            constant: operands.iter().all(|operand| operand.constant),
            given: operands.iter().any(|operand| operand.given),
            defined: operands.iter().all(|operand| operand.defined) && !real.is_nan(),
            single: real as f32,
        };
        if !value.real.is_finite() && value.defined {
            self.unstable = true;
        }
        self.note_constant(value);
        value
    }

    /// A result whose steps are rounded like this.
    fn rounded_to(&mut self, single: f32, value: Value) -> Value {
        let value = Value { single, ..value };
        self.note_constant(value);
        value
    }

    pub(crate) fn add(&mut self, a: Value, b: Value) -> Value {
        let sum = self.made(a.element + b.element, a.real + b.real, &[a, b]);
        self.rounded_to(a.single + b.single, sum)
    }

    pub(crate) fn sub(&mut self, a: Value, b: Value) -> Value {
        let difference = self.made(a.element - b.element, a.real - b.real, &[a, b]);
        self.rounded_to(a.single - b.single, difference)
    }

    pub(crate) fn neg(&mut self, a: Value) -> Value {
        let value = self.made(-a.element, -a.real, &[a]);
        self.rounded_to(-a.single, value)
    }

    pub(crate) fn mul(&mut self, a: Value, b: Value) -> Value {
        let product = self.made(a.element * b.element, a.real * b.real, &[a, b]);
        let product = self.rounded_to(a.single * b.single, product);
        for (factor, other) in [(a, b), (b, a)] {
            if let Some(&(count, base)) = self.logarithms.get(&factor.element) {
                let count = self.made(
                    count.element * other.element,
                    count.real * other.real,
                    &[count, other],
                );
                self.logarithms
                    .entry(product.element)
                    .or_insert((count, base));
                break;
            }
        }
        product
    }

    pub(crate) fn rcp(&mut self, a: Value) -> Value {
        match a.element.inverse() {
            Some(inverse) => self.made(inverse, 1.0 / a.real, &[a]),
            None => self.undefined(),
        }
    }

    pub(crate) fn div(&mut self, a: Value, b: Value) -> Value {
        match b.element.inverse() {
            Some(inverse) => {
                let quotient = self.made(a.element * inverse, a.real / b.real, &[a, b]);
                self.rounded_to(a.single / b.single, quotient)
            }
            None => self.undefined(),
        }
    }

    /// How two numbers lie to each other.
    pub(crate) fn order(&mut self, a: Value, b: Value) -> Ordering {
        if a.element == b.element {
            self.note_tie();
            return Ordering::Equal;
        }
        // What is near the end of the range of floats is no comparison of the source's: it keeps results
        // finite.
        let guard = [a, b]
            .iter()
            .any(|value| value.constant && is_guard(value.real));
        // Nor is it a question how two numbers lie of which neither depends on anything here, truth values say.
        let known = [a, b]
            .iter()
            .all(|value| value.constant || value.is_number());
        if !(known || guard) {
            if a.defined && b.defined {
                self.ask(a.element - b.element, a.real - b.real);
            }
            let distance = (a.real - b.real).abs();
            if distance <= MARGIN * (a.real.abs() + b.real.abs()) && a.defined && b.defined {
                self.unstable = true;
            }
        }
        let order = a.real.partial_cmp(&b.real).unwrap_or(Ordering::Equal);
        let turned = self.forced && !(known || guard);
        if turned && self.is_forced(a.element - b.element) {
            return order.reverse();
        }
        order
    }

    /// Whether a comparison is turned round at this point: of two differences that are each other's negatives
    /// both are or none.
    fn is_forced(&self, difference: Element) -> bool {
        let key = difference.min(-difference);
        let value = Value {
            element: key,
            ..self.undefined()
        };
        self.keyed(Function::Forced, &[value]).bits() & 3 == 0
    }

    /// Notes that the sign or the integer part of a number decides something; of the machine code, whether the
    /// source asks for it as well.
    fn ask(&mut self, element: Element, real: f64) {
        if self.source {
            if self.compared.insert(element) {
                let site = self.site;
                self.asked.push(Question {
                    element,
                    real,
                    site,
                });
            }
            self.compared.insert(-element);
        } else {
            // In a loop one explanation does.
            if !self
                .sites
                .get(&self.site)
                .is_some_and(|explained| *explained)
            {
                let explained =
                    self.compared.contains(&element) || self.is_explained(element, real);
                self.sites.insert(self.site, explained);
            }
        }
        self.site.1 += 1;
    }

    /// Notes that numbers of which the source asks how they lie to each other are equal.
    fn note_tie(&mut self) {
        if self.source {
            self.tied.insert(self.site);
            self.site.1 += 1;
        }
    }

    /// Says that the program goes on at an instruction.
    pub(crate) fn at(&mut self, instruction: usize) {
        self.site = (instruction, 0);
    }

    /// Whether a number is one that the source asks for, times a constant or plus an integer.
    fn is_explained(&mut self, element: Element, real: f64) -> bool {
        let Some(inverse) = element.inverse() else {
            return true;
        };
        self.explaining += self.asked.len();
        if self.explaining > EXPLAINING {
            return false;
        }
        self.asked.iter().any(|asked| {
            let (other, other_real) = (asked.element, asked.real);
            let shifted = [(other, other_real), (-other, -other_real)]
                .into_iter()
                .any(|(other, other_real)| {
                    let shift = (real - other_real).round();
                    Element::from_f64(shift) == Some(element - other)
                });
            let factor = other * inverse;
            shifted || self.factors.contains(&factor) || self.factors.contains(&-factor) || {
                let factor_real = (other_real / real).log2();
                factor_real.fract() == 0.0 && Element::from_f64(other_real / real) == Some(factor)
            }
        })
    }

    /// The largest integer not above a number.
    pub(crate) fn floor(&mut self, a: Value) -> Value {
        let mut below = a.real.floor();
        let near = a.real.round();
        if Element::from_f64(near) == Some(a.element) {
            below = near;
            self.note_tie();
        } else if (a.real - near).abs() <= MARGIN * a.real.abs().max(1.0) && a.defined {
            self.unstable = true;
        }
        if !a.constant && !a.is_number() && a.defined {
            self.ask(a.element, a.real);
        }
        let element = Element::from_f64(below).unwrap_or(Element::ZERO);
        Value {
            element,
            real: below,
            single: below as f32,
            ..a
        }
    }
}
