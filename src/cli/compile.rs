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

use super::arguments::{Compile, Station, Statistics};
use super::files::{self, Kind};
use super::report::{self, Reporter, Status, all_targets, needed_target, no_target, usage};
use super::settings;
use super::spelling::Input;
use super::translate;
use retroshade::counts::limit_name;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::link::{Handed, disagreement, pairs};
use retroshade::translate::Language;
use retroshade::{
    Compiled, Compiler, LanguageOptions, Stage, Target, below, in_parallel, may_do_without_stage,
    no_stage, stage_without_programs,
};
use retroshade_diagnostics::fault::Fault;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs the command.
pub(crate) fn run(options: &Compile, inputs: &[Input]) -> Status {
    if let Some(status) = answer(options) {
        return status;
    }
    match translate::asked(options) {
        Ok(languages) if languages.is_empty() => {}
        Ok(languages) => return translate::run(options, inputs, &languages),
        Err(fault) => return usage(&fault),
    }
    match plan(options, inputs) {
        Ok((session, jobs)) => {
            let status = if check::joins(options, inputs) {
                join::join(&session, &jobs)
            } else {
                session.run_all(&jobs).max(session.check_pairs())
            };
            session.reporter.finish();
            status
        }
        Err(fault) => usage(fault),
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
            None if matches!(id.as_str(), "all" | "list") => report::answer(&code_list()),
            None => usage(format!("--explain {id}: there is no such code")),
        });
    }
    if options.common.warning.iter().any(|word| word == "list") {
        return Some(report::answer(&warning_list()));
    }
    if options.show_limits {
        return Some(match needed_target(&options.common) {
            Ok(target) => report::answer(&limits(target)),
            Err(fault) => usage(fault),
        });
    }
    None
}

/// A line for each code with its title.
fn code_list() -> String {
    let codes = codes::TABLES.iter().copied().flatten();
    let mut lines: Vec<String> = codes
        .map(|code| format!("{}  {}\n", code.id, code.name))
        .collect();
    lines.sort();
    lines.concat()
}

/// A line for each warning: its flag, code, what it is by default, and what it is about.
fn warning_list() -> String {
    let warnings = codes::warnings();
    let width = warnings.iter().map(|code| code.name.len()).max();
    let width = width.unwrap_or_default() + 2;
    let line = |code: &codes::Code| {
        let state = if codes::warning::LENIENCIES.contains(code) {
            "error"
        } else if codes::warning::OFF_BY_DEFAULT.contains(code) {
            "off"
        } else {
            "on"
        };
        format!(
            "-W{:<width$}{}  {state:<6} {}\n",
            code.name,
            code.id,
            code.summary()
        )
    };
    warnings.iter().map(line).collect()
}

/// glslc's form: a name and a number on each line.
fn limits(target: &dyn Target) -> String {
    let mut text = String::new();
    for stage in target.stages() {
        for limit in target.limits(stage) {
            let name = limit_name(limit.name).replace(' ', "-");
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
    /// The folder below which the inputs' folders are kept under `--out-dir`.
    common_folder: PathBuf,
    /// Whether there are several targets, which names of outputs tell apart then.
    several_targets: bool,
    /// The programs that were made of sources.
    made: Mutex<Vec<Made>>,
}

/// A program, by what it hands over between the stages.
struct Made {
    source: String,
    target: &'static dyn Target,
    stage: Stage,
    handed: Handed,
}

/// One input, one target, and where the result goes.
struct Job<'a> {
    input: &'a Path,
    stage: Option<Stage>,
    kind: Kind,
    /// None only where nothing is compiled: `-E`, `-M`, stations of the frontend.
    compiler: Option<Arc<Compiler>>,
    output: PathBuf,
}

fn plan<'a>(
    options: &'a Compile,
    inputs: &'a [Input],
) -> Result<(Session<'a>, Vec<Job<'a>>), Fault> {
    check::options(options, inputs)?;
    let mut reporter = Reporter::new(&options.common)?;
    let language = settings::language(&options.language, reporter.policy())?;
    if options.dependencies.dep_only {
        reporter.silence();
    }
    let compilers = compilers(options, &language, &reporter)?;
    let session = Session {
        options,
        reporter,
        language,
        common_folder: files::common_folder(inputs.iter().map(|input| Path::new(&input.path))),
        several_targets: compilers.len() > 1,
        made: Mutex::new(Vec::new()),
    };
    let mut jobs = Vec::new();
    for input in inputs {
        for compiler in &compilers {
            jobs.push(session.job(input, compiler.clone())?);
        }
    }
    check::outputs(&session, &jobs)?;
    Ok((session, jobs))
}

