//! From a source to a program, with everything there is to say about it.

use crate::access::{FileAccess, reason};
use crate::engine::{Declared, Engine};
use crate::include::{self, FileIncluder, OpenFiles};
use crate::limits;
use crate::naming::stage_of_name;
use crate::prelude::Prelude;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, SourceFile, SourceMap, Span, codes};
use retroshade_frontend as frontend;
use retroshade_frontend::preprocess;
use retroshade_ir::deep;
#[cfg(feature = "explore")]
use retroshade_ir::locals::Locals;
use retroshade_ir::pass::Hooks;
use retroshade_ir::verify::verify;
use retroshade_ir::{Shader, Stage, text};
use retroshade_kit::listing;
use retroshade_kit::reflect::Line;
use retroshade_kit::target::{Compiled, Options, Target};
use std::path::{Path, PathBuf};

/// What a text is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// GLSL ES 1.00 or 3.00, as `#version` says.
    #[default]
    Essl,
    /// WGSL, one entry point of it.
    Wgsl,
    /// NVIDIA's Cg: a function `main` with semantics.
    Cg,
    /// The printed form of the intermediate representation, which says its own stage.
    Ir,
    /// SPIR-V, its words in hexadecimal, one entry point of it. Text in [`Language::Essl`] that is such a module is
    /// taken for it.
    Spirv,
}

impl Language {
    /// The language of a file by the extension of its name.
    pub fn of_path(path: &Path) -> Language {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("wgsl") => Language::Wgsl,
            Some("cg") => Language::Cg,
            _ => Language::Essl,
        }
    }
}

/// A text to compile.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in messages; includes are searched beside it.
    pub name: String,
    /// The text.
    pub text: String,
    /// The stage; `None` leaves it to `#pragma shader_stage(…)`, then to the extension of the name, or to
    /// the only entry point of WGSL.
    pub stage: Option<Stage>,
    /// What it is written in.
    pub language: Language,
}

impl Source {
    /// A text in ESSL with its stage.
    pub fn new(name: impl Into<String>, stage: Stage, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            stage: Some(stage),
            language: Language::Essl,
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn open(
        files: &FileAccess,
        path: &Path,
        stage: Option<Stage>,
    ) -> Result<Source, Diagnostic> {
        let text = include::read(files, path).map_err(|error| {
            let (name, why) = (path.display(), reason(&error));
            let message = format!("cannot open input file `{name}`: {why}");
            Diagnostic::error(codes::files::UNREADABLE, message)
        })?;
        Ok(Source {
            name: path.to_string_lossy().into_owned(),
            text,
            stage,
            language: Language::of_path(path),
        })
    }

    /// The language, told from the text where that is possible.
    pub(crate) fn language(&self) -> Language {
        match self.language {
            Language::Essl if frontend::is_spirv(&self.text) => Language::Spirv,
            language => language,
        }
    }

    /// A text in WGSL; the stage chooses among its entry points.
    pub fn wgsl(name: impl Into<String>, stage: Option<Stage>, text: impl Into<String>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            stage,
            language: Language::Wgsl,
        }
    }
}

/// How sources are read.
#[derive(Clone, Debug, Default)]
pub struct LanguageOptions {
    /// `-std`, `-D`, `-U`, extensions.
    pub preprocessor: preprocess::Options,
    /// The environment that declares what sources in GLSL do not.
    pub prelude: Option<Prelude>,
    /// Whether linked fragment shaders leave to the vertex shader what they compute of varyings and uniforms alone, as
    /// those do that say `#pragma retroshade per_vertex`.
    pub per_vertex: bool,
    /// The library whose rules programs are held to.
    pub engine: Option<Engine>,
    /// Folders searched for includes, after the folder of the including file.
    pub include_directories: Vec<PathBuf>,
    /// Whether `#include` finds nothing: for texts from others, who must not read files by them.
    pub without_files: bool,
    /// Texts that `#include` takes before files on disk.
    pub open_files: OpenFiles,
    /// Folders in each of which included files must lie when links are followed.
    pub include_roots: Vec<PathBuf>,
    /// The files of the command: what is included becomes an input of it.
    pub files: FileAccess,
}

