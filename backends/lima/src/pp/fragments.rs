//! The fragment processor as the target asks for it.

use super::effects::REGISTER;
use super::isa::{FrameBuffer, Instruction, REGISTERS, SAMPLERS, TEMPORARIES, UNIFORMS, VARYINGS};
use super::sim::{self, Precision, RunError};
use super::{PIPELINE, Program, capability, generate, orientation, reflect, text};
use crate::container::{self, Container, Contents, Symbols, malformed};
use crate::processor::{CLIP_DEPTH, LISTING, container_for, container_of, contents};
use crate::search::Search;
use crate::settings::half;
use indexmap::IndexMap;
use retroshade_diagnostics::fault::{Checked, Fault};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, codes};
use retroshade_ir::egraph::Costs;
use retroshade_ir::pass::Hooks;
use retroshade_ir::run::NumberFormat;
use retroshade_ir::{Builtin, Capabilities, Shader, Stage};
use retroshade_kit::finding::Finding;
use retroshade_kit::listing::{Encoded, Style};
use retroshade_kit::machine::effects::Decoded;
use retroshade_kit::machine::{InputFiles, Outcome, RegisterImage, RegistersRead, Watch};
use retroshade_kit::position;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::schedule::Schedule;
use retroshade_kit::target::{Binary, Compiled, Limit, MachineCode, Options, Processor};

/// The processor of fragment programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fragments;

impl Processor for Fragments {
    fn stage(&self) -> Stage {
        Stage::Fragment
    }

    fn listing(&self) -> Style {
        LISTING
    }

    fn limits(&self) -> Vec<Limit> {
        let limit = |name, value| Limit { name, value };
        vec![
            limit("registers", REGISTERS.into()),
            limit("memory", TEMPORARIES),
            limit("uniforms", UNIFORMS),
            limit("varyings", VARYINGS),
            limit("samplers", SAMPLERS),
        ]
    }

    fn capabilities(&self, options: &Options) -> Capabilities {
        options.with_matrices(capability::CAPABILITIES)
    }

    fn adapt(&self, shader: &mut Shader, options: &Options) -> Result<(), Diagnostics> {
        position::adapt(shader, options, CLIP_DEPTH)?;
        if options.is_on("invert-y") {
            orientation::turn_rows(shader);
        }
        Ok(())
    }

