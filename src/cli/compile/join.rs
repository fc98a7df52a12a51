//! Several inputs to one file with an entry for each.

use super::{Job, Session, threads};
use crate::cli::files::Kind;
use crate::cli::output::Destination;
use crate::cli::report::{Reporter, Status, usage};
use retroshade::diagnostics::{Diagnostics, SourceMap};
use retroshade::link::{compile_together, has_geometry};
use retroshade::{Compilation, Compiled, Compiler, Source, Target, in_parallel};
use std::path::Path;

/// A program and the files that its source included.
type Part = (Compiled, Vec<String>);

/// Compiles every input, then puts the programs into the output that all jobs name.
pub(super) fn join(session: &Session<'_>, jobs: &[Job<'_>]) -> Status {
    let first = jobs.first();
    let compiler = first.and_then(|job| job.compiler.as_deref());
    let (Some(compiler), Some(first)) = (compiler, first) else {
        return usage("no target");
    };
    if let Some(job) = jobs.iter().find(|job| job.kind == Kind::Binary) {
        return usage(format!(
            "'{}' cannot be joined with others: only sources and assembly texts are",
            job.input.display()
        ));
    }
    // What stands beside a source may say how it is to be compiled.
    let assembled = |job: &&Job<'_>| job.kind == Kind::Assembly;
    let mut parts: Vec<Option<(Result<Part, Status>, Reporter)>> = Vec::new();
    parts.resize_with(jobs.len(), || None);
    let mut beside = Vec::new();
    for (job, part) in jobs
        .iter()
        .zip(&mut parts)
        .filter(|(job, _)| assembled(job))
    {
        let reporter = session.reporter.held();
        let result = shown(&reporter, session.assemble(job, compiler));
        beside.extend(result.iter().map(|(program, _)| program.clone()));
        *part = Some((result, reporter));
    }
    let mut fitted = compiler.clone();
    compiler.target.beside(&beside, &mut fitted.options);
    // How the sources are to be compiled is not known if one of the texts is at fault.
    let known = beside.len() == jobs.iter().filter(assembled).count();
    let sources = jobs.iter().filter(|job| known && !assembled(job));
    let sources: Vec<&Job<'_>> = sources.collect();
    let compiled = together(session, &fitted, &sources).unwrap_or_else(|| {
        in_parallel(&sources, threads(), |job| {
            let reporter = session.reporter.held();
            (compile(session, &fitted, job, &reporter), reporter)
        })
    });
    let mut compiled = compiled.into_iter();
    let done = parts
        .into_iter()
        .filter_map(|part| part.or_else(|| compiled.next()));
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
    let written = session.rule(jobs, &includes).map_err(Diagnostics::from);
    let written = written.and_then(|rule| {
        let bytes = compiler.target.join(&programs, &compiler.options)?;
        let bytes = match session.options.format.as_deref() {
            None => bytes,
            Some(format) => format_joined(compiler.target, &programs, &bytes, format, first.input)?,
        };
        let reporter = &session.reporter;
        reporter.write(&Destination::new(&first.output), &bytes, session.rewrite())?;
        Ok(session.write_rule(first, reporter, rule)?)
    });
    match written {
        Ok(()) => Status::Done,
        Err(faults) => session.reporter.report(&SourceMap::new(), faults),
    }
}

/// The programs of sources with a geometry shader among them, on which the others depend; `None` if there is none, or one of
/// them cannot be read.
fn together(
    session: &Session<'_>,
    compiler: &Compiler,
    jobs: &[&Job<'_>],
) -> Option<Vec<(Result<Part, Status>, Reporter)>> {
    let sources = jobs.iter().map(|job| session.source(job).ok());
    let sources = sources.collect::<Option<Vec<Source>>>()?;
    if !has_geometry(&sources) {
        return None;
    }
    let compiled = compile_together(compiler, &sources).into_iter();
    let shown = compiled.map(|compilation| {
        let reporter = session.reporter.held();
        (shown(&reporter, compilation), reporter)
    });
    Some(shown.collect())
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
    shown(reporter, compiler.compile(&source))
}

/// The text of the file in a format, named after the first input.
fn format_joined(
    target: &dyn Target,
    programs: &[Compiled],
    joined: &[u8],
    format: &str,
    input: &Path,
) -> Result<Vec<u8>, Diagnostics> {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    Ok(retroshade::format_joined(
        target, programs, joined, format, &name,
    )?)
}

/// What came of an input, after its messages were shown.
fn shown(reporter: &Reporter, compilation: Compilation<Compiled>) -> Result<Part, Status> {
    let status = reporter.report(&compilation.sources, compilation.diagnostics);
    match compilation.result {
        Some(program) if status == Status::Done => Ok((program, compilation.includes)),
        // Neither a program nor an error is a defect.
        _ if status == Status::Done => Err(Status::Bug),
        _ => Err(status),
    }
}
