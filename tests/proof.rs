//! Programs are proved to compute what their source says; faults put into them are noticed.

use retroshade::kit::target::Position;
use retroshade::proof::{Verdict, prove};
use retroshade::{Binary, Compiler, Source, Stage, find_target};
use std::fs;
use std::path::{Path, PathBuf};

fn shaders() -> Vec<PathBuf> {
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

fn stage(path: &Path) -> Stage {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("vert") => Stage::Vertex,
        _ => Stage::Fragment,
    }
}

/// The verdict on a shader; `None` where the target refuses it.
fn verdict(target: &str, path: &Path, change: impl Fn(&mut Vec<u8>)) -> Option<Verdict> {
    let mut compiler = Compiler::new(find_target(target).unwrap());
    compiler.options.position = Position::Clip;
    let text = fs::read_to_string(path).unwrap();
    let source = Source::new(path.display().to_string(), stage(path), text);
    let shader = compiler.language.lower(&source).result?;
    let compiled = compiler.compile(&source).result?;
    let mut bytes = compiled.binary.clone();
    change(&mut bytes);
    let binary = Binary {
        bytes: &bytes,
        ..compiled.as_binary()
    };
    Some(prove(
        &shader,
        compiler.target,
        binary,
        &compiled.reflection,
        Position::Clip,
    ))
}

#[test]
fn the_shaders_of_the_repository_are_proved() {
    let (mut proved, mut open) = (0, Vec::new());
    for target in ["agal1", "agal2", "nv2a", "pica200"] {
        for path in shaders() {
            match verdict(target, &path, |_| {}) {
                None => {}
                Some(Verdict::Proved | Verdict::ProvedOnCells { .. }) => proved += 1,
                Some(Verdict::Different(what)) => panic!("{target} {}: {what:?}", path.display()),
                Some(Verdict::Undecided(why)) => {
                    open.push(format!("{target} {}: {why}", path.display()))
                }
            }
        }
    }
    println!("{proved} proved, {} open: {open:#?}", open.len());
    assert!(open.len() * 50 <= proved, "{open:#?}");
}

/// Faults in the operands of AGAL's tokens: another register, another swizzle, another operation.
#[test]
fn faults_are_noticed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("examples/cube.vert");
    let (mut noticed, mut passed) = (0, Vec::new());
    let tokens = 9;
    for token in 0..tokens {
        let start = 7 + 24 * token;
        // Numbers of both sources' registers, and their swizzles.
        for (offset, flip) in [
            (8, 1),
            (11, 0x40),
            (11, 1),
            (16, 1),
            (19, 4),
            (19, 0x80),
            (0, 1),
        ] {
            let fault = |bytes: &mut Vec<u8>| bytes[start + offset] ^= flip;
            match verdict("agal1", &path, fault).unwrap() {
                Verdict::Proved | Verdict::ProvedOnCells { .. } => {
                    passed.push((token, offset, flip))
                }
                _ => noticed += 1,
            }
        }
    }
    println!("{noticed} noticed, passed: {passed:?}");
    // Lanes that an instruction does not look at make no difference.
    assert!(noticed >= 50, "{passed:?}");
}
