//! `debug`: a program instruction by instruction.

use super::{Code, Common, Language, Values};
use clap::Parser;
use std::path::PathBuf;

/// `retroshade debug`: goes through the machine code of a shader, pair or program, instruction by instruction, forwards
/// and back.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade debug",
    args_override_self = true,
    override_usage = "retroshade debug --target NAME [OPTIONS] FILE [FILE]\n       \
                      retroshade debug --commands FILE [OPTIONS] FILE [FILE]",
    after_help = "In a terminal the screen shows source, machine code and registers side by side; ? lists its keys. Elsewhere, and\n\
        with --plain, commands are read line by line and answered with text: step, back, next, continue, break, watch,\n\
        print, registers and others that `help` lists. What is not given has a default, by its name or 0.5, as for\n\
        `render`. Of a vertex and a fragment shader the fragment program follows, on what the vertex program wrote."
)]
pub(crate) struct Debug {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    #[command(flatten)]
    pub(crate) values: Values,
    /// The reflection of a program that was compiled earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage: vertex, fragment, geometry
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// The vertex or fragment to follow, by its row in the inputs
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) sample: usize,
    /// Stop after N instructions
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) steps: u64,
    /// Read commands from FILE, `-` for standard input, and write what they say; a command at fault makes the
    /// status 1
    #[arg(long, value_name = "FILE")]
    pub(crate) commands: Option<PathBuf>,
    /// Read commands line by line in a terminal too
    #[arg(long)]
    pub(crate) plain: bool,
}
