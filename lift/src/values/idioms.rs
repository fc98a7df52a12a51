//! What a source would say for what an instruction computes: `mix`, `clamp`, `reflect`, quotients, powers.
//!
//! Each idiom is told lane by lane, and said where all lanes of an operation are it.

use super::{Lanes, Made, Values, select};
use retroshade_ir::{Op, Use};
use retroshade_kit::machine::MISSING;
use retroshade_kit::machine::numbers::{Comparison, Function};
use retroshade_kit::machine::symbols::{Expression, Symbol};
use smallvec::{SmallVec, smallvec};
use std::f32::consts::{LN_2, LOG2_E, TAU};

/// What an operation of the language is of, in its order.
pub(super) type Operands = SmallVec<[Symbol; 3]>;

impl Values<'_, '_> {
    /// Is there where a shader is made of the words of a source, not of what a machine computes.
    pub(super) fn in_words(&self) -> Option<()> {
        self.code.arithmetic.is_none().then_some(())
    }

    /// What a source would say for lanes of one class that a function gives.
    pub(super) fn idiom(&mut self, lanes: &[Symbol]) -> Made<Option<Use>> {
        if self.in_words().is_none() {
            return Ok(None);
        }
        if let Some([incident, normal]) = self.reflected(lanes) {
            return self.said(Op::Reflect, &[incident, normal]);
        }
        if let [lane] = lanes
            && let Some((vector, negated)) = self.length(*lane)
        {
            let vector = self.vector(&vector)?;
            let length = self.builder.op(Op::Length, &[vector]);
            return Ok(Some(if negated {
                self.builder.op(Op::Neg, &[length])
            } else {
                length
            }));
        }
        if let Some((vector, places)) = self.normalized(lanes) {
            let vector = self.vector(&vector)?;
            let unit = self.builder.op(Op::Normalize, &[vector]);
            return Ok(Some(select(unit, &places)));
        }
        let Some((op, _)) = lanes.first().and_then(|lane| self.word(*lane)) else {
            return Ok(None);
        };
        let operands = each(lanes, |lane| {
            let (own, operands) = self.word(lane)?;
            (own == op).then_some(operands)
        });
        let Some(operands) = operands else {
            return Ok(None);
        };
        if op == Op::Sqrt
            && let [square] = operands[0].as_slice()
            && let Some(([a, b], _)) = self.code.products(*square)
            && a == b
        {
            return self.said(Op::Length, &[a]);
        }
        self.said(op, &operands)
    }

    fn said(&mut self, op: Op, operands: &[Lanes]) -> Made<Option<Use>> {
        let operands: Made<Vec<Use>> = operands.iter().map(|lanes| self.vector(lanes)).collect();
        Ok(Some(self.builder.op(op, &operands?)))
    }

