//! Appendix A of ESSL 1.00: what every implementation must accept of loops and indices. More is allowed
//! to work, and does where the target can, so what goes beyond is a warning.

use super::Checker;
use super::search::find;
use crate::typed::{
    Base, BinaryOperator, Expression, ExpressionKind, LocalId, Role, Statement, StatementKind,
};
use retroshade_diagnostics::codes::warning;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Stage;

/// A loop that Appendix A allows so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    local: LocalId,
    /// Writes of the counter before the body.
    writes: u32,
}

impl Checker<'_> {
    /// The counter of `for (T i = constant; i op constant; i += constant)`.
    pub(super) fn loop_counter(
        &self,
        init: &[Statement],
        condition: Option<&Expression>,
        step: Option<&Expression>,
    ) -> Option<LocalId> {
        let [statement] = init else {
            return None;
        };
        let StatementKind::Declare {
            local,
            initializer: Some(first),
        } = &statement.kind
        else {
            return None;
        };
        let tested = match &condition?.kind {
            ExpressionKind::Binary {
                operator,
                left,
                right,
            } => is_counter(left, *local) && is_relation(*operator) && is_constant(right),
            _ => false,
        };
        let stepped = match &step?.kind {
            ExpressionKind::Increment { target, .. } => is_counter(target, *local),
            ExpressionKind::Assign {
                operator: Some(BinaryOperator::Add | BinaryOperator::Subtract),
                target,
                value,
            } => is_counter(target, *local) && is_constant(value),
            _ => false,
        };
        (is_constant(first) && tested && stepped).then_some(*local)
    }

    /// Enters the body of a loop with this counter.
    pub(super) fn open_counter(&mut self, counter: Option<LocalId>) -> Option<Counter> {
        let local = counter?;
        let body = self.body.as_mut()?;
        body.counters.push(local);
        let writes = body.writes.get(local.0 as usize).copied()?;
        Some(Counter { local, writes })
    }

    /// Leaves the body of a `for` loop: warns unless it had a counter that the body does not write.
    pub(super) fn close_counter(&mut self, counter: Option<Counter>, span: Span) {
        let Some(counter) = counter else {
            self.appendix_loop(span, "a `for` loop of another form");
            return;
        };
        let Some(body) = &mut self.body else {
            return;
        };
        body.counters.pop();
        let writes = body.writes.get(counter.local.0 as usize).copied();
        if writes != Some(counter.writes) {
            self.appendix_loop(span, "a loop whose counter is written in its body");
        }
    }

    /// Warns about a loop beyond Appendix A.
    pub(super) fn appendix_loop(&mut self, span: Span, what: &str) {
        if !self.is_100() {
            return;
        }
        self.warn(
            Diagnostic::warning(
                warning::APPENDIX_A_LOOP,
                format!("{what} need not work on every OpenGL ES 2 driver"),
            )
            .at(span, "not a loop of Appendix A"),
        );
    }

    /// Warns about an index beyond Appendix A.
    pub(super) fn appendix_index(&mut self, base: &Expression, index: &Expression) {
        if !self.is_100() {
            return;
        }
        let sampler = matches!(base.ty.base, Base::Sampler(_));
        // A vertex shader may index everything but samplers as it likes, uniforms above all.
        if !sampler && self.stage == Stage::Vertex && !self.is_attribute(base) {
            return;
        }
        let Some(body) = &self.body else {
            return;
        };
        let beyond = find(index, &mut |part| match &part.kind {
            ExpressionKind::Local(id) if body.counters.contains(id) => None,
            ExpressionKind::Local(_)
            | ExpressionKind::Global(_)
            | ExpressionKind::Call { .. }
            | ExpressionKind::Assign { .. }
            | ExpressionKind::Increment { .. } => Some(()),
            _ => None,
        });
        if beyond.is_some() {
            self.warn(
                Diagnostic::warning(
                    warning::APPENDIX_A_INDEX,
                    "this index need not work on every OpenGL ES 2 driver",
                )
                .at(index.span, "neither constant nor a loop counter"),
            );
        }
    }

    fn is_attribute(&self, base: &Expression) -> bool {
        let found = find(base, &mut |part| match part.kind {
            ExpressionKind::Global(id) => {
                let global = self.globals.get(id.0 as usize)?;
                (global.role == Role::Attribute).then_some(())
            }
            _ => None,
        });
        found.is_some()
    }
}

fn is_constant(expression: &Expression) -> bool {
    super::expressions::is_constant(expression)
}

fn is_counter(expression: &Expression, local: LocalId) -> bool {
    matches!(expression.kind, ExpressionKind::Local(id) if id == local)
}

fn is_relation(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(
        operator,
        B::Less | B::Greater | B::LessEqual | B::GreaterEqual | B::Equal | B::NotEqual
    )
}
