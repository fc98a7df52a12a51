//! The search for places.

use super::attempt::{Attempt, Shape};
use super::occupancy::Occupancy;
use super::{Allocation, Failure, Lane, Place, Preference, Problem};

/// The cost of a register that holds nothing yet.
const FRESH: u64 = 1 << 20;
/// The cost of a component that is left over beside a unit: what a wide unit could have used.
const BROKEN: u64 = 1 << 10;

/// Finds places for all units, or says what stands in the way. `restarts` says how often a unit that
/// finds no place may move ahead; what can be solved is so nearly always within a dozen.
///
/// # Errors
/// If more lanes are live at once than there are, or no restarts are left: then a solution may exist
/// all the same.
pub fn allocate(problem: &Problem, restarts: u32) -> Result<Allocation, Failure> {
    allocate_by(problem, restarts, Preference::Close)
}

/// As [`allocate`], with a say in which of several places a unit takes.
///
/// # Errors
/// As [`allocate`].
pub fn allocate_by(
    problem: &Problem,
    restarts: u32,
    preference: Preference,
) -> Result<Allocation, Failure> {
    let mut search = Search {
        problem,
        preference,
        steps: 0,
        occupancy: Occupancy::new(problem.registers),
        places: vec![None; problem.units.len()],
        shapes: problem.units.iter().map(Shape::of).collect(),
    };
    let mut queue = Queue::new(problem);
    let failure = |unit, steps, worst: Option<(u32, usize)>| {
        let (point, live) = worst.unwrap_or_else(|| problem.worst_point());
        Failure {
            unit,
            point,
            live,
            steps,
        }
    };
    // So few lanes find room whenever they are live.
    let room = 4 * usize::from(problem.registers);
    let lanes: usize = problem.units.iter().map(|unit| unit.lanes.len()).sum();
    let worst = (lanes > room).then(|| problem.worst_point());
    if let Some((point, live)) = worst
        && live > room
    {
        return Err(failure(queue.last_at(problem, point), 0, worst));
    }
    let mut left = restarts;
    let mut next = 0;
    while let Some(&unit) = queue.order.get(next) {
        if search.place(unit) {
            next += 1;
            continue;
        }
        if left == 0 || search.is_hopeless(unit) {
            return Err(failure(unit, search.steps, worst));
        }
        left -= 1;
        // What comes before its new place in the order would be placed as it is.
        let moved = queue.advance(next);
        for &later in queue.order.get(moved + 1..=next).unwrap_or_default() {
            search.take_away(later);
        }
        next = moved;
    }
    let places: Vec<Place> = search
        .places
        .into_iter()
        .map(Option::unwrap_or_default)
        .collect();
    let used = places.iter().map(|place| place.register + 1).max();
    Ok(Allocation {
        used: used.unwrap_or(0),
        places,
        steps: search.steps,
    })
}

/// The order in which units are placed: those with a fixed register first, then those that were stuck
/// before, then by start; of two that start together the one with more demands.
struct Queue {
    order: Vec<usize>,
    /// For each unit how often it was stuck, counted down, and its rank without that.
    keys: Vec<(u32, usize)>,
}

impl Queue {
    fn new(problem: &Problem) -> Queue {
        let keys = problem.units.iter().enumerate().map(|(index, unit)| {
            let start = unit.lanes.iter().map(Lane::start).min().unwrap_or(0);
            let end = unit.lanes.iter().map(Lane::end).max().unwrap_or(0);
            let pinned = unit.lanes.iter().filter(|lane| lane.component.is_some());
            let demand = 4 * unit.lanes.len() + pinned.count();
            (start, usize::MAX - demand, u32::MAX - end, index)
        });
        let mut keys: Vec<_> = keys.collect();
        keys.sort_unstable();
        let order: Vec<usize> = keys.iter().map(|&(.., index)| index).collect();
        let mut ranks = vec![(u32::MAX, 0); order.len()];
        for (rank, &index) in order.iter().enumerate() {
            ranks[index] = (u32::MAX, rank);
        }
        Queue { order, keys: ranks }
    }

