//! From a shader that went through the passes to a checked program.

use super::check;
use super::code::Code;
use super::interface::{self, Layout};
use super::isa::INSTRUCTIONS;
use super::memory;
use super::passes::Literals;
use super::reflect;
use super::schedule::{self, Effort, Prepared, Schedule, ScheduleError};
use super::select::{self, Indexing};
use super::variant::Variant;
use super::{EXACT_PIPELINE, PIPELINE, Program};
use crate::search::Search;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Optimize;
use std::rc::Rc;

/// Instructions by which a variant may exceed the best one and still be searched further.
const MARGIN: usize = 1;

/// A program with its description.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub program: Program,
    /// The description.
    pub reflection: Reflection,
    /// The place in the source of each instruction.
    pub spans: Vec<Span>,
}

/// Compiles a prepared shader; `None` where the hooks stop the passes.
///
/// # Errors
/// What the processor cannot do, limits exceeded, and defects.
pub(crate) fn generate(
    shader: &Shader,
    search: Search,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Generated>, Diagnostics> {
    let layout = interface::layout(shader)?;
    let Some(found) = schedule_first_fit(shader, &layout, search, hooks)? else {
        return Ok(None);
    };
    let Candidate {
        code,
        prepared,
        schedule,
        ..
    } = found;
    let placed = prepared.placed();
    let spans = check::check(&code, placed, &schedule)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault.to_string()))?;
    let reflection = reflect::reflection(shader, &layout, &placed.code, &schedule);
    Ok(Some(Generated {
        program: schedule.program,
        reflection,
        spans,
    }))
}

