//! How literals are stored, and one instruction in place of copies of lanes and literals.

use super::outputs::multiply_add;
use crate::isa::Mac;
use crate::machine::{Operation, VertexUnit};
use retroshade_kit::mir::Words;
use retroshade_kit::mir::vectors::{CopyGroups, MergedCopy};

/// The words for the literals of an operand: those of one sign are stored without it, since the operand can
/// flip it.
pub(super) fn stored(values: &[u32]) -> Words {
    // Zero has either sign where nobody can tell: -0 only matters to a bit pattern.
    let all_negative = values.iter().all(|bits| bits >> 31 == 1);
    if all_negative && !values.is_empty() {
        return (values.iter().map(|bits| bits & 0x7fff_ffff).collect(), true);
    }
    (values.iter().copied().collect(), false)
}

/// Each value once, in order.
pub(super) fn distinct(mut values: Vec<u32>) -> Vec<u32> {
    values.sort_unstable();
    values.dedup();
    values
}

/// Lanes of one attribute or instruction and some literals by one multiply-add.
pub(super) fn merge_copies(groups: &CopyGroups) -> Option<MergedCopy<VertexUnit>> {
    let literals = groups.get(&(None, false))?;
    let mut others = groups.iter().filter(|((part, _), _)| part.is_some());
    let (key, lanes) = others.next()?;
    if others.next().is_some() {
        return None;
    }
    Some(MergedCopy {
        code: Operation::Mac(Mac::Mad),
        operands: multiply_add(*key, lanes, literals)?.into(),
        copied: [lanes.as_slice(), literals.as_slice()].concat(),
    })
}
