//! How many stages a value needs, taken alone.

use super::super::halves::{bare, reach};
use super::Search;
use crate::fragment::isa::Function;
use retroshade_combiner::split::{Want, complement, splat};

/// How many stages a value is known to need, and to be content with.
#[derive(Clone, Copy, Default)]
pub(super) struct Need {
    more_than: usize,
    enough: Option<usize>,
}

impl Need {
    /// Whether so many stages are enough, if that is known.
    fn fits(&self, stages: usize) -> Option<bool> {
        if self.enough.is_some_and(|enough| enough <= stages) {
            return Some(true);
        }
        (stages <= self.more_than).then_some(false)
    }

    fn learn(&mut self, stages: usize, fits: bool) {
        if fits {
            self.enough = Some(self.enough.map_or(stages, |enough| enough.min(stages)))
        } else {
            self.rule_out(stages);
        }
    }

    /// So many stages are not enough.
    fn rule_out(&mut self, stages: usize) {
        self.more_than = self.more_than.max(stages);
    }
}

impl Search<'_, '_> {
    /// Whether a value can be there after some stages, if nothing else were wanted.
    pub(super) fn rgb_fits(&mut self, want: &Want<3>, stages: usize) -> bool {
        let want = &bare(self.polys, want);
        if want.iter().all(Option::is_none) {
            return true;
        }
        let need = self.needs_rgb.get(want).copied().unwrap_or_default();
        if let Some(known) = need.fits(stages) {
            return known;
        }
        if self.polys.is_exhausted() {
            return false;
        }
        if !reach(stages).has(self.polys, want) {
            self.needs_rgb.entry(*want).or_default().rule_out(stages);
            return false;
        }
        let choices = self.choices_rgb(want, stages);
        let fits = choices.iter().any(|choice| {
            !choice.is_pass()
                && choice
                    .wanted()
                    .all(|part| self.some_rgb_fits(part, stages - 1))
        });
        self.needs_rgb.entry(*want).or_default().learn(stages, fits);
        fits
    }

    /// In any form in which an operand of the rgb side can read it.
    pub(super) fn some_rgb_fits(&mut self, want: &Want<3>, stages: usize) -> bool {
        if let Some(known) = self.needs_some.get(want).and_then(|need| need.fits(stages)) {
            return known;
        }
        let fits = self.any_rgb_fits(want, stages);
        self.needs_some
            .entry(*want)
            .or_default()
            .learn(stages, fits);
        fits
    }

    pub(super) fn any_rgb_fits(&mut self, want: &Want<3>, stages: usize) -> bool {
        let want = bare(self.polys, want);
        let inverse = complement(self.polys, &want);
        for want in [want, inverse] {
            if self.rgb_fits(&want, stages) {
                return true;
            }
            if let Some(one) = splat(&want)
                && (self.alpha_fits(&[Some(one)], stages)
                    || self.rgb_fits(&[Some(one), None, None], stages))
            {
                return true;
            }
        }
        false
    }

    pub(super) fn alpha_fits(&mut self, want: &Want<1>, stages: usize) -> bool {
        let want = &bare(self.polys, want);
        let Some(one) = want[0] else { return true };
        let need = self.needs_alpha.get(want).copied().unwrap_or_default();
        if let Some(known) = need.fits(stages) {
            return known;
        }
        if self.polys.is_exhausted() {
            return false;
        }
        if !reach(stages).has(self.polys, want) {
            self.needs_alpha.entry(*want).or_default().rule_out(stages);
            return false;
        }
        let choices = self.choices_alpha(want, stages);
        let mut fits = choices.iter().any(|choice| {
            !choice.is_pass()
                && choice
                    .wanted()
                    .all(|part| self.some_alpha_fits(part, stages - 1))
        });
        // An inner product reaches alpha, too.
        fits = fits || {
            let choices = self.choices_rgb(&[Some(one); 3], stages);
            choices.iter().any(|choice| {
                choice.function == Function::Dot3
                    && choice.scale == 0
                    && choice
                        .wanted()
                        .all(|part| self.some_rgb_fits(part, stages - 1))
            })
        };
        self.needs_alpha
            .entry(*want)
            .or_default()
            .learn(stages, fits);
        fits
    }

    pub(super) fn some_alpha_fits(&mut self, want: &Want<1>, stages: usize) -> bool {
        let want = bare(self.polys, want);
        let inverse = complement(self.polys, &want);
        [want, inverse].into_iter().any(|want| {
            self.alpha_fits(&want, stages) || self.rgb_fits(&[want[0], None, None], stages)
        })
    }
}
