//! `retroshade dap`: a debug adapter on standard input and output.

use super::arguments::Dap;
use super::debug;
use super::report::{Reporter, Status, usage};
use super::spelling::Input;
use retroshade::dap::{Launched, serve};
use retroshade::debug::Session;
use retroshade::diagnostics::{Diagnostic, SourceMap, codes};
use retroshade::reason;
use retroshade_diagnostics::fault::Fault;
use std::ffi::OsString;
use std::io::{BufReader, stdin, stdout};
use std::process::{Command, Stdio};

/// Runs the subcommand, until the client disconnects.
pub(crate) fn run(options: &Dap, inputs: &[Input]) -> Status {
    if !inputs.is_empty() {
        return usage("dap takes no files: the editor says what it launches");
    }
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    let served = serve(&mut BufReader::new(stdin()), &mut stdout(), &launch);
    match served {
        Ok(()) => Status::Done,
        Err(fault) => {
            let message = format!("the session has ended: {}", reason(&fault));
            let fault = Diagnostic::error(codes::files::LISTEN, message);
            reporter.report(&SourceMap::new(), fault.into())
        }
    }
}

/// Starts a program as `retroshade debug` does.
fn launch(launched: &Launched) -> Result<Session, Fault> {
    let mut words: Vec<OsString> = Vec::new();
    if !launched.target.is_empty() {
        words.extend(["--target".into(), launched.target.clone().into()]);
    }
    words.extend(["--sample".into(), launched.sample.to_string().into()]);
    words.extend(launched.words.iter().map(OsString::from));
    words.push(launched.program.clone().into());
    debug::session(words.clone()).ok_or_else(|| why_not(words).into())
}

/// What `retroshade debug` says of words that it refuses.
fn why_not(words: Vec<OsString>) -> String {
    let unknown = |fault: &std::io::Error| format!("no program was made of it: {}", reason(fault));
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(fault) => return unknown(&fault),
    };
    let output = Command::new(program)
        .arg("debug")
        .args(words)
        .args(["--commands", "-", "--color", "never"])
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(fault) => unknown(&fault),
    }
}
