//! The combiners and texture units of a chip as the processor of its fragments.

use crate::prepare::demand_container;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader, Stage};
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::position;
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};
use std::marker::PhantomData;

/// A set-up of a chip's combiners, with all in which chips differ.
pub trait SetUp: MachineCode + Sized + 'static {
    /// The chip's name.
    const CHIP: &'static str;
    /// The container that set-ups have, and what names of their files end with.
    const CONTAINER: &'static str;
    /// Limits of the combiners.
    const LIMITS: &'static [Limit];
    /// The files that bring data to them.
    const INPUT_FILES: InputFiles;
    /// How their text is written.
    const LISTING: Style;

    /// True if a text is a set-up and no program of another processor of the chip.
    fn is_text(text: &str) -> bool;

    /// True if bytes begin as the container does.
    fn is_file(bytes: &[u8]) -> bool;

    /// The set-up for a shader that went through the passes.
    ///
    /// # Errors
    /// What the combiners cannot do, with the place and what would fit instead.
    fn generate(shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics>;

    /// Reads a text; with the place of each instruction, where texts have them.
    ///
    /// # Errors
    /// What is wrong with the text or the options.
    fn parse(file: FileId, text: &str, options: &Options)
    -> Result<(Self, Vec<Span>), Diagnostics>;

    /// The refusal of a text that is for another tool.
    fn foreign(file: FileId, text: &str) -> Option<Diagnostic> {
        let _ = (file, text);
        None
    }

    /// The text.
    fn print(&self) -> String;

    /// Reads the container.
    ///
    /// # Errors
    /// Bytes that are no set-up.
    fn read(bytes: &[u8]) -> Result<Self, Fault>;

    /// The set-up as bytes of the container.
    fn write(&self) -> Vec<u8>;

    /// Its counts.
    fn stats(&self) -> Stats;

    /// Records what else a set-up of such options says.
    fn describe(options: &Options, record: &mut Reflection) {
        let _ = (options, record);
    }

    /// The set-up as text for other tools' builds; `None` for formats that the chip does not know.
    fn format(
        &self,
        record: &Reflection,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>>;
}

/// The counts of a set-up: stages, and words that set them.
pub fn stats(stages: u32, words: usize) -> Stats {
    Stats {
        instructions: stages,
        words: words as u32,
        registers: 0,
        schedule_bound: None,
        shader_bound: None,
        more: [("stages".to_owned(), u64::from(stages))]
            .into_iter()
            .collect(),
    }
}

/// True if bytes are a set-up of a chip: their container says it, or what they begin with.
pub fn is_binary<S: SetUp>(program: &Binary) -> bool {
    match program.container {
        Some(name) => name == S::CONTAINER,
        None => program.stage != Some(Stage::Vertex) && S::is_file(program.bytes),
    }
}

/// The processor that set-ups `S` are for.
pub struct Combiners<S>(PhantomData<fn() -> S>);

impl<S> Combiners<S> {
    /// The processor.
    pub const NEW: Combiners<S> = Combiners(PhantomData);
}

impl<S: SetUp> Processor for Combiners<S> {
    fn stage(&self) -> Stage {
        Stage::Fragment
    }

    fn is_fixed(&self) -> bool {
        true
    }

    fn limits(&self) -> Vec<Limit> {
        S::LIMITS.to_vec()
    }

    fn input_files(&self) -> InputFiles {
        S::INPUT_FILES
    }

    fn listing(&self) -> Style {
        S::LISTING
    }

    fn extension(&self) -> Option<&'static str> {
        Some(S::CONTAINER)
    }

    fn claims_text(&self, text: &str) -> bool {
        S::is_text(text)
    }

    fn claims_binary(&self, program: &Binary) -> bool {
        is_binary::<S>(program)
    }

    fn capabilities(&self, _: &Options) -> Capabilities {
        crate::pipeline_capabilities(S::CHIP)
    }

    fn adapt(&self, shader: &mut Shader, _: &Options) -> Result<(), Diagnostics> {
        position::replace_depth_range(shader);
        Ok(())
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        _: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        S::generate(shader, options).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        if let Some(foreign) = S::foreign(file, text) {
            return Err(foreign.into());
        }
        demand_container(S::CHIP, S::CONTAINER, options)?;
        let (setup, spans) = S::parse(file, text, options)?;
        let mut reflection = Reflection::new(S::CHIP, Stage::Fragment.name());
        S::describe(options, &mut reflection);
        reflection.stats = setup.stats();
        Ok(Compiled {
            binary: setup.write(),
            side_files: Default::default(),
            assembly: setup.print(),
            reflection,
            warnings: Diagnostics::new(),
            spans,
        })
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let setup = S::read(program.bytes).map_err(|why| {
            let message = format!("no fragment shader of {}: {why}", S::CHIP);
            Diagnostic::error(codes::container::MALFORMED, message)
        })?;
        Ok(Box::new(setup))
    }

    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        match S::read(&compiled.binary) {
            Ok(setup) => setup.format(&compiled.reflection, format, name),
            Err(why) => Some(Err(Diagnostic::bug(S::CHIP, why))),
        }
    }
}
