//! A search for a shorter order, once the list scheduler has found one: depth first over slots, the
//! most urgent pairs first, cut off by bounds and by sets of operations that failed before.
//!
//! It ends when an order with fewer slots is found, when nothing is left to try, or when its budget
//! of nodes is used up. Registers take part, since every slot is built as the list scheduler builds
//! it; but a set of done operations that failed with one choice of registers is not tried with
//! another, so that an end without a result proves nothing.

use super::Schedule;
use super::list::{List, Settings};
use rustc_hash::FxHashMap;

/// Pairs that are tried in a slot, the best first. Chosen, not measured: more of them leave fewer of the steps for later
/// slots.
const BREADTH: usize = 6;

struct Search<'a> {
    settings: &'a Settings,
    limit: usize,
    nodes: u32,
    /// Fewest slots after which a set of done operations failed. Looked up, never iterated.
    failed: FxHashMap<Vec<u64>, usize>,
}

/// Looks for an order of fewer than `limit` slots, at `nodes` nodes.
pub(super) fn shorter(
    start: &List<'_>,
    settings: &Settings,
    limit: usize,
    nodes: u32,
) -> Option<Schedule> {
    let mut search = Search {
        settings,
        limit,
        nodes,
        failed: FxHashMap::default(),
    };
    search.go(start).map(List::finish)
}

impl Search<'_> {
    fn go<'c>(&mut self, list: &List<'c>) -> Option<List<'c>> {
        if list.is_finished() {
            return Some(list.clone());
        }
        if list.length() + list.slots_left() >= self.limit {
            return None;
        }
        let key = list.done_set();
        if self
            .failed
            .get(&key)
            .is_some_and(|slots| *slots <= list.length())
        {
            return None;
        }
        let mut tried = 0;
        for (mac, ilu) in list.options(self.settings) {
            if tried == BREADTH || self.nodes == 0 {
                break;
            }
            let mut next = list.clone();
            let Some(issued) = next.attempt(mac, ilu) else {
                continue;
            };
            tried += 1;
            self.nodes -= 1;
            next.commit(issued);
            let found = self.go(&next);
            if found.is_some() {
                return found;
            }
        }
        // A set that was cut short by the budget has not failed.
        if self.nodes > 0 {
            self.failed.insert(key, list.length());
        }
        None
    }
}
