//! Functions that the chip has in part: exponentials and logarithms from tables, made exact by
//! polynomials; trigonometry from the fraction that EXPP gives; square root and cross product.
//!
//! The polynomials are minimax fits; docs/nv2a.md, "Accuracy", gives their measured errors. Vectors
//! are worked on as vectors; only the table look-ups go lane by lane.

use super::build::Builder;
use crate::isa::{Ilu, Mac};
use crate::machine::Operation;
use retroshade_diagnostics::Span;
use retroshade_kit::mir::LaneRef;

/// The lane of EXPP's result that is x - floor(x).
pub(super) const FRACTION: usize = 1;

/// How exact exp2, log2, pow, sin and cos are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accuracy {
    /// By precision: from the tables where every operand is lowp or mediump, else exact.
    #[default]
    ByPrecision,
    /// From the tables.
    Fast,
    /// Close to single precision.
    Exact,
}

impl Accuracy {
    /// The value of the setting `math`.
    pub fn parse(text: &str) -> Option<Accuracy> {
        match text {
            "auto" => Some(Accuracy::ByPrecision),
            "fast" => Some(Accuracy::Fast),
            "exact" => Some(Accuracy::Exact),
            _ => None,
        }
    }

    /// How a value is computed, given whether its operands are all below highp.
    pub(super) fn method(self, coarse: bool) -> Method {
        match self {
            Accuracy::ByPrecision if coarse => Method::Fast,
            Accuracy::Fast => Method::Fast,
            Accuracy::ByPrecision | Accuracy::Exact => Method::Exact,
        }
    }
}

/// How one value of a function is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Method {
    /// From the tables, or by the shorter polynomial.
    Fast,
    /// Close to single precision.
    Exact,
}

/// 2^f on [0, 1], relative error 8.2e-8: even coefficients, then odd ones, highest first.
const EXP2_EVEN: [f32; 3] = [0.009_017_031, 0.240_164_44, 1.0];
const EXP2_ODD: [f32; 3] = [0.001_867_13, 0.055_799_913, 0.693_151_3];
/// log2(1 + t) / t on [0, 1], absolute error of the logarithm 2.1e-6.
const LOG2_EVEN: [f32; 3] = [0.123_451_48, 0.458_270_8, 1.442_553_2];
const LOG2_ODD: [f32; 3] = [-0.026_457_446, -0.279_538_12, -0.718_281_9];
/// sin(2 pi h) / h in h^2 on [-1/4, 1/4], highest first: absolute error 5.9e-7.
const SINE: [f32; 4] = [-70.993_43, 81.340_77, -41.337_143, 6.283_164];
/// The same with absolute error 6.8e-5.
const SINE_FAST: [f32; 3] = [73.585_52, -41.095_24, 6.281_28];
/// Exponents that LIT takes without clamping.
const LIT_EXPONENT: f32 = 127.0;

/// A literal for each lane of an operand.
fn splat(value: f32, like: &[LaneRef]) -> Vec<LaneRef> {
    vec![LaneRef::literal(value); like.len()]
}

fn negated(lanes: &[LaneRef]) -> Vec<LaneRef> {
    lanes.iter().map(|lane| lane.negated()).collect()
}

/// One lane of a scalar operation's result for each lane of an operand.
pub(super) fn each(
    builder: &mut Builder,
    op: Ilu,
    operand: &[LaneRef],
    lane: usize,
    span: Span,
) -> Vec<LaneRef> {
    let lanes = operand.iter();
    lanes
        .map(|operand| {
            let result = builder.ilu_lanes(op, *operand, span);
            result
                .get(lane)
                .or(result.first())
                .copied()
                .unwrap_or(*operand)
        })
        .collect()
}

/// Two lanes of a scalar operation for each lane of an operand.
fn each_two(
    builder: &mut Builder,
    op: Ilu,
    operand: &[LaneRef],
    lanes: [usize; 2],
    span: Span,
) -> [Vec<LaneRef>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for operand in operand {
        let result = builder.ilu_lanes(op, *operand, span);
        for (found, lane) in found.iter_mut().zip(lanes) {
            found.push(result[lane]);
        }
    }
    found
}

/// A polynomial of degree five: even and odd half side by side where there is room for both.
fn quintic(
    builder: &mut Builder,
    x: &[LaneRef],
    even: [f32; 3],
    odd: [f32; 3],
    span: Span,
) -> Vec<LaneRef> {
    let square = builder.mac(Mac::Mul, vec![x.to_vec(), x.to_vec()], span);
    let both = x.len() <= 2;
    let halves = if both { 2 } else { 1 };
    let wide: Vec<LaneRef> = square.repeat(halves);
    let coefficients = |degree: usize, half: Option<[f32; 3]>| -> Vec<LaneRef> {
        match half {
            Some(half) => splat(half[degree], x),
            None => [splat(even[degree], x), splat(odd[degree], x)].concat(),
        }
    };
    let mut chain = |half: Option<[f32; 3]>| {
        let wide = if half.is_some() {
            square.clone()
        } else {
            wide.clone()
        };
        let first = vec![wide.clone(), coefficients(0, half), coefficients(1, half)];
        let inner = builder.mac(Mac::Mad, first, span);
        builder.mac(Mac::Mad, vec![inner, wide, coefficients(2, half)], span)
    };
    let (low, high) = if both {
        let sums = chain(None);
        let (low, high) = sums.split_at(x.len().min(sums.len()));
        (low.to_vec(), high.to_vec())
    } else {
        (chain(Some(even)), chain(Some(odd)))
    };
    builder.mac(Mac::Mad, vec![high, x.to_vec(), low], span)
}

