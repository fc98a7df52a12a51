//! How a source is read: macros, includes, stage, language.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;

/// What the text is and how it is read.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Source")]
pub(crate) struct Language {
    #[command(flatten)]
    pub(crate) macros: Macros,
    /// Search DIR for includes, after the directory of the including file
    #[arg(short = 'I', long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// Read no included files but those in DIR, links followed; several DIRs must all hold
    #[arg(long, value_name = "DIR")]
    pub(crate) include_root: Vec<PathBuf>,
    /// Language version, such as 100es, 300es, 310es, 330 or 450core; overrides #version [-std=]
    #[arg(long, value_name = "VERSION")]
    pub(crate) std: Option<String>,
    /// The file is an image shader of Shadertoy: its `mainImage` colours each pixel; as --prelude shadertoy
    #[arg(long)]
    pub(crate) shadertoy: bool,
    /// What declares the names that the file does not: shadertoy, three for three.js's ShaderMaterial, or 3ds for its lighting unit
    #[arg(long, value_name = "NAME", conflicts_with = "shadertoy")]
    pub(crate) prelude: Option<String>,
    /// Leave to the vertex shader of a pair what the fragment shader computes of varyings and uniforms alone
    #[arg(long)]
    pub(crate) per_vertex: bool,
    /// Hold programs to what a library demands that loads them: citro3d, citro3d-rs, or glass, which is OpenGL ES (pica200)
    #[arg(long, value_name = "NAME")]
    pub(crate) engine: Option<String>,
    /// Stage of the files after it, vertex, fragment or geometry [-fshader-stage=]
    #[arg(long, value_name = "STAGE")]
    #[allow(dead_code, reason = "for help: `spelling` gives it to the inputs")]
    pub(crate) shader_stage: Option<String>,
    /// Language of the files after it: glsl, cg, wgsl, ir, asm, bin, or none to go by their names
    #[arg(short = 'x', long, value_name = "LANG")]
    #[allow(dead_code, reason = "for help: `spelling` gives it to the inputs")]
    pub(crate) language: Option<String>,
    /// The function at which a program in Cg begins, if not main; in GLSL it is always main [-fentry-point=]
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
