//! From a shader that went through the passes to a checked program.

use super::PIPELINE;
use super::allocate;
use super::check;
use super::code::{Block, Node};
use super::colors;
use super::interface;
use super::lowered::Lowered;
use super::machine;
use super::passes::WRITE_SPLATS;
use super::program::Program;
use super::reflect;
use super::schedule::word::Word;
use super::select::{self, Selected};
use super::write_splats::has_splats;
use crate::search::Search;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::{Precision, Shader};
use retroshade_kit::incumbent::Incumbent;
use retroshade_kit::reflect::Reflection;

/// A program with its description.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub program: Program,
    /// The description.
    pub reflection: Reflection,
    /// What deserves a look.
    pub warnings: Diagnostics,
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
    let reduced = colors::reduce(shader)?;
    let shader = reduced.as_ref().map_or(shader, |reduced| &reduced.shader);
    let layout = interface::layout(shader)?;
    let mut selected = select::select(shader, &layout)?;
    if let Some(reduced) = &reduced {
        selected.warnings.push(reduced.warning.clone());
    }
    if let Some(warning) = precision(shader) {
        selected.warnings.push(warning);
    }
    let Selected {
        program,
        temporaries,
        rounded,
        warnings,
    } = selected;
    let Some(made) = shortest(program, temporaries, search, hooks)? else {
        return Ok(None);
    };
    made.program
        .check()
        .map_err(|fault| Diagnostic::bug("lima emit", fault.to_string()))?;
    check::check(&made.code, &made.plans, &made.registers, &made.program)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault.to_string()))?;
    let reflection = reflect::reflection(shader, &layout, &rounded, &made);
    Ok(Some(Generated {
        spans: spans(&made),
        program: made.program,
        reflection,
        warnings,
    }))
}

/// Schedules a program, with splats that their producers write and with copies, and gives the shorter: lanes that are
/// written early lie in registers for longer. The hooks see the first; `None` where they stop the passes.
fn shortest(
    program: machine::Program,
    temporaries: u32,
    search: Search,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Lowered>, Diagnostics> {
    let attempt = |mut program: machine::Program, hooks: &mut Hooks<'_>| {
        let report = pass::run(PIPELINE, &mut program, &(), hooks)?;
        match report.stopped_after {
            Some(_) => Ok(None),
            None => allocate::spill_until_it_fits(program, temporaries, search).map(Some),
        }
    };
    if !has_splats(&program) || hooks.omit(WRITE_SPLATS.name) {
        return attempt(program, hooks);
    }
    let mut copying = hooks.unseen();
    copying.without.push(WRITE_SPLATS.name.to_owned());
    let mut found = Incumbent::default();
    match attempt(program.clone(), hooks) {
        Ok(None) => return Ok(None),
        first => found.consider(first)?,
    };
    let other = attempt(program, &mut copying).map(|other| {
        let size = |made: &Lowered| (made.program.instructions.len(), made.program.words());
        let is_shorter = |other: &Lowered| found.best().is_none_or(|best| size(other) < size(best));
        other.filter(is_shorter)
    });
    found.consider(other)?;
    found.finish("lima generate").map(Some)
}

/// The place in the source of each instruction: that of its last operation, since what it loads goes
/// into that.
fn spans(made: &Lowered) -> Vec<Span> {
    let blocks = made.code.blocks.iter().zip(&made.plans);
    let words = blocks.flat_map(|(block, plan)| plan.words.iter().map(move |word| (block, word)));
    let span = |(block, word): (&Block, &Word)| {
        let end = block.comparison_node();
        let nodes = word.busy_units().map(|(_, node)| node);
        let placed = nodes.filter(|node| *node != end && !block.operations[*node].span.is_none());
        let last: Option<Node> = placed.max();
        last.map_or(Span::NONE, |node| block.operations[node].span)
    };
    let mut spans: Vec<Span> = words.map(span).collect();
    // Where fragments end without output, which belongs to none.
    spans.resize(made.program.instructions.len(), Span::NONE);
    spans
}

/// One warning for a shader that asks for more precision than there is.
fn precision(shader: &Shader) -> Option<Diagnostic> {
    let interface = &shader.interface;
    let variables = interface.inputs.values().chain(interface.uniforms.values());
    let mut asked = variables.filter(|variable| variable.precision == Some(Precision::High));
    let first = asked.find(|variable| variable.builtin.is_none())?;
    let message = format!(
        "lima: `{}` is highp, but fragments are computed in half floats",
        first.name
    );
    let warning = Diagnostic::warning(codes::warning::HALF_PRECISION, message);
    Some(warning.at(first.span, "has 11 bits of significand here"))
}

/// The selected instructions as text.
///
/// # Errors
/// What the processor cannot do, limits exceeded, and defects.
pub fn selection(shader: &Shader) -> Result<String, Diagnostics> {
    let reduced = colors::reduce(shader)?;
    let shader = reduced.as_ref().map_or(shader, |reduced| &reduced.shader);
    let layout = interface::layout(shader)?;
    let mut program = select::select(shader, &layout)?.program;
    pass::run(PIPELINE, &mut program, &(), &mut Hooks::default())?;
    Ok(program.to_string())
}
