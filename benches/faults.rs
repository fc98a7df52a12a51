//! Single faults in machine code, and how many of those that change a result a proof notices.
//!
//! ```sh
//! cargo bench --bench faults             # 1,000 for each target, in the shaders of this repository
//! cargo bench --bench faults -- 5000
//! ```

#[path = "../tests/faults/mod.rs"]
mod faults;

use faults::{Subject, Tally};
use retroshade::{Compiler, Source, Stage, find_target};
use retroshade_ir::deep;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    if let Err(panic) = deep::guarded(run) {
        panic!("{panic}");
    }
}

fn run() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.find_map(|argument| argument.parse().ok());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "tests/shaders/vertex", "tests/shaders/fragment"];
    let mut paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect("a folder of the repository"))
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for target in ["agal1", "agal3", "lima", "nv2a", "pica200"] {
        let target = find_target(target).expect("a target");
        let subject = |path: &PathBuf| {
            let stage = match path.extension()?.to_str()? {
                "vert" => Stage::Vertex,
                "frag" => Stage::Fragment,
                _ => return None,
            };
            let text = fs::read_to_string(path).ok()?;
            Subject::new(
                Compiler::new(target),
                &Source::new(path.to_string_lossy(), stage, text),
            )
        };
        let subjects: Vec<Subject> = paths.iter().filter_map(subject).collect();
        let mut tally = Tally::default();
        tally.inject(&subjects, count.unwrap_or(1000));
        println!("{}: {} programs: {tally}", target.name(), subjects.len());
    }
}
