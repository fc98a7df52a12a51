//! From a shader that went through the passes to a checked program.

use super::Program;
use super::check;
use super::code::Code;
use super::interface::{self, Layout};
use super::isa::INSTRUCTIONS;
use super::memory::{self, Placed};
use super::reflect;
use super::schedule::{self, Schedule, Unscheduled};
use super::select::{self, Indexing};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Shader;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Optimize, Options};

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
    let Candidate {
        code,
        placed,
        schedule,
    } = schedule_somehow(shader, &layout, options)?;
    check::check(&code, &placed, &schedule)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault))?;
    let reflection = reflect::reflection(shader, &layout, &placed.code, &schedule);
    Ok(Generated {
        program: schedule.program,
        reflection,
    })
}

/// Tries the ways to select and to place from the best to the one that always works.
fn schedule_somehow(
    shader: &Shader,
    layout: &Layout,
    options: &Options,
) -> Result<Candidate, Diagnostics> {
    let mut failure = None;
    // The second way is for the rare shader whose address registers block one another.
    for indexing in [Indexing::Direct, Indexing::Copied] {
        let code = selected(shader, layout, indexing)?;
        match schedule_one(&code, options)? {
            Ok(found) => {
                let other = select::viewport::scale_last(&code);
                let Some(code) = other.filter(|_| options.optimize != Optimize::None) else {
                    return Ok(found);
                };
                return Ok(match schedule_one(&code, options)? {
                    Ok(other) if other.length() < found.length() => other,
                    _ => found,
                });
            }
            Err(other) => failure = Some((code, other)),
        }
    }
    Err(match failure {
        Some((code, failure)) => unscheduled(&code, failure).into(),
        None => Diagnostic::bug("lima generate", "nothing was tried").into(),
    })
}

/// A program in all its forms.
struct Candidate {
    code: Code,
    placed: Placed,
    schedule: Schedule,
}

impl Candidate {
    fn length(&self) -> usize {
        self.schedule.program.instructions.len()
    }
}

/// Schedules with as few temporaries as possible.
fn schedule_one(
    code: &Code,
    options: &Options,
) -> Result<Result<Candidate, Unscheduled>, Diagnostic> {
    let mut failure = Unscheduled::Pressure;
    for budget in memory::BUDGETS {
        let placed = memory::place(code, budget)?;
        match schedule::schedule(&placed, options.optimize) {
            Ok(schedule) => {
                return Ok(Ok(Candidate {
                    code: code.clone(),
                    placed,
                    schedule,
                }));
            }
            Err(other) => failure = other,
        }
        if let Unscheduled::TooLong(_) = failure {
            break;
        }
    }
    Ok(Err(failure))
}

fn selected(shader: &Shader, layout: &Layout, indexing: Indexing) -> Result<Code, Diagnostic> {
    let mut code = select::select(shader, layout, indexing)?;
    select::literals::place(&mut code, layout.constants)?;
    Ok(code)
}

/// The selected operations as text.
///
/// # Errors
/// As [`generate`].
pub fn selection(shader: &Shader) -> Result<String, Diagnostics> {
    let layout: Layout = interface::layout(shader)?;
    let code = selected(shader, &layout, Indexing::Direct)?;
    Ok(code.to_string())
}

fn unscheduled(code: &Code, failure: Unscheduled) -> Diagnostic {
    let count: usize = code.blocks.iter().map(|block| block.nodes.len()).sum();
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
