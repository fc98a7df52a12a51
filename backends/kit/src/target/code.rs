//! What can be done with machine code, wherever it comes from.

use crate::finding::Finding;
use crate::listing::Encoded;
use crate::machine::{Outcome, RegisterImage, Watch};
use crate::options::Options;
use crate::reflect::Reflection;
use crate::schedule::Schedule;
use retroshade_diagnostics::Diagnostics;

/// A program out of one of a target's containers, or the settings of a fixed stage.
pub trait MachineCode {
    /// The text, which assembles to the same program.
    ///
    /// # Errors
    /// Words without a meaning.
    fn disassemble(&self) -> Result<String, Diagnostics>;

    /// Checks the code against every rule of the machine and its runtime that can be told from it alone.
    ///
    /// # Errors
    /// Words without a meaning; options that make no sense.
    fn verify(&self, options: &Options) -> Result<Vec<Finding>, Diagnostics>;

    /// Where each instruction is and of which words it is made, in the order of [`MachineCode::disassemble`].
    ///
    /// # Errors
    /// Words without a meaning; settings of a fixed stage, which has no instructions.
    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics>;

    /// What each unit of the machine does in each instruction. The record names the registers of outputs.
    ///
    /// # Errors
    /// As [`MachineCode::instructions`].
    fn schedule(&self, reflection: &Reflection) -> Result<Schedule, Diagnostics>;

    /// What a program from anywhere tells of its registers: the stage, the names that its file has for
    /// registers and outputs, and the registers beside them that its code reads. A symbol of several
    /// registers has their number as [`Variable::array`].
    ///
    /// [`Variable::array`]: crate::reflect::Variable::array
    ///
    /// # Errors
    /// Words without a meaning.
    fn interface(&self) -> Result<Reflection, Diagnostics>;

    /// Runs the program for every sample of a register image, with the settings of a watch, and writes what
    /// that asks for into it.
    ///
    /// # Errors
    /// If the program does what the machine forbids; settings that the simulator does not have.
    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics>;
}
