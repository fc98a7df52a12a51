//! Operations without regions.

use super::{Lanes, Source, Stop};
use crate::domain::{Detail, Range, Table, Value, token};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{
    Builtin, Constant, Inst, LevelOfDetail, Op, Scalar, Shape, Stage, TextureOp, Use, Variable,
};
use std::cmp::Ordering;

#[cfg(test)]
mod tests;

/// Larger integers than this lose their low bits where they are floats: what they are is not promised.
const EXACT: f64 = (1u32 << 24) as f64;
/// One above the largest integer.
const INTEGERS: f64 = (1u64 << 31) as f64;

impl Source<'_> {
    pub(super) fn step(&mut self, inst: Inst) -> Result<(), Stop> {
        let data = &self.shader.insts[inst];
        self.domain.at(inst.index());
        let args: Vec<Lanes> = data.args.iter().map(|&used| self.read(used)).collect();
        let result = match data.op {
            Op::Constant(constant) => self.constant(&constant),
            Op::Undefined => {
                let lanes = data
                    .results
                    .first()
                    .map_or(1, |&value| self.shader.ty(value).lanes);
                vec![self.domain.undefined(); lanes.into()]
            }
            Op::Input { input, slot } => {
                let variable = &self.shader.interface.inputs[input];
                if let (Some(Builtin::FragCoord), Some(window)) = (variable.builtin, self.window) {
                    self.set(inst, vec![window.to_vec()]);
                    return Ok(());
                }
                let numbers = self.input(variable)?;
                self.slot(variable, &numbers, slot)
            }
            Op::InputIndexed {
                input,
                base,
                stride,
            } => {
                let variable = &self.shader.interface.inputs[input];
                let numbers = self.input(variable)?;
                self.indexed(variable, &numbers, (base, stride), data.args[0])
            }
            Op::Uniform { uniform, slot } => {
                let variable = &self.shader.interface.uniforms[uniform];
                let numbers = uniform_numbers(variable, self.inputs)?;
                self.slot(variable, &numbers, slot)
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let variable = &self.shader.interface.uniforms[uniform];
                let numbers = uniform_numbers(variable, self.inputs)?;
                self.indexed(variable, &numbers, (base, stride), data.args[0])
            }
            Op::Texture(texture) => self.lookup(texture, &args, inst)?,
            Op::ArrayLoad(array) => {
                let len = self.memory[array].len();
                let index = self.index(data.args[0], len, Table::Own);
                let lanes = self.memory[array][index.place].clone();
                self.found(&index, lanes)
            }
            Op::ArrayStore(array) => {
                let len = self.memory[array].len();
                let index = self.index(data.args[0], len, Table::Own);
                self.memory[array][index.place] = self.found(&index, args[1].clone());
                return Ok(());
            }
            Op::Discard => {
                let decision = self.domain.truth_of(args[0][0]);
                self.domain.jump(&[], decision.node);
                self.results.discarded |= decision.holds();
                return Ok(());
            }
            Op::EmitVertex => {
                let number = args.first().and_then(|number| number.first());
                let number = number.filter(|number| number.defined);
                let number = number.ok_or(Stop::Unmodelled("a vertex of no known place"))?;
                let number = number.real as u32;
                let outputs = super::by_name(self.shader, args[1..].to_vec());
                self.results.vertices.push((number, outputs));
                return Ok(());
            }
            Op::Compose => args.concat(),
            Op::Extract => {
                let index = self.index(data.args[1], args[0].len(), Table::Own);
                self.found(&index, vec![args[0][index.place]])
            }
            Op::Insert => {
                let index = self.index(data.args[1], args[0].len(), Table::Own);
                let mut lanes = args[0].clone();
                lanes[index.place] = args[2][0];
                self.found(&index, lanes)
            }
            op => self.compute(op, &args, inst)?,
        };
        self.set(inst, vec![result]);
        Ok(())
    }

    fn constant(&mut self, constant: &Constant) -> Lanes {
        let bits = constant.lanes().to_vec();
        let lanes = bits.into_iter().map(|bits| match constant.ty.scalar {
            Scalar::Float => self.domain.literal(f32::from_bits(bits)),
            Scalar::Int => self.domain.whole((bits as i32).into()),
            Scalar::Bool => self.domain.truth(bits != 0),
        });
        lanes.collect()
    }

    /// The lanes of slot `slot` of a variable whose numbers are in GL's order.
    fn slot(&mut self, variable: &Variable, numbers: &[f32], slot: u32) -> Lanes {
        let lanes = usize::from(variable.slot_lanes());
        let start = slot as usize * lanes;
        let undefined = self.domain.undefined();
        (start..start + lanes)
            .map(|place| match numbers.get(place) {
                Some(&number) => self.domain.given(number),
                None => undefined,
            })
            .collect()
    }

    fn indexed(
        &mut self,
        variable: &Variable,
        numbers: &[f32],
        (base, stride): (u32, u32),
        index: Use,
    ) -> Lanes {
        let slots = variable
            .slots()
            .saturating_sub(base)
            .div_ceil(stride.max(1));
        let index = self.index(index, slots as usize, Table::Given);
        let slot = base + stride * index.place as u32;
        let lanes = self.slot(variable, numbers, slot);
        self.found(&index, lanes)
    }

    fn input(&mut self, variable: &Variable) -> Result<Vec<f32>, Stop> {
        let rows = match variable.builtin {
            Some(Builtin::FragCoord) => self.inputs.frag_coord(),
            Some(Builtin::PointCoord) => self.inputs.point_coord(),
            Some(Builtin::FrontFacing) => {
                let facing = self.inputs.front_facing.as_ref().is_none_or(|list| list[0]);
                return Ok(vec![token(f32::from(facing))]);
            }
            None | Some(Builtin::LastFragColor | Builtin::LastFragDepth | Builtin::Position) => {
                self.inputs
                    .input(self.shader.stage, &variable.name, variable.shape)
            }
            Some(_) => return Err(Stop::Unmodelled("a built-in input")),
        };
        let rows = rows.map_err(|_| Stop::Unmodelled("an input without data"))?;
        Ok(rows.into_iter().next().unwrap_or_default())
    }

    fn lookup(&mut self, texture: TextureOp, args: &[Lanes], inst: Inst) -> Result<Lanes, Stop> {
        let sampler = &self.shader.interface.samplers[texture.sampler];
        let mut element = texture.element;
        if texture.indexed {
            let last = self.shader.insts[inst].args.len() - 1;
            let len = sampler.array.unwrap_or(1) as usize;
            element += self
                .index(self.shader.insts[inst].args[last], len, Table::Given)
                .place as u32;
        }
        let unit = (self.unit)(&sampler.name).ok_or(Stop::Unmodelled("a sampler of no unit"))?;
        let mut coordinate = args[0].clone();
        if texture.projective
            && let Some(divisor) = coordinate.pop()
        {
            for lane in &mut coordinate {
                *lane = self.domain.div(*lane, divisor);
            }
        }
        if let ([x, y, z], true) = (&coordinate[..], self.domain.directions) {
            coordinate = self.domain.direction([*x, *y, *z]).to_vec();
        }
        let detail = match texture.level {
            LevelOfDetail::Implicit if self.shader.stage == Stage::Fragment => Detail::None,
            LevelOfDetail::Implicit => Detail::Level(self.domain.whole(0)),
            LevelOfDetail::Bias => Detail::Bias(args[1][0]),
            LevelOfDetail::Explicit => Detail::Level(args[1][0]),
            LevelOfDetail::Gradient => return Err(Stop::Unmodelled("a lookup with gradients")),
        };
        let lanes = self.domain.texture(unit + element, &coordinate, detail);
        Ok(lanes.to_vec())
    }

    /// Operations that compute a result from operands alone.
    fn compute(&mut self, op: Op, args: &[Lanes], inst: Inst) -> Result<Lanes, Stop> {
        let data = &self.shader.insts[inst];
        let int = data
            .args
            .first()
            .is_some_and(|used| self.shader.ty(used.value).scalar == Scalar::Int);
        if let Some(lanes) = self.vectors(op, args) {
            return Ok(lanes);
        }
        let count = args.first().map_or(0, Vec::len);
        let mut result = Vec::with_capacity(count);
        for lane in 0..count {
            let at = |operand: usize| {
                let lanes = &args[operand.min(args.len() - 1)];
                lanes[lane.min(lanes.len() - 1)]
            };
            let operands = [at(0), at(1), at(2)];
            let value = if int {
                let value = self.whole_lane(op, operands)?;
                Value {
                    defined: value.defined && value.real.abs() <= EXACT,
                    ..value
                }
            } else {
                self.lane(op, operands)?
            };
            let known = matches!(op, Op::Lt | Op::Ge | Op::Eq | Op::Ne)
                && is_same(data.args[0], data.args[1], lane);
            result.push(Value {
                constant: value.constant || known,
                ..value
            });
        }
        Ok(result)
    }

    fn vectors(&mut self, op: Op, args: &[Lanes]) -> Option<Lanes> {
        let domain = &mut *self.domain;
        let lanes = match op {
            Op::Dot => vec![domain.dot(&args[0], &args[1])],
            Op::Length => vec![domain.length(&args[0])],
            Op::Distance => {
                let pairs = args[0].iter().zip(&args[1]);
                let difference: Lanes = pairs.map(|(a, b)| domain.sub(*a, *b)).collect();
                vec![domain.length(&difference)]
            }
            Op::Normalize => domain.normalize(&args[0]),
            Op::Cross => domain.cross(&args[0], &args[1]),
            Op::MatVec => {
                let (columns, vector) = args.split_at(args.len() - 1);
                let rows = columns[0].len();
                let row =
                    |row: usize| -> Lanes { columns.iter().map(|column| column[row]).collect() };
                (0..rows).map(|k| domain.dot(&row(k), &vector[0])).collect()
            }
            Op::FaceForward => {
                let cosine = domain.dot(&args[2], &args[1]);
                let zero = domain.whole(0);
                let decision = domain.order_for(cosine, zero, Ordering::is_lt);
                let faced = args[0].iter().map(|lane| {
                    if decision.is_less() {
                        *lane
                    } else {
                        domain.neg(*lane)
                    }
                });
                let faced: Lanes = faced.collect();
                faced
                    .into_iter()
                    .map(|lane| domain.decided_by(decision, lane))
                    .collect()
            }
            Op::Reflect => {
                let cosine = domain.dot(&args[1], &args[0]);
                let twice = domain.add(cosine, cosine);
                let pairs = args[0].iter().zip(&args[1]);
                pairs
                    .map(|(incident, normal)| {
                        let part = domain.mul(twice, *normal);
                        domain.sub(*incident, part)
                    })
                    .collect()
            }
            Op::Refract => return Some(self.refract(&args[0], &args[1], args[2][0])),
            Op::AnyTrue | Op::AllTrue => {
                let holds: fn(&[bool]) -> bool = match op {
                    Op::AnyTrue => |truths| truths.contains(&true),
                    _ => |truths| !truths.contains(&false),
                };
                vec![domain.logic(&args[0], holds)]
            }
            _ => return None,
        };
        Some(lanes)
    }

    fn refract(&mut self, incident: &[Value], normal: &[Value], eta: Value) -> Lanes {
        let domain = &mut *self.domain;
        let cosine = domain.dot(normal, incident);
        let one = domain.whole(1);
        let square = domain.mul(cosine, cosine);
        let sine = domain.sub(one, square);
        let eta_square = domain.mul(eta, eta);
        let part = domain.mul(eta_square, sine);
        let k = domain.sub(one, part);
        let zero = domain.whole(0);
        let decision = domain.order(k, zero);
        if decision.is_less() {
            let nothing = Value {
                constant: false,
                range: Range::ANY,
                ..zero.at(decision.node)
            };
            return vec![nothing; incident.len()];
        }
        let (scaled, root) = (domain.mul(eta, cosine), domain.sqrt(k));
        let along = domain.add(scaled, root);
        let pairs = incident.iter().zip(normal);
        pairs
            .map(|(incident, normal)| {
                let (a, b) = (domain.mul(eta, *incident), domain.mul(along, *normal));
                let refracted = domain.sub(a, b);
                domain.decided_by(decision, refracted)
            })
            .collect()
    }

    /// One lane of floats or truth values.
    fn lane(&mut self, op: Op, [a, b, c]: [Value; 3]) -> Result<Value, Stop> {
        if let Some(value) = self.function(op, a, b) {
            return Ok(value);
        }
        let domain = &mut *self.domain;
        Ok(match op {
            Op::Neg => domain.neg(a),
            Op::Abs => domain.abs(a),
            Op::Sign => domain.sign(a),
            Op::Floor => domain.floor(a),
            Op::Ceil => domain.ceil(a),
            Op::Fract => domain.fract(a),
            Op::Trunc => domain.trunc(a),
            // No integer is that large: the language says nothing of the result (ESSL 1.00, 5.4.1).
            Op::FloatToInt if a.real.abs() >= INTEGERS => domain.undefined(),
            Op::FloatToInt => domain.trunc(a),
            Op::Round => domain.round(a),
            Op::Sqrt => domain.sqrt(a),
            Op::Rsqrt => domain.rsqrt(a),
            Op::Rcp => domain.rcp(a),
            Op::Saturate => domain.saturate(a),
            Op::Dfdx => domain.derivative(0, a),
            Op::Dfdy => domain.derivative(1, a),
            Op::Fwidth => {
                let (x, y) = (domain.derivative(0, a), domain.derivative(1, a));
                let (x, y) = (domain.abs(x), domain.abs(y));
                domain.add(x, y)
            }
            Op::Add => domain.add(a, b),
            Op::Sub => domain.sub(a, b),
            Op::Mul => domain.mul(a, b),
            Op::Div => domain.div(a, b),
            Op::Min => domain.min(a, b),
            Op::Max => domain.max(a, b),
            Op::Mod => domain.modulo(a, b),
            Op::Step => domain.compare(b, a, Ordering::is_ge),
            Op::Lt | Op::SetLt => domain.compare(a, b, Ordering::is_lt),
            Op::Ge | Op::SetGe => domain.compare(a, b, Ordering::is_ge),
            Op::Eq | Op::SetEq => domain.compare(a, b, Ordering::is_eq),
            Op::Ne | Op::SetNe => domain.compare(a, b, Ordering::is_ne),
            Op::Mad => {
                let product = domain.mul(a, b);
                domain.add(product, c)
            }
            Op::Clamp => domain.clamp(a, b, c),
            Op::Mix => domain.mix(a, b, c),
            Op::Smoothstep => domain.smoothstep(a, b, c),
            Op::Select => domain.choose(a, b, c),
            Op::And => domain.logic(&[a, b], |truths| truths[0] && truths[1]),
            Op::Or => domain.logic(&[a, b], |truths| truths[0] || truths[1]),
            Op::Xor => domain.logic(&[a, b], |truths| truths[0] != truths[1]),
            Op::Not => domain.logic(&[a], |truths| !truths[0]),
            Op::BoolToFloat | Op::BoolToInt => a,
            _ => return Err(Stop::Unmodelled("an operation")),
        })
    }

    /// One lane of integers, which the reals hold exactly.
    fn whole_lane(&mut self, op: Op, [a, b, c]: [Value; 3]) -> Result<Value, Stop> {
        let domain = &mut *self.domain;
        let (x, y) = (a.real as i64, b.real as i64);
        let bits = |number: i64| number as i32;
        let whole = match op {
            Op::Div | Op::Rem if y == 0 => return Ok(domain.undefined()),
            Op::Div => return Ok(domain.quotient(a, b)),
            Op::Rem => {
                let quotient = domain.quotient(a, b);
                let product = domain.mul(quotient, b);
                return Ok(domain.sub(a, product));
            }
            Op::Shl => i64::from(bits(x).wrapping_shl(y as u32)),
            Op::Shr => i64::from(bits(x).wrapping_shr(y as u32)),
            Op::And => i64::from(bits(x) & bits(y)),
            Op::Or => i64::from(bits(x) | bits(y)),
            Op::Xor => i64::from(bits(x) ^ bits(y)),
            Op::Not => i64::from(!bits(x)),
            Op::IntToFloat => return Ok(a),
            _ => return self.lane(op, [a, b, c]),
        };
        let node = domain.tape.join(a.node, b.node);
        let value = domain.whole(whole).at(node);
        Ok(Value {
            constant: a.constant && b.constant,
            given: a.given || b.given,
            carried: a.carried || b.carried,
            defined: a.defined && b.defined,
            range: Range::ANY,
            ..value
        })
    }
}

/// True if two operands are the same number in a lane, so that how they lie to each other depends on nothing.
fn is_same(a: Use, b: Use, lane: usize) -> bool {
    let [a, b] = [a, b].map(|used| (used.value, used.swizzle.lanes().get(lane)));
    a == b
}

/// The numbers of a uniform in GL's order, leaf by leaf.
fn uniform_numbers(variable: &Variable, inputs: &RunInputs) -> Result<Vec<f32>, Stop> {
    let mut numbers = Vec::new();
    for leaf in variable.leaves() {
        let shape = Shape {
            array: leaf.array,
            ..variable.shape
        };
        let row = inputs.uniform(&leaf.name, shape);
        numbers.extend(row.map_err(|_| Stop::Unmodelled("a uniform without data"))?);
    }
    Ok(numbers)
}
