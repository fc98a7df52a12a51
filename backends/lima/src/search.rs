//! How hard the searches of both processors try, as the options say it.

use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::target::{Optimize, Options};

/// What the searches for a short program are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    /// The level.
    pub(crate) optimize: Optimize,
    /// Steps of the longest search at the highest level, if given.
    budget: Option<u32>,
    /// Where pseudo-random choices start, besides a start of their own.
    pub(crate) seed: u64,
}

impl Search {
    /// Reads the level and the settings `budget` and `seed`.
    ///
    /// # Errors
    /// Values that are no numbers.
    pub(crate) fn read(options: &Options) -> Result<Search, Diagnostic> {
        let number = |name: &str| {
            let Some(text) = options.settings.get(name) else {
                return Ok(None);
            };
            text.parse::<u64>().map(Some).map_err(|_| {
                let message = format!("`{text}` is no value of `{name}` for lima: give a number");
                Diagnostic::error(codes::target::SETTING, message)
            })
        };
        let budget = number("budget")?;
        Ok(Search {
            optimize: options.optimize,
            budget: budget.map(|steps| u32::try_from(steps).unwrap_or(u32::MAX)),
            seed: number("seed")?.unwrap_or(0),
        })
    }

    /// The steps of the longest search at the highest level, `usual` unless given.
    pub(crate) fn steps(self, usual: u32) -> u32 {
        self.budget.unwrap_or(usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, value: &str) -> Result<Search, Diagnostic> {
        let mut options = Options::default();
        options.settings.insert(name.to_owned(), value.to_owned());
        Search::read(&options)
    }

    #[test]
    fn numbers_are_taken_and_words_refused() {
        assert_eq!(read("budget", "77").unwrap().steps(100), 77);
        assert_eq!(read("seed", "3").unwrap().steps(100), 100);
        assert_eq!(read("seed", "3").unwrap().seed, 3);
        assert_eq!(read("budget", "99999999999").unwrap().steps(1), u32::MAX);
        let refusal = read("budget", "-1").unwrap_err();
        assert!(refusal.message.contains("`-1` is no value of `budget`"));
    }
}
