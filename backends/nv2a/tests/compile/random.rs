//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit.

use crate::common::clip;
use indexmap::IndexMap;
use retroshade_diagnostics::{FileId, codes};
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::{Stage, eval, text};
use retroshade_kit::machine;
use retroshade_kit::target::{Binary, Target};
use retroshade_nv2a::NV2A;
use retroshade_nv2a::container::read;
use retroshade_nv2a::text::assemble;

/// What the polynomials for exponentials, logarithms and angles may be off by, after some more
/// operations (docs/nv2a.md, "Accuracy"); far below what a wrong operand does.
const SLACK: f32 = 5e-5;

/// How many of the shaders compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
        codes::limit::CONSTANTS,
        codes::limit::VARYINGS,
        codes::limit::ATTRIBUTES,
        codes::target::LOOP,
        codes::target::INDEX,
    ];
    let mut count = 0;
    for seed in seeds {
        let mut sample = sample(seed, knobs);
        sample.error += SLACK;
        let compiled = match NV2A.compile(&sample.shader, &clip()) {
            Ok(compiled) => compiled,
            Err(errors) => {
                assert!(
                    errors.iter().all(|error| limits.contains(&error.code)),
                    "seed {seed}: {errors:#?}\n{}",
                    text::print(&sample.shader)
                );
                continue;
            }
        };
        count += 1;
        let stats = &compiled.reflection.stats;
        assert!(
            stats.lower_bound <= stats.instructions,
            "seed {seed}: {stats:?}"
        );
        let again = assemble(FileId(0), &compiled.assembly, false);
        let words = again.map(|assembled| assembled.words);
        assert_eq!(
            words.ok(),
            read(&compiled.binary, None).ok(),
            "seed {seed}: {}",
            compiled.assembly
        );
        let none = IndexMap::new();
        let binary = Binary {
            bytes: &compiled.binary,
            container: None,
            stage: None,
            side_files: &none,
        };
        let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
        let found = machine::run(&NV2A, binary, &compiled.reflection, &sample.inputs)
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}"));
        if let Some(difference) = sample.difference(&wanted, &found) {
            panic!(
                "seed {seed}: {difference}\n{}\n{}",
                text::print(&sample.shader),
                compiled.assembly
            );
        }
    }
    count
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
