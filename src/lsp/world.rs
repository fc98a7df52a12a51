//! What the server knows: open documents, what was read of them, what the compiler made of them.

use super::analysis::Analysis;
use super::configuration::{Configuration, Resolved};
use super::machine::{Done, Job, Machine};
use super::messages::Message;
use super::text::Text;
use super::uri::{path_of, uri_of};
use crate::{FileAccess, Language, OpenFiles, Stage};
use lsp_types::{Position, TextDocumentPositionParams, Uri};
use retroshade_diagnostics::FileId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Shaders of a set that are read to find one that includes a document.
const MOST_SEARCHED: usize = 256;

/// A document that the client has open.
pub(super) struct Document {
    /// As the client spells it.
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: Text,
}

/// What the compiler made of a document.
#[derive(Default)]
pub(super) struct Shader {
    /// The number of the last job.
    pub(super) wanted: u64,
    /// The number of the last job that is done.
    pub(super) done: u64,
    /// When the last job was begun; `None` when its result is there, or it was not waited for any longer.
    pub(super) since: Option<Instant>,
    pub(super) messages: Vec<Message>,
    /// The last program.
    pub(super) machine: Option<Machine>,
    /// True if the program is that of the last version that was compiled.
    current: bool,
    /// What is said of a limit that the last version exceeds.
    pub(super) limit: Option<String>,
}

impl Shader {
    /// The program, if it is that of the document as it is.
    pub(super) fn current(&self) -> Option<&Machine> {
        let current = self.current && !self.is_pending();
        self.machine.as_ref().filter(|_| current)
    }

    /// True if the last version is being compiled.
    pub(super) fn is_pending(&self) -> bool {
        self.done < self.wanted
    }
}

/// A place in a document.
pub(super) struct Cursor {
    pub(super) path: PathBuf,
    pub(super) analysis: Rc<Analysis>,
    /// The document in the analysis.
    pub(super) file: FileId,
    pub(super) byte: u32,
}

/// All of it.
#[derive(Default)]
pub(super) struct World {
    pub(super) configuration: Configuration,
    pub(super) documents: BTreeMap<PathBuf, Document>,
    pub(super) shaders: BTreeMap<PathBuf, Shader>,
    /// The texts of the documents.
    open: OpenFiles,
    /// Of open documents, and of others that were looked into; `None` where there is none.
    analyses: HashMap<PathBuf, Option<Rc<Analysis>>>,
    /// Documents whose stage is not known, and which no known shader includes.
    pub(super) alone: BTreeSet<PathBuf>,
    /// Documents that must be compiled again.
    changed: BTreeSet<PathBuf>,
    jobs: u64,
    /// The shaders that documents are linked with.
    partners: BTreeMap<PathBuf, PathBuf>,
}

impl World {
    /// A document with a new text.
    pub(super) fn set(&mut self, uri: Uri, version: i32, text: Text) {
        let path = path_of(&uri);
        let open = Arc::make_mut(&mut self.open.0);
        open.insert(path.clone(), text.text.clone());
        let document = Document { uri, version, text };
        self.documents.insert(path.clone(), document);
        self.file_changed(&path);
    }

    /// A document that is no longer open: its file counts.
    pub(super) fn close(&mut self, path: &Path) {
        Arc::make_mut(&mut self.open.0).remove(path);
        self.documents.remove(path);
        self.shaders.remove(path);
        self.alone.remove(path);
        self.partners.remove(path);
        self.file_changed(path);
        self.changed.remove(path);
    }

    /// A file has another content.
    pub(super) fn file_changed(&mut self, path: &Path) {
        let concerned = |root: &Path, analysis: &Option<Rc<Analysis>>| {
            let depends = |one: &Rc<Analysis>| {
                one.lacks_file || one.depends.iter().any(|other| other == path)
            };
            root == path || analysis.as_ref().is_some_and(depends)
        };
        let mut changed: BTreeSet<PathBuf> = BTreeSet::from([path.to_owned()]);
        self.analyses.retain(|root, analysis| {
            let gone = concerned(root, analysis);
            if gone {
                changed.insert(root.clone());
            }
            !gone
        });
        // What is linked with a changed shader is another program, too.
        let linked = self.partners.iter();
        let linked = linked.filter(|(_, partner)| changed.contains(*partner));
        let linked: Vec<PathBuf> = linked.map(|(path, _)| path.clone()).collect();
        changed.extend(linked);
        changed.retain(|path| self.documents.contains_key(path));
        self.outdate(changed);
    }

