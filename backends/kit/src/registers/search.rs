//! The search for places.

use super::{Allocation, Arrangement, Components, Failure, Lane, Place, Preference, Problem, Unit};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// The ranges taken in each component of each register, sorted.
#[derive(Default)]
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
            // Mostly units are placed in the order in which they start.
            let before = match taken.last() {
                Some(last) if last.start >= range.end => {
                    let after = taken.partition_point(|other| other.start < range.end);
                    taken.get(..after).and_then(|list| list.last())
                }
                last => last,
            };
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
                match taken.last() {
                    Some(last) if last.start >= range.start => {
                        let at = taken.partition_point(|other| other.start < range.start);
                        taken.insert(at, range.clone());
                    }
                    _ => taken.push(range.clone()),
                }
            }
        }
    }

    fn take_away(&mut self, register: u16, component: u8, lane: &Lane) {
        let lanes = self.components.get_mut(usize::from(register));
        if let Some(taken) = lanes.and_then(|lanes| lanes.get_mut(usize::from(component))) {
            taken.retain(|range| !lane.ranges.contains(range));
        }
    }

    /// How many components a unit would leave free in a register, while it is live, that are free now;
    /// one that breaks a free register counts more.
    fn left(&self, register: u16, unit: &Unit) -> u64 {
        let start = unit.lanes.iter().map(Lane::start).min().unwrap_or(0);
        let end = unit.lanes.iter().map(Lane::end).max().unwrap_or(0);
        let span = Lane::new(start..end.max(start + 1));
        let free = (0..4).filter(|&component| self.gap(register, component, &span).is_some());
        let free = free.count();
        let left = free.saturating_sub(unit.lanes.len()) as u64;
        left + if free == 4 && left > 0 { 4 } else { 0 }
    }

    fn is_used(&self, register: u16) -> bool {
        (0..4).any(|component| !self.taken(register, component).is_empty())
    }
}

