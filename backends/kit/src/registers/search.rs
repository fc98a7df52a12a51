//! The search for places.

use super::{Allocation, Arrangement, Failure, Lane, Place, Problem, Unit};
use std::ops::Range;

/// The ranges taken in each component of each register, sorted.
struct Occupancy {
    components: Vec<[Vec<Range<u32>>; 4]>,
}

impl Occupancy {
    fn new(registers: u16) -> Occupancy {
        Occupancy {
            components: vec![Default::default(); registers.into()],
        }
    }

    fn taken(&self, register: u16, component: u8) -> &[Range<u32>] {
        let register = self.components.get(usize::from(register));
        register
            .and_then(|lanes| lanes.get(usize::from(component)))
            .map_or(&[], Vec::as_slice)
    }

    /// Whether a lane fits; and if so, how many points lie idle between it and its neighbours.
    fn gap(&self, register: u16, component: u8, lane: &Lane) -> Option<u32> {
        let taken = self.taken(register, component);
        let mut gap = 0u32;
        for range in &lane.ranges {
            let after = taken.partition_point(|other| other.start < range.end);
            let before = taken.get(..after).and_then(|list| list.last());
            match before {
                Some(other) if other.end > range.start => return None,
                Some(other) => gap = gap.saturating_add(range.start - other.end),
                None => gap = gap.saturating_add(range.start.min(IDLE)),
            }
        }
        Some(gap)
    }

    fn put(&mut self, register: u16, component: u8, lane: &Lane) {
        let lanes = self.components.get_mut(usize::from(register));
        if let Some(taken) = lanes.and_then(|lanes| lanes.get_mut(usize::from(component))) {
            for range in &lane.ranges {
                let at = taken.partition_point(|other| other.start < range.start);
                taken.insert(at, range.clone());
            }
        }
    }

    fn is_used(&self, register: u16) -> bool {
        (0..4).any(|component| !self.taken(register, component).is_empty())
    }
}

/// What counts as idle time before the first value of a component.
const IDLE: u32 = 1 << 12;
/// The cost of a register that holds nothing yet.
const FRESH: u64 = 1 << 20;
/// The worth of a wish.
const WISH: u64 = 1 << 24;

/// Finds places for all units, or says what stands in the way. `budget` is a number of steps; a
/// step looks at one component for one lane.
///
/// # Errors
/// If more lanes are live at once than there are, or the budget is used up: then a solution may
/// exist all the same.
pub fn allocate(problem: &Problem, budget: u64) -> Result<Allocation, Failure> {
    let mut search = Search { problem, steps: 0 };
    let (point, live) = problem.worst_point();
    let failure = |unit, steps| Failure {
        unit,
        point,
        live,
        steps,
    };
    let mut queue = Queue::new(problem);
    if live > 4 * usize::from(problem.registers) {
        return Err(failure(queue.last_at(problem, point), 0));
    }
    loop {
        let stuck = match search.place_all(&queue.order) {
            Ok(places) => {
                let used = places.iter().map(|place| place.register + 1).max();
                return Ok(Allocation {
                    used: used.unwrap_or(0),
                    places,
                    steps: search.steps,
                });
            }
            Err(stuck) => stuck,
        };
        queue.advance(stuck);
        if search.steps >= budget || search.is_hopeless(stuck) {
            return Err(failure(stuck, search.steps));
        }
    }
}

/// The order in which units are placed: those with a fixed register first, then those that were stuck
/// before, then by start; of two that start together the one with more demands.
struct Queue {
    order: Vec<usize>,
    /// For each unit whether it is free to choose a register, how often it was stuck, counted down,
    /// and its rank without that.
    keys: Vec<(bool, u32, usize)>,
}

