//! Where a pointer leads, as far as that is known without running anything.

use super::super::layout::{Kind, Layouts};
use super::super::{Lowered, bug};
use naga::{Expression, Function, Handle, Module, Type, TypeInner};

/// A variable as a function sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::lower) enum RootRef {
    Local(u32),
    /// A parameter that is passed by reference.
    Argument(u32),
    Global(u32),
}

/// A pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) root: RootRef,
    /// First template leaf of what it points to.
    pub(super) leaf: u32,
    /// First template leaf of the outermost array it went through.
    pub(super) outermost_array: Option<u32>,
    /// The type that it points to; `None` for a matrix column or a lane.
    pub(super) ty: Option<Handle<Type>>,
    /// True if it points to the whole variable.
    pub(super) whole: bool,
}

/// The pointer an expression is; `None` for a value.
pub(super) fn path(
    function: &Function,
    module: &Module,
    layouts: &mut Layouts<'_>,
    expression: Handle<Expression>,
) -> Lowered<Option<Path>> {
    let start = |root, ty| Path {
        root,
        leaf: 0,
        outermost_array: None,
        ty: Some(ty),
        whole: true,
    };
    Ok(match function.expressions[expression] {
        Expression::LocalVariable(local) => {
            let ty = function.local_variables[local].ty;
            Some(start(RootRef::Local(local.index() as u32), ty))
        }
        Expression::GlobalVariable(global) => {
            let ty = module.global_variables[global].ty;
            Some(start(RootRef::Global(global.index() as u32), ty))
        }
        Expression::FunctionArgument(index) => {
            let argument = function.arguments.get(index as usize);
            let inner = argument.map(|argument| &module.types[argument.ty].inner);
            match inner {
                Some(&TypeInner::Pointer { base, .. }) => {
                    Some(start(RootRef::Argument(index), base))
                }
                _ => None,
            }
        }
        Expression::Access { base, .. } => match path(function, module, layouts, base)? {
            Some(base) => Some(inside(base, None, layouts)?),
            None => None,
        },
        Expression::AccessIndex { base, index } => match path(function, module, layouts, base)? {
            Some(base) => Some(inside(base, Some(index), layouts)?),
            None => None,
        },
        _ => None,
    })
}

/// A part of what a pointer points to. Elements of an array share their template leaves.
fn inside(base: Path, index: Option<u32>, layouts: &mut Layouts<'_>) -> Lowered<Path> {
    let lane = Path {
        ty: None,
        whole: false,
        ..base
    };
    let Some(ty) = base.ty else {
        return Ok(lane);
    };
    Ok(match &layouts.of(ty)?.kind {
        Kind::Array { element, .. } => Path {
            outermost_array: base.outermost_array.or(Some(base.leaf)),
            ty: Some(*element),
            ..lane
        },
        Kind::Struct(members) => {
            let member = index.and_then(|index| members.get(index as usize));
            let &(ty, first) = member.ok_or_else(|| bug("no such member"))?;
            Path {
                leaf: base.leaf + first,
                ty: Some(ty),
                ..lane
            }
        }
        Kind::Matrix { .. } | Kind::Single => lane,
    })
}
