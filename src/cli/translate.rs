//! `--target wgsl`, `spirv`, `hlsl`, `msl`, `glsl`: sources in other languages.

use super::arguments::{Code, Compile, Translation};
use super::depfile;
use super::files;
use super::output::Destination;
use super::report::{Reporter, Status, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::link::pairs;
use retroshade::translate::{GlslVersion, Language, Options, Position, Translated, Translator};
use retroshade::{Compilation, LanguageOptions, Optimize, Rewrite, Source, Stage};
use retroshade_diagnostics::fault::Fault;
use std::path::{Path, PathBuf};

/// The languages that a compilation is asked for: those of `--target`, else the one that the name of the output tells.
/// Empty where it is for chips, or for nothing beyond the frontend.
///
/// # Errors
/// A sentence: chips and languages in one command.
pub(crate) fn asked(options: &Compile) -> Result<Vec<Language>, Fault> {
    let names = &options.common.target;
    let mut languages: Vec<Language> = Vec::new();
    for language in names.iter().filter_map(|name| Language::named(name)) {
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    let chip = names.iter().find(|name| Language::named(name).is_none());
    match (languages.first(), chip) {
        (Some(language), Some(chip)) => Err(format!(
            "--target={}: {} is a language and {chip} a machine; use a command for each",
            names.join(","),
            language.name()
        )
        .into()),
        (Some(_), None) => Ok(languages),
        (None, _) => {
            let alone = names.is_empty()
                && !options.preprocess
                && options.emit.is_none()
                && !options.dependencies.dep_only;
            let output = options.output.as_deref().filter(|_| alone);
            Ok(output.and_then(language_of_name).into_iter().collect())
        }
    }
}

/// The language that the name of an output tells.
pub(crate) fn language_of_name(path: &Path) -> Option<Language> {
    Language::of_extension(path.extension()?.to_str()?)
}

/// What options ask of a translation.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn options_of(
    language: Language,
    options: &Translation,
    code: Option<&Code>,
) -> Result<Options, Fault> {
    let mut wanted = Options {
        group: options.group,
        ..Options::default()
    };
    if let Some(name) = &options.glsl {
        wanted.glsl = GlslVersion::named(name).ok_or_else(|| {
            let all = GlslVersion::ALL.map(GlslVersion::name);
            format!("--glsl {name}: there are {}", all.join(", "))
        })?;
        if language != Language::Glsl {
            return Err(
                format!("--glsl {name}: {} has no versions of GLSL", language.name()).into(),
            );
        }
    }
    if options.group.is_some() && matches!(language, Language::Msl | Language::Glsl) {
        return Err(format!("--group: {} has no groups of bindings", language.name()).into());
    }
    let Some(code) = code else {
        return Ok(wanted);
    };
    let target = settings::code(code)?;
    wanted.position = position(&target.position, code.clip_depth.as_deref(), language)?;
    wanted.invert_y = code.invert_y;
    wanted.matrices = target.matrices.and_then(retroshade::Matrices::layout);
    wanted.unoptimized = target.optimize == Optimize::None;
    Ok(wanted)
}

/// What becomes of the position.
fn position(
    position: &retroshade::Position,
    range: Option<&str>,
    language: Language,
) -> Result<Position, Fault> {
    match (position, range) {
        (retroshade::Position::Divide, _) => Err(format!(
            "--position divide: {} leaves the division to the machine",
            language.name()
        )
        .into()),
        (retroshade::Position::Clip, _) | (_, Some("native")) => Ok(Position::AsWritten),
        (retroshade::Position::Native, None | Some("gl")) => Ok(Position::Native),
        (_, Some(other)) => Err(format!("--clip-depth {other}: expected gl or native").into()),
    }
}

/// Runs the compilation for languages.
pub(crate) fn run(options: &Compile, inputs: &[Input], languages: &[Language]) -> Status {
    let session = match Session::new(options, inputs, languages) {
        Ok(session) => session,
        Err(fault) => return usage(&fault),
    };
    let statuses = session.jobs.iter().map(|job| session.run(job));
    let status = statuses.max().unwrap_or(Status::Done);
    session.reporter.finish();
    status
}

struct Session<'a> {
    options: &'a Compile,
    reporter: Reporter,
    language: LanguageOptions,
    jobs: Vec<Job<'a>>,
}

