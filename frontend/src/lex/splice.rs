//! Removal of the byte order mark and of line continuations, with the way back to the original bytes.

use std::borrow::Cow;

/// A text without continuations.
#[derive(Debug)]
pub(crate) struct Spliced {
    /// What is scanned.
    pub(crate) text: String,
    /// From which position of `text` on how many bytes were dropped before it; ascending.
    dropped: Vec<(u32, u32)>,
}

impl Spliced {
    /// Drops a leading byte order mark and every backslash that ends a line, with the line end.
    pub(crate) fn new(original: &str) -> Spliced {
        let body = original.strip_prefix('\u{feff}').unwrap_or(original);
        let mark = original.len() - body.len();
        let mut spliced = Spliced {
            text: String::with_capacity(body.len()),
            dropped: Vec::new(),
        };
        if mark > 0 {
            spliced.dropped.push((0, mark as u32));
        }
        let mut rest = body;
        let mut total = mark;
        while let Some(index) = rest.find('\\') {
            let (before, tail) = rest.split_at(index);
            spliced.text.push_str(before);
            match line_end(tail.get(1..).unwrap_or("")) {
                0 => {
                    spliced.text.push('\\');
                    rest = tail.get(1..).unwrap_or("");
                }
                length => {
                    total += 1 + length;
                    spliced
                        .dropped
                        .push((spliced.text.len() as u32, total as u32));
                    rest = tail.get(1 + length..).unwrap_or("");
                }
            }
        }
        spliced.text.push_str(rest);
        spliced
    }

    /// The position in the original text of a position in [`Spliced::text`].
    #[inline]
    pub(crate) fn original(&self, position: usize) -> u32 {
        let position = position as u32;
        if self.dropped.is_empty() {
            return position;
        }
        let count = self.dropped.partition_point(|&(at, _)| at <= position);
        let dropped = count
            .checked_sub(1)
            .and_then(|index| self.dropped.get(index));
        position + dropped.map_or(0, |&(_, total)| total)
    }

    /// Like [`Spliced::original`] for the end of a token: what was dropped right behind it is not part
    /// of it.
    #[inline]
    pub(crate) fn original_end(&self, position: usize) -> u32 {
        match position {
            0 => 0,
            _ if self.dropped.is_empty() => position as u32,
            _ => self.original(position - 1) + 1,
        }
    }
}

/// A text without continuations, for words that are compared or kept.
pub(crate) fn without_continuations(text: &str) -> Cow<'_, str> {
    if text.contains('\\') {
        Spliced::new(text).text.into()
    } else {
        text.into()
    }
}

/// The length of the line end that a text begins with: LF, CR or CR LF.
fn line_end(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_lead_back() {
        let spliced = Spliced::new("\u{feff}ab\\\r\ncd\\\nef\\x");
        assert_eq!(spliced.text, "abcdef\\x");
        assert_eq!(spliced.original(0), 3);
        assert_eq!(spliced.original(2), 8);
        assert_eq!(spliced.original(4), 12);
        assert_eq!(spliced.original_end(2), 5);
        assert_eq!(spliced.original_end(8), 16);
    }

    #[test]
    fn consecutive_continuations() {
        let spliced = Spliced::new("a\\\n\\\nb");
        assert_eq!(spliced.text, "ab");
        assert_eq!(spliced.original(1), 5);
    }
}
