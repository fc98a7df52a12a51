//! No subcommand: compiling.

use super::{Code, Common, DEVELOPERS, Language, MESSAGES, OUTPUT, QUESTIONS};
use clap::{Args, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Compiles GLSL ES for consoles and chips without a driver: Nintendo 3DS, Xbox, Mali-400, Flash.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade",
    version,
    disable_version_flag = true,
    args_override_self = true,
    override_usage = "retroshade [OPTIONS] --target NAME FILE...\n       \
                      retroshade SUBCOMMAND [OPTIONS] ...",
    after_help = "Examples:\n  \
        retroshade --target 3ds cube.vert                  Nintendo 3DS: cube.vert.shbin for citro3d\n  \
        retroshade --target xbox -mfmt=inl cube.vert       Xbox: cube.vert.inl for nxdk\n  \
        retroshade --target mali400 --stats cube.frag      Mali-400: the program and its counts\n  \
        retroshade link --target flash -mfmt=as3 cube.vert cube.frag   Flash: a class for both stages\n  \
        retroshade --target 3ds,xbox --out-dir build *.vert            several targets and files\n  \
        retroshade --target 3ds -S -o - cube.vert          assembly text on standard output\n  \
        retroshade --explain E0301                         more about a message\n\n\
        Every short option is spelled as glslc or gcc spells it; `-` as FILE is standard input or\n\
        output, @FILE stands for the arguments in the file, quoted as for gcc, and -- ends the options.\n\
        -x and -fshader-stage= hold for the files after them, everything else for all files.\n\n\
        Accepted and without effect: -flimit=, -flimit-file, -fauto-map-locations,\n\
        -fauto-bind-uniforms, -fauto-combined-image-sampler, -fpreserve-bindings.\n\n\
        Exit status: 0 done, 1 an input is at fault, 2 the command line is at fault, 101 a defect of\n\
        the compiler."
)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    #[command(flatten)]
    pub(crate) translation: Translation,
    #[command(flatten)]
    pub(crate) dependencies: Dependencies,
    /// Write to FILE; `-` is standard output
    #[arg(short = 'o', long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
    /// Write into DIR, which is made, under the names that outputs have by default
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub(crate) out_dir: Option<PathBuf>,
    /// Compile each file to an output of its own; the default
    #[arg(short = 'c', long, help_heading = OUTPUT)]
    pub(crate) compile_only: bool,
    /// Write assembly text
    #[arg(short = 'S', long, help_heading = OUTPUT)]
    pub(crate) assembly: bool,
    /// Only preprocess, to standard output unless -o
    #[arg(short = 'E', long, help_heading = OUTPUT)]
    pub(crate) preprocess: bool,
    /// Only look for errors: write nothing; without --target those of the language
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) check: bool,
    /// Without `#line` in what -E writes
    #[arg(short = 'P', long, help_heading = OUTPUT)]
    pub(crate) no_line_markers: bool,
    /// Write the reflection JSON to FILE; `-` is standard output
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) reflect: Option<PathBuf>,
    /// Write the operand descriptor table to FILE (pica200 with --container raw)
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) opdesc: Option<PathBuf>,
    /// Print the shader at a station: essl, canonical, naga, ir, ir-opt, select, asm, bin
    #[arg(long, value_name = "STATION", help_heading = DEVELOPERS)]
    pub(crate) emit: Option<Station>,
    /// How a binary is written: bin, num, c, h, rust; inl (nv2a), named-h, registers-h (pica200) [-mfmt=]
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT)]
    pub(crate) format: Option<String>,
    /// Print counts on standard error, as text or json, or the ways through the program as cycles; with
    /// svg or html the output is a picture of the program, unit by unit
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", help_heading = QUESTIONS)]
    pub(crate) stats: Option<Statistics>,
    /// Prove that the program computes what the source says; with `require` it must be proved, with `cells` a proof
    /// that names what it has not seen will do
    #[arg(long, value_name = "REQUIRE", num_args = 0..=1, require_equals = true, default_missing_value = "report", help_heading = QUESTIONS)]
    pub(crate) prove: Option<Prove>,
    /// Print the target's limits in glslc's form
    #[arg(long, help_heading = QUESTIONS)]
    pub(crate) show_limits: bool,
    /// Explain the code of a message
    #[arg(long, value_name = "CODE", help_heading = MESSAGES)]
    pub(crate) explain: Option<String>,
    /// Print the version [-V]
    #[arg(long, help_heading = QUESTIONS)]
    pub(crate) version: bool,
    /// Names and lines of the source in listing and reflection
    #[arg(short = 'g', long, help_heading = OUTPUT)]
    pub(crate) debug_info: bool,
}

/// How shaders are written in other languages.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Other languages (--target wgsl, spirv, hlsl, msl, glsl)")]
pub(crate) struct Translation {
    /// Version of GLSL: 300es, 310es, 320es, 330, 400 to 460; 300es by default
    #[arg(long, value_name = "VERSION")]
    pub(crate) glsl: Option<String>,
    /// Bind group (wgsl), descriptor set (spirv) or register space (hlsl) of uniforms and textures; by default 0 for
    /// vertex and 1 for fragment shaders, in hlsl 0
    #[arg(long, value_name = "N")]
    pub(crate) group: Option<u32>,
}

/// Dependency files.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Dependency rules for make and ninja")]
pub(crate) struct Dependencies {
    /// Write a dependency rule instead of code [-M, -MM]
    #[arg(long)]
    pub(crate) dep_only: bool,
    /// Write a dependency rule as well [-MD, -MMD]
    #[arg(long)]
    pub(crate) dep_file_too: bool,
    /// The file of the rule [-MF]
    #[arg(long, value_name = "FILE")]
    pub(crate) dep_file: Option<PathBuf>,
    /// The target of the rule, as it is [-MT]
    #[arg(long, value_name = "NAME")]
    pub(crate) dep_target: Vec<OsString>,
    /// The target of the rule, escaped for make [-MQ]
    #[arg(long, value_name = "NAME")]
    pub(crate) dep_target_quoted: Vec<OsString>,
    /// An empty rule for each dependency [-MP]
    #[arg(long)]
    pub(crate) dep_phony: bool,
}

/// A station of the way from text to code.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Station {
    Essl,
    Canonical,
    Naga,
    Ir,
    IrOpt,
    Select,
    Asm,
    Bin,
}

/// What follows from a proof: the verdict is printed, or anything but a proof is an error, with or without reservations.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prove {
    Report,
    // A proof that names what it has not seen is one.
    Cells,
    // Only a proof without reservations is one.
    Require,
}

/// What is told of a program.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Statistics {
    Text,
    Json,
    Cycles,
    Svg,
    Html,
}

impl Statistics {
    /// True if the output is a picture in place of the program.
    pub(crate) fn is_picture(self) -> bool {
        matches!(self, Statistics::Svg | Statistics::Html)
    }
}

/// Form of statistics.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatsForm {
    Text,
    Json,
}
