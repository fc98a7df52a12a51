//! What changed between two texts, line by line.

use serde_json::{Value, json};
use similar::{Algorithm, ChangeTag, TextDiff};
use std::time::Duration;

/// After this long the rest of two texts counts as different.
const PATIENCE: Duration = Duration::from_millis(200);

/// The lines of both texts in order: `kind` is `same`, `gone` or `new`.
pub(super) fn changes(before: &str, after: &str) -> Vec<Value> {
    let mut configuration = TextDiff::configure();
    let configuration = configuration.algorithm(Algorithm::Patience);
    let difference = configuration.timeout(PATIENCE).diff_lines(before, after);
    let line = |(kind, text): (&str, &str)| {
        let text = text.trim_end_matches(['\n', '\r']);
        json!({ "kind": kind, "text": text })
    };
    let all = difference.iter_all_changes();
    let all = all.map(|change| {
        let kind = match change.tag() {
            ChangeTag::Equal => "same",
            ChangeTag::Delete => "gone",
            ChangeTag::Insert => "new",
        };
        line((kind, change.value()))
    });
    all.collect()
}

/// A text with which nothing is compared.
pub(super) fn plain(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| json!({ "kind": "same", "text": line }))
        .collect()
}
