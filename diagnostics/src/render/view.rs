//! The source map as codespan-reporting wants to see it.

use super::printable::{printable, printable_source};
use crate::{Diagnostic, FileId, SourceMap, Span};
use codespan_reporting::files::{Error, Files};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of a line beyond which it is not shown.
const LONG_LINE: usize = 1000;

/// Lines of a label beyond which only its first is marked.
const LABEL_LINES: u32 = 12;

/// Lines of one file that have the same file name: `#line` may give several names to one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    file: FileId,
    /// A line of the part, by which its name is found.
    line: u32,
}

/// The files of a source map.
pub(super) struct View<'a> {
    sources: &'a SourceMap,
}

impl<'a> View<'a> {
    pub(super) fn new(sources: &'a SourceMap) -> View<'a> {
        View { sources }
    }

    /// A span as a range that is safe to show: inside the text, on character boundaries, not endless.
    pub(super) fn range(&self, span: Span) -> Option<(Part, Range<usize>)> {
        let text = &self.sources.file(span.file)?.text;
        let floor = |byte: u32| {
            let byte = (byte as usize).min(text.len());
            (0..=byte)
                .rev()
                .find(|&byte| text.is_char_boundary(byte))
                .unwrap_or(0)
        };
        let start = floor(span.start);
        let mut end = floor(span.end).max(start);
        let first = self.sources.line_index(span.file, start as u32);
        let last = self.sources.line_index(span.file, end as u32);
        let name = self.sources.name_at(span.file, first);
        if last - first > LABEL_LINES || self.sources.name_at(span.file, last) != name {
            let line = self.sources.line_range(span.file, first);
            let line_text = text.get(line.clone()).unwrap_or("");
            end = (line.start + line_text.trim_end().len()).max(start);
        }
        Some((
            Part {
                file: span.file,
                line: self.part_line(span.file, first),
            },
            start..end,
        ))
    }

    /// A line that stands for all of the same name: the first line, or the line itself.
    fn part_line(&self, file: FileId, line: u32) -> u32 {
        if self.sources.name_at(file, 0) == self.sources.name_at(file, line) {
            0
        } else {
            self.sources.name_start(file, line)
        }
    }

    /// True if a label stands in a line that is too long to be shown.
    pub(super) fn has_long_line(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic
            .primary
            .iter()
            .chain(&diagnostic.secondary)
            .any(|label| {
                let index = self.sources.line_index(label.span.file, label.span.start);
                self.sources.line_range(label.span.file, index).len() > LONG_LINE
            })
    }
}

impl<'a> Files<'a> for View<'_> {
    type FileId = Part;
    type Name = Cow<'a, str>;
    type Source = Cow<'a, str>;

    fn name(&'a self, part: Part) -> Result<Cow<'a, str>, Error> {
        let name = self.sources.name_at(part.file, part.line);
        Ok(match printable(name) {
            Cow::Borrowed(name) => name.into(),
            Cow::Owned(name) => name.into(),
        })
    }

    fn source(&'a self, part: Part) -> Result<Cow<'a, str>, Error> {
        let text = &self.sources.file(part.file).ok_or(Error::FileMissing)?.text;
        Ok(printable_source(text))
    }

    fn line_index(&'a self, part: Part, byte: usize) -> Result<usize, Error> {
        let byte = u32::try_from(byte).unwrap_or(u32::MAX);
        Ok(self.sources.line_index(part.file, byte) as usize)
    }

    fn line_number(&'a self, part: Part, index: usize) -> Result<usize, Error> {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Ok(self.sources.line_number(part.file, index) as usize)
    }

    fn line_range(&'a self, part: Part, index: usize) -> Result<Range<usize>, Error> {
        let given = u32::try_from(index).unwrap_or(u32::MAX);
        let lines = self.sources.line_count(part.file) as usize;
        if index < lines {
            Ok(self.sources.line_range(part.file, given))
        } else {
            Err(Error::LineTooLarge {
                given: index,
                max: lines.saturating_sub(1),
            })
        }
    }
}
