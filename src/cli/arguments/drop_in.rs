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

/// `cgc`: compiles Cg to the text of a program of the Xbox
#[derive(Parser, Debug)]
#[command(
    name = "cgc",
    disable_help_flag = true,
    disable_version_flag = true,
    args_override_self = true,
    override_usage = "cgc -profile vp20|fp20 [OPTIONS] FILE",
    after_help = "The options are those of NVIDIA's cgc, with one dash or two. What it writes is for `vp20compiler` and `fp20compiler` of this program."
)]
pub(crate) struct Cgc {
    /// What the program is for: vp20, vertices of the Xbox, or fp20, its combiners
    #[arg(long, short = 'p', value_name = "PROFILE", default_value = "vp20")]
    pub(crate) profile: String,
    /// The function at which the program begins
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub(crate) entry: String,
    /// Write the text to FILE instead of standard output
    #[arg(short = 'o', value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<String>,
    /// Search DIR for includes
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Check the program and write nothing
    #[arg(long)]
    pub(crate) nocode: bool,
    /// No warnings
    #[arg(long)]
    pub(crate) nowarn: bool,
    /// Say nothing but errors and warnings, which is always so
    #[arg(long, short = 'q')]
    pub(crate) quiet: bool,
    /// Types as strict as they are anyway
    #[arg(long)]
    pub(crate) strict: bool,
    /// Types less strict, which nothing needs
    #[arg(long)]
    pub(crate) nostrict: bool,
    /// Without a library, which is part of the compiler
    #[arg(long)]
    pub(crate) nostdlib: bool,
    /// Give the text for people; the text is always for people
    #[arg(long)]
    pub(crate) debug: bool,
    /// As good as it can, which is always so
    #[arg(short = 'O', value_name = "LEVEL", num_args = 0..=1, default_missing_value = "1")]
    pub(crate) optimize: Option<String>,
    /// Print the version
    #[arg(long, short = 'v')]
    pub(crate) version: bool,
    /// Print help
    #[arg(long, short = 'h', action = ArgAction::Help)]
    help: Option<bool>,
    /// A source in Cg, `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}
