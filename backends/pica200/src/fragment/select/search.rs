//! From the last stage backwards, with a growing number of stages.
//!
//! Depth-first search with iterative deepening (Korf, "Depth-first iterative-deepening: an optimal admissible
//! tree search", 1985). A state is what the stages before must leave in `previous` and in the buffer; a step
//! is a stage that ends in it. States that failed are not tried again, and values that need more stages than
//! are left, taken alone, fail at once.

use super::halves::{Choice, Place, bare, choices};
use super::inputs::Inputs;
use super::plan::{Plan, PlannedHalf, PlannedStage};
use super::state::{State, hands};
use crate::fragment::isa::{Function, Lanes, Operand, STAGES, STORES, Side, Source};
use retroshade_combiner::poly::{Poly, Polys};
use retroshade_combiner::search::Failure;
use retroshade_combiner::split::{Candidates, Want, complement, splat};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Finds the fewest stages that end in a colour.
///
/// # Errors
/// If six stages are too few, or the budget of steps is used up before a way is found.
pub(crate) fn search(
    polys: &mut Polys,
    inputs: &Inputs,
    color: [Poly; 4],
    budget: u32,
) -> Result<Plan, Failure> {
    let mut search = Search {
        polys,
        inputs,
        rgb: FxHashMap::default(),
        alpha: FxHashMap::default(),
        needs_rgb: FxHashMap::default(),
        needs_alpha: FxHashMap::default(),
        failed: FxHashSet::default(),
        steps: 0,
        budget,
        stages: Vec::new(),
        buffer: [None; 4],
    };
    let goal = State {
        previous: bare(search.polys, &color.map(Some)),
        buffer: [None; 4],
    };
    let mut bound = 1;
    let mut sure = true;
    for number in 1..=STAGES {
        search.steps = 0;
        if search.solve(number, &goal) {
            let stages = std::mem::take(&mut search.stages);
            return Ok(Plan {
                stages,
                buffer: search.buffer,
                bound,
            });
        }
        sure &= !search.is_over();
        if sure {
            bound = number as u32 + 1;
        }
    }
    Err(match sure {
        true => Failure::None,
        false => Failure::Budget,
    })
}

/// How many stages a value is known to need, and to be content with.
#[derive(Clone, Copy, Default)]
struct Need {
    more_than: usize,
    enough: Option<usize>,
}

struct Search<'a> {
    polys: &'a mut Polys,
    inputs: &'a Inputs,
    rgb: FxHashMap<Want<3>, Rc<Vec<Choice<3>>>>,
    alpha: FxHashMap<Want<1>, Rc<Vec<Choice<1>>>>,
    needs_rgb: FxHashMap<Want<3>, Need>,
    needs_alpha: FxHashMap<Want<1>, Need>,
    failed: FxHashSet<(usize, State)>,
    steps: u32,
    budget: u32,
    stages: Vec<PlannedStage>,
    buffer: [Option<Poly>; 4],
}

/// A stage while its operands are placed.
#[derive(Clone, Default)]
struct Partial {
    stage: PlannedStage,
    next: State,
    /// Constants: side, operand's place, value.
    fixed: Vec<(Side, usize, Want<3>)>,
    /// Whether the stage before stores rgb and alpha.
    store: [bool; 2],
}

/// An operand that the stages before compute.
struct Item {
    side: Side,
    place: usize,
    want: Want<3>,
}

