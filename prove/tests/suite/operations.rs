//! Operations of the language and of the machines, as the prover knows them: each is proved against itself and told
//! from another one.

use crate::subject::{PROGRAMS, Subject};
use retroshade_ir::Stage;
use retroshade_prove::Verdict;

/// An expression, and one that differs from it.
type Row = (&'static str, &'static str);

#[rustfmt::skip] // A row is a line.
const NUMBERS: &[Row] = &[
    ("abs(a) - abs(b)", "abs(a - b)"),
    ("sign(a)", "sign(b)"),
    ("floor(a * 3.0)", "ceil(a * 3.0)"),
    ("ceil(a * 3.0)", "floor(a * 3.0) + 2.0"),
    ("fract(a)", "a - ceil(a)"),
    ("float(int(a * 4.0))", "floor(a * 4.0)"),
    ("mod(a, 0.75)", "mod(a, -0.75)"),
    ("min(a, b)", "max(a, b)"),
    ("clamp(a, -0.5, b)", "clamp(a, -0.25, b)"),
    ("mix(a, b, c)", "mix(b, a, c)"),
    ("step(a, b)", "step(b, a)"),
    ("smoothstep(-0.5, 0.75, a)", "smoothstep(-0.5, 0.5, a)"),
    ("sqrt(abs(a))", "sqrt(abs(b))"),
    ("inversesqrt(a * a + 1.0)", "inversesqrt(a * a + 2.0)"),
    ("exp2(a)", "exp2(-a)"),
    ("log2(a * a + 1.0)", "log2(a * a + 2.0)"),
    ("exp(a)", "exp2(a)"),
    ("log(a * a + 1.0)", "log2(a * a + 1.0)"),
    ("pow(abs(a) + 0.5, b)", "pow(abs(b) + 0.5, a)"),
    ("sin(a)", "cos(a)"),
    ("tan(a)", "sin(a)"),
    ("a / (b * b + 1.0)", "b / (a * a + 1.0)"),
];

#[rustfmt::skip] // A row is a line.
const TRUTHS: &[Row] = &[
    ("a < b ? c : d", "a > b ? c : d"),
    ("a >= b ? c : d", "a < b ? c : d"),
    ("a < b && c < d ? 1.0 : 0.0", "a < b || c < d ? 1.0 : 0.0"),
    ("a < b || c < d ? 1.0 : 0.0", "a < b ^^ c < d ? 1.0 : 0.0"),
    ("a < b ^^ c < d ? 1.0 : 0.0", "a < b && c < d ? 1.0 : 0.0"),
    ("!(a < b) ? c : d", "a < b ? c : d"),
    ("(a < b) == (c < d) ? a : b", "(a < b) != (c < d) ? a : b"),
    ("floor(a) == floor(b) ? c : d", "floor(a) != floor(b) ? c : d"),
    ("any(lessThan(u, v)) ? a : b", "all(lessThan(u, v)) ? a : b"),
    ("all(greaterThanEqual(u, v)) ? a : b", "any(greaterThanEqual(u, v)) ? a : b"),
    ("vec4(not(lessThan(p, q))).y", "vec4(lessThan(p, q)).y"),
    ("float(a < b) + float(c < d)", "float(a < b) - float(c < d)"),
];

#[rustfmt::skip] // A row is a line.
const VECTORS: &[Row] = &[
    ("dot(u, v)", "dot(u.xy, v.xy)"),
    ("cross(u, v).y", "cross(v, u).y"),
    ("length(u)", "length(u.xy)"),
    ("length(a)", "a"),
    ("distance(u, v)", "length(u + v)"),
    ("normalize(u).z", "normalize(v).z"),
    ("faceforward(u, v, w).x", "faceforward(u, w, -v).x"),
    ("reflect(u, v).x", "reflect(v, u).x"),
    ("refract(normalize(u), normalize(v), 0.75).x", "refract(normalize(u), normalize(v), 0.5).x"),
    ("refract(normalize(u), normalize(v), 1.5).x", "refract(normalize(u), normalize(v), 1.25).x"),
    ("(u[int(min(abs(a) * 4.0, 2.0))] = b, u.y)", "(u[int(min(abs(a) * 4.0, 2.0))] = b, u.z)"),
    ("(mat3(u, v, w) * u).y", "(u * mat3(u, v, w)).y"),
    ("(m * p).z", "(p * m).z"),
    ("k[int(abs(a))].y", "k[int(abs(b))].y"),
];

/// Of ESSL 3.00.
#[rustfmt::skip] // A row is a line.
const NEWER: &[Row] = &[
    ("round(a * 3.25)", "floor(a * 3.25)"),
    ("roundEven(a * 3.25)", "ceil(a * 3.25)"),
    ("trunc(a * 3.25)", "floor(a * 3.25)"),
    ("sinh(a)", "cosh(a)"),
];

/// Powers and logarithms, which nv2a computes by formulas that the prover does not always know.
const POWERS: [&str; 6] = ["exp2(", "log2(", "exp(", "log(", "pow(", "sinh("];

/// An expression as a shader, moved to where colours are not cut to numbers between 0 and 1.
fn shader(stage: Stage, expression: &str, newer: bool) -> String {
    let (inputs, output) = match (stage, newer) {
        (Stage::Vertex | Stage::Geometry, false) => {
            ("attribute vec4 p, q; varying vec4 r;", "gl_Position = p; r")
        }
        (Stage::Vertex | Stage::Geometry, true) => (
            "#version 300 es\nin vec4 p, q; out vec4 r;",
            "gl_Position = p; r",
        ),
        (Stage::Fragment, false) => ("precision highp float; varying vec4 p, q;", "gl_FragColor"),
        (Stage::Fragment, true) => (
            "#version 300 es\nprecision highp float; in vec4 p, q; out vec4 r;",
            "r",
        ),
    };
    format!(
        "{inputs} uniform mat4 m; uniform vec4 k[4];\n\
         void main() {{ float a = p.x, b = p.y, c = q.x, d = q.y; vec3 u = p.xyz, v = q.xyz, w = p.wxy;\n\
         {output} = vec4(0.5 + 0.125 * ({expression})); }}"
    )
}

/// Whether the rows of a table are proved, and not taken for each other.
fn check(rows: &[Row], newer: bool) {
    let mut wrong = String::new();
    for (target, stage) in PROGRAMS {
        for (one, other) in rows {
            let text = shader(stage, one, newer);
            let subject = Subject::new(target, stage, &text);
            let same = subject.verdict();
            let open = target == "nv2a" && POWERS.iter().any(|power| one.starts_with(power));
            let undecided = matches!(same, Verdict::Undecided(_));
            if !(same.is_proof() || open && undecided) {
                wrong += &format!("{target} {stage:?} {one}: {same}\n");
            }
            let different = subject.verdict_against(&shader(stage, other, newer));
            if !matches!(different, Verdict::Different(_)) {
                wrong += &format!("{target} {stage:?} {one} against {other}: {different}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn numbers() {
    check(NUMBERS, false);
}

#[test]
fn truths() {
    check(TRUTHS, false);
}

#[test]
fn vectors() {
    check(VECTORS, false);
}

#[test]
fn newer() {
    check(NEWER, true);
}
