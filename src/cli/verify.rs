//! `retroshade verify`: checks programs from anywhere against every rule of their machine.

use super::arguments::{Prove, Verify};
use super::files;
use super::program;
use super::proof::said;
use super::report::{Reporter, Status, usage};
use super::settings;
use super::spelling::Input;
use indexmap::IndexMap;
use retroshade::diagnostics::{Diagnostic, SourceMap};
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
            let status = job.run(options, inputs);
            job.reporter.finish();
            status
        }
        Err(fault) => usage(fault),
    }
}

struct Job {
    reporter: Reporter,
    target: &'static dyn Target,
    settings: TargetOptions,
    stages: Vec<Option<Stage>>,
    against: Option<Against>,
}

/// The source and record that a program is compared with.
struct Against {
    source: Source,
    language: LanguageOptions,
    record: Reflection,
}

fn prepare(options: &Verify, inputs: &[Input]) -> Result<Job, Fault> {
    let bytes = inputs
        .first()
        .and_then(|input| program::read(Path::new(&input.path)).ok());
    let target = program::target_of(&options.common, &bytes.unwrap_or_default())?;
    match inputs.len() {
        0 => return Err("no input files".into()),
        1 => {}
        2 if target.varyings().is_some() => {}
        count => {
            let most = match target.varyings() {
                Some(_) => "one program, or a vertex and a fragment program",
                None => "one program",
            };
            return Err(format!("verify takes {most}, not {count} files").into());
        }
    }
    let stages = inputs.iter().map(|input| match &input.stage {
        Some(word) => files::stage_of_word(word).map(Some),
        None => Ok(files::stage_of_assembly(Path::new(&input.path))),
    });
    let reporter = Reporter::new(&options.common)?;
    if options.against.is_some() && inputs.len() != 1 {
        return Err("--against takes one program".into());
    }
    let stages = stages.collect::<Result<Vec<_>, Fault>>()?;
    let against = against(options, &reporter, target, &stages)?;
    Ok(Job {
        against,
        reporter,
        target,
        settings: TargetOptions {
            container: options.container.clone(),
            settings: settings::settings(&options.target_option)?,
            ..TargetOptions::default()
        },
        stages,
    })
}

fn against(
    options: &Verify,
    reporter: &Reporter,
    target: &'static dyn Target,
    stages: &[Option<Stage>],
) -> Result<Option<Against>, Fault> {
    let (Some(path), Some(record)) = (&options.against, &options.reflect) else {
        return Ok(None);
    };
    let sentence = |fault: Diagnostic| fault.message;
    let stage = stages.first().copied().flatten();
    let read = files::record(Some(target), record, stage, Terms::Varyings);
    let (_, mut record) = read.map_err(sentence)?;
    state_placement(options, &mut record.placement);
    Ok(Some(Against {
        source: Source {
            name: files::shown_name(path),
            text: files::read_source(path).map_err(sentence)?,
            stage: files::stage_of_assembly(path),
            language: match path.extension() {
                Some(extension) if extension == "wgsl" => Language::Wgsl,
                _ => Language::Essl,
            },
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
    fn run(&self, options: &Verify, inputs: &[Input]) -> Status {
        let subjects = inputs.iter().zip(&self.stages);
        let subjects: Result<Vec<Subject>, Diagnostic> = subjects
            .map(|(input, stage)| subject(input, *stage, options))
            .collect();
        let mut subjects = match subjects {
            Ok(subjects) => subjects,
            Err(fault) => return self.reporter.report(&SourceMap::new(), fault.into()),
        };
        // In either order, as long as their names tell.
        if let [Some(Stage::Fragment), Some(Stage::Vertex)] = self.stages[..] {
            subjects.reverse();
        }
        let found = verify(self.target, &subjects, &self.settings);
        let status = self.reporter.report(&found.sources, found.diagnostics);
        match (&self.against, &subjects[..]) {
            (Some(against), [subject]) if status == Status::Done => self.prove(against, subject),
            _ => status,
        }
    }

    /// Whether a program computes what its source says; anything but a proof is an error.
    fn prove(&self, against: &Against, subject: &Subject) -> Status {
        let compiler = Compiler {
            target: self.target,
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

fn subject(input: &Input, stage: Option<Stage>, options: &Verify) -> Result<Subject, Diagnostic> {
    let path = Path::new(&input.path);
    let bytes = files::read(path)?;
    let text = match input.language.as_deref() {
        Some("asm") => true,
        Some("bin") => false,
        _ => files::is_text(&bytes),
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
            Contents::Bytes(bytes)
        },
        stage,
        side_files,
    })
}
