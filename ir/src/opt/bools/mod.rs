//! `lower_bools`: truth becomes the floats 0 and 1.
//!
//! Needs `lower_composite`, and ints to be lowered where the target has none. Gives, where the target
//! has no bools: no value of type bool but comparisons of floats that directly feed an `if`, a discard
//! or a native select, in as many lanes as these have. Logic becomes products and maxima, and a select
//! that the target lacks a sum of which one term is zero. Cost: linear.
//!
//! `s * a + (1 - s) * b` gives a NaN where the value that is not chosen is infinite, which is what
//! `d > 0.0 ? n / d : 0.0` guards against. So on machines where 0 times infinity is not 0, results of
//! `rcp` and the like that reach a select are kept finite.

mod finite;
#[cfg(test)]
mod tests;

use crate::entity::SecondaryMap;
use crate::opt::bound::{is_exact, magnitude};
use crate::opt::composite::Expand;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::Pass;
use crate::{
    Builtin, Capabilities, Constant, Inst, Op, OpKind, Operands, Scalar, Shader, Swizzle, Type,
    Use, Value,
};
use finite::{LARGE, Taint};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const BOOLS: Pass = Pass {
    name: "lower_bools",
    run: |shader, capabilities| {
        if capabilities.bools || !may_have_work(shader) {
            return Ok(false);
        }
        let mut pass = LowerBools {
            comparisons: SecondaryMap::new(),
            selects: SecondaryMap::new(),
            read: read(shader),
            reaches_select: SecondaryMap::new(),
            tainted: SecondaryMap::new(),
        };
        if needs_finite(capabilities) {
            pass.reaches_select = finite::before_selects(shader);
            pass.tainted = finite::taints(shader, &mut pass.reaches_select);
        }
        let flipped = retype(shader);
        Ok(rewrite(shader, capabilities, &mut pass)? || flipped)
    },
};

/// Whether there may be a bool, or an undefined value to settle.
fn may_have_work(shader: &Shader) -> bool {
    let of_values = shader.values.values().map(|value| value.ty);
    let mut types = of_values.chain(shader.arrays.values().map(|array| array.ty));
    types.any(|ty| ty.scalar == Scalar::Bool)
        || shader.may_have(|inst| matches!(inst.op, Op::Undefined))
}

struct LowerBools {
    /// Floats 0 and 1 that tell the result of a comparison, with its operands.
    comparisons: SecondaryMap<Value, Option<(Op, [Use; 2])>>,
    /// Selects by arithmetic with their condition and arms.
    selects: SecondaryMap<Value, Option<[Use; 3]>>,
    /// Values that may not be undefined.
    read: SecondaryMap<Value, bool>,
    /// Instructions whose result may be infinite and reaches a select.
    reaches_select: SecondaryMap<Inst, bool>,
    tainted: SecondaryMap<Value, Taint>,
}

fn needs_finite(capabilities: &Capabilities) -> bool {
    !capabilities.zero_times_anything && !capabilities.native.contains(OpKind::Select)
}

/// Values that anything but an element of `gl_FragData` depends on: of that, undefined elements are
/// not written at all.
fn read(shader: &Shader) -> SecondaryMap<Value, bool> {
    let mut read = SecondaryMap::new();
    for region in shader.live_regions() {
        let data = &shader.regions[region];
        for &inst in &data.insts {
            for operand in &shader.insts[inst].args {
                read[operand.value] = true;
            }
        }
        if region != shader.body {
            for operand in data.end.uses() {
                read[operand.value] = true;
            }
        }
    }
    let outputs = shader.interface.output_slots();
    for ((output, _), operand) in outputs.zip(shader.regions[shader.body].end.uses()) {
        if shader.interface.outputs[output].builtin != Some(Builtin::FragData) {
            read[operand.value] = true;
        }
    }
    read
}

/// Makes every bool a float; instructions follow while walking.
fn retype(shader: &mut Shader) -> bool {
    let mut changed = false;
    for value in shader.values.values_mut() {
        changed |= value.ty.scalar == Scalar::Bool;
        if value.ty.scalar == Scalar::Bool {
            value.ty.scalar = Scalar::Float;
        }
    }
    for array in shader.arrays.values_mut() {
        if array.ty.scalar == Scalar::Bool {
            array.ty.scalar = Scalar::Float;
        }
    }
    changed
}

/// The operation that gives a comparison as a float.
fn set_op(op: Op) -> Op {
    match op {
        Op::Lt => Op::SetLt,
        Op::Ge => Op::SetGe,
        Op::Eq => Op::SetEq,
        _ => Op::SetNe,
    }
}

