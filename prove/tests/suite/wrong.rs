//! Wrong programs, by the hole in a method of sampling that each would slip through: none of them is proved without saying
//! what was not seen. The right program beside them is proved whole.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Constant, Number};
use retroshade_kit::target::Options;
use retroshade_prove::Verdict;

/// Target, stage, shader, and edits of the assembly that its compiler makes, each of which makes it wrong.
type Row = (
    &'static str,
    Stage,
    &'static str,
    &'static [(&'static str, &'static str)],
);

use Stage::{Fragment, Vertex};

#[rustfmt::skip] // A row is a shader and its faults.
const LIMITS: &[Row] = &[
    // Limits that no input near 0 reaches.
    ("agal1", Vertex, FOG, &[("sat v0", "mov v0")]),
    ("nv2a", Vertex, FOG, &[("min oT0.x", "max oT0.x")]),
    ("agal2", Vertex, CAPPED, &[("min v0, va0.z, vc0.x", "mov v0, va0.z")]),
    ("pica200", Vertex, CAPPED, &[("(200.0", "(201.0"), ("(200.0", "(300.0"), ("(200.0", "(400.0")]),
];

const FOG: &str = "attribute vec4 p; varying float f; void main() { gl_Position = p; f = clamp(p.z * 0.005, 0.0, 1.0); }";
const CAPPED: &str =
    "attribute vec4 p; varying float f; void main() { gl_Position = p; f = min(p.z, 200.0); }";

#[rustfmt::skip] // A row is a shader and its faults.
const ARMS: &[Row] = &[
    // What an arm gives that is seldom taken, in one channel or another.
    ("agal1", Fragment, FAR, &[("ft1.x, fc0.xyz", "ft1.x, fc0.zyx")]),
    ("lima", Fragment, FAR, &[("^u.xyzx", "^u.zyxx")]),
    ("agal2", Fragment, KEY, &[("mov ft0.xyz, fc1.xyz", "mov ft0.xyz, fc1.zyx")]),
    ("lima", Fragment, KEY, &[("^u.xyzx $0.xyzx", "^u.zyxx $0.xyzx")]),
    ("agal1", Vertex, STEEP, &[("vt1.x, vc1.xyz", "vt1.x, vc1.zyx"), ("mul vt0.yzw, vc0.xxyz", "mul vt0.yzw, vc0.zzyx")]),
];

const FAR: &str = "precision highp float; varying vec2 uv; varying float dist; uniform sampler2D t; uniform vec3 fog;\n\
    void main() { vec4 c = texture2D(t, uv); if (dist > 100.0) c.rgb = fog; gl_FragColor = c; }";
const KEY: &str = "precision mediump float; varying vec2 uv; uniform sampler2D t; uniform vec3 key; uniform vec3 back;\n\
    void main() { vec4 c = texture2D(t, uv); if (distance(c.rgb, key) < 0.01) c.rgb = back; gl_FragColor = c; }";
const STEEP: &str = "attribute vec4 p; attribute vec3 n; varying vec3 c; uniform vec3 a, b;\n\
    void main() { gl_Position = p; if (p.z > 100.0) c = a * n.x; else c = b; }";

#[rustfmt::skip] // A row is a shader and its faults.
const WHOLE_NUMBERS: &[Row] = &[
    ("agal2", Fragment, MODE, &[("ife ft1.x, fc2.x", "ifl ft1.x, fc2.x"), ("mul ft0.xyz, ft0.xyz, fc1.xyz", "mul ft0.xyz, ft0.xyz, fc1.xzy")]),
    // Rounds of a loop.
    ("pica200", Vertex, ROUNDS, &[("i3(19", "i3(3"), ("i3(19", "i3(18"), ("i3(19", "i3(10")]),
];

const TENTHS: &str = "attribute vec4 p; uniform int i; varying float f; void main() { gl_Position = p; f = float(i / 10); }";
const MODE: &str = "precision mediump float; uniform int mode; uniform vec3 tint; uniform sampler2D t; varying vec2 uv;\n\
    void main() { vec4 c = texture2D(t, uv); if (mode == 7) c.rgb = c.rgb * tint; gl_FragColor = c; }";
const ROUNDS: &str = "attribute vec4 p; uniform vec4 m[20]; uniform int n; varying float f;\n\
    void main() { float s = 0.0; for (int i = 0; i < 20; i++) { if (i >= n) break; s += m[i].x; } gl_Position = p; f = s; }";

