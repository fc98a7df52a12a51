//! The text of a program, line by line: where each instruction comes from, and what its words mean.

use crate::instructions::{Operation, named};
use crate::lines::Lines;
use retroshade_diagnostics::{FileId, Span};
use retroshade_ir::Stage;
use retroshade_kit::listing::{self, Style};
use retroshade_kit::target::{Compiled, Target};
use serde_json::{Map, Value, json};

/// What the page shows of a program: its lines, what begins a comment, and the operations that its words name.
pub(super) fn listing(
    target: &dyn Target,
    compiled: &Compiled,
    lines: &Lines,
) -> Map<String, Value> {
    let stage = Stage::of_name(&compiled.reflection.stage).unwrap_or(Stage::Fragment);
    let style = target.listing(stage);
    let text = text_of(&style, compiled);
    let mut shown = Map::new();
    shown.insert("comment".to_owned(), style.comment.into());
    let help = help_of(target, stage, &style, &text);
    shown.insert(
        "lines".to_owned(),
        lines_of(&text, &style, &compiled.spans, lines).into(),
    );
    shown.insert("help".to_owned(), help.into());
    shown
}

/// What each mnemonic of a text can name.
fn help_of(target: &dyn Target, stage: Stage, style: &Style, text: &str) -> Map<String, Value> {
    let mut help = Map::new();
    for instruction in style.instructions(text) {
        for operation in style.operations(instruction.text) {
            if help.contains_key(operation.mnemonic) {
                continue;
            }
            let found = named(target, stage, operation.mnemonic);
            if !found.is_empty() {
                let found: Vec<Value> = found.iter().map(spelled).collect();
                help.insert(operation.mnemonic.to_owned(), found.into());
            }
        }
    }
    help
}

fn spelled(one: &Operation) -> Value {
    json!({
        "name": one.name,
        "unit": one.unit,
        "operands": one.operands,
        "result": one.result,
        "note": one.note,
        "latency": one.latency,
    })
}

/// The text of a program, with the registers of its variables ahead.
fn text_of(style: &Style, compiled: &Compiled) -> String {
    if style.names {
        compiled.assembly.clone()
    } else {
        listing::names(&compiled.reflection, style) + &compiled.assembly
    }
}

/// Each line of the text; those that are instructions with their number and where they come from.
fn lines_of(text: &str, style: &Style, spans: &[Span], lines: &Lines) -> Vec<Value> {
    let mut places = style.places(text).into_iter().enumerate().peekable();
    let mut start = 0;
    let line = |line: &str| {
        let end = start + line.len();
        let instruction = places.next_if(|(_, place)| place.start < end);
        start = end;
        let number = instruction.map(|(number, _)| number);
        let span = number.and_then(|number| spans.get(number));
        // What was made without a line of the user's has none.
        let span = span.filter(|span| span.file == FileId(0));
        let from = span.and_then(|span| {
            let (line, column) = lines.place(span.start as usize);
            (line > 0).then(|| json!({ "line": line, "column": column }))
        });
        let line = line.trim_end_matches(['\n', '\r']);
        json!({ "text": line, "instruction": number, "source": from })
    };
    text.split_inclusive('\n').map(line).collect()
}
