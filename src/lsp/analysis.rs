//! What the frontend knows of a document: its files, and what names in them refer to.

use super::configuration::Resolved;
use super::files::Files;
use super::messages::{Message, messages};
use super::text::Text;
use crate::assist::Reading;
use crate::{Language, plain};
use lsp_types::{Position, Range};
use retroshade_diagnostics::{FileId, Severity, SourceMap, Span, codes};
use retroshade_frontend::CrossReferences;
use retroshade_frontend::typed::{Declaration, DeclarationId, Meaning};
use std::path::{Path, PathBuf};

/// A shader that was read, with its includes.
pub(super) struct Analysis {
    pub(super) names: CrossReferences,
    pub(super) sources: SourceMap,
    files: Files,
    /// Errors of the frontend.
    pub(super) errors: u32,
    /// What the frontend says.
    pub(super) messages: Vec<Message>,
    /// True if an included file is missing: any new file may be it.
    pub(super) lacks_file: bool,
    /// Files whose change changes the result: what was included, and where it was looked for in vain.
    pub(super) depends: Vec<PathBuf>,
}

impl Analysis {
    /// Reads a document; `None` where its stage is not known, or it is not in GLSL.
    pub(super) fn new(resolved: &Resolved, path: &Path, text: &str) -> Option<Analysis> {
        let source = resolved.source(path, text);
        if !matches!(source.language(), Language::Essl | Language::Cg) {
            return None;
        }
        let read = resolved.compiler.language.cross_references(&source);
        let included = read.includes.iter().map(|name| plain(Path::new(name)));
        let missing = read.missing.iter().map(|path| plain(path));
        let said = resolved.settings.warnings.apply(read.diagnostics);
        let lost = codes::preprocessor::INCLUDE_NOT_FOUND;
        let lacks_file = said.iter().any(|one| one.code == lost);
        let errors = said.iter().filter(|one| one.severity >= Severity::Error);
        Some(Analysis {
            errors: u32::try_from(errors.count()).unwrap_or(u32::MAX),
            lacks_file,
            messages: messages(path, &read.sources, &said),
            names: read.result?,
            files: Files::new(&read.sources),
            depends: included.chain(missing).collect(),
            sources: read.sources,
        })
    }

    /// True if a file is part of it.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.files.of(path).next().is_some()
    }

    /// The file of a path, and the byte of a position in it.
    pub(super) fn byte(&self, path: &Path, position: Position) -> Option<(FileId, u32)> {
        let file = self.files.of(path).next()?;
        let text = self.files.text(&self.sources, file)?;
        Some((file, u32::try_from(text.byte(position)).ok()?))
    }

    /// All files of a path.
    pub(super) fn files_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = FileId> + 'a {
        self.files.of(path)
    }

    /// A span as a path and a range.
    pub(super) fn range(&self, span: Span) -> Option<(&Path, Range)> {
        self.files.range(&self.sources, span)
    }

    /// A file's text.
    pub(super) fn text(&self, file: FileId) -> Option<&Text> {
        self.files.text(&self.sources, file)
    }

    /// Returns the declaration that the name at a byte refers to.
    pub(super) fn declared_at(
        &self,
        file: FileId,
        byte: u32,
    ) -> Option<(DeclarationId, &Declaration)> {
        match self.names.use_at(file, byte)?.meaning {
            Meaning::Declared(id) => Some((id, self.names.declaration(id)?)),
            Meaning::Builtin(_) => None,
        }
    }

    /// The names with the texts that they stand in.
    pub(super) fn reading(&self) -> Reading<'_> {
        Reading {
            names: &self.names,
            sources: &self.sources,
        }
    }

    /// True if a name in the text is written there, and not in the body of a macro that is used there.
    pub(super) fn is_written(&self, span: Span, name: &str) -> bool {
        let in_macro = self.sources.expansion_at(span);
        let in_macro = in_macro.is_some_and(|expansion| expansion.use_site == span);
        !in_macro && self.sources.text(span) == name
    }
}
