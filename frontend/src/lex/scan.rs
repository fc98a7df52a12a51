//! The scanner: text to raw tokens, one at a time.

use super::raw::{Invalid, RawKind, RawToken};
use super::splice::Spliced;
use super::{IDENTIFIER_LIMIT, Punctuator, Spacing, number};
use crate::intern::Interner;
use retroshade_diagnostics::{FileId, Span};

/// Scans one file. Comments are blanks, line ends are tokens.
#[derive(Debug)]
pub(crate) struct Scanner {
    source: Spliced,
    file: FileId,
    position: usize,
    /// Nothing but blanks and comments since the last line end.
    line_start: bool,
}

impl Scanner {
    /// A scanner at the start of a file.
    pub(crate) fn new(file: FileId, text: &str) -> Scanner {
        Scanner {
            source: Spliced::new(text),
            file,
            position: 0,
            line_start: true,
        }
    }

    /// True if only blanks and comments lie between the start of the line and the next token.
    pub(crate) fn at_line_start(&self) -> bool {
        self.line_start
    }

    #[inline]
    fn byte(&self, ahead: usize) -> u8 {
        self.source
            .text
            .as_bytes()
            .get(self.position + ahead)
            .copied()
            .unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        self.source
            .text
            .as_bytes()
            .get(self.position..)
            .unwrap_or(&[])
    }

    /// The next token. [`RawKind::End`] repeats.
    pub(crate) fn next(&mut self, names: &mut Interner) -> RawToken {
        let spacing = match self.skip_blanks() {
            Ok(spacing) => spacing,
            Err(start) => {
                return self.token(RawKind::Invalid(Invalid::Comment), Spacing::Blank, start);
            }
        };
        let start = self.position;
        let first = self.byte(0);
        let kind = match first {
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(names),
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(1).is_ascii_digit() => self.number(),
            b'\n' | b'\r' => return self.newline(spacing),
            b'#' => {
                self.position += 1;
                RawKind::Hash
            }
            b'"' => self.string(),
            _ => match Punctuator::scan([first, self.byte(1), self.byte(2)]) {
                Some((punctuator, length)) => {
                    self.position += length;
                    RawKind::Punctuator(punctuator)
                }
                None if start >= self.source.text.len() => RawKind::End,
                None => self.invalid(),
            },
        };
        self.line_start = false;
        self.token(kind, spacing, start)
    }

    fn token(&self, kind: RawKind, spacing: Spacing, start: usize) -> RawToken {
        let end = self.source.original_end(self.position);
        let start = self.source.original(start).min(end);
        let span = Span::new(self.file, start, end);
        RawToken {
            kind,
            spacing,
            painted: false,
            span,
            definition: Span::NONE,
        }
    }

    fn newline(&mut self, spacing: Spacing) -> RawToken {
        let start = self.position;
        self.position += if self.byte(0) == b'\r' && self.byte(1) == b'\n' {
            2
        } else {
            1
        };
        self.line_start = true;
        self.token(RawKind::Newline, spacing, start)
    }

    /// Skips blanks and comments, not line ends. `Err` is the start of a comment that never ends; the
    /// position is then the end of the text.
    fn skip_blanks(&mut self) -> Result<Spacing, usize> {
        let start = self.position;
        loop {
            match self.byte(0) {
                b' ' | b'\t' | 0x0b | 0x0c => self.position += 1,
                b'/' if self.byte(1) == b'/' => self.skip_to_line_end(),
                b'/' if self.byte(1) == b'*' => self.skip_comment()?,
                _ => break,
            }
        }
        Ok(if self.position > start {
            Spacing::Blank
        } else {
            Spacing::None
        })
    }

    fn skip_to_line_end(&mut self) {
        let length = self
            .rest()
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'));
        self.position = length.map_or(self.source.text.len(), |length| self.position + length);
    }

