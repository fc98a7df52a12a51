//! The files of a compilation, with their lines.

use super::text::Text;
use crate::plain;
use lsp_types::Range;
use retroshade_diagnostics::{FileId, SourceMap, Span};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// The files of a source map with the beginnings of their lines.
pub(super) struct Files {
    files: Vec<(PathBuf, OnceCell<Text>)>,
}

impl Files {
    pub(super) fn new(sources: &SourceMap) -> Files {
        let files = sources.files();
        let files = files.map(|(_, file)| (plain(Path::new(&file.name)), OnceCell::new()));
        Files {
            files: files.collect(),
        }
    }

    /// The path of a file.
    pub(super) fn path(&self, file: FileId) -> Option<&Path> {
        self.files
            .get(file.0 as usize)
            .map(|(path, _)| path.as_path())
    }

    /// A file's text.
    pub(super) fn text(&self, sources: &SourceMap, file: FileId) -> Option<&Text> {
        let (_, text) = self.files.get(file.0 as usize)?;
        let source = sources.file(file)?;
        Some(text.get_or_init(|| Text::new(source.text.as_str())))
    }

    /// The ranges of a span in its file.
    pub(super) fn range(&self, sources: &SourceMap, span: Span) -> Option<(&Path, Range)> {
        let text = self.text(sources, span.file)?;
        let range = text.range(span.start as usize, span.end as usize);
        Some((self.path(span.file)?, range))
    }

    /// The files of a path: several where it is included more than once.
    pub(super) fn of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = FileId> + 'a {
        let numbered = self.files.iter().enumerate();
        let found = numbered.filter(move |(_, (other, _))| other == path);
        found.map(|(index, _)| FileId(index as u32))
    }
}