    /// Moves the unit at a place in the order, which was stuck, forward; says where it is then.
    fn advance(&mut self, place: usize) -> usize {
        let key = &mut self.keys[self.order[place]];
        key.0 = key.0.saturating_sub(1);
        let key = *key;
        let before = |index: &usize| self.keys[*index] < key;
        let moved = self.order.partition_point(before).min(place);
        self.order[moved..=place].rotate_right(1);
        moved
    }

    /// The last unit in the order that is live at a point.
    fn last_at(&self, problem: &Problem, point: u32) -> usize {
        let live = |index: &&usize| {
            let lanes = problem.units[**index].lanes.iter();
            let mut ranges = lanes.flat_map(|lane| &lane.ranges);
            ranges.any(|range| range.contains(&point))
        };
        self.order.iter().rev().find(live).copied().unwrap_or(0)
    }
}

struct Search<'a> {
    problem: &'a Problem,
    preference: Preference,
    steps: u64,
    occupancy: Occupancy,
    /// Where the units lie that were placed.
    places: Vec<Option<Place>>,
    /// One for each unit.
    shapes: Vec<Shape>,
}

impl Search<'_> {
    /// True if a unit finds no place even in an empty file.
    fn is_hopeless(&mut self, index: usize) -> bool {
        let mut empty = Occupancy::new(self.problem.registers);
        empty.go_to(self.shapes[index].start);
        self.find(index, &empty).is_none()
    }

    /// Gives a unit its place, if there is one.
    fn place(&mut self, index: usize) -> bool {
        let mut occupancy = std::mem::take(&mut self.occupancy);
        occupancy.go_to(self.shapes[index].start);
        let found = self.find(index, &occupancy);
        self.occupancy = occupancy;
        let Some(place) = found else {
            return false;
        };
        let lanes = self.problem.units[index].lanes.iter();
        for (lane, component) in lanes.zip(&place.components) {
            self.occupancy.put(place.register, *component, lane);
        }
        self.places[index] = Some(place);
        true
    }

    /// Takes a unit's place away.
    fn take_away(&mut self, index: usize) {
        let Some(place) = self.places[index].take() else {
            return;
        };
        let lanes = self.problem.units[index].lanes.iter();
        for (lane, component) in lanes.zip(&place.components) {
            self.occupancy.take_away(place.register, *component, lane);
        }
    }

    /// The cheapest place for a unit.
    fn find(&mut self, index: usize, occupancy: &Occupancy) -> Option<Place> {
        let (unit, shape) = (&self.problem.units[index], &self.shapes[index]);
        let count = unit.lanes.len();
        let mut attempt = Attempt::new(unit, shape);
        let mut register_of_best = None;
        let mut tried_fresh = false;
        for register in 0..self.problem.registers {
            let fresh = !occupancy.is_used(register);
            // All registers that hold nothing are alike.
            if fresh && tried_fresh {
                if register >= occupancy.untouched() {
                    break;
                }
                continue;
            }
            tried_fresh |= fresh;
            if fresh && attempt.least_cost() <= FRESH {
                continue;
            }
            self.steps += 4 * count as u64;
            if occupancy.free(register) < shape.first {
                continue;
            }
            let broken = match self.preference {
                Preference::Close => 0,
                Preference::Whole => BROKEN * occupancy.left(register, unit),
            };
            let cost = broken + if fresh { FRESH } else { 0 };
            let alike = shape.alike.as_ref();
            let found = match alike.and_then(|all| occupancy.gaps(register, all)) {
                Some(gaps) => attempt.alike(gaps, cost),
                None => attempt.weigh(register, cost, occupancy) && attempt.search(cost),
            };
            self.steps += std::mem::take(&mut attempt.steps);
            if found {
                register_of_best = Some(register);
            }
        }
        let (_, components) = attempt.best?;
        Some(Place {
            register: register_of_best?,
            components,
        })
    }
}
