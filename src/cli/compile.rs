//! No subcommand: compiles every input.
//!
//! ```text
//! check   options that contradict each other, outputs that are in each other's way
//! job     one input: reading, compiling, showing messages, writing
//! rule    dependency rules
//! join    several inputs to one file
//! ```

mod check;
mod job;
mod join;
mod rule;

use super::arguments::{Compile, Station};
use super::files::{self, Kind};
use super::report::{self, Reporter, Status, needed_target, target, usage};
use super::settings;
use super::spelling::Input;
use retroshade::diagnostics::{Diagnostic, codes};
use retroshade::{
    Compiled, Compiler, LanguageOptions, Stage, Target, in_parallel, may_do_without_stage,
    spare_sources,
};
use std::path::{Path, PathBuf};

/// Runs the command.
pub(crate) fn run(options: &Compile, inputs: &[Input]) -> Status {
    if let Some(status) = answer(options) {
        return status;
    }
    match plan(options, inputs) {
        Ok((session, jobs)) => {
            let status = if check::joins(options, inputs) {
                join::join(&session, &jobs)
            } else {
                session.run_all(&jobs)
            };
            session.reporter.finish();
            status
        }
        Err(fault) => usage(&fault),
    }
}

/// Options that ask a question instead of compiling.
fn answer(options: &Compile) -> Option<Status> {
    if options.version {
        return Some(report::answer(concat!(
            "retroshade ",
            env!("CARGO_PKG_VERSION"),
            "\n"
        )));
    }
    if let Some(id) = &options.explain {
        return Some(match codes::find(id) {
            Some(code) => report::answer(&code.page()),
            None => usage(&format!("--explain {id}: there is no such code")),
        });
    }
    if options.show_limits {
        return Some(match needed_target(&options.common) {
            Ok(target) => report::answer(&limits(target)),
            Err(fault) => usage(&fault),
        });
    }
    None
}

/// glslc's form: a name and a number on each line.
fn limits(target: &dyn Target) -> String {
    let mut text = String::new();
    for &stage in target.stages() {
        for limit in target.limits(stage) {
            let name = limit.name.replace(' ', "-");
            text.push_str(&format!("{}-{name} {}\n", stage.name(), limit.value));
        }
    }
    text
}

/// What all inputs share.
struct Session<'a> {
    options: &'a Compile,
    reporter: Reporter,
    language: LanguageOptions,
    /// None only where nothing is compiled: `-E`, `-M`, stations of the frontend.
    compiler: Option<Compiler>,
    /// Every file that any of the jobs writes.
    outputs: Vec<PathBuf>,
}

/// One input and where its result goes.
struct Job<'a> {
    input: &'a Path,
    stage: Option<Stage>,
    kind: Kind,
    output: PathBuf,
}

