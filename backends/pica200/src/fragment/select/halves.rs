//! The functions of one side of a stage that end in a wanted value.

use super::inputs::{Inputs, Lanewise};
use crate::fragment::isa::{Function, Operand};
use arrayvec::ArrayVec;
use retroshade_combiner::poly::{Polys, Reach};
use retroshade_combiner::split::{self, Candidates, Form, Halves, Products, Split, Useful, Want};

/// Where an operand comes from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OperandSource<const N: usize> {
    /// An input.
    Input(Operand),
    /// A constant that the application or the compiler knows.
    Fixed,
    /// The stages before.
    Wanted,
}

/// A function with its operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice<const N: usize> {
    pub(super) function: Function,
    /// In the order of the hardware, each with the value that it is.
    pub(super) operands: ArrayVec<(Want<N>, OperandSource<N>), 3>,
    pub(super) scale: u8,
}

impl<const N: usize> Choice<N> {
    /// The operands that the stages before have to compute.
    pub(super) fn wanted(&self) -> impl Iterator<Item = &Want<N>> {
        let wanted = self.operands.iter();
        wanted.filter_map(|(want, place)| (*place == OperandSource::Wanted).then_some(want))
    }

    /// Whether it only hands on.
    pub(super) fn is_pass(&self) -> bool {
        self.function == Function::Replace
            && self.scale == 0
            && self
                .operands
                .iter()
                .all(|(_, place)| *place == OperandSource::Wanted)
    }
}

/// What a stage computes.
const FORMS: [Form; 9] = [
    Form::Same,
    Form::Product,
    Form::Sum,
    Form::SumLessHalf,
    Form::Difference,
    Form::MultiplyAdd,
    Form::Mix,
    Form::AddMultiply,
    Form::Dot,
];

/// In which direction an operand may be cut off without a change of the clamped result.
#[derive(Clone, Copy, Default)]
struct Slack {
    low: bool,
    high: bool,
}

/// The value that a register must hold for a lane: what a clamp at the end leaves out is left out.
pub(super) fn bare<const N: usize>(polys: &mut Polys, want: &Want<N>) -> Want<N> {
    want.map(|lane| lane.map(|poly| polys.as_clamped(poly).unwrap_or(poly)))
}

/// What operands can be after so many stages: a stage clamps a sum on the way to a product with it.
pub(super) fn reach(stages: usize) -> Reach {
    Reach {
        stages: stages as u32,
        delay: 0,
    }
}

/// All functions that end in a value, of what `stages` stages before may have; those without operands from the stages
/// before first.
pub(super) fn choices<const N: usize>(
    polys: &mut Polys,
    inputs: &Inputs,
    candidates: &Candidates<N>,
    want: &Want<N>,
    stages: usize,
    halves: Halves,
) -> Vec<Choice<N>>
where
    Inputs: Lanewise<N>,
{
    let mut found: Vec<Choice<N>> = Vec::new();
    let useful = Useful {
        forms: &FORMS,
        scales: 2,
        reach: reach(stages),
        products: Products::None,
        halves,
    };
    for split in split::splits(polys, want, candidates, useful) {
        let splits = match split.form {
            Form::Dot if N == 3 => packed_dots(polys, &split),
            Form::Dot => Vec::new(),
            _ => vec![split],
        };
        for split in splits {
            let choice = choice(polys, inputs, want, &split);
            if let Some(choice) = choice.filter(|choice| !found.contains(choice)) {
                found.push(choice);
            }
        }
    }
    found.sort_by_key(|choice| (choice.is_pass(), choice.wanted().count(), choice.scale));
    found
}

/// Inner products of values packed as 1/2 + v/2, from the inner product of v: the vector may be packed
/// already (2 a - 1 in the source), or be packed by an earlier stage.
fn packed_dots<const N: usize>(polys: &mut Polys, split: &Split<N>) -> Vec<Split<N>> {
    // Both operands stand lane by lane, the first in 0 to 2.
    let lane = |number: usize| split.operands.get(number).and_then(|want| want[0]);
    let half = polys.constant(0.5);
    let mut pack = |first: usize| -> Option<Want<N>> {
        let mut packed: Want<N> = [None; N];
        for (number, slot) in packed.iter_mut().enumerate() {
            let scaled = polys.scale(lane(first + number)?, 0.5);
            *slot = Some(polys.add(scaled, half));
        }
        Some(packed)
    };
    let (Some(a), Some(b)) = (pack(0), pack(3)) else {
        return Vec::new();
    };
    vec![Split {
        form: Form::Dot,
        operands: [a, b].into_iter().collect(),
        scale: split.scale,
    }]
}

