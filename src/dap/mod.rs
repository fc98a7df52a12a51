//! `retroshade dap`: the Debug Adapter Protocol on pipes, for editors that step through a program.
//!
//! ```text
//! adapter    requests in their order, on the session of a program
//! answers    what a session holds, as the protocol spells it
//! ```
//!
//! A program runs once, before anybody steps: the steps are those of its recording, forwards and back.

mod adapter;
mod answers;

#[cfg(test)]
mod tests;

use crate::debug::Session;
use crate::frames::{self, Frame};
use adapter::Adapter;
use retroshade_diagnostics::fault::Fault;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// Starts the program that the arguments of a `launch` describe.
///
/// # Errors
/// A text for the user.
pub type Launch<'a> = dyn Fn(&Launched) -> Result<Session, Fault> + 'a;

/// What `launch` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launched {
    /// The source or program.
    pub program: String,
    /// The target; empty where the program tells it.
    pub target: String,
    /// More words of the command line of `retroshade debug`.
    pub words: Vec<String>,
    /// The vertex or fragment to follow.
    pub sample: u64,
}

/// Serves one client until it disconnects.
///
/// # Errors
/// Those of the pipes.
pub fn serve(
    input: &mut impl BufRead,
    output: &mut dyn Write,
    launch: &Launch<'_>,
) -> io::Result<()> {
    let mut adapter = Adapter::new(launch);
    while !adapter.is_over() {
        let bytes = match frames::read(input)? {
            Frame::Text(bytes) => bytes,
            // Nobody waits for an answer to what is no request.
            Frame::TooLong(_) => continue,
            Frame::End => break,
        };
        let Ok(message) = serde_json::from_slice::<Value>(&bytes) else {
            continue;
        };
        for answer in adapter.answers(&message) {
            frames::write(output, &answer.to_string())?;
        }
    }
    Ok(())
}
