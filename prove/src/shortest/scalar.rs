//! Numbers at several points of one piece of a function, and what one instruction makes of them where a literal of the
//! program may be any number.

use crate::field::Element;
use retroshade_kit::machine::numbers::{Comparison, Function};

/// Points of a piece.
pub(super) const POINTS: usize = 24;
/// The most numbers that a sum has factors for: there have to be more points.
const TERMS: usize = POINTS - 4;
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
    fn is_nothing(&self) -> bool {
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
fn exact(function: Function, operands: &[&Scalar]) -> Option<Scalar> {
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

/// Numbers that differ by literals: one number and any sum of multiples of some.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// `None` is 0.
    offset: Option<Scalar>,
    terms: Vec<Scalar>,
    /// Factors are integers whose magnitudes sum to this at most; else they are any numbers.
    weight: Option<u32>,
    /// True if it is below 0 for some inputs, whatever the literals.
    signed: bool,
}

/// What an operand may hold: one of these, or anything at all.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    pub(super) families: Vec<Family>,
    pub(super) anything: bool,
}

impl Family {
    pub(super) fn exact(number: Scalar) -> Family {
        Family {
            offset: Some(number),
            terms: Vec::new(),
            weight: None,
            signed: false,
        }
    }

    fn is_exact(&self) -> Option<&Scalar> {
        self.offset.as_ref().filter(|_| self.terms.is_empty())
    }

    fn is_literal(&self) -> bool {
        self.offset.is_none() && self.terms.len() == 1 && self.terms[0].is(&Scalar::constant(1))
    }

    fn of(offset: Option<Scalar>, terms: Vec<Scalar>) -> Family {
        Family {
            offset,
            terms,
            weight: None,
            signed: false,
        }
    }

    /// Everything it is a sum of.
    fn parts(&self) -> impl Iterator<Item = &Scalar> {
        self.offset.iter().chain(&self.terms)
    }

    /// True unless a number is none of them.
    pub(super) fn may_be(&self, number: &Scalar) -> bool {
        let rest = match &self.offset {
            Some(offset) => number.minus(offset),
            None => *number,
        };
        if let [term] = &self.terms[..]
            && (term.known & rest.known) & 3 == 3
        {
            // Most are no candidates at the first two points already.
            let [one, other] = [0, 1].map(|at| (rest.elements[at], term.elements[at]));
            if one.0 * other.1 != other.0 * one.1 {
                return false;
            }
        }
        match factors(&self.terms.iter().collect::<Vec<_>>(), &rest) {
            Factors::None => false,
            Factors::Open => true,
            Factors::Known(found) => self.weight.is_none_or(|weight| {
                let sizes = found.iter().map(|factor| {
                    let size = factor.bits().min((-*factor).bits());
                    u32::try_from(size).unwrap_or(u32::MAX)
                });
                sizes.fold(0, u32::saturating_add) <= weight
            }),
        }
    }
}

impl Held {
    pub(super) fn anything() -> Held {
        Held {
            families: Vec::new(),
            anything: true,
        }
    }

    /// A literal.
    pub(super) fn literal() -> Held {
        Held::from(vec![Family::of(None, vec![Scalar::constant(1)])])
    }

    /// Any of some numbers.
    pub(super) fn of(numbers: &[Scalar]) -> Held {
        Held::from(
            numbers
                .iter()
                .copied()
                .map(Family::exact)
                .collect::<Vec<_>>(),
        )
    }

    pub(super) fn may_be(&self, number: &Scalar) -> bool {
        self.anything || self.families.iter().any(|family| family.may_be(number))
    }

    /// Says that everything it may hold that a literal went into is below 0 for some inputs.
    pub(super) fn signed(mut self) -> Held {
        for family in &mut self.families {
            family.signed = family.offset.is_none() || !family.terms.is_empty();
        }
        self
    }

    pub(super) fn merge(&mut self, other: Held) {
        self.anything |= other.anything;
        self.families.extend(other.families);
    }
}

impl From<Vec<Family>> for Held {
    fn from(families: Vec<Family>) -> Held {
        Held {
            families,
            anything: false,
        }
    }
}

