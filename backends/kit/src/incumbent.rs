//! The best program of a search over several ways to make one: branch and bound's incumbent.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity};

/// The best so far, and why a way that came to nothing did.
#[derive(Clone, Debug)]
pub struct Incumbent<T, E = Diagnostics> {
    best: Option<T>,
    refusal: Option<E>,
    keeps: Refusal,
}

/// Which of several refusals is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    First,
    Last,
}

impl<T, E> Default for Incumbent<T, E> {
    fn default() -> Incumbent<T, E> {
        Incumbent {
            best: None,
            refusal: None,
            keeps: Refusal::First,
        }
    }
}

impl<T, E> Incumbent<T, E> {
    /// The best so far.
    pub fn best(&self) -> Option<&T> {
        self.best.as_ref()
    }

    /// One that reports the last refusal: the last way is the one that most likely fits.
    pub fn of_last_refusal() -> Incumbent<T, E> {
        Incumbent {
            keeps: Refusal::Last,
            ..Incumbent::default()
        }
    }

    /// Why a way was refused.
    pub fn refusal(&self) -> Option<&E> {
        self.refusal.as_ref()
    }

    /// Takes what a way came to: something better, nothing better, or a reason why it comes to nothing. Whether
    /// it was better.
    pub fn note(&mut self, found: Result<Option<T>, E>) -> bool {
        match found {
            Ok(Some(better)) => {
                self.best = Some(better);
                return true;
            }
            Ok(None) => {}
            Err(why) => {
                if self.keeps == Refusal::Last || self.refusal.is_none() {
                    self.refusal = Some(why);
                }
            }
        }
        false
    }

    /// The best, `None` where no way was refused and none was better than what was known before.
    ///
    /// # Errors
    /// The refusal, if there is nothing else.
    pub fn into_best(self) -> Result<Option<T>, E> {
        match (self.best, self.refusal) {
            (None, Some(why)) => Err(why),
            (best, _) => Ok(best),
        }
    }
}

impl<T> Incumbent<T> {
    /// As [`Incumbent::note`] for ways that may have defects, which are not to be passed over in silence.
    ///
    /// # Errors
    /// The defects.
    pub fn consider(&mut self, found: Result<Option<T>, Diagnostics>) -> Result<bool, Diagnostics> {
        match found {
            Err(errors) if is_defect(&errors) => Err(errors),
            found => Ok(self.note(found)),
        }
    }

    /// The best.
    ///
    /// # Errors
    /// The refusal; a defect of `pass` if nothing was tried.
    pub fn finish(self, pass: &'static str) -> Result<T, Diagnostics> {
        let silent = || Diagnostic::bug(pass, "no program and no reason").into();
        self.into_best()?.ok_or_else(silent)
    }
}

/// Whether one of the errors is a defect of the compiler and no limit of the target.
pub fn is_defect(errors: &Diagnostics) -> bool {
    errors.iter().any(|error| error.severity == Severity::Bug)
}

#[cfg(test)]
#[path = "incumbent_test.rs"]
mod tests;
