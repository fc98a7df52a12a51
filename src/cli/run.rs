//! `retroshade run`: evaluates a shader with the reference interpreter, or simulates its machine code.

use super::arguments::Run;
use super::files::{self, Kind};
use super::output::{Destination, write};
use super::program::{self, Loaded, Record};
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use super::values::Given;
use retroshade::diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, codes};
use retroshade::ir::run::compare::{Tolerance, compare};
use retroshade::ir::run::{RunInputs, RunOutputs};
use retroshade::ir::texture::TextureSource;
use retroshade::ir::{Shader, eval};
use retroshade::kit::machine::{self, Watch};
use retroshade::render::{Assignment, Size, View, declared, fill, fill_inputs};
use retroshade::{
    Binary, Compiler, Language, LanguageOptions, Reflection, Source, Stage, Target, TargetOptions,
};
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Run, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = job.run(options);
            job.reporter.finish();
            status
        }
        Err(fault) => usage(&fault),
    }
}

struct Job<'a> {
    reporter: Reporter,
    target: Option<&'static dyn Target>,
    language: LanguageOptions,
    source_language: Language,
    kind: Kind,
    /// Whether the input is a program and not a source.
    is_program: bool,
    settings: TargetOptions,
    assignments: Vec<Assignment>,
    input: &'a Path,
    stage: Option<Stage>,
}

fn prepare<'a>(options: &Run, inputs: &'a [Input]) -> Result<Job<'a>, String> {
    let [input] = inputs else {
        return Err(format!("run takes one file, not {}", inputs.len()));
    };
    let values = &options.values;
    let gives = values.inputs.is_some() || !values.set.is_empty() || !values.texture.is_empty();
    if !gives && !options.template {
        return Err("--inputs <FILE> is missing; --template writes one".to_owned());
    }
    let path = Path::new(&input.path);
    let reporter = Reporter::new(&options.common)?;
    let kind = files::kind_of(input)?;
    let is_program = program::is_program(path, kind);
    let source_language = kind.language();
    Ok(Job {
        target: target(&options.common)?,
        language: settings::language(&options.language, reporter.policy())?,
        reporter,
        source_language,
        kind,
        is_program,
        settings: settings::code(&options.code)?,
        assignments: options.values.assignments()?,
        input: path,
        stage: match &input.stage {
            Some(word) => Some(files::stage_of_word(word)?),
            None if source_language == Language::Wgsl => files::stage_of_assembly(path),
            None => None,
        },
    })
}

/// What a program reads, or the text that would give it.
enum Completed {
    Inputs(RunInputs),
    Template(String),
}

/// What runs.
enum Ready {
    Source,
    Program(Loaded, Record),
}

