//! The vertex processor as the target asks for it.

use super::isa::{ATTRIBUTES, UNIFORMS, WORDS};
use super::{PIPELINE, Program, capability, generate, limits, position, rules, sim, text};
use crate::container::{self, Container, Contents, Symbols, malformed};
use crate::processor::{CLIP_DEPTH, LISTING, container_for, container_of, contents};
use crate::search::Search;
use crate::settings::half;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, Shader, Stage};
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::effects::Decoded;
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Placement, Processor};
use std::fmt::Display;

/// The processor of vertex programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertices;

impl Processor for Vertices {
    fn stage(&self) -> Stage {
        Stage::Vertex
    }

    fn listing(&self) -> Style {
        LISTING
    }

    fn limits(&self) -> Vec<Limit> {
        limits()
    }

    fn capabilities(&self, options: &Options) -> Capabilities {
        capability::capabilities(options)
    }

    fn costs(&self, _: &Options) -> Option<&'static Costs> {
        Some(&capability::COSTS)
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        retroshade_kit::position::adapt(shader, options, CLIP_DEPTH)?;
        Ok(position::prepare(shader, options.position)?)
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        compile(shader, options, Search::read(options), hooks)
    }

    fn draft(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Option<Result<Option<Compiled>, Diagnostics>> {
        Search::draft(options).map(|search| compile(shader, options, search, hooks))
    }

    fn passes(&self) -> Vec<&'static str> {
        PIPELINE.iter().map(|pass| pass.name).collect()
    }

    fn selection(&self, shader: &Shader, _: &Options) -> Result<Option<String>, Diagnostics> {
        generate::selection(shader).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let container = container_of(options.container.as_deref())?;
        let program = text::assemble(file, text)?;
        let mut reflection = Reflection::new("lima", Stage::Vertex.name());
        reflection.stats = stats(&program);
        compiled(&program, reflection, container)
    }

    fn input_files(&self) -> InputFiles {
        InputFiles {
            uniforms: &[("u", UNIFORMS)],
            inputs: &[("a", ATTRIBUTES)],
            units: None,
        }
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        let mut contents = contents(&program)?;
        contents.stage = Some(self.stage());
        let program = Program::read(&contents.words).map_err(malformed)?;
        Ok(Box::new(Code { contents, program }))
    }
}

/// As [`Processor::generate`], by a search.
fn compile(
    shader: &Shader,
    options: &Options,
    search: Search,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Compiled>, Diagnostics> {
    let container = container_for(options)?;
    let Some(generated) = generate::generate(shader, search, hooks)? else {
        return Ok(None);
    };
    let mut compiled = compiled(&generated.program, generated.reflection, container)?;
    compiled.reflection.placement = Placement::of(options);
    Ok(Some(Compiled {
        spans: generated.spans,
        ..compiled
    }))
}

/// A program, and the file that it came from.
struct Code {
    contents: Contents,
    program: Program,
}

impl MachineCode for Code {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::print(&self.program))
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        let unknown = self.program.faults().into_iter();
        let unknown = unknown.map(|(number, fault)| Finding::error(number, fault));
        Ok(unknown.chain(rules::verify(&self.program)).collect())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        let chunks = (0..).zip(self.contents.words.chunks(WORDS));
        let encoded = chunks.map(|(address, words)| Encoded {
            address,
            words: words.to_vec(),
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        let code = self.program.instructions.iter().enumerate();
        let texts = code.map(|(index, one)| text::operations(one, &self.program.effects(index)));
        Ok(Schedule::of(&self.program, texts.collect(), Vec::new()))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        let mut record = container::interface(&self.contents, Stage::Vertex);
        RegistersRead::of(&self.program).complete(&mut record);
        Ok(record)
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        if half(watch)? == Some(true) {
            let message = "the vertex processor of lima computes in 32-bit floats";
            return Err(Diagnostic::error(codes::target::SETTING, message)
                .with_help("half=on is for fragment programs")
                .into());
        }
        if let Some((number, fault)) = self.program.faults().into_iter().next() {
            let message = format!("instruction {number}: {fault}");
            return Err(Diagnostic::error(codes::container::ILLEGAL, message).into());
        }
        let most = watch
            .most_steps
            .map_or(sim::STEPS, |steps| steps.min(sim::STEPS));
        let run = sim::run_watched(&self.program, image, most, watch);
        let mut errors = Diagnostics::new();
        for hazard in &run.hazards {
            let message = format!("instruction {}: {}", hazard.instruction, hazard.message);
            errors.push(Diagnostic::error(codes::container::ILLEGAL, message));
        }
        if run.endless {
            let message = format!("a vertex executed more than {most} instructions");
            errors.push(Diagnostic::error(codes::files::RUN_STEPS, message));
        }
        if errors.has_errors() {
            return Err(errors);
        }
        Ok(run.outcome)
    }
}

/// Counts of a program that came as text.
fn stats(program: &Program) -> Stats {
    let instructions = program.instructions.len() as u32;
    Stats {
        instructions,
        words: 4 * instructions,
        ..Stats::default()
    }
}

fn compiled(
    program: &Program,
    reflection: Reflection,
    container: Container,
) -> Result<Compiled, Diagnostics> {
    let bug = |fault: &dyn Display| Diagnostic::bug("lima encode", fault.to_string());
    let words = program.encode().map_err(|error| bug(&error))?;
    if Program::read(&words).map_err(|error| bug(&error))? != *program {
        return Err(bug(&"the words mean another program").into());
    }
    let symbols = Symbols::of(&reflection);
    let prefetch = program.instructions_to_attributes();
    Ok(Compiled {
        binary: container::write_vertex(&words, prefetch, &symbols, container),
        side_files: IndexMap::new(),
        assembly: text::print(program),
        reflection,
        warnings: Diagnostics::new(),
        spans: Vec::new(),
    })
}
