//! The checked program: what [`check`](crate::check) makes and [`canonical`](crate::canonical) prints.
//!
//! Everything ESSL leaves implicit is explicit here: every name is an index, every overload is
//! resolved, every conversion is a constructor, every constant expression is folded. A program that
//! has this form has no ESSL error left in it.

mod builtin;
mod expression;
pub(crate) mod flow;
mod names;
mod statement;
mod types;

pub use builtin::BuiltinFunction;
pub use expression::{BinaryOperator, Expression, ExpressionKind, UnaryOperator};
pub use names::{
    Declaration, DeclarationId, DeclarationKind, Meaning, Selected, Selection, Use, Value,
};
pub use statement::{Case, Statement, StatementKind};
pub use types::{Base, Constant, Member, SamplerKind, Scalar, ScalarKind, Struct, StructId, Type};

use retroshade_diagnostics::Span;
use retroshade_ir::{Builtin, Interpolation, MatrixLayout, Precision, Primitive, Stage};

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

/// Index into [`Program::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Index into [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Index into [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

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
    /// A fragment shader's `varying` or `in`, or a geometry shader's `in`: an array with an element for each vertex.
    VaryingIn,
    /// A vertex shader's `varying` or `out`, or a geometry shader's `out`.
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
    /// `row_major` or `column_major` of a uniform block or of a member: for all matrices in it.
    pub matrices: Option<MatrixLayout>,
    /// A non-constant or constant initialiser; runs before `main`, in source order.
    pub initializer: Option<Expression>,
    /// The folded value of a [`Role::Constant`].
    pub constant: Option<Constant>,
    /// The declarator.
    pub span: Span,
}

impl Global {
    /// A variable without any qualifier but its role.
    pub fn new(
        name: String,
        ty: Type,
        role: Role,
        precision: Option<Precision>,
        span: Span,
    ) -> Global {
        Global {
            name,
            ty,
            role,
            precision,
            interpolation: Interpolation::Smooth,
            invariant: false,
            location: None,
            binding: None,
            matrices: None,
            initializer: None,
            constant: None,
            span,
        }
    }
}

/// What the layout of a uniform block says about its place in memory. Without a meaning for the machines,
/// but the shaders of a pair must agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockStorage {
    /// `shared`, the default.
    #[default]
    Shared,
    /// `packed`
    Packed,
    /// `std140`
    Std140,
}

impl BlockStorage {
    /// The word in `layout(…)`.
    pub fn word(self) -> &'static str {
        match self {
            BlockStorage::Shared => "shared",
            BlockStorage::Packed => "packed",
            BlockStorage::Std140 => "std140",
        }
    }
}

/// A uniform block as declared (ESSL 3.00), for the rules about pairs. Its members are [`Global`]s.
#[derive(Clone, Debug)]
pub struct UniformBlock {
    /// The name of the block.
    pub name: String,
    /// `shared`, `packed`, `std140`.
    pub storage: BlockStorage,
    /// True if members are reached through the name of an instance. If not they are names of the global scope.
    pub instance: bool,
    /// The number of elements of an array of instances.
    pub array: Option<u32>,
    /// In the order of their declaration.
    pub members: Vec<UniformBlockMember>,
    /// The name in the declaration.
    pub span: Span,
}

/// A member of a [`UniformBlock`].
#[derive(Clone, Debug)]
pub struct UniformBlockMember {
    /// Name as written.
    pub name: String,
    /// How matrices in it lie, as the nearest `row_major` or `column_major` says; columns by default.
    pub matrices: MatrixLayout,
    /// The declarator.
    pub span: Span,
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
    /// What a geometry shader takes and makes.
    pub primitive: Option<Primitive>,
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
    /// Uniform blocks in source order.
    pub blocks: Vec<UniformBlock>,
}