/// The outcome of compiling one source: the result, its diagnostics, and the files it depended on.
#[derive(Clone, Debug)]
pub struct Compilation<T> {
    /// All texts that messages may point at.
    pub sources: SourceMap,
    /// Errors and warnings, in order.
    pub diagnostics: Diagnostics,
    /// The files that were included, as opened, in the order first opened.
    pub includes: Vec<String>,
    /// Where included files were looked for before they were found elsewhere, each once: a new file
    /// there would change the result.
    pub missing: Vec<PathBuf>,
    /// The result; `None` if there is an error.
    pub result: Option<T>,
}

impl<T> Compilation<T> {
    /// The same with another result.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Compilation<U> {
        self.and_then(|result, _| Ok(change(result)))
    }

    /// Before anything was read.
    pub(crate) fn new() -> Compilation<T> {
        Compilation {
            sources: SourceMap::new(),
            diagnostics: Diagnostics::new(),
            includes: Vec::new(),
            missing: Vec::new(),
            result: None,
        }
    }

    /// Goes on with the result, if there is one.
    pub(crate) fn and_then<U>(
        mut self,
        next: impl FnOnce(T, &mut Diagnostics) -> Result<U, Diagnostics>,
    ) -> Compilation<U> {
        let result = self.result.and_then(|result| {
            next(result, &mut self.diagnostics)
                .map_err(|errors| self.diagnostics.extend(errors))
                .ok()
        });
        Compilation {
            sources: self.sources,
            diagnostics: self.diagnostics,
            includes: self.includes,
            missing: self.missing,
            result,
        }
    }
}

impl Compilation<Compiled> {
    /// Fills the table of lines of the program's record, and writes names and lines into its text.
    pub fn add_debug_information(&mut self, target: &dyn Target) {
        let Some(compiled) = &mut self.result else {
            return;
        };
        let sources = &self.sources;
        let line = |(number, span): (usize, &Span)| {
            let place = sources.place(*span)?;
            Some(Line {
                instruction: u32::try_from(number).ok()?,
                file: place.file.to_owned(),
                line: place.line,
                column: place.column,
            })
        };
        let Some(stage) = Stage::of_name(&compiled.reflection.stage) else {
            return;
        };
        let spans = compiled.spans.iter().enumerate();
        compiled.reflection.lines = spans.filter_map(line).collect();
        let style = target.listing(stage);
        let places = &compiled.reflection.lines;
        let text = listing::with_places(&compiled.assembly, &style, places);
        compiled.assembly = if style.names {
            text
        } else {
            listing::names(&compiled.reflection, &style) + &text
        };
    }
}