    fn costs(&self, _: &Options) -> Option<&'static Costs> {
        Some(&capability::COSTS)
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
        let (program, warnings) = text::assemble(file, text)?;
        let last = program.instructions.last();
        if last.is_some_and(|last| last.raw.is_empty() && !last.leaves()) {
            let message = "control runs off the end of the program";
            return Err(Diagnostic::error(codes::container::ILLEGAL, message)
                .with_help("put `stop` into the last instruction of each way through the program")
                .into());
        }
        let mut reflection = Reflection::new("lima", Stage::Fragment.name());
        reflection.stats = reflect::stats(&program);
        reflection.stats.registers = reflect::registers(&program);
        let mut compiled = compiled(&program, reflection, container)?;
        compiled.warnings = warnings;
        Ok(compiled)
    }

    fn input_files(&self) -> InputFiles {
        InputFiles {
            uniforms: &[("u", UNIFORMS)],
            inputs: &[("v", VARYINGS)],
            units: Some(("tex", SAMPLERS)),
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
    compiled.warnings = generated.warnings;
    compiled.spans = generated.spans;
    // Rows are turned in what reads them, too.
    compiled.reflection.placement.invert_y = options.is_on("invert-y");
    Ok(Some(compiled))
}

/// A program, and the file that it came from.
struct Code {
    contents: Contents,
    program: Program,
}

impl MachineCode for Code {
    fn disassemble(&self) -> Result<String, Diagnostics> {
        Ok(text::disassemble(&self.program))
    }

    fn verify(&self, _: &Options) -> Result<Vec<Finding>, Diagnostics> {
        let faults = self.program.faults().into_iter();
        Ok(faults
            .map(|(number, fault)| Finding::error(number, fault.to_string()))
            .collect())
    }

    fn instructions(&self) -> Result<Vec<Encoded>, Diagnostics> {
        let lengths = self.program.instructions.iter().map(Instruction::words);
        let encoded = self.program.offsets().into_iter().zip(lengths);
        let encoded = encoded.map(|(offset, length)| Encoded {
            address: offset as u32,
            words: self
                .contents
                .words
                .get(offset..offset + length)
                .unwrap_or_default()
                .to_vec(),
        });
        Ok(encoded.collect())
    }

    fn schedule(&self, reflection: &Reflection) -> Result<Schedule, Diagnostics> {
        let offsets = self.program.offsets();
        let texts =
            (0..offsets.len()).map(|index| text::operations(&self.program, index, &offsets));
        let texts = texts.collect::<Checked<_>>().map_err(malformed)?;
        let outputs = reflection
            .outputs
            .iter()
            .filter(|one| one.file.as_deref() == Some("$"));
        let registers = outputs.filter_map(|output| u16::try_from(output.index?).ok());
        let results = registers.flat_map(|number| REGISTER.lanes(number, 15));
        Ok(Schedule::of(&self.program, texts, results.collect()))
    }

    fn interface(&self) -> Result<Reflection, Diagnostics> {
        let mut record = container::interface(&self.contents, Stage::Fragment);
        for output in &mut record.outputs {
            output.index = Some(color_register(&self.program));
        }
        RegistersRead::of(&self.program).complete(&mut record);
        Ok(record)
    }

    fn simulate(&self, image: &RegisterImage, watch: &mut Watch) -> Result<Outcome, Diagnostics> {
        let precision = if half(watch)?.unwrap_or(watch.rounds) {
            Precision::Half
        } else {
            Precision::Float
        };
        let most = watch
            .most_steps
            .map_or(sim::STEPS, |steps| steps.min(sim::STEPS));
        let run = sim::run_watched(&self.program, image, precision, most, watch);
        let format = match precision {
            Precision::Half => NumberFormat::Half,
            Precision::Float => NumberFormat::Float32,
        };
        let outcome = run.map(|outcome| Outcome {
            format: Some(format),
            ..outcome
        });
        outcome.map_err(|error| {
            let (code, message) = match error {
                RunError::Illegal(fault) => (codes::container::ILLEGAL, fault.to_string()),
                RunError::Endless => {
                    let message = format!("more than {most} instructions were executed");
                    (codes::files::RUN_STEPS, message)
                }
            };
            Diagnostic::error(code, message).into()
        })
    }
}

/// The register that a program leaves the colour in. It is state of the driver, of which the code tells that nobody else
/// reads what the last instructions write; where these do not name one register, it is `$0` as in programs of ARM's compiler.
fn color_register(program: &Program) -> u32 {
    let instructions = program.instructions.iter().enumerate();
    let last = instructions.filter(|(_, instruction)| instruction.stop);
    let effects = last.flat_map(|(number, _)| program.effects(number));
    let writes = effects.flat_map(|effect| effect.writes);
    let mut registers: Vec<u16> = writes
        .filter(|place| place.file == REGISTER)
        .map(|place| place.number)
        .collect();
    registers.dedup();
    match registers.as_slice() {
        [only] => u32::from(*only),
        _ => 0,
    }
}

fn compiled(
    program: &Program,
    reflection: Reflection,
    container: Container,
) -> Result<Compiled, Diagnostics> {
    let bug = |fault: Fault| Diagnostic::bug("lima encode", fault.to_string());
    let words = program.encode().map_err(bug)?;
    // What is given as words may be an instruction after all.
    let known = program
        .instructions
        .iter()
        .all(|bundle| bundle.raw.is_empty());
    if known && Program::decode(&words).map_err(bug)? != *program {
        return Err(bug("the words decode to another program".into()).into());
    }
    let facts = container::FragmentFacts {
        temporaries: reflection
            .stats
            .more
            .get("temporaries")
            .copied()
            .unwrap_or(0) as u32,
        discards: program.discards(),
        reads_color: program.reads_frame(FrameBuffer::Color),
        reads_depth: program.reads_frame(FrameBuffer::Depth),
        writes_depth: reflection
            .outputs
            .iter()
            .any(|output| output.builtin.as_deref() == Some(Builtin::FragDepth.name())),
    };
    let symbols = Symbols::of(&reflection);
    Ok(Compiled {
        binary: container::write_fragment(&words, facts, &symbols, container),
        side_files: IndexMap::new(),
        assembly: text::disassemble(program),
        reflection,
        warnings: Diagnostics::new(),
        spans: Vec::new(),
    })
}
