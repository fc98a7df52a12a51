//! What a processor of the chip does for the target.
//!
//! Everything the target does with a program goes to the [`Processor`] of its stage.

use crate::container::{Container, Contents};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::{Capabilities, Shader};
use retroshade_kit::listing::Encoded;
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Compiled, Limit, Options};
use retroshade_kit::verify::Finding;

/// One of the chip's processors: what [`Target`](retroshade_kit::target::Target) asks for, for one stage.
pub(crate) trait Processor: Sync {
    /// Its limits.
    fn limits(&self) -> Vec<Limit>;

    /// What is legal after the passes.
    fn capabilities(&self, options: &Options) -> Capabilities;

    /// What the hardware around the program wants, added before the passes so that they fold it.
    fn finish(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostic> {
        let _ = (shader, options);
        Ok(())
    }

    /// Compiles a prepared shader.
    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        container: Container,
    ) -> Result<Compiled, Diagnostics>;

    /// The selected operations as text.
    fn selection(&self, shader: &Shader, options: &Options) -> Result<String, Diagnostics>;

    /// Assembles a text.
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        container: Container,
    ) -> Result<Compiled, Diagnostics>;

    /// The text of a program.
    fn disassemble(&self, program: &Contents) -> Result<String, Diagnostics>;

    /// The register files that bring data to its programs.
    fn input_files(&self) -> InputFiles;

    /// The instructions of a program with their addresses and words.
    fn instructions(&self, program: &Contents) -> Result<Vec<Encoded>, Diagnostics>;

    /// As [`Target::schedule`](retroshade_kit::target::Target::schedule).
    fn schedule(
        &self,
        program: &Contents,
        reflection: &Reflection,
    ) -> Result<Schedule, Diagnostics>;

    /// What the code of a program reads.
    fn registers_read(&self, program: &Contents) -> Result<RegistersRead, Diagnostics>;

    /// Checks a program from anywhere.
    fn verify(&self, program: &Contents) -> Result<Vec<Finding>, Diagnostics>;

    /// Runs a program.
    fn simulate(
        &self,
        program: &Contents,
        reflection: &Reflection,
        image: &RegisterImage,
        watch: &mut Watch,
    ) -> Result<Outcome, Diagnostics>;

    /// Runs a program with results rounded to half floats.
    ///
    /// # Errors
    /// As [`Processor::simulate`]; a processor that has other numbers.
    fn simulate_in_half(
        &self,
        _: &Contents,
        _: &Reflection,
        _: &RegisterImage,
        _: &mut Watch,
    ) -> Result<Outcome, Diagnostics> {
        let message = "the vertex processor of lima computes in 32-bit floats";
        Err(Diagnostic::error(codes::target::SETTING, message)
            .with_help("half=on is for fragment programs")
            .into())
    }
}
