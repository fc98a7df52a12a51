//! What answers late.

/// Something that was stored, and what was there before.
#[derive(Clone, Copy, Debug)]
pub struct Cell<T> {
    /// What was stored last.
    pub new: Option<T>,
    /// What it answered until then.
    pub old: Option<T>,
    /// When `new` was stored.
    pub stored: Option<u64>,
}

impl<T: Copy> Cell<T> {
    /// A cell that nobody stored to.
    pub const EMPTY: Cell<T> = Cell {
        new: None,
        old: None,
        stored: None,
    };

    /// True if what was stored last can be read.
    pub fn is_fresh(&self, now: u64, latency: usize) -> bool {
        self.stored
            .is_none_or(|stored| now - stored >= latency as u64)
    }

    /// What was stored last, once it can be read.
    pub fn answer(&self, now: u64, latency: usize) -> Option<T> {
        self.new.filter(|_| self.is_fresh(now, latency))
    }

    /// Returns the value that a reader finds, be it of the time before the last store.
    pub fn found(&self, now: u64, latency: usize) -> Option<T> {
        if self.is_fresh(now, latency) {
            self.new
        } else {
            self.old
        }
    }

    /// Stores something.
    pub fn store(&mut self, value: T, now: u64, latency: usize) {
        self.old = self.found(now, latency);
        self.new = Some(value);
        self.stored = Some(now);
    }
}
