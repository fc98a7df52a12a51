//! What each operation of the representation becomes, lane by lane.

use super::Lowering;
use super::dot::is_row;
use crate::interface::{InputFile, UniformPlace};
use crate::isa::Opcode;
use crate::machine;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::opt::is_nonnegative;
use retroshade_ir::{Inst, Op, OpKind};
use retroshade_kit::mir::LaneRef;

impl Lowering<'_> {
    pub(super) fn value(&mut self, inst: Inst, lanes: u8) -> Result<Vec<LaneRef>, Diagnostic> {
        let op = self.shader.insts[inst].op;
        match op {
            Op::Constant(constant) => {
                let lanes = 0..constant.ty.lanes;
                Ok(lanes
                    .map(|lane| LaneRef::literal(constant.number(lane)))
                    .collect())
            }
            Op::Undefined => Ok(vec![LaneRef::literal(0.0); lanes.into()]),
            Op::Input { input, slot } => {
                let place = self.places.inputs[input];
                let place = place.ok_or_else(|| self.bug("an input has no register"))?;
                let register = place.register(slot);
                let lane = |lane| match place.file {
                    InputFile::Inputs => machine::input(register, lane),
                    InputFile::Uniforms => machine::uniform(register, lane),
                };
                Ok((0..lanes).map(lane).collect())
            }
            Op::Uniform { uniform, slot } => {
                if let Some(UniformPlace::Boolean(_)) = self.places.uniforms[uniform] {
                    return Ok(vec![self.boolean_as_number(inst)?]);
                }
                let lane = |lane| {
                    let (register, lane) = self.uniform_lane(uniform, slot, lane)?;
                    Ok(machine::uniform(register, lane))
                };
                (0..lanes).map(lane).collect()
            }
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => self.indexed(inst, uniform, base, stride, lanes),
            Op::InputIndexed {
                input,
                base,
                stride,
            } => self.indexed_input(inst, input, base, stride, lanes),
            Op::Compose => Ok(self.operands(inst)?.concat()),
            Op::Dot => {
                let operands = self.operands(inst)?;
                let [a, b] = operands.as_slice() else {
                    return Err(self.bug("a dot product of other than two vectors"));
                };
                let pairs: Vec<(LaneRef, LaneRef)> =
                    a.iter().copied().zip(b.iter().copied()).collect();
                Ok(vec![self.dot(&pairs)])
            }
            Op::MatVec => {
                let operands = self.operands(inst)?;
                let Some((vector, columns)) = operands.split_last() else {
                    return Err(self.bug("a matrix product without operands"));
                };
                let rows = columns.first().map_or(0, Vec::len);
                let row =
                    |k: usize| -> Vec<LaneRef> { columns.iter().map(|column| column[k]).collect() };
                if (0..rows).all(|k| is_row(&row(k))) {
                    let products = (0..rows).map(|k| {
                        let row = row(k).into_iter();
                        let pairs: Vec<(LaneRef, LaneRef)> =
                            row.zip(vector.iter().copied()).collect();
                        self.dot(&pairs)
                    });
                    return Ok(products.collect());
                }
                Ok(self.columns_times(columns, vector))
            }
            Op::Select => self.select(inst),
            _ => self.lanewise(inst, op.kind()),
        }
    }

    pub(super) fn lanewise(
        &mut self,
        inst: Inst,
        kind: OpKind,
    ) -> Result<Vec<LaneRef>, Diagnostic> {
        let operands = self.operands(inst)?;
        let width = operands.first().map_or(0, Vec::len);
        let lane = |operand: usize, lane: usize| operands[operand][lane];
        let all = |f: &mut dyn FnMut(usize) -> LaneRef| (0..width).map(f).collect::<Vec<_>>();
        let (zero, one) = (LaneRef::literal(0.0), LaneRef::literal(1.0));
        Ok(match kind {
            OpKind::Neg => all(&mut |k| lane(0, k).negated()),
            OpKind::Abs => all(&mut |k| self.abs(lane(0, k))),
            OpKind::Floor => all(&mut |k| self.function(Opcode::Flr, lane(0, k))),
            OpKind::Fract => {
                let floors = all(&mut |k| self.function(Opcode::Flr, lane(0, k)));
                self.next_group();
                let pairs = floors.iter().enumerate();
                pairs
                    .map(|(k, floor)| self.add(lane(0, k), floor.negated()))
                    .collect()
            }
            // `mova` truncates by itself.
            OpKind::Trunc if self.only_index(inst) => all(&mut |k| lane(0, k)),
            OpKind::Trunc if is_nonnegative(self.shader, self.shader.insts[inst].args[0]) => {
                all(&mut |k| self.function(Opcode::Flr, lane(0, k)))
            }
            OpKind::Trunc => self.trunc(&all(&mut |k| lane(0, k))),
            OpKind::Sqrt => all(&mut |k| {
                let root = self.function(Opcode::Rsq, lane(0, k));
                self.function(Opcode::Rcp, root)
            }),
            OpKind::Rsqrt => all(&mut |k| self.function(Opcode::Rsq, lane(0, k))),
            OpKind::Rcp => all(&mut |k| self.function(Opcode::Rcp, lane(0, k))),
            OpKind::Exp2 => all(&mut |k| self.function(Opcode::Ex2, lane(0, k))),
            OpKind::Log2 => all(&mut |k| self.function(Opcode::Lg2, lane(0, k))),
            OpKind::Add => all(&mut |k| self.add(lane(0, k), lane(1, k))),
            OpKind::Sub => all(&mut |k| self.add(lane(0, k), lane(1, k).negated())),
            OpKind::Mul => all(&mut |k| self.mul(lane(0, k), lane(1, k))),
            OpKind::Min => all(&mut |k| self.min(lane(0, k), lane(1, k))),
            OpKind::Max => all(&mut |k| self.max(lane(0, k), lane(1, k))),
            OpKind::SetLt => all(&mut |k| self.set(Opcode::Slt, lane(0, k), lane(1, k))),
            OpKind::SetGe => all(&mut |k| self.set(Opcode::Sge, lane(0, k), lane(1, k))),
            OpKind::Step => all(&mut |k| self.set(Opcode::Sge, lane(1, k), lane(0, k))),
            OpKind::Saturate => {
                let low = all(&mut |k| self.max(lane(0, k), zero));
                self.next_group();
                low.iter().map(|lane| self.min(*lane, one)).collect()
            }
            OpKind::Clamp => {
                let low = all(&mut |k| self.max(lane(0, k), lane(1, k)));
                self.next_group();
                let lanes = low.iter().enumerate();
                lanes.map(|(k, low)| self.min(*low, lane(2, k))).collect()
            }
            OpKind::Mad => {
                let products = all(&mut |k| self.mul(lane(0, k), lane(1, k)));
                self.next_group();
                let lanes = products.iter().enumerate();
                lanes
                    .map(|(k, product)| self.add(*product, lane(2, k)))
                    .collect()
            }
            other => {
                let message = format!("there is no way to do `{}` here", other.name());
                return Err(self.refuse(message));
            }
        })
    }

    pub(super) fn abs(&mut self, x: LaneRef) -> LaneRef {
        let plain = x.plain();
        if x.number().is_some() {
            return plain;
        }
        self.select_one(Opcode::Max, f32::max, plain, plain.negated())
    }

    /// Towards zero: the floor of the magnitude, with the sign put back.
    pub(super) fn trunc(&mut self, lanes: &[LaneRef]) -> Vec<LaneRef> {
        let zero = LaneRef::literal(0.0);
        let step = |this: &mut Self,
                    lanes: &[LaneRef],
                    f: &mut dyn FnMut(&mut Self, usize, LaneRef) -> LaneRef| {
            this.next_group();
            let lanes = lanes.iter().enumerate();
            lanes
                .map(|(k, lane)| f(this, k, *lane))
                .collect::<Vec<LaneRef>>()
        };
        if lanes.iter().all(|lane| lane.number().is_some()) {
            let values = lanes.iter().filter_map(|lane| lane.number());
            return values
                .map(|value| LaneRef::literal(value.trunc()))
                .collect();
        }
        let magnitudes = step(self, lanes, &mut |this, _, lane| this.abs(lane));
        let floors = step(self, &magnitudes, &mut |this, _, lane| {
            this.function(Opcode::Flr, lane)
        });
        let negative = step(self, lanes, &mut |this, _, lane| {
            this.set(Opcode::Slt, lane, zero)
        });
        let twice = step(self, &floors, &mut |this, _, lane| this.add(lane, lane));
        let taken = step(self, &twice, &mut |this, k, lane| {
            this.mul(lane, negative[k]).negated()
        });
        step(self, &taken, &mut |this, k, lane| this.add(floors[k], lane))
    }
}
