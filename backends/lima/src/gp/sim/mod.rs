//! Runs programs, one vertex after another, in 32-bit floats. What the machine leaves undefined is NaN.

mod record;

pub use record::record;

use super::Program;
use super::execute::Machine;
use retroshade_kit::machine::floats::Floats;
use retroshade_kit::machine::runner::{self, Stop};
use retroshade_kit::machine::{Outcome, Register, RegisterImage, Watch};
use std::collections::BTreeMap;

pub use super::execute::Hazard;

/// Instructions that one vertex may execute.
pub const STEPS: u64 = 200_000;

/// The results of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The outputs, as far as the run came.
    pub outcome: Outcome,
    /// In order of instructions, each once, a hundred of each vertex at most.
    pub hazards: Vec<Hazard>,
    /// True if a vertex was stopped after as many instructions as the run allows; those behind it did not run.
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
    let mut outputs: BTreeMap<u32, Vec<Register>> = BTreeMap::new();
    for sample in 0..image.samples {
        let mut numbers = Floats::<1>::new(sample, false, |value| value);
        let mut vertex = Machine::new(program, image, &mut numbers);
        let mut recorder = watch.records(sample);
        let look = |vertex: &mut Machine<'_, Floats<1>>, numbers: &mut Floats<1>, number, _| {
            if let Some(recorder) = &mut recorder {
                record((vertex, numbers), program, number, recorder);
            }
        };
        let executed = if program.instructions.is_empty() {
            Ok([0; 4])
        } else {
            runner::run(&mut vertex, &mut numbers, 1, most, look)
        };
        run.hazards.append(&mut vertex.hazards);
        match executed {
            Ok([executed, ..]) => {
                run.outcome.executed = run.outcome.executed.max(executed);
            }
            Err(Stop::Endless) => {
                run.endless = true;
                break;
            }
            Err(Stop::Trap(instruction, trap)) => {
                let hazard = Hazard {
                    instruction,
                    message: trap.to_string(),
                };
                run.hazards.push(hazard);
            }
        }
        for (index, lanes) in &vertex.outputs {
            let rows = outputs
                .entry(*index)
                .or_insert_with(|| vec![[f32::NAN; 4]; image.samples]);
            if let Some(row) = rows.get_mut(sample) {
                *row = lanes.map(|lane| lane.map_or(f32::NAN, |[number]| number));
            }
        }
    }
    run.hazards.sort();
    run.hazards.dedup();
    run.outcome.outputs.insert("v".to_owned(), outputs);
    run
}
