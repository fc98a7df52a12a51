//! What the functions do, without a pointer.

use retroshade::diagnostics::{Diagnostics, SourceFile, SourceMap};
use retroshade::translate::{Language, Translator, translate_lifted};
use retroshade::{
    Binary, Compiled, Compiler, LiftOptions, Reflection, Settings, Shortened, Source, Stage,
    Target, find_target, lift, shorten,
};
use retroshade_diagnostics::{Color, Diagnostic, Renderer, Severity, Style, codes};
use retroshade_ir::deep::Panic;
use retroshade_ir::{essl, text};
use std::ffi::CString;

/// What a caller gives, with its meaning.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    /// A machine, or the language of a translation.
    pub(crate) target: &'a str,
    pub(crate) stage: Option<&'a str>,
    /// A source, a text or a program.
    pub(crate) input: &'a [u8],
    /// As on the command line.
    pub(crate) flags: &'a str,
    /// The record of the program, in JSON.
    pub(crate) record: Option<&'a str>,
}

/// One message.
pub(crate) struct Message {
    /// 0 for warnings, 1 for errors, 2 for defects of the compiler.
    pub(crate) severity: i32,
    pub(crate) code: CString,
    pub(crate) text: CString,
    /// From 1; 0 where no place in the input is to blame.
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// What a call gives.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The result, with a zero behind it that does not count.
    pub(crate) output: Option<Vec<u8>>,
    /// The record of the result, or what was said of it.
    pub(crate) record: CString,
    pub(crate) messages: Vec<Message>,
    /// All messages as the command line prints them.
    pub(crate) rendered: CString,
}

/// A result and its record.
type Made = (Vec<u8>, String);

impl Outcome {
    fn new(
        result: Result<Made, Diagnostics>,
        warnings: Diagnostics,
        sources: &SourceMap,
    ) -> Outcome {
        let mut all = warnings;
        let made = match result {
            Ok(made) => Some(made),
            Err(errors) => {
                all.extend(errors);
                None
            }
        };
        let mut rendered = Vec::new();
        let mut renderer = Renderer::new(sources, Style::Rich, Color::Never);
        // Nothing that is written to a vector fails.
        let _ = renderer.render_all(&all, &mut rendered);
        let (output, record) = made.unzip();
        Outcome {
            output: output.map(|mut bytes| {
                bytes.push(0);
                bytes
            }),
            record: without_zeros(&record.unwrap_or_default()),
            messages: all.iter().map(|one| message(one, sources)).collect(),
            rendered: without_zeros(&String::from_utf8_lossy(&rendered)),
        }
    }

    /// A call that panicked.
    pub(crate) fn of_panic(what: Panic) -> Outcome {
        let bug = Diagnostic::bug("the C interface", what.to_string());
        Outcome::new(Err(bug.into()), Diagnostics::new(), &SourceMap::new())
    }

    /// A call that makes no sense.
    pub(crate) fn of_misuse(what: &str) -> Outcome {
        Outcome::new(Err(misuse(what)), Diagnostics::new(), &SourceMap::new())
    }
}

fn message(one: &Diagnostic, sources: &SourceMap) -> Message {
    let place = one
        .primary
        .as_ref()
        .and_then(|label| sources.place(label.span));
    Message {
        severity: match one.severity {
            Severity::Warning => 0,
            Severity::Error => 1,
            Severity::Bug => 2,
        },
        code: without_zeros(one.code.id),
        text: without_zeros(&one.message),
        line: place.as_ref().map_or(0, |place| place.line),
        column: place.as_ref().map_or(0, |place| place.column),
    }
}

/// A text for C, which ends at the first zero: there is none in it.
fn without_zeros(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

fn misuse(what: impl Into<String>) -> Diagnostics {
    Diagnostic::error(codes::target::SETTING, what).into()
}

fn target_of(name: &str) -> Result<&'static dyn Target, Diagnostics> {
    find_target(name).ok_or_else(|| misuse(format!("there is no target `{name}`")))
}

fn stage_of(request: Request<'_>) -> Result<Option<Stage>, Diagnostics> {
    let named = |word: &str| {
        let stage = Stage::of_name(word);
        stage.ok_or_else(|| misuse(format!("`{word}` is no stage: vertex or fragment")))
    };
    request.stage.map(named).transpose()
}

fn settings_of(request: Request<'_>) -> Result<Settings, Diagnostics> {
    let mut settings = Settings::default();
    // Whoever calls may have the source from others.
    settings.language.without_files = true;
    let flags = request.flags.split_ascii_whitespace();
    settings
        .apply(flags)
        .map_err(|fault| misuse(fault.to_string()))?;
    Ok(settings)
}

fn text_of(request: Request<'_>) -> Result<&str, Diagnostics> {
    std::str::from_utf8(request.input).map_err(|_| misuse("the text is not UTF-8"))
}

fn source_of(request: Request<'_>) -> Result<Source, Diagnostics> {
    Ok(Source {
        name: "shader".to_owned(),
        text: text_of(request)?.to_owned(),
        stage: stage_of(request)?,
        language: retroshade::Language::Essl,
    })
}

