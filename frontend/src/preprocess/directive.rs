//! Directives: which one it is, and those that need few words.

use super::driver::{Origin, Preprocessor};
use crate::lex::raw::{Invalid, RawKind, RawToken};
use retroshade_diagnostics::codes::{preprocessor as codes, preprocessor_warning as warnings};
use retroshade_diagnostics::{Diagnostic, Severity, Span};

/// A directive line: the word after `#` and what follows on the line.
pub(super) struct Line {
    /// The `#` with the word.
    pub(super) head: Span,
    /// From `#` to the last token.
    pub(super) span: Span,
    /// Behind the word.
    pub(super) tokens: Vec<RawToken>,
}

/// The words that are directives, for help with misspelt ones.
const DIRECTIVES: [&str; 14] = [
    "define",
    "undef",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "else",
    "endif",
    "error",
    "pragma",
    "extension",
    "version",
    "line",
    "include",
];

impl Preprocessor<'_> {
    /// Obeys the directive whose `#` was just read, and takes its line.
    pub(super) fn directive(&mut self, hash: RawToken) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let command_line = frame.origin == Origin::CommandLine;
        let word = frame.scanner.next(self.names);
        let skipping = self.skipping();
        let symbol = match word.kind {
            RawKind::Newline => return self.pass_line(),
            RawKind::End => return,
            RawKind::Invalid(Invalid::Comment) => return self.unterminated_comment(word.span),
            RawKind::Identifier(symbol) => symbol,
            _ => {
                let line = self.read_line(hash.span.to(word.span));
                if !skipping {
                    self.unknown_directive(&line, word);
                }
                return;
            }
        };
        let text = self.names.text(symbol);
        let conditional = matches!(text, "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif");
        if skipping && !conditional {
            let frame = self.frames.last_mut();
            if let Some(Err(span)) = frame.map(|frame| frame.scanner.skip_line()) {
                self.unterminated_comment(span);
            }
            return;
        }
        let directive = DIRECTIVES.into_iter().find(|directive| *directive == text);
        let line = self.read_line(hash.span.to(word.span));
        let pristine = self.pristine;
        self.pristine &= command_line;
        match directive {
            Some("define") => self.define(&line),
            Some("undef") => self.undef(&line),
            Some("if") => self.begin_if(line),
            Some("ifdef") => self.begin_ifdef(&line),
            Some("ifndef") => self.begin_ifndef(&line),
            Some("elif") => self.elif(line),
            Some("else") => self.begin_else(&line),
            Some("endif") => self.endif(&line),
            Some("error") => self.error(&line),
            Some("pragma") => self.pragma(&line),
            Some("extension") => self.extension(&line),
            Some("version") => self.version(&line, pristine),
            Some("line") => self.line(line),
            Some("include") => self.include(&line),
            _ => self.unknown_directive(&line, word),
        }
    }

    /// The tokens up to the end of the line, which is passed.
    fn read_line(&mut self, head: Span) -> Line {
        let mut line = Line {
            head,
            span: head,
            tokens: Vec::new(),
        };
        while let Some(frame) = self.frames.last_mut() {
            let token = frame.scanner.next(self.names);
            match token.kind {
                RawKind::Newline | RawKind::End => break,
                RawKind::Invalid(Invalid::Comment) => self.unterminated_comment(token.span),
                _ => {
                    line.span = line.span.to(token.span);
                    line.tokens.push(token);
                }
            }
        }
        self.pass_line();
        line
    }

    fn unknown_directive(&mut self, line: &Line, word: RawToken) {
        let text = &*self.spelled(word.span);
        let message = format!("unknown directive `#{}`", super::driver::shorten(text));
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_DIRECTIVE, message).at(line.head, "");
        let similar = match text {
            "elseif" | "elsif" | "elsef" => Some("elif"),
            "fi" | "end" => Some("endif"),
            _ => DIRECTIVES.into_iter().find(|directive| {
                let fold = |text: &str| {
                    let mut letters: Vec<u8> =
                        text.bytes().map(|b| b.to_ascii_lowercase()).collect();
                    letters.sort_unstable();
                    letters
                };
                text.len() < 16 && fold(directive) == fold(text)
            }),
        };
        if let Some(similar) = similar {
            diagnostic = diagnostic.with_help(format!("did you mean `#{similar}`?"));
        }
        self.report(diagnostic);
    }

    /// Reports a directive that is not well formed.
    pub(super) fn malformed(&mut self, message: impl Into<String>, span: Span, words: &str) {
        let diagnostic = Diagnostic::error(codes::MALFORMED_DIRECTIVE, message.into());
        self.report(diagnostic.at(span, words));
    }

    /// Reports tokens behind the end of a directive.
    pub(super) fn extra_tokens(&mut self, directive: &str, tokens: &[RawToken]) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return;
        };
        let message = format!("extra text behind `#{directive}`");
        let diagnostic = Diagnostic::warning(warnings::EXTRA_TOKENS, message)
            .at(first.span.to(last.span), "not part of the directive")
            .with_help("make it a comment");
        self.report_breach(diagnostic);
    }

    /// Reports the breach of a rule, which is an error unless it is tolerated.
    pub(super) fn report_breach(&mut self, diagnostic: Diagnostic) {
        let judged = self.options.judged(diagnostic);
        match judged.severity {
            Severity::Warning => self.report_warning(judged),
            _ => self.report(judged),
        }
    }

    /// Reports a warning.
    pub(super) fn report_warning(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, line: &Line) {
        let text = match (line.tokens.first(), line.tokens.last()) {
            (Some(first), Some(last)) => self.sources.text(first.span.to(last.span)).trim(),
            _ => "",
        };
        let message = match text {
            "" => "the source refuses to be compiled".to_owned(),
            text => text.to_owned(),
        };
        let diagnostic = Diagnostic::error(codes::ERROR_DIRECTIVE, message);
        self.fail(diagnostic.at(line.span, "`#error` is reached"));
    }
}
