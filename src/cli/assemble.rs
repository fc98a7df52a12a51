//! `retroshade as`: assembly text to a program.

use super::arguments::Assemble;
use super::compile::render;
use super::files;
use super::output::{Destination, write};
use super::report::{Reporter, Status, needed_target, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostics, FileId, SourceFile, SourceMap};
use retroshade::{Compiled, Rewrite, Stage, Target, TargetOptions};
use retroshade_diagnostics::fault::Fault;
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Assemble, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = job.run(options);
            job.reporter.finish();
            status
        }
        Err(fault) => usage(fault),
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
    output: PathBuf,
}

fn prepare<'a>(options: &Assemble, inputs: &'a [Input]) -> Result<Job<'a>, Fault> {
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
    let input = Path::new(&input.path);
    let reporter = Reporter::new(&options.common)?;
    let target = needed_target(&options.common)?;
    let output = output(options, target, input, stage);
    files::announce(
        [Some(&output), options.opdesc.as_ref()]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path),
    )?;
    let assembles_illegal_code = reporter.policy().assembles_illegal_code();
    Ok(Job {
        reporter,
        target,
        settings: TargetOptions {
            container: options.container.clone(),
            settings,
            assembles_illegal_code,
            ..TargetOptions::default()
        },
        input,
        all: inputs,
        stage,
        output,
    })
}

/// Where the program goes.
fn output(options: &Assemble, target: &dyn Target, input: &Path, stage: Option<Stage>) -> PathBuf {
    if let Some(output) = &options.output {
        return output.clone();
    }
    if input.as_os_str() == "-" {
        return PathBuf::from("-");
    }
    let own = files::extension_of_format(options.format.as_deref());
    let extension = own.unwrap_or_else(|| {
        let stage = stage.or_else(|| files::stage_of_text(target, input));
        target.output_extension(stage, options.container.as_deref())
    });
    files::default_output(input, extension)
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
        let result = render(self.target, compiled, options.format.as_deref(), self.input)
            .and_then(|bytes| {
                write(
                    &Destination::new(&self.output),
                    &bytes,
                    Rewrite::IfDifferent,
                )
            })
            .and_then(
                |()| match (&options.opdesc, compiled.side_files.get("opdesc")) {
                    (Some(path), Some(bytes)) => {
                        write(&Destination::new(path), bytes, Rewrite::IfDifferent)
                    }
                    _ => Ok(()),
                },
            );
        match result {
            Ok(()) => Status::Done,
            Err(fault) => self.reporter.report(sources, fault.into()),
        }
    }
}
