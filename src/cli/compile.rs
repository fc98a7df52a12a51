//! No subcommand: compiles every input.

mod join;

use super::arguments::{Compile, Station, StatsForm};
use super::depfile::{Rule, escape};
use super::files;
use super::output::{Destination, write};
use super::report::{Reporter, Status, needed_target, target, usage};
use super::settings;
use super::spelling::Input;
use super::stats;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade::ir::pass::{After, Hooks};
use retroshade::{
    Compilation, Compiled, Compiler, Language, LanguageOptions, Source, Stage, Target,
};
use std::path::{Path, PathBuf};

/// Runs the command.
pub(crate) fn run(options: &Compile, inputs: &[Input]) -> Status {
    if let Some(status) = answer(options) {
        return status;
    }
    match plan(options, inputs) {
        Ok((session, jobs)) => {
            let status = if joins(options, inputs) {
                Some(join::join(&session, &jobs))
            } else {
                jobs.iter().map(|job| session.run(job)).max()
            };
            session.reporter.finish();
            status.unwrap_or(Status::Done)
        }
        Err(fault) => usage(&fault),
    }
}

/// Options that ask a question instead of compiling.
fn answer(options: &Compile) -> Option<Status> {
    if options.version {
        println!("retroshade {}", env!("CARGO_PKG_VERSION"));
        return Some(Status::Done);
    }
    if let Some(id) = &options.explain {
        let Some(code) = codes::find(id) else {
            return Some(usage(&format!("--explain {id}: there is no such code")));
        };
        println!("{} ({})\n\n{}", code.id, code.name, code.explanation);
        return Some(Status::Done);
    }
    if options.show_limits {
        return Some(match needed_target(&options.common) {
            Ok(target) => show_limits(target),
            Err(fault) => usage(&fault),
        });
    }
    None
}

/// glslc's form: a name and a number on each line.
fn show_limits(target: &dyn Target) -> Status {
    for &stage in target.stages() {
        for limit in target.limits(stage) {
            let name = limit.name.replace(' ', "-");
            println!("{}-{name} {}", stage.name(), limit.value);
        }
    }
    Status::Done
}

/// What all inputs share.
struct Session<'a> {
    options: &'a Compile,
    reporter: Reporter,
    language: LanguageOptions,
    /// None only where nothing is compiled: `-E`, `-M`, stations of the frontend.
    compiler: Option<Compiler>,
}

/// One input and where its result goes.
struct Job<'a> {
    input: &'a Path,
    stage: Option<Stage>,
    language: Language,
    output: PathBuf,
}

