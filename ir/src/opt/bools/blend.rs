//! Selects by arithmetic: `s * accept + (1 - s) * reject`, and shorter forms of it.

use super::finite::{LARGE, Taint};
use super::{LowerBools, is_one, is_whole, is_zero, needs_finite};
use crate::opt::bound::{is_exact, magnitude};
use crate::opt::composite::Expand;
use crate::opt::rewrite::Rewriter;
use crate::{Op, OpKind, Swizzle, Use};

impl LowerBools {
    /// A select by arithmetic. One in its arm that leads to the same other arm becomes part of the
    /// condition: a product in place of a sum of products.
    pub(super) fn blend_nested(
        &mut self,
        rw: &mut Rewriter<'_>,
        s: Use,
        accept: Use,
        reject: Use,
    ) -> Use {
        let inner = |pass: &Self, arm: Use| pass.selects[arm.value].filter(|_| is_whole(rw, arm));
        if let Some([t, a, b]) = inner(self, accept) {
            if b == reject {
                let both = rw.emit(Op::Mul, &[s, t]);
                return self.blend_lanes(rw, both, a, reject);
            }
            if a == reject {
                let otherwise = self.not(rw, t);
                let both = rw.emit(Op::Mul, &[s, otherwise]);
                return self.blend_lanes(rw, both, b, reject);
            }
        }
        if let Some([t, a, b]) = inner(self, reject) {
            if a == accept {
                let either = rw.emit(Op::Max, &[s, t]);
                return self.blend_lanes(rw, either, accept, b);
            }
            if b == accept {
                let otherwise = self.not(rw, s);
                let both = rw.emit(Op::Mul, &[otherwise, t]);
                return self.blend_lanes(rw, both, a, accept);
            }
        }
        self.blend_lanes(rw, s, accept, reject)
    }

    /// A select by arithmetic, once for lanes that are alike. Lanes that are the same literal in both
    /// arms stay out where what is left of an arm is zero; elsewhere they cost nothing.
    fn blend_lanes(&mut self, rw: &mut Rewriter<'_>, s: Use, accept: Use, reject: Use) -> Use {
        let keys: Vec<[Use; 3]> = (0..s.lanes())
            .map(|lane| [s, accept, reject].map(|operand| single(rw, operand, lane)))
            .collect();
        let differs = |key: &&[Use; 3]| key[1] != key[2];
        let zero = |arm: usize| {
            let mut left = keys.iter().filter(differs);
            left.all(|key| is_zero(rw, key[arm]))
        };
        let leave_out = zero(1) || zero(2);
        let literal = |key: &[Use; 3]| rw.shader.as_constant(key[1]).is_some();
        let stays = |key: &[Use; 3]| differs(&key) || literal(key) && !leave_out;
        let mut computed: Vec<u8> = Vec::new();
        for (lane, key) in (0..).zip(&keys) {
            let known = |other: &u8| keys.get(usize::from(*other)) == Some(key);
            if stays(key) && !computed.iter().any(known) {
                computed.push(lane);
            }
        }
        if computed.len() == keys.len() {
            return self.blend_numbers(rw, s, accept, reject);
        }
        let Some(lanes) = Swizzle::new(&computed) else {
            return accept;
        };
        let [s, accept, reject] =
            [s, accept, reject].map(|operand| rw.resolve(operand.then(lanes)));
        let blended = self.blend_numbers(rw, s, accept, reject);
        let part = |key: &[Use; 3]| {
            let place = computed
                .iter()
                .position(|lane| keys.get(usize::from(*lane)) == Some(key));
            match place {
                Some(place) => blended.then(Swizzle::splat(place as u8, 1)),
                None => key[1],
            }
        };
        let parts: Vec<Use> = keys.iter().map(part).collect();
        rw.emit(Op::Compose, &parts)
    }

    fn blend_numbers(&mut self, rw: &mut Rewriter<'_>, s: Use, accept: Use, reject: Use) -> Use {
        let [accept, reject] = [accept, reject].map(|arm| self.number(rw, arm));
        self.blend(rw, s, accept, reject)
    }

    /// An arm of a select by arithmetic as an ordinary number: chosen it would be undefined, not
    /// chosen it must not spoil the other arm. `max` and `min` prefer a number to none.
    fn number(&self, rw: &mut Rewriter<'_>, arm: Use) -> Use {
        let taint = self.tainted[arm.value];
        if taint == Taint::Finite || !needs_finite(rw.capabilities) {
            return arm;
        }
        let least = rw.float(-LARGE, arm.lanes());
        let arm = rw.emit(Op::Max, &[arm, least]);
        if taint == Taint::MaybeNan {
            return arm;
        }
        let large = rw.float(LARGE, arm.lanes());
        rw.emit(Op::Min, &[arm, large])
    }

