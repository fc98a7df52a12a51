//! A vertex and a fragment shader at once: the fragment program runs at each vertex, on what the vertex program wrote there.

use crate::cli::arguments::Run;
use crate::cli::files;
use crate::cli::job::{complete, complete_as_template};
use crate::cli::output::{Destination, write};
use crate::cli::report::{Reporter, Status, target};
use crate::cli::settings;
use crate::cli::spelling::Input;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::link::Linker;
use retroshade::render::{Assignment, Shaders};
use retroshade::{
    Binary, Compiled, Compiler, LanguageOptions, Rewrite, Source, Stage, Target, TargetOptions,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::run::{InputData, RunInputs, RunOutputs};
use retroshade_ir::{Shader, eval};
use retroshade_kit::machine::{self, Watch};
use std::path::{Path, PathBuf};

/// What `run` was asked for, of two shaders.
pub(super) struct Job<'a> {
    options: &'a Run,
    inputs: [&'a Input; 2],
    reporter: Reporter,
    language: LanguageOptions,
    settings: TargetOptions,
    target: Option<&'static dyn Target>,
    assignments: Vec<Assignment>,
}

/// Outputs of both programs.
type Outputs = [RunOutputs; 2];

impl<'a> Job<'a> {
    /// # Errors
    /// A sentence about the options.
    pub(super) fn new(options: &'a Run, inputs: [&'a Input; 2]) -> Result<Job<'a>, Fault> {
        for (asked, flag) in [
            (options.check, "--check"),
            (options.trace.is_some(), "--trace"),
            (options.reflect.is_some(), "--reflect"),
            (options.program.is_some(), "--program"),
        ] {
            if asked {
                return Err(format!("{flag} is for one shader or program, not for a pair").into());
            }
        }
        let reporter = Reporter::new(&options.common)?;
        Ok(Job {
            options,
            inputs,
            language: settings::language(&options.language, reporter.policy())?,
            settings: settings::code(&options.code)?,
            target: target(&options.common)?,
            assignments: options.values.assignments()?,
            reporter,
        })
    }

    /// Runs both programs and writes their outputs.
    pub(super) fn run(&self) -> Status {
        let mut sources = SourceMap::new();
        let status = match self.outcome(&mut sources) {
            Ok(status) => status,
            Err(faults) => self.reporter.report(&sources, faults),
        };
        self.reporter.finish();
        status
    }

    fn outcome(&self, sources: &mut SourceMap) -> Result<Status, Diagnostics> {
        let [one, other] = self.inputs.map(|input| self.source(input));
        let (one, other) = (one?, other?);
        let read = Shaders::pair(&self.language, &one, &other);
        // Linking for a target says the same once more.
        let said = if read.result.is_some() && self.target.is_some() {
            Diagnostics::new()
        } else {
            read.diagnostics
        };
        let status = self.reporter.report(&read.sources, said);
        let Some(shaders) = read.result.filter(|_| status == Status::Done) else {
            return Ok(status);
        };
        let [vertex, fragment] = shaders.all()[..] else {
            return Err(Diagnostic::bug("run", "no pair").into());
        };
        let values = &self.options.values;
        let given = values.read(self.assignments.clone(), sources)?;
        let mut inputs = given.for_shaders(&[vertex, fragment])?;
        if self.options.template {
            complete_as_template(&[fragment, vertex], &mut inputs);
            inputs.varyings.clear();
            (inputs.frag_coord, inputs.point_coord, inputs.front_facing) = (None, None, None);
            return self.write(&inputs.to_json_for(vertex));
        }
        inputs.stage = None;
        let outputs = match self.target {
            None => self.evaluated(vertex, fragment, &inputs)?,
            Some(target) => match self.simulated(target, [&one, &other], fragment, &inputs)? {
                Ok(outputs) => outputs,
                Err(status) => return Ok(status),
            },
        };
        let [vertex, fragment] = outputs.map(|outputs| outputs.to_json());
        let text = format!(
            "{{\n\"vertex\": {},\n\"fragment\": {}\n}}\n",
            vertex.trim_end(),
            fragment.trim_end()
        );
        self.write(&text)
    }

    fn source(&self, input: &Input) -> Result<Source, Diagnostic> {
        let stage = input.stage.as_deref();
        let stage = stage.and_then(|word| files::stage_of_word(word).ok());
        let language = files::language_of(input).unwrap_or_default();
        files::source(Path::new(&input.path), stage, language)
    }

    fn evaluated(
        &self,
        vertex: &Shader,
        fragment: &Shader,
        inputs: &RunInputs,
    ) -> Result<Outputs, Diagnostics> {
        let first = eval::run(vertex, &of_stage(inputs, Stage::Vertex))?;
        let second = eval::run(fragment, &handed(fragment, inputs, &first))?;
        Ok([first, second])
    }

    /// Links both, and runs the programs in the simulator. A status where messages say why there are none.
    fn simulated(
        &self,
        target: &'static dyn Target,
        sources: [&Source; 2],
        fragment: &Shader,
        inputs: &RunInputs,
    ) -> Result<Result<Outputs, Status>, Diagnostics> {
        let linker = Linker::new(Compiler {
            target,
            language: self.language.clone(),
            options: self.settings.clone(),
        });
        let linked = linker.link(sources[0], sources[1]);
        let status = self.reporter.report(&linked.sources, linked.diagnostics);
        let Some(pair) = linked.result.filter(|_| status == Status::Done) else {
            return Ok(Err(status));
        };
        let run = |compiled: &Compiled, inputs: &RunInputs| {
            let mut watch = Watch {
                settings: self.settings.settings.clone(),
                rounds: target.rounds(),
                ..Watch::default()
            };
            let program = Binary {
                stage: Stage::of_name(&compiled.reflection.stage),
                ..compiled.as_binary()
            };
            let record = &compiled.reflection;
            let outputs = machine::run_watched(target, program, record, inputs, &mut watch)?;
            self.reporter.report(&SourceMap::new(), watch.warnings);
            Ok::<_, Diagnostics>(outputs)
        };
        let mut first = run(&pair.vertex, &of_stage(inputs, Stage::Vertex))?;
        for output in &pair.vertex.reflection.outputs {
            let rows = first.outputs.get_mut(&output.name).into_iter();
            for value in rows.flatten().flatten() {
                *value = target.interpolated(output, *value);
            }
        }
        let second = run(&pair.fragment, &handed(fragment, inputs, &first))?;
        Ok(Ok([first, second]))
    }

    fn write(&self, text: &str) -> Result<Status, Diagnostics> {
        let output = self.options.output.clone();
        let output = output.unwrap_or_else(|| PathBuf::from("-"));
        write(
            &Destination::new(&output),
            text.as_bytes(),
            Rewrite::IfDifferent,
        )?;
        Ok(Status::Done)
    }
}

/// The data of one stage.
fn of_stage(inputs: &RunInputs, stage: Stage) -> RunInputs {
    RunInputs {
        stage: Some(stage),
        ..inputs.clone()
    }
}

/// What the fragment program reads at the vertices: the outputs of the vertex program by their names, and what is the same
/// for both. What it reads besides, such as `gl_FragCoord`, has its default.
fn handed(fragment: &Shader, inputs: &RunInputs, outputs: &RunOutputs) -> RunInputs {
    let mut next = RunInputs {
        attributes: Default::default(),
        ..of_stage(inputs, Stage::Fragment)
    };
    for (name, values) in &outputs.outputs {
        let data = InputData {
            shape: None,
            values: values.clone(),
        };
        next.varyings.insert(name.clone(), data);
    }
    let rows = outputs.outputs.values().map(Vec::len).max();
    next.sample_count = rows.or(next.sample_count);
    let uniforms = next.uniforms.clone();
    let textures = next.textures.clone();
    complete(fragment, &mut next);
    // Uniforms have no defaults here: what is missing is said by the program that reads it.
    (next.uniforms, next.textures) = (uniforms, textures);
    next
}
