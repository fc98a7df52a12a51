//! If-conversion clean-up: makes each predicated operation write its result in place.
//!
//! AGAL's predicated operations are two-address: the old value is the value where the condition fails, so the
//! destination is tied to it.
//!
//! Before: a move under a comparison, over any lanes. After: where nobody else needs what is moved, the
//! operation that computes it stands under the comparison in its place; and what is written over are
//! lanes of one value, which a move makes where they are not. Who else reads these is seen to when
//! conditionals are put together.

use super::code::{Code, Flow, Guard, Guarded, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use super::lower::OutputRegister;
use super::outputs::{Definitions, PerLane, count_reads, definitions};
use crate::isa::{Mask, Meaning, NESTING, Opcode};
use std::collections::BTreeMap;

/// Rewrites all moves under comparisons.
pub(super) fn predicate_in_place(code: &mut Code, outputs: &[OutputRegister]) {
    if code.ops.iter().any(|op| op.flow.is_some()) {
        for _ in 1..NESTING {
            if !nest(code, outputs) {
                break;
            }
        }
        sink(code, outputs);
        write_over(code);
    }
}

/// An operation that moves lanes under comparisons.
fn moved(op: &Op) -> Option<(ValueId, Mask, &Guarded)> {
    match (op.opcode, op.target, op.guarded()) {
        (Opcode::Mov, Target::Value(value, mask), Some(guarded)) => Some((value, mask, guarded)),
        _ => None,
    }
}

/// Which lanes of an operation, and which of another value, a move reads that the other operation
/// makes, if it makes them for this alone.
fn for_this_alone(mover: &Op, made: &Op, reads: &PerLane<u32>) -> Option<Vec<(u8, u8)>> {
    let ((_, mask, _), Target::Value(value, all)) = (moved(mover)?, made.target) else {
        return None;
    };
    let lanes = mask
        .lanes()
        .filter_map(|lane| match mover.a.at(lane.into()) {
            Lane::Value(other, from) if other == value && all.has(from) => Some((lane, from)),
            _ => None,
        });
    let lanes: Vec<(u8, u8)> = lanes.collect();
    let whole = lanes.len() as u32 == all.count();
    let once = |from: u8| {
        let here = lanes.iter().filter(|(_, other)| *other == from).count();
        here == 1 && reads.get(value, from) == 1
    };
    (whole && all.lanes().all(once)).then_some(lanes)
}

/// Whether an operation may stand under a comparison and write any lanes of any register.
fn may_sink(code: &Code, op: &Op) -> bool {
    let Target::Value(value, _) = op.target else {
        return false;
    };
    let info = code.values.get(value.index()).copied().unwrap_or_default();
    let meaning = op.opcode.info().meaning;
    let lanewise = matches!(meaning, Meaning::Unary(_) | Meaning::Binary(_));
    let free = !info.fixed && info.clobbers == 0;
    op.flow.is_none() && free && (lanewise || matches!(meaning, Meaning::Reduce(_)))
}

/// Replaces moves by the operations that make what is moved.
fn sink(code: &mut Code, outputs: &[OutputRegister]) {
    let (reads, definitions) = (count_reads(code, outputs), definitions(code));
    let mut sunk = vec![false; code.ops.len()];
    let mut ops: Vec<(usize, Op)> = Vec::new();
    for (index, op) in code.ops.iter().enumerate() {
        let Some((value, mut left, _)) = moved(op) else {
            ops.push((index, op.clone()));
            continue;
        };
        for lane in left.lanes() {
            let Lane::Value(other, from) = op.a.at(lane.into()) else {
                continue;
            };
            let Some(made) = definitions.get(other, from).filter(|made| !sunk[*made]) else {
                continue;
            };
            let Some(source) = code.ops.get(made).filter(|made| may_sink(code, made)) else {
                continue;
            };
            let Some(lanes) = for_this_alone(op, source, &reads) else {
                continue;
            };
            sunk[made] = true;
            let mask = lanes
                .iter()
                .fold(Mask::NONE, |mask, (lane, _)| mask.with(Mask::lane(*lane)));
            left = Mask::new(left.bits() & !mask.bits());
            let mut part = source.clone();
            part.target = Target::Value(value, mask);
            part.flow = op.flow.clone();
            keep_over(&mut part, mask);
            if source.is_lanewise() {
                for (to, from) in [(&mut part.a, &source.a), (&mut part.b, &source.b)] {
                    if !from.is_empty() {
                        *to = permuted(from, &lanes);
                    }
                }
            }
            ops.push((index, part));
        }
        if left != Mask::NONE {
            let mut rest = op.clone();
            rest.target = Target::Value(value, left);
            let kept: Vec<(u8, u8)> = left.lanes().map(|lane| (lane, lane)).collect();
            rest.a = permuted(&op.a, &kept);
            keep_over(&mut rest, left);
            ops.push((index, rest));
        }
    }
    let left = ops.into_iter().filter(|(index, _)| !sunk[*index]);
    code.ops = left.map(|(_, op)| op).collect();
}

/// The lanes `from` of a list at the places `to`.
fn permuted(list: &Lanes, lanes: &[(u8, u8)]) -> Lanes {
    let mut result = Lanes::EMPTY;
    for &(to, from) in lanes {
        result.set(to.into(), list.at(from.into()));
    }
    result
}

/// Leaves those lanes of what is written over that a mask has.
fn keep_over(op: &mut Op, mask: Mask) {
    if let Some(guarded) = op.guarded_mut() {
        let kept: Vec<(u8, u8)> = mask.lanes().map(|lane| (lane, lane)).collect();
        guarded.over = permuted(&guarded.over, &kept);
    }
}

/// Moves one conditional into another: where all that is chosen under a comparison is moved under
/// another one, it may be chosen there. Goes one level deep; says whether there was such a one.
fn nest(code: &mut Code, outputs: &[OutputRegister]) -> bool {
    let (reads, definitions) = (count_reads(code, outputs), definitions(code));
    // For each value a move under a comparison that reads it, and operations by their comparisons.
    let mut movers: Vec<Option<usize>> = vec![None; code.values.len()];
    let mut groups: BTreeMap<&[Guard], Vec<usize>> = BTreeMap::new();
    for (index, op) in code.ops.iter().enumerate() {
        let Some(guarded) = op.guarded() else {
            continue;
        };
        groups.entry(&guarded.guards).or_default().push(index);
        for lane in op.a.as_slice() {
            if let Lane::Value(value, _) = lane
                && let Some(mover) = movers.get_mut(value.index())
            {
                *mover = Some(index);
            }
        }
    }
    let mover = |index: usize| -> Option<(usize, &[Guard])> {
        let (value, mask, _) = moved(code.ops.get(index)?)?;
        let mover = movers.get(value.index()).copied().flatten()?;
        let op = code.ops.get(mover)?;
        let lanes = for_this_alone(op, code.ops.get(index)?, &reads)?;
        let (_, all, guarded) = moved(op)?;
        let whole = lanes.len() as u32 == all.count() && all.count() == mask.count();
        (whole && index < mover).then_some((mover, &guarded.guards[..]))
    };
    let mut touched = vec![false; code.ops.len()];
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (inner, group) in &groups {
        let movers: Option<Vec<_>> = group.iter().map(|index| mover(*index)).collect();
        let Some(movers) = movers else { continue };
        let Some(&(_, outer)) = movers.first() else {
            continue;
        };
        let alike = movers.iter().all(|(_, other)| *other == outer);
        let fits = inner.len() + outer.len() <= NESTING && *inner != outer;
        if !alike || !fits || compares_chosen(code, &definitions, inner, group) {
            continue;
        }
        let movers = movers.iter().map(|(mover, _)| *mover);
        let pairs: Vec<(usize, usize)> = group.iter().copied().zip(movers).collect();
        let mut both = pairs.iter().flat_map(|(index, mover)| [*index, *mover]);
        if both.any(|op| touched[op]) {
            continue;
        }
        for (index, mover) in pairs {
            (touched[index], touched[mover]) = (true, true);
            found.push((mover, index));
        }
    }
    found.sort_unstable();
    put_inside(code, &found);
    !found.is_empty()
}

/// Whether comparisons compare what operations choose or write over: inside they would see what was
/// written before.
fn compares_chosen(
    code: &Code,
    definitions: &Definitions,
    guards: &[Guard],
    group: &[usize],
) -> bool {
    let chosen = |lane: Lane| match lane {
        Lane::Value(value, place) => group.iter().any(|index| {
            let guarded = code.ops.get(*index).and_then(Op::guarded);
            let over = guarded.is_some_and(|guarded| guarded.over.as_slice().contains(&lane));
            over || definitions.get(value, place) == Some(*index)
        }),
        _ => false,
    };
    guards
        .iter()
        .any(|guard| chosen(guard.a) || chosen(guard.b))
}

/// `y = q; if c2 { y = p }; x = r; if c1 { x = y }` becomes
/// `x = r; if c1 { x = q; if c2 { x = p } }`, for pairs of a move and what it moves, in order.
fn put_inside(code: &mut Code, pairs: &[(usize, usize)]) {
    let ops = std::mem::take(&mut code.ops);
    let mut dropped = vec![false; ops.len()];
    let mut next = pairs.iter().peekable();
    let mut result: Vec<(usize, Op)> = Vec::with_capacity(ops.len());
    for (place, op) in ops.iter().enumerate() {
        let inner = next.next_if(|(mover, _)| *mover == place);
        let inner = inner.and_then(|(_, index)| Some((*index, ops.get(*index)?)));
        match inner.and_then(|(index, inner)| Some((index, chosen_inside(code, op, inner)?))) {
            Some((index, both)) => {
                dropped[index] = true;
                result.extend(both.map(|op| (place, op)));
            }
            None => result.push((place, op.clone())),
        }
    }
    let left = result.into_iter().filter(|(place, _)| !dropped[*place]);
    code.ops = left.map(|(_, op)| op).collect();
}

/// What takes the place of a move and of what it moves.
fn chosen_inside(code: &mut Code, mover: &Op, inner: &Op) -> Option<[Op; 2]> {
    let ((value, mask, around), chosen) = (moved(mover)?, inner.guarded()?);
    let from = |lane: u8| match mover.a.at(lane.into()) {
        Lane::Value(_, from) => Some((lane, from)),
        _ => None,
    };
    let lanes: Vec<(u8, u8)> = mask.lanes().filter_map(from).collect();
    let between = code.value(ValueInfo {
        needed: mask.bits(),
        ..ValueInfo::default()
    });
    let mut first = mover.clone();
    first.target = Target::Value(between, mask);
    first.a = permuted(&chosen.over, &lanes);
    let mut second = inner.clone();
    second.target = Target::Value(value, mask);
    second.a = permuted(&inner.a, &lanes);
    let mut over = Lanes::EMPTY;
    for lane in mask.lanes() {
        over.set(lane.into(), Lane::Value(between, lane));
    }
    let guards = around
        .guards
        .iter()
        .chain(&chosen.guards)
        .copied()
        .collect();
    second.flow = Some(Box::new(Flow::Guarded(Guarded { guards, over })));
    Some([first, second])
}

/// Makes sure that what is written over are lanes of one value.
fn write_over(code: &mut Code) {
    let ops = std::mem::take(&mut code.ops);
    let mut result: Vec<Op> = Vec::with_capacity(ops.len());
    let mut left = ops.into_iter().peekable();
    while let Some(op) = left.next() {
        let (Target::Value(value, _), Some(_)) = (op.target, op.guarded()) else {
            result.push(op);
            continue;
        };
        // All that write the value stand together.
        let mut group = vec![op];
        while let Some(op) = left.next_if(|op| {
            op.flow.is_some() && matches!(op.target, Target::Value(other, _) if other == value)
        }) {
            group.push(op);
        }
        if !is_settled(&group) {
            let mut all = Lanes::EMPTY;
            let mut mask = Mask::NONE;
            for op in &group {
                let (Target::Value(_, own), Some(guarded)) = (op.target, op.guarded()) else {
                    continue;
                };
                mask = mask.with(own);
                own.lanes()
                    .for_each(|lane| all.set(lane.into(), guarded.over.at(lane.into())));
            }
            let held = code.value(ValueInfo {
                needed: mask.bits(),
                ..ValueInfo::default()
            });
            result.push(Op {
                opcode: Opcode::Mov,
                target: Target::Value(held, mask),
                a: all,
                b: Lanes::EMPTY,
                matrix: None,
                sampler: None,
                flow: None,
                span: group[0].span,
            });
            for op in &mut group {
                let Target::Value(_, own) = op.target else {
                    continue;
                };
                let Some(guarded) = op.guarded_mut() else {
                    continue;
                };
                own.lanes()
                    .for_each(|lane| guarded.over.set(lane.into(), Lane::Value(held, lane)));
            }
        }
        result.append(&mut group);
    }
    code.ops = result;
}

/// Whether operations that write one value write over lanes of one other, which they themselves read
/// only before they write them.
fn is_settled(group: &[Op]) -> bool {
    let mut seen: Vec<(ValueId, u8)> = Vec::new();
    for op in group {
        let (Target::Value(_, mask), Some(guarded)) = (op.target, op.guarded()) else {
            return false;
        };
        for lane in mask.lanes() {
            let Lane::Value(value, place) = guarded.over.at(lane.into()) else {
                return false;
            };
            let meets = |other: &(ValueId, u8)| other.0 != value || other.1 == place;
            if seen.iter().any(meets) {
                return false;
            }
            seen.push((value, place));
        }
    }
    let mut over = seen.iter().map(|(value, lane)| Lane::Value(*value, *lane));
    over.all(|lane| group.iter().all(|op| reads_first(op, lane, group.len())))
}

/// Whether an operation, one of `count` that write a value, reads a lane that they write over only
/// before they do: lane by lane in place, or all at once, or in the outermost comparison.
pub(super) fn reads_first(op: &Op, lane: Lane, count: usize) -> bool {
    let Some(guarded) = op.guarded() else {
        return true;
    };
    let mut inner = guarded.guards.iter().skip(1);
    if inner.any(|guard| guard.a == lane || guard.b == lane) {
        return false;
    }
    let at_once = count == 1 && !op.is_lanewise();
    let in_place = |place: usize| op.is_lanewise() && guarded.over.at(place) == lane;
    op.operands().into_iter().all(|list| {
        let mut read = list.as_slice().iter().enumerate();
        read.all(|(place, other)| *other != lane || at_once || in_place(place))
    })
}
