//! Functions that are not rational, in canonical forms: where an identity of two of them is needed, both sides come
//! out as the same element.

use super::{Detail, Domain, Fetched, Function, Lever, Range, Scene, Value};
use crate::field::Element;
use retroshade_ir::random::Random;

impl Domain {
    pub(crate) fn exp2(&mut self, a: Value) -> Value {
        let logarithm = self.logarithms.get(&a.element).copied();
        if let Some((count, base)) = logarithm
            && base.element == Element::ZERO
            && count.real > 0.0
        {
            return self.made(Element::ZERO, 0.0, &[a, base]);
        }
        if let Some((count, base)) = logarithm
            && let Some((power, rootless)) = self.half_power(base, count)
        {
            let power = self.made(power, base.real.powf(count.real), &[a, base]);
            return Value {
                rootless: power.rootless || rootless,
                ..power
            };
        }
        let exact = (a.is_number() && a.real.fract() == 0.0 && a.real.abs() < 127.0)
            .then(|| Element::from_f64(a.real.exp2()))
            .flatten();
        let element = exact.unwrap_or_else(|| self.keyed(Function::Exp2, &[a]));
        let value = self.made(element, a.real.exp2(), &[a]);
        let value = self.rounded_to(f64::from(a.single).exp2() as f32, value);
        let value = Domain::within(a.range.map(f64::exp2), value);
        self.exponentials.insert(element, a);
        value
    }

    /// `base` to a power that is half an integer, and whether it lacks a root for that; `None` for other powers.
    fn half_power(&mut self, base: Value, power: Value) -> Option<(Element, bool)> {
        let doubled = 2.0 * power.real;
        let whole = doubled.fract() == 0.0 && doubled.abs() < 512.0;
        if !whole || Element::from_f64(doubled) != Some(power.element + power.element) {
            return None;
        }
        let count = doubled as i64;
        let (size, rootless) = match count % 2 {
            0 => (base.element.power(count.unsigned_abs() / 2), false),
            _ => {
                let (root, rootless) = self.root(base);
                (root.power(count.unsigned_abs()), rootless)
            }
        };
        let power = if count.is_negative() {
            size.inverse()?
        } else {
            size
        };
        Some((power, rootless))
    }

    /// The exponent and the significand, from 1 up to 2, of a number above 0.
    pub(crate) fn parts(&mut self, a: Value) -> [Value; 2] {
        if a.element == Element::ZERO {
            return [self.undefined(); 2];
        }
        let exponent = a.real.log2().floor();
        self.ask_exponent(a);
        let factor = Element::from_f64((-exponent).exp2()).unwrap_or(Element::ZERO);
        let mantissa = self.made(a.element * factor, a.real * (-exponent).exp2(), &[a]);
        let whole = self.whole(exponent as i64);
        [
            Value {
                constant: a.constant,
                defined: a.defined,
                range: Range::ANY,
                node: a.node,
                ..whole
            },
            mantissa,
        ]
    }

    pub(crate) fn log2(&mut self, a: Value) -> Value {
        if let Some(&exponent) = self.exponentials.get(&a.element) {
            return Value {
                constant: a.constant,
                given: a.given,
                defined: a.defined,
                node: a.node,
                ..exponent
            };
        }
        if a.element == Element::ZERO && !self.source {
            return self.minus_infinity(a);
        }
        self.ask_domain(a);
        if a.real < 0.0 || a.element == Element::ZERO {
            return self.undefined();
        }
        let real = a.real.log2();
        let exact = (a.is_number() && real.fract() == 0.0)
            .then(|| Element::from_f64(real))
            .flatten();
        let element = exact.unwrap_or_else(|| self.keyed(Function::Log2, &[a]));
        let value = self.made(element, real, &[a]);
        let value = self.rounded_to(f64::from(a.single).log2() as f32, value);
        let range = a.range.max(Range::point(0.0)).map(f64::log2);
        let value = Domain::within(range, value);
        if exact.is_none() {
            let one = self.whole(1);
            self.logarithms.insert(element, (one, a));
        }
        value
    }

    /// What machines have for the logarithm of 0: whatever is multiplied by it and raised to, but for 0, comes
    /// out as 0.
    fn minus_infinity(&mut self, zero: Value) -> Value {
        let element = -self.keyed(Function::Infinity, &[]);
        let value = self.made(element, -1e30, &[zero]);
        let one = self.whole(1);
        self.logarithms.insert(element, (one, zero));
        value
    }

    /// e to the 1 over e to the 0, as a logarithm: log2(e).
    pub(crate) fn log2_of_e(&mut self) -> Value {
        self.irrational(Function::Log2E, std::f64::consts::LOG2_E)
    }

    /// 1 over 2 pi: what angles are multiplied by to be turns.
    pub(crate) fn turn(&mut self) -> Value {
        self.irrational(Function::Turn, std::f64::consts::TAU.recip())
    }

    /// A function of constants, whose result is one: exactly that where it is an integer.
    pub(crate) fn number(&mut self, name: &'static str, real: f64, operands: &[Value]) -> Value {
        let whole = Element::from_f64(real).filter(|_| real.fract() == 0.0);
        let element = whole.unwrap_or_else(|| self.keyed(Function::Known(name), operands));
        self.made(element, real, operands)
    }

    /// A constant that is no quotient of integers.
    fn irrational(&mut self, name: Function, real: f64) -> Value {
        let value = Value::known(self.keyed(name, &[]), real);
        self.note_constant(value);
        value
    }