#[rustfmt::skip] // A row is a shader and its faults.
const COLOURS: &[Row] = &[
    // Beyond the limits of a colour but where a factor is 0.
    ("lima", Fragment, BRIGHT, &[("12.8984375", "100.0"), ("4000.0", "5000.0")]),
    // The 3DS takes the absolute value of colours.
    ("pica200", Vertex, LIT, &[("max r0.x, c95, r0", "mov r0.x, r0")]),
    // Ties of lookups, as of the ends of their range.
    ("lima", Fragment, CUT, &[("branch_lt", "branch_le")]),
    ("agal1", Fragment, OPAQUE, &[("slt ft1.x, ft0.w, fc1.x", "sge ft1.x, fc1.x, ft0.w")]),
];

const BRIGHT: &str = "precision highp float; uniform float amount; varying vec2 v;\n\
    void main() { gl_FragColor = vec4(amount * 4000.0 * (v.x * v.x + 12.9)); }";
const LIT: &str = "attribute vec4 p; attribute vec3 n; varying vec4 vcolor; uniform vec3 l;\n\
    void main() { gl_Position = p; vcolor = vec4(vec3(max(0.0, dot(n, l))), 1.0); }";
const CUT: &str = "precision mediump float; uniform sampler2D t; varying vec2 v;\n\
    void main() { vec4 c = texture2D(t, v); if (c.a < 0.001) discard; gl_FragColor = c; }";
const OPAQUE: &str = "precision mediump float; uniform sampler2D t; varying vec2 v; uniform vec4 k;\n\
    void main() { vec4 c = texture2D(t, v); gl_FragColor = c.a < 1.0 ? c : k; }";

#[rustfmt::skip] // A row is a shader and its faults.
const MASKED: &[Row] = &[
    // Each factor shows only where all others are 1.
    ("agal1", Fragment, STEPS, &[("ft0.w", "ft0.z")]),
    // Beyond the limit a texel that is exactly 1 shows no more than others.
    ("agal1", Fragment, BRIGHTEST, &[(
        "max ft0.w, ft0.y, ft0.z\nmax ft0.w, ft0.x, ft0.w",
        "max ft0.w, ft0.x, ft0.w\nmax ft0.w, ft0.y, ft0.z",
    )]),
    // A lamp behind the surface ends the loop: it shows where a later one is lit.
    ("lima", Fragment, LAMPS, &[("branch_ge ^const0.x $0.w L95", "branch_ge ^const0.x $0.w L102")]),
];

const BRIGHTEST: &str = "precision highp float; varying vec2 v; uniform sampler2D t;\n\
    void main() { vec4 c = texture2D(t, v); float b = max(c.r, max(c.g, c.b)); c.a = 1.0 - min(max(b * 20.0, 0.0), 0.8); gl_FragColor = c; }";
const LAMPS: &str = "precision mediump float; varying vec3 n; uniform vec3 d[4]; uniform int on[4]; uniform int kind[4];\n\
    void main() { vec3 a = vec3(0.0), s = vec3(0.0), m = normalize(n);\n\
    for (int i = 0; i < 4; i++) { if (on[i] == 1) { vec3 l = vec3(0.0);\n\
    if (kind[i] == 0) l = -normalize(d[i]); if (kind[i] == 1) l = normalize(d[i] - n);\n\
    float c = max(dot(m, l), 0.0); a += d[i] * c; if (c > 0.0) { float h = pow(max(0.0, dot(m, reflect(-l, m))), 16.0); s += h; } } }\n\
    gl_FragColor = vec4(s * a, 1.0); }";
const STEPS: &str = "precision highp float; varying vec4 v; uniform vec4 k;\n\
    void main() { vec4 s = step(k, v); gl_FragColor = vec4(s.x * s.y * s.z * s.w * 0.5); }";

