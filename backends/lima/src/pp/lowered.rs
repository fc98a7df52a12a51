//! A program together with the code, the schedule and the registers that it was encoded from.

use super::code::Code;
use super::program::Program;
use super::registers::Registers;
use super::schedule::Plan;

/// What the checker and the reflection need to know of a program.
pub(super) struct Lowered {
    pub(super) code: Code,
    pub(super) plans: Vec<Plan>,
    pub(super) registers: Registers,
    pub(super) program: Program,
}
