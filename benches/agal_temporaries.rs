//! Shaders that need more temporaries than AGAL 1 has where each value takes a register in the order
//! of the source, and fit into its eight here.
//!
//! ```sh
//! cargo bench --bench agal_temporaries                # the shaders of this repository
//! cargo bench --bench agal_temporaries -- FOLDER...   # other folders, with everything below them
//! ```
//!
//! Prints the table of `docs/agal.md`, those with the largest need first, and how many there are.

use retroshade::{Compiler, Source, Stage, targets};
use retroshade_ir::deep;
use std::path::{Path, PathBuf};

/// The temporaries of version 1.
const TEMPORARIES: u64 = 8;

struct Row {
    name: String,
    unpacked: u64,
    used: u32,
    tokens: u32,
    is_proved: bool,
}

fn main() {
    if let Err(panic) = deep::guarded(print_table) {
        panic!("{panic}");
    }
}

fn print_table() {
    let mut folders: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    if folders.is_empty() {
        folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shaders"));
    }
    let Some(&target) = targets().iter().find(|target| target.name() == "agal1") else {
        panic!("agal1 is not among the targets");
    };
    let compiler = Compiler::new(target);
    let (mut rows, mut all) = (Vec::new(), 0);
    for folder in &folders {
        let mut sources = Vec::new();
        collect(folder, &mut sources);
        for (path, source) in sources {
            let Some(compiled) = compiler.compile(&source).result else {
                continue;
            };
            all += 1;
            let stats = &compiled.reflection.stats;
            let count = |name: &str| stats.more.get(name).copied().unwrap_or(0);
            let name = path.strip_prefix(folder).unwrap_or(&path);
            rows.push(Row {
                name: name.display().to_string(),
                unpacked: count("registers_unpacked"),
                used: stats.registers,
                tokens: stats.instructions,
                is_proved: count("registers_bound") == u64::from(stats.registers),
            });
        }
    }
    let proved = rows.iter().filter(|row| row.is_proved).count();
    rows.retain(|row| row.unpacked > TEMPORARIES);
    rows.sort_by(|a, b| (b.unpacked, &a.name).cmp(&(a.unpacked, &b.name)));
    println!("| shader | straightforward | here | tokens |");
    println!("| --- | --- | --- | --- |");
    for row in &rows {
        let Row {
            name,
            unpacked,
            used,
            tokens,
            ..
        } = row;
        println!("| {name} | {unpacked} | {used} | {tokens} |");
    }
    println!(
        "\n{} of {all} need more than {TEMPORARIES}; of all {proved} use a number that is proved to be the least",
        rows.len()
    );
}

/// The shaders in a folder and below it, in the order of their names.
fn collect(folder: &Path, sources: &mut Vec<(PathBuf, Source)>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, sources);
            continue;
        }
        let stage = match path.extension().and_then(|extension| extension.to_str()) {
            Some("vert") => Stage::Vertex,
            Some("frag") => Stage::Fragment,
            _ => continue,
        };
        if let Ok(text) = std::fs::read_to_string(&path) {
            let source = Source::new(path.to_string_lossy(), stage, text);
            sources.push((path, source));
        }
    }
}
