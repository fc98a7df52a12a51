//! The literals that a source adds up in its sums, as they are where these are multiplied out:
//! `1.164 * (y - 0.0625) + 1.596 * (v - 0.5)` adds -0.87075. A compiler that multiplies out has that as one number.

use super::constants::Candidate;
use super::{Domain, Value};
use crate::field::Element;

/// More are not told apart.
const MOST: usize = 64;

/// What a value has of literals: a place in [`LiteralParts::known`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part(Option<u32>);

/// The literal parts of a source's sums.
#[derive(Default)]
pub(super) struct LiteralParts {
    known: Vec<Candidate>,
    /// Each once, whatever its sign, in order of appearance.
    pub(super) distinct: Vec<Candidate>,
}

impl LiteralParts {
    fn add(&mut self, (element, real): Candidate) -> Part {
        if element == Element::ZERO {
            return Part::default();
        }
        let is_same = |other: &Candidate| other.0 == element || other.0 == -element;
        if self.distinct.len() < MOST && !self.distinct.iter().any(is_same) {
            self.distinct.push((element, real));
        }
        self.known.push((element, real));
        Part(u32::try_from(self.known.len() - 1).ok())
    }
}

impl Domain {
    fn literal_part(&self, value: Value) -> Option<Candidate> {
        if value.is_folded() {
            return Some((value.element, value.real));
        }
        let place = value.part.0?;
        self.literal_parts.known.get(place as usize).copied()
    }

    /// What a sum of the source has of literals.
    pub(super) fn part_of_sum(&mut self, a: Value, b: Value) -> Part {
        if !self.source || a.is_folded() && b.is_folded() {
            return Part::default();
        }
        match (self.literal_part(a), self.literal_part(b)) {
            (Some(a), Some(b)) => self.literal_parts.add((a.0 + b.0, a.1 + b.1)),
            (Some(part), None) | (None, Some(part)) => self.literal_parts.add(part),
            (None, None) => Part::default(),
        }
    }

    /// What a number of the source times a constant has of literals.
    pub(super) fn scaled_part(&mut self, number: Value, by: Candidate) -> Part {
        if !self.source || number.is_folded() {
            return Part::default();
        }
        match self.literal_part(number) {
            Some((element, real)) => self.literal_parts.add((element * by.0, real * by.1)),
            None => Part::default(),
        }
    }
}
