//! Products of matrices that the source spells in another way, for [`MATRIX_LAYOUT`](super::MATRIX_LAYOUT).

use super::rewrite::{Rewriter, Transform, Visit};
use crate::{Inst, Op, Swizzle, Uniform, Use, Value};
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;

/// A matrix uniform, or an element of an array of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Matrix {
    pub(super) uniform: Uniform,
    /// Which element, and what is added to it: a number of elements for each step of a value.
    pub(super) element: u32,
    pub(super) index: Option<(u32, Use)>,
    pub(super) columns: u8,
    pub(super) rows: u8,
}

/// `transpose(M) * v`, whose columns are composed of lanes of the columns of M: an inner product of v with
/// each of these.
pub(super) struct Transposed;

impl Transform for Transposed {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let Some(with) = transposed(rw, inst) else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, with);
        Ok(Visit::Done)
    }
}

fn transposed(rw: &mut Rewriter<'_>, inst: Inst) -> Option<Use> {
    let data = rw.inst(inst);
    let (&vector, parts) = data.args.split_last()?;
    let width = parts.len() as u8;
    if !matches!(data.op, Op::MatVec) || !rw.capabilities.accepts(crate::OpKind::Dot, width) {
        return None;
    }
    let lanes = parts.first()?.lanes();
    let mut rows: SmallVec<[Use; 4]> = SmallVec::new();
    for lane in 0..lanes {
        let source = |part: &Use| rw.resolve(part.then(Swizzle::splat(lane, 1)));
        let sources: SmallVec<[Use; 4]> = parts.iter().map(source).collect();
        let value = sources.first()?.value;
        if sources.iter().any(|source| source.value != value) {
            return None;
        }
        let numbers: SmallVec<[u8; 4]> = sources.iter().map(|s| s.swizzle.lanes()[0]).collect();
        rows.push(Use::new(value, Swizzle::new(&numbers)?));
    }
    let products: Vec<Use> = rows
        .into_iter()
        .map(|row| rw.emit(Op::Dot, &[row, vector]))
        .collect();
    Some(match products.as_slice() {
        [only] => *only,
        _ => rw.emit(Op::Compose, &products),
    })
}

/// A sum of columns of one matrix, each times a number: `v.x * M[0] + v.y * M[1] + M[3]`.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) matrix: Matrix,
    /// The lanes of each column that take part.
    pub(super) rows: Swizzle,
    /// Columns and what they are multiplied with, if with anything.
    pub(super) terms: SmallVec<[(u8, Option<Use>); 4]>,
}

impl Sum {
    /// Both sums in one, if they are of one matrix and not too long for a vector of factors.
    pub(super) fn and(&self, other: &Sum) -> Option<Sum> {
        let fits = self.matrix == other.matrix && self.rows == other.rows;
        let mut sum = self.clone();
        sum.terms.extend(other.terms.iter().copied());
        (fits && sum.terms.len() <= 4).then_some(sum)
    }

    /// The columns that take part, and the vector of what they are multiplied with.
    pub(super) fn factors(&self, rw: &mut Rewriter<'_>) -> Option<(Swizzle, Use)> {
        let columns: SmallVec<[u8; 4]> = self.terms.iter().map(|term| term.0).collect();
        let factors: SmallVec<[Use; 4]> = self
            .terms
            .iter()
            .map(|term| term.1.unwrap_or_else(|| rw.float(1.0, 1)))
            .collect();
        let vector = rw.emit(Op::Compose, &factors);
        Some((Swizzle::new(&columns)?, rw.resolve(vector)))
    }
}

/// The sum that an operand is: of a column alone or times a number. `column` tells the matrix and the
/// number of a column.
pub(super) fn term(
    rw: &Rewriter<'_>,
    operand: Use,
    column: impl Fn(Value) -> Option<(Matrix, u8)>,
) -> Option<Sum> {
    let of = |part: Use, factor: Option<Use>| {
        let (matrix, number) = column(part.value)?;
        Some(Sum {
            matrix,
            rows: part.swizzle,
            terms: SmallVec::from_slice(&[(number, factor)]),
        })
    };
    if let Some(sum) = of(operand, None) {
        return Some(sum);
    }
    let data = &rw.shader.insts[rw.shader.def_inst(operand.value)?];
    let (Op::Mul, &[a, b]) = (data.op, data.args.as_slice()) else {
        return None;
    };
    let scalar = |factor: Use| {
        let lane = factor.swizzle.lanes()[0];
        let splat = Swizzle::splat(lane, factor.lanes());
        (factor.swizzle == splat).then(|| Use::new(factor.value, Swizzle::splat(lane, 1)))
    };
    [(a, b), (b, a)].into_iter().find_map(|(part, factor)| {
        let factor = scalar(factor)?;
        of(part.then(operand.swizzle), Some(factor))
    })
}
