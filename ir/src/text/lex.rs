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
            b'-' if second.is_ascii_digit() => (Kind::Number, 1 + number_length(&rest[1..])),
            _ if byte.is_ascii_digit() => (Kind::Number, number_length(rest)),
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

/// The length of a number without sign at the start of a text of the IR or of machine code: hexadecimal
/// digits after `0x`, or digits, a fraction and an exponent. 0 if there is none.
pub fn number_length(bytes: &[u8]) -> usize {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let digits = |from: usize| {
        run(bytes.get(from..).unwrap_or_default(), |b| {
            b.is_ascii_digit()
        })
    };
    // The length of an exponent that begins there.
    let exponent = |from: usize| {
        let sign = usize::from(matches!(at(from + 1), b'+' | b'-'));
        let digits = digits(from + 1 + sign);
        let is_one = matches!(at(from), b'e' | b'E') && digits > 0;
        if is_one { 1 + sign + digits } else { 0 }
    };
    if at(0) == b'0' && matches!(at(1), b'x' | b'X') {
        let digits = run(&bytes[2..], |b| b.is_ascii_hexdigit());
        return if digits > 0 { 2 + digits } else { 1 };
    }
    let whole = digits(0);
    let mut length = whole;
    if at(whole) == b'.' {
        let fraction = digits(whole + 1);
        // `0.xy` is an index with a swizzle; `0.5`, `1.` and `1.e3` are numbers.
        let is_name = is_word(at(whole + 1)) && exponent(whole + 1) == 0;
        if fraction > 0 || (whole > 0 && !is_name) {
            length += 1 + fraction;
        }
    }
    if length > 0 {
        length + exponent(length)
    } else {
        0
    }
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
