//! The preprocessor of ESSL: text, includes and options to tokens.
//!
//! ```text
//! driver     the loop over files
//! emit       what becomes of each token that survives
//! directive  what follows a `#`; define, condition, include, pragma, version_line hold the larger ones
//! expand     macro expansion; arguments, macros belong to it
//! evaluate   the expressions of #if and #line
//! text       the tokens written out again (`-E`)
//! ```
//!
//! The rules are those of ESSL 1.00 and 3.00, chapter 3.4: C's preprocessor without `#` and `##`, in which
//! an undefined name in `#if` is an error. Beyond the text of ESSL 1.00 it takes line continuations,
//! `#include` and `#line N "file"`.

#![deny(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used)]

mod arguments;
mod condition;
mod define;
mod directive;
mod driver;
mod emit;
mod evaluate;
mod expand;
mod extension_line;
mod include;
mod macros;
mod pragma;
mod state;
mod text;
mod version_line;

pub(crate) use driver::shorten;
use macros::Macros;
use retroshade_diagnostics::fault::Fault;
pub use text::write_preprocessed;

use crate::dialect::{Dialect, Family};
use crate::extension::{Extension, Extensions};
use crate::intern::Interner;
use crate::lex::Token;
use crate::typed::{Directive, Version};
use retroshade_diagnostics::codes::warning::LENIENCIES;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, FileId, Severity, SourceMap, Span};
use retroshade_ir::Stage;

/// Files that may include each other one inside the other.
pub const INCLUDE_LIMIT: usize = 64;

/// Tokens that macro expansion may look at in one compilation.
pub const EXPANSION_LIMIT: usize = 2_000_000;

/// Levels of macro invocations inside arguments of macro invocations.
pub const ARGUMENT_DEPTH_LIMIT: usize = 64;

/// What the caller decides.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-std`: the number of the language among those of its family, whatever `#version` says; one of those that
    /// [`Dialect::of`] knows.
    pub version: Option<(u32, Family)>,
    /// `-D` and `-U`, in order.
    pub macros: Vec<MacroOption>,
    /// The extensions that are there: their macros are defined, `#extension` may enable them.
    pub extensions: Vec<Extension>,
    /// The stage of a source that neither the caller nor `#pragma shader_stage(…)` tells.
    pub default_stage: Option<Stage>,
    /// True if `GL_FRAGMENT_PRECISION_HIGH` is defined.
    pub fragment_precision_high: bool,
    /// Those of [`LENIENCIES`] that are warnings; the others are errors.
    pub tolerated: Vec<Code>,
    /// True if what is declared and never used is looked for.
    pub unused: bool,
    /// The function at which a program in Cg begins; `None` is `main`.
    pub entry: Option<String>,
}

impl Default for Options {
    /// No `-std`, `-D`, `-U`; every extension that is known; `highp` in fragment shaders; nothing
    /// tolerated that ESSL forbids.
    fn default() -> Options {
        Options {
            version: None,
            macros: Vec::new(),
            extensions: Extension::ALL.to_vec(),
            default_stage: None,
            fragment_precision_high: true,
            tolerated: Vec::new(),
            unused: false,
            entry: None,
        }
    }
}

impl Options {
    /// The breach of a rule that many drivers do not enforce: an error unless it is tolerated.
    pub(crate) fn judged(&self, message: Diagnostic) -> Diagnostic {
        let strict = LENIENCIES.contains(&message.code) && !self.tolerated.contains(&message.code);
        if !strict || message.severity != Severity::Warning {
            return message;
        }
        let help = format!(
            "many drivers accept this; -Wno-error={} makes it a warning",
            message.code.name
        );
        Diagnostic {
            severity: Severity::Error,
            ..message
        }
        .with_help(help)
    }
}

/// A `-D` or `-U`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-DNAME=VALUE`; the value is empty for `-DNAME`.
    Define {
        /// The name, possibly with a parameter list as in `#define`.
        name: String,
        /// The body.
        value: String,
    },
    /// `-UNAME`
    Undefine(String),
}

/// The request of an `#include`.
#[derive(Clone, Copy, Debug)]
pub struct IncludeRequest<'a> {
    /// The name between the quotes or angle brackets.
    pub name: &'a str,
    /// `<name>` and not `"name"`.
    pub angled: bool,
    /// The name of the including file, as it was opened.
    pub from: &'a str,
}

/// An included file.
#[derive(Clone, Debug)]
pub struct Included {
    /// The name as opened: it appears in messages and dependency files.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds the files that a source includes. The preprocessor may run in another thread.
pub trait Includer: Send {
    /// Resolves a name and reads the file. The error is a reason in words, such as "not found in …".
    fn include(&mut self, request: IncludeRequest<'_>) -> Result<Included, Fault>;
}

/// An [`Includer`] for sources that must stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includer for NoIncludes {
    fn include(&mut self, _: IncludeRequest<'_>) -> Result<Included, Fault> {
        Err("there are no files to include here".into())
    }
}

/// A source after preprocessing.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The main file.
    pub file: FileId,
    /// All tokens, [`TokenKind::End`](crate::lex::TokenKind::End) last.
    pub tokens: Vec<Token>,
    /// The language.
    pub version: Version,
    /// What the source's language allows beyond that version.
    pub dialect: Dialect,
    /// Extensions that the `#extension` lines leave enabled.
    pub extensions: Extensions,
    /// The function at which a program in Cg begins, if not at `main`.
    pub entry: Option<String>,
    /// `#pragma STDGL invariant(all)`.
    pub invariant_all: Option<Span>,
    /// `#pragma shader_stage(…)`, the last one.
    pub stage: Option<(Stage, Span)>,
    /// `#pragma retroshade …`, in order.
    pub directives: Vec<Directive>,
    /// Included files, in the order first opened, each once, as opened.
    pub includes: Vec<String>,
    /// An error makes the tokens unfit for parsing: it would only find consequences.
    pub unusable: bool,
    /// Directives that `-E` repeats.
    kept: Vec<KeptDirective>,
    /// As they are at the end.
    macros: Macros,
}

impl Preprocessed {
    /// The macros that are defined at the end and not part of the language: the name in the `#define`, and all from there to the
    /// last token of the body.
    pub(crate) fn macros(&self) -> impl Iterator<Item = (Span, Span)> {
        let defined = self.macros.defined();
        let own = defined.filter(|one| !one.definition.is_none());
        own.map(|one| (one.definition, one.extent))
    }
}

/// A directive that outlives preprocessing.
#[derive(Clone, Debug)]
struct KeptDirective {
    /// The number of tokens before it.
    at: usize,
    /// Without line end.
    text: String,
    span: Span,
}

/// Preprocesses a file of `sources`. Included files are added to `sources`, with the places of macro
/// uses and `#line` directives; messages go to `diagnostics`.
///
/// Always returns: limits end hostile sources with an error.
pub fn preprocess(
    sources: &mut SourceMap,
    file: FileId,
    options: &Options,
    includer: &mut dyn Includer,
    names: &mut Interner,
    diagnostics: &mut Diagnostics,
) -> Preprocessed {
    driver::Preprocessor::new(sources, options, includer, names, diagnostics).run(file)
}
