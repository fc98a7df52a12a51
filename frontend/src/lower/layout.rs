//! What types are made of: leaves, each a scalar, a vector, a matrix column or a sampler.
//!
//! An array multiplies the leaves of its element. The *template leaves* of a type are counted without
//! that: `struct { mat2 m; float w[5]; } s[3]` has the template leaves `m[0]`, `m[1]` (3 elements each)
//! and `w` (15 elements).

use super::{Lowered, bug};
use crate::canonical::sampler_name;
use crate::typed::SamplerKind;
use naga::{ArraySize, Handle, Module, ScalarKind, TypeInner};
use retroshade_ir::{Scalar, Type};
use std::rc::Rc;

/// What a leaf holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafType {
    Vector(Type),
    Sampler,
}

/// A leaf of a type, not counting elements of arrays.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemplateLeaf {
    pub(super) ty: LeafType,
    /// Elements of all arrays around it inside the type, multiplied.
    pub(super) elements: u32,
    /// The first template leaf of the outermost array around it inside the type.
    pub(super) outermost_array: Option<u32>,
    /// Leaves of earlier template leaves, their elements counted.
    pub(super) first: u32,
}

/// The structure of a type.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A scalar, vector or sampler: one leaf.
    Single,
    /// One leaf for each column.
    Matrix { columns: u8 },
    /// As many times the leaves of the element.
    Array {
        element: Handle<naga::Type>,
        length: u32,
    },
    /// Members with their first template leaves.
    Struct(Vec<(Handle<naga::Type>, u32)>),
}

/// A type's leaves.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) kind: Kind,
    pub(super) templates: Vec<TemplateLeaf>,
    /// Leaves with elements counted.
    pub(super) total: u32,
}

/// More leaves than this in one variable are refused: every one is a value of its own.
const MOST_LEAVES: u32 = 1 << 20;

/// The layouts of a module's types.
#[derive(Debug)]
pub(super) struct Layouts<'a> {
    module: &'a Module,
    known: Vec<Option<Rc<Layout>>>,
}

/// The IR's scalar for naga's; `None` for widths and kinds that ESSL has not.
pub(super) fn scalar_of(kind: ScalarKind) -> Option<Scalar> {
    match kind {
        ScalarKind::Float => Some(Scalar::Float),
        ScalarKind::Sint | ScalarKind::Uint => Some(Scalar::Int),
        ScalarKind::Bool => Some(Scalar::Bool),
        ScalarKind::AbstractInt | ScalarKind::AbstractFloat => None,
    }
}

/// The IR's type for a scalar or vector.
pub(super) fn vector_type(inner: &TypeInner) -> Option<Type> {
    let (scalar, lanes) = match *inner {
        TypeInner::Scalar(scalar) => (scalar, 1),
        TypeInner::Vector { size, scalar } => (scalar, size as u8),
        _ => return None,
    };
    Some(Type {
        scalar: scalar_of(scalar.kind)?,
        lanes,
    })
}

fn is_sampler(name: Option<&str>) -> bool {
    [SamplerKind::D2, SamplerKind::Cube, SamplerKind::External]
        .iter()
        .any(|&kind| name == Some(sampler_name(kind)))
}

impl<'a> Layouts<'a> {
    pub(super) fn new(module: &'a Module) -> Layouts<'a> {
        Layouts {
            module,
            known: vec![None; module.types.len()],
        }
    }

    /// The layout of a type.
    pub(super) fn of(&mut self, handle: Handle<naga::Type>) -> Lowered<Rc<Layout>> {
        if let Some(Some(layout)) = self.known.get(handle.index()) {
            return Ok(layout.clone());
        }
        let layout = Rc::new(self.build(handle)?);
        if let Some(slot) = self.known.get_mut(handle.index()) {
            *slot = Some(layout.clone());
        }
        Ok(layout)
    }

    fn build(&mut self, handle: Handle<naga::Type>) -> Lowered<Layout> {
        let module = self.module;
        let ty = &module.types[handle];
        let is_handle = matches!(
            ty.inner,
            TypeInner::Image { .. } | TypeInner::Sampler { .. }
        );
        if is_handle || is_sampler(ty.name.as_deref()) {
            return Ok(single(LeafType::Sampler));
        }
        if let Some(vector) = vector_type(&ty.inner) {
            return Ok(single(LeafType::Vector(vector)));
        }
        let (kind, templates) = match &ty.inner {
            TypeInner::Matrix { columns, rows, .. } => {
                let (columns, rows) = (*columns as u8, *rows as u8);
                let leaf = TemplateLeaf {
                    ty: LeafType::Vector(Type::float(rows)),
                    elements: 1,
                    outermost_array: None,
                    first: 0,
                };
                let templates = vec![leaf; columns.into()];
                (Kind::Matrix { columns }, templates)
            }
            TypeInner::Array { base, size, .. } => {
                let ArraySize::Constant(length) = size else {
                    return Err(bug("an array without a size"));
                };
                let length = length.get();
                let element = self.of(*base)?;
                let mut templates = element.templates.clone();
                for leaf in &mut templates {
                    leaf.elements = leaf.elements.saturating_mul(length);
                    leaf.outermost_array = Some(0);
                }
                let element = *base;
                (Kind::Array { element, length }, templates)
            }
            TypeInner::Struct { members, .. } => {
                let mut templates = Vec::new();
                let mut places = Vec::with_capacity(members.len());
                for member in members {
                    let first = templates.len() as u32;
                    places.push((member.ty, first));
                    let own = self.of(member.ty)?;
                    templates.extend(own.templates.iter().map(|leaf| TemplateLeaf {
                        outermost_array: leaf.outermost_array.map(|array| array + first),
                        ..*leaf
                    }));
                }
                (Kind::Struct(places), templates)
            }
            other => return Err(bug(format!("a variable of type {other:?}"))),
        };
        finished(kind, templates)
    }
}

fn single(ty: LeafType) -> Layout {
    Layout {
        kind: Kind::Single,
        templates: vec![TemplateLeaf {
            ty,
            elements: 1,
            outermost_array: None,
            first: 0,
        }],
        total: 1,
    }
}

fn finished(kind: Kind, mut templates: Vec<TemplateLeaf>) -> Lowered<Layout> {
    let mut total = 0u32;
    for leaf in &mut templates {
        leaf.first = total;
        total = total.saturating_add(leaf.elements);
    }
    if total > MOST_LEAVES {
        return Err(super::too_large("a variable", total, MOST_LEAVES));
    }
    Ok(Layout {
        kind,
        templates,
        total,
    })
}
