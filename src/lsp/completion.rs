//! What can stand at a place: names in scope, built-ins and keywords; behind a dot members and swizzles.

use super::analysis::Analysis;
use super::descriptions;
use super::hover::with_value;
use super::refusal::Refusal;
use super::text::Text;
use super::uri::path_of;
use super::world::World;
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Documentation,
    MarkupContent, MarkupKind,
};
use retroshade_diagnostics::FileId;
use retroshade_frontend::typed::{Base, Declaration, DeclarationKind, Role, Selected, Type};
use std::collections::BTreeMap;

/// A name that is put where one is missing, so that what is around it can be read.
const PLACEHOLDER: &str = "completed_here";

/// The letters of swizzles.
const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];

pub(super) fn answer(
    world: &mut World,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>, Refusal> {
    let at = params.text_document_position;
    let path = path_of(&at.text_document.uri);
    let Some((byte, text)) = world.byte(&path, at.position) else {
        return Ok(None);
    };
    if is_aside(text, byte) {
        return Ok(None);
    }
    let start = word_start(&text.text, byte);
    let dotted = follows_dot(&text.text, start);
    let end = byte + letters(&text.text, byte);
    let whole = text.replaced(start, end, PLACEHOLDER);
    let Some((root, _)) = world.context(&path) else {
        return Ok(None);
    };
    let Some(analysis) = world.with_texts(&root, &[(&path, whole)]) else {
        return Ok(None);
    };
    let Some(file) = analysis.files_of(&path).next() else {
        return Ok(None);
    };
    let at = u32::try_from(start).unwrap_or(u32::MAX);
    let items = if dotted {
        members(&analysis, file, at)
    } else {
        names(&analysis, file, at)
    };
    Ok(Some(CompletionResponse::Array(items)))
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Where the word begins that ends at a byte.
pub(super) fn word_start(text: &str, byte: usize) -> usize {
    let before = text.get(..byte).unwrap_or("");
    before.trim_end_matches(is_letter).len()
}

/// Letters of the word that goes on at a byte.
pub(super) fn letters(text: &str, byte: usize) -> usize {
    let behind = text.get(byte..).unwrap_or("");
    behind.len() - behind.trim_start_matches(is_letter).len()
}

/// True if a dot stands before a byte that is not part of a number.
fn follows_dot(text: &str, byte: usize) -> bool {
    let before = text.get(..byte).unwrap_or("").trim_end();
    let Some(before) = before.strip_suffix('.') else {
        return false;
    };
    let word = before.get(word_start(before, before.len())..).unwrap_or("");
    !word.starts_with(|first: char| first.is_ascii_digit())
}

/// True if a place is in a comment or a directive, where nothing is completed.
fn is_aside(text: &Text, byte: usize) -> bool {
    let line = text.line_of(byte);
    let start = text.byte(lsp_types::Position::new(line, 0));
    let before = text.text.get(start..byte).unwrap_or("");
    let before_all = text.text.get(..byte).unwrap_or("");
    let open = before_all
        .rfind("/*")
        .is_some_and(|at| !before_all.get(at..).unwrap_or("").contains("*/"));
    before.contains("//") || before.trim_start().starts_with('#') || open
}

fn item(label: &str, kind: CompletionItemKind, detail: String, rank: u8) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then_some(detail),
        sort_text: Some(format!("{rank}{label}")),
        ..CompletionItem::default()
    }
}

/// What can stand behind the dot before a name.
fn members(analysis: &Analysis, file: FileId, at: u32) -> Vec<CompletionItem> {
    let names = &analysis.names;
    let mut selections = names.selections.iter();
    let here = selections.find(|one| one.field.file == file && one.field.start == at);
    match here.map(|one| one.from) {
        None => Vec::new(),
        Some(Selected::Block(block)) => {
            let own = names
                .declarations
                .iter()
                .filter(|one| one.owner == Some(block));
            let field = CompletionItemKind::FIELD;
            own.map(|one| item(&one.name, field, one.spelled.clone(), 0))
                .collect()
        }
        Some(Selected::Value(ty)) => match (ty.array, ty.base) {
            (None, Base::Vector { scalar, lanes }) if lanes > 1 => {
                let spell = |lanes: usize| {
                    let lanes = lanes as u8;
                    names.spell(Type {
                        base: Base::Vector { scalar, lanes },
                        array: None,
                    })
                };
                swizzles(lanes.into(), &spell)
            }
            _ => {
                let members = names.members(ty).into_iter();
                let field = CompletionItemKind::FIELD;
                members
                    .map(|(name, ty)| item(name, field, names.spell(ty), 0))
                    .collect()
            }
        },
    }
}

/// Single components, and those from the first on.
fn swizzles(width: usize, spell: &dyn Fn(usize) -> String) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for (rank, set) in (0u8..).zip(SETS) {
        let set = set.get(..width).unwrap_or(set);
        let single = set
            .char_indices()
            .map(|(at, letter)| set.get(at..at + letter.len_utf8()));
        let several = (2..=width).map(|count| set.get(..count));
        for swizzle in single.chain(several).flatten() {
            let detail = spell(swizzle.len());
            items.push(item(swizzle, CompletionItemKind::FIELD, detail, rank));
        }
    }
    items
}

