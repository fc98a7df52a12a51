//! `retroshade as`: assembly text to a program.

use super::arguments::Assemble;
use super::compile::render;
use super::files;
use super::output::{Destination, write};
use super::report::{Reporter, Status, needed_target, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade::{Compiled, Stage, Target, TargetOptions};
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Assemble, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = job.run(options);
            job.reporter.finish();
            status
        }
        Err(fault) => usage(&fault),
    }
}

struct Job<'a> {
    reporter: Reporter,
    target: &'static dyn Target,
    settings: TargetOptions,
    input: &'a Path,
    stage: Option<Stage>,
}

fn prepare<'a>(options: &Assemble, inputs: &'a [Input]) -> Result<Job<'a>, String> {
    let [input] = inputs else {
        return Err(format!("as takes one file, not {}", inputs.len()));
    };
    let stage = match &input.stage {
        Some(word) => Some(files::stage_of_word(word)?),
        None => files::stage_of_assembly(Path::new(&input.path)),
    };
    Ok(Job {
        reporter: Reporter::new(&options.common)?,
        target: needed_target(&options.common)?,
        settings: TargetOptions {
            container: options.container.clone(),
            settings: settings::settings(&options.target_option)?,
            ..TargetOptions::default()
        },
        input: Path::new(&input.path),
        stage,
    })
}

impl Job<'_> {
    fn run(&self, options: &Assemble) -> Status {
        let mut sources = SourceMap::new();
        match self.assemble(&mut sources) {
            Ok(compiled) => {
                let shown = self.reporter.report(&sources, compiled.warnings.clone());
                shown.max(self.write(options, &compiled, &sources))
            }
            Err(diagnostics) => self.reporter.report(&sources, diagnostics),
        }
    }

    fn assemble(&self, sources: &mut SourceMap) -> Result<Compiled, Diagnostics> {
        let text = files::read_text(self.input)?;
        let file = sources.add(SourceFile::new(files::shown_name(self.input), text.clone()));
        self.target
            .assemble(file, &text, self.stage, &self.settings)
    }

    fn write(&self, options: &Assemble, compiled: &Compiled, sources: &SourceMap) -> Status {
        let container = self.settings.container.as_deref().or(self
            .target
            .containers()
            .first()
            .copied());
        let output = options.output.clone().unwrap_or_else(|| {
            let name = files::default_output(self.input, container.unwrap_or("bin"));
            if self.input.as_os_str() == "-" {
                PathBuf::from("-")
            } else {
                name
            }
        });
        let result = render(self.target, compiled, options.format.as_deref(), self.input)
            .and_then(|bytes| write(&Destination::new(&output), &bytes, false))
            .and_then(
                |()| match (&options.opdesc, compiled.side_files.get("opdesc")) {
                    (Some(path), Some(bytes)) => write(&Destination::new(path), bytes, false),
                    _ => Ok(()),
                },
            );
        match result {
            Ok(()) => Status::Done,
            Err(fault) => self.reporter.report(sources, fault.into()),
        }
    }
}
