//! Sources that mean harm: nothing may panic, overflow the stack or take long.
//!
//! The tests are meant to be run unoptimised: that is when stacks are used most.

use crate::text;

use retroshade_frontend::preprocess::Options;
use retroshade_ir::deep::{guarded, guarded_here, limit};
use retroshade_ir::random::Random;
use std::time::{Duration, Instant};
use text::{Files, Run};

/// The stack that suffices, unoptimised, for whatever a source may hold; a quarter of what threads have.
const STACK: usize = 512 << 10;

/// Preprocesses, parses and writes out a source on a small stack; gives the codes of the errors that a
/// user would see.
fn survive(text: &str) -> Vec<&'static str> {
    on_small_stack(|| survive_here(text))
}

fn on_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let handle = thread.spawn_scoped(scope, work).expect("a thread");
        handle
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn survive_here(text: &str) -> Vec<&'static str> {
    let mut files = Files::new(&[
        ("self.h", "#include \"self.h\"\n#include \"self.h\"\n"),
        ("a.h", "#if A\nfloat f(\n"),
    ]);
    let start = Instant::now();
    let mut run = Run::with(text, &Options::default(), &mut files);
    let errors = run.errors();
    run.parse_result();
    let elapsed = start.elapsed();
    assert!(
        elapsed < Duration::from_secs(30),
        "{elapsed:?}: {text:.100}"
    );
    if run.result.unusable {
        return errors;
    }
    assert!(run.written().len() < 16 << 20);
    run.errors()
}

#[test]
fn nesting_ends_in_an_error() {
    let many = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(10_000), close.repeat(10_000))
    };
    let in_body = |text: String| format!("void f() {{ {text} }}");
    for text in [
        format!("float a = {};", many("(", "1.0", ")")),
        format!("float a = {};", many("f(", "1.0", ")")),
        format!("float a = {};", many("a[", "1", "]")),
        format!("float a = {};", many("- ", "1.0", "")),
        format!("float a = {};", many("b ? ", "1.0", " : 2.0")),
        format!("float a = {};", many("b ? 1.0 : ", "1.0", "")),
        format!("float a = {};", many("1.0 + (", "1.0", ")")),
        format!("float a = {};", many("(a * b + c.x[1] < ", "1.0", ")")),
        format!("float a = b{};", many("", "", ".xyz")),
        format!("float a = b{};", many("", "", "[0]")),
        format!("float a = b{};", many("", "", "++")),
        many("struct S { ", "float a;", "} b;"),
        in_body(many("{ ", "", " }")),
        in_body(many("a = ", "b", "") + ";"),
        in_body(many("if (a) ", ";", "")),
        in_body(many("if (a) ; else ", ";", "")),
        in_body(many("for (;;) ", ";", "")),
        in_body(many("while (a) ", ";", "")),
        in_body(many("do ", ";", " while (a);")),
        in_body(many("if (a) { ", ";", " }")),
    ] {
        assert_eq!(survive(&text), ["E0183"], "{text:.60}");
    }
    let arrays = format!(
        "#version 300 es\nvoid f() {{ a = {}",
        many("float[", "1", "](1.0)")
    );
    assert_eq!(survive(&arrays), ["E0183"]);
    let switches = format!(
        "#version 300 es\nvoid f() {{ {} }}",
        many("switch (a) { case 1: ", "", "}")
    );
    assert_eq!(survive(&switches), ["E0183"]);
    assert_eq!(
        survive(&format!("#if {}\n#endif\n", many("(", "1", ")"))),
        ["E0216"]
    );
    assert_eq!(
        survive(&format!("#if {}\n#endif\n", many("!", "1", ""))),
        ["E0216"]
    );
}

