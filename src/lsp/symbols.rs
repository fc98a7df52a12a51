//! The outline of a document.

use super::analysis::Analysis;
use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use lsp_types::{DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Range, SymbolKind};
use retroshade_frontend::typed::{Declaration, DeclarationId, DeclarationKind, Role};

pub(super) fn answer(
    world: &mut World,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, Refusal> {
    let path = path_of(&params.text_document.uri);
    let Some((_, analysis)) = world.context(&path) else {
        return Ok(None);
    };
    let Some(file) = analysis.files_of(&path).next() else {
        return Ok(None);
    };
    let names = analysis
        .names
        .all()
        .filter(|(_, one)| one.span.file == file && one.owner.is_none() && one.scope.is_none());
    let symbols = names.filter_map(|(id, one)| symbol(&analysis, Some(id), one));
    Ok(Some(DocumentSymbolResponse::Nested(symbols.collect())))
}

/// The kind of what a declaration declares, in the protocol's words.
fn kind(declaration: &Declaration) -> SymbolKind {
    match &declaration.kind {
        DeclarationKind::Function => SymbolKind::FUNCTION,
        DeclarationKind::Structure => SymbolKind::STRUCT,
        DeclarationKind::Member => SymbolKind::FIELD,
        DeclarationKind::Block => SymbolKind::INTERFACE,
        DeclarationKind::Global(Role::Constant) => SymbolKind::CONSTANT,
        DeclarationKind::Global(Role::Private) => SymbolKind::VARIABLE,
        DeclarationKind::Global(_) => SymbolKind::PROPERTY,
        DeclarationKind::Local | DeclarationKind::Parameter | DeclarationKind::Unknown => {
            SymbolKind::VARIABLE
        }
    }
}

fn symbol(
    analysis: &Analysis,
    id: Option<DeclarationId>,
    one: &Declaration,
) -> Option<DocumentSymbol> {
    let (_, selection_range) = analysis.range(one.span)?;
    let members = analysis.names.declarations.iter();
    let members = members.filter(|member| id.is_some() && member.owner == id);
    let members = members.filter_map(|member| symbol(analysis, None, member));
    let members: Vec<DocumentSymbol> = members.collect();
    let extent = analysis
        .range(one.extent)
        .filter(|_| one.extent.file == one.span.file);
    let extent = extent.map_or(selection_range, |(_, range)| range);
    // The name is part of the whole, as the protocol wants it.
    let mut range = Range::new(
        extent.start.min(selection_range.start),
        extent.end.max(selection_range.end),
    );
    for member in &members {
        range.end = range.end.max(member.range.end);
    }
    #[expect(deprecated, reason = "a field of the protocol without a default")]
    Some(DocumentSymbol {
        name: one.name.clone(),
        detail: Some(one.spelled.clone()),
        kind: kind(one),
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: (!members.is_empty()).then_some(members),
    })
}