    /// The root of a number, and whether it has none in the field: then it is a function of which nothing is known.
    fn root(&mut self, a: Value) -> (Element, bool) {
        if a.constant {
            let exact = Element::from_f64(a.real.sqrt());
            if let Some(exact) = exact.filter(|root| *root * *root == a.element) {
                return (exact, false);
            }
        }
        match a.element.square_root() {
            Some(root) => (root, false),
            None => (self.keyed(Function::Sqrt, &[a]), true),
        }
    }

    pub(crate) fn sqrt(&mut self, a: Value) -> Value {
        self.ask_domain(a);
        if a.real < 0.0 && a.element != Element::ZERO {
            return self.undefined();
        }
        let (root, rootless) = self.root(a);
        // The real of 0 may be a little beside it.
        let real = if a.element == Element::ZERO {
            0.0
        } else {
            a.real.max(0.0).sqrt()
        };
        let root = self.made(root, real, &[a]);
        let root = self.rounded_to(a.single.sqrt(), root);
        let range = a.range.max(Range::point(0.0)).map(f64::sqrt);
        let root = Domain::within(range, root);
        Value {
            rootless: root.rootless || rootless,
            ..root
        }
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
        let value = self.made(element, real(a.real), &[a]);
        let value = self.rounded_to(real(a.single.into()) as f32, value);
        match function {
            Function::Sin => Domain::within(Range::SIGNED_UNIT, value),
            _ => value,
        }
    }

    /// A function that is the same for a number and its negative, and 1 for 0.
    pub(crate) fn even(&mut self, function: Function, a: Value, real: fn(f64) -> f64) -> Value {
        if a.element == Element::ZERO {
            return self.made(Element::ONE, 1.0, &[a]);
        }
        let size = if a.real < 0.0 { self.neg(a) } else { a };
        let element = self.keyed(function, &[size]);
        let value = self.made(element, real(a.real), &[a]);
        let value = self.rounded_to(real(a.single.into()) as f32, value);
        Domain::within(Range::SIGNED_UNIT, value)
    }

    /// What a cube is looked up by: vectors that differ in length alone are one.
    pub(crate) fn direction(&mut self, [x, y, z]: [Value; 3]) -> [Value; 3] {
        if z.defined && z.real.abs() <= 1e-9 {
            self.unstable = true;
        }
        let side = self.whole(if z.real < 0.0 { -1 } else { 1 });
        [self.div(x, z), self.div(y, z), side]
    }

    /// The four lanes that a lookup gives.
    pub(crate) fn texture(&mut self, unit: u32, place: &[Value], detail: Detail) -> [Value; 4] {
        let mut operands = place.to_vec();
        let mut function: fn(u32, u32) -> Function = Function::Texture;
        match detail {
            Detail::None => {}
            Detail::Bias(bias) if bias.element == Element::ZERO => {}
            Detail::Bias(bias) => operands.push(bias),
            Detail::Level(level) => {
                function = Function::TextureLevel;
                operands.push(level);
            }
        }
        let scene = self.scene.as_ref();
        let texel = scene.map(|scene| scene.texel(unit, place, detail));
        let keys = [0, 1, 2, 3].map(|lane| self.keyed(function(unit, lane), &operands));
        let lanes = [0, 1, 2, 3].map(|lane| {
            let element = keys[lane as usize];
            self.lookup_lanes.insert(element, keys[0]);
            let sum: f64 = operands.iter().map(|operand| operand.real).sum();
            let real = 0.5 + 0.45 * (sum * 1.3 + f64::from(lane + 7 * unit)).sin();
            let found = self.found(element);
            let real = found.map_or(real, f64::from);
            let real = texel.map_or(real, |texel| texel[lane as usize]);
            let exact = found.and_then(|found| Element::from_f64(found.into()));
            let value = self.made(exact.unwrap_or(element), real, &operands);
            let value = Value {
                constant: false,
                range: Range::UNIT,
                ..value
            };
            self.movable(element, value)
        });
        if self.source {
            self.fetched.push(Fetched {
                place: place.to_vec(),
                keys,
                lanes,
            });
        }
        lanes
    }

    /// The number of a list that a lookup finds, if it does.
    fn found(&self, element: Element) -> Option<f32> {
        let key = Value::known(element, 0.0);
        let bits = self.keyed(Function::Found, &[key]).bits();
        let choices = 3 * self.found.len().max(1) as u64;
        self.found.get((bits % choices) as usize).copied()
    }

    /// A result that the point may have another number for.
    fn movable(&mut self, lookup: Element, value: Value) -> Value {
        let node = self.tape.lever(Lever::Lookup(lookup), value.node);
        let drawn = (value.real, value.element);
        let (real, element) = self.moved.get(&lookup).copied().unwrap_or(drawn);
        self.lookups.insert(lookup, (real, element));
        Value {
            element,
            real,
            single: real as f32,
            ..value.at(node)
        }
    }

    pub(crate) fn derivative(&mut self, axis: u32, a: Value) -> Value {
        if a.constant {
            let zero = self.whole(0);
            return Value {
                defined: a.defined,
                ..zero
            };
        }
        // Any two odd functions that differ.
        let drawn: fn(f64) -> f64 = [f64::sin, f64::atan][axis as usize];
        let real = self.scene.as_ref().map_or(drawn, Scene::derivative);
        self.odd(Function::Derivative(axis), a, real)
    }

    pub(super) fn keyed(&self, function: Function, operands: &[Value]) -> Element {
        use std::hash::{Hash, Hasher};
        let mut hasher = Mixer(self.seed);
        function.hash(&mut hasher);
        for operand in operands {
            hasher.write_u64(operand.element.bits());
        }
        Element::from_bits(hasher.finish())
    }
}

/// A hash that spreads every bit, which that of `FxHashMap` does not.
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
        self.0 = Random::new(self.0 ^ word).bits();
    }
}
