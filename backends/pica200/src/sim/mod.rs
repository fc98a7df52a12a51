//! Runs decoded programs, one invocation at a time.
//!
//! Knows nothing of how programs are made. Arithmetic is float32, as in the emulators, or rounded to float24 after every
//! instruction. What the machine forbids ends a run with a [`Fault`]; what is merely dangerous is noted in
//! [`Execution::notes`].

mod notes;

use crate::execute::{Emission, Executable, Lanes, Machine};
use crate::isa::float24::{self, Rounding};
use crate::isa::{LaneMask, compute};
use notes::Notes;
use retroshade_kit::machine::floats::{Floats, Group};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::runner::{self, Stop};
use retroshade_kit::machine::{Register, RegisterImage};
use std::fmt;

/// The arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// Float32, without rounding to the chip's format.
    #[default]
    Single,
    /// Inputs, uniforms and results are rounded to float24.
    Float24(Rounding),
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The arithmetic.
    pub precision: Precision,
    /// Instructions after which a run is given up.
    pub max_steps: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            precision: Precision::Single,
            max_steps: 1_000_000,
        }
    }
}

/// What a program did.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// `o0`..`o15`; lanes nobody wrote are 0.
    pub outputs: [Register; 16],
    /// Lanes that were written.
    pub written: [LaneMask; 16],
    /// Instructions executed, `end` included.
    pub executed: u64,
    /// Vertices of a geometry program.
    pub emitted: Vec<Emission<Register>>,
    /// What is dangerous on the machine, each once.
    pub notes: Vec<String>,
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word it stopped at.
    pub word: usize,
    /// A sentence without a full stop.
    pub message: String,
    /// Whether it was stopped because it ran for as long as a run may.
    pub endless: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "word {}: {}", self.word, self.message)
    }
}

/// An invocation in the midst of a run.
pub type Invocation<'a> = Machine<'a, Floats<1>>;

/// Runs the invocation of a sample. `look` sees the machine after each instruction, with its word.
///
/// # Errors
/// If the program does what the machine forbids, or does not end in time.
pub fn run(
    program: &Executable,
    image: &RegisterImage,
    sample: usize,
    settings: &Settings,
    look: &mut dyn FnMut(&Invocation<'_>, &mut Floats<1>, usize),
) -> Result<Execution, Fault> {
    let mut numbers = numbers(sample, settings.precision);
    let mut machine = Machine::new(program, image, &mut numbers);
    // The unit says so itself, so that a program can tell the first primitive of a batch.
    machine.is_later = program.is_geometry() && sample > 0;
    let mut notes = Notes::new(program);
    let watch = |machine: &mut Invocation<'_>, numbers: &mut Floats<1>, word, _| {
        notes.look(word, || repeated(&machine.emitted));
        look(machine, numbers, word);
    };
    let executed = runner::run(&mut machine, &mut numbers, 1, settings.max_steps, watch);
    let [executed, ..] = executed.map_err(|stop| match stop {
        Stop::Trap(word, trap) => Fault {
            word,
            message: trap.to_string(),
            endless: false,
        },
        Stop::Endless => Fault {
            word: machine.next,
            message: format!("more than {} instructions ran", settings.max_steps),
            endless: true,
        },
    })?;
    let emitted = machine.emitted.iter().map(|vertex| Emission {
        vertex: vertex.vertex,
        primitive: vertex.primitive,
        winding: vertex.winding,
        outputs: vertex.outputs.map(held),
    });
    Ok(Execution {
        outputs: machine.outputs().map(held),
        written: notes.written,
        executed,
        emitted: emitted.collect(),
        notes: notes.finish(machine.next),
    })
}

/// For each output the lanes in which the last vertex has the value of the one before. Both sets of outputs hold that one
/// then, if they were written at all, which the first two vertices do not tell.
fn repeated(emitted: &[Emission<Lanes<Group<1>>>]) -> [LaneMask; 16] {
    let [.., before, last] = emitted else {
        return [LaneMask::NONE; 16];
    };
    if emitted.len() < 3 {
        return [LaneMask::NONE; 16];
    }
    std::array::from_fn(|register| {
        let lanes = last.outputs[register].iter().zip(&before.outputs[register]);
        let same = (0..)
            .zip(lanes)
            .filter(|(_, (last, before))| last == before);
        same.map(|(lane, _)| lane).collect()
    })
}

/// What a register holds; lanes that nobody wrote are 0.
fn held(lanes: Lanes<Group<1>>) -> Register {
    lanes.map(|lane| lane.map_or(0.0, |[number]| number))
}

/// The numbers of an invocation.
fn numbers(sample: usize, precision: Precision) -> Floats<1> {
    let round: fn(f32) -> f32 = match precision {
        Precision::Single => |value| value,
        Precision::Float24(Rounding::Nearest) => |value| float24::round(value, Rounding::Nearest),
        Precision::Float24(Rounding::Truncate) => |value| float24::round(value, Rounding::Truncate),
    };
    let mut numbers = Floats::new(sample, false, round);
    numbers.compute = match precision {
        Precision::Single => compute,
        Precision::Float24(_) => without_negative_zero,
    };
    numbers.unset = 0.0;
    // Out of range for every use.
    numbers.astray = Some(i64::MIN);
    numbers
}

/// What a function gives; for the one over a number the unit knows no negative zero.
fn without_negative_zero(function: Function, operands: &[f32]) -> f32 {
    match (function, operands) {
        (Function::Reciprocal | Function::ReciprocalSquareRoot, [operand]) => {
            compute(function, &[operand + 0.0])
        }
        _ => compute(function, operands),
    }
}
