//! Set-ups of combiners: what is lifted is proved equal to the set-up, is a source that compiles again to as many stages,
//! and computes in the interpreter what the simulators compute, in all arithmetics.

use crate::{lowered, target};
use retroshade_diagnostics::FileId;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Stage, essl, eval, verify};
use retroshade_kit::machine::{self, Watch};
use retroshade_kit::target::{Binary, Options, Target};
use retroshade_lift::lift;
use retroshade_prove::{Verdict, prove_with};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The source of a shader that was lifted, with and without its record, and what its main function has to say.
type Row = (
    &'static str,
    &'static [&'static str],
    &'static str,
    &'static str,
);

const HEAD: &str = "precision mediump float; varying vec2 uv, st; varying vec4 color, other; varying vec3 light;
    uniform sampler2D s, t; uniform samplerCube k; uniform vec4 tint; uniform vec3 ambient; uniform float edge; ";

const ROWS: &[Row] = &[
    (
        "modulate",
        &["nv2a", "pica200"],
        "gl_FragColor = texture2D(s, uv) * color;",
        "gl_FragColor = v1 * color;",
    ),
    (
        "mix with a uniform",
        &["nv2a", "pica200"],
        "gl_FragColor = mix(texture2D(s, uv), texture2D(t, st), tint.a);",
        "gl_FragColor = mix(v1, v3, tint.w);",
    ),
    (
        "inner product",
        &["nv2a", "pica200"],
        "vec3 n = texture2D(s, uv).rgb * 2.0 - 1.0;
         gl_FragColor = vec4(vec3(clamp(dot(n, light * 2.0 - 1.0), 0.0, 1.0)) * tint.rgb, 1.0);",
        ".xyz) - 1.0, (2.0 * light) - 1.0), 0.0, 1.0)",
    ),
    (
        "choice",
        &["nv2a"],
        "vec4 x = texture2D(s, uv); gl_FragColor = x.a >= 0.5 ? x * color : other;",
        "gl_FragColor = (v1.w >= 0.5) ? (v1 * color) : other;",
    ),
    (
        "alpha test",
        &["nv2a", "pica200"],
        "vec4 x = texture2D(s, uv) * color; if (x.a < edge) discard; gl_FragColor = x;",
        "if (v3.w < edge) discard;",
    ),
    (
        "projected",
        &["nv2a"],
        "gl_FragColor = texture2DProj(s, color) * tint;",
        "texture2DProj(s, color.xyw)",
    ),
    (
        "cube by a row of inner products",
        &["nv2a"],
        "vec3 n = (texture2D(s, uv).rgb * 255.0 - 128.0) / 127.0;
         gl_FragColor = textureCube(k, vec3(dot(color.xyz, n), dot(other.xyz, n), dot(light, n)));",
        "dot(color.xyz, v",
    ),
    (
        "mirror",
        &["nv2a"],
        "vec3 n = texture2D(s, uv).rgb;
         vec3 m = vec3(dot(color.xyz, n), dot(other.xyz, n), dot(light, n));
         gl_FragColor = textureCube(k, reflect(-eye, normalize(m)));",
        "reflect(-eye, normalize(vec3(dot(color.xyz, v",
    ),
    (
        "dependent",
        &["nv2a"],
        "gl_FragColor = texture2D(t, texture2D(s, uv).ar);",
        "texture2D(t, v1.wx)",
    ),
    (
        "bump environment",
        &["nv2a"],
        "vec2 b = texture2D(s, uv).bg; b = (b * 255.0 - 256.0 * step(0.5, b)) / 127.0;
         gl_FragColor = texture2D(t, st + mat2(0.25, 0.0, 0.0, 0.125) * b);",
        "step(0.5, v",
    ),
    (
        "fog",
        &["nv2a", "pica200"],
        "gl_FragColor = vec4(mix(ambient, texture2D(s, uv).rgb * color.rgb, haze), 1.0);",
        "mix(ambient, v2.xyz * color.xyz, ",
    ),
    (
        "sums",
        &["nv2a"],
        "vec3 x = texture2D(s, uv).rgb + ambient * color.rgb; gl_FragColor = vec4(clamp(x, 0.0, 1.0) * light, 1.0 - color.a);",
        "1.0 - color.w",
    ),
];

