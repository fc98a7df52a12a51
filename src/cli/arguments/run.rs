//! `run` and `render`: shaders and programs at work.

use super::{Code, Common, Language};
use clap::{Args, Parser};
use std::path::PathBuf;

/// `retroshade run`: evaluates a shader, or simulates a program, on given inputs.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade run",
    args_override_self = true,
    override_usage = "retroshade run [--target NAME] --inputs FILE [OPTIONS] FILE [FILE]\n       \
                      retroshade run --template FILE [FILE]"
)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    #[command(flatten)]
    pub(crate) values: Values,
    /// Write the inputs that the shader reads, with default values, as JSON instead of running it
    #[arg(long)]
    pub(crate) template: bool,
    /// The reflection of a program that was compiled earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage: vertex, fragment, geometry
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// Write the outputs to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Compare with the outputs that the inputs file states
    #[arg(long)]
    pub(crate) check: bool,
    /// Write what each instruction wrote on standard error, for sample 0 or another
    #[arg(long, value_name = "SAMPLE", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub(crate) trace: Option<usize>,
}

/// `retroshade render`: draws a picture with a shader or those of several stages, by the reference interpreter or, with a target,
/// by simulated machine code.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade render",
    args_override_self = true,
    override_usage = "retroshade render [--target NAME] [OPTIONS] FILE...",
    after_help = "A fragment shader draws a rectangle, or a sphere if it reads normals or positions; a vertex shader, alone or\n\
        with a fragment shader, draws a mesh; a geometry shader, alone or with these, the triangles that it makes of\n\
        the mesh's vertices, edges or triangles. What is not given has a default, by its name or 0.5; textures are\n\
        checkerboards. Varyings of the rectangle run from corner to corner: the inputs give a row for each (lower\n\
        left, lower right, upper left, upper right) or one for all; without, x goes from 0 at the left to 1 at the\n\
        right, y from 0 below to 1 above, z is 0 and w is 1. Discarded pixels stay transparent."
)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    #[command(flatten)]
    pub(crate) values: Values,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage; 0,1 for a pair
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// What is drawn: rectangle, quad, cube, sphere, or an OBJ file
    #[arg(long, value_name = "NAME")]
    pub(crate) mesh: Option<String>,
    /// Pixels of the picture
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "256x256")]
    pub(crate) size: String,
    /// Seconds that uniforms called time hold
    #[arg(long, value_name = "SECONDS", default_value = "0")]
    pub(crate) time: f32,
    /// Draw N pictures, each a little later, as an animated PNG
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) frames: u32,
    /// Pictures a second of an animation
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) fps: u32,
    /// Steps of each picture at most: instructions of all vertices and fragments, and pixels of triangles
    #[arg(long, value_name = "N", default_value_t = retroshade::render::STEPS)]
    pub(crate) steps: u64,
    /// Write the PNG to FILE; `-` is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What a shader reads.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Values")]
pub(crate) struct Values {
    /// Uniforms, textures, varyings or attributes, JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// A uniform, varying or attribute: numbers with commas, #rrggbb, or a sampler's PNG file
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// A sampler's PNG file; after commas nearest, clamp, mirror, mipmap
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) texture: Vec<String>,
}
