//! Comments of the disassembler that the assembler reads back: `//@ w1 w2 w3` behind a slot gives
//! its words (word 0 is always zero), `//@ idle constant` on a line of its own says how the program
//! fills idle output ports.

use crate::encode::{Filler, Words};
use retroshade_diagnostics::{FileId, Span};

/// What starts such a comment.
pub(super) const MARK: &str = "//@ ";
/// The line that says that idle output ports point at a constant.
pub(super) const IDLE_CONSTANT: &str = "//@ idle constant";

/// The filler that a text asks for.
pub(super) fn filler(text: &str) -> Filler {
    if text.lines().any(|line| line.trim() == IDLE_CONSTANT) {
        Filler::Constant
    } else {
        Filler::Output
    }
}

/// Where lines start, and which of them end with words.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<usize>,
    words: Vec<Option<(Words, Span)>>,
}

impl Lines {
    /// Looks through a text.
    pub(super) fn of(file: FileId, text: &str) -> Lines {
        let mut lines = Lines {
            starts: Vec::new(),
            words: Vec::new(),
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let mut found = None;
            if let Some(at) = line.find(MARK) {
                let rest = line.get(at + MARK.len()..).unwrap_or("");
                if let Some(words) = three_words(rest) {
                    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                    let end = start + line.trim_end().len();
                    let span = Span::new(file, offset(start + at), offset(end));
                    found = Some((words, span));
                }
            }
            lines.starts.push(start);
            lines.words.push(found);
            start += line.len();
        }
        lines
    }

    /// The words behind the line on which a span ends.
    pub(super) fn words_after(&self, span: Span) -> Option<(Words, Span)> {
        let end = (span.end as usize).saturating_sub(1);
        let line = self.starts.partition_point(|start| *start <= end);
        *self.words.get(line.checked_sub(1)?)?
    }
}

fn three_words(text: &str) -> Option<Words> {
    let mut words = [0; 4];
    let mut parts = text.split_whitespace();
    for word in words.iter_mut().skip(1) {
        let part = parts.next().filter(|part| part.len() == 8)?;
        *word = u32::from_str_radix(part, 16).ok()?;
    }
    parts.next().is_none().then_some(words)
}