/// The comparison that is true where another is false, NaNs aside.
fn opposite(op: Op) -> Op {
    match op {
        Op::Lt => Op::Ge,
        Op::Ge => Op::Lt,
        Op::Eq => Op::Ne,
        _ => Op::Eq,
    }
}

impl LowerBools {
    /// A comparison as a float.
    fn compare(&mut self, rw: &mut Rewriter<'_>, op: Op, args: [Use; 2]) -> Use {
        let result = Expand::new(rw).emit(set_op(op), &args);
        if is_whole(rw, result) {
            self.comparisons[result.value] = Some((op, args));
        }
        result
    }

    /// The comparison of which an operand is the float.
    fn comparison(&self, rw: &Rewriter<'_>, operand: Use) -> Option<(Op, [Use; 2])> {
        let (op, args) = match self.comparisons[operand.value] {
            Some(known) => known,
            None => {
                let inst = rw.shader.def_inst(operand.value)?;
                let data = rw.inst(inst);
                let op = match data.op {
                    Op::SetLt => Op::Lt,
                    Op::SetGe => Op::Ge,
                    Op::SetEq => Op::Eq,
                    Op::SetNe => Op::Ne,
                    _ => return None,
                };
                (op, [data.args[0], data.args[1]])
            }
        };
        Some((op, args.map(|arg| rw.resolve(arg.then(operand.swizzle)))))
    }

    /// A float 0 or 1 as the bool that an `if`, a discard or a select takes.
    fn condition(&self, rw: &mut Rewriter<'_>, operand: Use) -> Use {
        if let Some(constant) = rw.shader.as_constant(operand) {
            let truths = constant
                .lanes()
                .iter()
                .map(|&bits| u32::from(f32::from_bits(bits) != 0.0));
            let truths = Constant::from_bits(Scalar::Bool, truths);
            return rw.constant(truths);
        }
        match self.comparison(rw, operand) {
            Some((op, args)) => rw.emit(op, &args),
            None => {
                let zero = rw.float(0.0, operand.lanes());
                rw.emit(Op::Ne, &[operand, zero])
            }
        }
    }

    fn not(&mut self, rw: &mut Rewriter<'_>, operand: Use) -> Use {
        if let Some((op, args)) = self.comparison(rw, operand) {
            return self.compare(rw, opposite(op), args);
        }
        let one = rw.float(1.0, operand.lanes());
        Expand::new(rw).emit(Op::Sub, &[one, operand])
    }

    /// Joins the lanes of a vector by an operation, halves at a time.
    fn reduce(rw: &mut Rewriter<'_>, op: Op, vector: Use) -> Use {
        let lane = |lane: u8| vector.then(Swizzle::splat(lane, 1));
        match vector.lanes() {
            1 => vector,
            2 => rw.emit(op, &[lane(0), lane(1)]),
            3 => {
                let two = rw.emit(op, &[lane(0), lane(1)]);
                rw.emit(op, &[two, lane(2)])
            }
            _ => {
                let low = vector.then(Swizzle::identity(2));
                let high = Swizzle::new(&[2, 3]).map_or(low, |swizzle| vector.then(swizzle));
                let two = rw.emit(op, &[low, high]);
                LowerBools::reduce(rw, op, two)
            }
        }
    }

    fn select(&mut self, rw: &mut Rewriter<'_>, condition: Use, accept: Use, reject: Use) -> Use {
        if is_one(rw, accept) && is_zero(rw, reject) {
            return condition;
        }
        if is_zero(rw, accept) && is_one(rw, reject) {
            return self.not(rw, condition);
        }
        if !rw.capabilities.native.contains(OpKind::Select) {
            let result = self.blend_nested(rw, condition, accept, reject);
            if is_whole(rw, result) {
                self.selects[result.value] = Some([condition, accept, reject]);
            }
            return result;
        }
        let lanes = condition.swizzle.lanes();
        let splat = lanes.windows(2).all(|pair| pair[0] == pair[1]);
        if splat || rw.capabilities.select_per_lane {
            let condition = self.condition(rw, condition);
            return rw.emit(Op::Select, &[condition, accept, reject]);
        }
        let parts: Vec<Use> = (0..condition.lanes())
            .map(|lane| {
                let one = Swizzle::splat(lane, 1);
                let condition = self.condition(rw, condition.then(one));
                rw.emit(Op::Select, &[condition, accept.then(one), reject.then(one)])
            })
            .collect();
        rw.emit(Op::Compose, &parts)
    }

