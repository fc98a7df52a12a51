//! Values of the shader as operands.

use super::Select;
use crate::pp::code::{Alu, Input};
use crate::pp::half;
use crate::pp::machine::{self, Kind};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Op, Use, Value};
use retroshade_kit::mir::{AddressId, Def, Lane, LaneRef, Operand, Reg, VectorId};

/// What the load unit fetches: a vector, or one relative to an address value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fetch {
    pub(super) reg: Reg,
    pub(super) address: Option<AddressId>,
}

/// Where the lanes of a view are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// Lanes of a vector of the program.
    Value(VectorId, [u8; 4]),
    /// Lanes of what the load unit fetches.
    Load(Fetch, [u8; 4]),
    /// Numbers.
    Const([f32; 4]),
    /// Components of an input that is loaded where it is used.
    Input(Input, [u8; 4]),
}

/// A value of the shader, or some lanes of one, with the modifiers that operands fold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    pub(super) place: Place,
    pub(super) lanes: u8,
    pub(super) negative: bool,
    pub(super) absolute: bool,
}

fn pick<T: Copy>(list: [T; 4], lanes: &[u8]) -> [T; 4] {
    let last = lanes.last().copied().unwrap_or(0);
    [0, 1, 2, 3].map(|index| {
        let lane = lanes.get(index).copied().unwrap_or(last);
        list[usize::from(lane & 3)]
    })
}

impl View {
    pub(super) fn new(place: Place, lanes: u8) -> View {
        View {
            place,
            lanes,
            negative: false,
            absolute: false,
        }
    }

    /// The first lanes of a vector.
    pub(super) fn value(vector: VectorId, lanes: u8) -> View {
        View::new(Place::Value(vector, [0, 1, 2, 3]), lanes)
    }

    /// One lane of a vector.
    pub(super) fn place(vector: VectorId, place: u8) -> View {
        View::new(Place::Value(vector, [place; 4]), 1)
    }

    pub(super) fn scalar(value: f32) -> View {
        View::new(Place::Const([value; 4]), 1)
    }

    /// Some of its lanes.
    pub(super) fn pick(self, lanes: &[u8]) -> View {
        let place = match self.place {
            Place::Value(vector, from) => Place::Value(vector, pick(from, lanes)),
            Place::Load(fetch, from) => Place::Load(fetch, pick(from, lanes)),
            Place::Const(from) => Place::Const(pick(from, lanes)),
            Place::Input(input, from) => Place::Input(input, pick(from, lanes)),
        };
        View {
            place,
            lanes: lanes.len() as u8,
            ..self
        }
    }

    pub(super) fn negated(self) -> View {
        View {
            negative: !self.negative,
            ..self
        }
    }

    pub(super) fn absolute(self) -> View {
        View {
            absolute: true,
            negative: false,
            ..self
        }
    }

    /// A lane with its modifiers.
    fn modified(&self, lane: LaneRef) -> LaneRef {
        LaneRef {
            negate: self.negative,
            absolute: self.absolute,
            ..lane
        }
    }

    /// The numbers, if they are known.
    pub(super) fn numbers(&self) -> Option<[f32; 4]> {
        match self.place {
            Place::Const(numbers) => Some(numbers.map(|number| {
                let number = if self.absolute { number.abs() } else { number };
                if self.negative { -number } else { number }
            })),
            Place::Value(..) | Place::Load(..) | Place::Input(..) => None,
        }
    }

    /// True if every lane is this number.
    pub(super) fn is_number(&self, number: f32) -> bool {
        let lanes = usize::from(self.lanes);
        self.numbers()
            .is_some_and(|numbers| numbers.iter().take(lanes).all(|n| *n == number))
    }
}

/// True if a number can be given as a half float, if not exactly.
fn in_range(number: f32) -> bool {
    let rounded = half::round(number);
    !number.is_finite() || (rounded.is_finite() && (rounded != 0.0 || number == 0.0))
}

