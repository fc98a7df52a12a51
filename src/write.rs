//! Outputs are complete or absent, and keep their time of change while their bytes are the same.

use crate::reason;
use retroshade_diagnostics::{Diagnostic, codes};
use std::fs;
use std::io;
use std::path::Path;

/// Writes a file and the folders above it unless it has these bytes already; tells whether it wrote.
///
/// # Errors
/// The operating system's, with the file's name.
pub(crate) fn if_different(path: &Path, bytes: &[u8]) -> Result<bool, Diagnostic> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    replace(path, bytes).map_err(|error| {
        let message = format!("cannot write `{}`: {}", path.display(), reason(&error));
        Diagnostic::error(codes::files::UNWRITABLE, message)
    })?;
    Ok(true)
}

/// Beside its place, then by a rename. Two processes at work in one folder do not meet.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path).inspect_err(|_| {
        // The first fault is the one to speak of.
        let _ = fs::remove_file(&beside);
    })
}
