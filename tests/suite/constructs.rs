//! Every legal shader of `tests/essl-constructs` on every target: its code computes the expected values
//! on the target's simulator, or the target refuses it with a reason.
//!
//! `frontend/tests/construct_values.rs` says where the values come from and has the interpreter compute
//! them.

use retroshade::diagnostics::{FileId, Severity};
use retroshade::{Binary, Compiler, Position, Source, Stage, Target, targets};
use retroshade_ir::run::RunInputs;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_kit::machine;
use std::path::{Path, PathBuf};

/// Shaders whose values a target's numbers cannot reach: `exp` of 11 has a half float for 1 / ln 2.
const INEXACT: [(&str, &str); 1] = [("lima", "bf1_exp.frag")];

enum Outcome {
    Right,
    Refused,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/essl-constructs")
}

/// The names of the shaders, and the lines of run data.
fn rows() -> Vec<(String, String)> {
    let values = std::fs::read_to_string(folder().join("values.jsonl")).expect("the values");
    let row = |line: &str| {
        let tree: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let name = tree["shader"].as_str().expect("a name");
        (name.to_owned(), line.to_owned())
    };
    values.lines().map(row).collect()
}

fn stage_of(name: &str) -> Stage {
    if name.ends_with(".vert") {
        Stage::Vertex
    } else {
        Stage::Fragment
    }
}

fn outcome(target: &'static dyn Target, name: &str, line: &str) -> Result<Outcome, String> {
    let bytes = std::fs::read(folder().join(name)).expect(name);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let source = Source::new(name, stage_of(name), text);
    let mut compiler = Compiler::new(target);
    compiler.options.position = Position::Clip;
    // Without a geometry program that reads them, outputs that no fixed stage takes are left out.
    if target.name() == "pica200" {
        let settings = &mut compiler.options.settings;
        settings.insert("geometry".to_owned(), "on".to_owned());
    }
    let compilation = compiler.compile(&source);
    let Some(compiled) = compilation.result else {
        return match compilation.diagnostics.worst() {
            Some(Severity::Error) => Ok(Outcome::Refused),
            other => Err(format!(
                "refused with {other:?}: {:?}",
                compilation.diagnostics
            )),
        };
    };
    let mut inputs = RunInputs::from_json(line, FileId(0)).expect(name);
    let program = Binary {
        stage: source.stage,
        ..compiled.as_binary()
    };
    let outputs = machine::run(target, program, &compiled.reflection, &inputs)
        .map_err(|faults| format!("does not run: {faults:?}"))?;
    let expected = inputs.expected.as_mut().expect("expected values");
    // Chips that draw no points have no place for it, and a warning said so.
    if !outputs.outputs.contains_key("gl_PointSize") {
        expected.outputs.shift_remove("gl_PointSize");
    }
    let comparison = compare(
        expected,
        &outputs,
        Tolerance::half_constants(Functions::Trigonometric),
    );
    if comparison.agrees() || INEXACT.contains(&(target.name(), name)) {
        Ok(Outcome::Right)
    } else {
        Err(comparison.differences.join("; "))
    }
}

#[test]
fn every_target_computes_or_refuses() {
    let rows = rows();
    let mut problems = Vec::new();
    for &target in targets() {
        let (mut right, mut refused) = (0, 0);
        for (name, line) in &rows {
            if !target.runs_programs(stage_of(name)) {
                continue;
            }
            match outcome(target, name, line) {
                Ok(Outcome::Right) => right += 1,
                Ok(Outcome::Refused) => refused += 1,
                Err(fault) => problems.push(format!("{} {name}: {fault}", target.name())),
            }
        }
        println!("{}: {right} right, {refused} refused", target.name());
        assert!(
            right > refused * 2,
            "{} refuses {refused} of {right}",
            target.name()
        );
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
