//! Operations on values.

use super::control::local_name;
use super::{Builder, Built, types};
use crate::Language;
use naga::{
    BinaryOperator, DerivativeAxis, DerivativeControl, Expression, Handle, Literal, MathFunction,
    RelationalFunction, ScalarKind, SwizzleComponent, TypeInner, UnaryOperator,
};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Constant, Inst, Op, Scalar, Swizzle, Type, Use};

/// Operations inside one another in one line of text; a value above that gets a name.
const DEEPEST: u32 = 6;

impl Builder<'_> {
    /// The instruction's result, if anybody wants it.
    pub(super) fn value(&mut self, inst: Inst) -> Built<()> {
        let data = &self.shader.insts[inst];
        let Some(&result) = data.results.first() else {
            return Ok(());
        };
        // Literals are written where they are used.
        if matches!(data.op, Op::Constant(_)) || self.uses[result] == 0 {
            return Ok(());
        }
        let value = self.operation(inst)?;
        let below = data.args.iter().map(|operand| self.depths[operand.value]);
        let depth = match data.op {
            Op::Input { .. } | Op::Uniform { .. } | Op::Undefined => 0,
            _ => 1 + below.max().unwrap_or_default(),
        };
        // The writers give what is used several times a name by themselves.
        self.depths[result] = match (self.uses[result], depth) {
            (1, DEEPEST..) => {
                let is_emitted = !self.body.function.expressions[value].needs_pre_emit();
                if is_emitted {
                    self.body.name(value, local_name(result));
                }
                0
            }
            (1, _) => depth,
            _ => 0,
        };
        self.values[result] = Some(value);
        Ok(())
    }

    fn operation(&mut self, inst: Inst) -> Built<Handle<Expression>> {
        let data = &self.shader.insts[inst];
        let args = &data.args;
        if let Some(call) = self.calls.call(inst).cloned() {
            return self.call(&call, self.shader.ty(data.results[0]));
        }
        let ty = self.shader.ty(data.results[0]);
        let of = args
            .first()
            .map_or(ty, |&operand| self.shader.use_type(operand));
        match data.op {
            Op::Undefined => {
                let ty = self.value_type(ty);
                return Ok(self.body.add(Expression::ZeroValue(ty)));
            }
            Op::Input { input, slot } => return Ok(self.input(input, slot, ty)),
            Op::InputIndexed {
                input,
                base,
                stride,
            } => return Ok(self.indexed_input((input, base, stride), args[0], ty)),
            Op::Uniform { uniform, slot } => return self.uniform(uniform, slot, ty),
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => return self.indexed_uniform((uniform, base, stride), args[0], ty),
            Op::ArrayLoad(array) => return Ok(self.element(array, args[0])),
            Op::Texture(texture) => return self.texture(texture, args),
            Op::MatVec => return self.product(inst, ty),
            Op::Extract => return Ok(self.extract(args, of)),
            Op::Insert => return Ok(self.insert(args, ty)),
            Op::Select => return Ok(self.select(args)),
            _ => {}
        }
        let a: Vec<_> = args.iter().map(|&operand| self.operand(operand)).collect();
        self.lanewise(data.op, args, &a, (of, ty))
    }

    /// Operations whose operands are all wanted.
    fn lanewise(
        &mut self,
        op: Op,
        args: &[Use],
        a: &[Handle<Expression>],
        (of, ty): (Type, Type),
    ) -> Built<Handle<Expression>> {
        use BinaryOperator as B;
        use MathFunction as M;
        let is_bool = of.scalar == Scalar::Bool;
        let single = of.lanes == 1;
        Ok(match op {
            Op::Neg => self.unary(UnaryOperator::Negate, a[0]),
            Op::Abs => self.math(M::Abs, a),
            Op::Sign => self.math(M::Sign, a),
            Op::Floor => self.math(M::Floor, a),
            Op::Ceil => self.math(M::Ceil, a),
            Op::Fract => self.math(M::Fract, a),
            Op::Trunc => self.math(M::Trunc, a),
            Op::Round => self.math(M::Round, a),
            Op::Sqrt => self.math(M::Sqrt, a),
            Op::Rsqrt => self.math(M::InverseSqrt, a),
            Op::Rcp => {
                let one = self.splat(Literal::F32(1.0), ty.lanes);
                self.binary(B::Divide, one, a[0])
            }
            Op::Exp => self.math(M::Exp, a),
            Op::Log => self.math(M::Log, a),
            Op::Exp2 => self.math(M::Exp2, a),
            Op::Log2 => self.math(M::Log2, a),
            Op::Sin => self.math(M::Sin, a),
            Op::Cos => self.math(M::Cos, a),
            Op::Tan => self.math(M::Tan, a),
            Op::Asin => self.math(M::Asin, a),
            Op::Acos => self.math(M::Acos, a),
            Op::Atan => self.math(M::Atan, a),
            Op::Saturate => self.math(M::Saturate, a),
            Op::Dfdx => self.derivative(DerivativeAxis::X, a[0]),
            Op::Dfdy => self.derivative(DerivativeAxis::Y, a[0]),
            Op::Fwidth => self.derivative(DerivativeAxis::Width, a[0]),
            Op::Add => self.binary(B::Add, a[0], a[1]),
            Op::Sub => self.binary(B::Subtract, a[0], a[1]),
            Op::Mul => self.binary(B::Multiply, a[0], a[1]),
            Op::Div => self.binary(B::Divide, a[0], a[1]),
            Op::Min => self.math(M::Min, a),
            Op::Max => self.math(M::Max, a),
            Op::Mod => {
                let quotient = self.binary(B::Divide, a[0], a[1]);
                let whole = self.math(M::Floor, &[quotient]);
                let whole = self.binary(B::Multiply, a[1], whole);
                self.binary(B::Subtract, a[0], whole)
            }
            Op::Rem => self.binary(B::Modulo, a[0], a[1]),
            Op::Pow => self.math(M::Pow, a),
            Op::Atan2 => self.math(M::Atan2, a),
            Op::Step => self.math(M::Step, a),
            Op::SetLt => self.truth(B::Less, a),
            Op::SetGe => self.truth(B::GreaterEqual, a),
            Op::SetEq => self.truth(B::Equal, a),
            Op::SetNe => self.truth(B::NotEqual, a),
            Op::Shl => self.shift(B::ShiftLeft, args, a),
            Op::Shr => self.shift(B::ShiftRight, args, a),
            Op::And if is_bool && single => self.binary(B::LogicalAnd, a[0], a[1]),
            Op::Or if is_bool && single => self.binary(B::LogicalOr, a[0], a[1]),
            Op::Xor if is_bool => self.binary(B::NotEqual, a[0], a[1]),
            Op::And => self.binary(B::And, a[0], a[1]),
            Op::Or => self.binary(B::InclusiveOr, a[0], a[1]),
            Op::Xor => self.binary(B::ExclusiveOr, a[0], a[1]),
            Op::Not if is_bool => self.unary(UnaryOperator::LogicalNot, a[0]),
            Op::Not => self.unary(UnaryOperator::BitwiseNot, a[0]),
            Op::Mad => {
                let product = self.binary(B::Multiply, a[0], a[1]);
                self.binary(B::Add, product, a[2])
            }
            // The function wants bounds in order, which only literals show.
            Op::Clamp if self.in_order(args[1], args[2]) => self.math(M::Clamp, a),
            Op::Clamp => {
                let above = self.math(M::Max, &[a[0], a[1]]);
                self.math(M::Min, &[above, a[2]])
            }
            Op::Mix => self.math(M::Mix, a),
            Op::Smoothstep => self.smoothstep(args, a, ty),
            Op::FaceForward if single => {
                let product = self.binary(B::Multiply, a[2], a[1]);
                let zero = self.body.literal(Literal::F32(0.0));
                let condition = self.binary(B::Less, product, zero);
                let reject = self.unary(UnaryOperator::Negate, a[0]);
                self.body.add(Expression::Select {
                    condition,
                    accept: a[0],
                    reject,
                })
            }
            Op::FaceForward => self.math(M::FaceForward, a),
            Op::Reflect if single => {
                let product = self.binary(B::Multiply, a[1], a[0]);
                let two = self.body.literal(Literal::F32(2.0));
                let twice = self.binary(B::Multiply, two, product);
                let part = self.binary(B::Multiply, twice, a[1]);
                self.binary(B::Subtract, a[0], part)
            }
            Op::Reflect => self.math(M::Reflect, a),
            Op::Refract if single => self.refract(a),
            Op::Refract => self.math(M::Refract, a),
            Op::Normalize if single => {
                let length = self.math(M::Abs, a);
                self.binary(B::Divide, a[0], length)
            }
            Op::Normalize => self.math(M::Normalize, a),
            Op::Dot if single => self.binary(B::Multiply, a[0], a[1]),
            Op::Dot => self.math(M::Dot, a),
            Op::Length if single => self.math(M::Abs, a),
            Op::Length => self.math(M::Length, a),
            Op::Distance if single => {
                let difference = self.binary(B::Subtract, a[0], a[1]);
                self.math(M::Abs, &[difference])
            }
            Op::Distance => self.math(M::Distance, a),
            Op::Cross => self.math(M::Cross, a),
            Op::Lt => self.binary(B::Less, a[0], a[1]),
            Op::Ge => self.binary(B::GreaterEqual, a[0], a[1]),
            Op::Eq => self.binary(B::Equal, a[0], a[1]),
            Op::Ne => self.binary(B::NotEqual, a[0], a[1]),
            Op::AnyTrue | Op::AllTrue if single => a[0],
            Op::AnyTrue => self.relational(RelationalFunction::Any, a[0]),
            Op::AllTrue => self.relational(RelationalFunction::All, a[0]),
            Op::IntToFloat | Op::FloatToInt | Op::BoolToFloat | Op::BoolToInt => {
                self.convert(a[0], ty.scalar)
            }
            Op::Compose if a.len() == 1 => a[0],
            Op::Compose => {
                let ty = self.value_type(ty);
                self.body.add(Expression::Compose {
                    ty,
                    components: a.to_vec(),
                })
            }
            Op::Constant(_)
            | Op::Undefined
            | Op::Input { .. }
            | Op::InputIndexed { .. }
            | Op::Uniform { .. }
            | Op::UniformIndexed { .. }
            | Op::Texture(_)
            | Op::ArrayLoad(_)
            | Op::ArrayStore(_)
            | Op::MatVec
            | Op::Select
            | Op::Extract
            | Op::Insert
            | Op::Discard
            | Op::EmitVertex
            | Op::If
            | Op::Loop => {
                let message = format!("`{}` is no operation on lanes", op.kind().name());
                return Err(Diagnostic::bug("translate", message));
            }
        })
    }

    /// The expression of an operand.
    pub(super) fn operand(&mut self, operand: Use) -> Handle<Expression> {
        if let Some(constant) = self.shader.as_constant(operand) {
            return self.constant(constant);
        }
        let lanes = self.shader.ty(operand.value).lanes;
        let value = match self.values[operand.value] {
            Some(value) => value,
            None => {
                self.missing = Some("a value is used before it is made");
                let ty = self.value_type(self.shader.ty(operand.value));
                self.body.add(Expression::ZeroValue(ty))
            }
        };
        self.lanes(value, lanes, operand.swizzle.lanes())
    }

    /// Lanes of a vector of `count`.
    pub(super) fn lanes(
        &mut self,
        vector: Handle<Expression>,
        count: u8,
        lanes: &[u8],
    ) -> Handle<Expression> {
        let wide = lanes.len() as u8;
        let in_order = lanes.iter().zip(0..).all(|(lane, place)| *lane == place);
        if wide == count && in_order {
            return vector;
        }
        if count == 1 {
            return self.body.add(Expression::Splat {
                size: types::size(wide),
                value: vector,
            });
        }
        if let [lane] = lanes {
            return self.body.add(Expression::AccessIndex {
                base: vector,
                index: u32::from(*lane),
            });
        }
        let component = |place: usize| match lanes.get(place) {
            Some(1) => SwizzleComponent::Y,
            Some(2) => SwizzleComponent::Z,
            Some(3) => SwizzleComponent::W,
            _ => SwizzleComponent::X,
        };
        self.body.add(Expression::Swizzle {
            size: types::size(wide),
            vector,
            pattern: [0, 1, 2, 3].map(component),
        })
    }

    fn constant(&mut self, constant: Constant) -> Handle<Expression> {
        let lanes = constant.lanes();
        if lanes.iter().all(|bits| *bits == lanes[0]) {
            let value = self.scalar(constant.ty.scalar, lanes[0]);
            return self.lanes(value, 1, &[0; 4][..lanes.len()]);
        }
        let ty = self.value_type(constant.ty);
        let components = lanes
            .iter()
            .map(|&bits| self.scalar(constant.ty.scalar, bits))
            .collect();
        self.body.add(Expression::Compose { ty, components })
    }

    fn scalar(&mut self, scalar: Scalar, bits: u32) -> Handle<Expression> {
        match scalar {
            Scalar::Float if !f32::from_bits(bits).is_finite() => self.no_number(bits),
            Scalar::Float => self.body.literal(Literal::F32(f32::from_bits(bits))),
            Scalar::Int => self.body.literal(Literal::I32(bits as i32)),
            Scalar::Bool => self.body.literal(Literal::Bool(bits != 0)),
        }
    }

    /// An infinity or a NaN, which no literal can say and no language may fold: bits in a variable.
    fn no_number(&mut self, bits: u32) -> Handle<Expression> {
        let ty = self.vector(naga::Scalar::U32, 1);
        let init = self.body.literal(Literal::U32(bits));
        let variable = self.body.local(&format!("bits_{bits:x}"), ty, Some(init));
        let pointer = self.body.add(Expression::LocalVariable(variable));
        let loaded = self.body.load(pointer);
        self.body.add(Expression::As {
            expr: loaded,
            kind: ScalarKind::Float,
            convert: None,
        })
    }

    pub(super) fn splat(&mut self, literal: Literal, lanes: u8) -> Handle<Expression> {
        let value = self.body.literal(literal);
        self.lanes(value, 1, &[0; 4][..usize::from(lanes)])
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Handle<Expression> {
        self.body.add(Expression::Binary { op, left, right })
    }

    fn unary(&mut self, op: UnaryOperator, expr: Handle<Expression>) -> Handle<Expression> {
        self.body.add(Expression::Unary { op, expr })
    }

    fn math(&mut self, fun: MathFunction, a: &[Handle<Expression>]) -> Handle<Expression> {
        self.body.add(Expression::Math {
            fun,
            arg: a[0],
            arg1: a.get(1).copied(),
            arg2: a.get(2).copied(),
            arg3: None,
        })
    }

    fn derivative(&mut self, axis: DerivativeAxis, expr: Handle<Expression>) -> Handle<Expression> {
        self.body.add(Expression::Derivative {
            axis,
            ctrl: DerivativeControl::None,
            expr,
        })
    }

    fn relational(
        &mut self,
        fun: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Handle<Expression> {
        self.body.add(Expression::Relational { fun, argument })
    }

    /// By value.
    pub(super) fn convert(&mut self, expr: Handle<Expression>, to: Scalar) -> Handle<Expression> {
        let (kind, bytes) = match to {
            Scalar::Float => (ScalarKind::Float, 4),
            Scalar::Int => (ScalarKind::Sint, 4),
            Scalar::Bool => (ScalarKind::Bool, naga::BOOL_WIDTH),
        };
        self.body.add(Expression::As {
            expr,
            kind,
            convert: Some(bytes),
        })
    }

    /// A comparison as 0 or 1.
    fn truth(&mut self, op: BinaryOperator, a: &[Handle<Expression>]) -> Handle<Expression> {
        let truth = self.binary(op, a[0], a[1]);
        self.convert(truth, Scalar::Float)
    }

    /// Shifts go by unsigned numbers, and by less than the bits there are.
    fn shift(
        &mut self,
        op: BinaryOperator,
        args: &[Use],
        a: &[Handle<Expression>],
    ) -> Handle<Expression> {
        let lanes = args[1].lanes();
        let by = match self.shader.as_constant(args[1]) {
            Some(constant) => {
                let bits = constant.lanes().iter().map(|bits| bits & 31);
                let components: Vec<_> = bits
                    .map(|bits| self.body.literal(Literal::U32(bits)))
                    .collect();
                match components[..] {
                    [only] => only,
                    _ => {
                        let ty = self.vector(naga::Scalar::U32, lanes);
                        self.body.add(Expression::Compose { ty, components })
                    }
                }
            }
            None => {
                let by = self.body.add(Expression::As {
                    expr: a[1],
                    kind: ScalarKind::Uint,
                    convert: Some(4),
                });
                let most = self.splat(Literal::U32(31), lanes);
                self.binary(BinaryOperator::And, by, most)
            }
        };
        self.binary(op, a[0], by)
    }

    /// True if two bounds are literals, the first of them never the larger.
    fn in_order(&self, low: Use, high: Use) -> bool {
        let (Some(low), Some(high)) = (self.shader.as_constant(low), self.shader.as_constant(high))
        else {
            return false;
        };
        (0..low.ty.lanes).all(|lane| match low.ty.scalar {
            Scalar::Float => low.float(lane) <= high.float(lane),
            _ => low.int(lane) <= high.int(lane),
        })
    }

    fn smoothstep(
        &mut self,
        args: &[Use],
        a: &[Handle<Expression>],
        ty: Type,
    ) -> Handle<Expression> {
        let is_literal = |operand: Use| self.shader.as_constant(operand).is_some();
        let literals = is_literal(args[0]) && is_literal(args[1]);
        if !literals || self.rising(args[0], args[1]) {
            return self.math(MathFunction::SmoothStep, a);
        }
        // Languages refuse literal edges that are not in order.
        use BinaryOperator as B;
        let above = self.binary(B::Subtract, a[2], a[0]);
        let width = self.binary(B::Subtract, a[1], a[0]);
        let quotient = self.binary(B::Divide, above, width);
        let t = self.math(MathFunction::Saturate, &[quotient]);
        let two = self.splat(Literal::F32(2.0), ty.lanes);
        let three = self.splat(Literal::F32(3.0), ty.lanes);
        let twice = self.binary(B::Multiply, two, t);
        let rest = self.binary(B::Subtract, three, twice);
        let square = self.binary(B::Multiply, t, t);
        self.binary(B::Multiply, square, rest)
    }

    fn rising(&self, low: Use, high: Use) -> bool {
        let (Some(low), Some(high)) = (self.shader.as_constant(low), self.shader.as_constant(high))
        else {
            return false;
        };
        (0..low.ty.lanes).all(|lane| low.float(lane) < high.float(lane))
    }

    /// Of one lane: k = 1 - eta^2 (1 - (N I)^2); k < 0 ? 0 : eta I - (eta N I + sqrt(k)) N
    fn refract(&mut self, a: &[Handle<Expression>]) -> Handle<Expression> {
        use BinaryOperator as B;
        let [i, n, eta] = [a[0], a[1], a[2]];
        let one = self.body.literal(Literal::F32(1.0));
        let zero = self.body.literal(Literal::F32(0.0));
        let product = self.binary(B::Multiply, n, i);
        let square = self.binary(B::Multiply, product, product);
        let rest = self.binary(B::Subtract, one, square);
        let ratio = self.binary(B::Multiply, eta, eta);
        let rest = self.binary(B::Multiply, ratio, rest);
        let k = self.binary(B::Subtract, one, rest);
        let root = self.math(MathFunction::Sqrt, &[k]);
        let along = self.binary(B::Multiply, eta, product);
        let along = self.binary(B::Add, along, root);
        let along = self.binary(B::Multiply, along, n);
        let bent = self.binary(B::Multiply, eta, i);
        let bent = self.binary(B::Subtract, bent, along);
        let condition = self.binary(B::Less, k, zero);
        self.body.add(Expression::Select {
            condition,
            accept: zero,
            reject: bent,
        })
    }

    fn select(&mut self, args: &[Use]) -> Handle<Expression> {
        let lanes = args[0].swizzle.lanes();
        // One condition for all lanes stays one.
        let same = lanes.iter().all(|lane| *lane == lanes[0]);
        let condition = if same {
            args[0].then(Swizzle::splat(0, 1))
        } else {
            args[0]
        };
        let is_float = self.shader.ty(args[1].value).scalar == Scalar::Float;
        if self.language == Language::Glsl && !is_float && !same {
            let ty = self.shader.use_type(args[1]);
            let [condition, accept, reject] = [0, 1, 2].map(|index| self.operand(args[index]));
            return self.choice_each(condition, accept, reject, ty);
        }
        let condition = self.operand(condition);
        let accept = self.operand(args[1]);
        let reject = self.operand(args[2]);
        self.body.add(Expression::Select {
            condition,
            accept,
            reject,
        })
    }

    /// A choice lane by lane: GLSL has `mix` by bools for floats only, before version 4.50.
    fn choice_each(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
        ty: Type,
    ) -> Handle<Expression> {
        let mut components = Vec::new();
        for lane in 0..ty.lanes {
            let [condition, accept, reject] =
                [condition, accept, reject].map(|vector| self.lanes(vector, ty.lanes, &[lane]));
            components.push(self.body.add(Expression::Select {
                condition,
                accept,
                reject,
            }));
        }
        let ty = self.value_type(ty);
        self.body.add(Expression::Compose { ty, components })
    }

    fn product(&mut self, inst: Inst, ty: Type) -> Built<Handle<Expression>> {
        let args = &self.shader.insts[inst].args;
        if self.products[inst]
            && let Some(product) = self.whole_product(args)?
        {
            return Ok(product);
        }
        let (vector, columns) = match args.split_last() {
            Some((vector, columns)) => (*vector, columns),
            None => return Err(Diagnostic::bug("translate", "a product without operands")),
        };
        let columns: Vec<_> = columns.iter().map(|&column| self.operand(column)).collect();
        if ty.lanes == 1 {
            let row = self.type_of(TypeInner::Vector {
                size: types::size(columns.len() as u8),
                scalar: naga::Scalar::F32,
            });
            let row = self.body.add(Expression::Compose {
                ty: row,
                components: columns,
            });
            let vector = self.operand(vector);
            return Ok(self.math(MathFunction::Dot, &[row, vector]));
        }
        let matrix = self.matrix(columns, ty.lanes);
        let vector = self.operand(vector);
        Ok(self.binary(BinaryOperator::Multiply, matrix, vector))
    }

    fn extract(&mut self, args: &[Use], of: Type) -> Handle<Expression> {
        let base = self.operand(args[0]);
        if of.lanes == 1 {
            return base;
        }
        let index = self.index(args[1], of.lanes.into());
        self.body.add(Expression::Access { base, index })
    }

    /// A choice for each lane: no variable is needed.
    fn insert(&mut self, args: &[Use], ty: Type) -> Handle<Expression> {
        let lane = self.operand(args[2]);
        if ty.lanes == 1 {
            return lane;
        }
        let reject = self.operand(args[0]);
        let index = self.index(args[1], ty.lanes.into());
        let wide = &[0; 4][..usize::from(ty.lanes)];
        let index = self.lanes(index, 1, wide);
        let accept = self.lanes(lane, 1, wide);
        let own: Vec<i32> = (0..ty.lanes.into()).collect();
        let own = self.constant(Constant::ints(&own));
        let condition = self.binary(BinaryOperator::Equal, index, own);
        if self.language == Language::Glsl && ty.scalar != Scalar::Float {
            return self.choice_each(condition, accept, reject, ty);
        }
        self.body.add(Expression::Select {
            condition,
            accept,
            reject,
        })
    }
}
