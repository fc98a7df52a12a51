//! `clip(x);`, which discards the fragment where a component is negative.

use super::conversions::{Smear, convert, unified};
use super::functions::number;
use super::operators::builtin;
use crate::check::Checker;
use crate::syntax::{self, Callee};
use crate::typed::{
    BinaryOperator, BuiltinFunction, Expression, ScalarKind, Statement, StatementKind, Type,
};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::codes::semantic;
use retroshade_ir::Stage;

impl Checker<'_> {
    /// True if a statement is a call of the library's `clip`.
    pub(in crate::check) fn clips(&self, source: &syntax::Expression) -> bool {
        let syntax::ExpressionKind::Call {
            callee: Callee::Function(name),
            arguments,
        } = &source.kind
        else {
            return false;
        };
        let own = self.scopes.find(name.symbol).is_some();
        self.is_cg() && !own && self.text(name.symbol) == "clip" && arguments.len() == 1
    }

    /// Checks `clip(x);`.
    pub(in crate::check) fn clip(
        &mut self,
        source: &syntax::Expression,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let syntax::ExpressionKind::Call { arguments, .. } = &source.kind else {
            return;
        };
        if self.stage != Stage::Fragment {
            let message = "`clip` exists in fragment programs only";
            let label = format!("this is a {} program", self.stage.name());
            self.error(semantic::JUMP, message, span, &label);
            return;
        }
        let Some(value) = arguments.first().and_then(|first| self.value(first)) else {
            return;
        };
        let Some(lanes) = value.ty.lanes() else {
            let message = format!("`clip` does not take `{}`", self.spell(value.ty));
            let label = "not a number or a vector";
            self.error(semantic::NO_OVERLOAD, message, value.span, label);
            return;
        };
        let float = Type::vector(ScalarKind::Float, lanes);
        let both = vec![convert(value, float), number(0.0, span)];
        let Ok([value, zero]) = <[Expression; 2]>::try_from(unified(both, Smear::Always)) else {
            return;
        };
        let condition = if lanes == 1 {
            super::conversions::binary(BinaryOperator::Less, value, zero, Type::BOOL)
        } else {
            let negative = Type::vector(ScalarKind::Bool, lanes);
            let less = builtin(BuiltinFunction::LessThan, vec![value, zero], negative, span);
            builtin(BuiltinFunction::Any, vec![less], Type::BOOL, span)
        };
        let discard = Statement {
            kind: StatementKind::Discard,
            span,
        };
        out.push(Statement {
            kind: StatementKind::If {
                condition,
                accept: vec![discard],
                reject: Vec::new(),
            },
            span,
        });
    }
}
