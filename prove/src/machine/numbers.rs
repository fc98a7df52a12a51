//! The field as numbers that machines can be run in.

use crate::domain::{self, Domain, Node, Value, token};
use retroshade_ir::Builtin;
use retroshade_kit::machine::numbers::{
    Comparison, Detail, Function, Locations, Numbers, Outside, Samples, VectorFunction,
};
use retroshade_kit::machine::{RegisterImage, Trap};
use std::cmp::Ordering;

/// An address, and what it depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    location: i64,
    node: Node,
}

/// The orders for which a comparison holds, as a function.
fn orders(comparison: Comparison) -> fn(Ordering) -> bool {
    match comparison {
        Comparison::GREATER => Ordering::is_gt,
        Comparison::EQUAL => Ordering::is_eq,
        Comparison::GREATER_OR_EQUAL => Ordering::is_ge,
        Comparison::LESS => Ordering::is_lt,
        Comparison::NOT_EQUAL => Ordering::is_ne,
        Comparison::ALWAYS => |_| true,
        Comparison {
            less: true,
            equal: true,
            ..
        } => Ordering::is_le,
        Comparison { .. } => |_| false,
    }
}

/// One sample runs, with field elements for numbers and reals beside them. What nobody set is undefined.
impl Numbers for Domain {
    type Value = Value;
    type Address = Address;

    fn begin(&mut self, instruction: usize, _: Samples) {
        self.at(instruction);
    }

    fn taking_part(&self) -> Samples {
        1
    }

    fn literal(&mut self, number: f32) -> Value {
        Domain::literal(self, number)
    }

    fn integer(&mut self, number: i64) -> Value {
        self.whole(number)
    }

    fn unset(&mut self) -> Value {
        self.undefined()
    }

    fn recorded(&mut self, value: Value, _: usize) -> f32 {
        self.reference(value)
    }

    fn same(&self, a: Value, b: Value) -> bool {
        a.element == b.element
    }

    fn outside(&mut self, image: &RegisterImage, from: Outside) -> Result<Value, Trap> {
        // Of a register that nobody feeds nothing is known, whatever vertex fetches make of it.
        let from = match from {
            Outside::Input {
                file, number, lane, ..
            } => Outside::Input {
                file,
                number,
                lane,
                missing: f32::NAN,
            },
            other => other,
        };
        let number = from.of_sample(image, 0)?;
        let is_truth = matches!(
            from,
            Outside::Builtin {
                builtin: Builtin::FrontFacing,
                ..
            }
        );
        Ok(self.given(if is_truth { token(number) } else { number }))
    }

    fn apply(&mut self, function: Function, operands: &[Value]) -> Result<Value, Trap> {
        let undefined = self.undefined();
        let [a, b, c] = [0, 1, 2].map(|n| operands.get(n).copied().unwrap_or(undefined));
        Ok(match function {
            Function::Copy => a,
            Function::Negate => self.neg(a),
            Function::Absolute => self.abs(a),
            Function::Add => self.add(a, b),
            Function::Subtract => self.sub(a, b),
            Function::Multiply => self.mul(a, b),
            Function::ScaledProduct(power) => {
                let product = self.mul(a, b);
                let factor = self.exact(f64::from(power).exp2());
                self.mul(product, factor)
            }
            Function::Divide => self.div(a, b),
            Function::Minimum => self.min(a, b),
            Function::Maximum => self.max(a, b),
            Function::Floor => self.floor(a),
            Function::Ceiling => self.ceil(a),
            Function::Fraction => self.fract(a),
            Function::Truncate => self.trunc(a),
            Function::Saturate => self.saturate(a),
            Function::Positive => {
                let zero = self.whole(0);
                self.max(a, zero)
            }
            Function::Reciprocal => self.rcp(a),
            Function::SquareRoot => self.sqrt(a),
            Function::ReciprocalSquareRoot => self.rsqrt(a),
            Function::Exp2 => self.exp2(a),
            Function::Log2 => self.log2(a),
            Function::Power => self.pow(a, b),
            Function::Sine => self.sin(a),
            Function::Cosine => self.cos(a),
            Function::SineOfTurns => self.sine_of_turns(a),
            Function::CosineOfTurns => self.cosine_of_turns(a),
            Function::Compare(comparison) => self.compare(a, b, orders(comparison)),
            Function::Not => self.logic(&[a], |truths| !truths[0]),
            Function::And => self.logic(&[a, b], |truths| truths[0] && truths[1]),
            Function::Or => self.logic(&[a, b], |truths| truths[0] || truths[1]),
            Function::Xor => self.logic(&[a, b], |truths| truths[0] != truths[1]),
            Function::Select => self.choose(a, b, c),
            Function::Sign => self.sign(a),
            Function::Clamp => self.clamp(a, b, c),
            Function::Mix => self.mix(a, b, c),
            // A difference only if the operands are each other's negatives.
            Function::AcrossQuad | Function::AlongQuad if a.element != -b.element => {
                return Err(Trap::Illegal("a derivative of two things".into()));
            }
            Function::AcrossQuad => self.derivative(0, a),
            Function::AlongQuad => self.derivative(1, b),
            Function::AngleInOctant => self.angle_in_octant(a, b),
            Function::Sum => {
                let mut terms = operands.iter().copied();
                let first = terms.next().unwrap_or(undefined);
                terms.fold(first, |sum, term| self.add(sum, term))
            }
            // The limits are beyond what shaders compute with.
            Function::ClampedReciprocal => self.rcp(a),
            Function::Exp2OfFloor => {
                let fraction = self.fract(a);
                let whole = self.sub(a, fraction);
                self.exp2(whole)
            }
            Function::Exponent => self.parts(a)[0],
            Function::Significand => self.parts(a)[1],
            Function::LitPower => {
                let zero = self.whole(0);
                let decision = self.order(a, zero);
                let mut power = zero;
                if decision.is_greater() {
                    let base = self.max(b, zero);
                    power = self.pow(base, c);
                }
                self.decided_by(decision, power)
            }
        })
    }

