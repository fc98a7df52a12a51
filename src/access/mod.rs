//! The files of one command: what it reads, what it writes, and the guard between the two.
//!
//! Every file is opened here and nowhere else (`tests/suite/file_access.rs`), so that no command can forget that
//! an output must not be an input, that a result is complete or absent, and that what is no regular file may
//! never end.
//!
//! ```text
//! place     which file a path names      replace   complete or absent results
//! ```

mod place;
mod replace;

pub use place::resolve;

use place::{FileSet, KnownFile};
use replace::{holds, replace};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes an input may have; the same for binaries, which are far smaller.
pub const MOST_BYTES: u64 = 16 << 20;

/// The files that a command has read and will write. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct FileAccess(Arc<Mutex<Known>>);

#[derive(Clone, Debug, Default)]
struct Known {
    inputs: FileSet,
    outputs: FileSet,
}

/// When an output that has the right bytes already is written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// Never, so that it keeps its time of change.
    IfDifferent,
    /// Always, for tools that compare times of change.
    Always,
}

impl FileAccess {
    /// A separate record that begins with what this one knows.
    pub fn fork(&self) -> FileAccess {
        FileAccess(Arc::new(Mutex::new(self.known().clone())))
    }

    /// Records an input before it is read. Standard input, `-`, may be a file as well.
    pub fn expect_input(&self, path: &Path) {
        if path.as_os_str() != "-" {
            self.known().inputs.insert(KnownFile::of(path));
        } else if let Some(number) = place::standard_input() {
            self.known().inputs.insert_number(number);
        }
    }

    /// As [`FileAccess::read`] for what a person names: `-` is standard input, and `/dev/fd/N`, which shells write for
    /// `<(command)`, may be a pipe.
    ///
    /// # Errors
    /// As [`FileAccess::read`].
    pub fn read_named(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        if path.as_os_str() == "-" {
            io::stdin().lock().take(most).read_to_end(&mut bytes)?;
        } else if is_descriptor(path) {
            File::open(path)?.take(most).read_to_end(&mut bytes)?;
        } else {
            return self.read(path, most);
        }
        Ok(bytes)
    }

    /// Reads an input, at most so many bytes of it.
    ///
    /// # Errors
    /// The operating system's; the path names no regular file, or an output of the same command.
    pub fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let file = open(path)?;
        let place = KnownFile::of(path);
        let mut known = self.known();
        if known.outputs.contains(&place) {
            let why = "it would be overwritten by an output of the same command";
            return Err(io::Error::other(why));
        }
        known.inputs.insert(place);
        drop(known);
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads what an earlier run wrote, which is no input of this one.
    ///
    /// # Errors
    /// The operating system's; the path names no regular file.
    pub fn read_earlier(path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        open(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Announces an output before anything is read or written. Returns true for the first announcement of a file.
    ///
    /// # Errors
    /// The output is an input.
    pub fn plan(&self, path: &Path) -> Result<bool, Diagnostic> {
        let place = KnownFile::of(path);
        let mut known = self.known();
        if known.inputs.contains(&place) {
            let message = format!(
                "`{}` would be overwritten: it is an input of the same command",
                path.display()
            );
            let refusal = Diagnostic::error(codes::files::UNWRITABLE, message);
            return Err(refusal.with_help("give the output another name"));
        }
        Ok(known.outputs.insert(place))
    }

    /// True if the file was read or announced as an input.
    pub fn is_input(&self, path: &Path) -> bool {
        self.known().inputs.contains(&KnownFile::of(path))
    }

    /// True if the file was announced as an output.
    pub fn is_output(&self, path: &Path) -> bool {
        self.known().outputs.contains(&KnownFile::of(path))
    }

    /// Writes a file and the folders above it; returns true if it wrote.
    ///
    /// # Errors
    /// The output is an input, or the operating system's reason; what was there before is left as it was.
    pub fn write(&self, path: &Path, bytes: &[u8], rewrite: Rewrite) -> Result<bool, Diagnostic> {
        self.plan(path)?;
        if rewrite == Rewrite::IfDifferent && holds(path, bytes) {
            return Ok(false);
        }
        self.replaced(path, Rewrite::Always, |out| Ok(out.write_all(bytes)?))
            .map_err(|fault| fault.diagnostic(path))
    }

    /// As [`FileAccess::write`] with [`Rewrite::IfDifferent`], for what is not in memory as a whole.
    ///
    /// # Errors
    /// As [`FileAccess::write`], and those of `fill`.
    pub fn stream(
        &self,
        path: &Path,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>,
    ) -> Result<bool, Diagnostics> {
        self.plan(path)?;
        self.replaced(path, Rewrite::IfDifferent, fill)
            .map_err(|fault| match fault {
                WriteFault::Contents(faults) => faults,
                fault => fault.diagnostic(path).into(),
            })
    }

    fn replaced(
        &self,
        path: &Path,
        rewrite: Rewrite,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), WriteFault>,
    ) -> Result<bool, WriteFault> {
        let before = KnownFile::of(path);
        let written = replace(path, rewrite, fill)?;
        // The number of the file that is gone may become another file's.
        self.known().outputs.forget_number(&before);
        Ok(written)
    }

    /// The state. A thread that panicked while it had the state left it whole: every change is one insertion.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a result is not there.
#[derive(Debug)]
pub enum WriteFault {
    /// It cannot be written.
    System(io::Error),
    /// There is nothing to write.
    Contents(Diagnostics),
}

impl From<io::Error> for WriteFault {
    fn from(fault: io::Error) -> WriteFault {
        WriteFault::System(fault)
    }
}

impl WriteFault {
    fn diagnostic(self, path: &Path) -> Diagnostic {
        let why = match self {
            WriteFault::System(fault) => reason(&fault),
            WriteFault::Contents(_) => "it has no contents".to_owned(),
        };
        unwritable(&path.display().to_string(), &why)
    }
}

/// The error about a result that cannot be written.
pub fn unwritable(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(
        codes::files::UNWRITABLE,
        format!("cannot write `{name}`: {why}"),
    )
}

/// Opens a file for reading. What is neither a file nor a folder might block or never end.
fn open(path: &Path) -> io::Result<File> {
    refuse(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    // Another may have taken its place.
    refuse(&file.metadata()?)?;
    Ok(file)
}

/// True for names of what the process was started with.
fn is_descriptor(path: &Path) -> bool {
    let number = path.to_str().and_then(|name| name.strip_prefix("/dev/fd/"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    path == Path::new("/dev/stdin") || number.is_some_and(is_number)
}

fn refuse(metadata: &Metadata) -> io::Result<()> {
    match special(metadata.file_type()) {
        Some(what) => Err(io::Error::other(format!("it is {what}, not a file"))),
        None => Ok(()),
    }
}

/// What a path names that is neither a file nor a folder.
fn special(kind: FileType) -> Option<&'static str> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    (!kind.is_file() && !kind.is_dir()).then_some("something special")
}

/// The operating system's words, without Rust's error number.
pub fn reason(fault: &io::Error) -> String {
    let text = fault.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(feature = "cli")]
pub(crate) use replace::remove_abandoned;

#[cfg(test)]
mod tests;
