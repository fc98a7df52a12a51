//! The shader units, which run vertex and geometry programs, as the target asks for them.

use crate::capability;
use crate::container::{OPDESC, RAW, Shbin};
use crate::generate;
use crate::header;
use crate::interface::{self, InputMode};
use crate::isa::{
    BOOLEANS, DESCRIPTORS, GEOMETRY_WORDS, INPUTS, INTEGERS, LOADED_OUTPUTS, TEMPORARIES, UNIFORMS,
    VERTEX_WORDS,
};
use crate::rules::{self, Problem};
use crate::settings::{self, Settings};
use crate::simulate::simulate;
use crate::symbols;
use crate::text::{AssembleOptions, assemble, disassemble};
use crate::ways;
use crate::{EQUATE, FINISH, PIPELINE};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Capabilities, ClipDepth, Shader, Stage, opt};
use retroshade_kit::bits;
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};

/// The range of z between the near and the far plane.
pub(crate) const CLIP_DEPTH: ClipDepth = ClipDepth::MinusWToZero;

/// The processor of vertex programs, or of geometry programs, by the stage: both are the same unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShaderUnit(pub(crate) Stage);

impl Processor for ShaderUnit {
    fn stage(&self) -> Stage {
        self.0
    }

    fn limits(&self) -> Vec<Limit> {
        let limit = |name, value: usize| Limit {
            name,
            value: value as u32,
        };
        let inputs = match self.0 {
            Stage::Geometry => "input registers",
            Stage::Vertex | Stage::Fragment => "attributes",
        };
        vec![
            limit("instructions", word_limit(self.0)),
            limit("operand descriptors", DESCRIPTORS),
            limit("temporaries", TEMPORARIES.into()),
            limit(inputs, INPUTS.into()),
            limit("float uniforms", UNIFORMS.into()),
            limit("boolean uniforms", BOOLEANS.into()),
            limit("integer uniforms", INTEGERS.into()),
            limit("outputs", LOADED_OUTPUTS.into()),
        ]
    }

    fn input_files(&self) -> InputFiles {
        symbols::FILES
    }

    fn listing(&self) -> Style {
        Style {
            comment: ";",
            names: true,
            is_instruction: |line| {
                let line = line.trim();
                let is_directive = line.starts_with('.') && !line.starts_with(".word");
                !is_directive && !line.ends_with(':')
            },
            lists_operations: false,
        }
    }

    fn capabilities(&self, options: &Options) -> Capabilities {
        let capabilities = capability::capabilities(options);
        match self.0 {
            Stage::Geometry => capability::of_geometry(capabilities),
            Stage::Vertex | Stage::Fragment => capabilities,
        }
    }

    fn capabilities_for(&self, shader: &Shader, options: &Options) -> Capabilities {
        let mut capabilities = self.capabilities(options);
        let primitive = shader.interface.primitive;
        let asked = settings::input_mode(options);
        capabilities.index.inputs = primitive.is_some_and(|of| of.main_vertices.is_some())
            || self.0 == Stage::Geometry && asked == Some(InputMode::Fixed);
        capabilities
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        position::adapt(shader, options, CLIP_DEPTH)?;
        let (left_out, _) = interface::left_out(shader, settings::consumer(shader.stage, options));
        for output in left_out {
            opt::undefine_output(shader, output);
        }
        Ok(())
    }

    /// At the usual level hardly a real program gets shorter (0.2 % of their words).
    fn costs(&self, _: &Options) -> Option<&'static Costs> {
        Some(&capability::COSTS)
    }

    fn generate(
        &self,
        shader: &Shader,
        options: &Options,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<Compiled>, Diagnostics> {
        generate::generate(shader, options, hooks)
    }

    fn passes(&self) -> Vec<&'static str> {
        let passes = PIPELINE.iter().chain(EQUATE);
        let passes = passes.chain(FINISH.into_iter().flatten());
        passes.map(|pass| pass.name).collect()
    }

    fn selection(&self, shader: &Shader, options: &Options) -> Result<Option<String>, Diagnostics> {
        generate::selection(shader, options).map(Some)
    }

    fn assemble(
        &self,
        file: FileId,
        text: &str,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        assemble_all(&[(file, text)], options)
    }

    fn read(&self, program: Binary) -> Result<Box<dyn MachineCode>, Diagnostics> {
        Ok(Box::new(read(program)?))
    }

    fn format(
        &self,
        compiled: &Compiled,
        format: &str,
        name: &str,
    ) -> Option<Result<String, Diagnostic>> {
        header::FORMATS.contains(&format).then(|| {
            let (binary, reflection) = (&compiled.binary, &compiled.reflection);
            Ok(header::header(binary, reflection, format, name))
        })
    }
}

/// Words of code memory for programs of a stage.
fn word_limit(stage: Stage) -> usize {
    match stage {
        Stage::Geometry => GEOMETRY_WORDS,
        Stage::Vertex | Stage::Fragment => VERTEX_WORDS,
    }
}

/// Assembles texts into one file.
///
/// # Errors
/// Everything wrong with them.
pub(crate) fn assemble_all(
    texts: &[(FileId, &str)],
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    let settings = Settings::read(options)?;
    let assembled = assemble(
        texts,
        AssembleOptions {
            padding: settings.padding,
            lenient: options.assembles_illegal_code,
        },
    )?;
    let mut reflection = Reflection::new("pica200", Stage::Vertex.name());
    let words = assembled.shbin.code.len() as u32;
    reflection.stats.instructions = words;
    reflection.stats.words = words;
    let (binary, side_files) = settings.container.write(&assembled.shbin);
    Ok(Compiled {
        binary,
        side_files,
        assembly: disassemble(&assembled.shbin)?,
        reflection,
        warnings: assembled.warnings,
        spans: assembled.spans,
    })
}

impl MachineCode for Shbin {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(disassemble(self)?)
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        Ok(rules::verify(self).iter().map(Problem::finding).collect())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        let encoded = (0..).zip(&self.code).map(|(address, word)| Encoded {
            address,
            words: vec![*word],
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, _: &Reflection) -> Result<Schedule, Diagnostics> {
        Ok(ways::schedule(self))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        Ok(symbols::interface(self))
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        simulate(self, image, watch)
    }
}

/// Reads a program in either container. Raw code has an entry at its first word and no tables.
///
/// # Errors
/// What is wrong with the bytes.
pub fn read(program: Binary) -> Result<Shbin, Diagnostics> {
    let raw = match program.container {
        Some(RAW) => true,
        Some(_) => false,
        None => !program.bytes.starts_with(b"DVLB"),
    };
    if !raw {
        return Ok(Shbin::from_bytes(program.bytes)?);
    }
    let words = |bytes: &[u8], what: &str| {
        bits::words_from_bytes(bytes).ok_or_else(|| {
            Diagnostic::error(
                codes::container::MALFORMED,
                format!("pica200: {what} is not a row of 32-bit words"),
            )
        })
    };
    let code = words(program.bytes, "the code")?;
    let descriptors = program
        .side_files
        .get(OPDESC)
        .map_or(&[][..], Vec::as_slice);
    let descriptors = words(descriptors, "the descriptor table")?;
    Ok(Shbin {
        executables: vec![crate::container::Executable {
            end: code.len() as u32,
            ..crate::container::Executable::default()
        }],
        code,
        descriptors,
    })
}
