//! Several inputs to one file with an entry for each.

use super::{Job, Session, Status, usage};
use crate::cli::files;
use crate::cli::output::{Destination, write};
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Compiled, Compiler, Source};

/// Compiles every input, then puts the programs into the output that all jobs name.
pub(super) fn join(session: &Session<'_>, jobs: &[Job<'_>]) -> Status {
    let (Some(compiler), Some(first)) = (&session.compiler, jobs.first()) else {
        return usage("no target");
    };
    let mut programs = Vec::with_capacity(jobs.len());
    let mut worst = Status::Done;
    for job in jobs {
        match compile(session, compiler, job) {
            Ok(program) => programs.push(program),
            Err(status) => worst = worst.max(status),
        }
    }
    if worst != Status::Done {
        return worst;
    }
    let joined = compiler.target.join(&programs, &compiler.options);
    let written = joined.and_then(|bytes| {
        write(&Destination::new(&first.output), &bytes, false).map_err(Diagnostics::from)
    });
    match written {
        Ok(()) => Status::Done,
        Err(faults) => session.reporter.report(&SourceMap::new(), faults),
    }
}

fn compile(session: &Session<'_>, compiler: &Compiler, job: &Job<'_>) -> Result<Compiled, Status> {
    let reporter = &session.reporter;
    let text = files::read_text(job.input);
    let text = text.map_err(|fault| reporter.report(&SourceMap::new(), fault.into()))?;
    let source = Source {
        name: files::shown_name(job.input),
        text,
        stage: job.stage,
        language: job.language,
    };
    let compilation = compiler.compile(&source);
    let status = reporter.report(&compilation.sources, compilation.diagnostics);
    match compilation.result {
        Some(program) if status == Status::Done => Ok(program),
        // Neither a program nor an error is a defect.
        _ if status == Status::Done => Err(Status::Bug),
        _ => Err(status),
    }
}
