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

mod blend;
mod finite;
#[cfg(test)]
mod tests;

use crate::entity::SecondaryMap;
use crate::opt::composite::Expand;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Builtin, Capabilities, Constant, Inst, Op, OpKind, Operands, Scalar, Shader, Swizzle, Type,
    Use, Value,
};
use finite::Taint;
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const BOOLS: Pass = Pass {
    name: "lower_bools",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        if capabilities.arithmetic.bools || !may_have_work(shader) {
            return Ok(false);
        }
        let mut pass = LowerBools {
            comparisons: SecondaryMap::new(),
            selects: SecondaryMap::new(),
            never_undefined: never_undefined(shader, capabilities),
            reaches_select: SecondaryMap::new(),
            tainted: SecondaryMap::new(),
        };
        if needs_finite(capabilities) {
            pass.reaches_select = finite::before_selects(shader);
        }
        if !capabilities.native.contains(OpKind::Select) {
            pass.tainted = finite::taints(shader, &mut pass.reaches_select);
        }
        let flipped = retype(shader);
        Ok(rewrite(shader, capabilities, &mut pass)? || flipped)
    },
};

/// True if there may be a bool, or an undefined value that must not be.
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
    never_undefined: SecondaryMap<Value, bool>,
    /// Instructions whose result may be infinite and reaches a select.
    reaches_select: SecondaryMap<Inst, bool>,
    tainted: SecondaryMap<Value, Taint>,
}

fn needs_finite(capabilities: &Capabilities) -> bool {
    !capabilities.arithmetic.zero_times_anything && !capabilities.native.contains(OpKind::Select)
}

/// Values that become 0 where they are undefined: bools, which are one of two numbers whatever they are, and where
/// selects are sums all that is read, since what is undefined may be infinite.
fn never_undefined(shader: &Shader, capabilities: &Capabilities) -> SecondaryMap<Value, bool> {
    let mut values = if capabilities.native.contains(OpKind::Select) {
        SecondaryMap::new()
    } else {
        read(shader)
    };
    for (value, data) in shader.values.iter() {
        if data.ty.scalar == Scalar::Bool {
            values[value] = true;
        }
    }
    values
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

/// Makes every bool a float; instructions follow in the rewrite.
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
        if splat || rw.capabilities.arithmetic.select_per_lane {
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
            Op::Undefined if self.never_undefined[rw.shader.result(inst)] => {
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
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } if self.reaches_select[inst] => {
                finite::keep_inside(rw, inst, uniform, base, stride);
                return Ok(Visit::Keep);
            }
            _ => {}
        }
        let args = Operands::from_slice(&data.args);
        let with = if self.reaches_select[inst] {
            Some(finite::keep(rw, inst))
        } else {
            self.lower(rw, op, &args)
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
