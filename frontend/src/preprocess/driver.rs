//! The loop over files.

use super::macros::{Macros, Predefined};
use super::state::{Base, Conditional, Context};
use super::{Includer, MacroOption, Options, Preprocessed};
use crate::dialect::{Dialect, Family};
use crate::extension::Extensions;
use crate::intern::Interner;
use crate::lex::raw::{Invalid, RawKind, RawToken};
use crate::lex::scan::Scanner;
use crate::lex::splice::without_continuations;
use crate::lex::{SOURCE_LIMIT, Spacing, Token, TokenKind, words};
use crate::typed::Version;
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, SourceFile, SourceMap, Span};
use std::borrow::Cow;

/// Errors after which the rest of a source is not looked at.
const ERROR_LIMIT: usize = 500;

/// The state of one preprocessing.
pub(super) struct Preprocessor<'a> {
    pub(super) sources: &'a mut SourceMap,
    pub(super) options: &'a Options,
    pub(super) includer: &'a mut dyn Includer,
    pub(super) names: &'a mut Interner,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) output: Preprocessed,
    /// The files being read, the innermost last.
    pub(super) frames: Vec<Frame>,
    pub(super) macros: Macros,
    /// Token lists to be read before the file goes on, the innermost last.
    pub(super) contexts: Vec<Context>,
    /// Open `#if`s of all frames.
    pub(super) conditionals: Vec<Conditional>,
    /// Files with `#pragma once`.
    pub(super) once: Vec<String>,
    /// `__VERSION__`.
    pub(super) version_number: u32,
    /// Nothing but comments was seen in the main file.
    pub(super) pristine: bool,
    /// Levels of macro arguments being read, during which a file must not end.
    pub(super) collecting: usize,
    /// Levels of macro invocations inside arguments.
    pub(super) argument_depth: usize,
    /// Tokens that macro expansion has looked at.
    pub(super) steps: usize,
    /// The tokens of a condition are being expanded.
    pub(super) in_condition: bool,
    /// A line end was passed since the last token.
    fresh_line: bool,
    /// Nothing more is read: a limit was hit.
    pub(super) stopped: bool,
    bytes: usize,
    errors: usize,
}

/// A file being read.
pub(super) struct Frame {
    pub(super) scanner: Scanner,
    /// How many conditionals were open when it began.
    pub(super) conditionals: usize,
    /// The source string number that `#line` gave.
    pub(super) string_number: u32,
    pub(super) origin: Origin,
}

/// Where the text of a file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Source,
    /// It was made of `-D` and `-U`.
    CommandLine,
}

