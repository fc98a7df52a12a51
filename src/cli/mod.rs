//! The command line: one module for each subcommand, and what they share.
//!
//! ```text
//! spelling   glslc's spelling to long options        files     names, stages, reading
//! arguments  options of every subcommand             output    complete or absent results
//! response   arguments from files                    program   programs from anywhere
//! report     messages and exit statuses              depfile   dependency rules
//! compile    no subcommand                           pack      sets of shaders
//! link       a pair of shaders                       assemble, disassemble, lift, opt, verify, run, render, targets, explore, lsp, dap
//! translate  sources in other languages
//! manual     completions, man              values    what run, debug and render feed to shaders
//! debug      a program in a terminal                 job     what run and debug run, and on what
//! pair       the same for two shaders
//! drop_in    programs whose place this one takes: picasso, vp20compiler
//! ```

mod arguments;
mod assemble;
mod collected;
mod compile;
mod dap;
mod debug;
mod depfile;
mod disassemble;
mod drop_in;
mod explore;
mod files;
mod instructions;
mod job;
mod lift;
mod link;
mod lsp;
mod manual;
mod opt;
mod output;
mod pack;
mod pair;
mod program;
mod proof;
mod render;
mod report;
mod response;
mod run;
mod settings;
mod spelling;
mod stats;
mod targets;
mod translate;
mod values;
mod verify;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use drop_in::DROP_INS;
use report::Status;
use response::expand;
use spelling::{Input, spell};
use std::ffi::OsString;
use std::process::ExitCode;

/// A way to call the program.
struct Subcommand {
    /// The first argument; empty for compiling.
    word: &'static str,
    command: fn() -> Command,
    run: fn(&ArgMatches, &[Input]) -> Result<Status, clap::Error>,
}

macro_rules! subcommand {
    ($word:literal, $options:ty, $run:path) => {
        Subcommand {
            word: $word,
            command: <$options>::command,
            run: |matches, inputs| Ok($run(&<$options>::from_arg_matches(matches)?, inputs)),
        }
    };
}

/// Compiling first, then every subcommand.
static SUBCOMMANDS: &[Subcommand] = &[
    subcommand!("", arguments::Compile, compile::run),
    subcommand!("as", arguments::Assemble, assemble::run),
    subcommand!("dis", arguments::Disassemble, disassemble::run),
    subcommand!("lift", arguments::Lift, lift::run),
    subcommand!("opt", arguments::Opt, opt::run),
    subcommand!("verify", arguments::Verify, verify::run),
    subcommand!("run", arguments::Run, run::run),
    subcommand!("debug", arguments::Debug, debug::run),
    subcommand!("link", arguments::Link, link::run),
    subcommand!("render", arguments::Render, render::run),
    subcommand!("pack", arguments::Pack, pack::run),
    subcommand!("explore", arguments::Explore, explore::run),
    subcommand!("lsp", arguments::Lsp, lsp::run),
    subcommand!("dap", arguments::Dap, dap::run),
    subcommand!("targets", arguments::Targets, targets::run),
    subcommand!("completions", arguments::Completions, manual::completions),
    subcommand!("man", arguments::Man, manual::man),
];

/// Runs the command line: the program's name, then its arguments.
pub(crate) fn main(mut arguments: Vec<OsString>) -> ExitCode {
    let program = arguments.drain(..arguments.len().min(1)).next();
    if let Some(drop_in) = program.as_deref().and_then(drop_in::named) {
        return drop_in.start(arguments).code();
    }
    report::listen(&arguments);
    ask_by_option(&mut arguments);
    let first = arguments.first().and_then(|argument| argument.to_str());
    if let Some(drop_in) = DROP_INS.iter().find(|one| first == Some(one.name)) {
        arguments.remove(0);
        return drop_in.start(arguments).code();
    }
    let named = SUBCOMMANDS
        .iter()
        .find(|one| !one.word.is_empty() && first == Some(one.word));
    let subcommand = match named {
        Some(subcommand) => {
            arguments.remove(0);
            subcommand
        }
        None => &SUBCOMMANDS[0],
    };
    subcommand.start(arguments).code()
}

/// `help`, `help SUBCOMMAND` and `version` are other ways to write `--help` and `--version`.
fn ask_by_option(arguments: &mut Vec<OsString>) {
    match arguments.first().and_then(|argument| argument.to_str()) {
        Some("help") => {
            arguments.remove(0);
            arguments.truncate(1);
            arguments.push("--help".into());
        }
        Some("version") => arguments[0] = "--version".into(),
        _ => {}
    }
}

impl Subcommand {
    fn start(&self, arguments: Vec<OsString>) -> Status {
        let mut command = (self.command)();
        command.build();
        let spelled = expand(arguments).and_then(|arguments| spell(arguments, &command));
        let spelled = match spelled {
            Ok(spelled) => spelled,
            Err(fault) => return report::usage(fault),
        };
        files::expect(&spelled.inputs);
        let program = std::iter::once(OsString::from("retroshade"));
        let arguments: Vec<OsString> = program.chain(spelled.options).collect();
        let mut matches = command.try_get_matches_from_mut(&arguments);
        // Only the help lists subcommands: the definition of each is built for the list.
        let asks = |fault: &clap::Error| fault.kind() == ErrorKind::DisplayHelp;
        if self.word.is_empty() && matches.as_ref().is_err_and(asks) {
            matches = with_subcommands(command).try_get_matches_from(&arguments);
        }
        matches
            .and_then(|matches| (self.run)(&matches, &spelled.inputs))
            .unwrap_or_else(|fault| refused(&fault))
    }
}

/// What a command does, in a line.
fn about(command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    match about.split_once("`: ") {
        Some((_, what)) => what.to_owned(),
        None => about,
    }
}

/// The help of compiling with a list of the subcommands, which clap would take for files.
fn with_subcommands(command: Command) -> Command {
    let mut text = String::from(
        "Subcommands (as the first argument only; write ./as for a file of that name):\n",
    );
    for one in SUBCOMMANDS.iter().filter(|one| !one.word.is_empty()) {
        text.push_str(&format!("  {:<13}{}\n", one.word, about(&(one.command)())));
    }
    text.push_str(
        "\nIn the place of other programs (as the first argument, or called by their name):\n",
    );
    for one in DROP_INS {
        text.push_str(&format!("  {:<13}{}\n", one.name, about(&(one.command)())));
    }
    if let Some(rest) = command.get_after_help() {
        text.push_str(&format!("\n{rest}"));
    }
    command.after_help(text)
}

/// What clap has to say: help, or a fault in one line.
fn refused(fault: &clap::Error) -> Status {
    if fault.kind() == ErrorKind::DisplayHelp {
        return report::answer(&fault.render().to_string());
    }
    let text = fault.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let mut sentence = match fault.get(ContextKind::InvalidArg) {
        // clap lists what is missing on lines of their own.
        Some(ContextValue::Strings(missing)) => format!("{} is missing", missing.join(" and ")),
        _ => text.lines().next().unwrap_or_default().to_owned(),
    };
    if let Some(ContextValue::Strings(valid)) = fault.get(ContextKind::ValidValue) {
        sentence.push_str(&format!("; there are {}", valid.join(", ")));
    }
    report::usage(&sentence)
}
