//! Runs decoded programs, one invocation at a time.
//!
//! Knows registers, words and stacks and nothing of how programs are made. Arithmetic is float32, as
//! in the emulators, or rounded to float24 after every instruction. What the machine forbids ends a
//! run with a [`Fault`]; what is merely dangerous is noted in [`Execution::notes`].

mod machine;
mod stacks;

pub use machine::{Executable, Step};

use crate::isa::float24::Rounding;
use crate::isa::{LaneMask, Rules, Vector};
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
    /// Odd cases.
    pub rules: Rules,
    /// Instructions after which a run is given up.
    pub max_steps: u64,
    /// What temporaries hold at the start.
    pub uninitialized: f32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            precision: Precision::Single,
            rules: Rules::default(),
            max_steps: 1_000_000,
            uninitialized: 0.0,
        }
    }
}

/// What a program can read.
#[derive(Clone, Debug, PartialEq)]
pub struct Environment {
    /// `v0`..`v15`
    pub inputs: [Vector; 16],
    /// `c0`..`c95`
    pub floats: [Vector; 96],
    /// `i0`..`i3`
    pub integers: [[u8; 4]; 4],
    /// `b0`..`b15`
    pub booleans: [bool; 16],
}

impl Default for Environment {
    fn default() -> Environment {
        Environment {
            inputs: [[0.0; 4]; 16],
            floats: [[0.0; 4]; 96],
            integers: [[0; 4]; 4],
            booleans: [false; 16],
        }
    }
}

/// A vertex that a geometry program made.
#[derive(Clone, Debug, PartialEq)]
pub struct Emission {
    /// Vertex slot.
    pub vertex: u8,
    /// Whether it ends a primitive.
    pub primitive: bool,
    /// Whether the winding of that is inverted.
    pub winding: bool,
    /// The outputs.
    pub outputs: [Vector; 16],
}

/// What a program did.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// `o0`..`o15`; lanes nobody wrote are 0.
    pub outputs: [Vector; 16],
    /// Lanes that were written.
    pub written: [LaneMask; 16],
    /// Instructions executed, `end` included.
    pub executed: u64,
    /// Vertices of a geometry program.
    pub emitted: Vec<Emission>,
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
