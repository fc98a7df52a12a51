//! Operators of Cg: component by component, with operands of different types.

use super::conversions::{Smear, binary, convert, unified, with_kind};
use crate::check::calls::operand;
use crate::check::expressions::{constant_expression, is_constant, scalars};
use crate::check::fold::{self, Operand};
use crate::check::report::spell_binary;
use crate::check::{Checked, Checker};
use crate::syntax::{self, BinaryTerm};
use crate::typed::{
    BinaryOperator, BuiltinFunction, Expression, ExpressionKind, Scalar, ScalarKind, Type,
    UnaryOperator,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `a op b`
    pub(in crate::check) fn cg_binary(
        &mut self,
        term: &BinaryTerm,
        left: Expression,
        right: Expression,
    ) -> Checked {
        use BinaryOperator as B;
        let operator = term.operator;
        let given = (left.ty, left.span, right.ty, right.span);
        let operands = [left, right];
        self.warn_of_unequal(&operands);
        let [left, right] = operands;
        let made = match operator {
            B::Add | B::Subtract | B::Multiply | B::Divide => arithmetic(operator, left, right),
            B::Remainder | B::BitAnd | B::BitOr | B::BitXor | B::ShiftLeft | B::ShiftRight => {
                integers(operator, left, right)
            }
            B::Less | B::Greater | B::LessEqual | B::GreaterEqual | B::Equal | B::NotEqual => {
                comparison(operator, left, right)
            }
            B::And | B::Or | B::Xor => logical(operator, left, right),
        };
        match made {
            Some(made) => Some(made),
            None => self.cg_operands(operator, term.operator_span, given),
        }
    }

    #[cold]
    fn cg_operands(
        &mut self,
        operator: BinaryOperator,
        span: Span,
        (left, left_span, right, right_span): (Type, Span, Type, Span),
    ) -> Checked {
        let word = spell_binary(operator);
        let (a, b) = (self.spell(left), self.spell(right));
        let mut diagnostic = Diagnostic::error(
            semantic::OPERAND_TYPES,
            format!("`{word}` cannot take `{a}` and `{b}`"),
        )
        .at(span, "not defined for these operands")
        .and_at(left_span, format!("this is `{a}`"))
        .and_at(right_span, format!("this is `{b}`"));
        if left.matrix().is_some() || right.matrix().is_some() {
            diagnostic = diagnostic.with_help("`mul(a, b)` is the product of linear algebra");
        } else if operator == BinaryOperator::Remainder {
            diagnostic = diagnostic.with_help("for floats write `fmod(a, b)`");
        }
        self.fail(diagnostic)
    }

    /// `-a`, `!a`, `~a`
    pub(in crate::check) fn cg_unary(
        &mut self,
        operator: UnaryOperator,
        operand: Expression,
        span: Span,
    ) -> Checked {
        let operand = match (operator, operand.ty.kind(), operand.ty.lanes()) {
            (UnaryOperator::Negate, Some(ScalarKind::Bool), Some(_)) => {
                let ty = with_kind(operand.ty, ScalarKind::Int);
                convert(operand, ty)
            }
            (UnaryOperator::Not, _, Some(lanes)) => {
                let ty = with_kind(operand.ty, ScalarKind::Bool);
                let operand = convert(operand, ty);
                if lanes > 1 {
                    return Some(builtin(BuiltinFunction::Not, vec![operand], ty, span));
                }
                operand
            }
            _ => operand,
        };
        self.apply_unary(operator, operand, span)
    }

    /// The value of `target op= value`, of the type that the operator of ESSL wants; `None` for what was reported.
    pub(in crate::check) fn cg_compound(
        &mut self,
        operator: BinaryOperator,
        (target, target_span): (Type, Span),
        operator_span: Span,
        value: Expression,
    ) -> Checked {
        let kind = target.kind();
        let elements = value.ty.kind().is_some()
            && kind.is_some_and(|kind| kind != ScalarKind::Bool)
            && (kind == Some(ScalarKind::Float) || value.ty.kind() != Some(ScalarKind::Float));
        let shapes = match (target.matrix(), value.ty.matrix()) {
            (Some(_), None) => value.ty.scalar_kind().is_some(),
            (Some(_), Some(_)) => {
                // ESSL would multiply as linear algebra does.
                operator != BinaryOperator::Multiply
            }
            (None, None) => value.ty.lanes() == Some(1) || value.ty.lanes() >= target.lanes(),
            (None, Some(_)) => false,
        };
        if !elements || !shapes {
            let given = (target, target_span, value.ty, value.span);
            return self.cg_operands(operator, operator_span, given);
        }
        let scalar = kind.map_or(value.ty, Type::scalar);
        let ty = match value.ty.scalar_kind() {
            Some(_) => scalar,
            None => target,
        };
        self.warn_of_cut(&value, ty);
        let convertible = value.ty == ty || super::conversions::converts(value.ty, ty);
        if !convertible {
            let given = (target, target_span, value.ty, value.span);
            return self.cg_operands(operator, operator_span, given);
        }
        Some(convert(value, ty))
    }

    /// `condition ? accept : reject`, lane by lane where the condition is a vector.
    pub(in crate::check) fn cg_select(
        &mut self,
        condition: &syntax::Expression,
        accept: &syntax::Expression,
        reject: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let condition = self.value(condition);
        let accept = self.value(accept);
        let reject_value = self.value(reject);
        let (condition, accept, rejected) = (condition?, accept?, reject_value?);
        if condition.ty.lanes().is_none() {
            return self.bad_condition(&condition);
        }
        let wide = condition.ty.lanes().filter(|&lanes| lanes > 1);
        let choices = vec![accept, rejected];
        self.warn_of_unequal(&choices);
        let mut choices = unified(choices, Smear::Always);
        let (Some(no), Some(yes)) = (choices.pop(), choices.pop()) else {
            return None;
        };
        if yes.ty != no.ty || self.has_sampler(yes.ty) {
            let because = Some((yes.span, format!("this is `{}`", self.spell(yes.ty))));
            self.mismatch(
                "the two choices of `?:` differ",
                yes.ty,
                no.ty,
                reject,
                because,
            );
            return None;
        }
        let truth = with_kind(condition.ty, ScalarKind::Bool);
        let condition = convert(condition, truth);
        let Some(lanes) = wide else {
            return Some(select(condition, yes, no, span));
        };
        let Some(kind) = yes.ty.kind().filter(|_| yes.ty.matrix().is_none()) else {
            return self.bad_condition(&condition);
        };
        let width = match yes.ty.lanes() {
            Some(1) | None => lanes,
            Some(own) => own.min(lanes),
        };
        // ESSL mixes floats; integers and truths are exact as floats.
        let float = Type::vector(ScalarKind::Float, width);
        let arguments = vec![
            convert(no, float),
            convert(yes, float),
            convert(condition, Type::vector(ScalarKind::Bool, width)),
        ];
        let mixed = builtin(BuiltinFunction::Mix, arguments, float, span);
        Some(convert(mixed, Type::vector(kind, width)))
    }
}

