//! What makes whole numbers and bools: on exact values only.

use super::range::Range;
use super::{Entry, Generator};
use crate::{Op, Scalar, Type, Use};

impl Generator {
    /// Steps, comparisons, selects: on exact values only.
    pub(super) fn decision(&mut self) -> Option<Entry> {
        let lanes = self.width();
        let ((a, ra), (b, _)) = (self.exact(lanes), self.exact(lanes));
        let truth = Range::exact(0.0, 1.0, 0);
        match self.random.below(9) {
            0 => self.add(Op::Floor, &[a], ra.whole(f64::floor)),
            1 => self.add(
                Op::Fract,
                &[a],
                Range::exact(0.0, 1.0, ra.quantum.unwrap_or(0)),
            ),
            2 => {
                let ops = [
                    (Op::Ceil, f64::ceil as fn(f64) -> f64),
                    (Op::Trunc, f64::trunc),
                    (Op::Round, f64::round_ties_even),
                ];
                let (op, f) = self.random.pick(&ops).copied()?;
                self.add(op, &[a], ra.whole(f))
            }
            3 => {
                let ops = [Op::Step, Op::SetLt, Op::SetGe, Op::SetEq, Op::SetNe];
                let op = self.random.pick(&ops).copied()?;
                self.add(op, &[a, b], truth)
            }
            4 => self.add(Op::Sign, &[a], Range::exact(-1.0, 1.0, 0)),
            5 => {
                let condition = self.condition(1 + self.random.clone().below(4) as u8)?;
                let ops = [(Op::BoolToFloat, true), (Op::BoolToInt, self.knobs.ints)];
                let (op, allowed) = self.random.pick(&ops).copied()?;
                if allowed {
                    self.add(op, &[condition], truth)
                } else {
                    None
                }
            }
            6 => {
                let (x, y) = (self.condition(lanes)?, self.condition(lanes)?);
                let op = self.random.pick(&[Op::And, Op::Or, Op::Xor]).copied()?;
                self.add(op, &[x, y], truth)
            }
            _ => {
                let condition = self.condition(lanes)?;
                let ((x, rx), (y, ry)) = (self.float(lanes), self.float(lanes));
                self.add(Op::Select, &[condition, x, y], rx.join(ry))
            }
        }
    }

    /// A bool of some lanes that every machine agrees on.
    pub(super) fn condition(&mut self, lanes: u8) -> Option<Use> {
        let known = self.find(|entry| entry.ty == Type::bool(lanes));
        if let (Some(entry), true) = (known, self.chance(1, 3)) {
            return Some(entry.operand);
        }
        let op = self
            .random
            .pick(&[Op::Lt, Op::Lt, Op::Ge, Op::Ge, Op::Eq, Op::Ne])
            .copied()?;
        let wide = lanes == 1 && self.random.one_in(6);
        let width = if wide { 3 } else { lanes };
        let args = match self.find(|entry| entry.ty.scalar == Scalar::Int) {
            Some(entry) if self.random.one_in(3) => {
                let literal = self.random.below(5) as i32;
                [
                    self.lanes_of(entry, width),
                    self.int_literal(literal, width),
                ]
            }
            _ => [self.exact(width).0, self.exact(width).0],
        };
        let truth = Range::exact(0.0, 1.0, 0);
        let mut result = self.add(op, &args, truth)?;
        if wide {
            let op = if self.chance(1, 2) {
                Op::AnyTrue
            } else {
                Op::AllTrue
            };
            result = self.add(op, &[result.operand], truth)?;
        }
        if self.random.one_in(8) {
            result = self.add(Op::Not, &[result.operand], truth)?;
        }
        Some(result.operand)
    }

    pub(super) fn ints(&mut self) -> Option<Entry> {
        if !self.knobs.ints {
            return None;
        }
        let lanes = self.width();
        let small = |entry: &Entry| entry.ty.scalar == Scalar::Int && entry.range.size() <= 100.0;
        let Some(entry) = self.find(small).filter(|_| self.chance(3, 4)) else {
            let (a, ra) = self.exact(lanes);
            return self.add(Op::FloatToInt, &[a], ra.whole(f64::trunc));
        };
        let (a, ra) = (self.lanes_of(entry, lanes), entry.range);
        let other = self.find(small)?;
        let (b, rb) = (self.lanes_of(other, lanes), other.range);
        match self.random.below(if self.knobs.bits { 14 } else { 10 }) {
            0 | 1 => self.add(Op::IntToFloat, &[a], ra),
            2 => self.add(Op::Add, &[a, b], ra.add(rb)),
            3 => self.add(Op::Sub, &[a, b], ra.sub(rb)),
            4 => self.add(Op::Mul, &[a, b], ra.mul(rb)),
            5 => {
                let divisor = 1 + self.random.below(5) as i32;
                let b = self.int_literal(divisor, lanes);
                let range = ra.whole(|x| (x / f64::from(divisor)).trunc());
                self.add(Op::Div, &[a, b], range)
            }
            6 => self.add(Op::Min, &[a, b], ra.min(rb)),
            7 => self.add(Op::Max, &[a, b], ra.max(rb)),
            8 => self.add(Op::Abs, &[a], ra.abs()),
            9 => self.add(Op::Neg, &[a], ra.neg()),
            choice => {
                let b = self.int_literal(3, lanes);
                let (op, range) = match choice {
                    10 => (Op::And, Range::exact(0.0, 3.0, 0)),
                    13 => (Op::Rem, Range::exact(-2.0, 2.0, 0)),
                    11 => (Op::Shr, ra.join(Range::exact(-1.0, 0.0, 0))),
                    _ => (Op::Shl, ra.mul(Range::exact(8.0, 8.0, 0))),
                };
                self.add(op, &[a, b], range)
            }
        }
    }
}
