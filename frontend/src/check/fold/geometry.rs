//! Linear algebra on constants. Matrices are lists of columns.

use super::Operand;

/// The side of a product that an operand stands on.
enum Side {
    Left,
    Right,
}

/// Columns and rows of an operand; a vector is one column on the right and one row on the left.
fn shape(operand: Operand<'_>, side: Side) -> Option<(usize, usize)> {
    if let Some((columns, rows)) = operand.ty.matrix() {
        return Some((usize::from(columns), usize::from(rows)));
    }
    let lanes = usize::from(operand.ty.lanes()?);
    Some(match side {
        Side::Left => (lanes, 1),
        Side::Right => (1, lanes),
    })
}

/// The product of two matrices, or of a matrix and a vector.
pub(super) fn multiply(left: Operand<'_>, right: Operand<'_>) -> Option<Vec<f32>> {
    let (inner, rows) = shape(left, Side::Left)?;
    let (columns, inner_right) = shape(right, Side::Right)?;
    if inner != inner_right {
        return None;
    }
    let (a, b) = (left.floats(), right.floats());
    let mut product = Vec::with_capacity(columns * rows);
    for column in 0..columns {
        for row in 0..rows {
            let mut sum = 0.0f32;
            for k in 0..inner {
                let term = a.get(k * rows + row)? * b.get(column * inner + k)?;
                sum = if k == 0 { term } else { sum + term };
            }
            product.push(sum);
        }
    }
    Some(product)
}

/// Rows become columns.
pub(super) fn transpose(columns: usize, rows: usize, matrix: &[f32]) -> Option<Vec<f32>> {
    let mut result = Vec::with_capacity(matrix.len());
    for row in 0..rows {
        for column in 0..columns {
            result.push(*matrix.get(column * rows + row)?);
        }
    }
    Some(result)
}

/// The determinant of a square matrix, expanded along the first column in double precision.
pub(super) fn determinant(size: usize, matrix: &[f64]) -> Option<f64> {
    if size == 1 {
        return matrix.first().copied();
    }
    let mut sum = 0.0;
    for row in 0..size {
        let sign = if row % 2 == 0 { 1.0 } else { -1.0 };
        sum += sign * matrix.get(row)? * determinant(size - 1, &minor(size, matrix, 0, row))?;
    }
    Some(sum)
}

/// The matrix without one column and one row.
fn minor(size: usize, matrix: &[f64], column: usize, row: usize) -> Vec<f64> {
    matrix
        .iter()
        .enumerate()
        .filter(|(index, _)| index / size != column && index % size != row)
        .map(|(_, value)| *value)
        .collect()
}

/// The inverse of a square matrix; infinite or NaN where it is singular.
pub(super) fn inverse(size: usize, matrix: &[f64]) -> Option<Vec<f32>> {
    let scale = 1.0 / determinant(size, matrix)?;
    let mut result = Vec::with_capacity(size * size);
    for column in 0..size {
        for row in 0..size {
            let sign = if (column + row) % 2 == 0 { 1.0 } else { -1.0 };
            // The adjugate is the transposed matrix of cofactors.
            let cofactor = determinant(size - 1, &minor(size, matrix, row, column))?;
            result.push((sign * cofactor * scale) as f32);
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_matrix_is_identity() {
        let matrix = [2.0, 0.0, 1.0, 1.0, 3.0, 0.0, 0.0, 1.0, 4.0];
        assert_eq!(determinant(3, &matrix), Some(25.0));
        let inverse = inverse(3, &matrix).unwrap();
        for column in 0..3 {
            for row in 0..3 {
                let sum: f64 = (0..3)
                    .map(|k| matrix[k * 3 + row] * f64::from(inverse[column * 3 + k]))
                    .sum();
                let expected = f64::from(u8::from(column == row));
                assert!((sum - expected).abs() < 1e-6, "{column} {row}: {sum}");
            }
        }
    }

    #[test]
    fn transposing_a_wide_matrix() {
        let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(
            transpose(3, 2, &matrix),
            Some(vec![1.0, 3.0, 5.0, 2.0, 4.0, 6.0])
        );
    }
}
