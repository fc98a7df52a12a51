//! How far the stages' colour may be from the exact one, in each arithmetic.

use super::isa::{Function, Operand, Registers};
use super::select::{Plan, PlannedHalf};
use super::sim::{Arithmetic, CLEAR};
use retroshade_combiner::error::{Interval, Valued, sum};
use retroshade_combiner::poly::{Poly, Polys};

/// The error of each lane of a register.
type Errors = [Interval; 4];

/// A bound on the difference of a lane of the result from the exact value, in steps of 1/255.
pub(super) fn of(polys: &mut Polys, plan: &Plan) -> f64 {
    let bounds = Arithmetic::ALL.map(|arithmetic| {
        let mut bounds = Bounds {
            polys: &mut *polys,
            arithmetic,
            // Interpolated and filtered values are rounded to a byte.
            registers: Registers {
                color: [Interval::HALF; 4],
                light: [[Interval::HALF; 4]; 2],
                textures: [[Interval::HALF; 4]; 4],
                previous: Errors::default(),
                buffer: Errors::default(),
                constant: Errors::default(),
            },
        };
        let errors = bounds.all(plan);
        errors.map(Interval::size).into_iter().fold(0.0, f64::max)
    });
    bounds.into_iter().fold(0.0, f64::max)
}

/// The same behind the fog: between what the stages leave and the fog's byte, and rounded or cut off once more. The
/// factor has 11 bits.
pub(super) fn with_fog(bound: f64) -> f64 {
    bound.max(0.5) + 1.0 + 0.5 * 255.0 / f64::from(CLEAR)
}

struct Bounds<'a> {
    polys: &'a mut Polys,
    arithmetic: Arithmetic,
    /// The errors of what is in them.
    registers: Registers<Interval>,
}

impl Bounds<'_> {
    fn all(&mut self, plan: &Plan) -> Errors {
        let mut next = self.constants(&plan.buffer);
        for stage in &plan.stages {
            self.registers.constant = self.constants(&stage.constant);
            let mut result = Errors::default();
            if let Some(rgb) = &stage.rgb {
                for (lane, slot) in result.iter_mut().enumerate().take(3) {
                    *slot = self.half(rgb, lane);
                }
                if rgb.function == Function::Dot3Alpha {
                    result[3] = result[0];
                }
            }
            if let Some(alpha) = &stage.alpha {
                result[3] = self.half(alpha, 0);
            }
            self.registers.keep(result, stage.store, &mut next);
        }
        self.registers.previous
    }

    /// A constant's byte against its value: known of a literal, half a step of what the application computes.
    fn constants(&self, lanes: &[Option<Poly>; 4]) -> Errors {
        lanes.map(|lane| match lane.map(|poly| self.polys.as_number(poly)) {
            None => Interval::default(),
            Some(None) => Interval::HALF,
            Some(Some(number)) => {
                let exact = number.clamp(0.0, 1.0) * 255.0;
                Interval::point((exact + 0.5).floor() - exact)
            }
        })
    }

    /// Error of an operand's lane, and the range of its value.
    fn operand(&mut self, operand: Operand, value: Option<Poly>, lane: usize) -> Valued {
        let error = self.registers.read(operand)[lane];
        let range = value.map_or((0.0, 1.0), |poly| self.polys.range(poly));
        Valued {
            range: Interval::from(range).clamp(0.0, 1.0),
            error: if operand.invert { -error } else { error },
        }
    }

    fn half(&mut self, half: &PlannedHalf, lane: usize) -> Interval {
        let exact = if half.function.is_dot() {
            self.dot(half)
        } else {
            let at = |bounds: &mut Self, number: usize| match half.operands.get(number) {
                Some((operand, value)) => {
                    (bounds.operand(*operand, value[lane], lane), value[lane])
                }
                None => (Valued::default(), None),
            };
            let operands = [at(self, 0), at(self, 1), at(self, 2)];
            self.combine(half.function, operands)
        };
        let scaled = exact.scale(f64::from(1 << half.scale));
        // What the clamp cuts off is not wrong any more.
        scaled.hull(Interval::default())
    }

    /// What a product loses.
    fn rounding(&self) -> Interval {
        match self.arithmetic {
            Arithmetic::Integer => Interval::new(-1.0, 0.0),
            Arithmetic::Rounded => Interval::HALF,
        }
    }

    fn combine(&mut self, function: Function, operands: [(Valued, Option<Poly>); 3]) -> Interval {
        let [(a, a_value), (b, b_value), (c, c_value)] = operands;
        let rounding = self.rounding();
        match function {
            Function::Replace | Function::Dot3 | Function::Dot3Alpha => a.error,
            Function::Modulate => sum(&[a.product(b), rounding]),
            Function::Add => sum(&[a.error, b.error]),
            Function::AddSigned => {
                let half = match self.arithmetic {
                    Arithmetic::Integer => Interval::point(-0.5),
                    Arithmetic::Rounded => Interval::HALF,
                };
                sum(&[a.error, b.error, half])
            }
            Function::Subtract => sum(&[a.error, -b.error]),
            Function::MultiplyAdd => {
                let product = a.product(b);
                sum(&[product, c.error, rounding])
            }
            Function::AddMultiply => {
                let both = Valued {
                    range: (a.range + b.range).clamp(0.0, 1.0),
                    error: sum(&[a.error, b.error]),
                };
                let product = both.product(c);
                sum(&[product, rounding])
            }
            Function::Interpolate => {
                let apart = match (a_value, b_value) {
                    (Some(a), Some(b)) => {
                        let difference = self.polys.sub(a, b);
                        Interval::from(self.polys.range(difference)).clamp(-1.0, 1.0)
                    }
                    _ => Interval::new(-1.0, 1.0),
                };
                // The weight is in [0, 1] with its error.
                let both = (c.error * (a.error + -b.error)).scale(1.0 / 255.0);
                let weight = c_value.and_then(|poly| self.polys.as_number(poly));
                let mixed = match weight.map(|weight| weight.clamp(0.0, 1.0)) {
                    Some(weight) => a.error.scale(weight) + b.error.scale(1.0 - weight),
                    None => a.error.hull(b.error),
                };
                sum(&[mixed, c.error * apart, both, rounding])
            }
        }
    }

    /// The software form divides each product by 256 towards zero: between 0.5 too much and 0.5 too little, and
    /// up to one more for large and for negative products.
    fn dot(&mut self, half: &PlannedHalf) -> Interval {
        let mut parts = Vec::new();
        let mut negative: f64 = 0.0;
        for lane in 0..3 {
            let mut at = |number: usize| {
                let (operand, value) = half.operands[number];
                let valued = self.operand(operand, value[lane], lane);
                let half = Interval::point(-0.5);
                Valued {
                    range: valued.range + half,
                    error: valued.error,
                }
            };
            let (a, b) = (at(0), at(1));
            parts.push(a.product(b).scale(4.0));
            if (a.range * b.range).low < 0.0 {
                negative += 1.0;
            }
        }
        parts.push(match self.arithmetic {
            Arithmetic::Integer => Interval::new(-2.5, 1.5 + negative.min(2.0)),
            Arithmetic::Rounded => Interval::HALF,
        });
        sum(&parts)
    }
}
