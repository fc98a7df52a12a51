//! What is shown between the words of a text: registers beside declarations, counts against limits beside `main`.

use super::machine::Machine;
use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use crate::assist::hover::has_register;
use crate::counts::Count;
use lsp_types::{
    InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupContent, MarkupKind,
    Position,
};
use retroshade_frontend::typed::DeclarationKind;
use std::rc::Rc;

/// Registers that are shown of one declaration.
const MOST_PLACES: usize = 3;

/// The counts shown beside `main`, the most telling first; the others are in the tooltip.
const SHOWN: [&str; 5] = [
    "stages",
    "instructions",
    "temporaries",
    "registers",
    "uniforms",
];

/// From where on a count is marked as near its limit, in percent.
const NEAR: u64 = 90;

pub(super) fn answer(
    world: &mut World,
    params: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>, Refusal> {
    let path = path_of(&params.text_document.uri);
    let Some((_, analysis)) = world.context(&path) else {
        return Ok(None);
    };
    let wanted = world.configuration.client.hints;
    let analysis = Rc::clone(&analysis);
    let Some(shader) = world.shader_of(&path) else {
        return Ok(Some(Vec::new()));
    };
    let mut hints = Vec::new();
    let files: Vec<_> = analysis.files_of(&path).take(1).collect();
    for (_, declaration) in analysis.names.all() {
        let here = files.contains(&declaration.span.file);
        if !here || !analysis.is_written(declaration.span, &declaration.name) {
            continue;
        }
        let Some((_, range)) = analysis.range(declaration.span) else {
            continue;
        };
        if range.end < params.range.start || params.range.end < range.start {
            continue;
        }
        let machine = shader.machine.as_ref();
        if wanted.registers && has_register(&declaration.kind) {
            let named = machine.zip(declaration.interface.as_ref());
            hints.extend(named.map(|(machine, name)| places(machine, name, range.end)));
        }
        if wanted.counts
            && declaration.kind == DeclarationKind::Function
            && declaration.name == "main"
        {
            // Behind the brackets.
            let line = range.end.line;
            let end = analysis
                .text(declaration.span.file)
                .map_or(0, |text| text.line(line).encode_utf16().count());
            let position = Position::new(line, end as u32);
            hints.extend(match &shader.limit {
                Some(limit) => Some(hint(position, format!("✗ {limit}"), limit.clone())),
                None => shader.current().map(|machine| costs(machine, position)),
            });
        }
    }
    Ok(Some(hints))
}

fn hint(position: Position, label: String, tooltip: String) -> InlayHint {
    let kind = MarkupKind::Markdown;
    let value = tooltip;
    InlayHint {
        position,
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
            kind,
            value,
        })),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    }
}

/// The place of a variable.
fn places(machine: &Machine, name: &str, position: Position) -> InlayHint {
    let places = machine.places(name);
    let target = machine.target.name();
    if places.is_empty() {
        let why = format!("{target}: the program does not use `{name}`");
        return hint(position, "unused".to_owned(), why);
    }
    let more = if places.len() > MOST_PLACES {
        ", …"
    } else {
        ""
    };
    let label = places
        .iter()
        .take(MOST_PLACES)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let tooltip = format!("{target}: {}", places.join(", "));
    hint(position, format!("{label}{more}"), tooltip)
}

/// The counts of a program against their limits.
fn costs(machine: &Machine, position: Position) -> InlayHint {
    let target = machine.target.name();
    let shown = SHOWN.iter().filter_map(|name| {
        let mut counts = machine.counts.iter();
        counts
            .find(|count| count.name == *name && (count.most.is_some() || *name == "instructions"))
    });
    let shown: Vec<String> = shown.map(spelled).collect();
    let all = machine
        .counts
        .iter()
        .map(|count| format!("* {}", spelled(count)));
    let all: Vec<String> = all.collect();
    let label = format!("{target}: {}", shown.join(", "));
    hint(position, label, format!("{target}\n\n{}", all.join("\n")))
}

/// `12/64 instructions`, marked where the limit is near or reached.
fn spelled(count: &Count) -> String {
    let Count { name, value, most } = count;
    let Some(most) = most else {
        return format!("{value} {name}");
    };
    let mark = match value.as_u64() {
        Some(value) if value >= *most => " (limit reached)",
        Some(value) if value * 100 >= most * NEAR => " (near the limit)",
        _ => "",
    };
    format!("{value}/{most} {name}{mark}")
}
