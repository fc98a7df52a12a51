//! Results that are complete or absent: written beside their place under a random name, and moved there when whole.

use super::{Rewrite, WriteFault};
use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// What names of unfinished files begin and end with; between are sixteen hexadecimal digits.
const PREFIX: &str = ".retroshade-";
const SUFFIX: &str = ".part";

/// How often another random name is tried.
const TRIES: usize = 16;

/// True if a file has exactly these bytes. Devices do not count: reading one may never end.
pub(super) fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_size = fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() == bytes.len() as u64);
    same_size && fs::read(path).is_ok_and(|old| old == bytes)
}

/// Puts what `fill` writes into the place of a file, or leaves what was there; folders that are missing are made.
/// Returns false if the file had these bytes already and was left alone.
pub(super) fn replace(
    path: &Path,
    rewrite: Rewrite,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>,
) -> Result<bool, WriteFault> {
    // A device such as /dev/null or a pipe cannot be replaced by a rename.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let mut device = fs::OpenOptions::new().write(true).open(path)?;
        fill(&mut device)?;
        device.flush()?;
        return Ok(true);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let unfinished = Unfinished::new(folder)?;
    let mut out = BufWriter::new(&unfinished.file);
    fill(&mut out)?;
    out.flush()?;
    drop(out);
    if rewrite == Rewrite::IfDifferent && have_same_bytes(&unfinished.path, path) {
        return Ok(false);
    }
    unfinished.move_to(path)?;
    Ok(true)
}

/// A file with a random name, which goes away unless it is moved to its place.
struct Unfinished {
    path: PathBuf,
    file: File,
    is_moved: bool,
}

impl Unfinished {
    /// An empty file that nobody else has: a link of its name is not followed.
    fn new(folder: &Path) -> io::Result<Unfinished> {
        let mut tries = 0;
        loop {
            // The keys of the hash come from the operating system, which is all the randomness that is wanted.
            let number = RandomState::new().build_hasher().finish();
            let path = folder.join(format!("{PREFIX}{number:016x}{SUFFIX}"));
            tries += 1;
            match File::create_new(&path) {
                Ok(file) => {
                    return Ok(Unfinished {
                        path,
                        file,
                        is_moved: false,
                    });
                }
                Err(fault) if fault.kind() == ErrorKind::AlreadyExists && tries < TRIES => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn move_to(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.is_moved = true;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_moved {
            // The first fault is the one to speak of.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// True if both are regular files with the same bytes.
fn have_same_bytes(one: &Path, other: &Path) -> bool {
    let length = |path: &Path| {
        let metadata = fs::metadata(path).ok()?;
        metadata.is_file().then_some(metadata.len())
    };
    if length(one).is_none() || length(one) != length(other) {
        return false;
    }
    let (Ok(one), Ok(other)) = (File::open(one), File::open(other)) else {
        return false;
    };
    let others = BufReader::new(other).bytes();
    let mut pairs = BufReader::new(one).bytes().zip(others);
    pairs.all(|pair| matches!(pair, (Ok(a), Ok(b)) if a == b))
}

/// How old an unfinished file is before nobody can be writing it.
#[cfg(feature = "cli")]
const ABANDONED: std::time::Duration = std::time::Duration::from_secs(3600);

/// Removes what processes that were killed while writing left in these folders.
#[cfg(feature = "cli")]
pub(crate) fn remove_abandoned<'a>(folders: impl IntoIterator<Item = &'a Path>) {
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| is_unfinished(&entry.file_name().to_string_lossy())) {
            let abandoned = entry.metadata().is_ok_and(|metadata| {
                let changed = metadata.modified();
                metadata.is_file()
                    && changed.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED))
            });
            if abandoned {
                // One that cannot be removed is in nobody's way.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// True for names that [`Unfinished::new`] makes.
#[cfg(feature = "cli")]
fn is_unfinished(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX);
    let digits = digits.and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| {
        digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
