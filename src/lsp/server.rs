//! The session: its beginning and end, requests in their order, jobs and their results.

use super::capabilities;
use super::diagnostics::Published;
use super::machine::Done;
use super::refusal::Refusal;
use super::requests;
use super::text::Text;
use super::transport::{self, Fault, Incoming};
use super::uri::path_of;
use super::workers::Workers;
use super::world::World;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::notification::{self, Notification as _};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, PublishDiagnosticsParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How long requests about machine code wait for it, and messages for those of the whole compiler.
const PATIENCE: Duration = Duration::from_millis(250);

/// What the server waits for.
enum Event {
    Came(Incoming),
    Compiled(Box<Done>),
    Broken(io::Error),
}

/// Serves one client until it ends the session; whether it ended it as the protocol has it.
///
/// # Errors
/// Those of the pipes.
pub(super) fn serve(
    mut input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    include_roots: Vec<PathBuf>,
) -> io::Result<bool> {
    let (sender, receiver) = mpsc::channel();
    let results = sender.clone();
    let deliver = move |done| _ = results.send(Event::Compiled(Box::new(done)));
    std::thread::spawn(move || {
        loop {
            let read = transport::read(&mut input);
            let last = matches!(read, Ok(Incoming::End) | Err(_));
            let event = read.map_or_else(Event::Broken, Event::Came);
            if sender.send(event).is_err() || last {
                return;
            }
        }
    });
    let mut server = Server {
        output,
        world: World::default(),
        workers: Workers::new(Arc::new(deliver)),
        published: Published::default(),
        client: capabilities::Client::default(),
        phase: Phase::New,
        waiting: Vec::new(),
        asked: 0,
        configuration: None,
    };
    server.world.configuration.include_roots = include_roots;
    server.run(&receiver)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    Ending,
}

struct Server<'a> {
    output: &'a mut dyn Write,
    world: World,
    workers: Workers,
    published: Published,
    client: capabilities::Client,
    phase: Phase,
    /// Requests that wait for machine code, and until when.
    waiting: Vec<(Request, Instant)>,
    /// Requests to the client so far.
    asked: i32,
    /// The request to the client for its settings, and until when nothing is compiled for want of them.
    configuration: Option<(RequestId, Instant)>,
}

/// Whether the session goes on.
enum Step {
    Goes,
    /// Whether it ended as the protocol has it.
    Ended(bool),
}