impl LanguageOptions {
    /// The preprocessed text, which reads back to the same tokens. WGSL has no preprocessor: its text
    /// stays as it is.
    pub fn preprocess(&self, source: &Source) -> Compilation<String> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::preprocessed_text),
            Language::Wgsl | Language::Spirv | Language::Ir => {
                self.run(source, |_| Some(source.text.clone()))
            }
        }
    }

    /// The stage of a source: what is said of it, else what its text or its name tells. Messages are for when it is
    /// compiled.
    pub fn stage(&self, source: &Source) -> Option<Stage> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::stage).result,
            _ => self.lower(source).result.map(|shader| shader.stage),
        }
    }

    /// What the name of an output ends with, without the dot. The source is read only where the target's files differ
    /// with the stage and nobody says it.
    pub fn output_extension<'a>(
        &self,
        target: &'static dyn Target,
        said: Option<Stage>,
        container: Option<&'a str>,
        source: impl FnOnce() -> Option<Source>,
    ) -> &'a str {
        let extension = |stage| target.output_extension(stage, container);
        let mut stages = target.stages().into_iter();
        let alike = stages.all(|stage| extension(Some(stage)) == extension(None));
        if said.is_some() || alike {
            return extension(said);
        }
        extension(source().and_then(|source| self.stage(&source)))
    }

    /// The shader as the frontend makes it, before any target's passes.
    pub fn lower(&self, source: &Source) -> Compilation<Shader> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::compile),
            Language::Wgsl => self.run(source, frontend::compile_wgsl),
            Language::Spirv => self.run(source, frontend::compile_spirv),
            Language::Ir => self.run(source, parse_ir),
        }
    }

    /// The shader as a statement of what programs of it may compute: lanes of outputs that
    /// nobody sets are undefined, where [`LanguageOptions::lower`] gives them a value that costs nothing.
    pub fn lower_meaning(&self, source: &Source) -> Compilation<Shader> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::compile_meaning),
            _ => self.lower(source),
        }
    }

    /// As [`LanguageOptions::lower`], with the variables of the source's functions; `None` for languages of which these
    /// are not known.
    #[cfg(feature = "explore")]
    pub fn lower_with_locals(&self, source: &Source) -> Option<Compilation<(Shader, Locals)>> {
        match source.language() {
            Language::Essl | Language::Cg => Some(self.run(source, frontend::compile_with_locals)),
            Language::Wgsl | Language::Spirv | Language::Ir => None,
        }
    }

    /// As [`LanguageOptions::lower`], with the locations by which varyings of a pair find each other.
    #[cfg(feature = "translate")]
    pub fn lower_located(&self, source: &Source) -> Compilation<Shader> {
        match source.language() {
            Language::Essl | Language::Cg => {
                let linkable = self.run(source, frontend::compile_linkable);
                linkable.map(|linkable| linkable.shader)
            }
            Language::Wgsl => self.run(source, frontend::compile_wgsl_located),
            Language::Spirv => self.run(source, frontend::compile_spirv_located),
            Language::Ir => self.run(source, parse_ir),
        }
    }

    /// The canonical text that naga reads, for `--emit=canonical`: WGSL is read as it is.
    pub fn canonical(&self, source: &Source) -> Compilation<String> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::canonical_text),
            Language::Wgsl | Language::Spirv => self.run(source, |_| Some(source.text.clone())),
            Language::Ir => self.run(source, |request| no_station(request, "canonical text")),
        }
    }

    /// naga's module as text, for `--emit=naga`.
    #[cfg(feature = "cli")]
    pub fn naga(&self, source: &Source) -> Compilation<String> {
        match source.language() {
            Language::Essl | Language::Cg => self.run(source, frontend::naga_text),
            Language::Wgsl => self.run(source, frontend::wgsl_naga_text),
            Language::Spirv => self.run(source, frontend::spirv_naga_text),
            Language::Ir => self.run(source, |request| no_station(request, "naga's module")),
        }
    }

    /// Reads a source once and compiles it for each of several targets; their results are in the same
    /// order, each with the warnings or errors that are the target's own.
    pub fn compile_for(
        &self,
        source: &Source,
        targets: &[(&'static dyn Target, &Options)],
    ) -> Compilation<Vec<Result<Compiled, Diagnostics>>> {
        guarded(source, || {
            self.lower(source).map(|shader| {
                let compile = |&(target, options): &(&'static dyn Target, &Options)| {
                    // A panic in one target does not concern the others.
                    deep::guarded(|| self.engine_checked(target, &shader, options))
                        .unwrap_or_else(|panic| Err(Diagnostic::bug("compiler", panic).into()))
                };
                targets.iter().map(compile).collect()
            })
        })
    }

    fn engine_checked(
        &self,
        target: &'static dyn Target,
        shader: &Shader,
        options: &Options,
    ) -> Result<Compiled, Diagnostics> {
        let mut compiled = compile_lowered(target, shader, options)?;
        self.hold_to_engine(target, &mut compiled, || Declared::of(shader))?;
        Ok(compiled)
    }

    /// Holds a program to the rules of the library that is named, if one is.
    ///
    /// # Errors
    /// Every rule that it breaks.
    pub(crate) fn hold_to_engine(
        &self,
        target: &dyn Target,
        compiled: &mut Compiled,
        declared: impl FnOnce() -> Declared,
    ) -> Result<(), Diagnostics> {
        match self.engine {
            Some(engine) => engine.check(target, compiled, &declared()),
            None => Ok(()),
        }
    }

    /// What the names of a source in ESSL refer to, as far as it can be read.
    #[cfg(feature = "explore")]
    pub(crate) fn cross_references(
        &self,
        source: &Source,
    ) -> Compilation<frontend::CrossReferences> {
        self.run(source, frontend::cross_references)
    }

    fn run<T>(
        &self,
        source: &Source,
        stage: impl FnOnce(&mut frontend::Request<'_>) -> Option<T>,
    ) -> Compilation<T> {
        let mut compilation = Compilation::new();
        compilation.result = self.run_on(source, &mut compilation, stage);
        compilation
    }

    /// Takes a source through the frontend together with others: all messages point into one map.
    pub(crate) fn run_on<T, U>(
        &self,
        source: &Source,
        all: &mut Compilation<U>,
        stage: impl FnOnce(&mut frontend::Request<'_>) -> Option<T>,
    ) -> Option<T> {
        let mut options = self.preprocessor.clone();
        if source.language == Language::Cg {
            options.version = Some(frontend::Dialect::CG);
        } else if let Some(name) = options.entry.as_deref().filter(|name| *name != "main") {
            let message =
                format!("-fentry-point={name}: only a program in Cg chooses where it begins");
            let error = Diagnostic::error(codes::language::ENTRY_POINT, message)
                .with_help("in GLSL it is always main");
            all.diagnostics.push(error);
            return None;
        }
        let named = stage_of_name(Path::new(&source.name));
        let prelude = self.prelude.filter(|_| source.language() == Language::Essl);
        let default = options.default_stage.or(named);
        options.default_stage = default.or(prelude.and_then(Prelude::stage));
        let text = match prelude {
            Some(prelude) => prelude.whole(&source.text, source.stage.or(options.default_stage)),
            None => source.text.clone(),
        };
        let file: FileId = all.sources.add(SourceFile::new(&*source.name, text));
        let mut includer = FileIncluder {
            directories: self.include_directories.clone(),
            closed: self.without_files,
            open: self.open_files.clone(),
            roots: self.include_roots.clone(),
            files: self.files.clone(),
            ..FileIncluder::default()
        };
        let mut includes = Vec::new();
        let mut diagnostics = Diagnostics::new();
        let result = stage(&mut frontend::Request {
            sources: &mut all.sources,
            file,
            stage: source.stage,
            options: &options,
            includer: &mut includer,
            diagnostics: &mut diagnostics,
            includes: &mut includes,
        });
        for one in diagnostics {
            let is_displaced = one.code == codes::preprocessor::MISPLACED_VERSION;
            all.diagnostics
                .push(match prelude.filter(|_| is_displaced) {
                    Some(prelude) => one.with_help(prelude.without_version()),
                    None => one,
                });
        }
        for include in includes {
            if !all.includes.contains(&include) {
                all.includes.push(include);
            }
        }
        for missing in includer.missing {
            if !all.missing.contains(&missing) {
                all.missing.push(missing);
            }
        }
        result
    }
}

/// Reads the printed form of a shader and holds it to every rule: what a person wrote may break them.
pub(crate) fn parse_ir(request: &mut frontend::Request<'_>) -> Option<Shader> {
    let text = request
        .sources
        .file(request.file)
        .map_or("", |file| &file.text);
    let shader = match text::parse(text, request.file) {
        Ok(shader) => shader,
        Err(fault) => {
            request.diagnostics.push(fault);
            return None;
        }
    };
    if let Some(stage) = request.stage.filter(|stage| *stage != shader.stage) {
        request.diagnostics.push(Diagnostic::error(
            codes::ir::IR_SYNTAX,
            format!(
                "the text is of a {} shader, not of a {} shader",
                shader.stage.name(),
                stage.name()
            ),
        ));
        return None;
    }
    match verify(&shader) {
        Ok(()) => Some(shader),
        Err(faults) => {
            for fault in faults {
                let error = Diagnostic::error(codes::ir::IR_INVALID, fault.to_string());
                request.diagnostics.push(error);
            }
            None
        }
    }
}

fn no_station(request: &mut frontend::Request<'_>, station: &str) -> Option<String> {
    request.diagnostics.push(Diagnostic::error(
        codes::ir::IR_SYNTAX,
        format!("the intermediate representation has no {station}: it comes after that station"),
    ));
    None
}

/// Compiles sources for one target.
#[derive(Clone)]
pub struct Compiler {
    /// The target.
    pub target: &'static dyn Target,
    /// How sources are read.
    pub language: LanguageOptions,
    /// How code is made.
    pub options: Options,
}

impl Compiler {
    /// With default options.
    pub fn new(target: &'static dyn Target) -> Compiler {
        Compiler {
            target,
            language: LanguageOptions::default(),
            options: Options::default(),
        }
    }

    /// Compiles a source to a program.
    pub fn compile(&self, source: &Source) -> Compilation<Compiled> {
        self.compile_watched(source, &mut Hooks::default())
    }

    /// As [`Compiler::compile`], with a look between passes. Where the hooks stop the pipeline early
    /// there is neither a program nor an error.
    pub fn compile_watched(&self, source: &Source, hooks: &mut Hooks<'_>) -> Compilation<Compiled> {
        guarded(source, || self.compile_here(source, hooks))
    }

    fn compile_here(&self, source: &Source, hooks: &mut Hooks<'_>) -> Compilation<Compiled> {
        let mut stopped = false;
        let mut compilation = self.lower(source).and_then(|shader, warnings| {
            let options = &self.options;
            let declared = Declared::of(&shader);
            let compiled = self.target.compile_watched(shader, options, hooks);
            let again = || self.lower(source).result;
            let placed = |errors| limits::placed(self.target, options, errors, again);
            let compiled = compiled.map_err(placed)?;
            let Some(mut compiled) = compiled else {
                stopped = true;
                return Err(Diagnostics::new());
            };
            compiled.reflection.source.clone_from(&source.name);
            let language = &self.language;
            language.hold_to_engine(self.target, &mut compiled, || declared)?;
            warnings.extend(std::mem::take(&mut compiled.warnings));
            Ok(compiled)
        });
        if compilation.result.is_none() && !stopped && !compilation.diagnostics.has_errors() {
            compilation
                .diagnostics
                .push(Diagnostic::bug("compiler", "no result and no error"));
        }
        compilation
    }

    /// The shader after the target's passes, for `--emit=ir-opt`.
    pub fn optimized(&self, source: &Source, hooks: &mut Hooks<'_>) -> Compilation<Shader> {
        guarded(source, || {
            self.lower(source)
                .and_then(|shader, _| Ok(self.bring(shader, hooks)?.0))
        })
    }

    /// The selected instructions, for `--emit=select`; the result's content is `None` where the target
    /// has no such station.
    pub fn selection(&self, source: &Source, hooks: &mut Hooks<'_>) -> Compilation<Option<String>> {
        guarded(source, || {
            self.lower(source).and_then(|shader, _| {
                let (shader, options) = self.bring(shader, hooks)?;
                self.target.selection(&shader, &options)
            })
        })
    }

    /// The shader as the frontend makes it, in a stage that the target has.
    fn lower(&self, source: &Source) -> Compilation<Shader> {
        self.language.lower(source).and_then(|shader, _| {
            if takes(self.target, shader.stage) {
                Ok(shader)
            } else {
                Err(wrong_stage(self.target, shader.stage).into())
            }
        })
    }

    /// The shader after the target's passes, or those before the hooks stopped them, and the options with which they ran.
    fn bring(
        &self,
        shader: Shader,
        hooks: &mut Hooks<'_>,
    ) -> Result<(Shader, Options), Diagnostics> {
        let laid_out = self.target.laid_out(&shader, &self.options)?;
        let (mut shader, options) = laid_out.unwrap_or_else(|| (shader, self.options.clone()));
        self.target.prepare(&mut shader, &options, hooks)?;
        Ok((shader, options))
    }
}

/// True if a target has programs or set-ups for a stage.
pub(crate) fn takes(target: &dyn Target, stage: Stage) -> bool {
    target.processor(stage).is_some()
}

pub(crate) fn compile_lowered(
    target: &'static dyn Target,
    shader: &Shader,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    if !takes(target, shader.stage) {
        return Err(wrong_stage(target, shader.stage).into());
    }
    match target.compile(shader, options) {
        Err(errors) if !errors.has_errors() => {
            Err(Diagnostic::bug("compiler", "no result and no error").into())
        }
        Err(errors) => Err(limits::placed(target, options, errors, || {
            Some(shader.clone())
        })),
        Ok(compiled) => Ok(compiled),
    }
}

/// Compiles on a stack that is deep whatever thread this is. A panic becomes a message.
pub(crate) fn guarded<T: Send>(
    source: &Source,
    work: impl FnOnce() -> Compilation<T> + Send,
) -> Compilation<T> {
    deep::guarded(work).unwrap_or_else(|panic| {
        let mut sources = SourceMap::new();
        let file = sources.add(SourceFile::new(&*source.name, &*source.text));
        let bug = Diagnostic::bug("compiler", panic).at(Span::new(file, 0, 0), "");
        Compilation {
            sources,
            diagnostics: bug.into(),
            includes: Vec::new(),
            missing: Vec::new(),
            result: None,
        }
    })
}

pub(crate) fn wrong_stage(target: &dyn Target, stage: Stage) -> Diagnostic {
    let stages: Vec<&str> = target.stages().iter().map(|stage| stage.name()).collect();
    Diagnostic::error(
        retroshade_diagnostics::codes::target::STAGE,
        format!("{} has no {} programs", target.name(), stage.name()),
    )
    .with_note(format!(
        "{} programs run in the {} stage",
        target.name(),
        stages.join(" or ")
    ))
}
