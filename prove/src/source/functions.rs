//! Functions that chips have formulas for, in the meaning that is tried.

use super::Source;
use crate::domain::Value;
use crate::expansion::{COARSE_SINE, SINE};
use crate::meaning::Trigonometry;
use retroshade_ir::Op;

#[cfg(test)]
mod tests;

impl Source<'_> {
    /// A function of one lane or two; `None` for other operations.
    pub(super) fn function(&mut self, op: Op, a: Value, b: Value) -> Option<Value> {
        if let Some(value) = self.folded(op, a, b) {
            return Some(value);
        }
        let turns = self.meaning.trigonometry == Trigonometry::Turns;
        // What is folded are numbers, by whatever formula others are.
        let constant = a.is_folded() && (b.is_folded() || op != Op::Pow);
        let powers = self.meaning.powers && !constant;
        let domain = &mut *self.domain;
        Some(match op {
            Op::Exp2 if powers => domain.expanded_exp2(a),
            Op::Log2 if powers => domain.expanded_log2(a),
            Op::Exp if powers => {
                let factor = domain.log2_of_e();
                let product = domain.mul(a, factor);
                domain.expanded_exp2(product)
            }
            Op::Log if powers => {
                let logarithm = domain.expanded_log2(a);
                let factor = domain.log2_of_e();
                domain.div(logarithm, factor)
            }
            Op::Pow if powers => domain.expanded_pow(a, b),
            Op::Exp => domain.exp(a),
            Op::Log => domain.log(a),
            Op::Exp2 => domain.exp2(a),
            Op::Log2 => domain.log2(a),
            Op::Pow => domain.pow(a, b),
            Op::Sin => self.sine(a),
            Op::Cos => self.cosine(a),
            Op::Tan => {
                let (sine, cosine) = (self.sine(a), self.cosine(a));
                self.domain.div(sine, cosine)
            }
            Op::Asin => domain.asin(a),
            Op::Acos => domain.acos(a),
            Op::Atan if turns => domain.arc_tangent_by_octants(a, None),
            Op::Atan2 if turns => domain.arc_tangent_by_octants(a, Some(b)),
            Op::Atan => domain.expanded_arc_tangent(a),
            Op::Atan2 => domain.expanded_angle(a, b),
            _ => return None,
        })
    }

    /// A function of constants that the compiler has computed.
    fn folded(&mut self, op: Op, a: Value, b: Value) -> Option<Value> {
        let operands: &[Value] = if op == Op::Atan2 { &[a, b] } else { &[a] };
        if !self.meaning.folded || !operands.iter().all(|operand| operand.is_folded()) {
            return None;
        }
        let (name, real) = match op {
            Op::Sin => ("sin", a.real.sin()),
            Op::Cos => ("cos", a.real.cos()),
            Op::Tan => ("tan", a.real.tan()),
            Op::Asin => ("asin", a.real.asin()),
            Op::Acos => ("acos", a.real.acos()),
            Op::Atan => ("atan", a.real.atan()),
            Op::Atan2 => ("atan2", a.real.atan2(b.real)),
            _ => return None,
        };
        Some(self.domain.number(name, real, operands))
    }

    fn sine(&mut self, a: Value) -> Value {
        match self.meaning.trigonometry {
            Trigonometry::Native => self.domain.sin(a),
            Trigonometry::Turns => {
                let turn = self.domain.turn();
                let turns = self.domain.mul(a, turn);
                self.domain.sine_of_turns(turns)
            }
            Trigonometry::Expanded => self.domain.turned_sine(a, 0.25, &SINE),
            Trigonometry::Coarse => self.domain.turned_sine(a, 0.25, &COARSE_SINE),
        }
    }

    fn cosine(&mut self, a: Value) -> Value {
        match self.meaning.trigonometry {
            Trigonometry::Native => self.domain.cos(a),
            Trigonometry::Turns => {
                let turn = self.domain.turn();
                let turns = self.domain.mul(a, turn);
                self.domain.cosine_of_turns(turns)
            }
            Trigonometry::Expanded => self.domain.turned_sine(a, 0.5, &SINE),
            Trigonometry::Coarse => self.domain.turned_sine(a, 0.5, &COARSE_SINE),
        }
    }
}
