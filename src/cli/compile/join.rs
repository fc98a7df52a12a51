//! Several inputs to one file with an entry for each.

use super::{Job, Session, threads};
use crate::cli::files::Kind;
use crate::cli::output::Destination;
use crate::cli::report::{Reporter, Status, usage};
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::{Compiled, Compiler, in_parallel};

/// A program and the files that its source included.
type Part = (Compiled, Vec<String>);

/// Compiles every input, then puts the programs into the output that all jobs name.
pub(super) fn join(session: &Session<'_>, jobs: &[Job<'_>]) -> Status {
    let (Some(compiler), Some(first)) = (&session.compiler, jobs.first()) else {
        return usage("no target");
    };
    if let Some(job) = jobs
        .iter()
        .find(|job| matches!(job.kind, Kind::Assembly | Kind::Binary))
    {
        return usage(&format!(
            "'{}' cannot be joined with others here; 'as' assembles several texts into one file",
            job.input.display()
        ));
    }
    let done = in_parallel(jobs, threads(), |job| {
        let reporter = session.reporter.held();
        (compile(session, compiler, job, &reporter), reporter)
    });
    let (mut programs, mut includes) = (Vec::with_capacity(jobs.len()), Vec::new());
    let mut worst = Status::Done;
    for (result, reporter) in done {
        worst = worst.max(session.reporter.release(reporter));
        match result {
            Ok((program, files)) => {
                programs.push(program);
                includes.extend(files);
            }
            Err(status) => worst = worst.max(status),
        }
    }
    if worst != Status::Done {
        return worst;
    }
    let rule = session
        .spare(&includes)
        .and_then(|()| session.rule(jobs, &includes));
    let written = rule.map_err(Diagnostics::from);
    let written = written.and_then(|rule| {
        let bytes = compiler.target.join(&programs, &compiler.options)?;
        let reporter = &session.reporter;
        reporter.write(
            &Destination::new(&first.output),
            &bytes,
            session.refreshes(),
        )?;
        Ok(session.write_rule(first, reporter, rule)?)
    });
    match written {
        Ok(()) => Status::Done,
        Err(faults) => session.reporter.report(&SourceMap::new(), faults),
    }
}

fn compile(
    session: &Session<'_>,
    compiler: &Compiler,
    job: &Job<'_>,
    reporter: &Reporter,
) -> Result<Part, Status> {
    let source = session
        .source(job)
        .map_err(|fault| reporter.report(&SourceMap::new(), fault.into()))?;
    let compilation = compiler.compile(&source);
    let status = reporter.report(&compilation.sources, compilation.diagnostics);
    match compilation.result {
        Some(program) if status == Status::Done => Ok((program, compilation.includes)),
        // Neither a program nor an error is a defect.
        _ if status == Status::Done => Err(Status::Bug),
        _ => Err(status),
    }
}
