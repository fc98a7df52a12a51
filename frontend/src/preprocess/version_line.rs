//! `#version` and `#line`.

use super::directive::Line;
use super::driver::{Preprocessor, shorten};
use super::evaluate::Evaluator;
use crate::lex::raw::{RawKind, RawToken};
use crate::typed::Version;
use retroshade_diagnostics::codes::{preprocessor as codes, preprocessor_warning as warnings};
use retroshade_diagnostics::{Diagnostic, LineDirective, Span};
use std::borrow::Cow;

impl Preprocessor<'_> {
    /// `pristine`: nothing stood before the directive.
    pub(super) fn version(&mut self, line: &Line, pristine: bool) {
        if !pristine || self.frames.len() != 1 {
            let message = "`#version` must stand before everything else";
            let diagnostic = Diagnostic::error(codes::MISPLACED_VERSION, message);
            let diagnostic = match self.frames.len() {
                1 => diagnostic.at(line.span, "something stands before it"),
                _ => diagnostic.at(line.span, "this is an included file"),
            };
            return self.report(diagnostic);
        }
        // A forced language holds whatever stands here, even what no version is.
        let stated = match self.options.version {
            Some(_) if self.is_foreign_version(line) => None,
            _ => match self.read_version(line) {
                Some(stated) => Some(stated),
                None => return,
            },
        };
        match (self.options.version, stated) {
            (Some(forced), stated) if stated.is_none_or(|(version, _)| version != forced) => {
                let message = format!(
                    "compiled as ESSL {}, as the options say, and not as `#version` says",
                    edition(forced)
                );
                let warning = Diagnostic::warning(warnings::VERSION_OVERRIDDEN, message);
                self.report_warning(warning.at(line.span, "overridden"));
            }
            (_, Some((version, number))) => self.set_version(version, number),
            (_, None) => {}
        }
        self.keep(line);
    }

    /// Whether the number is that of a language this compiler does not know, such as 450.
    fn is_foreign_version(&self, line: &Line) -> bool {
        let number = line.tokens.first().map(|token| token.kind);
        matches!(number, Some(RawKind::Int(number)) if !matches!(number, 100 | 300 | 310))
    }

    /// The language, and the value of `__VERSION__`.
    fn read_version(&mut self, line: &Line) -> Option<(Version, u32)> {
        let number = line.tokens.first().map(|token| (token.kind, token.span));
        let profile = line.tokens.get(1);
        let profile_text = profile
            .map_or(Cow::Borrowed(""), |token| self.spelled(token.span))
            .into_owned();
        let invalid = |message: String, span: Span, words: &str| {
            Diagnostic::error(codes::INVALID_VERSION, message).at(span, words)
        };
        let (found, rest) = match (number, profile_text.as_str()) {
            (Some((RawKind::Int(100), _)), _) => ((Version::Essl100, 100), 1),
            (Some((RawKind::Int(300), _)), "es") => ((Version::Essl300, 300), 2),
            (Some((RawKind::Int(310), _)), "es") => {
                let warning =
                    Diagnostic::warning(warnings::VERSION_310, "ESSL 3.10 is read as ESSL 3.00");
                self.report_warning(warning.at(line.span, ""));
                ((Version::Essl300, 310), 2)
            }
            (Some((RawKind::Int(number @ (300 | 310)), span)), _) => {
                let message = format!("version {number} needs `es`");
                let diagnostic =
                    invalid(message, span, "").with_help(format!("write `#version {number} es`"));
                self.fail(diagnostic);
                return None;
            }
            (Some((RawKind::Int(number), span)), _) => {
                let message = format!("version {number} is not a version this compiler knows");
                let diagnostic = invalid(message, span, "")
                    .with_help("write `#version 100` or `#version 300 es`");
                self.fail(diagnostic);
                return None;
            }
            (Some((_, span)), _) => {
                self.fail(invalid(
                    "`#version` needs a number".to_owned(),
                    span,
                    "not a number",
                ));
                return None;
            }
            (None, _) => {
                let span = line.head;
                self.fail(invalid(
                    "`#version` needs a number".to_owned(),
                    span,
                    "nothing follows",
                ));
                return None;
            }
        };
        if let Some(extra) = line.tokens.get(rest) {
            let text = self.spelled(extra.span);
            let message = format!("`{}` does not belong to this version", shorten(&text));
            self.report(invalid(message, extra.span, "unexpected"));
        }
        Some(found)
    }

    /// `#line LINE`, `#line LINE STRING`, `#line LINE "FILE"`: the next line is number LINE.
    pub(super) fn line(&mut self, line: Line) {
        let Line { span, head, tokens } = line;
        if tokens.is_empty() {
            return self.invalid_line(head, "`#line` needs a number", "nothing follows");
        }
        let tokens = self.expand_list(tokens);
        let (name, numbers) = match tokens.split_last() {
            Some((last, numbers)) if last.kind == RawKind::String => (Some(*last), numbers),
            _ => (None, tokens.as_slice()),
        };
        let Some(values) = self.line_numbers(span, numbers) else {
            return;
        };
        let name = match (name, values.get(1)) {
            (Some(name), Some(_)) => {
                let message = "`#line` takes a string number or a file name, not both";
                return self.invalid_line(name.span, message, "");
            }
            (Some(name), None) => Some(
                self.sources
                    .text(name.spelling())
                    .trim_matches('"')
                    .to_owned(),
            ),
            (None, Some(&number)) => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.string_number = number;
                }
                None
            }
            (None, None) => None,
        };
        let first = values.first().copied().unwrap_or(1);
        self.sources.add_line_directive(LineDirective {
            span,
            line: first,
            name,
        });
    }

    /// One or two numbers that are not negative.
    fn line_numbers(&mut self, line: Span, tokens: &[RawToken]) -> Option<Vec<u32>> {
        let mut values = Vec::new();
        let mut rest = tokens;
        while values.len() < 2 && (!rest.is_empty() || values.is_empty()) {
            let mut evaluator = Evaluator::new(rest, line, self.names, &self.macros);
            let value = evaluator.beginning();
            rest = evaluator.rest();
            match value.map(u32::try_from) {
                Ok(Ok(value)) => values.push(value),
                Ok(Err(_)) => {
                    self.invalid_line(line, "a number in `#line` is negative", "");
                    return None;
                }
                Err(problem) => {
                    let span = problem.primary.map_or(line, |label| label.span);
                    self.invalid_line(
                        span,
                        "`#line` needs an integer expression",
                        "not an integer",
                    );
                    return None;
                }
            }
        }
        if let Some(extra) = rest.first() {
            self.invalid_line(extra.span, "extra text behind `#line`", "unexpected");
            return None;
        }
        Some(values)
    }

    fn invalid_line(&mut self, span: Span, message: &str, words: &str) {
        self.report(Diagnostic::error(codes::INVALID_LINE, message).at(span, words));
    }
}

/// `1.00` or `3.00`.
fn edition(version: Version) -> &'static str {
    match version {
        Version::Essl100 => "1.00",
        Version::Essl300 => "3.00",
    }
}
