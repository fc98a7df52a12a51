//! Moves computations into the arm of a conditional that alone needs them, so that they run only there and
//! can write what the conditional hands on.
//!
//! All lanes of one vector operation move together or not at all: taken apart they could not be packed
//! again.

use crate::machine::{Item, Program};
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{BlockId, Counts, Lane, OpId};

/// Sinks in every block, outermost first, so that what has moved can move on.
pub(super) fn sink_into_arms(program: &mut Program) -> bool {
    let writes = program.count_writes();
    sink_block(program, &writes, program.body)
}

fn sink_block(program: &mut Program, writes: &Counts, block: BlockId) -> bool {
    let mut changed = false;
    // From the last conditional to the first: what sinks into one may have fed another before it.
    let mut at = program.blocks[block].len();
    while at > 0 {
        at -= 1;
        if matches!(program.blocks[block].get(at), Some(Item::If(_))) {
            let place = sink_into(program, writes, block, at);
            changed |= place != at;
            at = place;
        }
    }
    let inner: Vec<BlockId> = program.inner_blocks(block).collect();
    for block in inner {
        changed |= sink_block(program, writes, block);
    }
    changed
}

/// Who reads a value, seen from a conditional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Readers {
    accept: bool,
    reject: bool,
    elsewhere: bool,
}

type Reading = SecondaryMap<Lane, Readers>;

fn mark_reads(program: &Program, items: &[Item], reading: &mut Reading, mark: fn(&mut Readers)) {
    program.each_item(items, &mut |item| {
        let mut note = |lane| {
            if let Some(value) = program.needed(lane) {
                mark(&mut reading[value]);
            }
        };
        match item {
            Item::Op(id) => program.ops[*id].reads().for_each(&mut note),
            Item::If(branch) => branch.reads().for_each(&mut note),
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
        }
    });
}

/// Sinks what stands before the conditional at a place; gives its new place.
fn sink_into(program: &mut Program, writes: &Counts, block: BlockId, at: usize) -> usize {
    let mut reading = Reading::with_len(program.lanes.len());
    let (before, rest) = program.blocks[block].split_at(at);
    let Some((Item::If(branch), after)) = rest.split_first() else {
        return at;
    };
    let arms = [branch.accept, branch.reject];
    mark_reads(program, after, &mut reading, |r| r.elsewhere = true);
    mark_reads(program, &program.blocks[arms[0]], &mut reading, |r| {
        r.accept = true
    });
    mark_reads(program, &program.blocks[arms[1]], &mut reading, |r| {
        r.reject = true
    });
    for value in branch.reads().filter_map(|lane| program.needed(lane)) {
        reading[value].elsewhere = true;
    }
    // The arm that each item moves to.
    let mut moved: SecondaryMap<usize, Option<bool>> = SecondaryMap::new();
    let mut any = false;
    let mut groups: SecondaryMap<usize, Vec<usize>> = SecondaryMap::new();
    for (k, item) in before.iter().enumerate() {
        if let Item::Op(id) = item {
            groups[program.ops[*id].group as usize].push(k);
        }
    }
    for k in (0..before.len()).rev() {
        let Item::Op(id) = before[k] else {
            mark_reads(program, &before[k..=k], &mut reading, |r| {
                r.elsewhere = true
            });
            continue;
        };
        if moved[k].is_some() {
            continue;
        }
        let group = groups[program.ops[id].group as usize].as_slice();
        let members = group.iter().filter_map(|member| before[*member].as_op());
        // Lanes of one operation stand close together; the first one met decides for all.
        let arm = group_arm(program, writes, members, &reading, id);
        for &member in group {
            if arm.is_none() && member != k {
                continue;
            }
            let mark: fn(&mut Readers) = match arm {
                Some(true) => |r| r.accept = true,
                Some(false) => |r| r.reject = true,
                None => |r| r.elsewhere = true,
            };
            mark_reads(program, &before[member..=member], &mut reading, mark);
            moved[member] = arm;
            any |= arm.is_some();
        }
    }
    if !any {
        return at;
    }
    let items = std::mem::take(&mut program.blocks[block]);
    let (mut stays, mut accept, mut reject) = (Vec::new(), Vec::new(), Vec::new());
    for (k, item) in items.into_iter().enumerate() {
        match moved[k] {
            Some(true) => accept.push(item),
            Some(false) => reject.push(item),
            None => stays.push(item),
        }
    }
    let place = at - accept.len() - reject.len();
    program.blocks[block] = stays;
    for (arm, mut items) in arms.into_iter().zip([accept, reject]) {
        items.append(&mut program.blocks[arm]);
        program.blocks[arm] = items;
    }
    place
}

/// The arm that a group of operations can move to: all of them are read there and nowhere else.
fn group_arm(
    program: &Program,
    writes: &Counts,
    group: impl Iterator<Item = OpId>,
    reading: &Reading,
    first: OpId,
) -> Option<bool> {
    let mut arm = None;
    for id in group {
        let op = &program.ops[id];
        let once = |lane: Lane| writes[lane] == 1;
        let reads_variables = op
            .reads()
            .filter_map(|lane| lane.as_value())
            .any(|lane| !once(lane));
        if op.code != program.ops[first].code || reads_variables {
            return None;
        }
        for result in op.values() {
            if !once(result) || program.output_of(result).is_some() {
                return None;
            }
            let wanted = match reading[result] {
                Readers {
                    accept: true,
                    reject: false,
                    elsewhere: false,
                } => true,
                Readers {
                    accept: false,
                    reject: true,
                    elsewhere: false,
                } => false,
                _ => return None,
            };
            if arm.is_some_and(|arm| arm != wanted) {
                return None;
            }
            arm = Some(wanted);
        }
    }
    arm
}
