//! Takes expressions with effects apart: effects become statements, in the order of evaluation from
//! left to right, and an expression without effects remains for the value.

use super::effects::{MOST_OPERATORS, is_impure, is_place, is_undefined, may_write, root};
use super::expression::{BOOL, binding};
use super::{PrintedLocal, Printer};
use crate::typed::{
    Base, BinaryOperator, BuiltinFunction, Constant, Expression, ExpressionKind, LocalId, Scalar,
    ScalarKind, Type, UnaryOperator,
};
use retroshade_diagnostics::Span;
use std::borrow::Cow;

/// The source of the indices of an l-value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Indices {
    /// The expressions themselves: no later effect changes them.
    Live,
    /// Temporaries with the values that they have now.
    Saved,
}

/// True if an expression is a chain of operators that ought to continue from a variable.
fn is_long_chain(expression: &Expression) -> bool {
    let mut at = expression;
    for _ in 0..MOST_OPERATORS / 2 {
        let ExpressionKind::Binary { left, .. } = &at.kind else {
            return false;
        };
        at = left;
    }
    true
}

impl Printer<'_> {
    pub(super) fn impure(&self, expression: &Expression) -> bool {
        is_impure(expression, &self.effects)
    }

    /// The value of an expression, after the statements for its effects were printed.
    pub(super) fn value<'e>(&mut self, expression: &'e Expression) -> Cow<'e, Expression> {
        if self.impure(expression) {
            Cow::Owned(self.flatten(expression))
        } else {
            Cow::Borrowed(expression)
        }
    }

    /// Prints the statements for the effects of an expression whose value nobody wants.
    pub(super) fn effect(&mut self, expression: &Expression) {
        if !self.impure(expression) {
            return;
        }
        match &expression.kind {
            ExpressionKind::Assign {
                operator,
                target,
                value,
            } => {
                self.assign_effect(*operator, target, value, expression.span);
            }
            ExpressionKind::Increment {
                target, decrement, ..
            } => {
                self.increment_effect(target, *decrement, expression.span);
            }
            ExpressionKind::Call {
                function,
                arguments,
            } => {
                self.call_for_effect(*function, arguments, expression);
            }
            ExpressionKind::Binary {
                operator: operator @ (BinaryOperator::And | BinaryOperator::Or),
                left,
                right,
            } if self.impure(right) => {
                let left = self.value(left);
                let left = match operator {
                    BinaryOperator::And => left.into_owned(),
                    _ => negated(left.into_owned()),
                };
                self.open_if(&left);
                self.effect(right);
                self.close();
            }
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => {
                let condition = self.value(condition).into_owned();
                self.open_if(&condition);
                self.effect(accept);
                self.close_and_else();
                self.effect(reject);
                self.close();
            }
            ExpressionKind::Builtin {
                function: BuiltinFunction::Modf,
                arguments,
            } => {
                self.modf(arguments, expression);
            }
            _ => {
                for child in super::effects::children(expression) {
                    self.effect(child);
                }
            }
        }
    }

    /// Prints the statements for the effects and gives an expression for the value.
    pub(super) fn flatten(&mut self, expression: &Expression) -> Expression {
        if !self.impure(expression) {
            return expression.clone();
        }
        self.taken_apart(expression)
    }

    /// The base of a member, swizzle or index; a choice becomes a variable of its own.
    fn flatten_base(&mut self, base: &Expression) -> Expression {
        match root(base).kind {
            ExpressionKind::Select { .. } => self.taken_apart(base),
            _ => self.flatten(base),
        }
    }

    /// As [`Printer::flatten`], though the expression may have no effects.
    fn taken_apart(&mut self, expression: &Expression) -> Expression {
        let rebuilt = |kind| Expression {
            kind,
            ty: expression.ty,
            span: expression.span,
        };
        match &expression.kind {
            ExpressionKind::Constant(_) | ExpressionKind::Global(_) | ExpressionKind::Local(_) => {
                expression.clone()
            }
            ExpressionKind::Member { base, member } => rebuilt(ExpressionKind::Member {
                base: Box::new(self.flatten_base(base)),
                member: *member,
            }),
            ExpressionKind::Swizzle { base, lanes } => rebuilt(ExpressionKind::Swizzle {
                base: Box::new(self.flatten_base(base)),
                lanes: lanes.clone(),
            }),
            ExpressionKind::Index { base, index } => {
                let base = self.flatten_base(base);
                // An array stays where it is unless the index writes to it.
                let stays = self.impure(index)
                    && is_place(&base)
                    && !may_write(index, root(&base), &self.effects);
                let (base, index) = if stays {
                    let base = self.stable_target(&base, Indices::Saved);
                    (Box::new(base), Box::new(self.flatten(index)))
                } else {
                    self.flatten_pair(base, index)
                };
                rebuilt(ExpressionKind::Index { base, index })
            }
            ExpressionKind::Unary { operator, operand } => rebuilt(ExpressionKind::Unary {
                operator: *operator,
                operand: Box::new(self.flatten(operand)),
            }),
            ExpressionKind::Binary {
                operator: operator @ (BinaryOperator::And | BinaryOperator::Or),
                left,
                right,
            } if self.impure(right) => self.flatten_logical(*operator, left, right),
            ExpressionKind::Binary {
                operator,
                left,
                right,
            } => {
                let left = self.flatten(left);
                let (mut left, right) = self.flatten_pair(left, right);
                if is_long_chain(&left) {
                    *left = self.temporary(left.ty, Some(&left), left.span);
                }
                let right = Box::new(self.divisor(*operator, *right));
                rebuilt(ExpressionKind::Binary {
                    operator: *operator,
                    left,
                    right,
                })
            }
            ExpressionKind::Assign {
                operator,
                target,
                value,
            } => self.assign_effect(*operator, target, value, expression.span),
            ExpressionKind::Increment {
                target,
                decrement,
                prefix: true,
            } => self.increment_effect(target, *decrement, expression.span),
            ExpressionKind::Increment {
                target,
                decrement,
                prefix: false,
            } => {
                let target = self.stable_target(target, Indices::Live);
                let before = self.temporary(target.ty, Some(&target), expression.span);
                self.increment_effect(&target, *decrement, expression.span);
                before
            }
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => {
                let condition = self.flatten(condition);
                let result = self.temporary(expression.ty, None, expression.span);
                self.open_if(&condition);
                let value = self.flatten(accept);
                self.assign(None, &result, &value, accept.span);
                self.close_and_else();
                let value = self.flatten(reject);
                self.assign(None, &result, &value, reject.span);
                self.close();
                result
            }
            ExpressionKind::Comma { left, right } => {
                self.effect(left);
                self.flatten(right)
            }
            ExpressionKind::Construct(arguments) => {
                rebuilt(ExpressionKind::Construct(self.flatten_list(arguments)))
            }
            ExpressionKind::Builtin {
                function: BuiltinFunction::Modf,
                arguments,
            } => self.modf(arguments, expression),
            ExpressionKind::Builtin {
                function,
                arguments,
            } => rebuilt(ExpressionKind::Builtin {
                function: *function,
                arguments: self.flatten_list(arguments),
            }),
            ExpressionKind::Call {
                function,
                arguments,
            } => self.call_for_value(*function, arguments, expression),
        }
    }

    /// Two operands, of which the first was flattened already.
    fn flatten_pair(
        &mut self,
        first: Expression,
        second: &Expression,
    ) -> (Box<Expression>, Box<Expression>) {
        let mut left = first;
        if self.impure(second) {
            left = self.saved(left);
        }
        (Box::new(left), Box::new(self.flatten(second)))
    }

    fn flatten_list(&mut self, list: &[Expression]) -> Vec<Expression> {
        let last_impure = list.iter().rposition(|item| self.impure(item));
        list.iter()
            .enumerate()
            .map(|(position, item)| {
                let value = self.flatten(item);
                if last_impure.is_some_and(|last| position < last) {
                    self.saved(value)
                } else {
                    value
                }
            })
            .collect()
    }

    /// `a && b` and `a || b` where `b` has effects.
    fn flatten_logical(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Expression {
        let left_value = self.flatten(left);
        let result = self.temporary(BOOL, Some(&left_value), left.span);
        let condition = match operator {
            BinaryOperator::And => result.clone(),
            _ => negated(result.clone()),
        };
        self.open_if(&condition);
        let value = self.flatten(right);
        self.assign(None, &result, &value, right.span);
        self.close();
        result
    }

    /// The right side of an operation, as a variable where naga refuses the constant.
    fn divisor(&mut self, operator: BinaryOperator, right: Expression) -> Expression {
        if is_undefined(operator, &right) {
            self.temporary(right.ty, Some(&right), right.span)
        } else {
            right
        }
    }

    /// The value as it is now, whatever happens later.
    pub(super) fn saved(&mut self, value: Expression) -> Expression {
        if self.is_immutable(&value) {
            return value;
        }
        if matches!(value.ty.base, Base::Sampler(_)) {
            return self.stable_target(&value, Indices::Saved);
        }
        let span = value.span;
        self.temporary(value.ty, Some(&value), span)
    }

    /// True if nothing that is printed later can change the value.
    fn is_immutable(&self, value: &Expression) -> bool {
        match value.kind {
            ExpressionKind::Constant(_) => true,
            ExpressionKind::Local(LocalId(id)) => id as usize >= self.function_locals.len(),
            _ => false,
        }
    }

    /// An l-value whose indices have no effects.
    pub(super) fn stable_target(&mut self, target: &Expression, indices: Indices) -> Expression {
        let kind = match &target.kind {
            ExpressionKind::Member { base, member } => ExpressionKind::Member {
                base: Box::new(self.stable_target(base, indices)),
                member: *member,
            },
            ExpressionKind::Swizzle { base, lanes } => ExpressionKind::Swizzle {
                base: Box::new(self.stable_target(base, indices)),
                lanes: lanes.clone(),
            },
            ExpressionKind::Index { base, index } => {
                let before = if self.impure(index) {
                    Indices::Saved
                } else {
                    indices
                };
                let base = self.stable_target(base, before);
                let mut index = self.flatten(index);
                if indices == Indices::Saved {
                    index = self.saved(index);
                }
                ExpressionKind::Index {
                    base: Box::new(base),
                    index: Box::new(index),
                }
            }
            _ => return target.clone(),
        };
        Expression {
            kind,
            ty: target.ty,
            span: target.span,
        }
    }

    /// Declares a temporary.
    pub(super) fn temporary(
        &mut self,
        ty: Type,
        first: Option<&Expression>,
        span: Span,
    ) -> Expression {
        let name = self.names.own("t");
        let declarator = self.declarator(ty, &name);
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(PrintedLocal { name, ty });
        self.start_line();
        self.writer.at(span);
        self.writer.put(&declarator);
        if let Some(first) = first {
            self.writer.put(" = ");
            self.expression(first, binding::ARGUMENT);
        }
        self.writer.put(";\n");
        Expression {
            kind: ExpressionKind::Local(id),
            ty,
            span,
        }
    }

    /// Prints an assignment with all its effects and gives the l-value to read it back from.
    fn assign_effect(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        value: &Expression,
        span: Span,
    ) -> Expression {
        let indices = if self.impure(value) {
            Indices::Saved
        } else {
            Indices::Live
        };
        let target = self.stable_target(target, indices);
        let mut value = self.value(value);
        if let Some(operator) = operator
            && is_undefined(operator, &value)
        {
            value = Cow::Owned(self.divisor(operator, value.into_owned()));
        }
        self.assign(operator, &target, &value, span);
        target
    }

    fn increment_effect(&mut self, target: &Expression, decrement: bool, span: Span) -> Expression {
        let target = self.stable_target(target, Indices::Live);
        let one = one_of(target.ty, span);
        let operator = if decrement {
            BinaryOperator::Subtract
        } else {
            BinaryOperator::Add
        };
        self.assign(Some(operator), &target, &one, span);
        target
    }

    pub(super) fn open_if(&mut self, condition: &Expression) {
        self.start_line();
        self.writer.at(condition.span);
        self.writer.put("if (");
        self.expression(condition, binding::ARGUMENT);
        self.writer.put(") {\n");
        self.indent += 1;
    }

    pub(super) fn close_and_else(&mut self) {
        self.indent -= 1;
        self.line("} else {");
        self.indent += 1;
    }

    pub(super) fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }
}

/// `!condition`
pub(super) fn negated(condition: Expression) -> Expression {
    let span = condition.span;
    Expression {
        kind: ExpressionKind::Unary {
            operator: UnaryOperator::Not,
            operand: Box::new(condition),
        },
        ty: BOOL,
        span,
    }
}

/// The 1 that `++` adds.
fn one_of(ty: Type, span: Span) -> Expression {
    let scalar = match ty.base {
        Base::Vector { scalar, .. } => scalar,
        _ => ScalarKind::Float,
    };
    let one = match scalar {
        ScalarKind::Float => Scalar::Float(1.0),
        ScalarKind::Int => Scalar::Int(1),
        ScalarKind::Uint => Scalar::Uint(1),
        ScalarKind::Bool => Scalar::Bool(true),
    };
    Expression {
        kind: ExpressionKind::Constant(Constant { scalars: vec![one] }),
        ty: Type {
            base: Base::Vector { scalar, lanes: 1 },
            array: None,
        },
        span,
    }
}
