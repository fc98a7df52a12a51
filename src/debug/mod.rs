//! Programs instruction by instruction, forwards and back, on the recordings of one sample.
//!
//! ```text
//! program    what is stepped through: source, machine code, recording     state      registers between two steps
//! names      variables and registers by what people call them             command    what a user asks
//! session    programs, breakpoints, watches: commands to replies          view       what a screen shows of it
//! position   where a session is, and where moves end
//! print      registers, code and source as plain text     locals     local variables between two steps
//! origins    the lines that instructions come from
//! ```
//!
//! Nothing here knows a terminal: the screens are in the command line, and a page has views of its own.

mod command;
mod locals;
mod names;
mod origins;
mod position;
mod print;
mod program;
mod session;
mod state;
mod view;

pub use command::{COMMANDS, Command, CommandHelp, Location};
pub use locals::{LocalName, LocalRow, OPTIMISED_OUT, Variables};
pub use names::{Names, Watched};
pub use origins::{Origins, SourceLine, SourceText};
pub use position::{Breakpoint, Position};
pub use program::{CodeRow, End, Program, Ran, Traced};
pub use session::{Reply, Session};
pub use state::State;
pub use view::{Group, LOCALS, RegisterRow, Screen, ScreenRow};

#[cfg(test)]
mod tests;
