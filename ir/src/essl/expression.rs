//! Operations as expressions.

use super::{Writer, Written, bare, by_scalar, type_name};
use crate::{
    Constant, Inst, LANES, LevelOfDetail, Op, SamplerKind, Scalar, Stage, Swizzle, TextureOp, Type,
    Use,
};

impl Writer<'_> {
    /// The value of an operation without regions, in parentheses where another operator may follow.
    pub(super) fn expression(&self, inst: Inst) -> Written<String> {
        if let Some(call) = self.calls.call(inst) {
            let operands = self.operands(&call.operands);
            let operands: Vec<&str> = operands.iter().map(|operand| bare(operand)).collect();
            return Ok(format!(
                "{}({})",
                self.names[call.function],
                operands.join(", ")
            ));
        }
        let data = &self.shader.insts[inst];
        let a = self.operands(&data.args);
        let ty = self.type_of(inst);
        let of = data
            .args
            .first()
            .map_or(ty, |&operand| self.shader.use_type(operand));
        let call = |name: &str| {
            let operands = self.arguments(data.op, &data.args);
            let operands: Vec<&str> = operands.iter().map(|operand| bare(operand)).collect();
            format!("{name}({})", operands.join(", "))
        };
        let operator = |operator: &str| {
            format!(
                "({})",
                self.terms(&data.args).join(&format!(" {operator} "))
            )
        };
        let infix = |operator: &str| format!("({})", a.join(&format!(" {operator} ")));
        // What the language has for scalars only, or not for ints.
        let each = |lane: &dyn Fn(&[String]) -> String| self.each(ty, &data.args, lane);
        let compare = |operator: &str, name: &str| match of.lanes {
            1 => infix(operator),
            _ => call(name),
        };
        let as_number = |condition: String| format!("{}({condition})", type_name(ty));
        let int = of.scalar == Scalar::Int;
        Ok(match data.op {
            Op::Constant(constant) => literal(constant),
            Op::Input { input, slot } => self.slot(&self.shader.interface.inputs[input], slot),
            Op::Uniform { uniform, slot } => {
                self.slot(&self.shader.interface.uniforms[uniform], slot)
            }
            Op::InputIndexed {
                input,
                base,
                stride,
            } => {
                let name = &self.shader.interface.inputs[input].name;
                format!("{name}[{}]", place(base, stride, &a[0]))
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let variable = &self.shader.interface.uniforms[uniform];
                if variable.shape.columns > 1 {
                    return Err("an indexed matrix");
                }
                format!("{}[{}]", variable.name, place(base, stride, &a[0]))
            }
            Op::Neg => format!("(-{})", a[0]),
            Op::Abs if int => each(&|a| format!("({0} < 0 ? -{0} : {0})", a[0])),
            Op::Sign if int => each(&|a| format!("({0} < 0 ? -1 : {0} > 0 ? 1 : 0)", a[0])),
            Op::Min if int => each(&|a| format!("({0} < {1} ? {0} : {1})", a[0], a[1])),
            Op::Max if int => each(&|a| format!("({0} > {1} ? {0} : {1})", a[0], a[1])),
            Op::Clamp if int => each(&|a| {
                format!(
                    "({0} < {1} ? {1} : {0} > {2} ? {2} : {0})",
                    a[0], a[1], a[2]
                )
            }),
            Op::Trunc => {
                let ints = type_name(Type::int(ty.lanes));
                format!("{}({ints}({}))", type_name(ty), a[0])
            }
            Op::Round => each(&|a| format!("nearest({})", a[0])),
            Op::Rsqrt => call("inversesqrt"),
            Op::Rcp => format!("(1.0 / {})", a[0]),
            Op::Saturate => format!("clamp({}, 0.0, 1.0)", bare(&a[0])),
            Op::Dfdx => call("dFdx"),
            Op::Dfdy => call("dFdy"),
            Op::Add => match self.difference(&data.args) {
                Some(difference) => difference,
                None => operator("+"),
            },
            Op::Sub => operator("-"),
            Op::Mul => operator("*"),
            Op::Div => operator("/"),
            Op::Mad => format!("({} * {} + {})", a[0], a[1], a[2]),
            Op::Atan2 => call("atan"),
            Op::SetLt => as_number(compare("<", "lessThan")),
            Op::SetGe => as_number(compare(">=", "greaterThanEqual")),
            Op::SetEq => as_number(compare("==", "equal")),
            Op::SetNe => as_number(compare("!=", "notEqual")),
            Op::Lt => compare("<", "lessThan"),
            Op::Ge => compare(">=", "greaterThanEqual"),
            Op::Eq => compare("==", "equal"),
            Op::Ne => compare("!=", "notEqual"),
            Op::And | Op::Or | Op::Xor | Op::Not if int => return Err("bitwise operations"),
            Op::And => each(&|a| format!("({} && {})", a[0], a[1])),
            Op::Or => each(&|a| format!("({} || {})", a[0], a[1])),
            Op::Xor => each(&|a| format!("({} ^^ {})", a[0], a[1])),
            Op::Not => match ty.lanes {
                1 => format!("(!{})", a[0]),
                _ => call("not"),
            },
            Op::Select if self.is_scalar(data.args[0]) => {
                let condition = self.operand(data.args[0].then(Swizzle::splat(0, 1)));
                format!("({condition} ? {} : {})", a[1], a[2])
            }
            Op::Select => each(&|a| format!("({} ? {} : {})", a[0], a[1], a[2])),
            Op::IntToFloat | Op::FloatToInt | Op::BoolToFloat | Op::BoolToInt => {
                call(&type_name(ty))
            }
            Op::Compose => call(&type_name(ty)),
            Op::MatVec => self.matrix(&data.args, &a, ty),
            Op::Texture(texture) => return self.lookup(texture, &a),
            Op::ArrayLoad(array) => format!("{array}[{}]", self.index(data.args[0])),
            Op::Shl | Op::Shr | Op::Rem => return Err("bitwise operations"),
            // The names of all others are the language's. Functions of one lane on one lane are no
            // vectors to it.
            Op::Normalize
            | Op::Dot
            | Op::Length
            | Op::Distance
            | Op::Cross
            | Op::Reflect
            | Op::Refract
            | Op::FaceForward
            | Op::Floor
            | Op::Ceil
            | Op::Fract
            | Op::Sqrt
            | Op::Exp
            | Op::Log
            | Op::Exp2
            | Op::Log2
            | Op::Sin
            | Op::Cos
            | Op::Tan
            | Op::Asin
            | Op::Acos
            | Op::Atan
            | Op::Abs
            | Op::Sign
            | Op::Min
            | Op::Max
            | Op::Clamp
            | Op::Mod
            | Op::Pow
            | Op::Step
            | Op::Mix
            | Op::Smoothstep
            | Op::Fwidth => call(data.op.kind().name()),
            Op::AnyTrue | Op::AllTrue if of.lanes == 1 => a[0].clone(),
            Op::AnyTrue => call("any"),
            Op::AllTrue => call("all"),
            Op::Undefined
            | Op::Extract
            | Op::Insert
            | Op::ArrayStore(_)
            | Op::Discard
            | Op::EmitVertex
            | Op::If
            | Op::Loop => return Err("a statement"),
        })
    }

    /// A sum with a literal below 0, as a difference.
    fn difference(&self, terms: &[Use]) -> Option<String> {
        let &[a, b] = terms else {
            return None;
        };
        let subtracted = |term: Use| {
            let mut constant = self.shader.as_constant(term)?;
            let float = constant.ty.scalar == Scalar::Float;
            let is_below = |bits: &u32| f32::from_bits(*bits) < 0.0;
            if !float || !constant.lanes().iter().all(is_below) {
                return None;
            }
            for bits in &mut constant.bits {
                *bits &= !(1 << 31);
            }
            Some(match self.first_lane(term) {
                Some(_) => literal(constant.swizzled(Swizzle::splat(0, 1))),
                None => literal(constant),
            })
        };
        let (whole, part) = match (subtracted(b), subtracted(a)) {
            (Some(part), _) => (a, part),
            (_, Some(part)) => (b, part),
            _ => return None,
        };
        Some(format!("({} - {part})", self.operand(whole)))
    }

    /// An expression lane by lane.
    fn each(&self, ty: Type, args: &[Use], lane: &dyn Fn(&[String]) -> String) -> String {
        let of_lane = |k: u8| {
            let operands: Vec<String> = args
                .iter()
                .map(|&operand| match operand.lanes() {
                    1 => self.operand(operand),
                    _ => self.operand(operand.then(Swizzle::splat(k, 1))),
                })
                .collect();
            lane(&operands)
        };
        if ty.lanes == 1 {
            return of_lane(0);
        }
        let lanes: Vec<String> = (0..ty.lanes).map(of_lane).collect();
        format!("{}({})", type_name(ty), lanes.join(", "))
    }

    fn matrix(&self, args: &[Use], a: &[String], ty: Type) -> String {
        let (columns, vector) = (&a[..a.len() - 1], &a[a.len() - 1]);
        if let Some(name) = self.whole_matrix(&args[..columns.len()]) {
            return format!("({name} * {vector})");
        }
        if columns.len() == usize::from(ty.lanes) {
            return format!("(mat{}({}) * {vector})", ty.lanes, columns.join(", "));
        }
        let terms = columns.iter().zip(LANES);
        let terms: Vec<String> = terms
            .map(|(column, lane)| format!("{column} * {vector}.{lane}"))
            .collect();
        format!("({})", terms.join(" + "))
    }

    /// True if all lanes of an operand are the same.
    fn is_scalar(&self, operand: Use) -> bool {
        let lanes = operand.swizzle.lanes();
        lanes.iter().all(|lane| *lane == lanes[0])
    }

    /// The uniform whose columns these are, all of them in order.
    fn whole_matrix(&self, columns: &[Use]) -> Option<String> {
        let slot = |operand: &Use| match self.shader.def_op(operand.value)? {
            Op::Uniform { uniform, slot } if *operand == self.shader.whole(operand.value) => {
                Some((uniform, slot))
            }
            _ => None,
        };
        let slots: Option<Vec<_>> = columns.iter().map(slot).collect();
        let slots = slots?;
        let &(uniform, first) = slots.first()?;
        let variable = &self.shader.interface.uniforms[uniform];
        let count = u32::from(variable.shape.columns);
        let in_order = slots
            .iter()
            .zip(first..)
            .all(|(slot, next)| *slot == (uniform, next));
        let whole =
            in_order && slots.len() as u32 == count && count > 1 && first.is_multiple_of(count);
        whole.then(|| match variable.shape.array {
            Some(_) => format!("{}[{}]", variable.name, first / count),
            None => variable.name.clone(),
        })
    }

    /// An index must be an int.
    pub(super) fn index(&self, operand: Use) -> String {
        let text = self.operand(operand);
        by_scalar(
            self.shader.use_type(operand),
            format!("int({text})"),
            text.clone(),
            text,
        )
    }

    fn lookup(&self, texture: TextureOp, a: &[String]) -> Written<String> {
        let sampler = &self.shader.interface.samplers[texture.sampler];
        let mut name = String::from(match sampler.kind {
            SamplerKind::Cube => "textureCube",
            SamplerKind::D2 | SamplerKind::External => "texture2D",
        });
        if texture.projective {
            if sampler.kind == SamplerKind::Cube {
                return Err("a projective lookup in a cube");
            }
            name.push_str("Proj");
        }
        let extension = if self.shader.stage == Stage::Fragment {
            "EXT"
        } else {
            ""
        };
        match texture.level {
            LevelOfDetail::Implicit | LevelOfDetail::Bias => {}
            LevelOfDetail::Explicit => name.push_str(&format!("Lod{extension}")),
            LevelOfDetail::Gradient => name.push_str("GradEXT"),
        }
        let (mut operands, mut unit) = (a, sampler.name.clone());
        if sampler.array.is_some() {
            let element = texture.element;
            unit = match (texture.indexed, a.split_last()) {
                (true, Some((index, rest))) => {
                    operands = rest;
                    format!("{unit}[{element} + {index}]")
                }
                _ => format!("{unit}[{element}]"),
            };
        }
        Ok(format!("{name}({unit}, {})", operands.join(", ")))
    }
}

fn place(base: u32, stride: u32, index: &str) -> String {
    match (base, stride) {
        (0, 1) => bare(index).to_owned(),
        (0, _) => format!("{stride} * {index}"),
        (_, 1) => format!("{index} + {base}"),
        _ => format!("{stride} * {index} + {base}"),
    }
}

pub(super) fn literal(constant: Constant) -> String {
    let lane = |bits: u32| match constant.ty.scalar {
        Scalar::Float => match f32::from_bits(bits) {
            number if number.is_finite() => format!("{number:?}"),
            number if number.is_nan() => "(0.0 / 0.0)".to_owned(),
            number => format!("({:?} / 0.0)", number.signum()),
        },
        Scalar::Int => format!("{}", bits as i32),
        Scalar::Bool => format!("{}", bits != 0),
    };
    let lanes: Vec<String> = constant.lanes().iter().map(|&bits| lane(bits)).collect();
    match lanes.as_slice() {
        [only] if only.starts_with('-') => format!("({only})"),
        [only] => only.clone(),
        [first, rest @ ..] if rest.iter().all(|lane| lane == first) => {
            format!("{}({first})", type_name(constant.ty))
        }
        _ => format!("{}({})", type_name(constant.ty), lanes.join(", ")),
    }
}
