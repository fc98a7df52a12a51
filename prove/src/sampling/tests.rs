//! What counts of the points so far make of a verdict.

use super::*;
use crate::compare::Lane;
use crate::domain::Node;
use crate::point::{Marks, Setting, point};
use crate::sides::{APART, EQUAL, GREATER, LESS, SAME};
use retroshade_ir::{Shader, Stage};

const FORK: Fork = Fork::Source((0, 0));

/// A point at which four results agree so, after a decision went a way.
fn seen(way: u64, agreements: &[Agreement], limited: bool) -> Equal {
    let shader = Shader::new(Stage::Fragment, "test");
    let marks = Marks::of(&shader);
    let mut point = point(&shader, &marks, &Place::numbered(0), Setting::default());
    let domain = &mut point.domain;
    domain.demanded.add(FORK, LESS | GREATER);
    domain.gone.add(FORK, way);
    let node = domain.tape.way(FORK, way, 0);
    let lane = |(lane, agreement): (usize, &Agreement)| Lane {
        place: (0, lane),
        limited,
        agreement: *agreement,
        node,
    };
    Equal {
        compared: agreements.len(),
        lanes: agreements.iter().enumerate().map(lane).collect(),
        results: 4,
        ..Equal::new(point, Node::default())
    }
}

fn plain(way: u64) -> Equal {
    seen(way, &[Agreement::Formula; 4], false)
}

fn tally(points: impl IntoIterator<Item = Equal>) -> Tally {
    let mut tally = Tally::default();
    for point in points {
        tally.add(&point);
    }
    tally
}

/// Points, numbers that are open, and ways that were not seen.
fn counts(tally: Tally) -> Option<(u32, u32, usize)> {
    match tally.verdict(&|_, way| way.to_string())? {
        Verdict::Proved => Some((POINTS, 0, 0)),
        Verdict::ProvedOnCells {
            points,
            open,
            unseen,
            ..
        } => Some((points, open, unseen.len())),
        verdict => panic!("{verdict}"),
    }
}

fn both(count: usize) -> impl Iterator<Item = Equal> {
    (0..count).map(|number| plain(if number % 2 == 0 { LESS } else { GREATER }))
}

fn nothing() -> Equal {
    Equal {
        compared: 0,
        lanes: Vec::new(),
        ..plain(LESS)
    }
}

fn discarded(way: u64) -> Equal {
    let mut equal = nothing();
    equal.path = equal.point.domain.tape.way(FORK, way, 0);
    Equal {
        discarded: true,
        ..equal
    }
}

#[test]
fn few_points_are_no_proof() {
    assert_eq!(counts(tally(both(15))), None);
    assert_eq!(counts(tally(both(16))), Some((16, 0, 0)));
    assert_eq!(counts(tally(both(63))), Some((63, 0, 0)));
    assert_eq!(
        tally(both(64)).verdict(&|_, _| String::new()),
        Some(Verdict::Proved)
    );
    // Where the language leaves everything open, at each of them.
    let open = |count: usize| (0..count).map(|_| nothing());
    assert_eq!(counts(tally(open(15))), None);
    assert_eq!(counts(tally(open(16))), Some((16, 4, 0)));
    assert_eq!(counts(tally(open(40).chain(both(1)))), None);
    assert_eq!(counts(tally(open(40).chain(both(16)))), Some((16, 0, 0)));
    // A fragment that both discard is one at which they agree, but of no number.
    let all = (0..16).map(|number| discarded(if number == 3 { LESS } else { GREATER }));
    assert_eq!(counts(tally(all)), Some((16, 4, 0)));
}

