//! Numbers that tell formulas apart.
//!
//! A value is an element of a field beside a real. Elements decide whether two values are equal as
//! functions of the inputs; reals, which are drawn independently for each input, decide no more than on
//! which side of a comparison a run goes on. Source and machine code are evaluated at one point: what one
//! of them finds out about an element (that it is a logarithm, say) holds for the other.

mod constants;
mod functions;
mod literal_parts;
mod questions;
mod range;
mod scene;
mod tape;
#[cfg(test)]
mod tests;
mod witness;

pub(crate) use constants::Choices;
pub(crate) use questions::{Decided, Decision, Table, Turn};
pub(crate) use range::Range;
pub(crate) use scene::Scene;
pub(crate) use tape::{Lever, Node, Tape};
pub(crate) use witness::Witness;

use crate::field::Element;
use crate::sides::{Fork, Site, Ways};
use constants::{Candidate, Scale};
use literal_parts::{LiteralParts, Part};
use questions::Question;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::rc::Rc;

/// A number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// What it is equal to.
    pub(crate) element: Element,
    /// Which side of comparisons it is on.
    pub(crate) real: f64,
    /// True if no input went into it, but for inputs that are exactly literals at this point.
    pub(crate) constant: bool,
    /// True if such an input did: then the source does not compute it from literals everywhere.
    pub(crate) given: bool,
    /// True if the language says what it is.
    pub(crate) defined: bool,
    /// True if a root went into it that is none of the field, so that its square is not the number: of two formulas that
    /// are equal the elements may differ.
    pub(crate) rootless: bool,
    /// Of constants: the real if every step to it is rounded to single precision, as compilers compute.
    pub(crate) single: f32,
    /// True if it is a whole number by a sum or product of others, each of which a machine rounds.
    pub(crate) inexact: bool,
    /// How the machine's number lies to this one, where a literal of its is the one beside the inverse of the source's
    /// divisor: a whole part may be asked for.
    pub(crate) lean: Ordering,
    /// True if a loop has other constants there in other rounds.
    pub(crate) carried: bool,
    /// What it can be.
    pub(crate) range: Range,
    /// What it has of literals, where it is a sum of the source.
    pub(crate) part: Part,
    /// The node of the tape that it was computed by.
    pub(crate) node: Node,
}

impl Value {
    /// True if a compiler can compute it: no input went into it, not even one that is a literal at this point.
    pub(crate) fn is_folded(self) -> bool {
        self.constant && !self.given
    }

    /// True if it is a number whatever the inputs are, on this piece of the function.
    pub(crate) fn is_number(self) -> bool {
        Element::from_f64(self.real) == Some(self.element)
    }

    /// A constant.
    fn known(element: Element, real: f64) -> Value {
        Value {
            element,
            real,
            constant: true,
            given: false,
            defined: true,
            rootless: false,
            single: real as f32,
            inexact: false,
            lean: Ordering::Equal,
            carried: false,
            range: Range::point(real),
            part: Part::default(),
            node: 0,
        }
    }

    /// A number that depends on others as that of a node does.
    pub(crate) fn at(self, node: Node) -> Value {
        Value { node, ..self }
    }