/// A compiler for each target; a single `None` where no target is named and none is needed.
fn compilers(
    options: &Compile,
    language: &LanguageOptions,
    reporter: &Reporter,
) -> Result<Vec<Option<Arc<Compiler>>>, Fault> {
    let targets = all_targets(&options.common.target)?;
    if targets.is_empty() && !frontend_only(options) {
        let languages = Language::ALL.map(Language::name).join(", ");
        return Err(format!("{}; or translate to {languages}", no_target()).into());
    }
    let mut code = settings::code(&options.code)?;
    code.assembles_illegal_code = reporter.policy().assembles_illegal_code();
    let mut compilers = Vec::new();
    for target in targets {
        let compiler = Compiler {
            target,
            language: language.clone(),
            options: code.clone(),
        };
        check::passes(&options.code, &compiler)?;
        check::container(&compiler)?;
        compilers.push(Some(Arc::new(compiler)));
    }
    if compilers.is_empty() {
        compilers.push(None);
    }
    Ok(compilers)
}

/// Whether nothing is asked for that depends on a target.
fn frontend_only(options: &Compile) -> bool {
    let station = matches!(
        options.emit,
        Some(Station::Essl | Station::Canonical | Station::Naga | Station::Ir)
    );
    let checked = options.check && options.common.target.is_empty();
    options.preprocess || options.dependencies.dep_only || station || checked
}

