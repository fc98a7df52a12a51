//! Colours that fit the stages of both chips only by halves that are doubled again, by clamps read the right way round, or
//! by constants that the application clamps; how far off they may be; and what is said of those that do not fit.

use super::fixed_beside::{HEAD, beside, compare, refusal};
use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use std::collections::HashSet;

const TEV: (&str, [&str; 2]) = ("pica200", ["integer", "rounded"]);
const COMBINERS: (&str, [&str; 2]) = ("nv2a", ["exact", "fixed"]);

fn shader(body: &str) -> String {
    format!("{HEAD}void main() {{ vec4 t = texture2D(one, uv); {body} }}\n")
}

fn compile(target: &str, text: &str, settings: &[(&str, &str)]) -> Option<Compiled> {
    let mut compiler = Compiler::new(find_target(target).unwrap());
    for (name, value) in settings {
        let setting = ((*name).to_owned(), (*value).to_owned());
        compiler.options.settings.extend([setting]);
    }
    let source = Source::new("colors.frag", Stage::Fragment, text);
    compiler.compile(&source).result
}

/// The inputs of the combiner of the N64, each with its name here: two texels, the shade, two colours, 1 and 0.
const COLORS: [&str; 7] = [
    "t.rgb",
    "s.rgb",
    "tint.rgb",
    "level.rgb",
    "level.gbr",
    "vec3(1.0)",
    "vec3(0.0)",
];

/// What it multiplies by besides the first five of those: their alphas.
const ALPHAS: [&str; 5] = ["t.aaa", "s.aaa", "tint.aaa", "level.aaa", "level.bbb"];

/// One cycle of it, `(A - B) * C + D`, of all inputs: each colour once.
fn cycles() -> Vec<String> {
    // Any numbers that are not related by chance.
    let number = |place: usize| match place {
        5 => 1.0,
        6 => 0.0,
        place => f64::sqrt(
            [
                2.0, 3.0, 5.0, 7.0, 11.0, 0.0, 0.0, 13.0, 17.0, 19.0, 23.0, 29.0,
            ][place],
        )
        .fract(),
    };
    let factors = COLORS[..5].iter().chain(&ALPHAS);
    let factors: Vec<(usize, &str)> = (0..5).chain(7..).zip(factors.copied()).collect();
    let (mut known, mut cycles) = (HashSet::new(), Vec::new());
    for a in 0..7 {
        for b in 0..7 {
            for d in 0..7 {
                for (c, factor) in &factors {
                    let value = (number(a) - number(b)) * number(*c) + number(d);
                    if known.insert((value * 1e12).round() as i64) {
                        let [a, b, d] = [a, b, d].map(|place| COLORS[place]);
                        cycles.push(format!("({a} - {b}) * {factor} + {d}"));
                    }
                }
            }
        }
    }
    cycles
}

/// All of them fit the 3DS; one in four is compiled here, and some of each kind are run.
#[test]
fn one_cycle_of_the_n64_fits_the_stages_of_the_3ds() {
    let cycles = cycles();
    assert_eq!(cycles.len(), 2725);
    let body = |color: &str| {
        shader(&format!(
            "vec4 s = texture2D(other, uv.yx); gl_FragColor = vec4({color}, t.a);"
        ))
    };
    let refused: Vec<&String> = cycles
        .iter()
        .step_by(4)
        .filter(|color| compile("pica200", &body(color), &[]).is_none())
        .collect();
    assert!(
        refused.is_empty(),
        "{} of them: {refused:#?}",
        refused.len()
    );
    for color in [
        "(t.rgb - level.rgb) * level.rgb + tint.rgb",
        "(t.rgb - s.rgb) * t.aaa + level.rgb",
        "(t.rgb - s.rgb) * tint.rgb + tint.rgb",
        "(s.rgb - tint.rgb) * level.aaa + t.rgb",
        "(tint.rgb - level.gbr) * s.aaa + t.rgb",
        "(vec3(0.0) - t.rgb) * tint.rgb + s.rgb",
    ] {
        compare(TEV.0, &TEV.1, &body(color));
    }
}

