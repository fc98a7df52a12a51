//! Warnings as an index keeps them, so that a run that compiles nothing says them again.

use crate::{FileAccess, include};
use retroshade_diagnostics::{Diagnostic, FileId, Severity, SourceFile, SourceMap, Span, codes};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A warning. Its places are bytes of files that are as they were: an entry whose files have changed is not
/// taken from the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Saved {
    code: String,
    message: String,
    /// The primary place first, if there is one.
    places: Vec<Place>,
    has_primary: bool,
    notes: Vec<String>,
    help: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    file: String,
    start: u32,
    end: u32,
    words: String,
}

impl Saved {
    /// A warning in a form that can be kept.
    pub(super) fn of(sources: &SourceMap, warning: &Diagnostic) -> Saved {
        let labels = warning.primary.iter().chain(&warning.secondary);
        let places = labels.filter_map(|label| {
            let file = sources.file(label.span.file)?;
            Some(Place {
                file: file.name.clone(),
                start: label.span.start,
                end: label.span.end,
                words: label.message.clone(),
            })
        });
        Saved {
            code: warning.code.id.to_owned(),
            message: warning.message.clone(),
            places: places.collect(),
            has_primary: warning.primary.is_some(),
            notes: warning.notes.clone(),
            help: warning.help.clone(),
        }
    }
}

/// Reads kept warnings back, and the texts that they point at.
pub(super) struct Replay<'a> {
    access: &'a FileAccess,
    files: BTreeMap<String, FileId>,
}

impl Replay<'_> {
    /// Nothing read yet.
    pub(super) fn new(access: &FileAccess) -> Replay<'_> {
        Replay {
            access,
            files: BTreeMap::new(),
        }
    }

    /// The warning again; `None` if this compiler does not know its code.
    pub(super) fn warning(&mut self, saved: &Saved, sources: &mut SourceMap) -> Option<Diagnostic> {
        let code = codes::find(&saved.code)?;
        let mut warning = Diagnostic::warning(code, saved.message.clone());
        let mut places = saved.places.iter();
        if let Some(place) = saved.has_primary.then(|| places.next()).flatten() {
            warning = warning.at(self.span(place, sources), place.words.clone());
        }
        for place in places {
            warning = warning.and_at(self.span(place, sources), place.words.clone());
        }
        warning.notes.clone_from(&saved.notes);
        warning.help.clone_from(&saved.help);
        debug_assert_eq!(warning.severity, Severity::Warning);
        Some(warning)
    }

    fn span(&mut self, place: &Place, sources: &mut SourceMap) -> Span {
        let file = *self.files.entry(place.file.clone()).or_insert_with(|| {
            let text = include::read(self.access, std::path::Path::new(&place.file));
            let text = text.unwrap_or_default();
            sources.add(SourceFile::new(place.file.clone(), text))
        });
        Span::new(file, place.start, place.end)
    }
}
