//! If-conversion clean-up: makes each predicated operation write its result in place.
//!
//! AGAL's predicated operations are two-address: the old value is the value where the condition fails, so the
//! destination is tied to it.
//!
//! Before: a move with a predicate, tied to any lanes. After: where nobody else needs what is moved, the
//! operation that computes it has the predicate and takes the place of the move; and the tied operands are
//! lanes of one vector, which a copy makes where they are not. Other readers of these are handled when
//! conditionals are formed (`merge_predicated`).

use super::edit::{body, like_vector_of, set_body};
use crate::isa::{Meaning, NESTING, Opcode};
use crate::machine::{Op, Predicate, Program, Test, is_lanewise, order, place, sources, vector_of};
use retroshade_ir::entity::EntitySet;
use retroshade_kit::mir::{Counts, Item, Lane, LaneRef, OpId, Operand, Storage, VectorId};
use std::collections::BTreeMap;

/// Rewrites all moves that have predicates.
pub(super) fn predicate_in_place(program: &mut Program) -> bool {
    if program.ops.values().all(|op| op.predicate.is_none()) {
        return false;
    }
    for _ in 1..NESTING {
        if !nest(program) {
            break;
        }
    }
    sink(program);
    tie_to_one_vector(program);
    true
}

/// The predicate of an operation that moves lanes.
fn moved(op: &Op) -> Option<&Predicate> {
    match op.code.opcode {
        Opcode::Mov => op.predicate.as_deref(),
        _ => None,
    }
}

/// Which results of a move are which results of another operation, if that makes them for this alone.
fn for_this_alone(mover: &Op, made: &Op, reads: &Counts) -> Option<Vec<(usize, usize)>> {
    let moved = mover.operands.first()?.iter().enumerate();
    let pairs: Vec<(usize, usize)> = moved
        .filter_map(|(to, lane)| {
            Some((
                to,
                made.values().position(|own| lane.as_value() == Some(own))?,
            ))
        })
        .collect();
    let is_whole = pairs.len() == made.values().count();
    let mut results = made.values().enumerate();
    let once = |(from, lane): (usize, Lane)| {
        reads[lane] == 1 && pairs.iter().filter(|(_, other)| *other == from).count() == 1
    };
    (is_whole && results.all(once)).then_some(pairs)
}

/// True if an operation may have a predicate and write any lanes of any register.
fn may_sink(op: &Op) -> bool {
    let meaning = op.code.opcode.info().meaning;
    let is_free = matches!(meaning, Meaning::Lanes(_) | Meaning::Product(_));
    is_free && op.predicate.is_none() && op.out.is_none()
}

/// The lanes of a list at some places.
fn picked(list: &Operand, places: impl IntoIterator<Item = usize>) -> Operand {
    places.into_iter().map(|place| list[place]).collect()
}

/// Replaces moves by the operations that make what is moved.
fn sink(program: &mut Program) {
    let reads = program.count_reads();
    let mut sunk: EntitySet<OpId> = EntitySet::new();
    let mut ops: Vec<OpId> = Vec::new();
    for id in body(program) {
        let Some(predicate) = moved(&program.ops[id]).cloned() else {
            ops.push(id);
            continue;
        };
        let mover = program.ops[id].clone();
        let mut left: Vec<usize> = (0..mover.results.len()).collect();
        let over_of = |places: &[usize]| {
            let over = picked(&predicate.over, places.iter().copied());
            let tests = predicate.tests.clone();
            Some(Box::new(Predicate { tests, over }))
        };
        let result = |place: usize| mover.results[place];
        for lane in &mover.operands[0] {
            let Some(made) = program.def_op(*lane).filter(|made| !sunk.contains(*made)) else {
                continue;
            };
            let source = &program.ops[made];
            let Some(pairs) = may_sink(source)
                .then(|| for_this_alone(&mover, source, &reads))
                .flatten()
            else {
                continue;
            };
            sunk.insert(made);
            let mut part = source.clone();
            let places: Vec<usize> = pairs.iter().map(|(to, _)| *to).collect();
            left.retain(|place| !places.contains(place));
            part.results = places.iter().map(|place| result(*place)).collect();
            part.predicate = over_of(&places);
            if is_lanewise(&part) {
                for operand in &mut part.operands {
                    *operand = picked(operand, pairs.iter().map(|(_, from)| *from));
                }
            }
            ops.push(program.ops.push(part));
        }
        if left.len() == mover.results.len() {
            ops.push(id);
        } else if !left.is_empty() {
            let mut rest = mover.clone();
            rest.results = left.iter().map(|place| result(*place)).collect();
            rest.operands[0] = picked(&mover.operands[0], left.iter().copied());
            rest.predicate = over_of(&left);
            ops.push(program.ops.push(rest));
        }
    }
    for id in &ops {
        program.claim_results(*id);
    }
    let is_left = |id: &OpId| !sunk.contains(*id);
    set_body(program, ops.into_iter().filter(is_left));
}

