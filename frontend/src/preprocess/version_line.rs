//! `#version` and `#line`.

use super::directive::Line;
use super::driver::{Preprocessor, shorten};
use super::evaluate::{Evaluator, Undefined};
use crate::dialect::{Dialect, Family};
use crate::lex::raw::{RawKind, RawToken};
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
        if self.output.dialect.is_cg() {
            let message = "Cg has no `#version`";
            let error = Diagnostic::error(codes::INVALID_VERSION, message)
                .at(line.span, "of GLSL")
                .with_help("a source in GLSL is called .vert or .frag, or follows -x glsl");
            return self.report(error);
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
            (Some((number, family)), stated) if stated != Some((number, family)) => {
                let message = format!(
                    "compiled as {}, as the options say, and not as `#version` says",
                    language(number, family)
                );
                let warning = Diagnostic::warning(warnings::VERSION_OVERRIDDEN, message);
                self.report_warning(warning.at(line.span, "overridden"));
            }
            (_, Some((number, family))) => {
                self.warn_of_reading(number, family, line.span);
                if family == Family::Es && number >= 300 {
                    self.warn_of_place(line.span);
                }
                if let Some((version, dialect)) = Dialect::of(number, family) {
                    self.set_version(version, dialect, number);
                }
            }
            (_, None) => {}
        }
        self.keep(line);
    }

    /// True if the number is that of a language this compiler does not know, such as 460 with `es`.
    fn is_foreign_version(&self, line: &Line) -> bool {
        let number = line.tokens.first().map(|token| token.kind);
        matches!(number, Some(RawKind::Int(number))
            if Dialect::of(number, Family::Es).or(Dialect::of(number, Family::Desktop)).is_none())
    }

    /// Says that something, if only an empty line, stands before a directive that wants the first line.
    fn warn_of_place(&mut self, span: Span) {
        let place = self.sources.place(span);
        if place.is_some_and(|place| place.line > 1) {
            let message = "`#version` is not on the first line";
            let warning = Diagnostic::warning(warnings::VERSION_NOT_FIRST, message)
                .at(span, "ESSL 3.00 takes it on the first line only")
                .with_help("move it up, before comments and empty lines");
            self.report_warning(warning);
        }
    }

    /// Says that a language is read as another one.
    fn warn_of_reading(&mut self, number: u32, family: Family, span: Span) {
        let code = match Dialect::of(number, family) {
            Some((_, Dialect::LaterEssl)) => warnings::VERSION_310,
            Some((_, Dialect::Desktop)) => warnings::DESKTOP_VERSION,
            _ => return,
        };
        let message = format!("{} is read as ESSL 3.00", language(number, family));
        self.report_warning(Diagnostic::warning(code, message).at(span, ""));
    }

    /// The number and its family.
    fn read_version(&mut self, line: &Line) -> Option<(u32, Family)> {
        let number = line.tokens.first().map(|token| (token.kind, token.span));
        let profile = line.tokens.get(1);
        let profile_text = profile
            .map_or(Cow::Borrowed(""), |token| self.spelled(token.span))
            .into_owned();
        let invalid = |message: String, span: Span, words: &str| {
            Diagnostic::error(codes::INVALID_VERSION, message).at(span, words)
        };
        let es = profile_text == "es";
        let desktop_profile = ["core", "compatibility"].contains(&&*profile_text);
        let (found, rest) = match number {
            Some((RawKind::Int(100), _)) => ((100, Family::Es), 1),
            Some((RawKind::Int(number @ (300 | 310 | 320)), _)) if es => ((number, Family::Es), 2),
            Some((RawKind::Int(number @ (300 | 310 | 320)), span)) => {
                let message = format!("version {number} needs `es`");
                let diagnostic =
                    invalid(message, span, "").with_help(format!("write `#version {number} es`"));
                self.fail(diagnostic);
                return None;
            }
            Some((RawKind::Int(number), _)) if Dialect::of(number, Family::Desktop).is_some() => {
                let rest = 1 + usize::from(desktop_profile);
                ((number, Family::Desktop), rest)
            }
            Some((RawKind::Int(number), span)) => {
                let message = format!("version {number} is not a version this compiler knows");
                let diagnostic = invalid(message, span, "")
                    .with_help("write `#version 100` or `#version 300 es`");
                self.fail(diagnostic);
                return None;
            }
            Some((_, span)) => {
                self.fail(invalid(
                    "`#version` needs a number".to_owned(),
                    span,
                    "not a number",
                ));
                return None;
            }
            None => {
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
            let undefined = Undefined::Error;
            let mut evaluator = Evaluator::new(rest, line, self.names, &self.macros, undefined);
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

/// `ESSL 3.00`, `GLSL 4.50`.
fn language(number: u32, family: Family) -> String {
    let name = match family {
        Family::Es => "ESSL",
        Family::Desktop => "GLSL",
        Family::Cg => "Cg",
    };
    format!("{name} {}.{:02}", number / 100, number % 100)
}
