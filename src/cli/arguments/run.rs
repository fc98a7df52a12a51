//! `run` and `render`: shaders and programs at work.

use super::{Code, Common, Language};
use clap::Parser;
use std::path::PathBuf;

/// `retroshade run`: evaluates a shader, or simulates a program, on given inputs.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade run",
    args_override_self = true,
    override_usage = "retroshade run [--target NAME] --inputs FILE [OPTIONS] FILE"
)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    /// The inputs, JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: PathBuf,
    /// The reflection of a program that was compiled earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// Write the outputs to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Compare with the outputs that the inputs file states
    #[arg(long)]
    pub(crate) check: bool,
    /// Write what each instruction wrote on standard error, for sample 0 or another (pica200)
    #[arg(long, value_name = "SAMPLE", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub(crate) trace: Option<usize>,
}

/// `retroshade render`: draws a picture with a fragment shader, by the reference interpreter or, with a
/// target, by its simulated machine code.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade render",
    args_override_self = true,
    override_usage = "retroshade render [--target NAME] [--inputs FILE] [OPTIONS] FILE",
    after_help = "The picture is one rectangle. Varyings run from corner to corner: the inputs give a row for each\n\
        (lower left, lower right, upper left, upper right) or one for all; without, x goes from 0 at the\n\
        left to 1 at the right, y from 0 below to 1 above, z is 0 and w is 1. Discarded pixels stay\n\
        transparent."
)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    /// Uniforms, textures and varyings, JSON as of `run`
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// Pixels of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "256x256")]
    pub(crate) size: String,
    /// Write the PNG to FILE; `-` is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
