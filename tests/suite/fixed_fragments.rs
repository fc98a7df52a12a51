//! Fragment shaders on chips without fragment programs: the shaders of `tests/fixed-fragment`, written for this
//! project after what 3DS and Xbox programs set up by hand. `manifest.tsv` has the stages of the best set-up
//! that a person found, or `impossible`; `expected` the colours of a software GL driver.

use retroshade::diagnostics::FileId;
use retroshade::ir::run::RunInputs;
use retroshade::kit::machine::{self, Watch};
use retroshade::{Compiled, Compiler, Source, Stage, Target, find_target};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixed-fragment")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// File, and the stages of the set-up made by hand for a target.
fn rows(target: &str) -> Vec<(String, Option<u64>)> {
    let manifest = read("manifest.tsv");
    let mut lines = manifest
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = head.iter().position(|name| *name == target).unwrap();
    lines
        .map(|row| (row[0].to_owned(), row[column].parse().ok()))
        .collect()
}

fn compile(target: &'static dyn Target, name: &str) -> Result<Compiled, String> {
    let compilation =
        Compiler::new(target).compile(&Source::new(name, Stage::Fragment, read(name)));
    compilation.result.ok_or_else(|| {
        let messages = compilation
            .diagnostics
            .iter()
            .map(|one| one.message.clone());
        messages.collect::<Vec<_>>().join("\n")
    })
}

/// The largest difference from the driver's colours in steps of 1/255, over all arithmetics of the simulator.
fn error(
    target: &'static dyn Target,
    name: &str,
    compiled: &Compiled,
    arithmetics: &[&str],
) -> f64 {
    let inputs = RunInputs::from_json(&read(&format!("expected/{name}.json")), FileId(0)).unwrap();
    let expected = inputs.expected.as_ref().unwrap();
    let wanted = &expected.outputs["gl_FragColor"];
    let limit = compiled.reflection.max_error.unwrap();
    let mut worst: f64 = 0.0;
    for arithmetic in arithmetics {
        let mut watch = Watch::default();
        watch
            .settings
            .insert("arithmetic".into(), (*arithmetic).into());
        let program = retroshade::Binary {
            stage: Some(Stage::Fragment),
            ..compiled.as_binary()
        };
        let outputs =
            machine::run_watched(target, program, &compiled.reflection, &inputs, &mut watch)
                .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let found = &outputs.outputs["gl_FragColor"];
        for (sample, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            let gone = |list: &Option<Vec<bool>>| list.as_ref().is_some_and(|list| list[sample]);
            let robust = expected.robust.as_ref().is_none_or(|list| list[sample]);
            if gone(&outputs.discarded) || gone(&expected.discarded) || !robust {
                continue;
            }
            for (found, wanted) in found.iter().zip(wanted) {
                let difference = f64::from((found - wanted.clamp(0.0, 1.0)).abs()) * 255.0;
                assert!(
                    difference <= limit + 0.02,
                    "{name} {arithmetic} sample {sample}: off by {difference:.2}, claimed {limit}"
                );
                worst = worst.max(difference);
            }
        }
    }
    worst
}

