//! Expressions and their operators.

use super::{BuiltinFunction, Constant, FunctionId, GlobalId, LocalId, Type};
use retroshade_diagnostics::Span;

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it computes.
    pub kind: ExpressionKind,
    /// Type of the value.
    pub ty: Type,
    /// The whole expression, at its place of use.
    pub span: Span,
}

/// Kinds of [`Expression`].
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A folded constant expression of any type but a sampler.
    Constant(Constant),
    /// A global variable.
    Global(GlobalId),
    /// A local variable or parameter.
    Local(LocalId),
    /// A structure member.
    Member {
        /// A structure.
        base: Box<Expression>,
        /// Index of the member.
        member: u32,
    },
    /// Lanes of a vector, in order; one lane gives a scalar.
    Swizzle {
        /// A vector.
        base: Box<Expression>,
        /// 1 to 4 lanes, each 0 to 3.
        lanes: Vec<u8>,
    },
    /// An element of an array, a column of a matrix, a lane of a vector. A constant index is in range.
    Index {
        /// Array, matrix or vector.
        base: Box<Expression>,
        /// A scalar int or uint.
        index: Box<Expression>,
    },
    /// `-a`, `!a`, `~a`.
    Unary {
        /// Operator.
        operator: UnaryOperator,
        /// Operand.
        operand: Box<Expression>,
    },
    /// `a op b`, without assignment; operand types as ESSL allows them, no conversions.
    Binary {
        /// Operator.
        operator: BinaryOperator,
        /// Left.
        left: Box<Expression>,
        /// Right; not evaluated by `&&` and `||` when the left decides.
        right: Box<Expression>,
    },
    /// `a = b`, or `a op= b`.
    Assign {
        /// `None` is plain `=`.
        operator: Option<BinaryOperator>,
        /// An l-value.
        target: Box<Expression>,
        /// The value.
        value: Box<Expression>,
    },
    /// `++a`, `a++`, `--a`, `a--`.
    Increment {
        /// An l-value.
        target: Box<Expression>,
        /// `--`
        decrement: bool,
        /// The value is that after the change.
        prefix: bool,
    },
    /// `c ? a : b`.
    Select {
        /// A scalar bool.
        condition: Box<Expression>,
        /// Evaluated only when true.
        accept: Box<Expression>,
        /// Evaluated only when false.
        reject: Box<Expression>,
    },
    /// `a, b`.
    Comma {
        /// Evaluated first; may be void.
        left: Box<Expression>,
        /// The value; may be void.
        right: Box<Expression>,
    },
    /// A constructor of [`Expression::ty`]: conversions, vectors, matrices, structures, arrays.
    Construct(Vec<Expression>),
    /// A call of a user's function.
    Call {
        /// The overload.
        function: FunctionId,
        /// One for each parameter; l-values for `out` and `inout`.
        arguments: Vec<Expression>,
    },
    /// A call of a built-in function.
    Builtin {
        /// Which; the overload follows from the argument types.
        function: BuiltinFunction,
        /// As ESSL lists them.
        arguments: Vec<Expression>,
    },
}

/// Prefix operators without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// Infix operators without assignment. On matrices `Multiply` is the linear-algebra product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessEqual,
    /// `>=`
    GreaterEqual,
    /// `==`, on any type but samplers; the result is a scalar.
    Equal,
    /// `!=`
    NotEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `^^`
    Xor,
}
