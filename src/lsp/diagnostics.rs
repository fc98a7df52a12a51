//! Which messages each file shows: those of every open shader that it is part of.

use super::messages::Message;
use super::refusal::Refusal;
use super::uri::path_of;
use super::world::World;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    Diagnostic, DiagnosticSeverity, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The messages that the client was told of.
#[derive(Default)]
pub(super) struct Published {
    files: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Published {
    /// The files whose messages are others than the client was told, with all their messages.
    pub(super) fn news(&mut self, world: &World) -> Vec<(PathBuf, Vec<Diagnostic>)> {
        let mut files: BTreeMap<PathBuf, Vec<Diagnostic>> = BTreeMap::new();
        for fault in world.configuration.faults() {
            files.entry(fault.path).or_default().push(fault.diagnostic);
        }
        for path in &world.alone {
            files.insert(path.clone(), vec![alone()]);
        }
        for (path, shader) in &world.shaders {
            // A file without messages is told of once as well: it was looked at.
            // Of what was not compiled yet nothing is said.
            if shader.done > 0 || !shader.messages.is_empty() {
                files.entry(path.clone()).or_default();
            }
            for message in &shader.messages {
                let known = files.entry(message.path.clone()).or_default();
                // An included file has the same messages in every shader that includes it.
                if !known.contains(&message.diagnostic) {
                    known.push(message.diagnostic.clone());
                }
            }
        }
        let old = std::mem::replace(&mut self.files, files.clone());
        for path in old.keys() {
            files.entry(path.clone()).or_default();
        }
        let news = files.into_iter();
        let news = news.filter(|(path, messages)| match old.get(path) {
            Some(known) => known != messages,
            None => true,
        });
        news.collect()
    }
}

/// What is said of a file that is not compiled.
fn alone() -> Diagnostic {
    let message = "not compiled: the stage is not known, and no shader that is open includes this file\n\
        help: name it .vert or .frag, write `#pragma shader_stage(fragment)`, or use the setting `stages`";
    Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("retroshade".to_owned()),
        message: message.to_owned(),
        ..Diagnostic::default()
    }
}

/// The changes that remedy messages in a range.
pub(super) fn answer(
    world: &mut World,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>, Refusal> {
    let path = path_of(&params.text_document.uri);
    Ok(Some(actions(world, &params, &path)))
}

fn actions(world: &World, params: &CodeActionParams, path: &Path) -> CodeActionResponse {
    let wanted = |message: &&Message| {
        let range = message.diagnostic.range;
        let kinds = params.context.only.as_ref();
        message.path == path
            && range.start <= params.range.end
            && params.range.start <= range.end
            && kinds.is_none_or(|kinds| {
                let kinds = kinds.iter();
                kinds
                    .into_iter()
                    .any(|kind| CodeActionKind::QUICKFIX.as_str().starts_with(kind.as_str()))
            })
    };
    let mut actions: Vec<CodeActionOrCommand> = Vec::new();
    for message in world
        .shaders
        .values()
        .flat_map(|shader| &shader.messages)
        .filter(wanted)
    {
        let Some(fix) = &message.fix else { continue };
        let action = CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![message.diagnostic.clone()]),
            edit: edit(world, fix.edits.iter().cloned()),
            is_preferred: Some(true),
            ..CodeAction::default()
        });
        if !actions.contains(&action) {
            actions.push(action);
        }
    }
    actions
}

/// Changes of texts as the protocol has them.
pub(super) fn edit(
    world: &World,
    edits: impl IntoIterator<Item = (PathBuf, TextEdit)>,
) -> Option<WorkspaceEdit> {
    #[expect(clippy::mutable_key_type, reason = "the protocol's types have it so")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (path, edit) in edits {
        changes.entry(world.uri(&path)?).or_default().push(edit);
    }
    Some(WorkspaceEdit::new(changes))
}
