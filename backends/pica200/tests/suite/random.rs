//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit with its number.

use retroshade_ir::Stage;
use retroshade_ir::generate::Knobs;
use retroshade_kit::agreement::{compare_sample, random};
use retroshade_kit::target::{Optimize, Options};
use retroshade_pica200::PICA200;

/// Every other one with procedures, all with every varying they have.
fn options(seed: u64) -> Options {
    let mut options = Options {
        optimize: match seed % 2 {
            0 => Optimize::Normal,
            _ => Optimize::Size,
        },
        ..Options::default()
    };
    options.settings.insert("geometry".into(), "on".into());
    options
}

/// The number of samples that compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    random(
        &PICA200,
        knobs,
        seeds,
        options,
        |seed, mut sample, compiled| {
            let stats = &compiled.reflection.stats;
            let bound = stats.schedule_bound;
            assert!(
                bound.is_none_or(|bound| bound <= stats.instructions),
                "seed {seed}: {stats:?}\n{}",
                compiled.assembly
            );
            // Constants have 16 bits of mantissa, which is 32 times less than the generator assumes.
            sample.error *= 64.0;
            compare_sample(&PICA200, seed, &sample, &compiled);
        },
    )
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