/// One input, one language, and where the result goes.
struct Job<'a> {
    input: &'a Input,
    language: Language,
    options: Options,
    output: PathBuf,
}

impl<'a> Session<'a> {
    fn new(
        options: &'a Compile,
        inputs: &'a [Input],
        languages: &[Language],
    ) -> Result<Session<'a>, Fault> {
        check(options, inputs, languages)?;
        let reporter = Reporter::new(&options.common)?;
        let language = settings::language(&options.language, reporter.policy())?;
        let mut jobs = Vec::new();
        for input in inputs {
            for &language in languages {
                jobs.push(Job {
                    input,
                    language,
                    options: options_of(language, &options.translation, Some(&options.code))?,
                    output: output(options, Path::new(&input.path), language),
                });
            }
        }
        let outputs = jobs.iter().map(|job| job.output.as_path());
        files::announce(outputs.chain(options.reflect.as_deref()))?;
        Ok(Session {
            options,
            reporter,
            language,
            jobs,
        })
    }

    fn run(&self, job: &Job<'_>) -> Status {
        let source = match self.source(job.input) {
            Ok(source) => source,
            Err(fault) => return self.reporter.report(&SourceMap::new(), fault.into()),
        };
        let translator = Translator {
            target: job.language,
            language: self.language.clone(),
            options: job.options.clone(),
        };
        let translated = match self.partner(job.input) {
            Some((partner, stage)) => {
                let pair = translator.translate_pair(&source, &partner);
                pair.map(|pair| match stage {
                    Stage::Vertex | Stage::Geometry => pair.fragment,
                    Stage::Fragment => pair.vertex,
                })
            }
            None => translator.translate(&source),
        };
        self.finish(job, translated)
    }

    fn source(&self, input: &Input) -> Result<Source, Diagnostic> {
        let path = Path::new(&input.path);
        // Both were asked for when the command was read.
        let stage = input.stage.as_deref().map(files::stage_of_word);
        let language = files::language_of(input).unwrap_or_default();
        Ok(Source {
            name: files::shown_name(path),
            text: files::read_source(path)?,
            stage: stage.and_then(Result::ok),
            language,
        })
    }

    /// The other source of a pair in this command, and its stage.
    fn partner(&self, input: &Input) -> Option<(Source, Stage)> {
        let mut named: Vec<(&Input, String, Stage)> = Vec::new();
        for job in &self.jobs {
            let path = Path::new(&job.input.path);
            let told = job.input.stage.as_deref().map(files::stage_of_word);
            let stage = told
                .and_then(Result::ok)
                .or(retroshade::stage_of_name(path));
            let name = files::shown_name(path);
            if let Some(stage) = stage.filter(|_| named.iter().all(|(_, known, _)| *known != name))
            {
                named.push((job.input, name, stage));
            }
        }
        let list: Vec<(&str, Stage)> = named
            .iter()
            .map(|(_, name, stage)| (name.as_str(), *stage))
            .collect();
        let own = files::shown_name(Path::new(&input.path));
        let partner = pairs(&list).into_iter().find_map(|(vertex, fragment)| {
            let names = [vertex, fragment].map(|at| &named[at].1);
            match names.map(|name| *name == own) {
                [true, _] => Some(fragment),
                [_, true] => Some(vertex),
                _ => None,
            }
        })?;
        let (input, stage) = (named[partner].0, named[partner].2);
        Some((self.source(input).ok()?, stage))
    }

    /// Shows the messages, then writes results unless one of them is an error.
    fn finish(&self, job: &Job<'_>, compilation: Compilation<Translated>) -> Status {
        let diagnostics = self.reporter.filter(compilation.diagnostics);
        let status = self.reporter.show(&compilation.sources, &diagnostics);
        let Some(translated) = compilation.result.filter(|_| status == Status::Done) else {
            return status;
        };
        if self.options.check {
            return status;
        }
        match self.write(job, &translated, &compilation.includes) {
            Ok(()) => status,
            Err(fault) => self
                .reporter
                .show(&compilation.sources, &Diagnostics::from(fault)),
        }
    }

    fn write(
        &self,
        job: &Job<'_>,
        translated: &Translated,
        includes: &[String],
    ) -> Result<(), Diagnostic> {
        let wanted = &self.options.dependencies;
        let rule = if wanted.dep_file_too {
            let inputs = [Path::new(&job.input.path)];
            let outputs = [&job.output];
            Some(depfile::requested(wanted, &outputs, inputs, includes)?)
        } else {
            None
        };
        let put = |path: &Path, bytes: &[u8]| {
            let to = Destination::new(path);
            self.reporter.write(&to, bytes, Rewrite::IfDifferent)
        };
        put(&job.output, &translated.bytes)?;
        if let Some(path) = &self.options.reflect {
            put(path, translated.interface.to_json().as_bytes())?;
        }
        if let Some(rule) = rule {
            let file = wanted.dep_file.clone().unwrap_or_else(|| {
                let mut name = job.output.clone().into_os_string();
                name.push(".d");
                PathBuf::from(name)
            });
            put(&file, &rule)?;
        }
        Ok(())
    }
}

