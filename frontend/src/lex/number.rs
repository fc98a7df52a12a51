//! Numeric literals.

use super::raw::{Invalid, RawKind};

/// Reads the literal that a text begins with: its value and length in bytes. The text begins with a
/// digit, or with a point and a digit.
///
/// A literal takes all letters, digits and underscores that follow it, so `1x` and `09` are one wrong
/// number and not two tokens.
pub(super) fn scan(text: &str) -> (RawKind, usize) {
    let bytes = text.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    if at(0) == b'0' && matches!(at(1), b'x' | b'X') {
        return hexadecimal(text);
    }
    let digits = |from: usize| from + count(bytes, from, |byte| byte.is_ascii_digit());
    let mut end = digits(0);
    let mut float = false;
    if at(end) == b'.' {
        float = true;
        end = digits(end + 1);
    }
    if matches!(at(end), b'e' | b'E') {
        let sign = usize::from(matches!(at(end + 1), b'+' | b'-'));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            float = true;
            end = exponent;
        }
    }
    let length = end + count(bytes, end, is_word);
    let (body, suffix) = (
        text.get(..end).unwrap_or(""),
        text.get(end..length).unwrap_or(""),
    );
    let kind = match (float, suffix) {
        (true, "") => RawKind::Float(finite(body)),
        (true, "f" | "F") => RawKind::SuffixedFloat(finite(body)),
        (false, "") => integer(body).map_or_else(RawKind::Invalid, RawKind::Int),
        (false, "u" | "U") => integer(body).map_or_else(RawKind::Invalid, RawKind::Uint),
        _ => RawKind::Invalid(Invalid::Number),
    };
    (kind, length)
}

fn hexadecimal(text: &str) -> (RawKind, usize) {
    let bytes = text.as_bytes();
    let end = 2 + count(bytes, 2, |byte| byte.is_ascii_hexdigit());
    let length = end + count(bytes, end, is_word);
    let value = || match text.get(2..end) {
        None | Some("") => Err(Invalid::Hexadecimal),
        Some(digits) => u32::from_str_radix(digits, 16).map_err(|_| Invalid::TooLarge),
    };
    let kind = match text.get(end..length) {
        Some("") => value().map_or_else(RawKind::Invalid, RawKind::Int),
        Some("u" | "U") => value().map_or_else(RawKind::Invalid, RawKind::Uint),
        _ => RawKind::Invalid(Invalid::Hexadecimal),
    };
    (kind, length)
}

/// Decimal digits, or octal ones after a leading zero.
fn integer(digits: &str) -> Result<u32, Invalid> {
    let (digits, radix) = match digits.strip_prefix('0') {
        None | Some("") => (digits, 10),
        Some(octal) => (octal, 8),
    };
    if radix == 8 && digits.bytes().any(|digit| digit > b'7') {
        return Err(Invalid::Octal);
    }
    u32::from_str_radix(digits, radix).map_err(|_| Invalid::TooLarge)
}

/// The nearest float; values beyond the range become the largest finite one, as drivers do.
fn finite(text: &str) -> f32 {
    text.parse::<f32>().unwrap_or(0.0).min(f32::MAX)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn count(bytes: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .skip(from)
        .take_while(|&&byte| wanted(byte))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        assert_eq!(scan("12+"), (RawKind::Int(12), 2));
        assert_eq!(scan("0"), (RawKind::Int(0), 1));
        assert_eq!(scan("017"), (RawKind::Int(15), 3));
        assert_eq!(scan("0x1fU"), (RawKind::Uint(31), 5));
        assert_eq!(scan("4294967295"), (RawKind::Int(u32::MAX), 10));
        assert_eq!(
            scan("4294967296"),
            (RawKind::Invalid(Invalid::TooLarge), 10)
        );
        assert_eq!(scan("08"), (RawKind::Invalid(Invalid::Octal), 2));
        assert_eq!(scan("0x"), (RawKind::Invalid(Invalid::Hexadecimal), 2));
        assert_eq!(scan("1x_2"), (RawKind::Invalid(Invalid::Number), 4));
    }

    #[test]
    fn floats() {
        assert_eq!(scan("1.5;"), (RawKind::Float(1.5), 3));
        assert_eq!(scan("1."), (RawKind::Float(1.0), 2));
        assert_eq!(scan(".5x"), (RawKind::Invalid(Invalid::Number), 3));
        assert_eq!(scan("010.5"), (RawKind::Float(10.5), 5));
        assert_eq!(scan("1e3"), (RawKind::Float(1000.0), 3));
        assert_eq!(scan("1.E-1"), (RawKind::Float(0.1), 5));
        assert_eq!(scan("1e"), (RawKind::Invalid(Invalid::Number), 2));
        assert_eq!(scan("1e40"), (RawKind::Float(f32::MAX), 4));
        assert_eq!(scan("1e-60"), (RawKind::Float(0.0), 5));
        assert_eq!(scan("2.0f"), (RawKind::SuffixedFloat(2.0), 4));
    }
}
