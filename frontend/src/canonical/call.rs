//! Calls with effects as statements: arguments in the order of evaluation, what is written by them copied back.

use super::effects::{is_same_variable, root};
use super::flatten::Indices;
use super::{PrintedLocal, Printer};
use crate::typed::{
    Base, BinaryOperator, BuiltinFunction, Direction, Expression, ExpressionKind, FunctionId,
    LocalId,
};

/// A call whose arguments have no effects any more.
struct PreparedCall {
    arguments: Vec<Expression>,
    /// After the call: l-values and the temporaries they get their values from.
    copy_back: Vec<(Expression, Expression)>,
}

/// What a call is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Effect,
    /// Its value too.
    Value,
}

impl Printer<'_> {
    /// Prints a call that must happen here, and drops its value.
    pub(super) fn call_for_effect(
        &mut self,
        function: FunctionId,
        arguments: &[Expression],
        call: &Expression,
    ) {
        self.call_here(function, arguments, call, Wanted::Effect);
    }

    /// Prints a call that must happen here; returns the variable that holds its value.
    pub(super) fn call_for_value(
        &mut self,
        function: FunctionId,
        arguments: &[Expression],
        call: &Expression,
    ) -> Expression {
        self.call_here(function, arguments, call, Wanted::Value)
    }

    fn call_here(
        &mut self,
        function: FunctionId,
        arguments: &[Expression],
        call: &Expression,
        wanted: Wanted,
    ) -> Expression {
        let prepared = self.prepare_call(function, arguments);
        let name = self
            .function_names
            .get(function.0 as usize)
            .cloned()
            .unwrap_or_default();
        let result = Expression {
            kind: ExpressionKind::Local(LocalId(self.locals.len() as u32)),
            ty: call.ty,
            span: call.span,
        };
        self.start_line();
        self.writer.at(call.span);
        if wanted == Wanted::Value && call.ty.base != Base::Void {
            let temporary = self.names.own("t");
            let declarator = self.declarator(call.ty, &temporary);
            self.locals.push(PrintedLocal {
                name: temporary,
                ty: call.ty,
            });
            self.writer.put(&declarator);
            self.writer.put(" = ");
        }
        self.call(&name, &prepared.arguments);
        self.writer.put(";\n");
        for (target, temporary) in &prepared.copy_back {
            self.assign(None, target, temporary, call.span);
        }
        result
    }

    fn prepare_call(&mut self, function: FunctionId, arguments: &[Expression]) -> PreparedCall {
        let directions = self
            .program
            .functions
            .get(function.0 as usize)
            .map_or(&[][..], |function| function.parameters.as_slice());
        let copied_out = |position: usize| {
            matches!(
                directions.get(position),
                Some(Direction::Out | Direction::InOut)
            )
        };
        let last_impure = arguments.iter().rposition(|item| self.impure(item));
        let mut prepared = PreparedCall {
            arguments: Vec::with_capacity(arguments.len()),
            copy_back: Vec::new(),
        };
        for (position, argument) in arguments.iter().enumerate() {
            let effects_follow = last_impure.is_some_and(|last| position < last);
            if !copied_out(position) {
                let value = self.flatten(argument);
                let value = if effects_follow {
                    self.saved(value)
                } else {
                    value
                };
                prepared.arguments.push(value);
                continue;
            }
            // naga hands a local variable on by reference. That is the same as copying in and out
            // unless the variable is given twice.
            let is_alone = || {
                !arguments.iter().enumerate().any(|(other, given)| {
                    other != position
                        && copied_out(other)
                        && is_same_variable(root(given), root(argument))
                })
            };
            if matches!(argument.kind, ExpressionKind::Local(_)) && is_alone() {
                prepared.arguments.push(argument.clone());
                continue;
            }
            let target = self.stable_target(argument, Indices::Saved);
            let first = (directions.get(position) == Some(&Direction::InOut)).then_some(&target);
            let temporary = self.temporary(argument.ty, first, argument.span);
            prepared.arguments.push(temporary.clone());
            prepared.copy_back.push((target, temporary));
        }
        prepared
    }

    /// `modf(x, whole)`: stores the part before the point, gives the part after it.
    pub(super) fn modf(&mut self, arguments: &[Expression], call: &Expression) -> Expression {
        let [value, whole] = arguments else {
            return call.clone();
        };
        let value = self.flatten(value);
        let value = self.saved(value);
        let truncated = Expression {
            kind: ExpressionKind::Builtin {
                function: BuiltinFunction::Trunc,
                arguments: vec![value.clone()],
            },
            ty: call.ty,
            span: call.span,
        };
        let truncated = self.temporary(call.ty, Some(&truncated), call.span);
        let target = self.stable_target(whole, Indices::Live);
        self.assign(None, &target, &truncated, call.span);
        Expression {
            kind: ExpressionKind::Binary {
                operator: BinaryOperator::Subtract,
                left: Box::new(value),
                right: Box::new(truncated),
            },
            ty: call.ty,
            span: call.span,
        }
    }
}
