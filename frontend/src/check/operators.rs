//! Operators: which types they take and give. The parser keeps those that ESSL 1.00 reserves away.

use super::expressions::{constant_expression, scalars};
use super::remedy::Remedy;
use super::report::{spell_binary, spell_unary};
use super::{Checked, Checker};
use crate::check::fold::{self, Operand};
use crate::syntax::{self, BinaryTerm};
use crate::typed::{
    Base, BinaryOperator, Expression, ExpressionKind, Scalar, ScalarKind, Type, UnaryOperator,
};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `a op b op c …`, grouped from the left without recursion.
    pub(super) fn binary_chain(
        &mut self,
        first: &syntax::Expression,
        rest: &[BinaryTerm],
    ) -> Checked {
        let mut left = self.value(first);
        for (index, term) in rest.iter().enumerate() {
            let right = self.value(&term.operand);
            left = match (left, right) {
                (Some(left), Some(right)) => {
                    let source = (index == 0).then_some(first);
                    self.binary(term, source, left, right)
                }
                _ => None,
            };
        }
        left
    }

    /// One operator. `source` is the left operand where it is a single expression.
    fn binary(
        &mut self,
        term: &BinaryTerm,
        source: Option<&syntax::Expression>,
        left: Expression,
        right: Expression,
    ) -> Checked {
        if self.is_cg() {
            return self.cg_binary(term, left, right);
        }
        let operator = term.operator;
        let shifts = matches!(
            operator,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
        );
        let (left, right) = if shifts {
            (left, right)
        } else {
            self.promoted(left, right)
        };
        let Some(ty) = self.binary_type(operator, left.ty, right.ty) else {
            return self.bad_operands(term, source, &left, &right);
        };
        if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder)
            && scalars(&right).is_some_and(|divisors| divisors.iter().any(is_integer_zero))
        {
            let message = format!("`{}` by zero", spell_binary(operator));
            self.warn(
                Diagnostic::warning(warning::DIVISION_BY_ZERO, message)
                    .at(right.span, "this is 0: the result is undefined"),
            );
        }
        if let (Some(a), Some(b)) = (scalars(&left), scalars(&right)) {
            let a = Operand {
                ty: left.ty,
                scalars: a,
            };
            let b = Operand {
                ty: right.ty,
                scalars: b,
            };
            if let Some(value) = fold::binary(operator, a, b) {
                return Some(constant_expression(ty, value, left.span.to(right.span)));
            }
        }
        let span = left.span.to(right.span);
        let kind = ExpressionKind::Binary {
            operator,
            left: Box::new(left),
            right: Box::new(right),
        };
        Some(Expression { kind, ty, span })
    }

    /// The type of `a op b`, if the operator takes these types.
    pub(super) fn binary_type(
        &self,
        operator: BinaryOperator,
        left: Type,
        right: Type,
    ) -> Option<Type> {
        use BinaryOperator as B;
        match operator {
            B::Add | B::Subtract | B::Divide => arithmetic(left, right),
            B::Multiply if [left, right].iter().all(|ty| ty.matrix().is_some()) => {
                product(left, right)
            }
            B::Multiply => product(left, right).or_else(|| arithmetic(left, right)),
            B::Remainder | B::BitAnd | B::BitOr | B::BitXor => {
                let integers = left.kind() != Some(ScalarKind::Float);
                integers.then(|| arithmetic(left, right)).flatten()
            }
            B::ShiftLeft | B::ShiftRight => shift(left, right),
            B::Less | B::Greater | B::LessEqual | B::GreaterEqual => {
                let kind = left.scalar_kind()?;
                (left == right && kind != ScalarKind::Bool).then_some(Type::BOOL)
            }
            B::Equal | B::NotEqual => {
                let comparable = left == right
                    && !self.has_sampler(left)
                    && !(self.is_100() && self.has_array(left));
                comparable.then_some(Type::BOOL)
            }
            B::And | B::Or | B::Xor => {
                (left == Type::BOOL && right == Type::BOOL).then_some(Type::BOOL)
            }
        }
    }

    #[cold]
    fn bad_operands(
        &mut self,
        term: &BinaryTerm,
        source: Option<&syntax::Expression>,
        left: &Expression,
        right: &Expression,
    ) -> Checked {
        let operator = term.operator;
        let word = spell_binary(operator);
        let (a, b) = (self.spell(left.ty), self.spell(right.ty));
        let same = left.ty == right.ty;
        if same && self.is_100() && self.has_array(left.ty) {
            return self.fail(
                Diagnostic::error(
                    semantic::ARRAY_USE,
                    format!("`{word}` cannot compare `{a}` in ESSL 1.00"),
                )
                .at(term.operator_span, "arrays cannot be compared")
                .with_help("compare the elements one by one"),
            );
        }
        if self.has_sampler(left.ty) || self.has_sampler(right.ty) {
            return self.fail(
                Diagnostic::error(
                    semantic::SAMPLER_USE,
                    format!("`{word}` cannot take `{a}` and `{b}`"),
                )
                .at(term.operator_span, "samplers cannot be computed with"),
            );
        }
        let mut diagnostic = Diagnostic::error(
            semantic::OPERAND_TYPES,
            format!("`{word}` cannot take `{a}` and `{b}`"),
        )
        .at(term.operator_span, "not defined for these operands")
        .and_at(left.span, format!("this is `{a}`"))
        .and_at(right.span, format!("this is `{b}`"));
        if let Some(remedy) = operand_help(operator, left.ty, right.ty, source, &term.operand) {
            diagnostic = remedy.attach_to(diagnostic);
        }
        if operator == BinaryOperator::Multiply {
            diagnostic = homogeneous_help(diagnostic, left, right);
        }
        self.fail(diagnostic)
    }

    /// `-a`, `!a`, `~a`
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let operand = self.value(operand)?;
        if self.is_cg() {
            return self.cg_unary(operator, operand, span);
        }
        self.apply_unary(operator, operand, span)
    }

    /// `-a`, `!a`, `~a` of an operand that nothing converts any more.
    pub(super) fn apply_unary(
        &mut self,
        operator: UnaryOperator,
        operand: Expression,
        span: Span,
    ) -> Checked {
        let ty = operand.ty;
        let allowed = match operator {
            UnaryOperator::Negate => ty.kind().is_some_and(|kind| kind != ScalarKind::Bool),
            UnaryOperator::Not => ty == Type::BOOL,
            UnaryOperator::BitNot => {
                matches!(ty.kind(), Some(ScalarKind::Int | ScalarKind::Uint))
            }
        };
        if !allowed {
            return self.bad_operand(operator, &operand);
        }
        if let Some(value) = scalars(&operand).and_then(|value| fold::unary(operator, value)) {
            return Some(constant_expression(ty, value, span));
        }
        let kind = ExpressionKind::Unary {
            operator,
            operand: Box::new(operand),
        };
        Some(Expression { kind, ty, span })
    }

    #[cold]
    fn bad_operand(&mut self, operator: UnaryOperator, operand: &Expression) -> Checked {
        let word = spell_unary(operator);
        let ty = self.spell(operand.ty);
        let mut diagnostic = Diagnostic::error(
            semantic::OPERAND_TYPES,
            format!("`{word}` cannot take `{ty}`"),
        )
        .at(operand.span, format!("this is `{ty}`"));
        let is_bool_vector = operand.ty.kind() == Some(ScalarKind::Bool);
        if operator == UnaryOperator::Not && is_bool_vector {
            diagnostic = diagnostic.with_help("for vectors write `not(…)`");
        }
        self.fail(diagnostic)
    }

    /// `+a`, which changes nothing.
    pub(super) fn plus(&mut self, operand: &syntax::Expression, span: Span) -> Checked {
        let mut operand = self.value(operand)?;
        if operand
            .ty
            .kind()
            .is_none_or(|kind| kind == ScalarKind::Bool)
        {
            let ty = self.spell(operand.ty);
            let message = format!("`+` cannot take `{ty}`");
            let label = format!("this is `{ty}`");
            self.error(semantic::OPERAND_TYPES, message, operand.span, &label);
            return None;
        }
        operand.span = span;
        // A sign makes a value: `+a` cannot be written even where `a` can.
        if !super::expressions::is_constant(&operand) {
            let ty = operand.ty;
            let kind = ExpressionKind::Construct(vec![operand]);
            return Some(Expression { kind, ty, span });
        }
        Some(operand)
    }
}

