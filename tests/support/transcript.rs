//! Transcripts: Markdown whose blocks are files and sessions of a shell.
//!
//! A block with `file=NAME` in its information string is written to that name in an empty folder. In a
//! block of the language `console` every line that begins with `$ ` is a command for `sh`, run in that
//! folder with the built program first on the search path; the lines below it are what it must print.
//! `[..]` stands for any part of a line, `...` for any lines. `[exit status N]` ends the output of a
//! command that fails. `RETROSHADE_BLESS=1` writes what is printed into the transcript.

use snapbox::filter::{Filter, FilterNewlines};
use snapbox::{Data, Redactions, filter::NormalizeToExpected};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// A fenced block.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The first word of the information string.
    pub(crate) language: String,
    /// The words after it.
    pub(crate) attributes: Vec<String>,
    /// The lines between the fences.
    pub(crate) lines: Vec<String>,
    /// The number of the first line between the fences, from 0.
    pub(crate) first: usize,
}

impl Block {
    /// The value of `name=value` among the attributes.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut values = self.attributes.iter();
        values.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// The text with its last line break.
    pub(crate) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// The fenced blocks of a page.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(information), None) => {
                let mut words = information.split([' ', ',']).map(str::to_owned);
                open = Some(Block {
                    language: words.next().unwrap_or_default(),
                    attributes: words.collect(),
                    lines: Vec::new(),
                    first: number + 1,
                });
            }
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    blocks
}

/// What a transcript shows of a command besides its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each test binary has one kind of transcript")]
pub(crate) enum Detail {
    /// As a terminal shows it.
    Terminal,
    /// Lines of standard error begin with `! `; files that are new, changed, written again with the same
    /// bytes or gone follow with `+ `, `~ `, `= ` and `- `.
    Everything,
}

/// The folder of one page.
pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
    detail: Detail,
}

/// A file's bytes, and what changes when it is written again.
type Stamp = (Vec<u8>, Option<SystemTime>, u64);

impl Sandbox {
    /// An empty folder.
    pub(crate) fn new(detail: Detail) -> Sandbox {
        Sandbox {
            folder: tempfile::tempdir().expect("a folder"),
            detail,
        }
    }

    /// The place.
    #[allow(dead_code, reason = "not every test binary looks into it")]
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, with the folders around it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder around it")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    /// Runs a command and says what it printed and did.
    pub(crate) fn run(&self, command: &str) -> String {
        let before = self.files();
        let program = Path::new(env!("CARGO_BIN_EXE_retroshade"));
        let mut path = vec![program.parent().expect("a folder").to_owned()];
        path.extend(std::env::split_paths(
            &std::env::var_os("PATH").unwrap_or_default(),
        ));
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(path).expect("a search path"))
            .env_remove("NO_COLOR")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            let mark = if self.detail == Detail::Everything {
                "! "
            } else {
                ""
            };
            text.push_str(format!("{mark}{line}").trim_end());
            text.push('\n');
        }
        if self.detail == Detail::Everything {
            text.push_str(&changes(&before, &self.files()));
        }
        match output.status.code() {
            Some(0) => {}
            Some(code) => text.push_str(&format!("[exit status {code}]\n")),
            None => text.push_str("[ended by a signal]\n"),
        }
        text
    }

    /// The program that a command begins with, if there is none of that name here.
    fn missing(&self, command: &str) -> Option<String> {
        let mut words = command.split_whitespace();
        let tool = words.find(|word| !word.contains('='))?;
        let found = self.run(&format!("command -v {tool} > /dev/null || exit 127"));
        (tool.chars().all(char::is_alphanumeric) && found.contains("[exit status 127]"))
            .then(|| tool.to_owned())
    }

    /// All files below the folder by their names.
    fn files(&self) -> BTreeMap<String, Stamp> {
        let mut found = BTreeMap::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(self.folder.path().join(&folder))
                .into_iter()
                .flatten();
            for entry in entries.flatten() {
                let name = folder.join(entry.file_name());
                let Ok(metadata) = entry.metadata() else {
                    continue;
                };
                if metadata.is_dir() {
                    folders.push(name);
                } else {
                    let bytes = fs::read(entry.path()).unwrap_or_default();
                    let stamp = (bytes, metadata.modified().ok(), serial(&metadata));
                    found.insert(name.to_string_lossy().into_owned(), stamp);
                }
            }
        }
        found
    }
}

#[cfg(unix)]
fn serial(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn serial(_: &fs::Metadata) -> u64 {
    0
}

fn changes(before: &BTreeMap<String, Stamp>, after: &BTreeMap<String, Stamp>) -> String {
    let mut text = String::new();
    for (name, stamp) in after {
        match before.get(name) {
            None => text.push_str(&format!("+ {name}\n")),
            Some(old) if old.0 != stamp.0 => text.push_str(&format!("~ {name}\n")),
            Some(old) if old != stamp => text.push_str(&format!("= {name}\n")),
            Some(_) => {}
        }
    }
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        text.push_str(&format!("- {name}\n"));
    }
    text
}

/// A session block as it should be: its commands with what they print, and where the expected lines do
/// not match.
pub(crate) fn replay(sandbox: &Sandbox, block: &Block) -> (Vec<String>, Option<String>) {
    let mut lines = Vec::new();
    let mut fault = None;
    let mut rest = block.lines.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let Some(command) = first.strip_prefix("$ ") else {
            fault.get_or_insert(format!("`{first}` belongs to no command"));
            rest = after;
            continue;
        };
        let mut command = command.to_owned();
        lines.push(first.clone());
        rest = after;
        // A backslash at the end continues the command on the next line.
        while command.ends_with('\\') {
            let Some((next, after)) = rest.split_first() else {
                break;
            };
            command.push('\n');
            command.push_str(next);
            lines.push(next.clone());
            rest = after;
        }
        let length = rest.iter().position(|line| line.starts_with("$ "));
        let (expected, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        if let Some(tool) = sandbox.missing(&command) {
            eprintln!("skipped: no {tool}");
            lines.extend(expected.iter().cloned());
            continue;
        }
        let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
        let printed = sandbox.run(&command);
        if matches(&expected, &printed) {
            lines.extend(expected.lines().map(str::to_owned));
        } else {
            fault.get_or_insert(format!(
                "$ {command}\n--- expected\n{expected}--- printed\n{printed}---"
            ));
            lines.extend(printed.lines().map(str::to_owned));
        }
    }
    (lines, fault)
}

/// True if a text is the expected one, wildcards considered.
fn matches(expected: &str, printed: &str) -> bool {
    let expected = Data::text(expected);
    let printed = FilterNewlines.filter(Data::text(printed));
    let substitutions = Redactions::new();
    let normal = NormalizeToExpected::new()
        .redact_with(&substitutions)
        .normalize(printed, &expected);
    normal.to_string() == expected.to_string()
}

/// The page with other lines in a block.
pub(crate) fn spliced(page: &str, block: &Block, lines: &[String]) -> String {
    let old: Vec<&str> = page.lines().collect();
    let (before, rest) = old.split_at(block.first);
    let after = &rest[block.lines.len()..];
    let lines = lines.iter().map(String::as_str);
    let all = before
        .iter()
        .copied()
        .chain(lines)
        .chain(after.iter().copied());
    all.map(|line| format!("{line}\n")).collect()
}
