//! `retroshade link`: a vertex and a fragment shader, with a geometry shader between them or not, to programs that agree.
//!
//! Where the target runs vertex programs only, linking puts those given into one file, which is what its
//! container has room for.

mod rule;

use super::arguments::{Link, StatsForm, Varyings};
use super::compile::render;
use super::files;
use super::output::Destination;
use super::proof::said;
use super::report::{Reporter, Status, all_targets, no_target, usage};
use super::settings;
use super::spelling::Input;
use super::stats;
use retroshade::bindings::{Class, ClassLanguage};
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::link::{Linker, Pair, compile_together};
use retroshade::proof::Verdict;
use retroshade::translate;
use retroshade::{
    Compilation, Compiled, Compiler, Language, Rewrite, Source, Stage, format_joined, resolve,
    stage_of_name,
};
use retroshade_diagnostics::fault::Fault;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Runs the subcommand.
pub(crate) fn run(options: &Link, inputs: &[Input]) -> Status {
    let reporter = match Reporter::new(&options.common) {
        Ok(reporter) => reporter,
        Err(fault) => return usage(fault),
    };
    match sessions(options, inputs, &reporter) {
        Ok(sessions) => {
            let worst = sessions.iter().map(Session::run).max();
            reporter.finish();
            worst.unwrap_or(Status::Done)
        }
        Err(fault) => usage(fault),
    }
}

struct Session<'a> {
    options: &'a Link,
    inputs: Vec<Named<'a>>,
    reporter: &'a Reporter,
    compiler: Compiler,
    /// Whether there are several targets, which names of outputs tell apart then.
    several_targets: bool,
}

/// What is to be done for each target, with all outputs announced.
fn sessions<'a>(
    options: &'a Link,
    inputs: &'a [Input],
    reporter: &'a Reporter,
) -> Result<Vec<Session<'a>>, Fault> {
    let mut names = options.common.target.iter();
    if let Some(name) = names.find(|name| translate::Language::named(name).is_some()) {
        return Err(format!(
            "--target {name}: link makes programs; `retroshade --target {name} VERTEX FRAGMENT` translates a pair"
        )
        .into());
    }
    let targets = all_targets(&options.common.target)?;
    if targets.is_empty() {
        return Err(no_target().into());
    }
    if inputs.is_empty() {
        return Err("no input files".into());
    }
    let several_targets = targets.len() > 1;
    let sessions = targets.into_iter().map(|target| {
        let session = Session {
            options,
            inputs: named(inputs)?,
            reporter,
            compiler: Compiler {
                target,
                language: settings::language(&options.language, reporter.policy())?,
                options: settings::code(&options.code)?,
            },
            several_targets,
        };
        session.check()?;
        Ok(session)
    });
    let sessions = sessions.collect::<Result<Vec<_>, Fault>>()?;
    check_outputs(&sessions)?;
    Ok(sessions)
}

/// An input with the stage that an option says and its language.
type Named<'a> = (&'a Path, Option<Stage>, Language);

/// The inputs with what options say of them.
fn named(inputs: &[Input]) -> Result<Vec<Named<'_>>, Fault> {
    let inputs = inputs.iter().map(|input| {
        let path = Path::new(&input.path);
        let language = files::language_of(input)?;
        let stage = match &input.stage {
            Some(word) => Some(files::stage_of_word(word)?),
            None if language == Language::Wgsl => files::stage_of_assembly(path),
            // `#pragma shader_stage(…)` goes before the name.
            None => None,
        };
        Ok((path, stage, language))
    });
    inputs.collect()
}

