//! Expressions and statements of a function, in order.

use naga::{
    Block, Expression, Function, Handle, Literal, LocalVariable, Range, Span, Statement, Type,
};

/// A function as it is written.
#[derive(Default)]
pub(super) struct Body {
    pub(super) function: Function,
    /// The blocks that are open, outermost first. The last receives statements.
    open: Vec<Block>,
    /// The statements of the outermost block.
    outermost: Block,
    /// Expressions that were made since the last statement.
    pending: Option<(Handle<Expression>, Handle<Expression>)>,
}

impl Body {
    /// Adds an expression, which is evaluated here if it is evaluated at all.
    pub(super) fn add(&mut self, expression: Expression) -> Handle<Expression> {
        let is_emitted = !expression.needs_pre_emit();
        let handle = self
            .function
            .expressions
            .append(expression, Span::UNDEFINED);
        if is_emitted {
            let follows = |last: Handle<Expression>| last.index() + 1 == handle.index();
            match self.pending {
                Some((first, last)) if follows(last) => self.pending = Some((first, handle)),
                _ => {
                    self.flush();
                    self.pending = Some((handle, handle));
                }
            }
        }
        handle
    }

    pub(super) fn literal(&mut self, literal: Literal) -> Handle<Expression> {
        self.add(Expression::Literal(literal))
    }

    pub(super) fn load(&mut self, pointer: Handle<Expression>) -> Handle<Expression> {
        self.add(Expression::Load { pointer })
    }

    /// Gives an expression a name in the text.
    pub(super) fn name(&mut self, expression: Handle<Expression>, name: impl Into<String>) {
        self.function
            .named_expressions
            .insert(expression, name.into());
    }

    pub(super) fn push(&mut self, statement: Statement) {
        self.flush();
        self.block().push(statement, Span::UNDEFINED);
    }

    /// Calls a function of the module; gives its result.
    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
    ) -> Handle<Expression> {
        // The call evaluates it.
        let result = self
            .function
            .expressions
            .append(Expression::CallResult(function), Span::UNDEFINED);
        self.push(Statement::Call {
            function,
            arguments,
            result: Some(result),
        });
        result
    }

    pub(super) fn store(&mut self, variable: Handle<LocalVariable>, value: Handle<Expression>) {
        let pointer = self.add(Expression::LocalVariable(variable));
        self.push(Statement::Store { pointer, value });
    }

    pub(super) fn local(
        &mut self,
        name: &str,
        ty: Handle<Type>,
        init: Option<Handle<Expression>>,
    ) -> Handle<LocalVariable> {
        let variable = LocalVariable {
            name: Some(name.to_owned()),
            ty,
            init,
        };
        self.function
            .local_variables
            .append(variable, Span::UNDEFINED)
    }

    /// Begins a block inside the one at hand.
    pub(super) fn open(&mut self) {
        self.flush();
        self.open.push(Block::new());
    }

    /// Ends the block that was begun last.
    pub(super) fn close(&mut self) -> Block {
        self.flush();
        self.open.pop().unwrap_or_default()
    }

    pub(super) fn finish(mut self) -> Function {
        self.flush();
        self.function.body = self.outermost;
        self.function
    }

    fn block(&mut self) -> &mut Block {
        self.open.last_mut().unwrap_or(&mut self.outermost)
    }

    fn flush(&mut self) {
        if let Some((first, last)) = self.pending.take() {
            let range = Range::new_from_bounds(first, last);
            self.block().push(Statement::Emit(range), Span::UNDEFINED);
        }
    }
}
