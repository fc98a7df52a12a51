//! What a build has to do, checked before anything is compiled.

use super::environment::Environment;
use super::{Build, File};
use crate::bindings::{Class, ClassLanguage};
use crate::{
    FileAccess, Settings, Source, Stage, Target, find_target, naming, reason, target_names,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, codes};
use std::path::{Path, PathBuf};

/// A build with nothing left open.
pub(super) struct Plan {
    pub(super) target: &'static dyn Target,
    pub(super) settings: Settings,
    pub(super) work: Vec<Work>,
    pub(super) out_dir: PathBuf,
    pub(super) bindings: Vec<PathBuf>,
    pub(super) classes: Vec<ClassFile>,
    pub(super) listings: bool,
    /// Rust bindings use the types of `retroshade-shader`.
    pub(super) shared_types: bool,
}

/// A class that is to be written.
pub(super) struct ClassFile {
    /// Relative to the folder of outputs.
    pub(super) path: PathBuf,
    pub(super) language: ClassLanguage,
    /// With packages: `com.example.Cube`.
    pub(super) name: String,
    /// Which of the pairs it holds.
    pub(super) pair: usize,
}

/// What is compiled at once.
pub(super) enum Work {
    Single(SourceFile),
    /// A vertex and a fragment program that agree on their varyings.
    Pair([SourceFile; 2]),
}

/// One source and where its program goes.
pub(super) struct SourceFile {
    /// As it is opened and as messages name it.
    pub(super) path: PathBuf,
    /// Relative to the package where it is in there: no output may depend on where the package lies.
    pub(super) name: PathBuf,
    /// What the script says; `None` leaves it to `#pragma shader_stage(…)`, then to the extension.
    pub(super) stage: Option<Stage>,
    /// Relative to the folder of outputs.
    pub(super) output: PathBuf,
    /// What the program is named after, as a path.
    program: PathBuf,
}

impl Work {
    pub(super) fn sources(&self) -> &[SourceFile] {
        match self {
            Work::Single(source) => std::slice::from_ref(source),
            Work::Pair(sources) => sources,
        }
    }

    /// What the programs are named after.
    pub(super) fn programs(&self) -> impl Iterator<Item = &Path> {
        self.sources().iter().map(|source| source.program.as_path())
    }
}

/// An error about the build rather than about a shader.
pub(super) fn fault(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::files::BUILD, message)
}

impl Plan {
    pub(super) fn new(build: &Build, environment: &Environment) -> Result<Plan, Diagnostic> {
        let target = target(build, environment)?;
        let out_dir = build
            .out_dir
            .clone()
            .or_else(|| environment.out_dir.clone());
        let out_dir = out_dir.ok_or_else(|| {
            fault(
                "there is no folder for outputs: OUT_DIR is not set, and `out_dir` was not called",
            )
            .with_help(
                "`retroshade::build` is for build scripts, which Cargo runs with OUT_DIR set",
            )
        })?;
        let settings = settings(build, environment).map_err(fault)?;
        let container = settings.code.container.as_deref();
        let mut work = Vec::new();
        for file in sources(build)? {
            let name = within(&file.path, environment.package.as_deref());
            if file.stage.is_none() && !naming::may_do_without_stage(&name) {
                let why = naming::no_stage(&name, "use `file_of_stage`, or name it .vert/.frag");
                return Err(fault(format!("`{}`: {why}", name.display())));
            }
            let text = || Source::open(&settings.language.files, &file.path, file.stage).ok();
            let language = &settings.language;
            let extension = language.output_extension(target, file.stage, container, text);
            work.push(Work::Single(SourceFile {
                output: naming::mirrored(&name, extension),
                stage: file.stage,
                path: file.path,
                program: name.clone(),
                name,
            }));
        }
        for pair in &build.pairs {
            let half = |path: &PathBuf, stage: Stage| {
                let program = PathBuf::from(format!("{}.{}", pair.name, stage.name()));
                let extension = target.output_extension(Some(stage), container);
                SourceFile {
                    path: path.clone(),
                    name: within(path, environment.package.as_deref()),
                    stage: Some(stage),
                    output: format!("{}.{extension}", program.display()).into(),
                    program,
                }
            };
            check_name(&pair.name)?;
            work.push(Work::Pair([
                half(&pair.vertex, Stage::Vertex),
                half(&pair.fragment, Stage::Fragment),
            ]));
        }
        check_outputs(&work)?;
        let mut classes = Vec::new();
        let mut bindings = Vec::new();
        for path in &build.bindings {
            match check_binding(path)? {
                Some(language) => classes.push(class_file(path, language, build, target)?),
                None => bindings.push(path.clone()),
            }
        }
        let plan = Plan {
            target,
            settings,
            work,
            out_dir,
            bindings,
            classes,
            listings: build.listings || environment.keep,
            shared_types: build.shared_types,
        };
        plan.announce()?;
        Ok(plan)
    }

    /// The files of the build.
    pub(super) fn files(&self) -> &FileAccess {
        &self.settings.language.files
    }

    /// Records sources and outputs before anything is read or written.
    fn announce(&self) -> Result<(), Diagnostic> {
        let sources = || self.work.iter().flat_map(Work::sources);
        for source in sources() {
            self.files().expect_input(&source.path);
        }
        let programs = sources().map(|source| &source.output);
        let classes = self.classes.iter().map(|class| &class.path);
        for output in programs.chain(&self.bindings).chain(classes) {
            self.files().plan(&self.out_dir.join(output))?;
        }
        Ok(())
    }
}

