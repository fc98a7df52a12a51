//! `retroshade verify`: checks programs from anywhere against every rule of their machine.

use super::arguments::{Prove, Verify};
use super::collected::{Wish, collected};
use super::files;
use super::program;
use super::proof::said;
use super::report::{Reporter, Status, target, usage};
use super::settings;
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostic, Diagnostics, SourceMap};
use retroshade::link::Terms;
use retroshade::{
    Compiler, Contents, Language, LanguageOptions, Source, Stage, Subject, Target, TargetOptions,
    verify,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Placement;
use std::path::Path;

/// Runs the subcommand.
pub(crate) fn run(options: &Verify, inputs: &[Input]) -> Status {
    match prepare(options, inputs) {
        Ok(job) => {
            let status = job.run();
            job.reporter.finish();
            status
        }
        Err(fault) => usage(fault),
    }
}

struct Job {
    reporter: Reporter,
    settings: TargetOptions,
    programs: Result<Programs, Diagnostics>,
    against: Option<Against>,
}

/// What is checked.
struct Programs {
    target: &'static dyn Target,
    /// One, or a vertex and a fragment program.
    subjects: Vec<Subject>,
}

/// The source and record that a program is compared with.
struct Against {
    source: Source,
    language: LanguageOptions,
    record: Reflection,
}

fn prepare(options: &Verify, inputs: &[Input]) -> Result<Job, Fault> {
    let reporter = Reporter::new(&options.common)?;
    let stages = inputs.iter().map(|input| match &input.stage {
        Some(word) => files::stage_of_word(word).map(Some),
        None => Ok(files::stage_of_assembly(Path::new(&input.path))),
    });
    let stages = stages.collect::<Result<Vec<_>, Fault>>()?;
    let bytes: Result<Vec<Vec<u8>>, Diagnostic> = inputs
        .iter()
        .map(|input| files::read(Path::new(&input.path)))
        .collect();
    let collected = match (inputs, &stages[..], &bytes) {
        ([input], [stage], Ok(bytes)) => {
            let wish = Wish {
                program: options.program.as_deref(),
                target: target(&options.common)?,
                stage: *stage,
                most: 2,
            };
            let path = Path::new(&input.path);
            bytes.first().map(|bytes| collected(path, bytes, wish))
        }
        _ => None,
    };
    let programs = match collected.transpose() {
        Ok(Some(Some(collected))) => {
            reporter.report(&SourceMap::new(), collected.warnings);
            let subjects = [Some(collected.subject), collected.partner];
            Ok(Programs {
                target: collected.target,
                subjects: subjects.into_iter().flatten().collect(),
            })
        }
        Err(errors) => Err(errors),
        Ok(_) => {
            let first = bytes.as_ref().ok().and_then(|all| all.first());
            let first = first.cloned().map(program::numbers).unwrap_or_default();
            let path = inputs
                .first()
                .map_or("".as_ref(), |input| Path::new(&input.path));
            let target = program::target_of(&options.common, path, &first)?;
            check_number(inputs.len(), target)?;
            let subjects = bytes.and_then(|all| {
                let inputs = inputs.iter().zip(&stages).zip(all);
                inputs
                    .map(|((input, stage), bytes)| subject(input, *stage, bytes, (options, target)))
                    .collect()
            });
            let programs = subjects.map(|subjects| Programs { target, subjects });
            programs.map_err(Diagnostics::from)
        }
    };
    let programs = programs.map(Programs::in_order);
    let against = match &programs {
        Ok(programs) => against(options, &reporter, programs)?,
        Err(_) => None,
    };
    Ok(Job {
        against,
        reporter,
        settings: TargetOptions {
            container: options.container.clone(),
            settings: settings::settings(&options.target_option)?,
            ..TargetOptions::default()
        },
        programs,
    })
}

impl Programs {
    /// The vertex program first, as long as something tells.
    fn in_order(mut self) -> Programs {
        let stages: Vec<_> = self.subjects.iter().map(|subject| subject.stage).collect();
        if stages == [Some(Stage::Fragment), Some(Stage::Vertex)] {
            self.subjects.reverse();
        }
        self
    }
}

/// Refuses more files than the programs of a pair.
fn check_number(files: usize, target: &dyn Target) -> Result<(), Fault> {
    let most = match target.varyings() {
        Some(_) => "one program, or a vertex and a fragment program",
        None => "one program",
    };
    match files {
        0 => Err("no input files".into()),
        1 => Ok(()),
        2 if target.varyings().is_some() => Ok(()),
        count => Err(format!("verify takes {most}, not {count} files").into()),
    }
}

fn against(
    options: &Verify,
    reporter: &Reporter,
    programs: &Programs,
) -> Result<Option<Against>, Fault> {
    let (Some(path), Some(record)) = (&options.against, &options.reflect) else {
        return Ok(None);
    };
    let [subject] = &programs.subjects[..] else {
        return Err("--against takes one program".into());
    };
    let sentence = |fault: Diagnostic| fault.message;
    let read = files::record(
        Some(programs.target),
        record,
        subject.stage,
        Terms::Varyings,
    );
    let (_, mut record) = read.map_err(sentence)?;
    state_placement(options, &mut record.placement);
    Ok(Some(Against {
        source: Source {
            name: files::shown_name(path),
            text: files::read_source(path).map_err(sentence)?,
            stage: files::stage_of_assembly(path),
            language: Language::of_path(path),
        },
        language: settings::language(&options.language, reporter.policy())?,
        record,
    }))
}

/// Puts what the options say of `gl_Position` in the place of what the record says.
fn state_placement(options: &Verify, placement: &mut Placement) {
    if let Some(position) = options.position {
        placement.position = settings::position(position);
    }
    if options.clip_depth.is_some() {
        placement.clip_depth.clone_from(&options.clip_depth);
    }
    placement.invert_y |= options.invert_y;
}

impl Job {
    fn run(&self) -> Status {
        let Programs { target, subjects } = match &self.programs {
            Ok(programs) => programs,
            Err(faults) => return self.reporter.report(&SourceMap::new(), faults.clone()),
        };
        let found = verify(*target, subjects, &self.settings);
        let status = self.reporter.report(&found.sources, found.diagnostics);
        match (&self.against, &subjects[..]) {
            (Some(against), [subject]) if status == Status::Done => {
                self.prove(against, *target, subject)
            }
            _ => status,
        }
    }

    /// Whether a program computes what its source says; anything but a proof is an error.
    fn prove(&self, against: &Against, target: &'static dyn Target, subject: &Subject) -> Status {
        let compiler = Compiler {
            target,
            language: against.language.clone(),
            options: self.settings.clone(),
        };
        let proof = compiler.prove_subject(&against.source, subject, &against.record);
        let status = self.reporter.report(&proof.sources, proof.diagnostics);
        let Some(verdict) = proof.result else {
            return status;
        };
        let messages = said(&self.reporter, &subject.name, &verdict, Prove::Cells);
        if messages.is_empty() {
            said(&self.reporter, &subject.name, &verdict, Prove::Report);
        }
        status.max(self.reporter.report(&SourceMap::new(), messages))
    }
}

fn subject(
    input: &Input,
    stage: Option<Stage>,
    bytes: Vec<u8>,
    (options, target): (&Verify, &dyn Target),
) -> Result<Subject, Diagnostic> {
    let path = Path::new(&input.path);
    let text = match input.language.as_deref() {
        Some("asm") => true,
        Some("bin") => false,
        _ => {
            let is_text =
                |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|text| target.is_text(text));
            files::is_text(&bytes) && (is_text(&bytes) || !program::lists_numbers(&bytes))
        }
    };
    let mut side_files = IndexMap::new();
    if let Some(path) = &options.opdesc {
        side_files.insert("opdesc", files::read(path)?);
    }
    Ok(Subject {
        name: files::shown_name(path),
        contents: if text {
            Contents::Text(retroshade::text_of(bytes))
        } else {
            Contents::Bytes(program::numbers(bytes))
        },
        stage,
        side_files,
    })
}
