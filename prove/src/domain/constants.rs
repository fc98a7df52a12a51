//! The exact values behind numbers in machine code: a compiler rounds what it computes.

use super::{Domain, Value};
use crate::field::Element;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// More constants than this are not combined with each other; if there are, those that are written in the source.
const MOST_COMBINED: usize = 64;
/// More are not combined by threes.
const MOST_TRIPLED: usize = 24;

/// Which of the constants that round to a number it was, as bits of its real, where it is not the first: by
/// the number's bits, for all uses or for that of one instruction.
pub(crate) type Choices = FxHashMap<(u32, Option<usize>), u64>;

/// Candidates of a number that are listed.
const LISTED: usize = 12;

/// An element with its real.
pub(super) type Candidate = (Element, f64);

/// The constants that a number was multiplied with and divided by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The product of them all.
    whole: Candidate,
    /// That of the first divisor's inverse and what comes behind it.
    quotient: Option<Candidate>,
}

impl Scale {
    const NONE: Scale = Scale {
        whole: (Element::ONE, 1.0),
        quotient: None,
    };

    fn times(self, by: Candidate) -> Scale {
        Scale {
            whole: product(self.whole, by),
            quotient: self.quotient.map(|quotient| product(quotient, by)),
        }
    }

    /// As [`Scale::times`] the inverse of a divisor.
    fn over(self, inverse: Candidate) -> Scale {
        let scale = self.times(inverse);
        Scale {
            quotient: scale.quotient.or(Some(inverse)),
            ..scale
        }
    }
}

