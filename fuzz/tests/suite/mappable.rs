//! Random shaders of the class that combiner stages compute: what compiles comes as near to the interpreter's colours
//! as its record says, in every arithmetic of the simulator; the others are refused.
//!
//! `RETROSHADE_SHADERS=10000` runs so many instead of a few, `RETROSHADE_FIRST` from another seed on.

use retroshade::{Compiled, Compiler, Source, Stage, find_target};
use retroshade_fuzz::mappable::{Mappable, SAMPLES, mappable};
use retroshade_ir::eval;
use retroshade_ir::run::RunOutputs;
use retroshade_kit::machine::{self, Watch};
use retroshade_kit::reflect::Variable;
use retroshade_kit::target::{Binary, Target};

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// What the interpreter computes.
struct Wanted {
    outputs: RunOutputs,
    /// Without `discard`.
    whole: RunOutputs,
    /// The same where the decision falls a little earlier or later: as near to it either value is right.
    moved: Vec<RunOutputs>,
}

/// Steps of 1/255 around a decision within which it may fall either way.
const MARGIN: f64 = 2.0;

impl Wanted {
    fn of(compiler: &Compiler, sample: &Mappable) -> Wanted {
        let run = |text: String| {
            let source = Source::new("random.frag", Stage::Fragment, text);
            let shader = compiler.language.lower(&source).result.unwrap();
            eval::run(&shader, &sample.inputs).unwrap()
        };
        let moves = if sample.edge.is_some() {
            &[-MARGIN, MARGIN][..]
        } else {
            &[]
        };
        Wanted {
            outputs: run(sample.text.clone()),
            whole: run(sample.without_discard()),
            moved: moves
                .iter()
                .map(|steps| run(sample.with_edge_moved(*steps)))
                .collect(),
        }
    }
}

/// The largest difference in steps of 1/255, and what is wrong, beside what the interpreter computes.
fn judge(
    target: &'static dyn Target,
    arithmetic: &str,
    compiled: &Compiled,
    sample: &Mappable,
    wanted: &Wanted,
) -> Result<f64, String> {
    let mut watch = Watch::default();
    watch
        .settings
        .insert("arithmetic".into(), arithmetic.into());
    let program = Binary {
        stage: Some(Stage::Fragment),
        ..compiled.as_binary()
    };
    let mut record = compiled.reflection.clone();
    let is_there = record.inputs.iter().any(|one| one.name == "clear");
    if sample.inputs.varyings.contains_key("clear") && !is_there {
        // The 3DS takes the factor of the fog from its table: here the sample has it.
        record.inputs.push(factor());
    }
    let found = machine::run_watched(target, program, &record, &sample.inputs, &mut watch)
        .map_err(|errors| format!("{errors:?}"))?;
    let limit = record.max_error.ok_or("no max_error")?;
    let mut worst: f64 = 0.0;
    for number in 0..SAMPLES {
        let gone = |run: &RunOutputs| run.discarded.as_ref().is_some_and(|gone| gone[number]);
        let row = |run: &RunOutputs| run.outputs["gl_FragColor"][number].clone();
        let mut right = vec![row(&wanted.outputs)];
        right.extend(wanted.moved.iter().map(row));
        if gone(&wanted.outputs) != gone(&found) {
            // As near to the reference as the error allows, either is right.
            let alpha = row(&wanted.whole)[3];
            let margin = f64::from(alpha) - sample.tested.unwrap_or(9.0);
            if margin.abs() * 255.0 > limit + 1.0 {
                return Err(format!("sample {number} is discarded in one of the two"));
            }
        }
        if gone(&wanted.outputs) || gone(&found) {
            continue;
        }
        let found = row(&found);
        let difference = |wanted: &Vec<f32>| {
            let pairs = found.iter().zip(wanted);
            let lanes = pairs.map(|(found, wanted)| (found - wanted.clamp(0.0, 1.0)).abs());
            f64::from(lanes.fold(0.0, f32::max)) * 255.0
        };
        let difference = right.iter().map(difference).fold(f64::INFINITY, f64::min);
        if difference > limit + 0.02 {
            let wanted = &right[0];
            return Err(format!(
                "{arithmetic}: sample {number}: {found:?} for {wanted:?}, off by {difference:.2} of {limit}"
            ));
        }
        worst = worst.max(difference);
    }
    Ok(worst)
}

/// The entry of the fog's factor.
fn factor() -> Variable {
    Variable {
        name: "clear".to_owned(),
        ty: "float".to_owned(),
        register: Some("fog0".to_owned()),
        file: Some("fog".to_owned()),
        index: Some(0),
        components: Some("x".to_owned()),
        ..Variable::default()
    }
}

fn run(name: &str, arithmetics: &[&str]) {
    let target = find_target(name).unwrap();
    let compiler = Compiler::new(target);
    let (first, count) = (
        number("RETROSHADE_FIRST", 0),
        number("RETROSHADE_SHADERS", 60),
    );
    let (mut compiled_count, mut proved, mut failures) = (0, 0, Vec::new());
    let mut worst: f64 = 0.0;
    for seed in first..first + count {
        let sample = mappable(seed, target.name() == "nv2a");
        let source = Source::new("random.frag", Stage::Fragment, sample.text.clone());
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
        let (bound, stages) = (stats.shader_bound.unwrap(), stats.more["stages"]);
        assert!(
            u64::from(bound) <= stages,
            "seed {seed}: {bound} > {stages}"
        );
        proved += u64::from(u64::from(bound) == stages);
        let wanted = Wanted::of(&compiler, &sample);
        for arithmetic in arithmetics {
            match judge(target, arithmetic, &compiled, &sample, &wanted) {
                Ok(difference) => worst = worst.max(difference),
                Err(why) => failures.push(format!(
                    "seed {seed}: {why}\n{}{}",
                    sample.text, compiled.assembly
                )),
            }
        }
        let text = target.read(compiled.as_binary()).unwrap();
        let text = text.disassemble().unwrap();
        let file = retroshade::diagnostics::FileId(0);
        let again = target.assemble(file, &text, Some(Stage::Fragment), &Default::default());
        assert_eq!(
            again.unwrap().binary,
            compiled.binary,
            "seed {seed}\n{text}"
        );
    }
    println!(
        "{name}: {compiled_count} of {count} compile, {proved} with the fewest stages, {} wrong, off by {worst:.1} steps at most",
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
