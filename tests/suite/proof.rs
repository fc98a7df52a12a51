//! Programs are proved to compute what their source says; faults put into them are noticed.

#[path = "../faults/mod.rs"]
mod faults;

use faults::Subject;
use retroshade::proof::{Verdict, prove_with};
use retroshade::{Compiler, Source, Stage, find_target};
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

/// The verdict on lima's program of one fragment shader against another shader.
fn verdict_on_another(compiled: &str, against: &str) -> Verdict {
    let compiler = Compiler::new(find_target("lima").unwrap());
    let source = |text: &str| {
        let text = format!("precision highp float; varying vec2 v; void main() {{ {text} }}");
        Source::new("shader", Stage::Fragment, text)
    };
    let program = compiler.compile(&source(compiled)).result.unwrap();
    let shader = compiler.language.lower(&source(against)).result.unwrap();
    let (code, record) = (program.as_binary(), &program.reflection);
    prove_with(&shader, compiler.target, code, record, &compiler.options)
}

#[test]
fn what_the_language_leaves_open_is_no_difference() {
    let constant = "gl_FragColor = vec4(0.25);";
    for open in [
        "gl_FragColor = vec4(sqrt(-1.0 - v.x * v.x));",
        "gl_FragColor = vec4(float(int(exp2(40.0 + v.x * v.x))));",
        "float unset; gl_FragColor = vec4(unset + v.x);",
    ] {
        let verdict = verdict_on_another(constant, open);
        assert!(
            !matches!(verdict, Verdict::Different(_)),
            "{open}: {verdict}"
        );
    }
    let verdict = verdict_on_another(constant, "gl_FragColor = vec4(0.5 + 0.1 * fract(v.x));");
    assert!(matches!(verdict, Verdict::Different(_)), "{verdict}");
}

#[test]
fn constants_that_round_alike_are_told_apart() {
    for text in [
        // 10 stands for the inverse of 0.1, which matters where v.x is 0.5.
        "gl_FragColor = vec4(v - mod(v, 0.1), 0.0, 1.0);",
        "gl_FragColor = v.xyxy / 9.5 / 3.0;",
        "gl_FragColor = vec4(mix(vec3(0.0, 0.2, 0.9), vec3(1.0, 0.3, 0.2), v.x * 0.1), 1.0);",
    ] {
        assert_eq!(verdict_on_another(text, text), Verdict::Proved, "{text}");
    }
}

/// Programs for positions with another range of depths, and with the y axis turned, do what their settings say.
#[test]
fn ranges_of_depths_are_part_of_proofs() {
    let text = "attribute vec4 p; varying vec2 v; void main() { gl_Position = p; v = p.xy; }";
    let source = Source::new("depths", Stage::Vertex, text);
    for target in ["agal1", "nv2a", "pica200"] {
        let settings = [None, Some(("invert-y", "on")), Some(("clip-depth", "gl"))];
        let compilers = settings.map(|setting| {
            let mut compiler = Compiler::new(find_target(target).unwrap());
            let setting = setting.map(|(name, value): (&str, &str)| (name.into(), value.into()));
            compiler.options.settings.extend(setting);
            compiler
        });
        for (number, compiler) in compilers.iter().enumerate() {
            let program = compiler.compile(&source).result.unwrap();
            for (other, options) in compilers.iter().map(|one| &one.options).enumerate() {
                let shader = compiler.language.lower(&source).result.unwrap();
                let (code, record) = (program.as_binary(), &program.reflection);
                let verdict = prove_with(&shader, compiler.target, code, record, options);
                let place = format!("{target} {number} as {other}: {verdict}");
                assert_eq!(verdict.is_proof(), number == other, "{place}");
                assert!(!matches!(verdict, Verdict::Undecided(_)), "{place}");
            }
        }
    }
}
