//! Expressions: literals, names, and the way to every other kind.
//!
//! Whatever is constant is folded on the way up, so a constant expression is simply an expression that
//! came out as a constant. Operands are small functions of their own because the stack is shared by up to
//! 256 levels of nesting.

use super::builtins::{self};
use super::scope::Binding;
use super::{Checked, Checker, Step};
use crate::syntax::{self, Name, PostfixOperator, PrefixOperator};
use crate::typed::{Constant, Expression, ExpressionKind, Scalar, Type, UnaryOperator};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};

/// The largest magnitude up to which a 32-bit float holds every integer.
const EXACT_INTEGER: u32 = 1 << 24;

/// Scalars of named constants that all uses together may copy.
const COPY_LIMIT: usize = 1 << 20;

impl Checker<'_> {
    /// An expression that must have a value.
    pub(super) fn value(&mut self, source: &syntax::Expression) -> Checked {
        let checked = self.expression(source)?;
        if checked.ty.is_void() {
            return self.void_value(&checked);
        }
        Some(checked)
    }

    #[cold]
    fn void_value(&mut self, expression: &Expression) -> Checked {
        let message = "a value is needed, but this has none";
        self.error(
            semantic::VOID_USE,
            message,
            expression.span,
            "this is `void`",
        );
        None
    }

    /// Integers are floats to the machines: larger ones than these are not all exact.
    fn check_width(&mut self, magnitude: u32, span: Span) {
        if magnitude > EXACT_INTEGER {
            let message = format!("the integer is larger than {EXACT_INTEGER}");
            let label = "machines that hold integers in floats round it";
            self.warn(Diagnostic::warning(warning::WIDE_INTEGER, message).at(span, label));
        }
    }

    /// An expression, perhaps void.
    pub(super) fn expression(&mut self, source: &syntax::Expression) -> Checked {
        let checked = self.checked(source);
        self.note_value(checked.as_ref());
        checked
    }

    // One frame for both: they are on the stack once for each level of nesting.
    #[inline(always)]
    fn checked(&mut self, source: &syntax::Expression) -> Checked {
        use syntax::ExpressionKind as Kind;
        match &source.kind {
            Kind::Float(value) => literal(Type::FLOAT, Scalar::Float(*value), source.span),
            Kind::Int(value) => {
                self.check_width(value.unsigned_abs(), source.span);
                literal(Type::INT, Scalar::Int(*value), source.span)
            }
            Kind::Uint(value) => {
                self.check_width(*value, source.span);
                literal(Type::UINT, Scalar::Uint(*value), source.span)
            }
            Kind::Bool(value) => literal(Type::BOOL, Scalar::Bool(*value), source.span),
            Kind::Name(name) => self.name(*name, source.span),
            Kind::Call { callee, arguments } => self.call(callee, arguments, source.span),
            Kind::Index { base, index } => self.index(base, index, source.span),
            Kind::Field { base, field } => self.field(base, *field, source.span),
            Kind::Method {
                base,
                method,
                arguments,
            } => self.method(base, *method, arguments, source.span),
            Kind::Postfix { operator, operand } => {
                let decrement = *operator == PostfixOperator::Decrement;
                let step = Step {
                    decrement,
                    prefix: false,
                };
                self.increment(operand, step, source.span)
            }
            Kind::Prefix { operator, operand } => self.prefix(*operator, operand, source.span),
            Kind::Binary { first, rest } => self.binary_chain(first, rest),
            Kind::Select {
                condition,
                accept,
                reject,
            } => self.select(condition, accept, reject, source.span),
            Kind::Assign {
                operator,
                target,
                value,
            } => self.assign(*operator, target, value, source.span),
            Kind::Comma(items) => self.comma(items),
            Kind::List(_) => self.stray_list(source.span),
        }
    }

    fn prefix(
        &mut self,
        operator: PrefixOperator,
        operand: &syntax::Expression,
        span: Span,
    ) -> Checked {
        match operator {
            PrefixOperator::Plus => self.plus(operand, span),
            PrefixOperator::Negate => self.unary(UnaryOperator::Negate, operand, span),
            PrefixOperator::Not => self.unary(UnaryOperator::Not, operand, span),
            PrefixOperator::BitNot => self.unary(UnaryOperator::BitNot, operand, span),
            PrefixOperator::Increment | PrefixOperator::Decrement => {
                let step = Step {
                    decrement: operator == PrefixOperator::Decrement,
                    prefix: true,
                };
                self.increment(operand, step, span)
            }
        }
    }

    /// `a, b, …`
    fn comma(&mut self, items: &[syntax::Expression]) -> Checked {
        let (first, rest) = items.split_first()?;
        let mut left = self.expression(first);
        for item in rest {
            let right = self.expression(item);
            left = match (left, right) {
                (Some(left), Some(right)) => Some(self.comma_pair(left, right)),
                _ => None,
            };
        }
        left
    }

    fn comma_pair(&self, left: Expression, right: Expression) -> Expression {
        let (ty, span) = (right.ty, left.span.to(right.span));
        // ESSL 3.00 takes the comma out of constant expressions.
        let constant = self.is_100() && is_constant(&left) && is_constant(&right);
        let kind = if constant {
            right.kind
        } else {
            ExpressionKind::Comma {
                left: Box::new(left),
                right: Box::new(right),
            }
        };
        Expression { kind, ty, span }
    }

    /// A name used as a value.
    fn name(&mut self, name: Name, span: Span) -> Checked {
        let Some(entry) = self.scopes.find(name.symbol) else {
            return self.undeclared(name, span);
        };
        let (binding, declared) = (entry.binding, entry.span);
        self.note_use(name, declared);
        let (kind, ty) = match binding {
            Binding::Local(id) => {
                let local = self.body.as_ref()?.locals.get(id.0 as usize)?;
                let kind = match &local.constant {
                    Some(constant) => ExpressionKind::Constant(constant.clone()),
                    None => ExpressionKind::Local(id),
                };
                (kind, local.ty)
            }
            Binding::Global(id) => {
                let global = self.globals.get(id.0 as usize)?;
                let kind = match &global.constant {
                    Some(constant) => ExpressionKind::Constant(constant.clone()),
                    None => ExpressionKind::Global(id),
                };
                (kind, global.ty)
            }
            Binding::Poison => return None,
            Binding::Struct(_) | Binding::Functions(_) | Binding::Block(_) | Binding::BlockName => {
                return self.not_a_value(name, binding, declared);
            }
        };
        if let ExpressionKind::Constant(constant) = &kind {
            self.count_copy(constant.scalars.len(), span)?;
        }
        Some(Expression { kind, ty, span })
    }

    /// Counts scalars of constants that are copied to their uses; `None` beyond the limit.
    fn count_copy(&mut self, scalars: usize, span: Span) -> Option<()> {
        let before = self.copied;
        self.copied = before.saturating_add(scalars);
        if self.copied <= COPY_LIMIT {
            return Some(());
        }
        if before <= COPY_LIMIT {
            let message = "constants are used too often for their size";
            let label = format!("{COPY_LIMIT} values in all up to here");
            self.error(semantic::TOO_LARGE, message, span, &label);
        }
        None
    }

    #[cold]
    fn stray_list(&mut self, span: Span) -> Checked {
        let message = "a list of values is for declarations only";
        self.error(semantic::INITIALIZER, message, span, "not a value");
        None
    }

    #[cold]
    fn not_a_value(&mut self, name: Name, binding: Binding, declared: Span) -> Checked {
        let kind = self.describe(binding).unwrap_or("something else");
        let text = self.text(name.symbol);
        self.fail(
            Diagnostic::error(
                semantic::WRONG_KIND,
                format!("`{text}` is {kind}, not a value"),
            )
            .at(name.span, "a value is needed here")
            .and_at(declared, "declared here"),
        )
    }

    /// A name without a declaration: a built-in or an error.
    fn undeclared(&mut self, name: Name, span: Span) -> Checked {
        let text = self.text(name.symbol);
        if self.is_cg() {
            self.unknown("variable", name.symbol, name.span);
            return None;
        }
        if text == "gl_DepthRange" {
            self.note_builtin(name);
            return Some(self.depth_range(span));
        }
        if let Some(found) = self.builtin_variable(name, span) {
            self.note_builtin(name);
            return found;
        }
        if builtins::function(text).is_some_and(|row| row.check(self.place()).is_ok()) {
            let message = format!("`{text}` is a built-in function, not a value");
            let label = "a value is needed here";
            self.error(semantic::WRONG_KIND, message, name.span, label);
            return None;
        }
        self.unknown("variable", name.symbol, name.span);
        None
    }
}

/// A constant scalar.
pub(super) fn literal(ty: Type, scalar: Scalar, span: Span) -> Checked {
    Some(constant_expression(ty, vec![scalar], span))
}

/// A constant.
pub(super) fn constant_expression(ty: Type, scalars: Vec<Scalar>, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Constant(Constant { scalars }),
        ty,
        span,
    }
}

/// True if an expression was folded.
pub(super) fn is_constant(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Constant(_))
}

/// The value of a folded expression.
pub(super) fn constant_of(expression: Expression) -> Option<Constant> {
    match expression.kind {
        ExpressionKind::Constant(constant) => Some(constant),
        _ => None,
    }
}

/// The scalars of a folded expression.
pub(super) fn scalars(expression: &Expression) -> Option<&[Scalar]> {
    match &expression.kind {
        ExpressionKind::Constant(constant) => Some(&constant.scalars),
        _ => None,
    }
}
