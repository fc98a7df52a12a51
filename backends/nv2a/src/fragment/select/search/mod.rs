//! From the final combiner backwards, with a growing number of general combiners.
//!
//! Depth-first search with iterative deepening (Korf 1985). A state is the set of values that the stages before
//! must leave; a step is a stage that computes some of them.
//!
//! ```text
//! ways      the ways to make one value    allocate  constants of a stage
//! last      the final combiner            plan      what is found
//! ```

mod allocate;
mod last;
mod plan;
mod ways;

pub(crate) use plan::{Plan, Produced, Stage, Tested};

use super::forms::Products;
use super::places::{Chosen, Cut, Goal, Inputs, Place};
use crate::fragment::isa::{Combiner, STAGES, Side};
use allocate::allocate;
use plan::Final;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::search::Failure;
use retroshade_combiner::shader::Condition;
use retroshade_combiner::split::Want;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use ways::Choice;

/// Values whose forms are worked out before the search is given up.
const GOALS: usize = 600;

pub(crate) fn search(
    polys: &mut Polys,
    inputs: &Inputs,
    conditions: &[Condition],
    color: [Poly; 4],
    budget: u32,
) -> Result<Plan, Failure> {
    let tests = conditions
        .iter()
        .map(|condition| test(polys, inputs, condition))
        .collect();
    let mut search = Search {
        polys,
        inputs,
        tests,
        places: FxHashMap::default(),
        choices: FxHashMap::default(),
        dots: FxHashMap::default(),
        vector_products: Products::default(),
        scalar_products: Products::default(),
        fits: FxHashMap::default(),
        failed: FxHashSet::default(),
        steps: 0,
        budget,
        stages: Vec::new(),
    };
    let color = color.map(|poly| search.polys.as_clamped(poly).unwrap_or(poly));
    let alphas = search.inputs.places(
        search.polys,
        &[Some(color[3]); 3],
        Side::Alpha,
        Combiner::Final,
        Cut::Both,
    );
    let (mut bound, mut sure, mut steps) = (0, true, 0);
    for number in 0..=STAGES as usize {
        search.steps = 0;
        let last = search.end(number, color, &alphas);
        steps += search.steps;
        if let Some(last) = last {
            return Ok(Plan {
                stages: std::mem::take(&mut search.stages),
                last,
                bound,
                steps,
            });
        }
        sure &= search.steps <= budget && !search.polys.is_exhausted();
        if sure {
            bound = number as u32 + 1;
        }
    }
    Err(if sure { Failure::None } else { Failure::Budget })
}

/// What has to be in the alpha of spare 0 for a choice by a condition: at least one half where it holds.
fn test(polys: &mut Polys, inputs: &Inputs, condition: &Condition) -> Tested {
    let half = polys.constant(0.5);
    let value = polys.add(condition.value, half);
    match inputs.starts_in_spare(value) {
        true => Tested::First,
        false => Tested::Wanted(Goal::Alpha(value)),
    }
}

struct Search<'a> {
    polys: &'a mut Polys,
    inputs: &'a Inputs,
    /// For each condition.
    tests: Vec<Tested>,
    places: FxHashMap<(Want<3>, Side), Rc<Vec<Place>>>,
    /// For so many stages, this one with them.
    choices: FxHashMap<Goal, (usize, Rc<Vec<Choice>>)>,
    dots: FxHashMap<Poly, Rc<Vec<Choice>>>,
    vector_products: Products<3>,
    scalar_products: Products<1>,
    fits: FxHashMap<(Goal, usize), bool>,
    failed: FxHashSet<(usize, Vec<Goal>)>,
    steps: u32,
    budget: u32,
    stages: Vec<Stage>,
}

/// A stage while its values are chosen.
#[derive(Clone, Default)]
struct Partial {
    stage: Stage,
    next: Vec<Goal>,
}

/// An operand to place.
struct Item<'c> {
    alpha: bool,
    produced: usize,
    want: Want<3>,
    places: &'c [Place],
}

