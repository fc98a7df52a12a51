//! `lsp`: the language server.

use super::Common;
use clap::Parser;
use std::path::PathBuf;

/// `retroshade lsp`: tells editors of errors, types, registers and costs while shaders are written.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade lsp",
    args_override_self = true,
    override_usage = "retroshade lsp [--include-root DIR]",
    after_help = "An editor starts it and speaks the Language Server Protocol on standard input and output. Target, level and\n\
        flags are settings of the editor, or those of the shaders.toml around a shader."
)]
pub(crate) struct Lsp {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Standard input and output, which is the only way: editors say it
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Read no included files but those in DIR, links followed; several DIRs must all hold
    #[arg(long, value_name = "DIR")]
    pub(crate) include_root: Vec<PathBuf>,
}