fn all_compile(target: &'static str, arithmetics: &[&str]) {
    let target = find_target(target).unwrap();
    let mut problems = Vec::new();
    let (mut compiled_count, mut proved) = (0, 0);
    for (name, by_hand) in rows(target.name()) {
        match (compile(target, &name), by_hand) {
            (Ok(compiled), by_hand) => {
                let stages = compiled.reflection.stats.more["stages"];
                let most = by_hand.unwrap_or(u64::MAX);
                if stages > most {
                    problems.push(format!("{name}: {stages} stages, by hand {most}"));
                }
                let bound = u64::from(compiled.reflection.stats.lower_bound.unwrap_or(0));
                assert!(
                    bound <= stages,
                    "{name}: bound {bound} above {stages} stages"
                );
                compiled_count += 1;
                proved += usize::from(bound == stages);
                error(target, &name, &compiled, arithmetics);
                let again = compile(target, &name).unwrap();
                assert_eq!(again.binary, compiled.binary, "{name}");
            }
            (Err(why), Some(stages)) => {
                problems.push(format!("{name}: {stages} by hand, but {why}"))
            }
            (Err(why), None) => assert!(why.contains(target.name()), "{name}: {why}"),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        proved * 10 >= compiled_count * 9,
        "{proved} of {compiled_count} have stages that are proved to be the fewest"
    );
}

/// All that fit compile, with no more stages than by hand, and come as near as they say, whichever arithmetic
/// the hardware has; the others are refused.
#[test]
fn shaders_fit_the_combiners_of_the_3ds() {
    all_compile("pica200", &["integer", "rounded"]);
}

/// The same on the Xbox.
#[test]
fn shaders_fit_the_combiners_of_the_xbox() {
    all_compile("nv2a", &["exact", "fixed"]);
}

/// Compiles a shader for the Xbox and runs it beside the interpreter; its stages and texture stages.
fn beside(body: &str) -> (u64, String) {
    let text = format!(
        "precision highp float;\nvarying vec4 tint;\nvarying vec2 uv;\nvarying vec3 v1, v2, v3;\n\
         uniform sampler2D one, other;\nuniform samplerCube sky;\nuniform vec4 level;\n\
         void main() {{ vec4 t = texture2D(one, uv); {body} }}\n"
    );
    let compiler = Compiler::new(find_target("nv2a").unwrap());
    let source = Source::new("beside.frag", Stage::Fragment, text);
    let shader = compiler.language.lower(&source).result.unwrap();
    let compilation = compiler.compile(&source);
    let compiled = compilation.result.unwrap_or_else(|| {
        let errors = compilation.diagnostics.iter().map(|one| &one.message);
        panic!("{body}: {:?}", errors.collect::<Vec<_>>())
    });
    let again = compiler.target.assemble(
        FileId(0),
        &compiled.assembly,
        Some(Stage::Fragment),
        &Default::default(),
    );
    assert_eq!(again.unwrap().binary, compiled.binary, "{body}");
    let inputs = RunInputs::from_json(&data(), FileId(0)).unwrap();
    let wanted = retroshade::ir::eval::run(&shader, &inputs).unwrap();
    let limit = compiled.reflection.max_error.unwrap();
    let mut watch = Watch::default();
    let program = retroshade::Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let record = &compiled.reflection;
    let found = machine::run_watched(compiler.target, program, record, &inputs, &mut watch);
    let found = found.unwrap_or_else(|errors| panic!("{body}: {errors:?}"));
    let rows = |run: &retroshade::ir::run::RunOutputs| run.outputs["gl_FragColor"].clone();
    let mut colors: Vec<Vec<f32>> = Vec::new();
    for (found, wanted) in rows(&found).iter().zip(rows(&wanted)) {
        for (found, wanted) in found.iter().zip(&wanted) {
            let difference = f64::from((found - wanted.clamp(0.0, 1.0)).abs()) * 255.0;
            assert!(
                difference <= limit + 0.02,
                "{body}: {found} for {wanted}\n{}",
                compiled.assembly
            );
        }
        colors.push(wanted);
    }
    colors.dedup();
    assert!(
        colors.len() > 4,
        "{body}: nearly all samples have one colour"
    );
    (record.stats.more["stages"], compiled.assembly)
}

/// Values for the varyings of `beside`, none near a multiple of 1/16.
fn data() -> String {
    let value = |sample: usize, lane: usize| ((sample * 7 + lane * 3) % 16) as f64 / 16.0 + 0.03;
    let rows = |lanes: usize, shift: usize| {
        let row = |sample| {
            let lanes: Vec<String> = (0..lanes)
                .map(|lane| value(sample, lane + shift).to_string())
                .collect();
            format!("[{}]", lanes.join(", "))
        };
        let rows: Vec<String> = (0..16).map(row).collect();
        format!("{{\"values\": [{}]}}", rows.join(", "))
    };
    format!(
        r#"{{"varyings": {{"tint": {}, "uv": {}, "v1": {}, "v2": {}, "v3": {}}},
        "uniforms": {{"level": {{"value": [0.25, 0.5, 0.75, 1.0]}}}},
        "textures": {{
            "one": {{"kind": "2d", "pattern": 1, "filter": "linear", "wrap": "repeat"}},
            "other": {{"kind": "2d", "pattern": 2, "filter": "linear", "wrap": "repeat"}},
            "sky": {{"kind": "cube", "pattern": 3, "filter": "linear", "wrap": "clamp"}}}}}}"#,
        rows(4, 0),
        rows(2, 5),
        rows(3, 1),
        rows(3, 6),
        rows(3, 11),
    )
}

