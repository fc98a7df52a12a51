//! Operands and results of a row of items, in the order in which they are met.

use crate::machine::{Item, Program};
use retroshade_kit::mir::{Counts, Lane, LaneRef, Shape};

/// Operand lanes and results of a row of items, in order.
#[derive(Default)]
pub(super) struct Slots {
    pub(super) reads: Vec<LaneRef>,
    pub(super) results: Vec<Lane>,
}

impl Slots {
    pub(super) fn of(program: &Program, items: &[Item]) -> Slots {
        let mut slots = Slots::default();
        program.each_item(items, &mut |item| match item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                slots.reads.extend(op.reads());
                slots.results.extend(op.values());
            }
            Item::If(branch) => slots.reads.extend(branch.reads()),
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
        });
        slots
    }
}

/// Counts what items need; an index once for each lane that is read behind it.
pub(super) fn count_needs(program: &Program, items: &[Item], needs: &mut Counts) {
    for lane in Slots::of(program, items).reads {
        if let Some(value) = program.needed(lane) {
            needs[value] += 1;
        }
    }
}

/// Words that a row of items takes about: lanes of one operation count once.
pub(super) fn words(program: &Program, items: &[Item]) -> usize {
    let mut groups = Vec::new();
    let mut count = 0;
    for item in items {
        let block = |block| words(program, &program.blocks[block]);
        count += match item {
            Item::Op(id) => {
                let op = &program.ops[*id];
                let group = (op.group, op.code);
                let is_known = op.shape() == Shape::Lanewise && groups.contains(&group);
                if op.shape() == Shape::Lanewise && !is_known {
                    groups.push(group);
                }
                usize::from(!is_known)
            }
            Item::If(branch) => 2 + block(branch.accept) + block(branch.reject),
            Item::Loop(repeat) => 1 + block(repeat.body),
            Item::Break | Item::Continue | Item::Emission(..) => 1,
        };
    }
    count
}

/// Calls a function for every operand lane in the order of [`Slots`].
pub(super) fn change_reads(
    program: &mut Program,
    items: &mut [Item],
    f: &mut impl FnMut(&mut LaneRef),
) {
    for item in items {
        let inner = match item {
            Item::Op(id) => {
                let operands = program.ops[*id].operands.iter_mut();
                operands.flatten().for_each(&mut *f);
                [None, None]
            }
            Item::If(branch) => {
                branch.reads_mut().for_each(&mut *f);
                [Some(branch.accept), Some(branch.reject)]
            }
            Item::Loop(repeat) => [Some(repeat.body), None],
            Item::Break | Item::Continue | Item::Emission(..) => [None, None],
        };
        for block in inner.into_iter().flatten() {
            let mut items = std::mem::take(&mut program.blocks[block]);
            change_reads(program, &mut items, f);
            program.blocks[block] = items;
        }
    }
}
