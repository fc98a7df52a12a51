//! What can stand at a place.

use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use crate::assist::completion::{Completion, Kind, Word, completions};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation,
    MarkupContent, MarkupKind,
};

pub(super) fn answer(
    world: &mut World,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>, Refusal> {
    let at = params.text_document_position;
    let path = path_of(&at.text_document.uri);
    let Some((byte, text)) = world.byte(&path, at.position) else {
        return Ok(None);
    };
    let Some(word) = Word::at(&text.text, byte) else {
        return Ok(None);
    };
    let whole = word.replaced(&text.text);
    let Some((root, _)) = world.context(&path) else {
        return Ok(None);
    };
    let Some(analysis) = world.with_texts(&root, &[(&path, whole)]) else {
        return Ok(None);
    };
    let Some(file) = analysis.files_of(&path).next() else {
        return Ok(None);
    };
    let found = completions(analysis.reading(), file, word.start, word);
    let items = found.into_iter().map(item).collect();
    Ok(Some(CompletionResponse::Array(items)))
}

fn item(found: Completion) -> CompletionItem {
    CompletionItem {
        kind: Some(kind(found.kind)),
        sort_text: Some(format!("{}{}", found.rank, found.label)),
        documentation: documentation(&found),
        detail: (!found.detail.is_empty()).then_some(found.detail),
        label: found.label,
        ..CompletionItem::default()
    }
}

/// All overloads, where there are several, and what they do.
fn documentation(found: &Completion) -> Option<Documentation> {
    let kind = MarkupKind::Markdown;
    let overloads = found.overloads.join("\n");
    let overloads = (!overloads.is_empty()).then(|| format!("```glsl\n{overloads}\n```"));
    let description = found.description.map(str::to_owned);
    let parts = overloads.into_iter().chain(description);
    let value = parts.collect::<Vec<String>>().join("\n\n");
    (!value.is_empty()).then_some(Documentation::MarkupContent(MarkupContent { kind, value }))
}

/// The protocol's word for what a completion names.
fn kind(kind: Kind) -> CompletionItemKind {
    match kind {
        Kind::Field => CompletionItemKind::FIELD,
        Kind::Function => CompletionItemKind::FUNCTION,
        Kind::Structure => CompletionItemKind::STRUCT,
        Kind::Block => CompletionItemKind::INTERFACE,
        Kind::Constant => CompletionItemKind::CONSTANT,
        Kind::Variable => CompletionItemKind::VARIABLE,
        Kind::Interface => CompletionItemKind::PROPERTY,
        Kind::Keyword => CompletionItemKind::KEYWORD,
    }
}
