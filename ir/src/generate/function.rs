//! Functions of one or two floats, where they are defined and not steep.

use super::range::Range;
use super::{Entry, Generator};
use crate::{Op, Use};

impl Generator {
    pub(super) fn function(&mut self) -> Option<Entry> {
        let lanes = self.width();
        let choice = self.random.below(if self.knobs.angles { 16 } else { 10 });
        match choice {
            0..3 => {
                // Of a positive value away from 0.
                let (operand, range) = self.positive(lanes)?;
                let low = range.low;
                match self.random.below(5) {
                    0 => self.add(Op::Sqrt, &[operand], range.map(0.5 / low.sqrt(), f64::sqrt)),
                    1 => {
                        let slope = 0.5 / (low * low.sqrt());
                        self.add(Op::Rsqrt, &[operand], range.map(slope, |x| 1.0 / x.sqrt()))
                    }
                    2 => self.add(
                        Op::Rcp,
                        &[operand],
                        range.map(1.0 / (low * low), |x| 1.0 / x),
                    ),
                    3 => self.add(Op::Log2, &[operand], range.map(1.5 / low, f64::log2)),
                    _ => self.add(Op::Log, &[operand], range.map(1.0 / low, f64::ln)),
                }
            }
            3..5 => {
                let (a, ra) = self.float(lanes);
                let (b, rb) = self.positive(lanes)?;
                let inverse = rb.map(1.0 / (rb.low * rb.low), |x| 1.0 / x);
                self.add(Op::Div, &[a, b], ra.mul(inverse))
            }
            5..7 => {
                let (a, ra) = self.small(lanes)?;
                let (op, base) = if self.chance(1, 2) {
                    (Op::Exp2, 2.0f64)
                } else {
                    (Op::Exp, std::f64::consts::E)
                };
                let slope = base.ln() * base.powf(ra.high);
                self.add(op, &[a], ra.map(slope, |x| base.powf(x)))
            }
            7..9 => {
                let (a, ra) = self.positive(lanes)?;
                let exponent = self
                    .random
                    .pick(&[2.0f32, 0.5, 3.0, 1.5])
                    .copied()
                    .unwrap_or(2.0);
                let power = self.builder().float(exponent, lanes);
                let e = f64::from(exponent);
                let slope = e * ra.low.powf(e - 1.0).max(ra.high.powf(e - 1.0));
                self.add(Op::Pow, &[a, power], ra.map(slope, |x| x.powf(e)))
            }
            9 => {
                let (a, ra) = self.exact(lanes);
                let b = self.builder().float(2.0, lanes);
                // Exact, however the quotient is taken.
                let range = Range::exact(0.0, 2.0, ra.quantum.unwrap_or(0));
                self.add(Op::Mod, &[a, b], range)
            }
            10..13 => {
                let (a, ra) = self.float(lanes);
                let op = if self.chance(1, 2) { Op::Sin } else { Op::Cos };
                self.add(op, &[a], Range::rounded(-1.0, 1.0, ra.noise + 3.0))
            }
            _ => {
                let (a, ra) = self.small(lanes)?;
                match self.random.below(4) {
                    3 => {
                        let half = self.builder().float(0.5, lanes);
                        let inner =
                            self.add(Op::Mul, &[a, half], ra.mul(Range::exact(0.5, 0.5, 1)))?;
                        // The square of the secant of 1.
                        self.add(Op::Tan, &[inner.operand], inner.range.map(3.5, f64::tan))
                    }
                    0 => self.add(Op::Atan, &[a], ra.map(1.0, f64::atan)),
                    1 => {
                        let (b, rb) = self.positive(lanes)?;
                        let noise = (ra.noise + rb.noise) / rb.low;
                        self.add(Op::Atan2, &[a, b], Range::rounded(-1.6, 1.6, noise + 3.0))
                    }
                    _ => {
                        // Inverse sine and cosine are steep at the ends.
                        let half = self.builder().float(0.4, lanes);
                        let size = Range::rounded(0.4, 0.4, 0.0);
                        let inner = self.add(Op::Mul, &[a, half], ra.mul(size))?;
                        let (op, f): (Op, fn(f64) -> f64) = if self.chance(1, 2) {
                            (Op::Asin, f64::asin)
                        } else {
                            (Op::Acos, f64::acos)
                        };
                        let mut range = inner.range.map(2.3, f);
                        // Folding may be exact; the interpreter is not.
                        range.noise += 1700.0;
                        self.add(op, &[inner.operand], range)
                    }
                }
            }
        }
    }

    /// A float of at least a quarter.
    fn positive(&mut self, lanes: u8) -> Option<(Use, Range)> {
        let (a, ra) = self.float(lanes);
        if ra.low >= 0.25 {
            return Some((a, ra));
        }
        let size = self.add(Op::Abs, &[a], ra.abs())?;
        let quarter = self.builder().float(0.25, lanes);
        let range = size.range.add(Range::exact(0.25, 0.25, 2));
        let sum = self.add(Op::Add, &[size.operand, quarter], range)?;
        Some((sum.operand, range))
    }

    /// A float between -2 and 2.
    fn small(&mut self, lanes: u8) -> Option<(Use, Range)> {
        let (a, ra) = self.float(lanes);
        if ra.size() <= 2.0 {
            return Some((a, ra));
        }
        let (low, high) = (
            self.builder().float(-2.0, lanes),
            self.builder().float(2.0, lanes),
        );
        let range = ra
            .max(Range::exact(-2.0, -2.0, 0))
            .min(Range::exact(2.0, 2.0, 0));
        let entry = self.add(Op::Clamp, &[a, low, high], range)?;
        Some((entry.operand, range))
    }
}
