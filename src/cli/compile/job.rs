//! One input: reading, compiling, showing messages, writing.

use super::{Job, Made, Session, render};
use crate::cli::arguments::{Station, Statistics};
use crate::cli::files::{self, Kind};
use crate::cli::output::Destination;
use crate::cli::proof::said;
use crate::cli::report::{Reporter, Status, usage};
use crate::cli::stats;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceFile, SourceMap, codes};
use retroshade::link::handed;
use retroshade::{Binary, Compilation, Compiled, Compiler, Rewrite, Source, Stage};
use retroshade_ir::pass::{After, Hooks, Seen, Times};
use std::sync::PoisonError;

impl Session<'_> {
    /// Works on one input.
    pub(super) fn run(&self, job: &Job<'_>, reporter: &Reporter) -> Status {
        let compiler = job.compiler.as_deref();
        if let (Kind::Assembly | Kind::Binary, Some(compiler)) = (job.kind, compiler) {
            let assembled = self.assemble(job, compiler);
            return self.finish(job, reporter, assembled, |compiled, to| {
                self.write(job, reporter, compiler, &compiled, to)
            });
        }
        let source = match self.source(job) {
            Ok(source) => source,
            Err(fault) => return reporter.report(&SourceMap::new(), fault.into()),
        };
        if self.options.dependencies.dep_only {
            let compilation = self.language.preprocess(&source);
            return self.finish(job, reporter, compilation, |_, _| Ok(()));
        }
        if self.options.check && compiler.is_none() {
            let compilation = self.language.lower(&source);
            return self.finish(job, reporter, compilation, |_, _| Ok(()));
        }
        if self.options.preprocess {
            let compilation = self.language.preprocess(&source);
            return self.finish(job, reporter, compilation, |text, to| {
                let text = self.preprocessed(text);
                reporter.write(to, text.as_bytes(), self.rewrite())
            });
        }
        match (self.options.emit, compiler) {
            (_, Some(compiler)) if self.options.code.stop_after.is_some() => {
                self.stop(job, reporter, compiler, &source)
            }
            (Some(Station::Asm | Station::Bin) | None, Some(compiler)) => {
                self.compile(job, reporter, compiler, &source)
            }
            (Some(station), compiler) => self.emit(job, reporter, station, compiler, &source),
            (None, None) => usage("no target"),
        }
    }

    /// Returns the text that `-E` writes.
    fn preprocessed(&self, text: String) -> String {
        if !self.options.no_line_markers {
            return text;
        }
        let lines = text.split_inclusive('\n');
        lines.filter(|line| !line.starts_with("#line ")).collect()
    }

    /// The text of an input with what is known of it.
    pub(super) fn source(&self, job: &Job<'_>) -> Result<Source, Diagnostic> {
        files::source(job.input, job.stage, job.kind.language())
    }

    /// Outputs beside a rule get a fresh time stamp even if their bytes are the same.
    pub(super) fn rewrite(&self) -> Rewrite {
        if self.options.dependencies.dep_file_too {
            Rewrite::Always
        } else {
            Rewrite::IfDifferent
        }
    }

    /// Assembly text, or the text of a program in another container, to a program.
    pub(super) fn assemble(&self, job: &Job<'_>, compiler: &Compiler) -> Compilation<Compiled> {
        let mut sources = SourceMap::new();
        let text = match job.kind {
            Kind::Binary => files::read(job.input)
                .map_err(Diagnostics::from)
                .and_then(|bytes| {
                    let program = Binary {
                        bytes: &bytes,
                        container: None,
                        stage: job.stage,
                        side_files: &IndexMap::new(),
                    };
                    compiler.target.read(program)?.disassemble()
                }),
            _ => files::read_text(job.input).map_err(Diagnostics::from),
        };
        let assembled = text.and_then(|text| {
            let file = sources.add(SourceFile::new(files::shown_name(job.input), text.clone()));
            let target = compiler.target;
            let mut compiled = target.assemble(file, &text, job.stage, &compiler.options)?;
            if job.kind == Kind::Binary {
                compiled.assembly = text;
            }
            Ok(compiled)
        });
        let (diagnostics, result) = match assembled {
            Ok(mut compiled) => (std::mem::take(&mut compiled.warnings), Some(compiled)),
            Err(errors) => (errors, None),
        };
        Compilation {
            sources,
            diagnostics,
            includes: Vec::new(),
            missing: Vec::new(),
            result,
        }
    }

    /// Prints the shader at a station before the program.
    fn emit(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        station: Station,
        compiler: Option<&Compiler>,
        source: &Source,
    ) -> Status {
        let mut look = |name: &'static str, seen: Seen<'_>| show_pass(reporter, name, seen);
        let mut times = Times::default();
        let mut hooks = self.hooks(&mut look, &mut times);
        let text = match (station, compiler) {
            (Station::Essl, _) => self.language.preprocess(source),
            (Station::Canonical, _) => self.language.canonical(source),
            (Station::Naga, _) => self.language.naga(source),
            (Station::IrOpt, Some(compiler)) => {
                let shader = compiler.optimized(source, &mut hooks);
                shader.map(|shader| shader.to_string())
            }
            (Station::Select, Some(compiler)) => {
                let selection = compiler.selection(source, &mut hooks);
                selection.map(|text| {
                    text.unwrap_or_else(|| {
                        format!("{} has no such station\n", compiler.target.name())
                    })
                })
            }
            _ => self.language.lower(source).map(|shader| shader.to_string()),
        };
        self.finish(job, reporter, text, |text, to| {
            reporter.write(to, text.as_bytes(), self.rewrite())
        })
    }

    /// Prints the shader or the machine program as the pass that `--stop-after` names left it.
    fn stop(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        compiler: &Compiler,
        source: &Source,
    ) -> Status {
        let wanted = self.options.code.stop_after.as_deref().unwrap_or_default();
        let printed = self.options.code.print_after.as_deref().map(After::parse);
        let printed = printed.unwrap_or_default();
        let mut stopped = None;
        let mut look = |name: &'static str, seen: Seen<'_>| {
            if name == wanted {
                stopped = Some(seen.to_string());
            }
            if printed.includes(name) {
                show_pass(reporter, name, seen);
            }
        };
        let mut times = Times::default();
        let mut hooks = self.hooks(&mut look, &mut times);
        hooks.print_after = After::All;
        let compilation = compiler.compile_watched(source, &mut hooks);
        self.show_times(reporter, &times);
        let reached = stopped.is_some() || compilation.diagnostics.has_errors();
        let mut compilation = Compilation {
            sources: compilation.sources,
            diagnostics: compilation.diagnostics,
            includes: compilation.includes,
            missing: compilation.missing,
            result: stopped,
        };
        if !reached {
            let name = compiler.target.name();
            compilation.diagnostics.push(Diagnostic::error(
                codes::target::SETTING,
                format!("--stop-after={wanted}: {name} has no such pass for this stage"),
            ));
        }
        self.finish(job, reporter, compilation, |text, to| {
            reporter.write(to, text.as_bytes(), self.rewrite())
        })
    }

    fn compile(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        compiler: &Compiler,
        source: &Source,
    ) -> Status {
        let mut look = |name: &'static str, seen: Seen<'_>| show_pass(reporter, name, seen);
        let mut times = Times::default();
        let mut hooks = self.hooks(&mut look, &mut times);
        let mut compilation = compiler.compile_watched(source, &mut hooks);
        self.show_times(reporter, &times);
        if self.options.debug_info {
            compilation.add_debug_information(compiler.target);
        }
        if let (Some(_), Some(compiled)) = (self.options.stats, &mut compilation.result) {
            compiler.add_shader_bound(source, compiled);
        }
        if let (Some(asked), Some(compiled)) = (self.options.prove, &compilation.result)
            && let Some(verdict) = compiler.prove(source, compiled).result
        {
            let name = files::shown_name(job.input);
            let said = said(reporter, &name, &verdict, asked);
            compilation.diagnostics.extend(said);
        }
        self.finish(job, reporter, compilation, |compiled, to| {
            self.remember(job, compiler, &compiled);
            self.write(job, reporter, compiler, &compiled, to)
        })
    }

    /// Keeps what a program hands over between the stages, for those that belong to it.
    fn remember(&self, job: &Job<'_>, compiler: &Compiler, compiled: &Compiled) {
        let made = Stage::of_name(&compiled.reflection.stage).map(|stage| Made {
            source: files::shown_name(job.input),
            target: compiler.target,
            stage,
            handed: handed(compiler.target, &compiled.reflection),
        });
        let mut list = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        list.extend(made);
    }

    /// Says how long passes took, where that was asked.
    fn show_times(&self, reporter: &Reporter, times: &Times) {
        if self.options.code.time_passes {
            reporter.say(times.to_string().as_bytes());
        }
    }

    fn hooks<'a>(
        &self,
        look: &'a mut (dyn FnMut(&'static str, Seen<'_>) + Send),
        times: &'a mut Times,
    ) -> Hooks<'a> {
        let code = &self.options.code;
        Hooks {
            print_after: code
                .print_after
                .as_deref()
                .map(After::parse)
                .unwrap_or_default(),
            stop_after: code.stop_after.clone(),
            verify: code.verify,
            without: code.without.clone(),
            look: Some(look),
            times: Some(times).filter(|_| code.time_passes),
        }
    }

    /// Shows the messages, then writes results unless one of them is an error.
    fn finish<T>(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        compilation: Compilation<T>,
        write_result: impl FnOnce(T, &Destination) -> Result<(), Diagnostic>,
    ) -> Status {
        let Compilation {
            sources,
            diagnostics,
            includes,
            result,
            ..
        } = compilation;
        let diagnostics = reporter.filter(diagnostics);
        let status = reporter.show(&sources, &diagnostics);
        let Some(result) = result.filter(|_| status == Status::Done) else {
            return status;
        };
        // The rule is made first: a name that it cannot hold must leave an older output in place.
        let rule = self.rule(std::slice::from_ref(job), &includes);
        let written = rule.and_then(|rule| {
            write_result(result, &Destination::new(&job.output))?;
            self.write_rule(job, reporter, rule)
        });
        match written {
            Ok(()) => status,
            Err(fault) => reporter.show(&sources, &Diagnostics::from(fault)),
        }
    }

    /// Writes a rule that [`Session::rule`] made.
    pub(super) fn write_rule(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        rule: Option<Vec<u8>>,
    ) -> Result<(), Diagnostic> {
        // That the file has a name was checked before anything was read.
        match (rule, self.rule_file(job)) {
            (Some(text), Ok(Some(path))) => {
                reporter.write(&Destination::new(&path), &text, self.rewrite())
            }
            _ => Ok(()),
        }
    }

    fn write(
        &self,
        job: &Job<'_>,
        reporter: &Reporter,
        compiler: &Compiler,
        compiled: &Compiled,
        to: &Destination,
    ) -> Result<(), Diagnostic> {
        let options = self.options;
        if options.check {
            if options.stats == Some(Statistics::Cycles) {
                let report = stats::chart(compiler.target, compiled)?.report();
                reporter.say(report.as_bytes());
            }
            self.count(reporter, compiler, compiled);
            return Ok(());
        }
        if let Some(form) = options.stats.filter(|form| form.is_picture()) {
            let chart = stats::chart(compiler.target, compiled)?;
            let text = match form {
                Statistics::Svg => chart.svg(),
                _ => chart.html(),
            };
            return reporter.write(to, text.as_bytes(), self.rewrite());
        }
        let cycles = match options.stats {
            Some(Statistics::Cycles) => Some(stats::chart(compiler.target, compiled)?.report()),
            _ => None,
        };
        let bytes = if options.assembly || options.emit == Some(Station::Asm) {
            compiled.assembly.clone().into_bytes()
        } else {
            let format = options.format.as_deref();
            render(compiler.target, compiled, format, job.input)?
        };
        let table = match &options.opdesc {
            Some(path) => Some((path, operand_descriptors(compiler, compiled)?)),
            None => None,
        };
        reporter.write(to, &bytes, self.rewrite())?;
        if let Some(path) = &options.reflect {
            let text = compiled.reflection.to_json();
            reporter.write(&Destination::new(path), text.as_bytes(), self.rewrite())?;
        }
        if let Some((path, table)) = table {
            reporter.write(&Destination::new(path), table, self.rewrite())?;
        }
        self.count(reporter, compiler, compiled);
        if let Some(report) = cycles {
            reporter.say(report.as_bytes());
        }
        Ok(())
    }

    /// Prints the counts that `--stats` asks for.
    fn count(&self, reporter: &Reporter, compiler: &Compiler, compiled: &Compiled) {
        match self.options.stats {
            Some(Statistics::Text) => {
                reporter.say(stats::text(compiler.target, &compiled.reflection).as_bytes());
            }
            Some(Statistics::Json) => {
                let line = stats::json(compiler.target, &compiled.reflection);
                reporter.say(format!("{line}\n").as_bytes());
            }
            // What has units and ways was told before.
            Some(Statistics::Cycles | Statistics::Svg | Statistics::Html) | None => {}
        }
    }
}

fn operand_descriptors<'a>(
    compiler: &Compiler,
    compiled: &'a Compiled,
) -> Result<&'a [u8], Diagnostic> {
    compiled
        .side_files
        .get("opdesc")
        .map(Vec::as_slice)
        .ok_or_else(|| {
            let name = compiler.target.name();
            Diagnostic::error(
                codes::target::SETTING,
                format!("--opdesc: {name} keeps no operand descriptors beside this container"),
            )
        })
}

fn show_pass(reporter: &Reporter, name: &str, seen: Seen<'_>) {
    reporter.say(format!("; after {name}\n{seen}\n").as_bytes());
}
