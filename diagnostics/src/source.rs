//! Source files, byte ranges in them, and the way from a byte to the line a user knows.

use std::sync::OnceLock;

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

    /// True if this is [`Span::NONE`].
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

    /// True if `other` lies inside this span.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
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

impl SourceFile {
    /// A file that no other included.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        SourceFile {
            name: name.into(),
            text: text.into(),
            included_from: None,
        }
    }
}

/// A `#line` directive: what the lines after it are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDirective {
    /// The directive, up to the end of its line.
    pub span: Span,
    /// The number of the line after the directive.
    pub line: u32,
    /// The file name from there on; `None` keeps the one in force.
    pub name: Option<String>,
}

/// A use of a macro in the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro's name with its arguments, at the place of use.
    pub use_site: Span,
    /// The macro's name where it is defined.
    pub definition: Span,
    /// From the macro's name to the last token of its body.
    pub body: Span,
}

/// A place as a user reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the file, as `#line` gives it.
    pub file: &'a str,
    /// The line, as `#line` counts it, 1 for the first.
    pub line: u32,
    /// The character within the line, 1 for the first; a tab is one character.
    pub column: u32,
}

/// All texts of one compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Entry>,
    expansions: Vec<Expansion>,
}

#[derive(Clone, Debug)]
struct Entry {
    file: SourceFile,
    /// Offsets at which lines begin; only messages and `#line` ask for them.
    lines: OnceLock<Vec<u32>>,
    /// In the order of their places.
    directives: Vec<Renumbering>,
}

#[derive(Clone, Debug)]
struct Renumbering {
    /// Index of the first line that is renamed.
    from: u32,
    /// The number of that line.
    line: u32,
    /// In force from there on; `None` is the name of the file.
    name: Option<String>,
}

impl Entry {
    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| line_starts(&self.file.text))
    }
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a text and returns its name in spans.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(Entry {
            file,
            lines: OnceLock::new(),
            directives: Vec::new(),
        });
        FileId(self.files.len() as u32 - 1)
    }

    /// Puts a folder before every name that is a relative path, for messages that are read in another folder.
    pub fn move_into(&mut self, folder: &str) {
        let moved = |name: &mut String| {
            if !name.starts_with(['/', '<']) && !std::path::Path::new(&**name).is_absolute() {
                *name = format!("{folder}/{name}");
            }
        };
        for entry in &mut self.files {
            moved(&mut entry.file.name);
        }
    }

    /// Records a `#line`. Those of one file must come in the order of their places.
    pub fn add_line_directive(&mut self, directive: LineDirective) {
        let from = self.line_index(directive.span.file, directive.span.end) + 1;
        if let Some(entry) = self.files.get_mut(directive.span.file.0 as usize) {
            let name = directive
                .name
                .or_else(|| entry.directives.last()?.name.clone());
            entry.directives.push(Renumbering {
                from,
                line: directive.line,
                name,
            });
        }
    }

    /// Records a use of a macro, for the notes of messages.
    pub fn add_expansion(&mut self, expansion: Expansion) {
        self.expansions.push(expansion);
    }

    /// The innermost recorded use of a macro around a place.
    pub fn expansion_at(&self, span: Span) -> Option<Expansion> {
        let around = self
            .expansions
            .iter()
            .filter(|expansion| expansion.use_site.contains(span));
        around
            .min_by_key(|expansion| expansion.use_site.end - expansion.use_site.start)
            .copied()
    }

    /// The file of an id; `None` for an id of another map or of [`Span::NONE`].
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.entry(id).map(|entry| &entry.file)
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
            .map(|(index, entry)| (FileId(index as u32), &entry.file))
    }

    /// Where a span begins, in the user's terms; `None` for a span of no file.
    pub fn place(&self, span: Span) -> Option<Place<'_>> {
        let (index, before) = self.before(span)?;
        let column = before.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32 + 1;
        let line = self.line_number(span.file, index);
        Some(Place {
            file: self.name_at(span.file, index),
            line,
            column,
        })
    }

    /// The column of [`SourceMap::place`] in units of UTF-16, in which editors count.
    pub fn utf16_column(&self, span: Span) -> Option<u32> {
        let (_, before) = self.before(span)?;
        let characters = before.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        // What takes four bytes in UTF-8 takes two units in UTF-16.
        let pairs = before.iter().filter(|&&byte| byte >= 0xf0).count();
        Some((characters + pairs) as u32 + 1)
    }

    /// The physical line in which a span begins, and the bytes of that line before it.
    fn before(&self, span: Span) -> Option<(u32, &[u8])> {
        let entry = self.entry(span.file)?;
        let index = self.line_index(span.file, span.start);
        let range = self.line_range(span.file, index);
        let end = (span.start as usize).min(entry.file.text.len());
        let bytes = entry.file.text.as_bytes();
        let before = bytes.get(range.start..end.max(range.start));
        Some((index, before.unwrap_or(&[])))
    }

    fn entry(&self, id: FileId) -> Option<&Entry> {
        self.files.get(id.0 as usize)
    }

    /// The physical line of a byte, 0 for the first; the last line for bytes beyond the end.
    pub(crate) fn line_index(&self, id: FileId, byte: u32) -> u32 {
        let Some(entry) = self.entry(id) else {
            return 0;
        };
        (entry.lines().partition_point(|&start| start <= byte) as u32).saturating_sub(1)
    }

    /// The bytes of a physical line, line end included; empty for a line that is not there.
    pub(crate) fn line_range(&self, id: FileId, index: u32) -> std::ops::Range<usize> {
        let Some(entry) = self.entry(id) else {
            return 0..0;
        };
        let length = entry.file.text.len();
        let lines = entry.lines();
        let at = |index: u32| {
            lines
                .get(index as usize)
                .map_or(length, |&start| start as usize)
        };
        at(index)..at(index.saturating_add(1))
    }

    /// The number by which a user knows a physical line; at least 1.
    pub(crate) fn line_number(&self, id: FileId, index: u32) -> u32 {
        let number = match self.renumbering(id, index) {
            Some(directive) => directive.line.saturating_add(index - directive.from),
            None => index.saturating_add(1),
        };
        number.max(1)
    }

    /// The file name in force at a physical line.
    pub(crate) fn name_at(&self, id: FileId, index: u32) -> &str {
        let renamed = self
            .renumbering(id, index)
            .and_then(|directive| directive.name.as_deref());
        renamed
            .or_else(|| self.file(id).map(|file| file.name.as_str()))
            .unwrap_or("")
    }

    /// The number of lines that a file has; a line end at the end of the text begins another.
    pub(crate) fn line_count(&self, id: FileId) -> u32 {
        self.entry(id).map_or(0, |entry| entry.lines().len() as u32)
    }

    /// The first line of the `#line` directive that is in force at a line.
    pub(crate) fn name_start(&self, id: FileId, index: u32) -> u32 {
        self.renumbering(id, index)
            .map_or(0, |directive| directive.from)
    }

    fn renumbering(&self, id: FileId, index: u32) -> Option<&Renumbering> {
        let directives = &self.entry(id)?.directives;
        let count = directives.partition_point(|directive| directive.from <= index);
        directives.get(count.checked_sub(1)?)
    }
}

