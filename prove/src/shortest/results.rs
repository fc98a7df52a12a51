//! What one instruction makes of what its operands may hold.

use super::family::{Family, Held, TERMS, are_dependent, product, sum};
use super::scalar::{Scalar, exact};
use retroshade_kit::machine::numbers::Function;

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