fn plan<'a>(
    options: &'a Compile,
    inputs: &'a [Input],
) -> Result<(Session<'a>, Vec<Job<'a>>), String> {
    check::options(options, inputs)?;
    let mut reporter = Reporter::new(&options.common)?;
    let language = settings::language(&options.language, reporter.policy())?;
    let dependencies_only = options.dependencies.dep_only;
    if dependencies_only {
        reporter.silence();
    }
    let frontend_only = options.preprocess
        || dependencies_only
        || matches!(
            options.emit,
            Some(Station::Essl | Station::Canonical | Station::Naga | Station::Ir)
        );
    let target = if frontend_only {
        target(&options.common)?
    } else {
        Some(needed_target(&options.common)?)
    };
    let code = settings::code(&options.code)?;
    let compiler = target.map(|target| Compiler {
        target,
        language: language.clone(),
        options: code,
    });
    if let Some(compiler) = &compiler {
        check::passes(&options.code, compiler)?;
    }
    let mut session = Session {
        options,
        reporter,
        language,
        compiler,
        outputs: Vec::new(),
    };
    let jobs = inputs
        .iter()
        .map(|input| {
            let path = Path::new(&input.path);
            let kind = files::kind_of(input)?;
            check::kind(options, path, kind)?;
            Ok(Job {
                input: path,
                stage: session.stage(input, kind, frontend_only)?,
                kind,
                output: session.output(path),
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    session.outputs = check::outputs(&session, &jobs)?;
    Ok((session, jobs))
}

impl Session<'_> {
    /// Refuses to write when one of the files that sources included would be an output.
    fn spare(&self, includes: &[String]) -> Result<(), Diagnostic> {
        spare_sources(self.outputs.iter().map(PathBuf::as_path), includes)
    }

    fn stage(&self, input: &Input, kind: Kind, optional: bool) -> Result<Option<Stage>, String> {
        let path = Path::new(&input.path);
        if let Some(word) = &input.stage {
            return files::stage_of_word(word)
                .map(Some)
                .map_err(|fault| match &self.compiler {
                    Some(compiler) => {
                        let target = compiler.target;
                        let stages: Vec<&str> = target.stages().iter().map(|s| s.name()).collect();
                        let (name, stages) = (target.name(), stages.join(" or "));
                        format!("{fault}; {name} programs run in the {stages} stage")
                    }
                    None => fault,
                });
        }
        match kind {
            Kind::Essl => {}
            Kind::Ir => return Ok(None),
            // The text or the container may tell, or the frontend chooses the only entry point.
            Kind::Wgsl | Kind::Assembly | Kind::Binary => {
                return Ok(files::stage_of_assembly(path));
            }
        }
        // A pragma or the name may still tell; the frontend says so if they do not.
        if optional || may_do_without_stage(path) {
            return Ok(None);
        }
        Err(format!(
            "'{}': cannot tell the shader stage from the name; use -fshader-stage=vertex or =fragment, \
             or name it .vert/.frag",
            files::shown_name(path)
        ))
    }

    /// Where the main result of an input goes.
    fn output(&self, input: &Path) -> PathBuf {
        let options = self.options;
        if let Some(output) = &options.output {
            return output.clone();
        }
        let to_standard = options.preprocess
            || options.dependencies.dep_only
            || options.emit.is_some()
            || options.code.stop_after.is_some()
            || input.as_os_str() == "-";
        match &self.compiler {
            Some(_) if !to_standard => self.default_output(input),
            _ => PathBuf::from("-"),
        }
    }

    /// The name of an output that no option names.
    fn default_output(&self, input: &Path) -> PathBuf {
        let Some(compiler) = &self.compiler else {
            return files::default_output(input, "o");
        };
        let extension = match self.options.format.as_deref() {
            _ if self.options.assembly => format!("{}.s", compiler.target.name()),
            Some("h") => "h".into(),
            Some("inl") => "inl".into(),
            Some("rust") => "rs".into(),
            _ => compiler.target.extension().into(),
        };
        files::default_output(input, &extension)
    }

    /// Works on all inputs at the same time; what they say comes in the order of the inputs.
    fn run_all(&self, jobs: &[Job]) -> Status {
        if let [job] = jobs {
            return self.run(job, &self.reporter);
        }
        let done = in_parallel(jobs, threads(), |job| {
            let reporter = self.reporter.held();
            (self.run(job, &reporter), reporter)
        });
        let statuses = done
            .into_iter()
            .map(|(status, reporter)| status.max(self.reporter.release(reporter)));
        statuses.max().unwrap_or(Status::Done)
    }
}

/// Threads to work with: the machine's.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The bytes of a program in the format that `-mfmt=` asks for.
pub(crate) fn render(
    target: &dyn Target,
    compiled: &Compiled,
    format: Option<&str>,
    input: &Path,
) -> Result<Vec<u8>, Diagnostic> {
    let name = input
        .file_name()
        .map_or_else(|| "shader".into(), |name| name.to_string_lossy());
    retroshade::format(target, compiled, format.unwrap_or("bin"), &name)
}