/// A factor that may be negative is not cut off at 0 where the other may be negative, too.
#[test]
fn two_negative_factors_make_a_positive_product_on_the_3ds() {
    let text = "precision highp float;\nvarying vec4 tint;\nvarying vec2 uv;\nuniform sampler2D one;\n\
        void main() { vec4 t = texture2D(one, uv); float m = min(tint.a, t.g);\n\
        gl_FragColor = vec4(vec3(clamp((m * 2.0 - 1.0) * (t.r * 2.0 - 1.0), 0.0, 1.0)), 1.0); }\n";
    let compiler = Compiler::new(find_target("pica200").unwrap());
    let source = Source::new("signs.frag", Stage::Fragment, text.to_owned());
    // No way in six stages is known, so it is refused; what once compiled was 0 where both are negative.
    let Some(compiled) = compiler.compile(&source).result else {
        return;
    };
    let shader = compiler.language.lower(&source).result.unwrap();
    let inputs = RunInputs::from_json(&data(), FileId(0)).unwrap();
    let wanted = retroshade::ir::eval::run(&shader, &inputs).unwrap();
    let program = retroshade::Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let (record, mut watch) = (&compiled.reflection, Watch::default());
    let found = machine::run_watched(compiler.target, program, record, &inputs, &mut watch);
    let found = found.unwrap_or_else(|errors| panic!("{errors:?}"));
    let limit = record.max_error.unwrap();
    let rows = |run: &retroshade::ir::run::RunOutputs| run.outputs["gl_FragColor"].clone();
    for (found, wanted) in rows(&found).iter().zip(rows(&wanted)) {
        let difference = f64::from((found[0] - wanted[0]).abs()) * 255.0;
        assert!(
            difference <= limit + 0.02,
            "{found:?} for {wanted:?}\n{}",
            compiled.assembly
        );
    }
}

/// MUX chooses by the alpha of spare 0, which is that of the first texture before anything is written to it.
#[test]
fn decisions_are_choices_between_products() {
    for (body, stages) in [
        ("gl_FragColor = t.a >= 0.5 ? t : tint;", 1),
        ("gl_FragColor = tint.a < 0.5 ? t : tint;", 2),
        ("gl_FragColor = tint.a > 0.25 ? t * tint : t;", 2),
        ("gl_FragColor = mix(t, tint, step(0.5, tint.g));", 2),
        (
            "gl_FragColor = vec4((tint.r >= tint.b ? t.rgb : level.rgb) * tint.rgb, t.a);",
            3,
        ),
        (
            "if (dot(tint.rgb, vec3(0.25, 0.5, 0.25)) < 0.5) t.rgb = tint.rgb; gl_FragColor = t;",
            2,
        ),
        (
            "gl_FragColor = vec4(t.g < 0.5 ? vec3(t.g) : level.ggg, max(tint.a * t.g - t.g, 0.0));",
            3,
        ),
    ] {
        let (found, assembly) = beside(body);
        assert!(found <= stages, "{body}: {found} stages\n{assembly}");
        assert!(assembly.contains("# mux msb"), "{assembly}");
    }
}

