//! Types by their names.

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `float`, `vec2` to `vec4`.
    Float(u8),
    /// `int`, `ivec2` to `ivec4`.
    Int(u8),
    /// `uint`.
    Uint,
    /// `bool`.
    Bool,
    /// `bvec2` to `bvec4`.
    Bools(u8),
    /// `mat2` to `mat4`.
    Matrix(u8),
    /// The structure of this number.
    Struct(u8),
}

impl Type {
    /// The name.
    pub fn name(self) -> String {
        match self {
            Type::Float(1) => "float".into(),
            Type::Float(lanes) => format!("vec{lanes}"),
            Type::Int(1) => "int".into(),
            Type::Int(lanes) => format!("ivec{lanes}"),
            Type::Uint => "uint".into(),
            Type::Bool => "bool".into(),
            Type::Bools(lanes) => format!("bvec{lanes}"),
            Type::Struct(number) => format!("S{number}"),
            Type::Matrix(size) => format!("mat{size}"),
        }
    }

    /// The number of numbers that it consists of; of a structure, whose constructor takes parts, 1.
    pub(super) fn numbers(self) -> usize {
        match self {
            Type::Float(lanes) | Type::Int(lanes) | Type::Bools(lanes) => lanes.into(),
            Type::Uint | Type::Bool | Type::Struct(_) => 1,
            Type::Matrix(size) => usize::from(size) * usize::from(size),
        }
    }

    /// The simplest expressions of the type.
    pub(super) fn simplest(self) -> Vec<String> {
        match self {
            Type::Bool => vec!["true".into(), "false".into()],
            Type::Uint => vec!["1u".into()],
            Type::Float(1) => vec!["1.0".into(), "2.0".into()],
            Type::Int(1) => vec!["1".into(), "0".into()],
            Type::Float(_) | Type::Matrix(_) => vec![format!("{}(1.0)", self.name())],
            Type::Int(_) => vec![format!("{}(1)", self.name())],
            Type::Bools(_) => vec![format!("{}(true)", self.name())],
            Type::Struct(_) => Vec::new(),
        }
    }
}
