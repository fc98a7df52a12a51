//! How much is done for a short program, at each level and by how far it is from its lower bound.

use crate::search::Search;
use retroshade_kit::target::Optimize;

/// How much is done for a short program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Attempts, each with its own priorities.
    pub(super) attempts: u32,
    /// Operations that beam searches may place in all.
    pub(super) steps: u32,
    /// Operations that they may place at most where they need more steps than these for as wide a beam as a long
    /// program takes.
    pub(super) long: u32,
    /// Searches that may find nothing one after the other before the rest is given up.
    pub(super) failures: u32,
    /// Start of the pseudo-random choices.
    pub(super) seed: u64,
}

impl Effort {
    /// What each variant of a program gets.
    pub(crate) fn first(search: Search) -> Effort {
        let (attempts, steps) = match search.optimize {
            Optimize::None | Optimize::Normal | Optimize::Size => (1, 0),
            Optimize::Most => (60, search.steps(MOST) / 5),
        };
        Effort {
            attempts,
            steps,
            long: 0,
            failures: failures(search.optimize),
            seed: 0x6770 ^ search.seed,
        }
    }

    /// What the most promising variants get once more, the first of them most.
    pub(crate) fn last(search: Search) -> Vec<Effort> {
        let most = search.steps(MOST);
        let steps: &[u32] = match search.optimize {
            Optimize::None => &[],
            Optimize::Normal | Optimize::Size => &[1000, 400],
            Optimize::Most => &[most, most / 2, most / 4],
        };
        let effort = |steps: &u32| Effort {
            attempts: 0,
            steps: *steps,
            long: 0,
            failures: failures(search.optimize),
            seed: 0x6d73 ^ search.seed,
        };
        steps.iter().map(effort).collect()
    }

    /// What a program gets that is far from its lower bound after everything else.
    pub(crate) fn far(search: Search, length: u32, bound: u32) -> Option<Effort> {
        let gap = length.saturating_sub(bound);
        let is_far = gap >= FAR && 100 * gap >= FAR_PERCENT * bound;
        let usual = matches!(search.optimize, Optimize::Normal | Optimize::Size);
        (usual && is_far).then(|| Effort {
            attempts: 0,
            steps: WIDE_STEPS,
            long: 0,
            failures: failures(search.optimize),
            seed: 0x6673 ^ search.seed,
        })
    }

    /// As much of it as may pay for a program of a length and a lower bound: by the square of how far they
    /// are apart, and for a long program a wide beam for the best variants, since few find nothing there. Nothing if
    /// length and bound are within a fiftieth of one another. The variant that is searched first has the number 0.
    pub(crate) fn graded(self, length: u32, bound: u32, variant: usize) -> Option<Effort> {
        let gap = u64::from(length.saturating_sub(bound));
        let bound = u64::from(bound.max(1));
        let percent = (100 * gap / bound).clamp(GRADES.0, GRADES.1);
        let steps = u64::from(self.steps) * percent * percent / (USUAL_GAP * USUAL_GAP);
        let is_long = length >= LONG && variant < LONG_VARIANTS;
        (50 * gap > bound).then_some(Effort {
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
            long: if is_long { WIDE_STEPS } else { 0 },
            ..self
        })
    }
}

/// By how many instructions a program is longer at least that is far from its bound.
const FAR: u32 = 5;
/// By how many percent besides.
const FAR_PERCENT: u32 = 28;
/// Operations that the search for a program that is far from its bound or long may place in each of two variants.
const WIDE_STEPS: u32 = 20_000;
/// Instructions of a long program at least.
const LONG: u32 = 36;
/// Variants of a long program that are searched with a wide beam.
const LONG_VARIANTS: usize = 2;

/// By how many percent the programs that a search starts from are usually longer than their bounds.
const USUAL_GAP: u64 = 16;

/// The smallest and the largest of these distances that count, in percent.
const GRADES: (u64, u64) = (12, 32);

/// Operations that the longest search at the highest level may place.
const MOST: u32 = 100_000;

/// Searches that may find nothing one after the other.
fn failures(optimize: Optimize) -> u32 {
    match optimize {
        Optimize::Most => u32::MAX,
        _ => 3,
    }
}
