//! Schedules of a machine with two units.

use super::*;

const R: File = File::new("r", Kind::Temporary);
const O: File = File::new("o", Kind::Output);

fn cell(unit: usize, reads: &[(File, u16)], writes: &[(File, u16)]) -> Cell {
    let place = |(file, number): &(File, u16)| Place {
        file: *file,
        number: *number,
        lane: 0,
    };
    Cell {
        unit,
        phase: unit as u8,
        text: String::new(),
        reads: reads.iter().map(|one| Read::place(place(one))).collect(),
        writes: writes.iter().map(place).collect(),
    }
}

fn schedule(rows: Vec<Vec<Cell>>) -> Schedule {
    let count = rows.len();
    Schedule {
        units: vec!["one", "two"],
        rows: rows.into_iter().map(|cells| Row { cells }).collect(),
        steps: Schedule::straight(count),
        loops: Vec::new(),
        results: Vec::new(),
    }
}

#[test]
fn values_go_from_writers_to_readers() {
    let schedule = schedule(vec![
        vec![cell(0, &[], &[(R, 0)]), cell(1, &[(R, 0)], &[(R, 1)])],
        vec![cell(0, &[(R, 1)], &[(R, 0)])],
        vec![cell(1, &[(R, 0), (R, 1)], &[(O, 0)])],
    ]);
    let values = values(&schedule);
    let edges: Vec<_> = values
        .edges
        .iter()
        .map(|edge| (edge.from, edge.to, edge.delay))
        .collect();
    assert_eq!(
        edges,
        [
            // The second unit sees what the first has just written.
            ((0, 0), (0, 1), 0),
            ((0, 1), (1, 0), 1),
            ((0, 1), (2, 0), 1),
            // It could be in that instruction.
            ((1, 0), (2, 0), 0),
        ]
    );
    let live: Vec<Vec<String>> = values
        .live
        .iter()
        .map(|places| places.iter().map(Place::to_string).collect())
        .collect();
    assert_eq!(live, [vec!["r1.x"], vec!["r0.x", "r1.x"], vec![]]);
    assert_eq!(values.chain_length, 2);
    assert_eq!(values.chain.last(), Some(&(1, 0)));
}

#[test]
fn units_hand_results_on() {
    let mut schedule = schedule(vec![
        vec![cell(0, &[], &[])],
        vec![cell(1, &[], &[])],
        vec![cell(1, &[], &[])],
    ]);
    schedule.rows[2].cells[0].reads.push(Read {
        from: From::Unit { unit: 0, before: 2 },
        delay: 2,
    });
    let values = values(&schedule);
    assert_eq!(values.edges.len(), 1);
    assert_eq!((values.edges[0].from, values.chain_length), ((0, 0), 3));
}

#[test]
fn both_arms_of_a_branch_reach_its_end() {
    let mut schedule = schedule(vec![
        vec![cell(0, &[], &[(R, 0)])],
        vec![cell(0, &[], &[(R, 0)])],
        vec![cell(1, &[(R, 0)], &[])],
    ]);
    schedule.steps[0].next.push(2);
    let values = values(&schedule);
    let from: Vec<_> = values.edges.iter().map(|edge| edge.from).collect();
    assert_eq!(from, [(0, 0), (1, 0)]);
    let paths = paths(&schedule);
    let lengths = [&paths.shortest, &paths.longest].map(|path| path.as_ref().unwrap().instructions);
    assert_eq!((lengths, paths.loops), ([2, 3], false));
    assert_eq!(paths.longest.unwrap().busiest(), Some(0));
}

#[test]
fn loops_have_no_longest_way() {
    let mut schedule = schedule(vec![
        vec![cell(0, &[(R, 0)], &[(R, 0)])],
        vec![cell(1, &[(R, 0)], &[])],
    ]);
    schedule.steps[1].next.push(0);
    let found = paths(&schedule);
    assert_eq!(found.shortest.unwrap().instructions, 2);
    assert!(found.loops && found.longest.is_none());
    let values = values(&schedule);
    // Its own value of the round before.
    assert_eq!(values.edges[0].from, values.edges[0].to);
    assert_eq!(values.chain_length, 1);
    assert_eq!(values.live[1].len(), 1);
}

#[test]
fn counted_loops_count() {
    let rows = (0..4).map(|_| vec![cell(0, &[], &[])]);
    let mut schedule = schedule(rows.collect());
    schedule.steps[2].next.push(1);
    schedule.loops.push(Loop {
        head: 1,
        body: vec![1, 2],
        rounds: 5,
    });
    let lengths = |schedule: &Schedule| {
        let found = paths(schedule);
        [found.shortest, found.longest].map(|path| path.map(|path| path.instructions))
    };
    assert_eq!(lengths(&schedule), [Some(12), Some(12)]);
    // A way out of the middle.
    schedule.steps[1].next.push(3);
    assert_eq!(lengths(&schedule), [Some(3), Some(12)]);
    // A loop around it of which nothing is known.
    schedule.steps[3].next.push(0);
    assert_eq!(lengths(&schedule), [Some(3), None]);
}

#[test]
fn results_are_live_at_the_end() {
    let mut schedule = schedule(vec![vec![cell(0, &[], &[(R, 3)])]]);
    schedule.results = R.lanes(3, 1).collect();
    assert_eq!(values(&schedule).live[0], schedule.results);
    let nothing = Schedule::default();
    assert_eq!(values(&nothing), Values::default());
    assert_eq!(paths(&nothing).shortest, None);
}
