//! Interpreters of machine code over a [`Domain`](crate::domain::Domain). They decode the
//! bytes of the program and share no code with selection and schedulers. What instructions do they share with the
//! simulators where a chip says it in numbers of any kind.

pub(crate) mod code;
pub(crate) mod fixed;
mod numbers;
mod programs;

use crate::domain::Value;

/// What a program left.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    /// Register file, number, lanes.
    pub(crate) registers: Vec<(String, u32, [Option<Value>; 4])>,
    pub(crate) discarded: bool,
}
