//! Tokens of ESSL 1.00 and 3.00, and the scanner that finds them in text.
//!
//! The scanner makes *raw* tokens for the preprocessor: it knows no versions, no keywords and
//! reports nothing, because most of what it sees may yet be skipped or stay unused in a macro.
//! The table of words and the preprocessor turn the survivors into [`Token`]s.

pub(crate) mod cg;
mod number;
mod punctuator;
pub(crate) mod raw;
pub(crate) mod scan;
pub(crate) mod splice;
pub(crate) mod words;

pub use punctuator::Punctuator;
pub use words::Keyword;

use crate::intern::Symbol;
use crate::syntax::BasicType;
use retroshade_diagnostics::Span;

/// Bytes of one source with all its includes.
pub const SOURCE_LIMIT: usize = 1 << 20;

/// Tokens that preprocessing may leave.
pub const TOKEN_LIMIT: usize = 400_000;

/// Characters of an identifier.
pub const IDENTIFIER_LIMIT: usize = 1024;

/// A token after preprocessing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// What stands before it in the text.
    pub spacing: Spacing,
    /// Where it is used: its own place, or the outermost macro invocation that produced it.
    pub span: Span,
    /// Where it was written if that is the body of a macro; [`Span::NONE`] otherwise.
    pub definition: Span,
}

/// The white space before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spacing {
    /// None: the token touches the one before it.
    None,
    /// Blanks or comments.
    Blank,
    /// At least one line end.
    Line,
}

/// Kinds of [`Token`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A name.
    Identifier(Symbol),
    /// A word that the language version keeps for the future.
    Reserved(Symbol),
    /// A word with a meaning of its own.
    Keyword(Keyword),
    /// A built-in type.
    Type(BasicType),
    /// A float literal.
    Float(f32),
    /// An int literal; from 2^31 on a bit pattern.
    Int(u32),
    /// A uint literal (ESSL 3.00).
    Uint(u32),
    /// An operator or separator.
    Punctuator(Punctuator),
    /// The end of the source; the last token, present once.
    End,
}
