//! Rules that no recorded program breaks: in conditionals, of portable programs, and of pairs.

use retroshade_agal::container::{RawProgram, read_raw, write};
use retroshade_agal::isa::Version::{self, V1, V2};
use retroshade_agal::rules::{Rule, Rules, check, check_outputs, check_pair};
use retroshade_agal::text::assemble;
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
    (Vertex, V1, "m44 op, va0.yzwx, vc0", &[]),
    (Fragment, V2, "mov oc, v0\nmov oc1, v0", &[]),
    (Fragment, V2, "mov oc, v0\nmov oc2, v0", &["the colours written are not consecutive from `oc` on (rule 3775)"]),
    (Fragment, V2, "mov od.x, v0.x\nmov oc, v0", &[]),
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

#[test]
fn matrices_of_varyings_read_all_their_rows() {
    let vertex = |varyings: &[u16]| {
        let writes: String = varyings
            .iter()
            .map(|n| format!("\nmov v{n}, va0"))
            .collect();
        raw(Vertex, V1, &format!("mov op, va0{writes}"))
    };
    let reader = raw(Fragment, V1, "m44 ft0, v4, v0\nmov oc, ft0");
    assert_eq!(check_pair(&vertex(&[0, 1, 2, 3, 4]), &reader), []);
    let missing = check_pair(&vertex(&[0, 2, 4]), &reader);
    let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
    assert_eq!(
        missing,
        [1, 3].map(|n| format!(
            "`v{n}.xyzw` is read, but not written by the vertex program (rule 3632)"
        ))
    );
}

#[test]
fn conditionals_are_nested_four_deep() {
    let broken = |depth: usize| {
        let open = "ifg v0.x, v0.y\n".repeat(depth);
        let close = "eif\n".repeat(depth);
        let source = format!("{open}mov ft0, v0\n{close}mov oc, v0");
        let found = check(&raw(Fragment, V2, &source), Rules::Runtime);
        found
            .iter()
            .any(|violation| violation.rule == Rule::Runtime(3624))
    };
    assert_eq!([4, 5].map(broken), [false, true]);
}

/// A word of a token, the bits of it that are cleared, and those that are set.
type Change = (usize, u32, u32);

/// The rules that the first token breaks after a change.
fn after_change(stage: Stage, source: &str, (word, clear, set): Change) -> Vec<u16> {
    let mut program = raw(stage, V2, source);
    let changed = &mut program.tokens[0].words[word];
    *changed = *changed & !clear | set;
    let found = check(&program, Rules::Runtime).into_iter();
    let of_first = found.filter(|violation| violation.token == Some(0));
    of_first
        .map(|violation| match violation.rule {
            Rule::Runtime(number) => number,
            other => panic!("{other}"),
        })
        .collect()
}

#[test]
fn registers_stand_where_they_can_be_read_and_written() {
    const MOVE: &str = "mov ft0, v0\nmov oc, v0";
    const VERTEX: &str = "mov vt0, va0\nmov op, va0";
    const LOOKUP: &str = "tex ft0, v0, fs0 <2d>\nmov oc, v0";
    // Of a destination the file is in bits 24 to 27, of a source it is in the lowest bits of the second word.
    let to = |file: u32| (1, 0xf << 24, file << 24);
    let from = |file: u32| (3, 0xf, file);
    #[rustfmt::skip] // A row is a line.
    let rows: &[(Stage, &str, Change, &[u16])] = &[
        (Fragment, MOVE, (0, !0, 0x2e), &[3726]),
        (Fragment, MOVE, (0, !0, 0x2f), &[3620]),
        (Fragment, MOVE, from(0), &[3645]),
        (Fragment, MOVE, from(3), &[3646]),
        (Fragment, MOVE, from(6), &[3646]),
        (Fragment, MOVE, from(5), &[3638]),
        (Fragment, MOVE, from(9), &[3655]),
        (Fragment, MOVE, (3, 0, 1 << 4), &[3654]),
        (Vertex, VERTEX, from(4), &[3644]),
        (Fragment, MOVE, to(0), &[3651]),
        (Fragment, MOVE, to(1), &[3652]),
        (Fragment, MOVE, to(4), &[3650]),
        (Fragment, MOVE, to(5), &[3649]),
        (Fragment, MOVE, to(9), &[3655]),
        (Fragment, MOVE, (1, 0, 1 << 28), &[3654]),
        (Vertex, VERTEX, to(6), &[3750]),
        (Fragment, LOOKUP, (5, 0xf, 4), &[3693]),
        (Fragment, LOOKUP, (5, 0, 1 << 4), &[3693]),
        (Fragment, LOOKUP, (5, 0, 1 << 15), &[3664]),
        (Fragment, LOOKUP, (5, 0, 1 << 19), &[3668]),
        (Fragment, LOOKUP, (5, 0xf << 12, 1 << 12 | 1 << 20), &[3662]),
    ];
    let mut wrong = String::new();
    for (stage, source, change, rules) in rows {
        let found = after_change(*stage, source, *change);
        if found != *rules {
            wrong += &format!("{source:?} {change:x?}: {found:?}, not {rules:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
