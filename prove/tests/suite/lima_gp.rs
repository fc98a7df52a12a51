//! lima's vertex processor: units that hand results on, registers that answer late, functions in steps, temporaries,
//! addresses and jumps.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;
use retroshade_kit::target::{Options, Position};

fn vertex(body: &str) -> Subject {
    let text = format!(
        "attribute vec4 p, q; uniform vec4 u, k[4]; uniform float n; varying vec4 v;\n\
         void main() {{ gl_Position = p; {body} }}"
    );
    let options = Options {
        position: Position::Clip,
        ..Options::default()
    };
    Subject::with("lima", Stage::Vertex, &text, options).unwrap()
}

/// Hands on p, so that a row says only what it makes of v.
macro_rules! with_position {
    ($program:literal) => {
        concat!(
            "load.a {p}, add.a0 ^r0.x -0, add.a1 ^r0.y -0, mul.m0 ^r0.z 1, mul.m1 ^r0.w 1, store.xy v0 ^a0 ^a1, store.zw v0 ^m0 ^m1\n",
            $program
        )
    };
}

#[rustfmt::skip] // A row is a source and its program.
const UNITS: &[Row] = &[
    (
        "v = vec4(p.x * q.y, p.z + q.w, -p.y * q.x, p.w - q.z);",
        with_position!("load.a {q}, mul.m0 ^r0[-1].x ^r0.y, add.a0 ^r0[-1].z ^r0.w, add.a1 ^r0[-1].w -^r0.z, mul.m1_neg ^r0[-1].y ^r0.x, store.xy v1 ^m0 ^a0, store.zw v1 ^m1 ^a1"),
        &[("mul.m0 ^r0[-1].x ^r0.y", "mul.m0 ^r0[-1].y ^r0.y"), ("add.a0 ^r0[-1].z ^r0.w", "add.a0 ^r0[-1].z -^r0.w"), ("-^r0.z", "^r0.z"),
          ("mul.m1_neg", "mul.m1"), ("^m0 ^a0", "^a0 ^m0"), ("store.zw v1 ^m1 ^a1", "store.zw v1 ^a1 ^m1"), 
          ("store.xy v1 ^m0 ^a0", "store.xy v1 ^m0 _"), ("^r0[-1].x", "^r0.x")],
    ),
    (
        "v = vec4(floor(p.x), sign(p.y), p.x + p.y, p.y * p.y);",
        with_position!("load.a {p}, floor.a0 ^r0.x, floor.a1 ^r0.x, mul.m1 ^r0.y ^r0.y, store.xy v1 ^a0 _, store.zw v1 _ ^m1\nload.a {p}, sign.a0 ^r0.y, store.xy v1 _ ^a0\nload.a {p}, add.a0 ^r0.x ^r0.y, store.zw v1 ^a0 _"),
        &[("floor.a0 ^r0.x, floor.a1", "sign.a0 ^r0.x, sign.a1"), ("sign.a0 ^r0.y", "floor.a0 ^r0.y"), ("floor.a0 ^r0.x", "floor.a0 -^r0.x"), ("mul.m1 ^r0.y ^r0.y", "mul.m1 ^r0.y ^r0.x"), ("sign.a0 ^r0.y", "sign.a0 -^r0.y")],
    ),
    (
        "v = vec4(min(p.x, q.x), max(p.y, q.y), p.z < q.z, p.w >= q.w);",
        with_position!("load.a {q}, min.a0 ^r0[-1].x ^r0.x, store.xy v1 ^a0 _\nload.a {p}\nload.a {q}, max.a0 ^r0[-1].y ^r0.y, store.xy v1 _ ^a0\nload.a {p}\nload.a {q}, lt.a0 ^r0[-1].z ^r0.z, store.zw v1 ^a0 _\nload.a {p}\nload.a {q}, ge.a0 ^r0[-1].w ^r0.w, store.zw v1 _ ^a0"),
        &[("min.a0", "max.a0"), ("max.a0", "min.a0"), ("lt.a0", "ge.a0"), ("ge.a0", "lt.a0"), ("min.a0", "add.a0"), ("ge.a0", "max.a0"), ("lt.a0 ^r0[-1].z ^r0.z", "lt.a0 ^r0.z ^r0[-1].z"), ("min.a0 ^r0[-1].x ^r0.x", "min.a0 ^r0[-1].x -^r0.x")],
    ),
    (
        "v = vec4(p.x < q.x ? q.y : q.z, clamp(p.y, u.x, u.y), u.z, u.w);",
        with_position!("load.a {q}, lt.a0 ^r0[-1].x ^r0.x, mov.p ^r0.z\nload.a {q}, sel.m01 ^p[-1] ^a0[-1] ^r0.y _, store.xy v1 ^m0 _\nload.a {p}, load.u {u}, clamp.p ^r0.y, store.xy v1 _ ^p\nload.u {u}, mov.p ^u.z, mov.c ^u.w, store.zw v1 ^p ^c"),
        &[("sel.m01 ^p[-1] ^a0[-1] ^r0.y", "sel.m01 ^r0.y ^a0[-1] ^p[-1]"), ("^a0[-1]", "^p[-1]"), ("clamp.p", "mov.p"), ("mov.p ^u.z", "mov.p ^u.y"), ("mov.c ^u.w", "mov.c ^u.z"),
          ("^p[-1] ^a0[-1]", "^p[-2] ^a0[-1]"), ("clamp.p ^r0.y", "clamp.p ^r0.x"), ("^p ^c", "^c ^p")],
    ),
    (
        "v = vec4(-p.x, p.y, max(-p.z, p.z), -(p.w * q.w));",
        with_position!("load.a {p}, mul.m0_neg ^r0.x 1, mul.m1 ^r0.y 1, max.a0 -^r0.z ^r0.z, store.xy v1 ^m0 ^m1, store.zw v1 ^a0 _\nload.a {q}, mul.m0_neg ^r0[-1].w ^r0.w, store.zw v1 _ ^m0"),
        &[("mul.m0_neg ^r0.x 1", "mul.m0 ^r0.x 1"), ("mul.m1 ^r0.y 1", "mul.m1_neg ^r0.y 1"), ("max.a0 -^r0.z", "max.a0 ^r0.z"), ("mul.m0_neg ^r0[-1].w", "mul.m0 ^r0[-1].w"), ("_ ^m0", "_ ^m1")],
    ),
    (
        "v = p.yxwz + q;",
        with_position!("load.a {p}, mul.m0 ^r0.y 1, mul.m1 ^r0.x 1, add.a0 ^r0.w -0, mov.p ^r0.z, store.xy $3 ^m0 ^m1, store.zw $3 ^a0 ^p\nnop\nnop\nload.a {q}, load.r1 3, add.a0 ^r1.x ^r0.x, add.a1 ^r1.y ^r0.y, store.xy v1 ^a0 ^a1\nload.a {q}, load.r1 3, add.a0 ^r1.z ^r0.z, add.a1 ^r1.w ^r0.w, store.zw v1 ^a0 ^a1"),
        &[("nop\n", ""), ("load.r1 3", "load.r1 2"), ("store.xy $3", "store.xy $2"), ("^m0 ^m1", "^m1 ^m0"), ("^r1.x ^r0.x", "^r1.y ^r0.x")],
    ),
];