fn is_integer_zero(scalar: &Scalar) -> bool {
    matches!(scalar, Scalar::Int(0) | Scalar::Uint(0))
}

/// For a product of a matrix and a vector that lacks one component, as of `mat4` and a place in space: how
/// to extend the vector.
fn homogeneous_help(diagnostic: Diagnostic, left: &Expression, right: &Expression) -> Diagnostic {
    let (vector, lanes, size) = match (left.ty.matrix(), right.ty.matrix()) {
        (Some((columns, _)), None) => (right, right.ty.lanes(), columns),
        (None, Some((_, rows))) => (left, left.ty.lanes(), rows),
        _ => return diagnostic,
    };
    if lanes.is_none_or(|lanes| lanes < 2 || lanes + 1 != size) {
        return diagnostic;
    }
    let span = vector.span;
    let (start, end) = (
        Span::new(span.file, span.start, span.start),
        Span::new(span.file, span.end, span.end),
    );
    diagnostic
        .with_help(format!(
            "a place needs a last component of 1, a direction of 0: `vec{size}(…, 1.0)`, `vec{size}(…, 0.0)`"
        ))
        .with_edit(start, format!("vec{size}("))
        .with_edit(end, ", 1.0)")
}

/// Component by component: equal element types, equal shapes or a scalar on one side.
fn arithmetic(left: Type, right: Type) -> Option<Type> {
    let kind = left.kind()?;
    if kind == ScalarKind::Bool || right.kind()? != kind {
        return None;
    }
    if left == right || right.scalar_kind().is_some() {
        Some(left)
    } else if left.scalar_kind().is_some() {
        Some(right)
    } else {
        None
    }
}

