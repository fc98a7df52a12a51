//! `retroshade run`: evaluates a shader with the reference interpreter, or simulates its machine code.

mod pair;

use super::arguments::Run;
use super::files;
use super::job::{Job, JobOptions, Ready, complete_as_template};
use super::output::{Destination, write};
use super::report::{Status, usage};
use super::spelling::Input;
use retroshade::debug::Traced;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::{Binary, Rewrite, Stage, Target};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{NumberFormat, RunInputs, RunOutputs};
use retroshade_ir::{Shader, eval};
use retroshade_kit::machine::{self, Recorder, Watch};
use std::path::PathBuf;

/// Runs the subcommand.
pub(crate) fn run(options: &Run, inputs: &[Input]) -> Status {
    if let [one, other] = inputs {
        let job = has_data(options)
            .and_then(|()| pair::Job::new(options, job_options(options), [one, other]));
        return match job {
            Ok(job) => job.run(),
            Err(fault) => usage(fault),
        };
    }
    match prepare(options, inputs) {
        Ok(job) => {
            let status = Running { job, options }.run();
            status.unwrap_or_else(|status| status)
        }
        Err(fault) => usage(fault),
    }
}

fn prepare<'a>(options: &'a Run, inputs: &'a [Input]) -> Result<Job<'a>, Fault> {
    let [input] = inputs else {
        return Err(format!("run takes a shader or a pair, not {} files", inputs.len()).into());
    };
    has_data(options)?;
    Job::new(job_options(options), input)
}

fn job_options(options: &Run) -> JobOptions<'_> {
    JobOptions {
        common: &options.common,
        language: &options.language,
        code: &options.code,
        values: &options.values,
        reflect: options.reflect.as_deref(),
        program: options.program.as_deref(),
    }
}

/// Whether there is something to run on, or a template is wanted.
fn has_data(options: &Run) -> Result<(), Fault> {
    let values = &options.values;
    let gives = values.inputs.is_some() || !values.set.is_empty() || !values.texture.is_empty();
    if !gives && !options.template {
        return Err("--inputs <FILE> is missing; --template writes one".into());
    }
    files::announce(options.output.as_deref())
}

struct Running<'a> {
    job: Job<'a>,
    options: &'a Run,
}

