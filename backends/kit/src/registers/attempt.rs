//! The components of one register for the lanes of one unit.

use super::occupancy::{NEVER, Occupancy};
use super::{Components, Lane, Unit};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// What is known of a unit before it is placed.
pub(super) struct Shape {
    /// The lanes in the order in which they are given components.
    order: SmallVec<[usize; 8]>,
    /// For each lane a bit for each lane that is live at once with it; empty where lanes are too many
    /// for that.
    beside: SmallVec<[u64; 4]>,
    /// Where the first lane starts.
    pub(super) start: u32,
    /// How many lanes start there.
    pub(super) first: usize,
    /// Of lanes that start together and may take any components, but not the same, where they end,
    /// from the first to the last. Mostly a component that is free for one of them is for all.
    pub(super) alike: Option<Range<u32>>,
}

impl Shape {
    pub(super) fn of(unit: &Unit) -> Shape {
        let lanes = &unit.lanes;
        let bit = |other: usize, overlaps: bool| u64::from(overlaps) << other;
        let beside = |lane: &Lane| {
            let others = lanes.iter().enumerate();
            others.fold(0, |set, (index, other)| {
                set | bit(index, lane.overlaps(other))
            })
        };
        let few = lanes.len() <= 64;
        let alike = alike(unit);
        if let (Some(_), [lane]) = (&alike, lanes.as_slice()) {
            // Most units are of one lane.
            return Shape {
                order: smallvec![0],
                beside: smallvec![1],
                start: lane.start(),
                first: 1,
                alike,
            };
        }
        let start = lanes.iter().map(Lane::start).min().unwrap_or(0);
        let beside = match alike {
            // What starts together is live at once.
            Some(_) => smallvec![(1 << lanes.len()) - 1; lanes.len()],
            None => lanes.iter().filter(|_| few).map(beside).collect(),
        };
        Shape {
            order: lane_order(unit),
            beside,
            start,
            first: lanes.iter().filter(|lane| lane.start() == start).count(),
            alike,
        }
    }
}

/// The lanes of a unit in the order in which they are given components: those with least choice
/// first.
fn lane_order(unit: &Unit) -> SmallVec<[usize; 8]> {
    let mut order: SmallVec<[usize; 8]> = (0..unit.lanes.len()).collect();
    order.sort_by_key(|&index| {
        let lane = &unit.lanes[index];
        (lane.component.is_none(), lane.start(), lane.end())
    });
    order
}

/// See [`Shape::alike`].
fn alike(unit: &Unit) -> Option<Range<u32>> {
    let first = unit.lanes.first()?;
    let start = first.start();
    let free = |lane: &Lane| lane.component.is_none() && lane.ranges.len() == 1;
    if unit.lanes.len() > 4
        || !unit
            .lanes
            .iter()
            .all(|lane| free(lane) && lane.start() == start)
    {
        return None;
    }
    let ends = unit.lanes.iter().map(Lane::end);
    Some(ends.clone().min()?..ends.max()?)
}

/// The most steps for one unit in one register: units of many lanes have very many assignments,
/// most of which differ in nothing that matters.
const TRIES: u64 = 256;

