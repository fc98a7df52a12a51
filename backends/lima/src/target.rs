//! The chip as a target of the compiler: the stage says which processor a program is for.

use crate::container::{self, Container};
use crate::gp::{self, Program};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::pass::Pipeline;
use retroshade_ir::{Capabilities, Shader, Stage};
use retroshade_kit::machine::{Outcome, RegisterImage};
use retroshade_kit::reflect::{Reflection, Stats};
use retroshade_kit::target::{Binary, Compiled, Limit, Options, Target};

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
        &[Stage::Vertex]
    }

    fn containers(&self) -> &'static [&'static str] {
        Container::NAMES
    }

    fn limits(&self, stage: Stage) -> Vec<Limit> {
        match stage {
            Stage::Vertex => gp::limits(),
            Stage::Fragment => Vec::new(),
        }
    }

    fn capabilities(&self, _: Stage, _: &Options) -> Capabilities {
        gp::capability::CAPABILITIES
    }

    fn pipeline(&self, _: Stage, _: &Options) -> Pipeline {
        retroshade_ir::pipeline::standard(&gp::capability::CAPABILITIES)
    }

    fn generate(&self, shader: &Shader, options: &Options) -> Result<Compiled, Diagnostics> {
        only_vertex(Some(shader.stage))?;
        let container = container_of(options.container.as_deref())?;
        no_settings(options)?;
        let generated = gp::generate::generate(shader, options)?;
        compiled(&generated.program, generated.reflection, container)
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        only_vertex(Some(shader.stage))?;
        gp::generate::selection(shader, options).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        stage: Option<Stage>,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        only_vertex(stage)?;
        let container = container_of(options.container.as_deref())?;
        let program = gp::text::assemble(file, text)?;
        let mut reflection = Reflection::new("lima", Stage::Vertex.name());
        reflection.stats = stats(&program);
        compiled(&program, reflection, container)
    }

    fn disassemble(&self, program: Binary) -> Result<String, Diagnostics> {
        let program = decode(program)?;
        Ok(gp::text::disassemble(&program).map_err(malformed)?)
    }

    fn simulate(
        &self,
        program: Binary,
        _: &Reflection,
        image: &RegisterImage,
    ) -> Result<Outcome, Diagnostics> {
        let run = gp::sim::run(&decode(program)?, image);
        let mut errors = Diagnostics::new();
        for hazard in &run.hazards {
            let message = format!("instruction {}: {}", hazard.instruction, hazard.message);
            errors.push(Diagnostic::error(codes::container::ILLEGAL, message));
        }
        if run.endless {
            let message = format!(
                "a vertex executed more than {} instructions",
                gp::sim::STEPS
            );
            errors.push(Diagnostic::error(codes::files::RUN_STEPS, message));
        }
        if errors.has_errors() {
            return Err(errors);
        }
        Ok(run.outcome)
    }
}

/// Refuses what is not there.
fn only_vertex(stage: Option<Stage>) -> Result<(), Diagnostic> {
    if stage == Some(Stage::Fragment) {
        let message = "lima: this version has no fragment programs, only vertex programs";
        return Err(Diagnostic::error(codes::target::UNSUPPORTED, message));
    }
    Ok(())
}

fn no_settings(options: &Options) -> Result<(), Diagnostic> {
    match options.settings.first() {
        None => Ok(()),
        Some((name, value)) => Err(Diagnostic::error(
            codes::target::SETTING,
            format!("lima does not understand the setting `{name}={value}`"),
        )
        .with_help("lima has no settings for vertex programs")),
    }
}

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

fn malformed(fault: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(
        codes::container::MALFORMED,
        format!("no lima program: {fault}"),
    )
}

fn decode(binary: Binary) -> Result<Program, Diagnostic> {
    let container = binary
        .container
        .map(|name| container_of(Some(name)))
        .transpose()?;
    let contents = container::read(binary.bytes, container, binary.stage).map_err(malformed)?;
    only_vertex(contents.stage)?;
    Program::decode(&contents.words).map_err(malformed)
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
    let bug = |fault: String| Diagnostic::bug("lima encode", fault);
    let words = program.encode().map_err(bug)?;
    Ok(Compiled {
        binary: container::write_vertex(&words, program.attribute_prefetch(), container),
        side_files: IndexMap::new(),
        assembly: gp::text::disassemble(program).map_err(bug)?,
        reflection,
        warnings: Diagnostics::new(),
    })
}
