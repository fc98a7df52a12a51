//! What the assemblers share: a lexer whose comments and word characters are a parameter, and a
//! cursor that reports every surprise with its place in the text.

mod cursor;
mod lex;
pub mod operand;

pub use cursor::{Cursor, error, error_of, float_value, integer_value};
pub use lex::lex;

use retroshade_diagnostics::Span;

/// The lexical side of an assembly language.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// What starts a comment that ends with the line.
    pub line_comments: &'static [&'static str],
    /// True if `/* … */` is a comment.
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
    /// The kind of the token.
    pub kind: TokenKind,
    /// The characters; empty for the end.
    pub text: &'a str,
    /// The place.
    pub span: Span,
    /// True if blanks or a comment stand between it and what comes before on the line.
    pub spaced: bool,
}

impl Token<'_> {
    /// True if it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }

    /// True if it is this character.
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

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;

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
