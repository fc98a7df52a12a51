//! What every variable holds at the place that is being lowered.
//!
//! Structured control flow needs no dominance frontiers: an arm of an `if` writes into the same table,
//! its changes are collected and undone at its end, and what the arms changed is merged.

use super::value::Leaf;

/// A variable that holds one leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Var(pub(super) u32);

/// The contents of all variables, and a log to undo changes with.
#[derive(Debug, Default)]
pub(super) struct Env {
    contents: Vec<Leaf>,
    log: Vec<(Var, Leaf)>,
    /// When a variable was last seen by [`Env::take_changes`].
    seen: Vec<u32>,
    round: u32,
}

/// A place in the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    log: usize,
    vars: usize,
}

impl Env {
    /// Makes variables one after the other; gives the first.
    pub(super) fn add(&mut self, contents: impl IntoIterator<Item = Leaf>) -> Var {
        let first = Var(self.contents.len() as u32);
        self.contents.extend(contents);
        self.seen.resize(self.contents.len(), 0);
        first
    }

    pub(super) fn get(&self, var: Var) -> Option<Leaf> {
        self.contents.get(var.0 as usize).copied()
    }

    pub(super) fn set(&mut self, var: Var, leaf: Leaf) {
        if let Some(slot) = self.contents.get_mut(var.0 as usize) {
            let old = std::mem::replace(slot, leaf);
            self.log.push((var, old));
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            log: self.log.len(),
            vars: self.contents.len(),
        }
    }

    /// Undoes every change since the mark; gives each changed variable that was there at the mark with
    /// its content before it was undone, in the order of the first change.
    pub(super) fn take_changes(&mut self, mark: Mark) -> Vec<(Var, Leaf)> {
        self.round += 1;
        let mut changes = Vec::new();
        for &(var, _) in self.log.get(mark.log..).unwrap_or_default() {
            let index = var.0 as usize;
            if index < mark.vars
                && let (Some(seen), Some(&leaf)) =
                    (self.seen.get_mut(index), self.contents.get(index))
                && *seen != self.round
            {
                *seen = self.round;
                changes.push((var, leaf));
            }
        }
        while self.log.len() > mark.log {
            if let Some((var, old)) = self.log.pop()
                && let Some(slot) = self.contents.get_mut(var.0 as usize)
            {
                *slot = old;
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{Lane, Lanes};
    use super::*;
    use retroshade_ir::entity::EntityRef;
    use retroshade_ir::{Scalar, Value};

    fn leaf(value: usize) -> Leaf {
        Leaf::Lanes(Lanes::from_lanes(
            Scalar::Float,
            &[Lane::Of(Value::new(value), 0)],
        ))
    }

    #[test]
    fn changes_are_taken_back_in_the_order_they_began() {
        let mut env = Env::default();
        let a = env.add([leaf(0), leaf(1)]);
        let b = Var(a.0 + 1);
        let mark = env.mark();
        let late = env.add([leaf(9)]);
        env.set(b, leaf(2));
        env.set(a, leaf(3));
        env.set(b, leaf(4));
        env.set(late, leaf(5));
        assert_eq!(env.take_changes(mark), [(b, leaf(4)), (a, leaf(3))]);
        assert_eq!(env.get(a), Some(leaf(0)));
        assert_eq!(env.get(b), Some(leaf(1)));
        assert!(env.take_changes(mark).is_empty());
    }
}
