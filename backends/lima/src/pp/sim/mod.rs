//! Runs decoded programs in floats, four fragments at a time.
//!
//! A register lane that was never written holds NaN.

use super::execute::Machine;
use super::half;
use super::isa::{REGISTERS, Unit};
use super::program::Program;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::floats::{Floats, Group, run_groups};
use retroshade_kit::machine::numbers::Numbers;
use retroshade_kit::machine::runner::Stop;
use retroshade_kit::machine::{Kind, Outcome, Recorder, RegisterImage, Watch};
use std::collections::BTreeMap;

/// The precision of registers and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Precision {
    /// Half floats, as the hardware has them.
    Half,
    /// 32-bit floats: what a program means, unspoilt by rounding. Constants are half floats still.
    #[default]
    Float,
}

impl Precision {
    fn round(self) -> fn(f32) -> f32 {
        match self {
            Precision::Half => half::round,
            Precision::Float => |value| value,
        }
    }
}

/// The most instructions issued for four fragments.
pub const STEPS: u64 = 1_000_000;

/// Why a run ends without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// An instruction does what the machine forbids.
    Illegal(Fault),
    /// More instructions were issued than the run allows.
    Endless,
}

impl From<Fault> for RunError {
    fn from(fault: Fault) -> RunError {
        RunError::Illegal(fault)
    }
}

/// Runs a legal program for every sample of an image. Varyings are read from the file `v`, uniforms
/// from `u`; written are the registers `$` at the end of the program. Four fragments issue at most `most` instructions
/// together.
///
/// # Errors
/// What is illegal, missing textures, and programs that do not end.
pub fn run(
    program: &Program,
    image: &RegisterImage,
    precision: Precision,
    most: u64,
) -> Result<Outcome, RunError> {
    run_watched(program, image, precision, most, &mut Watch::default())
}

/// As [`run`], with a recording of each instruction that a fragment executed.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    program: &Program,
    image: &RegisterImage,
    precision: Precision,
    most: u64,
    watch: &mut Watch,
) -> Result<Outcome, RunError> {
    program.check()?;
    let mut outcome = Outcome::default();
    let executed = run_groups(
        image,
        most,
        watch,
        |first| {
            let mut numbers = Floats::new(first, image.quads, precision.round());
            (Machine::new(program, image, &mut numbers), numbers)
        },
        |machine, numbers, index, sample, recorder| {
            record((machine, numbers), program, index, sample, recorder);
        },
        |machine, count| {
            let discarded = (0..count).map(|sample| machine.discarded >> sample & 1 == 1);
            outcome.discarded.extend(discarded);
            let file = outcome.outputs.entry("$".to_owned()).or_default();
            for number in 0..u32::from(REGISTERS) {
                let rows = (0..count).map(|sample| {
                    [0, 1, 2, 3].map(|lane| held(machine, number as usize, lane, sample))
                });
                file.entry(number).or_default().extend(rows);
            }
        },
    );
    outcome.executed = executed.map_err(|stop| match stop {
        Stop::Endless => RunError::Endless,
        Stop::Trap(index, trap) => {
            RunError::Illegal(Fault::from(trap).within("instruction", index))
        }
    })?;
    Ok(outcome)
}

/// Returns the number in a lane of a register in a sample.
fn held(machine: &Machine<'_, Floats>, register: usize, lane: usize, sample: usize) -> f32 {
    let lanes = machine.registers.get(register);
    let lane: Option<Group> = lanes.and_then(|lanes| lanes[lane & 3]);
    lane.map_or(f32::NAN, |group| group[sample])
}

/// Records what an instruction did to a fragment.
pub fn record<N: Numbers>(
    (machine, numbers): (&Machine<'_, N>, &mut N),
    program: &Program,
    index: usize,
    sample: usize,
    recorder: &mut Recorder,
) {
    recorder.begin(index);
    for (dest, lanes) in &machine.written {
        if let Some((number, mask)) = dest.written() {
            let value = lanes.map(|lane| numbers.recorded(lane, sample));
            recorder.write(Kind::Temporary, &format!("${number}"), mask.bits(), value);
        }
    }
    let instruction = program.instructions.get(index);
    let discards = instruction.is_some_and(|instruction| instruction.discards());
    if discards {
        recorder.say("discarded");
    }
    let mut of = |lanes: [N::Value; 4]| lanes.map(|lane| numbers.recorded(lane, sample));
    let passing = &machine.passing;
    let [const0, const1] = machine.constants.map(&mut of);
    let pipeline = [
        (Unit::Const0, "^const0", const0),
        (Unit::Const1, "^const1", const1),
        (Unit::Varying, "^tex_coord", of(passing.coordinate)),
        (Unit::Load, "^u", of(passing.load)),
        (Unit::Texture, "^tex_sampler", of(passing.texture)),
        (Unit::VectorMul, "^v0", of(passing.vector)),
    ];
    for (unit, name, value) in pipeline {
        match instruction.and_then(|instruction| instruction.operation(unit)) {
            // Some lanes may be nobody's.
            Some(_) => recorder.hold_lanes(Kind::Pipeline, name, known(value), value),
            None => recorder.clear(Kind::Pipeline, name),
        }
    }
    match instruction.and_then(|instruction| instruction.operation(Unit::ScalarMul)) {
        Some(_) => {
            recorder.hold_one(
                Kind::Pipeline,
                "^s0",
                numbers.recorded(passing.scalar, sample),
            );
        }
        None => recorder.clear(Kind::Pipeline, "^s0"),
    }
    let mut memory: BTreeMap<i64, [f32; 4]> = BTreeMap::new();
    for (component, value) in &machine.temporaries {
        let held = memory.entry(component >> 2).or_insert([f32::NAN; 4]);
        held[(component & 3) as usize] = numbers.recorded(*value, sample);
    }
    for (address, value) in memory {
        recorder.hold(Kind::Memory, &format!("t{address}"), value);
    }
}

/// The lanes that are numbers.
fn known(value: [f32; 4]) -> u8 {
    let lanes = (0..4).filter(|lane| !f32::is_nan(value[*lane]));
    lanes.fold(0, |mask, lane| mask | 1 << lane)
}

#[cfg(test)]
mod tests;
