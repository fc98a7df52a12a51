//! `switch` (ESSL 3.00).

use super::Checker;
use super::expressions::scalars;
use super::statements::push;
use crate::syntax;
use crate::typed::{Case, Scalar, Statement, StatementKind, Type};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

impl Checker<'_> {
    /// `switch (selector) { … }`
    pub(super) fn switch(
        &mut self,
        selector: &syntax::Expression,
        body: &[syntax::Statement],
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let selector = self.value(selector);
        if let Some(selector) = &selector
            && !selector.ty.is_integer()
        {
            let ty = self.spell(selector.ty);
            let message = format!("a selector must be an integer, this is `{ty}`");
            let label = format!("this is `{ty}`");
            self.error(semantic::SWITCH, message, selector.span, &label);
        }
        let ty = selector.as_ref().map(|selector| selector.ty);
        self.open_scope(span);
        if let Some(body) = &mut self.body {
            body.switches += 1;
        }
        let cases = self.cases(body, ty);
        if let Some(body) = &mut self.body {
            body.switches -= 1;
        }
        self.close_scope();
        let Some(selector) = selector else {
            return;
        };
        push(out, StatementKind::Switch { selector, cases }, span);
    }

    fn cases(&mut self, body: &[syntax::Statement], ty: Option<Type>) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        let mut labels: Vec<(Option<Scalar>, Span)> = Vec::new();
        let mut last_label = None;
        for statement in body {
            let label = match &statement.kind {
                syntax::StatementKind::Case(label) => self.case_label(label, ty).map(Some),
                syntax::StatementKind::Default => Some(None),
                _ => {
                    last_label = None;
                    match cases.last_mut() {
                        Some(case) => {
                            let mut list = std::mem::take(&mut case.body);
                            self.statement(statement, &mut list);
                            if let Some(case) = cases.last_mut() {
                                case.body = list;
                            }
                        }
                        None => {
                            let message = "a statement stands before the first label";
                            let label = "never reached";
                            self.error(semantic::SWITCH, message, statement.span, label);
                        }
                    }
                    continue;
                }
            };
            last_label = Some(statement.span);
            let value = label.flatten();
            if label.is_some() {
                let earlier = labels.iter().find(|(known, _)| *known == value);
                if let Some((_, earlier)) = earlier {
                    self.repeated_label(statement.span, *earlier);
                }
                labels.push((value, statement.span));
            }
            cases.push(Case {
                label: value,
                body: Vec::new(),
            });
        }
        if let Some(span) = last_label {
            let message = "a statement must follow the last label";
            self.error(semantic::SWITCH, message, span, "write `break;` after it");
        }
        cases
    }

    #[cold]
    fn repeated_label(&mut self, span: Span, earlier: Span) {
        self.report(
            Diagnostic::error(semantic::SWITCH, "a label occurs twice")
                .at(span, "again here")
                .and_at(earlier, "first here"),
        );
    }

    fn case_label(&mut self, label: &syntax::Expression, ty: Option<Type>) -> Option<Scalar> {
        let value = self.value(label)?;
        let ty = ty?;
        if value.ty != ty {
            let because = None;
            self.mismatch("label", ty, value.ty, label, because);
            return None;
        }
        let scalar = scalars(&value).and_then(|scalars| scalars.first().copied());
        if scalar.is_none() {
            let message = "a label must be constant";
            self.error(semantic::NOT_CONSTANT, message, value.span, "not constant");
        }
        scalar
    }
}
