//! What the compiler makes of a document: registers, counts, and what each line costs.

use super::configuration::Resolved;
use super::files::Files;
use super::messages::{Message, messages};
use crate::assist::registers::places;
use crate::counts::{Count, counts};
use crate::link::Linker;
use crate::{Compilation, Compiled, Reflection, Stage, Target};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap, codes};
use retroshade_ir::deep::Panic;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A document to compile.
pub(super) struct Job {
    pub(super) path: PathBuf,
    /// Later jobs of a document have higher numbers.
    pub(super) number: u64,
    pub(super) text: String,
    /// The shader that it is linked with, with its text.
    pub(super) partner: Option<(PathBuf, String)>,
    pub(super) resolved: Resolved,
}

/// What came of a [`Job`].
pub(super) struct Done {
    pub(super) path: PathBuf,
    pub(super) number: u64,
    pub(super) messages: Vec<Message>,
    pub(super) machine: Option<Machine>,
    /// What is said of a limit that the shader exceeds.
    pub(super) limit: Option<String>,
}

/// A program.
pub(super) struct Machine {
    pub(super) target: &'static dyn Target,
    pub(super) reflection: Reflection,
    pub(super) counts: Vec<Count>,
    /// Instructions by the file and the line, from 0, that they were made for.
    lines: BTreeMap<(PathBuf, u32), u32>,
}

impl Done {
    /// Where compiling, or what is made of its result, has a defect.
    pub(super) fn defect(path: PathBuf, number: u64, panic: Panic) -> Done {
        let bug = Diagnostic::bug("lsp", panic).into();
        Done {
            messages: messages(&path, &SourceMap::new(), &bug),
            path,
            number,
            machine: None,
            limit: None,
        }
    }
}

impl Job {
    /// Compiles.
    pub(super) fn run(self) -> Done {
        let compiler = &self.resolved.compiler;
        let source = self.resolved.source(&self.path, &self.text);
        let compilation = match &self.partner {
            Some((path, text)) => {
                let linker = Linker::new(compiler.clone());
                let linked = linker.link(&source, &self.resolved.partner_source(path, text));
                // The description of a set says the stages of pairs.
                linked.map(|pair| match self.resolved.stage {
                    Some(Stage::Vertex) => pair.vertex,
                    _ => pair.fragment,
                })
            }
            None => compiler.compile(&source),
        };
        let limit = limit(&compilation.diagnostics);
        let machine = Machine::new(compiler.target, &compilation);
        let said = self
            .resolved
            .settings
            .warnings
            .apply(compilation.diagnostics);
        let messages = messages(&self.path, &compilation.sources, &said);
        Done {
            path: self.path,
            number: self.number,
            messages,
            machine,
            limit,
        }
    }
}

fn limit(diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.iter();
    let error =
        errors.find(|one| one.severity == Severity::Error && codes::limit::ALL.contains(&one.code));
    error.map(|error| error.message.clone())
}

impl Machine {
    fn new(target: &'static dyn Target, compilation: &Compilation<Compiled>) -> Option<Machine> {
        let compiled = compilation.result.as_ref()?;
        Some(Machine {
            target,
            reflection: compiled.reflection.clone(),
            counts: counts(target, &compiled.reflection),
            lines: lines(&compilation.sources, compiled),
        })
    }

    /// The instructions that were made for a line, from 0, and those of all lines; `None` where instructions do not
    /// tell their lines.
    pub(super) fn cost(&self, path: &Path, line: u32) -> Option<(u32, u32)> {
        let all: u32 = self.lines.values().sum();
        let own = self.lines.get(&(path.to_owned(), line)).copied();
        (all > 0).then_some((own.unwrap_or(0), all))
    }

    /// Where a variable is: its registers, or those of its members with their names; empty if it has none.
    pub(super) fn places(&self, name: &str) -> Vec<String> {
        places(&self.reflection, name)
    }
}

/// Instructions by line.
fn lines(sources: &SourceMap, compiled: &Compiled) -> BTreeMap<(PathBuf, u32), u32> {
    let files = Files::new(sources);
    let mut lines = BTreeMap::new();
    for span in compiled.spans.iter().filter(|span| !span.is_none()) {
        let Some((path, text)) = files.path(span.file).zip(files.text(sources, span.file)) else {
            continue;
        };
        let line = text.line_of(span.start as usize);
        *lines.entry((path.to_owned(), line)).or_default() += 1;
    }
    lines
}