fn product(a: Candidate, b: Candidate) -> Candidate {
    (a.0 * b.0, a.1 * b.1)
}

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
        let _ = self.origins(number, &mut |candidate| {
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
        let _ = self.origins(number, &mut |(_, real)| {
            if !reals.contains(&real) {
                reals.push(real);
            }
            if reals.len() < LISTED {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        reals
    }

    /// Every exact value that a number in the code may stand for, the likeliest first: of what the compiler says it was in
    /// single precision, or of the number.
    fn origins(
        &self,
        number: f32,
        take: &mut dyn FnMut(Candidate) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &self.witness {
            Some(witness) => {
                let mut singles = witness.origins(number);
                singles.try_for_each(|single| self.candidates(single, take))
            }
            None => self.candidates(number, take),
        }
    }

    /// Every exact value that a number may have been rounded from, the likeliest first: what the source computes from literals and
    /// rounds to it, the literal parts of its sums, combinations of two or three of these constants, and itself among them.
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
        let sized = |(element, real): Candidate| {
            if (real < 0.0) == (number < 0.0) {
                (element, real)
            } else {
                (-element, -real)
            }
        };
        let step = unit(self.significand, exact);
        for &factor in &self.factors {
            if (factor.1.abs() - exact.abs()).abs() < step {
                take(sized(factor))?;
            }
        }
        // Numbers of few bits are written down rather than rounded.
        let few = (1u32 << (24 - self.precision() / 2)) - 1;
        if let Some(itself) = itself.filter(|_| number.to_bits() & few == 0) {
            take(itself)?;
        }
        // Compilers round each step.
        let most = 0.5 * unit(self.precision(), exact) + 0.75 * unit(24, exact);
        let mut consider = |element: Element, real: f64| {
            if (real.abs() - exact.abs()).abs() > most {
                return ControlFlow::Continue(());
            }
            take(sized((element, real)))
        };
        for &(element, real) in &self.literal_parts.distinct {
            consider(element, real)?;
        }
        let all = [&self.combinable[..], &self.source_literals[..]];
        let few_enough = all.into_iter().find(|all| all.len() <= MOST_COMBINED);
        let known = few_enough.unwrap_or_default();
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
                // A product, and a mix between constants, scaled.
                let product = (a.element * b.element, a.real * b.real);
                let sum = (a.element + b.element, a.real + b.real);
                let step = (a.element - b.element, a.real - b.real);
                for (c, &inverse) in known.iter().zip(&inverses) {
                    consider(product.0 * inverse, product.1 / c.real)?;
                    for (element, real) in [product, sum, step] {
                        consider(element * c.element, real * c.real)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Notes that the source multiplies a number by a constant.
    pub(super) fn note_product(&mut self, a: Value, product: Element, by: Value) {
        if self.source && by.is_folded() && is_computed(a) {
            let scale = self.scale_of(a).times((by.element, by.real));
            self.note_scale(product, scale);
        }
    }

    /// Notes that the source divides a number by a constant.
    pub(super) fn note_quotient_by(&mut self, a: Value, quotient: Element, inverse: Candidate) {
        if self.source && is_computed(a) {
            let scale = self.scale_of(a).over(inverse);
            self.note_scale(quotient, scale);
        }
    }

    fn scale_of(&self, a: Value) -> Scale {
        self.scaled.get(&a.element).copied().unwrap_or(Scale::NONE)
    }

    fn note_scale(&mut self, scaled: Element, scale: Scale) {
        self.scaled.insert(scaled, scale);
        let negative = scale.times((-Element::ONE, -1.0));
        self.scaled.insert(-scaled, negative);
    }

    /// Notes that the source takes the integer part of a number, which may be a quotient by a constant.
    pub(super) fn note_whole_part(&mut self, number: Element) {
        if let Some(scale) = self.scaled.get(&number)
            && let Some(quotient) = scale.quotient
        {
            for factor in [scale.whole, quotient] {
                if !self.factors.contains(&factor) {
                    self.factors.push(factor);
                }
            }
        }
    }

    /// How a number in machine code lies to what it stands for, if that is the factor of a quotient. One that is nearer than
    /// what rounding takes from its products serves as the factor itself, but in half floats, of which nobody knows how the
    /// hardware rounds.
    pub(super) fn lean(&self, number: f32, real: f64) -> Ordering {
        let mut factors = self.factors.iter();
        let off = (f64::from(number) / real - 1.0).abs();
        let is_near = self.significand > 11 && off <= (-1.0 - f64::from(self.significand)).exp2();
        if !is_near && factors.any(|factor| factor.1.abs() == real.abs()) {
            f64::from(number).total_cmp(&real)
        } else {
            Ordering::Equal
        }
    }

    /// Bits of the significand that is known of constants of machine code.
    fn precision(&self) -> u32 {
        match self.witness {
            Some(_) => 24,
            None => self.significand,
        }
    }

    /// A number with the significand that is known of constants of machine code, to tell it from others.
    pub(super) fn rounded(&self, number: f64) -> u64 {
        let significand = self.precision();
        // Half floats below the least normal one are multiples of 2^-24.
        if significand == 11 && number.abs() < (-14f64).exp2() {
            return (number * 24f64.exp2()).round().to_bits();
        }
        let dropped = 53 - significand.clamp(1, 53);
        let half = 1u64 << dropped >> 1;
        // A carry goes into the exponent, as it should.
        (number.to_bits() + half) >> dropped
    }

    /// Notes what the source has as a constant, or computes from constants; whether it is a new one that combinations are
    /// made of.
    pub(super) fn note_constant(&mut self, value: Value) -> bool {
        if !self.source || !value.is_folded() || !value.defined {
            return false;
        }
        let known = (value.element, value.real);
        let bits = self.rounded(value.real);
        let new = !self.constants.contains_key(&bits);
        self.constants.entry(bits).or_insert(known);
        // By steps it may come out a little different.
        let steps = self.rounded(value.single.into());
        self.constants.entry(steps).or_insert(known);
        let combines = new && value.real != 0.0;
        if combines {
            self.combinable.push(value);
        }
        combines
    }
}

/// True if a program computes a number: one that a loop has in one of its rounds, too.
fn is_computed(a: Value) -> bool {
    !a.is_folded() || a.carried
}

/// What numbers with such a significand are multiples of, at the size of a number.
fn unit(significand: u32, number: f64) -> f64 {
    let power = number.abs().log2().floor();
    let power = match significand {
        // Half floats have a least power.
        11 => power.max(-14.0),
        _ => power,
    };
    (power + 1.0 - f64::from(significand)).exp2()
}