/// 2^x
pub(super) fn exp2(
    builder: &mut Builder,
    x: &[LaneRef],
    method: Method,
    span: Span,
) -> Vec<LaneRef> {
    if method == Method::Fast {
        return each(builder, Ilu::Expp, x, 2, span);
    }
    let [power, fraction] = each_two(builder, Ilu::Expp, x, [0, FRACTION], span);
    let mantissa = quintic(builder, &fraction, EXP2_EVEN, EXP2_ODD, span);
    builder.mac(Mac::Mul, vec![mantissa, power], span)
}

/// log2 |x|
pub(super) fn log2(
    builder: &mut Builder,
    x: &[LaneRef],
    method: Method,
    span: Span,
) -> Vec<LaneRef> {
    if method == Method::Fast {
        return each(builder, Ilu::Logp, x, 2, span);
    }
    let [exponent, mantissa] = each_two(builder, Ilu::Logp, x, [0, 1], span);
    let minus_one = splat(-1.0, x);
    let t = builder.mac(Mac::Add, vec![mantissa, minus_one], span);
    let quotient = quintic(builder, &t, LOG2_EVEN, LOG2_ODD, span);
    builder.mac(Mac::Mad, vec![quotient, t, exponent], span)
}

/// x^y for x >= 0
pub(super) fn pow(
    builder: &mut Builder,
    x: &[LaneRef],
    y: &[LaneRef],
    method: Method,
    span: Span,
) -> Vec<LaneRef> {
    let small = |lane: &LaneRef| {
        let value = lane.as_literal().map(f32::from_bits);
        value.is_some_and(|value| value.abs() <= LIT_EXPONENT)
    };
    if method == Method::Fast && y.iter().all(small) {
        let lanes = x.iter().zip(y);
        return lanes
            .map(|(x, y)| {
                // LIT looks at lanes x, y and w.
                let operand = vec![*x, *x, *y];
                builder.add(Operation::Ilu(Ilu::Lit), vec![operand], span)[2]
            })
            .collect();
    }
    let log = log2(builder, x, method, span);
    let product = builder.mac(Mac::Mul, vec![log, y.to_vec()], span);
    exp2(builder, &product, method, span)
}

/// cos(x + 2 pi `turns`) in each lane, from the distance to the half turn.
pub(super) fn cosine(
    builder: &mut Builder,
    x: &[LaneRef],
    turns: &[f32],
    method: Method,
    span: Span,
) -> Vec<LaneRef> {
    let scale = splat(std::f32::consts::FRAC_1_PI / 2.0, x);
    let phase = if turns.iter().all(|turns| *turns == 0.0) {
        builder.mac(Mac::Mul, vec![x.to_vec(), scale], span)
    } else {
        let offset = turns.iter().map(|turns| LaneRef::literal(*turns)).collect();
        builder.mac(Mac::Mad, vec![x.to_vec(), scale, offset], span)
    };
    let fraction = each(builder, Ilu::Expp, &phase, FRACTION, span);
    let half = splat(-0.5, x);
    let centred = builder.mac(Mac::Add, vec![fraction, half], span);
    let other = negated(&centred);
    let distance = builder.mac(Mac::Max, vec![centred, other], span);
    let quarter = splat(-0.25, x);
    let h = builder.mac(Mac::Add, vec![distance, quarter], span);
    let square = builder.mac(Mac::Mul, vec![h.clone(), h.clone()], span);
    let coefficients: &[f32] = match method {
        Method::Fast => &SINE_FAST,
        Method::Exact => &SINE,
    };
    let mut coefficients = coefficients.iter().map(|value| splat(*value, x));
    let mut sum = coefficients.next().unwrap_or_default();
    for coefficient in coefficients {
        sum = builder.mac(Mac::Mad, vec![sum, square.clone(), coefficient], span);
    }
    builder.mac(Mac::Mul, vec![sum, h], span)
}

/// x * rsq(x): 0 times infinity is 0 on this chip, so that the root of 0 is 0.
pub(super) fn sqrt(builder: &mut Builder, x: &[LaneRef], span: Span) -> Vec<LaneRef> {
    let inverse = each(builder, Ilu::Rsq, x, 0, span);
    builder.mac(Mac::Mul, vec![x.to_vec(), inverse], span)
}

/// a x b
pub(super) fn cross(builder: &mut Builder, args: &[Vec<LaneRef>], span: Span) -> Vec<LaneRef> {
    let turned = |number: usize, by: usize| -> Vec<LaneRef> {
        let lanes = 0..3;
        lanes.map(|lane| args[number][(lane + by) % 3]).collect()
    };
    let minus = builder.mac(Mac::Mul, vec![turned(0, 2), turned(1, 1)], span);
    let minus = negated(&minus);
    builder.mac(Mac::Mad, vec![turned(0, 1), turned(1, 2), minus], span)
}
