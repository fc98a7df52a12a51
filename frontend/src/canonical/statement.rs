//! Prints statements.

use super::Printer;
use super::effects::{continues, is_undefined};
use super::expression::{BOOL, binding};
use super::flatten::negated;
use super::types::scalar_literal;
use crate::typed::flow::{falls_through, split_reachable};
use crate::typed::{
    Base, BinaryOperator, Case, Constant, Direction, Expression, ExpressionKind, FunctionId,
    Global, GlobalId, LocalId, Scalar, Statement, StatementKind,
};
use retroshade_diagnostics::Span;

impl Printer<'_> {
    /// Prints a list of statements up to the first way out: naga's validator refuses calls behind one.
    pub(super) fn statements(&mut self, list: &[Statement]) {
        for statement in split_reachable(list).0 {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Expression(expression) => self.effect(expression),
            StatementKind::Declare { local, initializer } => {
                self.declare(*local, initializer.as_ref(), span);
            }
            StatementKind::Block(body) => {
                self.line("{");
                self.indent += 1;
                self.statements(body);
                self.close();
            }
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                let condition = self.value(condition);
                self.open_if(&condition);
                self.statements(accept);
                if !reject.is_empty() {
                    self.close_and_else();
                    self.statements(reject);
                }
                self.close();
            }
            StatementKind::For {
                init,
                declare,
                condition,
                step,
                body,
            } => {
                self.statements(init);
                self.for_loop(
                    declare.as_ref(),
                    condition.as_ref(),
                    step.as_ref(),
                    body,
                    span,
                );
            }
            StatementKind::DoWhile { body, condition } => self.do_while(body, condition, span),
            StatementKind::Switch { selector, cases } => self.switch(selector, cases, span),
            StatementKind::Break => self.leave("break;", span),
            StatementKind::Continue => self.leave("continue;", span),
            StatementKind::Discard => self.leave("discard;", span),
            StatementKind::Return(None) => self.leave("return;", span),
            StatementKind::Return(Some(value)) => {
                let value = self.value(value);
                self.start_line();
                self.writer.at(span);
                self.writer.put("return ");
                self.expression(&value, binding::ARGUMENT);
                self.writer.put(";\n");
            }
        }
    }

    fn leave(&mut self, text: &str, span: Span) {
        self.start_line();
        self.writer.at(span);
        self.writer.put(text);
        self.writer.put("\n");
    }

    fn declare(&mut self, local: LocalId, initializer: Option<&Expression>, span: Span) {
        let LocalId(id) = local;
        let is_constant = self
            .function_locals
            .get(id as usize)
            .is_some_and(|local| local.constant.is_some());
        let Some(printed) = self.locals.get(id as usize) else {
            return;
        };
        if is_constant {
            return;
        }
        let ty = printed.ty;
        let initializer = initializer.map(|initializer| self.value(initializer));
        self.start_line();
        self.writer.at(span);
        self.put_local_declarator(id as usize, ty);
        if let Some(initializer) = &initializer {
            self.writer.put(" = ");
            self.expression(initializer, binding::ARGUMENT);
        }
        self.writer.put(";\n");
    }

    /// Prints the initialiser of a global as an assignment.
    pub(super) fn initialize_global(
        &mut self,
        id: GlobalId,
        global: &Global,
        initializer: &Expression,
    ) {
        let target = Expression {
            kind: ExpressionKind::Global(id),
            ty: global.ty,
            span: global.span,
        };
        let value = self.value(initializer);
        self.assign(None, &target, &value, initializer.span);
    }

    /// `for` and `while`. What fits the head of naga's `for` goes there; everything else moves into
    /// the round, where `continue` must still reach the step.
    fn for_loop(
        &mut self,
        declare: Option<&(LocalId, Expression)>,
        condition: Option<&Expression>,
        step: Option<&Expression>,
        body: &[Statement],
        span: Span,
    ) {
        let head_step = step.filter(|step| self.fits_head(step));
        let again = match (step, head_step) {
            (Some(_), None) => Some(self.temporary(BOOL, Some(&bool_constant(false, span)), span)),
            _ => None,
        };
        let head_condition = condition
            .filter(|condition| declare.is_none() && again.is_none() && !self.impure(condition));
        self.start_line();
        self.writer.at(span);
        self.writer.put("for (; ");
        if let Some(condition) = head_condition {
            // naga takes the name of a type at this place for the beginning of a declaration.
            let (open, close) = if self.begins_with_type(condition) {
                ("(", ")")
            } else {
                ("", "")
            };
            self.writer.put(open);
            self.expression(condition, binding::ARGUMENT);
            self.writer.put(close);
        }
        self.writer.put("; ");
        if let Some(step) = head_step {
            self.head_step(step);
        }
        self.writer.put(") {\n");
        self.indent += 1;
        if let (Some(again), Some(step)) = (&again, step) {
            self.open_if(again);
            self.effect(step);
            self.close();
            self.assign(None, again, &bool_constant(true, span), span);
        }
        if let Some((local, first)) = declare {
            self.declare(*local, Some(first), first.span);
        }
        if let (None, Some(condition)) = (head_condition, condition) {
            self.break_unless(condition);
        }
        self.statements(body);
        self.close();
    }

    /// True if an expression may be printed with the name of a type in front.
    fn begins_with_type(&self, expression: &Expression) -> bool {
        let mut at = expression;
        loop {
            at = match &at.kind {
                ExpressionKind::Binary { left: first, .. }
                | ExpressionKind::Select {
                    condition: first, ..
                }
                | ExpressionKind::Member { base: first, .. }
                | ExpressionKind::Swizzle { base: first, .. }
                | ExpressionKind::Index { base: first, .. } => first,
                ExpressionKind::Construct(_) | ExpressionKind::Constant(_) => return true,
                ExpressionKind::Global(id) => {
                    return self
                        .global(*id)
                        .is_some_and(|global| global.constant.is_some());
                }
                ExpressionKind::Local(LocalId(id)) => {
                    return self
                        .function_locals
                        .get(*id as usize)
                        .is_some_and(|local| local.constant.is_some());
                }
                _ => return false,
            };
        }
    }

    /// `if (!condition) { break; }`
    fn break_unless(&mut self, condition: &Expression) {
        let span = condition.span;
        let condition = self.value(condition).into_owned();
        self.open_if(&negated(condition));
        self.leave("break;", span);
        self.close();
    }

    /// True if a step can be printed in the head of a `for`: a list of simple effects.
    fn fits_head(&self, step: &Expression) -> bool {
        match &step.kind {
            // naga takes no void operands of a comma.
            ExpressionKind::Comma { left, right } => [left, right]
                .iter()
                .all(|part| part.ty.base != Base::Void && self.fits_head(part)),
            ExpressionKind::Assign {
                operator,
                target,
                value,
            } => {
                let undefined = operator.is_some_and(|operator| is_undefined(operator, value));
                is_variable(target) && !self.impure(value) && !undefined
            }
            ExpressionKind::Increment { target, .. } => is_variable(target),
            ExpressionKind::Call {
                function: FunctionId(id),
                arguments,
            } => {
                let copies_out = self
                    .program
                    .functions
                    .get(*id as usize)
                    .is_none_or(|function| {
                        function
                            .parameters
                            .iter()
                            .any(|row| matches!(row, Direction::Out | Direction::InOut))
                    });
                !copies_out && !arguments.iter().any(|argument| self.impure(argument))
            }
            // No effect at all: nothing is printed.
            _ => !self.impure(step),
        }
    }

    /// Prints a step that [`Printer::fits_head`].
    fn head_step(&mut self, step: &Expression) {
        let mut parts = Vec::new();
        let mut waiting = vec![step];
        while let Some(at) = waiting.pop() {
            match &at.kind {
                ExpressionKind::Comma { left, right } => waiting.extend([right.as_ref(), left]),
                _ => parts.push(at),
            }
        }
        let mut first = true;
        for part in parts {
            if !self.impure(part) {
                continue;
            }
            if !first {
                self.writer.put(", ");
            }
            first = false;
            self.writer.at(part.span);
            match &part.kind {
                ExpressionKind::Assign {
                    operator,
                    target,
                    value,
                } => {
                    self.expression(target, binding::POSTFIX);
                    match operator {
                        Some(operator) => self.compound_value(*operator, target, value),
                        None => {
                            self.writer.put(" = ");
                            self.expression(value, binding::ARGUMENT + 1);
                        }
                    }
                }
                ExpressionKind::Increment {
                    target, decrement, ..
                } => {
                    self.expression(target, binding::POSTFIX);
                    self.writer.put(if *decrement { "--" } else { "++" });
                }
                _ => self.expression(part, binding::ARGUMENT),
            }
        }
    }

    /// ` = target op (value)` behind a printed target.
    fn compound_value(
        &mut self,
        operator: BinaryOperator,
        target: &Expression,
        value: &Expression,
    ) {
        let combined = Expression {
            kind: ExpressionKind::Binary {
                operator,
                left: Box::new(target.clone()),
                right: Box::new(value.clone()),
            },
            ty: target.ty,
            span: value.span,
        };
        self.writer.put(" = ");
        self.expression(&combined, binding::ARGUMENT);
    }

    /// naga's own `do` forgets the test on `continue`.
    fn do_while(&mut self, body: &[Statement], condition: &Expression, span: Span) {
        if !continues(body) {
            self.writer.at(span);
            self.line("for (;;) {");
            self.indent += 1;
            self.statements(body);
            if falls_through(body) {
                self.break_unless(condition);
            }
            self.close();
            return;
        }
        let go = self.temporary(BOOL, Some(&bool_constant(true, span)), span);
        if self.impure(condition) {
            // `go` here means the first round.
            self.line("for (;;) {");
            self.indent += 1;
            self.open_if(&negated(go.clone()));
            self.break_unless(condition);
            self.close();
            self.assign(None, &go, &bool_constant(false, span), span);
        } else {
            self.start_line();
            self.writer.at(span);
            self.writer.put("for (; ");
            self.expression(&go, binding::ARGUMENT);
            self.writer.put("; ");
            self.expression(&go, binding::POSTFIX);
            self.writer.put(" = ");
            self.expression(condition, binding::ARGUMENT + 1);
            self.writer.put(") {\n");
            self.indent += 1;
        }
        self.statements(body);
        self.close();
    }

    fn switch(&mut self, selector: &Expression, cases: &[Case], span: Span) {
        let selector = self.value(selector);
        if cases.is_empty() {
            return;
        }
        self.start_line();
        self.writer.at(span);
        self.writer.put("switch (");
        self.expression(&selector, binding::ARGUMENT);
        self.writer.put(") {\n");
        for (position, case) in cases.iter().enumerate() {
            match case.label {
                Some(label) => self.line(&format!("case {}:", scalar_literal(label))),
                None => self.line("default:"),
            }
            self.indent += 1;
            self.statements(&case.body);
            // Later cases may use the variables that are declared behind a way out.
            for statement in split_reachable(&case.body).1 {
                if let StatementKind::Declare { local, .. } = statement.kind {
                    self.declare(local, None, statement.span);
                }
            }
            // naga refuses a last label with nothing behind it.
            if position + 1 == cases.len() && !ends_with_break(&case.body) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("}");
    }
}

fn ends_with_break(body: &[Statement]) -> bool {
    matches!(
        body.last().map(|last| &last.kind),
        Some(StatementKind::Break)
    )
}

fn is_variable(expression: &Expression) -> bool {
    matches!(
        expression.kind,
        ExpressionKind::Global(_) | ExpressionKind::Local(_)
    )
}

fn bool_constant(value: bool, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Constant(Constant {
            scalars: vec![Scalar::Bool(value)],
        }),
        ty: BOOL,
        span,
    }
}
