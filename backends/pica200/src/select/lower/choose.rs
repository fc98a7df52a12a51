//! Comparisons, and selections by them: by arithmetic where that is exact and not longer, by a branch
//! otherwise.

use super::truth::Truth;
use super::{Condition, Lowering, Range};
use crate::isa::{Comparison, Opcode};
use crate::machine::Compare;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Inst, Op, Use, Value};
use retroshade_kit::mir::{Lane, LaneRef};

impl Lowering<'_> {
    /// The comparisons of a boolean operand, lane by lane.
    pub(super) fn tests(&self, operand: Use) -> Result<Vec<Compare>, Diagnostic> {
        let lanes = operand.swizzle.lanes().iter();
        lanes.map(|&k| self.test(operand.value, k)).collect()
    }

    /// The comparison that makes one lane of a boolean value, perhaps composed of several.
    fn test(&self, value: Value, lane: u8) -> Result<Compare, Diagnostic> {
        let inst = self.shader.def_inst(value);
        let inst = inst.ok_or_else(|| self.bug("a condition is no comparison"))?;
        let data = &self.shader.insts[inst];
        let operator = match data.op {
            Op::Lt => Comparison::Lt,
            Op::Ge => Comparison::Ge,
            Op::Eq => Comparison::Eq,
            Op::Ne => Comparison::Ne,
            Op::Compose => {
                let parts = data.args.iter();
                let mut lanes = parts.flat_map(|part| {
                    let lanes = part.swizzle.lanes().iter();
                    lanes.map(|lane| (part.value, *lane))
                });
                let found = lanes.nth(lane.into());
                let (part, lane) = found.ok_or_else(|| self.bug("a vector has too few lanes"))?;
                return self.test(part, lane);
            }
            Op::Constant(constant) => {
                let holds = constant.bool(lane);
                return Ok(Compare {
                    operator: Comparison::Eq,
                    lanes: [LaneRef::literal(0.0), LaneRef::literal(f32::from(!holds))],
                });
            }
            _ => return Err(self.bug("a condition is no comparison")),
        };
        let operands = self.operands(inst)?;
        Ok(Compare {
            operator,
            lanes: [0, 1].map(|which| operands[which][usize::from(lane)]),
        })
    }

    pub(super) fn select(&mut self, inst: Inst) -> Result<Vec<LaneRef>, Diagnostic> {
        let args = &self.shader.insts[inst].args;
        let [condition, accept, reject] = args.as_slice() else {
            return Err(self.bug("a selection of other than three operands"));
        };
        let (condition, accept, reject) = (*condition, self.lanes(*accept)?, self.lanes(*reject)?);
        if let Some(constant) = self.shader.as_constant(condition) {
            let lanes = constant.lanes().iter().zip(accept.iter().zip(&reject));
            return Ok(lanes
                .map(|(c, (a, r))| if *c != 0 { *a } else { *r })
                .collect());
        }
        if let Some(truth) = self.decision(condition) {
            return self.select_decided(truth, &accept, &reject);
        }
        let tests: Vec<Compare> = self
            .tests(condition)?
            .into_iter()
            .map(|t| self.simplify(t))
            .collect();
        let mut results: Vec<Option<LaneRef>> = Vec::with_capacity(tests.len());
        for (k, test) in tests.iter().enumerate() {
            results.push(self.select_by_arithmetic(test, accept[k], reject[k]));
        }
        // Lanes that are left share conditions where they test the same.
        for k in 0..tests.len() {
            if results[k].is_some() {
                continue;
            }
            let same: Vec<usize> = (k..tests.len())
                .filter(|&other| tests[other] == tests[k] && results[other].is_none())
                .collect();
            let condition = Condition::of(tests[k].test());
            let made = self.select_by_branch(condition, &same, &accept, &reject);
            for (lane, source) in same.iter().zip(made) {
                results[*lane] = Some(source);
            }
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// A selection without a branch, where that is exact and not longer.
    pub(super) fn select_by_arithmetic(
        &mut self,
        test: &Compare,
        a: LaneRef,
        r: LaneRef,
    ) -> Option<LaneRef> {
        if a == r {
            return Some(a);
        }
        let [x, y] = test.lanes;
        if let (Some(x), Some(y)) = (x.number(), y.number()) {
            return Some(if test.operator.orders().holds_for(x, y) {
                a
            } else {
                r
            });
        }
        let (holds, fails) = match test.operator {
            Comparison::Lt => (Opcode::Slt, Opcode::Sge),
            Comparison::Ge => (Opcode::Sge, Opcode::Slt),
            _ => return None,
        };
        if a.equals(1.0) && r.equals(0.0) {
            return Some(self.set(holds, x, y));
        }
        if a.equals(0.0) && r.equals(1.0) {
            return Some(self.set(fails, x, y));
        }
        if r.equals(0.0) && self.range(a) < Range::MaybeNan {
            let set = self.set(holds, x, y);
            return Some(self.mul(set, a));
        }
        if a.equals(0.0) && self.range(r) < Range::MaybeNan {
            let set = self.set(fails, x, y);
            return Some(self.mul(set, r));
        }
        if let (Some(av), Some(rv)) = (a.number(), r.number())
            && (av - rv) + rv == av
        {
            let set = self.set(holds, x, y);
            let scaled = self.mul(set, LaneRef::literal(av - rv));
            return Some(self.add(scaled, r));
        }
        None
    }

    /// A selection that boolean uniforms decide.
    fn select_decided(
        &mut self,
        truth: &Truth,
        accept: &[LaneRef],
        reject: &[LaneRef],
    ) -> Result<Vec<LaneRef>, Diagnostic> {
        let (condition, flipped) = self.decided(truth)?;
        let (accept, reject) = if flipped {
            (reject, accept)
        } else {
            (accept, reject)
        };
        let mut results = accept.to_vec();
        let pairs = accept.iter().zip(reject).enumerate();
        let differ: Vec<usize> = pairs.filter(|(_, (a, r))| a != r).map(|(k, _)| k).collect();
        let made = self.select_by_branch(condition, &differ, accept, reject);
        for (lane, source) in differ.into_iter().zip(made) {
            results[lane] = source;
        }
        Ok(results)
    }

    pub(super) fn select_by_branch(
        &mut self,
        condition: Condition,
        lanes: &[usize],
        accept: &[LaneRef],
        reject: &[LaneRef],
    ) -> Vec<LaneRef> {
        let results: Vec<Lane> = lanes.iter().map(|_| self.program.new_variable()).collect();
        let arm = |this: &mut Self, values: &[LaneRef]| {
            this.open_block();
            for (lane, result) in lanes.iter().zip(&results) {
                this.assign(*result, values[*lane]);
            }
            this.close_block()
        };
        let accept_block = arm(self, accept);
        let reject_block = arm(self, reject);
        for (lane, result) in lanes.iter().zip(&results) {
            let range = self.range(accept[*lane]).max(self.range(reject[*lane]));
            self.ranges[*result] = Some(range);
        }
        self.push_if(condition, accept_block, reject_block, self.span);
        results.into_iter().map(LaneRef::value).collect()
    }

    /// `x != 0` of something that was made as 1 or 0 by a comparison is that comparison.
    pub(super) fn simplify(&self, test: Compare) -> Compare {
        let [a, b] = test.lanes;
        let (value, wanted) = match (test.operator, a.equals(0.0), b.equals(0.0)) {
            (Comparison::Ne, _, true) => (a, true),
            (Comparison::Ne, true, _) => (b, true),
            (Comparison::Eq, _, true) => (a, false),
            (Comparison::Eq, true, _) => (b, false),
            _ => return test,
        };
        let Some(definition) = self.definition(value) else {
            return test;
        };
        let operands = (
            definition.operands.first().map(Vec::as_slice),
            definition.operands.get(1).map(Vec::as_slice),
        );
        let (Some(&[x]), Some(&[y])) = operands else {
            return test;
        };
        let operator = match (definition.opcode, wanted) {
            (Opcode::Slt, true) | (Opcode::Sge, false) => Comparison::Lt,
            (Opcode::Sge, true) | (Opcode::Slt, false) => Comparison::Ge,
            // 1 - x of a truth value turns it round.
            (Opcode::Add, _) if x.equals(1.0) && y.negate || y.equals(1.0) && x.negate => {
                let inner = if x.equals(1.0) { y } else { x };
                let operator = if wanted {
                    Comparison::Eq
                } else {
                    Comparison::Ne
                };
                if !self.is_truth(inner.negated()) {
                    return test;
                }
                return self.simplify(Compare {
                    operator,
                    lanes: [inner.negated(), LaneRef::literal(0.0)],
                });
            }
            _ => return test,
        };
        Compare {
            operator,
            lanes: [x, y],
        }
    }

    /// Whether a value is 1 or 0.
    pub(super) fn is_truth(&self, value: LaneRef) -> bool {
        !value.negate
            && self
                .definition(value)
                .is_some_and(|d| matches!(d.opcode, Opcode::Slt | Opcode::Sge))
    }
}
