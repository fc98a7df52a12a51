//! Types as Cg writes them.

use crate::typed::{Base, SamplerKind, ScalarKind};

/// A type that is no structure.
pub(in crate::check) fn spell_base(base: Base) -> String {
    match base {
        Base::Void => "void".into(),
        Base::Vector { scalar, lanes } => {
            let word = match scalar {
                ScalarKind::Float => "float",
                ScalarKind::Int => "int",
                ScalarKind::Uint => "uint",
                ScalarKind::Bool => "bool",
            };
            match lanes {
                1 => word.into(),
                _ => format!("{word}{lanes}"),
            }
        }
        Base::Matrix { columns, rows } => format!("float{columns}x{rows}"),
        Base::Sampler(SamplerKind::Cube) => "samplerCUBE".into(),
        Base::Sampler(SamplerKind::D2 | SamplerKind::External) => "sampler2D".into(),
        Base::Struct(_) => "struct".into(),
    }
}
