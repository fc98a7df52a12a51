//! Proofs of set-ups of combiners.

use retroshade::link::Linker;
use retroshade::proof::Verdict;
use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use std::path::PathBuf;

const TARGETS: [&str; 2] = ["pica200", "nv2a"];

fn verdict(compiler: &Compiler, source: &Source, compiled: &Compiled) -> Verdict {
    compiler.prove(source, compiled).result.unwrap()
}

fn fragment(text: &str) -> Source {
    Source::new("proof.frag", Stage::Fragment, text)
}

/// Of what combiners compute in exact numbers most is proved, and nothing is found to be different.
#[test]
fn most_shaders_of_this_project_are_proved() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixed-fragment");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|name| name == "frag"))
        .collect();
    paths.sort();
    for target in TARGETS {
        let compiler = Compiler::new(find_target(target).unwrap());
        let (mut proved, mut all, mut others) = (0, 0, String::new());
        for path in &paths {
            let source = fragment(&std::fs::read_to_string(path).unwrap());
            let Some(compiled) = compiler.compile(&source).result else {
                continue;
            };
            let verdict = verdict(&compiler, &source, &compiled);
            let name = path.file_name().unwrap().to_string_lossy();
            assert!(
                !matches!(verdict, Verdict::Different(_)),
                "{target} {name}: {verdict}"
            );
            all += 1;
            proved += usize::from(verdict == Verdict::Proved);
            if verdict != Verdict::Proved {
                others += &format!("{name}: {verdict}\n");
            }
        }
        println!("{target}: {proved} of {all} proved\n{others}");
        assert!(
            proved * 10 >= all * 8,
            "{target}: {proved} of {all} proved\n{others}"
        );
    }
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
        let compiler = Compiler::new(find_target(target).unwrap());
        let more = if target == "nv2a" { &xbox[..] } else { &[] };
        for body in both.iter().chain(more) {
            let source = fragment(&format!("{head} {body} }}"));
            let compilation = compiler.compile(&source);
            let compiled = compilation
                .result
                .unwrap_or_else(|| panic!("{target}: {body}"));
            let said = verdict(&compiler, &source, &compiled);
            assert_eq!(
                said,
                Verdict::Proved,
                "{target}: {body}\n{}",
                compiled.assembly
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
        let compiler = Compiler::new(find_target(target).unwrap());
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|color| {
                fragment(&format!(
                    "precision mediump float; varying vec2 v; varying vec4 c; uniform sampler2D m; uniform vec4 u;\n\
                     void main() {{ vec4 t = texture2D(m, v); gl_FragColor = {color}; }}"
                ))
            });
            let compiled = compiler.compile(&other).result.unwrap();
            let said = verdict(&compiler, &one, &compiled);
            assert!(
                matches!(said, Verdict::Different(_)),
                "{target}: {said}\n{}",
                other.text
            );
        }
    }
}

/// Coordinates that move into the vertex program, parts of varyings, fog.
#[test]
fn pairs_are_proved_register_by_register() {
    let vertex = "attribute vec4 p; attribute vec4 uvs; attribute vec4 color; uniform mat4 m; uniform vec2 range;\n\
        varying vec4 vUvs; varying vec3 vTint; varying float vFade, vClear;\n\
        void main() { gl_Position = m * p; vUvs = uvs; vTint = clamp(color.rgb, 0.0, 1.0); vFade = color.a; vClear = p.z * range.x + range.y; }";
    let text = |last: &str| {
        format!(
            "#pragma retroshade bind vClear fog\nprecision highp float; varying vec4 vUvs; varying vec3 vTint;\n\
             varying float vFade, vClear; uniform sampler2D one, other; uniform vec2 move; uniform vec3 fog; uniform float k;\n\
             void main() {{ vec4 t = texture2D(one, vUvs.xy + move * k); vec4 u = texture2D(other, vUvs.zw - vUvs.xy);\n\
             gl_FragColor = vec4({last}, u.a * vFade); }}"
        )
    };
    let plain = text("t.rgb * vTint");
    let foggy = text("mix(fog, t.rgb * vTint, vClear)");
    for (target, body) in [("pica200", &plain), ("nv2a", &plain), ("nv2a", &foggy)] {
        let linker = Linker::new(Compiler::new(find_target(target).unwrap()));
        let vertex = Source::new("pair.vert", Stage::Vertex, vertex);
        let fragment = fragment(body);
        let pair = linker.link(&vertex, &fragment).result.unwrap();
        let verdicts = linker.prove(&vertex, &fragment, &pair).unwrap();
        assert_eq!(
            verdicts,
            [Verdict::Proved, Verdict::Proved],
            "{target}: {body}"
        );
        // A program that moves coordinates otherwise is not that of this vertex shader.
        let other = fragment.text.replace("move * k", "move");
        let other = linker.link(&vertex, &super::fixed_proofs::fragment(&other));
        let mut mixed = pair;
        mixed.vertex = other.result.unwrap().vertex;
        let [first, _] = linker.prove(&vertex, &fragment, &mixed).unwrap();
        assert!(!first.is_proof(), "{target}: {first}");
    }
}

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
        let compiler = Compiler::new(find_target(target).unwrap());
        for (one, other) in OF_UNIFORMS {
            let [source, another] = [one, other].map(|factor| {
                fragment(&format!(
                    "precision highp float; varying vec4 tint; uniform float k, j; uniform vec3 a, b;\n\
                     void main() {{ gl_FragColor = tint * clamp({factor}, 0.0, 1.0); }}"
                ))
            });
            let Some(compiled) = compiler.compile(&source).result else {
                wrong += &format!("{target} {one}: refused\n");
                continue;
            };
            let same = verdict(&compiler, &source, &compiled);
            let different = verdict(&compiler, &another, &compiled);
            if same != Verdict::Proved || !matches!(different, Verdict::Different(_)) {
                wrong += &format!("{target} {one}: {same}; against {other}: {different}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