/// What counts as idle time before the first value of a component.
const IDLE: u32 = 1 << 12;
/// The cost of a register that holds nothing yet.
const FRESH: u64 = 1 << 20;
/// The cost of a component that is left over beside a unit: what a wide unit could have used.
const BROKEN: u64 = 1 << 10;
/// The worth of a wish.
const WISH: u64 = 1 << 24;

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
    // Asked for only where something stands in the way.
    let mut worst = None;
    let mut left = restarts;
    let mut next = 0;
    while let Some(&unit) = queue.order.get(next) {
        if search.place(unit) {
            next += 1;
            continue;
        }
        let (point, live) = *worst.get_or_insert_with(|| problem.worst_point());
        let failure = |unit, steps| Failure {
            unit,
            point,
            live,
            steps,
        };
        if live > 4 * usize::from(problem.registers) {
            return Err(failure(queue.last_at(problem, point), search.steps));
        }
        if left == 0 || search.is_hopeless(unit) {
            return Err(failure(unit, search.steps));
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

    /// Moves the unit at a place in the order, which was stuck, forward; says where it is then.
    fn advance(&mut self, place: usize) -> usize {
        let Some(&stuck) = self.order.get(place) else {
            return place;
        };
        let Some(key) = self.keys.get_mut(stuck) else {
            return place;
        };
        key.1 = key.1.saturating_sub(1);
        let key = *key;
        let keys = &self.keys;
        let before = |index: &usize| keys.get(*index).is_some_and(|other| *other < key);
        let moved = self.order.partition_point(before).min(place);
        if let Some(part) = self.order.get_mut(moved..=place) {
            part.rotate_right(1);
        }
        moved
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
    preference: Preference,
    steps: u64,
    occupancy: Occupancy,
    /// Where the units lie that were placed.
    places: Vec<Option<Place>>,
    /// One for each unit.
    shapes: Vec<Shape>,
}

impl Search<'_> {
    /// Whether a unit finds no place even in an empty file.
    fn is_hopeless(&mut self, index: usize) -> bool {
        let empty = Occupancy::new(self.problem.registers);
        self.find(index, &empty, &[]).is_none()
    }

    /// Gives a unit its place, if there is one.
    fn place(&mut self, index: usize) -> bool {
        let occupancy = std::mem::take(&mut self.occupancy);
        let places = std::mem::take(&mut self.places);
        let found = self.find(index, &occupancy, &places);
        (self.occupancy, self.places) = (occupancy, places);
        let (Some(place), Some(unit)) = (found, self.problem.units.get(index)) else {
            return false;
        };
        for (lane, component) in unit.lanes.iter().zip(&place.components) {
            self.occupancy.put(place.register, *component, lane);
        }
        if let Some(slot) = self.places.get_mut(index) {
            *slot = Some(place);
        }
        true
    }

    /// Takes a unit's place away.
    fn take_away(&mut self, index: usize) {
        let place = self.places.get_mut(index).and_then(Option::take);
        if let (Some(place), Some(unit)) = (place, self.problem.units.get(index)) {
            for (lane, component) in unit.lanes.iter().zip(&place.components) {
                self.occupancy.take_away(place.register, *component, lane);
            }
        }
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
        let shape = self.shapes.get(index)?;
        let count = unit.lanes.len();
        let mut attempt = Attempt {
            unit,
            shape,
            costs: smallvec![[NEVER; 4]; count],
            least: smallvec![0; count + 1],
            taken: [0; 4],
            chosen: smallvec![None; unit.lanes.len()],
            best: None,
            steps: 0,
        };
        let mut best: Option<Place> = None;
        let mut tried_fresh = false;
        for register in registers {
            let fresh = !occupancy.is_used(register);
            // All registers that hold nothing are alike, unless a wish names one.
            if fresh && tried_fresh && unit.wishes.is_empty() {
                continue;
            }
            tried_fresh |= fresh;
            let beaten = |(cost, _): &(u64, Components)| fresh && *cost <= FRESH;
            if attempt.best.as_ref().is_some_and(beaten) {
                continue;
            }
            self.steps += 4 * count as u64;
            let broken = match self.preference {
                Preference::Close => 0,
                Preference::Whole => BROKEN * occupancy.left(register, unit),
            };
            let cost = broken + if fresh { FRESH } else { 0 };
            if !attempt.weigh(register, cost, occupancy, places) {
                continue;
            }
            let before = attempt.best.as_ref().map(|(cost, _)| *cost);
            attempt.steps = 0;
            attempt.lane(0, cost);
            self.steps += attempt.steps;
            let after = attempt.best.as_ref();
            if let Some((_, components)) = after.filter(|(cost, _)| Some(*cost) != before) {
                let components = components.clone();
                best = Some(Place {
                    register,
                    components,
                });
            }
        }
        best
    }
}

/// What is known of a unit before it is placed.
struct Shape {
    /// The lanes in the order in which they are given components.
    order: SmallVec<[usize; 8]>,
    /// For each lane a bit for each lane that is live at once with it; empty where lanes are too many
    /// for that.
    beside: SmallVec<[u64; 4]>,
}

impl Shape {
    fn of(unit: &Unit) -> Shape {
        let lanes = &unit.lanes;
        let bit = |other: usize, overlaps: bool| u64::from(overlaps) << other;
        let beside = |lane: &Lane| {
            let others = lanes.iter().enumerate();
            others.fold(0, |set, (index, other)| {
                set | bit(index, lane.overlaps(other))
            })
        };
        let few = lanes.len() <= 64;
        Shape {
            order: lane_order(unit),
            beside: lanes.iter().filter(|_| few).map(beside).collect(),
        }
    }
}

/// The lanes of a unit in the order in which they are given components: those with least choice
/// first.
fn lane_order(unit: &Unit) -> SmallVec<[usize; 8]> {
    let mut order: SmallVec<[usize; 8]> = (0..unit.lanes.len()).collect();
    if unit.arrangement == Arrangement::Free && order.len() > 1 {
        order.sort_by_key(|&index| {
            let lane = unit.lanes.get(index);
            lane.map(|lane| (lane.component.is_none(), lane.start(), lane.end()))
        });
    }
    order
}

/// The most steps for one unit in one register: units of many lanes have very many assignments,
/// most of which differ in nothing that matters.
const TRIES: u64 = 256;

/// The cost of what cannot be.
const NEVER: u64 = u64::MAX;

/// One register after another tried for one unit.
struct Attempt<'a> {
    unit: &'a Unit,
    shape: &'a Shape,
    /// For each lane in that order what each component costs in this register: idle points, and the
    /// wishes that it refuses; [`NEVER`] where the lane does not fit.
    costs: SmallVec<[[u64; 4]; 8]>,
    /// For each place in the order the least that it and all after it can cost.
    least: SmallVec<[u64; 9]>,
    /// The components so far.
    chosen: SmallVec<[Option<u8>; 8]>,
    /// For each component the lanes so far, a bit each.
    taken: [u64; 4],
    /// The least cost in all registers so far, and the components.
    best: Option<(u64, Components)>,
    steps: u64,
}

