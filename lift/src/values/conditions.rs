//! Truth values.

use super::reads::slot_type;
use super::{Lanes, Made, Values};
use crate::blocks::{Condition, Junction, Term};
use retroshade_ir::{Op, Scalar, Swizzle, Use};
use retroshade_kit::machine::numbers::{Comparison, Function};
use retroshade_kit::machine::symbols::{Decision, Expression, Symbol};

/// As many functions inside of each other may be logic.
const LOGIC: u32 = 8;

impl Values<'_, '_> {
    /// Whether numbers are not 0: one lane of bool for each.
    pub(super) fn truth(&mut self, lanes: &[Symbol]) -> Made {
        if lanes.len() > 1 && lanes.iter().all(|lane| *lane == lanes[0]) {
            let truth = self.truth(&lanes[..1])?;
            return Ok(truth.then(Swizzle::splat(0, lanes.len() as u8)));
        }
        if let [lane] = lanes
            && let Some((truth, negated)) = self.tested(*lane)
        {
            let truth = self.truth(&[truth])?;
            return Ok(self.negated_if(negated, truth));
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
        if let [lane] = lanes {
            if let Some(switch) = self.switch(*lane)? {
                return Ok(switch);
            }
            if let Some(logic) = self.logic(*lane)? {
                return Ok(logic);
            }
        }
        let numbers = self.vector(lanes)?;
        let zero = self.builder.float(0.0, numbers.lanes());
        Ok(self.builder.op(Op::Ne, &[numbers, zero]))
    }

    /// What a sum, product or bound of numbers that are 0 or 1 says.
    fn logic(&mut self, lane: Symbol) -> Made<Option<Use>> {
        if self.in_words().is_none() || !self.is_truth(lane, LOGIC) {
            return Ok(None);
        }
        if let Some(rest) = self.complement(lane) {
            let truth = self.truth(&[rest])?;
            return Ok(Some(self.builder.op(Op::Not, &[truth])));
        }
        let Expression::Apply(function, operands) = self.code.symbols.expression(lane).clone()
        else {
            return Ok(None);
        };
        let op = match function {
            Function::Maximum | Function::Or => Op::Or,
            Function::Minimum | Function::Multiply | Function::And => Op::And,
            Function::Xor => Op::Xor,
            Function::Not => {
                let truth = self.truth(&operands)?;
                return Ok(Some(self.builder.op(Op::Not, &[truth])));
            }
            _ => return Ok(None),
        };
        let truths: Made<Vec<Use>> = operands.iter().map(|one| self.truth(&[*one])).collect();
        Ok(Some(self.builder.op(op, &truths?)))
    }

    /// True if a number is 0 or 1 as a function says it; so many functions inside of each other are looked at.
    fn is_truth(&self, symbol: Symbol, depth: u32) -> bool {
        let Expression::Apply(function, operands) = self.code.symbols.expression(symbol) else {
            return false;
        };
        let all = |operands: &[Symbol]| {
            let mut operands = operands.iter();
            operands.all(|one| self.is_truth(*one, depth - 1))
        };
        match function {
            Function::Compare(_) | Function::Not => true,
            Function::And | Function::Or | Function::Xor => true,
            _ if depth == 0 => false,
            Function::Maximum | Function::Minimum | Function::Multiply => all(operands),
            _ => self.complement(symbol).is_some_and(|rest| all(&[rest])),
        }
    }

    /// The number of 0 or 1 that a comparison with 0 asks for, and whether it holds for 0.
    fn tested(&self, symbol: Symbol) -> Option<(Symbol, bool)> {
        match self.code.symbols.expression(symbol) {
            Expression::Apply(Function::Compare(comparison), operands) => {
                let [a, b] = *operands.as_slice() else {
                    return None;
                };
                self.tested_by(*comparison, a, b)
            }
            _ => None,
        }
    }

    fn tested_by(&self, comparison: Comparison, a: Symbol, b: Symbol) -> Option<(Symbol, bool)> {
        self.in_words()?;
        let zero = |symbol: Symbol| self.code.symbols.constant(symbol) == Some(0.0);
        // Of a number that is not below 0.
        let (number, equal, other) = match () {
            () if zero(b) => (a, comparison.equal, comparison.greater),
            () if zero(a) => (b, comparison.equal, comparison.less),
            () => return None,
        };
        (equal != other && self.is_truth(number, LOGIC)).then_some((number, equal))
    }

    fn negated_if(&mut self, negated: bool, truth: Use) -> Use {
        if negated {
            self.builder.op(Op::Not, &[truth])
        } else {
            truth
        }
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
        let operands = match (a, b) {
            (&[a], &[b]) if self.is_counter(a) && self.is_whole(b) => {
                [self.whole(a)?, self.whole(b)?]
            }
            _ => [self.vector(a)?, self.vector(b)?],
        };
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
            Decision::Compare(comparison, a, b) => match self.tested_by(comparison, a, b) {
                Some((number, zero)) => (self.truth(&[number])?, zero != term.negated),
                None => {
                    let comparison = if term.negated {
                        opposite(comparison)
                    } else {
                        comparison
                    };
                    (self.compared(comparison, &[a], &[b])?, false)
                }
            },
        };
        Ok(self.negated_if(negated, truth))
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
