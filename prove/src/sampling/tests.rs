//! What counts of the points so far make of a verdict.

use super::*;
use crate::arms::Fork;

/// A point at which so many of four results were compared.
fn compared(count: usize) -> Equal {
    Equal {
        compared: count,
        identical: (0..count).map(|lane| (0, lane)).collect(),
        results: 4,
        ..Equal::default()
    }
}

fn tally(points: impl IntoIterator<Item = Equal>) -> Tally {
    let mut tally = Tally::default();
    points.into_iter().for_each(|point| tally.add(point));
    tally
}

/// Points, numbers that are open, comparisons that are not the source's, and arms that were not taken.
fn counts(tally: Tally) -> Option<[u32; 4]> {
    match tally.verdict()? {
        Verdict::Proved => Some([POINTS, 0, 0, 0]),
        Verdict::ProvedOnCells {
            points,
            open,
            unexplained,
            arms,
            ..
        } => Some([points, open, unexplained, arms]),
        verdict => panic!("{verdict}"),
    }
}

fn repeated(count: usize, point: fn() -> Equal) -> impl Iterator<Item = Equal> {
    (0..count).map(move |_| point())
}

fn discarded() -> Equal {
    Equal {
        discarded: true,
        results: 4,
        ..Equal::default()
    }
}

#[test]
fn few_points_are_no_proof() {
    assert_eq!(counts(tally(repeated(15, || compared(4)))), None);
    assert_eq!(
        counts(tally(repeated(16, || compared(4)))),
        Some([16, 0, 0, 0])
    );
    assert_eq!(
        counts(tally(repeated(63, || compared(4)))),
        Some([63, 0, 0, 0])
    );
    let proof = tally(repeated(64, || compared(4))).verdict();
    assert_eq!(proof, Some(Verdict::Proved));
    // Where the language leaves everything open, at each of them.
    assert_eq!(counts(tally(repeated(15, || compared(0)))), None);
    assert_eq!(
        counts(tally(repeated(16, || compared(0)))),
        Some([16, 4, 0, 0])
    );
    let mixed = repeated(40, || compared(0)).chain([compared(4)]);
    assert_eq!(counts(tally(mixed)), None);
    let mixed = repeated(40, || compared(0)).chain(repeated(16, || compared(4)));
    assert_eq!(counts(tally(mixed)), Some([16, 0, 0, 0]));
    // A fragment that both discard is one at which they agree.
    assert_eq!(counts(tally(repeated(15, discarded))), None);
    assert_eq!(counts(tally(repeated(16, discarded))), Some([16, 4, 0, 0]));
    let mixed = repeated(20, discarded).chain(repeated(2, || compared(3)));
    assert_eq!(counts(tally(mixed)), Some([22, 1, 0, 0]));
}

#[test]
fn comparisons_are_explained_at_some_point() {
    let at = |sites: &[((usize, usize), bool)]| Equal {
        sites: sites.iter().copied().collect(),
        ..compared(4)
    };
    let mut all = tally(repeated(16, || compared(4)));
    for (sites, unexplained) in [
        (&[((1, 0), false), ((2, 0), true)][..], 1),
        (&[((1, 1), false)], 2),
        (&[((1, 0), true)], 1),
        (&[((1, 0), false), ((2, 0), false)], 1),
    ] {
        all.add(at(sites));
        let found = all.sites.values().filter(|explained| !**explained).count();
        assert_eq!(found, unexplained, "{sites:?}");
    }
    assert_eq!(counts(all), Some([20, 0, 1, 0]));
}

/// Arms count at the points at which most was compared, and at those that are discarded.
#[test]
fn arms_count_where_most_is_compared() {
    let at = |point: Equal, place: usize, holds: bool| {
        let mut point = point;
        point.arms.add(Fork::Program(place), holds, true);
        point
    };
    let mut all = tally(repeated(16, || compared(2)));
    for (point, missing) in [
        (at(compared(2), 0, true), 1),
        (at(compared(2), 1, true), 2),
        (at(compared(1), 0, false), 2),
        (at(compared(2), 0, false), 1),
        (at(discarded(), 1, false), 0),
        (at(compared(4), 3, true), 1),
        (at(compared(2), 3, false), 1),
        (at(discarded(), 0, true), 2),
        (at(compared(4), 3, false), 1),
    ] {
        all.add(point);
        assert_eq!(all.arms.missing(), missing);
    }
    assert_eq!(counts(all), Some([25, 0, 0, 1]));
}

/// A number that is seen only beyond its limits in an arm is open, and points are added for it.
#[test]
fn numbers_beyond_their_limits_in_an_arm_are_open() {
    let at = |holds: bool, by_limits: &[usize]| {
        let mut point = compared(4);
        for &lane in by_limits {
            point.identical.remove(&(0, lane));
            point.by_limits.insert((0, lane));
        }
        point.arms.add(Fork::Program(0), holds, true);
        point
    };
    let of = |count: usize, last: &[(bool, &[usize])]| {
        let first = (0..count).map(|_| at(true, &[]));
        let last = last.iter().map(|(holds, lanes)| at(*holds, lanes));
        tally(first.chain(last))
    };
    // In the arm in which it was the same it may be beyond them.
    let both = || of(63, &[(true, &[2])]);
    assert!(both().is_enough() && both().open() == 0);
    let other = |count| of(count, &[(false, &[1, 2])]);
    assert_eq!(other(63).open(), 2);
    assert!(!other(63).is_enough() && !other(254).is_enough());
    assert!(other(255).is_enough());
    assert_eq!(counts(other(255)), Some([256, 2, 0, 0]));
    let later = of(63, &[(false, &[1, 2]), (false, &[2])]);
    assert_eq!(later.open(), 1);
    let settled = of(63, &[(false, &[1, 2]), (false, &[2]), (false, &[1])]);
    assert!(settled.is_enough() && settled.open() == 0);
    assert_eq!(settled.verdict(), Some(Verdict::Proved));
    // A number that is never the same is open in all.
    let never = tally((0..256).map(|_| at(true, &[3])));
    assert!(never.is_enough() && never.open() == 1);
    // Where comparisons are turned round it may be seen, too.
    let mut forced = of(63, &[(false, &[1])]);
    forced.add_arms(&at(false, &[]));
    assert_eq!(forced.open(), 0);
}

#[test]
fn what_programs_leave_out_and_points_that_do_not_tell_are_reservations() {
    let without = || Equal {
        left_out: vec!["v".to_owned()],
        ..compared(4)
    };
    let reservations = |all: Tally| match all.verdict() {
        Some(Verdict::ProvedOnCells {
            left_out,
            undefined,
            rootless,
            ..
        }) => (left_out, [undefined, rootless]),
        verdict => panic!("{verdict:?}"),
    };
    let names = vec!["v".to_owned()];
    assert_eq!(
        reservations(tally(repeated(64, without))),
        (names.clone(), [0, 0])
    );
    let some = repeated(63, || compared(4)).chain([without()]);
    assert_eq!(reservations(tally(some)), (names.clone(), [0, 0]));
    let some = [without()].into_iter().chain(repeated(63, || compared(4)));
    assert_eq!(reservations(tally(some)), (names.clone(), [0, 0]));
    let open = || Equal {
        left_out: vec!["v".to_owned()],
        ..compared(0)
    };
    assert_eq!(reservations(tally(repeated(16, open))), (names, [0, 0]));
    let mut all = tally(repeated(64, || compared(4)));
    (all.undefined, all.rootless) = (3, 2);
    assert_eq!(reservations(all), (Vec::new(), [3, 2]));
}
