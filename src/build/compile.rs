//! Compiles what a plan says and writes what came of it.

use super::Build;
use super::environment::Environment;
use super::plan::{Job, Plan};
use super::report::{Message, Output, Report};
use super::watch;
use crate::bindings::{self, Program};
use crate::{
    Compilation, Compiled, Compiler, Language, Source, in_parallel, include, naming, write,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use std::path::{Path, PathBuf};

/// Runs a build; an error is a report with an error in it.
pub(super) fn run(build: &Build, environment: &Environment) -> Result<Report, Report> {
    let mut report = Report {
        variables: build.variables,
        ..Report::default()
    };
    match Plan::new(build, environment) {
        Ok(plan) => {
            report.watched.clone_from(&build.directories);
            carry_out(&plan, environment.jobs, &mut report);
        }
        Err(fault) => report.add(&SourceMap::new(), fault.into()),
    }
    if report.has_errors() {
        Err(report)
    } else {
        Ok(report)
    }
}

fn carry_out(plan: &Plan, threads: usize, report: &mut Report) {
    let compiler = Compiler {
        target: plan.target,
        language: plan.settings.language.clone(),
        options: plan.settings.code.clone(),
    };
    let compilations = in_parallel(&plan.jobs, threads, |job| compile(&compiler, job));
    let names = bindings::module_names(
        plan.jobs
            .iter()
            .map(|job| naming::with_slashes(&job.name))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    );
    let mut programs = Vec::new();
    for ((job, compilation), name) in plan.jobs.iter().zip(compilations).zip(&names) {
        let diagnostics = plan.settings.warnings.apply(compilation.diagnostics);
        let failed = diagnostics.has_errors();
        report.depend(&job.source);
        for include in &compilation.includes {
            report.depend(Path::new(include));
        }
        let folders = watch::folders(&compilation.missing, &plan.out_dir);
        report.watch(folders);
        report.add(&compilation.sources, diagnostics);
        let Some(compiled) = compilation.result.filter(|_| !failed) else {
            continue;
        };
        if let Err(fault) = write_outputs(plan, job, name, &compiled, report) {
            report.add(&SourceMap::new(), fault.into());
        }
        programs.push(Program {
            file: Some(naming::with_slashes(&job.output)),
            ..Program::new(name, &compiled)
        });
    }
    if !report.has_errors() {
        write_bindings(plan, &programs, report);
    }
    report.programs = programs;
}

fn compile(compiler: &Compiler, job: &Job) -> Compilation<Compiled> {
    let name = job.source.display().to_string();
    match include::read(&job.source) {
        Ok(text) => compiler
            .compile(&Source {
                name,
                text,
                stage: job.stage,
                language: match job.source.extension() {
                    Some(extension) if extension == "wgsl" => Language::Wgsl,
                    _ => Language::Essl,
                },
            })
            .map(|mut compiled| {
                compiled.reflection.source = naming::with_slashes(&job.name);
                compiled
            }),
        Err(error) => {
            let message = format!("cannot open input file `{name}`: {}", crate::reason(&error));
            Compilation::failed(Diagnostic::error(codes::files::UNREADABLE, message))
        }
    }
}

fn write_outputs(
    plan: &Plan,
    job: &Job,
    name: &str,
    compiled: &Compiled,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    let program = plan.out_dir.join(&job.output);
    let mut put = |path: PathBuf, bytes: &[u8], kind: &str| {
        let written = write::if_different(&path, bytes)?;
        report.outputs.push(Output {
            path,
            program: name.to_owned(),
            kind: kind.to_owned(),
            written,
        });
        Ok(())
    };
    put(program.clone(), &compiled.binary, Output::PROGRAM)?;
    for (kind, bytes) in &compiled.side_files {
        put(with_suffix(&program, kind), bytes, kind)?;
    }
    if plan.listings {
        let listing = compiled.assembly.as_bytes();
        put(with_suffix(&program, "s"), listing, "assembly")?;
        let record = compiled.reflection.to_json();
        put(
            with_suffix(&program, "reflection.json"),
            record.as_bytes(),
            "reflection",
        )?;
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    name.into()
}

fn write_bindings(plan: &Plan, programs: &[Program], report: &mut Report) {
    for name in &plan.bindings {
        let stem = name.file_stem().map(|stem| stem.to_string_lossy());
        let guard = bindings::c::identifier(stem.as_deref().unwrap_or("shaders"));
        let text = match name.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => bindings::rust::module(programs, bindings::rust::Code::OutDir),
            Some("h") => {
                let named = programs
                    .iter()
                    .map(|program| (program.name.as_str(), program));
                bindings::c::headers(&guard, &named.collect::<Vec<_>>())
            }
            // The plan has refused all others.
            _ => bindings::json::document(programs),
        };
        let path = plan.out_dir.join(name);
        match write::if_different(&path, text.as_bytes()) {
            Ok(written) => report.outputs.push(Output {
                path,
                program: String::new(),
                kind: "bindings".to_owned(),
                written,
            }),
            Err(fault) => report.add(&SourceMap::new(), fault.into()),
        }
    }
}

impl Report {
    /// Adds messages in both of their forms.
    fn add(&mut self, sources: &SourceMap, diagnostics: Diagnostics) {
        let messages = diagnostics
            .iter()
            .map(|diagnostic| Message::new(sources, diagnostic));
        self.messages.extend(messages);
    }
}