/// Numbers of which the first `count` lanes matter as products of numbers that half floats can stand
/// for.
fn factors(numbers: [f32; 4], count: usize) -> Vec<[f32; 4]> {
    let mut rest = numbers;
    let mut factors = Vec::new();
    // A 32-bit float needs at most ten factors of 2^15.
    for _ in 0..12 {
        let factor = rest.map(|number| match number {
            number if in_range(number) => number,
            number if number.abs() > 1.0 => 32768.0,
            _ => f32::from_bits(0x3880_0000),
        });
        factors.push(factor);
        if rest.iter().take(count).all(|number| in_range(*number)) {
            break;
        }
        for (number, factor) in rest.iter_mut().zip(factor) {
            *number = if in_range(*number) {
                1.0
            } else {
                *number / factor
            };
        }
    }
    factors
}

impl Select<'_> {
    /// Returns the lanes that an operand of the shader reads.
    pub(super) fn view(&mut self, operand: Use) -> Result<View, Diagnostic> {
        let view = self.views[operand.value];
        let view = match view {
            Some(view) => view,
            None => self.late_view(operand.value)?,
        };
        Ok(view.pick(operand.swizzle.lanes()))
    }

    /// A comparison that is used as a number.
    fn late_view(&mut self, value: Value) -> Result<View, Diagnostic> {
        let inst = self.shader.def_inst(value);
        let data = inst.map(|inst| &self.shader.insts[inst]);
        if let Some(data) = data
            && let (Op::Lt | Op::Ge | Op::Eq | Op::Ne, &[a, b]) = (data.op, data.args.as_slice())
        {
            let (a, b) = (self.view(a)?, self.view(b)?);
            let view = self.comparison(data.op, a, b);
            return Ok(view);
        }
        Err(Diagnostic::bug(
            "lima select",
            format!("{value} has no view"),
        ))
    }

    pub(super) fn operand(&mut self, view: View) -> Operand {
        let (vector, from) = match view.place {
            Place::Const(_) => return self.constant(view),
            Place::Load(fetch, from) => {
                let lane = |at: &u8| machine::fetched(fetch.reg, fetch.address, *at);
                let lanes = from.iter().take(view.lanes.into()).map(lane);
                return lanes.map(|lane| view.modified(lane)).collect();
            }
            Place::Value(vector, from) => (vector, from),
            Place::Input(input, from) => (self.input(input), from),
        };
        let lanes = from.iter().take(view.lanes.into());
        let lanes = lanes.map(|at| LaneRef::value(self.lane(vector, *at)));
        lanes.map(|lane| view.modified(lane)).collect()
    }

    /// An operand of one lane of a view, for each of so many results.
    pub(super) fn repeated(&mut self, view: View, lanes: u8) -> Operand {
        let operand = self.operand(view);
        let lane = operand.first().copied().unwrap_or(LaneRef::UNDEFINED);
        (0..lanes).map(|_| lane).collect()
    }

    /// Numbers as half floats.
    fn constant(&mut self, view: View) -> Operand {
        let count = usize::from(view.lanes);
        let numbers = view.numbers().unwrap_or([0.0; 4]);
        let used = || numbers.iter().take(count);
        if used().all(|number| in_range(*number)) {
            return used()
                .map(|number| LaneRef::literal(self.rounded(*number, half::round)))
                .collect();
        }
        // With a minus where all of them have one.
        let negative = used().all(|number| *number <= 0.0);
        let magnitudes = if negative {
            numbers.map(|number| -number)
        } else {
            numbers
        };
        let product = self.product(magnitudes, view.lanes);
        let lanes = product.into_iter();
        lanes.map(|lane| lane.negated_if(negative)).collect()
    }

    /// Numbers as half floats that are no nearer to 0; anything else as it is.
    pub(super) fn away_from_zero(&mut self, view: View) -> View {
        match view.numbers() {
            Some(numbers) if numbers.iter().all(|number| in_range(*number)) => {
                let numbers = numbers.map(|number| self.rounded(number, half::away_from_zero));
                View::new(Place::Const(numbers), view.lanes)
            }
            _ => view,
        }
    }

    /// A number as the half float that `round` makes of it.
    fn rounded(&mut self, number: f32, round: fn(f32) -> f32) -> f32 {
        let rounded = round(number);
        if rounded.is_finite() && rounded != number {
            self.rounded.insert(number.abs().to_bits());
        }
        rounded
    }

    /// Numbers beyond the range of half floats as products of numbers inside.
    fn product(&mut self, numbers: [f32; 4], lanes: u8) -> Operand {
        let count = usize::from(lanes);
        for number in numbers.iter().take(count).filter(|n| !in_range(**n)) {
            let message = format!("{number:e} is beyond the range of half floats");
            self.warn(
                codes::warning::HALF_CONSTANT,
                message,
                "computed as a product, which overflows or vanishes on the hardware",
            );
        }
        let mut result: Option<Operand> = None;
        for factor in factors(numbers, count) {
            let factor = factor.iter().take(count);
            let rounded = factor.map(|number| self.rounded(*number, half::round));
            let operand: Operand = rounded.map(LaneRef::literal).collect();
            result = Some(match result {
                None => operand,
                Some(before) => {
                    let vector = self.emit(Kind::Alu(Alu::MUL), vec![before, operand]);
                    self.operand(View::value(vector, lanes))
                }
            });
        }
        result.unwrap_or_default()
    }

    /// A product with numbers beyond the range of half floats: one factor after another, so that
    /// nothing leaves the range unless the result does. `None` if there are no such numbers.
    pub(super) fn large_product(&mut self, a: View, b: View) -> Option<View> {
        let large = |view: &View| {
            let numbers = view.numbers()?;
            let mut used = numbers.iter().take(view.lanes.into());
            used.any(|number| !in_range(*number)).then_some(numbers)
        };
        let (other, numbers) = match (a.numbers(), b.numbers()) {
            (None, Some(_)) => (a, large(&b)?),
            (Some(_), None) => (b, large(&a)?),
            _ => return None,
        };
        let mut result = other;
        for factor in factors(numbers, other.lanes.into()) {
            let factor = View::new(Place::Const(factor), other.lanes);
            let args = vec![self.operand(result), self.operand(factor)];
            let vector = self.emit(Kind::Alu(Alu::MUL), args);
            result = View::value(vector, other.lanes);
        }
        Some(result)
    }

    pub(super) fn times(&mut self, view: View, number: f32) -> View {
        let factor = View::new(Place::Const([number; 4]), view.lanes);
        let args = vec![self.operand(view), self.operand(factor)];
        View::value(self.emit(Kind::Alu(Alu::MUL), args), view.lanes)
    }

    /// A copy of a view in a vector of its own.
    pub(super) fn copied(&mut self, view: View) -> View {
        View::value(self.copy_of(view), view.lanes)
    }

    fn copy_of(&mut self, view: View) -> VectorId {
        let operand = self.operand(view);
        self.emit(Kind::Alu(Alu::MOV), vec![operand])
    }

    /// A view as lanes of a vector without modifiers, copied if need be.
    pub(super) fn in_vector(&mut self, view: View) -> (VectorId, [u8; 4]) {
        let plain = !view.negative && !view.absolute;
        match view.place {
            Place::Value(vector, from) if plain => (vector, from),
            Place::Input(input, from) if plain => (self.input(input), from),
            _ => (self.copy_of(view), [0, 1, 2, 3]),
        }
    }

    /// The first lane of a view as a value.
    pub(super) fn in_lane(&mut self, view: View) -> Lane {
        let (vector, from) = self.in_vector(view.pick(&[0]));
        self.lane(vector, from[0])
    }

    /// The first lane of a view as an operand that is a value.
    pub(super) fn one_value(&mut self, view: View) -> Operand {
        let lane = self.in_lane(view);
        std::iter::once(LaneRef::value(lane)).collect()
    }

    /// A scalar or operand of a branch: no modifiers.
    pub(super) fn plain(&mut self, view: View) -> Operand {
        let operand = self.operand(view);
        if operand.iter().any(|lane| lane.is_modified()) {
            let vector = self.emit(Kind::Alu(Alu::MOV), vec![operand]);
            self.operand(View::value(vector, view.lanes))
        } else {
            operand
        }
    }

    /// The vector that holds an input in the current section.
    pub(super) fn input(&mut self, input: Input) -> VectorId {
        if let Some(vector) = self.inputs.get(&input) {
            return *vector;
        }
        let vector = self.emit(Kind::Input(input), Vec::new());
        machine::pin_in_place(&mut self.program, vector);
        if input == Input::FragCoord {
            // The unit gives the reciprocal of what the language has.
            let w = self.lane(vector, 3);
            self.program.lanes[w].def = Def::Variable;
            let read = self.operand(View::place(vector, 3));
            self.assign_lanes(Kind::Function(0), vec![read], vec![w]);
        }
        self.inputs.insert(input, vector);
        vector
    }
}
