//! Programs are proved to compute what their source says; faults put into them are noticed.

#[path = "../faults/mod.rs"]
mod faults;

use faults::Subject;
use retroshade::proof::{Verdict, prove_with};
use retroshade::{Compiler, Source, Stage, find_target};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn shaders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["examples", "tests/shaders/vertex", "tests/shaders/fragment"];
    let mut found: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "vert" || extension == "frag")
        })
        .collect();
    found.sort();
    found
}

pub(crate) fn stage(path: &Path) -> Stage {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("vert") => Stage::Vertex,
        _ => Stage::Fragment,
    }
}

/// The verdict on a shader; `None` where the target refuses it.
fn verdict(target: &str, path: &Path) -> Option<Verdict> {
    let compiler = Compiler::new(find_target(target).unwrap());
    let text = fs::read_to_string(path).unwrap();
    let source = Source::new(path.display().to_string(), stage(path), text);
    let shader = compiler.language.lower(&source).result?;
    let compiled = compiler.compile(&source).result?;
    let (program, record) = (compiled.as_binary(), &compiled.reflection);
    Some(prove_with(
        &shader,
        compiler.target,
        program,
        record,
        &compiler.options,
    ))
}

#[test]
fn the_shaders_of_the_repository_are_proved() {
    let (mut proved, mut open) = (0, Vec::new());
    for target in ["agal1", "agal2", "lima", "nv2a", "pica200"] {
        for path in shaders() {
            // Their combiners are not modelled.
            if stage(&path) == Stage::Fragment && ["nv2a", "pica200"].contains(&target) {
                continue;
            }
            match verdict(target, &path) {
                None => {}
                Some(Verdict::Proved | Verdict::ProvedOnCells { .. }) => proved += 1,
                Some(Verdict::Different(what)) => panic!("{target} {}: {what:?}", path.display()),
                Some(Verdict::Undecided(why)) => {
                    open.push(format!("{target} {}: {why}", path.display()))
                }
            }
        }
    }
    assert!(
        open.is_empty(),
        "{proved} proved, {} open: {open:#?}",
        open.len()
    );
    assert!(proved >= 190, "{proved}");
}

/// A few hundred single faults: of those that change a result, nearly all are noticed (docs/trust.md has the
/// figures of many more).
fn faults_are_noticed(target: &str) {
    let mut tally = faults::Tally::default();
    let subjects: Vec<Subject> = shaders()
        .iter()
        .step_by(3)
        .filter_map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let source = Source::new(path.display().to_string(), stage(path), text);
            Subject::new(Compiler::new(find_target(target).unwrap()), &source)
        })
        .collect();
    tally.inject(&subjects, 60);
    println!("{target}: {tally}");
    assert!(tally.effective() >= 25, "{target}: {tally}");
    assert!(tally.missed.len() <= 1, "{target}: {tally}");
}

#[test]
fn faults_in_agal_are_noticed() {
    faults_are_noticed("agal1");
}

#[test]
fn faults_in_lima_are_noticed() {
    faults_are_noticed("lima");
}

#[test]
fn faults_in_nv2a_are_noticed() {
    faults_are_noticed("nv2a");
}

#[test]
fn faults_in_pica200_are_noticed() {
    faults_are_noticed("pica200");
}
