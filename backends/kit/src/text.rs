//! What the assemblers share: a lexer whose comments and word characters are a parameter, and a
//! cursor that reports every surprise with its place in the text.

use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, FileId, Span, codes};

/// The lexical side of an assembly language.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// What starts a comment that ends with the line.
    pub line_comments: &'static [&'static str],
    /// Whether `/* … */` is a comment.
    pub block_comments: bool,
    /// Characters besides letters and `_` that may start a word.
    pub word_start: &'static str,
    /// Characters besides letters, digits and `_` that may continue a word.
    pub word_rest: &'static str,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or mnemonic; also digits run together with letters, as in `2d`.
    Word,
    /// A decimal number, whole or with fraction or exponent, or hexadecimal with `0x`; no sign.
    Number,
    /// Characters between double quotes, quotes included in the text.
    Text,
    /// Any other single character.
    Punct(char),
    /// The end of a line.
    Newline,
    /// The end of the text.
    End,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its characters; empty for the end.
    pub text: &'a str,
    /// Its place.
    pub span: Span,
    /// Whether blanks or a comment stand between it and what comes before on the line.
    pub spaced: bool,
}

impl Token<'_> {
    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }

    /// Whether it is this character.
    pub fn is_punct(&self, punct: char) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    /// How messages call it.
    pub fn describe(&self) -> String {
        match self.kind {
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Punct(c) if c.is_control() => format!("the character U+{:04X}", c as u32),
            _ => format!("`{}`", self.text),
        }
    }
}

/// The length of a number without sign at the start of a text, 0 if there is none.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes
            .iter()
            .skip(from)
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    if at(0) == b'0' && matches!(at(1), b'x' | b'X') {
        let hex = bytes
            .iter()
            .skip(2)
            .take_while(|b| b.is_ascii_hexdigit())
            .count();
        return if hex > 0 { 2 + hex } else { 1 };
    }
    let mut length = digits(0);
    let whole = length;
    if at(length) == b'.' {
        let fraction = digits(length + 1);
        let next = at(length + 1 + fraction);
        let exponent_follows = matches!(next, b'e' | b'E')
            && (at(length + 2).is_ascii_digit() || matches!(at(length + 2), b'+' | b'-'));
        let name_follows = next.is_ascii_alphabetic() || next == b'_';
        // `0.xy` is an index with a swizzle, `0.5` and `1.` are numbers.
        if fraction > 0 || (whole > 0 && (!name_follows || exponent_follows)) {
            length += 1 + fraction;
        }
    }
    if length > 0 && matches!(at(length), b'e' | b'E') {
        let sign = usize::from(matches!(at(length + 1), b'+' | b'-'));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

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
        match number_length(rest) {
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

/// A place in a list of tokens.
#[derive(Clone, Debug)]
pub struct Cursor<'t, 'a> {
    tokens: &'t [Token<'a>],
    position: usize,
    end: Token<'a>,
}

impl<'t, 'a> Cursor<'t, 'a> {
    /// Starts at the first token.
    pub fn new(tokens: &'t [Token<'a>]) -> Cursor<'t, 'a> {
        let end = tokens.last().copied().unwrap_or(Token {
            kind: TokenKind::End,
            text: "",
            span: Span::NONE,
            spaced: false,
        });
        Cursor {
            tokens,
            position: 0,
            end,
        }
    }

    /// The next token, which is [`TokenKind::End`] for ever once the text is used up.
    pub fn peek(&self) -> Token<'a> {
        self.peek_at(0)
    }

    /// The token `ahead` places after the next one.
    pub fn peek_at(&self, ahead: usize) -> Token<'a> {
        let index = self.position.saturating_add(ahead);
        self.tokens.get(index).copied().unwrap_or(self.end)
    }

    /// Takes the next token.
    pub fn advance(&mut self) -> Token<'a> {
        let token = self.peek();
        self.position = (self.position + 1).min(self.tokens.len());
        token
    }

    /// The place of the token taken last.
    pub fn last_span(&self) -> Span {
        let last = self
            .position
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index));
        last.map_or(self.end.span, |token| token.span)
    }

    /// Whether the text is used up.
    pub fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    /// Whether nothing more stands on this line.
    pub fn at_line_end(&self) -> bool {
        matches!(self.peek().kind, TokenKind::Newline | TokenKind::End)
    }

    /// Takes line ends.
    pub fn skip_newlines(&mut self) {
        while self.peek().kind == TokenKind::Newline {
            self.advance();
        }
    }

    /// Takes the rest of the line and its end; used to go on after an error.
    pub fn skip_line(&mut self) {
        while !self.at_line_end() {
            self.advance();
        }
        self.advance();
    }

    /// Takes this character if it is next.
    pub fn eat(&mut self, punct: char) -> bool {
        let found = self.peek().is_punct(punct);
        if found {
            self.advance();
        }
        found
    }

    /// Takes this word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes this character.
    ///
    /// # Errors
    /// If something else is next.
    pub fn punct(&mut self, punct: char) -> Result<Token<'a>, Diagnostic> {
        if self.peek().is_punct(punct) {
            return Ok(self.advance());
        }
        Err(self.expected(&format!("`{punct}`")))
    }

    /// Takes a word; `what` says of what kind, as in "an opcode".
    ///
    /// # Errors
    /// If something else is next.
    pub fn word(&mut self, what: &str) -> Result<Token<'a>, Diagnostic> {
        if self.peek().kind == TokenKind::Word {
            return Ok(self.advance());
        }
        Err(self.expected(what))
    }

    /// Takes the end of the line.
    ///
    /// # Errors
    /// If something else is next.
    pub fn line_end(&mut self) -> Result<(), Diagnostic> {
        if self.at_line_end() {
            self.advance();
            return Ok(());
        }
        Err(self.expected("the end of the line"))
    }

    /// Takes a whole number, with `-` or `+` before it where the range has negative numbers.
    ///
    /// # Errors
    /// If something else is next or the number is out of range.
    pub fn integer(
        &mut self,
        range: std::ops::RangeInclusive<i64>,
        what: &str,
    ) -> Result<i64, Diagnostic> {
        let start = self.peek().span;
        let negative = *range.start() < 0 && self.eat('-');
        if *range.start() < 0 && !negative {
            self.eat('+');
        }
        let token = self.peek();
        let value = integer_value(&token).ok_or_else(|| self.expected(what))?;
        self.advance();
        let value = if negative {
            value.checked_neg()
        } else {
            Some(value)
        };
        value.filter(|value| range.contains(value)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            let message = format!("{what} must be in the range {low} to {high}");
            error(start.to(token.span), message, "out of range")
        })
    }

    /// Takes a number with an optional sign.
    ///
    /// # Errors
    /// If something else is next.
    pub fn float(&mut self, what: &str) -> Result<f64, Diagnostic> {
        let sign = if self.eat('-') {
            -1.0
        } else {
            self.eat('+');
            1.0
        };
        let value = float_value(&self.peek()).ok_or_else(|| self.expected(what))?;
        self.advance();
        Ok(sign * value)
    }

    /// An error that says what should stand where the next token is.
    pub fn expected(&self, what: &str) -> Diagnostic {
        let token = self.peek();
        error(
            token.span,
            format!("expected {what}, found {}", token.describe()),
            "here",
        )
    }
}