    /// True if a machine has an infinity there. What depends on it is undefined, but for what is 0 or another operand
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
    /// Which number of a list a lookup finds.
    Found,
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

/// A lookup of the source.
#[derive(Clone, Debug)]
pub(crate) struct Fetched {
    /// Its coordinates.
    pub(crate) place: Vec<Value>,
    /// What its lanes are known by: the first tells it from other lookups.
    pub(crate) keys: [Element; 4],
    /// What it found.
    pub(crate) lanes: [Value; 4],
}

/// For each comparison or the like whether the source asks for the same.
pub(crate) type Sites = FxHashMap<Site, bool>;

/// What an input is known by that is a number as constants are: its neighbour.
pub(crate) fn token(number: f32) -> f32 {
    f32::from_bits(number.to_bits() ^ 1)
}

/// The point at which programs are evaluated.
pub(crate) struct Domain {
    seed: u64,
    /// The inputs, by the bits of their reals in single precision.
    inputs: FxHashMap<u32, Value>,
    /// Lookups whose results are others than drawn: real and element.
    pub(crate) moved: FxHashMap<Element, (f64, Element)>,
    /// The results of lookups.
    pub(crate) lookups: FxHashMap<Element, (f64, Element)>,
    /// The lookups of the source, in order.
    pub(crate) fetched: Vec<Fetched>,
    /// For each lane of a lookup the first lane of the same.
    pub(crate) lookup_lanes: FxHashMap<Element, Element>,
    /// Numbers that lookups find now and then.
    pub(crate) found: Vec<f32>,
    /// For an element that is n log2(x): n and x.
    logarithms: FxHashMap<Element, (Value, Value)>,
    /// For an element that is 2^y: y.
    exponentials: FxHashMap<Element, Value>,
    /// What the source computes from literals alone, by the number of machine code that it rounds to.
    constants: FxHashMap<u64, (Element, f64)>,
    /// The same in order of appearance.
    combinable: Vec<Value>,
    /// Those of them that are written in the source.
    source_literals: Vec<Value>,
    /// What the source asks, in order of appearance.
    pub(crate) asked: Vec<Question>,
    /// Differences whose sign the source asks for, and their negatives: which question it is.
    compared: FxHashMap<Element, usize>,
    /// Numbers of which the source takes the integer part, and their negatives.
    floored: FxHashMap<Element, usize>,
    /// The products of the source with constants, quotients too, and their negatives.
    scaled: FxHashMap<Element, Scale>,
    /// What the sums of the source have of literals.
    literal_parts: LiteralParts,
    /// The factors of those quotients of which the source takes the integer part: of these a program may have the number
    /// next to it on either side, so that rounding does not take the quotient beyond an integer.
    factors: Vec<Candidate>,
    /// The quotients of integers of which the source takes the integer part.
    quotients: Vec<(Element, f64)>,
    /// For an element that is a number without its integer part: the number.
    fractions: FxHashMap<Element, Element>,
    /// Whole numbers on which the source decides though a machine rounds them.
    rounded: FxHashSet<Element>,
    /// Decisions of the machine code that rounding makes.
    pub(crate) rounding: FxHashSet<Site>,
    /// How many of them were compared with what the machine code asks for.
    explaining: usize,
    /// Bits of the significand to which machine code rounds constants.
    pub(crate) significand: u32,
    /// The single-precision numbers that those in machine code were rounded from, if the compiler says.
    pub(crate) witness: Option<Rc<Witness>>,
    /// The exact values of numbers in machine code, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// The numbers in machine code, as bits, with the instructions that use them.
    pub(crate) literals: Vec<(u32, usize)>,
    /// True if cubes are looked up by directions, whose length is no matter.
    pub(crate) directions: bool,
    /// True if machine code has 0 for 0 times an infinity.
    pub(crate) zero_wins: bool,
    /// True if what runs is the source.
    pub(crate) source: bool,
    /// Comparisons that come out otherwise than the reals say.
    pub(crate) turned: Vec<Turn>,
    /// By its bits, each number in machine code with the exact values that it may have, if that is asked.
    pub(crate) listed: Option<FxHashMap<u32, Vec<f64>>>,
    /// Where something is asked: the instruction, and how manieth question it is.
    pub(crate) site: Site,
    /// Instructions so far.
    pub(crate) steps: u64,
    /// For each such place whether the source asks for the same.
    pub(crate) sites: Sites,
    /// True if something was too close to tell: the point says nothing.
    pub(crate) unstable: bool,
    /// The operations so far.
    pub(crate) tape: Tape,
    /// What control depends on.
    pub(crate) path: Node,
    /// What indices depend on that no table has an element for.
    pub(crate) beyond: Node,
    /// The questions that were asked before control last depended on something.
    branched: usize,
    /// The ways that decisions can go.
    pub(crate) demanded: Ways,
    /// The ways they went.
    pub(crate) gone: Ways,
    /// Each decision as it came first.
    pub(crate) decisions: FxHashMap<Fork, Decided>,
    /// True if a jump of the machine code depends on something undefined.
    pub(crate) lost: bool,
    /// What lookups find, where they are those of a run and not drawn.
    pub(crate) scene: Option<Scene>,
    /// The numbers that a recording refers to.
    pub(crate) recorded: Vec<Value>,
    /// Their places in the recording's order, by element and node.
    recorded_places: FxHashMap<(Element, Node), usize>,
}

impl Domain {
    pub(crate) fn new(seed: u64) -> Domain {
        Domain {
            seed,
            inputs: FxHashMap::default(),
            moved: FxHashMap::default(),
            lookups: FxHashMap::default(),
            fetched: Vec::new(),
            lookup_lanes: FxHashMap::default(),
            found: Vec::new(),
            logarithms: FxHashMap::default(),
            exponentials: FxHashMap::default(),
            constants: FxHashMap::default(),
            combinable: Vec::new(),
            source_literals: Vec::new(),
            asked: Vec::new(),
            compared: FxHashMap::default(),
            floored: FxHashMap::default(),
            scaled: FxHashMap::default(),
            literal_parts: LiteralParts::default(),
            factors: Vec::new(),
            quotients: Vec::new(),
            fractions: FxHashMap::default(),
            rounded: FxHashSet::default(),
            rounding: FxHashSet::default(),
            explaining: 0,
            significand: 24,
            witness: None,
            choices: Choices::default(),
            literals: Vec::new(),
            directions: false,
            zero_wins: false,
            source: true,
            turned: Vec::new(),
            listed: None,
            site: (0, 0),
            steps: 0,
            sites: Sites::default(),
            unstable: false,
            tape: Tape::default(),
            path: 0,
            beyond: 0,
            branched: 0,
            demanded: Ways::default(),
            gone: Ways::default(),
            decisions: FxHashMap::default(),
            lost: false,
            scene: None,
            recorded: Vec::new(),
            recorded_places: FxHashMap::default(),
        }
    }

