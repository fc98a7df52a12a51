//! Places in a text as editors count them: lines from 0, units of UTF-16 in a line.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use std::sync::Arc;

/// A text with the beginnings of its lines.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) text: Arc<str>,
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: impl Into<Arc<str>>) -> Text {
        let text = text.into();
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|&(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let starts = std::iter::once(0)
            .chain(ends.map(|(at, _)| at + 1))
            .collect();
        Text { text, starts }
    }

    /// The line of a byte, from 0.
    pub(super) fn line_of(&self, byte: usize) -> u32 {
        let line = self.starts.partition_point(|&start| start <= byte);
        line.saturating_sub(1) as u32
    }

    /// The place of a byte; the nearest before it that is no middle of a character.
    pub(super) fn position(&self, byte: usize) -> Position {
        let line = self.line_of(byte);
        let start = self.starts.get(line as usize).copied().unwrap_or(0);
        let mut end = byte.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.text.get(start..end).unwrap_or("");
        Position::new(line, before.encode_utf16().count() as u32)
    }

    /// The byte of a place: the end of its line, or of the text, where there is no such place.
    pub(super) fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.text.len());
        let content = self.text.get(start..end).unwrap_or("");
        let content = content.trim_end_matches(['\n', '\r']);
        let mut units = 0;
        for (at, letter) in content.char_indices() {
            units += letter.len_utf16() as u32;
            if units > position.character {
                return start + at;
            }
        }
        start + content.len()
    }

    /// The range of bytes from `start` to `end`.
    pub(super) fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// The text after an edit.
    pub(super) fn edited(&self, change: &TextDocumentContentChangeEvent) -> Text {
        let Some(range) = change.range else {
            return Text::new(change.text.as_str());
        };
        let (from, to) = (self.byte(range.start), self.byte(range.end));
        let (from, to) = (from.min(to), from.max(to));
        Text::new(self.replaced(from, to, &change.text))
    }

    /// The text with other text from byte `from` to byte `to`, which must lie between characters.
    pub(super) fn replaced(&self, from: usize, to: usize, with: &str) -> String {
        let before = self.text.get(..from).unwrap_or("");
        let after = self.text.get(to..).unwrap_or("");
        [before, with, after].concat()
    }

    /// A line without its end.
    pub(super) fn line(&self, line: u32) -> &str {
        let start = self.starts.get(line as usize).copied();
        let end = self.starts.get(line as usize + 1).copied();
        let range = start.unwrap_or(self.text.len())..end.unwrap_or(self.text.len());
        self.text
            .get(range)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_units_of_utf16() {
        let text = Text::new("a é 😀 b\r\nc\rd\n");
        let place = |line, character| Position::new(line, character);
        for (byte, position) in [
            (0, place(0, 0)),
            (4, place(0, 3)),
            (5, place(0, 4)),
            (9, place(0, 6)),
            (10, place(0, 7)),
            (13, place(1, 0)),
            (15, place(2, 0)),
            (17, place(3, 0)),
        ] {
            assert_eq!(text.position(byte), position, "{byte}");
            assert_eq!(text.byte(position), byte, "{byte}");
        }
        // In the middle of a character, behind a line, behind the text.
        assert_eq!(text.position(7), place(0, 4));
        assert_eq!(text.byte(place(0, 5)), 5);
        assert_eq!(text.byte(place(0, 99)), 11);
        assert_eq!(text.byte(place(99, 0)), 17);
        assert_eq!(text.line(0), "a é 😀 b");
    }

    #[test]
    fn edits_replace_ranges() {
        let change = |range, text: &str| TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_owned(),
        };
        let range = |from: (u32, u32), to: (u32, u32)| {
            Some(Range::new(
                Position::new(from.0, from.1),
                Position::new(to.0, to.1),
            ))
        };
        let text = Text::new("one 😀\ntwo\n");
        let edited = |range, with| text.edited(&change(range, with)).text.to_string();
        assert_eq!(edited(range((0, 4), (0, 6)), "x"), "one x\ntwo\n");
        assert_eq!(edited(range((0, 5), (1, 3)), "\n"), "one \n\n");
        assert_eq!(edited(range((1, 3), (0, 3)), ""), "one\n");
        assert_eq!(edited(range((9, 9), (9, 9)), "end"), "one 😀\ntwo\nend");
        assert_eq!(edited(None, "new"), "new");
    }
}
