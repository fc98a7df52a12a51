//! A client that speaks to the program over pipes, as an editor does.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A session with a folder of its own.
pub(crate) struct Client {
    pub(crate) folder: tempfile::TempDir,
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came while something else was waited for.
    kept: VecDeque<Value>,
    requests: i64,
}

/// How long an answer may take on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

impl Client {
    /// A session that is not initialized.
    pub(crate) fn raw() -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retroshade"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            folder: tempfile::tempdir().unwrap(),
            input: child.stdin.take(),
            child,
            messages,
            kept: VecDeque::new(),
            requests: 0,
        }
    }

    /// A session with settings.
    pub(crate) fn new(settings: Value) -> Client {
        let mut client = Client::raw();
        let result = client.initialize(settings, json!({}));
        assert_eq!(result["serverInfo"]["name"], "retroshade");
        client
    }

    pub(crate) fn initialize(&mut self, settings: Value, capabilities: Value) -> Value {
        let folder = format!("file://{}", self.folder.path().display());
        let params = json!({
            "processId": null,
            "rootUri": folder,
            "capabilities": capabilities,
            "initializationOptions": settings,
        });
        let result = self.request("initialize", params).unwrap();
        self.notify("initialized", json!({}));
        result
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path(name).display())
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send_text(&message.to_string());
    }

    /// Sends a request; its number.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_text(&message.to_string());
        id
    }

    /// The next message that is wanted.
    pub(crate) fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&wanted) {
            return self.kept.remove(at).unwrap();
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if wanted(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// The answer to a request: its result, or its error.
    pub(crate) fn answer(&mut self, id: i64) -> Result<Value, Value> {
        let message = self.wait(|message| message["id"] == id && message.get("method").is_none());
        match message.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(message["result"].clone()),
        }
    }

    pub(crate) fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// Opens a document with a text.
    pub(crate) fn open(&mut self, name: &str, text: &str) {
        let document =
            json!({ "uri": self.uri(name), "languageId": "glsl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a document: a range and the text in its place, or the whole text.
    pub(crate) fn change(&mut self, name: &str, version: i64, changes: &[Value]) {
        let document = json!({ "uri": self.uri(name), "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The next messages about a document.
    pub(crate) fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == *uri
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Asks about the beginning of a part of a document's text.
    pub(crate) fn at(
        &mut self,
        method: &str,
        name: &str,
        text: &str,
        part: &str,
    ) -> Result<Value, Value> {
        let mut params = json!({ "position": place(text, part) });
        params["textDocument"] = json!({ "uri": self.uri(name) });
        params["context"] = json!({ "includeDeclaration": true });
        self.request(&format!("textDocument/{method}"), params)
    }

    /// The text of a hover.
    pub(crate) fn hover(&mut self, name: &str, text: &str, part: &str) -> String {
        let answer = self.at("hover", name, text, part).unwrap();
        answer["contents"]["value"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    }

    /// The labels of all hints, with their lines.
    pub(crate) fn hints(&mut self, name: &str) -> Vec<String> {
        let range = json!({
            "start": { "line": 0, "character": 0 },
            "end": { "line": 9999, "character": 0 },
        });
        let params = json!({ "textDocument": { "uri": self.uri(name) }, "range": range });
        let hints = self.request("textDocument/inlayHint", params).unwrap();
        let hints = hints.as_array().unwrap().iter();
        let label = |hint: &Value| {
            format!(
                "{}: {}",
                hint["position"]["line"],
                hint["label"].as_str().unwrap()
            )
        };
        hints.map(label).collect()
    }

    /// The labels of what completes a place behind a part of the text.
    pub(crate) fn completed(&mut self, name: &str, text: &str, part: &str) -> Vec<String> {
        let end = text.find(part).expect(part) + part.len();
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": position(text, end),
        });
        let items = self.request("textDocument/completion", params).unwrap();
        let items = items.as_array().cloned().unwrap_or_default();
        items
            .iter()
            .map(|item| item["label"].as_str().unwrap().to_owned())
            .collect()
    }

    /// Renames; the document's text after the edits.
    pub(crate) fn rename(
        &mut self,
        name: &str,
        text: &str,
        part: &str,
        new: &str,
    ) -> Result<Value, String> {
        let params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": place(text, part),
            "newName": new,
        });
        let answer = self.request("textDocument/rename", params);
        answer.map_err(|error| error["message"].as_str().unwrap().to_owned())
    }

    /// The text of a document after the edits of an answer.
    pub(crate) fn edited(&self, answer: &Value, name: &str, text: &str) -> String {
        let mut edits: Vec<(usize, usize, String)> = answer["changes"][self.uri(name)]
            .as_array()
            .into_iter()
            .flatten()
            .map(|edit| {
                let at = |end: &str| byte(text, &edit["range"][end]);
                (
                    at("start"),
                    at("end"),
                    edit["newText"].as_str().unwrap().to_owned(),
                )
            })
            .collect();
        edits.sort();
        let mut result = text.to_owned();
        for (start, end, new) in edits.into_iter().rev() {
            result.replace_range(start..end, &new);
        }
        result
    }

    /// Ends the session as the protocol has it.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null).unwrap();
        self.notify("exit", Value::Null);
        self.ended()
    }

    /// Closes the pipe and waits.
    pub(crate) fn ended(mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().split_once(": ") {
            Some((_, value)) => length = value.parse().ok()?,
            None => break,
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    let message: Value = serde_json::from_slice(&bytes).ok()?;
    assert_eq!(message["jsonrpc"], "2.0");
    Some(message)
}

/// The place where a part of a text begins; a `|` in the part is where it is meant.
pub(crate) fn place(text: &str, part: &str) -> Value {
    let (before, after) = part.split_once('|').unwrap_or(("", part));
    let start = text.find(&format!("{before}{after}")).expect(part);
    position(text, start + before.len())
}

/// The place of a byte.
pub(crate) fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

/// The byte of a place.
fn byte(text: &str, place: &Value) -> usize {
    let line = place["line"].as_u64().unwrap() as usize;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let units = place["character"].as_u64().unwrap() as usize;
    let mut seen = 0;
    for (at, letter) in text[start..].char_indices() {
        if seen >= units {
            return start + at;
        }
        seen += letter.len_utf16();
    }
    text.len()
}
