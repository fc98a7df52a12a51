//! Places in texts: bytes, and units of UTF-16, which browsers count.

/// The units of UTF-16 before a byte.
pub(super) fn units(text: &str, byte: u64) -> usize {
    let end = usize::try_from(byte).map_or(text.len(), |byte| byte.min(text.len()));
    let before = text.get(..end).unwrap_or(text);
    before.encode_utf16().count()
}

/// The byte of the letter that has a unit of UTF-16, the end of the text behind the last.
pub(super) fn byte_of(text: &str, unit: usize) -> usize {
    let mut units = 0;
    let found = text.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > unit
    });
    found.map_or(text.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_units_are_each_others_inverse() {
        let text = "a é 😀 b";
        for (unit, byte) in [(0, 0), (2, 2), (3, 4), (4, 5), (6, 9), (7, 10), (8, 11)] {
            assert_eq!(byte_of(text, unit), byte, "{unit}");
            assert_eq!(units(text, byte as u64), unit, "{byte}");
        }
        // In the middle of a letter, and behind the text.
        assert_eq!((byte_of(text, 5), byte_of(text, 99)), (5, 11));
    }
}
