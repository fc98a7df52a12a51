//! What client and server can do.

use super::tokens;
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CompletionOptions, HoverProviderCapability, OneOf, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde_json::{Value, json};

/// What the client can do, as far as it matters.
#[derive(Default)]
pub(super) struct Client {
    /// It answers `workspace/configuration`.
    pub(super) configuration: bool,
    /// It watches files for the server.
    pub(super) watches: bool,
    /// It asks for hints again when told to.
    pub(super) refreshes: bool,
    /// What is wrong with its settings, until it is said.
    pub(super) fault: Option<String>,
}

impl Client {
    pub(super) fn new(capabilities: &ClientCapabilities) -> Client {
        let workspace = capabilities.workspace.as_ref();
        let watched = workspace.and_then(|one| one.did_change_watched_files.as_ref());
        let hints = workspace.and_then(|one| one.inlay_hint.as_ref());
        Client {
            configuration: workspace.and_then(|one| one.configuration).unwrap_or(false),
            watches: watched
                .and_then(|one| one.dynamic_registration)
                .unwrap_or(false),
            refreshes: hints.and_then(|one| one.refresh_support).unwrap_or(false),
            fault: None,
        }
    }
}

/// The answer to `initialize`.
pub(super) fn answer() -> Value {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: words(&["."]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: words(&["(", ","]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::from(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "retroshade", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// The files that the client is asked to watch.
pub(super) fn watches() -> Value {
    let watchers = json!([
        { "globPattern": "**/*.{glsl,essl,vert,vs,vsh,glslv,frag,fs,fsh,glslf,wgsl,cg,h,inc}" },
        { "globPattern": format!("**/{}", super::configuration::PROJECT) },
    ]);
    let method = "workspace/didChangeWatchedFiles";
    let options = json!({ "watchers": watchers });
    json!({ "registrations": [{ "id": "files", "method": method, "registerOptions": options }] })
}
