//! Types of values.

use super::Builder;
use naga::{ArraySize, Handle, Span, TypeInner, VectorSize};
use retroshade_ir::{Scalar, Type};
use std::num::NonZeroU32;

impl Builder<'_> {
    pub(super) fn type_of(&mut self, inner: TypeInner) -> Handle<naga::Type> {
        let ty = naga::Type { name: None, inner };
        self.module.types.insert(ty, Span::UNDEFINED)
    }

    pub(super) fn named_type(&mut self, name: &str, inner: TypeInner) -> Handle<naga::Type> {
        let name = Some(name.to_owned());
        let ty = naga::Type { name, inner };
        self.module.types.insert(ty, Span::UNDEFINED)
    }

    /// A scalar where there is one lane.
    pub(super) fn vector(&mut self, scalar: naga::Scalar, lanes: u8) -> Handle<naga::Type> {
        self.type_of(match lanes {
            1 => TypeInner::Scalar(scalar),
            _ => TypeInner::Vector {
                size: size(lanes),
                scalar,
            },
        })
    }

    /// The type of a value: unsigned numbers are ints.
    pub(super) fn value_type(&mut self, ty: Type) -> Handle<naga::Type> {
        self.vector(scalar(ty.scalar, false), ty.lanes)
    }

    /// An array of at least one element.
    pub(super) fn array(
        &mut self,
        base: Handle<naga::Type>,
        count: u32,
        stride: u32,
    ) -> Handle<naga::Type> {
        let size = ArraySize::Constant(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN));
        self.type_of(TypeInner::Array { base, size, stride })
    }
}

pub(super) fn scalar(scalar: Scalar, unsigned: bool) -> naga::Scalar {
    match scalar {
        Scalar::Float => naga::Scalar::F32,
        Scalar::Int if unsigned => naga::Scalar::U32,
        Scalar::Int => naga::Scalar::I32,
        Scalar::Bool => naga::Scalar::BOOL,
    }
}

/// Of 2 to 4 lanes.
pub(super) fn size(lanes: u8) -> VectorSize {
    match lanes {
        0..=2 => VectorSize::Bi,
        3 => VectorSize::Tri,
        _ => VectorSize::Quad,
    }
}
