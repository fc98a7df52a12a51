//! Text that remembers where each of its pieces came from.

use retroshade_diagnostics::{FileId, Span};

/// Where each byte of a printed text came from: the start of a piece and its source, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextMap {
    entries: Vec<(u32, Span)>,
    /// The text is that of this file.
    whole: Option<FileId>,
}

impl TextMap {
    /// The map of a text that is the source itself.
    pub(crate) fn identity(file: FileId) -> TextMap {
        TextMap {
            entries: Vec::new(),
            whole: Some(file),
        }
    }

    /// The source of the piece that holds a byte; [`Span::NONE`] before the first piece.
    pub fn lookup(&self, offset: u32) -> Span {
        if let Some(file) = self.whole {
            return Span::new(file, offset, offset.saturating_add(1));
        }
        let after = self.entries.partition_point(|&(start, _)| start <= offset);
        match after.checked_sub(1).and_then(|at| self.entries.get(at)) {
            Some(&(_, span)) => span,
            None => Span::NONE,
        }
    }

    /// The source of a range of bytes: from the piece at its start to the piece at its last byte.
    pub fn lookup_range(&self, start: u32, end: u32) -> Span {
        if self.whole.is_some() {
            let first = self.lookup(start);
            return if end <= start + 1 {
                first
            } else {
                first.to(self.lookup(end - 1))
            };
        }
        let after = self.entries.partition_point(|&(at, _)| at <= start);
        // A range covers few pieces.
        let rest = self.entries.get(after..).unwrap_or_default();
        let more = rest.iter().take_while(|&&(at, _)| at < end).count();
        let source = |after: usize| {
            let piece = after.checked_sub(1).and_then(|at| self.entries.get(at));
            piece.map_or(Span::NONE, |&(_, span)| span)
        };
        source(after).to(source(after + more))
    }
}

/// Collects text and its [`TextMap`].
#[derive(Debug)]
pub(super) struct Writer {
    text: String,
    map: TextMap,
    /// The source of what is written next.
    span: Span,
}

impl Writer {
    /// No text yet.
    pub(super) fn new() -> Writer {
        Writer {
            text: String::with_capacity(1024),
            map: TextMap {
                entries: Vec::with_capacity(64),
                whole: None,
            },
            span: Span::NONE,
        }
    }

    /// Everything written from here on came from `span`.
    pub(super) fn at(&mut self, span: Span) {
        if span.is_none() || self.span == span {
            return;
        }
        self.span = span;
        let start = self.text.len() as u32;
        match self.map.entries.last_mut() {
            Some(last) if last.0 == start => last.1 = span,
            _ => self.map.entries.push((start, span)),
        }
    }

    /// Appends text.
    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The text and its map, put behind a text that has none.
    pub(super) fn finish(self, mut head: String) -> (String, TextMap) {
        let shift = head.len() as u32;
        head.reserve_exact(self.text.len());
        head.push_str(&self.text);
        let mut map = self.map;
        for entry in &mut map.entries {
            entry.0 += shift;
        }
        (head, map)
    }
}
