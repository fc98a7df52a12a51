//! Texts into tokens.

use super::{Syntax, Token, TokenKind};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_ir::text::number_length;

struct Lexer<'a> {
    syntax: &'a Syntax,
    file: FileId,
    text: &'a str,
    position: usize,
    diagnostics: Diagnostics,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or("")
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span::new(self.file, clamp(start), clamp(end))
    }

    /// Skips blanks and comments and returns whether there were any.
    fn blanks(&mut self) -> bool {
        let start = self.position;
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\u{b}', '\u{c}']).len();
            self.position += blank;
            let rest = self.rest();
            if self
                .syntax
                .line_comments
                .iter()
                .any(|mark| rest.starts_with(mark))
            {
                self.position += rest.find(['\n', '\r']).unwrap_or(rest.len());
            } else if self.syntax.block_comments && rest.starts_with("/*") {
                let end = rest.get(2..).and_then(|inside| inside.find("*/"));
                if end.is_none() {
                    let span = self.span(self.position, self.position + 2);
                    self.diagnostics.push(
                        Diagnostic::error(codes::assembler::SYNTAX, "this comment is never closed")
                            .at(span, "opened here"),
                    );
                }
                self.position += end.map_or(rest.len(), |end| end + 4);
            } else if blank == 0 {
                return self.position > start;
            }
        }
    }

    fn word_length(&self, rest: &str) -> usize {
        let continues = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let extra = self.syntax.word_rest;
        rest.find(|c: char| !continues(c) && !extra.contains(c))
            .unwrap_or(rest.len())
    }

    fn token(&mut self) -> Token<'a> {
        let spaced = self.blanks();
        let rest = self.rest();
        let start = self.position;
        let (kind, length) = match rest.chars().next() {
            None => (TokenKind::End, 0),
            Some('\n') => (TokenKind::Newline, 1),
            Some('\r') => (
                TokenKind::Newline,
                if rest.starts_with("\r\n") { 2 } else { 1 },
            ),
            Some('"') => self.quoted(rest),
            Some(first) => self.plain(rest, first),
        };
        self.position += length;
        let text = rest.get(..length).unwrap_or("");
        Token {
            kind,
            text,
            span: self.span(start, self.position),
            spaced,
        }
    }

    fn quoted(&mut self, rest: &str) -> (TokenKind, usize) {
        let inside = rest.get(1..).unwrap_or("");
        let end = inside.find(['"', '\n', '\r']).unwrap_or(inside.len());
        if inside.get(end..).is_some_and(|tail| tail.starts_with('"')) {
            return (TokenKind::Text, end + 2);
        }
        let span = self.span(self.position, self.position + 1);
        self.diagnostics.push(
            Diagnostic::error(
                codes::assembler::SYNTAX,
                "this quotation mark is never closed",
            )
            .at(span, "opened here"),
        );
        (TokenKind::Text, end + 1)
    }

    fn plain(&self, rest: &str, first: char) -> (TokenKind, usize) {
        let word = self.word_length(rest);
        if first.is_ascii_alphabetic() || first == '_' || self.syntax.word_start.contains(first) {
            let tail = rest.get(first.len_utf8()..).unwrap_or("");
            return (TokenKind::Word, first.len_utf8() + self.word_length(tail));
        }
        match number_length(rest.as_bytes()) {
            0 => (TokenKind::Punct(first), first.len_utf8()),
            number if word > number => (TokenKind::Word, word),
            number => (TokenKind::Number, number),
        }
    }
}

/// Splits a text into tokens, the last of which is [`TokenKind::End`]. Comments and quotation marks
/// that never close are reported.
pub fn lex<'a>(syntax: &Syntax, file: FileId, text: &'a str) -> (Vec<Token<'a>>, Diagnostics) {
    let mut lexer = Lexer {
        syntax,
        file,
        text,
        position: 0,
        diagnostics: Diagnostics::new(),
    };
    let mut tokens = Vec::new();
    loop {
        // The text outlives the lexer, which borrows the syntax for a shorter time.
        let Token {
            kind, span, spaced, ..
        } = lexer.token();
        let slice = text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("");
        tokens.push(Token {
            kind,
            text: slice,
            span,
            spaced,
        });
        if kind == TokenKind::End {
            return (tokens, lexer.diagnostics);
        }
    }
}