impl Search<'_> {
    fn choices_rgb(&mut self, want: &Want<3>) -> Rc<Vec<Choice<3>>> {
        if let Some(known) = self.rgb.get(want) {
            return known.clone();
        }
        let candidates: &Candidates<3> = &self.inputs.vectors;
        let found = Rc::new(choices(self.polys, self.inputs, candidates, want));
        self.rgb.insert(*want, found.clone());
        found
    }

    fn choices_alpha(&mut self, want: &Want<1>) -> Rc<Vec<Choice<1>>> {
        if let Some(known) = self.alpha.get(want) {
            return known.clone();
        }
        let candidates: &Candidates<1> = &self.inputs.scalars;
        let found = Rc::new(choices(self.polys, self.inputs, candidates, want));
        self.alpha.insert(*want, found.clone());
        found
    }

    /// Whether a value can be there after some stages, if nothing else were wanted.
    fn rgb_fits(&mut self, want: &Want<3>, stages: usize) -> bool {
        let want = &bare(self.polys, want);
        if want.iter().all(Option::is_none) {
            return true;
        }
        let need = self.needs_rgb.get(want).copied().unwrap_or_default();
        if need.enough.is_some_and(|enough| enough <= stages) {
            return true;
        }
        if stages <= need.more_than || self.polys.is_exhausted() {
            return false;
        }
        let choices = self.choices_rgb(want);
        let fits = choices.iter().any(|choice| {
            !choice.is_pass()
                && choice
                    .wanted()
                    .all(|part| self.some_rgb_fits(part, stages - 1))
        });
        let need = self.needs_rgb.entry(*want).or_default();
        match fits {
            true => need.enough = Some(need.enough.map_or(stages, |enough| enough.min(stages))),
            false => need.more_than = need.more_than.max(stages),
        }
        fits
    }

    /// In any form in which an operand of the rgb side can read it.
    fn some_rgb_fits(&mut self, want: &Want<3>, stages: usize) -> bool {
        let want = bare(self.polys, want);
        let inverse = complement(self.polys, &want);
        for want in [want, inverse] {
            if self.rgb_fits(&want, stages) {
                return true;
            }
            if let Some(one) = splat(&want)
                && (self.alpha_fits(&[Some(one)], stages)
                    || self.rgb_fits(&[Some(one), None, None], stages))
            {
                return true;
            }
        }
        false
    }

    fn alpha_fits(&mut self, want: &Want<1>, stages: usize) -> bool {
        let want = &bare(self.polys, want);
        let Some(one) = want[0] else { return true };
        let need = self.needs_alpha.get(want).copied().unwrap_or_default();
        if need.enough.is_some_and(|enough| enough <= stages) {
            return true;
        }
        if stages <= need.more_than || self.polys.is_exhausted() {
            return false;
        }
        let choices = self.choices_alpha(want);
        let mut fits = choices.iter().any(|choice| {
            !choice.is_pass()
                && choice
                    .wanted()
                    .all(|part| self.some_alpha_fits(part, stages - 1))
        });
        // An inner product reaches alpha, too.
        fits = fits || {
            let choices = self.choices_rgb(&[Some(one); 3]);
            choices.iter().any(|choice| {
                choice.function == Function::Dot3
                    && choice.scale == 0
                    && choice
                        .wanted()
                        .all(|part| self.some_rgb_fits(part, stages - 1))
            })
        };
        let need = self.needs_alpha.entry(*want).or_default();
        match fits {
            true => need.enough = Some(need.enough.map_or(stages, |enough| enough.min(stages))),
            false => need.more_than = need.more_than.max(stages),
        }
        fits
    }

    fn some_alpha_fits(&mut self, want: &Want<1>, stages: usize) -> bool {
        let want = bare(self.polys, want);
        let inverse = complement(self.polys, &want);
        [want, inverse].into_iter().any(|want| {
            self.alpha_fits(&want, stages) || self.rgb_fits(&[want[0], None, None], stages)
        })
    }

    /// Whether there were too many steps, or polynomials too long.
    fn is_over(&self) -> bool {
        self.steps > self.budget || self.polys.is_exhausted()
    }

    /// Finds stages that leave the values of a state; the stages found are in `self.stages`.
    fn solve(&mut self, number: usize, state: &State) -> bool {
        if number == 0 {
            return state.is_empty();
        }
        self.steps = self.steps.saturating_add(1);
        if self.is_over() || self.failed.contains(&(number, state.clone())) {
            return false;
        }
        let [r, g, b, a] = state.previous;
        let fits = self.rgb_fits(&[r, g, b], number) && self.alpha_fits(&[a], number);
        let found = fits && self.buffers(number, state);
        if !found && !self.is_over() {
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
            if !unit || !self.sides(number, state, Partial::default()) {
                return false;
            }
            self.buffer = buffer;
            return true;
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
                let source = match store[usize::from(lane == 3)] {
                    true => Source::Previous,
                    false => Source::Buffer,
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
        let choices = self.choices_rgb(&want);
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
        let choices = self.choices_alpha(&[alpha]);
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
            let choices = self.choices_rgb(&want);
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

    /// Gives constants their lanes: of the stage's own colour, else of the buffer's first one.
    fn constants(&mut self, number: usize, partial: Partial) -> bool {
        let mut own = partial.clone();
        let all: Vec<usize> = (0..own.fixed.len()).collect();
        if allocate(&mut own, &all) {
            return self.go_on(number, own);
        }
        if number < 2 {
            return false;
        }
        for elsewhere in all.iter().copied() {
            let (side, place, want) = partial.fixed[elsewhere];
            let rest: Vec<usize> = all
                .iter()
                .copied()
                .filter(|one| *one != elsewhere)
                .collect();
            let hands = match side {
                Side::Rgb => hands(&want, &want, side),
                Side::Alpha => hands(&[want[0]], &[want[0]], side),
            };
            let hands = hands.into_iter().filter(|hand| !hand.operand.invert);
            for hand in hands.filter(|hand| hand.operand.source == Source::Buffer) {
                let mut partial = partial.clone();
                if !partial.next.want(Source::Buffer, &hand.lanes) || !allocate(&mut partial, &rest)
                {
                    continue;
                }
                set(&mut partial.stage, side, place, hand.operand);
                if self.go_on(number, partial) {
                    return true;
                }
            }
        }
        false
    }

    fn go_on(&mut self, number: usize, partial: Partial) -> bool {
        if !self.solve(number - 1, &partial.next) {
            return false;
        }
        // Stages come back in their order, so the stage before is there already.
        if partial.store != [false; 2]
            && let Some(before) = number
                .checked_sub(2)
                .and_then(|before| self.stages.get_mut(before))
        {
            for (kept, store) in before.store.iter_mut().zip(partial.store) {
                *kept |= store;
            }
        }
        self.stages.push(partial.stage);
        true
    }
}

fn half<const N: usize>(choice: &Choice<N>, result: Want<3>) -> PlannedHalf {
    let operands = choice.operands.iter().map(|(want, place)| {
        let value = std::array::from_fn(|lane| want.get(lane).copied().flatten());
        let side = if N == 3 { Side::Rgb } else { Side::Alpha };
        let operand = match place {
            Place::Input(operand) => *operand,
            Place::Fixed => Operand::plain(Source::Constant, side),
            Place::Wanted => Operand::plain(Source::Previous, side),
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
    let wanted = operands.filter(|(_, (_, place))| *place == Place::Wanted);
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
        if *kind == Place::Fixed {
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

/// Puts some of the constants into the stage's own colour.
fn allocate(partial: &mut Partial, which: &[usize]) -> bool {
    let fixed = partial.fixed.clone();
    let chosen = which.iter().filter_map(|index| fixed.get(*index).copied());
    // Vectors first: they have no choice.
    let (scalars, vectors): (Vec<_>, Vec<_>) =
        chosen.partition(|(_, _, want)| splat(want).is_some());
    for (side, place, want) in vectors {
        for (slot, poly) in partial.stage.constant.iter_mut().zip(want) {
            let Some(poly) = poly else { continue };
            match slot {
                Some(there) if *there != poly => return false,
                _ => *slot = Some(poly),
            }
        }
        set(
            &mut partial.stage,
            side,
            place,
            Operand::plain(Source::Constant, Side::Rgb),
        );
    }
    for (side, place, want) in scalars {
        let Some(one) = splat(&want) else { continue };
        let constant = &mut partial.stage.constant;
        let same = constant.iter().rposition(|lane| *lane == Some(one));
        let free = constant.iter().rposition(Option::is_none);
        let Some(lane) = same.or(free) else {
            return false;
        };
        constant[lane] = Some(one);
        let operand = Operand {
            source: Source::Constant,
            lanes: Lanes::of_lane(lane),
            invert: false,
        };
        set(&mut partial.stage, side, place, operand);
    }
    true
}
