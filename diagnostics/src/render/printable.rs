//! Characters that a terminal would obey rather than show: control characters, and those that turn the direction of
//! text, with which a line can read as another than it is (CVE-2021-42574).

use std::borrow::Cow;

/// A text without what a terminal would obey; line ends stay. A mark stands for each such character.
pub fn printable(text: &str) -> Cow<'_, str> {
    shown(text, &['\n'])
}

/// A source's text without what a terminal would obey. Every position stays the same.
pub(super) fn printable_source(text: &str) -> Cow<'_, str> {
    shown(text, &['\n', '\r', '\t'])
}

fn shown<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    let is_obeyed = |c: char| (c.is_control() && !kept.contains(&c)) || turns(c);
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mark = |c: char| match c {
        c if !is_obeyed(c) => c,
        // Marks of one column that have as many bytes.
        c => match c.len_utf8() {
            1 => '?',
            2 => '¿',
            _ => '\u{fffd}',
        },
    };
    Cow::Owned(text.chars().map(mark).collect())
}

/// True for the characters with Unicode's property `Bidi_Control`.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_as_many_bytes_as_what_they_stand_for() {
        let text = "a\u{1b}[2J\u{9b}K\u{61c}\u{202e}b\u{2066}c\u{200f}\u{7f}\té";
        let source = printable_source(text);
        assert_eq!(source, "a?[2J¿K¿\u{fffd}b\u{fffd}c\u{fffd}?\té");
        assert_eq!(source.len(), text.len());
        assert_eq!(printable("a\tb\nc\r\u{2069}"), "a?b\nc?\u{fffd}");
        // Letters of both directions are letters.
        assert!(matches!(printable("שלום = 1"), Cow::Borrowed(_)));
    }
}