/// A gain beyond that of one stage goes through a stage that clamps to [-1, 1].
#[test]
fn large_gains_are_split() {
    for (body, stages) in [
        (
            "gl_FragColor = vec4(clamp((t.rgb - level.rgb) * 8.0 + 0.5, 0.0, 1.0), 1.0);",
            2,
        ),
        (
            "gl_FragColor = vec4(clamp((t.rgb - tint.rgb) * 16.0, 0.0, 1.0) * tint.rgb, 1.0);",
            2,
        ),
        (
            "gl_FragColor = vec4(clamp((t.rgb - tint.rgb) * 4.0, -1.0, 1.0) * 0.5 + 0.5, 1.0);",
            2,
        ),
    ] {
        let (found, assembly) = beside(body);
        assert!(found <= stages, "{body}: {found} stages\n{assembly}");
    }
}

#[test]
fn textures_are_looked_up_by_inner_products() {
    for (body, word) in [
        (
            "gl_FragColor = texture2D(other, vec2(dot(t.rgb, v1), dot(t.rgb, v2)));",
            "dot_product_2d_2of2(tex0)",
        ),
        (
            "gl_FragColor = textureCube(sky, t.rgb * mat3(v1, v2, v3));",
            "dot_product_cube_map_3of3(tex0)",
        ),
        (
            "vec3 n = (t.rgb * 255.0 - 128.0) / 127.0; gl_FragColor = t * textureCube(sky, vec3(dot(n, v1), dot(n, v2), dot(n, v3)));",
            "dot_product_cube_map_3of3(expand(tex0))",
        ),
        (
            "gl_FragColor = texture2D(other, t.ar) * tint;",
            "dependent_ar(tex0)",
        ),
    ] {
        let (_, assembly) = beside(body);
        assert!(assembly.contains(word), "{body}\n{assembly}");
    }
}

/// Blue and green of a lookup, as signed bytes, times a matrix of uniforms and literals.
#[test]
fn coordinates_are_moved_by_signed_bytes_of_a_lookup() {
    let signed = "vec2 s = (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0;";
    let matrix = "mat2(level.x, level.y, -0.125, level.z * level.w)";
    for (body, words) in [
        (
            "gl_FragColor = texture2D(other, uv + s * 0.25) * tint;",
            "offset_2d(tex0, 0.25, 0, 0.25, 0)",
        ),
        (
            "gl_FragColor = texture2D(other, v2.yz + vec2(s.y, s.x * 0.5));",
            "offset_2d(tex0, 0, 0.5, 0, 1)",
        ),
        (
            &format!("gl_FragColor = t * texture2D(other, {matrix} * s + v1.xy);"),
            "offset_2d(tex0, 0, 0, 0, -0.125)",
        ),
    ] {
        let (_, assembly) = beside(&format!("{signed} {body}"));
        assert!(assembly.contains(words), "{body}\n{assembly}");
    }
    let by_hand = "float b = t.b >= 0.5 ? t.b * 255.0 - 256.0 : t.b * 255.0;";
    let (_, assembly) = beside(&format!(
        "{by_hand} gl_FragColor = texture2D(other, uv + vec2(b, 0.0) * (level.y / 127.0));"
    ));
    assert!(
        assembly.contains("offset_2d(tex0, 0, 0, 0, 0)"),
        "{assembly}"
    );
}

#[test]
fn other_coordinates_from_lookups_are_refused() {
    for (coordinate, says) in [
        (
            "uv + t.rg * 0.1",
            "moves coordinates by blue and green of one lookup",
        ),
        ("uv + t.bg * 0.1", "reads its bytes from 128 on as negative"),
        (
            "uv + v1.x * (t.bg * 255.0 - 256.0 * step(0.5, t.bg)) / 127.0",
            "is the same for all fragments",
        ),
        (
            "uv + (t.bg * 255.0 - 256.0 * step(0.25, t.bg)) / 127.0",
            "reads its bytes from 128 on as negative",
        ),
        (
            "vec2(dot(t.rgb * 2.0 - 1.0, v1), dot(t.rgb * 2.0 - 1.0, v2))",
            "(b - 128) / 127",
        ),
        (
            "vec2(dot(t.rgb, v1), uv.x)",
            "cannot come from another lookup",
        ),
        ("t.rg", "cannot come from another lookup"),
    ] {
        let text = format!(
            "precision highp float;\nvarying vec2 uv;\nvarying vec3 v1, v2;\nuniform sampler2D one, other;\n\
             void main() {{ vec4 t = texture2D(one, uv); gl_FragColor = texture2D(other, {coordinate}); }}\n"
        );
        let compiler = Compiler::new(find_target("nv2a").unwrap());
        let compilation = compiler.compile(&Source::new("refused.frag", Stage::Fragment, text));
        let mut errors = compilation.diagnostics.iter();
        assert!(
            errors.any(|error| error.message.contains(says)),
            "{coordinate}"
        );
    }
}

