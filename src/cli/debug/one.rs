//! The session of a shader, or of a program that was compiled earlier.

use super::{LONGER, no_target, title, watch};
use crate::cli::arguments::Debug;
use crate::cli::files;
use crate::cli::job::{Job, Ready, complete};
use crate::cli::program::{Loaded, Record};
use crate::cli::report::Status;
use retroshade::Target;
use retroshade::debug::{Origins, Program, Ran, Session};
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::render::Filled;
use retroshade_ir::run::RunInputs;
use std::path::Path;

/// The session with the recording of a run, and the values that were not given; messages were shown if there is none.
pub(super) fn session(job: &Job<'_>, options: &Debug) -> Result<(Session, Vec<Filled>), Status> {
    let mut sources = SourceMap::new();
    let given = job.given(&mut sources);
    let given = given.map_err(|fault| job.reporter.report(&sources, fault.into()))?;
    let ready = job.ready()?;
    if matches!(ready, Ready::Source) && job.target.is_none() {
        return Err(no_target());
    }
    let (shader, mut inputs) = job.values(&ready, &given)?;
    let filled = complete(&shader, &mut inputs);
    let program = match (&ready, job.target) {
        (Ready::Source, Some(target)) => of_source(job, options, target, &inputs)?,
        (Ready::Program(loaded, record), _) => of_program(job, options, loaded, record, &inputs)?,
        (Ready::Source, None) => return Err(Status::Usage),
    };
    Ok((Session::new(program), filled))
}

fn of_source(
    job: &Job<'_>,
    options: &Debug,
    target: &'static dyn Target,
    inputs: &RunInputs,
) -> Result<Program, Status> {
    let compilation = job.compile(target);
    let compilation = compilation.map_err(|fault| shown(job, fault.into()))?;
    let (sources, diagnostics) = (&compilation.sources, compilation.diagnostics);
    let status = job.reporter.report(sources, diagnostics);
    let compiled = compilation.result.filter(|_| status == Status::Done);
    let compiled = compiled.ok_or(status)?;
    let mut watch = watch(target, &job.settings, options);
    let program = (&compiled, job.binary(&compiled));
    let run = (inputs, &mut watch);
    let title = title(&files::shown_name(job.input), target, options);
    let program = Program::compiled(title, target, program, sources, run, LONGER);
    shown(job, watch.warnings);
    let recorded = program.map_err(|errors| shown(job, errors))?;
    let source = job.source().map_err(|fault| shown(job, fault.into()))?;
    let (compiler, program) = (
        job.compiler(target),
        (job.binary(&compiled), &compiled.reflection),
    );
    Ok(recorded.with_locals(&compiler, &source, program, (inputs, options.sample)))
}

fn of_program(
    job: &Job<'_>,
    options: &Debug,
    loaded: &Loaded,
    record: &Record,
    inputs: &RunInputs,
) -> Result<Program, Status> {
    let target = loaded.target;
    let mut watch = watch(target, &job.settings, options);
    let errors = match loaded.run(record, inputs, &mut watch) {
        Ok((sources, warnings, _)) => {
            job.reporter.report(&sources, warnings);
            Diagnostics::new()
        }
        Err(errors) => errors,
    };
    shown(job, watch.warnings);
    let code = target.read(loaded.binary());
    let text = code.and_then(|code| code.disassemble());
    let text = text.map_err(|errors| shown(job, errors))?;
    let record = record.reflection();
    let read = |name: &str| files::read_text(Path::new(name)).ok();
    let from = Origins::of_lines(&record.lines, read);
    let ran = Ran {
        target,
        text: &text,
        record,
        longer: LONGER,
    };
    let program = Program::recorded(
        title(&files::shown_name(job.input), target, options),
        ran,
        from,
        watch.recorder,
        errors,
    );
    program.map_err(|errors| shown(job, errors))
}

fn shown(job: &Job<'_>, errors: Diagnostics) -> Status {
    job.reporter.report(&SourceMap::new(), errors)
}
