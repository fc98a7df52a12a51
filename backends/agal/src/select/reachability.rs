//! Which operations must come after which.

use crate::machine::Program;
use retroshade_ir::entity::{EntitySet, EntityVec, SecondaryMap};
use retroshade_kit::dependence::DependenceGraph;
use retroshade_kit::mir::{LaneRef, OpId};

/// For each operation the set of those that must come after it.
pub(super) struct Reach(EntityVec<usize, EntitySet<usize>>);

impl Reach {
    /// By data, of operations by their places in a list.
    pub(super) fn new(program: &Program, ops: &[OpId]) -> Reach {
        let mut places: SecondaryMap<OpId, usize> = SecondaryMap::with_len(program.ops.len());
        for (at, id) in ops.iter().enumerate() {
            places[*id] = at;
        }
        let operands = DependenceGraph::new(ops.len(), |at: usize, before| {
            let reads = program.ops[ops[at]].reads();
            let values = reads.filter_map(|lane| program.needed(lane));
            let made = values.filter_map(|value| program.def_op(LaneRef::value(value)));
            before.extend(made.map(|made| places[made]));
        });
        Reach(operands.all_after())
    }

    /// True if one operation must come after another.
    pub(super) fn depends(&self, before: usize, after: usize) -> bool {
        self.0[before].contains(after)
    }

    /// From now on one operation comes after another, which does not depend on it.
    pub(super) fn order(&mut self, before: usize, after: usize) {
        let mut later = self.0[after].clone();
        later.insert(after);
        for (index, set) in self.0.iter_mut() {
            if index == before || set.contains(before) {
                set.insert_all(&later);
            }
        }
    }

    /// Two operations become one: what must come after either comes after both.
    pub(super) fn join(&mut self, one: usize, other: usize) {
        let mut both = self.0[one].clone();
        both.insert_all(&self.0[other]);
        self.0[one] = both.clone();
        self.0[other] = both.clone();
        both.extend([one, other]);
        let earlier = self.0.values_mut();
        for set in earlier.filter(|set| set.contains(one) || set.contains(other)) {
            set.insert_all(&both);
        }
    }
}
