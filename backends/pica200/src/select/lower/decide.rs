//! Conditions that boolean uniforms decide, in terms of their registers.

use super::truth::Truth;
use super::{Condition, Lowering, Range};
use crate::interface::UniformPlace;
use crate::isa::Comparison;
use crate::machine::{Compare, Test, boolean_test, uniform};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Inst, Op, Use};
use retroshade_kit::mir::{Formula, LaneRef};

impl<'a> Lowering<'a> {
    /// What a condition asks of boolean uniforms, if they decide it.
    pub(super) fn decision(&self, operand: Use) -> Option<&'a Truth> {
        let inst = self.shader.def_inst(operand.value)?;
        self.decisions.conditions[inst].as_ref()
    }

    /// The condition that boolean uniforms decide, and whether the arms are to be exchanged.
    pub(super) fn decided(&mut self, truth: &Truth) -> Result<(Condition, bool), Diagnostic> {
        let mut tests = Vec::new();
        Ok(match self.formula(truth, &mut tests)? {
            Formula::Test(at, wanted) => {
                let test = tests.into_iter().nth(at);
                let test = test.ok_or_else(|| self.bug("a comparison was lost"))?;
                (Condition::of(test), !wanted)
            }
            formula => (Condition { tests, formula }, false),
        })
    }

    fn formula(&mut self, truth: &Truth, tests: &mut Vec<Test>) -> Result<Formula, Diagnostic> {
        let (source, wanted) = match truth {
            Truth::Uniform(read, wanted) => match self.boolean(*read)? {
                UniformPlace::Boolean(register) => {
                    tests.push(boolean_test(register));
                    return Ok(Formula::Test(tests.len() - 1, *wanted));
                }
                UniformPlace::Float(register) => (uniform(register, 0), *wanted),
            },
            Truth::Value(value, lane, wanted) => {
                let source = self.values[*value].get(usize::from(*lane));
                let source = source.copied();
                let source = source.ok_or_else(|| self.bug("a value is used before it is made"))?;
                (source, *wanted)
            }
            Truth::All(parts) => return Ok(Formula::All(self.formulas(parts, tests)?)),
            Truth::Any(parts) => return Ok(Formula::Any(self.formulas(parts, tests)?)),
        };
        let compare = self.simplify(Compare {
            operator: Comparison::Ne,
            lanes: [source, LaneRef::literal(0.0)],
        });
        tests.push(compare.test());
        Ok(Formula::Test(tests.len() - 1, wanted))
    }

    /// Parts of a condition, those first that cost one word.
    fn formulas(
        &mut self,
        parts: &[Truth],
        tests: &mut Vec<Test>,
    ) -> Result<Vec<Formula>, Diagnostic> {
        let parts = parts.iter().map(|part| self.formula(part, &mut *tests));
        let parts = parts.collect::<Result<Vec<Formula>, Diagnostic>>()?;
        let is_boolean = |part: &Formula| match part {
            Formula::Test(at, _) => tests[*at].operands.is_empty(),
            Formula::All(_) | Formula::Any(_) => false,
        };
        let (mut sorted, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_boolean);
        sorted.extend(others);
        Ok(sorted)
    }

    /// 1 or 0 in a lane, by a boolean: nothing but conditions can read its register.
    pub(super) fn boolean_as_number(&mut self, read: Inst) -> Result<LaneRef, Diagnostic> {
        let UniformPlace::Boolean(register) = self.boolean(read)? else {
            return Err(self.bug("a boolean has no register"));
        };
        let number = self.program.new_variable();
        self.ranges[number] = Some(Range::Finite);
        let [accept, reject] = [1.0, 0.0].map(|value| {
            self.open_scope();
            self.assign(number, LaneRef::literal(value));
            self.close_scope()
        });
        let span = self.span;
        let condition = Condition::of(boolean_test(register));
        self.push_if(condition, accept, reject, span);
        Ok(LaneRef::value(number))
    }

    /// Where the boolean lies that an instruction reads.
    fn boolean(&self, read: Inst) -> Result<UniformPlace, Diagnostic> {
        let Op::Uniform { uniform, slot } = self.shader.insts[read].op else {
            return Err(self.bug("a boolean is no uniform"));
        };
        let slot = u8::try_from(slot).unwrap_or(u8::MAX);
        match self.places.uniforms[uniform] {
            Some(UniformPlace::Boolean(first)) => {
                Ok(UniformPlace::Boolean(first.saturating_add(slot)))
            }
            Some(UniformPlace::Float(first)) => Ok(UniformPlace::Float(first.saturating_add(slot))),
            None => Err(self.bug("a uniform has no register")),
        }
    }
}
