//! How much is done for a short program at each level.

use crate::search::Search;
use retroshade_kit::target::Optimize;

/// How much is done for a short program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Attempts, each with its own priorities.
    pub(super) attempts: u32,
    /// Operations that beam searches may place in all.
    pub(super) steps: u32,
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
            failures: failures(search.optimize),
            seed: 0x6770 ^ search.seed,
        }
    }

    /// What the most promising variants get once more, the first of them most.
    pub(crate) fn last(search: Search) -> Vec<Effort> {
        let most = search.steps(MOST);
        let steps: &[u32] = match search.optimize {
            Optimize::None => &[],
            Optimize::Normal | Optimize::Size if search.draft => &[],
            Optimize::Normal | Optimize::Size => &[USUAL, USUAL * 2 / 5],
            Optimize::Most => &[most, most / 2, most / 4],
        };
        let effort = |steps: &u32| Effort {
            attempts: 0,
            steps: *steps,
            failures: failures(search.optimize),
            seed: 0x6d73 ^ search.seed,
        };
        steps.iter().map(effort).collect()
    }
}

/// Operations that the longest search at the default level may place.
const USUAL: u32 = 32_000;

/// Operations that the longest search at the highest level may place.
const MOST: u32 = 100_000;

/// Searches that may find nothing one after the other.
fn failures(optimize: Optimize) -> u32 {
    match optimize {
        Optimize::Most => u32::MAX,
        _ => 8,
    }
}
