//! Writing results: complete or absent, never half.

use super::files::access;
use retroshade::diagnostics::{Diagnostic, Diagnostics};
use retroshade::{Rewrite, WriteFault, reason, unwritable};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// `-`
    Standard,
    /// A file.
    File(PathBuf),
}

impl Destination {
    /// `-` or a path.
    pub(crate) fn new(path: &Path) -> Destination {
        if path.as_os_str() == "-" {
            Destination::Standard
        } else {
            Destination::File(path.to_owned())
        }
    }
}

/// Writes all bytes or leaves what was there. Folders that are missing are made.
///
/// # Errors
/// The output is an input of the command, or the operating system's reason.
pub(crate) fn write(to: &Destination, bytes: &[u8], rewrite: Rewrite) -> Result<(), Diagnostic> {
    match to {
        Destination::Standard => {
            let mut out = io::stdout().lock();
            delivered(out.write_all(bytes).and_then(|()| out.flush()))
        }
        Destination::File(path) => access().write(path, bytes, rewrite).map(drop),
    }
}

/// As [`write`] for what grows as it is written; a file of the same bytes is not touched.
///
/// # Errors
/// As [`write`], and those of `fill`.
pub(crate) fn stream(
    to: &Destination,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>,
) -> Result<(), Diagnostics> {
    match to {
        Destination::Standard => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            let filled = fill(&mut out);
            match filled.and_then(|()| Ok(out.flush()?)) {
                Err(WriteFault::Contents(faults)) => Err(faults),
                Err(WriteFault::System(fault)) => Ok(delivered(Err(fault))?),
                Ok(()) => Ok(()),
            }
        }
        Destination::File(path) => access().stream(path, fill).map(drop),
    }
}

/// The error of standard output. A reader such as `head` that goes away has what it wanted.
fn delivered(result: io::Result<()>) -> Result<(), Diagnostic> {
    match result {
        Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|fault| unwritable("<stdout>", &reason(&fault))),
    }
}
