//! Keeps infinities, and what is no number, out of selects by arithmetic.
//!
//! `s * a + (1 - s) * b` gives a NaN where the value that is not chosen is infinite. Going backwards
//! from the arms of selects, results that may be infinite are clamped where they arise; what still
//! comes through, because a clamped result stood in the way of the search, is clamped at the arm.

use crate::entity::SecondaryMap;
use crate::opt::bound;
use crate::opt::composite::Expand;
use crate::opt::rewrite::Rewriter;
use crate::{Inst, Op, OpKind, Scalar, Shader, Swizzle, Uniform, Use, Value};

/// What results that may be infinite are held below: 2^62, the range of `highp` (ESSL 1.00, 4.5.2), so that no
/// result inside that range changes, and products with numbers of that range stay finite.
pub(super) const LARGE: f32 = 4.611_686e18;

/// True if a result is bounded, but no number for an infinite operand.
fn is_periodic(op: Op) -> bool {
    matches!(op, Op::Fract | Op::Sin | Op::Cos)
}

/// True if an operand is seen at a glance never to be negative: a square, a maximum with a number.
fn never_negative(rw: &Rewriter<'_>, operand: Use) -> bool {
    let Some(inst) = rw.shader.def_inst(operand.value) else {
        return false;
    };
    let data = rw.inst(inst);
    match (data.op, data.args.as_slice()) {
        (Op::Abs | Op::Saturate | Op::Sqrt | Op::Exp2 | Op::Length | Op::Distance, _) => true,
        (Op::Mul | Op::Dot, [a, b]) => a == b,
        (Op::Max, operands) => operands.iter().any(|&operand| {
            let constant = rw.shader.as_constant(operand);
            constant.is_some_and(|constant| {
                (0..constant.ty.lanes).all(|lane| constant.float(lane) >= 0.0)
            })
        }),
        _ => false,
    }
}

/// True if an operand is a literal by which numbers can be divided.
fn is_ordinary(rw: &Rewriter<'_>, operand: Use) -> bool {
    let constant = rw.shader.as_constant(operand);
    constant.is_some_and(|constant| {
        (0..constant.ty.lanes).all(|lane| {
            let magnitude = constant.float(lane).abs();
            (1.0 / LARGE..=LARGE).contains(&magnitude)
        })
    })
}

/// Goes from the arms of all selects backwards to operations that may give infinities.
pub(super) fn before_selects(shader: &Shader) -> SecondaryMap<Inst, bool> {
    let mut risky = SecondaryMap::new();
    let mut seen: SecondaryMap<Inst, bool> = SecondaryMap::new();
    let mut pending = Vec::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            if data.op == Op::Select && shader.use_type(data.args[1]).scalar == Scalar::Float {
                pending.extend(data.args[1..].iter().map(|operand| operand.value));
            }
        }
    }
    while let Some(value) = pending.pop() {
        let Some(inst) = shader.def_inst(value) else {
            continue;
        };
        if std::mem::replace(&mut seen[inst], true) {
            continue;
        }
        let data = &shader.insts[inst];
        // An index out of range may find anything, even no number.
        let computed = matches!(data.op, Op::UniformIndexed { .. });
        if data.op.may_be_infinite() || is_periodic(data.op) || computed {
            risky[inst] = true;
        } else if data.op == Op::If {
            for &region in &data.regions {
                let uses = shader.regions[region].end.uses();
                pending.extend(uses.iter().map(|operand| operand.value));
            }
        } else if !data.op.is_bounded() {
            pending.extend(data.args.iter().map(|operand| operand.value));
        }
    }
    risky
}

/// The infinities that an arm of a select may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Taint {
    #[default]
    Finite,
    /// No number, from a root of a negative one.
    MaybeNan,
    MaybeInfinite,
}

/// What values hold that are computed from operations which are not kept finite, because one that is
/// stands between them and the arm of a select. In program order an instruction comes after what it
/// reads; what loops carry is left out, since machines that need this have no loops. A periodic
/// operation is kept only if its operand may be infinite.
pub(super) fn taints(
    shader: &Shader,
    kept: &mut SecondaryMap<Inst, bool>,
) -> SecondaryMap<Value, Taint> {
    let mut tainted: SecondaryMap<Value, Taint> = SecondaryMap::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let operands = data.args.iter().map(|operand| tainted[operand.value]);
            let operands = operands.max().unwrap_or_default();
            let own = match data.op {
                op if op.is_bounded() => continue,
                op if is_periodic(op) => {
                    kept[inst] &= operands != Taint::Finite;
                    if kept[inst] { continue } else { Taint::Finite }
                }
                Op::Rcp | Op::Rsqrt | Op::Exp2 | Op::Pow if kept[inst] => continue,
                _ if kept[inst] => Taint::Finite,
                Op::Sqrt => Taint::MaybeNan,
                op if op.may_be_infinite() => Taint::MaybeInfinite,
                Op::Constant(constant) if !constant.is_finite() => Taint::MaybeInfinite,
                _ => Taint::Finite,
            };
            for &result in &data.results {
                tainted[result] = own.max(operands);
            }
        }
    }
    tainted
}

