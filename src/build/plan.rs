//! What a build has to do, checked before anything is compiled.

use super::environment::Environment;
use super::{Build, File};
use crate::{Settings, Stage, Target, find_target, naming, reason, target_names};
use retroshade_diagnostics::{Diagnostic, codes};
use std::path::{Path, PathBuf};

/// A build with nothing left open.
pub(super) struct Plan {
    pub(super) target: &'static dyn Target,
    pub(super) settings: Settings,
    pub(super) jobs: Vec<Job>,
    pub(super) out_dir: PathBuf,
    pub(super) bindings: Vec<PathBuf>,
    pub(super) listings: bool,
}

/// One source.
pub(super) struct Job {
    /// As it is opened and as messages name it.
    pub(super) source: PathBuf,
    /// Relative to the package where it is in there: no output may depend on where the package lies.
    pub(super) name: PathBuf,
    pub(super) stage: Option<Stage>,
    /// Relative to the folder of outputs.
    pub(super) output: PathBuf,
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
        let extension = settings.code.container.as_deref();
        let extension = extension.unwrap_or_else(|| target.extension());
        let mut jobs = Vec::new();
        for File {
            path: source,
            stage,
        } in sources(build)?
        {
            let name = within(&source, environment.package.as_deref());
            let stage = stage.or_else(|| naming::stage_of_name(&source));
            if stage.is_none() && !names_no_stage(&source) {
                return Err(fault(format!(
                    "`{}`: cannot tell the shader stage from the name; use `file_of_stage`, or name it \
                     .vert/.frag",
                    source.display()
                )));
            }
            jobs.push(Job {
                output: naming::mirrored(&name, extension),
                stage,
                source,
                name,
            });
        }
        check_outputs(&jobs)?;
        check_bindings(&build.bindings)?;
        Ok(Plan {
            target,
            settings,
            jobs,
            out_dir,
            bindings: build.bindings.clone(),
            listings: build.listings || environment.keep,
        })
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

fn settings(build: &Build, environment: &Environment) -> Result<Settings, String> {
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

/// Whether a name leaves the stage to `#pragma shader_stage(…)`.
fn names_no_stage(path: &Path) -> bool {
    path.extension()
        .is_none_or(|extension| extension == "glsl" || extension == "wgsl")
}

fn check_outputs(jobs: &[Job]) -> Result<(), Diagnostic> {
    let mut writers = std::collections::BTreeMap::new();
    for job in jobs {
        if let Some(other) = writers.insert(&job.output, &job.source) {
            return Err(fault(format!(
                "`{}` and `{}` would both write `{}`",
                other.display(),
                job.source.display(),
                job.output.display()
            )));
        }
    }
    Ok(())
}

fn check_bindings(bindings: &[PathBuf]) -> Result<(), Diagnostic> {
    for path in bindings {
        let shown = path.display();
        let plain = |part| matches!(part, std::path::Component::Normal(_));
        if !path.components().all(plain) || path.as_os_str().is_empty() {
            return Err(fault(format!(
                "bindings `{shown}` must be a name below OUT_DIR"
            )));
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        if !matches!(extension, Some("rs" | "h" | "json")) {
            return Err(fault(format!(
                "bindings `{shown}`: the name must end in .rs, .h or .json"
            )));
        }
    }
    Ok(())
}
