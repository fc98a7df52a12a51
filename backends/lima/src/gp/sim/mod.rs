//! Runs programs, one vertex after another, in 32-bit floats.
//!
//! Results live two instructions in the network, registers and temporaries answer late, and the four
//! functions work on numbers that mean nothing outside of their pattern. All of that is kept track
//! of: what the machine leaves undefined is a hazard, and its value is NaN.

mod value;
mod vertex;

use super::{Instruction, Program};
use retroshade_kit::machine::{MISSING, Outcome, Register, RegisterImage, Watch};
use std::collections::BTreeMap;
use vertex::Vertex;

/// Instructions that one vertex may execute.
pub const STEPS: u64 = 200_000;

/// Something that the machine leaves undefined or refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hazard {
    /// The instruction.
    pub instruction: usize,
    /// What happened.
    pub message: String,
}

/// What a run gave.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The outputs, as far as the run came.
    pub outcome: Outcome,
    /// In order of instructions, each once, a hundred at most.
    pub hazards: Vec<Hazard>,
    /// Whether a vertex was stopped after as many instructions as the run allows; those behind it did not run.
    pub endless: bool,
}

/// Runs a program for every sample of an image, at most so many instructions of each.
pub fn run(program: &Program, image: &RegisterImage, most: u64) -> Run {
    run_watched(program, image, most, &mut Watch::default())
}

/// As [`run`], with a recording of each instruction that a vertex executed.
pub fn run_watched(program: &Program, image: &RegisterImage, most: u64, watch: &mut Watch) -> Run {
    let mut run = Run::default();
    run.outcome.discarded = vec![false; image.samples];
    let empty = BTreeMap::new();
    let uniforms = image.uniforms.get("u").unwrap_or(&empty);
    let mut outputs: BTreeMap<u32, Vec<Register>> = BTreeMap::new();
    for sample in 0..image.samples {
        let mut attributes = [MISSING; 16];
        for (index, attribute) in (0..).zip(&mut attributes) {
            *attribute = image.input("a", index, sample, MISSING);
        }
        let mut vertex = Vertex::new(attributes, uniforms, &mut run.hazards);
        let mut recorder = watch.records(sample);
        let mut executed = 0u64;
        while let Some(instruction) = program.instructions.get(vertex.counter) {
            if executed >= most {
                run.endless = true;
                break;
            }
            executed += 1;
            let number = vertex.counter;
            vertex.step(instruction);
            if let Some(recorder) = &mut recorder {
                vertex.record(number, instruction, recorder);
            }
        }
        if run.endless {
            break;
        }
        run.outcome.executed = run.outcome.executed.max(executed);
        for (index, value) in &vertex.outputs {
            let rows = outputs
                .entry(*index)
                .or_insert_with(|| vec![[f32::NAN; 4]; image.samples]);
            if let Some(row) = rows.get_mut(sample) {
                *row = *value;
            }
        }
    }
    run.hazards.sort();
    run.outcome.outputs.insert("v".to_owned(), outputs);
    run
}
