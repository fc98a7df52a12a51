//! `as`, `dis`, `verify`: programs and their texts.

use super::{Common, Language, Position, Translation};
use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// `retroshade as`: assembles a text.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade as",
    args_override_self = true,
    override_usage = "retroshade as --target NAME [OPTIONS] FILE"
)]
pub(crate) struct Assemble {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write to FILE; `-` is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Container of the binary; the target's first by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// Write the operand descriptor table to FILE (pica200 with --container raw)
    #[arg(long, value_name = "FILE")]
    pub(crate) opdesc: Option<PathBuf>,
    /// How the binary is written [-mfmt=]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// A setting of the target: NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) target_option: Vec<String>,
    /// What a fragment's text sets: what it says (program), or all that decides a draw (draw) (nv2a)
    #[arg(long, value_name = "STATE")]
    pub(crate) state: Option<String>,
}

/// `retroshade dis`: prints the text of a program.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade dis",
    args_override_self = true,
    override_usage = "retroshade dis [--target NAME] [OPTIONS] FILE",
    after_help = "A SHBIN, MBS, XVU or AGAL file tells its target. FILE may be a text that lists the numbers of a\n\
        program, such as a C array, an .inl, or an emulator's log with 0x00EC001B in it. Raw words of lima\n\
        need -fshader-stage=vertex or =fragment. Of an SWF, or of a larger file, --find lists the programs and --program\n\
        chooses one."
)]
pub(crate) struct Disassemble {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Container of the binary; told from the bytes by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// The operand descriptor table of a raw pica200 program
    #[arg(long, value_name = "FILE")]
    pub(crate) opdesc: Option<PathBuf>,
    /// Write a JSON list of the instructions instead: addresses, words, labels, mnemonics, operands
    #[arg(long, conflicts_with = "words")]
    pub(crate) json: bool,
    /// Write address and words of each instruction beside it, as a comment
    #[arg(long)]
    pub(crate) words: bool,
    /// Only list the programs in FILE: number, start, length, target, stage, kind, number of the one beside it
    #[arg(long, conflicts_with_all = ["json", "words"])]
    pub(crate) find: bool,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage: vertex, fragment, geometry
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// Begin at this byte of FILE; 0x for hexadecimal
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) offset: Option<usize>,
    /// Take so many bytes of FILE
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) length: Option<usize>,
    /// Stage where the file does not tell it, vertex or fragment [-fshader-stage=]
    #[arg(long, value_name = "STAGE")]
    #[allow(dead_code, reason = "for help: `spelling` gives it to the inputs")]
    pub(crate) shader_stage: Option<String>,
}

/// `retroshade lift`: makes a source of a program.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade lift",
    args_override_self = true,
    override_usage = "retroshade lift [--target NAME] [OPTIONS] FILE",
    after_help = "FILE is whatever dis and as take. The record of a compilation (--reflect) gives variables their names and\n\
        types; without one they are called like their registers. gl_Position is what the program leaves for the\n\
        machine, with what the platform wants of it; --position clip takes that off."
)]
pub(crate) struct Lift {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write to FILE instead of standard output; .wgsl, .spv, .hlsl, .metal, .glsl and .ir tell what is written,
    /// else it is ESSL
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What is written, if not as the name of the output tells: essl, ir, wgsl, spirv, hlsl, msl, glsl
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) translation: Translation,
    /// Write where uniforms, textures and varyings lie as JSON to FILE: of a source in ESSL the record that
    /// `verify --against` takes
    #[arg(long, value_name = "FILE")]
    pub(crate) interface: Option<PathBuf>,
    /// What the operations become: readable, the words of a source; exact, what the machine computes of zeros, infinities
    /// and what is no number
    #[arg(long, value_enum, value_name = "SEMANTICS", default_value = "readable")]
    pub(crate) semantics: Semantics,
    /// The space of gl_Position: native, as the program leaves it; clip, without the viewport transform and the division that
    /// programs of the Xbox and of the Mali-400 end with
    #[arg(long, value_enum, value_name = "SPACE", default_value = "native")]
    pub(crate) position: LiftedPosition,
    /// The reflection of a program that was compiled earlier
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage: vertex, fragment, geometry
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// Container of the binary; told from the bytes by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// Stage where the file does not tell it, vertex or fragment [-fshader-stage=]
    #[arg(long, value_name = "STAGE")]
    #[allow(dead_code, reason = "for help: `spelling` gives it to the inputs")]
    pub(crate) shader_stage: Option<String>,
}

/// What operations of lifted programs become.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Semantics {
    Readable,
    Exact,
}

/// The space of the position of a lifted program.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LiftedPosition {
    Native,
    Clip,
}

/// `retroshade opt`: makes a shorter program of a program.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade opt",
    args_override_self = true,
    override_usage = "retroshade opt [--target NAME] [OPTIONS] -o OUT FILE",
    after_help = "FILE is whatever dis and as take. OUT has inputs, constants and outputs where FILE has them and is proved\n\
        equal; where no such program is shorter it is the same as FILE, and a line says why."
)]
pub(crate) struct Opt {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write the program to FILE; - for standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Write assembly text
    #[arg(short = 'S', long)]
    pub(crate) assembly: bool,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage: vertex, fragment, geometry
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// Container of both binaries; told from the bytes by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// Stage where the file does not tell it, vertex or fragment [-fshader-stage=]
    #[arg(long, value_name = "STAGE")]
    #[allow(dead_code, reason = "for help: `spelling` gives it to the inputs")]
    pub(crate) shader_stage: Option<String>,
}

/// A number of bytes, decimal or with `0x`.
fn bytes(text: &str) -> Result<usize, std::num::ParseIntError> {
    match text.strip_prefix("0x") {
        Some(digits) => usize::from_str_radix(digits, 16),
        None => text.parse(),
    }
}

/// `retroshade verify`: checks a program, or the two of a pair, against every rule of the machine.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade verify",
    args_override_self = true,
    override_usage = "retroshade verify --target NAME [OPTIONS] PROGRAM [FRAGMENT PROGRAM]",
    after_help = "A program is assembly text or a binary, which the bytes tell (or -x asm, -x bin), from any tool. What\n\
        the hardware or its runtime would refuse is an error, what some programs get away with a warning;\n\
        of two programs it is checked as well what a pair must agree on."
)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Container of binaries; told from the bytes by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// The operand descriptor table of a raw pica200 program
    #[arg(long, value_name = "FILE")]
    pub(crate) opdesc: Option<PathBuf>,
    /// Which program of a file that holds several: its number in `dis --find`, or a stage; 0,1 for a pair
    #[arg(long, value_name = "PROGRAM", visible_alias = "dvle")]
    pub(crate) program: Option<String>,
    /// A setting of the target: NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) target_option: Vec<String>,
    /// Prove that the program computes what SOURCE says; needs the record that --reflect wrote
    #[arg(long, value_name = "SOURCE", requires = "reflect")]
    pub(crate) against: Option<PathBuf>,
    /// The record of the program, for --against
    #[arg(long, value_name = "FILE", requires = "against")]
    pub(crate) reflect: Option<PathBuf>,
    /// The position that the program computes, for --against, if not as the record says: native, clip, divide
    #[arg(long, value_name = "SPACE", requires = "against")]
    pub(crate) position: Option<Position>,
    /// Range of z in the source's clip space, for --against, if not as the record says: gl or native
    #[arg(long, value_name = "RANGE", requires = "against")]
    pub(crate) clip_depth: Option<String>,
    /// The program negates gl_Position.y, for --against, if the record does not say so [-finvert-y]
    #[arg(long, requires = "against")]
    pub(crate) invert_y: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}
