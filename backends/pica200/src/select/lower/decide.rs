//! Conditions that boolean uniforms decide, in terms of their registers.

use super::Lowering;
use super::truth::Truth;
use crate::isa::Comparison;
use crate::select::code::{Condition, Formula, Lane, Source, Test};
use crate::select::interface::UniformPlace;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Inst, Op, Use};

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
            Formula::Boolean(register, wanted) => (Condition::Boolean(register), !wanted),
            Formula::Test(at, wanted) => {
                let test = tests.get(at).copied();
                let test = test.ok_or_else(|| self.bug("a comparison was lost"))?;
                (Condition::Test(test), !wanted)
            }
            formula => (Condition::Formula(formula, tests), false),
        })
    }

    fn formula(&mut self, truth: &Truth, tests: &mut Vec<Test>) -> Result<Formula, Diagnostic> {
        let (source, wanted) = match truth {
            Truth::Uniform(read, wanted) => match self.boolean(*read)? {
                UniformPlace::Boolean(register) => {
                    return Ok(Formula::Boolean(register, *wanted));
                }
                UniformPlace::Float(register) => {
                    (Source::plain(Lane::Uniform(register, 0)), *wanted)
                }
            },
            Truth::Value(value, lane, wanted) => {
                let lanes = self.values.get(value.index());
                let source = lanes.and_then(|lanes| lanes.get(usize::from(*lane)));
                let source = source.copied();
                let source = source.ok_or_else(|| self.bug("a value is used before it is made"))?;
                (source, *wanted)
            }
            Truth::All(parts) => return Ok(Formula::All(self.formulas(parts, tests)?)),
            Truth::Any(parts) => return Ok(Formula::Any(self.formulas(parts, tests)?)),
        };
        let test = self.simplify(Test {
            operator: Comparison::Ne,
            sources: [source, Source::literal(0.0)],
        });
        tests.push(test);
        Ok(Formula::Test(tests.len() - 1, wanted))
    }

    /// Parts of a condition, those first that cost one word.
    fn formulas(
        &mut self,
        parts: &[Truth],
        tests: &mut Vec<Test>,
    ) -> Result<Vec<Formula>, Diagnostic> {
        let parts = parts.iter().map(|part| self.formula(part, tests));
        let parts = parts.collect::<Result<Vec<Formula>, Diagnostic>>()?;
        let is_boolean = |part: &Formula| matches!(part, Formula::Boolean(..));
        let (mut sorted, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_boolean);
        sorted.extend(others);
        Ok(sorted)
    }

    /// Where the boolean lies that an instruction reads.
    fn boolean(&self, read: Inst) -> Result<UniformPlace, Diagnostic> {
        let Op::Uniform { uniform, slot } = self.shader.insts[read].op else {
            return Err(self.bug("a boolean is no uniform"));
        };
        let slot = u8::try_from(slot).unwrap_or(u8::MAX);
        match self.places.uniforms[uniform.index()] {
            Some(UniformPlace::Boolean(first)) => {
                Ok(UniformPlace::Boolean(first.saturating_add(slot)))
            }
            Some(UniformPlace::Float(first)) => Ok(UniformPlace::Float(first.saturating_add(slot))),
            None => Err(self.bug("a uniform has no register")),
        }
    }
}
