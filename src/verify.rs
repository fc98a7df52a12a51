//! Checks programs against the rules of their machine, wherever they come from.

use crate::{Binary, Compilation, Stage, Target, TargetOptions};
use indexmap::IndexMap;
use retroshade_diagnostics::{
    Diagnostic, Diagnostics, FileId, Severity, SourceFile, SourceMap, Span, codes,
};
use retroshade_kit::finding::Finding;

/// A program that may come from anywhere.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The name in messages.
    pub name: String,
    /// What it is written in.
    pub contents: Contents,
    /// The stage, where neither text nor container say it.
    pub stage: Option<Stage>,
    /// Further files by the name of their kind, such as PICA200's `opdesc`.
    pub side_files: IndexMap<&'static str, Vec<u8>>,
}

impl Subject {
    /// The bytes as targets take them; a text has none.
    pub fn binary<'a>(&'a self, options: &'a TargetOptions) -> Binary<'a> {
        Binary {
            bytes: match &self.contents {
                Contents::Bytes(bytes) => bytes,
                Contents::Text(_) => &[],
            },
            container: options.container.as_deref(),
            stage: self.stage,
            side_files: &self.side_files,
        }
    }
}

/// A program as people or machines have it.
#[derive(Clone, Debug)]
pub enum Contents {
    /// Assembly text of the target.
    Text(String),
    /// Bytes in one of the target's containers.
    Bytes(Vec<u8>),
}

/// Machine code of a subject, and where its instructions are written.
pub(crate) struct Loaded<'a> {
    bytes: Vec<u8>,
    stage: Option<Stage>,
    side_files: &'a IndexMap<&'static str, Vec<u8>>,
    /// In the order of the program; empty where nothing tells.
    places: Vec<Span>,
}

/// Checks each program by every rule that its machine and runtime have, and two programs of a pair by what
/// they must agree on: the vertex program first. Machine code that a person did not write is shown
/// disassembled.
///
/// There is a result if no rule is broken; warnings do not count.
pub fn verify(
    target: &dyn Target,
    subjects: &[Subject],
    options: &TargetOptions,
) -> Compilation<()> {
    let mut compilation = Compilation::new();
    let mut loaded = Vec::with_capacity(subjects.len());
    for subject in subjects {
        match load(target, subject, subject.stage, options, &mut compilation) {
            Ok(program) => loaded.push(program),
            Err(errors) => compilation.diagnostics.extend(errors),
        }
    }
    for program in &loaded {
        let findings = target
            .read(binary(program, options))
            .and_then(|code| code.verify(options));
        report(findings, Some(program), &mut compilation.diagnostics);
    }
    if let [vertex, fragment] = &loaded[..]
        && !compilation.diagnostics.has_errors()
    {
        let (vertex, fragment) = (binary(vertex, options), binary(fragment, options));
        let findings = target.verify_pair(vertex, fragment, options);
        report(findings, None, &mut compilation.diagnostics);
    }
    compilation.result = (!compilation.diagnostics.has_errors()).then_some(());
    compilation
}

/// The errors that [`verify`] finds in a program, as warnings for those who use it all the same.
pub fn suspicions(
    target: &dyn Target,
    subject: &Subject,
    options: &TargetOptions,
) -> (SourceMap, Diagnostics) {
    let found = verify(target, std::slice::from_ref(subject), options);
    let errors = found.diagnostics.iter();
    let errors = errors.filter(|diagnostic| diagnostic.severity == Severity::Error);
    let warnings = errors.map(|error| Diagnostic {
        severity: Severity::Warning,
        code: codes::warning::ILLEGAL_PROGRAM,
        ..error.clone()
    });
    (found.sources, warnings.collect())
}

/// The machine code of a subject as targets take it.
pub(crate) fn binary<'a>(program: &'a Loaded<'_>, options: &'a TargetOptions) -> Binary<'a> {
    Binary {
        bytes: &program.bytes,
        container: options.container.as_deref(),
        stage: program.stage,
        side_files: program.side_files,
    }
}

/// The machine code of a subject, whose stage may be known from elsewhere.
///
/// # Errors
/// What the assembler says of a text.
pub(crate) fn load<'a>(
    target: &dyn Target,
    subject: &'a Subject,
    stage: Option<Stage>,
    options: &TargetOptions,
    compilation: &mut Compilation<()>,
) -> Result<Loaded<'a>, Diagnostics> {
    match &subject.contents {
        Contents::Text(text) => {
            let file = SourceFile::new(subject.name.clone(), text.clone());
            let file = compilation.sources.add(file);
            let assembled = target.assemble(file, text, stage, options)?;
            compilation.diagnostics.extend(assembled.warnings);
            let stage = Stage::of_name(&assembled.reflection.stage);
            let places = if assembled.spans.is_empty() {
                // Without macros an instruction is a line.
                let count = assembled.reflection.stats.instructions;
                places(target, stage, file, text, count)
            } else {
                assembled.spans
            };
            Ok(Loaded {
                bytes: assembled.binary,
                stage,
                side_files: &subject.side_files,
                places,
            })
        }
        Contents::Bytes(bytes) => {
            let mut program = Loaded {
                bytes: bytes.clone(),
                stage,
                side_files: &subject.side_files,
                places: Vec::new(),
            };
            // What cannot be disassembled has its findings without places.
            let code = target.read(binary(&program, options));
            if let Ok(text) = code.and_then(|code| code.disassemble()) {
                let name = format!("{} (disassembled)", subject.name);
                let file = compilation.sources.add(SourceFile::new(name, text.clone()));
                program.places = places(target, program.stage, file, &text, u32::MAX);
            }
            Ok(program)
        }
    }
}

/// The lines of a text that are instructions; none if there are others than `count` of them, unless that
/// is [`u32::MAX`].
fn places(
    target: &dyn Target,
    stage: Option<Stage>,
    file: FileId,
    text: &str,
    count: u32,
) -> Vec<Span> {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let style = target.listing(stage.unwrap_or(Stage::Vertex));
    let ranges = style.places(text).into_iter();
    let places: Vec<Span> = ranges
        .map(|range| Span::new(file, offset(range.start), offset(range.end)))
        .collect();
    if count == u32::MAX || count as usize == places.len() {
        places
    } else {
        Vec::new()
    }
}

fn report(
    findings: Result<Vec<Finding>, Diagnostics>,
    program: Option<&Loaded<'_>>,
    diagnostics: &mut Diagnostics,
) {
    let findings = match findings {
        Ok(findings) => findings,
        Err(errors) => return diagnostics.extend(errors),
    };
    for finding in findings {
        let number = finding.instruction;
        let place = number.and_then(|number| program?.places.get(number).copied());
        let new: Diagnostic = finding.diagnostic(place.unwrap_or(Span::NONE));
        // The assembler says some of it already.
        let said = diagnostics.iter().any(|old| {
            let at = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map(|label| label.span);
            old.message == new.message && at(old) == at(&new)
        });
        if !said {
            diagnostics.push(new);
        }
    }
}