    /// The operation of the language that a lane is, other than that of the function that gives it, and its operands.
    pub(super) fn word(&self, lane: Symbol) -> Option<(Op, Operands)> {
        self.in_words()?;
        let Expression::Apply(function, _) = self.code.symbols.expression(lane) else {
            return None;
        };
        Some(match function {
            Function::Add | Function::Sum | Function::Subtract => {
                if let Some(parts) = self.mixed(lane) {
                    return Some((Op::Mix, SmallVec::from_slice(&parts)));
                }
                (Op::Sub, SmallVec::from_slice(&self.difference(lane)?))
            }
            Function::Multiply => {
                for [vector, other] in self.factors(lane) {
                    let divisor = self
                        .unary(Function::Reciprocal, other)
                        .or_else(|| self.unary(Function::ClampedReciprocal, other));
                    if let Some(divisor) = divisor
                        && self
                            .unary(Function::ReciprocalSquareRoot, divisor)
                            .is_none()
                    {
                        return Some((Op::Div, smallvec![vector, divisor]));
                    }
                }
                let mut factors = self.factors(lane);
                let operand = factors.find_map(|[logarithm, factor]| {
                    let operand = self.unary(Function::Log2, logarithm)?;
                    self.is_near(factor, LN_2).then_some(operand)
                });
                (Op::Log, smallvec![operand?])
            }
            Function::Minimum | Function::Maximum => {
                let [value, low, high] = self.clamped(lane)?;
                let end = |symbol: Symbol| self.code.symbols.constant(symbol);
                if (end(low), end(high)) == (Some(0.0), Some(1.0)) {
                    (Op::Saturate, smallvec![value])
                } else {
                    (Op::Clamp, smallvec![value, low, high])
                }
            }
            Function::Exp2 => {
                let exponent = self.unary(Function::Exp2, lane)?;
                let power = self.factors(exponent).find_map(|[logarithm, power]| {
                    Some([self.unary(Function::Log2, logarithm)?, power])
                });
                match power {
                    Some(power) => (Op::Pow, SmallVec::from_slice(&power)),
                    None => (Op::Exp, smallvec![self.times(exponent, LOG2_E)?]),
                }
            }
            Function::SineOfTurns => {
                let turns = self.unary(Function::SineOfTurns, lane)?;
                (Op::Sin, smallvec![self.times(turns, 1.0 / TAU)?])
            }
            Function::CosineOfTurns => {
                let turns = self.unary(Function::CosineOfTurns, lane)?;
                (Op::Cos, smallvec![self.times(turns, 1.0 / TAU)?])
            }
            Function::Reciprocal => {
                let root = self.unary(Function::Reciprocal, lane)?;
                let square = self.unary(Function::ReciprocalSquareRoot, root)?;
                (Op::Sqrt, smallvec![square])
            }
            Function::SquareRoot => {
                let square = self.unary(Function::SquareRoot, lane)?;
                (Op::Sqrt, smallvec![square])
            }
            Function::Compare(Comparison::GREATER_OR_EQUAL) => {
                let [value, edge] = self.binary(*function, lane)?;
                (Op::Step, smallvec![edge, value])
            }
            _ => return None,
        })
    }

    /// What a lane is without products with 0 and 1, and without sums with 0.
    pub(super) fn simplest(&self, lane: Symbol) -> Symbol {
        let mut simplest = lane;
        while self.in_words().is_some()
            && let Some(next) = self.simpler(simplest)
        {
            simplest = next;
        }
        simplest
    }

    fn simpler(&self, lane: Symbol) -> Option<Symbol> {
        let is = |symbol: Symbol, number: f32| self.code.symbols.constant(symbol) == Some(number);
        for [number, rest] in self.factors(lane) {
            if is(number, 0.0) {
                return Some(number);
            }
            if is(number, 1.0) {
                return Some(rest);
            }
        }
        let mut terms = self.terms_of(lane);
        let term = terms.find_map(|[number, rest]| is(number, 0.0).then_some(rest));
        let zero = |[whole, part]: [Symbol; 2]| is(part, 0.0).then_some(whole);
        term.or_else(|| self.difference(lane).and_then(zero))
    }

    /// The operand of a product with a number.
    fn times(&self, product: Symbol, number: f32) -> Option<Symbol> {
        let mut factors = self.factors(product);
        let found = factors.find(|[_, factor]| self.is_near(*factor, number));
        found.map(|[operand, _]| operand)
    }

    fn unary(&self, function: Function, symbol: Symbol) -> Option<Symbol> {
        match self.code.symbols.expression(symbol) {
            Expression::Apply(own, operands) if *own == function => operands.first().copied(),
            _ => None,
        }
    }

    pub(super) fn binary(&self, function: Function, symbol: Symbol) -> Option<[Symbol; 2]> {
        match self.code.symbols.expression(symbol) {
            Expression::Apply(own, operands) if *own == function => {
                operands.as_slice().try_into().ok()
            }
            _ => None,
        }
    }

    /// The factors of a product in both orders; none of what is no product.
    fn factors(&self, symbol: Symbol) -> impl Iterator<Item = [Symbol; 2]> + use<> {
        let factors = self.binary(Function::Multiply, symbol);
        factors.into_iter().flat_map(|[a, b]| [[a, b], [b, a]])
    }

    /// The terms of a sum of two in both orders; none of what is no such sum.
    fn terms_of(&self, symbol: Symbol) -> impl Iterator<Item = [Symbol; 2]> + use<> {
        let sum = self.binary(Function::Add, symbol);
        let sum = sum.or_else(|| self.binary(Function::Sum, symbol));
        sum.into_iter().flat_map(|[a, b]| [[a, b], [b, a]])
    }

