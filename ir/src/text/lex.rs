//! Text to tokens.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word of letters, digits and `_`, or `-inf`.
    Word,
    /// A number with its sign.
    Number,
    /// `%` and digits.
    Value,
    /// A string with its quotes.
    String,
    /// One character.
    Mark(char),
    /// The end of the text, of no length.
    End,
}

/// A token: its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All tokens, the last is [`Kind::End`]. A character that begins no token is a mark.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        let second = rest.get(1).copied().unwrap_or(0);
        let (kind, length) = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b';' => {
                at += run(rest, |byte| byte != b'\n');
                continue;
            }
            b'%' if second.is_ascii_digit() => (
                Kind::Value,
                1 + run(&rest[1..], |byte| byte.is_ascii_digit()),
            ),
            b'"' => (Kind::String, string(rest)),
            b'-' if second.is_ascii_alphabetic() => (Kind::Word, 1 + run(&rest[1..], is_word)),
            b'-' if second.is_ascii_digit() => (Kind::Number, 1 + number(&rest[1..])),
            _ if byte.is_ascii_digit() => (Kind::Number, number(rest)),
            _ if is_word(byte) => (Kind::Word, run(rest, is_word)),
            _ => {
                let mark = text.get(at..).and_then(|rest| rest.chars().next());
                let mark = mark.unwrap_or('?');
                (Kind::Mark(mark), mark.len_utf8())
            }
        };
        list.push(Token {
            kind,
            start: at,
            end: at + length,
        });
        at += length;
    }
    list.push(Token {
        kind: Kind::End,
        start: text.len(),
        end: text.len(),
    });
    list
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|&&byte| belongs(byte)).count()
}

/// Digits, a fraction, an exponent.
fn number(bytes: &[u8]) -> usize {
    let digits = |from: usize| {
        run(bytes.get(from..).unwrap_or_default(), |byte| {
            byte.is_ascii_digit()
        })
    };
    let is = |at: usize, wanted: &[u8]| bytes.get(at).is_some_and(|byte| wanted.contains(byte));
    let mut at = digits(0);
    if is(at, b".") && digits(at + 1) > 0 {
        at += 1 + digits(at + 1);
    }
    if is(at, b"eE") {
        let sign = usize::from(is(at + 1, b"+-"));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

/// Up to the closing quote, or the end of the line if there is none.
fn string(bytes: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' if bytes.get(at + 1).is_some_and(|&byte| byte != b'\n') => at += 2,
            _ => at += 1,
        }
    }
    // An escape may have stepped over the end.
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        tokens(text)
            .iter()
            .map(|token| (token.kind, &text[token.start..token.end]))
            .collect()
    }

    #[test]
    fn tells_tokens_apart() {
        use Kind::*;
        assert_eq!(
            kinds("%12.xy 1.5e-3 2e -inf -7 a_1 \"x\\\"\" ; c\n@1:2 é"),
            [
                (Value, "%12"),
                (Mark('.'), "."),
                (Word, "xy"),
                (Number, "1.5e-3"),
                (Number, "2"),
                (Word, "e"),
                (Word, "-inf"),
                (Number, "-7"),
                (Word, "a_1"),
                (String, "\"x\\\"\""),
                (Mark('@'), "@"),
                (Number, "1"),
                (Mark(':'), ":"),
                (Number, "2"),
                (Mark('é'), "é"),
                (End, ""),
            ]
        );
    }

    #[test]
    fn survives_what_is_cut_off() {
        for text in ["\"", "\"\\", "\"a\n", "%", "-", "1.", "1e+", "\"\\é"] {
            let list = tokens(text);
            assert_eq!(
                list.last().map(|token| token.kind),
                Some(Kind::End),
                "{text}"
            );
            assert!(
                list.iter()
                    .all(|token| text.get(token.start..token.end).is_some()),
                "{text}"
            );
        }
    }
}
