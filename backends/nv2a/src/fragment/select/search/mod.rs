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
use super::places::{Chosen, Cut, Goal, Inputs, OperandSource};
use crate::fragment::isa::{Combiner, STAGES, Side};
use allocate::allocate;
use plan::Final;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::search::{Acceptance, Failure};
use retroshade_combiner::shader::Condition;
use retroshade_combiner::split::Want;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use ways::Choice;

/// Values whose forms are worked out before the search is given up. Chosen for time, not measured: eight combiners
/// compute few intermediate values.
const GOALS: usize = 600;

/// Finds the fewest general combiners that end in a colour.
///
/// # Errors
/// If eight are too few, or the budget of steps is used up before a way is found, or none is exact enough.
pub(crate) fn search(
    polys: &mut Polys,
    inputs: &Inputs,
    conditions: &[Condition],
    color: [Poly; 4],
    budget: u32,
    acceptance: &mut Acceptance<Plan>,
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
        failed: FxHashMap::default(),
        steps: 0,
        budget,
        limit: budget,
        cuts: 0,
        order: Order::Simple,
        top: 0,
        acceptance,
        stages: Vec::new(),
        last: Final::default(),
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
        for order in [Order::Simple, Order::Balanced] {
            search.begin(number, order);
            let found = search.end(number, color, &alphas);
            steps += search.steps;
            if found || search.cuts == 0 {
                break;
            }
        }
        if let Some(plan) = search.acceptance.take() {
            return Ok(Plan {
                bound,
                steps,
                ..plan
            });
        }
        sure &= search.cuts == 0;
        if sure {
            bound = number as u32 + 1;
        }
    }
    Err(search.acceptance.failure(sure))
}

/// What has to be in the alpha of spare 0 for a choice by a condition: at least one half where it holds.
fn test(polys: &mut Polys, inputs: &Inputs, condition: &Condition) -> Tested {
    let half = polys.constant(0.5);
    let value = polys.add(condition.value, half);
    if inputs.starts_in_spare(value) {
        Tested::First
    } else {
        Tested::Wanted(Goal::Alpha(value))
    }
}

struct Search<'a, 'b> {
    polys: &'a mut Polys,
    inputs: &'a Inputs,
    /// For each condition.
    tests: Vec<Tested>,
    places: FxHashMap<(Want<3>, Side), Rc<Vec<OperandSource>>>,
    /// For so many stages, this one with them.
    choices: FxHashMap<Goal, (usize, Rc<Vec<Choice>>)>,
    dots: FxHashMap<Poly, Rc<Vec<Choice>>>,
    vector_products: Products<3>,
    scalar_products: Products<1>,
    fits: FxHashMap<(Goal, usize), bool>,
    /// Sets of values that so many stages cannot leave, by the least of them.
    failed: FxHashMap<(usize, Goal), Vec<Vec<Goal>>>,
    steps: u32,
    /// Steps for each number of stages.
    budget: u32,
    /// Steps at which the part of the search that is under way ends.
    limit: u32,
    /// The number of times that a part of the search ended without an answer, or a plan would not do.
    cuts: u32,
    order: Order,
    /// How many general combiners there are in this pass.
    top: usize,
    acceptance: &'a mut Acceptance<'b, Plan>,
    /// From the last stage to the one that is looked for.
    stages: Vec<Stage>,
    last: Final,
}

/// In which order the choices for a value are tried, and how long each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Those of fewest operands first, each to its end.
    Simple,
    /// Those that leave the smallest values first. In the last stage each may take a part of the steps that are left,
    /// so that a hopeless one does not keep the others from being tried.
    Balanced,
}

/// Of the steps that are left a choice for the last stage may take one of so many parts.
const PARTS: u32 = 4;

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
    places: &'c [OperandSource],
}

impl Search<'_, '_> {
    /// Counts a step, and tells whether there were too many.
    fn is_over(&mut self) -> bool {
        self.steps = self.steps.saturating_add(1);
        let over = self.steps > self.limit || self.polys.is_exhausted();
        self.cuts += u32::from(over);
        over
    }

    /// Limits the steps of a way to make a value in the last stage.
    fn share(&mut self, number: usize, whole: u32) {
        if self.order == Order::Balanced && number == self.top {
            self.limit = self.steps + whole.saturating_sub(self.steps) / PARTS;
        }
    }

    /// Begins another pass.
    fn begin(&mut self, top: usize, order: Order) {
        (self.top, self.order) = (top, order);
        (self.steps, self.limit, self.cuts) = (0, self.budget, 0);
    }

    /// Finds the final combiner and `number` others before it that end in a colour, and has them accepted.
    fn end(&mut self, number: usize, color: [Poly; 4], alphas: &[OperandSource]) -> bool {
        let mut alphas = alphas.to_vec();
        alphas.retain(|alpha| self.place_fits(alpha, number));
        if alphas.is_empty() {
            return false;
        }
        let [red, green, blue, alpha] = color;
        let lasts = self.lasts([Some(red), Some(green), Some(blue)], number);
        let mut ends = lasts
            .iter()
            .flat_map(|last| alphas.iter().map(move |place| (last, *place)));
        ends.any(|(last, place)| self.last(number, last, place, alpha))
    }