impl Search<'_> {
    /// Counts a step, and tells whether there were too many.
    fn is_over(&mut self) -> bool {
        self.steps = self.steps.saturating_add(1);
        self.steps > self.budget || self.polys.is_exhausted()
    }

    /// Finds the final combiner and `number` others before it that end in a colour; those are in `self.stages`.
    fn end(&mut self, number: usize, color: [Poly; 4], alphas: &[Place]) -> Option<Final> {
        let mut alphas = alphas.to_vec();
        alphas.retain(|alpha| self.place_fits(alpha, number));
        if alphas.is_empty() {
            return None;
        }
        let [red, green, blue, alpha] = color;
        let lasts = self.lasts([Some(red), Some(green), Some(blue)], number);
        let mut ends = lasts
            .iter()
            .flat_map(|last| alphas.iter().map(move |place| (last, *place)));
        ends.find_map(|(last, place)| self.last(number, last, place, alpha))
    }

    /// Whether a value can be there after some stages, if nothing else were wanted.
    fn goal_fits(&mut self, goal: &Goal, number: usize) -> bool {
        if number == 0 {
            return false;
        }
        if let Some(known) = self.fits.get(&(*goal, number)) {
            return *known;
        }
        if !self.inputs.may_fit(self.polys, goal, number as u32) {
            self.fits.insert((*goal, number), false);
            return false;
        }
        if self.choices.len() > GOALS || self.polys.is_exhausted() {
            self.steps = self.budget.saturating_add(1);
            return false;
        }
        // A value that needs itself needs more stages.
        self.fits.insert((*goal, number), false);
        let mut ways: Vec<Rc<Vec<Choice>>> = vec![self.choices(goal, number)];
        if let Goal::Alpha(poly) = goal {
            ways.push(self.dots(*poly));
        }
        let fits = ways
            .iter()
            .flat_map(|ways| ways.iter())
            .any(|choice| self.choice_fits(choice, number - 1));
        self.fits.insert((*goal, number), fits);
        fits
    }

    /// Whether an operand can be there after some stages, if nothing else were wanted.
    fn place_fits(&mut self, place: &Place, number: usize) -> bool {
        match place {
            Place::Wanted(goal, ..) => self.goal_fits(goal, number),
            Place::Direct(_) | Place::Fixed(..) => true,
        }
    }

    fn choice_fits(&mut self, choice: &Choice, number: usize) -> bool {
        if let Some(Tested::Wanted(goal)) = choice.mux
            && !self.goal_fits(&goal, number)
        {
            return false;
        }
        choice
            .operands
            .iter()
            .all(|(_, places)| places.iter().any(|place| self.place_fits(place, number)))
    }

    /// Finds stages that leave some values; those found are in `self.stages`.
    fn solve(&mut self, number: usize, goals: &[Goal]) -> bool {
        if number == 0 || goals.is_empty() {
            return goals.is_empty();
        }
        if goals.len() > 6 || self.is_over() {
            return false;
        }
        let key = (number, goals.to_vec());
        if self.failed.contains(&key) || !goals.iter().all(|goal| self.goal_fits(goal, number)) {
            return false;
        }
        let found = self.produce(number, goals, Partial::default(), 0);
        if !found && self.steps <= self.budget {
            self.failed.insert(key);
        }
        found
    }

    /// Decides for each value whether this stage makes it, and how.
    fn produce(&mut self, number: usize, goals: &[Goal], partial: Partial, at: usize) -> bool {
        let Some(goal) = goals.get(at) else {
            let some = !partial.stage.rgb.is_empty() || !partial.stage.alpha.is_empty();
            return some && self.place_all(number, partial);
        };
        if self.is_over() {
            return false;
        }
        let mut ways: Vec<(Rc<Vec<Choice>>, bool)> = vec![(self.choices(goal, number), false)];
        if let Goal::Alpha(poly) = goal {
            ways.push((self.dots(*poly), true));
        }
        for (choices, blue) in ways {
            for choice in choices.iter() {
                if !self.choice_fits(choice, number - 1) {
                    continue;
                }
                let mut partial = partial.clone();
                if let Some(Tested::Wanted(tested)) = choice.mux {
                    want_also(&mut partial.next, tested);
                }
                if add(&mut partial.stage, goal, choice, blue)
                    && self.produce(number, goals, partial, at + 1)
                {
                    return true;
                }
            }
        }
        // An earlier stage makes it.
        if self.goal_fits(goal, number - 1) {
            let mut partial = partial;
            want_also(&mut partial.next, *goal);
            return self.produce(number, goals, partial, at + 1);
        }
        false
    }

    fn place_all(&mut self, number: usize, partial: Partial) -> bool {
        let mut places: Vec<(bool, usize, Want<3>, Rc<Vec<Place>>)> = Vec::new();
        for (alpha, side) in [(false, &partial.stage.rgb), (true, &partial.stage.alpha)] {
            for (produced, value) in side.iter().enumerate() {
                for (_, want) in &value.operands {
                    let side = match alpha && !value.dot {
                        true => Side::Alpha,
                        false => Side::Rgb,
                    };
                    let all = self.places(want, side);
                    places.push((alpha, produced, *want, all));
                }
            }
        }
        let items: Vec<Item> = places
            .iter()
            .map(|(alpha, produced, want, places)| Item {
                alpha: *alpha,
                produced: *produced,
                want: *want,
                places,
            })
            .collect();
        let mut chosen = Vec::with_capacity(items.len());
        self.place(number, &partial, &items, &mut chosen)
    }

    fn place(
        &mut self,
        number: usize,
        partial: &Partial,
        items: &[Item],
        chosen: &mut Vec<Place>,
    ) -> bool {
        let Some(item) = items.get(chosen.len()) else {
            return self.go_on(number, partial.clone(), items, chosen);
        };
        if self.is_over() {
            return false;
        }
        for place in item.places {
            if let Place::Wanted(goal, ..) = place
                && (number < 2 || !self.goal_fits(goal, number - 1))
            {
                continue;
            }
            chosen.push(*place);
            let found = self.place(number, partial, items, chosen);
            chosen.pop();
            if found {
                return true;
            }
        }
        false
    }

    fn go_on(
        &mut self,
        number: usize,
        mut partial: Partial,
        items: &[Item],
        chosen: &[Place],
    ) -> bool {
        if self.is_over() {
            return false;
        }
        let places: Vec<(bool, Place)> = items
            .iter()
            .map(|item| item.alpha)
            .zip(chosen.iter().copied())
            .collect();
        let mut constants = [[None; 4]; 2];
        let Some(done) = allocate(&places, &mut constants) else {
            return false;
        };
        for place in chosen {
            if let Place::Wanted(goal, ..) = place {
                want_also(&mut partial.next, *goal);
            }
        }
        partial.next.sort_unstable();
        let goals = std::mem::take(&mut partial.next);
        if !self.solve(number - 1, &goals) {
            return false;
        }
        let stage = &mut partial.stage;
        stage.constants = constants;
        for value in stage.rgb.iter_mut().chain(&mut stage.alpha) {
            value.operands.clear();
        }
        for (item, one) in items.iter().zip(done) {
            let side = if item.alpha {
                &mut stage.alpha
            } else {
                &mut stage.rgb
            };
            if let Some(value) = side.get_mut(item.produced) {
                value.operands.push((one, item.want));
            }
        }
        self.stages.push(partial.stage);
        true
    }
}

