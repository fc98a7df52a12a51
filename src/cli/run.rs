//! `retroshade run`: evaluates a shader with the reference interpreter, or simulates its machine code.

use super::arguments::{Common, Run};
use super::files::{self, Kind};
use super::output::{Destination, write};
use super::program;
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, codes};
use retroshade::ir::run::compare::{Tolerance, compare};
use retroshade::ir::run::{RunInputs, RunOutputs};
use retroshade::ir::texture::TextureSource;
use retroshade::ir::{Shader, eval};
use retroshade::kit::machine::{self, Watch};
use retroshade::render::{Assignment, Size, View, fill, fill_inputs};
use retroshade::{
    Binary, Compiler, Contents, Language, LanguageOptions, Reflection, Source, Stage, Subject,
    Target, TargetOptions, suspicions,
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

impl Job<'_> {
    fn run(&self, options: &Run) -> Status {
        let mut sources = SourceMap::new();
        let given = match options.values.read(self.assignments.clone(), &mut sources) {
            Ok(given) => given,
            Err(fault) => return self.reporter.report(&sources, fault.into()),
        };
        if (options.reflect.is_some() || self.is_program) && (options.template || given.assigns()) {
            return usage("--set, --texture and --template need a source");
        }
        let mut inputs = given.inputs().clone();
        if options.template || given.assigns() {
            let shader = match self.shader() {
                Ok(shader) => shader,
                Err(status) => return status,
            };
            inputs = match given.for_shaders(&[&shader]) {
                Ok(inputs) => inputs,
                Err(fault) => return self.reporter.report(&sources, fault.into()),
            };
            if options.template {
                return self.write(&template(&shader, inputs), options);
            }
        }
        let mut watch = Watch {
            settings: self.settings.settings.clone(),
            traced: options.trace,
            ..Watch::default()
        };
        let (sources, mut diagnostics, outputs) = match (&options.reflect, self.target) {
            (Some(reflection), target) => {
                self.simulate_binary(target, reflection, &inputs, &mut watch)
            }
            (None, _) if self.is_program => {
                match self.simulate_program(&options.common, &inputs, &mut watch) {
                    Ok(ran) => ran,
                    Err(fault) => return usage(&fault),
                }
            }
            (None, Some(target)) => self.simulate_source(target, &inputs, &mut watch),
            (None, None) if options.trace.is_some() => {
                return usage("--trace needs --target: the interpreter has no instructions");
            }
            (None, None) => self.evaluate(&inputs),
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

    /// A program from anywhere, whose data are named after registers or symbols.
    ///
    /// # Errors
    /// A sentence for the user where no target is known.
    fn simulate_program(
        &self,
        common: &Common,
        inputs: &RunInputs,
        watch: &mut Watch,
    ) -> Result<Ran, String> {
        let subject = match program::subject(self.input, self.kind, self.stage) {
            Ok(subject) => subject,
            Err(fault) => return Ok(failed(SourceMap::new(), fault)),
        };
        let target = program::target_of(common, subject.binary(&self.settings).bytes)?;
        let ran = program::run(&subject, target, &self.settings, inputs, watch);
        Ok(ran.unwrap_or_else(|(sources, errors)| (sources, errors, None)))
    }

    /// Machine code of an earlier compilation to its simulator.
    fn simulate_binary(
        &self,
        target: Option<&'static dyn Target>,
        reflection: &Path,
        inputs: &RunInputs,
        watch: &mut Watch,
    ) -> Ran {
        let loaded = files::record(target, reflection).map_err(Diagnostics::from);
        let result = loaded.and_then(|(target, reflection)| {
            let subject = Subject {
                name: files::shown_name(self.input),
                contents: Contents::Bytes(files::read(self.input)?),
                stage: Stage::of_name(&reflection.stage),
                side_files: IndexMap::new(),
            };
            let program = subject.binary(&self.settings);
            check_count(target, program, &reflection)?;
            let outputs = machine::run_watched(target, program, &reflection, inputs, watch)?;
            let (sources, warnings) = suspicions(target, &subject, &self.settings);
            Ok((sources, warnings, Some(outputs)))
        });
        result.unwrap_or_else(|errors| (SourceMap::new(), errors, None))
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
