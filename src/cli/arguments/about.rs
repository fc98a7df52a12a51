//! `targets`, `completions`, `man`: what the tool says of itself.

use clap::Parser;
use std::path::PathBuf;

/// `retroshade targets`: prints what every target supports.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade targets",
    args_override_self = true,
    override_usage = "retroshade targets [--json]"
)]
pub(crate) struct Targets {
    /// Only this target
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `retroshade completions`: prints the completions of a shell.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade completions",
    args_override_self = true,
    override_usage = "retroshade completions bash|elvish|fish|powershell|zsh"
)]
pub(crate) struct Completions {
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `retroshade man`: prints the manual page.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade man",
    args_override_self = true,
    override_usage = "retroshade man [-o FILE]"
)]
pub(crate) struct Man {
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
