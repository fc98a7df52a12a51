//! SARIF 2.1.0 (OASIS standard of static analysis results), for code scanning and editors.
//!
//! Written with `serde_json` by hand: of the format's hundred objects a compiler needs six, and crates that
//! have all of them generate thousands of lines at build time, which every build script would wait for.

use crate::{Diagnostic, Edit, Severity, SourceMap, Span, codes};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Writes one result object in a line.
pub(super) fn write(
    sources: &SourceMap,
    diagnostic: &Diagnostic,
    writer: &mut dyn Write,
) -> io::Result<()> {
    let mut message = diagnostic.message.clone();
    for help in &diagnostic.help {
        message.push_str(&format!("\nhelp: {help}"));
    }
    let mut result = Map::new();
    let mut put = |key: &str, value: Value| {
        result.insert(key.to_owned(), value);
    };
    put("ruleId", diagnostic.code.id.into());
    put("level", level(diagnostic.severity).into());
    put("message", json!({ "text": message }));
    let primary = diagnostic.primary.as_ref();
    if let Some(location) = primary.and_then(|label| location(sources, label.span)) {
        put("locations", json!([{ "physicalLocation": location }]));
    }
    let related = diagnostic.secondary.iter().filter_map(|label| {
        let location = location(sources, label.span)?;
        Some(json!({ "physicalLocation": location, "message": { "text": label.message } }))
    });
    let related: Vec<Value> = related.collect();
    if !related.is_empty() {
        put("relatedLocations", related.into());
    }
    let changes: Vec<Value> = diagnostic
        .edits
        .iter()
        .filter_map(|edit| change(sources, edit))
        .collect();
    if !changes.is_empty() {
        put("fixes", json!([{ "artifactChanges": changes }]));
    }
    writeln!(writer, "{}", Value::Object(result))
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    }
}

fn location(sources: &SourceMap, span: Span) -> Option<Value> {
    let place = sources.place(span)?;
    Some(json!({
        "artifactLocation": { "uri": uri(place.file) },
        "region": region(sources, span)?,
    }))
}

fn region(sources: &SourceMap, span: Span) -> Option<Value> {
    let start = sources.place(span)?;
    let last = span.end.max(span.start);
    let end = sources.place(Span::new(span.file, last, last))?;
    Some(json!({
        "startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column,
    }))
}

fn change(sources: &SourceMap, edit: &Edit) -> Option<Value> {
    let place = sources.place(edit.span)?;
    Some(json!({
        "artifactLocation": { "uri": uri(place.file) },
        "replacements": [{
            "deletedRegion": region(sources, edit.span)?,
            "insertedContent": { "text": edit.text },
        }],
    }))
}

/// A path as the relative reference of a URI: what RFC 3986 keeps for itself is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// A log of one run with results that were rendered in [`Style::Sarif`](super::Style::Sarif), one a line.
/// `version` is that of the program.
pub fn sarif_log(results: &str, version: &str) -> String {
    let results: Vec<Value> = results
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let mut ids: Vec<&str> = results
        .iter()
        .filter_map(|result| result.get("ruleId")?.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let rules: Vec<Value> = ids
        .into_iter()
        .filter_map(codes::find)
        .map(|code| {
            json!({
                "id": code.id, "name": code.name,
                "shortDescription": { "text": code.summary() },
                "fullDescription": { "text": code.page() },
            })
        })
        .collect();
    let log = json!({
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{
            "tool": { "driver": { "name": "retroshade", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}
