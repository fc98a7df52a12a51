//! Runs decoded programs.
//!
//! Fragments have a program counter each; the lowest among those that still run goes next, which
//! brings together again what a branch has parted. An instruction goes through its units in the
//! order of the pipeline, each unit for all fragments before the next, so that lookups and
//! derivatives find their neighbours. A register lane that was never written holds NaN.

mod operand;
mod record;
mod units;

use super::bundle::{Bundle, Program};
use super::half;
use super::isa::{Field, Layout, REGISTERS, Unit};
use crate::fault::{Checked, Fault};
use retroshade_kit::machine::{Outcome, Register, RegisterImage, UNSET, Watch};
use rustc_hash::FxHashMap;

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
    fn round(self, value: f32) -> f32 {
        match self {
            Precision::Half => half::round(value),
            Precision::Float => value,
        }
    }

    fn round_all(self, register: Register) -> Register {
        register.map(|value| self.round(value))
    }
}

/// The most instructions issued in a run.
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

/// What lives for one instruction in one fragment.
#[derive(Clone, Copy, Debug)]
struct Passing {
    coordinate: Register,
    texture: Register,
    load: Register,
    vector: Register,
    scalar: f32,
}

const NOTHING: Passing = Passing {
    coordinate: UNSET,
    texture: UNSET,
    load: UNSET,
    vector: UNSET,
    scalar: f32::NAN,
};

/// A fragment.
#[derive(Clone, Debug)]
struct Fragment {
    registers: [Register; REGISTERS as usize],
    temporaries: FxHashMap<i64, f32>,
    passing: Passing,
    /// The next instruction; `None` once the program has ended.
    next: Option<usize>,
    /// Whether it takes part in the current instruction.
    active: bool,
    discarded: bool,
    executed: u64,
    /// The registers, lanes and values that the current instruction wrote, where a recording asks for them.
    written: Option<Vec<(usize, u8, Register)>>,
}

struct Machine<'a> {
    image: &'a RegisterImage,
    precision: Precision,
    fragments: Vec<Fragment>,
    constants: [Register; 2],
}

/// Runs a legal program for every sample of an image. Varyings are read from the file `v`, uniforms
/// from `u`; written are the registers `$` at the end of the program.
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
    let offsets = program.offsets();
    let fragment = Fragment {
        registers: [UNSET; REGISTERS as usize],
        temporaries: FxHashMap::default(),
        passing: NOTHING,
        next: Some(0),
        active: false,
        discarded: false,
        executed: 0,
        written: None,
    };
    let mut machine = Machine {
        image,
        precision,
        fragments: vec![fragment; image.samples],
        constants: [UNSET; 2],
    };
    let recorded = watch.recorder.as_ref().map(|recorder| recorder.sample);
    let recorded_fragment = recorded.and_then(|sample| machine.fragments.get_mut(sample));
    if let Some(fragment) = recorded_fragment {
        fragment.written = Some(Vec::new());
    }
    let mut steps = 0;
    while let Some(index) = machine.choose() {
        let bundle = program.bundles.get(index);
        let bundle = bundle.ok_or(Fault::from("control runs off the end"))?;
        steps += 1;
        if steps > most {
            return Err(RunError::Endless);
        }
        machine
            .step(bundle, program.branch_target(index, &offsets), index)
            .map_err(|fault| fault.within("instruction", index))?;
        if let Some(recorder) = &mut watch.recorder {
            machine.record(index, bundle, recorder);
        }
    }
    Ok(machine.outcome())
}

impl Machine<'_> {
    /// The instruction that runs next, and who takes part.
    fn choose(&mut self) -> Option<usize> {
        let next = self.fragments.iter().filter_map(|f| f.next).min()?;
        for fragment in &mut self.fragments {
            fragment.active = fragment.next == Some(next);
        }
        Some(next)
    }

    fn step(&mut self, bundle: &Bundle, target: Option<usize>, index: usize) -> Checked {
        for (constant, unit) in self.constants.iter_mut().zip([Unit::Const0, Unit::Const1]) {
            if let Some(slot) = bundle.slot(unit) {
                *constant = [Field::X, Field::Y, Field::Z, Field::W]
                    .map(|field| half::to_f32(slot.get(field) as u16));
            }
        }
        for fragment in &mut self.fragments {
            fragment.passing = NOTHING;
            fragment.executed += u64::from(fragment.active);
        }
        if let Some(slot) = bundle.slot(Unit::Varying) {
            self.varying(slot)?;
        }
        if let Some(slot) = bundle.slot(Unit::Texture) {
            self.texture(slot)?;
        }
        if let Some(slot) = bundle.slot(Unit::Load) {
            self.load(slot)?;
        }
        for pair in [
            [Unit::VectorMul, Unit::ScalarMul],
            [Unit::VectorAdd, Unit::ScalarAdd],
        ] {
            // The two members of a pair do not see each other's writes.
            let mut results = Vec::new();
            for unit in pair {
                if let Some(slot) = bundle.slot(unit) {
                    results.push((unit, slot, self.arithmetic(unit, slot)?));
                }
            }
            for (unit, slot, values) in results {
                self.write_back(unit, slot, values);
            }
        }
        if let Some(slot) = bundle.slot(Unit::Combine) {
            self.combine(slot)?;
        }
        if let Some(slot) = bundle.slot(Unit::Store) {
            self.store(slot)?;
        }
        let branch = bundle.slot(Unit::Branch);
        let discard = branch.is_some_and(|slot| slot.layout() == Layout::Discard);
        for number in 0..self.fragments.len() {
            let taken = match branch {
                Some(slot) if !discard => self.taken(number, slot)?,
                _ => false,
            };
            let Some(fragment) = self.fragments.get_mut(number).filter(|f| f.active) else {
                continue;
            };
            fragment.discarded |= discard;
            fragment.next = match () {
                () if discard => None,
                () if taken => target,
                () if bundle.stop => None,
                () => Some(index + 1),
            };
        }
        Ok(())
    }

    fn outcome(self) -> Outcome {
        let mut outcome = Outcome::default();
        let file = outcome.outputs.entry("$".to_owned()).or_default();
        for number in 0..usize::from(REGISTERS) {
            let register = |fragment: &Fragment| {
                let register = fragment.registers.get(number);
                register.copied().unwrap_or(UNSET)
            };
            let samples = self.fragments.iter().map(register).collect();
            file.insert(number as u32, samples);
        }
        outcome.discarded = self.fragments.iter().map(|f| f.discarded).collect();
        let executed = self.fragments.iter().map(|f| f.executed);
        outcome.executed = executed.max().unwrap_or(0);
        outcome
    }
}

#[cfg(test)]
mod tests;