#[test]
fn units() {
    check(vertex, UNITS);
}

#[rustfmt::skip] // A row is a source and its program.
const FUNCTIONS: &[Row] = &[
    (
        "v = vec4(1.0 / p.x, p.yzw);",
        with_position!("load.a {p}, complex2.m0 ^r0.x ^r0.x, rcp.c ^r0.x, mov.p ^r0.y, store.xy v1 _ ^p\nload.a {p}, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x, mov.p ^r0.z, store.zw v1 ^p _\nload.a {p}, mov.p ^r0.w, store.zw v1 _ ^p\nmov.p ^m0[-2], store.xy v1 ^p _"),
        &[("rcp.c", "rsqrt.c"), ("rcp.c", "log2.c"), ("complex2.m0 ^r0.x ^r0.x", "complex2.m0 ^r0.y ^r0.y"), ("complex2.m0 ^r0.x ^r0.x", "complex2.m0 ^r0.x ^r0.y"), ("complex2.m0 ^r0.x ^r0.x", "mul.m0 ^r0.x ^r0.x"),
          ("complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.y"), ("^m0[-2]", "^m0[-1]"),
          ("rcp.c ^r0.x", "rcp.c ^r0.y"), ("complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "complex1.m01 ^c[-1] ^m0[-1] ^r0.x ^r0.x"), ("complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "complex1.m01 ^r0.x ^m0[-1] ^c[-1] ^r0.x"),
          ("complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.x", "complex1.m01 ^c[-1] ^r0.x ^c[-1] ^r0.x"), ("mov.p ^m0[-2], store.xy v1 ^p _", "mov.p ^m0[-1], store.xy v1 ^p _")],
    ),
    (
        "v = vec4(exp2(p.x), p.yzw);",
        with_position!("load.a {p}, preexp2.p ^r0.x\nload.a {p}, complex2.m0 ^p[-1] ^p[-1], exp2.c ^p[-1], mov.p ^r0.y, store.xy v1 _ ^p\ncomplex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^p[-2]\nload.a {p}, mov.p ^r0.z, mov.c ^r0.w, store.zw v1 ^p ^c\nmov.p ^m0[-2], store.xy v1 ^p _"),
        &[("preexp2.p", "mov.p"), ("exp2.c", "rcp.c"), ("preexp2.p ^r0.x", "preexp2.p ^r0.y"), ("exp2.c ^p[-1]", "exp2.c ^r0.x"), ("^c[-1] ^p[-2]", "^c[-1] ^p[-1]")],
    ),
    (
        "v = vec4(log2(p.x * p.x + u.x * u.x), p.yzw);",
        with_position!("load.a {p}, load.u {u}, mul.m0 ^r0.x ^r0.x, mul.m1 ^u.x ^u.x, mov.p ^r0.y, store.xy v1 _ ^p\nadd.a0 ^m0[-1] ^m1[-1]\nload.a {p}, complex2.m0 ^a0[-1] ^a0[-1], log2.c ^a0[-1], mov.p ^r0.z, store.zw v1 ^p _\ncomplex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]\nload.a {p}, mov.p ^r0.w, store.zw v1 _ ^p\npostlog2.p ^m0[-2], store.xy v1 ^p _"),
        &[("postlog2.p", "mov.p"), ("log2.c", "rcp.c"), ("log2.c", "rsqrt.c"), ("mul.m1 ^u.x ^u.x", "mul.m1 ^u.y ^u.y"), ("postlog2.p ^m0[-2]", "postlog2.p ^a0[-2]")],
    ),
    (
        "v = vec4(inversesqrt(p.x * p.x + u.x * u.x), p.yzw);",
        with_position!("load.a {p}, load.u {u}, mul.m0 ^r0.x ^r0.x, mul.m1 ^u.x ^u.x, mov.p ^r0.y, store.xy v1 _ ^p\nadd.a0 ^m0[-1] ^m1[-1]\nload.a {p}, complex2.m0 ^a0[-1] ^a0[-1], rsqrt.c ^a0[-1], mov.p ^r0.z, store.zw v1 ^p _\ncomplex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^a0[-2]\nload.a {p}, mov.p ^r0.w, store.zw v1 _ ^p\nmov.p ^m0[-2], store.xy v1 ^p _"),
        &[("rsqrt.c", "rcp.c"), ("rsqrt.c", "log2.c"), ("mov.p ^m0[-2]", "postlog2.p ^m0[-2]")],
    ),
];

