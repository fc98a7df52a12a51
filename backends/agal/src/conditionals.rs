//! Whether conditionals give a shorter program than arithmetic.
//!
//! From version 2 on a choice between values is an `if` that writes one over the other, or a sum of
//! products with 0 and 1. Which takes fewer tokens depends on how many values are chosen at once, on
//! what they are and on what may be infinite: so a shader is compiled both ways.

use crate::isa::{File, Version};
use crate::select::Joining;
use crate::{generate, schedule};
use retroshade_diagnostics::{Diagnostics, Severity};
use retroshade_ir::{Op, Shader};
use retroshade_kit::target::{Optimize, Options};

/// Whether there may be something to choose, in a shader before the passes.
pub(crate) fn may_pay(shader: &Shader, options: &Options) -> bool {
    options.optimize != Optimize::None && shader.may_have(|inst| chooses(inst.op))
}

/// What becomes a select.
fn chooses(op: Op) -> bool {
    matches!(
        op,
        Op::If | Op::Select | Op::ArrayLoad(_) | Op::Extract | Op::UniformIndexed { .. }
    )
}

/// Whether a shader after the passes is so large that it will hardly fit either way.
pub(crate) fn is_too_large(flat: &Shader) -> bool {
    flat.regions[flat.body].insts.len() > LARGEST
}

/// Twice the tokens of the longest program, since some instructions are none.
const LARGEST: usize = 4096;

/// A program of this many tokens takes its time to compile...
const LONG: usize = 256;
/// ... and is compiled with conditionals only where they save one part in so many.
const PART: usize = 32;

/// Whether a shader with selects gives a better program than one without, after the passes: fewer
/// tokens, or as many and fewer temporaries, or one at all.
pub(crate) fn pay(
    job: (&'static str, Version, &Options),
    flat: &Shader,
    conditional: &Shader,
) -> Result<bool, Diagnostics> {
    if !conditional.may_have(|inst| inst.op == Op::Select) {
        return Ok(false);
    }
    let (target, version, options) = job;
    let selected = |shader| generate::selected(target, version, shader, options, Joining::Bold);
    let mut least = 0;
    if let Ok(one) = selected(conditional) {
        // No program is shorter than what is selected for it.
        if one.tokens() > version.tokens() as usize {
            return Ok(false);
        }
        if let Ok(other) = selected(flat) {
            least = other.tokens();
            let worth = if least < LONG { 0 } else { least / PART };
            let registers = version.registers(flat.stage, File::Temporary);
            let crowded = || schedule::peak(&other) > 4 * u32::from(registers);
            let fits = least <= version.tokens() as usize;
            if one.tokens() + worth > least && fits && !crowded() {
                return Ok(false);
            }
        }
    }
    let size = |shader| generate::size(target, version, shader, options);
    let one = match size(conditional) {
        // The other one has as many tokens at least.
        Ok((tokens, _)) if (tokens as usize) < least => return Ok(true),
        Ok(one) => one,
        Err(errors) if errors.iter().any(|error| error.severity == Severity::Bug) => {
            return Err(errors);
        }
        Err(_) => return Ok(false),
    };
    Ok(size(flat).map_or(true, |other| one < other))
}
