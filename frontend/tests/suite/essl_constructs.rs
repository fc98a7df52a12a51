//! One small shader for each construct of ESSL 1.00, legal or illegal (`tests/essl-constructs`).
//!
//! `manifest.tsv` says which is which. The messages for the illegal ones are kept in `messages/`;
//! `RETROSHADE_BLESS=1 cargo test -p retroshade-frontend --test suite essl_constructs` writes them anew.

use crate::support;

use retroshade_diagnostics::{Color, Renderer, Style};
use retroshade_testing::expect_file;
use std::path::{Path, PathBuf};
use support::{Checked, check, stage_of};

/// A row of the manifest.
struct Case {
    file: String,
    legal: bool,
    reason: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/essl-constructs")
}

fn cases() -> Vec<Case> {
    let path = folder().join("manifest.tsv");
    let manifest = std::fs::read_to_string(path).expect("the manifest");
    let rows = manifest.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, _stage, _construct, expected, reason] = cells[..] else {
            panic!("{line}");
        };
        Case {
            file: file.to_owned(),
            legal: expected == "accept",
            reason: reason.to_owned(),
        }
    });
    rows.collect()
}

fn run(case: &Case) -> Checked {
    let bytes = std::fs::read(folder().join(&case.file)).expect("the shader");
    check(
        &case.file,
        stage_of(&case.file),
        &String::from_utf8_lossy(&bytes),
    )
}

fn rendered(result: &Checked) -> String {
    let mut text = Vec::new();
    let mut renderer = Renderer::new(&result.sources, Style::Rich, Color::Never);
    let written = renderer.render_all(&result.diagnostics, &mut text);
    written.expect("writing to memory");
    String::from_utf8(text).expect("messages are UTF-8")
}

#[test]
fn the_manifest_is_complete() {
    let cases = cases();
    let legal = cases.iter().filter(|case| case.legal).count();
    assert_eq!((legal, cases.len() - legal), (257, 151));
    let entries = std::fs::read_dir(folder()).expect("the folder");
    let shaders = entries.filter(|entry| {
        let path = entry.as_ref().expect("an entry").path();
        path.extension()
            .is_some_and(|kind| kind == "vert" || kind == "frag")
    });
    assert_eq!(shaders.count(), cases.len());
}

#[test]
fn legal_shaders_are_accepted() {
    for case in cases().iter().filter(|case| case.legal) {
        let result = run(case);
        assert!(
            result.program.is_some(),
            "{}:\n{}",
            case.file,
            rendered(&result)
        );
    }
}

#[test]
fn illegal_shaders_are_refused_with_these_messages() {
    let mut problems = Vec::new();
    for case in cases().iter().filter(|case| !case.legal) {
        let result = run(case);
        if result.program.is_some() || !result.diagnostics.has_errors() {
            problems.push(format!("{} ({})", case.file, case.reason));
        }
        let name = format!("messages/{}.txt", case.file);
        if let Err(difference) = expect_file(&folder().join(name), &rendered(&result)) {
            problems.push(difference);
        }
    }
    assert!(
        problems.is_empty(),
        "{}\nto accept: RETROSHADE_BLESS=1 cargo test -p retroshade-frontend --test suite essl_constructs",
        problems.join("\n")
    );
}

#[test]
fn every_message_belongs_to_an_illegal_shader() {
    let cases = cases();
    let messages = std::fs::read_dir(folder().join("messages")).expect("the messages");
    for entry in messages {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let shader = name.strip_suffix(".txt").expect("a text");
        let known = cases.iter().any(|case| !case.legal && case.file == shader);
        assert!(known, "{name} is the message of no shader");
    }
}
