//! AGAL: conditionals, the operations that the compiler seldom takes, indices, lookups, and what has no value.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Constant, Number};
use retroshade_kit::target::Matrices;
use retroshade_kit::target::Options;
use retroshade_prove::Verdict;

/// Where rows by hand find the numbers 0, 0.5, 1 and 2.
const NUMBERS: u32 = 20;

fn fragment(body: &str) -> Subject {
    let text = format!(
        "#extension GL_OES_standard_derivatives : enable\n\
         precision highp float; varying vec4 p, q; uniform vec4 u, k; uniform sampler2D s, t; uniform samplerCube w;\n\
         void main() {{ vec4 c = p; {body} gl_FragColor = c; }}"
    );
    let subject = Subject::new("agal2", Stage::Fragment, &text);
    subject.recorded(|record| {
        record.constants.push(Constant {
            register: format!("fc{NUMBERS}"),
            file: "fc".to_owned(),
            index: NUMBERS,
            value: [0.0, 0.5, 1.0, 2.0].map(Number).to_vec(),
            ..Constant::default()
        });
    })
}

#[rustfmt::skip] // A row is a source and its program.
const CONDITIONALS: &[Row] = &[
    (
        "if (p.x < q.x) c = q; else c = u;",
        "ifl v{p}.x, v{q}.x\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\nmov oc, ft0",
        &[("ifl", "ifg"), ("els\n", ""), ("v1.x", "v1.y"), ("v0.x", "v0.y"), ("ifl v0.x, v1.x", "ifl v1.x, v0.x"),
          ("mov ft0, v1\nels\nmov ft0, fc0", "mov ft0, fc0\nels\nmov ft0, v1")],
    ),
    (
        "if (p.x > q.x) c = q; else c = u;",
        "ifg v{p}.x, v{q}.x\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\nmov oc, ft0",
        &[("ifg", "ifl"), ("ifg", "ine"), ("els\n", "")],
    ),
    (
        "if (p.x == 0.5) c = q; else c = u;",
        "ife v{p}.x, fc20.y\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\nmov oc, ft0",
        &[("ife", "ine"), ("ife", "ifg"), ("fc20.y", "fc20.z"), ("v0.x", "v0.y")],
    ),
    (
        "if (p.x != 0.5) c = q; else c = u;",
        "ine v{p}.x, fc20.y\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\nmov oc, ft0",
        &[("ine", "ife"), ("ine", "ifl"), ("fc20.y", "fc20.x")],
    ),
    (
        "if (p.x < q.x) { if (p.y < q.y) c = q; else c = u; } else { if (p.z < q.z) c = q + u; else c = p * q; }",
        "ifl v{p}.x, v{q}.x\nifl v{p}.y, v{q}.y\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\n\
         els\nifl v{p}.z, v{q}.z\nadd ft0, v{q}, fc{u}\nels\nmul ft0, v{p}, v{q}\neif\neif\nmov oc, ft0",
        &[("v0.y", "v0.z"), ("v1.z", "v1.y"), ("mov ft0, fc0\neif\nels", "mov ft0, fc0\nels\neif"),
          ("eif\neif\nmov oc, ft0", "eif\nmov oc, ft0\neif"), ("eif\nels\n", "els\neif\n"), ("add", "sub")],
    ),
    (
        "if (p.x < q.x) { if (p.y < q.y) c = q; c += u; }",
        "mov ft0, v{p}\nifl v{p}.x, v{q}.x\nifl v{p}.y, v{q}.y\nmov ft0, v{q}\neif\nadd ft0, ft0, fc{u}\neif\nmov oc, ft0",
        &[("eif\nadd ft0, ft0, fc0\neif", "add ft0, ft0, fc0\neif\neif"), ("eif\nadd ft0, ft0, fc0\neif", "eif\neif\nadd ft0, ft0, fc0"),
          ("mov ft0, v1", "mov ft0.xyz, v1"), ("mov ft0, v0", "mov ft0, v1")],
    ),
    (
        "if (p.x >= q.x) { if (p.y < q.y) c = q; else c = u; }",
        "mov ft0, v{p}\nifl v{p}.x, v{q}.x\nels\nifl v{p}.y, v{q}.y\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\neif\nmov oc, ft0",
        &[("els\nifl", "ifl"), ("els\nmov", "mov"), ("ifl v0.y", "ifg v0.y")],
    ),
];

