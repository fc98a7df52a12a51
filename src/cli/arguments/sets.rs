//! `link` and `pack`: more than one shader at a time.

use super::{Code, Common, Dependencies, Language, Prove, StatsForm};
use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// `retroshade link`: compiles a vertex and a fragment shader, with a geometry shader between them or not, whose varyings agree.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade link",
    args_override_self = true,
    override_usage = "retroshade link --target NAME [OPTIONS] VERTEX [GEOMETRY] FRAGMENT"
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
    /// Prove that both programs compute what the sources say and agree on their varyings; with `require` they
    /// must be proved, with `cells` proofs that name what they have not seen will do
    #[arg(long, value_name = "REQUIRE", num_args = 0..=1, require_equals = true, default_missing_value = "report")]
    pub(crate) prove: Option<Prove>,
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
    /// Only list sources, targets and outputs
    #[arg(long)]
    pub(crate) list: bool,
    /// Begin nothing more after a failure
    #[arg(long, conflicts_with = "keep_going")]
    pub(crate) fail_fast: bool,
    /// Compile the rest after a failure; the default [-k]
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Remove the files of programs that the description no longer asks for
    #[arg(long)]
    pub(crate) prune: bool,
    /// Compile again whenever a source or the description changes, until interrupted
    #[arg(long, conflicts_with = "list")]
    pub(crate) watch: bool,
    /// Prove that each program computes what its source says, instead of what [pack] says of proofs; with `require`
    /// what is not proved is a failure, with `cells` a proof that names what it has not seen is none
    #[arg(long, value_name = "REQUIRE", num_args = 0..=1, require_equals = true, default_missing_value = "report")]
    pub(crate) prove: Option<Prove>,
    /// Read no included files but those in DIR, links followed; several DIRs must all hold
    #[arg(long, value_name = "DIR")]
    pub(crate) include_root: Vec<PathBuf>,
    /// What is printed on standard output: a table, or every program as json, or as junit for CI
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) summary: Summary,
}

/// What a pack prints.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Summary {
    Table,
    Json,
    Junit,
}
