//! Dumps of Mesa's driver for the Mali-400 (`LIMA_DEBUG=dump`): a line that names a program, then its words in braces, with
//! their offsets in comments.
//!
//! ```text
//! add vs at va 101000
//! {
//!     0xad4ad6b5, 0x438002b5, 0x0007ff80, 0x000ad500, /* 0x00000000 */
//! }
//! ```

use super::{Collection, Found};
use crate::Stage;
use crate::registry::mali;
use std::collections::BTreeSet;

/// What the lines before programs begin with.
const MARKS: [(&str, Stage); 2] = [
    ("add vs at va ", Stage::Vertex),
    ("add fs at va ", Stage::Fragment),
];

/// True if bytes are such a dump.
pub(super) fn is_dump(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| text.lines().any(|line| stage_of(line).is_some()))
}

fn stage_of(line: &str) -> Option<Stage> {
    let found = MARKS.iter().find(|(mark, _)| line.starts_with(mark));
    found.map(|(_, stage)| *stage)
}

/// Finds the programs in a dump, each once.
pub(super) fn find(bytes: &[u8]) -> Collection {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let mut programs = Vec::new();
    let mut known = BTreeSet::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let behind = start + line.len();
        if let Some(stage) = stage_of(line)
            && let Some(words) = braces(text.get(behind..).unwrap_or(""))
            && known.insert(words.clone())
        {
            programs.push(Found::of_words(mali(), stage, start, words));
        }
        start = behind;
    }
    Collection {
        programs,
        faults: Vec::new(),
        searched: "`add vs at va` and `add fs at va` with the words of a program in braces"
            .to_owned(),
    }
}

/// The words of a list in braces at the start of a text, as bytes.
fn braces(text: &str) -> Option<Vec<u8>> {
    let inside = text.trim_start().strip_prefix('{')?;
    let (inside, _) = inside.split_once('}')?;
    let mut bytes = Vec::new();
    for line in inside.lines() {
        let (words, _) = line.split_once("/*").unwrap_or((line, ""));
        for word in words
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let word = u32::from_str_radix(word.strip_prefix("0x")?, 16).ok()?;
            bytes.extend(word.to_le_bytes());
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}
