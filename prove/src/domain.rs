//! Numbers that tell formulas apart.
//!
//! A value is an element of a field beside a real. Elements decide whether two values are equal as
//! functions of the inputs; reals, which are drawn independently for each input, decide no more than on
//! which side of a comparison a run goes on. Source and machine code are evaluated at one point: what one
//! of them finds out about an element (that it is a logarithm, say) holds for the other.

use crate::field::Element;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// Reals nearer to each other than this, relative to their size, are not told apart.
const MARGIN: f64 = 1e-11;
/// Comparisons with constants of this size keep infinities out of arithmetic.
const GUARD: f64 = 1e17;
/// More constants than this are not combined with each other.
const MOST_COMBINED: usize = 64;

/// A number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// What it is equal to.
    pub(crate) element: Element,
    /// Which side of comparisons it is on.
    pub(crate) real: f64,
    /// Whether no input went into it.
    pub(crate) constant: bool,
    /// Whether the language says what it is.
    pub(crate) defined: bool,
}

/// A function of which nothing is known but that equal operands give equal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Exp2,
    Log2,
    Sqrt,
    Sin,
    Cos,
    Texture(u32, u32),
    Derivative(u32),
    Infinity,
    Forced,
    Log2E,
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
    constants: FxHashMap<u64, Element>,
    /// The same in order of appearance.
    combined: Vec<Value>,
    /// Differences whose sign the source asks for.
    compared: FxHashSet<Element>,
    /// Bits of the significand to which machine code rounds constants.
    pub(crate) significand: u32,
    /// Whether what runs is the source.
    pub(crate) source: bool,
    /// Whether some comparisons come out the other way round, those of equal differences alike.
    pub(crate) forced: bool,
    /// Comparisons and roundings of the machine code that the source does not ask for.
    pub(crate) unexplained: u32,
    /// Whether some root is none of the field, so that its square is not the number: two formulas that differ
    /// may be equal all the same.
    pub(crate) rootless: bool,
    /// Whether something was too close to tell: the point says nothing.
    pub(crate) unstable: bool,
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
            significand: 24,
            source: true,
            forced: false,
            unexplained: 0,
            rootless: false,
            unstable: false,
        }
    }

    /// The input whose real is a number: the same number gives the same input.
    pub(crate) fn declare_input(&mut self, number: f32, random: u64) {
        let element = Element::from_bits(random);
        self.inputs.entry(number.to_bits()).or_insert(element);
    }

    /// What a register of the machine, or a variable of the source, holds at the start.
    pub(crate) fn given(&mut self, number: f32) -> Value {
        match self.inputs.get(&number.to_bits()) {
            Some(&element) => Value {
                element,
                real: number.into(),
                constant: false,
                defined: true,
            },
            None => self.literal(number),
        }
    }

    /// A number in a program.
    pub(crate) fn literal(&mut self, number: f32) -> Value {
        if number.is_nan() {
            return self.undefined();
        }
        let real = f64::from(number);
        let element = match Element::from_f64(real) {
            Some(exact) if self.source => exact,
            Some(exact) => self.attributed(number, exact),
            None => {
                let infinite = self.keyed(Function::Infinity, &[]);
                if number > 0.0 { infinite } else { -infinite }
            }
        };
        let value = Value {
            element,
            real,
            constant: true,
            defined: true,
        };
        self.note_constant(value);
        value
    }

    /// What a number in machine code stands for: what the source computes from literals and rounds to it,
    /// or a combination of two of these; else itself.
    fn attributed(&self, number: f32, exact: Element) -> Element {
        let key = self.rounded(number.into());
        if let Some(&element) = self.constants.get(&key) {
            return element;
        }
        if let Some(&element) = self.constants.get(&self.rounded((-number).into())) {
            return -element;
        }
        // Numbers of few bits are written down rather than rounded.
        if number.to_bits() & 0xfff == 0 && self.significand == 24
            || self.combined.len() > MOST_COMBINED
        {
            return exact;
        }
        let size = self.rounded(number.abs().into());
        let rounds = |real: f64| self.rounded(real.abs()) == size;
        let signed = |real: f64, element: Element| {
            if (real < 0.0) == (number < 0.0) {
                element
            } else {
                -element
            }
        };
        for a in &self.combined {
            if let Some(inverse) = a.element.inverse().filter(|_| rounds(1.0 / a.real)) {
                return signed(a.real, inverse);
            }
            for b in &self.combined {
                if rounds(a.real * b.real) {
                    return signed(a.real * b.real, a.element * b.element);
                }
                if let Some(inverse) = b.element.inverse().filter(|_| rounds(a.real / b.real)) {
                    return signed(a.real / b.real, a.element * inverse);
                }
                if rounds(a.real + b.real) {
                    return signed(a.real + b.real, a.element + b.element);
                }
                if rounds(a.real - b.real) {
                    return signed(a.real - b.real, a.element - b.element);
                }
            }
        }
        exact
    }

    /// A number with the significand that constants of machine code have, to tell it from others.
    fn rounded(&self, number: f64) -> u64 {
        let dropped = 53 - self.significand.clamp(1, 53);
        let half = 1u64 << dropped >> 1;
        // A carry goes into the exponent, as it should.
        (number.to_bits() + half) >> dropped
    }

    fn note_constant(&mut self, value: Value) {
        if !self.source || !value.constant || !value.defined {
            return;
        }
        let bits = self.rounded(value.real);
        let new = !self.constants.contains_key(&bits);
        self.constants.entry(bits).or_insert(value.element);
        if new && value.real != 0.0 {
            self.combined.push(value);
        }
    }

    /// Any number; nothing may depend on it.
    pub(crate) fn undefined(&self) -> Value {
        Value {
            element: Element::ZERO,
            real: 0.0,
            constant: true,
            defined: false,
        }
    }

    pub(crate) fn whole(&mut self, number: i64) -> Value {
        let element = Element::from_f64(number as f64).unwrap_or(Element::ZERO);
        Value {
            element,
            real: number as f64,
            constant: true,
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
            defined: operands.iter().all(|operand| operand.defined) && !real.is_nan(),
        };
        if !value.real.is_finite() && value.defined {
            self.unstable = true;
        }
        self.note_constant(value);
        value
    }

    pub(crate) fn add(&mut self, a: Value, b: Value) -> Value {
        self.made(a.element + b.element, a.real + b.real, &[a, b])
    }

    pub(crate) fn sub(&mut self, a: Value, b: Value) -> Value {
        self.made(a.element - b.element, a.real - b.real, &[a, b])
    }

    pub(crate) fn neg(&mut self, a: Value) -> Value {
        self.made(-a.element, -a.real, &[a])
    }

    pub(crate) fn mul(&mut self, a: Value, b: Value) -> Value {
        let product = self.made(a.element * b.element, a.real * b.real, &[a, b]);
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
            Some(inverse) => self.made(a.element * inverse, a.real / b.real, &[a, b]),
            None => self.undefined(),
        }
    }

    /// How two numbers lie to each other.
    pub(crate) fn order(&mut self, a: Value, b: Value) -> Ordering {
        if a.element == b.element {
            return Ordering::Equal;
        }
        // What is near the end of the range of floats is no comparison of the source's: it keeps results
        // finite.
        let guard = [a, b]
            .iter()
            .any(|value| value.constant && value.real.abs() >= GUARD);
        if !(a.constant && b.constant || guard) {
            self.ask(a.element - b.element);
            let distance = (a.real - b.real).abs();
            if distance <= MARGIN * (a.real.abs() + b.real.abs()) && a.defined && b.defined {
                self.unstable = true;
            }
        }
        let order = a.real.partial_cmp(&b.real).unwrap_or(Ordering::Equal);
        let turned = self.forced && !(a.constant && b.constant || guard);
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

    /// Notes that the sign of a difference decides something; of the machine code, whether the source
    /// asks for it as well.
    fn ask(&mut self, difference: Element) {
        if self.source {
            self.compared.insert(difference);
            self.compared.insert(-difference);
        } else if !self.compared.contains(&difference) {
            self.unexplained += 1;
        }
    }

    /// The largest integer not above a number.
    pub(crate) fn floor(&mut self, a: Value) -> Value {
        let mut below = a.real.floor();
        let near = a.real.round();
        if Element::from_f64(near) == Some(a.element) {
            below = near;
        } else if (a.real - near).abs() <= MARGIN * a.real.abs().max(1.0) && a.defined {
            self.unstable = true;
        }
        if !a.constant {
            self.ask(a.element);
        }
        let element = Element::from_f64(below).unwrap_or(Element::ZERO);
        Value {
            element,
            real: below,
            ..a
        }
    }

    pub(crate) fn exp2(&mut self, a: Value) -> Value {
        if let Some(&(count, base)) = self.logarithms.get(&a.element)
            && let Some(power) = self.half_power(base, count)
        {
            return self.made(power, base.real.powf(count.real), &[a, base]);
        }
        let exact = (a.constant && a.real.fract() == 0.0 && a.real.abs() < 127.0)
            .then(|| Element::from_f64(a.real.exp2()))
            .flatten()
            .filter(|_| Element::from_f64(a.real) == Some(a.element));
        let element = exact.unwrap_or_else(|| self.keyed(Function::Exp2, &[a]));
        let value = self.made(element, a.real.exp2(), &[a]);
        self.exponentials.insert(element, a);
        value
    }

    /// `base` to a power that is half an integer; `None` for other powers.
    fn half_power(&mut self, base: Value, power: Value) -> Option<Element> {
        let doubled = 2.0 * power.real;
        let whole = doubled.fract() == 0.0 && doubled.abs() < 512.0;
        if !whole || Element::from_f64(doubled) != Some(power.element + power.element) {
            return None;
        }
        let count = doubled as i64;
        let size = match count % 2 {
            0 => base.element.power(count.unsigned_abs() / 2),
            _ => self.root(base).power(count.unsigned_abs()),
        };
        if count < 0 {
            size.inverse()
        } else {
            Some(size)
        }
    }

    /// The exponent and the significand, from 1 up to 2, of a number above 0.
    pub(crate) fn parts(&mut self, a: Value) -> [Value; 2] {
        if a.element == Element::ZERO {
            return [self.undefined(); 2];
        }
        let exponent = a.real.log2().floor();
        if !a.constant {
            self.ask(a.element);
        }
        let factor = Element::from_f64((-exponent).exp2()).unwrap_or(Element::ZERO);
        let mantissa = self.made(a.element * factor, a.real * (-exponent).exp2(), &[a]);
        let whole = self.whole(exponent as i64);
        [
            Value {
                constant: a.constant,
                defined: a.defined,
                ..whole
            },
            mantissa,
        ]
    }

    pub(crate) fn log2(&mut self, a: Value) -> Value {
        if let Some(&exponent) = self.exponentials.get(&a.element) {
            return exponent;
        }
        if a.real < 0.0 || a.element == Element::ZERO {
            return self.undefined();
        }
        let real = a.real.log2();
        let exact = (a.constant && real.fract() == 0.0)
            .then(|| Element::from_f64(real))
            .flatten();
        let element = exact.unwrap_or_else(|| self.keyed(Function::Log2, &[a]));
        let value = self.made(element, real, &[a]);
        if exact.is_none() {
            let one = self.whole(1);
            self.logarithms.insert(element, (one, a));
        }
        value
    }

    /// e to the 1 over e to the 0, as a logarithm: log2(e).
    pub(crate) fn log2_of_e(&mut self) -> Value {
        let element = self.keyed(Function::Log2E, &[]);
        let value = Value {
            element,
            real: std::f64::consts::LOG2_E,
            constant: true,
            defined: true,
        };
        self.note_constant(value);
        value
    }

    fn root(&mut self, a: Value) -> Element {
        if a.constant {
            let exact = Element::from_f64(a.real.sqrt());
            if let Some(exact) = exact.filter(|root| *root * *root == a.element) {
                return exact;
            }
        }
        match a.element.square_root() {
            Some(root) => root,
            None => {
                self.rootless = true;
                self.keyed(Function::Sqrt, &[a])
            }
        }
    }

    pub(crate) fn sqrt(&mut self, a: Value) -> Value {
        if a.real < 0.0 && a.element != Element::ZERO {
            return self.undefined();
        }
        let root = self.root(a);
        self.made(root, a.real.sqrt(), &[a])
    }

    pub(crate) fn rsqrt(&mut self, a: Value) -> Value {
        let root = self.sqrt(a);
        self.rcp(root)
    }

    /// A function that changes sign with its operand.
    pub(crate) fn odd(&mut self, function: Function, a: Value, real: fn(f64) -> f64) -> Value {
        if a.element == Element::ZERO {
            return self.made(Element::ZERO, 0.0, &[a]);
        }
        let negative = a.real < 0.0;
        let size = if negative { self.neg(a) } else { a };
        let element = self.keyed(function, &[size]);
        let element = if negative { -element } else { element };
        self.made(element, real(a.real), &[a])
    }

    pub(crate) fn cos(&mut self, a: Value) -> Value {
        if a.element == Element::ZERO {
            return self.whole(1);
        }
        let size = if a.real < 0.0 { self.neg(a) } else { a };
        let element = self.keyed(Function::Cos, &[size]);
        self.made(element, a.real.cos(), &[a])
    }

    /// The four lanes that a lookup gives.
    pub(crate) fn texture(&mut self, unit: u32, operands: &[Value]) -> [Value; 4] {
        [0, 1, 2, 3].map(|lane| {
            let element = self.keyed(Function::Texture(unit, lane), operands);
            let sum: f64 = operands.iter().map(|operand| operand.real).sum();
            let real = 0.5 + 0.45 * (sum * 1.3 + f64::from(lane + 7 * unit)).sin();
            let mut value = self.made(element, real, operands);
            value.constant = false;
            value
        })
    }

    pub(crate) fn derivative(&mut self, axis: u32, a: Value) -> Value {
        let mut value = self.odd(Function::Derivative(axis), a, |real| 0.37 * real.cos());
        value.constant = false;
        value
    }

    fn keyed(&self, function: Function, operands: &[Value]) -> Element {
        use std::hash::{Hash, Hasher};
        let mut hasher = Mixer(self.seed);
        function.hash(&mut hasher);
        for operand in operands {
            hasher.write_u64(operand.element.bits());
        }
        Element::from_bits(hasher.finish())
    }
}

/// A hash that spreads every bit (the finalizer of SplitMix64).
struct Mixer(u64);

impl std::hash::Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mut mixed = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = mixed ^ mixed >> 31;
    }
}
