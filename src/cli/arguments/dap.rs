//! `dap`: the debug adapter.

use super::Common;
use clap::Parser;

/// `retroshade dap`: lets editors step through a program, instruction by instruction or line by line, forwards and back.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade dap",
    args_override_self = true,
    override_usage = "retroshade dap",
    after_help = "An editor starts it and speaks the Debug Adapter Protocol on standard input and output. What it launches has a\n\
        `program`, a `target`, a `sample`, the vertex or fragment to follow, and `args`, more options of `retroshade debug`."
)]
pub(crate) struct Dap {
    #[command(flatten)]
    pub(crate) common: Common,
}
