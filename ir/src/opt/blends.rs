//! Sums of matrix uniforms times numbers, for [`MATRIX_LAYOUT`](super::MATRIX_LAYOUT): bones are blended so,
//! `weight.x * bones[i] + weight.y * bones[j]`. The rows of such a sum are the sums of the rows.

use super::products::Matrix;
use super::rewrite::Rewriter;
use crate::entity::SecondaryMap;
use crate::{Inst, Op, Swizzle, Type, Use, Value};
use smallvec::{SmallVec, smallvec};

/// Matrices that are added up at most.
const MOST: usize = 8;

/// A matrix uniform, or a sum of some times numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Blend(SmallVec<[Term; 1]>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Term {
    matrix: Matrix,
    /// Single lanes.
    factors: SmallVec<[Use; 1]>,
    is_negative: bool,
}

impl Blend {
    pub(super) fn of(matrix: Matrix) -> Blend {
        Blend(smallvec![Term {
            matrix,
            factors: SmallVec::new(),
            is_negative: false,
        }])
    }

    /// The matrix, if it is one as it is.
    pub(super) fn as_matrix(&self) -> Option<Matrix> {
        match self.0.as_slice() {
            [only] if only.factors.is_empty() && !only.is_negative => Some(only.matrix),
            _ => None,
        }
    }

    fn times(mut self, factor: Use) -> Blend {
        for term in &mut self.0 {
            term.factors.push(factor);
        }
        self
    }

    fn negative(mut self) -> Blend {
        for term in &mut self.0 {
            term.is_negative = !term.is_negative;
        }
        self
    }

    /// The sum, of matrices with as many columns and rows.
    fn plus(mut self, other: Blend) -> Option<Blend> {
        let size = |blend: &Blend| {
            let first = blend.0.first();
            first.map(|term| (term.matrix.columns, term.matrix.rows))
        };
        let fits = size(&self) == size(&other) && self.0.len() + other.0.len() <= MOST;
        self.0.extend(other.0);
        fits.then_some(self)
    }

    /// Reads a row, with a lane for each column.
    pub(super) fn read_row(&self, rw: &mut Rewriter<'_>, row: u32) -> Use {
        let mut sum: Option<Use> = None;
        for term in &self.0 {
            let mut product = read_row(rw, &term.matrix, row);
            for factor in &term.factors {
                let factor = rw.resolve(factor.then(Swizzle::splat(0, term.matrix.columns)));
                product = rw.emit(Op::Mul, &[factor, product]);
            }
            sum = Some(match (sum, term.is_negative) {
                (None, false) => product,
                (None, true) => rw.emit(Op::Neg, &[product]),
                (Some(sum), false) => rw.emit(Op::Add, &[sum, product]),
                (Some(sum), true) => rw.emit(Op::Sub, &[sum, product]),
            });
        }
        // No blend is empty.
        sum.unwrap_or_else(|| rw.float(0.0, 4))
    }
}

/// Reads row `row` of a matrix.
fn read_row(rw: &mut Rewriter<'_>, matrix: &Matrix, row: u32) -> Use {
    let ty = Type::float(matrix.columns);
    let slot = matrix.element * u32::from(matrix.rows) + row;
    let uniform = matrix.uniform;
    match matrix.index {
        None => rw.typed(Op::Uniform { uniform, slot }, &[], ty),
        Some((elements, index)) => {
            let op = Op::UniformIndexed {
                uniform,
                base: slot,
                stride: elements * u32::from(matrix.rows),
            };
            rw.typed(op, &[index], ty)
        }
    }
}

/// A column of a blend that a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) blend: Blend,
    /// Which column.
    pub(super) number: u32,
}

/// The column of a blend that an instruction makes of columns, if it does.
pub(super) fn blended(
    rw: &Rewriter<'_>,
    columns: &SecondaryMap<Value, Option<Column>>,
    inst: Inst,
) -> Option<Column> {
    let data = rw.inst(inst);
    let whole = |operand: Use| {
        let column = columns[operand.value].as_ref()?;
        (operand.swizzle == Swizzle::identity(operand.lanes())).then(|| column.clone())
    };
    let product = |a: Use, b: Use| {
        [(a, b), (b, a)].into_iter().find_map(|(column, factor)| {
            let lanes = factor.swizzle.lanes();
            let Column { blend, number } = whole(column)?;
            let is_splat = lanes.iter().all(|lane| *lane == lanes[0]);
            is_splat.then(|| Column {
                blend: blend.times(factor.then(Swizzle::splat(0, 1))),
                number,
            })
        })
    };
    let sum = |a: Column, b: Column| {
        let blend = a.blend.plus(b.blend)?;
        (a.number == b.number).then_some(Column { blend, ..a })
    };
    let negative = |column: Column| Column {
        blend: column.blend.negative(),
        ..column
    };
    match (data.op, data.args.as_slice()) {
        (Op::Neg, &[a]) => whole(a).map(negative),
        (Op::Mul, &[a, b]) => product(a, b),
        (Op::Add, &[a, b]) => sum(whole(a)?, whole(b)?),
        (Op::Sub, &[a, b]) => sum(whole(a)?, negative(whole(b)?)),
        (Op::Mad, &[a, b, c]) => sum(product(a, b)?, whole(c)?),
        _ => None,
    }
}
