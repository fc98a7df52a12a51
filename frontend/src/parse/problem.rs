//! Messages of the parser, and the way on after an error.

use super::{ERROR_LIMIT, Failed, Parser};
use crate::intern::Symbol;
use crate::lex::words::{self, Meaning};
use crate::lex::{Keyword, Punctuator, Token, TokenKind};
use crate::typed::Version;
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

impl Parser<'_> {
    /// Reports an error at a token, unless one was reported at the present token before.
    pub(super) fn report(&mut self, diagnostic: Diagnostic, token: Token, words: &str) -> Failed {
        let definition = token.definition;
        self.push(
            diagnostic
                .at(token.span, words)
                .and_at(definition, "written in this macro"),
        )
    }

    /// Reports an error that has its place already.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.reported == Some(self.position) {
            return Failed;
        }
        self.reported = Some(self.position);
        self.diagnostics.push(diagnostic);
        self.errors += 1;
        if self.errors >= ERROR_LIMIT {
            self.give_up();
        }
        Failed
    }

    /// Reports that the present token cannot stand here and what could.
    pub(super) fn expected(&mut self, what: &str) -> Failed {
        let token = self.token();
        if let TokenKind::Reserved(symbol) = token.kind {
            return if self.is_of_other_version(symbol) {
                self.other_version(symbol, token)
            } else {
                self.reserved_word(symbol, token)
            };
        }
        let found = self.describe(token);
        let diagnostic =
            Diagnostic::error(codes::SYNTAX, format!("expected {what}, found {found}"));
        self.report(diagnostic, token, "unexpected")
    }

    /// Reports that a punctuator is missing, behind the token before.
    pub(super) fn missing(&mut self, punctuator: Punctuator, context: &str) -> Failed {
        let token = self.token();
        let found = self.describe(token);
        let text = punctuator.text();
        let message = format!("expected `{text}` {context}, found {found}");
        let diagnostic = Diagnostic::error(codes::SYNTAX, message);
        let before = self.previous();
        if before.file != token.span.file || punctuator != Punctuator::Semicolon {
            return self.report(diagnostic, token, "unexpected");
        }
        // A parenthesis that closes nothing is the slip where a statement might end.
        let stray = token.kind == TokenKind::Punctuator(Punctuator::RightParen);
        if stray && token.definition.is_none() {
            let diagnostic = diagnostic.with_help("there is one `)` too many: remove it");
            let diagnostic = diagnostic.with_edit(token.span, "");
            return self.report(diagnostic, token, "this closes nothing");
        }
        let behind = Span::new(before.file, before.end, before.end);
        let diagnostic = diagnostic.at(behind, format!("`{text}` is missing here"));
        self.push(diagnostic.with_edit(behind, text))
    }

    /// Reports that a bracket is not closed where it should be.
    pub(super) fn unclosed(&mut self, punctuator: Punctuator, open: Span) -> Failed {
        let token = self.token();
        let found = self.describe(token);
        let text = punctuator.text();
        if token.kind == TokenKind::End {
            let message = format!("the file ends where `{text}` is expected");
            let diagnostic = Diagnostic::error(codes::UNCLOSED, message);
            return self.push(diagnostic.at(open, "this is never closed"));
        }
        let diagnostic =
            Diagnostic::error(codes::SYNTAX, format!("expected `{text}`, found {found}"));
        let diagnostic = diagnostic.at(token.span, "unexpected");
        self.push(
            diagnostic
                .and_at(token.definition, "written in this macro")
                .and_at(open, "to close this"),
        )
    }

    /// Reports the use of a reserved word, each word once.
    pub(super) fn reserved_word(&mut self, symbol: Symbol, token: Token) -> Failed {
        if self.reserved_words.contains(&symbol) {
            return Failed;
        }
        self.reserved_words.push(symbol);
        if let Some(failed) = self.refused_in_cg(self.names.text(symbol), token) {
            return failed;
        }
        let message = format!("`{}` is a reserved word", self.names.text(symbol));
        let diagnostic = Diagnostic::error(codes::RESERVED_WORD, message);
        self.report(diagnostic, token, "cannot be used")
    }

    /// True if a name is a word that only the other version of the language has.
    pub(super) fn is_of_other_version(&self, symbol: Symbol) -> bool {
        !self.dialect.is_cg() && words::used_in_other_version(symbol, self.version)
    }

    /// Reports a word that only the other version of the language has.
    pub(super) fn other_version(&mut self, symbol: Symbol, token: Token) -> Failed {
        let text = self.names.text(symbol);
        let what = match words::lookup(symbol).map(|word| word.meaning) {
            Some(Meaning::Type(_)) => "type",
            _ => "keyword",
        };
        let (there, here) = match self.version {
            Version::Essl100 => ("3.00", "1.00"),
            Version::Essl300 => ("1.00", "3.00"),
        };
        let message = format!("`{text}` is a {what} of ESSL {there}, this source is ESSL {here}");
        let diagnostic = Diagnostic::error(codes::OTHER_VERSION, message);
        let help = match (self.version, text) {
            (Version::Essl100, _) => "begin the source with `#version 300 es`",
            (_, "attribute") => "write `in`",
            (_, "varying") => "write `out` in a vertex shader and `in` in a fragment shader",
            _ => "drop `#version 300 es`",
        };
        self.report(diagnostic.with_help(help), token, "")
    }

    /// Reports a construct that only ESSL 3.00 has, unless the source is ESSL 3.00. Parsing goes on.
    pub(super) fn only_essl300(&mut self, construct: &str, token: Token) {
        if self.version == Version::Essl100 {
            let message = format!("{construct} belong to ESSL 3.00, this source is ESSL 1.00");
            let diagnostic = Diagnostic::error(codes::OTHER_VERSION, message)
                .with_help("begin the source with `#version 300 es`");
            self.report(diagnostic, token, "only in ESSL 3.00");
        }
    }

    /// A token in words.
    pub(super) fn describe(&self, token: Token) -> String {
        let spelling = if token.definition.is_none() {
            token.span
        } else {
            token.definition
        };
        let text = crate::preprocess::shorten(self.sources.text(spelling));
        match token.kind {
            TokenKind::Identifier(symbol) | TokenKind::Reserved(symbol) => {
                format!("`{}`", crate::preprocess::shorten(self.names.text(symbol)))
            }
            TokenKind::Keyword(_) => format!("keyword `{text}`"),
            TokenKind::Type(_) => format!("type `{text}`"),
            TokenKind::Float(_) | TokenKind::Int(_) | TokenKind::Uint(_) => {
                format!("number `{text}`")
            }
            TokenKind::Punctuator(punctuator) => format!("`{}`", punctuator.text()),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    /// After an error in a statement: goes behind the next `;` or `{ … }`, or before a `}`.
    pub(super) fn skip_statement(&mut self) {
        loop {
            match self.kind() {
                TokenKind::End | TokenKind::Punctuator(Punctuator::RightBrace) => return,
                TokenKind::Punctuator(Punctuator::Semicolon) => {
                    self.bump();
                    return;
                }
                TokenKind::Punctuator(Punctuator::LeftBrace) => return self.skip_braces(),
                _ => self.bump(),
            };
        }
    }

    /// Goes behind the `}` that belongs to the present `{`.
    pub(super) fn skip_braces(&mut self) {
        let mut depth = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Punctuator(Punctuator::LeftBrace) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightBrace) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// After an error between the parentheses of `if`, `for` and the like: goes behind their end, or
    /// before the `{` or `}` that must come after it. `from` is the position of the opening one.
    pub(super) fn skip_header(&mut self, from: usize) {
        let read = self.tokens.get(from..self.position).unwrap_or(&[]);
        let mut depth = read.iter().fold(0usize, |depth, token| match token.kind {
            TokenKind::Punctuator(Punctuator::LeftParen) => depth + 1,
            TokenKind::Punctuator(Punctuator::RightParen) => depth.saturating_sub(1),
            _ => depth,
        });
        while depth > 0 {
            match self.kind() {
                TokenKind::End
                | TokenKind::Punctuator(Punctuator::LeftBrace | Punctuator::RightBrace) => return,
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    /// After an error in a global declaration: goes behind the next `;` or `{ … }` that is followed by
    /// neither, or before what can only begin a declaration on a line of its own.
    pub(super) fn skip_item(&mut self) {
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::Punctuator(Punctuator::Semicolon) => {
                    self.bump();
                    return;
                }
                TokenKind::Punctuator(Punctuator::LeftBrace) => {
                    self.skip_braces();
                    self.eat(Punctuator::Semicolon);
                    return;
                }
                TokenKind::Keyword(
                    Keyword::Uniform | Keyword::Attribute | Keyword::Varying | Keyword::Precision,
                ) if self.token().spacing == crate::lex::Spacing::Line => return,
                _ => self.bump(),
            };
        }
    }
}
