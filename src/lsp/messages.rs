//! Diagnostics as editors take them.

use super::files::Files;
use super::uri::uri_of;
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, NumberOrString,
    Range, TextEdit,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap, Span, codes};
use std::path::{Path, PathBuf};

/// A message in a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) path: PathBuf,
    pub(super) diagnostic: lsp_types::Diagnostic,
    /// The changes that remedy it, with what they do.
    pub(super) fix: Option<Fix>,
}

/// Changes of texts, all together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fix {
    pub(super) title: String,
    pub(super) edits: Vec<(PathBuf, TextEdit)>,
}

/// Messages about a document. What has no place in a file stands at the beginning of the document.
pub(super) fn messages(
    document: &Path,
    sources: &SourceMap,
    diagnostics: &Diagnostics,
) -> Vec<Message> {
    let files = Files::new(sources);
    let place = |span: Span| {
        let (path, range) = files.range(sources, span)?;
        // The texts of `-D` and the like are no files.
        let named = !path.as_os_str().to_string_lossy().starts_with('<');
        named.then(|| (path.to_owned(), range))
    };
    let message = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.as_ref().map(|label| label.span);
        let start = || (document.to_owned(), Range::default());
        let (path, range) = span.and_then(place).unwrap_or_else(start);
        Message {
            path,
            diagnostic: lsp_types::Diagnostic {
                range,
                severity: Some(severity(diagnostic)),
                code: Some(NumberOrString::String(diagnostic.code.id.to_owned())),
                source: Some("retroshade".to_owned()),
                message: words(diagnostic),
                related_information: related(diagnostic, &place),
                tags: tags(diagnostic),
                ..lsp_types::Diagnostic::default()
            },
            fix: fix(diagnostic, &place),
        }
    };
    diagnostics.iter().map(message).collect()
}

fn severity(diagnostic: &Diagnostic) -> DiagnosticSeverity {
    match diagnostic.severity {
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error | Severity::Bug => DiagnosticSeverity::ERROR,
    }
}

fn tags(diagnostic: &Diagnostic) -> Option<Vec<DiagnosticTag>> {
    let unused = codes::warning::UNUSED.contains(&diagnostic.code);
    unused.then(|| vec![DiagnosticTag::UNNECESSARY])
}

/// The sentence, what is said at its place, facts and remedies, a line each.
fn words(diagnostic: &Diagnostic) -> String {
    let mut lines = vec![diagnostic.message.clone()];
    let label = diagnostic
        .primary
        .as_ref()
        .map(|label| label.message.clone());
    lines.extend(label.filter(|label| !label.is_empty()));
    lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}

fn related(
    diagnostic: &Diagnostic,
    place: &dyn Fn(Span) -> Option<(PathBuf, Range)>,
) -> Option<Vec<DiagnosticRelatedInformation>> {
    let labels = diagnostic.secondary.iter().filter_map(|label| {
        let (path, range) = place(label.span)?;
        let uri = uri_of(&path)?;
        Some(DiagnosticRelatedInformation {
            location: Location { uri, range },
            message: label.message.clone(),
        })
    });
    let labels: Vec<_> = labels.collect();
    (!labels.is_empty()).then_some(labels)
}

fn fix(diagnostic: &Diagnostic, place: &dyn Fn(Span) -> Option<(PathBuf, Range)>) -> Option<Fix> {
    let edits = diagnostic.edits.iter().map(|edit| {
        let (path, range) = place(edit.span)?;
        let new_text = edit.text.clone();
        Some((path, TextEdit { range, new_text }))
    });
    let edits: Vec<_> = edits.collect::<Option<_>>()?;
    let title = diagnostic.help.first().unwrap_or(&diagnostic.message);
    (!edits.is_empty()).then(|| Fix {
        title: title.clone(),
        edits,
    })
}
