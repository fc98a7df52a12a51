//! How much work a picture may be, counted in steps: an instruction of the machine or the interpreter for one
//! invocation, or a pixel that is looked at to see whether a triangle covers it.

use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps of a picture where nobody says another number: seconds to a minute, as the machine code is.
pub const STEPS: u64 = 300_000_000;

/// Steps that all threads at work on a picture may take together. Whether they are enough does not depend on the
/// order in which the threads take them.
pub(super) struct Budget {
    most: u64,
    spent: AtomicU64,
}

impl Budget {
    pub(super) fn new(most: u64) -> Budget {
        Budget {
            most,
            spent: AtomicU64::new(0),
        }
    }

    /// Counts steps that were taken.
    ///
    /// # Errors
    /// There were too many.
    pub(super) fn spend(&self, steps: u64) -> Result<(), Diagnostic> {
        let before = self.spent.fetch_add(steps, Ordering::Relaxed);
        if before.saturating_add(steps) <= self.most {
            Ok(())
        } else {
            Err(self.exhausted())
        }
    }

    /// Ends the work on the picture because one of its invocations does not end.
    pub(super) fn give_up(&self) -> Diagnostic {
        self.spent.store(u64::MAX / 2, Ordering::Relaxed);
        self.exhausted()
    }

    /// The faults of a picture: that of the budget goes before others, which may or may not have been met before.
    pub(super) fn faults(&self, faults: Diagnostics) -> Diagnostics {
        if self.spent.load(Ordering::Relaxed) > self.most {
            self.exhausted().into()
        } else {
            faults
        }
    }

    /// The error about too many steps.
    fn exhausted(&self) -> Diagnostic {
        let message = format!(
            "the picture takes more than {} steps in all, or one of its vertices or fragments does not end",
            self.most
        );
        Diagnostic::error(codes::files::RUN_STEPS, message)
            .with_help("a smaller --size has fewer fragments; --steps allows more")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_once() {
        let budget = Budget::new(100);
        budget.spend(60).unwrap();
        budget.spend(40).unwrap();
        let other = Diagnostics::from(Diagnostic::bug("test", "other"));
        assert_eq!(budget.faults(other.clone()).iter().count(), 1);
        assert!(
            budget
                .faults(other.clone())
                .iter()
                .all(|fault| fault.message.contains("other"))
        );
        let fault = budget.spend(1).unwrap_err();
        assert!(fault.message.contains("more than 100 steps"));
        let endless = Budget::new(u64::from(u32::MAX));
        endless.spend(1).unwrap();
        endless.give_up();
        assert!(endless.spend(1).is_err());
        assert!(
            budget
                .faults(other)
                .iter()
                .all(|one| one.message == fault.message)
        );
    }
}