#[test]
fn three_stages_do_a_difference_times_a_uniform() {
    let color = "(t.rgb - level.rgb) * level.rgb + tint.rgb";
    let text = shader(&format!("gl_FragColor = vec4({color}, 1.0);"));
    let compiled = compare(TEV.0, &TEV.1, &text);
    assert_eq!(compiled.reflection.stats.more["stages"], 3);
}

/// The bytes of constants clamp as registers do.
#[test]
fn a_color_of_uniforms_may_be_negative() {
    let bodies = ["(level.rgb - level.gbr) * tint", "level.rgb - level.gbr"];
    for (target, stages) in [("pica200", 1), ("nv2a", 0)] {
        let [product, difference] = bodies.map(|color| {
            let color = color.replace("* tint", "* level.a");
            compile(
                target,
                &shader(&format!("gl_FragColor = vec4({color}, tint.a);")),
                &[],
            )
        });
        for compiled in [product, difference] {
            let compiled = compiled.expect(target);
            assert_eq!(compiled.reflection.stats.more["stages"], stages, "{target}");
        }
    }
}

/// A clamp of the complement is the complement of the clamp, and a bound that another implies is none.
#[test]
fn a_clamp_has_one_length_in_every_spelling() {
    let dot = "vec3 d = t.rgb * 2.0 - 1.0, e = tint.rgb * 2.0 - 1.0; float x = dot(d, e);";
    let fog = "vec3 d = t.rgb * 2.0 - 1.0; float x = dot(d, d), f, q;";
    let rows: [(&str, &[&str], u64); 3] = [
        (
            dot,
            &[
                "gl_FragColor = vec4(clamp(1.0 - x, 0.0, 1.0));",
                "gl_FragColor = vec4(1.0 - clamp(x, 0.0, 1.0));",
                "gl_FragColor = vec4(max(0.0, min(1.0 - x, 1.0)));",
                "gl_FragColor = vec4(min(1.0, max(1.0 - x, 0.0)));",
                "gl_FragColor = vec4(1.0 - min(max(x, 0.0), 1.0));",
            ],
            1,
        ),
        (
            fog,
            &[
                "f = clamp(1.0 - x, 0.0, 1.0); gl_FragColor = vec4(tint.rgb * f * f, 1.0);",
                "q = min(x, 1.0); f = 1.0 - q; gl_FragColor = vec4(tint.rgb * f * f, 1.0);",
                "q = clamp(x, 0.0, 1.0); f = 1.0 - q; f = f * f; gl_FragColor = vec4(tint.rgb * f, 1.0);",
                "f = max(1.0 - x, 0.0); gl_FragColor = vec4(tint.rgb * (f * f), 1.0);",
            ],
            1,
        ),
        (
            "float f;",
            &[
                "f = min(t.r + tint.r, 1.0); gl_FragColor = vec4(f * t.g);",
                "f = clamp(t.r + tint.r, 0.0, 1.0); gl_FragColor = vec4(f * t.g);",
                "f = 1.0 - clamp(1.0 - t.r - tint.r, 0.0, 1.0); gl_FragColor = vec4(f * t.g);",
                "f = 1.0 - max(1.0 - t.r - tint.r, 0.0); gl_FragColor = vec4(f * t.g);",
            ],
            3,
        ),
    ];
    for (before, spellings, stages) in rows {
        let (first, _) = beside(&format!("{before} {}", spellings[0]));
        assert!(first <= stages, "{before}: {first} stages");
        for body in spellings {
            let (found, assembly) = beside(&format!("{before} {body}"));
            assert_eq!(found, first, "{body}\n{assembly}");
        }
    }
    for body in [
        "gl_FragColor = vec4(clamp(1.0 - t.rgb - tint.rgb, 0.0, 1.0), 1.0);",
        "gl_FragColor = vec4(1.0 - clamp(t.rgb + tint.rgb, 0.0, 1.0), 1.0);",
        "gl_FragColor = vec4(1.0 - min(tint.rgb + t.rgb, 1.0), 1.0);",
        "gl_FragColor = vec4(max(1.0 - tint.rgb - t.rgb, 0.0), 1.0);",
    ] {
        let compiled = compare(TEV.0, &TEV.1, &shader(body));
        assert_eq!(compiled.reflection.stats.more["stages"], 1, "{body}");
    }
}