impl Attempt<'_> {
    /// Finds out what the components of a register cost, on top of the register itself; says whether
    /// each lane fits into one, and all together may cost less than the best so far.
    fn weigh(
        &mut self,
        register: u16,
        mut cost: u64,
        occupancy: &Occupancy,
        places: &[Option<Place>],
    ) -> bool {
        let most = self.best.as_ref().map_or(NEVER, |(best, _)| *best);
        for (depth, &index) in self.shape.order.iter().enumerate() {
            let (Some(lane), Some(costs)) = (self.unit.lanes.get(index), self.costs.get_mut(depth))
            else {
                return false;
            };
            for (component, own) in (0u8..).zip(costs.iter_mut()) {
                let gap = match lane.component {
                    Some(wanted) if wanted != component => None,
                    _ => occupancy.gap(register, component, lane),
                };
                *own = gap.map_or(NEVER, |gap| {
                    let refused = refused(self.unit, index, (register, component), places);
                    u64::from(gap) + WISH * refused
                });
            }
            let least = costs.iter().min().copied().unwrap_or(NEVER);
            cost = cost.saturating_add(least);
            if least == NEVER || cost >= most {
                return false;
            }
        }
        for (depth, costs) in self.costs.iter().enumerate().rev() {
            let least = costs.iter().min().copied().unwrap_or(0);
            self.least[depth] = least + self.least[depth + 1];
        }
        true
    }

    /// Chooses components for the remaining lanes, depth first.
    fn lane(&mut self, depth: usize, cost: u64) {
        let bound = cost + self.least.get(depth).copied().unwrap_or(0);
        if self.steps > TRIES || self.best.as_ref().is_some_and(|(best, _)| bound >= *best) {
            return;
        }
        let Some(&index) = self.shape.order.get(depth) else {
            let components = self.chosen.iter().map(|component| component.unwrap_or(0));
            self.best = Some((cost, components.collect()));
            return;
        };
        let Some(lane) = self.unit.lanes.get(index) else {
            return;
        };
        let costs = self.costs.get(depth).copied().unwrap_or([NEVER; 4]);
        let mut choices = [(u64::MAX, 0u8); 4];
        let mut count = 0;
        for (component, own) in (0u8..).zip(costs) {
            self.steps += 1;
            if own != NEVER && self.allowed(index, lane, component) {
                choices[count] = (cost + own, component);
                count += 1;
            }
        }
        let choices = &mut choices[..count];
        choices.sort_unstable();
        for &mut (cost, component) in choices {
            self.chosen[index] = Some(component);
            // Beyond 64 lanes the set is not looked at.
            let bit = 1u64 << (index % 64);
            self.taken[usize::from(component)] |= bit;
            self.lane(depth + 1, cost);
            self.taken[usize::from(component)] &= !bit;
            self.chosen[index] = None;
        }
    }

    /// Whether a component is free of the lanes of the unit that were given theirs.
    fn allowed(&self, index: usize, lane: &Lane, component: u8) -> bool {
        if self.unit.arrangement == Arrangement::Consecutive {
            let last = index
                .checked_sub(1)
                .and_then(|last| self.chosen.get(last).copied().flatten());
            return last.is_none_or(|last| component == last + 1);
        }
        if let Some(beside) = self.shape.beside.get(index) {
            return self.taken[usize::from(component)] & beside == 0;
        }
        let mut others = self.unit.lanes.iter().zip(&self.chosen);
        others.all(|(other, taken)| *taken != Some(component) || !other.overlaps(lane))
    }
}

/// How many wishes of a lane a component refuses.
fn refused(unit: &Unit, lane: usize, at: (u16, u8), places: &[Option<Place>]) -> u64 {
    let refuses = |wish: &&super::Wish| {
        let other = places.get(wish.unit).and_then(Option::as_ref);
        wish.lane == lane
            && !other.is_some_and(|other| {
                other.register == at.0 && other.components.get(wish.other) == Some(&at.1)
            })
    };
    unit.wishes.iter().filter(refuses).count() as u64
}
