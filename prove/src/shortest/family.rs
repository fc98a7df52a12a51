//! Families of numbers that differ by literals of the program, and whether a number is one of them.

use super::scalar::{POINTS, Scalar};
use crate::field::Element;

/// The most numbers that a sum has factors for: there have to be more points.
pub(super) const TERMS: usize = POINTS - 4;

/// Numbers that differ by literals: one number and any sum of multiples of some.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// `None` is 0.
    pub(super) offset: Option<Scalar>,
    pub(super) terms: Vec<Scalar>,
    /// Factors are integers whose magnitudes sum to this at most; else they are any numbers.
    pub(super) weight: Option<u32>,
    /// True if it is below 0 for some inputs, whatever the literals.
    pub(super) signed: bool,
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

    pub(super) fn is_exact(&self) -> Option<&Scalar> {
        self.offset.as_ref().filter(|_| self.terms.is_empty())
    }

    pub(super) fn is_literal(&self) -> bool {
        self.offset.is_none() && self.terms.len() == 1 && self.terms[0].is(&Scalar::constant(1))
    }

    pub(super) fn of(offset: Option<Scalar>, terms: Vec<Scalar>) -> Family {
        Family {
            offset,
            terms,
            weight: None,
            signed: false,
        }
    }

    /// Everything it is a sum of.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Scalar> {
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
pub(super) fn are_dependent(terms: &[Scalar]) -> bool {
    if terms.len() > TERMS {
        return true;
    }
    terms.split_first().is_some_and(|(first, others)| {
        let others_of: Vec<&Scalar> = others.iter().collect();
        !matches!(factors(&others_of, first), Factors::None) || are_dependent(others)
    })
}

/// All products of the parts of two families, as one family.
pub(super) fn product(a: &Family, b: &Family) -> Option<Family> {
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

pub(super) fn sum(a: &Family, b: &Family, sign: bool) -> Option<Family> {
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