/// The red of three textures is not read by the Xbox's combiners as it is.
#[test]
fn planes_of_red_are_brought_out_and_weighted() {
    let planes = "float y = t.r, u = texture2D(other, uv.yx).r, v = textureCube(sky, v1).r;";
    for (body, stages) in [
        (
            "y = 1.164 * (y - 0.0625); u -= 0.5; v -= 0.5; gl_FragColor = vec4(clamp(vec3(y + 1.596 * v, \
             y - 0.813 * v - 0.391 * u, y + 2.018 * u), 0.0, 1.0), 1.0);",
            5,
        ),
        (
            "gl_FragColor = vec4(mat3(0.5, 0.25, 0.1, 0.3, 0.3, 0.3, 0.2, 0.4, 0.6) * vec3(y, u, v), 1.0);",
            3,
        ),
    ] {
        let (found, assembly) = beside(&format!("{planes} {body}"));
        assert!(found <= stages, "{body}: {found} stages\n{assembly}");
    }
}

/// What is called proved is: the degree alone says that no set-up has fewer.
#[test]
fn bounds_are_of_the_shader() {
    for (body, tev, combiners) in [
        ("gl_FragColor = t;", 1, 0),
        ("gl_FragColor = t * tint;", 1, 1),
        ("gl_FragColor = vec4(t.rgb * tint.rgb, t.a);", 1, 0),
        (
            "gl_FragColor = vec4(t.rgb * tint.rgb * level.rgb, t.a);",
            2,
            0,
        ),
        (
            "gl_FragColor = vec4(t.rgb * tint.rgb * level.rgb * t.a * t.a, t.a);",
            3,
            1,
        ),
        // Around most points the clamp does nothing.
        (
            "float f = clamp(t.r + 0.01, 0.0, 1.0); gl_FragColor = vec4(f * f * f * tint.rgb, t.a);",
            2,
            0,
        ),
        // Five stages are what the search finds; that fewer are too few is not proved.
        (
            "gl_FragColor = vec4(t.rgb * 0.25 + tint.rgb * 0.25 + t.a * 0.25 + tint.a * level.rgb * 0.25, t.a);",
            1,
            0,
        ),
    ] {
        for (target, least) in [("pica200", tev), ("nv2a", combiners)] {
            let compiled = compile(target, &shader(body), &[]).expect(body);
            let stats = &compiled.reflection.stats;
            assert_eq!(stats.shader_bound, Some(least), "{target}: {body}");
            let searched = stats.more["search_bound"];
            assert!(u64::from(least) <= stats.more["stages"], "{target}: {body}");
            assert!(searched <= stats.more["stages"], "{target}: {body}");
        }
    }
}

/// How many stages are needed is said only where that is proved.
#[test]
fn refusals_claim_no_more_than_is_known() {
    let sum = "vec3 d = (t.rgb - tint.rgb) * 3.0; gl_FragColor = vec4(d * d * d + t.a * tint.a - level.rgb * d, t.a);";
    for target in ["pica200", "nv2a"] {
        let said = refusal(target, &shader(sum));
        assert!(said.contains("no way was found within its "), "{said}");
        assert!(!said.contains("needs"), "{said}");
    }
    let product =
        "float f = pow(t.r, 16.0); f = f * f; f = f * f; gl_FragColor = vec4(vec3(f * f), t.a);";
    let said = refusal("pica200", &shader(product));
    assert!(
        said.contains("it needs 7 combiner stages, and there are 6"),
        "{said}"
    );
}

/// Stages that add more than 8 steps to what the rounding of inputs costs are asked for.
#[test]
fn large_errors_are_asked_for() {
    let body = "gl_FragColor = vec4(clamp(t.rgb * 40.0 - 20.0, 0.0, 1.0), 1.0);";
    let said = refusal(COMBINERS.0, &shader(body));
    assert!(
        said.contains("of 255 steps here; 28.0 are allowed"),
        "{said}"
    );
    assert!(said.contains("--target-option max-error="), "{said}");
    let asked = compile(COMBINERS.0, &shader(body), &[("max-error", "40")]).expect("asked for");
    let bound = asked.reflection.max_error.expect("a bound");
    assert!((28.0..=40.0).contains(&bound), "{bound}");
}
