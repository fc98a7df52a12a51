//! The untyped syntax tree of ESSL 1.00 and 3.00: what `parse` makes and `check` reads.
//!
//! Plain data, in source order, with a span on every node. Nothing is resolved except what the grammar
//! itself cannot do without: whether a name is a structure type.
//!
//! # Depth
//!
//! Every recursion over this tree (visitors, `Drop`, `Clone`) is bounded, so no stage can overflow its
//! stack on a hostile source:
//!
//! * Whatever nests counts against one limit of [`NESTING_LIMIT`] levels, which the parser enforces:
//!   blocks, statements inside statements (`else if` chains too), parentheses, arguments, indices,
//!   prefix operators, postfix operators on one operand, `?:` and assignments to the right, and an
//!   operand of a binary operator that is itself a binary operation of higher precedence. A structure
//!   definition counts for sixteen levels, the size of an array for four.
//! * What is a chain in practice is a list here and costs no depth: `a + b - c + …` is *one*
//!   [`ExpressionKind::Binary`] of up to [`CHAIN_LIMIT`] terms, `a, b, c` one
//!   [`ExpressionKind::Comma`]. A later stage folds them from the left with a loop.

mod expression;
mod statement;

pub use expression::{
    AssignOperator, BinaryTerm, Callee, Expression, ExpressionKind, PostfixOperator, PrefixOperator,
};
pub use statement::{Condition, Statement, StatementKind};

use crate::dialect::Dialect;
use crate::extension::Extensions;
use crate::intern::Symbol;
use crate::typed::{Directive, ScalarKind, Version};
use retroshade_diagnostics::Span;
use retroshade_ir::Precision;

/// Levels of nesting that the parser accepts on a deep stack; [`limit`](retroshade_ir::deep::limit) tells those elsewhere.
pub const NESTING_LIMIT: u32 = 256;

/// Terms of one chain of binary operators of the same precedence, and items of one comma expression, on a deep
/// stack.
pub const CHAIN_LIMIT: u32 = 2000;

/// An identifier as written at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The identifier; its text is in the [`Interner`](crate::intern::Interner) of the compilation.
    pub symbol: Symbol,
    /// Where.
    pub span: Span,
}

/// A whole shader.
#[derive(Clone, Debug)]
pub struct TranslationUnit {
    /// Language.
    pub version: Version,
    /// What its language allows beyond that version.
    pub dialect: Dialect,
    /// The function at which a program in Cg begins, if not at `main`.
    pub entry: Option<String>,
    /// What the `#extension` lines leave enabled.
    pub extensions: Extensions,
    /// `#pragma STDGL invariant(all)`: the directive line.
    pub invariant_all: Option<Span>,
    /// `#pragma retroshade` lines, in source order.
    pub directives: Vec<Directive>,
    /// Declarations of the global scope, in source order.
    pub items: Vec<Item>,
}

/// A declaration of the global scope.
#[derive(Clone, Debug)]
pub struct Item {
    /// The declaration.
    pub kind: ItemKind,
    /// The whole declaration with its `;`, or the head of a function.
    pub span: Span,
}

/// Kinds of [`Item`].
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `precision mediump float;`
    Precision(PrecisionStatement),
    /// `invariant gl_Position, vColor;`: redeclarations, one or more names.
    Invariant(Vec<Name>),
    /// Variables, or a structure alone.
    Declaration(Declaration),
    /// `uniform Name { … } instance;` (ESSL 3.00)
    Block(InterfaceBlock),
    /// `layout(std140) uniform;` (ESSL 3.00): defaults for later blocks.
    DefaultQualifiers(Vec<Qualifier>),
    /// `float f(float x);`
    Prototype(FunctionHead),
    /// `float f(float x) { … }`
    Function(FunctionDefinition),
    /// A lone `;`.
    Empty,
}

/// `precision mediump float;`, at global scope or as a statement.
#[derive(Clone, Debug)]
pub struct PrecisionStatement {
    /// `lowp`, `mediump`, `highp`.
    pub precision: Precision,
    /// Any type the grammar allows there; only `float`, `int` and samplers are legal.
    pub specifier: TypeSpecifier,
}

/// `const float a = 1.0, b[2];`, or `struct S { … };` with no declarator.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// In the order written.
    pub qualifiers: Vec<Qualifier>,
    /// The type before the declarators.
    pub specifier: TypeSpecifier,
    /// The variables; empty for `struct S { … };` and for the useless `float;`.
    pub declarators: Vec<Declarator>,
    /// From the first qualifier to the `;`.
    pub span: Span,
}

/// One variable of a [`Declaration`], or one member of a structure or block.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name.
    pub name: Name,
    /// `[n]` after the name.
    pub array: Option<ArraySize>,
    /// Behind a colon (Cg).
    pub semantic: Option<Semantic>,
    /// After `=`; never present in members.
    pub initializer: Option<Expression>,
    /// Name, array size and initialiser.
    pub span: Span,
}

/// `: TEXCOORD0` or `: register(c4)` behind a declarator (Cg): what connects it to the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Semantic {
    /// The word.
    pub name: Name,
    /// What stands in parentheses behind it.
    pub register: Option<Name>,
}

impl Semantic {
    /// From the word to the end.
    pub fn span(&self) -> Span {
        let register = self.register.map(|register| register.span);
        register.map_or(self.name.span, |span| self.name.span.to(span))
    }
}

/// `[n]` or, in ESSL 3.00, `[]`.
#[derive(Clone, Debug)]
pub struct ArraySize {
    /// The expression between the brackets. `None` is `[]`.
    pub size: Option<Box<Expression>>,
    /// With the brackets.
    pub span: Span,
}

