//! `nan-clamp`: `min`, `max` and `clamp` give the operand that is a number.
//!
//! The chip compares sign and magnitude: -NaN is below -infinity and NaN above infinity, so its `max` of
//! a number and NaN is NaN. But 0 times anything is 0 (docs/nv2a.md, Arithmetic): a sum of both operands,
//! each times whether it is to be taken, is a number where one of them is.

use retroshade_ir::build::Builder;
use retroshade_ir::{Op, Scalar, Shader, Use};

/// Rewrites every `Min`, `Max`, `Clamp` and `Saturate` of floats, before the passes. An operand that is
/// NaN takes the value of the other one.
pub(crate) fn prefer_numbers(shader: &mut Shader) {
    for region in shader.live_regions() {
        let old = std::mem::take(&mut shader.regions[region].insts);
        for inst in old {
            let data = &shader.insts[inst];
            let (op, args) = (data.op, data.args.to_vec());
            let mut builder = Builder {
                span: data.span,
                shader: &mut *shader,
                region,
            };
            let floats = |builder: &Builder<'_>| {
                let types = args.iter().map(|arg| builder.shader.use_type(*arg));
                types.into_iter().all(|ty| ty.scalar == Scalar::Float)
            };
            let new = match (op, args.as_slice()) {
                (Op::Min | Op::Max, &[a, b]) if floats(&builder) => {
                    Some((op, guarded(&mut builder, a, b)))
                }
                (Op::Clamp, &[x, low, high]) if floats(&builder) => {
                    Some((Op::Min, bounded(&mut builder, x, low, high)))
                }
                (Op::Saturate, &[x]) => {
                    let low = builder.float(0.0, x.lanes());
                    let high = builder.float(1.0, x.lanes());
                    Some((Op::Min, bounded(&mut builder, x, low, high)))
                }
                _ => None,
            };
            if let Some((op, args)) = new {
                let data = &mut shader.insts[inst];
                data.op = op;
                data.args = args.into_iter().collect();
            }
            shader.regions[region].insts.push(inst);
        }
    }
}

/// The operands of the minimum that a clamp ends with.
fn bounded(builder: &mut Builder<'_>, x: Use, low: Use, high: Use) -> [Use; 2] {
    let larger = guarded(builder, x, low);
    let larger = builder.op(Op::Max, &larger);
    guarded(builder, larger, high)
}

/// Two operands, each the other one where it is NaN.
fn guarded(builder: &mut Builder<'_>, a: Use, b: Use) -> [Use; 2] {
    [number_or(builder, a, b), number_or(builder, b, a)]
}

/// A value, or another where it is NaN.
fn number_or(builder: &mut Builder<'_>, value: Use, other: Use) -> Use {
    if builder.shader.as_constant(value).is_some() {
        return value;
    }
    let lanes = value.lanes();
    let infinity = builder.float(f32::INFINITY, lanes);
    let negative = builder.float(f32::NEG_INFINITY, lanes);
    let not_below = builder.op(Op::SetGe, &[value, negative]);
    let not_above = builder.op(Op::SetGe, &[infinity, value]);
    let is_number = builder.op(Op::Mul, &[not_below, not_above]);
    let one = builder.float(1.0, lanes);
    let is_none = builder.op(Op::Sub, &[one, is_number]);
    let kept = builder.op(Op::Mul, &[value, is_number]);
    let taken = builder.op(Op::Mul, &[other, is_none]);
    builder.op(Op::Add, &[kept, taken])
}