#[test]
fn the_limits_themselves_are_fine() {
    let held = || {
        let nesting = limit(250) as usize - 4;
        let parentheses = ["(".repeat(nesting), "1.0".into(), ")".repeat(nesting)].concat();
        assert!(survive_here(&format!("float a = {parentheses};")).is_empty());
        let blocks = ["{".repeat(nesting), "}".repeat(nesting)].concat();
        assert!(survive_here(&format!("void f() {blocks}")).is_empty());
        let chain = "1.0 * 2.0 + ".repeat(limit(1990) as usize);
        assert!(survive_here(&format!("float a = {chain}1.0;")).is_empty());
    };
    assert_eq!(guarded(held), Ok(()));
    assert_eq!(on_small_stack(|| guarded_here(held)), Ok(()));
    assert!(survive(&format!("void f() {{ {} }}", "a;".repeat(19_990))).is_empty());
    assert!(survive(&"float a;\n".repeat(100_000)).is_empty());
    let ifs = "#if 1\n".repeat(50_000) + &"#endif\n".repeat(50_000);
    assert!(survive(&ifs).is_empty());
}

#[test]
fn macros_cannot_explode() {
    let doubling: String = (1..64)
        .map(|n| format!("#define A{n} A{0} A{0}\n", n - 1))
        .collect();
    assert_eq!(survive(&format!("{doubling}A63")), ["E0226"]);
    assert_eq!(survive(&format!("#define A0\n{doubling}A63")), ["E0224"]);
    assert_eq!(
        survive(&format!("#define A0\n{doubling}#if A63\n#endif")).first(),
        Some(&"E0224")
    );
    let calls: String = (1..64)
        .map(|n| format!("#define F{n}(x) F{0}(x x)\n", n - 1))
        .collect();
    let errors = survive(&format!("#define F0(x) x\n{calls}F63(1)"));
    assert!(["E0224", "E0228"].contains(&errors[0]), "{errors:?}");
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(5000), ")".repeat(5000));
    assert_eq!(survive(&nested), ["E0228"]);
    let chain: String = (1..9000)
        .map(|n| format!("#define A{n} A{}\n", n - 1))
        .collect();
    assert!(survive(&format!("{chain}float A8999;")).is_empty());
    assert_eq!(
        survive(&format!("#define F(x) x\nF({}", "(,".repeat(100_000))),
        ["E0214"]
    );
}

#[test]
fn includes_cannot_go_round_for_ever() {
    assert_eq!(survive("#include \"self.h\"\n"), ["E0223"]);
    assert_eq!(survive(&"#include \"a.h\"\n".repeat(30)).len(), 60);
}

#[test]
fn long_things() {
    assert_eq!(survive(&"a".repeat(200_000)).first(), Some(&"E0227"));
    assert!(survive(&format!("float a = {}.0;", "1".repeat(100_000))).is_empty());
    assert_eq!(
        survive(&format!("int a = {};", "1".repeat(100_000))),
        ["E0205"]
    );
    assert!(survive(&"\\\n".repeat(100_000)).is_empty());
    assert!(survive(&"/**/".repeat(60_000)).is_empty());
    assert_eq!(survive(&"/*".repeat(100_000)), ["E0202"]);
    assert!(survive(&"é".repeat(100_000)).len() <= 1);
    assert!(survive(&"$".repeat(100_000)).len() <= 500);
    assert!(survive(&"#".repeat(200_000)).len() <= 1);
    assert!(survive(&"#\n".repeat(100_000)).is_empty());
    assert!(survive(&"}".repeat(50_000)).len() <= 100);
    assert!(survive(&"( ".repeat(50_000)).len() <= 100);
    assert!(survive(&"float[".repeat(100_000)).len() <= 100);
    assert!(
        survive(&format!(
            "#version 300 es\nvoid f() {{ {}",
            "float[".repeat(60_000)
        ))
        .len()
            <= 100
    );
    assert!(survive(&"if ".repeat(50_000)).len() <= 100);
    assert!(survive(&"struct ".repeat(50_000)).len() <= 100);
}

/// Sources that each test mutates.
const ROUNDS: usize = 2400;

