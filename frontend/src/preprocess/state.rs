//! What the preprocessor has open: conditionals, and lists of tokens that are read before the file.

use super::macros::MacroId;
use crate::lex::Spacing;
use crate::lex::raw::RawToken;
use retroshade_diagnostics::Span;

/// An open `#if`, `#ifdef` or `#ifndef`.
pub(super) struct Conditional {
    /// The directive that opened it.
    pub(super) span: Span,
    /// `if`, `ifdef` or `ifndef`.
    pub(super) word: &'static str,
    /// The present group is read, not skipped.
    pub(super) active: bool,
    /// No later group may be read: one was, or the whole lies in a skipped group.
    pub(super) taken: bool,
    /// The whole lies in a skipped group, where only the words of directives count.
    pub(super) enclosed: bool,
    /// The `#else`.
    pub(super) otherwise: Option<Span>,
}

/// A list of tokens to be read before the file goes on.
pub(super) struct Context {
    pub(super) tokens: ContextTokens,
    pub(super) next: usize,
    /// The place that messages about tokens of a body show.
    pub(super) use_site: Span,
    /// The spacing of the first token: that of the macro's name.
    pub(super) spacing: Spacing,
    /// The macro that is active until the list is read.
    pub(super) active: Option<MacroId>,
}

pub(super) enum ContextTokens {
    /// The body of an object-like macro, read where it is.
    Body(MacroId),
    /// Tokens with their final spans.
    List(Vec<RawToken>),
}

/// From where tokens are read: contexts above `floor`, then the file if `file` is set.
#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) floor: usize,
    pub(super) file: bool,
}