/// Adds a value to those wanted, where it is not wanted yet.
fn want_also(goals: &mut Vec<Goal>, goal: Goal) {
    if !goals.contains(&goal) {
        goals.push(goal);
    }
}

/// Has a stage make a value; `false` if it has no room, or does something else to its results.
fn add(stage: &mut Stage, goal: &Goal, choice: &Choice, blue: bool) -> bool {
    if choice.mux.is_some() {
        if stage
            .tested
            .is_some_and(|tested| Some(tested) != choice.mux)
        {
            return false;
        }
        stage.tested = choice.mux;
    }
    let alpha = matches!(goal, Goal::Alpha(_)) && !blue;
    let side = if alpha {
        &mut stage.alpha
    } else {
        &mut stage.rgb
    };
    let room = match side.first() {
        None => true,
        Some(first) => {
            side.len() == 1
                && first.operands.len() == 2
                && choice.operands.len() == 2
                && first.operation == choice.operation
        }
    };
    if room {
        let nothing = Chosen::Fixed(0, false, crate::fragment::isa::Mapping::Unsigned);
        side.push(Produced {
            goal: *goal,
            operation: choice.operation,
            dot: choice.dot,
            blue,
            mux: choice.mux.is_some(),
            operands: choice
                .operands
                .iter()
                .map(|(want, _)| (nothing, *want))
                .collect(),
        });
    }
    room
}
