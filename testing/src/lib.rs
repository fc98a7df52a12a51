//! What the tests of all crates share: expected texts in files, the one switch that rewrites them, and places marked in texts.
//!
//! A test computes a text and compares it with a committed file. With the environment variable
//! `RETROSHADE_BLESS` set to `1` the file is written instead; any other value, or none, compares.

#![forbid(unsafe_code)]

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A text without the marks `«` and `»`, and the bytes that stand between them: where a message is to point.
///
/// # Panics
/// If there are no marks.
pub fn marked(text: &str) -> (String, Range<u32>) {
    let (before, rest) = text.split_once('«').expect("a mark");
    let (place, after) = rest.split_once('»').expect("a second mark");
    let start = before.len() as u32;
    (
        [before, place, after].concat(),
        start..start + place.len() as u32,
    )
}

/// True if expected texts are to be written instead of compared.
pub fn blessing() -> bool {
    std::env::var_os("RETROSHADE_BLESS").is_some_and(|value| value == "1")
}

/// Compares a text with the file that holds the expected one, or writes the file when blessing. Folders
/// on the way to it are created.
///
/// # Errors
/// A unified diff where the texts differ; a file that cannot be read or written.
pub fn expect_file(path: &Path, found: &str) -> Result<(), String> {
    let describe = |fault: std::io::Error| format!("{}: {fault}", path.display());
    if blessing() {
        return std::fs::create_dir_all(path.parent().unwrap_or(path))
            .and_then(|()| std::fs::write(path, found))
            .map_err(describe);
    }
    let expected = std::fs::read_to_string(path).map_err(describe)?;
    match difference(&expected, found) {
        None => Ok(()),
        Some(diff) => Err(format!("{} differs:\n{diff}", path.display())),
    }
}

/// Compares texts with their files, as [`expect_file`] does.
///
/// # Panics
/// With the differences of all that differ.
pub fn expect_files(files: &[(PathBuf, String)]) {
    let wrong = files
        .iter()
        .filter_map(|(path, text)| expect_file(path, text).err());
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// Compares the part of a file between two marks, or replaces that part when blessing.
///
/// # Errors
/// A unified diff where the texts differ; a file without the marks, or one that cannot be read or written.
pub fn expect_part(path: &Path, begin: &str, end: &str, found: &str) -> Result<(), String> {
    let describe = |fault: std::io::Error| format!("{}: {fault}", path.display());
    let text = std::fs::read_to_string(path).map_err(describe)?;
    let parts = text.split_once(begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else {
        return Err(format!(
            "{}: no part between `{}` and `{}`",
            path.display(),
            begin.trim_end(),
            end.trim_end()
        ));
    };
    expect_file(path, &format!("{before}{begin}{found}{end}{after}"))
}

/// A unified diff of two texts with three lines of context; `None` where they are equal.
pub fn difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let diff = similar::TextDiff::from_lines(expected, found);
    let mut unified = diff.unified_diff();
    unified.header("expected", "found");
    Some(unified.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    }

    #[test]
    fn a_difference_shows_both_lines_and_their_place() {
        let diff = difference("a\nb\nc\n", "a\nx\nc\n").expect("different texts");
        assert_eq!(
            diff,
            "--- expected\n+++ found\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"
        );
    }

    #[test]
    fn a_missing_line_end_is_a_difference() {
        assert!(difference("a\n", "a").is_some());
    }
}
