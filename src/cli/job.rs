//! A shader or program with the data that it runs on, as `run` and `debug` take them.

use super::arguments::{Code, Common, Language, Values};
use super::files::{self, Kind};
use super::program::{self, Loaded, Record};
use super::report::{Reporter, Status, target};
use super::settings;
use super::spelling::Input;
use super::values::Given;
use retroshade::diagnostics::{Diagnostic, SourceMap};
use retroshade::render::{Assignment, Filled, Size, View, declared, fill, fill_inputs};
use retroshade::{
    Binary, Compilation, Compiled, Compiler, LanguageOptions, Source, Stage, Target, TargetOptions,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::Shader;
use retroshade_ir::run::RunInputs;
use retroshade_ir::texture::TextureSource;
use std::path::Path;

/// The options that say what runs.
pub(crate) struct JobOptions<'a> {
    pub(crate) common: &'a Common,
    pub(crate) language: &'a Language,
    pub(crate) code: &'a Code,
    pub(crate) values: &'a Values,
    pub(crate) reflect: Option<&'a Path>,
    /// Which program of a file that holds several.
    pub(crate) program: Option<&'a str>,
}

/// An input with what the options say of it.
pub(crate) struct Job<'a> {
    options: JobOptions<'a>,
    pub(crate) reporter: Reporter,
    pub(crate) target: Option<&'static dyn Target>,
    pub(crate) language: LanguageOptions,
    source_language: retroshade::Language,
    kind: Kind,
    /// Whether the input is a program and not a source.
    is_program: bool,
    pub(crate) settings: TargetOptions,
    assignments: Vec<Assignment>,
    pub(crate) input: &'a Path,
    stage: Option<Stage>,
}

/// What runs.
pub(crate) enum Ready {
    Source,
    Program(Loaded, Record),
}

impl<'a> Job<'a> {
    /// Looks at an input.
    ///
    /// # Errors
    /// A sentence about the options.
    pub(crate) fn new(options: JobOptions<'a>, input: &'a Input) -> Result<Job<'a>, Fault> {
        let path = Path::new(&input.path);
        let reporter = Reporter::new(options.common)?;
        let target = target(options.common)?;
        let kind = match files::kind_of(input)? {
            // `.vsh` is what people call sources, and texts for nv2a-vsh: the text tells.
            Kind::Essl if input.language.is_none() && program::is_assembly(path, target) => {
                Kind::Assembly
            }
            kind => kind,
        };
        let source_language = kind.language();
        let mut settings = settings::code(options.code)?;
        settings.assembles_illegal_code = reporter.policy().assembles_illegal_code();
        Ok(Job {
            target,
            language: settings::language(options.language, reporter.policy())?,
            reporter,
            source_language,
            kind,
            is_program: program::is_program(path, kind),
            settings,
            assignments: options.values.assignments()?,
            input: path,
            stage: match &input.stage {
                Some(word) => Some(files::stage_of_word(word)?),
                None if source_language == retroshade::Language::Wgsl => {
                    files::stage_of_assembly(path)
                }
                None => None,
            },
            options,
        })
    }

    /// The values that the options give.
    ///
    /// # Errors
    /// What is wrong with the files, with a place in `sources`.
    pub(crate) fn given(&self, sources: &mut SourceMap) -> Result<Given, Diagnostic> {
        self.options.values.read(self.assignments.clone(), sources)
    }

    /// Reads a program; messages were shown if there is none.
    pub(crate) fn ready(&self) -> Result<Ready, Status> {
        if self.options.reflect.is_none() && !self.is_program {
            if self.options.program.is_some() {
                return Err(super::report::usage(
                    "--program chooses one of the programs of a file, and this is a source",
                ));
            }
            return Ok(Ready::Source);
        }
        let wanted = program::Wanted {
            common: self.options.common,
            target: self.target,
            settings: &self.settings,
            input: self.input,
            kind: self.kind,
            stage: self.stage,
            reflect: self.options.reflect,
            program: self.options.program,
        };
        let (loaded, record) = wanted.read(&self.reporter)?;
        Ok(Ready::Program(loaded, record))
    }

    /// What declares the values that are read, and those that were given; messages were shown if there are none.
    pub(crate) fn values(
        &self,
        ready: &Ready,
        given: &Given,
    ) -> Result<(Shader, RunInputs), Status> {
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
        Ok((shader, inputs))
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

    /// The text of a source.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn source(&self) -> Result<Source, Diagnostic> {
        files::source(self.input, self.stage, self.source_language)
    }

    /// Machine code of a source.
    ///
    /// # Errors
    /// A file that cannot be read; what is wrong with its text is in the compilation.
    pub(crate) fn compile(
        &self,
        target: &'static dyn Target,
    ) -> Result<Compilation<Compiled>, Diagnostic> {
        Ok(self.compiler(target).compile(&self.source()?))
    }

    /// What compiles for a target.
    pub(crate) fn compiler(&self, target: &'static dyn Target) -> Compiler {
        Compiler {
            target,
            language: self.language.clone(),
            options: self.settings.clone(),
        }
    }

    /// A compiled program as targets take it.
    pub(crate) fn binary<'b>(&'b self, compiled: &'b Compiled) -> Binary<'b> {
        Binary {
            container: self.settings.container.as_deref(),
            stage: Stage::of_name(&compiled.reflection.stage),
            ..compiled.as_binary()
        }
    }
}

/// Fills in what was not given, for people to edit: textures are test images, since a checkerboard would be thousands of
/// numbers. The data is of the last shader's stage.
pub(crate) fn complete_as_template(shaders: &[&Shader], inputs: &mut RunInputs) {
    let given: Vec<String> = inputs.textures.keys().cloned().collect();
    for shader in shaders {
        complete(shader, inputs);
    }
    let textures = inputs.textures.iter_mut();
    let filled = textures.filter(|(name, _)| !given.contains(name));
    for (number, (_, texture)) in (0..).zip(filled) {
        texture.source = TextureSource::Pattern(number);
    }
}

/// Fills in what was not given: defaults for one sample. Says what they are.
pub(crate) fn complete(shader: &Shader, inputs: &mut RunInputs) -> Vec<Filled> {
    inputs.stage = Some(shader.stage);
    let mut filled = complete_uniforms(shader, inputs);
    filled.extend(fill_inputs(shader, inputs, &VIEW));
    filled
}

/// Fills in the uniforms and textures that were not given. Says what they are.
pub(crate) fn complete_uniforms(shader: &Shader, inputs: &mut RunInputs) -> Vec<Filled> {
    fill(shader, inputs, &VIEW)
}

/// What defaults are for.
const VIEW: View = View {
    size: Size {
        width: 64,
        height: 64,
    },
    time: 0.0,
    frame: 0,
    step: 0.0,
};