fn choice<const N: usize>(
    polys: &mut Polys,
    inputs: &Inputs,
    want: &Want<N>,
    split: &Split<N>,
) -> Option<Choice<N>>
where
    Inputs: Lanewise<N>,
{
    let operands = &split.operands;
    let slacks = slacks(polys, split);
    let mut placed = ArrayVec::new();
    for (operand, slack) in operands.iter().zip(slacks) {
        placed.push((*operand, place(polys, inputs, operand, slack)?));
    }
    let function = match split.form {
        Form::Same => Function::Replace,
        Form::Product => Function::Modulate,
        Form::Sum => Function::Add,
        Form::SumLessHalf => Function::AddSigned,
        Form::Difference => Function::Subtract,
        Form::MultiplyAdd => Function::MultiplyAdd,
        Form::Mix => {
            placed.swap(0, 1);
            Function::Interpolate
        }
        Form::AddMultiply => sum_is_clamped(polys, want, split).then_some(Function::AddMultiply)?,
        Form::Dot => Function::Dot3,
    };
    Some(Choice {
        function,
        operands: placed,
        scale: split.scale,
    })
}

/// Whether min(A + B, 1) C is the value: A + B stays below 1, or is clamped in the source, too.
fn sum_is_clamped<const N: usize>(polys: &mut Polys, want: &Want<N>, split: &Split<N>) -> bool {
    let factor = 0.5f64.powi(split.scale.into());
    (0..N).all(|lane| {
        let [Some(a), Some(b), Some(c), Some(whole)] = [
            split.operands[0][lane],
            split.operands[1][lane],
            split.operands[2][lane],
            want[lane],
        ] else {
            return want[lane].is_none();
        };
        let mut sum = polys.add(a, b);
        if !polys.is_unit(sum) {
            sum = polys.clamped(sum);
        }
        let product = polys.mul(sum, c);
        product == polys.scale(whole, factor)
    })
}

fn slacks<const N: usize>(polys: &mut Polys, split: &Split<N>) -> [Slack; 3] {
    let none = Slack::default();
    let mut not_negative = |number: usize| {
        let want = split.operands.get(number).copied().unwrap_or([None; N]);
        want.iter()
            .flatten()
            .all(|poly| polys.is_within(*poly, (0.0, f64::INFINITY)))
    };
    let low = |low: bool| Slack { low, high: false };
    let high = |high: bool| Slack { low: false, high };
    match split.form {
        Form::Same => {
            [Slack {
                low: true,
                high: true,
            }; 3]
        }
        // A negative factor is as good as 0 where the other is not negative, too.
        Form::Product => [low(not_negative(1)), low(not_negative(0)), none],
        Form::Sum => [high(not_negative(1)), high(not_negative(0)), none],
        Form::Difference => [low(true), high(true), none],
        Form::MultiplyAdd => [none, none, high(true)],
        Form::AddMultiply => [high(not_negative(1)), high(not_negative(0)), none],
        Form::SumLessHalf | Form::Mix | Form::Dot => [none; 3],
    }
}

fn place<const N: usize>(
    polys: &mut Polys,
    inputs: &Inputs,
    want: &Want<N>,
    slack: Slack,
) -> Option<OperandSource<N>>
where
    Inputs: Lanewise<N>,
{
    if let Some(operand) = inputs.operand(polys, want) {
        return Some(OperandSource::Input(operand));
    }
    let mut lanes = want.iter().flatten();
    let low = if slack.low { f64::NEG_INFINITY } else { 0.0 };
    let high = if slack.high { f64::INFINITY } else { 1.0 };
    if !lanes
        .clone()
        .all(|poly| polys.is_within(*poly, (low, high)))
    {
        return None;
    }
    // Registers clamp, and so do the bytes of constants.
    Some(if lanes.all(|poly| polys.is_fixed(*poly)) {
        OperandSource::Fixed
    } else {
        OperandSource::Wanted
    })
}
