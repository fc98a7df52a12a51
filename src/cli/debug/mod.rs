//! `retroshade debug`: a program instruction by instruction, in a terminal or by commands as text.
//!
//! ```text
//! plain      commands and answers as text        keys       what keys do: keys to commands
//! terminal   the loop that reads keys             draw       the screen
//! ```

mod draw;
mod keys;
mod plain;
mod terminal;

use super::arguments::{Color, Debug};
use super::files;
use super::job::{Job, JobOptions, Ready, complete};
use super::program::{Loaded, Record};
use super::report::{Status, usage};
use super::spelling::{Input, spell};
use clap::{CommandFactory, FromArgMatches};
use draw::Theme;
use plain::Script;
use retroshade::Target;
use retroshade::debug::{Origins, Program, Ran, Session};
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::render::Filled;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{Recorder, Watch};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;

/// Runs the subcommand.
pub(crate) fn run(options: &Debug, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = Debugging { job, options }.run();
            status.unwrap_or_else(|status| status)
        }
        Err(fault) => usage(fault),
    }
}

/// The session of a program that words of the command line describe; messages were shown if there is none.
pub(crate) fn session(words: Vec<OsString>) -> Option<Session> {
    let mut command = Debug::command();
    command.build();
    let spelled = spell(words, &command).ok()?;
    files::expect(&spelled.inputs);
    let program = std::iter::once(OsString::from("retroshade"));
    let matches = command.try_get_matches_from(program.chain(spelled.options));
    let options = Debug::from_arg_matches(&matches.ok()?).ok()?;
    let job = prepare(&options, &spelled.inputs).ok()?;
    let debugging = Debugging {
        job,
        options: &options,
    };
    let (program, _) = debugging.program().ok()?;
    Some(Session::new(program))
}

fn prepare<'a>(options: &'a Debug, inputs: &'a [Input]) -> Result<Job<'a>, Fault> {
    let [input] = inputs else {
        return Err(format!("debug takes one file, not {}", inputs.len()).into());
    };
    let standard = |path: &Path| path.as_os_str() == "-";
    let asked = options.commands.as_deref().map(standard);
    if standard(Path::new(&input.path)) && asked.unwrap_or(true) {
        return Err(
            "the shader comes from standard input; --commands <FILE> gives the commands".into(),
        );
    }
    let options = JobOptions {
        common: &options.common,
        language: &options.language,
        code: &options.code,
        values: &options.values,
        reflect: options.reflect.as_deref(),
        program: options.program.as_deref(),
    };
    Job::new(options, input)
}

struct Debugging<'a> {
    job: Job<'a>,
    options: &'a Debug,
}

