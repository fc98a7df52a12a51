//! Values of the shader as operands.

use super::Select;
use crate::pp::code::{Address, Alu, Cell, Input, Kind, Operand, Operation, Source};
use crate::pp::half;
use crate::pp::isa::OutMod;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Op, Use, Value};

/// Where the lanes of a view are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// Lanes of a value of the selected code.
    Value(u32, [u8; 4]),
    /// Lanes of what the load unit fetches.
    Load(Address, [u8; 4]),
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

    /// All lanes of a value.
    pub(super) fn value(value: u32, lanes: u8) -> View {
        View::new(Place::Value(value, [0, 1, 2, 3]), lanes)
    }

    pub(super) fn scalar(value: f32) -> View {
        View::new(Place::Const([value; 4]), 1)
    }

    /// Some of its lanes.
    pub(super) fn pick(self, lanes: &[u8]) -> View {
        let place = match self.place {
            Place::Value(value, from) => Place::Value(value, pick(from, lanes)),
            Place::Load(address, from) => Place::Load(address, pick(from, lanes)),
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

    /// Its numbers, if they are known.
    pub(super) fn numbers(&self) -> Option<[f32; 4]> {
        match self.place {
            Place::Const(numbers) => Some(numbers.map(|number| {
                let number = if self.absolute { number.abs() } else { number };
                if self.negative { -number } else { number }
            })),
            Place::Value(..) | Place::Load(..) | Place::Input(..) => None,
        }
    }

    /// Numbers as half floats that are no nearer to 0; anything else as it is.
    pub(super) fn away_from_zero(self) -> View {
        match self.numbers() {
            Some(numbers) if numbers.iter().all(|number| in_range(*number)) => {
                View::new(Place::Const(numbers.map(half::away_from_zero)), self.lanes)
            }
            _ => self,
        }
    }

    /// Whether every lane is this number.
    pub(super) fn is_number(&self, number: f32) -> bool {
        let lanes = usize::from(self.lanes);
        self.numbers()
            .is_some_and(|numbers| numbers.iter().take(lanes).all(|n| *n == number))
    }
}

/// Whether a number can be given as a half float, if not exactly.
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
            *number = match in_range(*number) {
                true => 1.0,
                false => *number / factor,
            };
        }
    }
    factors
}

impl Select<'_> {
    /// What an operand of the shader reads.
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

    /// The operand of a view.
    pub(super) fn operand(&mut self, view: View) -> Operand {
        let lanes = view.lanes;
        let (source, negative, absolute) = match view.place {
            Place::Value(value, from) => (Source::Value(value, from), view.negative, view.absolute),
            Place::Load(address, from) => {
                (Source::Load(address, from), view.negative, view.absolute)
            }
            Place::Const(_) => return self.constant(view),
            Place::Input(input, from) => {
                let value = self.input(input);
                (Source::Value(value, from), view.negative, view.absolute)
            }
        };
        Operand {
            source,
            lanes,
            negative,
            absolute,
        }
    }

    /// Numbers as half floats; with a minus for the operand where all of them have one.
    fn constant(&mut self, view: View) -> Operand {
        let count = usize::from(view.lanes);
        let mut numbers = view.numbers().unwrap_or([0.0; 4]);
        let used = numbers.iter().take(count);
        let negative =
            used.clone().all(|number| *number <= 0.0) && used.clone().any(|number| *number < 0.0);
        if negative {
            numbers = numbers.map(|number| -number);
        }
        let mut operand = match numbers.iter().take(count).all(|number| in_range(*number)) {
            true => Operand::new(Source::Const(numbers.map(half::from_f32)), view.lanes),
            false => self.product(numbers, view.lanes),
        };
        operand.negative ^= negative;
        operand
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
            let operand = Operand::new(Source::Const(factor.map(half::from_f32)), lanes);
            result = Some(match result {
                None => operand,
                Some(before) => {
                    let value = self.emit(Kind::Alu(Alu::MUL), vec![before, operand], lanes);
                    self.whole(value, lanes)
                }
            });
        }
        result.unwrap_or(Operand::new(Source::Const([0; 4]), lanes))
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
            let value = self.emit(Kind::Alu(Alu::MUL), args, other.lanes);
            result = View::value(value, other.lanes);
        }
        Some(result)
    }

    /// A view times a number.
    pub(super) fn times(&mut self, view: View, number: f32) -> View {
        let factor = View::new(Place::Const([number; 4]), view.lanes);
        let args = vec![self.operand(view), self.operand(factor)];
        View::value(self.emit(Kind::Alu(Alu::MUL), args, view.lanes), view.lanes)
    }

    pub(super) fn whole(&self, value: u32, lanes: u8) -> Operand {
        Operand::new(Source::Value(value, [0, 1, 2, 3]), lanes)
    }

    /// A view as lanes of a value without modifiers, copied if need be.
    pub(super) fn in_value(&mut self, view: View) -> (u32, [u8; 4]) {
        let operand = self.operand(view);
        match operand.source {
            Source::Value(value, lanes) if !operand.is_modified() => (value, lanes),
            _ => {
                let value = self.emit(Kind::Alu(Alu::MOV), vec![operand], view.lanes);
                (value, [0, 1, 2, 3])
            }
        }
    }

    /// A view as one cell.
    pub(super) fn in_cell(&mut self, view: View) -> Cell {
        let (value, lanes) = self.in_value(view.pick(&[0]));
        Cell::new(value, lanes[0])
    }

    /// A scalar or operand of a branch: no modifiers.
    pub(super) fn plain(&mut self, view: View) -> Operand {
        let operand = self.operand(view);
        if !operand.is_modified() {
            return operand;
        }
        if let Source::Const(bits) = operand.source {
            let bits = match operand.negative {
                true => bits.map(|bits| bits ^ 0x8000),
                false => bits,
            };
            return Operand::new(Source::Const(bits), operand.lanes);
        }
        let value = self.emit(Kind::Alu(Alu::MOV), vec![operand], view.lanes);
        self.whole(value, view.lanes)
    }

    /// The value that holds an input in the current block.
    pub(super) fn input(&mut self, input: Input) -> u32 {
        if let Some(value) = self.inputs.get(&input) {
            return *value;
        }
        let lanes = match input {
            Input::Varying(_) | Input::FragCoord => 4,
            Input::PointCoord => 2,
            Input::FrontFacing => 1,
        };
        let value = self.code.value(lanes);
        if let Some(info) = self.code.values.get_mut(value as usize) {
            info.pins = [Some(0), Some(1), Some(2), Some(3)];
        }
        let dest: Vec<Cell> = (0..lanes).map(|lane| Cell::new(value, lane)).collect();
        self.push(Operation {
            kind: Kind::Input(input),
            args: Vec::new(),
            dest,
            modifier: OutMod::None,
            span: self.span,
        });
        if input == Input::FragCoord {
            // The unit gives the reciprocal of what the language has.
            let w = Cell::new(value, 3);
            self.push(Operation {
                kind: Kind::Function(0),
                args: vec![Operand::cell(w)],
                dest: vec![w],
                modifier: OutMod::None,
                span: self.span,
            });
        }
        self.inputs.insert(input, value);
        value
    }
}