    /// The input whose real is a number: the same number gives the same input.
    pub(crate) fn declare_input(&mut self, number: f32, random: u64, lever: usize) {
        let value = Value {
            constant: false,
            range: Range::ANY,
            ..Value::known(Element::from_bits(random), number.into())
        };
        self.declare(number, value, lever);
    }

    /// Says in which range an input is.
    pub(crate) fn bound_input(&mut self, number: f32, range: Range) {
        if let Some(value) = self.inputs.get_mut(&number.to_bits()) {
            value.range = range;
        }
    }

    /// An input that is the number itself, but no constant; gives what it is known by.
    pub(crate) fn declare_whole(&mut self, number: f32, lever: usize) -> f32 {
        let value = Value {
            constant: false,
            range: Range::ANY,
            ..self.exact(number.into())
        };
        self.declare(token(number), value, lever);
        token(number)
    }

    /// An input that is a number of the shader's at this point, as if it were written there; gives what it is known by.
    pub(crate) fn declare_literal(&mut self, number: f32, lever: usize) -> f32 {
        let value = Value {
            given: true,
            range: Range::ANY,
            ..self.exact(number.into())
        };
        self.declare(token(number), value, lever);
        token(number)
    }

    /// An input that is a number, known by another: the inputs of a run may have the same numbers. `element` is `None` for
    /// integers and truth values.
    pub(crate) fn declare_known(
        &mut self,
        key: f32,
        number: f32,
        element: Option<Element>,
        lever: usize,
    ) {
        let exact = self.exact(number.into());
        let value = Value {
            element: element.unwrap_or(exact.element),
            constant: false,
            range: Range::ANY,
            ..exact
        };
        self.declare(key, value, lever);
    }

    /// What a recording has for a number: its place among those that are referred to, from 1.
    pub(crate) fn reference(&mut self, value: Value) -> f32 {
        if !value.defined {
            return f32::NAN;
        }
        let next = self.recorded.len();
        let key = (value.element, value.node);
        let place = *self.recorded_places.entry(key).or_insert(next);
        if place == next {
            self.recorded.push(value);
        }
        (place + 1) as f32
    }