/// The first of several ways to select and to place memory, the best first, by which there is a schedule;
/// `None` where the hooks stop the passes.
fn schedule_first_fit(
    shader: &Shader,
    layout: &Layout,
    search: Search,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Candidate>, Diagnostics> {
    let mut failure = None;
    // The second way is for the rare shader whose address registers block one another.
    for indexing in [Indexing::Direct, Indexing::Copied] {
        let Some(code) = selected(shader, layout, indexing, hooks)? else {
            return Ok(None);
        };
        match schedule_one(Rc::new(code), Effort::first(search), usize::MAX, 0)? {
            // What needs temporaries needs long already, and a variant changes little. Variants round differently,
            // and the shortest program decides which is taken.
            Ok(found)
                if search.optimize == Optimize::None
                    || found.budget > 0
                    || shader.has_invariant_output() =>
            {
                return Ok(Some(found));
            }
            Ok(found) => return improve(found, search).map(Some),
            Err((code, other)) => failure = Some((code, other)),
        }
    }
    Err(match failure {
        Some((code, failure)) => unscheduled(&code, failure).into(),
        None => Diagnostic::bug("lima generate", "nothing was tried").into(),
    })
}

/// Looks for shorter programs: changes the variant step by step as long as that helps, and then does more for
/// the best variants. That one meets its bound says nothing of the others.
fn improve(first: Candidate, search: Search) -> Result<Candidate, Diagnostics> {
    let mut variants = VariantSearch {
        plain: Rc::clone(&first.code),
        budget: first.budget,
        search,
        tried: vec![Variant::default()],
        failed: Vec::new(),
        found: vec![(first, Variant::default())],
    };
    variants.attempt(Variant::CHAINS)?;
    // Every round takes the best variant a step further.
    loop {
        let known = variants.tried.len();
        for variant in variants.found[0].1.near() {
            if variants.attempt(variant)? {
                break;
            }
        }
        if variants.tried.len() == known {
            break;
        }
    }
    variants.finish()
}

/// The variants of a program that were tried.
struct VariantSearch {
    plain: Rc<Code>,
    budget: usize,
    search: Search,
    tried: Vec<Variant>,
    /// Programs that came to nothing, or to something much longer than the best.
    failed: Vec<Rc<Code>>,
    /// The best first, and of variants as short as one another the one that was found first.
    found: Vec<(Candidate, Variant)>,
}

impl VariantSearch {
    /// Schedules a variant of the program, and tells whether it is the best so far.
    fn attempt(&mut self, variant: Variant) -> Result<bool, Diagnostics> {
        if self.tried.contains(&variant) {
            return Ok(false);
        }
        self.tried.push(variant);
        let Some(code) = variant.of(&self.plain).map(Rc::new) else {
            return Ok(false);
        };
        let mut known = self.found.iter().map(|(other, _)| &other.code);
        if known.any(|other| *other == code) || self.failed.contains(&code) {
            return Ok(false);
        }
        let best = self.found[0].0.length();
        let effort = Effort::first(self.search);
        let found = match schedule_one(code, effort, best + MARGIN, self.budget)? {
            Ok(found) => found,
            Err((code, _)) => {
                self.failed.push(code);
                return Ok(false);
            }
        };
        let length = found.length();
        let place = self
            .found
            .partition_point(|(other, _)| other.length() <= length);
        self.found.insert(place, (found, variant));
        Ok(place == 0)
    }

    /// Does more for the best variants.
    fn finish(mut self) -> Result<Candidate, Diagnostics> {
        let mut best = 0;
        let efforts = Effort::last(self.search);
        for (index, effort) in (0..self.found.len()).zip(efforts) {
            let known = &self.found[best].0;
            if known.is_proved() {
                break;
            }
            best = self.shorter(best, index, effort);
        }
        Ok(self.found.swap_remove(best).0)
    }

    /// The number of the best variant, or that of another in which an effort finds something shorter.
    fn shorter(&mut self, best: usize, index: usize, effort: Effort) -> usize {
        let limit = self.found[best].0.length().saturating_sub(1);
        let candidate = &mut self.found[index].0;
        match schedule::schedule(&candidate.prepared, effort, limit) {
            Ok(schedule) if schedule.program.instructions.len() <= limit => {
                candidate.schedule = schedule;
                index
            }
            _ => best,
        }
    }
}

/// A scheduled variant of a program.
struct Candidate {
    code: Rc<Code>,
    prepared: Prepared,
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

/// Schedules with as few temporaries as possible, from a memory budget on, or gives the program back. A limit of
/// instructions holds for programs of one block.
fn schedule_one(
    code: Rc<Code>,
    effort: Effort,
    limit: usize,
    first: usize,
) -> Result<Result<Candidate, (Rc<Code>, ScheduleError)>, Diagnostic> {
    let mut failure = ScheduleError::Pressure;
    for (number, budget) in memory::BUDGETS.into_iter().enumerate().skip(first) {
        let placed = memory::place(&code, budget)?;
        let prepared = Prepared::new(placed);
        let schedule = prepared.and_then(|prepared| {
            let schedule = schedule::schedule(&prepared, effort, limit)?;
            Ok((prepared, schedule))
        });
        match schedule {
            Ok((prepared, schedule)) => {
                return Ok(Ok(Candidate {
                    code,
                    prepared,
                    schedule,
                    budget: number,
                }));
            }
            Err(other) => failure = other,
        }
        if let ScheduleError::TooLong(_) = failure {
            break;
        }
        // Better than what is known it would not be.
        if limit != usize::MAX {
            break;
        }
    }
    Ok(Err((code, failure)))
}

/// The selected operations after the passes; `None` where the hooks stop these.
fn selected(
    shader: &Shader,
    layout: &Layout,
    indexing: Indexing,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Code>, Diagnostic> {
    let mut code = select::select(shader, layout, indexing)?;
    let passes = if shader.has_invariant_output() {
        EXACT_PIPELINE
    } else {
        PIPELINE
    };
    let report = pass::run(passes, &mut code, &Literals(layout.constants), hooks)?;
    Ok(report.stopped_after.is_none().then_some(code))
}

/// The selected operations as text.
///
/// # Errors
/// What the processor cannot do, limits exceeded, and defects.
pub fn selection(shader: &Shader) -> Result<String, Diagnostics> {
    let layout: Layout = interface::layout(shader)?;
    let code = selected(shader, &layout, Indexing::Direct, &mut Hooks::default())?;
    Ok(code.map(|code| code.to_string()).unwrap_or_default())
}

fn unscheduled(code: &Code, failure: ScheduleError) -> Diagnostic {
    let count = code.operations();
    match failure {
        ScheduleError::TooLong(bound) => Diagnostic::error(
            codes::limit::INSTRUCTIONS,
            format!(
                "lima: the {count} scalar operations of the vertex program need {bound} or more \
                 instructions and did not fit in {INSTRUCTIONS}"
            ),
        ),
        ScheduleError::Pressure => Diagnostic::error(
            codes::limit::TEMPORARIES,
            format!(
                "lima: among the {count} scalar operations of the vertex program more values are \
                 live at once than the 64 register lanes hold"
            ),
        ),
    }
}
