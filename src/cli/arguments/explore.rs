//! `explore`: the page.

use super::Common;
use clap::Parser;

/// `retroshade explore`: shows machine code, passes, counts and pictures of a shader in a browser, as you type.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade explore",
    args_override_self = true,
    override_usage = "retroshade explore [--port N] [FILE|LINK]",
    after_help = "The address that is printed is for browsers on this machine, and for those who know its token. The page starts\n\
        with FILE, whose text it does not change, or with what a link of another explorer shows."
)]
pub(crate) struct Explore {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Listen on this port of 127.0.0.1; 0 is any free one
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) port: u16,
}
