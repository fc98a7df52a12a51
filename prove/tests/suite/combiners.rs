//! Set-ups of combiners: what the application computes, texture stages, tests, and words that are changed.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;
use retroshade_kit::target::Options;
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
fn colours_that_no_stage_needs_are_in_their_range() {
    let text = "precision mediump float; varying vec4 tint;\n\
                void main() { gl_FragColor = vec4(clamp(tint.rgb + 1.0, 0.0, 1.0), 1.0); }";
    for target in TARGETS {
        let subject = Subject::new(target, Stage::Fragment, text);
        assert_eq!(subject.verdict(), Verdict::Proved, "{target}");
    }
}

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
        varying vec3 v1, v2, v3; varying float clear; uniform sampler2D one, other, third; uniform samplerCube sky; \
        uniform vec4 level; uniform float k; uniform mat2 turn; void main() { vec4 t = texture2D(one, uv);";
    let signed = "vec2 s = (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0;";
    let both = [
        "gl_FragColor = t * clamp(k * 2.0 - level.x, 0.0, 1.0);",
        "gl_FragColor = vec4(mix(level.rgb, t.rgb * tint.rgb, clear), t.a);",
        "gl_FragColor = vec4(min(t.rgb + tint.rgb * abs(sin(k)), 1.0), 1.0); ",
        "gl_FragColor = vec4(min(t.rgb + tint.rgb, 1.0) * level.rgb, t.a);",
        "gl_FragColor = texture2DProj(other, v1) * tint;",
        "t *= tint; if (t.a < k * 0.5) discard; gl_FragColor = t;",
        "t *= tint; if (t.a < 0.5) discard; gl_FragColor = t;",
    ];
    let xbox = [
        "gl_FragColor = texture2D(other, t.ar) * tint;",
        "gl_FragColor = texture2D(other, t.gb) * tint;",
        "vec4 o = texture2D(other, t.ar); gl_FragColor = textureCube(sky, v1) * texture2D(third, o.gb);",
        "gl_FragColor = vec4(clamp(v1, 0.0, 1.0), 1.0) * tint;",
        "gl_FragColor = vec4(t.rgb * tint.rgb, t.b * tint.b);",
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
            // A half is no byte, so that it has no sign there.
            let wanted = if body.contains("step(0.5, t.bg)") {
                "proved on 64 cells; not seen: step equal, step equal"
            } else {
                "proved"
            };
            let said = subject.verdict().to_string();
            assert_eq!(said, wanted, "{target}: {body}\n{assembly}");
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

fn set_up(target: &str, body: &str) -> Subject {
    let text = format!(
        "precision highp float; varying vec2 v, w; varying vec4 c, d; uniform sampler2D m, n; uniform vec4 u;\n\
         void main() {{ vec4 t = texture2D(m, v), s = texture2D(n, w); gl_FragColor = {body}; }}"
    );
    let mut options = Options::default();
    options
        .settings
        .insert("max-error".to_owned(), "255".to_owned());
    let subject = Subject::with(target, Stage::Fragment, &text, options);
    subject.unwrap_or_else(|| panic!("{target} refuses {body}"))
}

fn pica200(body: &str) -> Subject {
    set_up("pica200", body)
}

fn nv2a(body: &str) -> Subject {
    set_up("nv2a", body)
}

#[rustfmt::skip] // A row is a source and its set-up.
const PICA200: &[Row] = &[
    ("t * c", "units unit0\nstage0 rgb = tex0 * color; a = tex0.a * color.a\n",
     &[("tex0 * color;", "tex0 + color;"), ("tex0 * color;", "tex0 * tex0;"), ("= tex0.a * color.a", "= color.a"), ("tex0 * color;", "tex0 * color.a;"), ("tex0 * color;", "tex0 * color x2;"), ("tex0 * color;", "tex0 * (1 - color);"), ("tex0.a * color.a", "tex0.r * color.a")]),
    ("vec4(min(t.rgb + c.rgb, 1.0), max(t.a - c.a, 0.0))", "units unit0\nstage0 rgb = tex0 + color; a = tex0.a - color.a\n",
     &[("tex0 + color", "tex0 - color"), ("tex0.a - color.a", "color.a - tex0.a"), ("tex0 + color", "tex0 + color - 0.5")]),
    ("vec4(clamp(t.rgb + c.rgb - 0.5, 0.0, 1.0), t.a)", "units unit0\nstage0 rgb = tex0 + color - 0.5; a = tex0.a\n",
     &[(" - 0.5", ""), ("tex0 + color - 0.5", "tex0 - color")]),
    ("mix(t, c, s)", "units unit0, unit1\nstage0 rgb = mix(tex0, color, tex1); a = mix(tex0.a, color.a, tex1.a)\n",
     &[("mix(tex0, color, tex1)", "mix(color, tex0, tex1)"), ("mix(tex0, color, tex1)", "mix(tex0, tex1, color)"), ("tex1.a)", "tex1.b)")]),
    ("min(t * c + s, 1.0)", "units unit0, unit1\nstage0 rgb = tex0 * color + tex1; a = tex0.a * color.a + tex1.a\n",
     &[("tex0 * color + tex1", "tex0 * tex1 + color"), ("color.a + tex1.a", "color.a + tex0.a")]),
    ("min(t + c, 1.0) * s", "units unit0, unit1\nstage0 rgb = (tex0 + color) * tex1; a = (tex0.a + color.a) * tex1.a\n",
     &[("(tex0 + color) * tex1", "(tex0 + tex1) * color"), ("(tex0.a + color.a) * tex1.a", "tex0.a + color.a")]),
    ("vec4(clamp(4.0 * dot(t.rgb - 0.5, c.rgb - 0.5), 0.0, 1.0))", "units unit0\nstage0 rgb = dot3a(tex0, color)\n",
     &[("dot3a(tex0, color)", "dot3a(tex0, tex0)"), ("dot3a(tex0, color)", "dot3a(tex0, color) x2"), ("dot3a(tex0, color)", "dot3(tex0, color); a = tex0.a"), ("dot3a(tex0, color)", "dot3a(tex0, color); a x2")]),
    ("vec4(min(t.rgb * c.rgb * 4.0, 1.0), min(t.a * c.a * 2.0, 1.0))", "units unit0\nstage0 rgb = tex0 * color x4; a = tex0.a * color.a x2\n",
     &[("x4", "x2"), ("x2", "x4"), (" x2", "")]),
    ("vec4(t.rgb * t.g, 1.0 - t.b)", "units unit0\nstage0 rgb = tex0 * tex0.g; a = 1 - tex0.b\n",
     &[("tex0.g;", "tex0.b;"), ("1 - tex0.b", "tex0.b"), ("1 - tex0.b", "1 - tex0.g")]),
    ("vec4(mix(t.rgb, c.rgb, s.rgb) * t.rgb, t.a * c.a)", "units unit0, unit1\nstage0 rgb = mix(tex0, color, tex1); a = tex0.a * color.a\nstage1 rgb = prev * tex0; a = prev.a\n",
     &[("prev * tex0", "prev * tex1"), ("prev.a", "tex0.a"), ("prev * tex0", "prev")]),
    ("vec4(t.rgb * c.rgb * s.rgb * c.rgb, t.a * c.a)", "units unit0, unit1\nstage0 rgb = tex0 * color; a = tex0.a * color.a; store rgb a\nstage1 rgb = color * tex1; a = prev.a\nstage2 rgb = prev * buffer; a = buffer.a\n",
     &[("store rgb a", "store rgb"), ("prev * buffer", "prev * prev"), ("store rgb a", "store a"), ("a = buffer.a", "a = color.a")]),
];

#[rustfmt::skip] // A row is a source and its set-up.
const NV2A: &[Row] = &[
    ("t * c", "!!TS1.0\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = tex0.rgb * col0.rgb; }\nalpha { spare0 = tex0.a * col0.a; }\n}\nout.rgb = unsigned(spare0.rgb);\nout.a = unsigned(spare0.a);\n",
     &[("tex0.rgb * col0.rgb", "tex0.rgb . col0.rgb"), ("tex0.rgb *", "tex0.a *"), ("tex0.rgb *", "expand(tex0.rgb) *"), ("tex0.rgb *", "half_bias(tex0.rgb) *"), ("tex0.rgb *", "unsigned_invert(tex0.rgb) *"), ("tex0.rgb *", "-tex0.rgb *"), ("tex0.rgb *", "-half_bias(tex0.rgb) *"), ("tex0.rgb *", "-expand(tex0.rgb) *"),
       ("tex0.a *", "tex0.b *"), ("out.a = unsigned(spare0.a)", "out.a = unsigned(tex0.a)"), ("out.a = unsigned(spare0.a)", "out.a = unsigned_invert(spare0.a)"), ("out.rgb = unsigned(spare0.rgb)", "out.rgb = unsigned(spare0.a)"), ("texture_2d", "pass_through"), ("col0.rgb; }", "col0.rgb; scale_by_two(); }"), ("col0.rgb; }", "col0.rgb; bias_by_negative_one_half(); }"), ("col0.rgb; }", "col0.rgb; scale_by_one_half(); }")]),
    ("vec4(clamp((2.0 * t.rgb - 1.0) * c.rgb, 0.0, 1.0), clamp((t.a - 0.5) * c.a * 4.0, 0.0, 1.0))", "!!TS1.0\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = expand(tex0.rgb) * col0.rgb; }\nalpha { spare0 = half_bias(tex0.a) * col0.a; scale_by_four(); }\n}\nout.rgb = unsigned(spare0.rgb);\nout.a = unsigned(spare0.a);\n",
     &[("expand(tex0.rgb)", "-expand(tex0.rgb)"), ("half_bias(tex0.a)", "-half_bias(tex0.a)"), ("half_bias(tex0.a)", "expand(tex0.a)"), ("scale_by_four", "scale_by_two"), ("expand", "half_bias")]),
    ("vec4(clamp((1.0 - 2.0 * t.rgb) * c.rgb, 0.0, 1.0), clamp((0.5 - t.a) * c.a * 2.0, 0.0, 1.0))", "!!TS1.0\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = -expand(tex0.rgb) * col0.rgb; }\nalpha { spare0 = -half_bias(tex0.a) * col0.a; scale_by_two(); }\n}\nout.rgb = unsigned(spare0.rgb);\nout.a = unsigned(spare0.a);\n",
     &[("-expand", "expand"), ("-half_bias", "half_bias"), ("scale_by_two();", "")]),
    ("vec4(clamp(dot(2.0 * t.rgb - 1.0, 2.0 * c.rgb - 1.0), 0.0, 1.0) * vec3(1.0), (t.a + c.a) * 0.5)", "!!TS1.0\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = expand(tex0.rgb) . expand(col0.rgb); }\nalpha { discard = tex0.a * unsigned_invert(zero.a); discard = col0.a * unsigned_invert(zero.a); spare0 = sum(); scale_by_one_half(); }\n}\nout.rgb = unsigned(spare0.rgb);\nout.a = unsigned(spare0.a);\n",
     &[(". expand", "* expand"), ("scale_by_one_half();", ""), ("spare0 = sum()", "spare0 = mux()"), ("expand(col0.rgb)", "expand(tex0.rgb)")]),
    ("vec4(mix(t.rgb, c.rgb, s.rgb), t.a)", "!!TS1.0\ntexture_2d();\ntexture_2d();\n!!RC1.0\nout.rgb = lerp(unsigned(tex1.rgb), unsigned(col0.rgb), unsigned(tex0.rgb));\nout.a = unsigned(tex0.a);\n",
     &[("unsigned(col0.rgb), unsigned(tex0.rgb)", "unsigned(tex0.rgb), unsigned(col0.rgb)"), ("unsigned(tex1.rgb)", "unsigned_invert(tex1.rgb)"), ("lerp(unsigned(tex1.rgb)", "lerp(unsigned(tex1.a)"), ("= unsigned(tex0.a)", "= unsigned(tex0.b)")]),
    ("vec4(min(t.rgb * s.rgb + c.rgb * t.a, 1.0), t.b)", "!!TS1.0\ntexture_2d();\ntexture_2d();\n!!RC1.0\nfinal_product = unsigned(tex0.rgb) * unsigned(tex1.rgb);\nout.rgb = lerp(unsigned(col0.rgb), unsigned(tex0.a), unsigned(zero.rgb)) + unsigned(final_product);\nout.a = unsigned(tex0.b);\n",
     &[("unsigned(tex0.rgb) *", "unsigned(tex0.a) *"), (" + unsigned(final_product)", ""), ("unsigned(tex0.b)", "unsigned(tex0.a)"), ("unsigned(tex0.a)", "unsigned(tex0.rgb)")]),
    // The third colour comes as a texture coordinate that is passed on.
    ("vec4(c.rgb * clamp(vec3(v, 0.0), 0.0, 1.0) * clamp(vec3(w, 0.0), 0.0, 1.0), t.a)", "!!TS1.0\ntexture_2d();\npass_through();\n!!RC1.0\n{\nrgb { spare0 = col1.rgb * tex1.rgb; }\n}\nfinal_product = unsigned(col0.rgb) * unsigned(spare0.rgb);\nout.rgb = unsigned(final_product);\nout.a = unsigned(tex0.a);\n",
     &[("pass_through", "nop"), ("pass_through", "texture_2d"), ("* tex1.rgb", "* tex1.a")]),
    // The sum of the two colours.
    ("vec4(1.0 - t.rgb * c.rgb + d.rgb, t.a)", "!!TS1.0\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = tex0.rgb * col0.rgb; }\n}\n# color_sum inverts spare0\nout.rgb = unsigned(color_sum.rgb);\nout.a = unsigned(tex0.a);\n",
     &[("# color_sum inverts spare0\n", ""), ("inverts spare0", "inverts spare0 col1"), ("inverts spare0", "inverts col1")]),
    ("vec4(min((2.0 - t.rgb * c.rgb - d.rgb) * s.rgb, 1.0), t.a)", "!!TS1.0\ntexture_2d();\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = tex0.rgb * col0.rgb; }\n}\n# color_sum inverts spare0 col1\nout.rgb = lerp(unsigned(tex1.rgb), unsigned(color_sum.rgb), unsigned(zero.rgb));\nout.a = unsigned(tex0.a);\n",
     &[("# color_sum", "clamp_color_sum();\n# color_sum"), (" col1", "")]),
    ("vec4(s.rgb * min(t.rgb * c.rgb + 1.0 - d.rgb, 1.0), t.a)", "!!TS1.0\ntexture_2d();\ntexture_2d();\n!!RC1.0\n{\nrgb { spare0 = tex0.rgb * col0.rgb; }\n}\nclamp_color_sum();\n# color_sum inverts col1\nout.rgb = lerp(unsigned(tex1.rgb), unsigned(color_sum.rgb), unsigned(zero.rgb));\nout.a = unsigned(tex0.a);\n",
     &[("clamp_color_sum();\n", ""), (" inverts col1", " inverts spare0")]),
];

#[test]
fn set_ups_by_hand() {
    check(pica200, PICA200);
    check(nv2a, NV2A);
}
