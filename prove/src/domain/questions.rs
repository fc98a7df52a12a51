//! Questions: how two numbers lie to each other, and which integer is below one. The reals answer; what the source asks is
//! noted, and of what machine code asks whether the source asks for the same.

use super::{Domain, Function, Question, Value};
use crate::arms::Fork;
use crate::field::Element;
use std::cmp::Ordering;

/// Reals nearer to each other than this, relative to their size, are not told apart.
const MARGIN: f64 = 1e-11;
/// Comparisons with constants of this size, or with those nearer to 0 than its inverse, keep infinities out of
/// arithmetic.
const GUARD: f64 = 1e10;
/// Comparisons of numbers that are asked for, at a point: a loop asks thousands of times.
const EXPLAINING: usize = 100_000;

fn is_guard(real: f64) -> bool {
    let size = real.abs();
    size >= GUARD || size > 0.0 && size <= 1.0 / GUARD
}

impl Domain {
    /// How two numbers lie to each other.
    pub(crate) fn order(&mut self, a: Value, b: Value) -> Ordering {
        if a.element == b.element {
            self.note_tie();
            return Ordering::Equal;
        }
        // What is near the end of the range of floats is no comparison of the source's: it keeps results
        // finite.
        let guard = [a, b]
            .iter()
            .any(|value| value.constant && is_guard(value.real));
        // Nor is it a question how two numbers lie of which neither depends on anything here, truth values say.
        let known = [a, b]
            .iter()
            .all(|value| value.constant || value.is_number());
        if !(known || guard) {
            if a.defined && b.defined {
                self.ask(a.element - b.element, a.real - b.real);
            }
            let distance = (a.real - b.real).abs();
            if distance <= MARGIN * (a.real.abs() + b.real.abs()) && a.defined && b.defined {
                self.unstable = true;
            }
        }
        let order = a.real.partial_cmp(&b.real).unwrap_or(Ordering::Equal);
        match self.forced && !(known || guard) {
            true => self.force(order, a.element - b.element),
            false => order,
        }
    }

    /// How a comparison comes out where some come out otherwise than the reals say: at half of the points a quarter the
    /// other way round, at the others half as a tie. Of two differences that are each other's negatives both do or none.
    fn force(&self, order: Ordering, difference: Element) -> Ordering {
        let key = difference.min(-difference);
        let value = Value {
            element: key,
            ..self.undefined()
        };
        let bits = self.keyed(Function::Forced, &[value]).bits();
        match self.keyed(Function::Forced, &[]).bits() & 1 {
            0 if bits & 3 == 0 => order.reverse(),
            1 if bits & 1 == 0 => Ordering::Equal,
            _ => order,
        }
    }

    /// Notes that the sign or the integer part of a number decides something; of the machine code, whether the
    /// source asks for it as well.
    pub(super) fn ask(&mut self, element: Element, real: f64) {
        if self.source {
            if self.compared.insert(element) {
                let site = self.site;
                self.asked.push(Question {
                    element,
                    real,
                    site,
                });
            }
            self.compared.insert(-element);
        } else {
            // In a loop one explanation does.
            if !self
                .sites
                .get(&self.site)
                .is_some_and(|explained| *explained)
            {
                let explained =
                    self.compared.contains(&element) || self.is_explained(element, real);
                self.sites.insert(self.site, explained);
            }
        }
        self.site.1 += 1;
    }

    /// Notes that numbers of which the source asks how they lie to each other are equal.
    fn note_tie(&mut self) {
        if self.source {
            self.tied.insert(self.site);
            self.site.1 += 1;
        }
    }

    /// Says that the program goes on at an instruction.
    pub(crate) fn at(&mut self, instruction: usize) {
        self.site = (instruction, 0);
    }

    /// Notes that the machine code jumps, or does not, on a condition between numbers.
    pub(crate) fn jump(&mut self, between: &[Value], holds: bool) {
        let varies = between.iter().any(|value| !value.constant);
        self.jumps.add(Fork::Program(self.site.0), holds, varies);
        self.decided(between.iter().all(|value| value.defined));
    }

    /// Whether a number is one that the source asks for, times a power of 2 or plus an integer.
    fn is_explained(&mut self, element: Element, real: f64) -> bool {
        let Some(inverse) = element.inverse() else {
            return true;
        };
        self.explaining += self.asked.len() + self.quotients.len();
        if self.explaining > EXPLAINING {
            return false;
        }
        self.asked.iter().any(|asked| {
            let (other, other_real) = (asked.element, asked.real);
            let shifted = [(other, other_real), (-other, -other_real)]
                .into_iter()
                .any(|(other, other_real)| {
                    let shift = (real - other_real).round();
                    Element::from_f64(shift) == Some(element - other)
                });
            let factor = other * inverse;
            let ratio = other_real / real;
            let scaled = ratio.abs().log2().fract() == 0.0;
            shifted || (scaled && Element::from_f64(ratio) == Some(factor))
        }) || self.is_raised_quotient(element, real)
    }

    /// Notes that the source takes the integer part of a quotient of integers.
    pub(crate) fn note_quotient(&mut self, quotient: Value) {
        if self.source && !self.compared.contains(&quotient.element) {
            self.quotients.push((quotient.element, quotient.real));
        }
    }

    /// Whether a number is a quotient of integers times a power of 2 and at most 8 units in the last place of 1 above 1,
    /// as which a program has it lest rounding take it below an integer.
    fn is_raised_quotient(&self, element: Element, real: f64) -> bool {
        let most = 1.0 + (4.0 - f64::from(self.significand)).exp2();
        self.quotients.iter().any(|&(other, other_real)| {
            // A factor of machine code is a single.
            let factor = f64::from((real / other_real) as f32);
            let raised = factor.abs() / factor.abs().log2().floor().exp2();
            (1.0..=most).contains(&raised)
                && Element::from_f64(factor).is_some_and(|exact| exact * other == element)
        })
    }

    /// The largest integer not above a number.
    pub(crate) fn floor(&mut self, a: Value) -> Value {
        let mut below = a.real.floor();
        let near = a.real.round();
        if Element::from_f64(near) == Some(a.element) {
            below = near;
            self.note_tie();
        } else if (a.real - near).abs() <= MARGIN * a.real.abs().max(1.0) && a.defined {
            self.unstable = true;
        }
        if !a.constant && !a.is_number() && a.defined {
            self.ask(a.element, a.real);
        }
        let element = Element::from_f64(below).unwrap_or(Element::ZERO);
        Value {
            element,
            real: below,
            rootless: false,
            single: a.single.floor(),
            ..a
        }
    }
}
