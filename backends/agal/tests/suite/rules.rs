//! Rules that no recorded program breaks: in conditionals, of portable programs, and of pairs.

use retroshade_agal::container::{RawProgram, read_raw, write};
use retroshade_agal::isa::Version::{self, V1, V2};
use retroshade_agal::text::assemble;
use retroshade_agal::verify::{Rules, check, check_outputs, check_pair};
use retroshade_diagnostics::FileId;
use retroshade_ir::Stage::{self, Fragment, Vertex};

fn raw(stage: Stage, version: Version, source: &str) -> RawProgram {
    let assembly = assemble(FileId(0), source, stage, version)
        .unwrap_or_else(|errors| panic!("{source}: {errors:#?}"));
    read_raw(&write(&assembly.program).unwrap()).unwrap()
}

/// Programs and the rules they break, with tokens from 1.
#[rustfmt::skip] // A row is a line.
const RULES: &[(Stage, Version, &str, &[&str])] = &[
    (Fragment, V2, "mov oc, v0", &[]),
    (Fragment, V2, "ifg v0.x, fc0.x\nddx ft0, v0\neif\nmov oc, v0", &["token 2: a derivative may not stand in a conditional (rule 3742)"]),
    (Fragment, V2, "ifg v0.x, fc0.x\ntex ft0, v0, fs0 <2d>\neif\nmov oc, v0", &[]),
    (Fragment, V2, "ife v0.x, v0.x\nmov ft0, v0\neif\nmov oc, v0", &["token 1: a value is compared with itself (rule 3758)"]),
    (Fragment, V2, "ife v0.x, v0.y\nmov ft0, v0\nels\nmov ft0, v0\nels\nmov ft0, v0\neif\nmov oc, v0", &["token 5: a conditional has two `els` (rule 3752)"]),
    (Fragment, V2, "ife v0.x, v0.y\nmov oc, v0\neif\nmov oc, v0", &["token 2: outputs are not written in a conditional (rule 3751)", "token 4: a colour is written once (rule 3744)"]),
    (Fragment, V2, "mov oc, v0\nmov oc, v0", &["token 2: a colour is written once (rule 3744)"]),
    (Fragment, V1, "mov oc, v0\nmov oc, v0", &["token 2: a colour is written more than once (rule P6)"]),
    (Vertex, V2, "mov op, va0\nifg va0.x, vc0.x\nmov v0, va0\neif", &["token 3: a varying is written in a conditional (rule P5)"]),
    (Vertex, V1, "mov vt0, va0\nmov vt1, va0\nmov vt2, va0\nmov vt3, va0\nm44 op, va0, vt0", &[]),
    (Vertex, V1, "mov vt0, va0\nmov vt1, va0\nmov vt3, va0\nm44 op, va0, vt0", &["token 4: the matrix row `vt2` was not written (rule P7)"]),
    (Vertex, V1, "mov vt0, va0\nmov vt2, va0\nm33 vt1.xyz, va0, vt0\nmov op, va0", &[]),
];

#[test]
fn rules_of_programs_are_told() {
    let mut wrong = String::new();
    for (stage, version, source, known) in RULES {
        let found = check(&raw(*stage, *version, source), Rules::Portable);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        if found != *known {
            wrong += &format!("{source}\n  {found:#?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn pairs_have_to_agree() {
    let vertex = |source| raw(Stage::Vertex, Version::V1, source);
    let fragment = |source| raw(Stage::Fragment, Version::V1, source);
    let whole = vertex("mov op, va0\nmov v0, va1");
    let half = vertex("mov op, va0\nmov v0.xy, va1");
    let reader = fragment("mov oc, v0");
    let second = raw(Stage::Fragment, Version::V2, "mov oc, v0");
    let cases = [
        (&whole, &reader, vec![]),
        (
            &half,
            &reader,
            vec!["`v0.zw` is read, but not written by the vertex program (rule 3632)"],
        ),
        (
            &whole,
            &second,
            vec!["the programs have different versions (rule 3757)"],
        ),
    ];
    for (vertex, fragment, known) in cases {
        let found: Vec<String> = check_pair(vertex, fragment)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, known);
    }
    let turned: Vec<String> = check_pair(&reader, &whole)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        turned[..2],
        [
            "the vertex program is for another stage (rule 3631)",
            "the fragment program is for another stage (rule 3630)"
        ]
    );
}

#[test]
fn outputs_are_written_in_full() {
    let messages = |stage, source| {
        let found = check_outputs(&raw(stage, Version::V1, source));
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(messages(Stage::Vertex, "mov op, va0\nmov v0, va1"), [""; 0]);
    assert_eq!(
        messages(Stage::Vertex, "mov op.xyz, va0"),
        ["the position `op` is not written in full (rule 3635)"]
    );
    assert_eq!(
        messages(Stage::Fragment, "mov oc.x, v0.x"),
        ["the colour `oc` is not written in full (rule 3634)"]
    );
    let partial = messages(Stage::Vertex, "mov op, va0\nmov v1.xy, va1");
    assert_eq!(
        partial,
        ["of the varying `v1` only xy is written (rule 3633)"]
    );
}
