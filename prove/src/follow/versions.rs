//! From when on an assignment counts.

use super::{Evaluation, Found, Lane, Stay, Version};
use retroshade_ir::locals::Locals;
use rustc_hash::FxHashMap;

/// The values of variables one after the other. A program does the work of lines in an order of its own, so that an
/// assignment counts from when on its value is there, and none counts before an earlier one of the same variable. What
/// needs no work, or is never there, counts with the assignment before it. Of a program that was stopped nothing is said
/// that it may not have done.
pub(super) fn versions(locals: &Locals, evaluation: Evaluation) -> Vec<Version> {
    let Evaluation { found, ended, .. } = evaluation;
    let is_held = |lane: &Lane| matches!(lane, Lane::Held(stays) if !stays.is_empty());
    let is_done = |one: &Found| one.lanes.iter().any(is_held);
    let done = match found.iter().rposition(is_done) {
        _ if ended => found.len(),
        Some(last) => last + 1,
        None => 0,
    };
    let mut versions: Vec<Version> = Vec::with_capacity(done);
    let mut last: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut before = 0;
    for one in found.into_iter().take(done) {
        let Some(said) = locals.assignments.get(one.assignment) else {
            continue;
        };
        let place = (said.variable, said.part);
        let earlier = last.get(&place).and_then(|index| versions.get(*index));
        // At the end of its function a variable holds what it did.
        if said.span.is_none() && earlier.is_some_and(|other| other.lanes == one.lanes) {
            continue;
        }
        let floor = earlier.map_or(0, |one| one.from);
        let from = ready(&one, floor).unwrap_or(floor.max(before));
        let span = match earlier {
            Some(earlier) if said.span.is_none() => earlier.span,
            _ => said.span,
        };
        before = from;
        last.insert(place, versions.len());
        versions.push(Version {
            variable: said.variable,
            part: said.part,
            from,
            span,
            lanes: one.lanes,
        });
    }
    versions
}

/// The steps after `floor` after which each lane was in some register, of those that ever are; `None` where they all were
/// before.
fn ready(found: &Found, floor: usize) -> Option<usize> {
    let first = |stays: &Vec<Stay>| {
        // What a round has is not what was there before it.
        let is_there = stays
            .iter()
            .any(|stay| stay.from <= floor && floor < stay.to);
        if is_there && !found.in_round {
            return None;
        }
        let later = stays.iter().find(|stay| stay.from > floor);
        later.map(|stay| stay.from)
    };
    let lanes = found.lanes.iter().filter_map(|lane| match lane {
        Lane::Held(stays) => first(stays),
        Lane::Unset | Lane::Constant(_) => None,
    });
    lanes.max()
}

#[cfg(test)]
mod tests {
    use super::super::Stay;
    use super::*;
    use retroshade_diagnostics::{FileId, Span};
    use retroshade_ir::Region;
    use retroshade_ir::entity::EntityRef;
    use retroshade_ir::locals::Assignment;

    fn held(from: usize) -> Lane {
        Lane::Held(vec![Stay {
            register: 0,
            lane: 0,
            from,
            to: from + 2,
        }])
    }

    /// The variable of each assignment, with its lane; from when on they count.
    fn counts(rows: &[(usize, Lane)], ended: bool) -> Vec<usize> {
        let assignment = |(line, (variable, _)): (usize, &(usize, Lane))| Assignment {
            variable: *variable,
            part: 0,
            region: Region::new(0),
            after: None,
            lanes: Default::default(),
            span: Span::new(FileId(0), line as u32, line as u32 + 1),
        };
        let locals = Locals {
            variables: Vec::new(),
            assignments: rows.iter().enumerate().map(assignment).collect(),
        };
        let found = rows
            .iter()
            .enumerate()
            .map(|(assignment, (_, lane))| Found {
                assignment,
                lanes: vec![lane.clone()],
                in_round: false,
            });
        let evaluation = Evaluation {
            found: found.collect(),
            steps: 0,
            ended,
        };
        let versions = versions(&locals, evaluation);
        versions.into_iter().map(|version| version.from).collect()
    }

    fn from(rows: &[(usize, Lane)]) -> Vec<usize> {
        counts(rows, true)
    }

    #[test]
    fn assignments_count_when_their_values_are_there() {
        assert_eq!(from(&[(0, held(2)), (0, held(5))]), [2, 5]);
        // In another order than that of the source.
        assert_eq!(from(&[(0, held(4)), (1, held(2))]), [4, 2]);
        // An earlier value of the same variable does not come back.
        assert_eq!(from(&[(0, held(4)), (0, held(2))]), [4, 4]);
    }

    #[test]
    fn what_needs_no_work_counts_with_the_assignment_before() {
        let constant = || Lane::Constant(1.0);
        let rows = [(0, constant()), (1, held(3)), (0, constant())];
        assert_eq!(from(&rows), [0, 3, 3]);
        assert_eq!(from(&[(0, held(3)), (1, Lane::Held(Vec::new()))]), [3, 3]);
        // A program that was stopped may not have come there.
        assert_eq!(counts(&rows, false), [0, 3]);
    }
}
