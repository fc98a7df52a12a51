//! Types of the interface as the program's tables have them.

use crate::spirv::ROWS;
use crate::typed::{Base, Member, SamplerKind, ScalarKind, Struct, StructId, Type};
use indexmap::IndexMap;
use naga::{ArraySize, Handle, ImageClass, ImageDimension, Module, TypeInner};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::{MatrixLayout, Precision};

/// Translates types; a structure gets its number when it is met first.
pub(super) struct Types<'m> {
    module: &'m Module,
    pub(super) structs: Vec<Struct>,
    known: IndexMap<Handle<naga::Type>, StructId>,
}

impl<'m> Types<'m> {
    pub(super) fn new(module: &'m Module) -> Types<'m> {
        Types {
            module,
            structs: Vec::new(),
            known: IndexMap::new(),
        }
    }

    /// A type of a uniform or of what crosses stages. The error is what there is no place for.
    pub(super) fn of(&mut self, handle: Handle<naga::Type>) -> Result<Type, Fault> {
        if let TypeInner::Array { base, size, .. } = self.module.types[handle].inner {
            let ArraySize::Constant(length) = size else {
                return Err("an array without a size".into());
            };
            let element = self.of(base)?;
            if element.array.is_some() {
                return Err("an array of arrays in the interface".into());
            }
            return Ok(Type {
                base: element.base,
                array: Some(length.get()),
            });
        }
        self.base(handle).map(Type::plain)
    }

    fn base(&mut self, handle: Handle<naga::Type>) -> Result<Base, Fault> {
        let ty = &self.module.types[handle];
        Ok(match &ty.inner {
            TypeInner::Scalar(scalar) => vector(scalar.kind, 1)?,
            TypeInner::Vector { size, scalar } => vector(scalar.kind, *size as u8)?,
            TypeInner::Matrix { columns, rows, .. } => Base::Matrix {
                columns: *columns as u8,
                rows: *rows as u8,
            },
            TypeInner::Image { .. } => Base::Sampler(sampler(&ty.inner)?),
            TypeInner::Struct { members, .. } => {
                if let Some(&known) = self.known.get(&handle) {
                    return Ok(Base::Struct(known));
                }
                let mut own = Vec::with_capacity(members.len());
                for (index, member) in members.iter().enumerate() {
                    let ty = self.of(member.ty)?;
                    let marked = member.name.clone();
                    let marked = marked.unwrap_or_else(|| format!("member{index}"));
                    let (name, matrices) = match marked.strip_suffix(ROWS) {
                        Some(name) => (name.to_owned(), Some(MatrixLayout::Rows)),
                        None => (marked, None),
                    };
                    own.push(Member {
                        name,
                        ty,
                        precision: precision(ty),
                        matrices,
                        span: Span::NONE,
                    });
                }
                let id = StructId(self.structs.len() as u32);
                self.structs.push(Struct {
                    name: ty.name.clone().unwrap_or_default(),
                    members: own,
                    span: Span::NONE,
                });
                self.known.insert(handle, id);
                Base::Struct(id)
            }
            other => return Err(format!("{} in the interface", named(other)).into()),
        })
    }
}

fn vector(kind: naga::ScalarKind, lanes: u8) -> Result<Base, Fault> {
    let scalar = match kind {
        naga::ScalarKind::Float => ScalarKind::Float,
        naga::ScalarKind::Sint => ScalarKind::Int,
        naga::ScalarKind::Uint => ScalarKind::Uint,
        naga::ScalarKind::Bool => ScalarKind::Bool,
        naga::ScalarKind::AbstractInt | naga::ScalarKind::AbstractFloat => {
            return Err("a number without a type".into());
        }
    };
    Ok(Base::Vector { scalar, lanes })
}

/// Every number of WGSL has 32 bits.
pub(super) fn precision(ty: Type) -> Option<Precision> {
    match ty.base {
        Base::Vector {
            scalar: ScalarKind::Bool,
            ..
        }
        | Base::Void
        | Base::Struct(_) => None,
        _ => Some(Precision::High),
    }
}

/// The sampler for a texture.
pub(super) fn sampler(inner: &TypeInner) -> Result<SamplerKind, Fault> {
    match inner {
        TypeInner::Image {
            dim,
            arrayed: false,
            class:
                ImageClass::Sampled {
                    kind: naga::ScalarKind::Float,
                    multi: false,
                },
        } => match dim {
            ImageDimension::D2 => Ok(SamplerKind::D2),
            ImageDimension::Cube => Ok(SamplerKind::Cube),
            _ => Err(named(inner).into()),
        },
        _ => Err(named(inner).into()),
    }
}

/// A type in words.
pub(super) fn named(inner: &TypeInner) -> String {
    let name = match inner {
        TypeInner::Scalar(_) | TypeInner::Vector { .. } | TypeInner::Matrix { .. } => "a number",
        TypeInner::Atomic(_) => "an atomic number",
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => "a pointer",
        TypeInner::Array { .. } => "an array",
        TypeInner::Struct { .. } => "a structure",
        TypeInner::Image {
            class: ImageClass::Depth { .. },
            ..
        } => "a depth texture",
        TypeInner::Image {
            class: ImageClass::Storage { .. },
            ..
        } => "a storage texture",
        TypeInner::Image { arrayed: true, .. } => "an array texture",
        TypeInner::Image {
            class: ImageClass::Sampled { multi: true, .. },
            ..
        } => "a multisampled texture",
        TypeInner::Image {
            dim: ImageDimension::D3,
            ..
        } => "a three-dimensional texture",
        TypeInner::Image {
            dim: ImageDimension::D1,
            ..
        } => "a one-dimensional texture",
        TypeInner::Image { .. } => "a texture of integers",
        TypeInner::Sampler { .. } => "a comparison sampler",
        _ => "a type of this kind",
    };
    name.to_owned()
}
