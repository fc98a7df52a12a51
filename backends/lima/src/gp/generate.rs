//! From a shader that went through the passes to a checked program.

use super::Program;
use super::check;
use super::code::Code;
use super::interface::{self, Layout};
use super::isa::INSTRUCTIONS;
use super::reflect;
use super::schedule::{self, Schedule, Unscheduled};
use super::select::{self, Indexing};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Options;

/// A program with its description.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub program: Program,
    /// The description.
    pub reflection: Reflection,
}

/// Compiles a prepared shader.
///
/// # Errors
/// What the processor cannot do, limits exceeded, and defects.
pub fn generate(shader: &Shader, options: &Options) -> Result<Generated, Diagnostics> {
    let layout = interface::layout(shader)?;
    let mut result = None;
    // The second way is for the rare shader whose address registers block one another.
    for indexing in [Indexing::Direct, Indexing::Copied] {
        let code = select::select(shader, &layout, indexing)?;
        match schedule::schedule(&code, options.optimize) {
            Ok(schedule) => {
                result = Some(Ok((code, schedule)));
                break;
            }
            Err(failure) => result = Some(Err((code, failure))),
        }
    }
    let (code, schedule): (Code, Schedule) = match result {
        Some(Ok(found)) => found,
        Some(Err((code, failure))) => return Err(unscheduled(&code, failure).into()),
        None => return Err(Diagnostic::bug("lima generate", "nothing was tried").into()),
    };
    check::check(&code, &schedule.program)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault))?;
    let reflection = reflect::reflection(shader, &layout, &code, &schedule);
    Ok(Generated {
        program: schedule.program,
        reflection,
    })
}

/// The selected operations as text.
///
/// # Errors
/// As [`generate`].
pub fn selection(shader: &Shader, options: &Options) -> Result<String, Diagnostics> {
    let layout: Layout = interface::layout(shader)?;
    let code = select::select(shader, &layout, Indexing::Direct)?;
    Ok(code.to_string())
}

fn unscheduled(code: &Code, failure: Unscheduled) -> Diagnostic {
    let count = code.nodes.len();
    match failure {
        Unscheduled::TooLong(bound) => Diagnostic::error(
            codes::limit::INSTRUCTIONS,
            format!(
                "lima: the {count} scalar operations of the vertex program need {bound} or more \
                 instructions and did not fit in {INSTRUCTIONS}"
            ),
        ),
        Unscheduled::Pressure => Diagnostic::error(
            codes::limit::TEMPORARIES,
            format!(
                "lima: among the {count} scalar operations of the vertex program more values are \
                 live at once than the 64 register lanes hold"
            ),
        ),
    }
}
