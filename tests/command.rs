//! The command line as a user sees it: arguments and files in; status, streams and files out. Every
//! transcript in `tests/cmd` is a test; there is one for each row of the table of flags.

#[path = "support/transcript.rs"]
mod transcript;

use libtest_mimic::{Arguments, Failed, Trial};
use retroshade_testing::blessing;
use std::fs;
use std::path::{Path, PathBuf};
use transcript::{Detail, Sandbox, blocks, replay, spliced};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let entries = fs::read_dir(folder).expect("transcripts");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a transcript").path())
        .collect();
    paths.sort();
    let trials = paths.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&path)).with_ignored_flag(cfg!(windows))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let mut page = fs::read_to_string(path)?;
    let sandbox = Sandbox::new(Detail::Everything);
    let mut faults = Vec::new();
    // Blessing moves lines, so places are counted anew before every session.
    for index in 0..blocks(&page).len() {
        let block = &blocks(&page)[index];
        if let Some(name) = block.attribute("file") {
            sandbox.write(name, &block.text());
        }
        if block.language == "console" {
            let (lines, fault) = replay(&sandbox, block);
            if fault.is_some() && blessing() {
                page = spliced(&page, block, &lines);
            } else {
                faults.extend(fault);
            }
        }
    }
    if blessing() {
        fs::write(path, page)?;
    }
    if faults.is_empty() {
        return Ok(());
    }
    let help = "RETROSHADE_BLESS=1 writes what is printed into the transcript";
    Err(format!("{}\n{help}", faults.join("\n")).into())
}
