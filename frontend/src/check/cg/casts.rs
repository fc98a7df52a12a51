//! Values made of one value: `(float3)v`, `float3x3(m)`, `(Output)0`.

use super::conversions::{convert, converts};
use crate::check::Checker;
use crate::check::expressions::constant_expression;
use crate::check::fold;
use crate::typed::{Base, Constant, Expression, ExpressionKind, Scalar, ScalarKind, Type};
use retroshade_diagnostics::Span;

impl Checker<'_> {
    /// A value of a type from one of another that it converts to, or a structure whose members all have one constant value;
    /// `None` if it is neither.
    pub(in crate::check) fn cast(
        &self,
        ty: Type,
        arguments: &[Expression],
        span: Span,
    ) -> Option<Expression> {
        let [argument] = arguments else {
            return None;
        };
        if argument.ty == ty {
            // A cast makes a value: it cannot be written.
            let kind = match &argument.kind {
                kind @ ExpressionKind::Constant(_) => kind.clone(),
                _ if ty.kind().is_none() => return None,
                _ => ExpressionKind::Construct(vec![argument.clone()]),
            };
            return Some(Expression { kind, ty, span });
        }
        if converts(argument.ty, ty) {
            let made = convert(argument.clone(), ty);
            return Some(Expression { span, ..made });
        }
        if ty.array.is_none()
            && matches!(ty.base, Base::Struct(_))
            && argument.ty.scalar_kind().is_some()
            && let ExpressionKind::Constant(Constant { scalars }) = &argument.kind
        {
            let mut filled = Vec::new();
            self.fill(ty, *scalars.first()?, &mut filled)?;
            return Some(constant_expression(ty, filled, span));
        }
        None
    }

    /// Appends a value for each scalar of a type; `None` if it has samplers.
    fn fill(&self, ty: Type, value: Scalar, scalars: &mut Vec<Scalar>) -> Option<()> {
        for _ in 0..ty.array.unwrap_or(1) {
            match ty.base {
                Base::Vector { scalar, lanes } => {
                    let lane = fold::convert(value, scalar);
                    scalars.extend(std::iter::repeat_n(lane, usize::from(lanes)));
                }
                Base::Matrix { columns, rows } => {
                    let element = fold::convert(value, ScalarKind::Float);
                    let count = usize::from(columns * rows);
                    scalars.extend(std::iter::repeat_n(element, count));
                }
                Base::Struct(id) => {
                    let members = &self.structs.get(id.0 as usize)?.members;
                    for member in members {
                        self.fill(member.ty, value, scalars)?;
                    }
                }
                Base::Void | Base::Sampler(_) => return None,
            }
        }
        Some(())
    }
}
