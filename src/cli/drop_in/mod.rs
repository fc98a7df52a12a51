//! Programs whose place this one takes: under their name, as `argv[0]` or as the first argument, it has their options and
//! writes what they write, so that Makefiles that call them need no change.
//!
//! ```text
//! picasso   devkitPro's assembler for the 3DS, which takes GLSL here as well
//! nxdk      the assemblers of Xbox projects: vp20compiler, fp20compiler, nv2avsh
//! cgc       the compiler of Cg whose texts those assemble
//! ```

mod cgc;
mod nxdk;
mod picasso;

use super::report::Status;
use super::{arguments, refused};
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A program whose place this one takes.
pub(super) struct DropIn {
    pub(super) name: &'static str,
    pub(super) command: fn() -> Command,
    /// Spells an argument as clap knows it.
    respell: fn(OsString) -> OsString,
    run: fn(&ArgMatches) -> Result<Status, clap::Error>,
}

macro_rules! drop_in {
    ($name:literal, $options:ty, $run:path) => {
        DropIn {
            name: $name,
            command: <$options>::command,
            respell: |argument| argument,
            run: |matches| Ok($run(&<$options>::from_arg_matches(matches)?)),
        }
    };
}

/// All of them.
pub(super) static DROP_INS: &[DropIn] = &[
    drop_in!("picasso", arguments::Picasso, picasso::run),
    drop_in!("vp20compiler", arguments::Vp20Compiler, nxdk::vertex),
    drop_in!("fp20compiler", arguments::Fp20Compiler, nxdk::fragment),
    drop_in!("nv2avsh", arguments::Nv2aVsh, nxdk::text),
    DropIn {
        respell: cgc::respelled,
        ..drop_in!("cgc", arguments::Cgc, cgc::run)
    },
];

/// The program that a name is of: `picasso`, `/usr/bin/picasso`, `picasso.exe`.
pub(super) fn named(name: &OsStr) -> Option<&'static DropIn> {
    let stem = Path::new(name).file_stem()?;
    DROP_INS.iter().find(|one| stem == one.name)
}

impl DropIn {
    /// Runs it with the arguments after its name.
    pub(super) fn start(&self, arguments: Vec<OsString>) -> Status {
        let program = std::iter::once(OsString::from(self.name));
        let arguments = arguments.into_iter().map(self.respell);
        let matches = (self.command)().try_get_matches_from(program.chain(arguments));
        matches
            .and_then(|matches| (self.run)(&matches))
            .unwrap_or_else(|fault| refused(&fault))
    }
}
