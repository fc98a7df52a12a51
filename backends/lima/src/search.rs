//! How hard the searches of both processors try, as the options say it.

use retroshade_kit::settings;
use retroshade_kit::target::{Optimize, Options};

/// What the searches for a short program are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    /// The level.
    pub(crate) optimize: Optimize,
    /// True if the program is only compared with drafts of other forms of its shader.
    pub(crate) draft: bool,
    /// Steps of the longest search at the highest level, if given.
    budget: Option<u32>,
    /// Where pseudo-random choices start, besides a start of their own.
    pub(crate) seed: u64,
}

impl Search {
    /// Reads the level and the settings `budget` and `seed`.
    pub(crate) fn read(options: &Options) -> Search {
        Search {
            optimize: options.optimize,
            draft: false,
            budget: settings::budget(&options.settings),
            seed: settings::number(&options.settings, &settings::SEED).unwrap_or(0),
        }
    }

    /// A search for programs that are compared before the best are searched for in full; `None` at levels that search
    /// for all in full, or for none.
    pub(crate) fn draft(options: &Options) -> Option<Search> {
        let search = Search {
            draft: true,
            ..Search::read(options)
        };
        matches!(search.optimize, Optimize::Normal | Optimize::Size).then_some(search)
    }

    /// The steps of the longest search at the highest level, `usual` unless given.
    pub(crate) fn steps(self, usual: u32) -> u32 {
        self.budget.unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Search {
        let mut options = Options::default();
        options.settings.insert(name.to_owned(), value.to_owned());
        Search::read(&options)
    }

    #[test]
    fn numbers_are_taken() {
        assert_eq!(read("budget", "77").steps(100), 77);
        assert_eq!(read("seed", "3").steps(100), 100);
        assert_eq!(read("seed", "3").seed, 3);
        assert_eq!(read("budget", "99999999999").steps(1), u32::MAX);
    }
}
