//! Commands of a GitHub workflow: each becomes an annotation at the line that it names.
//!
//! The form is that of GitHub's page on workflow commands: properties with commas between, `::`, the text;
//! `%`, line ends and, in properties, `:` and `,` are escaped.

use super::printable;
use crate::{Diagnostic, Severity, SourceMap, Span};
use std::io::{self, Write};

/// Writes one message.
pub(super) fn write(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let command = match diagnostic.severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    };
    let mut properties = Vec::new();
    let primary = diagnostic.primary.as_ref();
    if let Some((label, place)) =
        primary.and_then(|label| Some((label, sources.place(label.span)?)))
    {
        properties.push(format!("file={}", property(&printable(place.file))));
        properties.push(format!("line={},col={}", place.line, place.column));
        let last = label.span.end.max(label.span.start);
        let end = sources.place(Span::new(label.span.file, last, last));
        // Columns of the end count only where it is in the same line.
        if let Some(end) = end.filter(|end| end.line == place.line) {
            properties.push(format!("endColumn={}", end.column));
        }
    }
    let code = diagnostic.code;
    let title = format!("{} {}", code.id, code.name);
    properties.push(format!("title={}", property(&title)));
    let mut text = diagnostic.message.clone();
    if let Some(flag) = diagnostic.flag() {
        text.push_str(&format!(" [{flag}]"));
    }
    if let Some(label) = primary.filter(|label| !label.message.is_empty()) {
        text.push_str(&format!("\n{}", label.message));
    }
    for note in &diagnostic.notes {
        text.push_str(&format!("\nnote: {note}"));
    }
    for help in &diagnostic.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    writeln!(
        writer,
        "::{command} {}::{}",
        properties.join(","),
        escaped(&printable(&text))
    )
}

fn escaped(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