    /// True if `reject - s * reject` is the better `(1 - s) * reject`: with a multiply-add it is exact, and
    /// needs no other truth value. A product with 1 is that truth value itself, and an infinity would
    /// leave no number. Results of branches are not known to be finite.
    fn is_left_by_subtraction(&self, rw: &mut Rewriter<'_>, reject: Use) -> bool {
        let ones = (0..reject.lanes()).any(|lane| {
            let part = single(rw, reject, lane);
            is_one(rw, part)
        });
        let finite =
            rw.capabilities.branches.is_none() && self.tainted[reject.value] == Taint::Finite;
        rw.capabilities.native.contains(OpKind::Mad) && finite && !ones
    }

    /// A select by arithmetic.
    fn blend(&mut self, rw: &mut Rewriter<'_>, s: Use, accept: Use, reject: Use) -> Use {
        if is_zero(rw, reject) {
            return rw.emit(Op::Mul, &[s, accept]);
        }
        if is_zero(rw, accept) {
            let otherwise = self.not(rw, s);
            return rw.emit(Op::Mul, &[otherwise, reject]);
        }
        let shortest = match (rw.shader.as_constant(accept), rw.shader.as_constant(reject)) {
            (Some(a), Some(b)) => is_exact(&a, &b),
            _ => {
                let limit = largest_blended(rw.capabilities.arithmetic.significand_bits);
                let below =
                    |operand| magnitude(rw.shader, operand).is_some_and(|bound| bound <= limit);
                below(accept) && below(reject)
            }
        };
        if let Some(more) = added(rw, accept, reject) {
            return Expand::new(rw).mad(s, more, reject);
        }
        if let Some(more) = added(rw, reject, accept) {
            let otherwise = self.not(rw, s);
            return Expand::new(rw).mad(otherwise, more, accept);
        }
        // What is compared with zero is zero where that is true, and adds nothing.
        if let Some((op @ (Op::Eq | Op::Ne), [a, b])) = self.comparison(rw, s) {
            let (where_zero, compared) = match op {
                Op::Eq => (accept, reject),
                _ => (reject, accept),
            };
            if a == compared && is_zero(rw, b) {
                let zero = self.compare(rw, Op::Eq, [a, b]);
                return Expand::new(rw).mad(zero, where_zero, compared);
            }
        }
        let mut expand = Expand::new(rw);
        if shortest {
            let difference = expand.emit(Op::Sub, &[accept, reject]);
            return expand.mad(s, difference, reject);
        }
        if self.is_left_by_subtraction(rw, reject) {
            let mut expand = Expand::new(rw);
            let negated = expand.emit(Op::Neg, &[s]);
            let second = expand.mad(negated, reject, reject);
            return expand.mad(s, accept, second);
        }
        let otherwise = self.not(rw, s);
        let second = rw.emit(Op::Mul, &[otherwise, reject]);
        let fused = rw.capabilities.native.contains(OpKind::Mad);
        if !fused && let Some(first) = scaled(rw, s, accept) {
            return rw.emit(Op::Add, &[first, second]);
        }
        Expand::new(rw).mad(s, accept, second)
    }
}

/// Returns the other term of `sum`, if it is `base` and something.
fn added(rw: &mut Rewriter<'_>, sum: Use, base: Use) -> Option<Use> {
    let inst = rw.shader.def_inst(sum.value)?;
    let data = rw.inst(inst);
    let (op @ (Op::Add | Op::Sub), &[a, b]) = (data.op, data.args.as_slice()) else {
        return None;
    };
    let [a, b] = [a, b].map(|operand| rw.resolve(operand.then(sum.swizzle)));
    match op {
        Op::Add if a == base => Some(b),
        Op::Add if b == base => Some(a),
        Op::Sub if a == base => Some(rw.emit(Op::Neg, &[b])),
        _ => None,
    }
}

/// A float 0 or 1 times a composed vector, without a product where a part is 1.
fn scaled(rw: &mut Rewriter<'_>, s: Use, vector: Use) -> Option<Use> {
    let data = rw.inst(rw.shader.def_inst(vector.value)?);
    let whole = rw.shader.whole(vector.value);
    if data.op != Op::Compose || vector != whole || !data.args.iter().any(|&part| is_one(rw, part))
    {
        return None;
    }
    let mut first = 0;
    let mut parts = Vec::new();
    for part in data.args.clone() {
        let lanes: Vec<u8> = (first..first + part.lanes()).collect();
        first += part.lanes();
        let s = s.then(Swizzle::new(&lanes)?);
        parts.push(if is_one(rw, part) {
            s
        } else {
            rw.emit(Op::Mul, &[s, part])
        });
    }
    Some(rw.emit(Op::Compose, &parts))
}

/// The magnitude up to which `b + s (a - b)` is as exact as other arithmetic on numbers around 1.
fn largest_blended(significand_bits: u8) -> f32 {
    (f32::from(significand_bits).exp2() * 4e-6).max(2.0)
}

/// A lane of an operand; equal literals are equal.
fn single(rw: &mut Rewriter<'_>, operand: Use, lane: u8) -> Use {
    let operand = rw.resolve(operand.then(Swizzle::splat(lane, 1)));
    match rw.shader.as_constant(operand) {
        Some(constant) => rw.constant(constant),
        None => operand,
    }
}