    /// a and b of a - b.
    pub(super) fn difference(&self, symbol: Symbol) -> Option<[Symbol; 2]> {
        if let Some(difference) = self.binary(Function::Subtract, symbol) {
            return Some(difference);
        }
        // The second term first, if both are negated.
        self.terms_of(symbol)
            .find_map(|[a, b]| Some([a, self.unary(Function::Negate, b)?]))
    }

    /// a of 1 - a.
    pub(super) fn complement(&self, symbol: Symbol) -> Option<Symbol> {
        let [one, rest] = self.difference(symbol)?;
        (self.code.symbols.constant(one) == Some(1.0)).then_some(rest)
    }

    /// a, b and t of a mix: a + (b - a) t, a - (a - b) t, a (1 - t) + b t.
    fn mixed(&self, symbol: Symbol) -> Option<[Symbol; 3]> {
        for [from, step] in self.terms_of(symbol) {
            for [way, part] in self.factors(step) {
                match self.difference(way) {
                    Some([to, start]) if start == from => return Some([from, to, part]),
                    _ => {}
                }
            }
        }
        if let Some([from, step]) = self.difference(symbol) {
            for [way, part] in self.factors(step) {
                match self.difference(way) {
                    Some([start, to]) if start == from => return Some([from, to, part]),
                    _ => {}
                }
            }
        }
        for [first, second] in self.terms_of(symbol) {
            for [from, rest] in self.factors(first) {
                let Some(part) = self.complement(rest) else {
                    continue;
                };
                for [to, own] in self.factors(second) {
                    if own == part {
                        return Some([from, to, part]);
                    }
                }
            }
        }
        None
    }

    /// A value between two literals.
    fn clamped(&self, symbol: Symbol) -> Option<[Symbol; 3]> {
        let constant = |symbol: Symbol| self.code.symbols.constant(symbol);
        for (outer, inner) in [
            (Function::Minimum, Function::Maximum),
            (Function::Maximum, Function::Minimum),
        ] {
            let both = |function: Function, symbol: Symbol| {
                let operands = self.binary(function, symbol)?;
                let [a, b] = operands;
                match (constant(a), constant(b)) {
                    (_, Some(_)) => Some([a, b]),
                    (Some(_), _) => Some([b, a]),
                    _ => None,
                }
            };
            let Some([within, outer_end]) = both(outer, symbol) else {
                continue;
            };
            let Some([value, inner_end]) = both(inner, within) else {
                continue;
            };
            let [low, high] = match outer {
                Function::Minimum => [inner_end, outer_end],
                _ => [outer_end, inner_end],
            };
            if constant(low)? <= constant(high)? {
                return Some([value, low, high]);
            }
        }
        None
    }

    /// The incident vector and the normal of i - 2 dot(n, i) n.
    fn reflected(&self, lanes: &[Symbol]) -> Option<[Lanes; 2]> {
        if lanes.len() < 2 {
            return None;
        }
        for order in [[0, 1], [1, 0]] {
            let parts = each(lanes, |lane| {
                let [incident, product] = self.difference(lane)?;
                let factors = self.binary(Function::Multiply, product)?;
                Some([incident, factors[order[0]], factors[order[1]]].into())
            });
            let Some([incident, normal, twice]) = parts.as_deref() else {
                continue;
            };
            if twice.iter().any(|one| *one != twice[0]) {
                continue;
            }
            let half = self.times(twice[0], 2.0).or_else(|| {
                let mut terms = self.terms_of(twice[0]);
                terms.find_map(|[a, b]| (a == b).then_some(a))
            });
            let ([a, b], _) = self.code.products(half?)?;
            let pair = [incident, normal];
            if [&a, &b] == pair || [&b, &a] == pair {
                return Some([incident.clone(), normal.clone()]);
            }
        }
        None
    }

    /// The vector whose length is a square times its inverse root, and whether it is negated. Of no vector that is zero, but
    /// on machines on which a product with zero is zero.
    fn length(&self, lane: Symbol) -> Option<(Lanes, bool)> {
        if !self.code.zero_wins {
            return None;
        }
        self.factors(lane).find_map(|[square, root]| {
            let mut under = self.unary(Function::ReciprocalSquareRoot, root)?;
            under = self.unary(Function::Absolute, under).unwrap_or(under);
            let negated = self.unary(Function::Negate, square);
            let ([a, b], _) = self.code.products(under)?;
            let is_it = negated.unwrap_or(square) == under && a == b;
            is_it.then_some((a, negated.is_some()))
        })
    }

