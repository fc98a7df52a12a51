//! Runs decoded programs, one vertex at a time.
//!
//! Two arithmetics serve the one machine: [`Ieee`] rounds to nearest and keeps the chip's rules (0 times anything is 0,
//! finite operands never give an infinity, ordered compares), [`Hardware`] is exact to the bit (docs/nv2a.md,
//! "Arithmetic").
//!
//! This room knows nothing of selection or scheduling, so that it can be a witness to them.

mod arithmetic;
mod bits;
mod hardware;
mod ieee;
mod record;
mod tables;

pub use arithmetic::Arithmetic;
pub use bits::Bits;
pub use hardware::Hardware;
pub use ieee::Ieee;
pub use record::record;

use crate::execute::Machine;
use crate::isa::registers::OUTPUTS;
use crate::program::Program;
use retroshade_kit::machine::runner::{self, Stop};
use retroshade_kit::machine::{MISSING, Outcome, RegisterImage, Watch};
use std::collections::BTreeMap;

/// Runs a program for every sample of an image. Attributes are read from the file `v`, constants from `c`; written are
/// the outputs `o`, by their numbers in the microcode. Constants that a vertex writes are there for the next ones.
///
/// # Errors
/// A program without slots.
pub fn run(
    program: &Program,
    image: &RegisterImage,
    arithmetic: &dyn Arithmetic,
) -> Result<Outcome, Stop> {
    run_watched(program, image, arithmetic, &mut Watch::default())
}

/// As [`run`], with a recording of each slot that a vertex executed.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    program: &Program,
    image: &RegisterImage,
    arithmetic: &dyn Arithmetic,
    watch: &mut Watch,
) -> Result<Outcome, Stop> {
    let most = program.slots.len() as u64;
    let mut outcome = Outcome {
        discarded: vec![false; image.samples],
        executed: most,
        ..Outcome::default()
    };
    let file = outcome.outputs.entry("o".to_owned()).or_default();
    let mut constants = BTreeMap::new();
    for sample in 0..image.samples {
        let mut bits = Bits { arithmetic, sample };
        let mut machine = Machine::new(program, image, MISSING, &mut bits);
        machine.constants = constants;
        let mut recorder = watch.records(sample);
        runner::run(
            &mut machine,
            &mut bits,
            1,
            most,
            |machine, bits, slot, _| {
                if let Some(recorder) = &mut recorder {
                    record((machine, bits), program, slot, recorder);
                }
            },
        )?;
        for row in &OUTPUTS {
            let lanes = machine.outputs[usize::from(row.number)];
            if lanes.iter().any(Option::is_some) {
                let lanes = lanes.map(|lane| lane.map_or(f32::NAN, f32::from_bits));
                file.entry(row.number.into()).or_default().push(lanes);
            }
        }
        constants = machine.constants;
    }
    Ok(outcome)
}