impl Queue {
    fn new(problem: &Problem) -> Queue {
        let keys = problem.units.iter().enumerate().map(|(index, unit)| {
            let start = unit.lanes.iter().map(Lane::start).min().unwrap_or(0);
            let end = unit.lanes.iter().map(Lane::end).max().unwrap_or(0);
            let pinned = unit.lanes.iter().filter(|lane| lane.component.is_some());
            let demand = 4 * unit.lanes.len() + pinned.count();
            (
                unit.register.is_none(),
                start,
                usize::MAX - demand,
                u32::MAX - end,
                index,
            )
        });
        let mut keys: Vec<_> = keys.collect();
        keys.sort_unstable();
        let order: Vec<usize> = keys.iter().map(|&(.., index)| index).collect();
        let mut ranks = vec![(false, u32::MAX, 0); order.len()];
        for (rank, &index) in order.iter().enumerate() {
            let free = problem
                .units
                .get(index)
                .is_some_and(|unit| unit.register.is_none());
            if let Some(key) = ranks.get_mut(index) {
                *key = (free, u32::MAX, rank);
            }
        }
        Queue { order, keys: ranks }
    }

    /// Moves a unit that was stuck forward.
    fn advance(&mut self, stuck: usize) {
        let Some(key) = self.keys.get_mut(stuck) else {
            return;
        };
        key.1 = key.1.saturating_sub(1);
        let key = *key;
        self.order.retain(|index| *index != stuck);
        let keys = &self.keys;
        let at = self
            .order
            .partition_point(|index| keys.get(*index).is_some_and(|other| *other < key));
        self.order.insert(at, stuck);
    }

    /// The last unit in the order that is live at a point.
    fn last_at(&self, problem: &Problem, point: u32) -> usize {
        let live = |index: &&usize| {
            let lanes = problem
                .units
                .get(**index)
                .map_or(&[][..], |unit| &unit.lanes);
            let mut ranges = lanes.iter().flat_map(|lane| &lane.ranges);
            ranges.any(|range| range.contains(&point))
        };
        self.order.iter().rev().find(live).copied().unwrap_or(0)
    }
}

struct Search<'a> {
    problem: &'a Problem,
    steps: u64,
}

/// The best assignment of a unit's lanes within one register so far.
struct Best {
    cost: u64,
    place: Place,
}