#[test]
fn each_way_is_to_be_seen() {
    let one = || (0..64).map(|_| plain(LESS));
    assert_eq!(counts(tally(one())), Some((64, 0, 1)));
    assert_eq!(
        counts(tally(one().chain([plain(GREATER)]))),
        Some((POINTS, 0, 0))
    );
    assert_eq!(counts(tally(one().chain([plain(EQUAL)]))), Some((65, 0, 1)));
    // Beside the points that make a proof as well.
    let mut more = tally(one());
    assert!(more.add_ways(&plain(GREATER)) && !more.add_ways(&plain(GREATER)));
    assert_eq!(counts(more), Some((64, 0, 0)));
    // What nothing reads is no matter, nor what shows nowhere in the machine code.
    let mut unread = tally(one());
    unread.unread.insert(0);
    assert_eq!(counts(unread), Some((64, 0, 0)));
    let mut hidden = tally(both(64));
    hidden.demanded.add(Fork::Program((5, 0)), LESS | GREATER);
    assert!(hidden.missing().is_empty());
    hidden.shown.add(Fork::Program((5, 0)), LESS);
    assert_eq!(hidden.missing(), [(Fork::Program((5, 0)), GREATER)]);
    // Nor a comparison of two formulas that are the same wherever it shows.
    hidden.shown.add(Fork::Program((5, 0)), SAME);
    hidden.sites.insert((5, 0), false);
    assert!(hidden.missing().is_empty() && hidden.unexplained() == 0);
    hidden.shown.add(Fork::Program((5, 0)), APART);
    assert_eq!(hidden.missing().len(), 1);
    assert_eq!(hidden.unexplained(), 1);
}

/// A number that is seen only beyond its limits, or as a number there, in one of the ways is open.
#[test]
fn numbers_beyond_their_limits_are_open() {
    use Agreement::{Formula, Limits, Number};
    let of = |count: usize, more: Vec<Equal>| {
        let first = (0..count).map(|_| seen(LESS, &[Formula; 4], true));
        tally(first.chain(more))
    };
    let beyond = |way: u64| seen(way, &[Formula, Limits, Limits, Formula], true);
    // In the way in which it was the same it may be beyond them.
    assert_eq!(of(63, vec![beyond(LESS)]).open(), 0);
    let other = |count: usize| of(count, vec![beyond(GREATER)]);
    assert_eq!(other(63).open(), 2);
    assert!(!other(63).is_enough() && !other(254).is_enough() && other(255).is_enough());
    assert_eq!(counts(other(255)), Some((256, 2, 0)));
    let inside = seen(GREATER, &[Formula, Formula, Limits, Formula], true);
    assert_eq!(of(63, vec![beyond(GREATER), inside]).open(), 1);
    // A factor of 0 makes any two numbers equal.
    let zero = || seen(LESS, &[Formula, Number, Formula, Formula], true);
    let limits = || seen(LESS, &[Formula, Limits, Formula, Formula], true);
    assert_eq!(tally([zero(), zero()]).open(), 0);
    assert_eq!(tally([zero(), limits()]).open(), 1);
    assert_eq!(tally([limits()]).open(), 1);
    // Where it is alike by its limits alone nothing shows.
    let all = seen(GREATER, &[Limits; 4], true);
    assert_eq!(of(63, vec![all]).missing(), [(FORK, GREATER)]);
}

#[test]
fn comparisons_are_explained_at_some_point() {
    let at = |sites: &[(Site, bool)]| {
        let mut equal = plain(LESS);
        equal.point.domain.sites = sites.iter().copied().collect();
        equal
    };
    let mut all = tally(both(16));
    for (sites, unexplained) in [
        (&[((1, 0), false), ((2, 0), true)][..], 1),
        (&[((1, 1), false)], 2),
        (&[((1, 0), true)], 1),
        (&[((1, 0), false), ((2, 0), false)], 1),
    ] {
        all.add(&at(sites));
        let found = all.sites.values().filter(|explained| !**explained).count();
        assert_eq!(found, unexplained, "{sites:?}");
    }
}

#[test]
fn what_programs_leave_out_and_points_that_do_not_tell_are_reservations() {
    let without = || Equal {
        left_out: vec!["v".to_owned()],
        ..plain(LESS)
    };
    let mut all = tally(both(63).chain([without()]));
    (all.undefined, all.rootless) = (3, 2);
    all.rounding.insert((4, 0));
    let verdict = all.verdict(&|_, _| String::new());
    let wanted = Verdict::ProvedOnCells {
        points: 64,
        unexplained: 0,
        open: 0,
        rounded: 1,
        unseen: Vec::new(),
        undefined: 3,
        rootless: 2,
        left_out: vec!["v".to_owned()],
    };
    assert_eq!(verdict, Some(wanted));
}