impl Running<'_> {
    fn run(&self) -> Result<Status, Status> {
        let status = self.outcome();
        self.job.reporter.finish();
        status
    }

    fn outcome(&self) -> Result<Status, Status> {
        let mut sources = SourceMap::new();
        let given = self.job.given(&mut sources);
        let given = given.map_err(|fault| self.job.reporter.report(&sources, fault.into()))?;
        let ready = self.job.ready()?;
        let mut inputs = given.inputs().clone();
        if self.options.template || given.assigns() {
            let (shader, values) = self.job.values(&ready, &given)?;
            if self.options.template {
                return Ok(self.write(&template(&ready, &shader, values)));
            }
            inputs = values;
        }
        let mut watch = Watch {
            settings: self.job.settings.settings.clone(),
            rounds: self.rounds(&ready),
            recorder: self.options.trace.map(Recorder::new),
            ..Watch::default()
        };
        let ran = match (&ready, self.job.target) {
            (Ready::Program(loaded, record), _) => {
                let ran = loaded.run(record, &inputs, &mut watch);
                let code = loaded.target.read(loaded.binary());
                let text = code.and_then(|code| code.disassemble());
                self.trace(loaded.target, &record.reflection().stage, text, &mut watch);
                match ran {
                    Ok((sources, warnings, outputs)) => (sources, warnings, Some(outputs)),
                    Err(errors) => (SourceMap::new(), errors, None),
                }
            }
            (Ready::Source, Some(target)) => self.simulate_source(target, &inputs, &mut watch),
            (Ready::Source, None) if self.options.trace.is_some() => {
                return Err(usage(
                    "--trace needs --target: the interpreter has no instructions",
                ));
            }
            (Ready::Source, None) => self.evaluate(&inputs),
        };
        let (sources, mut diagnostics, outputs) = ran;
        diagnostics.extend(watch.warnings);
        let status = self.job.reporter.report(&sources, diagnostics);
        let Some(outputs) = outputs.filter(|_| status == Status::Done) else {
            return Ok(status);
        };
        if self.options.check {
            return Ok(self.check(&inputs, &outputs));
        }
        Ok(self.write(&outputs.to_json()))
    }

    /// True if the simulator rounds as the machine does where no setting says otherwise.
    fn rounds(&self, ready: &Ready) -> bool {
        match ready {
            Ready::Program(loaded, _) => loaded.target.rounds(),
            Ready::Source => self.job.target.is_some_and(|target| target.rounds()),
        }
    }

    /// Writes what each instruction did, if that was asked for.
    fn trace(
        &self,
        target: &dyn Target,
        stage: &str,
        text: Result<String, Diagnostics>,
        watch: &mut Watch,
    ) {
        let recording = watch.recorder.take().map(Recorder::finish);
        let stage = Stage::of_name(stage);
        if let (Some(recording), Some(stage), Ok(text)) = (recording, stage, text) {
            for line in Traced::new(target, stage, &text, recording).trace() {
                self.job.reporter.say(format!("{line}\n").as_bytes());
            }
        }
    }

    /// Text to IR to `ir::eval`.
    fn evaluate(&self, inputs: &RunInputs) -> Ran {
        let source = match self.job.source() {
            Ok(source) => source,
            Err(fault) => return failed(SourceMap::new(), fault),
        };
        let mut compilation = self.job.language.lower(&source);
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
        let mut compilation = match self.job.compile(target) {
            Ok(compilation) => compilation,
            Err(fault) => return failed(SourceMap::new(), fault),
        };
        let outputs = compilation.result.and_then(|compiled| {
            let program: Binary = self.job.binary(&compiled);
            let record = &compiled.reflection;
            let ran = machine::run_watched(target, program, record, inputs, watch);
            let text = target.read(program).and_then(|code| code.disassemble());
            self.trace(target, &record.stage, text, watch);
            ran.map_err(|errors| compilation.diagnostics.extend(errors))
                .ok()
        });
        (compilation.sources, compilation.diagnostics, outputs)
    }

    fn write(&self, text: &str) -> Status {
        let output = self.options.output.clone();
        let output = output.unwrap_or_else(|| PathBuf::from("-"));
        match write(
            &Destination::new(&output),
            text.as_bytes(),
            Rewrite::IfDifferent,
        ) {
            Ok(()) => Status::Done,
            Err(fault) => self.job.reporter.report(&SourceMap::new(), fault.into()),
        }
    }

    fn check(&self, inputs: &RunInputs, outputs: &RunOutputs) -> Status {
        let Some(expected) = &inputs.expected else {
            let message = match &self.options.values.inputs {
                Some(path) => {
                    let name = files::shown_name(path);
                    format!("`{name}` states no outputs to compare with")
                }
                None => "--check needs --inputs with outputs to compare with".to_owned(),
            };
            let fault = Diagnostic::error(codes::files::RUN_DATA, message);
            return self.job.reporter.report(&SourceMap::new(), fault.into());
        };
        // Whether the shader has sines is not known for a binary; the wider bound is still far below
        // what a wrong operand does.
        let tolerance = match (outputs.format, self.job.target) {
            (Some(NumberFormat::Half), _) => Tolerance::half(),
            (_, Some(target)) => target.tolerance(Functions::Trigonometric),
            (_, None) => Tolerance::float32(Functions::Trigonometric),
        };
        let comparison = compare(expected, outputs, tolerance);
        if comparison.agrees() {
            return Status::Done;
        }
        for difference in &comparison.differences {
            self.job.reporter.say(format!("{difference}\n").as_bytes());
        }
        Status::Failed
    }
}

/// Texts for messages, messages, outputs.
type Ran = (SourceMap, Diagnostics, Option<RunOutputs>);

fn failed(sources: SourceMap, fault: Diagnostic) -> Ran {
    (sources, fault.into(), None)
}

/// The data that a shader reads, complete: what was given, and defaults for one sample. A texture is a test image.
fn template(ready: &Ready, shader: &Shader, mut inputs: RunInputs) -> String {
    complete_as_template(&[shader], &mut inputs);
    // Data has no name for the stage of a program that runs for each primitive.
    let features = match ready {
        Ready::Source => &[][..],
        Ready::Program(_, record) => &record.reflection().features,
    };
    if features
        .iter()
        .any(|feature| feature == machine::GEOMETRY_PROGRAM)
    {
        inputs.stage = None;
    }
    inputs.to_json_for(shader)
}
