//! What the rest of the compiler knows of a target.
//!
//! Nothing outside a backend matches on target names: the registry holds one [`Target`] for each
//! name on the command line and everything else goes through its traits.
//!
//! ```text
//! chip       what it is: names, processors, containers, as data
//! processor  what the processor of a stage answers
//! mod        what it compiles
//! assembler  texts to programs, and programs out of their containers
//! code       what can be done with a program: its text, its rules, its run
//! compiled   programs as they come and go
//! forms      the shortest program of several equal shaders
//! layouts    the shortest program over the layouts of matrices
//! levels     the program of the default level beside those of the others
//! ```

mod assembler;
mod chip;
mod code;
mod compiled;
mod forms;
mod layouts;
mod levels;
mod processor;

pub use crate::options::{Matrices, Optimize, Options, Placement, Position, has_sampler};
pub use assembler::Assembler;
pub use chip::{Chip, ChipData, Varyings, as_written};
pub use code::MachineCode;
pub use compiled::{Binary, Compiled};
pub use processor::{Limit, Processor};

use crate::interface::apart::{self, Settled, Sharing};
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::pass::{Hooks, Report};
use retroshade_ir::{Capabilities, Shader, Stage, pipeline};

/// A chip that shaders are compiled for.
pub trait Target: Assembler {
    /// What is legal in a program of this stage after the passes.
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities {
        // A stage without a processor is refused before anything depends on this.
        let processor = self.processor(stage);
        processor.map_or(Capabilities::MINIMAL, |one| one.capabilities(options))
    }

    /// The shader and options with which matrices that are left to the compiler lie as in the shortest program; `None`
    /// where nothing is left to it, or nothing fits.
    ///
    /// # Errors
    /// Defects.
    fn laid_out(
        &self,
        shader: &Shader,
        options: &Options,
    ) -> Result<Option<(Shader, Options)>, Diagnostics> {
        let best = layouts::shortest(self, shader, options, &Hooks::default())?;
        Ok(best.map(|best| (best.shader, best.options)))
    }

