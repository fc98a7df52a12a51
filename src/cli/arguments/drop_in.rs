//! The options of programs whose place this one takes, as those programs have them.

use clap::{ArgAction, Parser};
use std::path::PathBuf;

/// `picasso`: assembles programs of the 3DS into one SHBIN; GLSL (.vert, .geom) is compiled
#[derive(Parser, Debug)]
#[command(
    name = "picasso",
    disable_help_flag = true,
    disable_version_flag = true,
    args_override_self = true,
    override_usage = "picasso [OPTIONS] FILE...",
    after_help = "The options are those of devkitPro's picasso. A .shlist names files line by line, from its own folder."
)]
pub(crate) struct Picasso {
    /// Write the SHBIN to FILE
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write a C header with the registers of all uniforms to FILE
    #[arg(short = 'h', long = "header", value_name = "FILE")]
    pub(crate) header: Option<PathBuf>,
    /// Insert no `nop` where a block may not end
    #[arg(short = 'n', long = "no-nop")]
    pub(crate) no_nop: bool,
    /// Print the version
    #[arg(short = 'v', long = "version")]
    pub(crate) version: bool,
    /// Print help
    #[arg(long = "help", action = ArgAction::Help)]
    help: Option<bool>,
    /// Assembly texts; sources in GLSL end in .vert or .geom
    #[arg(value_name = "FILE", required_unless_present = "version")]
    pub(crate) files: Vec<PathBuf>,
}

/// `vp20compiler`: the words of an assembled vertex program of the Xbox, on standard output
#[derive(Parser, Debug)]
#[command(name = "vp20compiler", override_usage = "vp20compiler FILE")]
pub(crate) struct Vp20Compiler {
    /// A text in the language of `!!VP1.0` or `!!VP1.1`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `fp20compiler`: the calls that set combiners of the Xbox up, on standard output
#[derive(Parser, Debug)]
#[command(name = "fp20compiler", override_usage = "fp20compiler FILE")]
pub(crate) struct Fp20Compiler {
    /// A text with `!!TS1.0` and `!!RC1.0`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// `nv2avsh`: the words of an assembled vertex program of the Xbox
#[derive(Parser, Debug)]
#[command(name = "nv2avsh", override_usage = "nv2avsh FILE OUTPUT")]
pub(crate) struct Nv2aVsh {
    /// A text in the language of nv2a-vsh
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The file to write
    #[arg(value_name = "OUTPUT")]
    pub(crate) output: PathBuf,
}
