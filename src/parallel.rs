//! Work on many sources at once, with results in the order of the sources.

use retroshade_ir::deep;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of `work` for every item, in the order of the items, whichever of up to `threads` threads
/// came to each. With one thread, or one item, none is started beside the deep one.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        // Taken once for all items: compilations find themselves on a deep stack already.
        let outcome = deep::guarded(|| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { break };
                done.push((index, work(item)));
            }
        });
        match outcome {
            Ok(()) => done,
            // Compilations turn panics into messages, so this is a defect of the caller's `work`.
            Err(panic) => panic!("{panic}"),
        }
    };
    let threads = threads.min(items.len());
    let mut results = if threads <= 1 {
        worker()
    } else {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            let results = threads.into_iter().map(|thread| thread.join());
            results
                .flat_map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    };
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [0, 1, 2, 7] {
            let doubled = in_parallel(&items, threads, |item| item * 2);
            assert!(
                doubled.iter().copied().eq((0..2000).step_by(2)),
                "{threads}"
            );
        }
        assert!(in_parallel(&[] as &[u8], 4, |item| *item).is_empty());
    }

    #[test]
    fn several_threads_are_at_work() {
        // Each item waits for another one, which a single thread could not do.
        let barrier = std::sync::Barrier::new(2);
        in_parallel(&[(), ()], 2, |()| {
            barrier.wait();
        });
    }
}
