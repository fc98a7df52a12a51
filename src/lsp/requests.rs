//! Requests by their methods.

use super::refusal::Refusal;
use super::world::World;
use super::{
    completion, diagnostics, hints, hover, navigation, rename, signature, symbols, tokens,
};
use lsp_server::{ErrorCode, Request};
use lsp_types::request as methods;
use lsp_types::{CodeActionParams, HoverParams, InlayHintParams, Uri};
use retroshade_ir::deep;
use serde_json::Value;

/// What a method answers.
type Answer = fn(&mut World, Value) -> Result<Value, Refusal>;

/// The answer of one method, by a function of its parameters.
macro_rules! method {
    ($method:ty, $answer:expr) => {
        (
            <$method as methods::Request>::METHOD,
            (|world, params| {
                let params: <$method as methods::Request>::Params =
                    serde_json::from_value(params).map_err(Refusal::params)?;
                let answer: Result<<$method as methods::Request>::Result, Refusal> =
                    $answer(world, params);
                serde_json::to_value(answer?)
                    .map_err(|why| Refusal::new(ErrorCode::InternalError, why.to_string()))
            }) as Answer,
        )
    };
}

/// All methods.
static METHODS: &[(&str, Answer)] = &[
    method!(methods::HoverRequest, hover::answer),
    method!(methods::InlayHintRequest, hints::answer),
    method!(methods::Completion, completion::answer),
    method!(methods::SignatureHelpRequest, signature::answer),
    method!(methods::GotoDefinition, navigation::definition),
    method!(methods::References, navigation::references),
    method!(methods::DocumentHighlightRequest, navigation::highlights),
    method!(methods::DocumentSymbolRequest, symbols::answer),
    method!(methods::SemanticTokensFullRequest, tokens::answer),
    method!(methods::PrepareRenameRequest, rename::prepare),
    method!(methods::Rename, rename::answer),
    method!(methods::CodeActionRequest, diagnostics::answer),
];

/// Answers a request.
pub(super) fn answer(world: &mut World, request: &Request) -> Result<Value, Refusal> {
    let method = METHODS.iter().find(|(name, _)| *name == request.method);
    let Some((name, answer)) = method else {
        let message = format!("there is no method `{}`", request.method);
        return Err(Refusal::new(ErrorCode::MethodNotFound, message));
    };
    let params = request.params.clone();
    deep::guarded_here(|| answer(world, params)).unwrap_or_else(|panic| {
        let message = format!("a defect in {name}: {panic}");
        Err(Refusal::new(ErrorCode::InternalError, message))
    })
}

/// The document whose machine code a request is about, if it is.
pub(super) fn waits_for(request: &Request) -> Option<Uri> {
    fn read<T: serde::de::DeserializeOwned>(request: &Request) -> Option<T> {
        serde_json::from_value(request.params.clone()).ok()
    }
    match request.method.as_str() {
        <methods::HoverRequest as methods::Request>::METHOD => {
            let params: HoverParams = read(request)?;
            Some(params.text_document_position_params.text_document.uri)
        }
        <methods::InlayHintRequest as methods::Request>::METHOD => {
            Some(read::<InlayHintParams>(request)?.text_document.uri)
        }
        <methods::CodeActionRequest as methods::Request>::METHOD => {
            Some(read::<CodeActionParams>(request)?.text_document.uri)
        }
        _ => None,
    }
}