    fn apply_vector(
        &mut self,
        function: VectorFunction,
        operands: &[Value],
    ) -> Result<[Value; 4], Trap> {
        let undefined = self.undefined();
        let [a, b] = [0, 1].map(|n| operands.get(n).copied().unwrap_or(undefined));
        let mut lanes = [undefined; 4];
        let found = match function {
            VectorFunction::Normalize => self.normalize(operands),
            VectorFunction::Cross => match operands.split_at_checked(3) {
                Some((a, b)) if b.len() == 3 => self.cross(a, b),
                _ => Vec::new(),
            },
            VectorFunction::Reflect => match operands.split_at_checked(3) {
                Some((incident, normal)) if normal.len() == 3 => {
                    let along = self.dot(incident, normal);
                    let twice = self.add(along, along);
                    let lanes = incident.iter().zip(normal);
                    let mirrored = lanes.map(|(incident, normal)| {
                        let along = self.mul(twice, *normal);
                        self.sub(*incident, along)
                    });
                    mirrored.collect()
                }
                _ => Vec::new(),
            },
            VectorFunction::OctantOfNumber => self.octant_parts(a, None).to_vec(),
            VectorFunction::OctantOfPoint => self.octant_parts(a, Some(b)).to_vec(),
        };
        for (lane, value) in lanes.iter_mut().zip(found) {
            *lane = value;
        }
        Ok(lanes)
    }

    fn rounded(&mut self, value: Value) -> Value {
        value
    }

    fn jumps(&mut self, comparison: Comparison, a: Value, b: Value) -> Samples {
        let holds = orders(comparison);
        let decision = self.order_for(a, b, holds);
        self.jump(&[a, b], decision.node);
        Samples::from(holds(decision.order))
    }

    fn holding(&mut self, condition: Value) -> Samples {
        let decision = self.truth_of(condition);
        self.jump(&[condition], decision.node);
        Samples::from(decision.holds())
    }

    /// The comparison asked, once for all jumps that follow it.
    fn flagged(&mut self, flag: Value) -> Samples {
        self.jump(&[flag], flag.node);
        Samples::from(flag.real != 0.0)
    }

    fn bytes(&mut self, image: &RegisterImage, file: &'static str, number: u32) -> [u8; 4] {
        let lanes = image.uniform(file, number);
        lanes.map(|lane| self.given(lane).real as u8)
    }

    fn merged(&mut self, new: Value, _: Value) -> Value {
        new
    }

    fn merged_for(&mut self, _: Samples, new: Value, _: Value) -> Value {
        new
    }

    fn address(&mut self, base: i64, offset: Option<Value>) -> Result<Option<Address>, Trap> {
        let Some(offset) = offset else {
            return Ok(Some(Address {
                location: base,
                node: 0,
            }));
        };
        let whole = self.index(offset);
        Ok(whole.defined.then(|| Address {
            location: base.saturating_add(whole.real as i64),
            node: whole.node,
        }))
    }

    fn displaced(&self, address: Address, by: i64) -> Address {
        Address {
            location: address.location.saturating_add(by),
            ..address
        }
    }

    fn locations(&self, address: Address) -> Locations {
        vec![(address.location, 1)]
    }

    fn accessed(&mut self, value: Value, address: Address) -> Value {
        value.at(self.tape.join(value.node, address.node))
    }

    fn lookup(
        &mut self,
        _: &RegisterImage,
        unit: Address,
        coordinates: &[Value],
        detail: Detail<Value>,
    ) -> Result<[Value; 4], Trap> {
        let Ok(unit) = u32::try_from(unit.location) else {
            return Ok([self.undefined(); 4]);
        };
        let detail = match detail {
            Detail::Implicit => domain::Detail::None,
            // Which levels a sampler uses is not for the shader to say.
            Detail::Bias(bias) | Detail::Ignored(bias) => domain::Detail::Bias(bias),
            Detail::Level(level) => domain::Detail::Level(level),
        };
        Ok(self.texture(unit, coordinates, detail))
    }
}
