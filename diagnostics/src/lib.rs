//! Places in the user's text, and what is said about them.
//!
//! Every stage of the compiler, from the preprocessor to a container reader, reports through
//! [`Diagnostic`]: a stable [`Code`], a sentence in the language's words, labels that point at the
//! user's own text, and help. Three kinds are never mixed: an *error* is the input's fault (exit
//! status 1), a *warning* leaves the result valid, a *bug* is ours (exit status 101).

#![forbid(unsafe_code)]

pub mod codes;
mod diagnostic;
pub mod fault;
mod render;
mod source;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Edit, Label, Severity};
pub use render::{Color, Counts, ERROR_LIMIT, Renderer, Style, printable, sarif_log};
pub use source::{Expansion, FileId, LineDirective, Place, SourceFile, SourceMap, Span};
