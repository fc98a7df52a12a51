//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit.

use crate::common::clip;
use retroshade_diagnostics::codes;
use retroshade_ir::generate::{Knobs, sample};
use retroshade_ir::{Stage, eval, text};
use retroshade_kit::machine;
use retroshade_kit::target::Target;
use retroshade_lima::LIMA;

/// How many of the shaders compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    let limits = [
        codes::limit::TEMPORARIES,
        codes::limit::INSTRUCTIONS,
        codes::limit::CONSTANTS,
        codes::limit::VARYINGS,
        codes::limit::ATTRIBUTES,
    ];
    let mut count = 0;
    for seed in seeds {
        let sample = sample(seed, knobs);
        let compiled = match LIMA.compile(&sample.shader, &clip()) {
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
        let binary = compiled.as_binary();
        let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
        let found = machine::run(&LIMA, binary, &compiled.reflection, &sample.inputs)
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{}", compiled.assembly));
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

/// Everything the generator can write.
fn all_knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Vertex),
        operations,
        angles: false,
        ..Knobs::default()
    }
}

#[test]
fn control_flow_agrees_with_the_interpreter() {
    assert!(run(&all_knobs(16), 0..60) > 50);
    assert!(run(&all_knobs(50), 100..120) > 10);
}

fn knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Vertex),
        operations,
        ints: false,
        branches: false,
        loops: false,
        indexing: false,
        angles: false,
        ..Knobs::default()
    }
}

#[test]
fn small_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(8), 0..60) > 50);
}

#[test]
fn larger_shaders_agree_with_the_interpreter() {
    assert!(run(&knobs(40), 0..8) > 4);
}
