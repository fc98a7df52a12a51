//! `=`, its compound forms, `++` and `--`.

use super::operators::operand_help;
use super::report::spell_binary;
use super::{Checked, Checker, Step};
use crate::syntax::{self, AssignOperator};
use crate::typed::{BinaryOperator, Expression, ExpressionKind, ScalarKind, Type};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `a = b`, `a op= b`
    pub(super) fn assign(
        &mut self,
        operator: AssignOperator,
        target: &syntax::Expression,
        value: &syntax::Expression,
        span: Span,
    ) -> Checked {
        let checked_target = self.value(target);
        let checked_value = self.value(value);
        let checked_target = checked_target?;
        let ty = checked_target.ty;
        let checked_value = checked_value.and_then(|value| match operator.operator {
            None => Some(self.converted(value, ty)),
            Some(binary) if self.is_cg() => {
                let target = (ty, checked_target.span);
                self.cg_compound(binary, target, operator.span, value)
            }
            // An integer is converted for a float, never the target.
            Some(_) => Some(self.promoted(value, checked_target.clone()).0),
        });
        let writable = self.writable(&checked_target, target, "assigned");
        let checked_value = checked_value?;
        if !writable {
            return None;
        }
        match operator.operator {
            None => self.check_assigned(ty, &checked_target, &checked_value, value)?,
            Some(binary) => {
                if self.binary_type(binary, ty, checked_value.ty) != Some(ty) {
                    return self.bad_compound(
                        operator,
                        binary,
                        &checked_target,
                        &checked_value,
                        value,
                    );
                }
            }
        }
        let kind = ExpressionKind::Assign {
            operator: operator.operator,
            target: Box::new(checked_target),
            value: Box::new(checked_value),
        };
        Some(Expression { kind, ty, span })
    }

    fn check_assigned(
        &mut self,
        ty: Type,
        target: &Expression,
        value: &Expression,
        source: &syntax::Expression,
    ) -> Option<()> {
        if self.is_100() && self.has_array(ty) {
            let spelled = self.spell(ty);
            let message = format!("`{spelled}` cannot be assigned in ESSL 1.00");
            return self.fail(
                Diagnostic::error(semantic::ARRAY_USE, message)
                    .at(target.span, "arrays cannot be assigned")
                    .with_help("assign the elements one by one"),
            );
        }
        if value.ty != ty {
            let because = Some((target.span, format!("this is `{}`", self.spell(ty))));
            self.mismatch("assignment", ty, value.ty, source, because);
            return None;
        }
        Some(())
    }

    #[cold]
    fn bad_compound(
        &mut self,
        operator: AssignOperator,
        binary: BinaryOperator,
        target: &Expression,
        value: &Expression,
        source: &syntax::Expression,
    ) -> Checked {
        let word = spell_binary(binary);
        let (a, b) = (self.spell(target.ty), self.spell(value.ty));
        let message = format!("`{word}=` cannot take `{a}` and `{b}`");
        let mut diagnostic = Diagnostic::error(semantic::OPERAND_TYPES, message)
            .at(operator.span, "not defined for these operands")
            .and_at(target.span, format!("this is `{a}`"))
            .and_at(value.span, format!("this is `{b}`"));
        match self.binary_type(binary, target.ty, value.ty) {
            Some(result) => {
                let result = self.spell(result);
                let note = format!("the result would be `{result}`, which `{a}` cannot hold");
                diagnostic = diagnostic.with_note(note);
            }
            None => {
                let remedy = operand_help(binary, target.ty, value.ty, None, source);
                if let Some(remedy) = remedy {
                    diagnostic = remedy.attach_to(diagnostic);
                }
            }
        }
        self.fail(diagnostic)
    }

    /// `++a`, `a++`, `--a`, `a--`
    pub(super) fn increment(
        &mut self,
        operand: &syntax::Expression,
        Step { decrement, prefix }: Step,
        span: Span,
    ) -> Checked {
        let target = self.value(operand)?;
        let word = if decrement { "--" } else { "++" };
        if target.ty.kind().is_none_or(|kind| kind == ScalarKind::Bool) {
            let ty = self.spell(target.ty);
            let message = format!("`{word}` cannot take `{ty}`");
            let label = format!("this is `{ty}`");
            self.error(semantic::OPERAND_TYPES, message, target.span, &label);
            return None;
        }
        if !self.writable(&target, operand, &format!("changed by `{word}`")) {
            return None;
        }
        let ty = target.ty;
        let kind = ExpressionKind::Increment {
            target: Box::new(target),
            decrement,
            prefix,
        };
        Some(Expression { kind, ty, span })
    }
}
