//! What functions of units are in the words of a shader.

use super::{Lanes, Made, Values};
use retroshade_ir::build::Builder;
use retroshade_ir::{Op, Use};
use retroshade_kit::machine::numbers::{Comparison, Function, VectorFunction};
use retroshade_kit::machine::symbols::{Expression, Symbol};
use smallvec::SmallVec;

impl Values<'_, '_> {
    pub(super) fn apply(&mut self, function: Function, lanes: &[Symbol]) -> Made {
        let operands: Vec<SmallVec<[Symbol; 3]>> = lanes
            .iter()
            .map(|lane| match self.code.symbols.expression(*lane) {
                Expression::Apply(_, operands) => operands.clone(),
                _ => SmallVec::new(),
            })
            .collect();
        let arity = operands
            .iter()
            .map(|operands| operands.len())
            .max()
            .unwrap_or(0);
        if operands.iter().any(|operands| operands.len() != arity) {
            let parts: Made<Vec<Use>> = lanes.iter().map(|lane| self.scalar(*lane)).collect();
            return Ok(self.builder.compose(&parts?));
        }
        // The angle of a point, or of a number, in the steps that machines take.
        if function == Function::AngleInOctant {
            let angles: Made<Vec<Use>> = operands
                .iter()
                .map(|operands| self.angle(operands))
                .collect();
            return Ok(self.builder.compose(&angles?));
        }
        let column =
            |place: usize| -> Lanes { operands.iter().map(|operands| operands[place]).collect() };
        if function == Function::Select && arity == 3 {
            let condition = self.truth(&column(0))?;
            let arms = [self.vector(&column(1))?, self.vector(&column(2))?];
            return Ok(self.builder.op(Op::Select, &[condition, arms[0], arms[1]]));
        }
        let columns: Vec<Lanes> = (0..arity).map(column).collect();
        if let Some(value) = self.idiom(lanes)? {
            return Ok(value);
        }
        let mut values = Vec::with_capacity(arity);
        for lanes in &columns {
            values.push(self.vector(lanes)?);
        }
        if let Some(arithmetic) = self.code.arithmetic
            && let Some(value) = self.exactly(arithmetic, function, &columns, &values)
        {
            return Ok(value);
        }
        self.function(function, &values)
    }

    fn function(&mut self, function: Function, operands: &[Use]) -> Made {
        let count = operands.first().map_or(1, |operand| operand.lanes());
        if let (Function::Add, [a, b], Some(())) = (function, operands, self.in_words()) {
            for (negated, rest) in [(*b, *a), (*a, *b)] {
                if let Some(part) = self.without_minus(negated) {
                    return Ok(self.builder.op(Op::Sub, &[rest, part]));
                }
            }
        }
        let builder = &mut self.builder;
        let simple = match function {
            Function::Copy => return Ok(operands[0]),
            Function::Negate => Some(Op::Neg),
            Function::Absolute => Some(Op::Abs),
            Function::Add => Some(Op::Add),
            Function::Subtract => Some(Op::Sub),
            Function::Multiply => Some(Op::Mul),
            Function::Divide => Some(Op::Div),
            Function::Minimum => Some(Op::Min),
            Function::Maximum => Some(Op::Max),
            Function::Floor => Some(Op::Floor),
            Function::Ceiling => Some(Op::Ceil),
            Function::Fraction => Some(Op::Fract),
            Function::Truncate => Some(Op::Trunc),
            Function::Saturate => Some(Op::Saturate),
            Function::Reciprocal | Function::ClampedReciprocal => Some(Op::Rcp),
            Function::SquareRoot => Some(Op::Sqrt),
            Function::ReciprocalSquareRoot => Some(Op::Rsqrt),
            Function::Exp2 => Some(Op::Exp2),
            Function::Log2 => Some(Op::Log2),
            Function::Power => Some(Op::Pow),
            Function::Sine => Some(Op::Sin),
            Function::Cosine => Some(Op::Cos),
            Function::Sign => Some(Op::Sign),
            Function::Clamp => Some(Op::Clamp),
            Function::Mix => Some(Op::Mix),
            _ => None,
        };
        if let Some(op) = simple {
            return Ok(builder.op(op, operands));
        }
        let zero = |builder: &mut Builder<'_>| builder.float(0.0, count);
        Ok(match function {
            Function::ScaledProduct(power) => {
                let product = builder.op(Op::Mul, operands);
                let factor = builder.float(f32::from(power).exp2(), count);
                builder.op(Op::Mul, &[product, factor])
            }
            Function::Positive => {
                let zero = zero(builder);
                builder.op(Op::Max, &[operands[0], zero])
            }
            Function::SineOfTurns | Function::CosineOfTurns => {
                let turn = builder.float(std::f32::consts::TAU, count);
                let angle = builder.op(Op::Mul, &[operands[0], turn]);
                let op = match function {
                    Function::SineOfTurns => Op::Sin,
                    _ => Op::Cos,
                };
                builder.op(op, &[angle])
            }
            Function::Compare(comparison) => match set(comparison) {
                Some((op, false)) => builder.op(op, operands),
                Some((op, true)) => builder.op(op, &[operands[1], operands[0]]),
                None => builder.float(f32::from(u8::from(comparison.equal)), count),
            },
            Function::Not => {
                let zero = zero(builder);
                builder.op(Op::SetEq, &[operands[0], zero])
            }
            Function::And | Function::Or | Function::Xor => {
                let zero = zero(builder);
                let [a, b] = [0, 1].map(|n| builder.op(Op::SetNe, &[operands[n], zero]));
                let op = match function {
                    Function::And => Op::Mul,
                    Function::Or => Op::Max,
                    _ => Op::SetNe,
                };
                builder.op(op, &[a, b])
            }
            Function::Sum => {
                let mut sum = operands[0];
                for term in &operands[1..] {
                    sum = builder.op(Op::Add, &[sum, *term]);
                }
                sum
            }
            Function::Exp2OfFloor => {
                let floor = builder.op(Op::Floor, &operands[..1]);
                builder.op(Op::Exp2, &[floor])
            }
            Function::Exponent => {
                let logarithm = builder.op(Op::Log2, &operands[..1]);
                builder.op(Op::Floor, &[logarithm])
            }
            Function::Significand => {
                let logarithm = builder.op(Op::Log2, &operands[..1]);
                let exponent = builder.op(Op::Floor, &[logarithm]);
                let power = builder.op(Op::Exp2, &[exponent]);
                builder.op(Op::Div, &[operands[0], power])
            }
            Function::LitPower => {
                let zero = zero(builder);
                let base = builder.op(Op::Max, &[operands[1], zero]);
                let power = builder.op(Op::Pow, &[base, operands[2]]);
                let above = builder.op(Op::Lt, &[zero, operands[0]]);
                builder.op(Op::Select, &[above, power, zero])
            }
            // a of one pixel and b = -a of the other.
            Function::AcrossQuad => builder.op(Op::Dfdx, &operands[..1]),
            Function::AlongQuad => builder.op(Op::Dfdy, &operands[1..]),
            other => return Err(format!("{other:?} has no words in a shader").into()),
        })
    }

