//! Fragment shaders on chips without fragment programs: the shaders of `tests/fixed-fragment`, written for this
//! project after what 3DS and Xbox programs set up by hand. `manifest.tsv` has the stages of the best set-up
//! that a person found, or `impossible`; `expected` the colours of a software GL driver.

use super::fixed_beside::{beside, data};
use retroshade::diagnostics::FileId;
use retroshade::{Compiled, Compiler, Source, Stage, Target, find_target};
use retroshade_ir::run::RunInputs;
use retroshade_kit::machine::{self, Watch};
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

/// A shader whose set-ups may be off by more than a compiler accepts unasked, and by how much: the rounding of the
/// inputs to bytes, times eight.
const ASKED: (&str, &str) = ("fx_dot3_power8.frag", "90");

fn compile(target: &'static dyn Target, name: &str) -> Result<Compiled, String> {
    let mut compiler = Compiler::new(target);
    if name == ASKED.0 {
        let setting = ("max-error".to_owned(), ASKED.1.to_owned());
        compiler.options.settings.extend([setting]);
    }
    let compilation = compiler.compile(&Source::new(name, Stage::Fragment, read(name)));
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
                let bound = u64::from(compiled.reflection.stats.shader_bound.unwrap_or(0));
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
        proved * 10 >= compiled_count * 6,
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
    let wanted = retroshade_ir::eval::run(&shader, &inputs).unwrap();
    let program = retroshade::Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let (record, mut watch) = (&compiled.reflection, Watch::default());
    let found = machine::run_watched(compiler.target, program, record, &inputs, &mut watch);
    let found = found.unwrap_or_else(|errors| panic!("{errors:?}"));
    let limit = record.max_error.unwrap();
    let rows = |run: &retroshade_ir::run::RunOutputs| run.outputs["gl_FragColor"].clone();
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