/// Brings the index of a read into the uniform, as far as it is not seen to be there.
pub(super) fn keep_inside(
    rw: &mut Rewriter<'_>,
    inst: Inst,
    uniform: Uniform,
    base: u32,
    stride: u32,
) {
    let variable = &rw.shader.interface.uniforms[uniform];
    let last = variable.reachable(base, stride).saturating_sub(1) as f32;
    let first = -((base / stride.max(1)) as f32);
    let index = rw.inst(inst).args[0];
    let inside = within(rw, index, first, last);
    if inside != index {
        rw.shader.insts[inst].args[0] = inside;
        rw.changed = true;
    }
}

fn within(rw: &mut Rewriter<'_>, index: Use, first: f32, last: f32) -> Use {
    let (low, high) = bound::range(rw.shader, index);
    let mut inside = index;
    if low.is_none_or(|low| low < first) {
        let first = rw.float(first, 1);
        inside = rw.emit(Op::Max, &[inside, first]);
    }
    if high.is_none_or(|high| high > last) {
        let last = rw.float(last, 1);
        inside = rw.emit(Op::Min, &[inside, last]);
    }
    inside
}

/// Keeps the result of an operation that may be infinite finite.
pub(super) fn keep(rw: &mut Rewriter<'_>, inst: Inst) -> Use {
    let data = rw.inst(inst);
    let (op, args) = (data.op, data.args.clone());
    let lanes = args[0].lanes();
    let large = rw.float(LARGE, lanes);
    let least = rw.float(-LARGE, lanes);
    let divides = rw.capabilities.native.contains(OpKind::Div);
    if op == Op::Div && divides && is_ordinary(rw, args[1]) {
        return rw.emit_as_is(Op::Div, &args);
    }
    let mut expand = Expand::new(rw);
    match op {
        Op::Normalize => {
            let square = expand.emit(Op::Dot, &[args[0], args[0]]);
            let inverse = expand.emit(Op::Rsqrt, &[square]);
            let one = Swizzle::identity(1);
            let inverse = expand.emit(Op::Min, &[inverse, large.then(one)]);
            expand.emit(Op::Mul, &[args[0], inverse.then(Swizzle::splat(0, lanes))])
        }
        Op::Sqrt => {
            let zero = expand.float(0.0, lanes);
            let inside = expand.emit(Op::Max, &[args[0], zero]);
            expand.emit(Op::Sqrt, &[inside])
        }
        // 0 / 0 is no number, which `max` drops. Where division is a product with the inverse, that
        // is what has to be finite.
        Op::Div if divides => {
            let quotient = rw.emit_as_is(Op::Div, &args);
            let quotient = rw.emit(Op::Max, &[quotient, least]);
            rw.emit(Op::Min, &[quotient, large])
        }
        Op::Div => {
            let inverse = expand.emit(Op::Rcp, &[args[1]]);
            let inverse = expand.emit(Op::Min, &[inverse, large]);
            let inverse = expand.emit(Op::Max, &[inverse, least]);
            expand.emit(Op::Mul, &[args[0], inverse])
        }
        // What a negative operand gives is undefined, so it may be what the positive one gives,
        // and is then no NaN.
        Op::Rsqrt | Op::Exp2 | Op::Pow => {
            let mut args = args;
            if op != Op::Exp2 && !never_negative(rw, args[0]) {
                args[0] = Expand::new(rw).emit(Op::Abs, &[args[0]]);
            }
            let result = rw.emit_as_is(op, &args);
            rw.emit(Op::Min, &[result, large])
        }
        // An infinite operand gives no number, which `max` drops.
        Op::Fract | Op::Sin | Op::Cos => {
            let result = rw.emit_as_is(op, &args);
            let least = rw.float(if op == Op::Fract { 0.0 } else { -1.0 }, lanes);
            rw.emit(Op::Max, &[result, least])
        }
        Op::Log2 => {
            let mut args = args;
            if !never_negative(rw, args[0]) {
                args[0] = Expand::new(rw).emit(Op::Abs, &[args[0]]);
            }
            let result = rw.emit_as_is(op, &args);
            rw.emit(Op::Max, &[result, least])
        }
        _ => {
            let result = rw.emit_as_is(op, &args);
            let result = rw.emit(Op::Min, &[result, large]);
            rw.emit(Op::Max, &[result, least])
        }
    }
}