/// One register after another tried for one unit.
pub(super) struct Attempt<'a> {
    unit: &'a Unit,
    shape: &'a Shape,
    /// For each lane in that order what each component costs in this register: idle points, or
    /// [`NEVER`] where the lane does not fit.
    costs: SmallVec<[[u64; 4]; 8]>,
    /// For each place in the order the least that it and all after it can cost.
    least: SmallVec<[u64; 9]>,
    /// The components so far.
    chosen: SmallVec<[Option<u8>; 8]>,
    /// For each component the lanes so far, a bit each.
    taken: [u64; 4],
    /// The least cost in all registers so far, and the components.
    pub(super) best: Option<(u64, Components)>,
    pub(super) steps: u64,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(unit: &'a Unit, shape: &'a Shape) -> Attempt<'a> {
        Attempt {
            unit,
            shape,
            costs: SmallVec::new(),
            least: SmallVec::new(),
            taken: [0; 4],
            chosen: SmallVec::new(),
            best: None,
            steps: 0,
        }
    }

    /// Returns the cost of the best assignment so far.
    pub(super) fn least_cost(&self) -> u64 {
        self.best.as_ref().map_or(NEVER, |(cost, _)| *cost)
    }

    /// Tries a register whose components cost the same for all lanes, each of which takes one of its
    /// own: the cheapest, of equals the first. Says whether that is better than the best so far.
    pub(super) fn alike(&mut self, gaps: [u64; 4], mut cost: u64) -> bool {
        let mut choices = [0, 1, 2, 3].map(|component| (gaps[component], component as u8));
        choices.sort_unstable();
        let taken = choices.iter().take(self.shape.order.len());
        cost = taken.fold(cost, |cost, (gap, _)| cost.saturating_add(*gap));
        if cost >= self.least_cost() {
            return false;
        }
        let mut components: Components = smallvec![0; self.shape.order.len()];
        for (&index, (_, component)) in self.shape.order.iter().zip(choices) {
            components[index] = component;
        }
        self.best = Some((cost, components));
        true
    }

    /// Searches the register that was weighed; says whether it is better than the best so far.
    pub(super) fn search(&mut self, cost: u64) -> bool {
        let before = self.least_cost();
        if cost + self.least.first().copied().unwrap_or(0) < before {
            self.lane(0, cost);
        }
        self.least_cost() < before
    }

    /// Finds out what the components of a register cost, on top of the register itself; says whether
    /// each lane fits into one, and all together may cost less than the best so far.
    pub(super) fn weigh(&mut self, register: u16, mut cost: u64, occupancy: &Occupancy) -> bool {
        let most = self.least_cost();
        let count = self.unit.lanes.len();
        if self.costs.len() < count {
            self.costs.resize(count, [NEVER; 4]);
            self.least.resize(count + 1, 0);
            self.chosen.resize(count, None);
        }
        for (depth, &index) in self.shape.order.iter().enumerate() {
            let (lane, costs) = (&self.unit.lanes[index], &mut self.costs[depth]);
            for (component, own) in (0u8..).zip(costs.iter_mut()) {
                let gap = match lane.component {
                    Some(wanted) if wanted != component => None,
                    _ => occupancy.gap(register, component, lane),
                };
                *own = gap.map_or(NEVER, u64::from);
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
        let Some(&index) = self.shape.order.get(depth) else {
            let components = self.chosen.iter().map(|component| component.unwrap_or(0));
            self.best = Some((cost, components.collect()));
            return;
        };
        let (lane, costs) = (&self.unit.lanes[index], self.costs[depth]);
        let mut choices = [(u64::MAX, 0u8); 4];
        let mut count = 0;
        for (component, own) in (0u8..).zip(costs) {
            self.steps += 1;
            if own == NEVER || !self.allowed(index, lane, component) {
                continue;
            }
            // The cheapest first, of equals the first.
            let mut place = count;
            while place > 0 && choices[place - 1].0 > cost + own {
                choices[place] = choices[place - 1];
                place -= 1;
            }
            choices[place] = (cost + own, component);
            count += 1;
        }
        let rest = self.least[depth + 1];
        for &(cost, component) in &choices[..count] {
            // Those that follow cost as much at least.
            if self.steps > TRIES || cost + rest >= self.least_cost() {
                break;
            }
            self.chosen[index] = Some(component);
            // Beyond 64 lanes the set is not looked at.
            let bit = 1u64 << (index % 64);
            self.taken[usize::from(component)] |= bit;
            self.lane(depth + 1, cost);
            self.taken[usize::from(component)] &= !bit;
            self.chosen[index] = None;
        }
    }

    /// True if a component is free of the lanes of the unit that were given theirs.
    fn allowed(&self, index: usize, lane: &Lane, component: u8) -> bool {
        if let Some(beside) = self.shape.beside.get(index) {
            return self.taken[usize::from(component)] & beside == 0;
        }
        let mut others = self.unit.lanes.iter().zip(&self.chosen);
        others.all(|(other, taken)| *taken != Some(component) || !other.overlaps(lane))
    }
}
