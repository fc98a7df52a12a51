//! `retroshade dis`: a program to text that `as` takes back.

use super::arguments::Disassemble;
use super::files;
use super::instructions;
use super::output::{Destination, write};
use super::program;
use super::report::{Reporter, Status, usage};
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Contents, Rewrite, Stage, Subject, TargetOptions, suspicions, targets};
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
    if options.find {
        let listed = files::read(path).and_then(|bytes| {
            write(
                &Destination::new(&output),
                beginnings(&bytes).as_bytes(),
                Rewrite::IfDifferent,
            )
        });
        let status = match listed {
            Ok(()) => Status::Done,
            Err(fault) => reporter.report(&SourceMap::new(), fault.into()),
        };
        reporter.finish();
        return status;
    }
    let settings = TargetOptions {
        container: options.container.clone(),
        ..TargetOptions::default()
    };
    let subject = match subject(path, stage, options) {
        Ok(subject) => subject,
        Err(faults) => {
            let status = reporter.report(&SourceMap::new(), faults);
            reporter.finish();
            return status;
        }
    };
    let bytes = subject.binary(&settings).bytes;
    let target = match program::target_of(&options.common, bytes) {
        Ok(target) => target,
        Err(fault) => return usage(fault),
    };
    let binary = subject.binary(&settings);
    let result = target
        .read(binary)
        .and_then(|code| match (options.json, options.words) {
            (true, _) => instructions::json(target, stage, &*code),
            (_, true) => instructions::beside(target, stage, &*code),
            _ => code.disassemble(),
        })
        .and_then(|text| {
            let (sources, found) = suspicions(target, &subject, &settings);
            let status = reporter.report(&sources, found);
            if status == Status::Done {
                write(
                    &Destination::new(&output),
                    text.as_bytes(),
                    Rewrite::IfDifferent,
                )?;
            }
            Ok(status)
        });
    let status = result.unwrap_or_else(|faults| reporter.report(&SourceMap::new(), faults));
    reporter.finish();
    status
}

/// A line for each place where a container begins: what marks it is long enough not to come by chance.
fn beginnings(bytes: &[u8]) -> String {
    let mut text = String::new();
    for offset in 0..bytes.len() {
        let begins = |magic: &&[u8]| bytes[offset..].starts_with(magic);
        let mut targets = targets().iter();
        let target = targets.find(|target| target.magic().iter().any(begins));
        if let Some(target) = target {
            text.push_str(&format!("{offset:#x}\t{}\n", target.name()));
        }
    }
    text
}

fn subject(
    path: &Path,
    stage: Option<Stage>,
    options: &Disassemble,
) -> Result<Subject, Diagnostics> {
    let mut side_files = IndexMap::new();
    if let Some(path) = &options.opdesc {
        side_files.insert("opdesc", files::read(path)?);
    }
    Ok(Subject {
        name: files::shown_name(path),
        contents: Contents::Bytes(program::part(
            program::read(path)?,
            options.offset,
            options.length,
        )?),
        stage: stage.or_else(|| files::stage_of_assembly(path)),
        side_files,
    })
}
