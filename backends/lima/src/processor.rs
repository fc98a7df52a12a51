//! What a processor of the chip does for the target.
//!
//! Everything the target does with a program goes to the [`Processor`] of its stage.

use crate::container::{Container, Contents};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader};
use retroshade_kit::machine::InputFiles;
use retroshade_kit::target::{Compiled, Limit, MachineCode, Options};

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

    /// Compiles a prepared shader; `None` where the hooks stop the passes.
    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        container: Container,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics>;

    /// The names of its passes over machine code, in order; some twice.
    fn passes(&self) -> Vec<&'static str>;

    /// The selected operations as text.
    fn selection(&self, shader: &Shader, options: &Options) -> Result<String, Diagnostics>;

    /// Assembles a text.
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        container: Container,
    ) -> Result<Compiled, Diagnostics>;

    /// The register files that bring data to its programs.
    fn input_files(&self) -> InputFiles;

    /// A program out of its container.
    fn read(&self, contents: Contents) -> Result<Box<dyn MachineCode>, Diagnostics>;
}
