//! The command line after [`spell`](super::spelling::spell): options, subcommands, help.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Compiles GLSL ES to the machine code of lima, pica200, nv2a and AGAL.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade",
    version,
    disable_version_flag = true,
    args_override_self = true,
    override_usage = "retroshade [OPTIONS] --target NAME FILE...\n       \
                      retroshade SUBCOMMAND [OPTIONS] ...",
    after_help = "Every short option is spelled as glslc or gcc spells it; `-` as FILE is standard input or\n\
        output, @FILE stands for the arguments in the file, one a line, and -- ends the options.\n\
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
    pub(crate) dependencies: Dependencies,
    /// Write to FILE; `-` is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Compile each file to an output of its own; the default
    #[arg(short = 'c', long)]
    pub(crate) compile_only: bool,
    /// Write assembly text
    #[arg(short = 'S', long)]
    pub(crate) assembly: bool,
    /// Only preprocess, to standard output unless -o
    #[arg(short = 'E', long)]
    pub(crate) preprocess: bool,
    /// Write the reflection JSON to FILE; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// Write the operand descriptor table to FILE (pica200 with --container raw)
    #[arg(long, value_name = "FILE")]
    pub(crate) opdesc: Option<PathBuf>,
    /// Print the shader at a station: essl, canonical, naga, ir, ir-opt, select, asm, bin
    #[arg(long, value_name = "STATION")]
    pub(crate) emit: Option<Station>,
    /// How a binary is written: bin, num, c, or inl, h, rust where the target has them [-mfmt=]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Print counts on standard error, as text or json
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<StatsForm>,
    /// Prove that the program computes what the source says; with `require` it must be proved (agal, nv2a,
    /// pica200)
    #[arg(long, value_name = "REQUIRE", num_args = 0..=1, require_equals = true, default_missing_value = "report")]
    pub(crate) prove: Option<Prove>,
    /// Print the target's limits in glslc's form
    #[arg(long)]
    pub(crate) show_limits: bool,
    /// Explain the code of a message
    #[arg(long, value_name = "CODE")]
    pub(crate) explain: Option<String>,
    /// Print the version
    #[arg(long)]
    pub(crate) version: bool,
    /// Names and lines of the source in listing and reflection
    #[arg(short = 'g', long)]
    pub(crate) debug_info: bool,
}

/// What every subcommand understands.
#[derive(Args, Debug, Clone)]
pub(crate) struct Common {
    /// Target: see `retroshade targets`
    #[arg(long, value_name = "NAME", visible_alias = "target-env")]
    pub(crate) target: Option<String>,
    /// Form of messages
    #[arg(long, value_name = "FORM", default_value = "rich")]
    pub(crate) diagnostics: Messages,
    /// Colour in messages
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Suppress warnings
    #[arg(short = 'w', long)]
    pub(crate) no_warnings: bool,
    /// NAME, no-NAME, error or error=NAME
    #[arg(short = 'W', long, value_name = "NAME")]
    pub(crate) warning: Vec<String>,
}

/// What the text is and how it is read.
#[derive(Args, Debug, Clone)]
pub(crate) struct Language {
    #[command(flatten)]
    pub(crate) macros: Macros,
    /// Search DIR for includes, after the directory of the including file
    #[arg(short = 'I', long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Language version, 100, 100es or 300es; overrides #version [-std=]
    #[arg(long, value_name = "VERSION")]
    pub(crate) std: Option<String>,
    /// Stage of the files after it, vertex or fragment [-fshader-stage=]
    #[arg(long, value_name = "STAGE")]
    #[allow(
        dead_code,
        reason = "for help: the walk over the arguments gives it to the inputs"
    )]
    pub(crate) shader_stage: Option<String>,
    /// Language of the files after it: glsl, wgsl, ir, asm, bin, or none to go by their names
    #[arg(short = 'x', long, value_name = "LANG")]
    #[allow(
        dead_code,
        reason = "for help: the walk over the arguments gives it to the inputs"
    )]
    pub(crate) language: Option<String>,
    /// Always main [-fentry-point=]
    #[arg(long, value_name = "NAME", hide = true)]
    pub(crate) entry_point: Option<String>,
}

/// The `-D` and `-U` of a command line in their order, which clap's derivation would forget.
#[derive(Debug, Clone, Default)]
pub(crate) struct Macros {
    /// `true` for `-D`, with the value as given.
    pub(crate) list: Vec<(bool, String)>,
}