    /// Everything may be different.
    pub(super) fn all_changed(&mut self) {
        self.analyses.clear();
        self.outdate(self.documents.keys().cloned().collect());
    }

    /// What is being compiled of documents is no longer wanted.
    fn outdate(&mut self, changed: BTreeSet<PathBuf>) {
        for path in &changed {
            self.jobs += 1;
            if let Some(shader) = self.shaders.get_mut(path) {
                shader.wanted = self.jobs;
            }
        }
        self.changed.extend(changed);
    }

    /// True if a document must be compiled again.
    pub(super) fn is_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The documents that must be compiled again, as jobs.
    pub(super) fn jobs(&mut self) -> Vec<Job> {
        let changed = std::mem::take(&mut self.changed);
        let jobs = changed.into_iter().filter_map(|path| self.job(path));
        let jobs = jobs.collect();
        let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
        let parts = open
            .into_iter()
            .filter(|path| !self.shaders.contains_key(path));
        let parts: Vec<PathBuf> = parts.collect();
        let is_alone = |path: &PathBuf| self.including(path).is_none();
        self.alone = parts.into_iter().filter(is_alone).collect();
        jobs
    }

    /// The job of a document; `None` for what is included only, whose messages are those of the including shaders.
    fn job(&mut self, path: PathBuf) -> Option<Job> {
        let is_wgsl = Language::of_path(&path) == Language::Wgsl;
        if !is_wgsl && self.analysis(&path).is_none() {
            self.shaders.remove(&path);
            return None;
        }
        let resolved = self.configuration.resolve(&path, &self.open);
        let text = self.text(&path)?;
        let partner = resolved.partner.clone();
        let partner = partner.and_then(|path| self.text(&path).map(|text| (path, text)));
        self.partners.remove(&path);
        if let Some((other, _)) = &partner {
            // So that a change of its includes is known.
            let _ = self.analysis(other);
            self.partners.insert(path.clone(), other.clone());
        }
        self.jobs += 1;
        let number = self.jobs;
        let shader = self.shaders.entry(path.clone()).or_default();
        (shader.wanted, shader.since) = (number, Some(Instant::now()));
        Some(Job {
            path,
            number,
            text,
            partner,
            resolved,
        })
    }

    /// Takes what came of a job; false if a newer one was begun.
    pub(super) fn take(&mut self, done: Done) -> bool {
        let Some(shader) = self.shaders.get_mut(&done.path) else {
            return false;
        };
        if shader.wanted != done.number {
            return false;
        }
        (shader.done, shader.since) = (done.number, None);
        shader.messages = done.messages;
        shader.limit = done.limit;
        // The last program stays while the text has errors.
        shader.current = done.machine.is_some();
        shader.machine = done.machine.or(shader.machine.take());
        true
    }

    /// When the errors of the frontend are to be shown, for want of the messages of the whole compiler.
    pub(super) fn due(&self, patience: Duration) -> Option<Instant> {
        let since = self.shaders.values().filter_map(|shader| shader.since);
        since.min().map(|since| since + patience)
    }

    /// Takes the errors of the frontend for shaders that take long; whether there are any. Without errors the messages
    /// stay as they are, for those of the machine are not known yet.
    pub(super) fn take_early(&mut self, patience: Duration) -> bool {
        let now = Instant::now();
        let late = |shader: &Shader| shader.since.is_some_and(|since| since + patience <= now);
        let late = self.shaders.iter().filter(|(_, shader)| late(shader));
        let late: Vec<PathBuf> = late.map(|(path, _)| path.clone()).collect();
        let mut taken = false;
        for path in &late {
            let analysis = self.analysis(path);
            let wrong = analysis.filter(|analysis| analysis.errors > 0);
            if let Some(shader) = self.shaders.get_mut(path) {
                shader.since = None;
                if let Some(analysis) = wrong {
                    shader.messages.clone_from(&analysis.messages);
                    taken = true;
                }
            }
        }
        taken
    }

    /// What is known of a document by itself; `None` if it is no shader.
    pub(super) fn analysis(&mut self, path: &Path) -> Option<Rc<Analysis>> {
        if let Some(known) = self.analyses.get(path) {
            return known.clone();
        }
        let resolved = self.configuration.resolve(path, &self.open);
        let analysis = self.read(path, &resolved).map(Rc::new);
        self.analyses.insert(path.to_owned(), analysis.clone());
        analysis
    }

    fn read(&self, path: &Path, resolved: &Resolved) -> Option<Analysis> {
        Analysis::new(resolved, path, &self.text(path)?)
    }

