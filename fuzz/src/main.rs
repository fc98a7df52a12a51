//! `retroshade-fuzz`: random programs through the whole compiler, every result judged.

#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    command::run(&command::Arguments::parse())
}
