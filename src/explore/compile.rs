//! Machine code, line by line, with the lines of the source that it was made for, and its counts.

use super::blocks::has_branches;
use super::messages::messages;
use super::question::Question;
use crate::assist::registers::places;
use crate::counts::counts;
use crate::lines::Lines;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{FileId, Span};
use retroshade_ir::Stage;
use retroshade_kit::listing::{self, Style};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Compiled, Target};
use serde_json::{Map, Value, json};

/// Compiles.
///
/// # Errors
/// A question that makes no sense.
pub(super) fn answer(question: &Question) -> Result<Value, Fault> {
    let (compiler, source) = (question.compiler()?, question.source()?);
    let compilation = question.compile(&compiler)?;
    let program = compilation.result.as_ref();
    let reader = question.reader()?;
    let lines = Lines::behind(&source.text, reader.ahead);
    let program = program.map(|compiled| program_of(compiler.target, compiled, &lines));
    let diagnostics = messages(&compilation.sources, compilation.diagnostics, &reader);
    Ok(json!({ "program": program, "diagnostics": diagnostics }))
}

fn program_of(target: &dyn Target, compiled: &Compiled, lines: &Lines) -> Value {
    let counts = counts(target, &compiled.reflection).into_iter();
    let counts =
        counts.map(|count| json!({ "name": count.name, "value": count.value, "most": count.most }));
    let stage = Stage::of_name(&compiled.reflection.stage).unwrap_or(Stage::Fragment);
    let style = target.listing(stage);
    let text = text_of(target, compiled);
    json!({
        "comment": style.comment,
        "lines": lines_of(&text, &style, &compiled.spans, lines),
        "counts": counts.collect::<Vec<Value>>(),
        "bytes": compiled.binary.len(),
        "branches": has_branches(target, compiled),
        "places": places_of(&compiled.reflection),
    })
}

/// Where each variable of the interface is, and each member of one, by their names.
fn places_of(reflection: &Reflection) -> Map<String, Value> {
    let lists = [
        &reflection.inputs,
        &reflection.outputs,
        &reflection.uniforms,
    ];
    let variables = lists.into_iter().flatten().map(|one| &one.name);
    let samplers = reflection.samplers.iter().map(|one| &one.name);
    let wholes = variables.chain(samplers).flat_map(|name| {
        let ends = name.match_indices(['.', '[']).map(|(end, _)| end);
        let ends = ends.chain([name.len()]);
        ends.filter_map(|end| name.get(..end))
    });
    let placed = wholes.map(|name| (name.to_owned(), places(reflection, name).into()));
    placed.collect()
}

/// The text of a program, with the registers of its variables ahead.
pub(super) fn text_of(target: &dyn Target, compiled: &Compiled) -> String {
    let stage = Stage::of_name(&compiled.reflection.stage).unwrap_or(Stage::Fragment);
    let style = target.listing(stage);
    if style.names {
        compiled.assembly.clone()
    } else {
        listing::names(&compiled.reflection, &style) + &compiled.assembly
    }
}

/// Each line of the text; those that are instructions with their number and where they come from.
pub(super) fn lines_of(text: &str, style: &Style, spans: &[Span], lines: &Lines) -> Vec<Value> {
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
