//! Bounds on the magnitude of values, as far as a short look backwards tells.

use crate::{Builtin, Constant, Op, Scalar, Shader, Use};

/// Operations between a value and its bound at most. Chosen, not measured; a value beyond counts as unbounded.
const DEPTH: u32 = 6;

/// Values looked at in one question, which bounds time where operands are shared. Chosen, not measured.
const VISITS: u32 = 32;

/// A bound on the magnitude of every lane of an operand, if one is found. Lookups count as 1: the
/// textures of these machines hold no more.
pub(crate) fn magnitude(shader: &Shader, operand: Use) -> Option<f32> {
    let mut visits = VISITS;
    bound(shader, operand, DEPTH, &mut visits)
}

fn bound(shader: &Shader, operand: Use, depth: u32, visits: &mut u32) -> Option<f32> {
    *visits = visits.checked_sub(1)?;
    let depth = depth.checked_sub(1)?;
    let inst = shader.def_inst(operand.value)?;
    let data = &shader.insts[inst];
    let mut of = |index: usize| bound(shader, *data.args.get(index)?, depth, visits);
    let bound = match data.op {
        Op::Constant(constant) => {
            let lanes = operand.swizzle.lanes().iter();
            lanes
                .map(|&lane| constant.float(lane).abs())
                .fold(0.0, f32::max)
        }
        Op::Saturate | Op::Fract | Op::Sin | Op::Cos | Op::Texture(_) | Op::Normalize => 1.0,
        Op::SetLt | Op::SetGe | Op::SetEq | Op::SetNe | Op::Sign | Op::Step => 1.0,
        Op::Neg | Op::Abs => of(0)?,
        Op::Floor | Op::Ceil | Op::Trunc | Op::Round => of(0)? + 1.0,
        Op::Add | Op::Sub => of(0)? + of(1)?,
        Op::Mul => of(0)? * of(1)?,
        Op::Mad => of(0)? * of(1)? + of(2)?,
        Op::Min | Op::Max => of(0)?.max(of(1)?),
        Op::Select => of(1)?.max(of(2)?),
        Op::Mix => of(0)?.max(of(1)?) * (1.0 + 2.0 * of(2)?),
        Op::Compose => {
            let mut largest: f32 = 0.0;
            for index in 0..data.args.len() {
                largest = largest.max(of(index)?);
            }
            largest
        }
        _ => return None,
    };
    bound.is_finite().then_some(bound)
}

/// What every lane of an operand is at least and at most, as far as a short look backwards tells.
pub(crate) fn range(shader: &Shader, operand: Use) -> (Option<f32>, Option<f32>) {
    let mut visits = VISITS;
    limits(shader, operand, DEPTH, &mut visits)
}

fn limits(
    shader: &Shader,
    operand: Use,
    depth: u32,
    visits: &mut u32,
) -> (Option<f32>, Option<f32>) {
    let inst = shader.def_inst(operand.value);
    let left = visits.checked_sub(1).zip(depth.checked_sub(1));
    let (Some(inst), Some((fewer, depth))) = (inst, left) else {
        return (None, None);
    };
    *visits = fewer;
    let data = &shader.insts[inst];
    let mut of = |index: usize| match data.args.get(index) {
        Some(&operand) => limits(shader, operand, depth, visits),
        None => (None, None),
    };
    let both = |a: Option<f32>, b: Option<f32>, choose: fn(f32, f32) -> f32| {
        a.zip(b).map(|(a, b)| choose(a, b))
    };
    let either = |a: Option<f32>, b: Option<f32>, choose: fn(f32, f32) -> f32| {
        both(a, b, choose).or(a).or(b)
    };
    match data.op {
        Op::Constant(constant) => {
            let lanes = operand.swizzle.lanes().iter();
            let numbers = lanes.map(|&lane| match constant.ty.scalar {
                Scalar::Int => constant.int(lane) as f32,
                _ => constant.float(lane),
            });
            let (low, high) = (numbers.clone().reduce(f32::min), numbers.reduce(f32::max));
            (low, high)
        }
        Op::Saturate | Op::Fract | Op::SetLt | Op::SetGe | Op::SetEq | Op::SetNe | Op::Step => {
            (Some(0.0), Some(1.0))
        }
        Op::Input { input, .. } => match shader.interface.inputs[input].builtin {
            // The first pixel is at 0.5, depth from 0 to 1, and what is behind the eye is cut off.
            Some(Builtin::FragCoord) => (Some(0.0), None),
            Some(Builtin::PointCoord) => (Some(0.0), Some(1.0)),
            Some(Builtin::VertexCount) => (Some(1.0), None),
            _ => (None, None),
        },
        Op::Abs | Op::Sqrt | Op::Length | Op::Distance | Op::Exp | Op::Exp2 => (Some(0.0), None),
        Op::Neg => {
            let (low, high) = of(0);
            (high.map(|high| -high), low.map(|low| -low))
        }
        Op::Mul | Op::Dot | Op::Div | Op::Mad => {
            let square = data.op != Op::Div && data.args[0] == data.args[1];
            let from_zero = |(low, _): (Option<f32>, _)| low.is_some_and(|low| low >= 0.0);
            let product = square || from_zero(of(0)) && from_zero(of(1));
            let positive = product && (data.op != Op::Mad || from_zero(of(2)));
            (positive.then_some(0.0), None)
        }
        Op::Compose => {
            let mut all = of(0);
            for index in 1..data.args.len() {
                let part = of(index);
                all = (both(all.0, part.0, f32::min), both(all.1, part.1, f32::max));
            }
            all
        }
        Op::Floor | Op::Ceil | Op::Trunc | Op::Round | Op::FloatToInt => {
            let (low, high) = of(0);
            (low.map(f32::floor), high.map(f32::ceil))
        }
        Op::Max => {
            let (a, b) = (of(0), of(1));
            (either(a.0, b.0, f32::max), both(a.1, b.1, f32::max))
        }
        Op::Min => {
            let (a, b) = (of(0), of(1));
            (both(a.0, b.0, f32::min), either(a.1, b.1, f32::min))
        }
        Op::IntToFloat => of(0),
        Op::Sub if is_fract(shader, data.args[1], data.args[0]) => {
            let (low, high) = of(0);
            (low.map(f32::floor), high)
        }
        Op::Add => {
            let (a, b) = (of(0), of(1));
            (both(a.0, b.0, |a, b| a + b), both(a.1, b.1, |a, b| a + b))
        }
        _ => (None, None),
    }
}

/// True if an operand is what another one has after the point.
fn is_fract(shader: &Shader, operand: Use, of: Use) -> bool {
    let inst = shader.def_inst(operand.value);
    inst.is_some_and(|inst| {
        let data = &shader.insts[inst];
        data.op == Op::Fract && data.args[0].then(operand.swizzle) == of
    })
}

/// True if no lane of an operand is below zero, as far as a short look backwards tells.
pub fn is_nonnegative(shader: &Shader, operand: Use) -> bool {
    range(shader, operand).0.is_some_and(|low| low >= 0.0)
}

/// True if `b + (a - b)` is `a` in every lane.
pub(crate) fn is_exact(a: &Constant, b: &Constant) -> bool {
    (0..a.ty.lanes).all(|lane| {
        let (a, b) = (a.float(lane), b.float(lane));
        b + (a - b) == a
    })
}
