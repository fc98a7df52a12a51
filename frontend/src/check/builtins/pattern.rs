//! Parameter patterns: the `genType` of the specification as data.

use crate::typed::{Base, SamplerKind, ScalarKind, Type};

pub(super) const FLOAT: Pattern = Pattern::Vector(ScalarKind::Float, Size::Is(1));
pub(super) const VEC2: Pattern = Pattern::Vector(ScalarKind::Float, Size::Is(2));
pub(super) const VEC3: Pattern = Pattern::Vector(ScalarKind::Float, Size::Is(3));
pub(super) const VEC4: Pattern = Pattern::Vector(ScalarKind::Float, Size::Is(4));

/// A number of lanes, columns or rows in a [`Pattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Exactly this many.
    Is(u8),
    /// 1 to 4, the same wherever `N` stands in an overload.
    N,
    /// 2 to 4, the same as `N`.
    V,
    /// 2 to 4 columns of a matrix, the same wherever `C` stands.
    C,
    /// 2 to 4 rows of a matrix, the same wherever `R` stands.
    R,
}

/// The types a parameter takes, or the type a result has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// A scalar or vector.
    Vector(ScalarKind, Size),
    /// A matrix of so many columns and rows.
    Matrix(Size, Size),
    /// A sampler.
    Sampler(SamplerKind),
    /// No value.
    Void,
}

/// The values of `N`, `C` and `R` that one overload has taken so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    lanes: Option<u8>,
    columns: Option<u8>,
    rows: Option<u8>,
}

impl Sizes {
    fn unify(&mut self, size: Size, value: u8) -> bool {
        let slot = match size {
            Size::Is(wanted) => return wanted == value,
            Size::V if value < 2 => return false,
            Size::N | Size::V => &mut self.lanes,
            Size::C => &mut self.columns,
            Size::R => &mut self.rows,
        };
        *slot.get_or_insert(value) == value
    }

    fn get(self, size: Size) -> u8 {
        let slot = match size {
            Size::Is(value) => return value,
            Size::N | Size::V => self.lanes,
            Size::C => self.columns,
            Size::R => self.rows,
        };
        // A size in a result occurs in a parameter as well (a test holds the table to that).
        slot.unwrap_or(1)
    }
}

impl Pattern {
    /// True if a type fits, given what earlier parameters fixed; fixes more.
    pub(crate) fn matches(self, ty: Type, sizes: &mut Sizes) -> bool {
        if ty.array.is_some() {
            return false;
        }
        match (self, ty.base) {
            (Pattern::Vector(wanted, size), Base::Vector { scalar, lanes }) => {
                wanted == scalar && sizes.unify(size, lanes)
            }
            (Pattern::Matrix(c, r), Base::Matrix { columns, rows }) => {
                sizes.unify(c, columns) && sizes.unify(r, rows)
            }
            (Pattern::Sampler(wanted), Base::Sampler(kind)) => wanted == kind,
            _ => false,
        }
    }

    /// The type a result has once all parameters matched.
    pub(crate) fn instantiate(self, sizes: Sizes) -> Type {
        let base = match self {
            Pattern::Vector(scalar, size) => Base::Vector {
                scalar,
                lanes: sizes.get(size),
            },
            Pattern::Matrix(c, r) => Base::Matrix {
                columns: sizes.get(c),
                rows: sizes.get(r),
            },
            Pattern::Sampler(kind) => Base::Sampler(kind),
            Pattern::Void => Base::Void,
        };
        Type { base, array: None }
    }

    /// As the specification spells it: `genType`, `vec3`, `mat`.
    pub(crate) fn spell(self) -> String {
        match self {
            Pattern::Vector(scalar, size) => spell_vector(scalar, size),
            Pattern::Matrix(Size::Is(columns), Size::Is(rows)) if columns == rows => {
                format!("mat{columns}")
            }
            Pattern::Matrix(Size::C, Size::C) => "mat".into(),
            Pattern::Matrix(Size::C, Size::R) => "matCxR".into(),
            Pattern::Matrix(_, _) => "matRxC".into(),
            Pattern::Void => "void".into(),
            Pattern::Sampler(SamplerKind::D2) => "sampler2D".into(),
            Pattern::Sampler(SamplerKind::Cube) => "samplerCube".into(),
            Pattern::Sampler(SamplerKind::External) => "samplerExternalOES".into(),
        }
    }
}

fn spell_vector(scalar: ScalarKind, size: Size) -> String {
    let (letter, word, generic) = match scalar {
        ScalarKind::Float => ("", "float", "genType"),
        ScalarKind::Int => ("i", "int", "genIType"),
        ScalarKind::Uint => ("u", "uint", "genUType"),
        ScalarKind::Bool => ("b", "bool", "genBType"),
    };
    match size {
        Size::Is(1) => word.into(),
        Size::Is(lanes) => format!("{letter}vec{lanes}"),
        Size::N => generic.into(),
        Size::V => format!("{letter}vec"),
        Size::C => format!("{letter}vecC"),
        Size::R => format!("{letter}vecR"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScalarKind::Float;

    fn vector(lanes: u8) -> Type {
        Type {
            base: Base::Vector {
                scalar: Float,
                lanes,
            },
            array: None,
        }
    }

    #[test]
    fn sizes_are_shared_within_an_overload() {
        let pattern = Pattern::Vector(Float, Size::N);
        let mut sizes = Sizes::default();
        assert!(pattern.matches(vector(3), &mut sizes));
        assert!(!pattern.matches(vector(2), &mut sizes));
        assert!(Pattern::Vector(Float, Size::Is(1)).matches(vector(1), &mut sizes));
        assert_eq!(pattern.instantiate(sizes), vector(3));
    }

    #[test]
    fn vectors_exclude_scalars_and_arrays() {
        let pattern = Pattern::Vector(Float, Size::V);
        assert!(!pattern.matches(vector(1), &mut Sizes::default()));
        let array = Type {
            array: Some(2),
            ..vector(2)
        };
        assert!(!pattern.matches(array, &mut Sizes::default()));
        assert!(pattern.matches(vector(2), &mut Sizes::default()));
    }
}