/// The value of a whole number without sign; `None` for another token or beyond 64 bits.
pub fn integer_value(token: &Token) -> Option<i64> {
    if token.kind != TokenKind::Number {
        return None;
    }
    let hex = token
        .text
        .strip_prefix("0x")
        .or_else(|| token.text.strip_prefix("0X"));
    match hex {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => token.text.parse().ok(),
    }
}

/// The value of a number without sign; `None` for another token.
pub fn float_value(token: &Token) -> Option<f64> {
    if token.kind != TokenKind::Number {
        return None;
    }
    integer_value(token)
        .map(|value| value as f64)
        .or_else(|| token.text.parse().ok())
}

/// A syntax error at a place.
pub fn error(span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    error_of(codes::assembler::SYNTAX, span, message, label)
}

/// An error of a given code at a place.
pub fn error_of(code: Code, span: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::error(code, message).at(span, label)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYNTAX: Syntax = Syntax {
        line_comments: &["//", ";"],
        block_comments: true,
        word_start: "$^",
        word_rest: "",
    };

    fn words(text: &str) -> Vec<String> {
        let (tokens, _) = lex(&SYNTAX, FileId(0), text);
        tokens.iter().map(|token| token.text.to_owned()).collect()
    }

    #[test]
    fn numbers_end_where_names_begin() {
        assert_eq!(
            words("0.xy 0.5 1. 1.5e-3 2d 0x1F"),
            ["0", ".", "xy", "0.5", "1.", "1.5e-3", "2d", "0x1F", ""]
        );
    }

    #[test]
    fn comments_count_as_blanks() {
        let (tokens, diagnostics) = lex(&SYNTAX, FileId(0), "a/* b */c ; d\r\n^e");
        let found: Vec<_> = tokens.iter().map(|t| (t.text, t.spaced)).collect();
        assert_eq!(
            found,
            [
                ("a", false),
                ("c", true),
                ("\r\n", true),
                ("^e", false),
                ("", false)
            ]
        );
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn what_never_closes_is_reported_where_it_opens() {
        let (_, diagnostics) = lex(&SYNTAX, FileId(0), "a \"b\nc /* d");
        let places: Vec<_> = diagnostics
            .iter()
            .filter_map(|d| Some(d.primary.as_ref()?.span.start))
            .collect();
        assert_eq!(places, [2, 7]);
    }

    #[test]
    fn a_cursor_names_what_it_misses() {
        let (tokens, _) = lex(&SYNTAX, FileId(0), "mov 300");
        let mut cursor = Cursor::new(&tokens);
        assert_eq!(cursor.word("an opcode").unwrap().text, "mov");
        let error = cursor.integer(0..=255, "the offset").unwrap_err();
        assert_eq!(error.message, "the offset must be in the range 0 to 255");
        assert_eq!(
            cursor.punct(',').unwrap_err().message,
            "expected `,`, found the end of the text"
        );
        assert!(cursor.at_end());
    }

    #[test]
    fn signed_numbers_are_read() {
        let (tokens, _) = lex(&SYNTAX, FileId(0), "-1.5 -7 99999999999999999999");
        let mut cursor = Cursor::new(&tokens);
        assert_eq!(cursor.float("a bias").unwrap(), -1.5);
        assert_eq!(cursor.integer(-8..=7, "an offset").unwrap(), -7);
        assert!(cursor.integer(0..=7, "an offset").is_err());
    }
}