    /// What a register holds at the start that the data of a run were placed in.
    pub(crate) fn known(&self, number: f32) -> Option<Value> {
        match self.inputs.get(&number.to_bits()) {
            Some(&input) => Some(input),
            None => {
                Element::from_f64(number.into()).map(|element| Value::known(element, number.into()))
            }
        }
    }

    /// The number that a recording refers to.
    pub(crate) fn referred(&self, reference: f32) -> Option<Value> {
        let place = (reference as usize).checked_sub(1)?;
        self.recorded.get(place).copied()
    }

    fn declare(&mut self, number: f32, value: Value, lever: usize) {
        let node = self.tape.lever(Lever::Input(lever), 0);
        self.inputs
            .entry(number.to_bits())
            .or_insert(value.at(node));
    }

    /// Returns the value that a register of the machine, or a variable of the source, holds at the start.
    pub(crate) fn given(&mut self, number: f32) -> Value {
        match self.inputs.get(&number.to_bits()) {
            Some(&input) => input,
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
                    if number.is_sign_negative() {
                        -infinite
                    } else {
                        infinite
                    },
                    real,
                )
            }
        };
        Value {
            lean: self.lean(number, real),
            ..Value::known(element, real)
        }
    }

    /// Any number; nothing may depend on it.
    pub(crate) fn undefined(&self) -> Value {
        Value {
            defined: false,
            range: Range::ANY,
            ..Value::known(Element::ZERO, 0.0)
        }
    }

    pub(crate) fn whole(&self, number: i64) -> Value {
        self.exact(number as f64)
    }

    /// A finite number that was not rounded, wherever it is.
    pub(crate) fn exact(&self, number: f64) -> Value {
        Value::known(Element::from_f64(number).unwrap_or(Element::ZERO), number)
    }

    pub(crate) fn truth(&mut self, holds: bool) -> Value {
        self.whole(i64::from(holds))
    }

    fn made(&mut self, element: Element, real: f64, operands: &[Value]) -> Value {
        let constant = operands.iter().all(|operand| operand.constant);
        let nodes = operands.iter().map(|operand| operand.node);
        let node = nodes.fold(0, |all, node| self.tape.join(all, node));
        let value = Value {
            constant,
            given: operands.iter().any(|operand| operand.given),
            defined: operands.iter().all(|operand| operand.defined) && !real.is_nan(),
            rootless: operands.iter().any(|operand| operand.rootless),
            inexact: operands.iter().any(|operand| operand.inexact),
            carried: operands.iter().any(|operand| operand.carried),
            range: if constant {
                Range::point(real)
            } else {
                Range::ANY
            },
            node,
            ..Value::known(element, real)
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

    /// A result of such a range, unless it is a constant.
    pub(crate) fn within(range: Range, value: Value) -> Value {
        if value.constant {
            value
        } else {
            Value { range, ..value }
        }
    }

    /// A sum, product or quotient of two, which is inexact if it is a whole number and neither of them is a number.
    fn combined(&mut self, single: f32, range: Range, value: Value, [a, b]: [Value; 2]) -> Value {
        let value = Domain::within(range, self.rounded_to(single, value));
        let is_near = (value.real - value.real.round()).abs() < 1e-6;
        let is_nothing = value.element == Element::ZERO;
        let is_new = is_near && !is_nothing && !value.constant && value.is_number();
        let exact = !is_new || a.is_number() || b.is_number() || self.is_floor(a, b);
        Value {
            inexact: value.inexact || !exact,
            ..value
        }
    }

    /// True if a sum is that of a number and its fraction's negative: that is the integer part in floats, too.
    fn is_floor(&self, a: Value, b: Value) -> bool {
        let fits = |number: Element, fraction: Element| {
            self.fractions.get(&-fraction) == Some(&number)
                || self.fractions.get(&fraction) == Some(&-number)
        };
        fits(a.element, b.element) || fits(b.element, a.element)
    }

    pub(crate) fn add(&mut self, a: Value, b: Value) -> Value {
        let sum = self.made(a.element + b.element, a.real + b.real, &[a, b]);
        let sum = self.combined(a.single + b.single, a.range.add(b.range), sum, [a, b]);
        let lean = match (a.lean, b.lean) {
            (lean, Ordering::Equal) | (Ordering::Equal, lean) => lean,
            (lean, other) if lean == other => lean,
            _ => Ordering::Equal,
        };
        let part = self.part_of_sum(a, b);
        Value { lean, part, ..sum }
    }

    pub(crate) fn sub(&mut self, a: Value, b: Value) -> Value {
        let negative = Value {
            element: -b.element,
            real: -b.real,
            single: -b.single,
            lean: b.lean.reverse(),
            range: b.range.neg(),
            part: self.scaled_part(b, (-Element::ONE, -1.0)),
            ..b
        };
        self.add(a, negative)
    }

    pub(crate) fn neg(&mut self, a: Value) -> Value {
        let value = self.made(-a.element, -a.real, &[a]);
        let value = self.rounded_to(-a.single, value);
        let value = Domain::within(a.range.neg(), value);
        Value {
            lean: a.lean.reverse(),
            part: self.scaled_part(a, (-Element::ONE, -1.0)),
            ..value
        }
    }

    pub(crate) fn mul(&mut self, a: Value, b: Value) -> Value {
        let is_zero = |value: Value| value.defined && value.element == Element::ZERO;
        if self.zero_wins && (is_zero(a) && b.is_infinity() || is_zero(b) && a.is_infinity()) {
            return self.whole(0);
        }
        let product = self.made(a.element * b.element, a.real * b.real, &[a, b]);
        let range = if a.element == b.element {
            a.range.mul(b.range).max(Range::point(0.0))
        } else {
            a.range.mul(b.range)
        };
        let mut product = self.combined(a.single * b.single, range, product, [a, b]);
        // Beside a 0 nothing shows; of two neither.
        match [a, b].map(|factor| factor.element == Element::ZERO) {
            [true, true] if a.node != b.node => product.node = 0,
            [true, true] => product.node = a.node,
            [true, false] => product.node = a.node,
            [false, true] => product.node = b.node,
            [false, false] => {}
        }
        product.lean = match (a.lean, b.lean) {
            (Ordering::Equal, lean) => leaning(lean, a.real),
            (lean, Ordering::Equal) => leaning(lean, b.real),
            _ => Ordering::Equal,
        };
        product.part = match (a.is_folded(), b.is_folded()) {
            (false, true) => self.scaled_part(a, (b.element, b.real)),
            (true, false) => self.scaled_part(b, (a.element, a.real)),
            _ => Part::default(),
        };
        self.note_product(a, product.element, b);
        self.note_product(b, product.element, a);
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
                let quotient = self.rounded_to(1.0 / a.single, quotient);
                Domain::within(a.range.rcp(), quotient)
            }
            None if a.is_infinity() && !self.source => self.whole(0),
            None => self.over_zero(1.0, a),
        }
    }

    pub(crate) fn div(&mut self, a: Value, b: Value) -> Value {
        let quotient = self.ratio(a, b);
        if b.is_folded()
            && let Some(inverse) = b.element.inverse()
        {
            self.note_quotient_by(a, quotient.element, (inverse, 1.0 / b.real));
        }
        quotient
    }

    /// A quotient whose factor is the constant that is nearest, even where a whole part is asked for.
    pub(crate) fn ratio(&mut self, a: Value, b: Value) -> Value {
        match b.element.inverse() {
            Some(inverse) => {
                let quotient = self.made(a.element * inverse, a.real / b.real, &[a, b]);
                let range = a.range.mul(b.range.rcp());
                let mut quotient = self.combined(a.single / b.single, range, quotient, [a, b]);
                if a.element == Element::ZERO {
                    quotient.node = a.node;
                }
                if b.is_folded() {
                    quotient.part = self.scaled_part(a, (inverse, 1.0 / b.real));
                }
                quotient
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

/// How a number lies to another when both were multiplied by a factor.
fn leaning(lean: Ordering, factor: f64) -> Ordering {
    match factor {
        0.0 => Ordering::Equal,
        _ if factor < 0.0 => lean.reverse(),
        _ => lean,
    }
}
