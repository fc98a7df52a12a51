use super::*;
use crate::random::Random;

fn unit(lanes: &[Range<u32>]) -> Unit {
    Unit {
        lanes: lanes.iter().cloned().map(Lane::new).collect(),
    }
}

fn problem(registers: u16, units: Vec<Unit>) -> Problem {
    Problem { registers, units }
}

/// Every lane in its own component while live, every demand met.
fn assert_sound(problem: &Problem, allocation: &Allocation) {
    let mut cells = Vec::new();
    for (unit, place) in problem.units.iter().zip(&allocation.places) {
        assert!(place.register < problem.registers);
        assert_eq!(unit.lanes.len(), place.components.len());
        for (lane, component) in unit.lanes.iter().zip(&place.components) {
            assert!(lane.component.is_none_or(|wanted| wanted == *component));
            cells.push((place.register, *component, lane));
        }
    }
    for (index, a) in cells.iter().enumerate() {
        for b in cells.iter().take(index) {
            assert!(
                (a.0, a.1) != (b.0, b.1) || !a.2.overlaps(b.2),
                "{a:?} {b:?}"
            );
        }
    }
}

#[test]
fn scalars_share_a_register() {
    let units = vec![unit(&[0..9]), unit(&[1..9, 1..9]), unit(&[2..9])];
    let found = allocate(&problem(1, units), 20).unwrap();
    assert_eq!(found.used, 1);
}

#[test]
fn a_component_is_used_again_after_its_value_died() {
    let units = vec![
        unit(&[0..4, 0..4, 0..4, 0..4]),
        unit(&[4..8, 4..8, 4..8, 4..8]),
    ];
    let problem = problem(1, units);
    assert_sound(&problem, &allocate(&problem, 20).unwrap());
}

#[test]
fn lanes_of_one_unit_share_a_component_when_not_live_together() {
    let mut lookup = unit(&[1..9, 1..2, 1..2, 1..2, 3..9, 3..9, 3..9]);
    for (index, component) in [0, 1, 2, 3].into_iter().enumerate() {
        lookup.lanes[index].component = Some(component);
    }
    let problem = problem(1, vec![lookup]);
    assert_sound(&problem, &allocate(&problem, 20).unwrap());
}

#[test]
fn what_cannot_fit_is_said_with_numbers() {
    let units: Vec<Unit> = (0..5).map(|start| unit(&[start..20])).collect();
    let failure = allocate(&problem(1, units), 20).unwrap_err();
    assert_eq!((failure.point, failure.live), (4, 5));
}

#[test]
fn random_programs_are_packed_soundly() {
    let mut random = Random::new(11);
    let mut solved = 0;
    for _ in 0..200 {
        let mut units = Vec::new();
        for start in 0..60 {
            let lanes = 1 + random.below(4) as usize;
            let end = start + 1 + random.below(8) as u32;
            let mut unit = unit(&vec![start..end; lanes]);
            if random.one_in(4) {
                for (component, lane) in unit.lanes.iter_mut().enumerate() {
                    lane.component = Some(component as u8);
                }
            }
            units.push(unit);
        }
        let problem = problem(8, units);
        if let Ok(found) = allocate(&problem, 500) {
            assert_sound(&problem, &found);
            solved += 1;
        }
    }
    assert!(solved > 190, "{solved}");
}

#[test]
fn the_checker_finds_a_value_that_was_overwritten() {
    let mut checker = Checker::new();
    checker.write(1, 2, 10);
    assert_eq!(checker.read(1, 2, 10), Ok(()));
    checker.write(1, 2, 11);
    assert_eq!(checker.read(1, 2, 10).unwrap_err().found, Some(11));
    assert!(checker.read(0, 0, 1).is_err());
}

#[test]
fn the_checker_knows_behind_a_branch_what_holds_either_way() {
    let mut checker = Checker::new();
    checker.write(0, 0, 1);
    checker.write(0, 1, 2);
    checker.open();
    checker.write(0, 0, 1);
    checker.write(0, 1, 4);
    checker.write(0, 2, 3);
    checker.close();
    assert_eq!(checker.read(0, 0, 1), Ok(()));
    assert!(checker.read(0, 1, 2).is_err() && checker.read(0, 1, 4).is_err());
    assert!(checker.read(0, 2, 3).is_err());
}

#[test]
fn units_of_many_lanes_take_no_more_steps_than_allowed() {
    let lanes: Vec<Range<u32>> = (0..40).map(|start| 2 * start..2 * start + 7).collect();
    let problem = problem(8, vec![unit(&lanes), unit(&lanes)]);
    let found = allocate(&problem, 20).unwrap();
    assert_sound(&problem, &found);
    assert!(found.steps < 100_000, "{}", found.steps);
}

#[test]
fn what_is_clobbered_is_known_no_more() {
    let mut checker = Checker::new();
    for component in 0..4 {
        checker.write(1, component, 10 + u64::from(component));
        checker.write(2, component, 20 + u64::from(component));
    }
    checker.clobber(1, 2);
    checker.clobber(9, 0);
    let known = |register: u16, first: u64| {
        [0, 1, 2, 3].map(|component| {
            let wanted = first + u64::from(component);
            checker.read(register, component, wanted).is_ok()
        })
    };
    assert_eq!(known(1, 10), [true, true, false, true]);
    assert_eq!(known(2, 20), [true; 4]);
}
