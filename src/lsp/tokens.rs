//! What each name of a document is, for editors that colour it.

use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use crate::assist::tokens::{Class, Token, tokens};
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

/// The protocol's types, in the order of the legend.
const TYPES: [SemanticTokenType; 8] = [
    SemanticTokenType::TYPE,
    SemanticTokenType::STRUCT,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::MACRO,
    SemanticTokenType::VARIABLE,
];

/// The modifiers, in the order of the legend: first the protocol's own.
const MODIFIERS: [SemanticTokenModifier; 7] = [
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DEFAULT_LIBRARY,
    SemanticTokenModifier::new("uniform"),
    SemanticTokenModifier::new("sampler"),
    SemanticTokenModifier::new("input"),
    SemanticTokenModifier::new("output"),
];

/// The words that answers have numbers for.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: MODIFIERS.to_vec(),
    }
}

pub(super) fn answer(
    world: &mut World,
    params: SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, Refusal> {
    let path = path_of(&params.text_document.uri);
    let Some((_, analysis)) = world.context(&path) else {
        return Ok(None);
    };
    let Some(file) = analysis.files_of(&path).next() else {
        return Ok(None);
    };
    let mut data = Vec::new();
    let (mut line, mut start) = (0, 0);
    for token in tokens(analysis.reading(), file) {
        let Some((_, range)) = analysis.range(token.span) else {
            continue;
        };
        // Places are told from those of the token before.
        if range.start.line != line {
            start = 0;
        }
        let (token_type, token_modifiers_bitset) = spelled(token);
        data.push(SemanticToken {
            delta_line: range.start.line - line,
            delta_start: range.start.character - start,
            length: range.end.character.saturating_sub(range.start.character),
            token_type,
            token_modifiers_bitset,
        });
        (line, start) = (range.start.line, range.start.character);
    }
    let tokens = SemanticTokens {
        result_id: None,
        data,
    };
    Ok(Some(SemanticTokensResult::Tokens(tokens)))
}

/// The number of a token's type in the legend, and the bits of its modifiers.
fn spelled(token: Token) -> (u32, u32) {
    let readonly = SemanticTokenModifier::READONLY;
    let variable = SemanticTokenType::VARIABLE;
    let (kind, mut modifiers) = match token.class {
        Class::Type => (SemanticTokenType::TYPE, vec![]),
        Class::Structure => (SemanticTokenType::STRUCT, vec![]),
        Class::Block => (SemanticTokenType::INTERFACE, vec![]),
        Class::Function => (SemanticTokenType::FUNCTION, vec![]),
        Class::Parameter => (SemanticTokenType::PARAMETER, vec![]),
        Class::Member => (SemanticTokenType::PROPERTY, vec![]),
        Class::Macro => (SemanticTokenType::MACRO, vec![]),
        Class::Variable => (variable, vec![]),
        Class::Constant => (variable, vec![readonly]),
        Class::Uniform => (
            variable,
            vec![readonly, SemanticTokenModifier::new("uniform")],
        ),
        Class::Sampler => (
            variable,
            vec![readonly, SemanticTokenModifier::new("sampler")],
        ),
        Class::Input => (
            variable,
            vec![readonly, SemanticTokenModifier::new("input")],
        ),
        Class::Output => (variable, vec![SemanticTokenModifier::new("output")]),
    };
    if token.declares {
        modifiers.push(SemanticTokenModifier::DECLARATION);
    }
    if token.is_builtin {
        modifiers.push(SemanticTokenModifier::DEFAULT_LIBRARY);
    }
    let number = TYPES.into_iter().position(|one| one == kind).unwrap_or(0);
    let bits = MODIFIERS.into_iter().enumerate();
    let bits = bits.filter(|(_, one)| modifiers.contains(one));
    (number as u32, bits.fold(0, |all, (bit, _)| all | 1 << bit))
}