    /// A select by arithmetic. One in its arm that leads to the same other arm becomes part of the
    /// condition: a product in place of a sum of products.
    fn blend_nested(&mut self, rw: &mut Rewriter<'_>, s: Use, accept: Use, reject: Use) -> Use {
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
        if taint == Taint::Finite {
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
                let limit = largest_blended(rw.capabilities.significand_bits);
                let below = |operand| magnitude(rw, operand).is_some_and(|bound| bound <= limit);
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
        let otherwise = self.not(rw, s);
        let second = rw.emit(Op::Mul, &[otherwise, reject]);
        if !rw.capabilities.native.contains(OpKind::Mad)
            && let Some(first) = scaled(rw, s, accept)
        {
            return rw.emit(Op::Add, &[first, second]);
        }
        Expand::new(rw).mad(s, accept, second)
    }

    fn lower(&mut self, rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
        Some(match (op, args) {
            (Op::Lt | Op::Ge | Op::Eq | Op::Ne, &[a, b]) => self.compare(rw, op, [a, b]),
            (Op::And, &[a, b]) => rw.emit(Op::Mul, &[a, b]),
            (Op::Or, &[a, b]) => rw.emit(Op::Max, &[a, b]),
            (Op::Xor, &[a, b]) => {
                let difference = Expand::new(rw).emit(Op::Sub, &[a, b]);
                rw.emit(Op::Mul, &[difference, difference])
            }
            (Op::Not, &[a]) => self.not(rw, a),
            (Op::AnyTrue, &[a]) => LowerBools::reduce(rw, Op::Max, a),
            (Op::AllTrue, &[a]) => LowerBools::reduce(rw, Op::Mul, a),
            (Op::BoolToFloat, &[a]) => a,
            (Op::Select, &[condition, a, b]) => self.select(rw, condition, a, b),
            _ => return None,
        })
    }
}

/// What is added to a base to give a sum, if that is what the sum is.
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

/// A float 0 or 1 times a vector that is put together, without a product where a part is 1.
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
        parts.push(match is_one(rw, part) {
            true => s,
            false => rw.emit(Op::Mul, &[s, part]),
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

fn is_whole(rw: &Rewriter<'_>, operand: Use) -> bool {
    operand
        .swizzle
        .is_identity(rw.shader.ty(operand.value).lanes)
}

fn is_zero(rw: &Rewriter<'_>, operand: Use) -> bool {
    let zero = |constant: Constant| constant.lanes().iter().all(|bits| bits << 1 == 0);
    rw.shader.as_constant(operand).is_some_and(zero)
}

fn is_one(rw: &Rewriter<'_>, operand: Use) -> bool {
    let one = |constant: Constant| constant.lanes().iter().all(|&bits| bits == 1f32.to_bits());
    rw.shader.as_constant(operand).is_some_and(one)
}

impl Transform for LowerBools {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let op = data.op;
        match op {
            Op::Constant(constant) if constant.ty.scalar == Scalar::Bool => {
                let lanes: Vec<f32> = constant.lanes().iter().map(|&bit| bit as f32).collect();
                let floats = rw.constant(Constant::floats(&lanes));
                let result = rw.shader.result(inst);
                rw.replace(result, floats);
                return Ok(Visit::Done);
            }
            // Undefined may be infinite, and no machine may take that into a sum.
            Op::Undefined
                if !rw.capabilities.native.contains(OpKind::Select)
                    && self.read[rw.shader.result(inst)] =>
            {
                let result = rw.shader.result(inst);
                let zero = rw.float(0.0, rw.shader.ty(result).lanes);
                rw.replace(result, zero);
                return Ok(Visit::Done);
            }
            Op::If | Op::Discard => {
                let condition = data.args[0];
                let condition = self.condition(rw, condition);
                rw.shader.insts[inst].args[0] = condition;
                rw.changed = true;
                return Ok(Visit::Keep);
            }
            _ => {}
        }
        let args = Operands::from_slice(&data.args);
        let with = match self.reaches_select[inst] {
            true => Some(finite::keep(rw, inst)),
            false => self.lower(rw, op, &args),
        };
        let Some(with) = with else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        debug_assert_eq!(
            rw.shader.use_type(with),
            Type::float(rw.shader.ty(result).lanes)
        );
        if self.tainted[with.value] < self.tainted[result] {
            self.tainted[with.value] = self.tainted[result];
        }
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}
