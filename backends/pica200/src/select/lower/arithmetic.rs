//! Operations on single lanes, simplified where an operand is a literal.

use super::Lowering;
use crate::isa::{self, Meaning, Opcode};
use crate::machine::NanResult;
use retroshade_kit::mir::{Base, LaneRef};

/// The largest number that the machine has: 17 significant bits, below 2 to the 64.
const LARGEST: f32 = 1.844_660_3e19;

impl Lowering<'_> {
    pub(super) fn add(&mut self, a: LaneRef, b: LaneRef) -> LaneRef {
        if let (Some(x), Some(y)) = (a.number(), b.number()) {
            return LaneRef::literal(x + y);
        }
        if a.equals(0.0) {
            return b;
        }
        if b.equals(0.0) {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(Opcode::Add, vec![vec![a], vec![b]])
    }

    pub(super) fn mul(&mut self, a: LaneRef, b: LaneRef) -> LaneRef {
        if let (Some(x), Some(y)) = (a.number(), b.number()) {
            return LaneRef::literal(x * y);
        }
        for (literal, other) in [(a, b), (b, a)] {
            match literal.number() {
                Some(0.0) => return LaneRef::literal(0.0),
                Some(1.0) => return other,
                Some(-1.0) => return other.negated(),
                _ => {}
            }
        }
        // The sign goes to the first operand, so that equal products are found again.
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.plain(), b.plain());
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let product = self.emit(Opcode::Mul, vec![vec![a], vec![b]]);
        if negate { product.negated() } else { product }
    }

    pub(super) fn max(&mut self, a: LaneRef, b: LaneRef) -> LaneRef {
        self.prefer(Opcode::Max, f32::max, a, b, -LARGEST)
    }

    pub(super) fn min(&mut self, a: LaneRef, b: LaneRef) -> LaneRef {
        self.prefer(Opcode::Min, f32::min, a, b, LARGEST)
    }

    /// `max` or `min`. Where numbers are to be preferred, what may be none is the first operand, since
    /// the machine gives the second then; of two such operands one is made a number by `neutral` first.
    fn prefer(
        &mut self,
        opcode: Opcode,
        fold: fn(f32, f32) -> f32,
        a: LaneRef,
        b: LaneRef,
        neutral: f32,
    ) -> LaneRef {
        let plain = a == b || a.number().is_some() && b.number().is_some();
        if self.nan == NanResult::Any || plain {
            return self.select_one(opcode, fold, a, b);
        }
        let (first, second) = match (self.is_number(a), self.is_number(b)) {
            (true, true) => return self.select_one(opcode, fold, a, b),
            (true, false) => (b, a),
            (false, true) => (a, b),
            (false, false) => (a, self.number(opcode, b, LaneRef::literal(neutral))),
        };
        self.number(opcode, first, second)
    }

    /// `max` or `min` whose second operand is a number, so that the result is.
    fn number(&mut self, opcode: Opcode, first: LaneRef, second: LaneRef) -> LaneRef {
        let result = self.emit(opcode, vec![vec![first], vec![second]]);
        self.numbers.extend(result.as_value());
        result
    }

    /// Whether a value cannot be NaN, whatever the shader reads.
    fn is_number(&self, value: LaneRef) -> bool {
        match value.base {
            Base::Literal(bits) => !f32::from_bits(bits).is_nan(),
            Base::Value(lane) => self.numbers.contains(lane) || self.is_truth(value),
            Base::Reg(..) | Base::Indexed(..) | Base::Undefined => false,
        }
    }

    pub(super) fn select_one(
        &mut self,
        opcode: Opcode,
        fold: fn(f32, f32) -> f32,
        a: LaneRef,
        b: LaneRef,
    ) -> LaneRef {
        if let (Some(x), Some(y)) = (a.number(), b.number()) {
            return LaneRef::literal(fold(x, y));
        }
        if a == b {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    /// `a >= b` or `a < b` as 1 or 0.
    pub(super) fn set(&mut self, opcode: Opcode, a: LaneRef, b: LaneRef) -> LaneRef {
        if let (Some(x), Some(y)) = (a.number(), b.number()) {
            let holds = if opcode == Opcode::Sge { x >= y } else { x < y };
            return LaneRef::literal(if holds { 1.0 } else { 0.0 });
        }
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    pub(super) fn function(&mut self, opcode: Opcode, a: LaneRef) -> LaneRef {
        if let Some(x) = a.number()
            && let Meaning::Lanes(function) | Meaning::First(function) = opcode.info().meaning
        {
            let folded = isa::compute(function, &[x]);
            if folded.is_finite() {
                return LaneRef::literal(folded);
            }
        }
        self.emit(opcode, vec![vec![a]])
    }
}
