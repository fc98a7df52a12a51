//! A vertex and a fragment shader with the data that they run on, as `run` and `debug` take them.

use super::files;
use super::job::{JobOptions, complete};
use super::report::{Reporter, Status, target};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::link::{Linker, Pair};
use retroshade::render::{Assignment, Shaders};
use retroshade::{
    Binary, Compiled, Compiler, LanguageOptions, Source, Stage, Target, TargetOptions,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Shader;
use retroshade_ir::run::{InputData, RunInputs, RunOutputs};
use std::path::Path;

/// Two inputs with what the options say of them.
pub(crate) struct PairJob<'a> {
    options: JobOptions<'a>,
    inputs: [&'a Input; 2],
    pub(crate) reporter: Reporter,
    language: LanguageOptions,
    pub(crate) settings: TargetOptions,
    pub(crate) target: Option<&'static dyn Target>,
    assignments: Vec<Assignment>,
}

/// Two shaders that fit each other.
pub(crate) struct ReadPair {
    pub(crate) sources: [Source; 2],
    pub(crate) vertex: Shader,
    pub(crate) fragment: Shader,
}

impl<'a> PairJob<'a> {
    /// # Errors
    /// A sentence about the options.
    pub(crate) fn new(
        options: JobOptions<'a>,
        inputs: [&'a Input; 2],
    ) -> Result<PairJob<'a>, Fault> {
        let one_only = [
            (options.reflect.is_some(), "--reflect"),
            (options.program.is_some(), "--program"),
        ];
        for (asked, flag) in one_only {
            if asked {
                return Err(for_one(flag));
            }
        }
        let reporter = Reporter::new(options.common)?;
        Ok(PairJob {
            inputs,
            language: settings::language(options.language, reporter.policy())?,
            settings: settings::code(options.code)?,
            target: target(options.common)?,
            assignments: options.values.assignments()?,
            reporter,
            options,
        })
    }

    /// Reads both shaders and checks them against each other; messages were shown if there are none.
    pub(crate) fn read(&self) -> Result<ReadPair, Status> {
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
        let shaders = read.result.filter(|_| status == Status::Done);
        let shaders = shaders.ok_or(status)?;
        let [vertex, fragment] = shaders.all()[..] else {
            return Err(self.failed(Diagnostic::bug("run", "no pair").into()));
        };
        Ok(ReadPair {
            vertex: vertex.clone(),
            fragment: fragment.clone(),
            sources: [one, other],
        })
    }

    fn source(&self, input: &Input) -> Result<Source, Status> {
        let stage = input.stage.as_deref();
        let stage = stage.and_then(|word| files::stage_of_word(word).ok());
        let language = files::language_of(input).unwrap_or_default();
        let source = files::source(Path::new(&input.path), stage, language);
        source.map_err(|fault| self.failed(fault.into()))
    }

    /// The values that the options give; messages were shown if they do not fit.
    pub(crate) fn given(&self, pair: &ReadPair) -> Result<RunInputs, Status> {
        let mut sources = SourceMap::new();
        let values = self.options.values;
        let given = values.read(self.assignments.clone(), &mut sources);
        let given = given.and_then(|given| given.for_shaders(&[&pair.vertex, &pair.fragment]));
        given.map_err(|fault| self.reporter.report(&sources, fault.into()))
    }

    /// Links both for a target; messages were shown if there are no programs.
    pub(crate) fn link(
        &self,
        target: &'static dyn Target,
        read: &ReadPair,
    ) -> Result<(Pair, SourceMap), Status> {
        let linker = Linker::new(self.compiler(target));
        let linked = linker.link(&read.sources[0], &read.sources[1]);
        let status = self.reporter.report(&linked.sources, linked.diagnostics);
        let pair = linked.result.filter(|_| status == Status::Done);
        Ok((pair.ok_or(status)?, linked.sources))
    }

    /// What compiles both for a target.
    pub(crate) fn compiler(&self, target: &'static dyn Target) -> Compiler {
        Compiler {
            target,
            language: self.language.clone(),
            options: self.settings.clone(),
        }
    }

    /// Shows faults with no place in a source.
    pub(crate) fn failed(&self, faults: Diagnostics) -> Status {
        self.reporter.report(&SourceMap::new(), faults)
    }
}

/// What a flag says that makes no sense for two shaders.
pub(crate) fn for_one(flag: &str) -> Fault {
    format!("{flag} is for one shader or program, not for a pair").into()
}

/// A program of a pair as targets take it.
pub(crate) fn binary(compiled: &Compiled) -> Binary<'_> {
    Binary {
        stage: Stage::of_name(&compiled.reflection.stage),
        ..compiled.as_binary()
    }
}

/// The data of one stage.
pub(crate) fn of_stage(inputs: &RunInputs, stage: Stage) -> RunInputs {
    RunInputs {
        stage: Some(stage),
        ..inputs.clone()
    }
}

/// Makes of the outputs of the vertex program what the rasterizer makes of them at a vertex.
pub(crate) fn interpolate(target: &dyn Target, vertex: &Compiled, outputs: &mut RunOutputs) {
    for output in &vertex.reflection.outputs {
        let rows = outputs.outputs.get_mut(&output.name).into_iter();
        for value in rows.flatten().flatten() {
            *value = target.interpolated(output, *value);
        }
    }
}

/// What the fragment program reads at the vertices: the outputs of the vertex program by their names, and what is the same
/// for both. What it reads besides, such as `gl_FragCoord`, has its default.
pub(crate) fn handed(fragment: &Shader, inputs: &RunInputs, outputs: &RunOutputs) -> RunInputs {
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