    /// The operand of a negation.
    fn without_minus(&self, negated: Use) -> Option<Use> {
        let shader = &self.builder.shader;
        let inst = shader.def_inst(negated.value)?;
        let negation = &shader.insts[inst];
        let operand = negation.args.first().filter(|_| negation.op == Op::Neg)?;
        Some(operand.then(negated.swizzle))
    }

    /// `AngleInOctant(product of the first two parts, the third one)`.
    fn angle(&mut self, operands: &[Symbol]) -> Made {
        let unknown = || "the steps of an arc tangent do not belong together".to_owned();
        let [_, octant] = operands else {
            return Err(unknown().into());
        };
        let expression = self.code.symbols.expression(*octant).clone();
        let Expression::ApplyVector(function, point, 2) = expression else {
            return Err(unknown().into());
        };
        match (function, point.as_slice()) {
            (VectorFunction::OctantOfNumber, [number, ..]) => {
                let number = self.scalar(*number)?;
                Ok(self.builder.op(Op::Atan, &[number]))
            }
            (VectorFunction::OctantOfPoint, [y, x, ..]) => {
                let operands = [self.scalar(*y)?, self.scalar(*x)?];
                Ok(self.builder.op(Op::Atan2, &operands))
            }
            _ => Err(unknown().into()),
        }
    }

    pub(super) fn apply_vector(&mut self, function: VectorFunction, operands: &[Symbol]) -> Made {
        match function {
            VectorFunction::Normalize => {
                let vector = self.vector(operands)?;
                Ok(self.builder.op(Op::Normalize, &[vector]))
            }
            VectorFunction::Cross | VectorFunction::Reflect => {
                let (a, b) = operands
                    .split_at_checked(3)
                    .filter(|(_, b)| b.len() == 3)
                    .ok_or("two vectors of less than three numbers")?;
                let operands = [self.vector(a)?, self.vector(b)?];
                let op = match function {
                    VectorFunction::Cross => Op::Cross,
                    _ => Op::Reflect,
                };
                Ok(self.builder.op(op, &operands))
            }
            VectorFunction::OctantOfNumber | VectorFunction::OctantOfPoint => {
                Err("a part of an arc tangent is used for something else".into())
            }
        }
    }
}

/// The operation that gives 1 where a comparison holds, and whether its operands are exchanged; `None` where it always or
/// never holds.
fn set(comparison: Comparison) -> Option<(Op, bool)> {
    match (comparison.less, comparison.equal, comparison.greater) {
        (true, false, false) => Some((Op::SetLt, false)),
        (false, false, true) => Some((Op::SetLt, true)),
        (false, true, true) => Some((Op::SetGe, false)),
        (true, true, false) => Some((Op::SetGe, true)),
        (false, true, false) => Some((Op::SetEq, false)),
        (true, false, true) => Some((Op::SetNe, false)),
        _ => None,
    }
}