/// Outputs that are in each other's way are refused before anything is done.
fn check_outputs(sessions: &[Session<'_>]) -> Result<(), Fault> {
    let mut outputs = Vec::new();
    for session in sessions {
        outputs.extend(session.outputs()?);
    }
    for (index, output) in outputs.iter().enumerate() {
        let mut later = outputs.iter().skip(index + 1);
        if later.any(|other| resolve(other) == resolve(output)) {
            return Err(format!("'{}' would be written twice", output.display()).into());
        }
    }
    files::announce(outputs.iter().map(PathBuf::as_path))
}

/// A result that waits until all others are there as well.
type Output = (PathBuf, Vec<u8>);

impl Session<'_> {
    /// Options that contradict each other or the target.
    fn check(&self) -> Result<(), Fault> {
        let (options, target) = (self.options, self.compiler.target);
        if options.assembly && options.format.is_some() {
            return Err("-mfmt= needs a binary output, which -S does not make".into());
        }
        let class = self.class_language();
        if class.is_none() && options.class.is_some() {
            return Err("--class needs -mfmt=as3 or -mfmt=haxe".into());
        }
        if class.is_some() && !Class::exists_for(target) {
            let format = options.format.as_deref().unwrap_or_default();
            return Err(format!(
                "-mfmt={format}: classes are for Stage3D programs, which {} has not",
                target.name()
            )
            .into());
        }
        let count = self.inputs.len();
        if target.varyings().is_some() && count != 2 {
            return Err(
                format!("link takes a vertex and a fragment shader, not {count} files").into(),
            );
        }
        self.check_rule()
    }

    /// The number of inputs of a stage, as options and names say.
    fn inputs_of(&self, stage: Stage) -> usize {
        let inputs = self.inputs.iter();
        let stages = inputs.map(|input| input.1.or_else(|| stage_of_name(input.0)));
        stages.filter(|of| *of == Some(stage)).count()
    }

    /// Whether a vertex and a fragment shader come together, not vertex programs in one file.
    fn is_pair(&self) -> bool {
        let target = self.compiler.target;
        let count = self.inputs.len();
        let fixed = target.is_fixed(Stage::Fragment);
        let fixed = fixed && (count == 2 || count == 3 && self.has_geometry());
        target.varyings().is_some() || fixed && self.inputs_of(Stage::Fragment) == 1
    }

    /// Whether a geometry shader stands between the two of a pair.
    fn has_geometry(&self) -> bool {
        self.inputs_of(Stage::Geometry) == 1 && self.inputs_of(Stage::Fragment) == 1
    }

    fn run(&self) -> Status {
        let sources: Result<Vec<Source>, Diagnostic> = self
            .inputs
            .iter()
            .map(|&(path, stage, language)| files::source(path, stage, language))
            .collect();
        let sources = match sources {
            Ok(sources) => sources,
            Err(fault) => return self.reporter.report(&SourceMap::new(), fault.into()),
        };
        let linker = Linker {
            compiler: self.compiler.clone(),
            pack: self.options.varyings == Varyings::Packed,
        };
        match &sources[..] {
            [one, other] if self.is_pair() => {
                let prove = |pair: &Pair| Some(linker.prove(one, other, pair)?.to_vec());
                self.link(linker.link(one, other), &prove)
            }
            [one, two, three] if self.is_pair() => {
                let three = [one, two, three];
                let prove = |pair: &Pair| Some(linker.prove_three(three, pair)?.to_vec());
                self.link(linker.link_three(three), &prove)
            }
            _ => self.join(&sources),
        }
    }

    /// `prove` gives a verdict on each program of the pair, in the order of the stages.
    fn link(
        &self,
        compilation: Compilation<Pair>,
        prove: &dyn Fn(&Pair) -> Option<Vec<Verdict>>,
    ) -> Status {
        let status = self
            .reporter
            .report(&compilation.sources, compilation.diagnostics);
        let Some(pair) = compilation.result.filter(|_| status == Status::Done) else {
            return status;
        };
        if let Some(asked) = self.options.prove
            && let Some(verdicts) = prove(&pair)
        {
            let mut all = Diagnostics::new();
            for (program, verdict) in pair.programs().zip(&verdicts) {
                let name = &program.reflection.source;
                all.extend(said(self.reporter, name, verdict, asked));
            }
            let status = self.reporter.report(&SourceMap::new(), all);
            if status != Status::Done {
                return status;
            }
        }
        if let Err(faults) = self.finish(&pair, &compilation.includes) {
            return self.reporter.report(&SourceMap::new(), faults);
        }
        pair.programs().for_each(|program| self.stats(program));
        Status::Done
    }

    /// Writes what a pair became. Everything is made before anything is written.
    fn finish(&self, pair: &Pair, includes: &[String]) -> Result<(), Diagnostics> {
        let mut results = self.results(pair)?;
        let outputs: Vec<PathBuf> = results.iter().map(|result| result.0.clone()).collect();
        results.extend(self.rule(&outputs, includes)?);
        if let Some(path) = &self.options.reflect {
            results.push((path.clone(), pair.to_json().into_bytes()));
        }
        Ok(self.write(results)?)
    }

    /// The programs of a pair, or the class.
    fn results(&self, pair: &Pair) -> Result<Vec<Output>, Diagnostics> {
        let mut results = Vec::new();
        match self.class_language() {
            Some(language) => {
                let class = Class::new(&self.class_name(), &pair.vertex, &pair.fragment).map_err(
                    |fault| Diagnostic::error(codes::target::SETTING, format!("--class: {fault}")),
                )?;
                let text = language.text(&class);
                results.push((self.output(Stage::Vertex), text.into_bytes()));
            }
            None if self.prints() => results.push((PathBuf::from("-"), listing(pair).into_bytes())),
            None if pair.geometry.is_some() && !self.options.assembly => {
                let both = self.bytes_of_both(pair)?;
                results.push((self.output(Stage::Vertex), both));
                let settings = self.bytes(&pair.fragment, Stage::Fragment)?;
                results.push((self.output(Stage::Fragment), settings));
            }
            None => {
                for program in pair.programs() {
                    let stage = Stage::of_name(&program.reflection.stage);
                    let stage = stage.unwrap_or(Stage::Vertex);
                    results.push((self.output(stage), self.bytes(program, stage)?));
                }
            }
        }
        Ok(results)
    }

    /// The file with a vertex and a geometry program.
    fn bytes_of_both(&self, pair: &Pair) -> Result<Vec<u8>, Diagnostics> {
        let target = self.compiler.target;
        let programs: Vec<Compiled> = pair.before_fragments().cloned().collect();
        let joined = target.join(&programs, &self.compiler.options)?;
        let Some(format) = self.options.format.as_deref() else {
            return Ok(joined);
        };
        let name = self.prefix(Stage::Vertex);
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        Ok(format_joined(target, &programs, &joined, format, &name)?)
    }

    fn bytes(&self, program: &Compiled, stage: Stage) -> Result<Vec<u8>, Diagnostic> {
        if self.options.assembly {
            return Ok(program.assembly.clone().into_bytes());
        }
        let format = self.options.format.as_deref();
        let name = self.prefix(stage).into_os_string();
        render(self.compiler.target, program, format, Path::new(&name))
    }

    fn write(&self, results: Vec<Output>) -> Result<(), Diagnostic> {
        let rewrite = if self.options.dependencies.dep_file_too {
            Rewrite::Always
        } else {
            Rewrite::IfDifferent
        };
        for (path, bytes) in results {
            self.reporter
                .write(&Destination::new(&path), &bytes, rewrite)?;
        }
        Ok(())
    }

    fn stats(&self, program: &Compiled) {
        let target = self.compiler.target;
        match self.options.stats {
            Some(StatsForm::Text) => {
                let text = stats::text(target, &program.reflection);
                self.reporter.say(text.as_bytes());
            }
            Some(StatsForm::Json) => {
                let line = stats::json(target, &program.reflection);
                self.reporter.say(format!("{line}\n").as_bytes());
            }
            None => {}
        }
    }

    /// Vertex programs in one file.
    fn join(&self, sources: &[Source]) -> Status {
        let (mut programs, mut worst) = (Vec::new(), Status::Done);
        let mut includes: Vec<String> = Vec::new();
        for compilation in compile_together(&self.compiler, sources) {
            let status = self
                .reporter
                .report(&compilation.sources, compilation.diagnostics);
            worst = worst.max(status);
            includes.extend(compilation.includes);
            programs.extend(compilation.result.filter(|_| status == Status::Done));
        }
        if worst != Status::Done {
            return worst;
        }
        let target = self.compiler.target;
        let settings = programs.iter().any(|program| {
            let stage = Stage::of_name(&program.reflection.stage);
            stage.is_some_and(|stage| target.is_fixed(stage))
        });
        let bytes = if settings {
            Err(no_programs(target.name()).into())
        } else {
            target.join(&programs, &self.compiler.options)
        };
        let written = bytes.and_then(|bytes| {
            let output = self.joined_output();
            let rule = self.rule(std::slice::from_ref(&output), &includes)?;
            let mut results = vec![(output, bytes)];
            results.extend(rule);
            Ok(self.write(results)?)
        });
        match written {
            Ok(()) => {
                programs.iter().for_each(|program| self.stats(program));
                Status::Done
            }
            Err(faults) => self.reporter.report(&SourceMap::new(), faults),
        }
    }

    fn joined_output(&self) -> PathBuf {
        let named = self.options.output.clone();
        named.unwrap_or_else(|| {
            let mut name = stem(self.inputs.first().map_or(Path::new("a"), |input| input.0));
            name.push(".");
            let container = self.compiler.options.container.as_deref();
            let target = self.compiler.target;
            let extension = target.output_extension(Some(Stage::Vertex), container);
            name.push(self.told_apart(extension));
            name.into()
        })
    }

    fn class_language(&self) -> Option<ClassLanguage> {
        let format = self.options.format.as_deref()?;
        ClassLanguage::of_format(format)
    }

    fn class_name(&self) -> String {
        let named = self.options.class.clone();
        named.unwrap_or_else(|| {
            let path = self.options.output.as_deref();
            let path = path.filter(|path| path.as_os_str() != "-");
            let path = path.or(self.inputs.first().map(|input| input.0));
            Class::name_of(&path.unwrap_or(Path::new("Shader")).to_string_lossy())
        })
    }

    /// Whether both listings go to standard output.
    fn prints(&self) -> bool {
        self.options.assembly && self.options.output.as_deref() == Some(Path::new("-"))
    }

    /// What the name of a program's output begins with: the name that `-o` gives and the stage, or that of
    /// the source.
    fn prefix(&self, stage: Stage) -> PathBuf {
        let extension = match stage {
            Stage::Vertex => "vert",
            Stage::Geometry => "geom",
            Stage::Fragment => "frag",
        };
        if let Some(output) = &self.options.output {
            let mut name = output.clone().into_os_string();
            name.push(".");
            name.push(extension);
            return name.into();
        }
        let mut named = self.inputs.iter();
        match named.find(|input| stage_of_name(input.0) == Some(stage)) {
            Some(input) => PathBuf::from(input.0.file_name().unwrap_or_default()),
            None => {
                let mut name = stem(self.inputs.first().map_or(Path::new("a"), |input| input.0));
                name.push(".");
                name.push(extension);
                name.into()
            }
        }
    }

    /// Where a program goes, or the class.
    fn output(&self, stage: Stage) -> PathBuf {
        if let Some(language) = self.class_language() {
            return self.options.output.clone().unwrap_or_else(|| {
                // Both compilers look for a class in the folders of its package.
                let name = self.class_name().replace('.', "/");
                PathBuf::from(format!("{name}.{}", language.extension()))
            });
        }
        let target = self.compiler.target;
        let container = self.compiler.options.container.as_deref();
        let own = files::extension_of_format(self.options.format.as_deref());
        let extension = if self.options.assembly {
            format!("{}.s", target.name())
        } else {
            self.told_apart(own.unwrap_or(target.output_extension(Some(stage), container)))
        };
        let mut name = self.prefix(stage).into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }

    /// Every file that is written.
    ///
    /// # Errors
    /// Two programs in one file.
    fn outputs(&self) -> Result<Vec<PathBuf>, Fault> {
        let mut outputs = if !self.is_pair() {
            vec![self.joined_output()]
        } else {
            match self.class_language() {
                Some(_) => vec![self.output(Stage::Vertex)],
                None if self.prints() => Vec::new(),
                None => {
                    if self.options.output.as_deref() == Some(Path::new("-")) {
                        return Err("-o -: link writes two files; -S prints all listings".into());
                    }
                    let geometry = self.options.assembly && self.has_geometry();
                    let geometry = geometry.then_some(Stage::Geometry);
                    let stages = [Stage::Vertex].into_iter().chain(geometry);
                    let stages = stages.chain([Stage::Fragment]);
                    stages.map(|stage| self.output(stage)).collect()
                }
            }
        };
        outputs.extend(self.rule_file(&outputs));
        outputs.extend(self.options.reflect.clone());
        outputs.retain(|output| output.as_os_str() != "-");
        Ok(outputs)
    }

    /// What a name ends with, which says the target where there are several.
    fn told_apart(&self, extension: &str) -> String {
        let target = self.compiler.target.name();
        if self.several_targets && extension != target {
            format!("{target}.{extension}")
        } else {
            extension.to_owned()
        }
    }
}

/// The listings of all programs, the vertex program's first, an empty line between.
fn listing(pair: &Pair) -> String {
    let texts: Vec<&str> = pair.programs().map(|program| &*program.assembly).collect();
    texts.join("\n")
}

/// The refusal to put settings of combiner stages into a file of programs.
fn no_programs(target: &str) -> Diagnostic {
    let message = format!(
        "{target} has no fragment programs: its fragment shaders become settings, which no file of programs holds"
    );
    Diagnostic::error(codes::target::UNSUPPORTED, message).with_help(
        "link one vertex and one fragment shader, and a geometry shader if there is one, named .vert, .geom and .frag, or with -fshader-stage= before each",
    )
}

/// The name of a file without its folder and extension.
fn stem(path: &Path) -> OsString {
    if path.as_os_str() == "-" {
        OsString::from("shader")
    } else {
        path.file_stem().unwrap_or("shader".as_ref()).to_owned()
    }
}
