//! Random shaders: what is compiled computes what the interpreter computes, or is refused for a
//! limit.

use crate::compile::common::clip;
use retroshade_ir::Stage;
use retroshade_ir::generate::Knobs;
use retroshade_kit::agreement::{compare_sample, random};
use retroshade_lima::LIMA;

/// The number of shaders that compile.
fn run(knobs: &Knobs, seeds: std::ops::Range<u64>) -> usize {
    random(
        &LIMA,
        knobs,
        seeds,
        |_| clip(),
        |seed, sample, compiled| {
            compare_sample(&LIMA, seed, &sample, &compiled);
        },
    )
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
