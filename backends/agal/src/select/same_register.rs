//! Union-find over values that must share a register because an operand reads them together.

use super::code::{Lane, Lanes, ValueId, ValueInfo};

/// Up to eight values without order, each once.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueSet {
    list: [ValueId; 8],
    count: usize,
}

impl ValueSet {
    const EMPTY: ValueSet = ValueSet {
        list: [ValueId(0); 8],
        count: 0,
    };

    fn as_slice(&self) -> &[ValueId] {
        self.list.get(..self.count).unwrap_or(&self.list)
    }

    fn insert(&mut self, value: ValueId) {
        if !self.as_slice().contains(&value)
            && let Some(slot) = self.list.get_mut(self.count)
        {
            *slot = value;
            self.count += 1;
        }
    }

    /// Those of both.
    pub(super) fn with(mut self, other: &ValueSet) -> ValueSet {
        other
            .as_slice()
            .iter()
            .for_each(|value| self.insert(*value));
        self
    }

    /// Those of a sequence, at most eight of them.
    pub(super) fn of(values: impl IntoIterator<Item = ValueId>) -> ValueSet {
        let mut set = ValueSet::EMPTY;
        values.into_iter().for_each(|value| set.insert(value));
        set
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether both hold the same values.
    pub(super) fn is_same(&self, other: &ValueSet) -> bool {
        let mut values = self.as_slice().iter();
        self.count == other.count && values.all(|value| other.as_slice().contains(value))
    }
}

/// The values that an operand reads.
pub(super) fn values_of(lanes: &Lanes) -> ValueSet {
    let mut values = ValueSet::EMPTY;
    for lane in lanes.as_slice() {
        if let Lane::Value(value, _) = lane {
            values.insert(*value);
        }
    }
    values
}

/// Sets of values that share a register, and how many lanes each set has.
#[derive(Clone, Debug)]
pub(super) struct SameRegister {
    /// For each value another one of its set, or itself.
    other: Vec<ValueId>,
    /// For each representative: the lanes of its set.
    width: Vec<u32>,
}

impl SameRegister {
    /// Each value alone.
    pub(super) fn new(values: &[ValueInfo]) -> SameRegister {
        let width = |info: &ValueInfo| (info.needed | info.clobbers).count_ones();
        SameRegister {
            other: (0..values.len() as u32).map(ValueId).collect(),
            width: values.iter().map(width).collect(),
        }
    }

    /// The representative of a set (`find`).
    fn root(&self, mut value: ValueId) -> ValueId {
        while self.other[value.index()] != value {
            value = self.other[value.index()];
        }
        value
    }

    fn roots(&self, values: &ValueSet) -> ValueSet {
        ValueSet::of(values.as_slice().iter().map(|value| self.root(*value)))
    }

    /// Whether values fit into one register whatever their live ranges are.
    pub(super) fn may_share(&self, values: &ValueSet) -> bool {
        let roots = self.roots(values);
        let widths = roots.as_slice().iter().map(|root| self.width[root.index()]);
        roots.count <= 1 || widths.sum::<u32>() <= 4
    }

    /// Makes one set of those of several values.
    pub(super) fn bring_together(&mut self, values: &ValueSet) {
        let roots = self.roots(values);
        let Some((&first, rest)) = roots.as_slice().split_first() else {
            return;
        };
        for &other in rest {
            self.other[other.index()] = first;
            self.width[first.index()] += self.width[other.index()];
        }
    }

    /// A new value with the number after the last takes the place of two: whatever had to lie beside
    /// their lanes has to lie beside its own.
    pub(super) fn replace(&mut self, values: [ValueId; 2]) {
        let value = ValueId(self.other.len() as u32);
        let roots = self.roots(&ValueSet::of(values));
        let widths = roots.as_slice().iter().map(|root| self.width[root.index()]);
        let width = widths.sum();
        self.other.push(value);
        self.width.push(width);
        for root in roots.as_slice() {
            self.other[root.index()] = value;
        }
    }
}
