//! Symbols that know the ranges of what they stand for.
//!
//! What combiners compute is a polynomial of what they are given, whose range is known exactly or nearly so
//! ([`retroshade_combiner::range`]). The limits of a register are in the expression only where they can matter.

use retroshade_combiner::interval::times;
use retroshade_combiner::numbers::Numbers;
use retroshade_combiner::poly::{Atom, Poly, Polys};
use retroshade_combiner::range::SLACK;
use retroshade_kit::machine::numbers::{Comparison, Detail, Function, VectorFunction};
use retroshade_kit::machine::symbols::{Expression, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A polynomial with more terms than this is taken for a number of its own, of which only the range is known.
const TERMS: usize = 256;

/// Expressions of set-ups.
#[derive(Default)]
pub(crate) struct Expressions {
    pub(crate) symbols: Symbols,
    /// The sums that are inner products.
    pub(crate) dots: FxHashSet<Symbol>,
    polys: Polys,
    /// What is known of symbols; nothing of those that are not in here.
    known: FxHashMap<Symbol, Poly>,
    /// Atoms of numbers between 0 and 1.
    atoms: u32,
}

impl Expressions {
    /// A number of the set-up.
    pub(crate) fn literal(&mut self, number: f64) -> Symbol {
        let bits = (number as f32 + 0.0).to_bits();
        let symbol = self.symbols.symbol(Expression::Literal(bits));
        let poly = self.polys.constant(f64::from(number as f32));
        self.known.insert(symbol, poly);
        symbol
    }

    /// A function of lanes, of whose range nothing is known.
    pub(crate) fn apply(&mut self, function: Function, operands: &[Symbol]) -> Symbol {
        self.symbols.applied(function, operands)
    }

    /// A lane of a function of several lanes.
    pub(crate) fn vector(&mut self, function: VectorFunction, operands: &[Symbol]) -> [Symbol; 3] {
        [0, 1, 2].map(|lane| {
            let expression = Expression::ApplyVector(function, operands.into(), lane);
            self.symbols.symbol(expression)
        })
    }

    /// What a texture unit finds.
    pub(crate) fn texel(&mut self, unit: u32, coordinates: &[Symbol]) -> [Symbol; 4] {
        [0, 1, 2, 3].map(|component| {
            self.unit(Expression::Lookup {
                unit: unit.into(),
                offset: None,
                coordinates: coordinates.into(),
                detail: Detail::Implicit,
                component,
            })
        })
    }

    /// A symbol that stands for a number between 0 and 1.
    pub(crate) fn unit(&mut self, expression: Expression) -> Symbol {
        let symbol = self.symbols.symbol(expression);
        if !self.known.contains_key(&symbol) {
            let atom = self.atom();
            self.known.insert(symbol, atom);
        }
        symbol
    }

    /// a / b
    pub(crate) fn divided(&mut self, a: Symbol, b: Symbol) -> Symbol {
        match self.number_of(b) {
            Some(1.0) => a,
            _ => self.apply(Function::Divide, &[a, b]),
        }
    }

    /// 1 where a is at least b, 0 elsewhere.
    pub(crate) fn at_least(&mut self, a: Symbol, b: Symbol) -> Symbol {
        let function = Function::Compare(Comparison::GREATER_OR_EQUAL);
        let symbol = self.apply(function, &[a, b]);
        if !self.known.contains_key(&symbol) {
            self.atoms += 1;
            let atom = self.polys.of_atom(Atom::Holds(self.atoms));
            self.known.insert(symbol, atom);
        }
        symbol
    }

    /// b where a is 1, c where it is 0.
    pub(crate) fn selected(&mut self, a: Symbol, b: Symbol, c: Symbol) -> Symbol {
        if b == c {
            return b;
        }
        let ranges = [self.range(b), self.range(c)];
        let symbol = self.apply(Function::Select, &[a, b, c]);
        self.note_mix(symbol, [c, b, a], ranges);
        symbol
    }

    /// The number that a symbol stands for whatever the data are.
    pub(crate) fn number_of(&self, symbol: Symbol) -> Option<f32> {
        self.symbols.constant(symbol)
    }

    /// The inner product of three lanes.
    pub(crate) fn dot(&mut self, a: [Symbol; 3], b: [Symbol; 3]) -> Symbol {
        let is_zero = |symbol: &Symbol| self.number_of(*symbol) == Some(0.0);
        let pairs: Vec<(Symbol, Symbol)> = a.into_iter().zip(b).collect();
        if pairs.iter().any(|(a, b)| is_zero(a) || is_zero(b)) {
            let mut sum = self.literal(0.0);
            for (a, b) in pairs {
                let product = self.mul(a, b);
                sum = self.add(sum, product);
            }
            return sum;
        }
        let products = [0, 1, 2].map(|lane| {
            let operands = [a[lane], b[lane]];
            let product = self.apply(Function::Multiply, &operands);
            self.note(product, &operands, |polys, of| polys.mul(of[0], of[1]));
            product
        });
        let symbol = self.apply(Function::Sum, &products);
        self.dots.insert(symbol);
        self.note(symbol, &products, |polys, of| {
            let sum = polys.add(of[0], of[1]);
            polys.add(sum, of[2])
        });
        symbol
    }

    /// What a symbol is without its limits to 0 and 1.
    pub(crate) fn unlimited(&self, symbol: Symbol) -> Symbol {
        match self.symbols.expression(symbol) {
            Expression::Apply(Function::Saturate, operands) => operands[0],
            _ => symbol,
        }
    }

    fn atom(&mut self) -> Poly {
        self.atoms += 1;
        self.polys.of_atom(Atom::Lookup(self.atoms, 0))
    }

    /// The least and the greatest number that a symbol can stand for.
    fn range(&mut self, symbol: Symbol) -> (f64, f64) {
        match self.known.get(&symbol).copied() {
            Some(poly) => self.polys.range(poly),
            None => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// Notes the polynomial of a symbol.
    fn note(
        &mut self,
        symbol: Symbol,
        operands: &[Symbol],
        of: impl FnOnce(&mut Polys, &[Poly]) -> Poly,
    ) {
        if self.known.contains_key(&symbol) {
            return;
        }
        let operands = operands.iter().map(|one| self.known.get(one).copied());
        let operands: Option<SmallVec<[Poly; 3]>> = operands.collect();
        let Some(operands) = operands else { return };
        let terms = operands.iter().map(|one| self.polys.terms(*one).len());
        let product = terms.fold(1usize, |all, terms| all.saturating_mul(terms.max(1)));
        if product <= TERMS * TERMS {
            let poly = of(&mut self.polys, &operands);
            if self.polys.terms(poly).len() <= TERMS {
                self.known.insert(symbol, poly);
            }
        }
    }

    /// Notes a number that lies in a range, if nothing better is known of it.
    fn note_range(&mut self, symbol: Symbol, (low, high): (f64, f64)) {
        if self.known.contains_key(&symbol) || !low.is_finite() || !high.is_finite() {
            return;
        }
        let atom = self.atom();
        let width = self.polys.scale(atom, high - low);
        let least = self.polys.constant(low);
        let poly = self.polys.add(least, width);
        self.known.insert(symbol, poly);
    }

    /// Notes a (1 - t) + b t of operands with these ranges, t between 0 and 1.
    fn note_mix(&mut self, symbol: Symbol, operands: [Symbol; 3], ranges: [(f64, f64); 2]) {
        let [one, other] = ranges;
        let range = (one.0.min(other.0), one.1.max(other.1));
        self.note(symbol, &operands, |polys, operands| {
            let [a, b, t] = [operands[0], operands[1], operands[2]];
            let step = polys.sub(b, a);
            let product = polys.mul(t, step);
            let mixed = polys.add(a, product);
            polys.know(mixed, range);
            mixed
        });
        self.note_range(symbol, range);
    }

    /// The number whose complement to 1 a symbol is.
    fn complement(&self, symbol: Symbol) -> Option<Symbol> {
        match self.symbols.expression(symbol) {
            Expression::Apply(Function::Subtract, operands)
                if self.number_of(operands[0]) == Some(1.0) =>
            {
                Some(operands[1])
            }
            _ => None,
        }
    }

    fn factors(&self, symbol: Symbol) -> Option<[Symbol; 2]> {
        match self.symbols.expression(symbol) {
            Expression::Apply(Function::Multiply, operands) => operands.as_slice().try_into().ok(),
            _ => None,
        }
    }

    /// The operands of the mix that a sum is: `a (1 - t) + b t`, t between 0 and 1.
    fn as_mix(&mut self, one: Symbol, other: Symbol) -> Option<[Symbol; 3]> {
        for (first, second) in [(one, other), (other, one)] {
            let (Some(first), Some(second)) = (self.factors(first), self.factors(second)) else {
                continue;
            };
            for (falls, a) in [(first[0], first[1]), (first[1], first[0])] {
                let Some(t) = self.complement(falls) else {
                    continue;
                };
                let (low, high) = self.range(t);
                if low < -SLACK || high > 1.0 + SLACK {
                    continue;
                }
                if let Some(at) = second.iter().position(|factor| *factor == t) {
                    return Some([a, second[1 - at], t]);
                }
            }
        }
        None
    }

    /// The number whose negative a symbol is.
    fn negated(&self, symbol: Symbol) -> Option<Symbol> {
        match self.symbols.expression(symbol) {
            Expression::Apply(Function::Negate, operands) => operands.first().copied(),
            _ => None,
        }
    }
}

impl Numbers for Expressions {
    type Value = Symbol;

    fn number(&mut self, number: f64) -> Symbol {
        self.literal(number)
    }

    fn add(&mut self, a: Symbol, b: Symbol) -> Symbol {
        match (self.number_of(a), self.number_of(b)) {
            (Some(a), Some(b)) => return self.literal(f64::from(a) + f64::from(b)),
            (Some(0.0), _) => return b,
            (_, Some(0.0)) => return a,
            _ => {}
        }
        if let Some(b) = self.negated(b) {
            return self.sub(a, b);
        }
        if let Some(a) = self.negated(a) {
            return self.sub(b, a);
        }
        if let Some([a, b, t]) = self.as_mix(a, b) {
            return self.mix(a, b, t);
        }
        let symbol = self.apply(Function::Add, &[a, b]);
        self.note(symbol, &[a, b], |polys, of| polys.add(of[0], of[1]));
        let ranges = [self.range(a), self.range(b)];
        self.note_range(
            symbol,
            (ranges[0].0 + ranges[1].0, ranges[0].1 + ranges[1].1),
        );
        symbol
    }

    fn sub(&mut self, a: Symbol, b: Symbol) -> Symbol {
        match (self.number_of(a), self.number_of(b)) {
            (Some(a), Some(b)) => return self.literal(f64::from(a) - f64::from(b)),
            (_, Some(0.0)) => return a,
            _ if a == b => return self.literal(0.0),
            (Some(0.0), _) => {
                if let Some(inner) = self.negated(b) {
                    return inner;
                }
                let symbol = self.apply(Function::Negate, &[b]);
                self.note(symbol, &[b], |polys, of| polys.neg(of[0]));
                return symbol;
            }
            (Some(1.0), _) => {
                if let Some(inner) = self.complement(b) {
                    return inner;
                }
            }
            _ => {}
        }
        if let Some(b) = self.negated(b) {
            return self.add(a, b);
        }
        let symbol = self.apply(Function::Subtract, &[a, b]);
        self.note(symbol, &[a, b], |polys, of| polys.sub(of[0], of[1]));
        let ranges = [self.range(a), self.range(b)];
        self.note_range(
            symbol,
            (ranges[0].0 - ranges[1].1, ranges[0].1 - ranges[1].0),
        );
        symbol
    }

    fn mul(&mut self, a: Symbol, b: Symbol) -> Symbol {
        match (self.number_of(a), self.number_of(b)) {
            (Some(a), Some(b)) => return self.literal(f64::from(a) * f64::from(b)),
            (Some(0.0), _) | (_, Some(0.0)) => return self.literal(0.0),
            (Some(1.0), _) => return b,
            (_, Some(1.0)) => return a,
            (Some(-1.0), _) => {
                let zero = self.literal(0.0);
                return self.sub(zero, b);
            }
            (_, Some(-1.0)) => {
                let zero = self.literal(0.0);
                return self.sub(zero, a);
            }
            _ => {}
        }
        // A sign goes outside, where sums become differences.
        match (self.negated(a), self.negated(b)) {
            (Some(a), Some(b)) => return self.mul(a, b),
            (Some(a), None) => {
                let (product, zero) = (self.mul(a, b), self.literal(0.0));
                return self.sub(zero, product);
            }
            (None, Some(b)) => {
                let (product, zero) = (self.mul(a, b), self.literal(0.0));
                return self.sub(zero, product);
            }
            (None, None) => {}
        }
        let symbol = self.apply(Function::Multiply, &[a, b]);
        self.note(symbol, &[a, b], |polys, of| polys.mul(of[0], of[1]));
        let ranges = (self.range(a), self.range(b));
        self.note_range(symbol, times(ranges.0, ranges.1));
        symbol
    }

    fn mix(&mut self, a: Symbol, b: Symbol, t: Symbol) -> Symbol {
        match (self.number_of(a), self.number_of(b), self.number_of(t)) {
            (_, _, Some(0.0)) => return a,
            (_, _, Some(1.0)) => return b,
            _ if a == b => return a,
            (Some(0.0), _, _) => return self.mul(t, b),
            (_, Some(0.0), _) => {
                let one = self.literal(1.0);
                let rest = self.sub(one, t);
                return self.mul(rest, a);
            }
            _ => {}
        }
        if let Some(t) = self.complement(t) {
            return self.mix(b, a, t);
        }
        let ranges = [self.range(a), self.range(b)];
        let symbol = self.apply(Function::Mix, &[a, b, t]);
        self.note_mix(symbol, [a, b, t], ranges);
        symbol
    }

    fn scaled(&mut self, value: Symbol, factor: f64) -> Symbol {
        let factor = self.literal(factor);
        self.mul(factor, value)
    }

    fn kept(&mut self, value: Symbol, low: f64, high: f64) -> Symbol {
        let (least, greatest) = self.range(value);
        if least >= low - SLACK && greatest <= high + SLACK {
            return value;
        }
        if let Some(number) = self.number_of(value) {
            return self.literal(f64::from(number).clamp(low, high));
        }
        // Limits inside of limits: nothing lies beyond both.
        if let Expression::Apply(Function::Clamp, operands) = self.symbols.expression(value)
            && let [inner, below, above] = *operands.as_slice()
            && let (Some(below), Some(above)) = (self.number_of(below), self.number_of(above))
        {
            let (below, above) = (f64::from(below), f64::from(above));
            if low.max(below) < high.min(above) {
                return self.kept(inner, low.max(below), high.min(above));
            }
        }
        let symbol = if (low, high) == (0.0, 1.0) {
            self.apply(Function::Saturate, &[value])
        } else if high.is_infinite() {
            self.apply(Function::Positive, &[value])
        } else {
            let limits = [self.literal(low), self.literal(high)];
            self.apply(Function::Clamp, &[value, limits[0], limits[1]])
        };
        match (low, high) {
            (0.0, 1.0) => self.note(symbol, &[value], |polys, of| polys.clamped(of[0])),
            (-1.0, 1.0) => self.note(symbol, &[value], |polys, of| polys.clamped_signed(of[0])),
            _ => {}
        }
        self.note_range(
            symbol,
            (low.max(least.min(high)), high.min(greatest.max(low))),
        );
        symbol
    }
}