const SEEDS: [&str; 4] = [
    "#version 300 es\n#define F(x, y) ((x) + y)\nprecision highp float;\nlayout(location = 0) in vec4 a;\nuniform B { mat4 m; float q[3]; } b;\nout vec4 c;\nvoid main() { switch (1) { case 1: c = F(a, b.m[0]); default: break; } for (int i = 0; i < 3; i++) c += float[2](1.0, 2.0)[i]; }\n",
    "#ifdef GL_ES\nprecision mediump float;\n#endif\n#define N 4\n#if defined(N) && N > 2 || X\nuniform sampler2D s[N];\n#else\n#error no\n#endif\nvarying vec2 v;\nstruct S { vec3 p; lowp float f[2]; } t;\nfloat g(const in float x, out S y) { y.p = vec3(x, .5, 1e-3); return x < 0.0 ? -x : +x; }\nvoid main() { S u; gl_FragColor = texture2D(s[0], v.yx) * g(v.x, u); if (u.p.x == 1.0) discard; else { while (true) break; } }\n",
    "// comment é\n/* more */ #extension GL_OES_standard_derivatives : enable\n#pragma STDGL invariant(all)\n#line 30 \"x\"\nattribute vec4 p; invariant varying vec4 q;\nvoid main(void) { int i = 0x1F + 017; do { i++, i--; } while (i != 3 && !(i >= 4 ^^ true)); q = p; gl_Position = p * float(__LINE__); return; }\n",
    "#include \"a.h\"\n#define A B \\\n C\n#undef A\n#define STR(x) x\nSTR(STR)(STR(1, 2)) #endif\n float[] a = { 1.0, \"s\" }; ` $ @ 1.0.0 0x 09 1u .5f\n",
];

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "#",
    "\n",
    "/*",
    "*/",
    "\\\n",
    "\"",
    "#define A A(A) ",
    "#if ",
    "#endif\n",
    "float ",
    "struct S {",
    "é",
    "\u{0}",
    "F(",
    "1e99",
    "if (",
];

/// Sources with a few changes: bytes removed, repeated, replaced, pieces put in.
/// An index below a limit.
fn below(random: &mut Random, limit: usize) -> usize {
    random.below(limit as u64) as usize
}

fn mutate(random: &mut Random, seed: &str) -> String {
    let mut bytes = seed.as_bytes().to_vec();
    for _ in 0..1 + below(random, 6) {
        let at = below(random, bytes.len() + 1);
        let end = (at + below(random, 20)).min(bytes.len());
        match below(random, 5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let copy = bytes[at..end].to_vec();
                let to = below(random, bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = below(random, 128) as u8;
                }
            }
            _ => {
                let piece = PIECES[below(random, PIECES.len())];
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_sources_do_no_harm() {
    on_small_stack(|| {
        let mut random = Random::new(20_240_229);
        for round in 0..ROUNDS {
            survive_here(&mutate(&mut random, SEEDS[round % SEEDS.len()]));
        }
    });
}

#[test]
fn garbage_does_no_harm() {
    on_small_stack(|| {
        let mut random = Random::new(7);
        for _ in 0..ROUNDS / 8 {
            let length = below(&mut random, 400);
            let bytes: Vec<u8> = (0..length).map(|_| below(&mut random, 256) as u8).collect();
            survive_here(&String::from_utf8_lossy(&bytes));
            let pieces = (0..length / 4).map(|_| PIECES[below(&mut random, PIECES.len())]);
            survive_here(&pieces.collect::<String>());
        }
    });
}

#[test]
fn what_is_written_reads_back() {
    let mut random = Random::new(99);
    let mut compared = 0;
    for round in 0..ROUNDS / 2 {
        let text = mutate(&mut random, SEEDS[round % SEEDS.len()]);
        let run = Run::with(
            &text,
            &Options::default(),
            &mut Files::new(&[("a.h", "float h;\n")]),
        );
        if !run.errors().is_empty() {
            continue;
        }
        let written = run.written();
        let again = Run::new(&written);
        assert!(
            again.errors().is_empty(),
            "{text}\n----\n{written}\n{:?}",
            again.messages()
        );
        assert_eq!(again.tokens(), run.tokens(), "{text}\n----\n{written}");
        compared += 1;
    }
    assert!(
        compared > ROUNDS / 20,
        "only {compared} sources are free of errors"
    );
}
