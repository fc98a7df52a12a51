//! Ways that decisions went: which of two numbers was less, which element of a table was read.

use rustc_hash::FxHashMap;

/// A decision: the instruction, and how manieth in it.
pub(crate) type Site = (usize, usize);

/// Whose decision it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Fork {
    /// A comparison, condition or index of the source.
    Source(Site),
    /// One of the machine code.
    Program(Site),
}

/// The ways of a comparison, a bit each.
pub(crate) const LESS: u64 = 1;
pub(crate) const EQUAL: u64 = 2;
pub(crate) const GREATER: u64 = 4;
/// What is noted beside the way of a comparison, and never asked for: that its two numbers are one formula,
pub(crate) const SAME: u64 = 8;
/// and that they are not.
pub(crate) const APART: u64 = 16;
const FIRST_ELEMENT: u32 = 3;
/// Tables with more elements than this are taken for uniform between their ends.
const LONGEST: usize = 60;

/// The way of an index that reads an element of a table with `len`.
pub(crate) fn element(place: usize, len: usize) -> u64 {
    let bit = match place {
        _ if len <= LONGEST => place as u32,
        0 => 0,
        _ if place + 1 == len => 2,
        _ => 1,
    };
    1 << (FIRST_ELEMENT + bit)
}

/// The element that an index with this way reads, or one of those.
pub(crate) fn element_of(way: u64) -> u32 {
    way.trailing_zeros().saturating_sub(FIRST_ELEMENT)
}

/// Each way by itself.
pub(crate) fn each(ways: u64) -> impl Iterator<Item = u64> {
    let bits = (0..u64::BITS).map(|bit| 1 << bit);
    bits.filter(move |way| ways & way != 0)
}

/// All ways of an index into a table with `len` elements.
pub(crate) fn elements(len: usize) -> u64 {
    let ways = if len <= LONGEST { len } else { 3 };
    ((1 << ways) - 1) << FIRST_ELEMENT
}

/// Ways by the decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways(FxHashMap<Fork, u64>);

impl Ways {
    pub(crate) fn add(&mut self, fork: Fork, ways: u64) {
        *self.0.entry(fork).or_default() |= ways;
    }

    pub(crate) fn of(&self, fork: Fork) -> u64 {
        self.0.get(&fork).copied().unwrap_or_default()
    }

    /// Adds others; true if some are new.
    pub(crate) fn extend(&mut self, others: &Ways) -> bool {
        let mut is_new = false;
        for (fork, ways) in &others.0 {
            is_new |= ways & !self.of(*fork) != 0;
            self.add(*fork, *ways);
        }
        is_new
    }

    /// Adds those of others whose decision `is_wanted`.
    pub(crate) fn extend_where(&mut self, others: &Ways, is_wanted: impl Fn(Fork) -> bool) {
        for (fork, ways) in others.0.iter().filter(|(fork, _)| is_wanted(**fork)) {
            self.add(*fork, *ways);
        }
    }

    /// True if each way is one of the others.
    pub(crate) fn are_within(&self, others: &Ways) -> bool {
        self.0
            .iter()
            .all(|(fork, ways)| ways & !others.of(*fork) == 0)
    }

    /// The ways that are none of the others, in the order of the decisions.
    pub(crate) fn without(&self, others: &Ways) -> Vec<(Fork, u64)> {
        let rest = self
            .0
            .iter()
            .map(|(fork, ways)| (*fork, ways & !others.of(*fork)));
        let mut rest: Vec<(Fork, u64)> = rest.filter(|(_, ways)| *ways != 0).collect();
        rest.sort_unstable();
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_sets() {
        let [one, other] = [Fork::Source((0, 0)), Fork::Program((0, 0))];
        let (mut all, mut some) = (Ways::default(), Ways::default());
        all.add(one, LESS);
        all.add(one, GREATER);
        all.add(other, EQUAL);
        some.add(one, LESS);
        assert!(some.are_within(&all) && !all.are_within(&some));
        assert_eq!(all.without(&some), [(one, GREATER), (other, EQUAL)]);
        some.extend(&all);
        assert_eq!(some.of(one), LESS | GREATER);
        assert!(all.without(&some).is_empty());
    }

    #[test]
    fn elements_of_tables_are_ways() {
        let of = |len: usize| {
            (0..len)
                .map(|place| element(place, len))
                .fold(0, |a, b| a | b)
        };
        for len in [1, 2, 16, 60, 61, 100] {
            assert_eq!(of(len), elements(len), "{len}");
        }
        assert_eq!(elements(60).count_ones(), 60);
        assert_eq!(elements(61).count_ones(), 3);
        assert_eq!((element(0, 61), element(30, 61)), (8, 16));
        assert_eq!(elements(5) & (LESS | EQUAL | GREATER), 0);
    }
}
