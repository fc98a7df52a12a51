//! Prints assignments to l-values without effects. naga stores to no lane of a matrix column and to no
//! element of a swizzle; those go through a temporary or another spelling of the same place.

use super::Printer;
use super::expression::{binding, is_padded, operator_text, takes_plain_operands};
use crate::typed::{
    Base, BinaryOperator, Constant, Expression, ExpressionKind, Scalar, ScalarKind, Type,
};
use retroshade_diagnostics::Span;

impl Printer<'_> {
    /// Prints `target = value` or `target op= value`.
    pub(super) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        value: &Expression,
        span: Span,
    ) {
        let simpler = simplified(target);
        let target = simpler.as_ref().unwrap_or(target);
        let column = match &target.kind {
            ExpressionKind::Swizzle { base, .. } if is_matrix_column(base) => Some(base),
            ExpressionKind::Index { base, .. }
                if matches!(base.kind, ExpressionKind::Swizzle { .. }) =>
            {
                Some(base)
            }
            _ => None,
        };
        if let Some(whole) = column {
            return self.assign_through(operator, target, whole, value, span);
        }
        if let (ExpressionKind::Member { .. }, Some(length)) = (&target.kind, target.ty.array) {
            return self.assign_elements(target, length, value, span);
        }
        let plain = operator.is_none_or(|operator| {
            takes_plain_operands(operator, target.ty, value.ty)
                && !is_padded(target, self.program)
                && !is_padded_column(target, self.program)
        });
        match operator {
            Some(operator) if plain => {
                let (text, _) = operator_text(operator);
                self.store(target, &format!(" {text}= "), value, span);
            }
            Some(operator) => {
                let combined = Expression {
                    kind: ExpressionKind::Binary {
                        operator,
                        left: Box::new(target.clone()),
                        right: Box::new(value.clone()),
                    },
                    ty: target.ty,
                    span,
                };
                self.store(target, " = ", &combined, span);
            }
            None => self.store(target, " = ", value, span),
        }
    }

    /// Stores an array in a structure, which to naga is of another type than one outside.
    fn assign_elements(
        &mut self,
        target: &Expression,
        length: u32,
        value: &Expression,
        span: Span,
    ) {
        let copy = self.temporary(value.ty, Some(value), span);
        let element = |array: &Expression, index: i32| Expression {
            kind: ExpressionKind::Index {
                base: Box::new(array.clone()),
                index: Box::new(int_constant(index, span)),
            },
            ty: Type {
                base: array.ty.base,
                array: None,
            },
            span: array.span,
        };
        for index in 0..i32::try_from(length).unwrap_or(i32::MAX) {
            self.assign(None, &element(target, index), &element(&copy, index), span);
        }
    }

    fn store(&mut self, target: &Expression, sign: &str, value: &Expression, span: Span) {
        self.start_line();
        self.writer.at(span);
        self.store_target(target);
        self.writer.at(span);
        self.writer.put(sign);
        if is_padded(target, self.program) {
            let widen = self.widen(target.ty);
            self.call(&widen, [value]);
        } else if is_padded_column(target, self.program) {
            self.writer.put("vec3(");
            self.expression(value, binding::ARGUMENT);
            self.writer.put(", 0.0)");
        } else {
            self.expression(value, binding::ARGUMENT);
        }
        self.writer.put(";\n");
    }

    fn store_target(&mut self, target: &Expression) {
        match &target.kind {
            ExpressionKind::Swizzle { base, lanes } => {
                self.path(base);
                self.put_lanes(lanes);
            }
            _ => self.path(target),
        }
    }

    /// Stores to a part of `whole` by way of a copy of it.
    fn assign_through(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        whole: &Expression,
        value: &Expression,
        span: Span,
    ) {
        let copy = self.temporary(whole.ty, Some(whole), span);
        let mut part = target.clone();
        match &mut part.kind {
            ExpressionKind::Swizzle { base, .. } | ExpressionKind::Index { base, .. } => {
                **base = copy.clone();
            }
            _ => {}
        }
        self.assign(operator, &part, value, span);
        self.assign(None, whole, &copy, span);
    }
}

fn is_matrix_column(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Index { base, .. } => {
            base.ty.array.is_none() && matches!(base.ty.base, Base::Matrix { .. })
        }
        _ => false,
    }
}

/// True if the target is a column of a matrix that is declared with a third row.
fn is_padded_column(target: &Expression, program: &crate::typed::Program) -> bool {
    match &target.kind {
        ExpressionKind::Index { base, .. } => is_matrix_column(target) && is_padded(base, program),
        _ => false,
    }
}

/// The same place in a form that naga stores to, if there is one: a swizzle of a swizzle or a constant
/// index of one is a swizzle, and one lane of a matrix column is an element.
fn simplified(target: &Expression) -> Option<Expression> {
    let with = |kind| {
        let found = Expression {
            kind,
            ty: target.ty,
            span: target.span,
        };
        Some(simplified(&found).unwrap_or(found))
    };
    match &target.kind {
        ExpressionKind::Swizzle { base, lanes } => match (&base.kind, lanes.as_slice()) {
            (
                ExpressionKind::Swizzle {
                    base: inner,
                    lanes: first,
                },
                lanes,
            ) => with(ExpressionKind::Swizzle {
                base: inner.clone(),
                lanes: lanes
                    .iter()
                    .map(|&lane| first.get(usize::from(lane)).copied().unwrap_or(0))
                    .collect(),
            }),
            (_, &[lane]) if is_matrix_column(base) => with(ExpressionKind::Index {
                base: base.clone(),
                index: Box::new(int_constant(lane.into(), target.span)),
            }),
            _ => None,
        },
        ExpressionKind::Index { base, index } => match (&base.kind, constant_index(index)) {
            (ExpressionKind::Swizzle { base, lanes }, Some(at)) => {
                let lane = lanes.get(at).copied()?;
                with(ExpressionKind::Swizzle {
                    base: base.clone(),
                    lanes: vec![lane],
                })
            }
            _ => None,
        },
        _ => None,
    }
}

fn constant_index(index: &Expression) -> Option<usize> {
    match &index.kind {
        ExpressionKind::Constant(constant) => match constant.scalars.as_slice() {
            [Scalar::Int(at)] => usize::try_from(*at).ok(),
            [Scalar::Uint(at)] => usize::try_from(*at).ok(),
            _ => None,
        },
        _ => None,
    }
}

fn int_constant(value: i32, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Constant(Constant {
            scalars: vec![Scalar::Int(value)],
        }),
        ty: Type {
            base: Base::Vector {
                scalar: ScalarKind::Int,
                lanes: 1,
            },
            array: None,
        },
        span,
    }
}