/// The factors by which terms sum to a number.
enum Factors {
    None,
    /// There are several, or too few points.
    Open,
    Known(Vec<Element>),
}

/// Elimination by Gauss at two points more than there are terms.
fn factors(terms: &[&Scalar], number: &Scalar) -> Factors {
    let known = terms
        .iter()
        .fold(number.known, |known, term| known & term.known);
    let points: Vec<usize> = (0..POINTS).filter(|at| known >> at & 1 == 1).collect();
    let count = terms.len();
    if points.len() < count + 2 {
        // One point alone tells two numbers apart.
        return if count == 0 && points.len() == 1 && number.elements[points[0]] != Element::ZERO {
            Factors::None
        } else {
            Factors::Open
        };
    }
    let rows = points[..count + 2].iter();
    let mut rows: Vec<Vec<Element>> = rows
        .map(|&at| {
            let row = terms.iter().map(|term| term.elements[at]);
            row.chain([number.elements[at]]).collect()
        })
        .collect();
    let mut rank = 0;
    for column in 0..count {
        let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column] != Element::ZERO) else {
            continue;
        };
        rows.swap(rank, pivot);
        let Some(inverse) = rows[rank][column].inverse() else {
            continue;
        };
        for place in &mut rows[rank][column..] {
            *place = *place * inverse;
        }
        let leading = rows[rank].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if number == rank || factor == Element::ZERO {
                continue;
            }
            for (place, one) in row.iter_mut().zip(&leading).skip(column) {
                *place = *place - *one * factor;
            }
        }
        rank += 1;
    }
    if rows[rank..].iter().any(|row| row[count] != Element::ZERO) {
        return Factors::None;
    }
    if rank < count {
        return Factors::Open;
    }
    Factors::Known(rows[..count].iter().map(|row| row[count]).collect())
}

/// True unless no sum of multiples of terms is 0 but the empty one.
fn are_dependent(terms: &[Scalar]) -> bool {
    if terms.len() > TERMS {
        return true;
    }
    terms.split_first().is_some_and(|(first, others)| {
        let others_of: Vec<&Scalar> = others.iter().collect();
        !matches!(factors(&others_of, first), Factors::None) || are_dependent(others)
    })
}

/// All products of the parts of two families, as one family.
fn product(a: &Family, b: &Family) -> Option<Family> {
    let offset = match (&a.offset, &b.offset) {
        (Some(one), Some(other)) => Some(one.times(other)),
        _ => None,
    };
    let mut terms = Vec::new();
    for (place, one) in a.parts().enumerate() {
        for (other_place, other) in b.parts().enumerate() {
            let is_offset = offset.is_some() && place == 0 && other_place == 0;
            if !is_offset {
                terms.push(one.times(other));
            }
        }
    }
    // A multiple of an integer sum by one number.
    let weight = match (a.is_exact(), b.is_exact()) {
        (Some(_), None) => b.weight,
        (None, Some(_)) => a.weight,
        _ => None,
    };
    (terms.len() <= TERMS).then(|| Family {
        weight,
        ..Family::of(offset, terms)
    })
}

fn sum(a: &Family, b: &Family, sign: bool) -> Option<Family> {
    let signed = |number: &Scalar| if sign { number.neg() } else { *number };
    let offset = match (&a.offset, &b.offset) {
        (Some(one), Some(other)) => Some(one.plus(&signed(other))),
        (None, Some(other)) => Some(signed(other)),
        (one, None) => *one,
    };
    let mut terms = a.terms.clone();
    terms.extend(b.terms.iter().map(signed));
    let weight = match (a.is_exact(), b.is_exact()) {
        (Some(_), None) => b.weight,
        (None, Some(_)) => a.weight,
        _ => None,
    };
    (terms.len() <= TERMS).then(|| Family {
        weight,
        ..Family::of(offset, terms)
    })
}

/// What is asked of powers.
#[derive(Clone, Copy)]
pub(super) struct Powers {
    /// Twice the largest exponent that a program as long as the one at hand can reach by products.
    pub(super) doubled: u32,
    /// True if the source has roots, so that a power may stand for one.
    pub(super) roots: bool,
}

