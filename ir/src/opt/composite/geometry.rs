//! Expansions of the operations on whole vectors.

use super::Expand;
use crate::{Op, OpKind, Swizzle, Use};

fn wide(scalar: Use, lanes: u8) -> Use {
    scalar.then(Swizzle::splat(0, lanes))
}

fn lane(vector: Use, lane: u8) -> Use {
    vector.then(Swizzle::splat(lane, 1))
}

fn lanes(vector: Use, lanes: &[u8]) -> Use {
    match Swizzle::new(lanes) {
        Some(swizzle) => vector.then(swizzle),
        None => vector,
    }
}

/// A product and the sum of its lanes, or a narrower inner product and the rest.
pub(super) fn dot(x: &mut Expand<'_, '_>, a: Use, b: Use) -> Use {
    let capabilities = x.rw.capabilities;
    if a.lanes() == 4 && capabilities.accepts(OpKind::Dot, 3) {
        let low = Swizzle::identity(3);
        let sum = x.emit(Op::Dot, &[a.then(low), b.then(low)]);
        return x.mad(lane(a, 3), lane(b, 3), sum);
    }
    let product = x.emit(Op::Mul, &[a, b]);
    match a.lanes() {
        1 => product,
        2 => x.emit(Op::Add, &[lane(product, 0), lane(product, 1)]),
        3 if x.has(OpKind::Mad) => {
            // The third product is part of the sum.
            let low = Swizzle::identity(2);
            let product = x.emit(Op::Mul, &[a.then(low), b.then(low)]);
            let sum = x.emit(Op::Add, &[lane(product, 0), lane(product, 1)]);
            x.mad(lane(a, 2), lane(b, 2), sum)
        }
        3 => {
            let sum = x.emit(Op::Add, &[lane(product, 0), lane(product, 1)]);
            x.emit(Op::Add, &[sum, lane(product, 2)])
        }
        _ => {
            let sum = x.emit(Op::Add, &[lanes(product, &[0, 1]), lanes(product, &[2, 3])]);
            x.emit(Op::Add, &[lane(sum, 0), lane(sum, 1)])
        }
    }
}

/// `sqrt(dot(a, a))`
pub(super) fn length(x: &mut Expand<'_, '_>, a: Use) -> Use {
    if a.lanes() == 1 {
        return x.emit(Op::Abs, &[a]);
    }
    let square = x.emit(Op::Dot, &[a, a]);
    x.emit(Op::Sqrt, &[square])
}

/// `a / sqrt(dot(a, a))`
pub(super) fn normalize(x: &mut Expand<'_, '_>, a: Use) -> Use {
    if a.lanes() == 1 {
        return x.emit(Op::Sign, &[a]);
    }
    let square = x.emit(Op::Dot, &[a, a]);
    let inverse = x.emit(Op::Rsqrt, &[square]);
    x.emit(Op::Mul, &[a, wide(inverse, a.lanes())])
}

/// `a.yzx * b.zxy - a.zxy * b.yzx`
pub(super) fn cross(x: &mut Expand<'_, '_>, a: Use, b: Use) -> Use {
    let (next, after) = ([1, 2, 0], [2, 0, 1]);
    let minuend = x.emit(Op::Mul, &[lanes(a, &next), lanes(b, &after)]);
    if x.has(OpKind::Mad) {
        let negated = x.emit(Op::Neg, &[lanes(a, &after)]);
        return x.mad(negated, lanes(b, &next), minuend);
    }
    let subtrahend = x.emit(Op::Mul, &[lanes(a, &after), lanes(b, &next)]);
    x.emit(Op::Sub, &[minuend, subtrahend])
}

/// Columns times the lanes of a vector, summed. A column whose factor is 1 begins the sum.
pub(super) fn mat_vec(x: &mut Expand<'_, '_>, args: &[Use]) -> Use {
    let Some((&vector, columns)) = args.split_last() else {
        return x.float(0.0, 1);
    };
    let factor = |x: &Expand<'_, '_>, index: usize| {
        let factor = lane(vector, index as u8);
        let literal = x.rw.shader.as_constant(x.rw.resolve(factor));
        (factor, literal.map(|constant| constant.float(0)))
    };
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|&index| factor(x, index).1 != Some(1.0));
    let mut sum: Option<Use> = None;
    for index in order {
        let column = columns[index];
        let factor = wide(factor(x, index).0, column.lanes());
        sum = Some(match sum {
            None => x.emit(Op::Mul, &[column, factor]),
            Some(sum) => x.mad(column, factor, sum),
        });
    }
    sum.unwrap_or(vector)
}

/// `I - 2 dot(N, I) N`
pub(super) fn reflect(x: &mut Expand<'_, '_>, incident: Use, normal: Use) -> Use {
    let along = x.emit(Op::Dot, &[normal, incident]);
    let minus_two = x.float(-2.0, 1);
    let factor = x.emit(Op::Mul, &[along, minus_two]);
    x.mad(normal, wide(factor, normal.lanes()), incident)
}

/// `dot(Nref, I) < 0 ? N : -N`
pub(super) fn face_forward(
    x: &mut Expand<'_, '_>,
    normal: Use,
    incident: Use,
    reference: Use,
) -> Use {
    let count = normal.lanes();
    let along = x.emit(Op::Dot, &[reference, incident]);
    let zero = x.float(0.0, 1);
    if x.has(OpKind::Select) {
        let facing = x.rw.emit(Op::Lt, &[along, zero]);
        let negated = x.emit(Op::Neg, &[normal]);
        return x
            .rw
            .emit(Op::Select, &[wide(facing, count), normal, negated]);
    }
    let facing = x.emit(Op::SetLt, &[along, zero]);
    let away = x.emit(Op::SetGe, &[along, zero]);
    let sign = x.emit(Op::Sub, &[facing, away]);
    x.emit(Op::Mul, &[normal, wide(sign, count)])
}

/// `k < 0 ? 0 : eta I - (eta dot(N, I) + sqrt(k)) N` with `k = 1 - eta² (1 - dot(N, I)²)`
pub(super) fn refract(x: &mut Expand<'_, '_>, incident: Use, normal: Use, eta: Use) -> Use {
    let count = incident.lanes();
    let zero = x.float(0.0, 1);
    let one = x.float(1.0, 1);
    let along = x.emit(Op::Dot, &[normal, incident]);
    let square = x.emit(Op::Mul, &[along, along]);
    let sine = x.emit(Op::Sub, &[one, square]);
    let ratio = x.emit(Op::Mul, &[eta, eta]);
    let bent = x.emit(Op::Mul, &[ratio, sine]);
    let k = x.emit(Op::Sub, &[one, bent]);
    let inside = x.emit(Op::Max, &[k, zero]);
    let root = x.emit(Op::Sqrt, &[inside]);
    let depth = x.mad(eta, along, root);
    let depth = x.emit(Op::Neg, &[depth]);
    let scaled = x.emit(Op::Mul, &[incident, wide(eta, count)]);
    let bent = x.mad(normal, wide(depth, count), scaled);
    let through = x.emit(Op::SetGe, &[k, zero]);
    x.emit(Op::Mul, &[bent, wide(through, count)])
}