fn plan<'a>(
    options: &'a Compile,
    inputs: &'a [Input],
) -> Result<(Session<'a>, Vec<Job<'a>>), String> {
    check_options(options, inputs)?;
    let reporter = Reporter::new(&options.common)?;
    let language = settings::language(&options.language, reporter.policy())?;
    let frontend_only = options.preprocess
        || options.dependencies.dep_only
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
    let session = Session {
        options,
        reporter,
        language,
        compiler,
    };
    let jobs = inputs
        .iter()
        .map(|input| {
            let path = Path::new(&input.path);
            Ok(Job {
                input: path,
                stage: session.stage(input, frontend_only)?,
                language: files::language_of(input)?,
                output: session.output(path),
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    if !joins(options, inputs) {
        check_outputs(&jobs)?;
    }
    Ok((session, jobs))
}

/// Whether several inputs become one file: with `-o` on a target whose container has room for
/// several programs.
fn joins(options: &Compile, inputs: &[Input]) -> bool {
    let dependencies = &options.dependencies;
    let elsewhere = options.assembly
        || options.preprocess
        || options.emit.is_some()
        || options.format.is_some()
        || options.opdesc.is_some()
        || options.stats.is_some()
        || dependencies.dep_only
        || dependencies.dep_file_too;
    let target = || needed_target(&options.common).is_ok_and(Target::joins);
    options.output.is_some() && inputs.len() > 1 && !elsewhere && target()
}

/// Combinations of options that make no sense.
fn check_options(options: &Compile, inputs: &[Input]) -> Result<(), String> {
    let dependencies = &options.dependencies;
    if inputs.is_empty() {
        return Err("no input files".into());
    }
    if options.output.is_some() && inputs.len() > 1 && !joins(options, inputs) {
        return Err("cannot specify -o when generating multiple output files".into());
    }
    if options.reflect.is_some() && inputs.len() > 1 {
        return Err("cannot specify --reflect with several inputs".into());
    }
    let named = dependencies.dep_file.is_some()
        || dependencies.dep_target.is_some()
        || dependencies.dep_target_quoted.is_some();
    if dependencies.dep_only && dependencies.dep_file_too {
        return Err("-M and -MD exclude each other".into());
    }
    if named && !dependencies.dep_only && !dependencies.dep_file_too {
        return Err("-MF, -MT and -MQ need -M or -MD".into());
    }
    if named && inputs.len() > 1 {
        return Err("-MF, -MT and -MQ need a single input".into());
    }
    if options.assembly && options.format.is_some() {
        return Err("-mfmt= needs a binary output, which -S does not make".into());
    }
    Ok(())
}

/// Two inputs that would write one file are refused before anything is done.
fn check_outputs(jobs: &[Job]) -> Result<(), String> {
    for (index, job) in jobs.iter().enumerate() {
        let twin = jobs[..index]
            .iter()
            .find(|other| other.output == job.output);
        if let Some(twin) = twin.filter(|_| job.output.as_os_str() != "-") {
            return Err(format!(
                "'{}' and '{}' would both write '{}'",
                twin.input.display(),
                job.input.display(),
                job.output.display()
            ));
        }
        if job.output == job.input && job.output.as_os_str() != "-" {
            return Err(format!(
                "'{}' would be overwritten by its own output",
                job.input.display()
            ));
        }
    }
    Ok(())
}

impl Session<'_> {
    fn stage(&self, input: &Input, optional: bool) -> Result<Option<Stage>, String> {
        let path = Path::new(&input.path);
        if let Some(word) = &input.stage {
            return files::stage_of_word(word).map(Some);
        }
        // `#pragma shader_stage(…)` may still tell; the frontend says so if it does not.
        if files::language_of(input)? == Language::Wgsl {
            return Ok(files::stage_of_assembly(path));
        }
        if optional
            || files::stage_of_name(path).is_some()
            || path.extension().is_none_or(|e| e == "glsl")
        {
            return Ok(files::stage_of_name(path));
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
            || input.as_os_str() == "-";
        match &self.compiler {
            Some(compiler) if !to_standard => {
                files::default_output(input, &self.extension(compiler))
            }
            _ => PathBuf::from("-"),
        }
    }

    fn extension(&self, compiler: &Compiler) -> String {
        match self.options.format.as_deref() {
            _ if self.options.assembly => format!("{}.s", compiler.target.name()),
            Some("h") => "h".into(),
            Some("inl") => "inl".into(),
            Some("rust") => "rs".into(),
            _ => compiler.target.extension().into(),
        }
    }

    fn run(&self, job: &Job) -> Status {
        let source = match files::read_text(job.input) {
            Ok(text) => Source {
                name: files::shown_name(job.input),
                text,
                stage: job.stage,
                language: job.language,
            },
            Err(fault) => return self.reporter.report(&SourceMap::new(), fault.into()),
        };
        if self.options.dependencies.dep_only {
            let compilation = self.language.preprocess(&source);
            return self.finish(job, compilation, |_, _| Ok(()));
        }
        if self.options.preprocess {
            let compilation = self.language.preprocess(&source);
            return self.finish(job, compilation, |text, to| {
                write(to, text.as_bytes(), false)
            });
        }
        match (self.options.emit, &self.compiler) {
            (Some(Station::Asm | Station::Bin) | None, Some(compiler)) => {
                self.compile(job, compiler, &source)
            }
            (Some(station), compiler) => self.emit(job, station, compiler.as_ref(), &source),
            (None, None) => usage("no target"),
        }
    }

    /// Prints the shader at a station before the program.
    fn emit(
        &self,
        job: &Job,
        station: Station,
        compiler: Option<&Compiler>,
        source: &Source,
    ) -> Status {
        let mut look = |name: &'static str, shader: &retroshade::ir::Shader| {
            eprintln!("; after {name}\n{shader}");
        };
        let mut hooks = self.hooks(&mut look);
        let text = match (station, compiler) {
            (Station::Essl, _) => self.language.preprocess(source),
            (Station::Canonical, _) => self.language.canonical(source),
            (Station::Naga, _) => self.language.naga(source),
            (Station::IrOpt, Some(compiler)) => {
                map(compiler.optimized(source, &mut hooks), |shader| {
                    shader.to_string()
                })
            }
            (Station::Select, Some(compiler)) => {
                map(compiler.selection(source, &mut hooks), |text| {
                    text.unwrap_or_else(|| {
                        format!("{} has no such station\n", compiler.target.name())
                    })
                })
            }
            _ => map(self.language.lower(source), |shader| shader.to_string()),
        };
        self.finish(job, text, |text, to| write(to, text.as_bytes(), false))
    }

    fn compile(&self, job: &Job, compiler: &Compiler, source: &Source) -> Status {
        let mut look = |name: &'static str, shader: &retroshade::ir::Shader| {
            eprintln!("; after {name}\n{shader}");
        };
        let mut hooks = self.hooks(&mut look);
        let compilation = compiler.compile_watched(source, &mut hooks);
        self.finish(job, compilation, |compiled, to| {
            self.write(job, compiler, &compiled, to)
        })
    }

    fn hooks<'a>(
        &self,
        look: &'a mut (dyn FnMut(&'static str, &retroshade::ir::Shader) + Send),
    ) -> Hooks<'a> {
        let code = &self.options.code;
        let stop = code.stop_after.clone();
        let print = code.print_after.as_deref().or(stop.as_deref());
        Hooks {
            print_after: print.map(After::parse).unwrap_or_default(),
            stop_after: stop,
            verify: code.verify,
            look: Some(look),
        }
    }

    /// Shows the messages, then writes results unless one of them is an error.
    fn finish<T>(
        &self,
        job: &Job,
        compilation: Compilation<T>,
        write_result: impl FnOnce(T, &Destination) -> Result<(), Diagnostic>,
    ) -> Status {
        let Compilation {
            sources,
            diagnostics,
            includes,
            result,
        } = compilation;
        let diagnostics = self.reporter.filter(diagnostics);
        let status = self.reporter.show(&sources, &diagnostics);
        let Some(result) = result.filter(|_| status == Status::Done) else {
            return status;
        };
        let written = write_result(result, &Destination::new(&job.output))
            .and_then(|()| self.write_dependencies(job, &includes));
        match written {
            Ok(()) => status,
            Err(fault) => self.reporter.show(&sources, &Diagnostics::from(fault)),
        }
    }

    fn write(
        &self,
        job: &Job,
        compiler: &Compiler,
        compiled: &Compiled,
        to: &Destination,
    ) -> Result<(), Diagnostic> {
        let options = self.options;
        let bytes = if options.assembly || options.emit == Some(Station::Asm) {
            compiled.assembly.clone().into_bytes()
        } else {
            render(
                compiler.target,
                compiled,
                options.format.as_deref(),
                job.input,
            )?
        };
        write(to, &bytes, options.dependencies.dep_file_too)?;
        if let Some(path) = &options.reflect {
            write(
                &Destination::new(path),
                compiled.reflection.to_json().as_bytes(),
                false,
            )?;
        }
        if let Some(path) = &options.opdesc {
            let table = compiled.side_files.get("opdesc").ok_or_else(|| {
                let name = compiler.target.name();
                Diagnostic::error(
                    codes::target::SETTING,
                    format!("--opdesc: {name} keeps no operand descriptors beside this container"),
                )
            })?;
            write(&Destination::new(path), table, false)?;
        }
        match options.stats {
            Some(StatsForm::Text) => eprint!("{}", stats::text(&compiled.reflection)),
            Some(StatsForm::Json) => eprintln!("{}", stats::json(&compiled.reflection)),
            None => {}
        }
        Ok(())
    }

    fn write_dependencies(&self, job: &Job, includes: &[String]) -> Result<(), Diagnostic> {
        let wanted = &self.options.dependencies;
        if !wanted.dep_only && !wanted.dep_file_too {
            return Ok(());
        }
        let target = match (&wanted.dep_target, &wanted.dep_target_quoted) {
            (Some(target), _) => target.clone(),
            (None, Some(target)) => escape(target, true),
            (None, None) => escape(&self.dependent(job).display().to_string(), true),
        };
        let dependencies: Vec<String> = std::iter::once(files::shown_name(job.input))
            .chain(includes.iter().cloned())
            .collect();
        let rule = Rule {
            target: &target,
            dependencies: &dependencies,
            phony: wanted.dep_phony,
        };
        let text = rule.text().map_err(|name| {
            let message =
                format!("a dependency rule cannot hold the name {name:?}, which has a line break");
            Diagnostic::error(codes::files::UNWRITABLE, message)
        })?;
        let to = match &wanted.dep_file {
            Some(path) => path.clone(),
            None if wanted.dep_only => job.output.clone(),
            None => {
                let mut path = job.output.clone().into_os_string();
                path.push(".d");
                path.into()
            }
        };
        write(&Destination::new(&to), text.as_bytes(), false)
    }

    /// The file that a dependency rule speaks of.
    fn dependent(&self, job: &Job) -> PathBuf {
        if !self.options.dependencies.dep_only {
            return job.output.clone();
        }
        let extension = self
            .compiler
            .as_ref()
            .map_or_else(|| "o".into(), |compiler| self.extension(compiler));
        files::default_output(job.input, &extension)
    }
}

fn map<T>(compilation: Compilation<T>, text: impl FnOnce(T) -> String) -> Compilation<String> {
    Compilation {
        sources: compilation.sources,
        diagnostics: compilation.diagnostics,
        includes: compilation.includes,
        result: compilation.result.map(text),
    }
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
