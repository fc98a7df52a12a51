//! The parameters of the function whose arguments are being written.
//!
//! The tokens before the place tell the call: a statement that is half written is not in the tree.

use super::analysis::Analysis;
use super::refusal::Refusal;
use super::world::{Cursor, World};
use lsp_types::{
    ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
};
use retroshade_diagnostics::FileId;
use retroshade_frontend::lex::{Punctuator, Token, TokenKind};
use retroshade_frontend::typed::DeclarationKind;

pub(super) fn answer(
    world: &mut World,
    params: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, Refusal> {
    let Some(cursor) = world.cursor(&params.text_document_position_params) else {
        return Ok(None);
    };
    let Cursor {
        analysis,
        file,
        byte,
        ..
    } = &cursor;
    let Some((name, argument)) = call(analysis, *file, *byte) else {
        return Ok(None);
    };
    let own = analysis.names.declarations.iter().filter(|one| {
        one.kind == DeclarationKind::Function
            && one.name == name
            && analysis.reading().is_visible(one, *file, *byte)
    });
    let mut overloads: Vec<String> = own.map(|one| one.spelled.clone()).collect();
    overloads.extend(analysis.names.builtin_function(&name));
    let signatures: Vec<SignatureInformation> = overloads.into_iter().map(signature).collect();
    let has = |one: &SignatureInformation| one.parameters.as_ref().map_or(0, Vec::len) > argument;
    let active = signatures.iter().position(has).unwrap_or(0);
    Ok((!signatures.is_empty()).then_some(SignatureHelp {
        signatures,
        active_signature: u32::try_from(active).ok(),
        active_parameter: u32::try_from(argument).ok(),
    }))
}

/// The name of the function in whose brackets a place is, and the number of the argument.
fn call(analysis: &Analysis, file: FileId, byte: u32) -> Option<(String, usize)> {
    let tokens = analysis.names.tokens.iter();
    let own = tokens.filter(|token| token.definition.is_none() && token.span.file == file);
    let before: Vec<&Token> = own.filter(|token| token.span.end <= byte).collect();
    let (mut depth, mut argument) = (0u32, 0);
    for (index, token) in before.iter().enumerate().rev() {
        use Punctuator as P;
        match token.kind {
            TokenKind::Punctuator(P::RightParen | P::RightBracket) => depth += 1,
            TokenKind::Punctuator(P::LeftParen) if depth == 0 => {
                let name = before.get(index.checked_sub(1)?)?;
                let TokenKind::Identifier(symbol) = name.kind else {
                    return None;
                };
                return Some((analysis.names.text(symbol).to_owned(), argument));
            }
            TokenKind::Punctuator(P::LeftParen | P::LeftBracket) => {
                depth = depth.saturating_sub(1);
            }
            TokenKind::Punctuator(P::Comma) if depth == 0 => argument += 1,
            TokenKind::Punctuator(P::Semicolon | P::LeftBrace | P::RightBrace) => return None,
            _ => {}
        }
    }
    None
}

/// A signature with the places of its parameters.
fn signature(label: String) -> SignatureInformation {
    let open = label.find('(').map_or(label.len(), |at| at + 1);
    let list = label.get(open..).unwrap_or("").trim_end_matches(')');
    let mut parameters = Vec::new();
    let mut start = open;
    for part in list.split(", ").filter(|part| !part.is_empty()) {
        // Names and types are ASCII: bytes are units of UTF-16.
        let offsets = [start as u32, (start + part.len()) as u32];
        parameters.push(ParameterInformation {
            label: ParameterLabel::LabelOffsets(offsets),
            documentation: None,
        });
        start += part.len() + 2;
    }
    SignatureInformation {
        label,
        documentation: None,
        parameters: Some(parameters),
        active_parameter: None,
    }
}
