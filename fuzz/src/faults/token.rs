//! The tokens of a line of assembly: words, numbers and marks, whatever the language.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, digits, `_` and `$`, beginning with no digit: `mul`, `vt0`, `$12`. A number that runs into letters, too:
    /// `2d`, `0x3c00`.
    Word,
    /// Digits, perhaps with a point and an exponent, without a sign: `11`, `0.25`.
    Number,
    /// Any other character.
    Mark,
}

/// A token and the bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn text<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn is_mark(&self, line: &str, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text(line) == mark
    }

    /// True of a number with a point: register numbers and offsets have none.
    pub(super) fn is_decimal(&self, line: &str) -> bool {
        self.kind == Kind::Number && self.text(line).contains('.')
    }
}

/// Splits a line, without its comment.
pub(super) fn tokens(line: &str) -> Vec<Token> {
    let code = COMMENTS.iter().fold(line, |code, mark| {
        code.split_once(mark).map_or(code, |(code, _)| code)
    });
    let bytes = code.as_bytes();
    let of = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
    let is_word = |at: usize| of(at).is_ascii_alphanumeric() || matches!(of(at), b'_' | b'$');
    let is_digit = |at: usize| of(at).is_ascii_digit();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let kind = if is_digit(at) {
            while is_digit(at) {
                at += 1;
            }
            if of(at) == b'.' && is_digit(at + 1) {
                at += 1;
                while is_digit(at) {
                    at += 1;
                }
            }
            if of(at) == b'e' && (is_digit(at + 1) || of(at + 1) == b'-' && is_digit(at + 2)) {
                at += 2;
                while is_digit(at) {
                    at += 1;
                }
            }
            if is_word(at) {
                Kind::Word
            } else {
                Kind::Number
            }
        } else if is_word(at) {
            Kind::Word
        } else {
            Kind::Mark
        };
        match kind {
            Kind::Word => {
                while is_word(at) {
                    at += 1;
                }
            }
            // A character may have several bytes.
            Kind::Mark => at += code[start..].chars().next().map_or(1, char::len_utf8),
            Kind::Number => {}
        }
        if !code[start..at].trim().is_empty() {
            tokens.push(Token {
                kind,
                start,
                end: at,
            });
        }
    }
    tokens
}

/// What begins a comment in one of the languages; none has another use for them.
const COMMENTS: [&str; 3] = ["//", ";", "#"];

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        tokens(line).iter().map(|token| token.text(line)).collect()
    }

    #[test]
    fn lines_of_each_language_are_split() {
        for (line, wanted) in [
            (
                "mul vt0.x, vc[vt1.y+4], va0 // x",
                "mul vt0 . x , vc [ vt1 . y + 4 ] , va0",
            ),
            (
                "tex ft0, v1.xy, fs0 <2d,-0.5>",
                "tex ft0 , v1 . xy , fs0 < 2d , - 0.5 >",
            ),
            (
                "load.v ^tex_coord.xy 0.zw, const0 1e-5 1.5e10",
                "load . v ^ tex_coord . xy 0 . zw , const0 1e-5 1.5e10",
            ),
            (
                "mad oPos.xyz, -c[A0+96], r0 + rcc r1.x, r12.w ; c",
                "mad oPos . xyz , - c [ A0 + 96 ] , r0 + rcc r1 . x , r12 . w",
            ),
            (
                "\t.setf c95(0.25, 81.34082)",
                ". setf c95 ( 0.25 , 81.34082 )",
            ),
            ("words 0x1f\u{e9}", "words 0x1f \u{e9}"),
        ] {
            assert_eq!(texts(line).join(" "), wanted);
        }
    }

    #[test]
    fn numbers_are_told_from_words() {
        let line = "a0 11 0.5 2d 1e3 $3";
        let kinds: Vec<Kind> = tokens(line).iter().map(|token| token.kind).collect();
        use Kind::{Number, Word};
        assert_eq!(kinds, [Word, Number, Number, Word, Number, Word]);
        let decimal = tokens(line)
            .iter()
            .filter(|token| token.is_decimal(line))
            .count();
        assert_eq!(decimal, 1);
    }
}