#[test]
fn functions_are_computed_in_steps() {
    check(vertex, FUNCTIONS);
}

/// Loops that the compiler keeps, arrays with computed indices, and jumps.
#[test]
fn control() {
    let rows: &[(&str, &[(&str, &str)])] = &[
        (
            "vec4 c = q; for (int i = 0; i < 8; i++) { if (float(i) >= n) break; c = c * u + p; } v = c;",
            &[
                ("ge.a0", "lt.a0"),
                ("^u.x ^r", "^u.y ^r"),
                ("load.a 0, load.r1 1", "load.a 1, load.r1 1"),
            ],
        ),
        ("v = k[int(abs(q.x))];", &[("+A1", ""), ("^u.z", "^u.y")]),
    ];
    let mut wrong = String::new();
    for (body, faults) in rows {
        let subject = vertex(body);
        let verdict = subject.verdict();
        if !verdict.is_proof() {
            wrong += &format!("{body}: {verdict}\n");
        }
        for (from, to) in *faults {
            if !subject.compiled.assembly.contains(from) {
                wrong += &format!("no {from} in {}\n", subject.compiled.assembly);
                continue;
            }
            let verdict = subject.edited(from, to).unwrap().verdict();
            if verdict.is_proof() {
                wrong += &format!(
                    "{from} -> {to}: {verdict} in {}\n",
                    subject.compiled.assembly
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[rustfmt::skip] // A row is a source and its program.
const MEMORY: &[Row] = &[
    (
        "v = k[int(q.x)] + vec4(0.0 * u.x);",
        with_position!("load.a {q}, setA1.c ^r0.x\nnop\nnop\nnop\nload.u {k}+A1, mov.p ^u.x, add.a0 ^u.y -0, mul.m0 ^u.z 1, mul.m1 ^u.w 1, store.xy v1 ^p ^a0, store.zw v1 ^m0 ^m1"),
        &[("nop\nnop\nnop\n", ""), ("+A1", "+A2"), ("+A1", ""), ("setA1.c ^r0.x", "setA1.c ^r0.y"), ("^p ^a0", "^a0 ^p"), ("setA1.c", "setA2.c")],
    ),
    (
        "v = k[int(q.x)] + vec4(0.0 * u.x);",
        with_position!("load.a {q}, setA3.c ^r0.x\nnop\nnop\nnop\nload.u {k}+A3, mov.p ^u.x, add.a0 ^u.y -0, mul.m0 ^u.z 1, mul.m1 ^u.w 1, store.xy v1 ^p ^a0, store.zw v1 ^m0 ^m1"),
        &[("+A3", "+A2")],
    ),
];

#[test]
fn addresses() {
    check(vertex, MEMORY);
}
