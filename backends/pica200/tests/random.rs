//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit with its number.

use retroshade_diagnostics::{Diagnostics, codes};
use retroshade_ir::generate::{Knobs, Sample, sample};
use retroshade_ir::{Stage, eval};
use retroshade_kit::machine;
use retroshade_kit::target::{Compiled, Optimize, Options, Target};
use retroshade_pica200::PICA200;

/// Compiles and runs a sample and compares with the interpreter.
fn check(seed: u64, sample: &Sample) -> Result<(), Diagnostics> {
    // Every other one with procedures, all with every varying they have.
    let mut options = Options {
        optimize: match seed % 2 {
            0 => Optimize::Normal,
            _ => Optimize::Size,
        },
        ..Options::default()
    };
    options.settings.insert("geometry".into(), "on".into());
    let compiled: Compiled = PICA200.compile(&sample.shader, &options)?;
    let stats = &compiled.reflection.stats;
    assert!(
        stats
            .lower_bound
            .is_none_or(|bound| bound <= stats.instructions),
        "seed {seed}: {stats:?}\n{}",
        compiled.assembly
    );
    let binary = compiled.as_binary();
    let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
    let found = machine::run(&PICA200, binary, &compiled.reflection, &sample.inputs)
        .unwrap_or_else(|e| panic!("seed {seed}: {e:#?}\n{}", compiled.assembly));
    let mut wanted = wanted;
    wanted.outputs.shift_remove("gl_PointSize");
    if let Some(difference) = sample.difference(&wanted, &found) {
        let mut prepared = sample.shader.clone();
        let hooks = &mut retroshade_ir::pass::Hooks::default();
        PICA200.prepare(&mut prepared, &options, hooks).unwrap();
        let mut passed = eval::run(&prepared, &sample.inputs).unwrap();
        passed.outputs.shift_remove("gl_PointSize");
        let by_passes = sample.difference(&wanted, &passed);
        panic!(
            "seed {seed}: {difference}; after the passes: {by_passes:?}\n{}\n{}\n{}",
            retroshade_ir::text::print(&prepared),
            retroshade_ir::text::print(&sample.shader),
            compiled.assembly
        );
    }
    Ok(())
}

/// How many of the samples compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
        codes::limit::CONSTANTS,
        codes::limit::DESCRIPTORS,
        codes::limit::VARYINGS,
        codes::limit::ATTRIBUTES,
    ];
    let mut compiled = 0;
    for seed in seeds {
        let mut sample = sample(seed, knobs);
        // Constants have 16 bits of mantissa, which is 32 times less than the generator assumes.
        sample.error *= 64.0;
        match check(seed, &sample) {
            Ok(()) => compiled += 1,
            Err(errors) => assert!(
                errors.iter().all(|error| limits.contains(&error.code)),
                "seed {seed}: {errors:#?}\n{}",
                retroshade_ir::text::print(&sample.shader)
            ),
        }
    }
    compiled
}

fn vertex() -> Knobs {
    Knobs {
        stage: Some(Stage::Vertex),
        ints: false,
        branches: false,
        loops: false,
        indexing: false,
        ..Knobs::default()
    }
}

#[test]
fn straight_shaders_agree_with_the_interpreter() {
    let found = run(&vertex(), 0..100);
    assert!(found > 90, "{found}");
}

#[test]
fn shaders_with_everything_agree_with_the_interpreter() {
    let knobs = Knobs {
        ints: true,
        branches: true,
        loops: true,
        indexing: true,
        ..vertex()
    };
    let found = run(&knobs, 1000..1080);
    assert!(found > 64, "{found}");
}
