//! Proofs of pairs rest on one record: lanes that are read, names apart from registers, what was made of the position.

use crate::harness::{TARGETS, check, done, linker, run};
use retroshade::link::{PairRecord, Terms};
use retroshade::proof::Verdict;
use retroshade::{Compiler, Position, Source, Stage, find_target};
use retroshade_kit::reflect::Reflection;
use std::fs;

/// Pairs of which the fragment shader reads a part, or whose names look like registers.
const PAIRS: &[(&str, &str, &str)] = &[
    (
        "part of a vector",
        "attribute vec4 p; varying vec3 c; varying float b; void main() { gl_Position = p; c = p.yzw; b = p.z; }",
        "precision highp float; varying vec3 c; varying float b; void main() { gl_FragColor = vec4(c.zy, b, 1.0); }",
    ),
    (
        "element of an array",
        "attribute vec4 p; varying vec2 m[2]; varying vec2 n; void main() { gl_Position = p; m[0] = p.xy; m[1] = p.zw; n = p.yz; }",
        "precision highp float; varying vec2 m[2]; varying vec2 n; void main() { gl_FragColor = vec4(m[1], n); }",
    ),
    (
        "parts of elements",
        "attribute vec4 p; varying vec3 m[3]; varying float n; void main() { gl_Position = p; m[0] = p.xyz; m[1] = p.wzy; m[2] = p.xxw; n = p.y; }",
        "precision highp float; varying vec3 m[3]; varying float n; void main() { gl_FragColor = vec4(m[2].z, m[0].xz, n); }",
    ),
    (
        "column of a matrix",
        "attribute vec4 p; varying mat4 m; void main() { gl_Position = p; m = mat4(p, p.yzwx, p.zwxy, p.wxyz); }",
        "precision highp float; varying mat4 m; void main() { gl_FragColor = m[2]; }",
    ),
    (
        "names of registers",
        "attribute vec4 p; varying float v0; varying vec3 v1; varying vec4 v2; void main() { gl_Position = p; v0 = p.w; v1 = p.zyx; v2 = p; }",
        "precision highp float; varying float v0; varying vec3 v1; varying vec4 v2; uniform vec4 u; void main() { gl_FragColor = v2 + v0 * u + v1.xyzx; }",
    ),
    (
        "the window alone",
        "attribute vec4 p; void main() { gl_Position = p; }",
        "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy, 0.0, 1.0); }",
    ),
    (
        "the window and a varying called v0",
        "attribute vec4 p; varying vec4 v0; void main() { gl_Position = p; v0 = p.yzwx; }",
        "precision highp float; varying vec4 v0; void main() { gl_FragColor = vec4(gl_FragCoord.xy, v0.yw); }",
    ),
];

fn sources(vertex: &str, fragment: &str) -> [Source; 2] {
    [
        Source::new("a.vert", Stage::Vertex, vertex),
        Source::new("b.frag", Stage::Fragment, fragment),
    ]
}

#[test]
fn right_pairs_are_proved() {
    for (what, vertex, fragment) in PAIRS {
        let [vertex, fragment] = sources(vertex, fragment);
        check(&vertex, &fragment);
        for target in TARGETS {
            for position in [Position::Clip, Position::Native] {
                let mut linker = linker(target);
                linker.compiler.options.position = position;
                let pair = done(linker.link(&vertex, &fragment));
                let verdicts = linker.prove(&vertex, &fragment, &pair).unwrap();
                assert_eq!(
                    verdicts,
                    [Verdict::Proved, Verdict::Proved],
                    "{target}: {what}"
                );
            }
        }
    }
}

/// A program of another pair has what the record names elsewhere, or not at all.
#[test]
fn programs_of_other_pairs_are_refused() {
    let [vertex, fragment] = sources(PAIRS[0].1, PAIRS[0].2);
    let others = [
        // Red and green change places, a lane that was not handed on is read, the fog is another number.
        ("vec4(c.yz, b, 1.0)", None),
        ("vec4(c.zx, b, 1.0)", None),
        ("vec4(c.zy, b, 1.0)", Some(("b = p.z", "b = p.x"))),
    ];
    for target in TARGETS {
        let linker = linker(target);
        let pair = done(linker.link(&vertex, &fragment));
        for (color, change) in others {
            let text = PAIRS[0].2.replace("vec4(c.zy, b, 1.0)", color);
            let (from, to) = change.unwrap_or_default();
            let [first, second] = sources(&PAIRS[0].1.replacen(from, to, 1), &text);
            let other = done(linker.link(&first, &second));
            let mut mixed = pair.clone();
            match change {
                Some(_) => mixed.vertex.binary = other.vertex.binary,
                None => mixed.fragment.binary = other.fragment.binary,
            }
            let verdicts = linker.prove(&vertex, &fragment, &mixed).unwrap();
            assert!(!verdicts.iter().all(Verdict::is_proof), "{target}: {color}");
        }
    }
}

/// The position that `gl_FragCoord` comes from is the vertex shader's, whatever is made of `gl_Position`.
#[test]
fn the_window_comes_from_the_position() {
    let (_, vertex, fragment) = PAIRS[5];
    let [vertex, fragment] = sources(vertex, fragment);
    let other = Source::new(
        "a.vert",
        Stage::Vertex,
        "attribute vec4 p; void main() { gl_Position = p.yxzw; }",
    );
    let linker = linker("agal1");
    let pair = done(linker.link(&vertex, &fragment));
    let wrong = "mov op, va0\nmov v7, va0.yxzw\n";
    assert_eq!(pair.vertex.assembly, "mov op, va0\nmov v7, va0\n");
    let target = find_target("agal1").unwrap();
    let mut assembled = pair.clone();
    let file = retroshade::diagnostics::FileId(0);
    let program = target.assemble(file, wrong, Some(Stage::Vertex), &Default::default());
    assembled.vertex.binary = program.unwrap().binary;
    let [first, _] = linker.prove(&vertex, &fragment, &assembled).unwrap();
    assert!(
        matches!(first, Verdict::Different(_) | Verdict::Undecided(_)),
        "{first}"
    );
    let [first, _] = linker.prove(&other, &fragment, &pair).unwrap();
    assert!(!first.is_proof(), "{first}");
}