impl Job<'_> {
    fn run(&self, options: &Run) -> Status {
        let mut sources = SourceMap::new();
        let given = match options.values.read(self.assignments.clone(), &mut sources) {
            Ok(given) => given,
            Err(fault) => return self.reporter.report(&sources, fault.into()),
        };
        let ready = match self.ready(options) {
            Ok(ready) => ready,
            Err(status) => return status,
        };
        let mut inputs = given.inputs().clone();
        if options.template || given.assigns() {
            let completed = match self.complete(&ready, &given, options.template) {
                Ok(completed) => completed,
                Err(status) => return status,
            };
            inputs = match completed {
                Completed::Template(text) => return self.write(&text, options),
                Completed::Inputs(inputs) => inputs,
            };
        }
        let mut watch = Watch {
            settings: self.settings.settings.clone(),
            traced: options.trace,
            ..Watch::default()
        };
        let (sources, mut diagnostics, outputs) = match (&ready, self.target) {
            (Ready::Program(loaded, record), _) => match loaded.run(record, &inputs, &mut watch) {
                Ok((sources, warnings, outputs)) => (sources, warnings, Some(outputs)),
                Err(errors) => (SourceMap::new(), errors, None),
            },
            (Ready::Source, Some(target)) => self.simulate_source(target, &inputs, &mut watch),
            (Ready::Source, None) if options.trace.is_some() => {
                return usage("--trace needs --target: the interpreter has no instructions");
            }
            (Ready::Source, None) => self.evaluate(&inputs),
        };
        diagnostics.extend(watch.warnings);
        for line in &watch.trace {
            self.reporter.say(format!("{line}\n").as_bytes());
        }
        let status = self.reporter.report(&sources, diagnostics);
        let Some(outputs) = outputs.filter(|_| status == Status::Done) else {
            return status;
        };
        if options.check {
            return self.check(&inputs, &outputs, options);
        }
        self.write(&outputs.to_json(), options)
    }

    /// Reads a program; messages were shown if there is none.
    fn ready(&self, options: &Run) -> Result<Ready, Status> {
        let shown = |errors: Diagnostics| self.reporter.report(&SourceMap::new(), errors);
        let (target, stage, record) = match &options.reflect {
            Some(path) => {
                let loaded = files::record(self.target, path);
                let (target, record) = loaded.map_err(|fault| shown(fault.into()))?;
                (Some(target), Stage::of_name(&record.stage), Some(record))
            }
            None if self.is_program => (None, self.stage, None),
            None => return Ok(Ready::Source),
        };
        let subject = program::subject(self.input, self.kind, stage);
        let subject = subject.map_err(|fault| shown(fault.into()))?;
        let target = match target {
            Some(target) => target,
            None => program::target_of(&options.common, subject.binary(&self.settings).bytes)
                .map_err(|fault| usage(&fault))?,
        };
        let loaded = Loaded::new(subject, target, &self.settings)
            .map_err(|(sources, errors)| self.reporter.report(&sources, errors))?;
        let record = match record {
            Some(reflection) => {
                check_count(target, loaded.binary(), &reflection).map_err(shown)?;
                Record::Compiled(reflection)
            }
            None => Record::Known(target.interface(loaded.binary()).map_err(shown)?),
        };
        Ok(Ready::Program(loaded, record))
    }

    /// The values with those of options, or the text of a template; messages were shown if there are none.
    fn complete(&self, ready: &Ready, given: &Given, template: bool) -> Result<Completed, Status> {
        let shown = |fault: Diagnostic| self.reporter.report(&SourceMap::new(), fault.into());
        let shader = match ready {
            Ready::Source => self.shader()?,
            Ready::Program(_, record) => declared(record.reflection()).map_err(shown)?,
        };
        let inputs = match ready {
            Ready::Program(loaded, Record::Known(known)) => {
                given.for_registers(known, &loaded.target.input_files(shader.stage))
            }
            _ => given.for_shaders(&[&shader]),
        };
        let inputs = inputs.map_err(shown)?;
        Ok(match template {
            true => Completed::Template(self::template(&shader, inputs)),
            false => Completed::Inputs(inputs),
        })
    }

    /// The shader of a source; messages were shown if there is none.
    fn shader(&self) -> Result<Shader, Status> {
        let source = self.source();
        let source =
            source.map_err(|fault| self.reporter.report(&SourceMap::new(), fault.into()))?;
        let lowered = self.language.lower(&source);
        lowered
            .result
            .ok_or_else(|| self.reporter.report(&lowered.sources, lowered.diagnostics))
    }

    fn source(&self) -> Result<Source, Diagnostic> {
        let text = files::read_source(self.input)?;
        Ok(Source {
            name: files::shown_name(self.input),
            text,
            stage: self.stage,
            language: self.source_language,
        })
    }

    /// Text to IR to `ir::eval`.
    fn evaluate(&self, inputs: &RunInputs) -> Ran {
        let source = match self.source() {
            Ok(source) => source,
            Err(fault) => return failed(SourceMap::new(), fault),
        };
        let mut compilation = self.language.lower(&source);
        let outputs = compilation.result.and_then(|shader| {
            eval::run(&shader, inputs)
                .map_err(|errors| compilation.diagnostics.extend(errors))
                .ok()
        });
        (compilation.sources, compilation.diagnostics, outputs)
    }

    /// Text to machine code to its simulator.
    fn simulate_source(
        &self,
        target: &'static dyn Target,
        inputs: &RunInputs,
        watch: &mut Watch,
    ) -> Ran {
        let source = match self.source() {
            Ok(source) => source,
            Err(fault) => return failed(SourceMap::new(), fault),
        };
        let compiler = Compiler {
            target,
            language: self.language.clone(),
            options: self.settings.clone(),
        };
        let mut compilation = compiler.compile(&source);
        let outputs = compilation.result.and_then(|compiled| {
            let program = Binary {
                container: self.settings.container.as_deref(),
                stage: Stage::of_name(&compiled.reflection.stage),
                ..compiled.as_binary()
            };
            machine::run_watched(target, program, &compiled.reflection, inputs, watch)
                .map_err(|errors| compilation.diagnostics.extend(errors))
                .ok()
        });
        (compilation.sources, compilation.diagnostics, outputs)
    }

    fn write(&self, text: &str, options: &Run) -> Status {
        let output = options.output.clone().unwrap_or_else(|| PathBuf::from("-"));
        match write(&Destination::new(&output), text.as_bytes(), false) {
            Ok(()) => Status::Done,
            Err(fault) => self.reporter.report(&SourceMap::new(), fault.into()),
        }
    }

    fn check(&self, inputs: &RunInputs, outputs: &RunOutputs, options: &Run) -> Status {
        let Some(expected) = &inputs.expected else {
            let message = match &options.values.inputs {
                Some(path) => {
                    let name = files::shown_name(path);
                    format!("`{name}` states no outputs to compare with")
                }
                None => "--check needs --inputs with outputs to compare with".to_owned(),
            };
            let fault = Diagnostic::error(codes::files::RUN_DATA, message);
            return self.reporter.report(&SourceMap::new(), fault.into());
        };
        // Whether the shader has sines is not known for a binary; the wider bound is still far below
        // what a wrong operand does.
        let tolerance = match self.target {
            Some(target) => target.tolerance(true),
            None => Tolerance::float32(true),
        };
        let comparison = compare(expected, outputs, tolerance);
        if comparison.agrees() {
            return Status::Done;
        }
        for difference in &comparison.differences {
            self.reporter.say(format!("{difference}\n").as_bytes());
        }
        Status::Failed
    }
}

