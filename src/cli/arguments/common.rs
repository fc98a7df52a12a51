//! What every subcommand understands: the target, the form of messages, warnings.

use super::{MESSAGES, TARGET};
use clap::{Args, ValueEnum};

/// What every subcommand understands.
#[derive(Args, Debug, Clone)]
pub(crate) struct Common {
    /// Target, or several with commas between or in several options: pica200 or 3ds (Nintendo 3DS), nv2a
    /// or xbox (Xbox), lima or mali400 (Mali-400), agal1, agal2, agal3 or flash (Flash); sources are also translated to
    /// the languages wgsl, spirv, hlsl, msl, glsl
    #[arg(long, value_name = "NAME", visible_alias = "target-env", value_delimiter = ',', help_heading = TARGET)]
    pub(crate) target: Vec<String>,
    /// Form of messages: rich, with the source's line; short, a line each as gcc's for editors; json, an
    /// object a line; sarif, one log; github, annotations of a workflow
    #[arg(long, value_name = "FORM", default_value = "rich", help_heading = MESSAGES)]
    pub(crate) diagnostics: Messages,
    /// Colour in messages
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = MESSAGES)]
    pub(crate) color: Color,
    /// Suppress warnings
    #[arg(short = 'w', long, help_heading = MESSAGES)]
    pub(crate) no_warnings: bool,
    /// NAME, no-NAME, error, error=NAME, no-error=NAME; all or extra for those that are off by default;
    /// list prints all of them
    #[arg(short = 'W', long, value_name = "NAME", help_heading = MESSAGES)]
    pub(crate) warning: Vec<String>,
}

/// Form of messages.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Messages {
    Rich,
    Short,
    Json,
    Sarif,
    Github,
}

/// Colour in messages.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}
