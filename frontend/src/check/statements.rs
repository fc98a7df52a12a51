//! Statements.

use super::Checker;
use super::scope::Binding;
use crate::syntax::{self, Condition, Name, Qualifier, TypeSpecifier};
use crate::typed::{Expression, Local, LocalId, Statement, StatementKind, Type};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Stage;

impl Checker<'_> {
    /// Checks a statement and adds what it becomes.
    pub(super) fn statement(&mut self, source: &syntax::Statement, out: &mut Vec<Statement>) {
        use syntax::StatementKind as Kind;
        match &source.kind {
            Kind::Empty => {}
            Kind::Declaration(declaration) => self.local_declaration(declaration, out),
            Kind::Precision(statement) => self.precision_statement(statement),
            Kind::Prototype(head) => {
                let message = "a function cannot be declared inside of another one";
                let label = "move it before the function";
                self.error(semantic::FUNCTION_HEAD, message, head.span, label);
            }
            Kind::Expression(expression) if self.clips(expression) => {
                self.clip(expression, source.span, out);
            }
            Kind::Expression(expression) => {
                if let Some(checked) = self.expression(expression) {
                    push(out, StatementKind::Expression(checked), source.span);
                }
            }
            Kind::Block(statements) => {
                let body = self.block(statements, source.span);
                push(out, StatementKind::Block(body), source.span);
            }
            Kind::If {
                condition,
                accept,
                reject,
            } => self.if_statement(condition, accept, reject.as_deref(), source.span, out),
            Kind::For {
                init,
                condition,
                step,
                body,
            } => self.for_statement(
                source.span,
                init,
                condition.as_ref(),
                step.as_ref(),
                body,
                out,
            ),
            Kind::While { condition, body } => {
                self.while_statement(source.span, condition, body, out);
            }
            Kind::DoWhile { body, condition } => {
                self.do_statement(source.span, body, condition, out);
            }
            Kind::Switch { selector, body } => self.switch(selector, body, source.span, out),
            Kind::Case(_) | Kind::Default => {
                let message = "a label stands outside of a `switch`";
                let label = "not directly in the body of a `switch`";
                self.error(semantic::SWITCH, message, source.span, label);
            }
            Kind::Break | Kind::Continue | Kind::Discard => self.jump(source, out),
            Kind::Return(value) => self.return_statement(value.as_ref(), source.span, out),
        }
    }

    /// `{ … }` as a scope.
    fn block(&mut self, statements: &[syntax::Statement], extent: Span) -> Vec<Statement> {
        self.open_scope(extent);
        let mut body = Vec::with_capacity(statements.len());
        for statement in statements {
            self.statement(statement, &mut body);
        }
        self.close_scope();
        body
    }

    /// The branch of an `if`: a scope, braces or not.
    fn branch(&mut self, statement: &syntax::Statement) -> Vec<Statement> {
        if let syntax::StatementKind::Block(statements) = &statement.kind {
            return self.block(statements, statement.span);
        }
        self.open_scope(statement.span);
        let mut body = Vec::new();
        self.statement(statement, &mut body);
        self.close_scope();
        body
    }

    /// The body of a loop, which shares the scope of the loop's head.
    fn loop_body(&mut self, statement: &syntax::Statement) -> Vec<Statement> {
        if let Some(body) = &mut self.body {
            body.loops += 1;
        }
        let mut result = Vec::new();
        match &statement.kind {
            syntax::StatementKind::Block(statements) => {
                for statement in statements {
                    self.statement(statement, &mut result);
                }
            }
            _ => self.statement(statement, &mut result),
        }
        if let Some(body) = &mut self.body {
            body.loops -= 1;
        }
        result
    }

    fn if_statement(
        &mut self,
        condition: &syntax::Expression,
        accept: &syntax::Statement,
        reject: Option<&syntax::Statement>,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let condition = self.condition(condition);
        let accept = self.branch(accept);
        let reject = reject.map_or_else(Vec::new, |reject| self.branch(reject));
        if let Some(condition) = condition {
            let kind = StatementKind::If {
                condition,
                accept,
                reject,
            };
            push(out, kind, span);
        }
    }

    fn for_statement(
        &mut self,
        span: Span,
        init: &syntax::Statement,
        condition: Option<&Condition>,
        step: Option<&syntax::Expression>,
        body: &syntax::Statement,
        out: &mut Vec<Statement>,
    ) {
        self.open_scope(span);
        let mut checked_init = Vec::new();
        self.statement(init, &mut checked_init);
        let (sound, declare, condition) = match condition {
            None => (true, None, None),
            Some(condition) => self.loop_condition(condition),
        };
        let (step_sound, step) = match step.map(|step| self.expression(step)) {
            None => (true, None),
            Some(step) => (step.is_some(), step),
        };
        let counter = self.loop_counter(&checked_init, condition.as_ref(), step.as_ref());
        let guarded = self.open_counter(counter);
        let body = self.loop_body(body);
        self.close_counter(guarded, span);
        self.close_scope();
        if sound && step_sound {
            let kind = StatementKind::For {
                init: checked_init,
                declare,
                condition,
                step,
                body,
            };
            push(out, kind, span);
        }
    }

    fn while_statement(
        &mut self,
        span: Span,
        condition: &Condition,
        body: &syntax::Statement,
        out: &mut Vec<Statement>,
    ) {
        self.open_scope(span);
        let (sound, declare, condition) = self.loop_condition(condition);
        let body = self.loop_body(body);
        self.close_scope();
        if sound {
            self.appendix_loop(span, "a `while` loop");
            let kind = StatementKind::For {
                init: Vec::new(),
                declare,
                condition,
                step: None,
                body,
            };
            push(out, kind, span);
        }
    }

    fn do_statement(
        &mut self,
        span: Span,
        body: &syntax::Statement,
        condition: &syntax::Expression,
        out: &mut Vec<Statement>,
    ) {
        self.open_scope(span);
        let body = self.loop_body(body);
        self.close_scope();
        let condition = self.condition(condition);
        if let Some(condition) = condition {
            self.appendix_loop(span, "a `do` loop");
            push(out, StatementKind::DoWhile { body, condition }, span);
        }
    }

    /// A condition of a loop: whether it is sound, what it declares, what it tests.
    fn loop_condition(
        &mut self,
        condition: &Condition,
    ) -> (bool, Option<(LocalId, Expression)>, Option<Expression>) {
        match condition {
            Condition::Expression(expression) => {
                let checked = self.condition(expression);
                (checked.is_some(), None, checked)
            }
            Condition::Declaration {
                qualifiers,
                specifier,
                name,
                initializer,
                span,
            } => {
                let declared =
                    self.condition_declaration(qualifiers, specifier, *name, initializer, *span);
                match declared {
                    Some((id, value)) => {
                        let test = Expression {
                            kind: crate::typed::ExpressionKind::Local(id),
                            ty: Type::BOOL,
                            span: name.span,
                        };
                        (true, Some((id, value)), Some(test))
                    }
                    None => (false, None, None),
                }
            }
        }
    }

    /// `while (bool b = e)`
    fn condition_declaration(
        &mut self,
        qualifiers: &[Qualifier],
        specifier: &TypeSpecifier,
        name: Name,
        initializer: &syntax::Expression,
        span: Span,
    ) -> Option<(LocalId, Expression)> {
        self.no_qualifiers(qualifiers, "in a condition");
        let value = self.value(initializer);
        let shape = self.specifier(specifier);
        let ty = shape.and_then(|shape| self.sized(shape, None));
        let (Some(ty), Some(value)) = (ty, value) else {
            self.declare(name, Binding::Poison);
            return None;
        };
        if ty != Type::BOOL {
            self.declare(name, Binding::Poison);
            let spelled = self.spell(ty);
            let message = format!("a condition must be `bool`, this declares `{spelled}`");
            self.error(semantic::CONDITION, message, span, "the tested variable");
            return None;
        }
        if value.ty != ty {
            self.declare(name, Binding::Poison);
            self.mismatch("condition", ty, value.ty, initializer, None);
            return None;
        }
        let id = self.add_local(Local {
            name: self.text(name.symbol).to_owned(),
            ty,
            precision: None,
            constant: None,
            span: name.span,
        });
        self.declare(name, Binding::Local(id));
        Some((id, value))
    }

    fn jump(&mut self, source: &syntax::Statement, out: &mut Vec<Statement>) {
        let (loops, switches) = self
            .body
            .as_ref()
            .map_or((0, 0), |body| (body.loops, body.switches));
        let (kind, word, place) = match source.kind {
            syntax::StatementKind::Break => (StatementKind::Break, "break", loops + switches),
            syntax::StatementKind::Continue => (StatementKind::Continue, "continue", loops),
            _ => {
                if self.stage != Stage::Fragment {
                    let message = "`discard` exists in fragment shaders only";
                    let label = format!("this is a {} shader", self.stage.name());
                    self.error(semantic::JUMP, message, source.span, &label);
                }
                push(out, StatementKind::Discard, source.span);
                return;
            }
        };
        if place == 0 {
            let message = format!("`{word}` stands outside of a loop");
            self.error(semantic::JUMP, message, source.span, "nothing to leave");
            return;
        }
        push(out, kind, source.span);
    }

    fn return_statement(
        &mut self,
        value: Option<&syntax::Expression>,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let (expected, declared) = match &mut self.body {
            Some(body) => {
                body.returns += 1;
                (body.result, body.result_span)
            }
            None => return,
        };
        let checked = match value {
            Some(source) => match self.expression(source) {
                Some(checked) => Some((source, checked)),
                None => return,
            },
            None => None,
        };
        let Some(expected) = expected else {
            return;
        };
        match checked {
            None if expected.is_void() => push(out, StatementKind::Return(None), span),
            None => {
                let message = format!(
                    "a value of type `{}` must be returned",
                    self.spell(expected)
                );
                self.report(
                    Diagnostic::error(semantic::RETURN, message)
                        .at(span, "returns nothing")
                        .and_at(declared, "the type of the result"),
                );
            }
            Some((_, checked)) if expected.is_void() => self.report(
                Diagnostic::error(semantic::RETURN, "a `void` function returns no value")
                    .at(checked.span, "a value")
                    .and_at(declared, "the function returns nothing"),
            ),
            Some((source, checked)) => {
                let checked = self.converted(checked, expected);
                if checked.ty == expected {
                    push(out, StatementKind::Return(Some(checked)), span);
                    return;
                }
                let because = Some((declared, "the type of the result".to_owned()));
                self.mismatch("returned value", expected, checked.ty, source, because);
            }
        }
    }
}

pub(super) fn push(out: &mut Vec<Statement>, kind: StatementKind, span: Span) {
    out.push(Statement { kind, span });
}
