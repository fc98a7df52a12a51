//! Which operations must come after which.

use crate::machine::Program;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{LaneRef, OpId};

/// For each operation a set of those that must come after it, a bit each.
pub(super) struct Reach {
    /// Of each set.
    words: usize,
    bits: Vec<u64>,
}

impl Reach {
    /// By data, of operations by their places in a list.
    pub(super) fn new(program: &Program, ops: &[OpId]) -> Reach {
        let mut places: SecondaryMap<OpId, usize> = SecondaryMap::with_len(program.ops.len());
        for (at, id) in ops.iter().enumerate() {
            places[*id] = at;
        }
        Reach::of(ops.len(), |index| {
            let reads = program.ops[ops[index]].reads();
            let values =
                reads.filter_map(|lane| program.def_op(LaneRef::value(program.needed(lane)?)));
            values.map(|id| places[id]).collect()
        })
    }

    /// Of operations that each come after some before them in a list. Takes time in proportion to the square
    /// of the number of operations, a 64th of it.
    pub(super) fn of(count: usize, before: impl Fn(usize) -> Vec<usize>) -> Reach {
        let words = count.div_ceil(64);
        let mut reach = Reach {
            words,
            bits: vec![0; words * count],
        };
        // All that reads an operation comes after it: its own set is whole when its turn comes.
        for index in (0..count).rev() {
            let mut last = None;
            for other in before(index) {
                if last != Some(other) {
                    reach.insert(other, index);
                    reach.add(other, index);
                    last = Some(other);
                }
            }
        }
        reach
    }

    /// Whether one operation must come after another.
    pub(super) fn depends(&self, before: usize, after: usize) -> bool {
        self.bits[before * self.words + after / 64] >> (after % 64) & 1 == 1
    }

    /// From now on one operation comes after another, which does not depend on it.
    pub(super) fn order(&mut self, before: usize, after: usize) {
        self.insert(before, after);
        self.add(before, after);
        for other in 0..self.count() {
            if self.depends(other, before) {
                self.add(other, before);
            }
        }
    }

    /// Two operations become one: what must come after either comes after both.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        self.add(one, other);
        self.add(other, one);
        for before in 0..self.count() {
            if self.depends(before, one) || self.depends(before, other) {
                self.add(before, one);
                self.insert(before, one);
                self.insert(before, other);
            }
        }
    }

    fn count(&self) -> usize {
        self.bits.len().checked_div(self.words).unwrap_or(0)
    }

    fn insert(&mut self, set: usize, op: usize) {
        self.bits[set * self.words + op / 64] |= 1 << (op % 64);
    }

    /// Adds what another set holds.
    fn add(&mut self, set: usize, other: usize) {
        for word in 0..self.words {
            let more = self.bits[other * self.words + word];
            self.bits[set * self.words + word] |= more;
        }
    }
}