/// A call of a built-in function of ESSL, whose arguments fit.
pub(super) fn builtin(
    function: BuiltinFunction,
    arguments: Vec<Expression>,
    ty: Type,
    span: Span,
) -> Expression {
    if arguments.iter().all(is_constant) {
        let operands: Vec<Operand<'_>> = arguments.iter().filter_map(operand).collect();
        if let Some(folded) = fold::builtin(function, &operands) {
            return constant_expression(ty, folded, span);
        }
    }
    let kind = ExpressionKind::Builtin {
        function,
        arguments,
    };
    Expression { kind, ty, span }
}

/// `condition ? yes : no` of a scalar condition.
pub(super) fn select(
    condition: Expression,
    yes: Expression,
    no: Expression,
    span: Span,
) -> Expression {
    if is_constant(&yes)
        && is_constant(&no)
        && let Some(&[Scalar::Bool(first)]) = scalars(&condition)
    {
        let chosen = if first { yes } else { no };
        return Expression { span, ..chosen };
    }
    let ty = yes.ty;
    let kind = ExpressionKind::Select {
        condition: Box::new(condition),
        accept: Box::new(yes),
        reject: Box::new(no),
    };
    Expression { kind, ty, span }
}

/// Truths as integers, which can be computed with.
fn as_number(operand: Expression) -> Expression {
    match operand.ty.kind() {
        Some(ScalarKind::Bool) => {
            let ty = with_kind(operand.ty, ScalarKind::Int);
            convert(operand, ty)
        }
        _ => operand,
    }
}

