//! Which way conditions came out.

use retroshade_ir::Inst;
use rustc_hash::FxHashMap;

/// Where a way is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fork {
    /// A conditional jump, a choice or a discard of the source, and the lane.
    Source(Inst, usize),
    /// A conditional jump of the machine code, by its instruction.
    Program(usize),
}

/// The arms that were taken.
#[derive(Debug, Default)]
pub(crate) struct Arms(FxHashMap<Fork, u8>);

impl Arms {
    const HOLDS: u8 = 1;
    const FAILS: u8 = 2;
    const BOTH: u8 = Arms::HOLDS + Arms::FAILS;
    /// The condition depends on inputs.
    const VARIES: u8 = 4;

    /// Notes which way a condition came out, and whether it depends on inputs.
    pub(crate) fn add(&mut self, fork: Fork, holds: bool, varies: bool) {
        let arm = if holds { Arms::HOLDS } else { Arms::FAILS };
        let varies = if varies { Arms::VARIES } else { 0 };
        *self.0.entry(fork).or_default() |= arm + varies;
    }

    /// Adds those of another point.
    pub(crate) fn extend(&mut self, others: &Arms) {
        for (fork, seen) in &others.0 {
            *self.0.entry(*fork).or_default() |= seen;
        }
    }

    /// Whether others were taken wherever these were.
    pub(crate) fn are_within(&self, others: &Arms) -> bool {
        let mut all = self.0.iter();
        all.all(|(fork, seen)| {
            let more = others.0.get(fork);
            more.is_some_and(|more| seen & !more & Arms::BOTH == 0)
        })
    }

    /// How many were never taken, of conditions that depend on inputs.
    pub(crate) fn missing(&self) -> u32 {
        let missing = |seen: &&u8| **seen & Arms::VARIES != 0 && **seen & Arms::BOTH != Arms::BOTH;
        self.0.values().filter(missing).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_ir::entity::EntityRef;

    #[test]
    fn arms_are_taken_by_both_ways() {
        let source = |inst, lane| Fork::Source(Inst::new(inst), lane);
        let mut arms = Arms::default();
        let steps = [
            (source(0, 0), true, true, 1),
            (source(0, 0), true, true, 1),
            (source(0, 1), false, true, 2),
            (source(1, 0), false, true, 3),
            (source(0, 0), false, true, 2),
            (Fork::Program(0), true, true, 3),
            (Fork::Program(0), false, true, 2),
            // Conditions of constants have one arm,
            (source(1, 1), true, false, 2),
            // but where they depend on inputs elsewhere.
            (source(1, 1), true, true, 3),
            (source(1, 1), false, false, 2),
        ];
        for (fork, holds, varies, missing) in steps {
            arms.add(fork, holds, varies);
            assert_eq!(arms.missing(), missing, "{fork:?}");
        }
        let mut more = Arms::default();
        more.add(source(0, 1), true, true);
        more.add(source(2, 0), true, true);
        for _ in 0..2 {
            arms.extend(&more);
            assert_eq!(arms.missing(), 2);
        }
        assert!(more.are_within(&arms) && !arms.are_within(&more));
    }

    #[test]
    fn which_way_was_taken_counts_and_where() {
        let of = |fork, holds, varies| {
            let mut arms = Arms::default();
            arms.add(fork, holds, varies);
            arms
        };
        let [one, other] = [0, 1].map(Fork::Program);
        let taken = of(one, true, false);
        assert!(of(one, true, true).are_within(&taken) && Arms::default().are_within(&taken));
        assert!(!of(one, false, false).are_within(&taken));
        assert!(!of(other, true, false).are_within(&taken));
    }
}
