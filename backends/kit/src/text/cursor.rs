//! Going through tokens, with errors that say what is missing where.

use super::{Token, TokenKind};
use retroshade_diagnostics::{Code, Diagnostic, Span, codes};

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

    /// True if the text is used up.
    pub fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    /// True if nothing more stands on this line.
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
