//! A folder in which a tool of the outside world runs, with the compiler in its path.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// True if a tool is there. A test without its tool is skipped, with a message.
pub(crate) fn is_there(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: no {tool}");
    }
    found
}

/// Panics with what a program said if it failed.
pub(crate) fn demand_success(output: &Output, what: &str) {
    assert!(
        output.status.success(),
        "{what}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A folder of its own.
pub(crate) struct Project(TempDir);

impl Project {
    pub(crate) fn new() -> Project {
        Project(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders on the way to it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// Edits a file and gives it a time that no tool takes for the old one.
    pub(crate) fn edit(&self, name: &str, text: &str) {
        self.write(name, text);
        let file = fs::File::options()
            .write(true)
            .open(self.path(name))
            .unwrap();
        let soon = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
        file.set_modified(soon).unwrap();
    }

    /// Runs a tool, whatever comes of it.
    pub(crate) fn try_run(&self, tool: &str, arguments: &[&str]) -> Output {
        let compiler = Path::new(env!("CARGO_BIN_EXE_retroshade"));
        let mut paths = vec![compiler.parent().unwrap().to_owned()];
        let others = std::env::var_os("PATH").unwrap_or_default();
        paths.extend(std::env::split_paths(&others));
        let path: OsString = std::env::join_paths(paths).unwrap();
        let mut command = Command::new(tool);
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", path);
        // A make that runs these tests is none of their business.
        for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"] {
            command.env_remove(name);
        }
        command.output().expect("the program starts")
    }

    /// Runs a tool, which must succeed.
    pub(crate) fn run(&self, tool: &str, arguments: &[&str]) -> Output {
        let output = self.try_run(tool, arguments);
        demand_success(&output, &format!("{tool} {arguments:?}"));
        output
    }
}
