//! The command line: one module for each subcommand, and what they share.
//!
//! ```text
//! spelling   glslc's spelling to long options        files     names, stages, reading
//! arguments  options of every subcommand             output    complete or absent results
//! report     messages and exit statuses              depfile   dependency rules
//! compile    no subcommand                           assemble, disassemble, run, targets
//! ```

mod arguments;
mod assemble;
mod compile;
mod depfile;
mod disassemble;
mod files;
mod output;
mod report;
mod run;
mod settings;
mod spelling;
mod stats;
mod targets;

use clap::Parser;
use report::Status;
use spelling::{Input, spell};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line with the arguments after the program's name.
pub(crate) fn main(mut arguments: Vec<OsString>) -> ExitCode {
    let first = arguments.first().and_then(|argument| argument.to_str());
    let subcommand = first.and_then(Subcommand::find);
    if subcommand.is_some() {
        arguments.remove(0);
    }
    let status = match expand(arguments).and_then(spell) {
        Ok(spelled) => subcommand
            .unwrap_or(Subcommand::Compile)
            .run(spelled.options, &spelled.inputs),
        Err(fault) => report::usage(&fault),
    };
    status.code()
}

#[derive(Clone, Copy)]
enum Subcommand {
    Compile,
    Assemble,
    Disassemble,
    Run,
    Targets,
}

impl Subcommand {
    fn find(word: &str) -> Option<Subcommand> {
        match word {
            "as" => Some(Subcommand::Assemble),
            "dis" => Some(Subcommand::Disassemble),
            "run" => Some(Subcommand::Run),
            "targets" => Some(Subcommand::Targets),
            _ => None,
        }
    }

    fn run(self, options: Vec<OsString>, inputs: &[Input]) -> Status {
        match self {
            Subcommand::Compile => parse(options, |options| compile::run(&options, inputs)),
            Subcommand::Assemble => parse(options, |options| assemble::run(&options, inputs)),
            Subcommand::Disassemble => parse(options, |options| disassemble::run(&options, inputs)),
            Subcommand::Run => parse(options, |options| run::run(&options, inputs)),
            Subcommand::Targets => parse(options, |options| targets::run(&options, inputs)),
        }
    }
}

fn parse<T: Parser>(options: Vec<OsString>, run: impl FnOnce(T) -> Status) -> Status {
    let program = std::iter::once(OsString::from("retroshade"));
    match T::try_parse_from(program.chain(options)) {
        Ok(parsed) => run(parsed),
        Err(fault) => {
            // Help is an "error" of clap's that goes to standard output with status 0. That the
            // message cannot be printed leaves nothing to say.
            let _ = fault.print();
            if fault.use_stderr() {
                Status::Usage
            } else {
                Status::Done
            }
        }
    }
}

/// Replaces each `@FILE` by the lines of the file.
fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let mut expanded = Vec::new();
    for argument in arguments {
        let name = argument.to_str().and_then(|text| text.strip_prefix('@'));
        match name {
            Some(name) => {
                let text = std::fs::read_to_string(name).map_err(|fault| {
                    format!(
                        "cannot open argument file '{name}': {}",
                        retroshade::reason(&fault)
                    )
                })?;
                let lines = text
                    .lines()
                    .map(str::trim_end)
                    .filter(|line| !line.is_empty());
                expanded.extend(lines.map(OsString::from));
            }
            None => expanded.push(argument),
        }
    }
    Ok(expanded)
}
