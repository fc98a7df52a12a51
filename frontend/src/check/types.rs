//! Properties of types that many rules ask for.

use crate::typed::{Base, ScalarKind, Type};

impl Base {
    /// A scalar.
    pub(crate) const fn scalar(scalar: ScalarKind) -> Base {
        Base::Vector { scalar, lanes: 1 }
    }
}

impl Type {
    pub(crate) const FLOAT: Type = Type::scalar(ScalarKind::Float);
    pub(crate) const INT: Type = Type::scalar(ScalarKind::Int);
    pub(crate) const UINT: Type = Type::scalar(ScalarKind::Uint);
    pub(crate) const BOOL: Type = Type::scalar(ScalarKind::Bool);

    /// A type that is no array.
    pub(crate) const fn plain(base: Base) -> Type {
        Type { base, array: None }
    }

    /// A scalar.
    pub(crate) const fn scalar(scalar: ScalarKind) -> Type {
        Type::vector(scalar, 1)
    }

    /// A scalar (one lane) or a vector.
    pub(crate) const fn vector(scalar: ScalarKind, lanes: u8) -> Type {
        Type::plain(Base::Vector { scalar, lanes })
    }

    /// The type of an element.
    pub(crate) const fn element(self) -> Type {
        Type::plain(self.base)
    }

    /// True if there is no value of the type.
    pub(crate) fn is_void(self) -> bool {
        self.base == Base::Void
    }

    /// The element kind of a scalar, vector or matrix that is no array.
    pub(crate) fn kind(self) -> Option<ScalarKind> {
        match (self.array, self.base) {
            (None, Base::Vector { scalar, .. }) => Some(scalar),
            (None, Base::Matrix { .. }) => Some(ScalarKind::Float),
            _ => None,
        }
    }

    /// The element kind of a scalar.
    pub(crate) fn scalar_kind(self) -> Option<ScalarKind> {
        match (self.array, self.base) {
            (None, Base::Vector { scalar, lanes: 1 }) => Some(scalar),
            _ => None,
        }
    }

    /// True if the type is a scalar `int` or `uint`.
    pub(crate) fn is_integer(self) -> bool {
        matches!(self.scalar_kind(), Some(ScalarKind::Int | ScalarKind::Uint))
    }

    /// Columns and rows of a matrix that is no array.
    pub(crate) fn matrix(self) -> Option<(u8, u8)> {
        match (self.array, self.base) {
            (None, Base::Matrix { columns, rows }) => Some((columns, rows)),
            _ => None,
        }
    }

    /// Lanes of a scalar or vector that is no array.
    pub(crate) fn lanes(self) -> Option<u8> {
        match (self.array, self.base) {
            (None, Base::Vector { lanes, .. }) => Some(lanes),
            _ => None,
        }
    }

    /// Scalars in a scalar, vector or matrix that is no array.
    pub(crate) fn components(self) -> Option<u8> {
        match (self.array, self.base) {
            (None, Base::Vector { lanes, .. }) => Some(lanes),
            (None, Base::Matrix { columns, rows }) => Some(columns * rows),
            _ => None,
        }
    }
}
