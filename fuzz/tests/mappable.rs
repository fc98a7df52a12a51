//! Random shaders of the class that combiner stages compute: what compiles comes as near to the interpreter's colours
//! as its record says, in every arithmetic of the simulator; the others are refused.
//!
//! `RETROSHADE_SHADERS=10000` runs so many instead of a few, `RETROSHADE_FIRST` from another seed on.

use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use retroshade_fuzz::mappable::{Mappable, SAMPLES, mappable};
use retroshade_ir::eval;
use retroshade_ir::run::RunOutputs;
use retroshade_kit::machine::{self, Watch};
use retroshade_kit::target::{Binary, Target};

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// The largest difference in steps of 1/255, and what is wrong, beside what the interpreter computes: with and without
/// `discard`.
fn judge(
    target: &'static dyn Target,
    arithmetic: &str,
    compiled: &Compiled,
    sample: &Mappable,
    [wanted, whole]: [&RunOutputs; 2],
) -> Result<f64, String> {
    let mut watch = Watch::default();
    watch
        .settings
        .insert("arithmetic".into(), arithmetic.into());
    let program = Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let record = &compiled.reflection;
    let found = machine::run_watched(target, program, record, &sample.inputs, &mut watch)
        .map_err(|errors| format!("{errors:?}"))?;
    let limit = record.max_error.ok_or("no max_error")?;
    let mut worst: f64 = 0.0;
    for number in 0..SAMPLES {
        let gone = |run: &RunOutputs| run.discarded.as_ref().is_some_and(|gone| gone[number]);
        let wanted_row = &wanted.outputs["gl_FragColor"][number];
        if gone(wanted) != gone(&found) {
            // As near to the reference as the error allows, either is right.
            let alpha = whole.outputs["gl_FragColor"][number][3];
            let margin = f64::from(alpha) - sample.tested.unwrap_or(9.0);
            if margin.abs() * 255.0 > limit + 1.0 {
                return Err(format!("sample {number} is discarded in one of the two"));
            }
        }
        if gone(wanted) || gone(&found) {
            continue;
        }
        let pairs = found.outputs["gl_FragColor"][number].iter().zip(wanted_row);
        for (lane, (found, wanted)) in pairs.enumerate() {
            let difference = f64::from((found - wanted.clamp(0.0, 1.0)).abs()) * 255.0;
            if difference > limit + 0.02 {
                return Err(format!(
                    "{arithmetic}: sample {number} lane {lane}: {found} for {wanted}, off by {difference:.2} of {limit}"
                ));
            }
            worst = worst.max(difference);
        }
    }
    Ok(worst)
}

fn run(name: &str, arithmetics: &[&str]) {
    let target = find_target(name).unwrap();
    let compiler = Compiler::new(target);
    let (first, count) = (
        number("RETROSHADE_FIRST", 0),
        number("RETROSHADE_SHADERS", 60),
    );
    let (mut compiled_count, mut proved, mut failures) = (0, 0, Vec::new());
    for seed in first..first + count {
        let sample = mappable(seed);
        let source = Source::new("random.frag", Stage::Fragment, sample.text.clone());
        let lowered = compiler.language.lower(&source).result;
        let shader =
            lowered.unwrap_or_else(|| panic!("seed {seed} is no shader:\n{}", sample.text));
        let compilation = compiler.compile(&source);
        let Some(compiled) = compilation.result else {
            for error in compilation.diagnostics.iter() {
                assert!(
                    error.code.id.starts_with("E03"),
                    "seed {seed}: {} {}\n{}",
                    error.code.id,
                    error.message,
                    sample.text
                );
            }
            continue;
        };
        compiled_count += 1;
        let stats = &compiled.reflection.stats;
        let (bound, stages) = (stats.lower_bound.unwrap(), stats.more["stages"]);
        assert!(
            u64::from(bound) <= stages,
            "seed {seed}: {bound} > {stages}"
        );
        proved += u64::from(u64::from(bound) == stages);
        let wanted = eval::run(&shader, &sample.inputs).unwrap();
        let kept = Source::new("random.frag", Stage::Fragment, sample.without_discard());
        let kept = compiler.language.lower(&kept).result.unwrap();
        let whole = eval::run(&kept, &sample.inputs).unwrap();
        for arithmetic in arithmetics {
            if let Err(why) = judge(target, arithmetic, &compiled, &sample, [&wanted, &whole]) {
                failures.push(format!(
                    "seed {seed}: {why}\n{}{}",
                    sample.text, compiled.assembly
                ));
            }
        }
        let text = target.disassemble(compiled.as_binary()).unwrap();
        let file = retroshade::diagnostics::FileId(0);
        let again = target.assemble(file, &text, Some(Stage::Fragment), &Default::default());
        assert_eq!(
            again.unwrap().binary,
            compiled.binary,
            "seed {seed}\n{text}"
        );
    }
    println!(
        "{name}: {compiled_count} of {count} compile, {proved} with the fewest stages, {} wrong",
        failures.len()
    );
    failures.truncate(3);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(
        compiled_count * 3 > count,
        "{compiled_count} of {count} compile"
    );
}

#[test]
fn on_the_3ds() {
    run("pica200", &["integer", "rounded"]);
}

#[test]
fn on_the_xbox() {
    run("nv2a", &["exact", "fixed"]);
}