/// The names that are known at a place.
fn names(analysis: &Analysis, file: FileId, at: u32) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    let mut visible: BTreeMap<&str, Vec<&Declaration>> = BTreeMap::new();
    for declaration in &analysis.names.declarations {
        if is_visible(analysis, declaration, file, at) {
            let known = visible.entry(&declaration.name).or_default();
            let overloads = declaration.kind == DeclarationKind::Function;
            if !overloads
                || known
                    .iter()
                    .any(|one| one.kind != DeclarationKind::Function)
            {
                known.clear();
            }
            known.push(declaration);
        }
    }
    for (name, declarations) in visible {
        let Some(first) = declarations.first() else {
            continue;
        };
        let all: Vec<&str> = declarations
            .iter()
            .map(|one| one.spelled.as_str())
            .collect();
        let rank = u8::from(first.scope.is_none());
        let mut one = item(name, kind(first), with_value(&analysis.names, first), rank);
        one.documentation = documented(&all, None);
        items.push(one);
    }
    let define = |span| format!("#define {}", analysis.sources.text(span));
    for &(definition, extent) in &analysis.names.macros {
        if analysis.order(definition.file, definition.end) < analysis.order(file, at) {
            let name = analysis.sources.text(definition);
            let detail = define(extent);
            items.push(item(name, CompletionItemKind::CONSTANT, detail, 1));
        }
    }
    for (name, spelled) in analysis.names.builtin_variables() {
        let mut one = item(name, CompletionItemKind::VARIABLE, spelled, 2);
        one.documentation = documented(&[], descriptions::of(name));
        items.push(one);
    }
    for (name, overloads) in analysis.names.builtin_functions() {
        let first = overloads.first().cloned().unwrap_or_default();
        let all: Vec<&str> = overloads.iter().map(String::as_str).collect();
        let mut one = item(name, CompletionItemKind::FUNCTION, first, 2);
        one.documentation = documented(&all, descriptions::of(name));
        items.push(one);
    }
    let words = analysis.names.keywords();
    items.extend(words.map(|word| item(word, CompletionItemKind::KEYWORD, String::new(), 3)));
    items
}

/// All overloads, where there are several, and what they do.
fn documented(overloads: &[&str], description: Option<&str>) -> Option<Documentation> {
    let kind = MarkupKind::Markdown;
    let overloads = match overloads {
        [] | [_] => None,
        all => Some(format!("```glsl\n{}\n```", all.join("\n"))),
    };
    let parts = overloads.into_iter().chain(description.map(str::to_owned));
    let value = parts.collect::<Vec<String>>().join("\n\n");
    (!value.is_empty()).then_some(Documentation::MarkupContent(MarkupContent { kind, value }))
}

/// True if a name is known at a place.
pub(super) fn is_visible(analysis: &Analysis, one: &Declaration, file: FileId, at: u32) -> bool {
    let named = !one.name.is_empty() && one.name != PLACEHOLDER && one.owner.is_none();
    if !named || analysis.order(one.span.file, one.span.end) > analysis.order(file, at) {
        return false;
    }
    let scope = one.scope;
    scope.is_none() || scope.file == file && scope.start <= at && at <= scope.end
}

fn kind(declaration: &Declaration) -> CompletionItemKind {
    match &declaration.kind {
        DeclarationKind::Function => CompletionItemKind::FUNCTION,
        DeclarationKind::Structure => CompletionItemKind::STRUCT,
        DeclarationKind::Member => CompletionItemKind::FIELD,
        DeclarationKind::Global(Role::Constant) => CompletionItemKind::CONSTANT,
        DeclarationKind::Global(Role::Private) => CompletionItemKind::VARIABLE,
        DeclarationKind::Global(_) => CompletionItemKind::PROPERTY,
        DeclarationKind::Block => CompletionItemKind::INTERFACE,
        DeclarationKind::Local | DeclarationKind::Parameter | DeclarationKind::Unknown => {
            CompletionItemKind::VARIABLE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_of_numbers_select_nothing() {
        for (text, expected) in [
            ("color.", true),
            ("color .  ", true),
            ("v2.", true),
            ("f(x).", true),
            ("a[0].", true),
            ("1.", false),
            ("12.", false),
            ("x", false),
        ] {
            assert_eq!(follows_dot(text, text.len()), expected, "{text}");
        }
        assert_eq!(word_start("a + bc_1", 8), 4);
        assert_eq!(letters("abc+d", 1), 2);
    }

    #[test]
    fn nothing_is_completed_in_comments_and_directives() {
        for (text, expected) in [
            ("x ", false),
            ("// x ", true),
            ("/* x\n y ", true),
            ("/* x */ y ", false),
            ("  #define A ", true),
        ] {
            assert_eq!(is_aside(&Text::new(text), text.len()), expected, "{text}");
        }
    }
}
