//! What a target is.

use super::processor::{Limit, Processor};
use crate::listing::Style;
use crate::machine::InputFiles;
use crate::reflect::Variable;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::run::compare::{Functions, Tolerance};
use retroshade_ir::{ClipDepth, Stage};
use std::ops::Range;

/// The registers through which the vertex program of a pair hands values to the fragment program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Varyings {
    /// How many registers of four components there are.
    pub registers: u32,
    /// What the names of the registers begin with, in both programs.
    pub prefix: &'static str,
    /// The number in a vertex program of the register that is number 0 in a fragment program.
    pub vertex_first: u32,
    /// Whether a fragment program reads `gl_FragCoord` from a register with the clip-space position,
    /// which the vertex program must write.
    pub clip_position: bool,
}

impl Varyings {
    /// The numbers of the registers in programs of a stage.
    pub fn range(&self, stage: Stage) -> Range<u32> {
        let first = match stage {
            Stage::Vertex | Stage::Geometry => self.vertex_first,
            Stage::Fragment => 0,
        };
        first..first.saturating_add(self.registers)
    }
}

/// A chip, or one version of it: its processors, names, files, and what lies between and around its programs.
pub struct ChipData {
    /// The name on the command line: `lima`, `pica200`, `nv2a`, `agal1`.
    pub name: &'static str,
    /// Its processors, that of vertices first.
    pub processors: &'static [&'static dyn Processor],
    /// Its containers, the default first.
    pub containers: &'static [&'static str],
    /// What names of default outputs end with, without the dot.
    pub extension: &'static str,
    /// What files in its containers begin with, where they begin with what no other file does.
    pub magic: &'static [&'static [u8]],
    /// Inputs of a fixed fragment stage that other units of the machine give and no vertex program, by the
    /// names that bindings use.
    pub given_inputs: &'static [&'static str],
    /// What lies between the programs of a pair; `None` without programs in both stages. Pairs of machines
    /// with a fixed fragment stage agree by the record of its settings.
    pub varyings: Option<Varyings>,
    /// The range of z between its near and far plane.
    pub clip_depth: ClipDepth,
    /// True if `run` and `debug` round numbers as the machine does unless told otherwise: where nothing but the
    /// machine runs programs, and no emulator computes more exactly.
    pub rounds: bool,
    /// What the chip interpolates for a lane of an output of a vertex program: the value as written, unless the
    /// register is one that saturates.
    pub interpolated: fn(&Variable, f32) -> f32,
}

/// What is asked of a chip, answered by its data.
pub trait Chip: Sync {
    /// The chip as data.
    fn data(&self) -> &'static ChipData;

    /// The name on the command line: `lima`, `pica200`, `nv2a`, `agal1`.
    fn name(&self) -> &'static str {
        self.data().name
    }

    /// The processor of a stage.
    fn processor(&self, stage: Stage) -> Option<&'static dyn Processor> {
        let mut processors = self.data().processors.iter().copied();
        processors.find(|processor| processor.stage() == stage)
    }

    /// The processor of a stage.
    ///
    /// # Errors
    /// A chip without one.
    fn processor_of(&self, stage: Stage) -> Result<&'static dyn Processor, Diagnostic> {
        self.processor(stage).ok_or_else(|| {
            let message = format!("{} has no {} stage", self.name(), stage.name());
            Diagnostic::error(codes::target::STAGE, message)
        })
    }

    /// The stages that it has processors for, those that are only set up by registers included.
    fn stages(&self) -> Vec<Stage> {
        let processors = self.data().processors.iter();
        processors.map(|processor| processor.stage()).collect()
    }

    /// True if a stage runs no programs, but is set up by registers: only some shaders fit there.
    fn is_fixed(&self, stage: Stage) -> bool {
        self.processor(stage).is_some_and(Processor::is_fixed)
    }

    /// True if the chip has a processor for a stage and that one runs programs.
    fn runs_programs(&self, stage: Stage) -> bool {
        self.processor(stage)
            .is_some_and(|processor| !processor.is_fixed())
    }

    /// Its containers, the default first.
    fn containers(&self) -> &'static [&'static str] {
        self.data().containers
    }

    /// What files in its containers begin with, where they begin with what no other file does.
    fn magic(&self) -> &'static [&'static [u8]] {
        self.data().magic
    }

    /// What names of default outputs end with, without the dot.
    fn extension(&self) -> &'static str {
        self.data().extension
    }

    /// What names of outputs end with, without the dot. A set-up of a fixed stage has a container of its own; programs
    /// have the one that is asked for or else the chip's. A stage that is not known counts as one of programs.
    fn output_extension<'a>(&self, stage: Option<Stage>, container: Option<&'a str>) -> &'a str {
        let processor = stage.and_then(|stage| self.processor(stage));
        let own = processor.and_then(Processor::extension);
        own.or(container).unwrap_or(self.extension())
    }

    /// As [`ChipData::given_inputs`].
    fn given_inputs(&self) -> &'static [&'static str] {
        self.data().given_inputs
    }

    /// As [`ChipData::varyings`].
    fn varyings(&self) -> Option<Varyings> {
        self.data().varyings
    }

    /// The limits of a stage; empty for one that it does not have.
    fn limits(&self, stage: Stage) -> Vec<Limit> {
        self.processor(stage)
            .map_or_else(Vec::new, Processor::limits)
    }

    /// The register files that bring data to programs of a stage, settings of fixed stages included.
    fn input_files(&self, stage: Stage) -> InputFiles {
        self.processor(stage)
            .map_or_else(InputFiles::default, Processor::input_files)
    }

    /// How the assembly language of a stage is written.
    fn listing(&self, stage: Stage) -> Style {
        self.processor(stage)
            .map_or_else(Style::default, Processor::listing)
    }

    /// The range of z between its near and far plane.
    fn clip_depth(&self) -> ClipDepth {
        self.data().clip_depth
    }

    /// How far a right program's results may be from exact ones.
    fn tolerance(&self, functions: Functions) -> Tolerance {
        Tolerance::float32(functions)
    }

    /// As [`ChipData::rounds`].
    fn rounds(&self) -> bool {
        self.data().rounds
    }

    /// As [`ChipData::interpolated`].
    fn interpolated(&self, output: &Variable, value: f32) -> f32 {
        (self.data().interpolated)(output, value)
    }
}

/// A value as a vertex program wrote it, for [`ChipData::interpolated`].
pub fn as_written(_: &Variable, value: f32) -> f32 {
    value
}
