//! `retroshade dis`: a program to text that `as` takes back.

use super::arguments::Disassemble;
use super::collected::{Wish, collected};
use super::files;
use super::instructions;
use super::output::{Destination, write};
use super::program::{self, Loaded};
use super::report::{Reporter, Status, target, usage};
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::collection;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::{Contents, Rewrite, Stage, Subject, TargetOptions};
use retroshade_diagnostics::fault::Fault;
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Disassemble, inputs: &[Input]) -> Status {
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    let [input] = inputs else {
        return usage(format!("dis takes one file, not {}", inputs.len()));
    };
    let stage = match input.stage.as_deref().map(files::stage_of_word).transpose() {
        Ok(stage) => stage,
        Err(fault) => return usage(fault),
    };
    let path = Path::new(&input.path);
    let output = options.output.clone().unwrap_or_else(|| PathBuf::from("-"));
    if let Err(fault) = files::announce([output.as_path()]) {
        return usage(fault);
    }
    let settings = TargetOptions {
        container: options.container.clone(),
        ..TargetOptions::default()
    };
    let job = Job {
        options,
        path,
        stage,
        output: &output,
        settings: &settings,
        reporter: &reporter,
    };
    let status = if options.find {
        job.find()
    } else {
        job.disassemble()
    };
    let status = status.unwrap_or_else(|refusal| match refusal {
        Refusal::Messages(sources, faults) => reporter.report(&sources, faults),
        Refusal::Usage(fault) => usage(fault),
    });
    reporter.finish();
    status
}

/// An input with what the options say of it.
struct Job<'a> {
    options: &'a Disassemble,
    path: &'a Path,
    stage: Option<Stage>,
    output: &'a Path,
    settings: &'a TargetOptions,
    reporter: &'a Reporter,
}

/// What was read.
enum Read {
    Program(Loaded),
    /// A program that is a text where it was found.
    Text(String),
}

/// Why there is no text.
enum Refusal {
    Messages(SourceMap, Diagnostics),
    Usage(Fault),
}

impl<T: Into<Diagnostics>> From<T> for Refusal {
    fn from(faults: T) -> Refusal {
        Refusal::Messages(SourceMap::new(), faults.into())
    }
}

impl Job<'_> {
    /// Lists the programs in the file.
    fn find(&self) -> Result<Status, Refusal> {
        let bytes = files::read(self.path)?;
        let bytes = if collection::is_collection(&bytes) {
            bytes
        } else {
            program::numbers(bytes)
        };
        let found = collection::find(&bytes)?;
        let status = self.reporter.report(&SourceMap::new(), found.warnings());
        if found.programs.is_empty() {
            return Err(found.nothing(&files::shown_name(self.path)).into());
        }
        self.write(&found.list())?;
        Ok(status)
    }

    fn disassemble(&self) -> Result<Status, Refusal> {
        let loaded = match self.load()? {
            Read::Program(loaded) => loaded,
            Read::Text(text) => {
                self.write(&text)?;
                return Ok(Status::Done);
            }
        };
        let (target, binary) = (loaded.target, loaded.binary());
        let code = target.read(binary)?;
        let stage = binary.stage;
        let text = match (self.options.json, self.options.words) {
            (true, _) => instructions::json(target, stage, &*code)?,
            (_, true) => instructions::beside(target, stage, &*code)?,
            _ => code.disassemble()?,
        };
        let (sources, found) = loaded.suspicions();
        let status = self.reporter.report(&sources, found);
        if status == Status::Done {
            self.write(&text)?;
        }
        Ok(status)
    }

    fn load(&self) -> Result<Read, Refusal> {
        let options = self.options;
        let bytes = files::read(self.path)?;
        let named = target(&options.common).map_err(Refusal::Usage)?;
        let wish = Wish {
            program: options.program.as_deref(),
            target: named,
            stage: self.stage,
            most: 1,
        };
        let in_part = options.offset.is_some() || options.length.is_some();
        let collected = if in_part {
            None
        } else {
            collected(self.path, &bytes, wish)?
        };
        let assembled = |subject, target| {
            Loaded::new(subject, target, self.settings)
                .map_err(|(sources, errors)| Refusal::Messages(sources, errors))
        };
        if let Some(collected) = collected {
            self.reporter.report(&SourceMap::new(), collected.warnings);
            return match collected.subject.contents {
                Contents::Text(text) if !options.json && !options.words => {
                    Ok(Read::Text(text.trim_end().to_owned() + "\n"))
                }
                _ => assembled(collected.subject, collected.target).map(Read::Program),
            };
        }
        let part = program::part(program::numbers(bytes), options.offset, options.length)?;
        let subject = subject(self.path, part, self.stage, options)?;
        let target = match named {
            Some(target) => target,
            None => {
                let bytes = subject.binary(self.settings).bytes;
                program::target_of(&options.common, self.path, bytes).map_err(Refusal::Usage)?
            }
        };
        let mut loaded = assembled(subject, target)?;
        if let Some(wanted) = wish.program {
            let said = loaded.choose(Some(wanted))?;
            self.reporter.report(&SourceMap::new(), said);
        }
        Ok(Read::Program(loaded))
    }

    fn write(&self, text: &str) -> Result<(), Diagnostic> {
        let to = Destination::new(self.output);
        write(&to, text.as_bytes(), Rewrite::IfDifferent)
    }
}

fn subject(
    path: &Path,
    bytes: Vec<u8>,
    stage: Option<Stage>,
    options: &Disassemble,
) -> Result<Subject, Diagnostic> {
    let mut side_files = IndexMap::new();
    if let Some(path) = &options.opdesc {
        side_files.insert("opdesc", files::read(path)?);
    }
    Ok(Subject {
        name: files::shown_name(path),
        contents: Contents::Bytes(bytes),
        stage: stage.or_else(|| files::stage_of_assembly(path)),
        side_files,
    })
}