/// Products of linear algebra.
fn product(left: Type, right: Type) -> Option<Type> {
    if left.kind()? != ScalarKind::Float || right.kind()? != ScalarKind::Float {
        return None;
    }
    match (left.base, right.base) {
        (
            Base::Matrix { columns, rows },
            Base::Matrix {
                columns: right_columns,
                rows: right_rows,
            },
        ) => (columns == right_rows).then_some(Type::plain(Base::Matrix {
            columns: right_columns,
            rows,
        })),
        (Base::Matrix { columns, rows }, Base::Vector { lanes, .. }) if lanes > 1 => {
            (lanes == columns).then_some(Type::vector(ScalarKind::Float, rows))
        }
        (Base::Vector { lanes, .. }, Base::Matrix { columns, rows }) if lanes > 1 => {
            (lanes == rows).then_some(Type::vector(ScalarKind::Float, columns))
        }
        _ => None,
    }
}

/// Shifts take integers of different signs.
fn shift(left: Type, right: Type) -> Option<Type> {
    let integer = |ty: Type| matches!(ty.kind(), Some(ScalarKind::Int | ScalarKind::Uint));
    if !integer(left) || !integer(right) {
        return None;
    }
    let (a, b) = (left.lanes()?, right.lanes()?);
    (b == 1 || a == b).then_some(left)
}

/// A remedy for operands that do not go together.
pub(super) fn operand_help(
    operator: BinaryOperator,
    left: Type,
    right: Type,
    source: Option<&syntax::Expression>,
    right_source: &syntax::Expression,
) -> Option<Remedy> {
    use BinaryOperator as B;
    let function = match operator {
        B::Less => "lessThan",
        B::Greater => "greaterThan",
        B::LessEqual => "lessThanEqual",
        B::GreaterEqual => "greaterThanEqual",
        _ => "",
    };
    let vectors = left == right && left.lanes().is_some_and(|lanes| lanes > 1);
    if vectors && !function.is_empty() {
        let help = format!("for vectors write `{function}(a, b)`");
        return Some(Remedy::words(help));
    }
    let (float, int) = (ScalarKind::Float, ScalarKind::Int);
    match (left.kind(), right.kind()) {
        (Some(a), Some(b)) if a == float && b == int => {
            Some(Remedy::float(right, Some(right_source)))
        }
        (Some(a), Some(b)) if a == int && b == float => Some(Remedy::float(left, source)),
        _ => None,
    }
}
