//! Writing results: complete or absent, never half.

use retroshade::diagnostics::{Diagnostic, codes};
use retroshade::reason;
use std::fs;
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

/// Writes all bytes or leaves what was there: into a temporary file beside the target, then by a
/// rename. Folders that are missing are made. A file that holds the same bytes already is not touched unless `refresh`.
pub(crate) fn write(to: &Destination, bytes: &[u8], refresh: bool) -> Result<(), Diagnostic> {
    match to {
        Destination::Standard => {
            let mut out = io::stdout().lock();
            match out.write_all(bytes).and_then(|()| out.flush()) {
                // A reader such as `head` that goes away has what it wanted.
                Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                result => result.map_err(|fault| failed("<stdout>", &fault)),
            }
        }
        Destination::File(path) => {
            if !refresh && holds(path, bytes) {
                return Ok(());
            }
            write_file(path, bytes).map_err(|fault| failed(&path.display().to_string(), &fault))
        }
    }
}

/// Whether a file has exactly these bytes. Devices do not count: reading one may never end.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_size = fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64);
    same_size && fs::read(path).is_ok_and(|old| old == bytes)
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A device such as /dev/null or a pipe cannot be replaced by a rename.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let mut device = fs::OpenOptions::new().write(true).open(path)?;
        device.write_all(bytes)?;
        return device.flush();
    }
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(directory)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".retroshade-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As a plain creation would have it; the process's umask applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.flush()?;
    file.persist(path).map_err(|fault| fault.error)?;
    Ok(())
}

fn failed(name: &str, fault: &io::Error) -> Diagnostic {
    Diagnostic::error(
        codes::files::UNWRITABLE,
        format!("cannot write `{name}`: {}", reason(fault)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_replaces_an_older_one_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let to = Destination::File(path.clone());
        write(&to, b"long old content", false).unwrap();
        write(&to, b"new", false).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn the_same_bytes_leave_the_time_stamp() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let to = Destination::File(path.clone());
        write(&to, b"same", false).unwrap();
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        let stamp = || fs::metadata(&path).unwrap().modified().unwrap();
        fs::File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(old)
            .unwrap();
        write(&to, b"same", false).unwrap();
        assert_eq!(stamp(), old);
        write(&to, b"same", true).unwrap();
        assert_ne!(stamp(), old);
    }

    #[test]
    fn missing_folders_are_made_and_a_file_in_their_place_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("missing").join("deep").join("out");
        write(&Destination::File(path.clone()), b"x", false).unwrap();
        let below = path.join("out");
        let fault = write(&Destination::File(below), b"x", false).unwrap_err();
        assert!(fault.message.contains("missing"), "{}", fault.message);
    }
}
