//! `retroshade verify`: checks programs from anywhere against every rule of their machine.

use super::arguments::Verify;
use super::files;
use super::program;
use super::report::{Reporter, Status, usage};
use super::settings;
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostic, SourceMap};
use retroshade::{Contents, Stage, Subject, Target, TargetOptions, verify};
use std::path::Path;

/// Runs the subcommand.
pub(crate) fn run(options: &Verify, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = job.run(options, inputs);
            job.reporter.finish();
            status
        }
        Err(fault) => usage(&fault),
    }
}

struct Job {
    reporter: Reporter,
    target: &'static dyn Target,
    settings: TargetOptions,
    stages: Vec<Option<Stage>>,
}

fn prepare(options: &Verify, inputs: &[Input]) -> Result<Job, String> {
    let bytes = inputs
        .first()
        .and_then(|input| program::read(Path::new(&input.path)).ok());
    let target = program::target_of(&options.common, &bytes.unwrap_or_default())?;
    match inputs.len() {
        0 => return Err("no input files".into()),
        1 => {}
        2 if target.varyings().is_some() => {}
        count => {
            let most = match target.varyings() {
                Some(_) => "one program, or a vertex and a fragment program",
                None => "one program",
            };
            return Err(format!("verify takes {most}, not {count} files"));
        }
    }
    let stages = inputs.iter().map(|input| match &input.stage {
        Some(word) => files::stage_of_word(word).map(Some),
        None => Ok(files::stage_of_assembly(Path::new(&input.path))),
    });
    Ok(Job {
        reporter: Reporter::new(&options.common)?,
        target,
        settings: TargetOptions {
            container: options.container.clone(),
            settings: settings::settings(&options.target_option)?,
            ..TargetOptions::default()
        },
        stages: stages.collect::<Result<_, String>>()?,
    })
}

impl Job {
    fn run(&self, options: &Verify, inputs: &[Input]) -> Status {
        let subjects = inputs.iter().zip(&self.stages);
        let subjects: Result<Vec<Subject>, Diagnostic> = subjects
            .map(|(input, stage)| subject(input, *stage, options))
            .collect();
        let mut subjects = match subjects {
            Ok(subjects) => subjects,
            Err(fault) => return self.reporter.report(&SourceMap::new(), fault.into()),
        };
        // In either order, as long as their names tell.
        if let [Some(Stage::Fragment), Some(Stage::Vertex)] = self.stages[..] {
            subjects.reverse();
        }
        let found = verify(self.target, &subjects, &self.settings);
        self.reporter.report(&found.sources, found.diagnostics)
    }
}

fn subject(input: &Input, stage: Option<Stage>, options: &Verify) -> Result<Subject, Diagnostic> {
    let path = Path::new(&input.path);
    let bytes = files::read(path)?;
    let text = match input.language.as_deref() {
        Some("asm") => true,
        Some("bin") => false,
        _ => files::is_text(&bytes),
    };
    let mut side_files = IndexMap::new();
    if let Some(path) = &options.opdesc {
        side_files.insert("opdesc", files::read(path)?);
    }
    Ok(Subject {
        name: files::shown_name(path),
        contents: match text {
            true => Contents::Text(retroshade::text_of(bytes)),
            false => Contents::Bytes(bytes),
        },
        stage,
        side_files,
    })
}
