//! The chip as a target of the compiler: the stage says which processor a program is for.

use crate::container::{self, Container, Contents, malformed};
use crate::depth_range;
use crate::gp::Vertices;
use crate::pp::Fragments;
use crate::pp::isa::VARYINGS;
use crate::processor::Processor;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage};
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::settings::{
    self, BUDGET, CLIP_DEPTHS, INVERT_Y, NAN_CLAMP, SEED, SWITCH, Setting,
};
use retroshade_kit::target::{Binary, Compiled, Limit, Options, Target, Varyings};
use retroshade_kit::verify::Finding;

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

impl Target for Lima {
    fn name(&self) -> &'static str {
        "lima"
    }

    fn stages(&self) -> &'static [Stage] {
        STAGES
    }

    fn listing(&self, _: Stage) -> Style {
        Style {
            comment: "#",
            names: false,
            is_instruction: |line| !line.trim_end().ends_with(':'),
            lists_operations: true,
        }
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

    fn limits(&self, stage: Stage) -> Vec<Limit> {
        processor_of(stage).map_or_else(|_| Vec::new(), Processor::limits)
    }

    fn capabilities(&self, stage: Stage, options: &Options) -> Capabilities {
        // A stage without a processor is refused before anything depends on this.
        processor_of(stage).map_or(Capabilities::MINIMAL, |processor| {
            processor.capabilities(options)
        })
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        let processor = processor_of(shader.stage)?;
        position::adapt(shader, options, ClipDepth::MinusWToW)?;
        depth_range::fix(shader);
        Ok(processor.finish(shader, options)?)
    }

    fn generate_watched(
        &self,
        shader: &Shader,
        options: &Options,
        _: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        let processor = processor_of(shader.stage)?;
        settings::check("lima", SETTINGS, &options.settings)?;
        options.refuse_sampler_states("lima")?;
        let container = container_of(options.container.as_deref())?;
        processor.generate(shader, options, container).map(Some)
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        let processor = processor_of(shader.stage)?;
        processor.selection(shader, options).map(Some)
    }

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

    fn disassemble(&self, program: Binary) -> Result<String, Diagnostics> {
        let (processor, contents) = open(program)?;
        processor.disassemble(&contents)
    }

    fn verify(&self, program: Binary, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        let (processor, contents) = open(program)?;
        processor.verify(&contents)
    }

    fn recognizes(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(b"MBS1")
    }

    fn input_files(&self, stage: Stage) -> InputFiles {
        processor_of(stage).map_or(InputFiles::default(), |processor| processor.input_files())
    }

    fn instructions(&self, program: Binary) -> Result<Vec<Encoded>, Diagnostics> {
        let (processor, contents) = open(program)?;
        processor.instructions(&contents)
    }

    fn schedule(&self, program: Binary, reflection: &Reflection) -> Result<Schedule, Diagnostics> {
        let (processor, contents) = open(program)?;
        processor.schedule(&contents, reflection)
    }

    fn interface(&self, program: Binary) -> Result<Reflection, Diagnostics> {
        let (processor, contents) = open(program)?;
        let mut record = container::interface(&contents, stage_of(contents.stage)?);
        processor.registers_read(&contents)?.complete(&mut record);
        Ok(record)
    }

    fn simulate(
        &self,
        program: Binary,
        reflection: &Reflection,
        image: &RegisterImage,
    ) -> Result<Outcome, Diagnostics> {
        self.simulate_watched(program, reflection, image, &mut Watch::default())
    }

    fn simulate_watched(
        &self,
        program: Binary,
        reflection: &Reflection,
        image: &RegisterImage,
        watch: &mut Watch,
    ) -> Result<Outcome, Diagnostics> {
        settings::check("lima", SETTINGS, &watch.settings)?;
        let asked = watch.settings.get(HALF.name).map(|value| value == "on");
        let (processor, contents) = open(program)?;
        // Vertices are computed in 32 bits.
        let is_fragment = contents.stage == Some(Stage::Fragment);
        match asked.unwrap_or(watch.rounds && is_fragment) {
            true => processor.simulate_in_half(&contents, reflection, image, watch),
            false => processor.simulate(&contents, reflection, image, watch),
        }
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

/// Whether the simulator of fragment programs rounds results to half floats.
const HALF: Setting = Setting::words("half", SWITCH);

/// The settings.
const SETTINGS: &[Setting] = &[
    INVERT_Y,
    CLIP_DEPTHS,
    Setting {
        refused: &[("on", "does not say what its `min` and `max` make of NaN")],
        ..NAN_CLAMP
    },
    BUDGET,
    SEED,
    HALF,
];

fn container_of(name: Option<&str>) -> Result<Container, Diagnostic> {
    let Some(name) = name else {
        return Ok(Container::default());
    };
    Container::parse(name).ok_or_else(|| {
        let message = format!("lima has no container `{name}`");
        Diagnostic::error(codes::target::SETTING, message)
            .with_help(format!("containers: {}", Container::NAMES.join(", ")))
    })
}

/// The processor that a file is for, and what the file holds.
fn open(binary: Binary) -> Result<(&'static dyn Processor, Contents), Diagnostic> {
    let container = binary
        .container
        .map(|name| container_of(Some(name)))
        .transpose()?;
    let contents = container::read(binary.bytes, container, binary.stage).map_err(malformed)?;
    let processor = processor_of(stage_of(contents.stage)?)?;
    Ok((processor, contents))
}
