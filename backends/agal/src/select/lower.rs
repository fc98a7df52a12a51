//! From the representation to machine operations on lanes.

use super::sign::{factor, lanes_by};
use crate::interface::Registers;
use crate::isa::{File, Opcode, Version};
use crate::machine::{Operation, Program, constant, input};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Builtin, Inst, Op as IrOp, OpKind, Scalar, Shader, Stage, Use, Value};
use retroshade_kit::mir::{Base, LaneRef, OpId, Operand, Reg};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The state of lowering the body of a shader.
pub(super) struct Lowering<'a> {
    pub(super) target: &'static str,
    /// True if the program may ask for derivatives.
    derivatives: bool,
    pub(super) shader: &'a Shader,
    pub(super) registers: &'a mut Registers,
    pub(super) program: Program,
    pub(super) errors: Diagnostics,
    pub(super) span: Span,
    /// Lanes of each value of the representation.
    values: SecondaryMap<Value, Operand>,
    /// Negated lanes that were computed.
    negated: BTreeMap<LaneRef, LaneRef>,
    /// The terms of sums, and the lanes that hold differences.
    pub(super) sums: FxHashMap<LaneRef, [LaneRef; 2]>,
    pub(super) differences: FxHashMap<(LaneRef, LaneRef), LaneRef>,
    /// Comparisons as 0 and 1.
    pub(super) truths: FxHashMap<(Opcode, Operand, Operand), Operand>,
    /// Values of the representation that may be an infinity or NaN.
    pub(super) infinite: EntitySet<Value>,
    /// Indices multiplied by a stride, and with a large offset added.
    pub(super) scaled: BTreeMap<(LaneRef, u32, u32), LaneRef>,
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
        Lowering {
            target,
            derivatives: version > Version::V1 && shader.stage == Stage::Fragment,
            shader,
            registers,
            program: Program::default(),
            errors: Diagnostics::new(),
            span: Span::NONE,
            values: SecondaryMap::with_len(shader.values.len()),
            negated: BTreeMap::new(),
            sums: FxHashMap::default(),
            differences: FxHashMap::default(),
            truths: FxHashMap::default(),
            infinite: EntitySet::new(),
            scaled: BTreeMap::new(),
            matrices: super::matrix::Matrices::find(shader),
            biases: BTreeMap::new(),
        }
    }

    /// Lowers the body and collects the outputs.
    pub(super) fn body(&mut self) {
        let shader = self.shader;
        let region = &shader.regions[shader.body];
        for &inst in &region.insts {
            self.span = shader.insts[inst].span;
            self.inst(inst);
        }
        self.outputs(region.end.uses());
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.shader.insts[inst];
        let mut args: SmallVec<[Operand; 3]> = SmallVec::new();
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
        if self.may_be_infinite(data) {
            self.infinite.extend(result);
        }
        let lanes = self.operation(inst, data.op, &args, ty.map_or(0, |ty| ty.lanes));
        if let Some(value) = result {
            self.values[value] = lanes;
        }
    }

    /// The lanes that a use reads.
    pub(super) fn operand(&self, operand: Use) -> Operand {
        let lanes = &self.values[operand.value];
        let lane = |lane: &u8| lanes.get(usize::from(*lane)).copied();
        let read = operand.swizzle.lanes();
        lanes_by(operand.lanes(), |place| {
            let read = read.get(usize::from(place));
            read.and_then(lane).unwrap_or(LaneRef::UNDEFINED)
        })
    }

    fn operation(&mut self, inst: Inst, op: IrOp, args: &[Operand], lanes: u8) -> Operand {
        let empty = Operand::new();
        let arg = |index: usize| args.get(index).unwrap_or(&empty);
        let undefined = || undefined(lanes);
        match op {
            IrOp::Constant(constant) => lanes_by(lanes, |lane| {
                LaneRef::bits(constant.bits[usize::from(lane)])
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
                let (reg, address) = self.index(arg(0), first / 4, stride);
                let component = (first % 4) as u8;
                lanes_by(lanes, |lane| {
                    Base::Indexed(reg, address, component + lane).into()
                })
            }
            IrOp::Compose => args.iter().flatten().copied().collect(),
            IrOp::Neg => arg(0).iter().map(|lane| lane.negated()).collect(),
            IrOp::Add => self.add(arg(0), arg(1)),
            IrOp::Sub => self.subtract(arg(0), arg(1)),
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
            IrOp::SetLt => self.comparison(Opcode::Slt, arg(0), arg(1)),
            IrOp::SetGe => self.comparison(Opcode::Sge, arg(0), arg(1)),
            IrOp::SetEq => self.comparison(Opcode::Seq, arg(0), arg(1)),
            IrOp::SetNe => self.comparison(Opcode::Sne, arg(0), arg(1)),
            IrOp::Pow => {
                let (a, b) = (self.plain(arg(0)), self.plain(arg(1)));
                self.lanewise(Opcode::Pow, [a, b])
            }
            IrOp::Normalize => self.vector(Opcode::Nrm, &args[..1]),
            IrOp::Cross => self.vector(Opcode::Crs, &args[..2]),
            IrOp::Dot => self.dot(inst, arg(0), arg(1)),
            IrOp::Texture(texture) => self.lookup(texture, args),
            IrOp::Select => self.select(inst, args),
            IrOp::Discard => {
                self.discard(inst);
                Operand::new()
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

    /// Appends an operation whose results are a new vector, and gives them.
    pub(super) fn push(
        &mut self,
        operation: impl Into<Operation>,
        operands: impl IntoIterator<Item = Operand>,
    ) -> (OpId, Operand) {
        let id = self.program.append(operation.into(), operands, self.span);
        self.program.give_vector(id);
        (id, self.program.results(id).collect())
    }

    /// An operation lane by lane.
    pub(super) fn lanewise(
        &mut self,
        opcode: Opcode,
        operands: impl IntoIterator<Item = Operand>,
    ) -> Operand {
        self.push(opcode, operands).1
    }

    /// An operation lane by lane, the results negated if that is asked for.
    pub(super) fn lanewise_signed(
        &mut self,
        opcode: Opcode,
        operands: impl IntoIterator<Item = Operand>,
        negative: bool,
    ) -> Operand {
        let results = self.lanewise(opcode, operands);
        let signed = results.iter().map(|lane| lane.negated_if(negative));
        signed.collect()
    }

    /// Lanes without signs: negations that nobody could take up are computed.
    pub(super) fn plain(&mut self, list: &[LaneRef]) -> Operand {
        let negative = list.iter().filter(|lane| lane.negate);
        let pending = negative.map(|lane| lane.plain());
        let mut pending: SmallVec<[LaneRef; 4]> = pending
            .filter(|lane| !self.negated.contains_key(lane))
            .collect();
        pending.sort_unstable();
        pending.dedup();
        if !pending.is_empty() {
            let operand = pending.iter().copied().collect();
            let result = self.lanewise(Opcode::Neg, [operand]);
            self.negated.extend(pending.into_iter().zip(result));
        }
        let plain = list.iter().map(|lane| {
            if lane.negate {
                self.negated.get(&lane.plain()).copied()
            } else {
                None
            }
        });
        let plain = plain.zip(list);
        plain.map(|(known, lane)| known.unwrap_or(*lane)).collect()
    }

    /// Lanes and their common sign.
    pub(super) fn factored(&mut self, list: &[LaneRef]) -> (Operand, bool) {
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
fn define(lanes: &mut Operand) {
    let defined = lanes.iter().copied().find(|lane| !lane.is_undefined());
    let value = defined.unwrap_or(LaneRef::literal(0.0));
    for lane in lanes.iter_mut().filter(|lane| lane.is_undefined()) {
        *lane = value;
    }
}

/// So many times the same lane.
pub(super) fn splat(lane: LaneRef, count: u8) -> Operand {
    lanes_by(count, |_| lane)
}

/// So many lanes that nobody depends on.
pub(super) fn undefined(count: u8) -> Operand {
    splat(LaneRef::UNDEFINED, count)
}

/// Lanes of a register in order, from a lane number on.
pub(super) fn register(file: File, lane: u32, count: u8) -> Operand {
    let (number, component) = ((lane / 4) as u16, (lane % 4) as u8);
    let reg: Reg = match file {
        File::Constant => constant(number),
        file => input(file, number),
    };
    lanes_by(count, |lane| LaneRef::register(reg, component + lane))
}
