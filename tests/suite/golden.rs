//! The machine code of the shaders of this repository, byte for byte, and the size of every program.
//!
//! `tests/golden/SHADER.TARGET.s` is the assembly text at the default level. `tests/golden/counts.tsv`
//! has the instructions, words, registers and schedule bound of every shader of `tests` and `examples` on
//! every target at -O0, -Os and -O, the constructs of the language at -O only. The searches of -O3 take
//! minutes in an unoptimised build: `cargo bench --bench corpus -- --counts FILE` has that level, too. A change of the code that is generated is a change of these files:
//! `RETROSHADE_BLESS=1 cargo test --test suite golden` writes them.

#[path = "../support/counts.rs"]
mod counts;

use crate::folders::shaders_below;
use counts::{LEVELS, Row, compile, source, table};
use retroshade::proof::shader_bound;
use retroshade::{LanguageOptions, in_parallel};
use retroshade_testing::{blessing, expect_file};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folders whose shaders have their code pinned. The others are in the table of counts alone.
const PINNED: [&str; 3] = [
    "examples/",
    "tests/shaders/fragment/",
    "tests/shaders/vertex/",
];

/// Programs of more lines are in the table of counts alone: nobody reads their difference.
const MOST_LINES: usize = 150;

/// The folder of one small shader for each construct of the language.
const CONSTRUCTS: &str = "tests/essl-constructs/";

/// The place of the default level among [`LEVELS`].
const DEFAULT: usize = 2;

/// How to accept what was found.
const BLESS: &str = "to accept: RETROSHADE_BLESS=1 cargo test --test suite golden";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Every shader of the repository by its path, compiled once for all tests.
fn shaders() -> &'static [(String, Vec<Row>)] {
    static SHADERS: OnceLock<Vec<(String, Vec<Row>)>> = OnceLock::new();
    SHADERS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = Vec::new();
        for folder in ["examples", "tests"] {
            let paths = shaders_below(&root.join(folder));
            sources.extend(paths.iter().map(|path| source(root, path)));
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        in_parallel(&sources, threads, |source| {
            // Hundreds of programs of a few instructions: the default level says all there is to say.
            let levels = if source.name.starts_with(CONSTRUCTS) {
                &LEVELS[DEFAULT..=DEFAULT]
            } else {
                &LEVELS[..=DEFAULT]
            };
            (source.name.clone(), compile(source, levels))
        })
    })
}

/// The files of expected code by their names, with the code that was generated.
fn programs() -> BTreeMap<String, &'static str> {
    let mut programs = BTreeMap::new();
    for (name, rows) in shaders() {
        let Some(shader) = PINNED.iter().find_map(|folder| name.strip_prefix(folder)) else {
            continue;
        };
        for row in rows.iter().filter(|row| row.level == LEVELS[DEFAULT].0) {
            let Ok(compiled) = &row.result else { continue };
            if compiled.assembly.lines().count() > MOST_LINES {
                continue;
            }
            let file = format!("{}.{}.s", shader.replace('/', "-"), row.target);
            let other = programs.insert(file, compiled.assembly.as_str());
            assert!(other.is_none(), "two shaders are called {shader}");
        }
    }
    programs
}

/// The names of the committed files of expected code.
fn committed() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of expected code");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".s")).collect()
}

#[test]
fn machine_code_is_as_expected() {
    let programs = programs();
    let mut problems = Vec::new();
    for (file, found) in &programs {
        problems.extend(expect_file(&folder().join(file), found).err());
    }
    for file in committed()
        .iter()
        .filter(|file| !programs.contains_key(*file))
    {
        if blessing() {
            std::fs::remove_file(folder().join(file)).expect("a file to remove")
        } else {
            problems.push(format!("{file}: the shader or its program is gone"))
        }
    }
    assert!(problems.is_empty(), "{}\n{BLESS}", problems.join("\n"));
}

#[test]
fn counts_are_as_expected() {
    let rows = shaders().iter();
    let found = table(rows.map(|(name, rows)| (name.as_str(), rows.as_slice())));
    if let Err(problem) = expect_file(&folder().join("counts.tsv"), &found) {
        panic!("{problem}\n{BLESS}");
    }
}

/// Both stages and every target have enough code here for a change to be seen.
#[test]
fn every_target_is_pinned() {
    let programs = programs();
    let count = |end: &str| programs.keys().filter(|file| file.ends_with(end)).count();
    for target in ["agal1", "agal2", "agal3", "lima"] {
        let (vertex, fragment) = (format!(".vert.{target}.s"), format!(".frag.{target}.s"));
        assert!(count(&vertex) >= 15 && count(&fragment) >= 15, "{target}");
    }
    for target in ["nv2a", "pica200"] {
        assert!(count(&format!(".vert.{target}.s")) >= 15, "{target}");
    }
}

/// What is printed as a bound is one, at every level. The shader bound is the same at all of them.
#[test]
fn no_program_is_below_its_bounds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut faults, mut bounded, mut shortest) = (Vec::new(), 0, 0);
    for (name, rows) in shaders() {
        if name.starts_with(CONSTRUCTS) {
            continue;
        }
        let source = source(root, &root.join(name));
        let meaning = LanguageOptions::default().lower_meaning(&source).result;
        let mut of_target = BTreeMap::new();
        for row in rows {
            let (Ok(compiled), Some(shader)) = (&row.result, &meaning) else {
                continue;
            };
            let stats = &compiled.reflection.stats;
            let bound = of_target
                .entry(row.target)
                .or_insert_with(|| shader_bound(shader, &compiled.reflection));
            let bounds = [stats.schedule_bound, stats.shader_bound, *bound];
            let mut known = bounds.iter().flatten();
            if known.any(|bound| stats.instructions < *bound) {
                let (target, level, count) = (row.target, row.level, stats.instructions);
                faults.push(format!("{name} {target} {level}: {count} below {bounds:?}"));
            }
            bounded += usize::from(bound.is_some());
            shortest += usize::from(*bound == Some(stats.instructions));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(bounded > 1000 && shortest > 100, "{bounded} {shortest}");
}
