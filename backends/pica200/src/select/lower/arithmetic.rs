//! Operations on single lanes, simplified where an operand is a literal.

use super::Lowering;
use crate::isa::Opcode;
use crate::select::code::{Lane, Source};

/// The largest number that the machine has: 17 significant bits, below 2 to the 64.
const LARGEST: f32 = 1.844_660_3e19;

impl Lowering<'_> {
    pub(super) fn add(&mut self, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(x + y);
        }
        if a.is(0.0) {
            return b;
        }
        if b.is(0.0) {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(Opcode::Add, vec![vec![a], vec![b]])
    }

    pub(super) fn mul(&mut self, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(x * y);
        }
        for (literal, other) in [(a, b), (b, a)] {
            match literal.value() {
                Some(0.0) => return Source::literal(0.0),
                Some(1.0) => return other,
                Some(-1.0) => return other.negated(),
                _ => {}
            }
        }
        // The sign goes to the first operand, so that equal products are found again.
        let negate = a.negate != b.negate;
        let (a, b) = (Source::plain(a.lane), Source::plain(b.lane));
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        let product = self.emit(Opcode::Mul, vec![vec![a], vec![b]]);
        if negate { product.negated() } else { product }
    }

    pub(super) fn max(&mut self, a: Source, b: Source) -> Source {
        self.prefer(Opcode::Max, f32::max, a, b, -LARGEST)
    }

    pub(super) fn min(&mut self, a: Source, b: Source) -> Source {
        self.prefer(Opcode::Min, f32::min, a, b, LARGEST)
    }

    /// `max` or `min`. Where numbers are to be preferred, what may be none is the first operand, since
    /// the machine gives the second then; of two such operands one is made a number by `neutral` first.
    fn prefer(
        &mut self,
        opcode: Opcode,
        fold: fn(f32, f32) -> f32,
        a: Source,
        b: Source,
        neutral: f32,
    ) -> Source {
        let plain = a == b || a.value().is_some() && b.value().is_some();
        if !self.code.ordered || plain {
            return self.select_one(opcode, fold, a, b);
        }
        let (first, second) = match (self.is_number(a), self.is_number(b)) {
            (true, true) => return self.select_one(opcode, fold, a, b),
            (true, false) => (b, a),
            (false, true) => (a, b),
            (false, false) => (a, self.number(opcode, b, Source::literal(neutral))),
        };
        self.number(opcode, first, second)
    }

    /// `max` or `min` whose second operand is a number, so that the result is.
    fn number(&mut self, opcode: Opcode, first: Source, second: Source) -> Source {
        let result = self.emit(opcode, vec![vec![first], vec![second]]);
        if let Lane::Scalar(scalar) = result.lane {
            self.numbers.insert(scalar);
        }
        result
    }

    /// Whether a value cannot be NaN, whatever the shader reads.
    fn is_number(&self, value: Source) -> bool {
        match value.lane {
            Lane::Literal(bits) => !f32::from_bits(bits).is_nan(),
            Lane::Scalar(scalar) => self.numbers.contains(scalar) || self.is_truth(value),
            Lane::Input(..) | Lane::Uniform(..) | Lane::Indexed(..) => false,
        }
    }

    pub(super) fn select_one(
        &mut self,
        opcode: Opcode,
        fold: fn(f32, f32) -> f32,
        a: Source,
        b: Source,
    ) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return Source::literal(fold(x, y));
        }
        if a == b {
            return a;
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    /// `a >= b` or `a < b` as 1 or 0.
    pub(super) fn set(&mut self, opcode: Opcode, a: Source, b: Source) -> Source {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            let holds = if opcode == Opcode::Sge { x >= y } else { x < y };
            return Source::literal(if holds { 1.0 } else { 0.0 });
        }
        self.emit(opcode, vec![vec![a], vec![b]])
    }

    pub(super) fn function(&mut self, opcode: Opcode, a: Source) -> Source {
        if let Some(x) = a.value() {
            let lanes = [[x; 4], [0.0; 4], [0.0; 4]];
            if let crate::isa::Meaning::Arithmetic(eval) = opcode.info().meaning {
                let folded = eval(crate::isa::Rules::default(), lanes)[0];
                if folded.is_finite() {
                    return Source::literal(folded);
                }
            }
        }
        self.emit(opcode, vec![vec![a]])
    }
}
