//! The chip as a target of the compiler: the stage says which processor a program is for.

use crate::container::{self, Container, malformed};
use crate::gp::Vertices;
use crate::pp::Fragments;
use crate::pp::isa::VARYINGS;
use crate::processor::Processor;
use crate::settings::SETTINGS;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage};
use retroshade_kit::listing::Style;
use retroshade_kit::machine::InputFiles;
use retroshade_kit::target::{
    Assembler, Binary, Chip, Compiled, Limit, MachineCode, Options, Target, Varyings,
};
use retroshade_kit::{position, settings};

/// The stages that have a processor here.
const STAGES: &[Stage] = &[Stage::Vertex, Stage::Fragment];

/// The processor of a stage.
///
/// # Errors
/// A stage without one.
fn processor_of(stage: Stage) -> Result<&'static dyn Processor, Diagnostic> {
    match stage {
        Stage::Vertex => Ok(&Vertices),
        Stage::Fragment => Ok(&Fragments),
    }
}

/// Mali-200, Mali-400, Mali-450.
#[derive(Clone, Copy, Debug)]
pub struct Lima;

/// The target.
pub static LIMA: Lima = Lima;

impl Chip for Lima {
    fn name(&self) -> &'static str {
        "lima"
    }

    fn stages(&self) -> &'static [Stage] {
        STAGES
    }

    fn containers(&self) -> &'static [&'static str] {
        Container::NAMES
    }

    fn magic(&self) -> &'static [&'static [u8]] {
        &[b"MBS1"]
    }

    fn varyings(&self) -> Option<Varyings> {
        Some(Varyings {
            registers: VARYINGS,
            prefix: "v",
            // Output 0 of the vertex program is the position.
            vertex_first: 1,
            clip_position: false,
        })
    }

    fn rounds(&self) -> bool {
        true
    }

    fn clip_depth(&self) -> ClipDepth {
        ClipDepth::MinusWToW
    }

    fn limits(&self, stage: Stage) -> Vec<Limit> {
        processor_of(stage).map_or_else(|_| Vec::new(), Processor::limits)
    }

    fn input_files(&self, stage: Stage) -> InputFiles {
        processor_of(stage).map_or(InputFiles::default(), |processor| processor.input_files())
    }

    fn listing(&self, _: Stage) -> Style {
        Style {
            comment: "#",
            names: false,
            is_instruction: |line| !line.trim_end().ends_with(':'),
            lists_operations: true,
        }
    }
}

impl Target for Lima {
    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities {
        // A stage without a processor is refused before anything depends on this.
        processor_of(stage).map_or(Capabilities::MINIMAL, |processor| {
            processor.capabilities(options)
        })
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        let processor = processor_of(shader.stage)?;
        position::adapt(shader, options, self.clip_depth())?;
        Ok(processor.finish(shader, options)?)
    }

    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let processor = processor_of(shader.stage)?;
        settings::check("lima", SETTINGS, &options.settings)?;
        options.refuse_sampler_states("lima")?;
        let container = container_of(options.container.as_deref())?;
        processor.generate(shader, options, container, hooks)
    }

    fn machine_passes(&self, stage: Stage) -> Vec<&'static str> {
        processor_of(stage).map_or_else(|_| Vec::new(), Processor::passes)
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let processor = processor_of(shader.stage)?;
        processor.selection(shader, options).map(Some)
    }
}

impl Assembler for Lima {
    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let processor = processor_of(stage_of(stage)?)?;
        let container = container_of(options.container.as_deref())?;
        processor.assemble(file, text, container)
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let container = program.container.map(|name| container_of(Some(name)));
        let contents = container::read(program.bytes, container.transpose()?, program.stage);
        let mut contents = contents.map_err(malformed)?;
        let stage = stage_of(contents.stage)?;
        contents.stage = Some(stage);
        processor_of(stage)?.read(contents)
    }
}

/// The stage of a text or file that does not say it.
fn stage_of(stage: Option<Stage>) -> Result<Stage, Diagnostic> {
    match (stage, STAGES) {
        (Some(stage), _) => Ok(stage),
        (None, [only]) => Ok(*only),
        (None, _) => Err(Diagnostic::error(
            codes::assembler::SYNTAX,
            "nothing tells whether this is a vertex or a fragment program",
        )
        .with_help("say it with -fshader-stage=vertex or -fshader-stage=fragment")),
    }
}

fn container_of(name: Option<&str>) -> Result<Container, Diagnostic> {
    settings::container("lima", Container::NAMES, Container::parse, name)
}