impl<'a> Preprocessor<'a> {
    pub(super) fn new(
        sources: &'a mut SourceMap,
        options: &'a Options,
        includer: &'a mut dyn Includer,
        names: &'a mut Interner,
        diagnostics: &'a mut Diagnostics,
    ) -> Preprocessor<'a> {
        let (number, family) = options.version.unwrap_or((100, Family::Es));
        let (version, dialect) =
            Dialect::of(number, family).unwrap_or((Version::Essl100, Dialect::Essl));
        let output = Preprocessed {
            file: FileId(0),
            tokens: Vec::new(),
            version,
            dialect,
            entry: options.entry.clone(),
            extensions: Extensions::default(),
            invariant_all: None,
            stage: None,
            directives: Vec::new(),
            includes: Vec::new(),
            unusable: false,
            kept: Vec::new(),
            macros: Macros::default(),
        };
        Preprocessor {
            sources,
            options,
            includer,
            macros: Macros::with_room(names.count()),
            names,
            diagnostics,
            output,
            frames: Vec::new(),
            contexts: Vec::new(),
            conditionals: Vec::new(),
            once: Vec::new(),
            version_number: number,
            pristine: true,
            collecting: 0,
            argument_depth: 0,
            steps: 0,
            in_condition: false,
            fresh_line: false,
            stopped: false,
            bytes: 0,
            errors: 0,
        }
    }

    /// Preprocesses a file of the source map.
    pub(super) fn run(mut self, file: FileId) -> Preprocessed {
        self.output.file = file;
        let length = self.sources.file(file).map_or(0, |file| file.text.len());
        // With blanks and comments a token takes this many bytes or more.
        self.output.tokens.reserve(length.min(SOURCE_LIMIT) / 6);
        self.predefine();
        self.open(file, Origin::Source);
        self.open_command_line();
        let base = Base {
            floor: 0,
            file: true,
        };
        loop {
            let token = self.next(base);
            match token.kind {
                RawKind::End if self.frames.is_empty() || self.stopped => break,
                RawKind::End => {}
                _ => self.emit(token),
            }
        }
        let last = self
            .output
            .tokens
            .last()
            .map_or(Span::new(file, 0, 0), |token| token.span);
        let length = length as u32;
        let end = if self.stopped {
            last
        } else {
            Span::new(file, length, length)
        };
        self.output.tokens.push(Token {
            kind: TokenKind::End,
            spacing: Spacing::Line,
            span: end,
            definition: Span::NONE,
        });
        self.output.macros = self.macros;
        self.output
    }

    fn predefine(&mut self) {
        let mut define = |name, value| self.macros.predefine(name, value);
        define(words::LINE, Predefined::Line);
        define(words::FILE, Predefined::File);
        if self.output.dialect.is_cg() {
            return;
        }
        define(words::VERSION, Predefined::Version);
        if !self.output.dialect.is_desktop() {
            define(words::GL_ES, Predefined::Number(1));
        }
        if self.options.fragment_precision_high {
            define(words::PRECISION_HIGH, Predefined::Number(1));
        }
        for &extension in &self.options.extensions {
            if extension.versions().contains(&self.output.version) {
                define(words::extension_symbol(extension), Predefined::Number(1));
            }
        }
    }

    /// Adapts the extension macros to the version, once it is known.
    pub(super) fn set_version(&mut self, version: Version, dialect: Dialect, number: u32) {
        self.output.version = version;
        self.output.dialect = dialect;
        if dialect.is_desktop() {
            self.macros.undefine(words::GL_ES);
        }
        self.version_number = number;
        for &extension in &self.options.extensions {
            let name = words::extension_symbol(extension);
            if extension.versions().contains(&version) {
                self.macros.predefine(name, Predefined::Number(1))
            } else {
                self.macros.undefine(name)
            }
        }
    }

    /// Begins to read a file. Returns whether it is within the limits.
    pub(super) fn open(&mut self, file: FileId, origin: Origin) -> bool {
        let text = self
            .sources
            .file(file)
            .map_or("", |file| file.text.as_str());
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > SOURCE_LIMIT {
            let message = format!(
                "the source with its includes has {} bytes, the limit is {SOURCE_LIMIT}",
                self.bytes
            );
            let at = Span::new(file, 0, 0);
            self.fail(Diagnostic::error(codes::SOURCE_TOO_LARGE, message).at(at, ""));
            self.stopped = true;
            return false;
        }
        let scanner = Scanner::new(file, text);
        let conditionals = self.conditionals.len();
        self.frames.push(Frame {
            scanner,
            conditionals,
            string_number: 0,
            origin,
        });
        true
    }

    /// Puts `-D` and `-U` before the main file, as a file of their own.
    fn open_command_line(&mut self) {
        if self.options.macros.is_empty() {
            return;
        }
        let mut text = String::new();
        for option in &self.options.macros {
            match option {
                MacroOption::Define { name, value } => {
                    text.push_str(&format!("#define {name} {value}").replace(['\n', '\r'], " "));
                }
                MacroOption::Undefine(name) => {
                    text.push_str(&format!("#undef {name}").replace(['\n', '\r'], " "));
                }
            }
            // The blank keeps a backslash at the end of a value from joining the next line.
            text.push_str(" \n");
        }
        let file = self.sources.add(SourceFile::new("<command line>", text));
        self.open(file, Origin::CommandLine);
    }

    /// The next token of the files themselves. Directives are obeyed on the way, skipped groups passed.
    /// [`RawKind::End`] marks the end of everything, or of a file in which macro arguments began.
    pub(super) fn file_token(&mut self) -> RawToken {
        loop {
            let skipping = self.skipping();
            let Some(frame) = self.frames.last_mut() else {
                return END;
            };
            if self.stopped {
                return END;
            }
            if skipping && let Err(span) = frame.scanner.skip_to_directive() {
                self.unterminated_comment(span);
                continue;
            }
            let line_start = frame.scanner.at_line_start();
            let mut token = frame.scanner.next(self.names);
            match token.kind {
                RawKind::Newline => self.fresh_line = true,
                RawKind::Hash if line_start => self.directive(token),
                RawKind::End if self.collecting > 0 => return token,
                RawKind::End => {
                    self.close();
                    if self.frames.is_empty() {
                        return token;
                    }
                }
                RawKind::Invalid(Invalid::Comment) => self.unterminated_comment(token.span),
                _ => {
                    if self.fresh_line {
                        self.fresh_line = false;
                        token.spacing = Spacing::Line;
                    }
                    return token;
                }
            }
        }
    }

    /// Notes that a line end was passed.
    pub(super) fn pass_line(&mut self) {
        self.fresh_line = true;
    }

    /// Ends the innermost file.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.fresh_line = true;
        while self.conditionals.len() > frame.conditionals {
            let Some(open) = self.conditionals.pop() else {
                break;
            };
            let diagnostic = Diagnostic::error(
                codes::UNTERMINATED_CONDITIONAL,
                format!("`#{}` without `#endif`", open.word),
            );
            self.fail(diagnostic.at(open.span, "never closed in this file"));
        }
    }

    pub(super) fn unterminated_comment(&mut self, span: Span) {
        let start = Span::new(
            span.file,
            span.start,
            span.end.min(span.start.saturating_add(2)),
        );
        let diagnostic = Diagnostic::error(codes::UNTERMINATED_COMMENT, "unterminated comment")
            .at(start, "this `/*` has no `*/`");
        self.fail(diagnostic);
    }

    /// Reports a message.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors += 1;
        self.diagnostics.push(diagnostic);
        if self.errors >= ERROR_LIMIT {
            self.stopped = true;
            self.output.unusable = true;
        }
    }

    /// Reports an error after which the tokens are not worth parsing.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) {
        self.output.unusable = true;
        self.report(diagnostic);
    }

    /// The text of a span without continuations.
    pub(super) fn spelled(&self, span: Span) -> Cow<'_, str> {
        without_continuations(self.sources.text(span))
    }

    /// Reports at a token, and in the macro it comes from.
    pub(super) fn report_at_token(&mut self, diagnostic: Diagnostic, token: RawToken, words: &str) {
        let diagnostic = diagnostic
            .at(token.span, words)
            .and_at(token.definition, "written in this macro");
        self.report(diagnostic);
    }
}

/// At most 32 characters of a text, for messages.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(32) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// The end where there is no file.
const END: RawToken = RawToken {
    kind: RawKind::End,
    spacing: Spacing::Line,
    painted: false,
    span: Span::NONE,
    definition: Span::NONE,
};