    /// The vector of which lanes are components divided by its length, and which of them they are.
    fn normalized(&self, lanes: &[Symbol]) -> Option<(Lanes, SmallVec<[u8; 4]>)> {
        self.factors(*lanes.first()?).find_map(|[_, root]| {
            let mut square = self.unary(Function::ReciprocalSquareRoot, root)?;
            square = self.unary(Function::Absolute, square).unwrap_or(square);
            let ([vector, other], _) = self.code.products(square)?;
            let place = |lane: &Symbol| {
                let mut factors = self.factors(*lane).filter(|[_, own]| *own == root);
                let place = |symbol: Symbol| vector.iter().position(|lane| *lane == symbol);
                factors.find_map(|[component, _]| Some(place(component)? as u8))
            };
            let places: Option<SmallVec<[u8; 4]>> = lanes.iter().map(place).collect();
            Some((vector.clone(), places?)).filter(|_| vector == other)
        })
    }

    /// True for a literal that the machine's numbers cannot tell from another number.
    fn is_near(&self, symbol: Symbol, number: f32) -> bool {
        let step = (1.0 - self.code.significand as f32).exp2();
        let literal = self.code.symbols.constant(symbol);
        literal.is_some_and(|literal| (literal / number - 1.0).abs() <= step)
    }

    /// The number that a source has for a literal, or for a lane that no attribute has: the one that the record names, else the shortest of all that the machine
    /// rounds to it.
    pub(super) fn literal(&self, symbol: Symbol) -> f32 {
        let number = match self.code.symbols.expression(symbol) {
            Expression::Literal(bits) => f32::from_bits(*bits),
            Expression::Input { lane, .. } => MISSING[usize::from(lane & 3)],
            _ => 0.0,
        };
        let significand = self.code.significand;
        match (self.in_words(), &self.code.rounded) {
            (None, _) => number,
            (_, None) => shortest(number, significand),
            (_, Some(sources)) => {
                let mut sources = sources.iter();
                let source = sources.find(|one| rounded(**one, significand) == number.abs());
                source.map_or(number, |source| source.copysign(number))
            }
        }
    }
}

/// What each lane consists of, by operands, if each lane does.
fn each(lanes: &[Symbol], of: impl Fn(Symbol) -> Option<Operands>) -> Option<Vec<Lanes>> {
    let mut columns: Vec<Lanes> = Vec::new();
    for lane in lanes {
        let operands = of(*lane)?;
        columns.resize_with(operands.len(), Lanes::new);
        for (column, operand) in columns.iter_mut().zip(operands) {
            column.push(operand);
        }
    }
    Some(columns)
}

/// The nearest number with so many bits.
fn rounded(number: f32, significand: u32) -> f32 {
    let number = f64::from(number);
    let unit = (number.abs().log2().floor() + 1.0 - f64::from(significand)).exp2();
    ((number / unit).round_ties_even() * unit) as f32
}

/// Of the decimal numbers that are nearest to a number in so many bits the shortest; the number itself if it has more bits.
fn shortest(number: f32, significand: u32) -> f32 {
    if number == 0.0 || significand >= f32::MANTISSA_DIGITS {
        return number;
    }
    if rounded(number, significand) != number {
        return number;
    }
    let decimals = (0..9).filter_map(|digits| format!("{number:.digits$e}").parse::<f32>().ok());
    let mut near = decimals.filter(|decimal| rounded(*decimal, significand) == number);
    near.next().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::shortest;

    #[test]
    fn literals_are_as_short_as_the_machine_lets_them() {
        let half = |number: f32| shortest(number, 11);
        assert_eq!(half(0.29907227), 0.299);
        assert_eq!(half(0.5), 0.5);
        assert_eq!(half(5.7695312), 5.77);
        assert_eq!(half(-0.16662598), -0.1666);
        assert_eq!(half(0.0), 0.0);
        // More bits than the machine has: from elsewhere.
        assert_eq!(half(0.1), 0.1);
        assert_eq!(shortest(0.1, 24), 0.1);
    }
}