/// Moves one conditional into another: where all that is chosen under a comparison is moved under
/// another one, it may be chosen there. Goes one level deep; says whether there was such a one.
fn nest(program: &mut Program) -> bool {
    let reads = program.count_reads();
    let ops = body(program);
    // For each value a predicated operation that moves it, and operations by their comparisons.
    let mut movers: BTreeMap<VectorId, usize> = BTreeMap::new();
    let mut groups: BTreeMap<Vec<TestKey>, Vec<usize>> = BTreeMap::new();
    for (index, id) in ops.iter().enumerate() {
        let op = &program.ops[*id];
        let Some(predicate) = &op.predicate else {
            continue;
        };
        let key = predicate.tests.iter().map(key_of).collect();
        groups.entry(key).or_default().push(index);
        for lane in &op.operands[0] {
            movers.extend(vector_of(program, *lane).map(|vector| (vector, index)));
        }
    }
    let mover = |index: usize| -> Option<usize> {
        let op = &program.ops[ops[index]];
        moved(op)?;
        let vector = program.lanes[op.values().next()?].vector?;
        let mover = *movers.get(&vector)?;
        let other = &program.ops[ops[mover]];
        moved(other)?;
        let pairs = for_this_alone(other, op, &reads)?;
        let is_whole = pairs.len() == other.results.len();
        (is_whole && index < mover).then_some(mover)
    };
    let tests = |index: usize| {
        program.ops[ops[index]]
            .predicate
            .iter()
            .flat_map(|predicate| &predicate.tests)
    };
    let mut touched = vec![false; ops.len()];
    let mut found: Vec<(usize, usize)> = Vec::new();
    for group in groups.values() {
        let movers: Option<Vec<usize>> = group.iter().map(|index| mover(*index)).collect();
        let Some(movers) = movers else { continue };
        let (inner, outer) = (group[0], movers[0]);
        let alike = movers.iter().all(|other| tests(*other).eq(tests(outer)));
        let fits = tests(inner).count() + tests(outer).count() <= NESTING
            && !tests(inner).eq(tests(outer));
        if !alike
            || !fits
            || compares_chosen(program, tests(inner), group.iter().map(|index| ops[*index]))
        {
            continue;
        }
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
    put_inside(program, &ops, &found);
    !found.is_empty()
}

/// A comparison in an order of sorting.
type TestKey = (Opcode, Vec<(Storage, LaneRef)>);

fn key_of(test: &Test) -> TestKey {
    let lanes = test.operands.iter().flatten();
    (test.code, lanes.map(|lane| order(*lane)).collect())
}

/// True if comparisons compare what operations choose or are tied to: inside they would see what was
/// written before.
fn compares_chosen<'a>(
    program: &Program,
    mut tests: impl Iterator<Item = &'a Test>,
    group: impl Iterator<Item = OpId> + Clone,
) -> bool {
    let chosen = |lane: &LaneRef| {
        let mut group = group.clone();
        group.any(|id| {
            let op = &program.ops[id];
            let mut over = op.predicate.iter().flat_map(|predicate| &predicate.over);
            over.any(|other| other == lane) || op.values().any(|own| lane.as_value() == Some(own))
        })
    };
    tests.any(|test| {
        test.operands
            .iter()
            .flatten()
            .any(|lane| lane.as_value().is_some() && chosen(lane))
    })
}

/// `y = q; if c2 { y = p }; x = r; if c1 { x = y }` becomes
/// `x = r; if c1 { x = q; if c2 { x = p } }`, for pairs of a move and what it moves, in order.
fn put_inside(program: &mut Program, ops: &[OpId], pairs: &[(usize, usize)]) {
    if pairs.is_empty() {
        return;
    }
    let mut dropped = vec![false; ops.len()];
    let mut next = pairs.iter().peekable();
    let mut result: Vec<(usize, OpId)> = Vec::with_capacity(ops.len());
    for (place, id) in ops.iter().enumerate() {
        let inner = next.next_if(|(mover, _)| *mover == place);
        let inside =
            inner.and_then(|(_, index)| Some((*index, chosen_inside(program, *id, ops[*index])?)));
        match inside {
            Some((index, both)) => {
                dropped[index] = true;
                result.extend(both.map(|op| (place, op)));
            }
            None => result.push((place, *id)),
        }
    }
    let left = result.into_iter().filter(|(place, _)| !dropped[*place]);
    set_body(program, left.map(|(_, id)| id));
}

