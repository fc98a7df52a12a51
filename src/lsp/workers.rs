//! Threads that compile. A job that waits is replaced by a newer one of its document, so that whoever types waits for
//! no version but the last.

use super::machine::{Done, Job};
use retroshade_ir::deep;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Threads at most. A long search keeps one busy for a version that nobody wants any more; the others go on.
const MOST: usize = 4;

/// The receiver of results.
pub(super) type Deliver = Arc<dyn Fn(Done) + Send + Sync>;

/// The threads, begun where they are needed.
pub(super) struct Workers {
    shared: Arc<Shared>,
    deliver: Deliver,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    threads: usize,
    idle: usize,
    ended: bool,
}

impl Workers {
    /// None yet.
    pub(super) fn new(deliver: Deliver) -> Workers {
        let shared = Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
        };
        Workers {
            shared: Arc::new(shared),
            deliver,
        }
    }

    /// Compiles a document as soon as a thread is free.
    pub(super) fn submit(&self, job: Job) {
        let mut state = self.shared.lock();
        state.waiting.retain(|waiting| waiting.path != job.path);
        state.waiting.push_back(job);
        if state.idle < state.waiting.len() && state.threads < MOST {
            let (shared, deliver) = (self.shared.clone(), self.deliver.clone());
            let thread = std::thread::Builder::new().name("compile".to_owned());
            let begun = thread.spawn(move || shared.work(&*deliver));
            state.threads += usize::from(begun.is_ok());
        }
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Forgets what waits for a document.
    pub(super) fn forget(&self, path: &Path) {
        let mut state = self.shared.lock();
        state.waiting.retain(|waiting| waiting.path != path);
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        // Threads at work end with the process.
        self.shared.lock().ended = true;
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, deliver: &dyn Fn(Done)) {
        while let Some(job) = self.next() {
            let (path, number) = (job.path.clone(), job.number);
            let done = deep::guarded(|| job.run());
            deliver(done.unwrap_or_else(|panic| Done::defect(path, number, panic)));
        }
    }

    /// The next job; `None` at the end.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                return Some(job);
            }
            state.idle += 1;
            let woken = self.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}
