//! Whether conditionals give a shorter program than arithmetic.
//!
//! From version 2 on a choice between values is an `if` that writes one over the other, or a sum of
//! products with 0 and 1. Which takes fewer tokens depends on how many values are chosen at once, on
//! what they are and on what may be infinite: so a shader is compiled both ways.

use crate::generate::{Job, Start};
use crate::isa::{File, Version};
use retroshade_diagnostics::{Diagnostics, Severity};
use retroshade_ir::opt::{ARRAYS, COMPOSITE};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{Op, Shader, Stage};
use retroshade_kit::target::{Compiled, Optimize, Options};

/// The outcome of generating a shader, where it had to be tried.
pub(crate) type Tried = Option<Result<Compiled, Diagnostics>>;

/// True if both ways are to be compiled: the shader may have a select, before the passes. With an invariant output
/// arithmetic is the only way, since the choice is by length and a sum of products rounds.
pub(crate) fn may_pay(shader: &Shader, options: &Options) -> bool {
    let stage = shader.stage;
    options.optimize != Optimize::None
        && !shader.has_invariant_output()
        && shader.may_have(|inst| chooses(inst.op, stage))
}

/// True if an operation is lowered to a select.
fn chooses(op: Op, stage: Stage) -> bool {
    matches!(op, Op::If | Op::Select) || indexes(op, stage)
}

/// True if an operation selects an element; vertex programs index uniforms by themselves.
fn indexes(op: Op, stage: Stage) -> bool {
    match op {
        Op::ArrayLoad(_) | Op::Extract => true,
        Op::UniformIndexed { .. } => stage == Stage::Fragment,
        _ => false,
    }
}

/// The pass from which on a shader goes another way where selects may stay. A `mix` by a truth value
/// could before, but is a sum of products either way.
pub(crate) fn first_difference(shader: &Shader) -> &'static str {
    if shader.may_have(|inst| indexes(inst.op, shader.stage)) {
        ARRAYS.name
    } else {
        COMPOSITE.name
    }
}

/// True if a shader has a select, between two passes.
pub(crate) fn has_choice(shader: &Shader) -> bool {
    let mut body = shader.regions[shader.body].insts.iter();
    body.any(|&inst| chooses(shader.insts[inst].op, shader.stage))
}

/// True if a shader after the passes is so large that it will hardly fit either way.
pub(crate) fn is_too_large(flat: &Shader) -> bool {
    flat.regions[flat.body].insts.len() > LARGEST
}

/// Twice the tokens of the longest program, since some instructions are none.
const LARGEST: usize = 4096;

/// A program of this many tokens takes its time to compile (chosen, not measured: a little more than agal1 allows)...
const LONG: usize = 256;
/// ... and is compiled with conditionals only where they save one part in so many.
const PART: usize = 32;

/// Whether a shader with selects gives a better program than one without, after the passes: fewer
/// tokens, or as many and fewer temporaries, or one at all. Besides what the better one is compiled
/// to, where that is known by then.
pub(crate) fn choose_select_lowering(
    (target, version, options): (&'static str, Version, &Options),
    flat: &Shader,
    conditional: &Shader,
    hooks: &mut Hooks<'_>,
) -> Result<(bool, Tried), Diagnostics> {
    if !has_choice(conditional) {
        return Ok((false, None));
    }
    let job = |shader| Job::new(target, version, shader, options);
    let (one, other) = (job(conditional)?, job(flat)?);
    let (first, mut second) = (one.start(hooks), None);
    let mut least = 0;
    if let Some(tokens) = first.as_ref().and_then(Start::tokens) {
        // No program is shorter than what is selected for it.
        if tokens > version.tokens() as usize {
            return Ok((false, None));
        }
        second = other.start(hooks);
        if let Some((start, tokens_of_other)) = second
            .as_ref()
            .and_then(|start| Some((start, start.tokens()?)))
        {
            least = tokens_of_other;
            let worth = if least < LONG { 0 } else { least / PART };
            let registers = version.registers(flat.stage, File::Temporary);
            let crowded = || start.is_crowded(4 * u32::from(registers));
            let fits = least <= version.tokens() as usize;
            if tokens + worth > least && fits && !crowded() {
                return Ok((false, Some(other.compile(second, hooks))));
            }
        }
    }
    let found = match one.best(first, hooks) {
        Ok(found) => found,
        // The other way stands by itself, but tests should see what is wrong with this one.
        Err(errors) if cfg!(debug_assertions) && errors.worst() == Some(Severity::Bug) => {
            return Err(errors);
        }
        Err(_) => return Ok((false, Some(other.compile(second, hooks)))),
    };
    // The other one has as many tokens at least as are selected for it.
    if found.size().0 as usize >= least
        && let Ok(flat) = other.best(second, hooks)
        && flat.size() <= found.size()
    {
        return Ok((false, Some(other.finish(flat))));
    }
    Ok((true, Some(one.finish(found))))
}
