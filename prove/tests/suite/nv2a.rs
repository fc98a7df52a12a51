//! NV2A's vertex programs: two units in an instruction, addresses, the view of the position, functions in parts.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;
use retroshade_kit::target::{Options, Position};

fn vertex(body: &str) -> Subject {
    let text = format!(
        "attribute vec4 p, q; uniform vec4 u, k[4]; varying vec4 vTexCoord;\n#define v vTexCoord\n\
         void main() {{ {body} }}"
    );
    let options = Options {
        position: Position::Clip,
        ..Options::default()
    };
    Subject::with("nv2a", Stage::Vertex, &text, options).unwrap()
}

#[rustfmt::skip] // A row is a source and its program.
const ROWS: &[Row] = &[
    (
        "gl_Position = p; v = vec4(dot(p.xyz, q.xyz), dot(p, q), dot(p.xyz, q.xyz) + q.w, p.y * q.y);",
        "mov oPos, v{p}\nmov r0, v{q}\ndp3 oT0.x, v{p}, r0\ndp4 oT0.y, v{p}, r0\ndph oT0.z, v{p}, r0\nmul oT0.w, v{p}.y, r0.y",
        &[("dp3", "dp4"), ("dp4", "dph"), ("dph", "dp3"), ("dph oT0.z, v13, r0", "dph oT0.z, r0, v13"), ("oT0.x", "oT0.y"), ("mul oT0.w, v13.y", "mul oT0.w, v13.x"), ("mul", "add")],
    ),
    (
        "gl_Position = p; v = vec4(1.0, p.y * q.y, p.z, q.w);",
        "mov oPos, v{p}\nmov r0, v{q}\ndst oT0, v{p}, r0",
        &[("dst oT0, v13, r0", "dst oT0, r0, v13"), ("dst", "mul"), ("mov r0, v14", "mov r0, v13")],
    ),
    (
        "gl_Position = p; v = vec4(min(p.x, q.x), max(p.y, q.y), p.z < q.z, p.w >= q.w);",
        "mov oPos, v{p}\nmov r0, v{q}\nmin oT0.x, v{p}, r0\nmax oT0.y, v{p}, r0\nslt oT0.z, v{p}, r0\nsge oT0.w, v{p}, r0",
        &[("min", "max"), ("max", "min"), ("slt", "sge"), ("sge", "slt"), ("slt oT0.z, v13, r0", "slt oT0.z, r0, v13"), ("min oT0.x, v13", "min oT0.x, -v13")],
    ),
    (
        "gl_Position = p; v = p * q + u - p;",
        "mov oPos, v{p}\nmov r0, v{q}\nmad r0, v{p}, r0, c[{u}]\nadd oT0, r0, -v{p}",
        &[("mad r0, v13, r0, c[96]", "mad r0, v13, c[96], r0"), ("-v13", "v13"), ("add oT0", "add oT0.xyz"), ("mad r0, v13, r0", "mad r0, v13, r0.x")],
    ),
    (
        "gl_Position = p; v = vec4(1.0 / p.x, inversesqrt(abs(p.y)), 1.0 / p.z, p.w);",
        "mov oPos, v{p}\nrcp oT0.x, v{p}.x\nrsq oT0.y, v{p}.y\nrcc oT0.z, v{p}.z\nmov oT0.w, v{p}.w",
        &[("rcp", "rsq"), ("rsq", "rcp"), ("rcc oT0.z, v13.z", "rcc oT0.z, v13.x"), ("mov oT0.w, v13.w", "mov oT0.w, v13.z"), ("rcc", "rsq")],
    ),
    (
        "gl_Position = p; v = vec4(log2(abs(p.x)), exp2(p.y), log2(abs(p.x)), 1.0);",
        "mov oPos, v{p}\nlogp r0.z, v{p}.x\nexpp r1.z, v{p}.y\nmov oT0.xzw, r0.z\nmov oT0.y, r1.z\nlogp oT0.w, v{p}.x",
        &[("logp r0.z, v13.x", "logp r0.z, v13.y"), ("logp r0.z", "expp r0.z"), ("expp r1.z", "logp r1.z"), ("logp oT0.w", "logp oT0.z")],
    ),
    (
        "gl_Position = p; v = vec4(exp2(floor(p.x)), fract(p.x), 1.0, 1.0);",
        "mov oPos, v{p}\nexpp oT0.xyw, v{p}.x\nexpp r0.w, v{p}.y\nmov oT0.z, r0.w",
        &[("v13.x", "v13.y"), ("expp oT0.xyw", "logp oT0.xyw"), ("oT0.xyw", "oT0.xzw")],
    ),
    (
        "gl_Position = p; v = vec4(exp2(p.x), exp2(p.x), log2(abs(p.y)), log2(abs(p.z)));",
        "mov oPos, v{p}\nexpp oT0.z, v{p}.x\nexpp r0.z, v{p}.x\nlogp r1.z, v{p}.y\nlogp r2.z, v{p}.z\nmov oT0.x, r0.z\nmov oT0.y, r0.z\nmov oT0.z, r1.z\nmov oT0.w, r2.z",
        &[("logp", "expp"), ("expp r0.z", "logp r0.z"), ("logp r1.z, v13.y", "logp r1.z, v13.x")],
    ),
    (
        "gl_Position = p; v = vec4(1.0, max(p.x, 0.0), p.x > 0.0 ? pow(max(p.y, 0.0), 2.5) : 0.0, 1.0);",
        "mov oPos, v{p}\nmov r0, v{p}\nmov r0.w, c[150].x\nlit oT0, r0",
        &[("mov r0.w, c[150].x", "mov r0.w, v13"), ("lit oT0, r0", "lit oT0, -r0"), ("lit oT0, r0", "lit oT0, r0.yxzw")],
    ),
    (
        "gl_Position = p; v = k[int(max(q.x, 0.0))];",
        "mov oPos, v{p}\nmax r0.x, v{q}.x, c[150].y\narl a0, r0.x\nmov oT0, c[A0+{k}]",
        &[("c[A0+96]", "c[A0+97]"), ("c[A0+96]", "c[96]"), ("arl a0, r0.x", "arl a0, r0.y"), ("v14.x", "v14.y"), ("v14.x", "v13.x")],
    ),
    (
        "gl_Position = p * u; v = p * u * q;",
        "mov r0, c[{u}]\nmul oPos, v{p}, r0\nmul oT0, r12, v{q}",
        &[("r12", "r0"), ("mul oPos", "mul oPos.xyz"), ("v14", "v13")],
    ),
    (
        "gl_Position = p; v = vec4(p.x * q.x, 1.0 / p.y, p.zw);",
        "mov oPos, v{p}\nmov r1, v{q}\nmov r0, v{p}\nmul oT0.x, r0, r1 + rcp r1.y, r0.y\nmov oT0.zw, r0\nmov oT0.y, r1.y",
        &[("+ rcp r1.y, r0.y", "+ rcp r1.y, r0.x"), ("mul oT0.x", "max oT0.x"), ("mov oT0.zw", "mov oT0.z"), ("rcp r1.y", "rcp r1.x")],
    ),
];

#[test]
fn programs() {
    check(with_numbers, ROWS);
}

fn with_numbers(body: &str) -> Subject {
    use retroshade_kit::reflect::{Constant, Number};
    vertex(body).recorded(|record| {
        record.constants.push(Constant {
            register: "c150".to_owned(),
            file: "c".to_owned(),
            index: 150,
            value: [2.5, 0.0, 0.0, 0.0].map(Number).to_vec(),
            ..Constant::default()
        });
    })
}

/// Registers and addresses that nobody wrote have no value.
#[test]
fn registers_without_a_value() {
    for (body, program) in [
        ("gl_Position = p; v = p;", "mov oPos, v{p}\nmov oT0, r3"),
        (
            "gl_Position = p; v = k[0];",
            "mov oPos, v{p}\nmov oT0, c[A0+{k}]",
        ),
        (
            "gl_Position = p; v = p;",
            "mov oPos, v{p}\nmov oT0.xyz, v{p}",
        ),
    ] {
        let verdict = with_numbers(body).by_hand(program).unwrap().verdict();
        assert!(!verdict.is_proof(), "{program}: {verdict}");
    }
}
