//! Constant constructors.

use super::{Operand, convert};
use crate::typed::{Base, Scalar, ScalarKind, Type};

/// A constructor of `ty`, for arguments the checker accepted.
pub(crate) fn construct(ty: Type, arguments: &[Operand<'_>]) -> Option<Vec<Scalar>> {
    match (ty.array, ty.base) {
        (Some(_), _) | (None, Base::Struct(_)) => Some(concatenate(arguments).collect()),
        (None, Base::Vector { scalar, lanes }) => Some(vector(scalar, lanes.into(), arguments)),
        (None, Base::Matrix { columns, rows }) => {
            Some(matrix(columns.into(), rows.into(), arguments))
        }
        (None, Base::Void | Base::Sampler(_)) => None,
    }
}

fn concatenate<'a>(arguments: &'a [Operand<'_>]) -> impl Iterator<Item = Scalar> + 'a {
    arguments
        .iter()
        .flat_map(|argument| argument.scalars.iter().copied())
}

fn vector(kind: ScalarKind, lanes: usize, arguments: &[Operand<'_>]) -> Vec<Scalar> {
    if let [argument] = arguments
        && let [only] = argument.scalars
    {
        return vec![convert(*only, kind); lanes];
    }
    concatenate(arguments)
        .take(lanes)
        .map(|scalar| convert(scalar, kind))
        .collect()
}

fn matrix(columns: usize, rows: usize, arguments: &[Operand<'_>]) -> Vec<Scalar> {
    let float = |scalar| convert(scalar, ScalarKind::Float);
    let [argument] = arguments else {
        return concatenate(arguments)
            .take(columns * rows)
            .map(float)
            .collect();
    };
    let element = |column: usize, row: usize| match (argument.ty.matrix(), argument.scalars) {
        (Some((_, source_rows)), scalars) => {
            let source_rows = usize::from(source_rows);
            match scalars.get(column * source_rows + row) {
                Some(scalar) if row < source_rows => float(*scalar),
                _ => identity(column, row),
            }
        }
        (None, [only]) if column == row => float(*only),
        (None, [_]) => Scalar::Float(0.0),
        (None, scalars) => match scalars.get(column * rows + row) {
            Some(scalar) => float(*scalar),
            None => identity(column, row),
        },
    };
    (0..columns * rows)
        .map(|index| element(index / rows, index % rows))
        .collect()
}

fn identity(column: usize, row: usize) -> Scalar {
    Scalar::Float(f32::from(u8::from(column == row)))
}

#[cfg(test)]
mod tests {
    use super::super::from_floats;
    use super::*;

    const MAT2: Type = Type::plain(Base::Matrix {
        columns: 2,
        rows: 2,
    });
    const MAT3: Type = Type::plain(Base::Matrix {
        columns: 3,
        rows: 3,
    });

    fn make(ty: Type, arguments: &[(Type, &[Scalar])]) -> Vec<Scalar> {
        let operands: Vec<Operand<'_>> = arguments
            .iter()
            .map(|&(ty, scalars)| Operand { ty, scalars })
            .collect();
        construct(ty, &operands).unwrap()
    }

    #[test]
    fn vectors_spread_cut_and_convert() {
        let vec3 = Type::vector(ScalarKind::Float, 3);
        let truth = [Scalar::Bool(true)];
        assert_eq!(
            make(vec3, &[(Type::BOOL, &truth)]),
            from_floats([1.0, 1.0, 1.0])
        );
        let long = from_floats([1.5, 2.5, 3.5, 4.5]);
        let vec4 = Type::vector(ScalarKind::Float, 4);
        let ivec2 = Type::vector(ScalarKind::Int, 2);
        assert_eq!(
            make(ivec2, &[(vec4, &long)]),
            [Scalar::Int(1), Scalar::Int(2)]
        );
        let large = [Scalar::Float(1e20)];
        assert_eq!(
            make(Type::INT, &[(Type::FLOAT, &large)]),
            [Scalar::Int(i32::MAX)]
        );
    }

    #[test]
    fn matrices_from_scalars_components_and_matrices() {
        let two = [Scalar::Int(2)];
        assert_eq!(
            make(MAT2, &[(Type::INT, &two)]),
            from_floats([2.0, 0.0, 0.0, 2.0])
        );
        let four = from_floats([1.0, 2.0, 3.0, 4.0]);
        let vec4 = Type::vector(ScalarKind::Float, 4);
        assert_eq!(make(MAT2, &[(vec4, &four)]), four);
        assert_eq!(
            make(MAT3, &[(MAT2, &four)]),
            from_floats([1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 1.0])
        );
        let nine = from_floats([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(
            make(MAT2, &[(MAT3, &nine)]),
            from_floats([1.0, 2.0, 4.0, 5.0])
        );
    }
}