#[test]
fn conditionals() {
    check(fragment, CONDITIONALS);
}

/// Bodies, programs of AGAL that are right, and those that are wrong where two numbers are equal.
#[rustfmt::skip] // A row is a source and its programs.
const TIES: &[(&str, &str, &str)] = &[
    ("c = vec4(p.x * 3.0 > q.y + u.x);",
     "mul ft0.x, v{p}.x, fc20.w\nadd ft0.x, ft0.x, v{p}.x\nadd ft0.y, v{q}.y, fc{u}.x\nslt ft0.x, ft0.y, ft0.x\nmov oc, ft0.x",
     "mul ft0.x, v{p}.x, fc20.w\nadd ft0.x, ft0.x, v{p}.x\nadd ft0.y, v{q}.y, fc{u}.x\nsge ft0.x, ft0.x, ft0.y\nmov oc, ft0.x"),
    ("c = step(q, p);", "sge oc, v{p}, v{q}", "slt oc, v{q}, v{p}"),
    ("if (p.x < q.x) c = q; else c = u;",
     "ifl v{p}.x, v{q}.x\nmov ft0, v{q}\nels\nmov ft0, fc{u}\neif\nmov oc, ft0",
     "ifg v{p}.x, v{q}.x\nmov ft0, fc{u}\nels\nmov ft0, v{q}\neif\nmov oc, ft0"),
    // Equal far from 1 alone.
    ("c = p.x < q.x * q.x + 2.0 ? q : p;",
     "mul ft0.x, v{q}.x, v{q}.x\nadd ft0.x, ft0.x, fc20.w\nslt ft0.x, v{p}.x, ft0.x\nsub ft1, v{q}, v{p}\nmul ft1, ft1, ft0.x\nadd oc, ft1, v{p}",
     "mul ft0.x, v{q}.x, v{q}.x\nadd ft0.x, ft0.x, fc20.w\nsge ft0.x, ft0.x, v{p}.x\nsub ft1, v{q}, v{p}\nmul ft1, ft1, ft0.x\nadd oc, ft1, v{p}"),
    ("c = floor(p + q);", "add ft0, v{p}, v{q}\nfrc ft1, ft0\nsub oc, ft0, ft1",
     "add ft0, v{p}, v{q}\nneg ft0, ft0\nfrc ft1, ft0\nsub ft0, ft0, ft1\nneg ft0, ft0\nsub oc, ft0, fc20.z"),
];

#[test]
fn programs_that_differ_at_ties_alone_are_not_proved() {
    for (body, right, wrong) in TIES {
        let said = |program: &str| {
            let subject = fragment(body).by_hand(program).unwrap();
            subject.verdict().to_string()
        };
        assert_eq!(said(right), "proved", "{body}");
        let found = said(wrong);
        assert!(!found.starts_with("proved"), "{body}: {found}");
    }
}