impl Search<'_> {
    /// Whether a unit finds no place even in an empty file.
    fn is_hopeless(&mut self, index: usize) -> bool {
        let empty = Occupancy::new(self.problem.registers);
        self.find(index, &empty, &[]).is_none()
    }

    fn place_all(&mut self, order: &[usize]) -> Result<Vec<Place>, usize> {
        let mut occupancy = Occupancy::new(self.problem.registers);
        let mut places: Vec<Option<Place>> = vec![None; self.problem.units.len()];
        for &index in order {
            let place = self.find(index, &occupancy, &places).ok_or(index)?;
            if let Some(unit) = self.problem.units.get(index) {
                for (lane, component) in unit.lanes.iter().zip(&place.components) {
                    occupancy.put(place.register, *component, lane);
                }
            }
            if let Some(slot) = places.get_mut(index) {
                *slot = Some(place);
            }
        }
        Ok(places.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The cheapest place for a unit.
    fn find(
        &mut self,
        index: usize,
        occupancy: &Occupancy,
        places: &[Option<Place>],
    ) -> Option<Place> {
        let unit = self.problem.units.get(index)?;
        let registers = match unit.register {
            Some(register) if register < self.problem.registers => register..register + 1,
            Some(_) => return None,
            None => 0..self.problem.registers,
        };
        let order = lane_order(unit);
        let mut best: Option<Best> = None;
        let mut tried_fresh = false;
        for register in registers {
            let fresh = !occupancy.is_used(register);
            // All registers that hold nothing are alike, unless a wish names one.
            if fresh && tried_fresh && unit.wishes.is_empty() {
                continue;
            }
            tried_fresh |= fresh;
            let base = if fresh { FRESH } else { 0 };
            let mut attempt = Attempt {
                unit,
                register,
                occupancy,
                places,
                order: &order,
                chosen: vec![None; unit.lanes.len()],
                best: &mut best,
                steps: 0,
            };
            attempt.lane(
                0,
                base + WISH * unit.wishes.len() as u64,
                unit.wishes.len() as u64,
            );
            self.steps += attempt.steps;
        }
        best.map(|best| best.place)
    }
}

/// The lanes of a unit in the order in which they are given components: those with least choice
/// first.
fn lane_order(unit: &Unit) -> Vec<usize> {
    let mut order: Vec<usize> = (0..unit.lanes.len()).collect();
    if unit.arrangement == Arrangement::Free {
        order.sort_by_key(|&index| {
            let lane = unit.lanes.get(index);
            lane.map(|lane| (lane.component.is_none(), lane.start(), lane.end()))
        });
    }
    order
}

/// The most steps for one unit in one register: units of many lanes have very many assignments,
/// most of which differ in nothing that matters.
const TRIES: u64 = 4096;

/// One register tried for one unit.
struct Attempt<'a, 'b> {
    unit: &'a Unit,
    register: u16,
    occupancy: &'a Occupancy,
    places: &'a [Option<Place>],
    /// The lanes in the order in which they are given components.
    order: &'a [usize],
    /// The components so far.
    chosen: Vec<Option<u8>>,
    best: &'b mut Option<Best>,
    steps: u64,
}

impl Attempt<'_, '_> {
    /// Chooses components for the remaining lanes, depth first. `cost` counts all wishes as refused
    /// but those granted; `open` of them are undecided.
    fn lane(&mut self, depth: usize, cost: u64, open: u64) {
        let bound = cost.saturating_sub(WISH * open);
        if self.steps > TRIES || self.best.as_ref().is_some_and(|best| bound >= best.cost) {
            return;
        }
        let Some(&index) = self.order.get(depth) else {
            let components = self
                .chosen
                .iter()
                .map(|component| component.unwrap_or(0))
                .collect();
            let place = Place {
                register: self.register,
                components,
            };
            *self.best = Some(Best { cost, place });
            return;
        };
        let Some(lane) = self.unit.lanes.get(index) else {
            return;
        };
        let wishes = self
            .unit
            .wishes
            .iter()
            .filter(|wish| wish.lane == index)
            .count() as u64;
        let mut choices = [(u64::MAX, 0u8); 4];
        let mut count = 0;
        for component in 0..4 {
            self.steps += 1;
            if self.allowed(index, lane, component)
                && let Some(gap) = self.occupancy.gap(self.register, component, lane)
            {
                let granted = WISH * self.granted(index, component);
                choices[count] = ((cost + u64::from(gap)).saturating_sub(granted), component);
                count += 1;
            }
        }
        let choices = &mut choices[..count];
        choices.sort_unstable();
        for &mut (cost, component) in choices {
            self.chosen[index] = Some(component);
            self.lane(depth + 1, cost, open.saturating_sub(wishes));
            self.chosen[index] = None;
        }
    }

    fn allowed(&self, index: usize, lane: &Lane, component: u8) -> bool {
        if lane.component.is_some_and(|wanted| wanted != component) {
            return false;
        }
        if self.unit.arrangement == Arrangement::Consecutive {
            let last = index
                .checked_sub(1)
                .and_then(|last| self.chosen.get(last).copied().flatten());
            return last.is_none_or(|last| component == last + 1);
        }
        let others = self.unit.lanes.iter().zip(&self.chosen);
        others
            .into_iter()
            .all(|(other, taken)| *taken != Some(component) || !other.overlaps(lane))
    }

    /// How many wishes of this lane the component grants.
    fn granted(&self, index: usize, component: u8) -> u64 {
        let grants = |wish: &&super::Wish| {
            let other = self.places.get(wish.unit).and_then(Option::as_ref);
            wish.lane == index
                && other.is_some_and(|other| {
                    other.register == self.register
                        && other.components.get(wish.other) == Some(&component)
                })
        };
        self.unit.wishes.iter().filter(grants).count() as u64
    }
}
