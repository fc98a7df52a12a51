//! Matrices, column by column.

use super::operator::widened;
use super::value::{Lane, Lanes, Leaf, Val};
use super::{Lowered, Lowerer, bug};
use naga::BinaryOperator;
use retroshade_ir::{Op, Scalar, Use};

impl Lowerer<'_> {
    /// Applies an operation to each column.
    pub(super) fn map_columns(
        &mut self,
        matrix: Val,
        mut each: impl FnMut(&mut Self, Use) -> Lowered<Use>,
    ) -> Lowered<Val> {
        let mut columns = Vec::new();
        for column in self.columns_of(matrix)? {
            let column = self.materialize(column)?;
            columns.push(each(self, column)?);
        }
        Ok(self.val_of_columns(&columns))
    }

    pub(super) fn val_of_columns(&mut self, columns: &[Use]) -> Val {
        let leaves: Vec<Leaf> = columns
            .iter()
            .map(|&column| Leaf::Lanes(Lanes::of(column, Scalar::Float)))
            .collect();
        self.val(&leaves)
    }

    /// The columns as operands.
    pub(super) fn column_uses(&mut self, matrix: Val) -> Lowered<Vec<Use>> {
        let columns = self.columns_of(matrix)?;
        columns
            .into_iter()
            .map(|column| self.materialize(column))
            .collect()
    }

    /// An infix operation with a matrix on at least one side; each operand says whether it is one.
    pub(super) fn matrix_binary(
        &mut self,
        op: BinaryOperator,
        left: (Val, bool),
        right: (Val, bool),
    ) -> Lowered<Val> {
        match (op, left, right) {
            (BinaryOperator::Multiply, (left, true), (right, true)) => {
                let left = self.column_uses(left)?;
                self.map_columns(right, |lowerer, column| {
                    lowerer.matrix_times_vector(&left, column)
                })
            }
            (BinaryOperator::Multiply, (matrix, true), (other, false)) => {
                let other = self.lanes_of(other)?;
                let other = self.materialize(other)?;
                if other.lanes() == 1 {
                    return self.with_each_column(matrix, other, |lowerer, column, scalar| {
                        lowerer.vector_binary(op, column, scalar)
                    });
                }
                let columns = self.column_uses(matrix)?;
                let product = self.matrix_times_vector(&columns, other)?;
                Ok(self.val_of_use(product))
            }
            (BinaryOperator::Multiply, (other, false), (matrix, true)) => {
                let other = self.lanes_of(other)?;
                let other = self.materialize(other)?;
                if other.lanes() == 1 {
                    return self.with_each_column(matrix, other, |lowerer, column, scalar| {
                        lowerer.vector_binary(op, scalar, column)
                    });
                }
                self.vector_times_matrix(other, matrix)
            }
            (
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Divide,
                (left, true),
                (right, true),
            ) => self.column_pairs(left, right, |lowerer, left, right| {
                lowerer.vector_binary(op, left, right)
            }),
            (_, (matrix, true), (other, false)) => {
                let other = self.lanes_of(other)?;
                let other = self.materialize(other)?;
                self.with_each_column(matrix, other, |lowerer, column, scalar| {
                    lowerer.vector_binary(op, column, scalar)
                })
            }
            (_, (other, false), (matrix, true)) => {
                let other = self.lanes_of(other)?;
                let other = self.materialize(other)?;
                self.with_each_column(matrix, other, |lowerer, column, scalar| {
                    lowerer.vector_binary(op, scalar, column)
                })
            }
            (BinaryOperator::Equal, (left, _), (right, _)) => self.all_equal(left, right),
            (BinaryOperator::NotEqual, (left, _), (right, _)) => {
                let same = self.all_equal(left, right)?;
                let same = self.lanes_of(same)?;
                let same = self.materialize(same)?;
                let different = self.emit(Op::Not, &[same])?;
                Ok(self.val_of_use(different))
            }
            _ => Err(bug(format!("{op:?} of two matrices"))),
        }
    }

    /// Applies an operation to each column of a matrix and a scalar in as many lanes.
    fn with_each_column(
        &mut self,
        matrix: Val,
        scalar: Use,
        mut each: impl FnMut(&mut Self, Use, Use) -> Lowered<Use>,
    ) -> Lowered<Val> {
        self.map_columns(matrix, |lowerer, column| {
            let scalar = widened(scalar, column.lanes());
            each(lowerer, column, scalar)
        })
    }

    /// Applies an operation to the columns of two matrices.
    pub(super) fn column_pairs(
        &mut self,
        left: Val,
        right: Val,
        mut each: impl FnMut(&mut Self, Use, Use) -> Lowered<Use>,
    ) -> Lowered<Val> {
        let right = self.column_uses(right)?;
        let mut rest = right.into_iter();
        self.map_columns(left, |lowerer, column| match rest.next() {
            Some(other) => each(lowerer, column, other),
            None => Err(bug("matrices of different sizes")),
        })
    }

    fn matrix_times_vector(&mut self, columns: &[Use], vector: Use) -> Lowered<Use> {
        let mut operands = columns.to_vec();
        operands.push(vector);
        self.emit(Op::MatVec, &operands)
    }

    fn vector_times_matrix(&mut self, vector: Use, matrix: Val) -> Lowered<Val> {
        let mut lanes = Vec::with_capacity(4);
        for column in self.column_uses(matrix)? {
            let product = self.emit(Op::Dot, &[vector, column])?;
            lanes.push(Lane::Of(product.value, 0));
        }
        let whole = self.materialize(Lanes::from_lanes(Scalar::Float, &lanes))?;
        Ok(self.val_of_use(whole))
    }

    /// Whether two values are equal in every scalar.
    pub(super) fn all_equal(&mut self, left: Val, right: Val) -> Lowered<Val> {
        let left = self.column_uses(left)?;
        let right = self.column_uses(right)?;
        let mut all: Option<Use> = None;
        for (left, right) in left.into_iter().zip(right) {
            let mut same = self.emit(Op::Eq, &[left, right])?;
            if same.lanes() > 1 {
                same = self.emit(Op::AllTrue, &[same])?;
            }
            all = Some(match all {
                Some(all) => self.emit(Op::And, &[all, same])?,
                None => same,
            });
        }
        let all = match all {
            Some(all) => all,
            None => self.bool(true, 1),
        };
        Ok(self.val_of_use(all))
    }

    /// `transpose`: no operation, only lanes.
    pub(super) fn transpose(&mut self, matrix: Val) -> Lowered<Val> {
        let columns = self.columns_of(matrix)?;
        let rows = columns.first().map_or(0, |column| column.ty().lanes);
        let mut leaves = Vec::with_capacity(rows.into());
        for row in 0..rows {
            let lanes: Vec<Lane> = columns.iter().map(|column| column.lane(row)).collect();
            let column = self.materialize(Lanes::from_lanes(Scalar::Float, &lanes))?;
            leaves.push(Leaf::Lanes(Lanes::of(column, Scalar::Float)));
        }
        Ok(self.val(&leaves))
    }

    /// `outerProduct(c, r)`: column k is `c * r[k]`.
    pub(super) fn outer_product(&mut self, column: Use, row: Use) -> Lowered<Val> {
        let mut columns = Vec::with_capacity(row.lanes().into());
        for lane in 0..row.lanes() {
            let factor = row.then(retroshade_ir::Swizzle::splat(lane, column.lanes()));
            columns.push(self.emit(Op::Mul, &[column, factor])?);
        }
        Ok(self.val_of_columns(&columns))
    }

    /// Element of a matrix given by its columns.
    fn element(&self, columns: &[Use], column: usize, row: usize) -> Lowered<Use> {
        columns
            .get(column)
            .filter(|column| row < usize::from(column.lanes()))
            .map(|column| column.then(retroshade_ir::Swizzle::splat(row as u8, 1)))
            .ok_or_else(|| bug("an element outside its matrix"))
    }

    /// The determinant of the part of a square matrix with the given columns and rows.
    fn minor(&mut self, columns: &[Use], across: &[usize], down: &[usize]) -> Lowered<Use> {
        match (across, down) {
            (&[column], &[row]) => self.element(columns, column, row),
            (&[first, ref others @ ..], _) => {
                let mut sum: Option<Use> = None;
                for (number, &row) in down.iter().enumerate() {
                    let rest: Vec<usize> = down.iter().copied().filter(|&at| at != row).collect();
                    let minor = self.minor(columns, others, &rest)?;
                    let factor = self.element(columns, first, row)?;
                    let product = self.emit(Op::Mul, &[factor, minor])?;
                    sum = Some(match sum {
                        None => product,
                        Some(sum) if number % 2 == 1 => self.emit(Op::Sub, &[sum, product])?,
                        Some(sum) => self.emit(Op::Add, &[sum, product])?,
                    });
                }
                sum.ok_or_else(|| bug("a matrix without rows"))
            }
            _ => Err(bug("a matrix without columns")),
        }
    }

    /// `determinant`.
    pub(super) fn determinant(&mut self, matrix: Val) -> Lowered<Val> {
        let columns = self.column_uses(matrix)?;
        let all: Vec<usize> = (0..columns.len()).collect();
        let value = self.minor(&columns, &all, &all)?;
        Ok(self.val_of_use(value))
    }

    /// `inverse`: the transposed cofactors over the determinant.
    pub(super) fn inverse(&mut self, matrix: Val) -> Lowered<Val> {
        let columns = self.column_uses(matrix)?;
        let size = columns.len();
        let all: Vec<usize> = (0..size).collect();
        let without =
            |skipped: usize| -> Vec<usize> { (0..size).filter(|&at| at != skipped).collect() };
        let determinant = self.minor(&columns, &all, &all)?;
        let scale = self.emit(Op::Rcp, &[determinant])?;
        let mut inverse = Vec::with_capacity(size);
        for column in 0..size {
            let mut lanes = Vec::with_capacity(size);
            for row in 0..size {
                // Element (row, column) of the inverse is the cofactor of (column, row).
                let mut cofactor = self.minor(&columns, &without(row), &without(column))?;
                if (row + column) % 2 == 1 {
                    cofactor = self.emit(Op::Neg, &[cofactor])?;
                }
                lanes.push(Lane::Of(cofactor.value, cofactor.swizzle.lane(0)));
            }
            let cofactors = self.materialize(Lanes::from_lanes(Scalar::Float, &lanes))?;
            let scale = widened(scale, size as u8);
            inverse.push(self.emit(Op::Mul, &[cofactors, scale])?);
        }
        Ok(self.val_of_columns(&inverse))
    }
}
