//! `retroshade debug`: a program instruction by instruction, in a terminal or by commands as text.
//!
//! ```text
//! plain      commands and answers as text        keys       what keys do: keys to commands
//! terminal   the loop that reads keys             draw       the screen
//! one        the session of a shader or program   pair       the session of two shaders
//! ```

mod draw;
mod keys;
mod one;
mod pair;
mod plain;
mod terminal;

use super::arguments::{Color, Debug};
use super::files;
use super::job::{Job, JobOptions};
use super::pair::PairJob;
use super::report::{Reporter, Status, usage};
use super::spelling::{Input, spell};
use clap::{CommandFactory, FromArgMatches};
use draw::Theme;
use plain::Script;
use retroshade::Target;
use retroshade::debug::Session;
use retroshade::diagnostics::{Diagnostic, SourceMap};
use retroshade::render::Filled;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::{Recorder, Watch};
use retroshade_kit::target::Options as TargetOptions;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::Path;

/// Runs the subcommand.
pub(crate) fn run(options: &Debug, inputs: &[Input]) -> Status {
    match Debugging::new(options, inputs) {
        Ok(debugging) => debugging.run().unwrap_or_else(|status| status),
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
    let debugging = Debugging::new(&options, &spelled.inputs).ok()?;
    let (session, _) = debugging.session().ok()?;
    Some(session)
}

/// What is stepped through.
enum Subject<'a> {
    One(Job<'a>),
    Pair(PairJob<'a>),
}

struct Debugging<'a> {
    subject: Subject<'a>,
    options: &'a Debug,
}

impl<'a> Debugging<'a> {
    /// # Errors
    /// A sentence about the options.
    fn new(options: &'a Debug, inputs: &'a [Input]) -> Result<Debugging<'a>, Fault> {
        let standard = |path: &Path| path.as_os_str() == "-";
        let asked = options.commands.as_deref().map(standard);
        let mut paths = inputs.iter().map(|input| Path::new(&input.path));
        if paths.any(standard) && asked.unwrap_or(true) {
            return Err(
                "the shader comes from standard input; --commands <FILE> gives the commands".into(),
            );
        }
        let asked = JobOptions {
            common: &options.common,
            language: &options.language,
            code: &options.code,
            values: &options.values,
            reflect: options.reflect.as_deref(),
            program: options.program.as_deref(),
        };
        let subject = match inputs {
            [input] => Subject::One(Job::new(asked, input)?),
            [one, other] => Subject::Pair(PairJob::new(asked, [one, other])?),
            _ => {
                let count = inputs.len();
                return Err(format!("debug takes a shader or a pair, not {count} files").into());
            }
        };
        Ok(Debugging { subject, options })
    }

    fn reporter(&self) -> &Reporter {
        match &self.subject {
            Subject::One(job) => &job.reporter,
            Subject::Pair(job) => &job.reporter,
        }
    }

    /// At the start of the program or programs, with the values that were not given; messages were shown if there is
    /// none.
    fn session(&self) -> Result<(Session, Vec<Filled>), Status> {
        match &self.subject {
            Subject::One(job) => one::session(job, self.options),
            Subject::Pair(job) => pair::session(job, self.options),
        }
    }

    fn run(&self) -> Result<Status, Status> {
        let prepared = self
            .script()
            .and_then(|script| Ok((script, self.session()?)));
        self.reporter().finish();
        let (script, (session, filled)) = prepared?;
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
        self.reporter().report(&SourceMap::new(), fault.into())
    }
}

/// What a program is called.
fn title(name: &str, target: &dyn Target, options: &Debug) -> String {
    format!("{name} for {}, sample {}", target.name(), options.sample)
}

/// Watches a run and records it.
fn watch(target: &dyn Target, settings: &TargetOptions, options: &Debug) -> Watch {
    Watch {
        rounds: target.rounds(),
        settings: settings.settings.clone(),
        most_steps: Some(options.steps),
        recorder: Some(Recorder::new(options.sample)),
        ..Watch::default()
    }
}

/// What is said where nobody names a target.
fn no_target() -> Status {
    usage("debug needs --target: the interpreter has no instructions")
}

/// How to follow a program that was stopped.
const LONGER: &str = "; --steps N follows the program further";

#[cfg(test)]
mod tests;
