//! The exact values behind numbers in machine code: a compiler rounds what it computes.

use super::{Domain, Value};
use crate::field::Element;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// More constants than this are not combined with each other.
const MOST_COMBINED: usize = 64;
/// More are not combined by threes.
const MOST_TRIPLED: usize = 24;

/// Which of the constants that round to a number it was, as bits of its real, where it is not the first: by
/// the number's bits, for all uses or for that of one instruction.
pub(crate) type Choices = FxHashMap<(u32, Option<usize>), u64>;

/// Candidates of a number that are listed.
const LISTED: usize = 12;

/// An element with its real.
type Candidate = (Element, f64);

impl Domain {
    /// The exact value of a number in machine code; `None` if its choice is none of the candidates.
    pub(super) fn attributed(&mut self, number: f32) -> Option<Candidate> {
        let (bits, instruction) = (number.to_bits(), self.site.0);
        if !self.literals.contains(&(bits, instruction)) {
            self.literals.push((bits, instruction));
        }
        let choices = [Some(instruction), None].map(|place| self.choices.get(&(bits, place)));
        let choice = choices.into_iter().flatten().next().copied();
        let mut chosen = None;
        let _ = self.candidates(number, &mut |candidate| {
            if choice.is_none_or(|real| candidate.1.to_bits() == real) {
                chosen = Some(candidate);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if let Some(mut listed) = self.listed.take() {
            listed.entry(bits).or_insert_with(|| self.list(number));
            self.listed = Some(listed);
        }
        chosen
    }

    /// The reals of the first candidates of a number.
    fn list(&self, number: f32) -> Vec<f64> {
        let mut reals: Vec<f64> = Vec::new();
        let _ = self.candidates(number, &mut |(_, real)| {
            if !reals.contains(&real) {
                reals.push(real);
            }
            match reals.len() < LISTED {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        reals
    }

    /// Every exact value that a number may have been rounded from, the likeliest first: what the source computes from literals and
    /// rounds to it, itself, and combinations of two or three of these constants.
    fn candidates(
        &self,
        number: f32,
        take: &mut dyn FnMut(Candidate) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let exact = f64::from(number);
        let itself = Element::from_f64(exact).map(|element| (element, exact));
        let key = self.rounded(exact);
        if let Some(&known) = self.constants.get(&key) {
            take(known)?;
        }
        if let Some(&(element, real)) = self.constants.get(&self.rounded(-exact)) {
            take((-element, -real))?;
        }
        // Numbers of few bits are written down rather than rounded.
        let few = (1u32 << (24 - self.significand / 2)) - 1;
        if let Some(itself) = itself.filter(|_| number.to_bits() & few == 0) {
            take(itself)?;
        }
        let size = self.rounded(exact.abs());
        let mut consider = |element: Element, real: f64| {
            if self.rounded(real.abs()) != size {
                return ControlFlow::Continue(());
            }
            match (real < 0.0) == (number < 0.0) {
                true => take((element, real)),
                false => take((-element, -real)),
            }
        };
        let known = match self.combined.len() <= MOST_COMBINED {
            true => &self.combined[..],
            false => &[],
        };
        let inverses: Vec<Element> = known
            .iter()
            .map(|a| a.element.inverse().unwrap_or_default())
            .collect();
        for (a, &inverse) in known.iter().zip(&inverses) {
            consider(inverse, 1.0 / a.real)?;
        }
        for (place, (a, &inverse)) in known.iter().zip(&inverses).enumerate() {
            for (b, &other) in known.iter().zip(&inverses).skip(place) {
                consider(a.element * b.element, a.real * b.real)?;
                consider(inverse * other, 1.0 / (a.real * b.real))?;
            }
        }
        for a in known {
            for (b, &inverse) in known.iter().zip(&inverses) {
                consider(a.element * inverse, a.real / b.real)?;
            }
        }
        for a in known {
            for b in known {
                consider(a.element + b.element, a.real + b.real)?;
                consider(a.element - b.element, a.real - b.real)?;
            }
        }
        if let Some((element, real)) = itself {
            consider(element, real)?;
        }
        let known = &known[..known.len().min(MOST_TRIPLED)];
        for (place, a) in known.iter().enumerate() {
            for b in &known[place..] {
                let (element, real) = (a.element * b.element, a.real * b.real);
                for (c, &inverse) in known.iter().zip(&inverses) {
                    consider(element * c.element, real * c.real)?;
                    consider(element * inverse, real / c.real)?;
                    // A mix between constants, scaled.
                    let (sum, sum_real) = (a.element + b.element, a.real + b.real);
                    consider(sum * c.element, sum_real * c.real)?;
                    let (step, step_real) = (a.element - b.element, a.real - b.real);
                    consider(step * c.element, step_real * c.real)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A number with the significand that constants of machine code have, to tell it from others.
    pub(super) fn rounded(&self, number: f64) -> u64 {
        // Half floats below the least normal one are multiples of 2^-24.
        if self.significand == 11 && number.abs() < (-14f64).exp2() {
            return (number * 24f64.exp2()).round().to_bits();
        }
        let dropped = 53 - self.significand.clamp(1, 53);
        let half = 1u64 << dropped >> 1;
        // A carry goes into the exponent, as it should.
        (number.to_bits() + half) >> dropped
    }

    pub(super) fn note_constant(&mut self, value: Value) {
        if !self.source || !value.is_folded() || !value.defined {
            return;
        }
        let known = (value.element, value.real);
        let bits = self.rounded(value.real);
        let new = !self.constants.contains_key(&bits);
        self.constants.entry(bits).or_insert(known);
        // By steps it may come out a little different.
        let steps = self.rounded(value.single.into());
        self.constants.entry(steps).or_insert(known);
        if self.factors.insert(value.element)
            && let Some(inverse) = value.element.inverse()
        {
            self.factors.insert(inverse);
        }
        if new && value.real != 0.0 {
            self.combined.push(value);
        }
    }
}
