//! `dots_to_columns`: dot products with the same vector, whose other operands are lanes of the same few
//! values. Summed by columns they need no value to be composed first.
//!
//! ```text
//! dot((a.x, b.x, c.x), k)      a.xyz * k.x
//! dot((a.y, b.y, c.y), k)  =   + b.xyz * k.y
//! dot((a.z, b.z, c.z), k)      + c.xyz * k.z
//! ```

use crate::isa::{Mac, SLOTS};
use crate::machine::{Operation, Program, VertexUnit};
use indexmap::IndexMap;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{LaneInfo, LaneRef, Op, OpId, Operand};

/// What products of one group have in common: the operation and the vector.
type Key = (Operation, Operand);

/// A product with the lanes of its other operand.
struct Member {
    op: OpId,
    lanes: Operand,
}

/// Instructions up to which groups are looked for: more do not fit the program memory in any case.
const MOST: usize = 8 * SLOTS;

/// Rewrites groups in place and tells whether there were any.
pub(super) fn dots_to_columns(program: &mut Program) -> bool {
    let mut any = false;
    // A rewritten group may change what others read, so each is found anew.
    while program.ops.len() <= MOST
        && let Some((vector, members)) = find(program)
    {
        rewrite(program, &vector, &members);
        any = true;
    }
    any
}

/// The first group that is better summed by columns.
fn find(program: &Program) -> Option<(Operand, Vec<Member>)> {
    let mut groups: IndexMap<Key, Vec<Member>> = IndexMap::new();
    for (id, op) in program.ops.iter() {
        if let Some((key, lanes)) = scattered(program, op) {
            groups
                .entry(key)
                .or_default()
                .push(Member { op: id, lanes });
        }
    }
    if groups.is_empty() {
        return None;
    }
    let first_users = first_users(program);
    groups.into_iter().find_map(|((_, vector), mut members)| {
        // A register takes four sums.
        while !members.is_empty() {
            let rest = members.split_off(members.len().min(4));
            if is_rewritable(program, &vector, &members, &first_users)
                && pays(program, &vector, &members)
            {
                return Some((vector, members));
            }
            members = rest;
        }
        None
    })
}

/// The key of a dot product and the lanes of the operand that would have to be composed.
fn scattered(program: &Program, op: &Op<VertexUnit>) -> Option<(Key, Operand)> {
    if !matches!(op.code, Operation::Mac(Mac::Dp3 | Mac::Dp4)) {
        return None;
    }
    let [a, b] = op.operands.as_slice() else {
        return None;
    };
    let (vector, other) = match (copies(program, a), copies(program, b)) {
        (0, 1..) => (a, b),
        (1.., 0) => (b, a),
        _ => return None,
    };
    let literal = other.iter().any(|lane| lane.as_literal().is_some());
    (!literal).then(|| ((op.code, vector.clone()), other.clone()))
}

/// The number of copies that an operand of these lanes may need: one for each value but one.
fn copies(program: &Program, lanes: &[LaneRef]) -> usize {
    let part = |lane: &LaneRef| (program.part(*lane), lane.negate);
    let is_new = |(at, lane): &(usize, &LaneRef)| {
        let mut earlier = lanes.iter().take(*at);
        earlier.all(|other| part(other) != part(lane))
    };
    let parts = lanes.iter().enumerate().filter(is_new).count();
    parts.saturating_sub(1)
}

/// The lanes that a factor is multiplied with.
fn column(members: &[Member], column: usize) -> Operand {
    let lanes = members.iter();
    lanes
        .filter_map(|member| member.lanes.get(column).copied())
        .collect()
}

/// True if columns need fewer copies than rows.
fn pays(program: &Program, vector: &[LaneRef], members: &[Member]) -> bool {
    let rows = members.iter().map(|member| copies(program, &member.lanes));
    let columns = (0..vector.len()).map(|number| copies(program, &column(members, number)));
    columns.sum::<usize>() < rows.sum()
}

/// For each instruction the first one that reads it.
fn first_users(program: &Program) -> SecondaryMap<OpId, Option<OpId>> {
    let mut users: SecondaryMap<OpId, Option<OpId>> = SecondaryMap::new();
    for (id, op) in program.ops.iter() {
        for lane in op.operands.iter().flatten() {
            if let Some(read) = program.def_op(*lane) {
                users[read].get_or_insert(id);
            }
        }
    }
    users
}

/// True if the last instructions of the group can hold the chain of sums, one for each lane of the vector:
/// all that is read comes before the first of them, and nobody reads a result before the last.
fn is_rewritable(
    program: &Program,
    vector: &[LaneRef],
    members: &[Member],
    first_users: &SecondaryMap<OpId, Option<OpId>>,
) -> bool {
    let first = members.len().checked_sub(vector.len());
    let first = first.and_then(|number| members.get(number));
    let (Some(first), Some(last)) = (first, members.last()) else {
        return false;
    };
    let after = |member: &Member| first_users[member.op].is_none_or(|user| user > last.op);
    let before = |lane: &LaneRef| program.def_op(*lane).is_none_or(|op| op < first.op);
    members.iter().all(after) && members.iter().flat_map(|member| &member.lanes).all(before)
}

/// The last instructions of the group become the products of a column each, summed up. The last sum has
/// the results of all.
fn rewrite(program: &mut Program, vector: &[LaneRef], members: &[Member]) {
    let results = members
        .iter()
        .map(|member| program.ops[member.op].results[0]);
    let results: Vec<_> = results.collect();
    let skipped = members.len() - vector.len().min(members.len());
    for member in members.iter().take(skipped) {
        program.ops[member.op].results[0] = None;
    }
    let mut sum: Option<Operand> = None;
    for ((number, factor), member) in vector.iter().enumerate().zip(members.iter().skip(skipped)) {
        let is_last = number + 1 == vector.len();
        let lanes = results.iter().map(|result| {
            if is_last {
                *result
            } else {
                Some(program.lanes.push(LaneInfo::default()))
            }
        });
        let lanes = lanes.collect();
        let factors = members.iter().map(|_| *factor).collect();
        let operands = [Some(column(members, number)), Some(factors), sum.take()];
        let op = &mut program.ops[member.op];
        op.code = Operation::Mac(if number == 0 { Mac::Mul } else { Mac::Mad });
        op.operands = operands.into_iter().flatten().collect();
        op.results = lanes;
        program.claim_results(member.op);
        sum = Some(program.results(member.op).collect());
    }
}