#[test]
fn the_record_tells_which_components_are_there() {
    let (_, vertex, fragment) = PAIRS[2];
    let [vertex, fragment] = sources(vertex, fragment);
    let linker = linker("agal1");
    let pair = done(linker.link(&vertex, &fragment));
    let json = pair.to_json();
    let read = PairRecord::from_json(&json).unwrap();
    let half = |stage| read.program(stage, Terms::Varyings).unwrap();
    let live = |record: &Reflection, name: &str| {
        let mut all = record.inputs.iter().chain(&record.outputs);
        all.find(|one| one.name == name).unwrap().live.clone()
    };
    let wanted = Some(["xz", "", "z"].map(str::to_owned).to_vec());
    for stage in [Stage::Vertex, Stage::Fragment] {
        assert_eq!(live(&half(stage), "m"), wanted);
        assert_eq!(live(&half(stage), "n"), None);
    }
    assert_eq!(half(Stage::Vertex), pair.vertex.reflection);
    assert_eq!(half(Stage::Fragment), pair.fragment.reflection);
    assert!(PairRecord::from_json(&pair.vertex.reflection.to_json()).is_none());
}

/// What was asked of the position stands in the record, so that nobody need say it again.
#[test]
fn the_record_holds_what_was_made_of_the_position() {
    let (_, vertex, fragment) = PAIRS[4];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.vert"), vertex).unwrap();
    fs::write(folder.path().join("a.frag"), fragment).unwrap();
    let run = |arguments: &str| run(folder.path(), arguments);
    for (target, flags) in [
        ("agal1", "--invert-y"),
        ("agal1", "--clip-depth gl"),
        ("agal2", "--invert-y --clip-depth gl"),
        ("lima", "--position clip --invert-y"),
        ("lima", "--position native"),
    ] {
        let link =
            format!("link -w --target {target} {flags} -S a.vert a.frag -o p --reflect p.json");
        assert_eq!(run(&link), (0, String::new()), "{target} {flags}");
        for stage in ["vert", "frag"] {
            let program = format!("p.{stage}.{target}.s");
            let verify =
                format!("verify --target {target} --against a.{stage} --reflect p.json {program}");
            let (status, said) = run(&verify);
            assert_eq!(
                (status, said.trim()),
                (0, &*format!("{program}: proved")),
                "{flags}"
            );
        }
        // Options go before the record.
        let other = if flags.contains("clip") {
            "native"
        } else {
            "clip"
        };
        let single = format!("-w --target {target} {flags} -S -o s.vert.s --reflect s.json a.vert");
        assert_eq!(run(&single).0, 0);
        let verify = format!("verify --target {target} --against a.vert --reflect s.json s.vert.s");
        assert_eq!(
            run(&verify),
            (0, "s.vert.s: proved\n".to_owned()),
            "{flags}"
        );
        if target == "lima" {
            let wrong = format!("{verify} --position {other}");
            assert_eq!(run(&wrong).0, 1, "{flags}");
        }
    }
    let (status, said) = run("verify --target agal1 --against a.vert --reflect s.json s.vert.s");
    assert_eq!(status, 2, "{said}");
    fs::rename(
        folder.path().join("p.vert.lima.s"),
        folder.path().join("some.s"),
    )
    .unwrap();
    let (status, said) = run("run --target lima -x asm --reflect p.json --set p=1 some.s");
    assert_eq!(status, 1);
    assert!(said.contains("`p.json` is the record of a pair"), "{said}");
}

/// A fixed stage's registers have names of their own in its record; proofs are in terms of varyings.
#[test]
fn combiners_are_verified_in_terms_of_varyings() {
    let [vertex, fragment] = sources(
        "attribute vec4 p; attribute vec2 t; varying vec4 color; varying vec2 vUv; void main() { gl_Position = p; color = p; vUv = t; }",
        "precision mediump float; varying vec4 color; varying vec2 vUv; uniform sampler2D s; uniform vec2 move;\n\
         void main() { gl_FragColor = texture2D(s, vUv + move) * color; }",
    );
    for target in ["pica200", "nv2a"] {
        let linker = linker(target);
        let pair = done(linker.link(&vertex, &fragment));
        let read = PairRecord::from_json(&pair.to_json()).unwrap();
        let registers = read.program(Stage::Fragment, Terms::Registers).unwrap();
        assert_eq!(registers, pair.fragment.reflection);
        let record = read.program(Stage::Fragment, Terms::Varyings).unwrap();
        let subject = retroshade::Subject {
            name: "b".to_owned(),
            contents: retroshade::Contents::Bytes(pair.fragment.binary.clone()),
            stage: Some(Stage::Fragment),
            side_files: Default::default(),
        };
        let mut compiler: Compiler = linker.compiler.clone();
        compiler.options.container = None;
        let verdict = done(compiler.prove_subject(&fragment, &subject, &record));
        assert_eq!(verdict, Verdict::Proved, "{target}");
        assert_eq!(
            linker.prove(&vertex, &fragment, &pair).unwrap(),
            [Verdict::Proved, Verdict::Proved],
            "{target}"
        );
    }
}
