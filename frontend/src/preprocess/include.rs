//! `#include`.

use super::directive::Line;
use super::driver::{Origin, Preprocessor, shorten};
use super::{INCLUDE_LIMIT, IncludeRequest, Included};
use crate::lex::Punctuator;
use crate::lex::raw::RawKind;
use retroshade_diagnostics::codes::preprocessor as codes;
use retroshade_diagnostics::{Diagnostic, SourceFile, Span};

impl Preprocessor<'_> {
    pub(super) fn include(&mut self, line: &Line) {
        let Some((name, angled, span)) = self.include_name(line) else {
            return;
        };
        if self.frames.len() > INCLUDE_LIMIT {
            let message = format!("includes nest more than {INCLUDE_LIMIT} levels deep");
            let diagnostic = Diagnostic::error(codes::INCLUDE_DEPTH, message)
                .at(span, "too deep here")
                .with_help("`#pragma once` keeps a file from including itself in a circle");
            self.stopped = true;
            return self.fail(diagnostic);
        }
        let from = self
            .sources
            .file(span.file)
            .map_or("", |file| file.name.as_str());
        let request = IncludeRequest {
            name: &name,
            angled,
            from,
        };
        match self.includer.include(request) {
            Ok(included) => self.enter(included, line.span),
            Err(reason) => {
                let message = format!("cannot include `{}`: {reason}", shorten(&name));
                self.fail(Diagnostic::error(codes::INCLUDE_NOT_FOUND, message).at(span, ""));
            }
        }
    }

    fn enter(&mut self, included: Included, from: Span) {
        let Included { name, text } = included;
        if self.once.contains(&name) {
            return;
        }
        if !self.output.includes.contains(&name) {
            self.output.includes.push(name.clone());
        }
        let file = self.sources.add(SourceFile {
            name,
            text,
            included_from: Some(from),
        });
        self.open(file, Origin::Source);
    }

    /// The name in `"name"` or `<name>`.
    fn include_name(&mut self, line: &Line) -> Option<(String, bool, Span)> {
        let Some((&first, rest)) = line.tokens.split_first() else {
            self.malformed(
                "`#include` needs the name of a file",
                line.head,
                "nothing follows",
            );
            return None;
        };
        let (span, angled, rest) = match first.kind {
            RawKind::String => (first.span, false, rest),
            RawKind::Punctuator(Punctuator::Less) => {
                let close = rest.iter().position(|token| token.is(Punctuator::Greater));
                let token = close.and_then(|close| rest.get(close));
                let Some((close, token)) = close.zip(token) else {
                    self.malformed(
                        "`#include <` without `>`",
                        first.span,
                        "no `>` on this line",
                    );
                    return None;
                };
                (
                    first.span.to(token.span),
                    true,
                    rest.get(close + 1..).unwrap_or(&[]),
                )
            }
            _ => {
                let message = "`#include` needs the name of a file";
                self.malformed(message, first.span, "expected `\"name\"` or `<name>`");
                return None;
            }
        };
        let quoted = self.spelled(span);
        let name = quoted
            .get(1..quoted.len().saturating_sub(1))
            .unwrap_or("")
            .to_owned();
        if name.is_empty() {
            self.malformed("the name of the included file is empty", span, "");
            return None;
        }
        self.extra_tokens("include", rest);
        Some((name, angled, span))
    }
}
