//! One JSON object a line.

use super::severity_word;
use crate::{Diagnostic, Edit, Label, SourceMap, Span};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes one message. Places count lines and characters from 1; `end_column` is the character behind
/// the last one. `byte` and `end_byte` count from 0, from the beginning of the file as it was opened;
/// `utf16_column` and `utf16_end_column` are columns as editors count them. A message without a place has
/// `null` there. `edits` are the changes that do what the help says.
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
    put("flag", diagnostic.flag().into());
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
    put(
        "edits",
        diagnostic
            .edits
            .iter()
            .map(|found| edit(sources, found))
            .collect(),
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

fn edit(sources: &SourceMap, edit: &Edit) -> Value {
    let mut object = Map::new();
    object.insert("text".to_owned(), edit.text.as_str().into());
    for (key, value) in place(sources, Some(edit.span)) {
        object.insert(key.to_owned(), value);
    }
    Value::Object(object)
}

fn place(sources: &SourceMap, span: Option<Span>) -> [(&'static str, Value); 9] {
    let end = span.map(|span| {
        let last = span.end.max(span.start);
        Span::new(span.file, last, last)
    });
    let at = |span: Option<Span>| span.and_then(|span| sources.place(span));
    let utf16 = |span: Option<Span>| span.and_then(|span| sources.utf16_column(span));
    let byte = |span: Option<Span>| at(span).and(span).map(|span| span.start);
    [
        ("file", at(span).map(|place| place.file).into()),
        ("line", at(span).map(|place| place.line).into()),
        ("column", at(span).map(|place| place.column).into()),
        ("end_line", at(end).map(|place| place.line).into()),
        ("end_column", at(end).map(|place| place.column).into()),
        ("byte", byte(span).into()),
        ("end_byte", byte(end).into()),
        ("utf16_column", utf16(span).into()),
        ("utf16_end_column", utf16(end).into()),
    ]
}
