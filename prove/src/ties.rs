//! Points at which two numbers that the source compares are equal, so that `>` is told from `>=`.
//!
//! Random points meet no ties but of literals. Where a difference depends on an input by an affine function, as most do,
//! its zero is found by one secant step, over elements and over reals: at another number for that input, with the others
//! as they were, the difference is another, and both together say where it is 0.

use crate::compare::{Mode, Program, Seen};
use crate::domain::{Domain, Question, Site};
use crate::field::Element;
use crate::point::{Drawn, Moved, Place};
use crate::verdict::Verdict;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Op, Shader};
use rustc_hash::FxHashSet;

/// Points from which ties are sought.
const BASES: u64 = 8;
/// Evaluations of the source that the search may take, for all comparisons.
const EVALUATIONS: u32 = 48;
/// How far an input is moved for the secant, relative to its size.
const STEP: f32 = 1.0 / 1024.0;
/// Inputs are no larger at a tie.
const LARGEST: f64 = 1e4;

impl Program<'_> {
    /// Compares the program with the source at ties; an error is a verdict at once.
    pub(crate) fn compare_at_ties(&self) -> Result<(), Verdict> {
        let strict = strict_sites(self.shader);
        if strict.is_empty() {
            return Ok(());
        }
        let mut search = Search {
            program: self,
            strict,
            tied: FxHashSet::default(),
            left: EVALUATIONS,
        };
        for number in 0..BASES {
            search.from(Place::numbered(number))?;
        }
        Ok(())
    }
}

/// The instructions whose results at a tie are not those beside it: for others, as `min`, it is no matter which of two
/// equal numbers is taken.
fn strict_sites(shader: &Shader) -> FxHashSet<usize> {
    let strict = |op: &Op| {
        matches!(
            op,
            Op::Step
                | Op::Lt
                | Op::Ge
                | Op::Eq
                | Op::Ne
                | Op::SetLt
                | Op::SetGe
                | Op::SetEq
                | Op::SetNe
                | Op::Sign
                | Op::FaceForward
                | Op::Floor
                | Op::Ceil
                | Op::Fract
                | Op::Mod
                | Op::Trunc
                | Op::Round
                | Op::FloatToInt
        )
    };
    let insts = shader.insts.iter();
    insts
        .filter(|(_, data)| strict(&data.op))
        .map(|(inst, _)| inst.index())
        .collect()
}

struct Search<'a> {
    program: &'a Program<'a>,
    /// Instructions of which ties are sought.
    strict: FxHashSet<usize>,
    /// Comparisons of which one was met.
    tied: FxHashSet<Site>,
    /// Evaluations of the source that it may still take.
    left: u32,
}

impl Search<'_> {
    /// Moves one input after the other to where comparisons of this point become ties.
    fn from(&mut self, base: Place) -> Result<(), Verdict> {
        let Some((drawn, start)) = self.evaluate(base)? else {
            return Ok(());
        };
        for (input, &Drawn { real, bounded }) in drawn.iter().enumerate() {
            if !start.asked.iter().any(|question| self.is_open(question)) {
                break;
            }
            let moved = Moved {
                input,
                real: real + STEP * real.abs().max(STEP),
                element: Element::from_bits(!u64::from(real.to_bits()) << 24),
            };
            let old = (start.element_of(real), f64::from(real));
            let place = Place {
                moved: Some(moved),
                ..base
            };
            let Some((_, end)) = self.evaluate(place)? else {
                continue;
            };
            // Along another path questions are others.
            let same = |(a, b): (&Question, &Question)| a.site == b.site;
            if start.asked.len() != end.asked.len() || !start.asked.iter().zip(&end.asked).all(same)
            {
                continue;
            }
            for (a, b) in start.asked.iter().zip(&end.asked) {
                if self.is_open(a)
                    && let Some(zero) = zero(old, moved, a, b)
                    && (!bounded || (0.0..=1.0).contains(&zero.real))
                {
                    let moved = Some(zero);
                    self.at_tie(Place { moved, ..base })?;
                }
            }
        }
        Ok(())
    }

    fn is_open(&self, question: &Question) -> bool {
        self.strict.contains(&question.site.0) && !self.tied.contains(&question.site)
    }

    /// The drawn inputs of a point, and the domain after the source was evaluated there.
    fn evaluate(&mut self, place: Place) -> Result<Option<(Vec<Drawn>, Domain)>, Verdict> {
        if self.left == 0 || !self.program.has_work_left() {
            return Ok(None);
        }
        self.left -= 1;
        let program = self.program;
        let mut point = program.draw(&program.choices, place, Mode::Free);
        let results = program.evaluate_source(&mut point)?;
        let stable = results.is_some() && !point.domain.unstable;
        Ok(stable.then_some((point.drawn, point.domain)))
    }

    /// Compares both where a comparison should be a tie.
    fn at_tie(&mut self, place: Place) -> Result<(), Verdict> {
        let Some((_, domain)) = self.evaluate(place)? else {
            return Ok(());
        };
        self.tied.extend(domain.tied);
        let program = self.program;
        match program.at_point(&program.choices, place, Mode::Free)? {
            Seen::Different(different) => {
                program.counterexample.set(Some(place));
                let first = different.first;
                let why = format!("{first} where two numbers that are compared are equal");
                Err(Verdict::Undecided(why))
            }
            Seen::Equal(_) | Seen::Undefined | Seen::Rootless | Seen::Nothing => Ok(()),
        }
    }
}

/// Where a difference is 0 that an input changes from `a` to `b` when it is moved, if that is an affine function; `None`
/// where the input does not change it.
fn zero(old: (Element, f64), moved: Moved, a: &Question, b: &Question) -> Option<Moved> {
    let slope = (b.element - a.element).inverse()? * (moved.element - old.0);
    let element = old.0 - a.element * slope;
    let slope = (f64::from(moved.real) - old.1) / (b.real - a.real);
    let real = old.1 - a.real * slope;
    (real.abs() <= LARGEST).then_some(Moved {
        input: moved.input,
        real: real as f32,
        element,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The difference `2 x - 3`, at 1 and moved to 1.25, is 0 at 1.5; one that does not change is nowhere.
    #[test]
    fn zeros_of_affine_functions_are_found_in_both_numbers() {
        let element = |number: f64| Element::from_f64(number).unwrap();
        let question = |x: f64, factor: f64| Question {
            element: element(factor * x - 3.0),
            real: factor * x - 3.0,
            site: (0, 0),
        };
        let moved = Moved {
            input: 2,
            real: 1.25,
            element: element(1.25),
        };
        let old = (element(1.0), 1.0);
        let found = zero(old, moved, &question(1.0, 2.0), &question(1.25, 2.0)).unwrap();
        assert_eq!((found.input, found.real), (2, 1.5));
        assert_eq!(found.element, element(1.5));
        assert!(zero(old, moved, &question(1.0, 0.0), &question(1.25, 0.0)).is_none());
        // What lies too far away says nothing.
        let far = question(1.0, 2f64.powi(-40));
        assert!(zero(old, moved, &far, &question(1.25, 2f64.powi(-40))).is_none());
    }
}
