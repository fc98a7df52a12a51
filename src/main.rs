//! The command line.

#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main(std::env::args_os().collect())
}
