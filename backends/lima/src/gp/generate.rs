//! From a shader that went through the passes to a checked program.

use super::Program;
use super::check;
use super::code::Code;
use super::form::{self, Change, Form};
use super::interface::{self, Layout};
use super::isa::INSTRUCTIONS;
use super::memory::{self, Placed};
use super::reflect;
use super::schedule::{self, Effort, Schedule, Unscheduled};
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
        form,
        placed,
        schedule,
        ..
    } = schedule_somehow(shader, &layout, options)?;
    check::check(&form.code, &placed, &schedule)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault))?;
    let described = form.describe(shader);
    let reflection = reflect::reflection(&described, &layout, &placed.code, &schedule);
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
        let form = Form {
            code,
            turned: Vec::new(),
        };
        match schedule_one(&form, Effort::first(options.optimize), usize::MAX, 0)? {
            // What needs temporaries needs long already, and a form changes little.
            Ok(found) if options.optimize == Optimize::None || found.budget > 0 => {
                return Ok(found);
            }
            Ok(found) => {
                let changes = form::changes(shader, layout, &form.code);
                return improve(found, changes, options.optimize);
            }
            Err(other) => failure = Some((form.code, other)),
        }
    }
    Err(match failure {
        Some((code, failure)) => unscheduled(&code, failure).into(),
        None => Diagnostic::bug("lima generate", "nothing was tried").into(),
    })
}

/// Looks for shorter programs: changes the form step by step as long as that helps, and then does more for
/// the best form.
fn improve(
    first: Candidate,
    changes: Vec<Change>,
    optimize: Optimize,
) -> Result<Candidate, Diagnostics> {
    let budget = first.budget;
    let mut best = first;
    let mut equal: Option<Candidate> = None;
    for change in changes {
        // A proof is of one form; with a large budget the others are tried all the same.
        if best.is_proved() && optimize != Optimize::Most {
            return Ok(best);
        }
        let Some(form) = form::changed(&best.form, &change) else {
            continue;
        };
        let length = best.length();
        match schedule_one(&form, Effort::first(optimize), length, budget)? {
            Ok(found) if found.length() < length => {
                best = found;
                equal = None;
            }
            Ok(found) => equal = Some(found),
            Err(_) => {}
        }
    }
    let mut length = best.length();
    let efforts = Effort::last(optimize);
    for (candidate, effort) in [Some(best.form.clone()), equal.map(|e| e.form)]
        .into_iter()
        .flatten()
        .zip(efforts)
    {
        if best.is_proved() {
            break;
        }
        if let Ok(found) = schedule_one(&candidate, effort, length.saturating_sub(1), budget)?
            && found.length() < length
        {
            length = found.length();
            best = found;
        }
    }
    Ok(best)
}

/// A program in all its forms.
struct Candidate {
    form: Form,
    placed: Placed,
    schedule: Schedule,
    /// The number of the memory budget.
    budget: usize,
}

impl Candidate {
    fn length(&self) -> usize {
        self.schedule.program.instructions.len()
    }

    fn is_proved(&self) -> bool {
        self.length() as u32 <= self.schedule.bound
    }
}

/// Schedules with as few temporaries as possible, from a memory budget on. A limit of instructions holds
/// for programs of one block.
fn schedule_one(
    form: &Form,
    effort: Effort,
    limit: usize,
    first: usize,
) -> Result<Result<Candidate, Unscheduled>, Diagnostic> {
    let mut failure = Unscheduled::Pressure;
    for (number, budget) in memory::BUDGETS.into_iter().enumerate().skip(first) {
        let placed = memory::place(&form.code, budget)?;
        match schedule::schedule(&placed, effort, limit) {
            Ok(schedule) => {
                return Ok(Ok(Candidate {
                    form: form.clone(),
                    placed,
                    schedule,
                    budget: number,
                }));
            }
            Err(other) => failure = other,
        }
        if let Unscheduled::TooLong(_) = failure {
            break;
        }
        // Better than what is known it would not be.
        if limit != usize::MAX {
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
