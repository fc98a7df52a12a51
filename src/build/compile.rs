//! Compiles what a plan says and writes what came of it.

use super::Build;
use super::environment::Environment;
use super::plan::{Plan, SourceFile, Work, fault};
use super::report::{Message, Output, Report};
use super::watch;
use crate::bindings::{self, Class, Program};
use crate::link::Linker;
use crate::{Compilation, Compiled, Compiler, Rewrite, Source, in_parallel, naming};
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceMap};
use std::path::{Path, PathBuf};

/// Runs a build; an error is a report with an error in it.
pub(super) fn run(build: &Build, environment: &Environment) -> Result<Report, Report> {
    let mut report = Report {
        variables: build.variables,
        folder: environment.folder_in_workspace(),
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
    let done = in_parallel(&plan.work, threads, |work| compile(&compiler, work));
    let places = plan.work.iter().flat_map(Work::programs);
    let places: Vec<String> = places.map(naming::with_slashes).collect();
    let mut names = bindings::module_names(places.iter().map(String::as_str)).into_iter();
    let mut programs = Vec::new();
    let mut pairs = Vec::new();
    for (work, compilation) in plan.work.iter().zip(done) {
        let diagnostics = plan.settings.warnings.apply(compilation.diagnostics);
        let failed = diagnostics.has_errors();
        for source in work.sources() {
            report.depend(&source.path);
        }
        for include in &compilation.includes {
            report.depend(Path::new(include));
        }
        report.watch(watch::folders(&compilation.missing, &plan.out_dir));
        report.add(&compilation.sources, diagnostics);
        let names: Vec<String> = names.by_ref().take(work.programs().count()).collect();
        let results = compilation.result.filter(|_| !failed).unwrap_or_default();
        for ((compiled, source), name) in results.iter().zip(work.sources()).zip(&names) {
            if let Err(fault) = write_outputs(plan, source, name, compiled, report) {
                report.add(&SourceMap::new(), fault.into());
            }
            programs.push(Program {
                file: Some(naming::with_slashes(&source.output)),
                ..Program::new(name, compiled)
            });
        }
        if let Work::Pair(_) = work {
            pairs.push(results);
        }
    }
    if !report.has_errors() {
        write_bindings(plan, &programs, report);
        write_classes(plan, &pairs, report);
    }
    report.programs = programs;
}

/// The programs of one piece of work, in the order of its sources.
fn compile(compiler: &Compiler, work: &Work) -> Compilation<Vec<Compiled>> {
    let mut read = Vec::new();
    let mut faults = Diagnostics::new();
    for source in work.sources() {
        match Source::open(&compiler.language.files, &source.path, source.stage) {
            Ok(source) => read.push(source),
            Err(fault) => faults.push(fault),
        }
    }
    let mut compilation = match (work, read.as_slice()) {
        (Work::Single(_), [source]) => compiler.compile(source).map(|compiled| vec![compiled]),
        (Work::Pair(_), [vertex, fragment]) => Linker::new(compiler.clone())
            .link(vertex, fragment)
            .map(|pair| vec![pair.vertex, pair.fragment]),
        _ => Compilation {
            diagnostics: faults,
            ..Compilation::new()
        },
    };
    let programs = compilation.result.iter_mut().flatten();
    for (compiled, source) in programs.zip(work.sources()) {
        compiled.reflection.source = naming::with_slashes(&source.name);
    }
    compilation
}

fn write_outputs(
    plan: &Plan,
    source: &SourceFile,
    name: &str,
    compiled: &Compiled,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    let program = plan.out_dir.join(&source.output);
    let mut put = |path: PathBuf, bytes: &[u8], kind: &str| {
        let written = plan.files().write(&path, bytes, Rewrite::IfDifferent)?;
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
            Some("rs") if plan.shared_types => {
                bindings::rust::shared_module(programs, bindings::rust::Code::OutDir)
            }
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
        write_text(plan, name, &text, report);
    }
}

fn write_classes(plan: &Plan, pairs: &[Vec<Compiled>], report: &mut Report) {
    for file in &plan.classes {
        // Without a pair there was an error.
        let Some([vertex, fragment]) = pairs.get(file.pair).map(Vec::as_slice) else {
            continue;
        };
        match Class::new(&file.name, vertex, fragment) {
            Ok(class) => write_text(plan, &file.path, &file.language.text(&class), report),
            Err(error) => report.add(&SourceMap::new(), fault(error.to_string()).into()),
        }
    }
}

fn write_text(plan: &Plan, name: &Path, text: &str, report: &mut Report) {
    let path = plan.out_dir.join(name);
    let written = plan
        .files()
        .write(&path, text.as_bytes(), Rewrite::IfDifferent);
    match written {
        Ok(written) => report.outputs.push(Output {
            path,
            program: String::new(),
            kind: "bindings".to_owned(),
            written,
        }),
        Err(fault) => report.add(&SourceMap::new(), fault.into()),
    }
}

impl Report {
    /// Adds messages in both of their forms.
    fn add(&mut self, sources: &SourceMap, diagnostics: Diagnostics) {
        let mut moved = sources.clone();
        if !self.folder.is_empty() {
            moved.move_into(&self.folder);
        }
        let messages = diagnostics
            .iter()
            .map(|diagnostic| Message::new(&moved, diagnostic));
        self.messages.extend(messages);
    }
}
