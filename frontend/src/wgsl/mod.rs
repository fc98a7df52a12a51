//! WGSL to the intermediate representation: naga's own reader, then the lowering of ESSL.
//!
//! The lowering knows shaders in the form of the canonical text: the interface is private globals with
//! roles in a [`Program`], and a function `main` takes and returns nothing. [`entry`] brings a module into
//! that form with the tables of [`interface`]; [`legal`] refuses, by name, what no target has before the lowering meets it; [`types`]
//! translates the types of the interface.
//!
//! WGSL differs from ESSL where the API differs. The depth of a position runs from 0 to 1, which the shader's
//! interface says; targets bring it to their own range. A texture and its sampler are one in GL: lookups name the texture, and the sampler
//! variable says nothing.

mod entry;
mod interface;
mod legal;
mod types;

use crate::canonical::{Canonical, TextMap};
use crate::compile::without_places_of_varyings;
use crate::lex::SOURCE_LIMIT;
use crate::lower::{UnsetLanes, lower};
use crate::naga_in::Parsed;
use crate::request::{Request, report, source_name};
use crate::typed::Program;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use retroshade_diagnostics::codes::language;
use retroshade_diagnostics::fault::Checked;
use retroshade_diagnostics::{Diagnostic, FileId, Span};
use retroshade_ir::verify::verify_after;
use retroshade_ir::{ClipDepth, Shader, Stage, lint};

/// The shader of a WGSL source; `None` after an error.
pub fn compile_wgsl(request: &mut Request<'_>) -> Option<Shader> {
    compile_wgsl_located(request).map(without_places_of_varyings)
}

/// As [`compile_wgsl`], with the locations by which varyings of a pair find each other.
pub fn compile_wgsl_located(request: &mut Request<'_>) -> Option<Shader> {
    compile_module(request, from_wgsl)
}

/// The shader of a SPIR-V module; `None` after an error.
pub fn compile_spirv(request: &mut Request<'_>) -> Option<Shader> {
    compile_spirv_located(request).map(without_places_of_varyings)
}

/// As [`compile_spirv`], with the locations by which varyings of a pair find each other.
pub fn compile_spirv_located(request: &mut Request<'_>) -> Option<Shader> {
    compile_module(request, from_spirv)
}

type Read = fn(&Request<'_>) -> Result<(Module, String), Diagnostic>;

fn compile_module(request: &mut Request<'_>, read: Read) -> Option<Shader> {
    request.guarded(|request| {
        let name = source_name(request);
        let result = adapted(request, read).and_then(|(parsed, canonical, program)| {
            let mut shader = lower(
                &parsed,
                &canonical,
                &program,
                &name,
                UnsetLanes::Filled,
                None,
            )?;
            if shader.stage == Stage::Vertex {
                shader.interface.clip_depth = ClipDepth::ZeroToW;
            }
            if cfg!(debug_assertions) {
                verify_after(&shader, "lower")?;
            }
            Ok(shader)
        });
        let shader = report(request, result)?;
        request.diagnostics.extend(lint::undefined(&shader));
        Some(shader)
    })
}

/// The module in the form in which it is lowered, as naga writes it; `None` after an error.
#[cfg(feature = "module-text")]
pub fn wgsl_naga_text(request: &mut Request<'_>) -> Option<String> {
    module_text(request, from_wgsl)
}

/// The same of a SPIR-V module.
#[cfg(feature = "module-text")]
pub fn spirv_naga_text(request: &mut Request<'_>) -> Option<String> {
    module_text(request, from_spirv)
}

#[cfg(feature = "module-text")]
fn module_text(request: &mut Request<'_>, read: Read) -> Option<String> {
    request.guarded(|request| {
        let result = adapted(request, read)
            .and_then(|(parsed, ..)| crate::naga_in::written(&parsed.module, &parsed.info));
        report(request, result)
    })
}

/// A WGSL source as a module, and the text that its places are in.
fn from_wgsl(request: &Request<'_>) -> Result<(Module, String), Diagnostic> {
    let file = request.file;
    let text = request.sources.file(file).map_or("", |file| &file.text);
    // A byte-order mark is no part of the language; places stay as they are.
    let text = match text.strip_prefix('\u{feff}') {
        Some(rest) => format!("   {rest}"),
        None => text.to_owned(),
    };
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| refused(&error, file))?;
    Ok((module, text))
}

/// A SPIR-V module. naga's places in it are byte offsets of the binary, which mean nothing to people.
fn from_spirv(request: &Request<'_>) -> Result<(Module, String), Diagnostic> {
    Ok((crate::spirv::module(request, is_valid)?, String::new()))
}