/// Whether a record can be of a program: it must count as many instructions.
fn check_count(
    target: &dyn Target,
    program: Binary,
    reflection: &Reflection,
) -> Result<(), Diagnostics> {
    let text = target.disassemble(program)?;
    let options = TargetOptions::default();
    // What cannot be assembled again, as a part of a program, has no count of its own.
    let Ok(again) = target.assemble(FileId(0), &text, program.stage, &options) else {
        return Ok(());
    };
    let (counted, stated) = (
        again.reflection.stats.instructions,
        reflection.stats.instructions,
    );
    if counted == stated || stated == 0 {
        return Ok(());
    }
    let message = format!(
        "the reflection is of another program: it counts {stated} instructions, this one has {counted}"
    );
    Err(Diagnostic::error(codes::files::RUN_DATA, message).into())
}

/// Texts for messages, messages, outputs.
type Ran = (SourceMap, Diagnostics, Option<RunOutputs>);

fn failed(sources: SourceMap, fault: Diagnostic) -> Ran {
    (sources, fault.into(), None)
}

/// The data that a shader reads, complete: what was given, and defaults for one sample. A texture is a test image.
fn template(shader: &Shader, mut inputs: RunInputs) -> String {
    let size = Size {
        width: 64,
        height: 64,
    };
    let view = View {
        size,
        time: 0.0,
        frame: 0,
        step: 0.0,
    };
    let given: Vec<String> = inputs.textures.keys().cloned().collect();
    inputs.stage = Some(shader.stage);
    fill(shader, &mut inputs, &view);
    fill_inputs(shader, &mut inputs, &view);
    // A checkerboard would be thousands of numbers.
    let filled = inputs
        .textures
        .iter_mut()
        .filter(|(name, _)| !given.contains(name));
    for (number, (_, texture)) in (0..).zip(filled) {
        texture.source = TextureSource::Pattern(number);
    }
    inputs.to_json()
}