fn target(build: &Build, environment: &Environment) -> Result<&'static dyn Target, Diagnostic> {
    let name = environment.target.as_ref().or(build.target.as_ref());
    let name = name.ok_or_else(|| {
        fault("no target was named").with_help(format!("call `target` with {}", target_names()))
    })?;
    find_target(name).ok_or_else(|| {
        let from = if environment.target.is_some() {
            "RETROSHADE_TARGET: "
        } else {
            ""
        };
        fault(format!(
            "{from}unknown target `{name}`; there are {}",
            target_names()
        ))
    })
}

fn settings(build: &Build, environment: &Environment) -> Result<Settings, Fault> {
    let mut settings = Settings::default();
    settings.apply(build.flags.iter().map(String::as_str))?;
    if let Some(flags) = &environment.flags {
        let outcome = settings.apply(flags.split_whitespace());
        outcome.map_err(|fault| format!("RETROSHADE_FLAGS: {fault}"))?;
    }
    if let Some(level) = &environment.optimize {
        let outcome = settings.optimize(level);
        outcome.map_err(|fault| format!("RETROSHADE_OPT: {fault}"))?;
    }
    settings.warnings.errors |= environment.warnings_are_errors;
    Ok(settings)
}

/// The files that were named, then those of folders.
fn sources(build: &Build) -> Result<Vec<File>, Diagnostic> {
    let mut files = build.files.clone();
    for directory in &build.directories {
        let mut found = Vec::new();
        collect(directory, &mut found)?;
        if found.is_empty() {
            let message = format!("`{}` has no shaders in it", directory.display());
            return Err(fault(message));
        }
        files.extend(found.into_iter().map(|path| File { path, stage: None }));
    }
    Ok(files)
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let unreadable = |error: std::io::Error| {
        fault(format!(
            "cannot read the folder `{}`: {}",
            directory.display(),
            reason(&error)
        ))
    };
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let is_folder = entry.file_type().map_err(unreadable)?.is_dir();
        entries.push((entry.path(), is_folder));
    }
    entries.sort();
    for (path, is_folder) in entries {
        if is_folder {
            collect(&path, found)?;
        } else if naming::stage_of_name(&path).is_some() {
            found.push(path);
        }
    }
    Ok(())
}

/// A path relative to the package if it is in there.
fn within(path: &Path, package: Option<&Path>) -> PathBuf {
    let inside = package.and_then(|package| path.strip_prefix(package).ok());
    inside.unwrap_or(path).to_owned()
}

/// The name of a pair, which its outputs are named after.
fn check_name(name: &str) -> Result<(), Diagnostic> {
    let sound = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    if name.starts_with(char::is_alphanumeric) && name.chars().all(sound) {
        return Ok(());
    }
    Err(fault(format!(
        "pair `{name}`: a name is made of letters, digits, `_`, `-` and `.`"
    )))
}

fn check_outputs(work: &[Work]) -> Result<(), Diagnostic> {
    let mut writers = std::collections::BTreeMap::new();
    for job in work.iter().flat_map(Work::sources) {
        if let Some(other) = writers.insert(&job.output, &job.path) {
            return Err(fault(format!(
                "`{}` and `{}` would both write `{}`",
                other.display(),
                job.path.display(),
                job.output.display()
            )));
        }
    }
    Ok(())
}

/// The language of a class, if the file is to hold one.
fn check_binding(path: &Path) -> Result<Option<ClassLanguage>, Diagnostic> {
    let shown = path.display();
    let plain = |part| matches!(part, std::path::Component::Normal(_));
    if !path.components().all(plain) || path.as_os_str().is_empty() {
        return Err(fault(format!(
            "bindings `{shown}` must be a name below OUT_DIR"
        )));
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let class = extension.and_then(ClassLanguage::of_extension);
    if class.is_none() && !matches!(extension, Some("rs" | "h" | "json")) {
        return Err(fault(format!(
            "bindings `{shown}`: the name must end in .rs, .h, .json, .as or .hx"
        )));
    }
    Ok(class)
}

fn class_file(
    path: &Path,
    language: ClassLanguage,
    build: &Build,
    target: &dyn Target,
) -> Result<ClassFile, Diagnostic> {
    let shown = path.display();
    if !Class::exists_for(target) {
        return Err(fault(format!(
            "bindings `{shown}`: classes are for Stage3D programs, which {} has not",
            target.name()
        )));
    }
    let name = naming::with_slashes(&path.with_extension("")).replace('/', ".");
    Class::check_name(&name).map_err(|error| fault(format!("bindings `{shown}`: {error}")))?;
    let stem = name.rsplit('.').next().unwrap_or(&name);
    let named = |pair: &super::Pair| Class::name_of(&pair.name) == stem;
    let pair = match (build.pairs.iter().position(named), build.pairs.len()) {
        (Some(pair), _) => pair,
        (None, 1) => 0,
        (None, 0) => {
            return Err(fault(format!("bindings `{shown}`: a class holds a pair"))
                .with_help("call `pair` with a vertex and a fragment source"));
        }
        (None, count) => {
            let message = format!(
                "bindings `{shown}`: none of the {count} pairs makes the class name `{stem}`"
            );
            let names = build.pairs.iter().map(|pair| Class::name_of(&pair.name));
            let names: Vec<String> = names.collect();
            return Err(fault(message).with_help(format!("there are {}", names.join(", "))));
        }
    };
    Ok(ClassFile {
        path: path.to_owned(),
        language,
        name,
        pair,
    })
}