#[rustfmt::skip] // A row is a source and its program.
const OPERATIONS: &[Row] = &[
    ("c = p / q;", "div oc, v{p}, v{q}", &[("v0, v1", "v1, v0"), ("div", "mul"), ("v1", "fc0")]),
    ("c = 1.0 / q * p;", "rcp ft0, v{q}\nmul oc, ft0, v{p}", &[("rcp", "neg"), ("rcp ft0, v1", "rcp ft0, v0")]),
    ("c = p - q;", "sub oc, v{p}, v{q}", &[("v0, v1", "v1, v0"), ("sub", "add")]),
    ("c = -abs(p);", "abs ft0, v{p}\nneg oc, ft0", &[("abs", "neg"), ("neg", "mov"), ("abs", "mov")]),
    ("c = clamp(p, 0.0, 1.0) * q * 4.0;", "sat ft0, v{p}\nmul ft0, ft0, v{q}\nadd ft0, ft0, ft0\nadd oc, ft0, ft0", &[("sat", "mov"), ("sat", "abs")]),
    ("c = max(q, u) - min(p, q);", "min ft0, v{p}, v{q}\nmax ft1, v{q}, fc{u}\nsub oc, ft1, ft0", &[("min", "max"), ("max", "min"), ("fc0", "v0")]),
    ("c = fract(p) * 0.5;", "frc ft0, v{p}\nmul oc, ft0, fc20.y", &[("frc", "mov"), ("v0", "v0.yxzw"), ("fc20.y", "fc20.z")]),
    ("c = sqrt(p * p + 1.0) * 0.5;", "mul ft0, v{p}, v{p}\nadd ft0, ft0, fc20.z\nsqt ft0, ft0\nmul oc, ft0, fc20.y", &[("sqt", "rsq"), ("sqt", "mov"), ("fc20.z", "fc20.w")]),
    ("c = inversesqrt(p * p + 1.0);", "mul ft0, v{p}, v{p}\nadd ft0, ft0, fc20.z\nrsq oc, ft0", &[("rsq", "sqt"), ("rsq", "rcp")]),
    ("c = pow(abs(p) + 1.0, q);", "abs ft0, v{p}\nadd ft0, ft0, fc20.z\npow oc, ft0, v{q}", &[("ft0, v1", "v1, ft0"), ("pow", "mul")]),
    ("c = pow(abs(p), vec4(2.0));", "mul oc, v{p}, v{p}", &[("v0, v0", "v0, v1")]),
    ("c = log2(p * p + 1.0);", "mul ft0, v{p}, v{p}\nadd ft0, ft0, fc20.z\nlog oc, ft0", &[("log", "exp"), ("log", "sqt")]),
    ("c = exp2(p);", "exp oc, v{p}", &[("exp", "log"), ("v0", "v1")]),
    ("c = sin(p) * 0.5;", "sin ft0, v{p}\nmul oc, ft0, fc20.y", &[("sin", "cos"), ("sin", "mov")]),
    ("c = cos(p) * 0.5;", "cos ft0, v{p}\nmul oc, ft0, fc20.y", &[("cos", "sin"), ("v0", "v1")]),
    ("c = vec4(dot(p, q), dot(p.xyz, q.xyz), 2.0, 2.0);", "dp4 ft0.x, v{p}, v{q}\ndp3 ft0.y, v{p}, v{q}\nmov ft0.zw, fc20.w\nmov oc, ft0", &[("dp4", "dp3"), ("dp3", "dp4"), ("v0, v1", "v0, v0")]),
    ("c = vec4(cross(p.xyz, q.xyz), 2.0);", "crs ft0.xyz, v{p}, v{q}\nmov ft0.w, fc20.w\nmov oc, ft0", &[("v0, v1", "v1, v0")]),
    ("c = vec4(normalize(p.xyz), 2.0);", "nrm ft0.xyz, v{p}\nmov ft0.w, fc20.w\nmov oc, ft0", &[("nrm", "mov"), ("v0", "v0.yxz")]),
    ("c = vec4(p.x >= q.x, p.y < q.y, p.z == 0.5, p.w != 0.5) * 2.0;", "sge ft0.x, v{p}, v{q}\nslt ft0.y, v{p}, v{q}\nseq ft0.z, v{p}, fc20.y\nsne ft0.w, v{p}, fc20.y\nadd oc, ft0, ft0",
        &[("sge", "slt"), ("slt", "sge"), ("seq", "sge"), ("sne", "slt"), ("seq", "sne"), ("sne", "seq"), ("sge ft0.x, v0, v1", "sge ft0.x, v1, v0")]),
    ("c = dFdx(p) + q;", "ddx ft0, v{p}\nadd oc, ft0, v{q}", &[("ddx", "ddy"), ("ddx", "mov"), ("v0", "v0.yxzw")]),
    ("c = dFdy(p) + q;", "ddy ft0, v{p}\nadd oc, ft0, v{q}", &[("ddy", "ddx"), ("v1", "v0")]),
    ("c = vec4(p.yz, q.w, u.x);", "mov ft0.xy, v{p}.yz\nmov ft0.z, v{q}.w\nmov ft0.w, fc{u}.x\nmov oc, ft0", &[(".yz", ".yw"), ("ft0.xy", "ft0.x"), ("v1.w", "v1.z"), ("fc0.x", "fc0.y")]),
    ("if (p.x < q.x) discard; c = q;", "sub ft0.x, v{p}.x, v{q}.x\nkil ft0.x\nmov oc, v{q}", &[("kil ft0.x\n", ""), ("v0.x, v1.x", "v1.x, v0.x"), ("kil ft0.x", "kil v0.x")]),
    ("if (u.x < 0.0) { if (p.x < 0.0) discard; } c = q;", "ifl fc{u}.x, fc20.x\nkil v{p}.x\neif\nmov oc, v{q}", &[("ifl fc0.x, fc20.x\nkil v0.x\neif", "kil v0.x"), ("ifl", "ifg")]),
];

