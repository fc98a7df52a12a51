//! The command line after [`spell`](super::spelling::spell): options, subcommands, help.
//!
//! ```text
//! common    what every subcommand understands: the target, the form of messages, warnings
//! compile   no subcommand: compiling
//! language  how a source is read: macros, includes, stage, language
//! code      how code is made
//! program   `as`, `dis`, `verify`: programs and their texts
//! run       `run` and `render`: shaders and programs at work
//! sets      `link` and `pack`: more than one shader at a time
//! explore   `explore`: the page
//! debug     `debug`: a program instruction by instruction
//! lsp       `lsp`: the language server
//! drop_in   programs whose place this one takes
//! about     `targets`, `completions`, `man`: what the tool says of itself
//! ```

mod about;
mod code;
mod common;
mod compile;
mod dap;
mod debug;
mod drop_in;
mod explore;
mod language;
mod lsp;
mod program;
mod run;
mod sets;

/// Groups of options in the help, where several files have options of them.
const TARGET: &str = "Target";
const OUTPUT: &str = "Output";
const QUESTIONS: &str = "Questions";
const MESSAGES: &str = "Messages";
const DEVELOPERS: &str = "For work on the compiler itself";

pub(crate) use about::{Completions, Man, Targets};
pub(crate) use code::{Code, Matrices, Position};
pub(crate) use common::{Color, Common, Messages};
pub(crate) use compile::{
    Compile, Dependencies, Prove, Station, Statistics, StatsForm, Translation,
};
pub(crate) use dap::Dap;
pub(crate) use debug::Debug;
pub(crate) use drop_in::{Cgc, Fp20Compiler, Nv2aVsh, Picasso, Vp20Compiler};
pub(crate) use explore::Explore;
pub(crate) use language::{Language, Macros};
pub(crate) use lsp::Lsp;
pub(crate) use program::{Assemble, Disassemble, Lift, LiftedPosition, Opt, Semantics, Verify};
pub(crate) use run::{Render, Run, Values};
pub(crate) use sets::{Link, Pack, Summary, Varyings};
