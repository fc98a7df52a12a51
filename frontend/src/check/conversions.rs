//! The implicit conversions of desktop GLSL (chapter 4.1.10): integers to unsigned integers and floats, component by
//! component. ESSL has none, Cg more ([`cg`]).

use super::builtins::FunctionRow;
use super::calls::operand;
use super::expressions::constant_expression;
use super::fold;
use super::{Checker, cg};
use crate::typed::{Base, Direction, Expression, ExpressionKind, ScalarKind, Type};

impl Checker<'_> {
    /// A value as one of another type, if the dialect converts it; else as it is.
    pub(super) fn converted(&mut self, value: Expression, ty: Type) -> Expression {
        if !self.converts(value.ty, ty) {
            return value;
        }
        if self.is_cg() {
            self.warn_of_cut(&value, ty);
            return cg::convert(value, ty);
        }
        let span = value.span;
        if let Some(constant) = operand(&value).and_then(|only| fold::construct(ty, &[only])) {
            return constant_expression(ty, constant, span);
        }
        Expression {
            kind: ExpressionKind::Construct(vec![value]),
            ty,
            span,
        }
    }

    /// True if the dialect converts one type to another.
    pub(super) fn converts(&self, from: Type, to: Type) -> bool {
        if self.is_cg() {
            return cg::converts(from, to);
        }
        let (
            Base::Vector {
                scalar: a,
                lanes: m,
            },
            Base::Vector {
                scalar: b,
                lanes: n,
            },
        ) = (from.base, to.base)
        else {
            return false;
        };
        let allowed = matches!(
            (a, b),
            (ScalarKind::Int, ScalarKind::Uint)
                | (ScalarKind::Int | ScalarKind::Uint, ScalarKind::Float)
        );
        self.unit.dialect.is_desktop()
            && allowed
            && m == n
            && from.array.is_none()
            && to.array.is_none()
    }

    /// Both operands with elements of one kind: that of the other where one converts to it.
    pub(super) fn promoted(
        &mut self,
        left: Expression,
        right: Expression,
    ) -> (Expression, Expression) {
        let (Some(a), Some(b)) = (left.ty.kind(), right.ty.kind()) else {
            return (left, right);
        };
        let left_type = with_kind(left.ty, b);
        let right_type = with_kind(right.ty, a);
        match (
            self.converts(left.ty, left_type),
            self.converts(right.ty, right_type),
        ) {
            (true, _) => (self.converted(left, left_type), right),
            (_, true) => {
                let right = self.converted(right, right_type);
                (left, right)
            }
            _ => (left, right),
        }
    }

    /// The arguments converted for the first overload of a group that takes them so.
    pub(super) fn arguments_for_group(
        &mut self,
        group: u32,
        arguments: &[Expression],
    ) -> Option<(u32, Vec<Expression>)> {
        let found = self.overload_by_conversion(group, arguments)?;
        let signature = self.signatures.get(found as usize)?;
        let types: Vec<Type> = signature.parameters.iter().map(|one| one.ty).collect();
        let pairs = types.into_iter().zip(arguments);
        let converted = pairs.map(|(ty, argument)| self.converted(argument.clone(), ty));
        Some((found, converted.collect()))
    }

    fn overload_by_conversion(&self, group: u32, arguments: &[Expression]) -> Option<u32> {
        if self.is_cg() {
            return self.nearest_overload(group, arguments);
        }
        let group = self.groups.get(group as usize)?;
        group.overloads.iter().copied().find(|&index| {
            self.signatures
                .get(index as usize)
                .is_some_and(|signature| {
                    let fits = |(parameter, argument): (
                        &super::functions::SignatureParameter,
                        &Expression,
                    )| {
                        let enters = parameter.direction == Direction::In;
                        parameter.ty == argument.ty
                            || enters && self.converts(argument.ty, parameter.ty)
                    };
                    signature.parameters.len() == arguments.len()
                        && signature.parameters.iter().zip(arguments).all(fits)
                })
        })
    }

    /// The arguments with floats in place of integers, if a built-in function takes them so.
    pub(super) fn arguments_for_builtin(
        &mut self,
        row: &'static FunctionRow,
        arguments: &[Expression],
    ) -> Option<Vec<Expression>> {
        let float = |argument: &Expression| {
            let ty = with_kind(argument.ty, ScalarKind::Float);
            self.converted(argument.clone(), ty)
        };
        let converted: Vec<Expression> = arguments.iter().map(float).collect();
        let changed = converted
            .iter()
            .zip(arguments)
            .any(|(new, old)| new.ty != old.ty);
        (changed && self.find_builtin(row, &converted).is_some()).then_some(converted)
    }
}

/// A type with elements of another kind.
fn with_kind(ty: Type, scalar: ScalarKind) -> Type {
    match ty.base {
        Base::Vector { lanes, .. } => Type {
            base: Base::Vector { scalar, lanes },
            ..ty
        },
        _ => ty,
    }
}
