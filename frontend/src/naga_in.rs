//! The call of naga: canonical text to a validated module.
//!
//! The checker has accepted the shader, so a refusal here is a defect of the printer or of naga, and is
//! reported as one.

use crate::canonical::Canonical;
use naga::front::glsl::{Frontend, Options};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use retroshade_diagnostics::{Diagnostic, Span};

/// A module and the types of its expressions.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
}

/// Parses and validates. Recursive: call it by way of [`retroshade_ir::deep::guarded`].
pub(crate) fn parse(canonical: &Canonical) -> Result<Parsed, Diagnostic> {
    // The interface is private globals, so the stage means nothing; only fragment shaders may have an
    // entry point without a result.
    let options = Options::from(ShaderStage::Fragment);
    let module = Frontend::default()
        .parse(&options, &canonical.text)
        .map_err(|errors| match errors.errors.first() {
            Some(error) => refused(canonical, "parser", &error.kind.to_string(), error.meta),
            None => refused(
                canonical,
                "parser",
                "no reason given",
                naga::Span::UNDEFINED,
            ),
        })?;
    // Derivatives may stand in any control flow in ESSL.
    let flags = ValidationFlags::all() - ValidationFlags::CONTROL_FLOW_UNIFORMITY;
    let info = Validator::new(flags, Capabilities::empty())
        .validate(&module)
        .map_err(|error| {
            let place = error
                .spans()
                .next()
                .map_or(naga::Span::UNDEFINED, |row| row.0);
            refused(canonical, "validator", &reasons(error.as_inner()), place)
        })?;
    Ok(Parsed { module, info })
}

/// The module as naga writes it in WGSL.
#[cfg(feature = "module-text")]
pub(crate) fn module_text(canonical: &Canonical) -> Result<String, Diagnostic> {
    let parsed = parse(canonical)?;
    written(&parsed.module, &parsed.info)
}

/// A module in WGSL.
#[cfg(feature = "module-text")]
pub(crate) fn written(module: &Module, info: &ModuleInfo) -> Result<String, Diagnostic> {
    use naga::back::wgsl::{WriterFlags, write_string};
    write_string(module, info, WriterFlags::EXPLICIT_TYPES)
        .map_err(|error| Diagnostic::bug("naga", format!("the module cannot be printed: {error}")))
}

/// The source of a place in the canonical text.
pub(crate) fn source_of(canonical: &Canonical, place: naga::Span) -> Span {
    match place.to_range() {
        Some(range) => canonical
            .map
            .lookup_range(range.start as u32, range.end as u32),
        None => Span::NONE,
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

fn refused(canonical: &Canonical, part: &str, reason: &str, place: naga::Span) -> Diagnostic {
    let range = place.to_range().unwrap_or(0..0);
    let line_start = canonical
        .text
        .get(..range.start)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let line = canonical
        .text
        .get(line_start..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default();
    Diagnostic::bug(
        "canonical",
        format!("naga's {part} refused the checked text: {reason}"),
    )
    .at(source_of(canonical, place), "printed from here")
    .with_note(format!("the canonical text is `{}`", line.trim()))
}
