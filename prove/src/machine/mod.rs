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
    pub(crate) registers: Registers,
    pub(crate) discarded: bool,
    /// Of a geometry program the registers of each corner of its triangles, in the order of their windings.
    pub(crate) triangles: Vec<[Registers; 3]>,
}

/// Register file, number, lanes.
pub(crate) type Registers = Vec<(String, u32, [Option<Value>; 4])>;

impl Outputs {
    /// All registers that were written, of geometry programs those of every corner.
    pub(crate) fn all_registers(&self) -> impl Iterator<Item = &(String, u32, [Option<Value>; 4])> {
        self.registers
            .iter()
            .chain(self.triangles.iter().flatten().flatten())
    }
}
