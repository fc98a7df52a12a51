//! From the last stage backwards, with a growing number of stages.
//!
//! Depth-first search with iterative deepening (Korf, "Depth-first iterative-deepening: an optimal admissible
//! tree search", 1985). A state is what the stages before must leave in `previous` and in the buffer; a step
//! is a stage that ends in it. States that failed are not tried again, and values that need more stages than
//! are left, taken alone, fail at once.
//!
//! ```text
//! fits       how many stages a value needs        constants  colours for the constants of a stage
//! ```

mod constants;
mod fits;

use super::halves::{Choice, OperandSource, bare, choices};
use super::inputs::Inputs;
use super::plan::{Plan, PlannedHalf, PlannedStage};
use super::state::{State, hands};
use crate::fragment::isa::{Function, Operand, STAGES, STORES, Side, Source};
use arrayvec::ArrayVec;
use fits::Need;
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::search::{Acceptance, Failure};
use retroshade_combiner::split::{Halves, Want, complement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Finds the fewest stages that end in a colour.
///
/// # Errors
/// If six stages are too few, or the budget of steps is used up before a way is found, or none is exact enough.
pub(crate) fn search(
    polys: &mut Polys,
    inputs: &Inputs,
    color: [Poly; 4],
    budget: u32,
    acceptance: &mut Acceptance<Plan>,
) -> Result<Plan, Failure> {
    let mut ended = true;
    // Halves cost digits, so they are for colours that have no other way.
    for halves in [Halves::Never, Halves::Doubled, Halves::Quadrupled] {
        match search_with(polys, inputs, color, (budget, halves), acceptance) {
            Ok(plan) => return Ok(plan),
            Err(own) => ended &= own,
        }
    }
    Err(acceptance.failure(ended))
}

/// The same with or without halves. Fails with true if the search went on to its end.
fn search_with(
    polys: &mut Polys,
    inputs: &Inputs,
    color: [Poly; 4],
    (budget, halves): (u32, Halves),
    acceptance: &mut Acceptance<Plan>,
) -> Result<Plan, bool> {
    let mut search = Search {
        polys,
        inputs,
        halves,
        acceptance,
        rgb: FxHashMap::default(),
        alpha: FxHashMap::default(),
        needs_rgb: FxHashMap::default(),
        needs_alpha: FxHashMap::default(),
        needs_some: FxHashMap::default(),
        failed: FxHashSet::default(),
        steps: 0,
        budget,
        stages: Vec::new(),
        buffer: [None; 4],
        rejected: 0,
    };
    let goal = State {
        previous: bare(search.polys, &color.map(Some)),
        buffer: [None; 4],
    };
    let mut bound = 1;
    let mut sure = true;
    let mut steps = 0;
    for number in 1..=STAGES {
        search.steps = 0;
        search.solve(number, &goal);
        steps += search.steps;
        if let Some(plan) = search.acceptance.take() {
            return Ok(Plan {
                bound,
                steps,
                ..plan
            });
        }
        sure &= !search.is_over() && search.rejected == 0;
        if sure {
            bound = number as u32 + 1;
        }
    }
    Err(sure)
}

/// The functions that end in a value, for so many stages, this one with them.
type Choices<const N: usize> = FxHashMap<Want<N>, (usize, Rc<Vec<Choice<N>>>)>;

/// The choices for so many stages, found once.
fn remembered<const N: usize>(
    known: &mut Choices<N>,
    want: &Want<N>,
    number: usize,
    find: impl FnOnce() -> Vec<Choice<N>>,
) -> Rc<Vec<Choice<N>>> {
    if let Some((most, found)) = known.get(want)
        && *most >= number
    {
        return found.clone();
    }
    let found = Rc::new(find());
    known.insert(*want, (number, found.clone()));
    found
}

struct Search<'a, 'b> {
    polys: &'a mut Polys,
    inputs: &'a Inputs,
    halves: Halves,
    acceptance: &'a mut Acceptance<'b, Plan>,
    rgb: Choices<3>,
    alpha: Choices<1>,
    needs_rgb: FxHashMap<Want<3>, Need>,
    needs_alpha: FxHashMap<Want<1>, Need>,
    /// In any form in which the rgb side can read a value.
    needs_some: FxHashMap<Want<3>, Need>,
    failed: FxHashSet<(usize, State)>,
    steps: u32,
    budget: u32,
    /// From the last stage to the one that is looked for, each with what the stage before it has to store.
    stages: Vec<(PlannedStage, [bool; 2])>,
    buffer: [Option<Poly>; 4],
    /// How many plans would not do.
    rejected: u32,
}

/// A stage while its operands are placed.
#[derive(Clone, Default)]
struct Partial {
    stage: PlannedStage,
    next: State,
    /// Constants: side, operand's place, value.
    fixed: ArrayVec<(Side, usize, Want<3>), 6>,
    /// Whether the stage before stores rgb and alpha.
    store: [bool; 2],
}

/// An operand that the stages before compute.
struct Item {
    side: Side,
    place: usize,
    want: Want<3>,
}

impl Search<'_, '_> {
    fn choices_rgb(&mut self, want: &Want<3>, number: usize) -> Rc<Vec<Choice<3>>> {
        let (inputs, halves) = (self.inputs, self.halves);
        remembered(&mut self.rgb, want, number, || {
            choices(
                self.polys,
                inputs,
                &inputs.vectors,
                want,
                number - 1,
                halves,
            )
        })
    }

    fn choices_alpha(&mut self, want: &Want<1>, number: usize) -> Rc<Vec<Choice<1>>> {
        let (inputs, halves) = (self.inputs, self.halves);
        remembered(&mut self.alpha, want, number, || {
            choices(
                self.polys,
                inputs,
                &inputs.scalars,
                want,
                number - 1,
                halves,
            )
        })
    }

    /// Whether there were too many steps, or polynomials too long.
    fn is_over(&self) -> bool {
        self.steps > self.budget || self.polys.is_exhausted()
    }

    /// Finds stages that leave the values of a state, and has them accepted.
    fn solve(&mut self, number: usize, state: &State) -> bool {
        if number == 0 {
            return state.is_empty() && self.accept();
        }
        self.steps = self.steps.saturating_add(1);
        if self.is_over() || self.failed.contains(&(number, state.clone())) {
            return false;
        }
        let [r, g, b, a] = state.previous;
        let rejected = self.rejected;
        let fits = self.rgb_fits(&[r, g, b], number) && self.alpha_fits(&[a], number);
        let found = fits && self.buffers(number, state);
        if !found && !self.is_over() && self.rejected == rejected {
            self.failed.insert((number, state.clone()));
        }
        found
    }

    /// Where the buffer's values come from: it keeps them, or the stage before this one stored them.
    fn buffers(&mut self, number: usize, state: &State) -> bool {
        let buffer = state.buffer;
        let wanted = [buffer[..3].iter().any(Option::is_some), buffer[3].is_some()];
        if wanted == [false; 2] {
            return self.sides(number, state, Partial::default());
        }
        if number == 1 {
            let fixed = buffer
                .iter()
                .flatten()
                .all(|poly| self.polys.is_fixed(*poly));
            let unit = fixed
                && buffer
                    .iter()
                    .flatten()
                    .all(|poly| self.polys.is_unit(*poly));
            self.buffer = buffer;
            let found = unit && self.sides(number, state, Partial::default());
            self.buffer = [None; 4];
            return found;
        }
        for stored in 0..4u8 {
            let store = [stored & 1 == 1, stored & 2 == 2];
            if (0..2).any(|part| store[part] && !wanted[part])
                || store != [false; 2] && number - 2 >= STORES
            {
                continue;
            }
            let mut partial = Partial {
                store,
                ..Partial::default()
            };
            let fits = (0..4).all(|lane| {
                let Some(poly) = buffer[lane] else {
                    return true;
                };
                let source = if store[usize::from(lane == 3)] {
                    Source::Previous
                } else {
                    Source::Buffer
                };
                partial.next.want(source, &[(lane, poly)])
            });
            if fits && self.sides(number, state, partial) {
                return true;
            }
        }
        false
    }

    /// The functions of both sides.
    fn sides(&mut self, number: usize, state: &State, partial: Partial) -> bool {
        let [r, g, b, a] = state.previous;
        let want = [r, g, b];
        if want == [None; 3] {
            return self.alpha_side(number, a, partial, None);
        }
        let choices = self.choices_rgb(&want, number);
        for choice in choices.iter() {
            if !choice.is_pass()
                && !choice
                    .wanted()
                    .all(|part| self.some_rgb_fits(part, number - 1))
            {
                continue;
            }
            let mut partial = partial.clone();
            partial.stage.rgb = Some(half(choice, want));
            note_fixed(&mut partial, choice, Side::Rgb);
            let items = items(choice, Side::Rgb, |want| *want);
            if self.alpha_side(number, a, partial, Some(&items)) {
                return true;
            }
        }
        false
    }

    fn alpha_side(
        &mut self,
        number: usize,
        alpha: Option<Poly>,
        partial: Partial,
        rgb: Option<&[Item]>,
    ) -> bool {
        let rgb = rgb.unwrap_or_default();
        let Some(one) = alpha else {
            return self.place(number, partial, rgb, &[], 0);
        };
        let of_dot = partial.stage.rgb.as_ref().is_some_and(|half| {
            half.function == Function::Dot3 && half.scale == 0 && half.result.contains(&Some(one))
        });
        if of_dot {
            let mut partial = partial.clone();
            if let Some(half) = &mut partial.stage.rgb {
                half.function = Function::Dot3Alpha;
            }
            if self.place(number, partial, rgb, &[], 0) {
                return true;
            }
        }
        let choices = self.choices_alpha(&[alpha], number);
        for choice in choices.iter() {
            if !choice.is_pass()
                && !choice
                    .wanted()
                    .all(|part| self.some_alpha_fits(part, number - 1))
            {
                continue;
            }
            let mut partial = partial.clone();
            partial.stage.alpha = Some(half(choice, [alpha, None, None]));
            note_fixed(&mut partial, choice, Side::Alpha);
            let items = items(choice, Side::Alpha, |want| [want[0], None, None]);
            if self.place(number, partial, rgb, &items, 0) {
                return true;
            }
        }
        // A dot product in rgb that nobody reads there.
        if partial.stage.rgb.is_none() {
            let want = [alpha; 3];
            let choices = self.choices_rgb(&want, number);
            for choice in choices
                .iter()
                .filter(|choice| choice.function == Function::Dot3 && choice.scale == 0)
            {
                let mut partial = partial.clone();
                let mut half = half(choice, want);
                half.function = Function::Dot3Alpha;
                partial.stage.rgb = Some(half);
                note_fixed(&mut partial, choice, Side::Rgb);
                let items = items(choice, Side::Rgb, |want| *want);
                if self.place(number, partial, &items, &[], 0) {
                    return true;
                }
            }
        }
        false
    }

    /// Places the operands that the stages before compute, one after the other.
    fn place(
        &mut self,
        number: usize,
        partial: Partial,
        rgb: &[Item],
        alpha: &[Item],
        at: usize,
    ) -> bool {
        let Some(item) = rgb.iter().chain(alpha).nth(at) else {
            return self.constants(number, partial);
        };
        if number < 2 {
            return false;
        }
        let want = bare(self.polys, &item.want);
        let inverse = complement(self.polys, &want);
        let (lanes, inverses) = (want, inverse);
        let hands = match item.side {
            Side::Rgb => hands(&lanes, &inverses, Side::Rgb),
            Side::Alpha => hands(&[lanes[0]], &[inverses[0]], Side::Alpha),
        };
        for hand in hands {
            // The first stage that can read the buffer reads only what it held from the start.
            if hand.operand.source == Source::Buffer && number < 3 {
                continue;
            }
            let mut partial = partial.clone();
            if !partial.next.want(hand.operand.source, &hand.lanes) {
                continue;
            }
            set(&mut partial.stage, item.side, item.place, hand.operand);
            if self.place(number, partial, rgb, alpha, at + 1) {
                return true;
            }
        }
        false
    }

    fn go_on(&mut self, number: usize, partial: Partial) -> bool {
        self.stages.push((partial.stage, partial.store));
        let found = self.solve(number - 1, &partial.next);
        self.stages.pop();
        found
    }

    /// Has the stages that are there accepted, or not.
    fn accept(&mut self) -> bool {
        let mut plan = Plan {
            buffer: self.buffer,
            ..Plan::default()
        };
        let mut store = [false; 2];
        for (stage, before) in &self.stages {
            let mut stage = stage.clone();
            stage.store = std::mem::replace(&mut store, *before);
            plan.stages.push(stage);
        }
        plan.stages.reverse();
        let accepted = self.acceptance.accept(self.polys, plan);
        self.rejected += u32::from(!accepted);
        accepted
    }
}

fn half<const N: usize>(choice: &Choice<N>, result: Want<3>) -> PlannedHalf {
    let operands = choice.operands.iter().map(|(want, place)| {
        let value = std::array::from_fn(|lane| want.get(lane).copied().flatten());
        let side = if N == 3 { Side::Rgb } else { Side::Alpha };
        let operand = match place {
            OperandSource::Input(operand) => *operand,
            OperandSource::Fixed => Operand::plain(Source::Constant, side),
            OperandSource::Wanted => Operand::plain(Source::Previous, side),
        };
        (operand, value)
    });
    PlannedHalf {
        function: choice.function,
        operands: operands.collect(),
        scale: choice.scale,
        result,
    }
}

fn items<const N: usize>(
    choice: &Choice<N>,
    side: Side,
    widen: impl Fn(&Want<N>) -> Want<3>,
) -> Vec<Item> {
    let operands = choice.operands.iter().enumerate();
    let wanted = operands.filter(|(_, (_, place))| *place == OperandSource::Wanted);
    wanted
        .map(|(place, (want, _))| Item {
            side,
            place,
            want: widen(want),
        })
        .collect()
}

fn note_fixed<const N: usize>(partial: &mut Partial, choice: &Choice<N>, side: Side) {
    for (place, (want, kind)) in choice.operands.iter().enumerate() {
        if *kind == OperandSource::Fixed {
            let value = std::array::from_fn(|lane| want.get(lane).copied().flatten());
            partial.fixed.push((side, place, value));
        }
    }
}

fn set(stage: &mut PlannedStage, side: Side, place: usize, operand: Operand) {
    let half = match side {
        Side::Rgb => &mut stage.rgb,
        Side::Alpha => &mut stage.alpha,
    };
    if let Some(half) = half
        && let Some(slot) = half.operands.get_mut(place)
    {
        slot.0 = operand;
    }
}
