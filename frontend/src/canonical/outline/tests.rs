//! Pieces compute what the whole does.

use super::*;
use crate::canonical::print_in;
use crate::compile::lower_canonical;
use crate::preprocess::{NoIncludes, Options};
use crate::request::{Request, checked};
use retroshade_diagnostics::{FileId, SourceFile, SourceMap};
use retroshade_ir::run::RunInputs;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::{Stage, eval};
use std::path::Path;

const TINY: Pieces = Pieces { whole: 2, piece: 2 };

fn program(name: &str, text: &str) -> Program {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(name, text));
    let mut diagnostics = Default::default();
    let mut request = Request {
        sources: &mut sources,
        file,
        stage: Some(if name.ends_with(".vert") {
            Stage::Vertex
        } else {
            Stage::Fragment
        }),
        options: &Options::default(),
        includer: &mut NoIncludes,
        diagnostics: &mut diagnostics,
        includes: &mut Vec::new(),
    };
    checked(&mut request).unwrap_or_else(|| panic!("{name}: {diagnostics:?}"))
}

#[test]
fn pieces_compute_what_the_whole_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/essl-constructs");
    let values = std::fs::read_to_string(folder.join("values.jsonl")).unwrap();
    let mut divided = 0;
    for line in values.lines() {
        let tree: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = tree["shader"].as_str().unwrap();
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let program = program(name, &String::from_utf8_lossy(&bytes));
        divided += usize::from(outlined(&program, TINY).is_some());
        let canonical = print_in(&program, TINY);
        let shader = lower_canonical(&canonical, &program, name)
            .unwrap_or_else(|fault| panic!("{name}: {fault:?}\n{}", canonical.text));
        let inputs = RunInputs::from_json(line, FileId(0)).unwrap();
        let outputs = eval::run(&shader, &inputs).unwrap();
        let expected = inputs.expected.as_ref().unwrap();
        let found = compare(
            expected,
            &outputs,
            Tolerance::float32(Functions::Trigonometric),
        );
        assert!(
            found.agrees(),
            "{name}: {:?}\n{}",
            found.differences,
            canonical.text
        );
    }
    assert!(divided > 100, "{divided} shaders were divided");
}

#[test]
fn what_is_shared_is_a_parameter() {
    let text = "precision highp float; uniform float u;
        void main() {
            float a = u; float own = a * 2.0; a += own;
            for (int i = 0; i < 3; i++) { float b = a; b += float(i); if (b > 9.0) break; a += b; }
            if (a > 100.0) return;
            gl_FragColor = vec4(a);
        }";
    let program = program("a.frag", text);
    let divided = outlined(&program, TINY).unwrap();
    let made = &divided.functions[program.functions.len()..];
    let first = &made[0];
    let names: Vec<&str> = first.locals.iter().map(|local| &*local.name).collect();
    assert_eq!(
        (names, &*first.parameters),
        (vec!["a", "own"], &[Direction::InOut; 2][..])
    );
    assert!(
        made.iter()
            .all(|piece| !piece.body.iter().any(|row| leaves(row, Staying::NONE)))
    );
    assert_eq!(divided.order.len(), program.order.len() + made.len());
}

#[test]
fn long_functions_take_time_in_proportion() {
    let body = "x = x * 1.5 + u;\n".repeat(19_000);
    let text = format!(
        "precision highp float; uniform float u; void main() {{ float x = u; {body} gl_FragColor = vec4(x); }}"
    );
    let program = program("a.frag", &text);
    let canonical = print_in(&program, Pieces::USUAL);
    let longest = canonical
        .text
        .split("\n}")
        .map(|part| part.matches(';').count())
        .max();
    assert!(longest.is_some_and(|longest| longest < 1000), "{longest:?}");
    assert!(lower_canonical(&canonical, &program, "a").is_ok());
}