#[test]
fn operations() {
    check(fragment, OPERATIONS);
}

#[rustfmt::skip] // A row is a source and its program.
const LOOKUPS: &[Row] = &[
    ("c = texture2D(s, p.xy) * texture2D(t, q.zw);",
     "tex ft0, v{p}.xy, fs{s} <2d,linear,repeat>\ntex ft1, v{q}.zw, fs{t} <2d,linear,repeat>\nmul oc, ft0, ft1",
     &[("fs0", "fs1"), ("fs1", "fs0"), ("v1.zw", "v1.xy"), ("v0.xy", "v0.yx"), ("v0.xy, fs0 <2d,", "v0.xy, fs0 <2d,1,")]),
    ("c = texture2D(s, p.xy, 1.5) * q;",
     "tex ft0, v{p}.xy, fs{s} <2d,linear,miplinear,repeat,1.5>\nmul oc, ft0, v{q}",
     &[(",1.5", ""), (",1.5", ",-1.5"), (",1.5", ",2")]),
    ("c = textureCube(w, p.xyz) * q;",
     "tex ft0, v{p}.xyz, fs{w} <cube,linear,clamp>\nmul oc, ft0, v{q}",
     &[("cube", "2d"), ("v0.xyz", "v0.xyy")]),
    ("c = texture2D(s, texture2D(t, p.xy).zw);",
     "tex ft0, v{p}.xy, fs{t} <2d,linear,repeat>\ntex oc, ft0.zw, fs{s} <2d,linear,repeat>",
     &[("ft0.zw", "ft0.xy"), ("ft0.zw", "v0.xy")]),
];

#[test]
fn lookups() {
    check(fragment, LOOKUPS);
}