/// What takes the place of a move and of what it moves.
fn chosen_inside(program: &mut Program, mover: OpId, inner: OpId) -> Option<[OpId; 2]> {
    let (outer, chosen) = (program.ops[mover].clone(), program.ops[inner].clone());
    let (around, within) = (outer.predicate.clone()?, chosen.predicate?);
    let from: Option<Vec<usize>> = outer.operands[0]
        .iter()
        .map(|lane| {
            chosen
                .results
                .iter()
                .position(|own| *own == lane.as_value())
        })
        .collect();
    let from = from?;
    // Where they stay they have the places that they had in the vector of the move.
    let first = program.add(
        outer.code,
        [picked(&within.over, from.iter().copied())],
        outer.span,
    );
    program.ops[first].predicate = Some(around.clone());
    like_vector_of(program, first, outer.values());
    let over = program.results(first).collect();
    let second = program.assign(
        chosen.code,
        [picked(&chosen.operands[0], from)],
        outer.values(),
        chosen.span,
    );
    let tests = around.tests.iter().chain(&within.tests).cloned().collect();
    program.ops[second].predicate = Some(Box::new(Predicate { tests, over }));
    Some([first, second])
}

/// Runs of operations with predicates that write one vector: they stand together.
fn groups(program: &Program, ops: &[OpId]) -> Vec<Vec<OpId>> {
    let vector = |id: OpId| {
        let op = &program.ops[id];
        let lane = op.predicate.as_ref().and(op.values().next());
        lane.and_then(|lane| program.lanes[lane].vector)
    };
    let same = |a: &OpId, b: &OpId| vector(*a).is_some() && vector(*a) == vector(*b);
    ops.chunk_by(same).map(<[OpId]>::to_vec).collect()
}

/// Makes sure that tied operands are lanes of one vector.
fn tie_to_one_vector(program: &mut Program) {
    let mut result: Vec<OpId> = Vec::new();
    for group in groups(program, &body(program)) {
        let is_predicated = program.ops[group[0]].predicate.is_some();
        if is_predicated && !is_tied_to_one_vector(program, &group) {
            result.push(copy_tied(program, &group));
        }
        result.extend(group);
    }
    program.blocks[program.body] = result.into_iter().map(Item::Op).collect();
}

/// Moves what operations that write one vector are tied to, to a vector of its own; gives the move.
pub(super) fn copy_tied(program: &mut Program, group: &[OpId]) -> OpId {
    let tied = group.iter().flat_map(|id| {
        let op = &program.ops[*id];
        let over = op
            .predicate
            .iter()
            .flat_map(|predicate| predicate.over.iter().copied());
        op.values().zip(over)
    });
    let mut tied: Vec<(Lane, LaneRef)> = tied.collect();
    tied.sort_by_key(|(lane, _)| place(program, *lane));
    let span = program.ops[group[0]].span;
    let copy = program.add(
        Opcode::Mov.into(),
        [tied.iter().map(|(_, over)| *over).collect()],
        span,
    );
    like_vector_of(program, copy, tied.iter().map(|(lane, _)| *lane));
    let held: Vec<LaneRef> = program.results(copy).collect();
    for id in group {
        let own: Vec<Lane> = program.ops[*id].values().collect();
        let Some(predicate) = &mut program.ops[*id].predicate else {
            continue;
        };
        for (lane, over) in own.into_iter().zip(&mut predicate.over) {
            if let Some(at) = tied.iter().position(|(other, _)| *other == lane) {
                *over = held[at];
            }
        }
    }
    copy
}

/// True if operations that write one vector are tied to lanes of one other, which they themselves read
/// only before they write them.
fn is_tied_to_one_vector(program: &Program, group: &[OpId]) -> bool {
    let mut seen: Vec<LaneRef> = Vec::new();
    let mut tied = None;
    for id in group {
        for lane in program.ops[*id]
            .predicate
            .iter()
            .flat_map(|predicate| &predicate.over)
        {
            let Some(vector) = vector_of(program, *lane) else {
                return false;
            };
            if *tied.get_or_insert(vector) != vector || seen.contains(lane) {
                return false;
            }
            seen.push(*lane);
        }
    }
    let first = |lane: &LaneRef| {
        group
            .iter()
            .all(|id| reads_first(&program.ops[*id], *lane, group.len()))
    };
    seen.iter().all(first)
}

/// True if an operation, one of `count` that write a vector, reads a lane that they write over only
/// before they do: lane by lane in place, or all at once, or in the outermost comparison.
pub(super) fn reads_first(op: &Op, lane: LaneRef, count: usize) -> bool {
    let Some(predicate) = &op.predicate else {
        return true;
    };
    let mut inner = predicate
        .tests
        .iter()
        .skip(1)
        .flat_map(|test| &test.operands)
        .flatten();
    if inner.any(|other| *other == lane) {
        return false;
    }
    let at_once = count == 1 && !is_lanewise(op);
    let in_place = |place: usize| is_lanewise(op) && predicate.over.get(place) == Some(&lane);
    sources(op).iter().all(|list| {
        let mut read = list.iter().enumerate();
        read.all(|(place, other)| *other != lane || at_once || in_place(place))
    })
}