/// Where each line begins. CR, LF and CR LF end a line.
fn line_starts(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut starts = vec![0];
    for (index, &byte) in bytes.iter().enumerate() {
        let ends = byte == b'\n' || byte == b'\r' && bytes.get(index + 1) != Some(&b'\n');
        if ends {
            starts.push(index as u32 + 1);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(sources: &SourceMap, file: FileId, byte: u32) -> (String, u32, u32) {
        let place = sources
            .place(Span::new(file, byte, byte))
            .expect("a file of the map");
        (place.file.to_owned(), place.line, place.column)
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("a", "x\r\n\té=\ry"));
        assert_eq!(place(&sources, file, 0), ("a".into(), 1, 1));
        assert_eq!(place(&sources, file, 6), ("a".into(), 2, 3));
        assert_eq!(place(&sources, file, 8), ("a".into(), 3, 1));
        assert_eq!(place(&sources, file, 999), ("a".into(), 3, 2));
        assert_eq!(sources.place(Span::NONE), None);
    }

    #[test]
    fn line_directives_rename_what_follows() {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("a", "1\n#\n3\n4\n#\n6\n"));
        let at = |start| Span::new(file, start, start + 1);
        let name = Some("b".to_owned());
        sources.add_line_directive(LineDirective {
            span: at(2),
            line: 50,
            name,
        });
        sources.add_line_directive(LineDirective {
            span: at(8),
            line: 0,
            name: None,
        });
        assert_eq!(place(&sources, file, 0), ("a".into(), 1, 1));
        assert_eq!(place(&sources, file, 6), ("b".into(), 51, 1));
        assert_eq!(place(&sources, file, 10), ("b".into(), 1, 1));
    }

    #[test]
    fn the_innermost_expansion_is_found() {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new("a", "F(G)"));
        let span = |start, end| Span::new(file, start, end);
        let outer = Expansion {
            use_site: span(0, 4),
            definition: span(9, 9),
            body: span(9, 9),
        };
        let inner = Expansion {
            use_site: span(2, 3),
            ..outer
        };
        sources.add_expansion(outer);
        sources.add_expansion(inner);
        assert_eq!(sources.expansion_at(span(2, 3)), Some(inner));
        assert_eq!(sources.expansion_at(span(0, 4)), Some(outer));
        assert_eq!(sources.expansion_at(span(4, 5)), None);
    }
}
