//! What is shown of the place under the pointer: the declaration, the type and the value of an expression, and what
//! the line costs.

use super::analysis::Analysis;
use super::descriptions;
use super::machine::Machine;
use super::refusal::Refusal;
use super::uri::path_of;
use super::world::{Cursor, World};
use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Range};
use retroshade_diagnostics::Span;
use retroshade_frontend::CrossReferences;
use retroshade_frontend::typed::{
    Constant, Declaration, DeclarationKind, Meaning, Scalar, Type, Value,
};

pub(super) fn answer(world: &mut World, params: HoverParams) -> Result<Option<Hover>, Refusal> {
    let at = params.text_document_position_params;
    let cursor = world.cursor(&at);
    let mut parts = Vec::new();
    let mut range = None;
    let path = path_of(&at.text_document.uri);
    let shader = world.shader_of(&path);
    let machine = shader.and_then(|shader| shader.machine.as_ref());
    if let Some(cursor) = &cursor {
        let (said, span) = of_name(cursor, machine);
        parts.extend(said);
        let (said, wider) = of_value(cursor, span);
        parts.extend(said);
        range = span
            .or(wider)
            .and_then(|span| range_of(&cursor.analysis, span));
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

fn code(text: &str) -> String {
    format!("```glsl\n{text}\n```")
}

/// What is said of a name, and the name's place.
fn of_name(cursor: &Cursor, machine: Option<&Machine>) -> (Vec<String>, Option<Span>) {
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = cursor;
    let names = &analysis.names;
    let mut parts = Vec::new();
    let expansion = analysis
        .sources
        .expansion_at(Span::new(*file, *byte, *byte));
    if let Some(expansion) = expansion {
        let name = analysis.sources.text(expansion.definition);
        let end = expansion.use_site.start + name.len() as u32;
        if *byte <= end && !expansion.definition.is_none() {
            parts.push(code(&format!(
                "#define {}",
                analysis.sources.text(expansion.body)
            )));
        }
    }
    let Some(found) = names.use_at(*file, *byte) else {
        return (parts, None);
    };
    match found.meaning {
        Meaning::Builtin(symbol) => {
            let text = names.text(symbol);
            let overloads = names.builtin_function(text);
            let mut variables = names.builtin_variables();
            let variable = variables.find(|(name, _)| *name == text);
            match (overloads.is_empty(), variable) {
                (_, Some((_, spelled))) => parts.push(code(&spelled)),
                (false, None) => parts.push(code(&overloads.join("\n"))),
                (true, None) => {}
            }
            parts.extend(descriptions::of(text).map(str::to_owned));
        }
        Meaning::Declared(id) => {
            if let Some(declaration) = names.declaration(id) {
                parts.push(code(&with_value(names, declaration)));
                parts.extend(places(declaration, machine));
            }
        }
    }
    (parts, Some(found.span))
}

/// A declaration, with its value if it is constant.
pub(super) fn with_value(names: &CrossReferences, declaration: &Declaration) -> String {
    let constant = declaration.constant.as_ref().zip(declaration.ty);
    let value = constant.map(|(value, ty)| format!(" = {}", spelled(names, ty, value)));
    format!("{}{}", declaration.spelled, value.unwrap_or_default())
}

/// Where a variable is in the machine.
fn places(declaration: &Declaration, machine: Option<&Machine>) -> Option<String> {
    let machine = machine.filter(|_| has_register(&declaration.kind))?;
    let target = machine.target.name();
    let places = machine.places(declaration.interface.as_ref()?);
    Some(if places.is_empty() {
        format!("{target}: no register, the program does not use it")
    } else {
        format!("{target}: {}", places.join(", "))
    })
}

/// True if the reflection says where something is.
pub(super) fn has_register(kind: &DeclarationKind) -> bool {
    use retroshade_frontend::typed::Role;
    matches!(
        kind,
        DeclarationKind::Global(
            Role::Uniform
                | Role::Attribute
                | Role::VaryingIn
                | Role::VaryingOut
                | Role::FragmentOut
        )
    )
}

/// Returns the type of the expression around a place, or its value if it is constant.
fn of_value(cursor: &Cursor, name: Option<Span>) -> (Option<String>, Option<Span>) {
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = cursor;
    let around = |value: &&Value| {
        value.span.file == *file && value.span.start <= *byte && *byte <= value.span.end
    };
    let mut values = analysis.names.values.iter().filter(around);
    // Inner ones come first. What is constant as a whole is shown as a whole.
    let inner = match name {
        Some(_) => None,
        None => values
            .clone()
            .min_by_key(|value| value.span.end - value.span.start),
    };
    let folded = values.rfind(|value| value.constant.is_some());
    let folded = folded.filter(|value| Some(value.span) != name && !is_literal(analysis, value));
    let Some(shown) = folded.or(inner) else {
        return (None, None);
    };
    let ty = analysis.names.spell(shown.ty);
    let text = match &shown.constant {
        Some(value) => format!("`{ty}` = `{}`", spelled(&analysis.names, shown.ty, value)),
        None => format!("`{ty}`"),
    };
    (Some(text), Some(shown.span))
}

fn is_literal(analysis: &Analysis, value: &Value) -> bool {
    let text = analysis.sources.text(value.span);
    text.parse::<f64>().is_ok() || text == "true" || text == "false"
}

/// A constant as ESSL writes it.
fn spelled(names: &CrossReferences, ty: Type, constant: &Constant) -> String {
    let scalars = constant.scalars.iter().map(|scalar| match scalar {
        Scalar::Float(value) => format!("{value:?}"),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => format!("{value}u"),
        Scalar::Bool(value) => value.to_string(),
    });
    let scalars: Vec<String> = scalars.collect();
    match &scalars[..] {
        [only] => only.clone(),
        all => format!("{}({})", names.spell(ty), all.join(", ")),
    }
}

/// What a line costs.
fn cost(machine: &Machine, path: &std::path::Path, line: u32) -> Option<String> {
    let (own, all) = machine.cost(path, line)?;
    let target = machine.target.name();
    let noun = if all == 1 {
        "instruction"
    } else {
        "instructions"
    };
    (own > 0).then(|| format!("{target}: this line takes {own} of {all} {noun}"))
}
