//! Set-ups of combiners: what the application computes, texture stages, tests, and words that are changed.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_prove::Verdict;

const TARGETS: [&str; 2] = ["pica200", "nv2a"];

/// Expressions of uniforms, which the application computes, and others that differ from them.
#[rustfmt::skip] // A row is a line.
const OF_UNIFORMS: &[(&str, &str)] = &[
    ("abs(k - j)", "k - j"),
    ("sqrt(abs(k))", "sqrt(abs(j))"),
    ("inversesqrt(k * k + 1.0)", "inversesqrt(k * k + 2.0)"),
    ("floor(k * 2.0) * 0.5", "ceil(k * 2.0) * 0.5"),
    ("ceil(k * 2.0) * 0.5", "floor(k * 2.0) * 0.5"),
    ("fract(k)", "fract(j)"),
    ("sign(k) * 0.25 + 0.5", "sign(j) * 0.25 + 0.5"),
    ("sin(k)", "cos(k)"),
    ("tan(k)", "sin(k)"),
    ("exp(-k * k)", "exp2(-k * k)"),
    ("exp2(-k * k)", "exp2(-j * j)"),
    ("log(k * k + 1.0)", "log2(k * k + 1.0)"),
    ("log2(k * k + 1.0)", "log2(j * j + 1.0)"),
    ("pow(abs(k), j)", "pow(abs(j), k)"),
    ("mod(k, j)", "mod(j, k)"),
    ("k / j", "j / k"),
    ("k - j", "j - k"),
    ("min(k, j)", "max(k, j)"),
    ("step(k, j)", "step(j, k)"),
    ("smoothstep(0.0, 1.0, k)", "smoothstep(0.0, 1.0, j)"),
    ("mix(k, j, 0.25)", "mix(j, k, 0.25)"),
    ("k < j ? 0.25 : 0.75", "k > j ? 0.25 : 0.75"),
    ("k >= j ? 0.25 : 0.75", "k <= j ? 0.25 : 0.75"),
    ("k < 0.5 && j < 0.5 ? 0.25 : 0.75", "k < 0.5 || j < 0.5 ? 0.25 : 0.75"),
    ("k < 0.5 || j < 0.5 ? 0.25 : 0.75", "k < 0.5 && j < 0.5 ? 0.25 : 0.75"),
    ("!(k < j) ? 0.25 : 0.75", "k < j ? 0.25 : 0.75"),
    ("dot(a, b)", "dot(a, a)"),
    ("length(a)", "length(b)"),
    ("normalize(a).x", "normalize(a).y"),
    ("cross(a, b).x", "cross(b, a).x"),
    ("any(lessThan(a, b)) ? 0.25 : 0.75", "all(lessThan(a, b)) ? 0.25 : 0.75"),
    ("all(lessThan(a, b)) ? 0.25 : 0.75", "any(lessThan(a, b)) ? 0.25 : 0.75"),
];

#[test]
fn functions_of_uniforms_are_proved_and_told_apart() {
    let mut wrong = String::new();
    for target in TARGETS {
        for (one, other) in OF_UNIFORMS {
            let [source, another] = [one, other].map(|factor| {
                format!(
                    "precision highp float; varying vec4 tint; uniform float k, j; uniform vec3 a, b;\n\
                     void main() {{ gl_FragColor = tint * clamp({factor}, 0.0, 1.0); }}"
                )
            });
            let subject = Subject::new(target, Stage::Fragment, &source);
            let (same, different) = (subject.verdict(), subject.verdict_against(&another));
            if same != Verdict::Proved || !matches!(different, Verdict::Different(_)) {
                wrong += &format!("{target} {one}: {same}; against {other}: {different}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Constants that the application computes, fog, what texture stages do, decisions and the alpha test.
#[test]
fn what_the_application_and_texture_stages_compute_is_part_of_proofs() {
    let head = "#pragma retroshade bind clear fog\nprecision highp float; varying vec4 tint; varying vec2 uv; \
        varying vec3 v1, v2, v3; varying float clear; uniform sampler2D one, other; uniform samplerCube sky; \
        uniform vec4 level; uniform float k; uniform mat2 turn; void main() { vec4 t = texture2D(one, uv);";
    let signed = "vec2 s = (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0;";
    let both = [
        "gl_FragColor = t * clamp(k * 2.0 - level.x, 0.0, 1.0);",
        "gl_FragColor = vec4(mix(level.rgb, t.rgb * tint.rgb, clear), t.a);",
        "gl_FragColor = vec4(min(t.rgb + tint.rgb * abs(sin(k)), 1.0), 1.0); ",
        "gl_FragColor = vec4(min(t.rgb + tint.rgb, 1.0) * level.rgb, t.a);",
        "gl_FragColor = texture2DProj(other, v1) * tint;",
        "t *= tint; if (t.a < k * 0.5) discard; gl_FragColor = t;",
    ];
    let xbox = [
        "gl_FragColor = texture2D(other, t.ar) * tint;",
        "gl_FragColor = textureCube(sky, v1) * tint;",
        "vec3 n = (t.rgb * 255.0 - 128.0) / 127.0; gl_FragColor = textureCube(sky, n * mat3(v1, v2, v3));",
        "gl_FragColor = texture2D(other, vec2(dot(t.rgb, v1), dot(t.rgb, v2)));",
        "vec3 n = (t.rgb * 255.0 - 128.0) / 127.0; gl_FragColor = textureCube(sky, reflect(-tint.rgb, normalize(n * mat3(v1, v2, v3))));",
        &format!(
            "{signed} gl_FragColor = vec4(texture2D(other, uv + turn * s).rgb * (1.0 - k * t.r), 1.0);"
        ),
        "gl_FragColor = tint.a >= 0.5 ? t * tint : t;",
        "gl_FragColor = vec4(clamp((t.rgb - tint.rgb) * 8.0, -1.0, 1.0) * 0.5 + 0.5, t.a);",
    ];
    for target in TARGETS {
        let more = if target == "nv2a" { &xbox[..] } else { &[] };
        for body in both.iter().chain(more) {
            let subject = Subject::new(target, Stage::Fragment, &format!("{head} {body} }}"));
            let assembly = &subject.compiled.assembly;
            assert_eq!(
                subject.verdict(),
                Verdict::Proved,
                "{target}: {body}\n{assembly}"
            );
        }
    }
}

/// A set-up of another shader is no proof, and numbers tell that it is different.
#[test]
fn other_set_ups_are_not_proved() {
    let pairs = [
        ("t * c", "t * t"),
        ("t * c", "t * (1.0 - c)"),
        ("t * u", "t * u.x"),
        ("mix(t, c, u.a)", "mix(c, t, u.a)"),
        ("min(t + c, 1.0)", "t * 0.5 + c * 0.5"),
        ("vec4(t.rgb * 0.3, 1.0)", "vec4(t.rgb * 0.4, 1.0)"),
        (
            "vec4(max(t.rgb - c.rgb, 0.0), t.a)",
            "vec4(max(c.rgb - t.rgb, 0.0), t.a)",
        ),
    ];
    for target in TARGETS {
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|color| {
                format!(
                    "precision mediump float; varying vec2 v; varying vec4 c; uniform sampler2D m; uniform vec4 u;\n\
                     void main() {{ vec4 t = texture2D(m, v); gl_FragColor = {color}; }}"
                )
            });
            let said = Subject::new(target, Stage::Fragment, &other).verdict_against(&one);
            assert!(
                matches!(said, Verdict::Different(_)),
                "{target}: {said}\n{other}"
            );
        }
    }
}
