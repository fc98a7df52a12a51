//! A program as lines of text, and what a change of it is.

use super::line::Line;
use super::syntax::Syntax;
use retroshade_kit::reflect::{Number, Reflection};
use std::ops::Range;

/// The lines of a program. Behind those of the disassembly stands a line for each register of literals that the
/// application loads: they are as much a part of the program as those in its code.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    pub(super) lines: Vec<Line>,
    /// How many lines are code.
    code: usize,
}

/// A change of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Bytes of a line become others.
    Replace {
        line: usize,
        bytes: Range<usize>,
        with: String,
    },
    /// Two lines change places.
    Swap(usize, usize),
    /// A line goes.
    Remove(usize),
}

/// A changed program.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub(super) text: String,
    pub(super) record: Reflection,
    /// The lines before and after, for people.
    pub(super) what: String,
}

impl Listing {
    pub(super) fn new(text: &str, record: &Reflection, syntax: &Syntax) -> Listing {
        let mut lines: Vec<Line> = text.lines().map(|line| Line::new(line, syntax)).collect();
        let code = lines.len();
        let loaded = record
            .constants
            .iter()
            .filter(|constant| !constant.embedded);
        lines.extend(loaded.map(|constant| {
            let values = constant
                .value
                .iter()
                .map(|number| format!("{:?}", number.0));
            let values: Vec<String> = values.collect();
            Line::new(
                &format!("{}: {}", constant.register, values.join(" ")),
                syntax,
            )
        }));
        Listing { lines, code }
    }

    /// The lines of code.
    pub(super) fn code(&self) -> &[Line] {
        self.lines.get(..self.code).unwrap_or_default()
    }

    /// Applies a change; `None` where a literal becomes no number, or would go.
    pub(super) fn changed(&self, change: &Change, record: &Reflection) -> Option<Changed> {
        let mut texts: Vec<String> = self.lines.iter().map(|line| line.text.clone()).collect();
        let what = match change {
            Change::Replace { line, bytes, with } => {
                let text = texts.get_mut(*line)?;
                let old = text.clone();
                text.get(bytes.clone())?;
                text.replace_range(bytes.clone(), with);
                format!("{} -> {}", old.trim(), text.trim())
            }
            Change::Swap(one, other) => {
                let what = format!(
                    "{} <-> {}",
                    texts.get(*one)?.trim(),
                    texts.get(*other)?.trim()
                );
                texts.swap(*one, *other);
                what
            }
            Change::Remove(line) if *line < self.code => {
                format!("{} ->", texts.get_mut(*line).map(std::mem::take)?.trim())
            }
            Change::Remove(_) => return None,
        };
        let mut record = record.clone();
        let loaded = record
            .constants
            .iter_mut()
            .filter(|constant| !constant.embedded);
        for (constant, text) in loaded.zip(texts.get(self.code..)?) {
            let (_, numbers) = text.split_once(": ")?;
            let numbers = numbers
                .split(' ')
                .map(|number| number.parse().ok().map(Number));
            constant.value = numbers.collect::<Option<_>>()?;
        }
        let text = texts.get(..self.code)?.join("\n") + "\n";
        Some(Changed { text, record, what })
    }
}