impl FromArgMatches for Macros {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Macros, clap::Error> {
        let mut placed = Vec::new();
        for (name, defines) in [("define", true), ("undefine", false)] {
            let places = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            placed.extend(
                places
                    .zip(values)
                    .map(|(at, value)| (at, defines, value.clone())),
            );
        }
        placed.sort();
        let list = placed
            .into_iter()
            .map(|(_, defines, value)| (defines, value));
        Ok(Macros {
            list: list.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Macros::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Macros {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new("define")
                    .short('D')
                    .long("define")
                    .value_name("NAME[=VALUE]")
                    .action(ArgAction::Append)
                    .help("Define a macro; the last for a name counts"),
            )
            .arg(
                Arg::new("undefine")
                    .short('U')
                    .long("undefine")
                    .value_name("NAME")
                    .action(ArgAction::Append)
                    .help("Undefine a macro"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Macros::augment_args(command)
    }
}

/// How code is made.
#[derive(Args, Debug, Clone)]
pub(crate) struct Code {
    /// 0, 1, s, 2 or 3
    #[arg(short = 'O', long, value_name = "LEVEL", default_value = "1", value_parser = ["0", "1", "s", "2", "3"])]
    pub(crate) optimize: String,
    /// Space in which a vertex program leaves gl_Position
    #[arg(long, value_name = "SPACE", default_value = "native")]
    pub(crate) position: Position,
    /// How matrix uniforms lie whose declarations do not say; the target's own way if this is not given
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) matrices: Option<Matrices>,
    /// Fix the register, or the semantic, of a variable: NAME=REGISTER
    #[arg(long, value_name = "NAME=REGISTER")]
    pub(crate) bind: Vec<String>,
    /// Fix the state of a sampler: NAME=2d,linear,repeat (agal)
    #[arg(long, value_name = "NAME=STATE")]
    pub(crate) sampler: Vec<String>,
    /// A setting of the target: NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) target_option: Vec<String>,
    /// Client or Stage3D profile whose limits hold: flash, ruffle, openfl, baselineConstrained,
    /// standardConstrained, or all that take the version (agal)
    #[arg(long, value_name = "PROFILE")]
    pub(crate) agal_profile: Option<String>,
    /// Range of z in the source's clip space: gl or native
    #[arg(long, value_name = "RANGE")]
    pub(crate) clip_depth: Option<String>,
    /// Container of the binary; the target's first by default
    #[arg(long, value_name = "NAME")]
    pub(crate) container: Option<String>,
    /// Negate gl_Position.y [-finvert-y]
    #[arg(long)]
    pub(crate) invert_y: bool,
    /// min, max and clamp prefer the operand that is a number [-fnan-clamp]
    #[arg(long)]
    pub(crate) nan_clamp: bool,
    /// Steps a search at -O3 may take
    #[arg(long, value_name = "STEPS")]
    pub(crate) budget: Option<u64>,
    /// Start of the pseudo-random choices at -O3
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print the IR after a pass, or after all, on standard error
    #[arg(long, value_name = "PASS")]
    pub(crate) print_after: Option<String>,
    /// End after a pass; the IR is the output, on standard output unless -o
    #[arg(long, value_name = "PASS")]
    pub(crate) stop_after: Option<String>,
    /// Verify the IR after every pass
    #[arg(long)]
    pub(crate) verify: bool,
}

/// Dependency files.
#[derive(Args, Debug, Clone)]
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
}

/// `retroshade dis`: prints the text of a program.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade dis",
    args_override_self = true,
    override_usage = "retroshade dis --target NAME [OPTIONS] FILE"
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
    /// A setting of the target: NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) target_option: Vec<String>,
}

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

/// `retroshade completions`: prints the completions of a shell.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade completions",
    args_override_self = true,
    override_usage = "retroshade completions bash|elvish|fish|powershell|zsh"
)]
pub(crate) struct Completions {
    #[command(flatten)]
    pub(crate) common: Common,
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
    #[command(flatten)]
    pub(crate) common: Common,
    /// Write to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `retroshade link`: compiles a vertex and a fragment shader whose varyings agree.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade link",
    args_override_self = true,
    override_usage = "retroshade link --target NAME [OPTIONS] VERTEX FRAGMENT"
)]
pub(crate) struct Link {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) language: Language,
    #[command(flatten)]
    pub(crate) code: Code,
    #[command(flatten)]
    pub(crate) dependencies: Dependencies,
    /// Names of both programs begin with FILE: FILE.vert.EXT and FILE.frag.EXT; the file itself where all
    /// goes into one
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write assembly text
    #[arg(short = 'S', long)]
    pub(crate) assembly: bool,
    /// Write varyings and both reflections as JSON to FILE; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) reflect: Option<PathBuf>,
    /// How the programs are written: bin, num, c, h, rust for each; as3, haxe for both in one class [-mfmt=]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Name of the class, packages before it: com.example.Cube
    #[arg(long, value_name = "NAME")]
    pub(crate) class: Option<String>,
    /// Whether small varyings share registers: packed or separate
    #[arg(long, value_name = "HOW", default_value = "packed")]
    pub(crate) varyings: Varyings,
    /// Print counts of both programs on standard error, as text or json
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<StatsForm>,
}

/// Whether varyings share registers.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Varyings {
    Packed,
    Separate,
}

/// `retroshade targets`: prints what every target offers.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade targets",
    args_override_self = true,
    override_usage = "retroshade targets [--json]"
)]
pub(crate) struct Targets {
    #[command(flatten)]
    pub(crate) common: Common,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `retroshade pack`: compiles a set of shaders.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade pack",
    args_override_self = true,
    override_usage = "retroshade pack [OPTIONS] shaders.toml"
)]
pub(crate) struct Pack {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Compile on N threads; as many as there are processors by default
    #[arg(short = 'j', long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZero<usize>>,
    /// Compile also what has not changed
    #[arg(long)]
    pub(crate) force: bool,
    /// No table and no progress
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
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

/// What follows from a proof: the verdict is printed, or anything but a proof is an error.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prove {
    Report,
    Require,
}

/// Form of statistics.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatsForm {
    Text,
    Json,
}

/// Form of messages.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Messages {
    Rich,
    Short,
    Json,
}

/// Colour in messages.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// How matrix uniforms lie in their registers.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matrices {
    Rows,
    Columns,
    Auto,
}

/// Space of `gl_Position`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Native,
    Divide,
    Clip,
}
