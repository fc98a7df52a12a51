//! The checked program: what [`check`](crate::check) makes and [`canonical`](crate::canonical) prints.
//!
//! Everything ESSL leaves implicit is explicit here: every name is an index, every overload is
//! resolved, every conversion is a constructor, every constant expression is folded. A program that
//! has this form has no ESSL error left in it.

use retroshade_diagnostics::Span;
use retroshade_ir::{Builtin, Interpolation, Precision, Stage};

/// The language version of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// `#version 100`, or none.
    Essl100,
    /// `#version 300 es`.
    Essl300,
}

impl Version {
    /// 100 or 300, as `#version` and `__VERSION__` have it.
    pub fn number(self) -> u32 {
        match self {
            Version::Essl100 => 100,
            Version::Essl300 => 300,
        }
    }
}

/// Index into [`Program::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// Index into [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Index into [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Index into [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// The element of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarKind {
    /// `float`
    Float,
    /// `int`
    Int,
    /// `uint` (ESSL 3.00)
    Uint,
    /// `bool`
    Bool,
}

/// What a sampler looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SamplerKind {
    /// `sampler2D`
    D2,
    /// `samplerCube`
    Cube,
    /// `samplerExternalOES`; looked up like `sampler2D`.
    External,
}

/// A type without its array size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// No value.
    Void,
    /// `lanes` 1 is a scalar, 2 to 4 a vector.
    Vector {
        /// Element.
        scalar: ScalarKind,
        /// 1 to 4.
        lanes: u8,
    },
    /// A matrix of floats, `matCxR`.
    Matrix {
        /// 2 to 4.
        columns: u8,
        /// 2 to 4.
        rows: u8,
    },
    /// A sampler.
    Sampler(SamplerKind),
    /// A structure.
    Struct(StructId),
}

/// A type. ESSL has arrays of one dimension only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// The element type of an array, the type itself otherwise.
    pub base: Base,
    /// The number of elements of an array.
    pub array: Option<u32>,
}

/// A member of a structure.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name as written.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Precision as declared or by default; `None` for types without one.
    pub precision: Option<Precision>,
    /// The declarator.
    pub span: Span,
}

/// A structure.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Name as written; empty for an anonymous structure.
    pub name: String,
    /// At least one.
    pub members: Vec<Member>,
    /// The declaration.
    pub span: Span,
}

/// The role of a global variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// An ordinary variable, private to the invocation.
    Private,
    /// `const`, with the value in [`Global::constant`].
    Constant,
    /// `uniform`, or a member of a uniform block.
    Uniform,
    /// `attribute`, or `in` of a vertex shader.
    Attribute,
    /// A fragment shader's `varying` or `in`.
    VaryingIn,
    /// A vertex shader's `varying` or `out`.
    VaryingOut,
    /// A fragment shader's `out` (ESSL 3.00).
    FragmentOut,
    /// A `gl_` variable that is read.
    BuiltinIn(Builtin),
    /// A `gl_` variable that is written (and may be read back).
    BuiltinOut(Builtin),
    /// `gl_DepthRange`: a uniform structure of three floats.
    DepthRange,
}

/// A variable of the global scope, in source order; `gl_` variables where first used.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name GL knows it by: as written, `Block.member` or `member` for uniform blocks.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Role.
    pub role: Role,
    /// Precision as declared or by default; `None` for types without one.
    pub precision: Option<Precision>,
    /// `flat`, `smooth`, `centroid`.
    pub interpolation: Interpolation,
    /// Declared or redeclared `invariant`.
    pub invariant: bool,
    /// `layout(location = N)`.
    pub location: Option<u32>,
    /// `layout(binding = N)`.
    pub binding: Option<u32>,
    /// A non-constant or constant initialiser; runs before `main`, in source order.
    pub initializer: Option<Expression>,
    /// The folded value of a [`Role::Constant`].
    pub constant: Option<Constant>,
    /// The declarator.
    pub span: Span,
}

