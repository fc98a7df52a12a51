//! Union-find over vectors that must share a register because an operand reads them together.

use crate::machine::{Program, vector_of};
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{Operand, Shape, VectorId};
use smallvec::SmallVec;

/// Vectors without order, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct VectorSet(SmallVec<[VectorId; 8]>);

impl VectorSet {
    /// Those of a sequence.
    pub(super) fn of(vectors: impl IntoIterator<Item = VectorId>) -> VectorSet {
        let mut set = VectorSet::default();
        for vector in vectors {
            if !set.0.contains(&vector) {
                set.0.push(vector);
            }
        }
        set
    }

    /// Those of both.
    pub(super) fn with(&self, other: &VectorSet) -> VectorSet {
        VectorSet::of(self.0.iter().chain(&other.0).copied())
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether both hold the same vectors.
    pub(super) fn is_same(&self, other: &VectorSet) -> bool {
        let mut vectors = self.0.iter();
        self.0.len() == other.0.len() && vectors.all(|vector| other.0.contains(vector))
    }
}

/// The vectors that an operand reads.
pub(super) fn vectors_of(program: &Program, operand: &Operand) -> VectorSet {
    VectorSet::of(operand.iter().filter_map(|lane| vector_of(program, *lane)))
}

/// Sets of vectors that share a register, and how many lanes each set has.
#[derive(Clone, Debug)]
pub(super) struct SameRegister {
    /// For each vector another one of its set, or itself.
    other: EntityVec<VectorId, VectorId>,
    /// For each representative: the lanes of its set.
    width: EntityVec<VectorId, u32>,
}

impl SameRegister {
    /// Each vector alone.
    pub(super) fn new(program: &Program) -> SameRegister {
        let mut written: EntityVec<VectorId, u8> = EntityVec::filled(0, program.vectors.len());
        for op in program.ops.values().filter(|op| op.out.is_none()) {
            for (vector, place) in op.values().filter_map(|lane| program.slot(lane)) {
                written[vector] |= 1 << place;
                if matches!(op.shape(), Shape::Fixed(_)) {
                    written[vector] |= op.code.opcode.info().whole().bits();
                }
            }
        }
        let mut width = EntityVec::new();
        for lanes in written.values() {
            width.push(lanes.count_ones());
        }
        let mut other = EntityVec::new();
        for vector in program.vectors.keys() {
            other.push(vector);
        }
        SameRegister { other, width }
    }

    /// The representative of a set (`find`).
    fn root(&self, mut vector: VectorId) -> VectorId {
        while self.other[vector] != vector {
            vector = self.other[vector];
        }
        vector
    }

    fn roots(&self, vectors: &VectorSet) -> VectorSet {
        VectorSet::of(vectors.0.iter().map(|vector| self.root(*vector)))
    }

    /// Whether vectors fit into one register whatever their live ranges are.
    pub(super) fn may_share(&self, vectors: &VectorSet) -> bool {
        let roots = self.roots(vectors);
        let widths = roots.0.iter().map(|root| self.width[*root]);
        roots.0.len() <= 1 || widths.sum::<u32>() <= 4
    }

    /// Makes one set of those of several vectors.
    pub(super) fn bring_together(&mut self, vectors: &VectorSet) {
        let roots = self.roots(vectors);
        let Some((&first, rest)) = roots.0.split_first() else {
            return;
        };
        for &other in rest {
            self.other[other] = first;
            let width = self.width[other];
            self.width[first] += width;
        }
    }

    /// A new vector with the number after the last takes the place of two: whatever had to lie beside
    /// their lanes has to lie beside its own.
    pub(super) fn replace(&mut self, vectors: [VectorId; 2]) {
        let roots = self.roots(&VectorSet::of(vectors));
        let width = roots.0.iter().map(|root| self.width[*root]).sum();
        self.width.push(width);
        let vector = self.other.push(vectors[0]);
        self.other[vector] = vector;
        for root in &roots.0 {
            self.other[*root] = vector;
        }
    }
}
