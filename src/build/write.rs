//! Outputs are complete or absent, and keep their time of change while their bytes are the same.

use super::plan::fault;
use crate::reason;
use retroshade_diagnostics::Diagnostic;
use std::fs;
use std::io;
use std::path::Path;

/// Writes a file and the folders above it unless it has these bytes already; tells whether it wrote.
///
/// # Errors
/// The operating system's, with the file's name.
pub(super) fn if_different(path: &Path, bytes: &[u8]) -> Result<bool, Diagnostic> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(false);
    }
    replace(path, bytes).map_err(|error| {
        fault(format!(
            "cannot write `{}`: {}",
            path.display(),
            reason(&error)
        ))
    })?;
    Ok(true)
}

/// Beside its place, then by a rename. Nobody else writes below `OUT_DIR`, so the name needs no luck.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}
