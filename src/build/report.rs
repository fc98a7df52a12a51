//! What came of a build, and how Cargo is told.

use super::environment::ANNOUNCED;
use crate::bindings::Program;
use retroshade_diagnostics::{
    Color, Diagnostic, Diagnostics, Renderer, Severity, SourceMap, Style,
};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The files that a build read and wrote, and its messages.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Files written, or found to have the right bytes already, in the order of the sources.
    pub outputs: Vec<Output>,
    /// The sources and everything they included, as opened, each once.
    pub dependencies: Vec<PathBuf>,
    /// Folders in which a new file may change the result.
    pub watched: Vec<PathBuf>,
    /// Errors and warnings in the order of the sources.
    pub messages: Vec<Message>,
    /// The programs that were made, with their interfaces and counts (`reflection.stats`).
    pub programs: Vec<Program>,
    /// True if Cargo is told the paths of programs as environment variables.
    pub(super) variables: bool,
    /// The package's folder as seen from its workspace, empty for the workspace's own: messages name files as an
    /// editor that has the workspace open finds them.
    pub(super) folder: String,
}

/// A file of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The place.
    pub path: PathBuf,
    /// The name of its program; empty for bindings, which are about all of them.
    pub program: String,
    /// `program`, `assembly`, `reflection`, `bindings`, or the kind of a side file such as `opdesc`.
    pub kind: String,
    /// True if it was written: no if it had the right bytes already.
    pub written: bool,
}

impl Output {
    /// The [`Output::kind`] of a program itself.
    pub const PROGRAM: &'static str = "program";
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it is.
    pub severity: Severity,
    /// In one line: `shaders/a.vert:3:16: error: … [E0102]`.
    pub short: String,
    /// With the source's lines, notes and help.
    pub rich: String,
}

impl Message {
    pub(super) fn new(sources: &SourceMap, diagnostic: &Diagnostic) -> Message {
        let render = |style| {
            let mut text = Vec::new();
            let list = Diagnostics::from(diagnostic.clone());
            // Writing to memory does not fail.
            let _ = Renderer::new(sources, style, Color::Never).render_all(&list, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        Message {
            severity: diagnostic.severity,
            short: one_line(&render(Style::Short)),
            rich: render(Style::Rich),
        }
    }
}

impl Report {
    /// True if anything failed.
    pub fn has_errors(&self) -> bool {
        self.messages
            .iter()
            .any(|message| message.severity != Severity::Warning)
    }

    /// The lines that tell Cargo what to watch, to show and to set.
    pub fn cargo_lines(&self) -> String {
        let mut lines = String::new();
        let mut line = |key: &str, value: &str| {
            lines.push_str(&format!("cargo::{key}={}\n", one_line(value)));
        };
        for path in self.dependencies.iter().chain(&self.watched) {
            // A source that cannot be opened may not exist, and a missing path would make Cargo run the
            // script at every build.
            if path.exists() {
                line("rerun-if-changed", &path.to_string_lossy());
            }
        }
        for name in ANNOUNCED {
            line("rerun-if-env-changed", name);
        }
        for message in &self.messages {
            let key = match message.severity {
                Severity::Warning => "warning",
                Severity::Error | Severity::Bug => "error",
            };
            line(key, &message.short);
        }
        let programs = self.outputs.iter().filter(|_| self.variables);
        for output in programs.filter(|output| output.kind == Output::PROGRAM) {
            let name = output.program.to_uppercase();
            line(
                "rustc-env",
                &format!("RETROSHADE_{name}={}", output.path.display()),
            );
        }
        lines
    }

    /// Prints [`Report::cargo_lines`] on standard output; if anything failed, all messages in their rich
    /// form on standard error, which Cargo shows then.
    pub fn print(&self) {
        // There is nobody to complain to about these streams.
        let _ = std::io::stdout().write_all(self.cargo_lines().as_bytes());
        if self.has_errors() {
            let mut out = std::io::stderr().lock();
            for message in &self.messages {
                let _ = write!(out, "{}", message.rich);
            }
        }
    }

    pub(super) fn depend(&mut self, path: &Path) {
        if !self.dependencies.iter().any(|known| known == path) {
            self.dependencies.push(path.to_owned());
        }
    }

    pub(super) fn watch(&mut self, folders: Vec<PathBuf>) {
        for folder in folders {
            if !self.watched.contains(&folder) {
                self.watched.push(folder);
            }
        }
    }
}

/// Cargo reads lines: what comes after a line break would be lost, or be taken for an instruction.
fn one_line(text: &str) -> String {
    text.trim_end()
        .replace(|letter: char| letter.is_control(), " ")
}
