//! Statements.

use super::{Expression, LocalId, Scalar};
use retroshade_diagnostics::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The whole statement, or the keyword of a long one.
    pub span: Span,
}

/// Kinds of [`Statement`]. Bodies are lists; scopes are resolved, so a list is not a scope.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// Evaluates for its effect.
    Expression(Expression),
    /// A local variable comes into being (again): undefined content unless initialised.
    Declare {
        /// The variable.
        local: LocalId,
        /// The first value.
        initializer: Option<Expression>,
    },
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if`
    If {
        /// A scalar bool.
        condition: Expression,
        /// Taken when true.
        accept: Vec<Statement>,
        /// Taken when false.
        reject: Vec<Statement>,
    },
    /// `for`, and `while`, which has neither `init` nor `step`.
    For {
        /// Runs once.
        init: Vec<Statement>,
        /// Runs before the condition each time: the declaration in `while (bool b = e)`.
        declare: Option<(LocalId, Expression)>,
        /// Tested before each round; `None` is true.
        condition: Option<Expression>,
        /// Runs after each round and on `continue`.
        step: Option<Expression>,
        /// The round.
        body: Vec<Statement>,
    },
    /// `do … while`: `continue` goes to the test.
    DoWhile {
        /// The round.
        body: Vec<Statement>,
        /// Tested after each round.
        condition: Expression,
    },
    /// `switch` (ESSL 3.00). Cases fall through.
    Switch {
        /// A scalar int or uint.
        selector: Expression,
        /// In source order.
        cases: Vec<Case>,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Expression>),
    /// `discard`
    Discard,
}

/// One label group of a `switch` and the statements up to the next label.
#[derive(Clone, Debug)]
pub struct Case {
    /// `None` is `default`.
    pub label: Option<Scalar>,
    /// Statements; the last falls through to the next case unless it leaves.
    pub body: Vec<Statement>,
}
