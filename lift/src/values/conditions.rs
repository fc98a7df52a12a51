//! Truth values.

use super::reads::slot_type;
use super::{Lanes, Made, Values};
use crate::blocks::{Condition, Junction, Term};
use retroshade_ir::{Op, Scalar, Swizzle, Use};
use retroshade_kit::machine::numbers::{Comparison, Function};
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol};

impl Values<'_, '_> {
    /// Whether numbers are not 0: one lane of bool for each.
    pub(super) fn truth(&mut self, lanes: &[Symbol]) -> Made {
        if lanes.len() > 1 && lanes.iter().all(|lane| *lane == lanes[0]) {
            let truth = self.truth(&lanes[..1])?;
            return Ok(truth.then(Swizzle::splat(0, lanes.len() as u8)));
        }
        let compared = |lane: &Symbol| match self.code.symbols.expression(*lane) {
            Expression::Apply(Function::Compare(comparison), operands) => match operands.as_slice()
            {
                [a, b] => Some((*comparison, *a, *b)),
                _ => None,
            },
            _ => None,
        };
        let compared: Option<Vec<(Comparison, Symbol, Symbol)>> =
            lanes.iter().map(compared).collect();
        if let Some(compared) = compared
            && compared
                .iter()
                .all(|(comparison, ..)| *comparison == compared[0].0)
        {
            let a: Lanes = compared.iter().map(|(_, a, _)| *a).collect();
            let b: Lanes = compared.iter().map(|(_, _, b)| *b).collect();
            return self.compared(compared[0].0, &a, &b);
        }
        if let [lane] = lanes
            && let Some(switch) = self.switch(*lane)?
        {
            return Ok(switch);
        }
        let numbers = self.vector(lanes)?;
        let zero = self.builder.float(0.0, numbers.lanes());
        Ok(self.builder.op(Op::Ne, &[numbers, zero]))
    }

    /// The uniform of type bool that a lane is.
    fn switch(&mut self, lane: Symbol) -> Made<Option<Use>> {
        let Expression::Uniform { file, number, lane } = self.code.symbols.expression(lane) else {
            return Ok(None);
        };
        let part = self.uniform(file, *number, *lane)?;
        let uniform = part.variable;
        let ty = slot_type(&self.builder.shader.interface.uniforms[uniform]);
        if ty.scalar != Scalar::Bool {
            return Ok(None);
        }
        let slot = part.slot;
        let value = self.builder.typed(Op::Uniform { uniform, slot }, &[], ty);
        Ok(Some(value.then(Swizzle::splat(part.component, 1))))
    }

    /// Whether a comparison holds, lane by lane.
    fn compared(&mut self, comparison: Comparison, a: &[Symbol], b: &[Symbol]) -> Made {
        let operands = [self.vector(a)?, self.vector(b)?];
        let exchanged = [operands[1], operands[0]];
        let builder = &mut self.builder;
        Ok(
            match (comparison.less, comparison.equal, comparison.greater) {
                (true, false, false) => builder.op(Op::Lt, &operands),
                (true, true, false) => builder.op(Op::Ge, &exchanged),
                (false, true, true) => builder.op(Op::Ge, &operands),
                (false, false, true) => builder.op(Op::Lt, &exchanged),
                (false, true, false) => builder.op(Op::Eq, &operands),
                (true, false, true) => builder.op(Op::Ne, &operands),
                (all, ..) => builder.bool(all, a.len() as u8),
            },
        )
    }

    /// The truth of a condition, one lane of bool.
    pub(crate) fn condition(&mut self, condition: &Condition) -> Made {
        let op = match condition.junction {
            Junction::All => Op::And,
            Junction::Any => Op::Or,
        };
        let mut whole = None;
        for term in &condition.terms {
            let truth = self.term(*term)?;
            whole = Some(match whole {
                Some(whole) => self.builder.op(op, &[whole, truth]),
                None => truth,
            });
        }
        Ok(whole.unwrap_or_else(|| self.builder.bool(condition.junction == Junction::All, 1)))
    }

    fn term(&mut self, term: Term) -> Made {
        let (truth, negated) = match term.decision {
            Decision::Holds(number) => (self.truth(&[number])?, term.negated),
            Decision::Compare(comparison, a, b) => {
                let comparison = if term.negated {
                    opposite(comparison)
                } else {
                    comparison
                };
                let truth = self.compared(comparison, &[a], &[b])?;
                (truth, false)
            }
        };
        Ok(if negated {
            self.builder.op(Op::Not, &[truth])
        } else {
            truth
        })
    }
}

/// The comparison that holds where another does not; numbers that are none are left out.
fn opposite(comparison: Comparison) -> Comparison {
    Comparison {
        less: !comparison.less,
        equal: !comparison.equal,
        greater: !comparison.greater,
    }
}