    /// True if a value can be there after some stages, if nothing else were wanted.
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
            self.cuts += 1;
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

    /// True if each of several values can be there after some stages, and the last of them makes no more values than a
    /// stage does. False is certain.
    fn goals_fit(&mut self, goals: &[Goal], number: usize) -> bool {
        let (mut colors, mut alphas) = (0, 0);
        goals.iter().all(|goal| {
            if !self.goal_fits(goal, number) {
                return false;
            }
            if !self.goal_fits(goal, number - 1) {
                match goal {
                    Goal::Rgb(_) => colors += 1,
                    Goal::Alpha(_) => alphas += 1,
                }
            }
            // Alphas may be the blue of inner products.
            colors <= 2 && colors + alphas <= 4
        })
    }

    /// True if so many stages are known not to leave some of the values, which are sorted.
    fn has_failed(&self, goals: &[Goal], number: usize) -> bool {
        goals.iter().any(|least| {
            let sets = self.failed.get(&(number, *least));
            let mut sets = sets.into_iter().flatten();
            sets.any(|set| set.iter().all(|goal| goals.binary_search(goal).is_ok()))
        })
    }

    /// True if an operand can be there after some stages, if nothing else were wanted.
    fn place_fits(&mut self, place: &OperandSource, number: usize) -> bool {
        match place {
            OperandSource::Wanted(goal, ..) => self.goal_fits(goal, number),
            OperandSource::Direct(_) | OperandSource::Fixed(..) => true,
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

    /// Finds stages that leave some values.
    fn solve(&mut self, number: usize, goals: &[Goal]) -> bool {
        if goals.is_empty() {
            return self.accept();
        }
        if number == 0 || goals.len() > 6 || self.is_over() {
            return false;
        }
        if self.has_failed(goals, number) || !self.goals_fit(goals, number) {
            return false;
        }
        let cuts = self.cuts;
        let found = self.produce(number, goals, Partial::default(), 0);
        if !found && self.cuts == cuts {
            let sets = self.failed.entry((number, goals[0])).or_default();
            sets.push(goals.to_vec());
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
        let ways = ways
            .iter()
            .flat_map(|(choices, blue)| choices.iter().map(move |choice| (choice, *blue)));
        let mut ways: Vec<(&Choice, bool)> = ways.collect();
        ways.retain(|(choice, _)| self.choice_fits(choice, number - 1));
        if self.order == Order::Balanced {
            ways.sort_by_key(|(choice, _)| choice.left);
        }
        let whole = self.limit;
        for (choice, blue) in ways {
            let mut partial = partial.clone();
            if let Some(Tested::Wanted(tested)) = choice.mux {
                want_also(&mut partial.next, tested);
            }
            if !add(&mut partial.stage, goal, choice, blue) {
                continue;
            }
            self.share(number, whole);
            let found = self.produce(number, goals, partial, at + 1);
            self.limit = whole;
            if found {
                return true;
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
        let mut places: Vec<(bool, usize, Want<3>, Rc<Vec<OperandSource>>)> = Vec::new();
        for (alpha, side) in [(false, &partial.stage.rgb), (true, &partial.stage.alpha)] {
            for (produced, value) in side.iter().enumerate() {
                for (_, want) in &value.operands {
                    let side = if alpha && !value.dot {
                        Side::Alpha
                    } else {
                        Side::Rgb
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
        chosen: &mut Vec<OperandSource>,
    ) -> bool {
        let Some(item) = items.get(chosen.len()) else {
            return self.go_on(number, partial.clone(), items, chosen);
        };
        if self.is_over() {
            return false;
        }
        for place in item.places {
            if let OperandSource::Wanted(goal, ..) = place
                && (number < 2 || !self.goal_fits(goal, number - 1))
            {
                continue;
            }
            chosen.push(*place);
            let goals = wanted(&partial.next, chosen);
            let fits = !self.has_failed(&goals, number - 1) && self.goals_fit(&goals, number - 1);
            let found = fits && self.place(number, partial, items, chosen);
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
        chosen: &[OperandSource],
    ) -> bool {
        if self.is_over() {
            return false;
        }
        let places: Vec<(bool, OperandSource)> = items
            .iter()
            .map(|item| item.alpha)
            .zip(chosen.iter().copied())
            .collect();
        let mut constants = [[None; 4]; 2];
        let Some(done) = allocate(&places, &mut constants) else {
            return false;
        };
        let goals = wanted(&partial.next, chosen);
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
        let found = self.solve(number - 1, &goals);
        self.stages.pop();
        found
    }

    /// Has the stages that are there accepted, or not.
    fn accept(&mut self) -> bool {
        let plan = Plan {
            stages: self.stages.iter().rev().cloned().collect(),
            last: self.last.clone(),
            ..Plan::default()
        };
        let accepted = self.acceptance.accept(self.polys, plan);
        self.cuts += u32::from(!accepted);
        accepted
    }
}

/// The values that are wanted of the stages before, sorted: some, and those of operands.
fn wanted(next: &[Goal], chosen: &[OperandSource]) -> Vec<Goal> {
    let mut goals = next.to_vec();
    for place in chosen {
        if let OperandSource::Wanted(goal, ..) = place {
            want_also(&mut goals, *goal);
        }
    }
    goals.sort_unstable();
    goals
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