/// What is read before anything was written has no value, whether it is a result or decides something.
#[test]
fn registers_without_a_value() {
    for (body, program) in [
        ("c = p + q;", "add ft0.xyz, v{p}, v{q}\nmov oc, ft0"),
        ("c = p;", "add ft0, ft1, v{p}\nsub oc, ft0, ft1"),
        (
            "c = p;",
            "ifl ft1.x, v{p}.x\nmov oc, v{p}\nels\nmov oc, v{p}\neif",
        ),
        (
            "c = p;",
            "ifl v{p}.x, ft1.x\nmov oc, v{p}\nels\nmov oc, v{p}\neif",
        ),
        ("c = p;", "kil ft1.x\nmov oc, v{p}"),
        (
            "c = p;",
            "slt ft0.x, ft1.x, v{p}.x\nsub ft0.x, ft0.x, ft0.x\nadd oc, v{p}, ft0.x",
        ),
        (
            "c = p;",
            "crs ft0.xyz, v{p}, v{p}\nmul ft0.x, ft0.w, fc20.x\nadd oc, v{p}, ft0.x",
        ),
    ] {
        let verdict = fragment(body).by_hand(program).unwrap().verdict();
        assert!(!verdict.is_proof(), "{program}: {verdict}");
    }
    let indexed = vertex("gl_Position = p; v = k[0];");
    let indexed = indexed.by_hand("mov op, va{p}\nmov v0, vc[vt0.x+{k}]");
    assert!(!indexed.unwrap().verdict().is_proof());
    let partly = fragment("c = p;")
        .by_hand("mov oc.xyz, v{p}")
        .unwrap()
        .verdict();
    assert!(!partly.is_proof(), "{partly}");
}

/// Matrices are rows from a register on, indices count registers.
#[test]
fn vertex_programs() {
    let rows: &[Row] = &[
        (
            "gl_Position = p * m; v = vec4(1.0);",
            "m44 op, va{p}, vc{m}\nmov v0, vc100.z",
            &[("va0", "va0.yxzw"), ("m44 op", "m34 op.xyz")],
        ),
        (
            "gl_Position = vec4((p * m).xyz, q.x); v = vec4(1.0);",
            "m34 vt0.xyz, va{p}, vc{m}\nmov vt0.w, va{q}.x\nmov op, vt0\nmov v0, vc100.z",
            &[("m34", "m33"), ("va0", "va1")],
        ),
        (
            "gl_Position = vec4(p.xyz * mat3(m), q.x); v = vec4(1.0);",
            "m33 vt0.xyz, va{p}, vc{m}\nmov vt0.w, va{q}.x\nmov op, vt0\nmov v0, vc100.z",
            &[("m33", "m34"), ("va0", "va1")],
        ),
        (
            "gl_Position = p; v = k[int(max(q.x, 0.0))];",
            "mov op, va{p}\nmax vt0.x, va{q}.x, vc100.x\nmov v0, vc[vt0.x+{k}]",
            &[
                ("va1.x", "va1.y"),
                ("va1.x", "va0.x"),
                ("vt0.x+0", "vt0.x+1"),
            ],
        ),
        (
            "gl_Position = p; v = k[int(max(q.x, 0.0)) + 1];",
            "mov op, va{p}\nmax vt0.x, va{q}.x, vc100.x\nadd vt0.x, vt0.x, vc100.z\nmov v0, vc[vt0.x+{k}]",
            &[("vc100.z", "vc100.w"), ("vt0.x+0", "vt0.x+1")],
        ),
        (
            "gl_Position = p; v = q;",
            "mov op, va{p}\nmov v0, va{q}",
            &[
                ("op, va0", "op, va1"),
                ("mov v0", "mov v1"),
                ("op", "op.xyz"),
            ],
        ),
    ];
    check(vertex, rows);
}

/// A vertex shader, with rows of its matrix being the columns of GL.
fn vertex(body: &str) -> Subject {
    let text = format!(
        "attribute vec4 p, q; uniform mat4 m; uniform vec4 k[6]; varying vec4 v; void main() {{ {body} }}"
    );
    let options = Options {
        matrices: Some(Matrices::Columns),
        ..Options::default()
    };
    let subject = Subject::with("agal2", Stage::Vertex, &text, options);
    subject.unwrap().recorded(|record| {
        record.constants.push(Constant {
            register: "vc100".to_owned(),
            file: "vc".to_owned(),
            index: 100,
            value: [0.0, 0.5, 1.0, 2.0].map(Number).to_vec(),
            ..Constant::default()
        });
    })
}

#[test]
fn bytes_that_are_no_program() {
    let mut subject = fragment("c = p;");
    subject.compiled.binary.truncate(9);
    assert!(matches!(subject.verdict(), Verdict::Undecided(_)));
}
