//! Shapes of interface variables, and how matrices lie in registers.

use crate::Scalar;

/// The source type of a variable: what its slots are made of.
///
/// A variable is a row of *slots*, each a vector of [`Shape::rows`] lanes: element by element, and
/// within a matrix column by column (or row by row, see [`MatrixLayout`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// The scalar the source declares. A target without ints or bools reads them as floats.
    pub scalar: Scalar,
    /// 1 for scalars and vectors, 2 to 4 for matrices.
    pub columns: u8,
    /// Lanes of a scalar (1), a vector, or a matrix column.
    pub rows: u8,
    /// Number of elements of an array.
    pub array: Option<u32>,
}

impl Shape {
    /// A scalar or vector that is no array.
    pub const fn vector(scalar: Scalar, lanes: u8) -> Shape {
        Shape {
            scalar,
            columns: 1,
            rows: lanes,
            array: None,
        }
    }

    /// Slots of one element: the columns (see [`crate::Variable::layout`] for rows).
    pub fn slots_per_element(self) -> u32 {
        u32::from(self.columns)
    }

    /// Elements: 1 for what is no array.
    pub fn elements(self) -> u32 {
        self.array.unwrap_or(1)
    }

    /// The type without array size as GLSL spells it: `float`, `ivec3`, `mat4`, `mat2x3`.
    pub fn glsl(self) -> String {
        let Shape {
            scalar,
            columns,
            rows,
            ..
        } = self;
        match (scalar, columns, rows) {
            (_, 2..=4, _) if columns == rows => format!("mat{columns}"),
            (_, 2..=4, _) => format!("mat{columns}x{rows}"),
            (Scalar::Float, _, 1) => "float".into(),
            (Scalar::Int, _, 1) => "int".into(),
            (Scalar::Bool, _, 1) => "bool".into(),
            (Scalar::Float, _, _) => format!("vec{rows}"),
            (Scalar::Int, _, _) => format!("ivec{rows}"),
            (Scalar::Bool, _, _) => format!("bvec{rows}"),
        }
    }

    /// As [`Shape::glsl`] of ints that are declared unsigned: `uint`, `uvec3`.
    pub fn unsigned_glsl(self) -> String {
        match self.rows {
            1 => "uint".into(),
            rows => format!("uvec{rows}"),
        }
    }

    /// The shape that GLSL spells `name`, no array; unsigned types are ints. The inverse of
    /// [`Shape::glsl`].
    pub fn from_glsl(name: &str) -> Option<Shape> {
        let lanes = |text: &str| match text {
            "2" => Some(2),
            "3" => Some(3),
            "4" => Some(4),
            _ => None,
        };
        if let Some(size) = name.strip_prefix("mat") {
            let (columns, rows) = size.split_once('x').unwrap_or((size, size));
            return Some(Shape {
                scalar: Scalar::Float,
                columns: lanes(columns)?,
                rows: lanes(rows)?,
                array: None,
            });
        }
        let scalar = match name {
            "float" => Some(Scalar::Float),
            "int" | "uint" => Some(Scalar::Int),
            "bool" => Some(Scalar::Bool),
            _ => None,
        };
        if let Some(scalar) = scalar {
            return Some(Shape::vector(scalar, 1));
        }
        let (prefix, size) = name.split_once("vec")?;
        let scalar = match prefix {
            "" => Scalar::Float,
            "i" | "u" => Scalar::Int,
            "b" => Scalar::Bool,
            _ => return None,
        };
        Some(Shape::vector(scalar, lanes(size)?))
    }
}

/// The part of a matrix that a slot of a uniform holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MatrixLayout {
    /// Slot k is column k.
    #[default]
    Columns,
    /// Slot k is row k; an element then has [`Shape::rows`] slots of [`Shape::columns`] lanes.
    Rows,
}

impl MatrixLayout {
    /// By [`MatrixLayout::name`].
    pub fn named(name: &str) -> Option<MatrixLayout> {
        MatrixLayout::ALL
            .iter()
            .copied()
            .find(|layout| layout.name() == name)
    }

    /// All of them.
    pub const ALL: &'static [MatrixLayout] = &[MatrixLayout::Columns, MatrixLayout::Rows];

    /// The other one.
    pub const fn other(self) -> MatrixLayout {
        match self {
            MatrixLayout::Columns => MatrixLayout::Rows,
            MatrixLayout::Rows => MatrixLayout::Columns,
        }
    }

    /// The name in directives and in the printed form.
    pub const fn name(self) -> &'static str {
        match self {
            MatrixLayout::Columns => "columns",
            MatrixLayout::Rows => "rows",
        }
    }
}