/// A varying that is bound to the fog stands for its factor; the last mix with it is the fog.
#[test]
fn a_last_mix_with_the_fog_is_the_fog_of_the_3ds() {
    let text = |body: &str| {
        format!(
            "#pragma retroshade bind tint fog\n\
             precision highp float;\nvarying vec2 uv;\nvarying float tint;\nuniform sampler2D one;\n\
             uniform vec4 level;\nvoid main() {{ vec4 t = texture2D(one, uv); {body} }}\n"
        )
    };
    let compiler = Compiler::new(find_target("pica200").unwrap());
    let source = |body: &str| Source::new("fog.frag", Stage::Fragment, text(body));
    let body = "gl_FragColor = vec4(mix(level.rgb, min(t.rgb * 2.0, 1.0), tint), t.a);";
    let compiled = compiler.compile(&source(body)).result.unwrap();
    assert!(
        compiled.assembly.contains("fog linear"),
        "{}",
        compiled.assembly
    );
    assert_eq!(compiled.reflection.stats.more["stages"], 1);
    let shader = compiler.language.lower(&source(body)).result.unwrap();
    let mut inputs = RunInputs::from_json(&data(), FileId(0)).unwrap();
    for values in inputs.varyings.get_mut("tint").unwrap().values.iter_mut() {
        values.truncate(1);
    }
    let wanted = retroshade::ir::eval::run(&shader, &inputs).unwrap();
    // The factor comes from the machine's table, so no vertex program writes it: here the sample does.
    let mut record = compiled.reflection.clone();
    let mut factor = record.inputs[0].clone();
    (factor.name, factor.ty) = ("tint".into(), "float".into());
    (factor.file, factor.components) = (Some("fog".into()), Some("x".into()));
    (factor.index, factor.register) = (Some(0), Some("fog0".into()));
    record.inputs.push(factor);
    let limit = record.max_error.unwrap();
    for arithmetic in ["integer", "rounded"] {
        let mut watch = Watch::default();
        watch
            .settings
            .insert("arithmetic".into(), arithmetic.into());
        let program = retroshade::Binary {
            stage: Some(Stage::Fragment),
            ..compiled.as_binary()
        };
        let found = machine::run_watched(compiler.target, program, &record, &inputs, &mut watch);
        let found = found.unwrap_or_else(|errors| panic!("{errors:?}"));
        let rows = |run: &retroshade::ir::run::RunOutputs| run.outputs["gl_FragColor"].clone();
        for (found, wanted) in rows(&found).iter().zip(rows(&wanted)) {
            for (found, wanted) in found.iter().zip(&wanted) {
                let difference = f64::from((found - wanted.clamp(0.0, 1.0)).abs()) * 255.0;
                assert!(
                    difference <= limit + 0.02,
                    "{arithmetic}: {found} for {wanted}"
                );
            }
        }
    }
    for (body, says) in [
        ("gl_FragColor = t * tint;", "is the factor of the fog"),
        (
            "gl_FragColor = vec4(mix(t.rgb, level.rgb, tint), 1.0);",
            "is the factor of the fog",
        ),
        (
            "gl_FragColor = vec4(mix(level.rgb, t.rgb * 2.0, tint), 1.0);",
            "clamps a colour before it mixes it with the fog's",
        ),
    ] {
        let compilation = compiler.compile(&source(body));
        let mut errors = compilation.diagnostics.iter();
        assert!(errors.any(|error| error.message.contains(says)), "{body}");
    }
}