    /// The text of a document, or of a file.
    fn text(&self, path: &Path) -> Option<String> {
        match self.documents.get(path) {
            Some(document) => Some(document.text.text.to_string()),
            None => crate::include::read(&FileAccess::default(), path).ok(),
        }
    }

    /// The shader that a shader is linked with.
    pub(super) fn partner(&mut self, path: &Path) -> Option<(PathBuf, Rc<Analysis>)> {
        let partner = self.configuration.resolve(path, &self.open).partner?;
        let analysis = self.analysis(&partner)?;
        Some((partner, analysis))
    }

    /// A shader as it would be with another text of one document.
    pub(super) fn with_texts(
        &mut self,
        root: &Path,
        texts: &[(&Path, String)],
    ) -> Option<Analysis> {
        let mut open = self.open.clone();
        let map = Arc::make_mut(&mut open.0);
        for (path, text) in texts {
            map.insert((*path).to_owned(), text.as_str().into());
        }
        let mut resolved = self.configuration.resolve(root, &open);
        let text = match open.0.get(root) {
            Some(text) => text.to_string(),
            None => crate::include::read(&FileAccess::default(), root).ok()?,
        };
        if resolved.stage.is_none() && self.analysis(root).is_none() {
            resolved.stage = Some(Stage::Fragment);
        }
        Analysis::new(&resolved, root, &text)
    }

    /// The shader in which a document is read, with its path: itself, or one that includes it.
    pub(super) fn context(&mut self, path: &Path) -> Option<(PathBuf, Rc<Analysis>)> {
        if let Some(analysis) = self.analysis(path) {
            return Some((path.to_owned(), analysis));
        }
        if let Some(found) = self.including(path) {
            return Some(found);
        }
        // No shader is known that includes it.
        let mut resolved = self.configuration.resolve(path, &self.open);
        resolved.stage = Some(Stage::Fragment);
        let analysis = self.read(path, &resolved)?;
        Some((path.to_owned(), Rc::new(analysis)))
    }

    /// The first shader that includes a file, of those that are open or of its set.
    fn including(&mut self, path: &Path) -> Option<(PathBuf, Rc<Analysis>)> {
        let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
        let others = self.sources_around(path).into_iter().take(MOST_SEARCHED);
        for root in open.into_iter().chain(others) {
            if let Some(analysis) = self.analysis(&root).filter(|one| one.has(path)) {
                return Some((root, analysis));
            }
        }
        None
    }

    /// All shaders that a file is part of, as far as they are open or of its set.
    pub(super) fn shaders_with(&mut self, path: &Path) -> Vec<(PathBuf, Rc<Analysis>)> {
        let open: Vec<PathBuf> = self.documents.keys().cloned().collect();
        let others = self.sources_around(path);
        let all: BTreeSet<PathBuf> = open.into_iter().chain(others).collect();
        let mut found = Vec::new();
        for root in all {
            if let Some(analysis) = self.analysis(&root).filter(|one| one.has(path)) {
                found.push((root, analysis));
            }
        }
        found
    }

    /// Shaders of the set of shaders around a file.
    fn sources_around(&mut self, path: &Path) -> BTreeSet<PathBuf> {
        let project = self.configuration.resolve(path, &self.open).project;
        let pack = project
            .as_ref()
            .and_then(|pack| pack.as_ref().as_ref().ok());
        let sources = pack
            .into_iter()
            .flat_map(|pack| pack.sources().map(crate::plain));
        sources.collect()
    }

    /// A position in a document.
    pub(super) fn cursor(&mut self, at: &TextDocumentPositionParams) -> Option<Cursor> {
        let path = path_of(&at.text_document.uri);
        let (_, analysis) = self.context(&path)?;
        let (file, byte) = analysis.byte(&path, at.position)?;
        Some(Cursor {
            path,
            analysis,
            file,
            byte,
        })
    }

    /// The address of a file, as the client spells it if it has it open.
    pub(super) fn uri(&self, path: &Path) -> Option<Uri> {
        let document = self.documents.get(path);
        document.map(|one| one.uri.clone()).or_else(|| uri_of(path))
    }

    /// The byte of a position in an open document's text.
    pub(super) fn byte(&self, path: &Path, position: Position) -> Option<(usize, &Text)> {
        let text = &self.documents.get(path)?.text;
        Some((text.byte(position), text))
    }

    /// The program of the shader in which a document is read, with what is said of its limits.
    pub(super) fn shader_of(&mut self, path: &Path) -> Option<&Shader> {
        if !self.shaders.contains_key(path) {
            let (root, _) = self.context(path)?;
            return self.shaders.get(&root);
        }
        self.shaders.get(path)
    }
}