impl Server<'_> {
    fn run(&mut self, receiver: &Receiver<Event>) -> io::Result<bool> {
        loop {
            let mut queue = VecDeque::new();
            match self.next(receiver) {
                Ok(event) => queue.push_back(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
            queue.extend(receiver.try_iter());
            let cancelled = cancelled(&queue);
            for event in queue {
                let step = match event {
                    Event::Broken(fault) => return Err(fault),
                    Event::Came(Incoming::End) => return Ok(self.phase == Phase::Ending),
                    Event::Came(Incoming::Fault(fault)) => self.refuse(&fault)?,
                    Event::Came(Incoming::Message(message)) => self.message(message, &cancelled)?,
                    Event::Compiled(done) => self.compiled(*done)?,
                };
                if let Step::Ended(well) = step {
                    return Ok(well);
                }
            }
            self.submit()?;
            if self.world.take_early(PATIENCE) {
                self.publish()?;
            }
            self.answer_waiting()?;
        }
    }

    /// The next event, or the time at which something has waited long enough.
    fn next(&self, receiver: &Receiver<Event>) -> Result<Event, RecvTimeoutError> {
        let until = self.waiting.iter().map(|(_, until)| *until);
        let until = until.chain(self.world.due(PATIENCE));
        let until = until.chain(self.settings_due()).min();
        match until {
            Some(until) => receiver.recv_timeout(until.saturating_duration_since(Instant::now())),
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Until when the client's settings are waited for.
    fn settings_due(&self) -> Option<Instant> {
        let until = self.configuration.as_ref().map(|(_, until)| *until);
        until.filter(|until| *until > Instant::now())
    }

    /// Has the documents that changed compiled.
    fn submit(&mut self) -> io::Result<()> {
        if !self.world.is_changed() || self.settings_due().is_some() {
            return Ok(());
        }
        for job in self.world.jobs() {
            self.workers.submit(job);
        }
        // A document may be a shader no longer, the description of a set wrong.
        self.publish()
    }

    fn send(&mut self, message: Value) -> io::Result<()> {
        transport::write(self.output, message)
    }

    fn refuse(&mut self, fault: &Fault) -> io::Result<Step> {
        self.send(transport::refusal(fault))?;
        Ok(Step::Goes)
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(json!({ "method": method, "params": params }))
    }

    fn ask(&mut self, method: &str, params: Value) -> io::Result<RequestId> {
        self.asked = self.asked.wrapping_add(1);
        self.send(json!({ "id": self.asked, "method": method, "params": params }))?;
        Ok(RequestId::from(self.asked))
    }

    fn warn(&mut self, text: &str) -> io::Result<()> {
        let message = format!("retroshade: {text}");
        self.notify(
            "window/showMessage",
            json!({ "type": 2, "message": message }),
        )
    }

    fn message(&mut self, message: Message, cancelled: &BTreeSet<RequestId>) -> io::Result<Step> {
        match message {
            Message::Request(request) if cancelled.contains(&request.id) => {
                let refusal = Refusal::new(ErrorCode::RequestCanceled, "cancelled");
                self.answer(request.id, Err(refusal))?;
            }
            Message::Request(request) => self.request(request)?,
            Message::Notification(one) if one.method == notification::Exit::METHOD => {
                return Ok(Step::Ended(self.phase == Phase::Ending));
            }
            Message::Notification(one) if self.phase == Phase::Running => self.notification(one)?,
            Message::Notification(_) => {}
            Message::Response(response) => {
                if self
                    .configuration
                    .take_if(|(id, _)| *id == response.id)
                    .is_some()
                    && let Some(Value::Array(mut sections)) = response.result
                {
                    let section = sections.drain(..).next().unwrap_or(Value::Null);
                    self.configure(section)?;
                }
            }
        }
        Ok(Step::Goes)
    }

    fn answer(&mut self, id: RequestId, result: Result<Value, Refusal>) -> io::Result<()> {
        match result {
            Ok(result) => self.send(json!({ "id": id, "result": result })),
            Err(Refusal { code, message }) => {
                let id = Some(id);
                self.send(transport::refusal(&Fault { id, code, message }))
            }
        }
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let refuse = |code, why: &str| Err(Refusal::new(code, why));
        let result = match (request.method.as_str(), self.phase) {
            ("initialize", Phase::New) => {
                let result = self.initialize(&request.params);
                self.phase = Phase::Running;
                result
            }
            ("initialize", _) => refuse(ErrorCode::InvalidRequest, "initialized before"),
            (_, Phase::New) => refuse(ErrorCode::ServerNotInitialized, "not initialized"),
            (_, Phase::Ending) => refuse(ErrorCode::InvalidRequest, "the session is ending"),
            ("shutdown", Phase::Running) => {
                self.phase = Phase::Ending;
                Ok(Value::Null)
            }
            (_, Phase::Running) => {
                // The texts that the client has told of are compiled first.
                self.submit()?;
                if self.must_wait(&request) {
                    self.waiting.push((request, Instant::now() + PATIENCE));
                    return Ok(());
                }
                requests::answer(&mut self.world, &request)
            }
        };
        self.answer(request.id, result)
    }

    /// True if a request is about machine code that is not there yet.
    fn must_wait(&mut self, request: &Request) -> bool {
        let document = requests::waits_for(request);
        let shader = document.and_then(|uri| self.world.shader_of(&path_of(&uri)));
        shader.is_some_and(|shader| shader.is_pending())
    }

    fn answer_waiting(&mut self) -> io::Result<()> {
        let now = Instant::now();
        for (request, until) in std::mem::take(&mut self.waiting) {
            if now < until && self.must_wait(&request) {
                self.waiting.push((request, until));
                continue;
            }
            let result = requests::answer(&mut self.world, &request);
            self.answer(request.id, result)?;
        }
        Ok(())
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, Refusal> {
        let read = serde_json::from_value(params.clone());
        let params: lsp_types::InitializeParams = read.map_err(Refusal::params)?;
        self.client = capabilities::Client::new(&params.capabilities);
        let folders = params.workspace_folders.into_iter().flatten();
        let folder = folders.map(|folder| folder.uri).next();
        #[expect(deprecated, reason = "clients of before workspace folders")]
        let folder = folder.or(params.root_uri);
        self.world.configuration.folder = folder.map(|uri| path_of(&uri));
        // What is wrong with it is said when messages are allowed.
        let options = params.initialization_options.unwrap_or(Value::Null);
        let taken = self.world.configuration.take(section(options));
        self.client.fault = taken.err().map(String::from);
        Ok(capabilities::answer())
    }

    fn notification(&mut self, one: Notification) -> io::Result<()> {
        match one.method.as_str() {
            notification::Initialized::METHOD => self.initialized()?,
            notification::DidOpenTextDocument::METHOD => self.open(one.params),
            notification::DidChangeTextDocument::METHOD => self.change(one.params),
            notification::DidCloseTextDocument::METHOD => self.close(one.params)?,
            notification::DidSaveTextDocument::METHOD => {
                match read::<DidSaveTextDocumentParams>(one.params) {
                    // Whoever saves has perhaps changed other files as well.
                    Some(_) if !self.client.watches => self.world.all_changed(),
                    Some(params) => {
                        let path = path_of(&params.text_document.uri);
                        self.world.file_changed(&path);
                    }
                    None => {}
                }
            }
            notification::DidChangeWatchedFiles::METHOD => self.files_changed(one.params),
            notification::DidChangeConfiguration::METHOD => {
                let settings = one.params.get("settings").cloned().unwrap_or(Value::Null);
                if settings.is_null() || self.client.configuration {
                    self.ask_configuration()?
                } else {
                    self.configure(section(settings))?
                }
            }
            notification::Cancel::METHOD => self.cancel(&one.params)?,
            // Those of the client's own, and those that begin with `$/`, may be left.
            _ => {}
        }
        Ok(())
    }

    fn initialized(&mut self) -> io::Result<()> {
        if let Some(fault) = self.client.fault.take() {
            self.warn(&fault)?;
        }
        if self.client.watches {
            self.ask("client/registerCapability", capabilities::watches())?;
        }
        self.ask_configuration()
    }

    fn ask_configuration(&mut self) -> io::Result<()> {
        if self.client.configuration {
            let items = json!({ "items": [{ "section": "retroshade" }] });
            let id = self.ask("workspace/configuration", items)?;
            self.configuration = Some((id, Instant::now() + PATIENCE));
        }
        Ok(())
    }

    fn configure(&mut self, settings: Value) -> io::Result<()> {
        match self.world.configuration.take(settings) {
            Ok(()) => self.world.all_changed(),
            Err(fault) => self.warn(&fault.to_string())?,
        }
        Ok(())
    }

    fn open(&mut self, params: Value) {
        if let Some(params) = read::<DidOpenTextDocumentParams>(params) {
            let document = params.text_document;
            let text = Text::new(document.text);
            self.world.set(document.uri, document.version, text);
        }
    }

    fn change(&mut self, params: Value) {
        let Some(params) = read::<DidChangeTextDocumentParams>(params) else {
            return;
        };
        let path = path_of(&params.text_document.uri);
        let Some(document) = self.world.documents.get(&path) else {
            return;
        };
        let (uri, mut text) = (document.uri.clone(), document.text.clone());
        for change in &params.content_changes {
            text = text.edited(change);
        }
        self.world.set(uri, params.text_document.version, text);
    }

    fn close(&mut self, params: Value) -> io::Result<()> {
        let Some(params) = read::<DidCloseTextDocumentParams>(params) else {
            return Ok(());
        };
        let path = path_of(&params.text_document.uri);
        self.workers.forget(&path);
        self.world.close(&path);
        self.publish()
    }

    fn files_changed(&mut self, params: Value) {
        let Some(params) = read::<DidChangeWatchedFilesParams>(params) else {
            return;
        };
        for change in params.changes {
            let path = path_of(&change.uri);
            if path.ends_with(super::configuration::PROJECT) {
                self.world.configuration.forget_projects();
                self.world.all_changed();
            }
            self.world.file_changed(&path);
        }
    }

    /// A request that waits is not answered any more.
    fn cancel(&mut self, params: &Value) -> io::Result<()> {
        let id = params.get("id").cloned();
        let id: Option<RequestId> = id.and_then(|id| serde_json::from_value(id).ok());
        let waiting = self
            .waiting
            .iter()
            .position(|(one, _)| Some(&one.id) == id.as_ref());
        if let Some(position) = waiting {
            let (request, _) = self.waiting.remove(position);
            let refusal = Refusal::new(ErrorCode::RequestCanceled, "cancelled");
            self.answer(request.id, Err(refusal))?;
        }
        Ok(())
    }

    fn compiled(&mut self, done: Done) -> io::Result<Step> {
        if self.world.take(done) {
            self.publish()?;
            if self.client.refreshes && self.waiting.is_empty() {
                self.ask("workspace/inlayHint/refresh", Value::Null)?;
            }
        }
        Ok(Step::Goes)
    }

    fn publish(&mut self) -> io::Result<()> {
        for (path, params) in self.published.news(&self.world) {
            if let Some(uri) = self.world.uri(&path) {
                let document = self.world.documents.get(&path);
                let version = document.map(|document| document.version);
                let params = PublishDiagnosticsParams::new(uri, params, version);
                let params = serde_json::to_value(params).unwrap_or_default();
                self.notify(notification::PublishDiagnostics::METHOD, params)?;
            }
        }
        Ok(())
    }
}

/// The requests of a queue that are cancelled in it: they need no answer but that.
fn cancelled(queue: &VecDeque<Event>) -> BTreeSet<RequestId> {
    let ids = queue.iter().filter_map(|event| match event {
        Event::Came(Incoming::Message(Message::Notification(one)))
            if one.method == notification::Cancel::METHOD =>
        {
            serde_json::from_value(one.params.get("id")?.clone()).ok()
        }
        _ => None,
    });
    ids.collect()
}

/// The server's part of settings, which some clients send alone.
fn section(mut settings: Value) -> Value {
    match settings.get_mut("retroshade") {
        Some(section) => section.take(),
        None => settings,
    }
}

/// The parameters of a notification, which is left if they are none.
fn read<T: DeserializeOwned>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}
