//! Outputs are complete or absent, and keep their time of change while their bytes are the same.

use crate::reason;
use retroshade_diagnostics::{Diagnostic, codes};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Refuses outputs that are a source of the same compilation, such as an included file.
///
/// # Errors
/// The first such file. Nothing must have been written yet.
pub fn spare_sources<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    sources: &[String],
) -> Result<(), Diagnostic> {
    if sources.is_empty() {
        return Ok(());
    }
    let sources: Vec<PathBuf> = sources
        .iter()
        .map(|name| located(Path::new(name)))
        .collect();
    for output in outputs {
        if output.as_os_str() != "-" && sources.contains(&located(output)) {
            let message = format!(
                "`{}` would be overwritten: it is included by what it would be the output of",
                output.display()
            );
            return Err(Diagnostic::error(codes::files::UNWRITABLE, message)
                .with_help("give the output another name"));
        }
    }
    Ok(())
}

/// A path as it compares with others: in the real folder where that exists.
pub fn located(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path
            .components()
            .filter(|part| *part != Component::CurDir)
            .collect(),
    }
}

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

/// How old an unfinished result is before nobody can be writing it.
#[cfg(feature = "cli")]
const ABANDONED: std::time::Duration = std::time::Duration::from_secs(3600);

/// Removes what processes that were killed while writing left beside these results.
#[cfg(feature = "cli")]
pub(crate) fn remove_abandoned(results: &[PathBuf]) {
    let folders: std::collections::BTreeSet<_> =
        results.iter().filter_map(|path| path.parent()).collect();
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let abandoned = || {
                let changed = path.metadata().and_then(|metadata| metadata.modified());
                changed.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED))
            };
            if result_of_part(&path).is_some_and(|result| results.contains(&result)) && abandoned()
            {
                // One that cannot be removed is in nobody's way.
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// The result that an unfinished file `RESULT.PID.part` was to become.
#[cfg(feature = "cli")]
fn result_of_part(path: &Path) -> Option<PathBuf> {
    let whole = path.to_str()?.strip_suffix(".part")?;
    let (result, process) = whole.rsplit_once('.')?;
    let number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| PathBuf::from(result))
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