    fn skip_comment(&mut self) -> Result<(), usize> {
        let body = self.rest().get(2..).unwrap_or(&[]);
        match body.windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.position += length + 4;
                Ok(())
            }
            None => {
                let start = self.position;
                self.position = self.source.text.len();
                Err(start)
            }
        }
    }

    fn word(&mut self, names: &mut Interner) -> RawKind {
        let rest = self.rest();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = rest
            .iter()
            .position(|byte| !is_word(byte))
            .unwrap_or(rest.len());
        let end = self.position + length;
        let symbol = names.intern(self.source.text.get(self.position..end).unwrap_or(""));
        self.position = end;
        if length > IDENTIFIER_LIMIT {
            RawKind::LongIdentifier(symbol)
        } else {
            RawKind::Identifier(symbol)
        }
    }

    fn number(&mut self) -> RawKind {
        let text = self.source.text.get(self.position..).unwrap_or("");
        let (kind, length) = number::scan(text);
        self.position += length;
        kind
    }

    /// Text between double quotes; a quote without partner on its line is an invalid character.
    fn string(&mut self) -> RawKind {
        let tail = self
            .rest()
            .iter()
            .skip(1)
            .position(|byte| matches!(byte, b'"' | b'\n' | b'\r'));
        match tail {
            Some(length) if self.byte(length + 1) == b'"' => {
                self.position += length + 2;
                RawKind::String
            }
            _ => {
                self.position += 1;
                RawKind::Invalid(Invalid::Character)
            }
        }
    }

    /// One character outside the language's set, with all non-ASCII ones that follow it.
    fn invalid(&mut self) -> RawKind {
        let text = self.source.text.get(self.position..).unwrap_or("");
        let first = text.chars().next().map_or(1, char::len_utf8);
        let more = text.get(first..).unwrap_or("");
        let more = more.find(|c: char| c.is_ascii()).unwrap_or(more.len());
        self.position += first + more;
        RawKind::Invalid(Invalid::Character)
    }

    /// True if the next token is `(`, line ends aside. Moves nothing.
    pub(crate) fn peek_left_paren(&mut self) -> bool {
        let (position, line_start) = (self.position, self.line_start);
        let found = loop {
            if self.skip_blanks().is_err() {
                break false;
            }
            match self.byte(0) {
                b'\n' | b'\r' => self.position += 1,
                byte => break byte == b'(',
            }
        };
        (self.position, self.line_start) = (position, line_start);
        found
    }

    /// Skips lines until one begins with `#`, which it leaves, or until the end of the text. Comments
    /// count, everything else is ignored. `Err` is the place of a comment that never ends.
    pub(crate) fn skip_to_directive(&mut self) -> Result<(), Span> {
        loop {
            let blanks = self.skip_blanks();
            self.check_comment(blanks)?;
            match self.byte(0) {
                b'#' if self.line_start => return Ok(()),
                b'\n' | b'\r' => {
                    self.position += 1;
                    self.line_start = true;
                }
                _ if self.position >= self.source.text.len() => return Ok(()),
                _ => {
                    self.line_start = false;
                    self.skip_plain();
                }
            }
        }
    }

    /// Skips the rest of a line up to its line end. `Err` as in [`Scanner::skip_to_directive`].
    pub(crate) fn skip_line(&mut self) -> Result<(), Span> {
        loop {
            let blanks = self.skip_blanks();
            self.check_comment(blanks)?;
            match self.byte(0) {
                b'\n' | b'\r' => return Ok(()),
                _ if self.position >= self.source.text.len() => return Ok(()),
                _ => self.skip_plain(),
            }
        }
    }

    /// Skips at least one byte, up to the next line end or possible comment.
    fn skip_plain(&mut self) {
        let more = self
            .rest()
            .iter()
            .skip(1)
            .position(|byte| matches!(byte, b'\n' | b'\r' | b'/'));
        self.position = more.map_or(self.source.text.len(), |more| self.position + 1 + more);
    }

    fn check_comment(&self, blanks: Result<Spacing, usize>) -> Result<(), Span> {
        let Err(start) = blanks else { return Ok(()) };
        let start = self.source.original(start);
        Err(Span::new(self.file, start, start.saturating_add(2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<RawKind> {
        let mut names = Interner::new();
        let mut scanner = Scanner::new(FileId(0), text);
        let mut kinds = Vec::new();
        loop {
            let token = scanner.next(&mut names);
            kinds.push(token.kind);
            if token.kind == RawKind::End {
                return kinds;
            }
        }
    }

    fn spans(text: &str) -> Vec<&str> {
        let mut names = Interner::new();
        let mut scanner = Scanner::new(FileId(0), text);
        let mut parts = Vec::new();
        loop {
            let token = scanner.next(&mut names);
            if token.kind == RawKind::End {
                return parts;
            }
            parts.push(
                text.get(token.span.start as usize..token.span.end as usize)
                    .unwrap_or("?"),
            );
        }
    }

    #[test]
    fn the_longest_token_wins() {
        assert_eq!(
            spans("a<<=b++ +c^^d.5.x"),
            ["a", "<<=", "b", "++", "+", "c", "^^", "d", ".5", ".", "x"]
        );
    }

    #[test]
    fn all_line_ends_are_one_token_each() {
        assert_eq!(
            spans("a\r\nb\rc\nd"),
            ["a", "\r\n", "b", "\r", "c", "\n", "d"]
        );
    }

    #[test]
    fn comments_are_blanks() {
        assert_eq!(
            spans("a/* é \n ' */b// c\n/**/d/*/*/"),
            ["a", "b", "\n", "d"]
        );
    }

    #[test]
    fn continuations_are_inside_tokens() {
        assert_eq!(spans("ab\\\ncd e\\\n"), ["ab\\\ncd", "e"]);
        assert_eq!(spans("// x \\\n y\nz"), ["\n", "z"]);
    }

    #[test]
    fn an_open_comment_is_one_invalid_token() {
        assert_eq!(
            kinds("/* a"),
            [RawKind::Invalid(Invalid::Comment), RawKind::End]
        );
        assert_eq!(
            kinds("/*/"),
            [RawKind::Invalid(Invalid::Comment), RawKind::End]
        );
    }

    #[test]
    fn characters_outside_the_set() {
        assert_eq!(
            spans("é中$ @ \"a b\" \""),
            ["é中", "$", "@", "\"a b\"", "\""]
        );
    }

    #[test]
    fn skipping_finds_only_directives() {
        let mut names = Interner::new();
        let mut scanner = Scanner::new(FileId(0), "don't # \n/*\n# no */ x # no\n /**/ # yes\n");
        assert_eq!(scanner.skip_to_directive(), Ok(()));
        assert_eq!(scanner.next(&mut names).kind, RawKind::Hash);
        let word = names.intern("yes");
        assert_eq!(scanner.next(&mut names).kind, RawKind::Identifier(word));
    }
}
