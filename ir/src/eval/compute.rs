//! Executes the operations without regions: fetches operands, calls what [`scalar`] and [`vector`]
//! define, stores results.

use super::code::{Compute, Operand};
use super::machine::{Machine, Register, WARP, undefined};
use super::vector::{self, Vector};
use super::{bug, scalar};
use crate::{Op, Scalar};
use retroshade_diagnostics::Diagnostic;

impl Machine<'_> {
    pub(super) fn compute(&mut self, step: &Compute) -> Result<(), Diagnostic> {
        match step.op {
            Op::Neg => self.number1(step, |a| -a, i32::wrapping_neg),
            Op::Abs => self.number1(step, f32::abs, i32::wrapping_abs),
            Op::Sign => self.number1(step, scalar::sign, i32::signum),
            Op::Floor => self.float1(step, f32::floor),
            Op::Ceil => self.float1(step, f32::ceil),
            Op::Fract => self.float1(step, scalar::fract),
            Op::Trunc => self.float1(step, f32::trunc),
            Op::Round => self.float1(step, f32::round_ties_even),
            Op::Sqrt => self.float1(step, f32::sqrt),
            Op::Rsqrt => self.float1(step, |a| 1.0 / a.sqrt()),
            Op::Rcp => self.float1(step, |a| 1.0 / a),
            Op::Exp => self.float1(step, |a| scalar::precisely(a, f64::exp)),
            Op::Log => self.float1(step, |a| scalar::precisely(a, f64::ln)),
            Op::Exp2 => self.float1(step, |a| scalar::precisely(a, f64::exp2)),
            Op::Log2 => self.float1(step, |a| scalar::precisely(a, f64::log2)),
            Op::Sin => self.float1(step, |a| scalar::precisely(a, f64::sin)),
            Op::Cos => self.float1(step, |a| scalar::precisely(a, f64::cos)),
            Op::Tan => self.float1(step, |a| scalar::precisely(a, f64::tan)),
            Op::Asin => self.float1(step, scalar::asin),
            Op::Acos => self.float1(step, scalar::acos),
            Op::Atan => self.float1(step, |a| scalar::precisely(a, f64::atan)),
            Op::Saturate => self.float1(step, |a| scalar::clamp(a, 0.0, 1.0)),

            Op::Add => self.number2(step, |a, b| a + b, i32::wrapping_add),
            Op::Sub => self.number2(step, |a, b| a - b, i32::wrapping_sub),
            Op::Mul => self.number2(step, |a, b| a * b, i32::wrapping_mul),
            Op::Div => self.number2(step, |a, b| a / b, scalar::int_divide),
            Op::Min => self.number2(step, scalar::min, i32::min),
            Op::Max => self.number2(step, scalar::max, i32::max),
            Op::Mod => self.float2(step, scalar::modulo),
            Op::Rem => self.int2(step, scalar::int_remainder),
            Op::Pow if self.is_literal(step, 1) => self.float2(step, scalar::pow_of_literal),
            Op::Pow => self.float2(step, scalar::pow),
            Op::Atan2 => self.float2(step, scalar::atan2),
            Op::Step => self.float2(step, |edge, x| if x < edge { 0.0 } else { 1.0 }),
            Op::SetLt => self.float2(step, |a, b| scalar::truth(a < b)),
            Op::SetGe => self.float2(step, |a, b| scalar::truth(a >= b)),
            Op::SetEq => self.float2(step, |a, b| scalar::truth(a == b)),
            Op::SetNe => self.float2(step, |a, b| scalar::truth(a != b)),
            Op::Shl => self.int2(step, |a, b| a.wrapping_shl(b as u32)),
            Op::Shr => self.int2(step, |a, b| a.wrapping_shr(b as u32)),
            // The bits of a bool are 0 or 1, and stay so.
            Op::And => self.bits2(step, |a, b| a & b),
            Op::Or => self.bits2(step, |a, b| a | b),
            Op::Xor => self.bits2(step, |a, b| a ^ b),
            Op::Not if self.scalar(step) == Scalar::Bool => self.bits1(step, |a| a ^ 1),
            Op::Not => self.bits1(step, |a| !a),

            Op::Mad => self.float3(step, |a, b, c| a * b + c),
            Op::Clamp if self.scalar(step) == Scalar::Int => {
                self.bits3(step, |x, low, high| {
                    (x as i32).max(low as i32).min(high as i32) as u32
                });
            }
            Op::Clamp => self.float3(step, scalar::clamp),
            Op::Mix => self.float3(step, scalar::mix),
            Op::Smoothstep => self.float3(step, scalar::smoothstep),
            Op::FaceForward => self.vectors(step, |v, n| vector::face_forward(v[0], v[1], v[2], n)),
            Op::Reflect => self.vectors(step, |v, n| vector::reflect(v[0], v[1], n)),
            Op::Refract => self.vectors(step, |v, n| vector::refract(v[0], v[1], v[2][0], n)),
            Op::Normalize => self.vectors(step, |v, n| vector::normalize(v[0], n)),
            Op::Dot => self.vectors(step, |v, n| [vector::dot(v[0], v[1], n); 4]),
            Op::Length => self.vectors(step, |v, n| [vector::length(v[0], n); 4]),
            Op::Distance => self.vectors(step, |v, n| {
                [vector::length(vector::zip(v[0], v[1], |a, b| a - b), n); 4]
            }),
            Op::Cross => self.vectors(step, |v, _| vector::cross(v[0], v[1])),
            Op::MatVec => {
                let columns = step.operands.len().saturating_sub(1).min(4);
                self.vectors(step, |v, _| {
                    vector::matrix_times_vector(&v[..columns], v[columns])
                });
            }

            Op::Lt => self.compare(step, |a, b| a < b, |a, b| a < b),
            Op::Ge => self.compare(step, |a, b| a >= b, |a, b| a >= b),
            Op::Eq => self.compare(step, |a, b| a == b, |a, b| a == b),
            Op::Ne => self.compare(step, |a, b| a != b, |a, b| a != b),
            Op::AnyTrue => self.reduce(step, |a, b| a | b),
            Op::AllTrue => self.reduce(step, |a, b| a & b),
            Op::Select => self.bits3(step, |c, a, b| if c != 0 { a } else { b }),

            Op::IntToFloat => self.bits1(step, |a| (a as i32 as f32).to_bits()),
            Op::FloatToInt => self.bits1(step, |a| f32::from_bits(a) as i32 as u32),
            Op::BoolToFloat => self.bits1(step, |a| scalar::truth(a != 0).to_bits()),
            Op::BoolToInt => self.bits1(step, |a| a),

            Op::Compose => self.compose(step),
            Op::Extract => self.extract(step),
            Op::Insert => self.insert(step),
            Op::Undefined => {
                let bits = undefined(self.scalar(step));
                self.result(step, 0..step.result.lanes, |_, _| [bits; WARP]);
            }
            Op::Dfdx => self.derivative(step, |quad| {
                [
                    quad[1] - quad[0],
                    quad[1] - quad[0],
                    quad[3] - quad[2],
                    quad[3] - quad[2],
                ]
            }),
            Op::Dfdy => self.derivative(step, |quad| {
                [
                    quad[2] - quad[0],
                    quad[3] - quad[1],
                    quad[2] - quad[0],
                    quad[3] - quad[1],
                ]
            }),
            Op::Fwidth => self.derivative(step, |quad| {
                let right = [quad[1] - quad[0], quad[3] - quad[2]].map(f32::abs);
                let up = [quad[2] - quad[0], quad[3] - quad[1]].map(f32::abs);
                [
                    right[0] + up[0],
                    right[0] + up[1],
                    right[1] + up[0],
                    right[1] + up[1],
                ]
            }),
            Op::Discard => {
                let condition = self.read(self.operand(step, 0), 0);
                self.discard(condition);
            }
            Op::EmitVertex => self.emit_vertex(step),
            Op::Input { .. }
            | Op::InputIndexed { .. }
            | Op::Uniform { .. }
            | Op::UniformIndexed { .. } => {
                return self.fetch(step);
            }
            Op::ArrayLoad(array) => return self.load(step, array),
            Op::ArrayStore(array) => return self.store(step, array),
            Op::Texture(texture) => return self.texture(step, texture),
            Op::Constant(_) | Op::If | Op::Loop => {
                return Err(bug("a step that computes nothing"));
            }
        }
        Ok(())
    }

    pub(super) fn operand(&self, step: &Compute, index: usize) -> Operand {
        let operands = &self.code.operands[step.operands.clone()];
        operands.get(index).copied().unwrap_or_default()
    }

    pub(super) fn read(&self, operand: Operand, lane: u8) -> Register {
        self.registers[operand.registers[usize::from(lane)] as usize]
    }

    /// True if an operand is a literal of the shader.
    fn is_literal(&self, step: &Compute, index: usize) -> bool {
        let operand = self.shader.insts[step.inst].args.get(index);
        operand.is_some_and(|operand| self.shader.as_constant(*operand).is_some())
    }

    /// The type of the first operand, or of the result where there is none.
    fn scalar(&self, step: &Compute) -> Scalar {
        let data = &self.shader.insts[step.inst];
        let value = data.args.first().map(|operand| operand.value);
        let value = value.or(data.results.first().copied());
        value.map_or(Scalar::Float, |value| self.shader.ty(value).scalar)
    }

    /// Sets lanes of the result, for all invocations.
    pub(super) fn result(
        &mut self,
        step: &Compute,
        lanes: std::ops::Range<u8>,
        value: impl Fn(&Self, u8) -> Register,
    ) {
        for lane in lanes {
            let register = step.result.registers[usize::from(lane)];
            self.registers[register as usize] = value(self, lane);
        }
    }

    fn bits1(&mut self, step: &Compute, f: impl Fn(u32) -> u32) {
        let a = self.operand(step, 0);
        self.result(step, 0..step.result.lanes, |this, lane| {
            this.read(a, lane).map(&f)
        });
    }

    fn bits2(&mut self, step: &Compute, f: impl Fn(u32, u32) -> u32) {
        let [a, b] = [0, 1].map(|index| self.operand(step, index));
        self.result(step, 0..step.result.lanes, |this, lane| {
            let (a, b) = (this.read(a, lane), this.read(b, lane));
            std::array::from_fn(|i| f(a[i], b[i]))
        });
    }

    fn bits3(&mut self, step: &Compute, f: impl Fn(u32, u32, u32) -> u32) {
        let [a, b, c] = [0, 1, 2].map(|index| self.operand(step, index));
        self.result(step, 0..step.result.lanes, |this, lane| {
            let (a, b, c) = (this.read(a, lane), this.read(b, lane), this.read(c, lane));
            std::array::from_fn(|i| f(a[i], b[i], c[i]))
        });
    }

    fn float1(&mut self, step: &Compute, f: impl Fn(f32) -> f32) {
        self.bits1(step, |a| f(f32::from_bits(a)).to_bits());
    }

    fn float2(&mut self, step: &Compute, f: impl Fn(f32, f32) -> f32) {
        self.bits2(step, |a, b| {
            f(f32::from_bits(a), f32::from_bits(b)).to_bits()
        });
    }

    fn float3(&mut self, step: &Compute, f: impl Fn(f32, f32, f32) -> f32) {
        self.bits3(step, |a, b, c| {
            f(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits()
        });
    }

    fn int2(&mut self, step: &Compute, f: impl Fn(i32, i32) -> i32) {
        self.bits2(step, |a, b| f(a as i32, b as i32) as u32);
    }

    fn number1(&mut self, step: &Compute, float: impl Fn(f32) -> f32, int: impl Fn(i32) -> i32) {
        match self.scalar(step) {
            Scalar::Float => self.float1(step, float),
            _ => self.bits1(step, |a| int(a as i32) as u32),
        }
    }

    fn number2(
        &mut self,
        step: &Compute,
        float: impl Fn(f32, f32) -> f32,
        int: impl Fn(i32, i32) -> i32,
    ) {
        match self.scalar(step) {
            Scalar::Float => self.float2(step, float),
            _ => self.int2(step, int),
        }
    }

    fn compare(
        &mut self,
        step: &Compute,
        float: impl Fn(f32, f32) -> bool,
        int: impl Fn(i32, i32) -> bool,
    ) {
        match self.scalar(step) {
            Scalar::Float => self.bits2(step, |a, b| {
                u32::from(float(f32::from_bits(a), f32::from_bits(b)))
            }),
            _ => self.bits2(step, |a, b| u32::from(int(a as i32, b as i32))),
        }
    }

    fn reduce(&mut self, step: &Compute, f: impl Fn(u32, u32) -> u32) {
        let a = self.operand(step, 0);
        let mut sum = self.read(a, 0);
        for lane in 1..a.lanes {
            let next = self.read(a, lane);
            sum = std::array::from_fn(|i| f(sum[i], next[i]));
        }
        self.result(step, 0..1, |_, _| sum);
    }

    /// Operands as vectors, one invocation at a time, and the lanes of the first. The first lanes of
    /// what comes back are the result.
    fn vectors(&mut self, step: &Compute, f: impl Fn(&[Vector; 5], usize) -> Vector) {
        let count = step.operands.len().min(5);
        let lanes = usize::from(self.operand(step, 0).lanes);
        let mut results = [[0; WARP]; 4];
        for invocation in 0..WARP {
            let mut operands = [[0.0; 4]; 5];
            for (index, vector) in operands.iter_mut().enumerate().take(count) {
                let operand = self.operand(step, index);
                for lane in 0..operand.lanes {
                    let bits = self.read(operand, lane)[invocation];
                    vector[usize::from(lane)] = f32::from_bits(bits);
                }
            }
            let result = f(&operands, lanes);
            for (register, lane) in results.iter_mut().zip(result) {
                register[invocation] = lane.to_bits();
            }
        }
        self.result(step, 0..step.result.lanes, |_, lane| {
            results[usize::from(lane)]
        });
    }

    fn compose(&mut self, step: &Compute) {
        let mut lanes = [[0; WARP]; 4];
        let mut next = 0;
        for index in 0..step.operands.len() {
            let operand = self.operand(step, index);
            for lane in 0..operand.lanes {
                if let Some(slot) = lanes.get_mut(next) {
                    *slot = self.read(operand, lane);
                }
                next += 1;
            }
        }
        self.result(step, 0..step.result.lanes, |_, lane| {
            lanes[usize::from(lane)]
        });
    }

    fn extract(&mut self, step: &Compute) {
        let vector = self.operand(step, 0);
        let last = u32::from(vector.lanes.max(1)) - 1;
        let index = self.indices(step, 1);
        self.note_outside(&index, last);
        self.result(step, 0..1, |this, _| {
            std::array::from_fn(|i| this.read(vector, scalar::place(index[i], last) as u8)[i])
        });
    }

    fn insert(&mut self, step: &Compute) {
        let vector = self.operand(step, 0);
        let lane = self.read(self.operand(step, 2), 0);
        let index = self.indices(step, 1);
        self.note_outside(&index, u32::from(vector.lanes.max(1)) - 1);
        let old: [Register; 4] = std::array::from_fn(|k| self.read(vector, k as u8));
        let new: [[u32; 4]; WARP] = std::array::from_fn(|i| {
            vector::insert(
                old.map(|register| register[i]),
                vector.lanes,
                index[i],
                lane[i],
            )
        });
        self.result(step, 0..step.result.lanes, |_, lane| {
            std::array::from_fn(|i| new[i][usize::from(lane)])
        });
    }

    /// Notes which invocations have an index out of `0..=last`.
    pub(super) fn note_outside(&mut self, indices: &[i32; WARP], last: u32) {
        for (invocation, &index) in indices.iter().enumerate() {
            if scalar::place(index, last) as i32 != index {
                self.outside |= self.mask & 1 << invocation;
            }
        }
    }

    /// An operand that is an index: an int, or a float that holds one.
    pub(super) fn indices(&self, step: &Compute, operand: usize) -> [i32; WARP] {
        let bits = self.read(self.operand(step, operand), 0);
        let args = &self.shader.insts[step.inst].args;
        match args
            .get(operand)
            .map(|operand| self.shader.ty(operand.value).scalar)
        {
            Some(Scalar::Float) => bits.map(|bits| f32::from_bits(bits) as i32),
            _ => bits.map(|bits| bits as i32),
        }
    }

    /// Differences in the quads; 0 where there are none.
    fn derivative(&mut self, step: &Compute, f: impl Fn([f32; 4]) -> [f32; 4]) {
        let a = self.operand(step, 0);
        let quads = self.data.quads;
        self.result(step, 0..step.result.lanes, |this, lane| {
            let mut register = [0; WARP];
            if quads {
                let values = this.read(a, lane);
                let quads = values.chunks_exact(4).zip(register.chunks_exact_mut(4));
                for (values, results) in quads {
                    let differences = f(std::array::from_fn(|i| f32::from_bits(values[i])));
                    for (result, difference) in results.iter_mut().zip(differences) {
                        *result = difference.to_bits();
                    }
                }
            }
            register
        });
    }
}