impl Session<'_> {
    /// What is to be done for an input and a target.
    fn job<'i>(&self, input: &'i Input, compiler: Option<Arc<Compiler>>) -> Result<Job<'i>, Fault> {
        let path = Path::new(&input.path);
        let kind = files::kind_of(input)?;
        check::kind(self.options, path, kind)?;
        let mut job = Job {
            input: path,
            stage: self.stage(input, kind, compiler.as_deref())?,
            kind,
            compiler,
            output: PathBuf::new(),
        };
        job.output = self.output(&job);
        Ok(job)
    }

    fn stage(
        &self,
        input: &Input,
        kind: Kind,
        compiler: Option<&Compiler>,
    ) -> Result<Option<Stage>, Fault> {
        let path = Path::new(&input.path);
        let with_stages = |fault: Fault| match compiler {
            Some(compiler) => {
                let target = compiler.target;
                let stages: Vec<&str> = target.stages().iter().map(|s| s.name()).collect();
                let (name, stages) = (target.name(), stages.join(" or "));
                format!("{fault}; {name} programs run in the {stages} stage").into()
            }
            None => fault,
        };
        if let Some(word) = &input.stage {
            return files::stage_of_word(word).map(Some).map_err(with_stages);
        }
        match kind {
            Kind::Essl | Kind::Cg => {}
            Kind::Ir => return Ok(None),
            // The text or the container may tell, or the frontend chooses the only entry point.
            Kind::Wgsl | Kind::Assembly | Kind::Binary => {
                return Ok(files::stage_of_assembly(path));
            }
        }
        // A pragma or the name may still tell; the frontend says so if they do not.
        if frontend_only(self.options) || may_do_without_stage(path) {
            return Ok(None);
        }
        let otherwise = "use -fshader-stage=vertex or =fragment, or name it .vert/.frag";
        let (name, why) = (files::shown_name(path), no_stage(path, otherwise));
        let fault = Fault::from(format!("'{name}': {why}"));
        Err(match stage_without_programs(path) {
            Some(_) => with_stages(fault),
            None => fault,
        })
    }

    /// Where the main result of an input goes.
    fn output(&self, job: &Job<'_>) -> PathBuf {
        let options = self.options;
        if let Some(output) = &options.output {
            return output.clone();
        }
        if options.check {
            return PathBuf::from("-");
        }
        let asked_for = options.preprocess
            || options.dependencies.dep_only
            || options.emit.is_some()
            || check::pictured(options)
            || options.code.stop_after.is_some();
        let to_standard = asked_for && options.out_dir.is_none();
        if job.compiler.is_some() && !to_standard && job.input.as_os_str() != "-" {
            self.default_output(job)
        } else {
            PathBuf::from("-")
        }
    }

    /// The name of an output that no option names.
    fn default_output(&self, job: &Job<'_>) -> PathBuf {
        let name = files::default_output(job.input, &self.extension(job));
        let Some(folder) = &self.options.out_dir else {
            return name;
        };
        let kept = job.input.parent().unwrap_or(Path::new(""));
        let kept = kept.strip_prefix(&self.common_folder).unwrap_or(kept);
        folder.join(below(kept)).join(name)
    }

    /// What stands behind the name of an input in that of its output.
    fn extension(&self, job: &Job<'_>) -> String {
        let Some(compiler) = &job.compiler else {
            return "o".into();
        };
        let target = compiler.target.name();
        if self.options.assembly {
            return format!("{target}.s");
        }
        match self.options.stats {
            Some(Statistics::Svg) => return format!("{target}.svg"),
            Some(Statistics::Html) => return format!("{target}.html"),
            _ => {}
        }
        let own = files::extension_of_format(self.options.format.as_deref());
        let extension = own.unwrap_or_else(|| {
            let (target, container) = (compiler.target, compiler.options.container.as_deref());
            match job.kind {
                Kind::Assembly | Kind::Binary => {
                    let told = || files::stage_of_text(target, job.input);
                    target.output_extension(job.stage.or_else(told), container)
                }
                Kind::Essl | Kind::Cg | Kind::Wgsl | Kind::Ir => {
                    let source = || self.source(job).ok();
                    (self.language).output_extension(target, job.stage, container, source)
                }
            }
        });
        if self.several_targets && extension != target {
            format!("{target}.{extension}")
        } else {
            extension.into()
        }
    }

    /// Works on all inputs at the same time; what they say comes in the order of the inputs.
    fn run_all(&self, jobs: &[Job]) -> Status {
        let inputs: Vec<&[Job]> = jobs.chunk_by(|one, next| one.input == next.input).collect();
        if let [jobs] = inputs[..] {
            return self.run_each(jobs, &self.reporter);
        }
        let done = in_parallel(&inputs, threads(), |jobs| {
            let reporter = self.reporter.held();
            (self.run_each(jobs, &reporter), reporter)
        });
        let statuses = done
            .into_iter()
            .map(|(status, reporter)| status.max(self.reporter.release(reporter)));
        statuses.max().unwrap_or(Status::Done)
    }

    /// Whether vertex and fragment programs of this command that belong together agree on their varyings.
    fn check_pairs(&self) -> Status {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.sort_by(|one, other| {
            let key = |one: &Made| (one.target.name(), one.source.clone());
            key(one).cmp(&key(other))
        });
        let mut faults = Diagnostics::new();
        for programs in made.chunk_by(|one, next| one.target.name() == next.target.name()) {
            let list: Vec<(&str, Stage)> = programs
                .iter()
                .map(|one| (one.source.as_str(), one.stage))
                .collect();
            for (vertex, fragment) in pairs(&list) {
                let [vertex, fragment] = [vertex, fragment].map(|at| &programs[at]);
                let fault = disagreement(
                    vertex.target,
                    (&vertex.source, &vertex.handed),
                    (&fragment.source, &fragment.handed),
                    &self.language.preprocessor.tolerated,
                );
                if let Some(fault) = fault {
                    faults.push(fault);
                }
            }
        }
        if faults.is_empty() {
            Status::Done
        } else {
            self.reporter.report(&SourceMap::new(), faults)
        }
    }

    /// Works on one input for each target.
    fn run_each(&self, jobs: &[Job], reporter: &Reporter) -> Status {
        let statuses = jobs.iter().map(|job| self.run(job, reporter));
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