/// Two operands of one kind and shape.
fn pair(left: Expression, right: Expression, smear: Smear) -> Option<(Expression, Expression)> {
    let mut both = unified(vec![left, right], smear);
    let (right, left) = (both.pop()?, both.pop()?);
    Some((left, right))
}

fn arithmetic(operator: BinaryOperator, left: Expression, right: Expression) -> Option<Expression> {
    let numbers = left.ty.kind().is_some() && right.ty.kind().is_some();
    if !numbers {
        return None;
    }
    let (left, right) = pair(as_number(left), as_number(right), Smear::Never)?;
    let span = left.span.to(right.span);
    let ty = match (left.ty.matrix(), right.ty.matrix()) {
        (Some(_), Some(_)) if operator == BinaryOperator::Multiply => {
            let ty = left.ty;
            let function = BuiltinFunction::MatrixCompMult;
            return Some(builtin(function, vec![left, right], ty, span));
        }
        (Some(_), None) if right.ty.scalar_kind().is_none() => return None,
        (None, Some(_)) if left.ty.scalar_kind().is_none() => return None,
        _ if left.ty.scalar_kind().is_some() => right.ty,
        _ => left.ty,
    };
    Some(binary(operator, left, right, ty))
}

fn integers(operator: BinaryOperator, left: Expression, right: Expression) -> Option<Expression> {
    let integer = |one: &Expression| {
        let kind = one.ty.kind();
        kind.is_some_and(|kind| kind != ScalarKind::Float)
    };
    if !integer(&left) || !integer(&right) {
        return None;
    }
    let (left, right) = pair(as_number(left), as_number(right), Smear::Always)?;
    let ty = left.ty;
    Some(binary(operator, left, right, ty))
}

fn comparison(operator: BinaryOperator, left: Expression, right: Expression) -> Option<Expression> {
    let plain = |one: &Expression| one.ty.lanes().is_some();
    if !plain(&left) || !plain(&right) {
        return None;
    }
    let equality = matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
    let (left, right) = if equality {
        pair(left, right, Smear::Always)?
    } else {
        pair(as_number(left), as_number(right), Smear::Always)?
    };
    let lanes = left.ty.lanes()?;
    let ty = Type::vector(ScalarKind::Bool, lanes);
    if lanes == 1 {
        return Some(binary(operator, left, right, ty));
    }
    let span = left.span.to(right.span);
    let function = comparing(operator)?;
    Some(builtin(function, vec![left, right], ty, span))
}

/// The function of ESSL that compares vectors as an operator does.
fn comparing(operator: BinaryOperator) -> Option<BuiltinFunction> {
    Some(match operator {
        BinaryOperator::Less => BuiltinFunction::LessThan,
        BinaryOperator::LessEqual => BuiltinFunction::LessThanEqual,
        BinaryOperator::Greater => BuiltinFunction::GreaterThan,
        BinaryOperator::GreaterEqual => BuiltinFunction::GreaterThanEqual,
        BinaryOperator::Equal => BuiltinFunction::Equal,
        BinaryOperator::NotEqual => BuiltinFunction::NotEqual,
        _ => return None,
    })
}

/// `&&` and `||` of vectors take all lanes: a product of truths is their `and`, a sum their `or`.
fn logical(operator: BinaryOperator, left: Expression, right: Expression) -> Option<Expression> {
    let truth = |one: Expression| {
        one.ty.lanes()?;
        let ty = with_kind(one.ty, ScalarKind::Bool);
        Some(convert(one, ty))
    };
    let (left, right) = pair(truth(left)?, truth(right)?, Smear::Always)?;
    let lanes = left.ty.lanes()?;
    let ty = Type::vector(ScalarKind::Bool, lanes);
    if lanes == 1 {
        return Some(binary(operator, left, right, ty));
    }
    let span = left.span.to(right.span);
    let arithmetic = match operator {
        BinaryOperator::And => BinaryOperator::Multiply,
        BinaryOperator::Or => BinaryOperator::Add,
        _ => {
            return Some(builtin(
                BuiltinFunction::NotEqual,
                vec![left, right],
                ty,
                span,
            ));
        }
    };
    let float = Type::vector(ScalarKind::Float, lanes);
    let both = binary(
        arithmetic,
        convert(left, float),
        convert(right, float),
        float,
    );
    Some(convert(both, ty))
}
