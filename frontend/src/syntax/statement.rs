//! Statements as written.

use super::{
    Declaration, Expression, FunctionHead, Name, PrecisionStatement, Qualifier, TypeSpecifier,
};
use retroshade_diagnostics::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The kind of the statement.
    pub kind: StatementKind,
    /// From its first to its last token.
    pub span: Span,
}

/// Kinds of [`Statement`].
///
/// Scopes follow from the structure: a [`StatementKind::Block`] opens one, and so do `for`, `while` and
/// the branches of `if`, with the rules of the language version about which of them share.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// Local variables or a local structure.
    Declaration(Declaration),
    /// `precision mediump float;`
    Precision(PrecisionStatement),
    /// A prototype inside a function, which ESSL forbids: kept for the checker's message.
    Prototype(FunctionHead),
    /// `e;`
    Expression(Expression),
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if (condition) accept else reject`
    If {
        /// Between the parentheses.
        condition: Expression,
        /// Taken when true.
        accept: Box<Statement>,
        /// Taken when false.
        reject: Option<Box<Statement>>,
    },
    /// `for (init; condition; step) body`
    For {
        /// A declaration, an expression statement or [`StatementKind::Empty`].
        init: Box<Statement>,
        /// `None` is true.
        condition: Option<Condition>,
        /// After each round.
        step: Option<Expression>,
        /// The round.
        body: Box<Statement>,
    },
    /// `while (condition) body`
    While {
        /// Before each round.
        condition: Condition,
        /// The round.
        body: Box<Statement>,
    },
    /// `do body while (condition);`
    DoWhile {
        /// The round.
        body: Box<Statement>,
        /// After each round.
        condition: Expression,
    },
    /// `switch (selector) { … }` (ESSL 3.00), labels among the statements.
    Switch {
        /// Between the parentheses.
        selector: Expression,
        /// Statements with [`StatementKind::Case`] and [`StatementKind::Default`] among them.
        body: Vec<Statement>,
    },
    /// `case e:`; the checker refuses it outside the body of a `switch`.
    Case(Expression),
    /// `default:`
    Default,
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return e;`
    Return(Option<Expression>),
    /// `discard;`
    Discard,
}

/// What a `for` or `while` tests.
#[derive(Clone, Debug)]
pub enum Condition {
    /// An expression.
    Expression(Expression),
    /// `bool b = e`: declared anew before each test.
    Declaration {
        /// In the order written.
        qualifiers: Vec<Qualifier>,
        /// Type.
        specifier: TypeSpecifier,
        /// The variable.
        name: Name,
        /// The value, which is tested.
        initializer: Expression,
        /// The whole declaration.
        span: Span,
    },
}