/// A module in the form of the canonical text, and the tables that go with it.
fn adapted(request: &Request<'_>, read: Read) -> Result<(Parsed, Canonical, Program), Diagnostic> {
    let file = request.file;
    let text = request.sources.file(file).map_or("", |file| &file.text);
    if text.len() > SOURCE_LIMIT {
        let message = format!(
            "the source has {} bytes, at most {SOURCE_LIMIT} are possible",
            text.len()
        );
        return Err(Diagnostic::error(language::WGSL, message));
    }
    let (module, text) = read(request)?;
    let length = text.len();
    // How blocks lie in memory is WGSL's to say; modules have what their sources say.
    let layouts = match length {
        0 => ValidationFlags::empty(),
        _ => ValidationFlags::STRUCT_LAYOUTS,
    };
    let info = validated(&module, layouts).map_err(|error| invalid(&error, file))?;
    let place = |span: naga::Span| match length {
        0 => Span::new(file, 0, 0),
        _ => place(span, file),
    };
    let entry = chosen(&module, request.stage, file)?;
    legal::check(&module, &info, entry, &place)?;
    let (module, program, globals) = entry::adapt(module, entry, &place)?;
    // What was valid has been rearranged here: an error is ours.
    let info = validated(&module, layouts).map_err(|error| {
        let message = format!(
            "the adapted module is not valid: {}",
            reasons(error.as_inner())
        );
        Diagnostic::bug("wgsl", message)
    })?;
    let canonical = Canonical {
        text,
        map: match length {
            0 => TextMap::default(),
            _ => TextMap::identity(file),
        },
        globals,
        intrinsics: Default::default(),
    };
    Ok((Parsed { module, info }, canonical, program))
}

type Invalid = naga::WithSpan<naga::valid::ValidationError>;

/// `layouts` is [`ValidationFlags::STRUCT_LAYOUTS`] if offsets in blocks matter.
fn validated(module: &Module, layouts: ValidationFlags) -> Result<ModuleInfo, Box<Invalid>> {
    let flags = ValidationFlags::all()
        - ValidationFlags::CONTROL_FLOW_UNIFORMITY
        - ValidationFlags::STRUCT_LAYOUTS;
    let mut validator = Validator::new(flags | layouts, Capabilities::empty());
    validator.validate(module).map_err(Box::new)
}

/// Checks a module, in whose blocks offsets do not matter.
fn is_valid(module: &Module) -> Checked {
    let result = validated(module, ValidationFlags::empty());
    result
        .map(|_| ())
        .map_err(|error| sentence(&reasons(error.as_inner())).into())
}

/// A place in the source; [`Span::NONE`] where naga knows none.
fn place(span: naga::Span, file: FileId) -> Span {
    match span.to_range() {
        Some(range) => Span::new(file, range.start as u32, range.end as u32),
        None => Span::NONE,
    }
}

fn refused(error: &naga::front::wgsl::ParseError, file: FileId) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(language::WGSL, sentence(error.message()));
    for (index, (span, label)) in error.labels().enumerate() {
        diagnostic = match index {
            0 => diagnostic.at(place(span, file), label),
            _ => diagnostic.and_at(place(span, file), label),
        };
    }
    diagnostic
}

fn invalid(error: &Invalid, file: FileId) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(language::WGSL, sentence(&reasons(error.as_inner())));
    for (index, (span, label)) in error.spans().enumerate() {
        diagnostic = match index {
            0 => diagnostic.at(place(*span, file), label.clone()),
            _ => diagnostic.and_at(place(*span, file), label.clone()),
        };
    }
    diagnostic
}

/// Our messages begin small and have no full stop.
fn sentence(message: &str) -> String {
    let message = message.trim_end_matches('.');
    let mut letters = message.chars();
    match letters.next() {
        Some(first) if letters.as_str().starts_with(char::is_lowercase) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    }
}

fn reasons(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(error) = next {
        text = format!("{text}: {error}");
        next = error.source();
    }
    text
}

/// The index of the entry point to compile: the only one of the stage, or the one named `main`.
fn chosen(module: &Module, stage: Option<Stage>, file: FileId) -> Result<usize, Diagnostic> {
    let points = module.entry_points.iter().enumerate();
    let fitting: Vec<(usize, &str)> = points
        .filter(|(_, point)| match stage_of(point.stage) {
            Some(own) => stage.is_none_or(|stage| stage == own),
            None => false,
        })
        .map(|(index, point)| (index, point.name.as_str()))
        .collect();
    let word = stage.map_or("vertex or fragment", Stage::name);
    let main = fitting.iter().find(|(_, name)| *name == "main");
    let names: Vec<String> = fitting
        .iter()
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    let message = match (&fitting[..], main) {
        (&[(only, _)], _) | (_, Some(&(only, _))) => return Ok(only),
        ([], _) => format!("the source has no {word} entry point"),
        _ => format!(
            "the source has several {word} entry points: {}",
            names.join(", ")
        ),
    };
    let help = match stage {
        None => "choose one with -fshader-stage=vertex or -fshader-stage=fragment",
        Some(_) => "one entry point of a stage is compiled: the only one, or the one named `main`",
    };
    let start = Span::new(file, 0, 0);
    Err(Diagnostic::error(language::ENTRY_POINT, message)
        .at(start, "")
        .with_help(help))
}

fn stage_of(stage: ShaderStage) -> Option<Stage> {
    match stage {
        ShaderStage::Vertex => Some(Stage::Vertex),
        ShaderStage::Fragment => Some(Stage::Fragment),
        _ => None,
    }
}
