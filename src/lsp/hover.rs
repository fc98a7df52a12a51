//! What is shown of the place under the pointer: the declaration, the type and the value of an expression, and what
//! the line costs.

use super::analysis::Analysis;
use super::machine::Machine;
use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use crate::assist::hover::{Said, hover};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Range};
use retroshade_diagnostics::Span;
use retroshade_frontend::typed::Declaration;
use std::path::Path;

pub(super) fn answer(world: &mut World, params: HoverParams) -> Result<Option<Hover>, Refusal> {
    let at = params.text_document_position_params;
    let cursor = world.cursor(&at);
    let mut parts = Vec::new();
    let mut range = None;
    let path = path_of(&at.text_document.uri);
    let shader = world.shader_of(&path);
    let machine = shader.and_then(|shader| shader.machine.as_ref());
    if let Some(cursor) = &cursor {
        let found = hover(cursor.analysis.reading(), cursor.file, cursor.byte);
        parts.extend(found.said.into_iter().map(marked));
        let placed = found.variable.zip(machine);
        parts.extend(placed.and_then(|(variable, machine)| places(variable, machine)));
        range = found.span.and_then(|span| range_of(&cursor.analysis, span));
    }
    // Lines of another version would be other lines.
    if let Some(machine) = shader.and_then(|shader| shader.current()) {
        parts.extend(cost(machine, &path, at.position.line));
    }
    let value = parts.join("\n\n");
    let kind = MarkupKind::Markdown;
    Ok((!value.is_empty()).then_some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind, value }),
        range,
    }))
}

fn range_of(analysis: &Analysis, span: Span) -> Option<Range> {
    analysis.range(span).map(|(_, range)| range)
}

/// A part of what is said, as Markdown.
fn marked(said: Said) -> String {
    match said {
        Said::Code(code) => format!("```glsl\n{code}\n```"),
        Said::Text(text) => text,
    }
}

/// Where a variable is in the machine.
fn places(declaration: &Declaration, machine: &Machine) -> Option<String> {
    let target = machine.target.name();
    let places = machine.places(declaration.interface.as_ref()?);
    Some(if places.is_empty() {
        format!("{target}: no register, the program does not use it")
    } else {
        format!("{target}: {}", places.join(", "))
    })
}

/// What a line costs.
fn cost(machine: &Machine, path: &Path, line: u32) -> Option<String> {
    let (own, all) = machine.cost(path, line)?;
    let target = machine.target.name();
    let noun = if all == 1 {
        "instruction"
    } else {
        "instructions"
    };
    (own > 0).then(|| format!("{target}: this line takes {own} of {all} {noun}"))
}
