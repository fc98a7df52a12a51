//! From a shader that went through the passes to a verified program.

use crate::interface::{self, Counts, Packing, Registers};
use crate::isa::{File, Version};
use crate::schedule::{self, Effort, Emitted, Trouble};
use crate::select::{self, Sharing};
use crate::settings::Settings;
use crate::target::{encode, stats};
use crate::{container, text, verify};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
use retroshade_kit::target::{Compiled, Options};

/// Compiles a prepared shader.
pub(crate) fn generate(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<Compiled, Diagnostics> {
    let settings = Settings::read(target, version, options)?;
    let mut first_error = None;
    // Roomy first: registers that each hold one uniform, constants moved once. What does not fit so
    // may fit in the other ways.
    for packing in [Packing::Plain, Packing::Uniforms] {
        for sharing in [Sharing::Shared, Sharing::Each] {
            match attempt(target, version, shader, options, settings, packing, sharing) {
                Ok(compiled) => return Ok(compiled),
                Err(Failed::Final(errors)) => return Err(errors),
                Err(Failed::Retry(errors)) => {
                    first_error.get_or_insert(errors);
                }
            }
        }
    }
    Err(first_error.unwrap_or_default())
}

/// The selected operations before scheduling, as text.
pub(crate) fn selection(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
) -> Result<String, Diagnostics> {
    let settings = Settings::read(target, version, options)?;
    let mut registers = interface::assign(target, version, shader, options, Packing::Plain)?;
    let selected = select::select(
        target,
        version,
        shader,
        &mut registers,
        settings,
        Sharing::Shared,
    )?;
    Ok(select::print(&selected.code, shader.stage))
}

/// Why an attempt failed.
enum Failed {
    /// No other attempt can do better.
    Final(Diagnostics),
    /// For want of registers.
    Retry(Diagnostics),
}

impl From<Diagnostics> for Failed {
    fn from(errors: Diagnostics) -> Failed {
        let limits = [codes::limit::CONSTANTS.id, codes::limit::TEMPORARIES.id];
        let limited = errors.iter().all(|error| limits.contains(&error.code.id));
        if limited {
            Failed::Retry(errors)
        } else {
            Failed::Final(errors)
        }
    }
}

fn attempt(
    target: &'static str,
    version: Version,
    shader: &Shader,
    options: &Options,
    settings: Settings,
    packing: Packing,
    sharing: Sharing,
) -> Result<Compiled, Failed> {
    let mut registers = interface::assign(target, version, shader, options, packing)?;
    let selected = select::select(target, version, shader, &mut registers, settings, sharing)?;
    let effort = Effort {
        order: settings.order_steps,
        registers: settings.register_steps,
    };
    let emitted = schedule::schedule(&selected.code, version, shader.stage, effort)
        .map_err(|trouble| explain(target, version, shader, trouble))?;
    check_length(target, version, &emitted)?;
    finish(target, shader, registers, selected.literals, emitted).map_err(Failed::from)
}

fn explain(target: &str, version: Version, shader: &Shader, trouble: Trouble) -> Diagnostics {
    match trouble {
        Trouble::Bug(message) => Diagnostic::bug("agal schedule", message).into(),
        Trouble::Temporaries { live, span } => {
            let registers = version.registers(shader.stage, File::Temporary);
            let message = format!(
                "{target} has {registers} temporaries of four components, but here the shader needs \
                 {live} components at once and they find no place"
            );
            Diagnostic::error(codes::limit::TEMPORARIES, message)
                .at(span, "most values are needed here")
                .with_note(format!("{} components would fit if all could be packed", 4 * registers))
                .with_help("compute less at once, move work to the vertex shader, or use agal2 with 26 temporaries")
                .into()
        }
    }
}

fn check_length(target: &str, version: Version, emitted: &Emitted) -> Result<(), Failed> {
    let (needed, limit) = (emitted.program.tokens.len(), version.tokens() as usize);
    if needed <= limit {
        return Ok(());
    }
    let message =
        format!("{target} programs have at most {limit} tokens, but the shader needs {needed}");
    let span = emitted.spans.get(limit).copied().unwrap_or(Span::NONE);
    let error = Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(span, "the first token that does not fit comes from here")
        .with_note("loops are unrolled and both sides of branches are computed");
    Err(Failed::Final(error.into()))
}

/// Encodes, decodes, verifies, describes.
fn finish(
    target: &'static str,
    shader: &Shader,
    registers: Registers,
    literals: Vec<(u16, Vec<f32>)>,
    emitted: Emitted,
) -> Result<Compiled, Diagnostics> {
    let binary = encode(&emitted.program)?;
    let raw = container::read_raw(&binary)
        .map_err(|error| Diagnostic::bug("agal container", error.to_string()))?;
    let mut violations = verify::check(&raw, true);
    violations.extend(verify::check_outputs(&raw));
    if let Some(violation) = violations.first() {
        let listing = text::disassemble(&emitted.program);
        return Err(Diagnostic::bug("agal verify", violation.to_string())
            .with_note(listing)
            .into());
    }
    let counts = Counts {
        stats: stats(&emitted.program),
        literals,
    };
    let reflection = interface::reflection(target, shader, &registers, counts);
    Ok(Compiled {
        binary,
        side_files: IndexMap::new(),
        assembly: text::disassemble(&emitted.program),
        reflection,
        warnings: registers.warnings,
    })
}
