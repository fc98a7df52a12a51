//! The best program of several attempts: branch and bound's incumbent.

use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity};

/// The best program so far, and why an attempt failed.
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

    /// One that reports the last refusal: the last attempt is the one that most likely fits.
    pub fn of_last_refusal() -> Incumbent<T, E> {
        Incumbent {
            keeps: Refusal::Last,
            ..Incumbent::default()
        }
    }

    /// Why an attempt failed.
    pub fn refusal(&self) -> Option<&E> {
        self.refusal.as_ref()
    }

    /// Takes the outcome of an attempt: a better program, none that is better (`None`), or why it failed. Returns
    /// whether it was better.
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

    /// The best, `None` where no attempt failed and none was better than what was known before.
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
    /// As [`Incumbent::note`] for attempts that may show defects, which are reported at once.
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

/// True if one of the errors is a defect of the compiler and no limit of the target.
pub fn is_defect(errors: &Diagnostics) -> bool {
    errors.iter().any(|error| error.severity == Severity::Bug)
}

#[cfg(test)]
#[path = "incumbent_test.rs"]
mod tests;