/// Powers of a number by literals, which are halves of integers: with others the result is a transcendental number.
fn powers(number: &Scalar, powers: Powers) -> Vec<Scalar> {
    let Some(root) = number.root().filter(|_| number.real > 0.0) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for base in [number.inverse().zip(root.inverse()), Some((*number, root))] {
        let Some((number, root)) = base else { continue };
        let (mut whole, mut half) = (number, root);
        for _ in 0..powers.doubled.div_ceil(2) {
            found.extend([whole, half]);
            (whole, half) = (whole.times(&number), half.times(&number));
        }
    }
    found
}

/// What a register may hold after an instruction.
pub(super) fn results(function: Function, operands: &[&Held], bound: Powers) -> Held {
    let mut held = Held {
        families: Vec::new(),
        anything: operands.iter().any(|operand| operand.anything),
    };
    let Some((first, others)) = operands.split_first() else {
        return Held::anything();
    };
    for a in &first.families {
        match others.first() {
            None => held.merge(result(function, a, None, bound)),
            Some(second) => {
                for b in &second.families {
                    held.merge(result(function, a, Some(b), bound));
                }
            }
        }
    }
    held
}

fn result(function: Function, a: &Family, b: Option<&Family>, bound: Powers) -> Held {
    let exact_b = match b {
        None => Some(None),
        Some(b) => b.is_exact().map(Some),
    };
    if let (Some(a), Some(b)) = (a.is_exact(), exact_b) {
        let operands: Vec<&Scalar> = [Some(a), b].into_iter().flatten().collect();
        return Held::of(exact(function, &operands).as_slice());
    }
    if a.is_literal() && b.is_none_or(Family::is_literal) {
        return Held::literal();
    }
    let of = |family: Option<Family>| family.map_or_else(Held::anything, |one| vec![one].into());
    let zero = Family::exact(Scalar::constant(0));
    match (function, b) {
        (Function::Copy, _) => of(Some(a.clone())),
        (Function::Negate, _) => of(sum(&zero, a, true)),
        (Function::Absolute, _) => Held::from(
            [Some(a.clone()), sum(&zero, a, true)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>(),
        ),
        (Function::Saturate, _) => {
            let mut held = of(Some(a.clone()));
            held.merge(Held::literal());
            held
        }
        (Function::Fraction, _) => of(sum(a, &Held::literal().families[0], false)),
        (Function::Add, Some(b)) => of(sum(a, b, false)),
        (Function::Subtract, Some(b)) => of(sum(a, b, true)),
        (Function::Multiply, Some(b)) => of(product(a, b)),
        (Function::Divide, Some(b)) if b.is_literal() => of(product(a, b)),
        (Function::Divide, Some(b)) => match b.is_exact().map(Scalar::inverse) {
            Some(Some(inverse)) => of(product(a, &Family::exact(inverse))),
            Some(None) => Held::default(),
            None => Held::anything(),
        },
        (Function::Minimum | Function::Maximum, Some(b)) => vec![a.clone(), b.clone()].into(),
        (Function::Compare(_), _) => Held::literal(),
        (Function::Power, Some(b)) if b.is_literal() => match a.is_exact() {
            Some(number) => {
                let mut held = Held::of(&powers(number, bound));
                held.merge(Held::literal());
                held
            }
            None => Held::anything(),
        },
        // Of an exponent that is no literal the power is a number that nothing else is, or a literal.
        (Function::Power, Some(_)) => Held::literal(),
        _ => Held::anything(),
    }
}

/// True unless a function gives a number for nothing that its operands may hold.
pub(super) fn may_give(
    wanted: &Scalar,
    function: Function,
    operands: &[&Held],
    bound: Powers,
) -> bool {
    if operands.iter().any(|operand| operand.anything) {
        return true;
    }
    let Some((first, others)) = operands.split_first() else {
        return true;
    };
    first.families.iter().any(|a| match others.first() {
        None => gives(wanted, function, a, None, bound),
        Some(second) => {
            let mut second = second.families.iter();
            second.any(|b| gives(wanted, function, a, Some(b), bound))
        }
    })
}

fn gives(
    wanted: &Scalar,
    function: Function,
    a: &Family,
    b: Option<&Family>,
    bound: Powers,
) -> bool {
    // Most are no candidates at the first point already.
    if let (Some(one), Some(Some(other))) = (a.is_exact(), b.map(Family::is_exact))
        && (one.known & other.known & wanted.known) & 1 == 1
    {
        let (one, other, wanted) = (one.elements[0], other.elements[0], wanted.elements[0]);
        let refuted = match function {
            Function::Add => one + other != wanted,
            Function::Subtract => one - other != wanted,
            Function::Multiply => one * other != wanted,
            Function::Divide => one != wanted * other,
            _ => false,
        };
        if refuted {
            return false;
        }
    }
    let literal = || Held::literal().may_be(wanted);
    let squared = |family: &Family| family.may_be(&wanted.times(wanted));
    // wanted * divisor = dividend
    let divides = |dividend: &Family, divisor: &Family| {
        if let (Some(one), Some(other)) = (&dividend.offset, &divisor.offset) {
            let terms = divisor.terms.iter().map(|term| term.times(wanted));
            let terms = terms.chain(dividend.terms.iter().copied()).collect();
            return Family::of(Some(*one), terms).may_be(&other.times(wanted));
        }
        let terms = divisor.parts().map(|part| part.times(wanted));
        are_dependent(&terms.chain(dividend.parts().copied()).collect::<Vec<_>>())
    };
    let is_exact = a.is_exact().is_some() && b.is_none_or(|b| b.is_exact().is_some());
    match (function, b) {
        _ if is_exact => result(function, a, b, bound).may_be(wanted),
        (Function::Divide, Some(b)) => divides(a, b),
        (Function::Reciprocal, _) => divides(&Family::exact(Scalar::constant(1)), a),
        (Function::SquareRoot, _) => squared(a),
        (Function::ReciprocalSquareRoot, _) => match wanted.inverse() {
            Some(inverse) => a.may_be(&inverse.times(&inverse)),
            None => false,
        },
        (Function::Power, Some(b)) if b.is_literal() && a.is_exact().is_none() => {
            literal() || bound.roots || !a.signed
        }
        _ => result(function, a, b, bound).may_be(wanted),
    }
}

/// Sums of so many products of what two registers may hold.
pub(super) fn inner_products(a: &Held, b: &Held, width: u32) -> Held {
    if a.anything || b.anything {
        return Held::anything();
    }
    let is_exact = |held: &Held| {
        held.families
            .iter()
            .all(|family| family.is_exact().is_some())
    };
    let weight = (is_exact(a) && is_exact(b)).then_some(width);
    let mut terms: Vec<Scalar> = Vec::new();
    for one in a.families.iter().flat_map(Family::parts) {
        for other in b.families.iter().flat_map(Family::parts) {
            let term = one.times(other);
            let is_there = terms
                .iter()
                .any(|known| known.known == term.known && known.is(&term));
            if !is_there && !term.is_nothing() {
                terms.push(term);
            }
            if terms.len() > TERMS {
                return Held::anything();
            }
        }
    }
    vec![Family {
        weight,
        ..Family::of(None, terms)
    }]
    .into()
}

/// A register's first three lanes, in any order and each as often as one likes, over their length.
pub(super) fn directions(a: &Held) -> Held {
    let mut numbers = Vec::new();
    for family in &a.families {
        match family.is_exact() {
            Some(number) => numbers.push(*number),
            None => return Held::anything(),
        }
    }
    let mut found = Vec::new();
    let mut is_constant = false;
    for (place, x) in numbers.iter().enumerate() {
        for (next, y) in numbers.iter().enumerate().skip(place) {
            for z in &numbers[next..] {
                if x.is(y) && y.is(z) {
                    // A constant, whose root of 3 the field does not have.
                    is_constant = true;
                    continue;
                }
                let squares = x.times(x).plus(&y.times(y)).plus(&z.times(z));
                let Some(inverse) = squares.root().and_then(|root| root.inverse()) else {
                    continue;
                };
                found.extend([x, y, z].map(|lane| lane.times(&inverse)));
            }
        }
    }
    let mut held = Held::of(&found);
    held.anything = a.anything;
    if is_constant {
        held.merge(Held::literal());
    }
    held
}
