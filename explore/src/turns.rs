//! A limit on work that is done at the same time.

use std::sync::{Condvar, Mutex, PoisonError};

/// So many may work; others wait for their turn.
pub(crate) struct Turns {
    free: Mutex<usize>,
    changed: Condvar,
}

/// A turn, which ends where this goes.
struct Turn<'a>(&'a Turns);

impl Turns {
    /// All of so many are free.
    pub(crate) fn new(most: usize) -> Turns {
        Turns {
            free: Mutex::new(most),
            changed: Condvar::new(),
        }
    }

    /// Does some work when it is its turn.
    pub(crate) fn take<T>(&self, work: impl FnOnce() -> T) -> T {
        // A number is whole whatever became of the thread that changed it.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.changed.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        let _turn = Turn(self);
        work()
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_work_than_allowed_at_the_same_time() {
        let turns = Turns::new(2);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    turns.take(|| {
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                    });
                });
            }
        });
        assert!(most.into_inner() <= 2);
        assert_eq!(*turns.free.lock().unwrap(), 2);
    }
}
