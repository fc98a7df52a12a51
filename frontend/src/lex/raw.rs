//! Tokens as the preprocessor sees them.

use super::{Punctuator, Spacing};
use crate::intern::Symbol;
use retroshade_diagnostics::Span;

/// A token before macro expansion and before words become keywords.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RawToken {
    pub(crate) kind: RawKind,
    pub(crate) spacing: Spacing,
    /// An identifier that must not be expanded any more: its macro was being expanded when it was met.
    pub(crate) painted: bool,
    pub(crate) span: Span,
    pub(crate) definition: Span,
}

/// Kinds of [`RawToken`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RawKind {
    /// A word of any sort.
    Identifier(Symbol),
    /// A word longer than [`IDENTIFIER_LIMIT`](super::IDENTIFIER_LIMIT).
    LongIdentifier(Symbol),
    /// `12`, `017`, `0x1F`
    Int(u32),
    /// `12u`
    Uint(u32),
    /// `1.0`; clamped to the finite range.
    Float(f32),
    /// `1.0f`
    SuffixedFloat(f32),
    /// An operator or separator.
    Punctuator(Punctuator),
    /// `#`
    Hash,
    /// Text between double quotes on one line, with the quotes.
    String,
    /// A parameter of the macro whose body this stands in.
    Parameter(u32),
    /// What no ESSL token can be.
    Invalid(Invalid),
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
}

/// Reasons for [`RawKind::Invalid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Invalid {
    /// Characters outside the language's set, one or more.
    Character,
    /// A `/*` without `*/`.
    Comment,
    /// A number followed by letters or digits that do not belong to it.
    Number,
    /// `08`
    Octal,
    /// `0x`
    Hexadecimal,
    /// An integer above 2^32 - 1.
    TooLarge,
}

impl RawToken {
    /// Where it was written.
    pub(crate) fn spelling(&self) -> Span {
        if self.definition.is_none() {
            self.span
        } else {
            self.definition
        }
    }

    /// The symbol of an identifier.
    pub(crate) fn symbol(&self) -> Option<Symbol> {
        match self.kind {
            RawKind::Identifier(symbol) | RawKind::LongIdentifier(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// True if it is a certain operator or separator.
    pub(crate) fn is(&self, punctuator: Punctuator) -> bool {
        self.kind == RawKind::Punctuator(punctuator)
    }
}