/// A result of what reads no source.
fn plain(result: Result<Made, Diagnostics>) -> Outcome {
    Outcome::new(result, Diagnostics::new(), &SourceMap::new())
}

fn with_record(compiled: Compiled) -> Made {
    let record = compiled.reflection.to_json();
    (compiled.binary, record)
}

pub(crate) fn compile(request: Request<'_>) -> Outcome {
    let begun = || {
        let target = target_of(request.target)?;
        Ok((target, settings_of(request)?, source_of(request)?))
    };
    let (target, settings, source) = match begun() {
        Ok(begun) => begun,
        Err(errors) => return plain(Err(errors)),
    };
    let compiler = Compiler {
        target,
        language: settings.language,
        options: settings.code,
    };
    let compilation = compiler.compile(&source);
    let result = compilation
        .result
        .map(with_record)
        .ok_or_else(Diagnostics::new);
    Outcome::new(result, compilation.diagnostics, &compilation.sources)
}

pub(crate) fn translate(request: Request<'_>) -> Outcome {
    let begun = || {
        let language = language_of(request.target)?;
        Ok((language, settings_of(request)?, source_of(request)?))
    };
    let (language, settings, source) = match begun() {
        Ok(begun) => begun,
        Err(errors) => return plain(Err(errors)),
    };
    let translator = Translator {
        language: settings.language,
        ..Translator::new(language)
    };
    let translation = translator.translate(&source);
    let made = translation.result;
    let made = made.map(|translated| (translated.bytes, translated.interface.to_json()));
    Outcome::new(
        made.ok_or_else(Diagnostics::new),
        translation.diagnostics,
        &translation.sources,
    )
}

fn language_of(name: &str) -> Result<Language, Diagnostics> {
    let found = Language::ALL
        .into_iter()
        .find(|language| language.name() == name);
    found.ok_or_else(|| {
        let all = Language::ALL.map(Language::name);
        misuse(format!(
            "`{name}` is no language: there are {}",
            all.join(", ")
        ))
    })
}

pub(crate) fn assemble(request: Request<'_>) -> Outcome {
    let mut sources = SourceMap::new();
    let mut warnings = Diagnostics::new();
    let mut made = || {
        let target = target_of(request.target)?;
        let text = text_of(request)?;
        let file = sources.add(SourceFile::new("program", text));
        let (stage, settings) = (stage_of(request)?, settings_of(request)?);
        let compiled = target.assemble(file, text, stage, &settings.code)?;
        warnings.extend(compiled.warnings.clone());
        Ok(with_record(compiled))
    };
    let result = made();
    Outcome::new(result, warnings, &sources)
}

/// Calls a function with the program of a request.
fn with_program<T>(
    request: Request<'_>,
    work: impl FnOnce(&'static dyn Target, Binary<'_>, &Settings) -> Result<T, Diagnostics>,
) -> Result<T, Diagnostics> {
    let target = target_of(request.target)?;
    let settings = settings_of(request)?;
    let binary = Binary {
        bytes: request.input,
        container: settings.code.container.as_deref(),
        stage: stage_of(request)?,
        side_files: &Default::default(),
    };
    work(target, binary, &settings)
}

pub(crate) fn disassemble(request: Request<'_>) -> Outcome {
    plain(with_program(request, |target, binary, _| {
        let code = target.read(binary)?;
        let record = code.interface().map(|record| record.to_json());
        Ok((code.disassemble()?.into_bytes(), record.unwrap_or_default()))
    }))
}

pub(crate) fn lifted(request: Request<'_>, language: &str) -> Outcome {
    let mut options = LiftOptions::default();
    for flag in request.flags.split_ascii_whitespace() {
        if let Err(fault) = options.apply(flag) {
            return plain(Err(misuse(fault.to_string())));
        }
    }
    // The others are of compilations.
    let request = Request {
        flags: "",
        ..request
    };
    plain(with_program(request, |target, binary, _| {
        let record = match request.record {
            Some(text) => Reflection::from_json(text).map_err(|fault| misuse(fault.to_string()))?,
            None => target.read(binary)?.interface()?,
        };
        let lifted = lift(binary, &record, &options)?;
        let bytes = match language {
            "essl" => essl::write_calling(&lifted.shader, &lifted.functions)
                .map_err(misuse)?
                .into_bytes(),
            "ir" => text::print(&lifted.shader).into_bytes(),
            _ => {
                let language = language_of(language)?;
                let translated = translate_lifted(&lifted, language, &Default::default())?;
                return Ok((translated.bytes, translated.interface.to_json()));
            }
        };
        Ok((bytes, lifted.record.to_json()))
    }))
}

pub(crate) fn shortened(request: Request<'_>) -> Outcome {
    plain(with_program(request, |target, binary, settings| {
        let record = target.read(binary)?.interface()?;
        Ok(match shorten(target, binary, &record, &settings.code)? {
            Shortened::Shorter { compiled, .. } => with_record(*compiled),
            Shortened::Same(_) => (binary.bytes.to_vec(), record.to_json()),
        })
    }))
}
