//! PICA200's vertex programs: comparisons, conditional blocks, calls and jumps, loops, addresses.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;

fn vertex(body: &str) -> Subject {
    let text = format!(
        "attribute vec4 p, q; uniform vec4 u, k[4]; uniform bool b; uniform float n; varying vec4 vColor;\n\
         void main() {{ gl_Position = p; vec4 c = q; {body} vColor = c; }}"
    );
    Subject::new("pica200", Stage::Vertex, &text)
}

/// A whole program of instructions that leave the colour in r0.
macro_rules! program {
    ($body:literal) => {
        concat!(
            ".out - position o0\n.out - color o1\n.setf c90(0.0, 0.5, 1.0, 2.0)\n.seti i3(3, 0, 1, 0)\n.proc main\nmov o0, v{p}\n",
            $body,
            "\nmov o1, r0\nend\n.end\n"
        )
    };
}

#[rustfmt::skip] // A row is a source and its program.
const CONTROL: &[Row] = &[
    (
        "if (p.x < q.x) c = p * q; else c = p - q;",
        program!("mov r1, v{q}\ncmp v{p}.x, lt, lt, r1.x\nifc cmp.x\nmul r0, v{p}, r1\n.else\nadd r0, v{p}, -r1\n.end"),
        &[("lt, lt", "gt, gt"), ("lt, lt", "ge, ge"), ("v0.x, lt", "v0.y, lt"), ("-r1", "r1"), ("cmp.x", "!cmp.x"), ("mul r0", "max r0"), ("r1.x", "r1.y")],
    ),
    (
        "if (p.x < q.x && p.y >= q.y) c = p * q; else c = p - q;",
        program!("mov r1, v{q}\ncmp v{p}, lt, ge, r1\nifc cmp.x && cmp.y\nmul r0, v{p}, r1\n.else\nadd r0, v{p}, -r1\n.end"),
        &[("lt, ge", "lt, eq"), ("lt, ge", "le, lt"), ("cmp.x && cmp.y", "cmp.x || cmp.y"), ("cmp.x && cmp.y", "cmp.x"), ("cmp.x && cmp.y", "cmp.x && !cmp.y"), ("cmp.x && cmp.y", "cmp.y")],
    ),
    (
        "if (p.x > q.x || p.y <= q.y) c = p * q; else c = p - q;",
        program!("mov r1, v{q}\ncmp v{p}, gt, le, r1\nifc cmp.x || cmp.y\nmul r0, v{p}, r1\n.else\nadd r0, v{p}, -r1\n.end"),
        &[("gt, le", "lt, le"), ("gt, le", "gt, gt"), ("cmp.x || cmp.y", "cmp.x && cmp.y")],
    ),
    (
        "if (p.x == 0.5) c = p * q; if (p.y != 0.5) c += p;",
        program!("mov r0, v{q}\nmov r1, c90.y\ncmp v{p}, eq, ne, r1\nifc cmp.x\nmul r0, v{p}, r0\n.end\nifc cmp.y\nadd r0, v{p}, r0\n.end"),
        &[("eq, ne", "ne, ne"), ("eq, ne", "eq, eq"), ("eq, ne", "ge, ne"), ("eq, ne", "eq, lt"), ("eq, ne", "le, ne"), ("c90.y", "c90.z")],
    ),
    (
        "if (b) c = p * q; else c = p - q;",
        program!("mov r1, v{q}\nifu b{b}\nmul r0, v{p}, r1\n.else\nadd r0, v{p}, -r1\n.end"),
        &[("ifu b0", "ifu b1"), ("mul r0", "add r0")],
    ),
    (
        "if (p.x < q.x) c = p * q;",
        program!("mov r0, v{q}\ncmp v{p}.x, ge, ge, r0.x\njmpc cmp.x, skip\nmul r0, v{p}, r0\nskip:\nnop"),
        &[("ge, ge", "lt, ge"), ("jmpc cmp.x", "jmpc !cmp.x"), ("mul r0, v0, r0", "mul r0, v0, v0")],
    ),
    (
        "for (int i = 0; i < 4; i++) c = c * u + p;",
        program!("mov r0, v{q}\nfor i3\nmad r0, r0, c{u}, v{p}\n.end"),
        &[("i3(3,", "i3(4,"), ("i3(3,", "i3(2,"), ("mad r0, r0, c0, v0", "mad r0, v0, c0, r0"), ("for i3\nmad r0, r0, c0, v0\n.end", "mad r0, r0, c0, v0")],
    ),
    (
        "for (int i = 0; i < 4; i++) { if (float(i) >= n) break; c = c * u + p; }",
        program!("mov r0, v{q}\nmov r1, c90.x\nmov r2, c90.z\nfor i3\ncmp c{n}.x, le, le, r1.x\nbreakc cmp.x\nmad r0, r0, c{u}, v{p}\nadd r1, r1, r2\n.end"),
        &[("le, le", "lt, lt"), ("breakc cmp.x\n", ""), ("c90.z", "c90.w"), ("i3(3,", "i3(1,"), ("le, le", "ge, ge")],
    ),
    (
        "for (int i = 0; i < 4; i++) c += k[i];",
        program!("mov r0, v{q}\nfor i3\nadd r0, c{k}[aL], r0\n.end"),
        &[("(3, 0, 1", "(3, 1, 1"), ("(3, 0, 1", "(3, 0, 2"), ("[aL]", ""), ("(3, 0, 1", "(2, 0, 1"), ("[aL]", "[a0.x]")],
    ),
    (
        "c = k[int(max(q.x, 0.0))] + k[int(max(q.y, 0.0))];",
        program!("mov r1, v{q}\nmax r1.xy, c90.x, r1\nmova a0.xy, r1\nmov r0, c{k}[a0.x]\nadd r0, c{k}[a0.y], r0"),
        &[("a0.x]", "a0.y]"), ("a0.y]", "a0.x]"), ("mova a0.xy, r1", "mova a0.xy, r1.xxzw"), ("mov r0, c0[a0.x]", "mov r0, c0"), ("a0.x]", "aL]"), ("mov r0, c0[a0.x]", "mov r0, c1[a0.x]")],
    ),
];

