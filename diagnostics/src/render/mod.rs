//! Messages for people and for programs.
//!
//! ```
//! use retroshade_diagnostics::{Color, Diagnostic, Renderer, SourceFile, SourceMap, Span, Style, codes};
//!
//! let mut sources = SourceMap::new();
//! let file = sources.add(SourceFile::new("a.vert", "gl_Position = q;\n"));
//! let diagnostic = Diagnostic::error(codes::language::UNKNOWN_NAME, "unknown variable `q`")
//!     .at(Span::new(file, 14, 15), "not declared in this scope");
//! let mut out = Vec::new();
//! let mut renderer = Renderer::new(&sources, Style::Short, Color::Never);
//! renderer.render(&diagnostic, &mut out)?;
//! renderer.counts().write_summary(Style::Short, &mut out)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&out),
//!     "a.vert:1:15: error: unknown variable `q` [E0102]\n1 error generated.\n"
//! );
//! # std::io::Result::Ok(())
//! ```

mod github;
mod json;
mod printable;
mod sarif;
mod text;
mod view;

pub use printable::printable;
pub use sarif::sarif_log;

use crate::{Diagnostic, Diagnostics, Severity, SourceMap, Span};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Errors that are shown; the rest is counted.
pub const ERROR_LIMIT: usize = 100;

/// Includes that are named in the notes of one message.
const INCLUDE_NOTES: usize = 8;

/// The form of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The source line, carets, notes and help.
    Rich,
    /// `file:line:column: error: sentence [E0102]`, a line each, as gcc writes and editors read.
    Short,
    /// One JSON object a line.
    Json,
    /// One result object of SARIF a line, for [`sarif_log`].
    Sarif,
    /// Commands of a GitHub workflow, a line each: `::error file=…,line=…::sentence`.
    GitHub,
}

impl Style {
    /// True if people read it, rather than programs.
    pub fn is_text(self) -> bool {
        matches!(self, Style::Rich | Style::Short)
    }
}

/// Whether messages have colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Plain text.
    Never,
    /// ANSI escape sequences.
    Always,
}

/// How many messages there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors and bugs.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Those of the errors that were not shown.
    pub suppressed: usize,
}

impl Counts {
    /// Adds the counts of another source.
    pub fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.suppressed += other.suppressed;
    }

    /// Writes the last line, such as `2 errors, 1 warning generated.`; nothing if there were none or if
    /// the form is for programs.
    pub fn write_summary(self, style: Style, writer: &mut dyn Write) -> io::Result<()> {
        let mut parts = Vec::new();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        if self.errors > 0 {
            let mut part = format!("{} error{}", self.errors, plural(self.errors));
            if self.suppressed > 0 {
                // Formatting into a String cannot fail.
                let _ = write!(part, " ({} not shown)", self.suppressed);
            }
            parts.push(part);
        }
        if self.warnings > 0 {
            parts.push(format!(
                "{} warning{}",
                self.warnings,
                plural(self.warnings)
            ));
        }
        if parts.is_empty() || !style.is_text() {
            Ok(())
        } else {
            writeln!(writer, "{} generated.", parts.join(", "))
        }
    }
}

/// Writes the messages about the texts of one source map.
pub struct Renderer<'a> {
    sources: &'a SourceMap,
    style: Style,
    color: Color,
    counts: Counts,
}

impl<'a> Renderer<'a> {
    /// A renderer that has shown nothing yet.
    pub fn new(sources: &'a SourceMap, style: Style, color: Color) -> Renderer<'a> {
        Renderer {
            sources,
            style,
            color,
            counts: Counts::default(),
        }
    }

    /// What was rendered so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Writes all messages of a collection.
    pub fn render_all(&mut self, list: &Diagnostics, writer: &mut dyn Write) -> io::Result<()> {
        list.iter()
            .try_for_each(|diagnostic| self.render(diagnostic, writer))
    }

    /// Writes one message, or only counts it when too many errors were written before.
    pub fn render(&mut self, diagnostic: &Diagnostic, writer: &mut dyn Write) -> io::Result<()> {
        if diagnostic.severity == Severity::Warning {
            self.counts.warnings += 1;
        } else {
            self.counts.errors += 1;
            if self.counts.errors > ERROR_LIMIT {
                self.counts.suppressed += 1;
                return Ok(());
            }
        }
        let diagnostic = self.with_origins(diagnostic);
        match self.style {
            Style::Json => json::write(self.sources, &diagnostic, writer),
            Style::Sarif => sarif::write(self.sources, &diagnostic, writer),
            Style::GitHub => github::write(self.sources, &diagnostic, writer),
            Style::Short => text::short(self.sources, &diagnostic, self.color, writer),
            Style::Rich => text::rich(self.sources, &diagnostic, self.color, writer),
        }
    }

    /// The message with what can be said about its place: the macro it is in, the files that include it.
    fn with_origins(&self, diagnostic: &Diagnostic) -> Diagnostic {
        let mut diagnostic = diagnostic.clone();
        let Some(span) = diagnostic.primary.as_ref().map(|label| label.span) else {
            return diagnostic;
        };
        if let Some(expansion) = self.sources.expansion_at(span) {
            let shown = diagnostic
                .secondary
                .iter()
                .any(|label| expansion.body.contains(label.span));
            if !shown {
                let name = self.sources.text(expansion.definition);
                let words = format!("in the expansion of `{name}`, defined here");
                diagnostic = diagnostic.and_at(expansion.definition, words);
            }
        }
        for from in self.inclusions(span).take(INCLUDE_NOTES) {
            if let Some(place) = self.sources.place(from) {
                diagnostic =
                    diagnostic.with_note(format!("included from {}:{}", place.file, place.line));
            }
        }
        diagnostic
    }

    /// The `#include` lines through which a place was reached, the nearest first.
    fn inclusions(&self, span: Span) -> impl Iterator<Item = Span> + '_ {
        let from = |span: Span| {
            self.sources
                .file(span.file)
                .and_then(|file| file.included_from)
        };
        std::iter::successors(from(span), move |&span| from(span))
    }
}

/// The word of a severity.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
        Severity::Bug => "bug",
    }
}
