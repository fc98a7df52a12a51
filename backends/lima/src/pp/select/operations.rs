//! One instruction of the shader at a time.

use super::Select;
use super::view::Fetch;
use super::view::{Place, View};
use crate::pp::code::{Alu, Input};
use crate::pp::isa::OutMod;
use crate::pp::machine::{self, Kind, Opcode, Target};
use crate::pp::range::Interval;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Array, Builtin, Inst, InstData, Op, Uniform, Use};
use retroshade_kit::mir::{AddressId, Def, Lane, LaneRef, Operand, Reg};

/// The reciprocal of a turn in radians.
const TURN: f32 = std::f32::consts::FRAC_1_PI / 2.0;

/// Codes of the scalar functions.
fn function(op: Op) -> Option<i64> {
    Some(match op {
        Op::Rcp => 0,
        Op::Sqrt => 2,
        Op::Rsqrt => 3,
        Op::Exp2 => 4,
        Op::Log2 => 5,
        Op::Sin => 6,
        Op::Cos => 7,
        _ => return None,
    })
}

impl Select<'_> {
    pub(super) fn inst(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        match data.op {
            Op::If => return self.branch(data),
            Op::Loop => return self.looped(data),
            Op::Discard => return self.discard(data),
            Op::ArrayStore(array) => return self.array_store(array, data),
            // Conditions are computed where they are used.
            Op::Lt | Op::Ge | Op::Eq | Op::Ne => return Ok(()),
            _ => {}
        }
        let &[result] = data.results.as_slice() else {
            return Err(self.unexpected(data));
        };
        let lanes = shader.ty(result).lanes;
        let view = match (data.op, data.args.as_slice()) {
            (Op::Constant(constant), []) => {
                let number = |lane| constant.number(lane);
                View::new(Place::Const([0, 1, 2, 3].map(number)), lanes)
            }
            (Op::Undefined, []) => View::new(Place::Const([0.0; 4]), lanes),
            (Op::Input { input, .. }, []) if self.is_frame_buffer(input) => {
                let builtin = shader.interface.inputs[input].builtin;
                let color = builtin == Some(Builtin::LastFragColor);
                // The unit writes a whole register.
                let vector = self.emit(Kind::FrameRead { color }, Vec::new());
                machine::pin_in_place(&mut self.program, vector);
                View::value(vector, lanes)
            }
            (Op::Input { input, slot }, []) => {
                let from = self.input_place(input, slot);
                View::new(Place::Input(from, [0, 1, 2, 3]), lanes)
            }
            (
                Op::InputIndexed {
                    input,
                    base,
                    stride,
                },
                &[index],
            ) => self.indexed_input(input, base, stride, index, lanes)?,
            (Op::Uniform { uniform, slot }, []) => {
                let (reg, from) = self.uniform_place(uniform, slot);
                let address = None;
                View::new(Place::Load(Fetch { reg, address }, from), lanes)
            }
            (
                Op::UniformIndexed {
                    uniform,
                    base,
                    stride,
                },
                &[index],
            ) => {
                let (reg, from) = self.uniform_place(uniform, base);
                let index = self.index(index, stride)?;
                let address = Some(self.address(index));
                View::new(Place::Load(Fetch { reg, address }, from), lanes)
            }
            (Op::ArrayLoad(array), &[index]) => self.array_load(array, index, lanes)?,
            (Op::Neg, &[a]) => self.view(a)?.negated(),
            (Op::Abs, &[a]) => self.view(a)?.absolute(),
            (Op::Saturate, &[a]) => self.modified(a, OutMod::Saturate)?,
            (Op::Trunc, &[a]) => self.modified(a, OutMod::Integer)?,
            (Op::Compose, parts) => self.compose(parts, lanes)?,
            (Op::Texture(texture), args) => self.texture(texture, args)?,
            (Op::Dot, &[a, b]) => self.dot(a, b, self.scales[result])?,
            (Op::Select, &[condition, a, b]) => self.select(condition, a, b, lanes)?,
            _ => match self.arithmetic(data, lanes)? {
                Some(view) => view,
                None => return Err(self.unexpected(data)),
            },
        };
        self.views[result] = Some(view);
        self.note_definition(result, &view);
        Ok(())
    }

    fn unexpected(&self, data: &InstData) -> Diagnostic {
        let name = data.op.kind().name();
        Diagnostic::bug("lima select", format!("`{name}` was not lowered")).at(data.span, "here")
    }

    fn is_frame_buffer(&self, input: retroshade_ir::Input) -> bool {
        matches!(
            self.shader.interface.inputs[input].builtin,
            Some(Builtin::LastFragColor | Builtin::LastFragDepth)
        )
    }

    fn input_place(&self, input: retroshade_ir::Input, slot: u32) -> Input {
        match self.shader.interface.inputs[input].builtin {
            Some(Builtin::FragCoord) => Input::FragCoord,
            Some(Builtin::PointCoord) => Input::PointCoord,
            Some(Builtin::FrontFacing) => Input::FrontFacing,
            _ => {
                let first = self.layout.varyings.get(&input).copied().unwrap_or(0);
                Input::Varying(first.saturating_add(slot).min(255) as u8)
            }
        }
    }

    /// The vector of a slot of a uniform, and its components.
    fn uniform_place(&self, uniform: Uniform, slot: u32) -> (Reg, [u8; 4]) {
        let place = self.layout.uniforms.get(&uniform);
        let (index, lane) = place.map_or((0, 0), |place| (place.index, place.lane));
        let lanes = [0, 1, 2, 3].map(|offset| (lane + offset).min(3));
        let number = index.saturating_add(slot).min(1 << 15) as u16;
        (machine::uniform(number), lanes)
    }

    /// An index times the slots of an element, as a value.
    fn index(&mut self, index: Use, stride: u32) -> Result<Lane, Diagnostic> {
        let view = self.view(index)?.pick(&[0]);
        if stride == 1 {
            return Ok(self.in_lane(view));
        }
        let args = vec![self.operand(view), self.number(stride as f32)];
        let vector = self.emit(Kind::Alu(Alu::MUL), args);
        Ok(self.lane(vector, 0))
    }

    fn number(&mut self, number: f32) -> Operand {
        self.operand(View::scalar(number))
    }

    fn indexed_input(
        &mut self,
        input: retroshade_ir::Input,
        base: u32,
        stride: u32,
        index: Use,
        lanes: u8,
    ) -> Result<View, Diagnostic> {
        let from = match self.input_place(input, base) {
            Input::Varying(first) => Input::VaryingIndexed(first),
            _ => {
                return Err(Diagnostic::bug(
                    "lima select",
                    "a built-in input has an index",
                ));
            }
        };
        let offset = self.index(index, stride)?;
        let offset = std::iter::once(LaneRef::value(offset)).collect();
        let vector = self.emit(Kind::Input(from), vec![offset]);
        machine::pin_in_place(&mut self.program, vector);
        Ok(View::value(vector, lanes))
    }

    /// An element of a local array: its vector, or the first one and the index.
    fn element(&mut self, array: Array, index: Use) -> Result<(Reg, Option<Lane>), Diagnostic> {
        let first = self.arrays.get(&array).copied().unwrap_or(-1);
        let view = self.view(index)?.pick(&[0]);
        let last = self.shader.arrays[array].len.saturating_sub(1);
        if let Some([number, ..]) = view.numbers() {
            let number = (number as i32).clamp(0, i32::try_from(last).unwrap_or(i32::MAX));
            return Ok((machine::memory(first.saturating_add(number)), None));
        }
        let index = self.limited(index, view, last);
        Ok((machine::memory(first), Some(index)))
    }

    /// An index limited to what lies in an array, as the language's model has it: behind its end there may be
    /// the memory of other fragments.
    fn limited(&mut self, index: Use, view: View, last: u32) -> Lane {
        let Interval(least, most) = self.bounds.first(index);
        if least >= 0.0 && most <= f64::from(last) {
            return self.in_lane(view);
        }
        let key = (index.value, index.swizzle.lane(0), last);
        if let Some(lane) = self.limited.get(&key) {
            return *lane;
        }
        let args = vec![self.operand(view), self.number(last as f32)];
        let limit = Opcode {
            kind: Kind::Alu(Alu::MIN),
            modifier: OutMod::Positive,
        };
        let vector = self.emit(limit, args);
        let lane = self.lane(vector, 0);
        self.limited.insert(key, lane);
        lane
    }

    fn array_load(&mut self, array: Array, index: Use, lanes: u8) -> Result<View, Diagnostic> {
        let (reg, index) = self.element(array, index)?;
        let address: Option<AddressId> = index.map(|index| self.address(index));
        let fetch = Fetch { reg, address };
        // A copy, since the memory may change before the value is used.
        Ok(self.copied(View::new(Place::Load(fetch, [0, 1, 2, 3]), lanes)))
    }

    fn array_store(&mut self, array: Array, data: &InstData) -> Result<(), Diagnostic> {
        let &[index, stored] = data.args.as_slice() else {
            return Err(self.unexpected(data));
        };
        let (reg, index) = self.element(array, index)?;
        let view = self.view(stored)?;
        // A store takes components in place: lane k from component k.
        let vector = self.new_vector(view.lanes);
        machine::pin_in_place(&mut self.program, vector);
        let lanes = self.program.vectors[vector].lanes.to_vec();
        self.copy(lanes, view);
        let mut args = vec![self.operand(View::value(vector, view.lanes))];
        args.extend(index.map(|index| std::iter::once(LaneRef::value(index)).collect::<Operand>()));
        let target = Target {
            number: reg.number,
            indexed: index.is_some(),
        };
        self.assign_lanes(Kind::Store(target), args, Vec::new());
        Ok(())
    }

    /// A dot product; of what is scaled down by a power of two where the sum would leave the range.
    fn dot(&mut self, a: Use, b: Use, scale: Option<f32>) -> Result<View, Diagnostic> {
        let lanes = a.lanes();
        if let Some(vector) = self.summed([a, b]) {
            let view = self.view(vector)?;
            let whole = self.operand(view);
            let sum = self.emit(Kind::Sum, vec![whole]);
            return Ok(View::value(sum, 1));
        }
        let (mut a, mut b) = (self.view(a)?, self.view(b)?);
        if let Some(scale) = scale {
            a = self.times(a, scale);
            b = a;
        }
        let args = vec![self.operand(a), self.operand(b)];
        let product = self.emit(Kind::Alu(Alu::MUL), args);
        let sum = match lanes {
            1 => product,
            2 => {
                let parts = [0, 1].map(|place| self.operand(View::place(product, place)));
                self.emit(Kind::Alu(Alu::ADD), parts.to_vec())
            }
            _ => {
                let whole = self.operand(View::value(product, lanes));
                self.emit(Kind::Sum, vec![whole])
            }
        };
        Ok(View::value(sum, 1))
    }

    /// The vector whose lanes an inner product only adds up, since its other operand is 1 in all of them.
    pub(super) fn summed(&self, operands: [Use; 2]) -> Option<Use> {
        let [a, b] = operands;
        let is_one = |operand: Use| {
            let literal = self.shader.as_constant(operand);
            literal
                .is_some_and(|literal| (0..operand.lanes()).all(|lane| literal.float(lane) == 1.0))
        };
        match a.lanes() {
            0..=2 => None,
            _ if is_one(b) => Some(a),
            _ => is_one(a).then_some(b),
        }
    }

    fn select(&mut self, condition: Use, a: Use, b: Use, lanes: u8) -> Result<View, Diagnostic> {
        let lane = condition.swizzle.lane(0);
        let splat = condition.swizzle.lanes().iter().all(|other| *other == lane);
        let inst = self.shader.def_inst(condition.value);
        let data = inst.map(|inst| &self.shader.insts[inst]);
        let (a, b) = (self.view(a)?, self.view(b)?);
        if !splat {
            return Err(Diagnostic::bug(
                "lima select",
                "a select with several conditions",
            ));
        }
        let comparison = match data {
            Some(InstData { op, args, .. }) => match (*op, args.as_slice()) {
                (Op::Lt | Op::Ge | Op::Eq | Op::Ne, &[x, y]) => Some((*op, x, y)),
                _ => None,
            },
            None => None,
        };
        let (alu, x, y) = match comparison {
            Some((op, x, y)) => {
                let (x, y) = (self.view(x)?.pick(&[lane]), self.view(y)?.pick(&[lane]));
                ordered(op, x, y)
            }
            None => {
                let view = self.view(condition)?.pick(&[0]);
                (Alu::NE, view, View::scalar(0.0))
            }
        };
        let mut args = [x, y].map(|view| self.repeated(view, lanes)).to_vec();
        args.extend([a, b].map(|view| self.operand(view)));
        let vector = self.emit(Kind::Select(alu), args);
        Ok(View::value(vector, lanes))
    }

    /// A comparison as 0 or 1.
    pub(super) fn comparison(&mut self, op: Op, a: View, b: View) -> View {
        let (alu, a, b) = ordered(op, a, b);
        let args = vec![self.operand(a), self.operand(b)];
        let vector = self.emit(Kind::Alu(alu), args);
        View::value(vector, a.lanes)
    }

    fn arithmetic(&mut self, data: &InstData, lanes: u8) -> Result<Option<View>, Diagnostic> {
        let whole = data.results.iter().any(|result| self.whole[*result]);
        let mut views = Vec::new();
        for operand in &data.args {
            let view = self.view(*operand)?;
            views.push(if whole {
                self.away_from_zero(view)
            } else {
                view
            });
        }
        if let (Some(code), &[a]) = (function(data.op), views.as_slice()) {
            let a = match data.op {
                Op::Sin | Op::Cos => {
                    let args = vec![self.operand(a), self.number(TURN)];
                    let turns = self.emit(Kind::Alu(Alu::MUL), args);
                    View::value(turns, 1)
                }
                _ => a,
            };
            let operand = self.operand(a);
            let vector = self.emit(Kind::Function(code), vec![operand]);
            let view = View::value(vector, 1);
            let scale = data.args.first().and_then(|arg| self.scales[arg.value]);
            return Ok(Some(match (data.op, scale) {
                (Op::Sqrt, Some(scale)) => self.times(view, scale.recip()),
                (Op::Rsqrt, Some(scale)) => self.times(view, scale),
                _ => view,
            }));
        }
        if matches!(data.op, Op::Atan | Op::Atan2) {
            return Ok(Some(self.arc_tangent(&views)));
        }
        if let (Op::Mul, &[a, b]) = (data.op, views.as_slice()) {
            let rewritten = self.large_product(a, b);
            if rewritten.is_some() {
                return Ok(rewritten);
            }
            let scaled = self.scaled_product(data, &a, &b);
            if scaled.is_some() {
                return Ok(scaled);
            }
        }
        let (alu, args) = match (data.op, views.as_slice()) {
            (Op::Floor, &[a]) => (Alu::FLOOR, vec![a]),
            (Op::Ceil, &[a]) => (Alu::CEIL, vec![a]),
            (Op::Fract, &[a]) => (Alu::FRACT, vec![a]),
            (Op::Dfdx, &[a]) => (Alu::DFDX, vec![a, a.negated()]),
            (Op::Dfdy, &[a]) => (Alu::DFDY, vec![a.negated(), a]),
            (Op::Add, &[a, b]) => (Alu::ADD, vec![a, b]),
            (Op::Sub, &[a, b]) => (Alu::ADD, vec![a, b.negated()]),
            (Op::Mul, &[a, b]) => (Alu::MUL, vec![a, b]),
            (Op::Min, &[a, b]) => (Alu::MIN, vec![a, b]),
            (Op::Max, &[a, b]) => {
                if let Some(view) = self.positive(data, &a, &b)? {
                    return Ok(Some(view));
                }
                (Alu::MAX, vec![a, b])
            }
            (Op::SetLt, &[a, b]) => (Alu::GT, vec![b, a]),
            (Op::SetGe, &[a, b]) => (Alu::GE, vec![a, b]),
            (Op::SetEq, &[a, b]) => (Alu::EQ, vec![a, b]),
            (Op::SetNe, &[a, b]) => (Alu::NE, vec![a, b]),
            _ => return Ok(None),
        };
        let args = args.into_iter().map(|view| self.operand(view)).collect();
        let vector = self.emit(Kind::Alu(alu), args);
        Ok(Some(View::value(vector, lanes)))
    }

    /// The arc tangent of a number, or the angle of a point from its y and x. The first part gives a
    /// ratio and what is to be added to its arc tangent; of two operands the ratio comes as a number
    /// and the reciprocal of another, which the program multiplies (docs/lima-pp.md).
    fn arc_tangent(&mut self, views: &[View]) -> View {
        let args = views.iter().map(|view| self.operand(*view)).collect();
        let is_point = views.len() == 2;
        let first = if is_point {
            Kind::AngleFirst
        } else {
            Kind::AtanFirst
        };
        let parts = self.emit(first, args);
        machine::pin_in_place(&mut self.program, parts);
        if is_point {
            let ratio = self.lane(parts, 0);
            self.program.lanes[ratio].def = Def::Variable;
            let factors = [0, 1].map(|place| self.operand(View::place(parts, place)));
            self.assign_lanes(Kind::Alu(Alu::MUL), factors.to_vec(), vec![ratio]);
        }
        let whole = self.operand(View::value(parts, 3));
        View::value(self.emit(Kind::AtanSecond, vec![whole]), 1)
    }

    /// Refuses what the processor cannot do.
    pub(super) fn refuse(&self, message: &str, label: &str) -> Diagnostic {
        Diagnostic::error(codes::target::UNSUPPORTED, format!("lima: {message}"))
            .at(self.span, label)
    }
}

/// The operation of the arithmetic units for a comparison, and its operands in order.
fn ordered(op: Op, a: View, b: View) -> (Alu, View, View) {
    match op {
        Op::Lt => (Alu::GT, b, a),
        Op::Ge => (Alu::GE, a, b),
        Op::Eq => (Alu::EQ, a, b),
        _ => (Alu::NE, a, b),
    }
}