/// One word before a type.
#[derive(Clone, Debug)]
pub struct Qualifier {
    /// Which.
    pub kind: QualifierKind,
    /// Where.
    pub span: Span,
}

/// Kinds of [`Qualifier`]. The parser keeps any sequence; order and repetition are the checker's rules.
#[derive(Clone, Debug)]
pub enum QualifierKind {
    /// `const`
    Const,
    /// `attribute` (ESSL 1.00)
    Attribute,
    /// `varying` (ESSL 1.00)
    Varying,
    /// `uniform`
    Uniform,
    /// `in`
    In,
    /// `out`
    Out,
    /// `inout`
    InOut,
    /// `invariant`
    Invariant,
    /// `flat` (ESSL 3.00)
    Flat,
    /// `smooth` (ESSL 3.00)
    Smooth,
    /// `centroid` (ESSL 3.00)
    Centroid,
    /// `static` (Cg)
    Static,
    /// `lowp`, `mediump`, `highp`
    Precision(Precision),
    /// `layout(…)` (ESSL 3.00)
    Layout(Vec<LayoutItem>),
}

/// `location = 0` or `std140` of a `layout(…)`.
#[derive(Clone, Debug)]
pub struct LayoutItem {
    /// The word; not checked by the parser.
    pub name: Name,
    /// The integer after `=`.
    pub value: Option<LayoutValue>,
}

/// The integer of a [`LayoutItem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutValue {
    /// As written, `u` suffix or not.
    pub value: u32,
    /// Where.
    pub span: Span,
}

/// A type as written: without qualifiers, with the array part that stands before the name.
#[derive(Clone, Debug)]
pub struct TypeSpecifier {
    /// The element type.
    pub name: TypeName,
    /// `[n]` of `float[n] a` and `float[](…)` (ESSL 3.00; the parser refuses it in ESSL 1.00).
    pub array: Option<ArraySize>,
    /// The whole specifier.
    pub span: Span,
}

/// A built-in type of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasicType {
    /// `void`
    Void,
    /// `lanes` 1 is a scalar, 2 to 4 a vector.
    Vector {
        /// Element.
        scalar: ScalarKind,
        /// 1 to 4.
        lanes: u8,
    },
    /// `matCxR`
    Matrix {
        /// 2 to 4.
        columns: u8,
        /// 2 to 4.
        rows: u8,
    },
    /// A sampler.
    Sampler(SamplerType),
}

/// The word or structure of a [`TypeSpecifier`].
#[derive(Clone, Debug)]
pub enum TypeName {
    /// One word: `float`, `mat2x3`, `sampler2D`.
    Basic(BasicType),
    /// `struct S { … }` defined here.
    Struct(Box<StructSpecifier>),
    /// The name of a structure that is in scope.
    Named(Name),
}

/// A sampler type of ESSL 1.00, its extensions, or ESSL 3.00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerType {
    /// What a lookup gives: float, int (`isampler…`) or uint (`usampler…`).
    pub scalar: ScalarKind,
    /// Shape of the texture.
    pub shape: SamplerShape,
    /// `…Shadow`.
    pub shadow: bool,
}

/// What a sampler looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SamplerShape {
    /// `sampler2D`
    D2,
    /// `samplerCube`
    Cube,
    /// `sampler3D`
    D3,
    /// `sampler2DArray`
    D2Array,
    /// `samplerExternalOES`
    External,
}

/// `struct S { … }`.
#[derive(Clone, Debug)]
pub struct StructSpecifier {
    /// `None` for an anonymous structure.
    pub name: Option<Name>,
    /// Member declarations in order; the parser reports an empty list but keeps the node.
    pub members: Vec<Member>,
    /// From `struct` to `}`.
    pub span: Span,
}

/// `lowp vec3 a, b[2];` in a structure or block.
#[derive(Clone, Debug)]
pub struct Member {
    /// In the order written; the grammar of structures allows precision only.
    pub qualifiers: Vec<Qualifier>,
    /// Type.
    pub specifier: TypeSpecifier,
    /// At least one, none with an initialiser.
    pub declarators: Vec<Declarator>,
    /// With the `;`.
    pub span: Span,
}

/// `layout(std140) uniform Name { … } instance[2];`
#[derive(Clone, Debug)]
pub struct InterfaceBlock {
    /// In the order written.
    pub qualifiers: Vec<Qualifier>,
    /// The block's name.
    pub name: Name,
    /// Member declarations in order.
    pub members: Vec<Member>,
    /// `instance[n]`; without it the members are names of the global scope.
    pub instance: Option<Declarator>,
}

/// Everything of a function but its body.
#[derive(Clone, Debug)]
pub struct FunctionHead {
    /// Before the result type: precision, or words that do not belong there.
    pub qualifiers: Vec<Qualifier>,
    /// Result type.
    pub result: TypeSpecifier,
    /// Name.
    pub name: Name,
    /// In order; empty for `()` and `(void)`.
    pub parameters: Vec<Parameter>,
    /// That of the result, behind the parameters (Cg).
    pub semantic: Option<Semantic>,
    /// From the first qualifier to `)`.
    pub span: Span,
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// In the order written.
    pub qualifiers: Vec<Qualifier>,
    /// Type.
    pub specifier: TypeSpecifier,
    /// `None` for an unnamed parameter.
    pub name: Option<Name>,
    /// `[n]` after the name.
    pub array: Option<ArraySize>,
    /// Behind a colon (Cg).
    pub semantic: Option<Semantic>,
    /// The whole parameter.
    pub span: Span,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Result, name, parameters.
    pub head: FunctionHead,
    /// The statements between the outermost braces.
    pub body: Vec<Statement>,
    /// The closing brace.
    pub end: Span,
}
