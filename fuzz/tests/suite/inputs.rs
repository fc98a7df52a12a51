//! What reads input survives its seeds, and changed ones. `retroshade-fuzz inputs` tries more of them,
//! `fuzz/targets` those that libFuzzer finds.

use retroshade_fuzz::inputs::{ENTRIES, Entry, mutated, seeds};
use retroshade_ir::deep;
use retroshade_ir::random::Random;
use std::path::Path;

/// Changed inputs for each entry.
const COUNT: u64 = 250;

fn survive(entries: impl Iterator<Item = &'static Entry>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let mut faults = Vec::new();
    for entry in entries {
        let seeds = seeds(&root.join(entry.name)).unwrap();
        assert!(!seeds.is_empty(), "{} has no seeds", entry.name);
        let mut random = Random::new(1);
        let changed = (0..COUNT).map(|number| {
            let seed = &seeds[number as usize % seeds.len()];
            mutated(&mut random, seed, &seeds)
        });
        let changed: Vec<_> = changed.collect();
        let fault = deep::guarded(|| {
            for data in seeds.iter().chain(&changed) {
                if let Err(panic) = deep::guarded(|| (entry.read)(data)) {
                    let text = String::from_utf8_lossy(data);
                    return Some(format!("{}: {panic}\n{text}", entry.name));
                }
            }
            None
        });
        faults.extend(fault.unwrap_or_else(|panic| Some(panic.into())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn texts_are_survived() {
    let texts = [
        "source",
        "wgsl",
        "preprocessor",
        "ir",
        "json",
        "manifest",
        "flags",
    ];
    survive(ENTRIES.iter().filter(|entry| texts.contains(&entry.name)));
}

#[test]
fn modules_are_survived() {
    survive(ENTRIES.iter().filter(|entry| entry.name == "spirv"));
}

#[test]
fn assembly_is_survived() {
    survive(
        ENTRIES
            .iter()
            .filter(|entry| entry.name.starts_with("assembler")),
    );
}

#[test]
fn machine_code_is_survived() {
    survive(
        ENTRIES
            .iter()
            .filter(|entry| entry.name.starts_with("binary")),
    );
}

#[test]
fn each_entry_has_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("targets");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for entry in ENTRIES {
        let name = entry.name;
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let file = folder.join(format!("fuzz_targets/{name}.rs"));
        let target = std::fs::read_to_string(file).unwrap();
        assert!(target.contains(&format!("entry(\"{name}\")")), "{name}");
    }
}
