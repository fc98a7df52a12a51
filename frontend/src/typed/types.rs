//! Types, structures, and the values of constant expressions.

use retroshade_diagnostics::Span;
use retroshade_ir::{MatrixLayout, Precision};

/// Index into [`Program::structs`](super::Program::structs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// The element of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarKind {
    /// `float`
    Float,
    /// `int`
    Int,
    /// `uint` (ESSL 3.00)
    Uint,
    /// `bool`
    Bool,
}

/// The kind of texture that a sampler looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SamplerKind {
    /// `sampler2D`
    D2,
    /// `samplerCube`
    Cube,
    /// `samplerExternalOES`; looked up like `sampler2D`.
    External,
}

/// A type without its array size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// No value.
    Void,
    /// `lanes` 1 is a scalar, 2 to 4 a vector.
    Vector {
        /// Element.
        scalar: ScalarKind,
        /// 1 to 4.
        lanes: u8,
    },
    /// A matrix of floats, `matCxR`.
    Matrix {
        /// 2 to 4.
        columns: u8,
        /// 2 to 4.
        rows: u8,
    },
    /// A sampler.
    Sampler(SamplerKind),
    /// A structure.
    Struct(StructId),
}

/// A type. ESSL has arrays of one dimension only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// The element type of an array, the type itself otherwise.
    pub base: Base,
    /// The number of elements of an array.
    pub array: Option<u32>,
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name as written.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Precision as declared or by default; `None` for types without one.
    pub precision: Option<Precision>,
    /// How matrices in it lie, if the member says it: those of SPIR-V do.
    pub matrices: Option<MatrixLayout>,
    /// The declarator.
    pub span: Span,
}

/// A structure.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Name as written; empty for an anonymous structure.
    pub name: String,
    /// At least one.
    pub members: Vec<Member>,
    /// The declaration.
    pub span: Span,
}

/// A folded value: the scalars of a value in order (matrices column by column, structures member by
/// member, arrays element by element). Floats are `f32` values, integers exact, booleans 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Scalars.
    pub scalars: Vec<Scalar>,
}

/// One scalar of a [`Constant`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A float; may be infinite or NaN.
    Float(f32),
    /// An int.
    Int(i32),
    /// A uint.
    Uint(u32),
    /// A bool.
    Bool(bool),
}
