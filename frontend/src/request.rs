//! A source on its way through the frontend, and how far it may be taken.

use crate::check::{check, check_recorded, oversights, unused};
use crate::crossref::{CrossReferences, Origin};
use crate::foreign::foreign;
use crate::intern::Interner;
use crate::parse::parse;
use crate::preprocess::{Includer, Options, Preprocessed, preprocess, write_preprocessed};
use crate::typed::Program;
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span, codes};
use retroshade_ir::Stage;
use retroshade_ir::deep::guarded;

/// A source and where everything about it goes.
pub struct Request<'a> {
    /// All texts; includes are added.
    pub sources: &'a mut SourceMap,
    /// The source.
    pub file: FileId,
    /// The stage; `None` leaves it to `#pragma shader_stage(…)`, then to the options.
    pub stage: Option<Stage>,
    /// `-std`, `-D`, `-U`, extensions.
    pub options: &'a Options,
    /// Finds included files.
    pub includer: &'a mut dyn Includer,
    /// Receives messages.
    pub diagnostics: &'a mut Diagnostics,
    /// Receives the names of included files, in the order first opened.
    pub includes: &'a mut Vec<String>,
}

/// The preprocessed text, which reads back to the same tokens; `None` after an error.
pub fn preprocessed_text(request: &mut Request<'_>) -> Option<String> {
    request.guarded(|request| {
        let mut names = Interner::new();
        let preprocessed = request.preprocess(&mut names);
        if request.diagnostics.has_errors() {
            return None;
        }
        Some(write_preprocessed(&preprocessed, request.sources, &names))
    })
}

/// The stage, by what is asked, the text and the options in this order; `None` if none of them tells.
pub fn stage(request: &mut Request<'_>) -> Option<Stage> {
    request.guarded(|request| {
        let preprocessed = request.preprocess(&mut Interner::new());
        request.stage_of(&preprocessed)
    })
}

/// The checked program; `None` after an error.
pub fn checked(request: &mut Request<'_>) -> Option<Program> {
    request.guarded(check_source)
}

/// What the names of the source refer to, as far as it can be read; `None` if its stage is not known. A source with
/// errors has fewer messages than it has in [`checked`] or the same.
pub fn cross_references(request: &mut Request<'_>) -> Option<CrossReferences> {
    request.guarded(reference_source)
}

fn reference_source(request: &mut Request<'_>) -> Option<CrossReferences> {
    let mut names = Interner::new();
    let preprocessed = request.preprocess(&mut names);
    let stage = request.stage_of(&preprocessed)?;
    // What follows errors is mostly their consequence, but its names are good to know.
    let mut consequences = Diagnostics::new();
    let said = if preprocessed.unusable {
        &mut consequences
    } else {
        &mut *request.diagnostics
    };
    let unit = parse(&preprocessed, request.sources, &names, said);
    let readable = !preprocessed.unusable && !request.diagnostics.has_errors();
    let (program, messages, recorded) = check_recorded(&unit, &names, stage);
    if readable {
        request.judge(program.as_ref(), messages);
    }
    let origin = Origin {
        version: unit.version,
        stage,
        macros: preprocessed.macros().collect(),
        tokens: preprocessed.tokens,
        names,
        extensions: unit.extensions,
        dialect: unit.dialect,
    };
    Some(CrossReferences::new(origin, recorded))
}

fn check_source(request: &mut Request<'_>) -> Option<Program> {
    let mut names = Interner::new();
    let preprocessed = request.preprocess(&mut names);
    if preprocessed.unusable {
        return None;
    }
    let stage = request.stage_of(&preprocessed)?;
    let mut said = Diagnostics::new();
    let unit = parse(&preprocessed, request.sources, &names, &mut said);
    // What the parser could not read the checker would only misunderstand.
    let program = if said.has_errors() {
        None
    } else {
        let (program, messages) = check(&unit, &names, stage);
        said.extend(messages);
        program
    };
    if said.has_errors()
        && let Some(instead) = foreign(&preprocessed, &names, &said)
    {
        request.diagnostics.push(instead);
        return None;
    }
    request.judge(program.as_ref(), said);
    program.filter(|_| !request.diagnostics.has_errors())
}

impl Request<'_> {
    /// Runs a stage on a deep stack. A panic becomes a message about a defect.
    pub(crate) fn guarded<T: Send>(
        &mut self,
        stage: impl FnOnce(&mut Self) -> Option<T> + Send,
    ) -> Option<T> {
        match guarded(|| stage(self)) {
            Ok(result) => result,
            Err(panic) => {
                let bug = Diagnostic::bug("frontend", panic);
                let place = Span::new(self.file, 0, 0);
                self.diagnostics.push(bug.at(place, ""));
                None
            }
        }
    }

    /// The stage; reports that nothing tells it.
    fn stage_of(&mut self, preprocessed: &Preprocessed) -> Option<Stage> {
        let told = preprocessed.stage.map(|(stage, _)| stage);
        let stages = [self.stage, told, self.options.default_stage];
        let stage = stages.into_iter().flatten().next();
        if stage.is_none() {
            let unknown = unknown_stage(self.sources, self.file);
            self.diagnostics.push(unknown);
        }
        stage
    }

    /// Reports what the checker said, what makes the shader useless, and what is never used if that is asked for.
    fn judge(&mut self, program: Option<&Program>, messages: Diagnostics) {
        for message in messages {
            let message = self.options.judged(message);
            self.diagnostics.push(message);
        }
        let Some(program) = program else {
            return;
        };
        self.diagnostics.extend(oversights(program));
        if self.options.unused {
            self.diagnostics.extend(unused(program));
        }
    }

    fn preprocess(&mut self, names: &mut Interner) -> Preprocessed {
        let preprocessed = preprocess(
            self.sources,
            self.file,
            self.options,
            self.includer,
            names,
            self.diagnostics,
        );
        self.includes.extend(preprocessed.includes.iter().cloned());
        preprocessed
    }
}

fn unknown_stage(sources: &SourceMap, file: FileId) -> Diagnostic {
    let name = sources.file(file).map_or("", |file| file.name.as_str());
    Diagnostic::error(
        codes::language::UNKNOWN_STAGE,
        format!("`{name}` does not say whether it is a vertex or a fragment shader"),
    )
    .with_help("use -fshader-stage=vertex or =fragment, name the file .vert or .frag, or write `#pragma shader_stage(vertex)`")
}

/// The name of the source file, for people.
pub(crate) fn source_name(request: &Request<'_>) -> String {
    let sources: &SourceMap = request.sources;
    sources
        .file(request.file)
        .map_or_else(String::new, |file| file.name.clone())
}

/// Reports an error, at least at the source.
pub(crate) fn report<T>(request: &mut Request<'_>, result: Result<T, Diagnostic>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(mut diagnostic) => {
            if diagnostic.primary.is_none() {
                diagnostic = diagnostic.at(Span::new(request.file, 0, 0), "");
            }
            request.diagnostics.push(diagnostic);
            None
        }
    }
}
