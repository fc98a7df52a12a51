//! Names of a source: what declares them, where they are used.

use super::{Constant, Role, Type};
use crate::intern::Symbol;
use retroshade_diagnostics::Span;

/// Index into [`CrossReferences::declarations`](crate::CrossReferences::declarations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclarationId(pub u32);

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclarationKind {
    /// A variable of a function.
    Local,
    /// A parameter of a function.
    Parameter,
    /// A variable of the global scope, or a member of a block.
    Global(Role),
    /// A structure.
    Structure,
    /// A member of a structure.
    Member,
    /// A function; each overload is one.
    Function,
    /// The instance of a block.
    Block,
    /// The declaration is wrong.
    Unknown,
}

/// Something with a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// As written.
    pub name: String,
    /// What it is.
    pub kind: DeclarationKind,
    /// The name where it is declared first.
    pub span: Span,
    /// The whole of what is declared: a function from its head to the closing brace, else the name.
    pub extent: Span,
    /// The statement or function in which the name is known; [`Span::NONE`] is the whole shader from `span` on.
    pub scope: Span,
    /// As one would declare it: `uniform mediump vec4 uColor`.
    pub spelled: String,
    /// The name that GL knows a variable of the global scope by; `None` for what is in an array of blocks, which has
    /// several.
    pub interface: Option<String>,
    /// The type of a variable, the result of a function.
    pub ty: Option<Type>,
    /// The value of a constant.
    pub constant: Option<Constant>,
    /// The structure of a member, the block of its member.
    pub owner: Option<DeclarationId>,
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Something that the source declares.
    Declared(DeclarationId),
    /// Something of the language.
    Builtin(Symbol),
}

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where: the name itself, or the outermost use of a macro whose body has it.
    pub span: Span,
    /// What it refers to.
    pub meaning: Meaning,
    /// True if it declares.
    pub declares: bool,
}

/// An expression with a type.
#[derive(Clone, Debug)]
pub struct Value {
    /// The whole expression.
    pub span: Span,
    /// The type.
    pub ty: Type,
    /// The value, if it is constant and has at most sixteen scalars.
    pub constant: Option<Constant>,
}

/// What stands before a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// A value.
    Value(Type),
    /// The instance of a block.
    Block(DeclarationId),
}

/// A dot with a name behind it, which may not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The name behind the dot.
    pub field: Span,
    /// What it is chosen from.
    pub from: Selected,
}
