//! Source files and byte ranges in them.

/// A file of one [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A range of bytes in one file, `start` inclusive, `end` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file, or [`FileId`] `u32::MAX` for a place no file has.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of what no text stands for, such as an instruction that a pass invented.
    pub const NONE: Span = Span {
        file: FileId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.file == Span::NONE.file
    }

    /// The smallest span that covers both; `self` where they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return if self.is_none() { other } else { self };
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// One text the user gave: a source file, an include, standard input, an assembly file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name as opened, `<stdin>` for standard input.
    pub name: String,
    /// The whole text, in original spelling.
    pub text: String,
    /// The `#include` line that opened it.
    pub included_from: Option<Span>,
}

/// All texts of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a text and returns its name in spans.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of an id; `None` for an id of another map or of [`Span::NONE`].
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The text of a span; empty where the span names none.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .and_then(|file| file.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// All files in the order of their ids.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(index, file)| (FileId(index as u32), file))
    }
}
