//! `retroshade as`: assembly text to a program.

use super::arguments::Assemble;
use super::compile::render;
use super::files;
use super::output::{Destination, write};
use super::report::{Reporter, Status, needed_target, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostics, FileId, SourceFile, SourceMap};
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
    /// The first input, which the output is named after.
    input: &'a Path,
    all: &'a [Input],
    stage: Option<Stage>,
}

fn prepare<'a>(options: &Assemble, inputs: &'a [Input]) -> Result<Job<'a>, String> {
    let [input, ..] = inputs else {
        return Err("no input files".into());
    };
    let stage = match &input.stage {
        Some(word) => Some(files::stage_of_word(word)?),
        None => files::stage_of_assembly(Path::new(&input.path)),
    };
    let mut settings = settings::settings(&options.target_option)?;
    let state = options.state.clone();
    settings.extend(state.map(|state| ("state".to_owned(), state)));
    Ok(Job {
        reporter: Reporter::new(&options.common)?,
        target: needed_target(&options.common)?,
        settings: TargetOptions {
            container: options.container.clone(),
            settings,
            ..TargetOptions::default()
        },
        input: Path::new(&input.path),
        all: inputs,
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
        let mut texts = Vec::with_capacity(self.all.len());
        for input in self.all {
            let path = Path::new(&input.path);
            let text = files::read_text(path)?;
            let file = sources.add(SourceFile::new(files::shown_name(path), text.clone()));
            texts.push((file, text));
        }
        let texts: Vec<(FileId, &str)> = texts.iter().map(|(f, text)| (*f, &**text)).collect();
        self.target.assemble_all(&texts, self.stage, &self.settings)
    }

    fn write(&self, options: &Assemble, compiled: &Compiled, sources: &SourceMap) -> Status {
        let container = self.settings.container.as_deref().or(self
            .target
            .containers()
            .first()
            .copied());
        let output = options.output.clone().unwrap_or_else(|| {
            let own = files::extension_of_format(options.format.as_deref());
            let name = files::default_output(self.input, own.or(container).unwrap_or("bin"));
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
