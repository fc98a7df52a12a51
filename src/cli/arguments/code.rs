//! How code is made.

use super::{DEVELOPERS, OUTPUT};
use clap::{Args, ValueEnum};

/// How code is made.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Code")]
pub(crate) struct Code {
    /// 0 no optimisation, 1 or 2 the default, s fewest words, 3 longer searches
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
    /// standardConstrained, another profile of AIR, or all that take the version (agal)
    #[arg(long, value_name = "PROFILE")]
    pub(crate) agal_profile: Option<String>,
    /// Range of z in the source's clip space: gl or native
    #[arg(long, value_name = "RANGE")]
    pub(crate) clip_depth: Option<String>,
    /// What a fragment shader sets of the state that outlives a draw: what it defines (program), or all that decides the
    /// colour (draw) (nv2a)
    #[arg(long, value_name = "STATE")]
    pub(crate) state: Option<String>,
    /// Container of the binary; the target's first by default
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub(crate) container: Option<String>,
    /// Negate gl_Position.y [-finvert-y]
    #[arg(long)]
    pub(crate) invert_y: bool,
    /// Treat gl_Position as declared invariant [-finvariant-position]
    #[arg(long)]
    pub(crate) invariant_position: bool,
    /// min, max and clamp prefer the operand that is a number [-fnan-clamp]
    #[arg(long)]
    pub(crate) nan_clamp: bool,
    /// Steps a search at -O3 may take
    #[arg(long, value_name = "STEPS", help_heading = DEVELOPERS)]
    pub(crate) budget: Option<u64>,
    /// Start of the pseudo-random choices at -O3
    #[arg(long, value_name = "N", help_heading = DEVELOPERS)]
    pub(crate) seed: Option<u64>,
    /// Print the IR after a pass, or after all, on standard error
    #[arg(long, value_name = "PASS", help_heading = DEVELOPERS)]
    pub(crate) print_after: Option<String>,
    /// End after a pass; the IR is the output, on standard output unless -o
    #[arg(long, value_name = "PASS", help_heading = DEVELOPERS)]
    pub(crate) stop_after: Option<String>,
    /// Leave out passes, or groups of rules that look for shorter forms: names with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = DEVELOPERS)]
    pub(crate) without: Vec<String>,
    /// Verify the IR after every pass
    #[arg(long, help_heading = DEVELOPERS)]
    pub(crate) verify: bool,
    /// Print how long each pass took, on standard error
    #[arg(long, help_heading = DEVELOPERS)]
    pub(crate) time_passes: bool,
}

/// The layout of matrix uniforms in their registers.
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
