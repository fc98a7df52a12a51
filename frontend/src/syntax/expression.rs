//! Expressions as written.

use super::{Name, TypeSpecifier};
use crate::typed::BinaryOperator;
use retroshade_diagnostics::Span;

/// An expression. Parentheses leave no node, but the span includes them.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// The whole expression, with any parentheses around it.
    pub span: Span,
}

/// Kinds of [`Expression`].
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A float literal, clamped to the finite range.
    Float(f32),
    /// An int literal. Literals from 2^31 to 2^32 - 1 keep their bit pattern.
    Int(i32),
    /// An int literal with `u` (ESSL 3.00).
    Uint(u32),
    /// `true`, `false`
    Bool(bool),
    /// A variable, or anything else that has a name.
    Name(Name),
    /// A function call or a constructor.
    Call {
        /// What is called.
        callee: Callee,
        /// In order; empty for `()` and `(void)`.
        arguments: Vec<Expression>,
    },
    /// `base[index]`
    Index {
        /// What is indexed.
        base: Box<Expression>,
        /// Between the brackets.
        index: Box<Expression>,
    },
    /// `base.field`: a member or a swizzle.
    Field {
        /// Left of the dot.
        base: Box<Expression>,
        /// Right of the dot.
        field: Name,
    },
    /// `base.method(…)` (ESSL 3.00); `length` is the only one there is.
    Method {
        /// Left of the dot.
        base: Box<Expression>,
        /// Right of the dot.
        method: Name,
        /// Arguments; legal is none.
        arguments: Vec<Expression>,
    },
    /// `a++`, `a--`
    Postfix {
        /// Which.
        operator: PostfixOperator,
        /// The operand.
        operand: Box<Expression>,
    },
    /// `-a`, `!a`, `++a`, …
    Prefix {
        /// Which.
        operator: PrefixOperator,
        /// The operand.
        operand: Box<Expression>,
    },
    /// `first op term op term …`: operators of one precedence, grouped from the left.
    Binary {
        /// The leftmost operand.
        first: Box<Expression>,
        /// The others with the operator before each; at least one.
        rest: Vec<BinaryTerm>,
    },
    /// `condition ? accept : reject`
    Select {
        /// Before `?`.
        condition: Box<Expression>,
        /// Taken when true.
        accept: Box<Expression>,
        /// Taken when false.
        reject: Box<Expression>,
    },
    /// `target = value`, `target op= value`
    Assign {
        /// Which.
        operator: AssignOperator,
        /// Left.
        target: Box<Expression>,
        /// Right.
        value: Box<Expression>,
    },
    /// `a, b, …`: at least two.
    Comma(Vec<Expression>),
    /// `{ a, b, … }` as an initialiser (Cg).
    List(Vec<Expression>),
}

/// An operator of a [`ExpressionKind::Binary`] and the operand to its right.
#[derive(Clone, Debug)]
pub struct BinaryTerm {
    /// The operator.
    pub operator: BinaryOperator,
    /// The place of the operator.
    pub operator_span: Span,
    /// Right of it.
    pub operand: Expression,
}

/// The function or type before the parentheses of a call.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A name that is no structure type in scope: a user's or a built-in function.
    Function(Name),
    /// A constructor: a built-in type, a structure in scope, or an array of these (ESSL 3.00). The name
    /// is never [`TypeName::Struct`](super::TypeName::Struct).
    Type(TypeSpecifier),
}

/// `=` and its compound forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssignOperator {
    /// `None` is plain `=`.
    pub operator: Option<BinaryOperator>,
    /// The place.
    pub span: Span,
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrefixOperator {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~` (ESSL 3.00)
    BitNot,
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// Operators behind an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostfixOperator {
    /// `++`
    Increment,
    /// `--`
    Decrement,
}
