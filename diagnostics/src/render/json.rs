//! One JSON object a line.

use super::severity_word;
use crate::{Diagnostic, Label, SourceMap, Span};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes one message. Places count lines and characters from 1; `end_column` is the character behind
/// the last one. A message without a place has `null` there.
pub(super) fn write(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| {
        object.insert(key.to_owned(), value);
    };
    put("severity", severity_word(diagnostic.severity).into());
    put("code", diagnostic.code.id.into());
    put("name", diagnostic.code.name.into());
    put("message", diagnostic.message.as_str().into());
    for (key, value) in place(sources, diagnostic.primary.as_ref().map(|label| label.span)) {
        put(key, value);
    }
    put(
        "label",
        diagnostic
            .primary
            .as_ref()
            .map_or("", |label| &label.message)
            .into(),
    );
    put(
        "labels",
        diagnostic
            .secondary
            .iter()
            .map(|found| label(sources, found))
            .collect(),
    );
    put(
        "notes",
        diagnostic.notes.iter().map(|note| json!(note)).collect(),
    );
    put(
        "help",
        diagnostic.help.iter().map(|help| json!(help)).collect(),
    );
    writeln!(writer, "{}", Value::Object(object))
}

fn label(sources: &SourceMap, label: &Label) -> Value {
    let mut object = Map::new();
    object.insert("message".to_owned(), label.message.as_str().into());
    for (key, value) in place(sources, Some(label.span)) {
        object.insert(key.to_owned(), value);
    }
    Value::Object(object)
}

fn place(sources: &SourceMap, span: Option<Span>) -> [(&'static str, Value); 5] {
    let start = span.and_then(|span| sources.place(span));
    let end = span.and_then(|span| {
        let last = span.end.max(span.start);
        sources.place(Span::new(span.file, last, last))
    });
    [
        ("file", start.map_or(Value::Null, |place| place.file.into())),
        ("line", start.map_or(Value::Null, |place| place.line.into())),
        (
            "column",
            start.map_or(Value::Null, |place| place.column.into()),
        ),
        (
            "end_line",
            end.map_or(Value::Null, |place| place.line.into()),
        ),
        (
            "end_column",
            end.map_or(Value::Null, |place| place.column.into()),
        ),
    ]
}