fn source(body: &str) -> String {
    let mut head = HEAD.to_owned();
    if body.contains("haze") {
        head += "\n#pragma retroshade bind haze fog\nvarying float haze;\n";
    }
    if body.contains("eye") {
        head += "varying vec3 eye; ";
    }
    format!("{head}void main() {{ {body} }}")
}

#[test]
fn what_is_lifted_is_the_set_up() {
    let mut faults = Vec::new();
    for (name, targets, body, expected) in ROWS {
        for target_name in *targets {
            if let Err(fault) = round(&source(body), target_name, expected) {
                faults.push(format!("{name} on {target_name}: {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Compiles, lifts with the record, proves, compiles again, proves; and lifts without the record.
fn round(text: &str, name: &str, expected: &str) -> Result<(), String> {
    let target = target(name);
    let compiled = target.compile(&lowered(Stage::Fragment, text), &Options::default());
    let compiled = compiled.map_err(|errors| format!("{errors:?}"))?;
    let stages = compiled.reflection.stats.instructions;
    let with = again(target, compiled.as_binary(), &compiled.reflection, stages)?;
    if !with.contains(expected) {
        return Err(format!("no `{expected}` in {with}"));
    }
    // Without it constants of uniforms are what is in the set-up, and where an eye comes from nobody knows.
    if !compiled.reflection.uniforms.is_empty() || text.contains("eye") {
        return Ok(());
    }
    let known = target
        .read(compiled.as_binary())
        .and_then(|code| code.interface());
    let known = known.map_err(|errors| format!("{errors:?}"))?;
    again(target, compiled.as_binary(), &known, stages).map(|_| ())
}

/// The source of what is lifted, which is proved to be the set-up and to compile to one of as many stages.
fn again(
    target: &dyn Target,
    binary: retroshade_kit::target::Binary<'_>,
    record: &retroshade_kit::reflect::Reflection,
    stages: u32,
) -> Result<String, String> {
    let lifted =
        lift(binary, record, &Default::default()).map_err(|errors| format!("{errors:?}"))?;
    verify::verify(&lifted.shader).map_err(|faults| format!("{faults:?}"))?;
    let source = essl::write(&lifted.shader)?;
    let options = Options::default();
    let verdict = prove_with(&lifted.shader, target, binary, &lifted.record, &options);
    if !verdict.is_proof() {
        return Err(format!("{verdict:?} of {source}"));
    }
    let shader = lowered(Stage::Fragment, &source);
    let second = target.compile(&shader, &options);
    let second = second.map_err(|errors| format!("{errors:?} in {source}"))?;
    let verdict = prove_with(
        &shader,
        target,
        second.as_binary(),
        &second.reflection,
        &options,
    );
    if !verdict.is_proof() {
        return Err(format!("compiled again: {verdict:?} in {source}"));
    }
    match second.reflection.stats.instructions {
        after if after <= stages => Ok(source),
        after => Err(format!("{stages} stages become {after} in {source}")),
    }
}

/// A set-up that differs in one byte of a constant, or in one mapping, is no proof of the other's source.
#[test]
fn another_set_up_is_not_proved() {
    let texts = [
        "!!RC1.0\nconst0 = (0.25, 0.5, 0.75, 1.0);\n{ rgb { spare0 = col0 * const0; } alpha { spare0 = col0 * const0; } }\nout.rgb = spare0;\nout.a = spare0.a;\n",
        "!!RC1.0\nconst0 = (0.25, 0.5, 0.25, 1.0);\n{ rgb { spare0 = col0 * const0; } alpha { spare0 = col0 * const0; } }\nout.rgb = spare0;\nout.a = spare0.a;\n",
        "!!RC1.0\nconst0 = (0.25, 0.5, 0.75, 1.0);\n{ rgb { spare0 = unsigned_invert(col0) * const0; } alpha { spare0 = col0 * const0; } }\nout.rgb = spare0;\nout.a = spare0.a;\n",
    ];
    let target = target("nv2a");
    let options = Options::default();
    let programs = texts.map(|text| {
        let assembled = target.assemble(FileId(0), text, Some(Stage::Fragment), &options);
        assembled.unwrap_or_else(|errors| panic!("{errors:?} in {text}"))
    });
    let known = target
        .read(programs[0].as_binary())
        .unwrap()
        .interface()
        .unwrap();
    let lifted = lift(programs[0].as_binary(), &known, &Default::default()).unwrap();
    let verdicts = programs.each_ref().map(|program| {
        prove_with(
            &lifted.shader,
            target,
            program.as_binary(),
            &lifted.record,
            &options,
        )
    });
    assert!(verdicts[0].is_proof(), "{:?}", verdicts[0]);
    for verdict in &verdicts[1..] {
        assert!(matches!(verdict, Verdict::Different(_)), "{verdict:?}");
    }
}

/// Data for set-ups of which only the registers are known: 16 fragments. Fog is black where the set-up does not say it.
fn data(varyings: &[(&str, usize)], textures: &[&str]) -> RunInputs {
    let value = |sample: usize, lane: usize| ((sample * 7 + lane * 3) % 16) as f64 / 16.0 + 0.03;
    let varyings = varyings.iter().enumerate().map(|(number, (name, lanes))| {
        let row = |sample| {
            let lanes = (0..*lanes).map(|lane| value(sample, 5 * number + lane).to_string());
            format!("[{}]", lanes.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..16).map(row).collect();
        format!("\"{name}\": {{\"values\": [{}]}}", rows.join(", "))
    });
    let textures = textures.iter().enumerate().map(|(number, name)| {
        let pattern = number + 1;
        format!(
            "\"{name}\": {{\"kind\": \"2d\", \"pattern\": {pattern}, \"filter\": \"nearest\", \"wrap\": \"repeat\"}}"
        )
    });
    let text = format!(
        "{{\"varyings\": {{{}}}, \"uniforms\": {{\"fogcolor_0\": {{\"type\": \"vec4\", \"value\": [0, 0, 0, 0]}}}}, \"textures\": {{{}}}}}",
        varyings.collect::<Vec<_>>().join(", "),
        textures.collect::<Vec<_>>().join(", ")
    );
    RunInputs::from_json(&text, FileId(0)).unwrap()
}

/// A chip: the words of its golden set-ups, what its vertex programs hand over, its arithmetics with how far each may be
/// from real numbers, and the least number of set-ups that are lifted.
struct Chip {
    name: &'static str,
    vectors: &'static str,
    varyings: &'static [(&'static str, usize)],
    arithmetics: &'static [(&'static str, f32)],
    lifted: usize,
    /// How many of those that are not random are proved.
    proved: u32,
}

const CHIPS: &[Chip] = &[
    Chip {
        name: "nv2a",
        vectors: "../backends/nv2a/tests/fragment/vectors.json",
        varyings: &[
            ("oD0", 4),
            ("oD1", 4),
            ("oT0", 4),
            ("oT1", 4),
            ("oT2", 4),
            ("oT3", 4),
            ("oFog", 1),
        ],
        arithmetics: &[("exact", 0.01), ("fixed", 3.0)],
        lifted: 190,
        proved: 69,
    },
    Chip {
        name: "pica200",
        vectors: "../backends/pica200/tests/fragment/vectors.json",
        varyings: &[
            ("color", 4),
            ("texcoord0", 2),
            ("texcoord1", 2),
            ("texcoord2", 2),
            ("light0", 4),
            ("light1", 4),
            ("fog", 1),
        ],
        arithmetics: &[("integer", 9.1), ("rounded", 7.0)],
        lifted: 220,
        proved: 212,
    },
];

/// The golden set-ups of the chips' own tests, half of them random: what is lifted computes in the interpreter what the
/// simulators do. Steps of 1/255 are as near only where no factor of a random set-up makes them larger.
#[test]
fn golden_set_ups_compute_the_same() {
    for chip in CHIPS {
        let target = target(chip.name);
        let inputs = data(chip.varyings, &["tex0", "tex1", "tex2", "tex3"]);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(chip.vectors);
        let tree: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let (mut lifted_count, mut proved, mut worst) = (0, 0, BTreeMap::new());
        for case in tree["cases"].as_array().unwrap() {
            let name = case["name"].as_str().unwrap();
            let hex = |value: &Value| u32::from_str_radix(value.as_str().unwrap(), 16).unwrap();
            let pairs = case["words"].as_array().unwrap().iter();
            let words = pairs.flat_map(|pair| [hex(&pair[0]), hex(&pair[1])]);
            let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
            let none = Default::default();
            let binary = Binary {
                bytes: &bytes,
                container: None,
                stage: Some(Stage::Fragment),
                side_files: &none,
            };
            let known = target.read(binary).unwrap().interface().unwrap();
            let lifted = match lift(binary, &known, &Default::default()) {
                Ok(lifted) => lifted,
                Err(errors) => {
                    assert!(
                        errors.iter().all(|error| error.code.id == "E0603"),
                        "{name}: {errors:?}"
                    );
                    continue;
                }
            };
            lifted_count += 1;
            verify::verify(&lifted.shader).unwrap();
            // What a random one makes of registers that nothing set is no function of its inputs.
            let is_random = name.starts_with("random");
            if !is_random {
                let options = Options::default();
                let verdict = prove_with(&lifted.shader, target, binary, &lifted.record, &options);
                assert!(
                    !matches!(verdict, Verdict::Different(_)),
                    "{name}: {verdict:?}"
                );
                proved += u32::from(verdict.is_proof());
            }
            let wanted = eval::run(&lifted.shader, &inputs).unwrap();
            for (arithmetic, limit) in chip.arithmetics {
                let is_exact = *limit < 1.0;
                if !is_exact && is_random {
                    continue;
                }
                let mut watch = Watch::default();
                let setting = ("arithmetic".to_owned(), (*arithmetic).to_owned());
                watch.settings.extend([setting]);
                let found =
                    machine::run_watched(target, binary, &lifted.record, &inputs, &mut watch);
                let found = found.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
                let colors = found.outputs.values().next().unwrap();
                for (sample, found_color) in colors.iter().enumerate() {
                    let gone = [&found.discarded, &wanted.discarded];
                    let gone = gone.map(|list| list.as_ref().is_some_and(|list| list[sample]));
                    let color = &wanted.outputs["gl_FragColor"][sample];
                    if gone != [false; 2] {
                        continue;
                    }
                    for (found, wanted) in found_color.iter().zip(color) {
                        let difference = (found - wanted.clamp(0.0, 1.0)).abs() * 255.0;
                        let most: &mut f32 = worst.entry(*arithmetic).or_default();
                        *most = most.max(difference);
                        assert!(
                            difference <= *limit,
                            "{name} {arithmetic} sample {sample}: {found_color:?} for {color:?} of {}",
                            essl::write(&lifted.shader).unwrap()
                        );
                    }
                }
            }
        }
        assert!(
            lifted_count >= chip.lifted && proved >= chip.proved,
            "{lifted_count} {proved} {worst:?}"
        );
    }
}

/// A constant that the text leaves to the application is a uniform; what no shader can say is refused by name.
#[test]
fn constants_of_the_application_are_uniforms() {
    let target = target("nv2a");
    let lifted = |text: &str| {
        let assembled =
            target.assemble(FileId(0), text, Some(Stage::Fragment), &Options::default());
        let assembled = assembled.unwrap_or_else(|errors| panic!("{errors:?} in {text}"));
        let known = target
            .read(assembled.as_binary())
            .unwrap()
            .interface()
            .unwrap();
        let lifted = lift(assembled.as_binary(), &known, &Default::default());
        lifted.map(|lifted| essl::write(&lifted.shader).unwrap())
    };
    let text = "!!RC1.0\n{ rgb { spare0 = col0 * const0; } alpha { spare0 = col0; } }\n\
        out.rgb = spare0;\nout.a = spare0.a;\n";
    let source = lifted(text).unwrap();
    for part in ["uniform vec4 c0_0;", "oD0.xyz * c0_0.xyz"] {
        assert!(source.contains(part), "{part}: {source}");
    }
    let clip = format!(
        "!!TS1.0\ncull_fragment(LESS_THAN_ZERO, LESS_THAN_ZERO, LESS_THAN_ZERO, LESS_THAN_ZERO);\n{text}"
    );
    let errors = lifted(&clip).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!(error.code.id, "E0603");
    assert_eq!(
        error.message,
        "texture stage 0 throws fragments away by the sign of coordinates"
    );
}