impl Debugging<'_> {
    fn run(&self) -> Result<Status, Status> {
        let prepared = self
            .script()
            .and_then(|script| Ok((script, self.program()?)));
        self.job.reporter.finish();
        let (script, (program, filled)) = prepared?;
        let session = Session::new(program);
        match script {
            Some(script) => Ok(plain::run(session, &filled, script)),
            None => terminal::run(session, &filled, self.theme())
                .map_err(|fault| usage(format!("the terminal: {fault}"))),
        }
    }

    /// Colours as messages have them.
    fn theme(&self) -> Theme {
        let wanted = self.options.common.color;
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Theme {
            colored: wanted == Color::Always || wanted == Color::Auto && !refused,
        }
    }

    /// Where commands as text come from; `None` for a screen.
    fn script(&self) -> Result<Option<Script>, Status> {
        let (typed, seen) = (
            std::io::stdin().is_terminal(),
            std::io::stdout().is_terminal(),
        );
        Ok(match &self.options.commands {
            Some(path) if path.as_os_str() != "-" => {
                let text = files::read_text(path).map_err(|fault| self.fault(fault))?;
                Some(Script::Text(text))
            }
            Some(_) => Some(Script::Piped),
            None if typed && seen && !self.options.plain => None,
            None if typed => Some(Script::Typed),
            None => Some(Script::Piped),
        })
    }

    fn fault(&self, fault: Diagnostic) -> Status {
        self.job.reporter.report(&SourceMap::new(), fault.into())
    }

    /// The program with the recording of its run, and the values that were not given; messages were shown if there
    /// is none.
    fn program(&self) -> Result<(Program, Vec<Filled>), Status> {
        let mut sources = SourceMap::new();
        let given = self.job.given(&mut sources);
        let given = given.map_err(|fault| self.job.reporter.report(&sources, fault.into()))?;
        let ready = self.job.ready()?;
        if matches!(ready, Ready::Source) && self.job.target.is_none() {
            return Err(usage(
                "debug needs --target: the interpreter has no instructions",
            ));
        }
        let (shader, mut inputs) = self.job.values(&ready, &given)?;
        let filled = complete(&shader, &mut inputs);
        let program = match (&ready, self.job.target) {
            (Ready::Source, Some(target)) => self.of_source(target, &inputs)?,
            (Ready::Program(loaded, record), _) => self.of_program(loaded, record, &inputs)?,
            (Ready::Source, None) => return Err(Status::Usage),
        };
        Ok((program, filled))
    }

    fn of_source(
        &self,
        target: &'static dyn Target,
        inputs: &RunInputs,
    ) -> Result<Program, Status> {
        let compilation = self.job.compile(target);
        let compilation = compilation.map_err(|fault| self.fault(fault))?;
        let (sources, diagnostics) = (&compilation.sources, compilation.diagnostics);
        let status = self.job.reporter.report(sources, diagnostics);
        let compiled = compilation.result.filter(|_| status == Status::Done);
        let compiled = compiled.ok_or(status)?;
        let mut watch = self.watch(target);
        let program = (&compiled, self.job.binary(&compiled));
        let run = (inputs, &mut watch);
        let title = self.title(target);
        let program = Program::compiled(title, target, program, sources, run, LONGER);
        self.shown(watch.warnings);
        program.map_err(|errors| self.shown(errors))
    }

    fn of_program(
        &self,
        loaded: &Loaded,
        record: &Record,
        inputs: &RunInputs,
    ) -> Result<Program, Status> {
        let target = loaded.target;
        let mut watch = self.watch(target);
        let errors = match loaded.run(record, inputs, &mut watch) {
            Ok((sources, warnings, _)) => {
                self.job.reporter.report(&sources, warnings);
                Diagnostics::new()
            }
            Err(errors) => errors,
        };
        self.shown(watch.warnings);
        let code = target.read(loaded.binary());
        let text = code.and_then(|code| code.disassemble());
        let text = text.map_err(|errors| self.shown(errors))?;
        let record = record.reflection();
        let read = |name: &str| files::read_text(Path::new(name)).ok();
        let from = Origins::of_lines(&record.lines, read);
        let ran = Ran {
            target,
            text: &text,
            record,
            longer: LONGER,
        };
        let program = Program::recorded(self.title(target), ran, from, watch.recorder, errors);
        program.map_err(|errors| self.shown(errors))
    }

    fn title(&self, target: &dyn Target) -> String {
        let (name, sample) = (files::shown_name(self.job.input), self.options.sample);
        format!("{name} for {}, sample {sample}", target.name())
    }

    fn watch(&self, target: &dyn Target) -> Watch {
        Watch {
            rounds: target.rounds(),
            settings: self.job.settings.settings.clone(),
            most_steps: Some(self.options.steps),
            recorder: Some(Recorder::new(self.options.sample)),
            ..Watch::default()
        }
    }

    fn shown(&self, errors: Diagnostics) -> Status {
        self.job.reporter.report(&SourceMap::new(), errors)
    }
}

/// How to follow a program that was stopped.
const LONGER: &str = "; --steps N follows the program further";

#[cfg(test)]
mod tests;
