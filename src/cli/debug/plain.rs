//! Commands and answers as text, for scripts, tests and people whom a screen does not help.

use crate::cli::output::{Destination, write};
use crate::cli::report::Status;
use retroshade::Rewrite;
use retroshade::debug::Session;
use retroshade::render::Filled;
use std::io::BufRead;

/// Where commands come from.
pub(super) enum Script {
    /// A file.
    Text(String),
    /// Standard input, which is no terminal.
    Piped,
    /// A terminal.
    Typed,
}

const PROMPT: &str = "(debug) ";

/// Runs commands until `quit` or their end. The status says whether all of them were right.
pub(super) fn run(mut session: Session, filled: &[Filled], script: Script) -> Status {
    let mut start = vec![session.program().title.clone()];
    start.extend(filled.iter().map(said));
    start.extend(session.said_position());
    if !put(&lines(&start)) {
        return Status::Failed;
    }
    match script {
        Script::Text(text) => obey(
            &mut session,
            text.lines().map(|line| Ok(line.to_owned())),
            Echo::Written,
        ),
        Script::Piped => obey(&mut session, std::io::stdin().lock().lines(), Echo::Written),
        Script::Typed => obey(&mut session, std::io::stdin().lock().lines(), Echo::Typed),
    }
}

/// A value that was not given.
pub(super) fn said(filled: &Filled) -> String {
    format!("not given: {} is {}", filled.name, filled.value)
}

/// How commands come to stand before their answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Echo {
    /// They are written.
    Written,
    /// They are typed behind a prompt.
    Typed,
}

fn obey(
    session: &mut Session,
    script: impl Iterator<Item = std::io::Result<String>>,
    echo: Echo,
) -> Status {
    let mut status = Status::Done;
    let mut script = script;
    loop {
        if echo == Echo::Typed && !put(PROMPT) {
            return Status::Failed;
        }
        let line = match script.next() {
            Some(Ok(line)) => line,
            Some(Err(fault)) => {
                put(&format!("error: {fault}\n"));
                return Status::Failed;
            }
            None => break,
        };
        let mut text = if echo == Echo::Written && !line.trim().is_empty() {
            format!("{PROMPT}{}\n", line.trim())
        } else {
            String::new()
        };
        let reply = session.run(&line);
        let quits = match reply {
            Ok(reply) => {
                text.push_str(&lines(&reply.text));
                reply.quits
            }
            Err(fault) => {
                text.push_str(&format!("error: {fault}\n"));
                status = Status::Failed;
                false
            }
        };
        if !put(&text) {
            return Status::Failed;
        }
        if quits {
            break;
        }
    }
    // Who types mistypes.
    if echo == Echo::Written {
        status
    } else {
        Status::Done
    }
}

fn lines(text: &[String]) -> String {
    text.iter().map(|line| format!("{line}\n")).collect()
}

/// Writes to standard output; `false` where nobody reads it any more.
fn put(text: &str) -> bool {
    write(
        &Destination::Standard,
        text.as_bytes(),
        Rewrite::IfDifferent,
    )
    .is_ok()
}
