//! `explore`: the page.

use super::Common;
use clap::Parser;
use std::path::PathBuf;

/// `retroshade explore`: shows machine code, passes, counts and pictures of a shader in a browser, as you type.
#[derive(Parser, Debug)]
#[command(
    name = "retroshade explore",
    args_override_self = true,
    override_usage = "retroshade explore [--port N] [FILE|LINK]\n       retroshade explore --export DIR --module DIR",
    after_help = "The address that is printed is for browsers on this machine, and for those who know its token. The page starts\n\
        with FILE, whose text it does not change, or with what a link of another explorer shows."
)]
pub(crate) struct Explore {
    #[command(flatten)]
    pub(crate) common: Common,
    /// Listen on this port of 127.0.0.1; 0 is any free one
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) port: u16,
    /// Serve nothing, but write the page into DIR, for any server of files: the compiler runs in the browser
    #[arg(long, value_name = "DIR", requires = "module", conflicts_with = "port")]
    pub(crate) export: Option<PathBuf>,
    /// Take the compiler for browsers from DIR, which `dist/web/build` makes
    #[arg(long, value_name = "DIR", requires = "export")]
    pub(crate) module: Option<PathBuf>,
}
