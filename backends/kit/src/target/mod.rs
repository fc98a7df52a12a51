//! What the rest of the compiler knows of a target.
//!
//! Nothing outside a backend matches on target names: the registry holds one [`Target`] for each
//! name on the command line and everything else goes through its traits.
//!
//! ```text
//! chip       what it is: names, stages, containers, limits
//! mod        what it compiles
//! assembler  texts to programs, and programs out of their containers
//! code       what can be done with a program: its text, its rules, its run
//! compiled   programs as they come and go
//! ```

mod assembler;
mod chip;
mod code;
mod compiled;

pub use crate::options::{Optimize, Options, Placement, Position, has_sampler};
pub use assembler::Assembler;
pub use chip::{Chip, Limit, Varyings};
pub use code::MachineCode;
pub use compiled::{Binary, Compiled};

use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::pass::{Hooks, Report};
use retroshade_ir::{Capabilities, Shader, Stage, pipeline};

/// A chip that shaders are compiled for.
pub trait Target: Assembler {
    /// What is legal in a program of this stage after the passes.
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities;

    /// Rewrites a shader by what the options and the chip ask of every shader, before the passes.
    ///
    /// # Errors
    /// What the target cannot do whatever the passes make of it.
    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        let _ = (shader, options);
        Ok(())
    }

    /// Brings a shader as the frontend made it into the form that [`Target::generate`] takes.
    ///
    /// # Errors
    /// As [`Target::adapt`]; bindings that do not fit, and what the passes find the target cannot do.
    fn prepare(
        &self,
        shader: &mut Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Report, Diagnostics> {
        options.apply_bindings(shader)?;
        self.adapt(shader, options)?;
        let capabilities = self.capabilities(shader.stage, options);
        let pipeline = pipeline::standard();
        Ok(pipeline.run(shader, &capabilities, hooks)?)
    }

    /// Turns a shader that went through the [`pipeline::standard`] into a program: selection,
    /// scheduling, allocation, packing, checks.
    ///
    /// # Errors
    /// What the target cannot do, limits exceeded, options that make no sense, and defects.
    fn generate(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        let compiled = self.generate_watched(shader, options, &mut Hooks::default())?;
        compiled.ok_or_else(|| Diagnostic::bug(self.name(), "the passes stopped early").into())
    }

    /// As [`Target::generate`], with hooks between the passes of the machine program; `None` where they
    /// stopped it early.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics>;

    /// The names of the passes inside [`Target::generate`] that hooks see, in order; some twice.
    fn machine_passes(&self, stage: Stage) -> Vec<&'static str> {
        let _ = stage;
        Vec::new()
    }

    /// The selected instructions before scheduling and allocation, for `--emit=select`; `None` where
    /// selection is no stage of its own.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let _ = (shader, options);
        Ok(None)
    }

    /// Compiles a shader as the frontend made it.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        let compiled = self.compile_watched(shader.clone(), options, &mut Hooks::default())?;
        compiled.ok_or_else(|| Diagnostic::bug(self.name(), "the passes stopped early").into())
    }

    /// Compiles a shader as the frontend made it; `None` where the hooks stopped the passes early. A
    /// target that compiles a shader in several ways to know the best returns that program.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_watched(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let report = self.prepare(&mut shader, options, hooks)?;
        match report.stopped_after {
            Some(_) => Ok(None),
            None => self.generate_watched(&shader, options, hooks),
        }
    }

    /// Checks machine code of both stages against the rules that runtime and hardware have for pairs.
    ///
    /// # Errors
    /// A defect: the pair came from one linking.
    fn check_pair(&self, vertex: &Compiled, fragment: &Compiled) -> Result<(), Diagnostics> {
        let _ = (vertex, fragment);
        Ok(())
    }

    /// The formats of [`Target::format`].
    fn formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// A program as text for other tools' builds, in a format of this chip's world such as nv2a's
    /// `inl`; `None` for formats it does not know. `name` is an identifier.
    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        let _ = (compiled, format, name);
        None
    }

    /// As [`Target::format`], for the file that programs were joined to.
    fn format_joined(
        &self,
        programs: &[Compiled],
        joined: &[u8],
        format: &str,
        name: &str,
    ) -> Option<String> {
        let _ = (programs, joined, format, name);
        None
    }
}