#[test]
fn control() {
    check(vertex, CONTROL);
}

/// A jump on a comparison that was decided before can go one way only, and so can one on constants.
#[test]
fn ways_of_the_program() {
    let text = program!(
        "mov r0, v{q}\ncmp v{p}.x, ge, ge, r0.x\njmpc cmp.x, skip\nmul r0, v{p}, r0\njmpc cmp.x, skip\nnop\nskip:\nnop"
    );
    let subject = vertex("if (p.x < q.x) c = p * q;");
    let rounds = program!(
        "mov r0, v{q}\nmov r1, c90.z\nfor i3\nmad r0, r0, c{u}, v{p}\ncmp c90.x, gt, gt, r1.x\nbreakc cmp.x\n.end"
    );
    let looped = vertex("for (int i = 0; i < 4; i++) c = c * u + p;");
    for (subject, text) in [
        (&subject, text),
        (&subject, &text.replace("r0\njmpc cmp.x, skip", "r0")),
        (&looped, rounds),
        (&looped, &rounds.replace("breakc cmp.x\n", "")),
    ] {
        let found = subject.by_hand(text).unwrap().verdict().to_string();
        assert_eq!(found, "proved", "{text}");
    }
}

#[rustfmt::skip] // A row is a source and its program.
const OPERATIONS: &[Row] = &[
    (
        "c = vec4(dot(p.xyz, q.xyz), dot(p, q), dot(p.xyz, q.xyz) + q.w, p.y * q.y) * 0.25;",
        program!("mov r1, v{q}\ndp3 r0.x, v{p}, r1\ndp4 r0.y, v{p}, r1\ndph r0.z, v{p}, r1\nmul r0.w, v{p}.yyyy, r1.yyyy\nmov r2, c90.y\nmul r2, r2, r2\nmul r0, r0, r2"),
        &[("dp3", "dp4"), ("dp4", "dph"), ("dph", "dp3"), ("dph r0.z, v0, r1", "dph r0.z, r1, v0"), ("c90.y", "c90.z"), ("mul r0.w, v0.yyyy", "mul r0.w, v0.yyyx")],
    ),
    (
        "c = vec4(1.0, p.y * q.y, p.z, q.w);",
        program!("mov r1, v{q}\ndst r0, v{p}, r1"),
        &[("dst r0, v0, r1", "dst r0, r1, v0"), ("dst", "mul")],
    ),
    (
        "c = vec4(max(p.x, 0.0), clamp(p.y, -127.99609375, 127.99609375), 0.0, max(p.w, 0.0));",
        program!("litp r0, v{p}"),
        &[("litp r0, v0", "litp r0, v0.xyzz"), ("litp r0, v0", "litp r0, v0.yyzw"), ("litp", "mov")],
    ),
    (
        "if (p.x >= 0.0) c = p * q; if (p.w >= 0.0) c += p;",
        program!("mov r0, v{q}\nlitp r1.z, v{p}\nifc cmp.x\nmul r0, v{p}, r0\n.end\nifc cmp.y\nadd r0, v{p}, r0\n.end"),
        &[("ifc cmp.y", "ifc cmp.x"), ("ifc cmp.x", "ifc !cmp.x"), ("litp r1.z, v0", "litp r1.z, v0.xyzz")],
    ),
    (
        "c = vec4(min(p.x, q.x), max(p.y, q.y), p.z < q.z, p.w >= q.w);",
        program!("mov r1, v{q}\nmin r0.x, v{p}, r1\nmax r0.y, v{p}, r1\nslt r0.z, v{p}, r1\nsge r0.w, v{p}, r1"),
        &[("min", "max"), ("max", "min"), ("slt", "sge"), ("sge", "slt"), ("slt r0.z, v0, r1", "slt r0.z, r1, v0")],
    ),
    (
        "c = vec4(exp2(p.x), log2(p.y * p.y + 1.0), 1.0 / p.z, inversesqrt(p.y * p.y + 1.0)) * u;",
        program!("mov r1, c90.z\nmov r3, v{p}\nmad r2, r3, r3, r1\nex2 r0.x, v{p}\nlg2 r0.y, r2.y\nrcp r0.z, v{p}.z\nrsq r0.w, r2.y\nmul r0, c{u}, r0"),
        &[("ex2", "lg2"), ("lg2", "ex2"), ("rcp", "rsq"), ("rsq", "rcp"), ("rcp r0.z, v0.z", "rcp r0.z, v0.y"), ("ex2 r0.x, v0", "ex2 r0.x, v0.y")],
    ),
    (
        "c = vec4(floor(p.x), p.y - floor(p.y), -p.z, u.w);",
        program!("flr r1.xy, v{p}\nmov r0.x, r1\nadd r0.y, v{p}, -r1\nmov r0.z, -v{p}\nmov r0.w, c{u}"),
        &[("flr", "mov"), ("-r1", "r1"), ("-v0", "v0"), ("mov r0.w, c0", "mov r0.w, c0.x")],
    ),
];

#[test]
fn operations() {
    check(vertex, OPERATIONS);
}

/// Registers that nobody wrote have no value.
#[test]
fn registers_without_a_value() {
    for program in [program!("mov r0, r3"), program!("mov r0.xyz, v{q}")] {
        let verdict = vertex("").by_hand(program).unwrap().verdict();
        assert!(!verdict.is_proof(), "{program}: {verdict}");
    }
}

/// A comparison that the source does not make is a reservation.
#[test]
fn comparisons_of_the_program() {
    let subject = vertex("").by_hand(program!("mov r0, v{q}\ncmp v{p}, lt, lt, r0"));
    let sentence = subject.unwrap().verdict().to_string();
    assert_eq!(
        sentence,
        "proved on 64 cells; 2 comparisons are not the source's"
    );
}
