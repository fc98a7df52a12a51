//! New names for what the source declares.

use super::analysis::Analysis;
use super::diagnostics::edit;
use super::navigation::{Named, Place, Uses, places, uses};
use super::refusal::Refusal;
use super::text::Text;
use super::world::{Cursor, World};
use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use retroshade_frontend::typed::{DeclarationId, DeclarationKind, Meaning};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(super) fn prepare(
    world: &mut World,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let cursor = world.cursor(&params).ok_or_else(nothing)?;
    let (uses, name) = renamed(world, &cursor)?;
    let _ = uses;
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = &cursor;
    let found = analysis.names.use_at(*file, *byte).ok_or_else(nothing)?;
    let (_, range) = analysis.range(found.span).ok_or_else(nothing)?;
    let placeholder = name;
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range,
        placeholder,
    }))
}

pub(super) fn answer(
    world: &mut World,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>, Refusal> {
    let cursor = world
        .cursor(&params.text_document_position)
        .ok_or_else(nothing)?;
    let (uses, name) = renamed(world, &cursor)?;
    let new = params.new_name;
    if new == name {
        return Ok(None);
    }
    for Uses { analysis, .. } in &uses {
        analysis.names.check_name(&new).map_err(Refusal::failed)?;
        let mut macros = analysis.names.macros.iter();
        if macros.any(|(definition, _)| analysis.sources.text(*definition) == new) {
            return Err(Refusal::failed(format!("`{new}` is a macro")));
        }
    }
    let places = places(&uses, Named::Everywhere);
    check(world, &uses, &places, &name, &new)?;
    let edits = places.into_iter().map(|place| {
        let range = place.range();
        let new_text = new.clone();
        (place.path, TextEdit { range, new_text })
    });
    Ok(edit(world, edits))
}

fn nothing() -> Refusal {
    Refusal::failed("there is no name here that the source declares")
}

/// The uses of the name at a place, which can be renamed, and the name.
fn renamed(world: &mut World, cursor: &Cursor) -> Result<(Vec<Uses>, String), Refusal> {
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = cursor;
    let found = analysis
        .names
        .use_at(*file, *byte)
        .ok_or_else(|| macro_or_nothing(cursor))?;
    let id = match found.meaning {
        Meaning::Declared(id) => id,
        Meaning::Builtin(symbol) => {
            let text = analysis.names.text(symbol);
            return Err(Refusal::failed(format!("`{text}` is part of the language")));
        }
    };
    let declaration = analysis.names.declaration(id).ok_or_else(nothing)?;
    let name = declaration.name.clone();
    if name == "main" && declaration.kind == DeclarationKind::Function {
        return Err(Refusal::failed(
            "`main` is where the program begins: it has no other name",
        ));
    }
    if name.starts_with("gl_") {
        return Err(Refusal::failed(format!("`{name}` is part of the language")));
    }
    let uses = uses(world, cursor).ok_or_else(nothing)?;
    for one in &uses {
        let written = |span| one.analysis.is_written(span, &name);
        if let Some((span, _)) = one.spans().find(|&(span, _)| !written(span)) {
            let place = one.analysis.sources.place(span);
            let place = place.map_or(String::new(), |place| {
                format!(" ({}:{})", place.file, place.line)
            });
            let used = one.analysis.sources.text(span);
            let why = format!(
                "`{name}` comes from the macro in `{used}`{place}: rename it in its `#define` by hand"
            );
            return Err(Refusal::failed(why));
        }
    }
    Ok((uses, name))
}

fn macro_or_nothing(cursor: &Cursor) -> Refusal {
    let here = retroshade_diagnostics::Span::new(cursor.file, cursor.byte, cursor.byte);
    match cursor.analysis.sources.expansion_at(here) {
        Some(expansion) => {
            let name = cursor.analysis.sources.text(expansion.definition);
            Refusal::failed(format!(
                "`{name}` is a macro: what is not compiled may use it, too"
            ))
        }
        None => nothing(),
    }
}

/// Whether all names mean with the new name what they mean now.
fn check(
    world: &mut World,
    uses: &[Uses],
    places: &BTreeSet<Place>,
    name: &str,
    new: &str,
) -> Result<(), Refusal> {
    let mut files: BTreeMap<&Path, Vec<&Place>> = BTreeMap::new();
    for place in places {
        files.entry(&place.path).or_default().push(place);
    }
    let mut texts: Vec<(&Path, String)> = Vec::new();
    for (&path, places) in &files {
        let mut shaders = uses.iter();
        let text = shaders.find_map(|one| {
            let file = one.analysis.files_of(path).next()?;
            one.analysis.text(file)
        });
        let text = text.ok_or_else(nothing)?;
        texts.push((path, replaced(text, places, new)));
    }
    let roots: BTreeSet<&PathBuf> = uses.iter().map(|one| &one.root).collect();
    for root in roots {
        let before = uses
            .iter()
            .find(|one| one.root == *root)
            .ok_or_else(nothing)?;
        let after = world.with_texts(root, &texts).ok_or_else(nothing)?;
        let before = &before.analysis;
        let same = meanings(before).eq(meanings(&after));
        // A name that is declared twice is an error.
        if !same || after.errors > before.errors {
            let why =
                format!("`{new}` is the name of something else where `{name}` is declared or used");
            return Err(Refusal::failed(why));
        }
    }
    Ok(())
}

/// What the names of a shader mean, one after the other.
fn meanings(analysis: &Analysis) -> impl Iterator<Item = Option<DeclarationId>> {
    analysis.names.uses.iter().map(|one| match one.meaning {
        Meaning::Declared(id) => Some(id),
        Meaning::Builtin(_) => None,
    })
}

/// A text with other words at places.
fn replaced(text: &Text, places: &[&Place], new: &str) -> String {
    let mut result = String::new();
    let mut end = 0;
    for place in places {
        let range = place.range();
        let (from, to) = (text.byte(range.start), text.byte(range.end));
        result.push_str(text.text.get(end..from).unwrap_or(""));
        result.push_str(new);
        end = to;
    }
    result.push_str(text.text.get(end..).unwrap_or(""));
    result
}