fn check(rows: &[Row]) {
    let mut wrong = String::new();
    for (target, stage, text, faults) in rows {
        wrong += &Subject::new(target, *stage, text).faults(faults);
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn limits_that_random_numbers_do_not_reach() {
    check(LIMITS);
}

#[test]
fn arms_that_are_seldom_taken() {
    check(ARMS);
}

#[test]
fn integers_and_rounds_of_loops() {
    check(WHOLE_NUMBERS);
}

/// Where a quotient is a whole number the program's is a little larger, so that its fraction is never 0.
#[test]
fn quotients_of_integers() {
    let subject = Subject::new("agal1", Vertex, TENTHS);
    let said = subject.verdict().to_string();
    assert_eq!(said, "proved on 64 cells; not seen: instruction 5 greater");
    for (from, to) in [
        ("add v0, vt0.x, vt0.z", "mul v0, vt0.x, vc1.y"),
        ("mul vt0.x, vt0.x, vc1.x", "mul vt0.x, vt0.x, vc1.y"),
    ] {
        let verdict = subject.edited(from, to).unwrap().verdict();
        assert!(!verdict.is_proof(), "{to}: {verdict}");
    }
}

#[test]
fn colours_beyond_their_limits_and_ties_of_lookups() {
    check(COLOURS);
}

#[test]
fn values_that_others_mask() {
    check(MASKED);
}

/// What the vertex program or nobody leaves in a register is not known.
#[test]
fn registers_that_nobody_feeds() {
    let white = "void main() { gl_FragColor = vec4(1.0); }";
    let still = "attribute vec4 p; varying vec4 v; void main() { gl_Position = p; v = vec4(1.0); }";
    for (target, stage, text, from, to) in [
        ("pica200", Fragment, white, "a = const.a", "a = color.a"),
        (
            "nv2a",
            Fragment,
            white,
            "unsigned_invert(zero.b)",
            "unsigned(col0.b)",
        ),
        (
            "nv2a",
            Fragment,
            white,
            "unsigned_invert(zero.rgb)",
            "unsigned_invert(spare0.rgb)",
        ),
        ("agal1", Vertex, still, "mov v0, vc0.x", "mov v0, va1.w"),
        ("pica200", Vertex, still, "mov o1, c95.x", "mov o1, v1.w"),
    ] {
        let subject = Subject::new(target, stage, text);
        assert_eq!(subject.verdict(), Verdict::Proved, "{target}");
        let verdict = subject.edited(from, to).unwrap().verdict();
        assert!(!verdict.is_proof(), "{target} {to}: {verdict}");
    }
}

#[test]
fn outputs_that_the_source_does_not_have() {
    let text = "attribute vec4 p; void main() { gl_Position = p; }";
    let subject = Subject::new("nv2a", Vertex, text);
    for output in ["oPts.x", "oFog.x"] {
        let more = format!("{}mov {output}, v13.x\n", subject.compiled.assembly);
        let verdict = subject.assembled(&more).unwrap().verdict();
        let said = verdict.to_string();
        assert!(said.contains("where the source has no output"), "{said}");
    }
}

/// A row that is read by `(a + 1) - fract(a)` instead of `(a - fract(a)) + 1`: rounding may make another one of it.
#[test]
fn rounding_that_decides_is_named() {
    let text = "attribute float a; uniform vec4 t[8]; void main() { float f = floor(a); gl_Position = t[int(f + 1.0)]; }";
    let subject = Subject::with("agal1", Vertex, text, Options::default()).unwrap();
    let subject = subject.recorded(|record| {
        record.constants.push(Constant {
            register: "vc100".to_owned(),
            file: "vc".to_owned(),
            index: 100,
            value: vec![Number(1.0); 4],
            ..Constant::default()
        });
    });
    let right = "frc vt0.x, va{a}.x\nsub vt0.x, va{a}.x, vt0.x\nadd vt0.x, vt0.x, vc100.x\nmov op, vc[vt0.x+{t}]";
    let wrong = "frc vt0.x, va{a}.x\nadd vt0.y, va{a}.x, vc100.x\nsub vt0.x, vt0.y, vt0.x\nmov op, vc[vt0.x+{t}]";
    assert_eq!(subject.by_hand(right).unwrap().verdict(), Verdict::Proved);
    let said = subject.by_hand(wrong).unwrap().verdict().to_string();
    assert_eq!(said, "proved on 64 cells; rounding makes one decision");
}

/// Declarations that nothing reads change no verdict.
#[test]
fn unused_declarations_change_nothing() {
    let shader = |more: &str| {
        format!(
            "#version 300 es\nprecision highp float; in vec2 p; in vec4 q; out vec4 color; {more}\n\
             void main() {{ vec2 d = dFdx(p.yy * -3.0 + 1.0); color = d.xyxy; }}"
        )
    };
    for more in ["", "uniform int u;", "uniform vec4 a[5];", "in vec3 r;"] {
        let subject = Subject::new("agal2", Fragment, &shader(more));
        assert_eq!(subject.verdict(), Verdict::Proved, "{more}");
    }
}
