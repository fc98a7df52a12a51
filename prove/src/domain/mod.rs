//! Numbers that tell formulas apart.
//!
//! A value is an element of a field beside a real. Elements decide whether two values are equal as
//! functions of the inputs; reals, which are drawn independently for each input, decide no more than on
//! which side of a comparison a run goes on. Source and machine code are evaluated at one point: what one
//! of them finds out about an element (that it is a logarithm, say) holds for the other.

mod constants;
mod functions;
mod questions;
#[cfg(test)]
mod tests;
mod witness;

pub(crate) use constants::Choices;
pub(crate) use witness::Witness;

use crate::arms::Arms;
use crate::field::Element;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

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
    /// Whether a root went into it that is none of the field, so that its square is not the number: of two formulas that
    /// are equal the elements may differ.
    pub(crate) rootless: bool,
    /// Of constants: the real if every step to it is rounded to single precision, as compilers compute.
    pub(crate) single: f32,
}

impl Value {
    /// Whether a compiler can compute it: no input went into it, not even one that is a literal at this point.
    pub(crate) fn is_folded(self) -> bool {
        self.constant && !self.given
    }

    /// Whether it is a number whatever the inputs are, on this piece of the function.
    fn is_number(self) -> bool {
        Element::from_f64(self.real) == Some(self.element)
    }

    /// Whether a machine has an infinity there. What depends on it is undefined, but for what is 0 or another operand
    /// by the rules of IEEE 754.
    pub(crate) fn is_infinity(self) -> bool {
        !self.defined && self.element == Element::ZERO && self.real.is_infinite()
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
    /// Those of them that are written in the source.
    source_literals: Vec<Value>,
    /// Differences whose sign the source asks for, and numbers of which it takes the integer part.
    compared: FxHashSet<Element>,
    /// The same in order of appearance.
    pub(crate) asked: Vec<Question>,
    /// The quotients of integers of which the source takes the integer part.
    quotients: Vec<(Element, f64)>,
    /// Where the source compares numbers that are equal, or takes the integer part of an integer.
    pub(crate) tied: FxHashSet<Site>,
    /// How many of them were compared with what the machine code asks for.
    explaining: usize,
    /// Bits of the significand to which machine code rounds constants.
    pub(crate) significand: u32,
    /// What numbers in machine code were in single precision, if the compiler says.
    pub(crate) witness: Option<Rc<Witness>>,
    /// The exact values of numbers in machine code, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// The numbers in machine code, as bits, with the instructions that use them.
    pub(crate) literals: Vec<(u32, usize)>,
    /// Whether cubes are looked up by directions, whose length is no matter.
    pub(crate) directions: bool,
    /// Whether machine code has 0 for 0 times an infinity.
    pub(crate) zero_wins: bool,
    /// Whether what runs is the source.
    pub(crate) source: bool,
    /// Whether some comparisons come out the other way round or as ties, those of equal differences alike.
    pub(crate) forced: bool,
    /// By its bits, each number in machine code with the exact values that it may have, if that is asked.
    pub(crate) listed: Option<FxHashMap<u32, Vec<f64>>>,
    /// Where something is asked: the instruction, and how manieth question it is.
    site: Site,
    /// For each such place whether the source asks for the same.
    pub(crate) sites: Sites,
    /// Whether something was too close to tell: the point says nothing.
    pub(crate) unstable: bool,
    /// Which way the machine code's conditional jumps went.
    pub(crate) jumps: Arms,
    /// Whether a jump of the machine code depends on something undefined.
    pub(crate) lost: bool,
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
            source_literals: Vec::new(),
            compared: FxHashSet::default(),
            asked: Vec::new(),
            quotients: Vec::new(),
            tied: FxHashSet::default(),
            explaining: 0,
            significand: 24,
            witness: None,
            choices: Choices::default(),
            literals: Vec::new(),
            directions: false,
            zero_wins: false,
            source: true,
            forced: false,
            listed: None,
            site: (0, 0),
            sites: Sites::default(),
            unstable: false,
            jumps: Arms::default(),
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
                rootless: false,
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
        if self.note_constant(value) {
            self.source_literals.push(value);
        }
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
            rootless: false,
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
            rootless: false,
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
            rootless: false,
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
            rootless: operands.iter().any(|operand| operand.rootless),
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
        let is_zero = |value: Value| value.defined && value.element == Element::ZERO;
        if self.zero_wins && (is_zero(a) && b.is_infinity() || is_zero(b) && a.is_infinity()) {
            return self.whole(0);
        }
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

    /// 1 over a number.
    pub(crate) fn rcp(&mut self, a: Value) -> Value {
        match a.element.inverse() {
            Some(inverse) => {
                let quotient = self.made(inverse, 1.0 / a.real, &[a]);
                self.rounded_to(1.0 / a.single, quotient)
            }
            None if a.is_infinity() && !self.source => self.whole(0),
            None => self.over_zero(1.0, a),
        }
    }

    pub(crate) fn div(&mut self, a: Value, b: Value) -> Value {
        match b.element.inverse() {
            Some(inverse) => {
                let quotient = self.made(a.element * inverse, a.real / b.real, &[a, b]);
                self.rounded_to(a.single / b.single, quotient)
            }
            None if a.defined && a.element != Element::ZERO => self.over_zero(a.real, b),
            None => self.undefined(),
        }
    }

    /// A number that is not 0 over 0: of that the language says nothing, and a machine has an infinity, unless that is 0 of
    /// which the reals do not tell the sign.
    fn over_zero(&self, number: f64, zero: Value) -> Value {
        let infinite = !self.source && zero.defined && zero.real == 0.0;
        Value {
            real: if infinite { number / zero.real } else { 0.0 },
            ..self.undefined()
        }
    }
}