/// A folded value: the scalars of a value in order (matrices column by column, structures member by
/// member, arrays element by element). Floats are `f32` values, integers exact, booleans 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Scalars.
    pub scalars: Vec<Scalar>,
}

/// One scalar of a [`Constant`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A float; may be infinite or NaN.
    Float(f32),
    /// An int.
    Int(i32),
    /// A uint.
    Uint(u32),
    /// A bool.
    Bool(bool),
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Copied in.
    In,
    /// Copied in; the body may not write it.
    ConstIn,
    /// Copied out.
    Out,
    /// Copied in and out.
    InOut,
}

/// A variable of a function: its parameters come first, in order.
#[derive(Clone, Debug)]
pub struct Local {
    /// Name as written; empty for an unnamed parameter. Several locals of a function may share one.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Precision as declared or by default; `None` for types without one.
    pub precision: Option<Precision>,
    /// The folded value of a `const` local, which then has no storage.
    pub constant: Option<Constant>,
    /// The declarator.
    pub span: Span,
}

/// A function with a body. Prototypes are gone.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name as written; overloads share it.
    pub name: String,
    /// Result; [`Base::Void`] for none.
    pub result: Type,
    /// The first [`Function::parameters`] `.len()` are the parameters.
    pub locals: Vec<Local>,
    /// How each parameter is passed.
    pub parameters: Vec<Direction>,
    /// Statements.
    pub body: Vec<Statement>,
    /// The head.
    pub span: Span,
}

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
        /// Its first value.
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

/// Built-in functions of ESSL 1.00 chapter 8, its extensions, and of ESSL 3.00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each variant is the function of that name in ESSL"
)]
pub enum BuiltinFunction {
    Radians,
    Degrees,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    /// `atan(y_over_x)`
    Atan,
    /// `atan(y, x)`
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Pow,
    Exp,
    Log,
    Exp2,
    Log2,
    Sqrt,
    InverseSqrt,
    Abs,
    Sign,
    Floor,
    Ceil,
    Fract,
    Trunc,
    Round,
    RoundEven,
    Mod,
    Modf,
    Min,
    Max,
    Clamp,
    Mix,
    Step,
    SmoothStep,
    IsNan,
    IsInf,
    Length,
    Distance,
    Dot,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    MatrixCompMult,
    OuterProduct,
    Transpose,
    Determinant,
    Inverse,
    LessThan,
    LessThanEqual,
    GreaterThan,
    GreaterThanEqual,
    Equal,
    NotEqual,
    Any,
    All,
    Not,
    DFdx,
    DFdy,
    FWidth,
    /// A texture lookup: `texture2D`, `textureCube`, `texture`, with or without bias.
    Texture,
    /// The projective form of [`BuiltinFunction::Texture`]; divides by the last component.
    TextureProj,
    /// With an explicit level of detail.
    TextureLod,
    /// Projective, with an explicit level of detail.
    TextureProjLod,
    /// With explicit derivatives.
    TextureGrad,
    /// Projective, with explicit derivatives.
    TextureProjGrad,
    /// `gl_LastFragColorARM` and the like are variables; this is `textureSize` (refused by targets).
    TextureSize,
}

/// A `#pragma retroshade …` of the source.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The words after `retroshade`.
    pub words: Vec<String>,
    /// The directive line.
    pub span: Span,
}

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Language.
    pub version: Version,
    /// Stage.
    pub stage: Stage,
    /// Structures; a member's structure has a lower index.
    pub structs: Vec<Struct>,
    /// Globals in source order.
    pub globals: Vec<Global>,
    /// Functions with a body, in source order.
    pub functions: Vec<Function>,
    /// The functions that `main` reaches, `main` included, every callee before its callers. What is not
    /// listed is never called.
    pub order: Vec<FunctionId>,
    /// The function `main`.
    pub main: FunctionId,
    /// `#pragma retroshade` lines.
    pub directives: Vec<Directive>,
}
