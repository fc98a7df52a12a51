//! Lookups and discarding.

use super::lower::{Lowering, splat, undefined};
use crate::isa::Opcode;
use crate::machine::{Operation, one_lane};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::{Inst, LevelOfDetail, OpKind, SamplerKind, TextureOp, Use};
use retroshade_kit::mir::{LaneRef, Operand};

impl Lowering<'_> {
    pub(super) fn lookup(&mut self, texture: TextureOp, args: &[Operand]) -> Operand {
        let undefined = undefined(4);
        let Some(first) = self.registers.samplers[texture.sampler] else {
            return self.defect("a sampler without a unit", undefined);
        };
        let mut sampler = self.registers.flags[texture.sampler];
        if texture.indexed {
            let message = format!("{} cannot choose a sampler by a value", self.target);
            self.refuse(message, "the index is not constant");
            return undefined;
        }
        sampler.number = first.saturating_add(texture.element as u16);
        let Some(bias) = self.bias(texture, args) else {
            return undefined;
        };
        match self.biases.insert(sampler.number, bias) {
            Some(other) if other != bias => {
                let message = format!(
                    "{} has one level of detail bias for all lookups through a sampler",
                    self.target
                );
                self.refuse(message, "this lookup has another");
                return undefined;
            }
            _ => {}
        }
        // That of the shader is added to that of the sampler's flags.
        let Some(bias) = sampler.bias.checked_add(bias.unwrap_or(0)) else {
            let message = format!(
                "{} has level of detail biases of -16 to 15.875 in steps of 0.125",
                self.target
            );
            self.refuse(message, "with that of the sampler's flags it is another");
            return undefined;
        };
        sampler.bias = bias;
        let coordinate = self.coordinate(
            texture,
            args.first().map_or(&[][..], |list| list.as_slice()),
        );
        let operation = Operation {
            opcode: Opcode::Tex,
            sampler: Some(sampler),
        };
        self.push(operation, [coordinate]).1
    }

    /// The bias in eighths, `None` inside for a lookup without; outside after a refusal.
    fn bias(&mut self, texture: TextureOp, args: &[Operand]) -> Option<Option<i8>> {
        match texture.level {
            LevelOfDetail::Implicit => return Some(None),
            LevelOfDetail::Bias => {}
            LevelOfDetail::Explicit | LevelOfDetail::Gradient => {
                let message = format!("{} cannot choose the level of a lookup", self.target);
                self.refuse(message, "the level is given here");
                return None;
            }
        }
        let bias = args
            .get(1)
            .and_then(|list| list.first())
            .and_then(|bias| bias.number());
        let Some(bias) = bias else {
            let message = format!("{} needs a constant level of detail bias", self.target);
            self.refuse(message, "the bias is computed");
            return None;
        };
        // No shift of the level is no bias, and goes with lookups that have none.
        if bias == 0.0 {
            return Some(None);
        }
        let eighths = bias * 8.0;
        if eighths.fract() != 0.0 || !(-128.0..=127.0).contains(&eighths) {
            let message = format!(
                "{} has level of detail biases of -16 to 15.875 in steps of 0.125",
                self.target
            );
            let error = Diagnostic::error(codes::target::UNSUPPORTED, message);
            self.errors
                .push(error.at(self.span, format!("the bias is {bias}")));
            return None;
        }
        Some(Some(eighths as i8))
    }

    fn coordinate(&mut self, texture: TextureOp, list: &[LaneRef]) -> Operand {
        let cube = self.shader.interface.samplers[texture.sampler].kind == SamplerKind::Cube;
        let (place, divisor) = list
            .split_at_checked(if cube { 3 } else { 2 })
            .unwrap_or((list, &[]));
        match divisor.first() {
            Some(divisor) if texture.projective && !divisor.equals(1.0) => {
                let (a, minus_a) = self.factored(place);
                let (b, minus_b) = self.factored(&splat(*divisor, place.len() as u8));
                let divided = self.lanewise_signed(Opcode::Div, [a, b], minus_a != minus_b);
                self.plain(&divided)
            }
            _ => self.plain(place),
        }
    }

    /// Discards where a comparison holds.
    pub(super) fn discard(&mut self, inst: Inst) {
        let condition = self.shader.insts[inst].args.first().copied();
        match condition.and_then(|condition| self.shader.as_constant(condition)) {
            Some(always) if always.bool(0) => return self.kill(&[LaneRef::literal(-1.0)]),
            Some(_) => return,
            None => {}
        }
        let comparison = condition.and_then(|condition| self.scalar_def(condition));
        match comparison {
            Some((kind, args)) if args.len() == 2 => self.discard_if(kind, args[0], args[1]),
            _ => self.defect("a discard that is not guarded by a comparison", ()),
        }
    }

    fn discard_if(&mut self, kind: OpKind, a: Use, b: Use) {
        if let Some((truth, wanted)) = self.truth_test(kind, a, b) {
            return self.discard_where(truth, wanted);
        }
        let (left, right) = (self.operand(a), self.operand(b));
        match kind {
            OpKind::Lt => self.discard_less(&left, &right),
            OpKind::Ge => self.discard_compared(Opcode::Sge, &left, &right),
            OpKind::Eq => self.discard_compared(Opcode::Seq, &left, &right),
            OpKind::Ne => self.discard_compared(Opcode::Sne, &left, &right),
            _ => self.defect("a discard that is not guarded by a comparison", ()),
        }
    }

    /// A comparison of a 0-or-1 value with a literal that tells the two apart: the value, and which
    /// of the two discards.
    fn truth_test(&self, kind: OpKind, a: Use, b: Use) -> Option<(Use, bool)> {
        let number = |operand: Use| {
            self.shader
                .as_constant(operand)
                .map(|constant| constant.float(0))
        };
        let truth = |operand: Use| {
            let def = self.scalar_def(operand)?.0;
            let sets = [OpKind::SetLt, OpKind::SetGe, OpKind::SetEq, OpKind::SetNe];
            sets.contains(&def).then_some(operand)
        };
        let holds = |value: f32, left: bool, other: f32| {
            let (x, y) = if left { (value, other) } else { (other, value) };
            match kind {
                OpKind::Lt => x < y,
                OpKind::Ge => x >= y,
                OpKind::Eq => x == y,
                OpKind::Ne => x != y,
                _ => false,
            }
        };
        let (operand, other, left) = match (truth(a), number(b), truth(b), number(a)) {
            (Some(operand), Some(other), _, _) => (operand, other, true),
            (_, _, Some(operand), Some(other)) => (operand, other, false),
            _ => return None,
        };
        match (holds(0.0, left, other), holds(1.0, left, other)) {
            (false, true) => Some((operand, true)),
            (true, false) => Some((operand, false)),
            _ => None,
        }
    }

    /// Discards where a 0-or-1 value is `wanted`.
    fn discard_where(&mut self, truth: Use, wanted: bool) {
        let def = self.scalar_def(truth);
        let Some((kind, args)) = def.filter(|(_, args)| args.len() == 2) else {
            return self.defect("a truth value without a definition", ());
        };
        let (a, b) = (self.operand(args[0]), self.operand(args[1]));
        match (kind, wanted) {
            (OpKind::SetLt, true) | (OpKind::SetGe, false) => self.discard_less(&a, &b),
            (OpKind::SetGe, true) | (OpKind::SetLt, false) => {
                self.discard_compared(Opcode::Sge, &a, &b);
            }
            (OpKind::SetEq, true) | (OpKind::SetNe, false) => {
                self.discard_compared(Opcode::Seq, &a, &b);
            }
            _ => self.discard_compared(Opcode::Sne, &a, &b),
        }
    }

    /// Discards where a < b: where a - b is negative.
    fn discard_less(&mut self, a: &[LaneRef], b: &[LaneRef]) {
        let zero = |list: &[LaneRef]| list.first().is_some_and(|lane| lane.equals(0.0));
        let difference = if zero(b) {
            a.iter().copied().collect()
        } else if zero(a) {
            b.iter().map(|lane| lane.negated()).collect()
        } else {
            self.subtract(a, b)
        };
        self.kill(&difference);
    }

    /// Discards where a comparison gives 1.
    fn discard_compared(&mut self, opcode: Opcode, a: &[LaneRef], b: &[LaneRef]) {
        let (a, b) = (self.plain(a), self.plain(b));
        let minus_truth = self.lanewise_signed(opcode, [a, b], true);
        self.kill(&minus_truth);
    }

    fn kill(&mut self, tested: &[LaneRef]) {
        let tested = self.plain(tested);
        let tested = tested.first().copied().unwrap_or(LaneRef::UNDEFINED);
        let operands = [one_lane(tested)];
        self.program.append(Opcode::Kil.into(), operands, self.span);
    }
}
