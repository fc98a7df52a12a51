//! From the representation to machine operations on lanes.

use super::code::{Code, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use super::signed::{Signed, SignedLanes, factor, lanes_by};
use crate::interface::{Registers, depth_range};
use crate::isa::{File, Mask, Opcode, Version};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Builtin, Inst, Op as IrOp, OpKind, Scalar, Shader, Stage, Use};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// One output register and what goes into its components.
#[derive(Clone, Debug)]
pub(super) struct OutputRegister {
    pub(super) file: File,
    pub(super) number: u16,
    /// `None`: the component is not part of the output.
    pub(super) lanes: [Option<Lane>; 4],
    pub(super) span: Span,
}

/// Walks the body of a shader.
pub(super) struct Lowering<'a> {
    pub(super) target: &'static str,
    /// Whether the program may ask for derivatives.
    derivatives: bool,
    pub(super) shader: &'a Shader,
    pub(super) registers: &'a mut Registers,
    pub(super) code: Code,
    pub(super) errors: Diagnostics,
    pub(super) span: Span,
    /// Lanes of each value of the representation.
    values: Vec<SignedLanes>,
    /// Negated lanes that were computed.
    negated: BTreeMap<Lane, Lane>,
    /// The terms of sums, and the lanes that hold differences.
    pub(super) sums: FxHashMap<Lane, [Lane; 2]>,
    pub(super) differences: FxHashMap<(Lane, Lane), Lane>,
    /// Comparisons as 0 and 1.
    pub(super) truths: FxHashMap<(Opcode, SignedLanes, SignedLanes), SignedLanes>,
    /// Values of the representation that may be an infinity or no number.
    pub(super) infinite: Vec<bool>,
    /// Indices multiplied by a stride, and with a large offset added.
    pub(super) scaled: BTreeMap<(Lane, u32, u32), Lane>,
    /// Which dot products are rows of one matrix product.
    pub(super) matrices: super::matrix::Matrices,
    /// The bias of each sampler once a lookup was seen.
    pub(super) biases: BTreeMap<u16, Option<i8>>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(
        target: &'static str,
        version: Version,
        shader: &'a Shader,
        registers: &'a mut Registers,
    ) -> Lowering<'a> {
        let instructions = shader.regions[shader.body].insts.len();
        Lowering {
            target,
            derivatives: version > Version::V1 && shader.stage == Stage::Fragment,
            shader,
            registers,
            code: Code {
                // Most instructions become one operation.
                ops: Vec::with_capacity(instructions),
                values: Vec::with_capacity(instructions),
                indices: Vec::new(),
            },
            errors: Diagnostics::new(),
            span: Span::NONE,
            values: std::iter::repeat_with(SignedLanes::new)
                .take(shader.values.len())
                .collect(),
            negated: BTreeMap::new(),
            sums: FxHashMap::default(),
            differences: FxHashMap::default(),
            truths: FxHashMap::default(),
            infinite: vec![false; shader.values.len()],
            scaled: BTreeMap::new(),
            matrices: super::matrix::Matrices::find(shader),
            biases: BTreeMap::new(),
        }
    }

    /// Lowers the body and collects the outputs.
    pub(super) fn body(&mut self) -> Vec<OutputRegister> {
        let shader = self.shader;
        let region = &shader.regions[shader.body];
        for &inst in &region.insts {
            self.span = shader.insts[inst].span;
            self.inst(inst);
        }
        self.outputs(region.end.uses())
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.shader.insts[inst];
        let mut args: SmallVec<[SignedLanes; 3]> = SmallVec::new();
        // What is only put in place may stay undefined: then nothing is moved.
        let moves = matches!(data.op, IrOp::Compose | IrOp::Select | IrOp::Neg);
        for &operand in &data.args {
            let mut lanes = self.operand(operand);
            if !moves {
                define(&mut lanes);
            }
            args.push(lanes);
        }
        let result = data.results.first().copied();
        let ty = result.map(|value| self.shader.ty(value));
        if ty.is_some_and(|ty| ty.scalar == Scalar::Int) {
            return self.defect("an integer is left after the passes", ());
        }
        if let Some(value) = result
            && self.may_be_infinite(data)
            && let Some(infinite) = self.infinite.get_mut(value.index())
        {
            *infinite = true;
        }
        let lanes = self.operation(inst, data.op, &args, ty.map_or(0, |ty| ty.lanes));
        if let Some(slot) = result.and_then(|value| self.values.get_mut(value.index())) {
            *slot = lanes;
        }
    }

    /// The lanes that a use reads.
    pub(super) fn operand(&self, operand: Use) -> SignedLanes {
        let lanes = self
            .values
            .get(operand.value.index())
            .map_or(&[][..], SmallVec::as_slice);
        let lane = |lane: &u8| lanes.get(usize::from(*lane)).copied();
        let undefined = Signed::plain(Lane::Undefined);
        let read = operand.swizzle.lanes();
        lanes_by(operand.lanes(), |place| {
            let read = read.get(usize::from(place));
            read.and_then(lane).unwrap_or(undefined)
        })
    }

    fn operation(&mut self, inst: Inst, op: IrOp, args: &[SignedLanes], lanes: u8) -> SignedLanes {
        let empty = SignedLanes::new();
        let arg = |index: usize| args.get(index).unwrap_or(&empty);
        let undefined = || smallvec![Signed::plain(Lane::Undefined); lanes.into()];
        match op {
            IrOp::Constant(constant) => lanes_by(lanes, |lane| {
                Signed::plain(Lane::Literal(constant.bits[usize::from(lane)]))
            }),
            IrOp::Undefined => undefined(),
            IrOp::Input { input, slot } => {
                if self.shader.interface.inputs[input].builtin == Some(Builtin::FragCoord) {
                    return self.frag_coord();
                }
                match self.registers.input(input, slot) {
                    Some((file, lane)) => register(file, lane, lanes),
                    None => self.defect("an input without a register", undefined()),
                }
            }
            IrOp::Uniform { uniform, slot } => match self.registers.uniform(uniform, slot) {
                None if depth_range(&self.shader.interface.uniforms[uniform]).is_some() => {
                    let value = depth_range(&self.shader.interface.uniforms[uniform]);
                    smallvec![Signed::number(value.unwrap_or_default())]
                }
                Some(lane) => register(File::Constant, lane, lanes),
                None => self.defect("a uniform without a register", undefined()),
            },
            IrOp::UniformIndexed {
                uniform,
                base,
                stride,
            } => {
                let Some(first) = self.registers.uniform(uniform, base) else {
                    return self.defect("a uniform without a register", undefined());
                };
                let index = self.index(arg(0), first / 4, stride);
                let component = (first % 4) as u8;
                (0..lanes)
                    .map(|lane| Signed::plain(Lane::Indirect(index, component + lane)))
                    .collect()
            }
            IrOp::Compose => args.iter().flatten().copied().collect(),
            IrOp::Neg => arg(0)
                .iter()
                .map(|operand| operand.negated_if(true))
                .collect(),
            IrOp::Add => self.sum(arg(0), arg(1), false),
            IrOp::Sub => self.sum(arg(0), arg(1), true),
            IrOp::Mul => self.product(arg(0), arg(1)),
            IrOp::Div => self.signed_binary(Opcode::Div, arg(0), arg(1)),
            IrOp::Rcp => self.odd(Opcode::Rcp, arg(0)),
            IrOp::Sin => self.odd(Opcode::Sin, arg(0)),
            IrOp::Dfdx if self.derivatives => self.odd(Opcode::Ddx, arg(0)),
            IrOp::Dfdy if self.derivatives => self.odd(Opcode::Ddy, arg(0)),
            IrOp::Cos => self.even(Opcode::Cos, arg(0)),
            IrOp::Abs => self.even(Opcode::Abs, arg(0)),
            IrOp::Fract => self.unary(Opcode::Frc, arg(0)),
            IrOp::Sqrt => self.unary(Opcode::Sqt, arg(0)),
            IrOp::Rsqrt => self.unary(Opcode::Rsq, arg(0)),
            IrOp::Exp2 => self.unary(Opcode::Exp, arg(0)),
            IrOp::Log2 => self.unary(Opcode::Log, arg(0)),
            IrOp::Saturate => self.unary(Opcode::Sat, arg(0)),
            IrOp::Min => self.extreme(Opcode::Min, Opcode::Max, arg(0), arg(1)),
            IrOp::Max => self.extreme(Opcode::Max, Opcode::Min, arg(0), arg(1)),
            IrOp::SetLt => self.comparison(Opcode::Slt, true, arg(0), arg(1)),
            IrOp::SetGe => self.comparison(Opcode::Sge, true, arg(0), arg(1)),
            IrOp::SetEq => self.comparison(Opcode::Seq, false, arg(0), arg(1)),
            IrOp::SetNe => self.comparison(Opcode::Sne, false, arg(0), arg(1)),
            IrOp::Pow => {
                let (a, b) = (self.plain(arg(0)), self.plain(arg(1)));
                self.lanewise(Opcode::Pow, a, b, false)
            }
            IrOp::Normalize => self.vector(Opcode::Nrm, arg(0), &[]),
            IrOp::Cross => self.vector(Opcode::Crs, arg(0), arg(1)),
            IrOp::Dot => self.dot(inst, arg(0), arg(1)),
            IrOp::Texture(texture) => self.lookup(texture, args),
            IrOp::Select => self.select(inst, args),
            IrOp::Discard => {
                self.discard(inst);
                SignedLanes::new()
            }
            // Comparisons that a discard reads are looked at from there.
            IrOp::Lt | IrOp::Ge | IrOp::Eq | IrOp::Ne => undefined(),
            other => {
                let name = other.kind().name();
                let message = format!("{} cannot do the operation `{name}`", self.target);
                self.refuse(message, "needed here");
                undefined()
            }
        }
    }

    pub(super) fn refuse(&mut self, message: String, label: &str) {
        let error = Diagnostic::error(codes::target::UNSUPPORTED, message).at(self.span, label);
        self.errors.push(error);
    }

    pub(super) fn defect<T>(&mut self, message: &str, result: T) -> T {
        self.errors
            .push(Diagnostic::bug("agal select", message).at(self.span, ""));
        result
    }

    /// Appends an operation with a new value and gives the value.
    pub(super) fn push(
        &mut self,
        opcode: Opcode,
        a: Lanes,
        b: Lanes,
        width: u8,
        info: ValueInfo,
    ) -> ValueId {
        let value = self.code.value(info);
        self.code.ops.push(Op {
            opcode,
            target: Target::Value(value, Mask::new((1u8 << width) - 1)),
            a,
            b,
            matrix: None,
            sampler: None,
            flow: None,
            span: self.span,
        });
        value
    }

    /// An operation lane by lane.
    pub(super) fn lanewise(
        &mut self,
        opcode: Opcode,
        a: Lanes,
        b: Lanes,
        negative: bool,
    ) -> SignedLanes {
        let width = a.len() as u8;
        let value = self.push(opcode, a, b, width, ValueInfo::default());
        lanes_of(value, width, negative)
    }

    /// Lanes without signs: negations that nobody could take up are computed.
    pub(super) fn plain(&mut self, list: &[Signed]) -> Lanes {
        let pending: Vec<Lane> = list
            .iter()
            .filter(|operand| operand.negative && !self.negated.contains_key(&operand.lane))
            .map(|operand| operand.lane)
            .collect();
        let mut distinct = pending;
        distinct.sort_unstable();
        distinct.dedup();
        if !distinct.is_empty() {
            let result = self.lanewise(
                Opcode::Neg,
                Lanes::new(distinct.iter().copied()),
                Lanes::EMPTY,
                false,
            );
            for (lane, negated) in distinct.into_iter().zip(result) {
                self.negated.insert(lane, negated.lane);
            }
        }
        Lanes::new(list.iter().map(|operand| {
            match operand.negative {
                true => self
                    .negated
                    .get(&operand.lane)
                    .copied()
                    .unwrap_or(operand.lane),
                false => operand.lane,
            }
        }))
    }

    /// Lanes and their common sign.
    pub(super) fn factored(&mut self, list: &[Signed]) -> (Lanes, bool) {
        factor(list).unwrap_or_else(|| (self.plain(list), false))
    }

    /// The operation that makes the single lane of a use, with its operands cut to that lane.
    pub(super) fn scalar_def(&self, operand: Use) -> Option<(OpKind, Vec<Use>)> {
        let inst = self.shader.def_inst(operand.value)?;
        let data = &self.shader.insts[inst];
        if !data.op.is_lanewise() {
            return None;
        }
        let args = data
            .args
            .iter()
            .map(|arg| arg.then(operand.swizzle))
            .collect();
        Some((data.op.kind(), args))
    }
}

/// Gives undefined lanes of an operand a value that it has anyway, or 0: an instruction reads something.
fn define(lanes: &mut SignedLanes) {
    let is_undefined = |lane: &Signed| lane.lane == Lane::Undefined;
    let defined = lanes.iter().copied().find(|lane| !is_undefined(lane));
    let value = defined.unwrap_or(Signed::number(0.0));
    for lane in lanes.iter_mut().filter(|lane| is_undefined(lane)) {
        *lane = value;
    }
}

/// Lanes of a register in order, from a lane number on.
pub(super) fn register(file: File, lane: u32, count: u8) -> SignedLanes {
    let (number, component) = ((lane / 4) as u16, (lane % 4) as u8);
    lanes_by(count, |lane| {
        Signed::plain(Lane::Register(file, number, component + lane))
    })
}

/// Lanes of a value in order.
pub(super) fn lanes_of(value: ValueId, width: u8, negative: bool) -> SignedLanes {
    lanes_by(width, |lane| Signed {
        lane: Lane::Value(value, lane),
        negative,
    })
}
