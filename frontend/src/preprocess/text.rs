//! The tokens written out again, as `-E` shows them.

use super::{KeptDirective, Preprocessed};
use crate::intern::Interner;
use crate::lex::{Spacing, Token, TokenKind};
use retroshade_diagnostics::{Place, SourceMap};
use std::fmt::Write;

/// Empty lines that are written as such; longer gaps become a `#line`.
const GAP_LIMIT: u32 = 8;

/// The preprocessed text: `#version`, `#extension` and `#pragma` lines, `#line` where the place jumps,
/// and tokens in their original spelling. Preprocessing it again gives the same tokens.
pub fn write_preprocessed(result: &Preprocessed, sources: &SourceMap, names: &Interner) -> String {
    let mut writer = Writer {
        sources,
        names,
        text: String::new(),
        name: "",
        line: 0,
    };
    let mut kept = result.kept.iter().peekable();
    for (index, token) in result.tokens.iter().enumerate() {
        while let Some(directive) = kept.next_if(|directive| directive.at <= index) {
            writer.directive(directive);
        }
        if token.kind != TokenKind::End {
            writer.token(token);
        }
    }
    writer.end_line();
    writer.text
}

struct Writer<'a> {
    sources: &'a SourceMap,
    names: &'a Interner,
    text: String,
    /// The user's file and line of the present output line; no name before the first `#line`.
    name: &'a str,
    line: u32,
}

impl<'a> Writer<'a> {
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.new_line();
        }
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line = self.line.saturating_add(1);
    }

    fn directive(&mut self, directive: &KeptDirective) {
        // Nothing may stand before `#version`, which is the first line if there is one.
        let first = self.text.is_empty() && directive.text.starts_with("#version");
        if let Some(place) = self.sources.place(directive.span).filter(|_| !first) {
            self.move_to(place);
        }
        self.end_line();
        self.text.push_str(&directive.text);
        self.end_line();
    }

    /// Sets the place of the present output line.
    fn move_to(&mut self, place: Place<'a>) {
        let same = self.name == place.file;
        if same && place.line >= self.line && place.line - self.line <= GAP_LIMIT {
            while self.line < place.line {
                self.new_line();
            }
        } else if same && place.line < self.line && self.line - place.line <= GAP_LIMIT {
            // A line that was passed, as in a macro argument: go on where the output is.
        } else {
            self.end_line();
            // A name that cannot stand between quotes keeps the one before.
            let quotable = !place.file.contains(['"', '\n', '\r', '\\']);
            // Formatting into a String cannot fail.
            let _ = if quotable && !same {
                writeln!(self.text, "#line {} \"{}\"", place.line, place.file)
            } else {
                writeln!(self.text, "#line {}", place.line)
            };
            (self.name, self.line) = (place.file, place.line);
        }
    }

    fn token(&mut self, token: &Token) {
        let fresh = self.text.is_empty() || self.text.ends_with('\n');
        if (token.spacing == Spacing::Line || fresh)
            && let Some(place) = self.sources.place(token.span)
        {
            self.move_to(place);
        }
        let spelling = self.spelling(token);
        let space = match (self.text.chars().next_back(), spelling.chars().next()) {
            (Some('\n') | None, _) | (_, None) => false,
            (Some(last), Some(first)) => token.spacing != Spacing::None || merges(last, first),
        };
        if space {
            self.text.push(' ');
        }
        self.text.push_str(&spelling);
    }

    /// As written, unless that is spread over lines.
    fn spelling(&self, token: &Token) -> String {
        match token.kind {
            TokenKind::Identifier(symbol) | TokenKind::Reserved(symbol) => {
                self.names.text(symbol).to_owned()
            }
            TokenKind::Punctuator(punctuator) => punctuator.text().to_owned(),
            TokenKind::Keyword(_) | TokenKind::Type(_) => {
                let text = self.source_text(token).chars();
                text.filter(|c| c.is_ascii_alphanumeric()).collect()
            }
            TokenKind::Float(value) => self.number(token, || format!("{value:?}")),
            TokenKind::Int(value) => self.number(token, || value.to_string()),
            TokenKind::Uint(value) => self.number(token, || format!("{value}u")),
            TokenKind::End => String::new(),
        }
    }

    fn source_text(&self, token: &Token) -> &str {
        if token.definition.is_none() {
            self.sources.text(token.span)
        } else {
            self.sources.text(token.definition)
        }
    }

    /// The spelling of a literal, if it has one: the value of `__LINE__` has not.
    fn number(&self, token: &Token, value: impl Fn() -> String) -> String {
        let text = self.source_text(token);
        let literal = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if literal
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
        {
            text.to_owned()
        } else {
            value()
        }
    }
}

/// True if two tokens that touch with these characters could be read as something else.
fn merges(last: char, first: char) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let operator = |c: char| "+-*/%<>=!&|^#".contains(c);
    word(last) && word(first) || operator(last) && operator(first)
}
