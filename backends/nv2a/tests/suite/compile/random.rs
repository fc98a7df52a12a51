//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit.

use crate::compile::common::clip;
use retroshade_diagnostics::FileId;
use retroshade_ir::generate::Knobs;
use retroshade_ir::{Stage, eval, text};
use retroshade_kit::agreement::random;
use retroshade_kit::machine::{gather, place};
use retroshade_kit::target::{Optimize, Options};
use retroshade_nv2a::NV2A;
use retroshade_nv2a::container::read;
use retroshade_nv2a::decode::decode;
use retroshade_nv2a::sim::{self, Arithmetic, Hardware, Ieee};
use retroshade_nv2a::text::{End, assemble};

/// What the polynomials for exponentials, logarithms and angles may be off by, after some more
/// operations (docs/nv2a.md, "Accuracy"); far below what a wrong operand does.
const SLACK: f32 = 5e-5;

/// Each level of optimisation has its turn.
fn options(seed: u64) -> Options {
    let mut options = clip();
    options.optimize = match seed % 8 {
        0 => Optimize::None,
        1 => Optimize::Most,
        _ => Optimize::Normal,
    };
    options.settings.insert("budget".into(), "2000".into());
    options
}

/// The number of shaders that compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    random(
        &NV2A,
        knobs,
        seeds,
        options,
        |seed, mut sample, compiled| {
            let stats = &compiled.reflection.stats;
            assert!(
                stats
                    .schedule_bound
                    .is_some_and(|bound| bound <= stats.instructions),
                "seed {seed}: {stats:?}"
            );
            let again = assemble(FileId(0), &compiled.assembly, End::LastSlot);
            let words = again.map(|assembled| assembled.words);
            assert_eq!(
                words.ok(),
                read(&compiled.binary, None).ok(),
                "seed {seed}: {}",
                compiled.assembly
            );
            let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
            let image = place(&compiled.reflection, &sample.inputs).unwrap();
            let program = decode(&read(&compiled.binary, None).unwrap()).unwrap();
            if let Some(vain) = crate::compile::liveness::vain(&program, &compiled.reflection) {
                panic!("seed {seed}: {vain}\n{}", compiled.assembly);
            }
            // What rounds to nearest, and the chip itself, which truncates.
            let models: [(&dyn Arithmetic, f32); 2] = [(&Ieee, 1.0), (&Hardware, 4.0)];
            let error = sample.error;
            for (arithmetic, factor) in models {
                sample.error = factor * error + SLACK;
                let outcome = sim::run(&program, &image, arithmetic).unwrap();
                let found = gather(&compiled.reflection, &outcome, image.samples).unwrap();
                if let Some(difference) = sample.difference(&wanted, &found) {
                    panic!(
                        "seed {seed}: {difference}\n{}\n{}",
                        text::print(&sample.shader),
                        compiled.assembly
                    );
                }
            }
        },
    )
}

fn knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Vertex),
        operations,
        ..Knobs::default()
    }
}

#[test]
fn small_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(8), 0..60) > 45);
}

#[test]
fn large_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(40), 1000..1015) > 8);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn many_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(12), 10_000..14_000) > 3000);
    assert!(run(&knobs(30), 20_000..21_500) > 800);
    assert!(run(&knobs(60), 30_000..30_500) > 50);
}