    /// Rewrites a shader by what the options and the chip ask of every shader, before the passes.
    ///
    /// # Errors
    /// What the target cannot do whatever the passes make of it.
    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        self.processor_of(shader.stage)?.adapt(shader, options)
    }

    /// The registers, or semantics, that declarations alone give to the varyings of a shader, whose own bindings are in it.
    fn settled(&self, shader: &Shader) -> Settled {
        let between = self.varyings();
        between.map_or_else(Settled::new, |between| {
            let registers = between.range(shader.stage);
            apart::in_order(shader, between.prefix, registers, Sharing::Never)
        })
    }

    /// True if an output of the last program before the fragment stage is for another unit of the machine, whose results
    /// fragment shaders have as [`ChipData::given_inputs`]. A pair keeps it though no fragment shader reads it.
    fn is_for_unit(&self, _output: &retroshade_ir::Variable) -> bool {
        false
    }

    /// What comes before all passes: [`Target::bind`] and [`Target::adapt`].
    ///
    /// # Errors
    /// As [`Target::prepare`].
    fn begin(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        self.bind(shader, options)?;
        self.adapt(shader, options)
    }

    /// Writes into a shader the registers that users chose, and those of varyings by their declarations.
    ///
    /// # Errors
    /// Bindings that do not fit.
    fn bind(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        options.apply_bindings(shader)?;
        if !options.linked && !self.is_fixed(shader.stage) {
            let settled = self.settled(shader);
            apart::bind(shader, &settled);
        }
        Ok(())
    }

    /// Compiles a shader for a fixed stage. A varying is read where a vertex program that is compiled apart puts it, if that
    /// can be, and there is a warning if not.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_fixed(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        if options.linked {
            return self.compile_once(shader, options, hooks);
        }
        let mut declared = shader.clone();
        options.apply_bindings(&mut declared)?;
        let Some(shader) = self.prepared(shader, options, hooks)? else {
            return Ok(None);
        };
        let guided = Options {
            settled: self.settled(&declared),
            ..options.clone()
        };
        let compiled = match self.generate_watched(&shader, &guided, hooks) {
            Err(_) if !guided.settled.is_empty() => {
                self.generate_watched(&shader, options, hooks)?
            }
            compiled => compiled?,
        };
        Ok(compiled.map(|mut compiled| {
            let doubts = apart::doubts(&declared, &compiled.reflection, &guided.settled);
            if let Some(doubts) = doubts {
                compiled.warnings.push(doubts);
            }
            compiled
        }))
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
        self.begin(shader, options)?;
        let processor = self.processor_of(shader.stage)?;
        let capabilities = processor.capabilities_for(shader, options);
        let pipeline = pipeline::standard();
        Ok(pipeline.run(shader, &capabilities, hooks)?)
    }

    /// As [`Target::prepare`], of a shader that is handed on; `None` where the hooks stopped the passes early.
    ///
    /// # Errors
    /// As [`Target::prepare`].
    fn prepared(
        &self,
        mut shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Shader>, Diagnostics> {
        let report = self.prepare(&mut shader, options, hooks)?;
        Ok(report.stopped_after.is_none().then_some(shader))
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
    ) -> Result<Option<Compiled>, Diagnostics> {
        let processor = self.processor_of(shader.stage)?;
        forms::generate(processor, shader, (options, None), hooks)
    }

    /// As [`Target::generate_watched`], where it is known what the shader as it is compiles to.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn improve(
        &self,
        shader: &Shader,
        options: &Options,
        known: Result<Compiled, Diagnostics>,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let processor = self.processor_of(shader.stage)?;
        forms::generate(processor, shader, (options, Some(known)), hooks)
    }

    /// The names of the passes inside [`Target::generate`] that hooks see, in order; some twice.
    fn machine_passes(&self, stage: Stage) -> Vec<&'static str> {
        self.processor(stage)
            .map_or_else(Vec::new, Processor::passes)
    }

    /// The names that [`Hooks::without`] may hold: passes over the shader that no target needs, what proposes equal forms
    /// of it, and passes over machine code, of which some are needed.
    fn omittable(&self, stage: Stage) -> Vec<&'static str> {
        let standard = pipeline::standard();
        let passes = standard.passes().iter().map(|pass| pass.name);
        let passes = passes.filter(|name| name.starts_with("opt_"));
        let machine = self.machine_passes(stage).into_iter();
        let mut names: Vec<&str> = Vec::new();
        for name in passes.chain(forms::proposers()).chain(machine) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The selected instructions before scheduling and allocation, for `--emit=select`; `None` where
    /// selection is no stage of its own.
    ///
    /// # Errors
    /// As [`Target::generate`].
    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let processor = self.processor_of(shader.stage)?;
        let best = forms::choose(processor, shader, (options, &mut None), &Hooks::default())?;
        let form = best.as_ref().and_then(|best| best.form.as_ref());
        processor.selection(form.unwrap_or(shader), options)
    }

    /// Compiles a shader as the frontend made it.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        let compiled = self.compile_watched(shader.clone(), options, &mut Hooks::default())?;
        compiled.ok_or_else(|| Diagnostic::bug(self.name(), "the passes stopped early").into())
    }

    /// Compiles a shader as the frontend made it; `None` where the hooks stopped the passes early. Matrices that are left
    /// to the compiler lie as in the shortest program.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_watched(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        match layouts::shortest(self, &shader, options, hooks)? {
            // What was tried was tried unseen.
            Some(best) if forms::is_watched(hooks) => {
                levels::compile(self, best.shader, &best.options, hooks)
            }
            Some(best) => Ok(Some(best.program)),
            None => levels::compile(self, shader, options, hooks),
        }
    }

    /// As [`Target::compile_watched`], with the matrices of which neither a declaration nor the options say how they lie
    /// in the target's own way. A target that compiles a shader in several ways to know the best returns that program.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_laid_out(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        if self.is_fixed(shader.stage) {
            return self.compile_fixed(shader, options, hooks);
        }
        self.compile_once(shader, options, hooks)
    }

    /// The passes and then the program, in the one way that the options say; `None` where the hooks stopped the passes
    /// early.
    ///
    /// # Errors
    /// As [`Target::prepare`] and [`Target::generate`].
    fn compile_once(
        &self,
        shader: Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        match self.prepared(shader, options, hooks)? {
            Some(shader) => self.generate_watched(&shader, options, hooks),
            None => Ok(None),
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
        let stage = Stage::of_name(&compiled.reflection.stage);
        let processor = stage.and_then(|stage| self.processor(stage));
        processor.and_then(|processor| processor.format(compiled, format, name))
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
