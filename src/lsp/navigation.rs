//! Where names are declared and used.

use super::analysis::Analysis;
use super::refusal::Refusal;
use super::world::{Cursor, World};
use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse,
    Location, Range, ReferenceParams,
};
use retroshade_diagnostics::{FileId, Span};
use retroshade_frontend::typed::{DeclarationId, DeclarationKind, Meaning, Role};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A place in a file, in the order of places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) path: PathBuf,
    /// Line and column of both ends.
    pub(super) from: (u32, u32),
    pub(super) to: (u32, u32),
}

impl Place {
    fn new(path: &Path, range: Range) -> Place {
        Place {
            path: path.to_owned(),
            from: (range.start.line, range.start.character),
            to: (range.end.line, range.end.character),
        }
    }

    pub(super) fn range(&self) -> Range {
        let position = |(line, character)| lsp_types::Position { line, character };
        Range::new(position(self.from), position(self.to))
    }
}

/// Uses of a name in one shader.
pub(super) struct Uses {
    /// The path of the shader.
    pub(super) root: PathBuf,
    pub(super) analysis: Rc<Analysis>,
    pub(super) id: DeclarationId,
}

impl Uses {
    /// The spans, with whether they declare.
    pub(super) fn spans(&self) -> impl Iterator<Item = (Span, bool)> + '_ {
        let all = self.analysis.names.uses.iter();
        let own = all.filter(|one| one.meaning == Meaning::Declared(self.id));
        own.map(|one| (one.span, one.declares))
    }
}

pub(super) fn definition(
    world: &mut World,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    let Some(cursor) = world.cursor(&params.text_document_position_params) else {
        return Ok(None);
    };
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = &cursor;
    let span = match analysis.declared_at(*file, *byte) {
        Some((_, declaration)) => body(analysis, declaration.span, declaration.extent),
        None => of_directive(analysis, *file, *byte),
    };
    let place = span.and_then(|span| analysis.range(span));
    let place = place.map(|(path, range)| (path.to_owned(), range));
    let location = place.and_then(|(path, range)| {
        let uri = world.uri(&path)?;
        Some(Location { uri, range })
    });
    Ok(location.map(GotoDefinitionResponse::Scalar))
}

/// The name of a function where it has its body, else where it is declared first.
fn body(analysis: &Analysis, first: Span, extent: Span) -> Option<Span> {
    if extent == first || extent.contains(first) {
        return Some(first);
    }
    let uses = analysis.names.uses.iter();
    let mut inside = uses.filter(|one| one.declares && extent.contains(one.span));
    inside.next().map_or(Some(first), |one| Some(one.span))
}

/// The macro that is used at a place, or the file that an `#include` names.
fn of_directive(analysis: &Analysis, file: FileId, byte: u32) -> Option<Span> {
    let here = Span::new(file, byte, byte);
    let included = analysis.sources.files().find(|(_, included)| {
        included
            .included_from
            .is_some_and(|from| from.contains(here))
    });
    if let Some((included, _)) = included {
        return Some(Span::new(included, 0, 0));
    }
    let expansion = analysis.sources.expansion_at(here)?;
    (!expansion.definition.is_none()).then_some(expansion.definition)
}

/// The uses of what is declared of the name at a place, in all shaders that have the declaration or are linked with
/// one that has.
pub(super) fn uses(world: &mut World, cursor: &Cursor) -> Option<Vec<Uses>> {
    let (_, declaration) = cursor.analysis.declared_at(cursor.file, cursor.byte)?;
    let (path, range) = cursor.analysis.range(declaration.span)?;
    let (path, name) = (path.to_owned(), declaration.name.clone());
    let kind = declaration.kind.clone();
    let mut all = Vec::new();
    let mut shaders = world.shaders_with(&path);
    if shaders.is_empty() {
        // A file that no known shader includes.
        shaders.push((cursor.path.clone(), cursor.analysis.clone()));
    }
    for (root, analysis) in shaders {
        let same = analysis.names.all().filter(|(_, one)| {
            let place = || analysis.range(one.span);
            one.name == name && place() == Some((path.as_path(), range))
        });
        let ids: Vec<DeclarationId> = same.map(|(id, _)| id).collect();
        all.extend(ids.into_iter().map(|id| Uses {
            root: root.clone(),
            analysis: analysis.clone(),
            id,
        }));
    }
    let linked = all
        .iter()
        .map(|one| one.root.clone())
        .collect::<BTreeSet<_>>();
    for root in linked {
        all.extend(in_partner(world, &root, &name, &kind));
    }
    // Both shaders of a pair can be part of the search already.
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert((one.root.clone(), one.id)));
    Some(all)
}

/// The same uniform or varying in the shader that a shader is linked with: they are one by their name.
fn in_partner(world: &mut World, root: &Path, name: &str, kind: &DeclarationKind) -> Option<Uses> {
    let DeclarationKind::Global(role) = kind else {
        return None;
    };
    let wanted = match role {
        Role::Uniform => Role::Uniform,
        Role::VaryingOut => Role::VaryingIn,
        Role::VaryingIn => Role::VaryingOut,
        _ => return None,
    };
    let (root, analysis) = world.partner(root)?;
    let mut declared = analysis.names.all();
    let found = declared.find(|(_, one)| {
        let same = one.kind == DeclarationKind::Global(wanted.clone());
        same && one.name == name && one.owner.is_none()
    });
    let id = found.map(|(id, _)| id)?;
    drop(declared);
    Some(Uses { root, analysis, id })
}

/// Which names of a thing are its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// All of them.
    Everywhere,
    /// All but that in its declaration.
    OutsideOfDeclarations,
}

/// Places of uses, each once.
pub(super) fn places(uses: &[Uses], named: Named) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for one in uses {
        for (span, _) in one
            .spans()
            .filter(|(_, declares)| named == Named::Everywhere || !declares)
        {
            let place = one.analysis.range(span);
            places.extend(place.map(|(path, range)| Place::new(path, range)));
        }
    }
    places
}

pub(super) fn references(
    world: &mut World,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>, Refusal> {
    let Some(cursor) = world.cursor(&params.text_document_position) else {
        return Ok(None);
    };
    let Some(uses) = uses(world, &cursor) else {
        return Ok(None);
    };
    let named = if params.context.include_declaration {
        Named::Everywhere
    } else {
        Named::OutsideOfDeclarations
    };
    let places = places(&uses, named);
    let locations = places.into_iter().filter_map(|place| {
        let range = place.range();
        let uri = world.uri(&place.path)?;
        Some(Location { uri, range })
    });
    Ok(Some(locations.collect()))
}

/// All uses in the document of the name at a place, those of built-in names too.
pub(super) fn highlights(
    world: &mut World,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, Refusal> {
    let Some(cursor) = world.cursor(&params.text_document_position_params) else {
        return Ok(None);
    };
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = &cursor;
    let Some(found) = analysis.names.use_at(*file, *byte) else {
        return Ok(None);
    };
    let uses = analysis.names.uses.iter();
    let same = uses.filter(|one| one.meaning == found.meaning && one.span.file == *file);
    let ranges = same.filter_map(|one| analysis.range(one.span));
    let highlights = ranges.map(|(_, range)| DocumentHighlight { range, kind: None });
    Ok(Some(highlights.collect()))
}
