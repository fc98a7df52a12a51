//! What the chip says of copies: how literals are stored, which instruction copies, and one multiply-add in
//! place of copies of lanes and literals.

use crate::isa::Mac;
use crate::isa::registers::POSITION;
use crate::machine::{CONSTANT, Operation, VertexUnit, output};
use retroshade_kit::mir::vectors::{CopyGroups, MergeCopies, MergedCopy};
use retroshade_kit::mir::{LaneRef, Operand, OutputPolicy, Part, Words};

/// How outputs are written. The position comes first: what it takes can be read back from it.
pub(super) fn outputs(merge: Option<MergeCopies<VertexUnit>>) -> OutputPolicy<VertexUnit> {
    OutputPolicy {
        is_first: |reg| reg == output(POSITION),
        copy: |lanes| {
            // One in x or w is a result of LIT, whatever its operand is.
            let mut lanes = lanes.iter();
            let ones = lanes.all(|(to, lane)| matches!(to, 0 | 3) && lane.is(1.0));
            if ones {
                Operation::One
            } else {
                Operation::Move
            }
        },
        merge,
    }
}

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

/// Lanes of one attribute or instruction and some literals by one multiply-add by 1 and 0, if the chip can
/// do that: a uniform would be a second constant, and the literals must share a register with 0 and 1. A sum is
/// never -0, which comparisons may need.
pub(super) fn merge_copies(groups: &CopyGroups) -> Option<MergedCopy<VertexUnit>> {
    let literals = groups.get(&(None, false))?;
    let mut others = groups.iter().filter(|((part, _), _)| part.is_some());
    let (Some(((part, _), lanes)), None) = (others.next(), others.next()) else {
        return None;
    };
    let is_constant = match (*part)? {
        Part::Reg(reg) | Part::Indexed(reg, _) => reg.file == CONSTANT,
        Part::Op(_) | Part::Variable(_) | Part::Literal(_) | Part::Undefined => false,
    };
    let words = literals.iter().filter_map(|lane| lane.as_literal());
    let mut words: Vec<u32> = words.chain([0, 1f32.to_bits()]).collect();
    words.sort_unstable();
    words.dedup();
    let any = *lanes.first()?;
    let has_minus_zero = literals.iter().any(|lane| lane.is(-0.0));
    if is_constant || has_minus_zero || words.len() > 4 {
        return None;
    }
    let (zero, one) = (LaneRef::literal(0.0), LaneRef::literal(1.0));
    let of_lanes = lanes.iter().map(|lane| [*lane, one, zero]);
    let of_literals = literals.iter().map(|literal| [any, zero, *literal]);
    let rows: Vec<[LaneRef; 3]> = of_lanes.chain(of_literals).collect();
    let column = |number: usize| -> Operand { rows.iter().map(|row| row[number]).collect() };
    Some(MergedCopy {
        code: Operation::Mac(Mac::Mad),
        operands: vec![column(0), column(1), column(2)],
        copied: [lanes.as_slice(), literals.as_slice()].concat(),
    })
}
