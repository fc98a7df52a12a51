//! What a processor of a chip answers.

use super::code::MachineCode;
use super::compiled::{Binary, Compiled};
use crate::listing::Style;
use crate::machine::InputFiles;
use crate::options::Options;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader, Stage};

/// A limit of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited, in words: `temporaries`.
    pub name: &'static str,
    /// How many there are.
    pub value: u32,
}

impl Limit {
    /// A limit by its name.
    pub const fn new(name: &'static str, value: u32) -> Limit {
        Limit { name, value }
    }
}

/// The processor of a stage: all that a target is asked about shaders and programs of that stage. Combiners, which run no
/// programs but are set up by registers, are one too.
pub trait Processor: Sync {
    /// The stage of its programs.
    fn stage(&self) -> Stage;

    /// True if it runs no programs, but is set up by registers: only some shaders fit it.
    fn is_fixed(&self) -> bool {
        false
    }

    /// Its limits.
    fn limits(&self) -> Vec<Limit>;

    /// The register files that bring data to its programs, settings of fixed stages included.
    fn input_files(&self) -> InputFiles;

    /// How its assembly language is written.
    fn listing(&self) -> Style;

    /// What names of default outputs end with, without the dot; `None` for what the chip's end with.
    fn extension(&self) -> Option<&'static str> {
        None
    }

    /// True if a text is one of its programs. Texts that no processor of a chip claims are for the chip's first.
    fn claims_text(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// True if bytes in a container are one of its programs. Those that no processor claims are for the chip's first.
    fn claims_binary(&self, program: &Binary) -> bool {
        let _ = program;
        false
    }

    /// What is legal in its programs after the passes.
    fn capabilities(&self, options: &Options) -> Capabilities;

    /// The same of one shader, of which more may be known.
    fn capabilities_for(&self, shader: &Shader, options: &Options) -> Capabilities {
        let _ = shader;
        self.capabilities(options)
    }

    /// Rewrites a shader by what the options and the hardware around the program ask, before the passes, so that they
    /// fold it.
    ///
    /// # Errors
    /// What the processor cannot do whatever the passes make of it.
    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics>;

    /// What operations cost in its programs, for the choice between equal forms of a shader; `None` where there is no
    /// such choice.
    fn costs(&self, options: &Options) -> Option<&'static Costs> {
        let _ = options;
        None
    }

    /// Turns a shader that went through the passes into a program; `None` where the hooks stop the passes over machine
    /// code.
    ///
    /// # Errors
    /// What the processor cannot do, limits exceeded, options that make no sense, and defects.
    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics>;

    /// As [`Processor::generate`] with less search, to tell which forms of a shader are worth all of it; `None` where
    /// that would save nothing.
    fn draft(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Option<Result<Option<Compiled>, Diagnostics>> {
        let _ = (shader, options, hooks);
        None
    }

    /// The names of its passes over machine code, in order; some twice.
    fn passes(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The selected instructions before scheduling and allocation; `None` where selection is no stage of its own.
    ///
    /// # Errors
    /// As [`Processor::generate`].
    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let _ = (shader, options);
        Ok(None)
    }

    /// Assembles a text.
    ///
    /// # Errors
    /// Everything wrong with the text, with places in `file`.
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics>;

    /// Reads a program out of its container.
    ///
    /// # Errors
    /// Bytes that are no program of this processor.
    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics>;

    /// A program as text for other tools' builds; `None` for formats it does not know. `name` is an identifier.
    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        let _ = (compiled, format, name);
        None
    }
}