/// The name of an output: `cube.vert` becomes `cube.vert.wgsl`.
fn output(options: &Compile, input: &Path, language: Language) -> PathBuf {
    if let Some(output) = &options.output {
        return output.clone();
    }
    if input.as_os_str() == "-" {
        return PathBuf::from("-");
    }
    let name = files::default_output(input, language.extension());
    match &options.out_dir {
        Some(folder) => folder.join(name),
        None => name,
    }
}

/// Options that are for machines, and outputs that are in each other's way.
fn check(options: &Compile, inputs: &[Input], languages: &[Language]) -> Result<(), Fault> {
    let name = languages.first().map_or("", |language| language.name());
    let code = &options.code;
    let machine = [
        (options.assembly, "-S"),
        (options.format.is_some(), "-mfmt="),
        (options.opdesc.is_some(), "--opdesc"),
        (options.emit.is_some(), "--emit"),
        (options.preprocess, "-E"),
        (options.dependencies.dep_only, "-M"),
        (options.stats.is_some(), "--stats"),
        (options.prove.is_some(), "--prove"),
        (options.debug_info, "-g"),
        (code.container.is_some(), "--container"),
        (!code.bind.is_empty(), "--bind"),
        (!code.sampler.is_empty(), "--sampler"),
        (!code.target_option.is_empty(), "--target-option"),
        (code.agal_profile.is_some(), "--agal-profile"),
        (code.state.is_some(), "--state"),
        (code.stop_after.is_some(), "--stop-after"),
        (code.print_after.is_some(), "--print-after"),
        (!code.without.is_empty(), "--without"),
    ];
    if let Some((_, flag)) = machine.iter().find(|(on, _)| *on) {
        return Err(format!("{flag} is for machines; {name} is a language").into());
    }
    if inputs.is_empty() {
        return Err("no input files".into());
    }
    let several = inputs.len() > 1 || languages.len() > 1;
    for (on, flag) in [
        (options.output.is_some(), "-o"),
        (options.reflect.is_some(), "--reflect"),
        (options.dependencies.dep_file.is_some(), "-MF"),
    ] {
        if on && several {
            return Err(format!(
                "{flag}: there are several results; --out-dir names a folder for all"
            )
            .into());
        }
    }
    if options.output.is_some() && options.out_dir.is_some() {
        return Err("-o and --out-dir exclude each other".into());
    }
    for input in inputs {
        input
            .stage
            .as_deref()
            .map(files::stage_of_word)
            .transpose()?;
        files::language_of(input)?;
    }
    Ok(())
}
