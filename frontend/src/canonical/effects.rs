//! Which expressions do something besides having a value.
//!
//! naga evaluates both sides of `&&`, lowers the targets of compound assignments twice, and refuses
//! void operands of a comma. So an expression that assigns, counts, or calls a function that does, is
//! taken apart into statements ([`super::flatten`]) before it is printed.

use crate::typed::{
    BuiltinFunction, Direction, Expression, ExpressionKind, Function, FunctionId, Program,
    Statement, StatementKind,
};

/// What a call of a function may do, besides what it does to its `out` arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FunctionEffects {
    /// Writes a global variable or discards, itself or in what it calls.
    acts: bool,
    /// Has a parameter that is copied out.
    copies_out: bool,
}

impl FunctionEffects {
    /// Whether a call must happen exactly where and when it is written.
    pub(super) fn is_impure(self) -> bool {
        self.acts || self.copies_out
    }
}

/// The effects of all functions, by index.
pub(super) fn of_program(program: &Program) -> Vec<FunctionEffects> {
    let mut found: Vec<FunctionEffects> = Vec::with_capacity(program.functions.len());
    for function in &program.functions {
        let effects = FunctionEffects {
            acts: function.body.iter().any(|row| acts(row, &found)),
            copies_out: copies_out(function),
        };
        found.push(effects);
    }
    found
}

fn copies_out(function: &Function) -> bool {
    function
        .parameters
        .iter()
        .any(|direction| matches!(direction, Direction::Out | Direction::InOut))
}

/// Whether a statement has an effect outside the function's own variables.
fn acts(statement: &Statement, known: &[FunctionEffects]) -> bool {
    let list = |rows: &[Statement]| rows.iter().any(|row| acts(row, known));
    let value = |expression: &Expression| acts_in(expression, known);
    match &statement.kind {
        StatementKind::Expression(expression) => value(expression),
        StatementKind::Declare { initializer, .. } => initializer.as_ref().is_some_and(value),
        StatementKind::Block(body) => list(body),
        StatementKind::If {
            condition,
            accept,
            reject,
        } => value(condition) || list(accept) || list(reject),
        StatementKind::For {
            init,
            declare,
            condition,
            step,
            body,
        } => {
            list(init)
                || declare.as_ref().is_some_and(|(_, first)| value(first))
                || condition.as_ref().is_some_and(value)
                || step.as_ref().is_some_and(value)
                || list(body)
        }
        StatementKind::DoWhile { body, condition } => list(body) || value(condition),
        StatementKind::Switch { selector, cases } => {
            value(selector) || cases.iter().any(|case| list(&case.body))
        }
        StatementKind::Return(result) => result.as_ref().is_some_and(value),
        StatementKind::Discard => true,
        StatementKind::Break | StatementKind::Continue => false,
    }
}

fn acts_in(expression: &Expression, known: &[FunctionEffects]) -> bool {
    let itself = match &expression.kind {
        ExpressionKind::Assign { target, .. } | ExpressionKind::Increment { target, .. } => {
            is_global(root(target))
        }
        ExpressionKind::Builtin {
            function: BuiltinFunction::Modf,
            arguments,
        } => arguments.iter().any(|argument| is_global(root(argument))),
        ExpressionKind::Call {
            function: FunctionId(id),
            arguments,
        } => {
            let effects = known.get(*id as usize).copied().unwrap_or_default();
            effects.acts
                || (effects.copies_out
                    && arguments.iter().any(|argument| is_global(root(argument))))
        }
        _ => false,
    };
    itself || children(expression).any(|child| acts_in(child, known))
}

/// The variable an l-value is part of.
pub(super) fn root(expression: &Expression) -> &Expression {
    let mut at = expression;
    while let ExpressionKind::Member { base, .. }
    | ExpressionKind::Swizzle { base, .. }
    | ExpressionKind::Index { base, .. } = &at.kind
    {
        at = base;
    }
    at
}

fn is_global(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Global(_))
}

/// The operands of an expression in the order of evaluation.
pub(super) fn children(expression: &Expression) -> impl Iterator<Item = &Expression> {
    let (fixed, list): ([Option<&Expression>; 3], &[Expression]) = match &expression.kind {
        ExpressionKind::Constant(_) | ExpressionKind::Global(_) | ExpressionKind::Local(_) => {
            ([None; 3], &[])
        }
        ExpressionKind::Member { base, .. } | ExpressionKind::Swizzle { base, .. } => {
            ([Some(base), None, None], &[])
        }
        ExpressionKind::Index { base, index } => ([Some(base), Some(index), None], &[]),
        ExpressionKind::Unary { operand, .. } => ([Some(operand), None, None], &[]),
        ExpressionKind::Binary { left, right, .. } | ExpressionKind::Comma { left, right } => {
            ([Some(left), Some(right), None], &[])
        }
        ExpressionKind::Assign { target, value, .. } => ([Some(target), Some(value), None], &[]),
        ExpressionKind::Increment { target, .. } => ([Some(target), None, None], &[]),
        ExpressionKind::Select {
            condition,
            accept,
            reject,
        } => ([Some(condition), Some(accept), Some(reject)], &[]),
        ExpressionKind::Construct(arguments)
        | ExpressionKind::Call { arguments, .. }
        | ExpressionKind::Builtin { arguments, .. } => ([None; 3], arguments),
    };
    fixed.into_iter().flatten().chain(list)
}

/// Whether evaluating an expression changes anything.
pub(super) fn is_impure(expression: &Expression, known: &[FunctionEffects]) -> bool {
    any(expression, &|at| match &at.kind {
        ExpressionKind::Assign { .. }
        | ExpressionKind::Increment { .. }
        // A pure comma is taken apart too: its left side is dropped.
        | ExpressionKind::Comma { .. } => true,
        ExpressionKind::Builtin { function, .. } => *function == BuiltinFunction::Modf,
        ExpressionKind::Call {
            function: FunctionId(id),
            ..
        } => known
            .get(*id as usize)
            .is_none_or(|effects| effects.is_impure()),
        _ => false,
    })
}

/// Whether an expression calls a function of the user.
pub(super) fn has_call(expression: &Expression) -> bool {
    any(expression, &|at| {
        matches!(at.kind, ExpressionKind::Call { .. })
    })
}

/// Whether a property holds anywhere in an expression.
fn any(expression: &Expression, holds: &dyn Fn(&Expression) -> bool) -> bool {
    let mut waiting = vec![expression];
    while let Some(at) = waiting.pop() {
        if holds(at) {
            return true;
        }
        waiting.extend(children(at));
    }
    false
}

/// Whether some statement of a loop's body continues that loop.
pub(super) fn continues(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Continue => true,
        StatementKind::Block(body) => continues(body),
        StatementKind::If { accept, reject, .. } => continues(accept) || continues(reject),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| continues(&case.body)),
        _ => false,
    })
}
