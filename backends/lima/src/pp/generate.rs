//! From a shader that went through the passes to a checked program.

use super::bundle::Program;
use super::check;
use super::coalesce;
use super::code::Code;
use super::emit;
use super::interface;
use super::reflect;
use super::registers::{self, Registers};
use super::schedule::{self, Effort, Plan};
use super::select;
use super::spill;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{Precision, Shader};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Optimize, Options};

/// A program with its description.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The program.
    pub program: Program,
    /// The description.
    pub reflection: Reflection,
    /// What deserves a look.
    pub warnings: Diagnostics,
}

/// A program and what it was made from.
pub(super) struct Made {
    pub(super) code: Code,
    pub(super) plans: Vec<Plan>,
    pub(super) registers: Registers,
    pub(super) program: Program,
}

/// Compiles a prepared shader.
///
/// # Errors
/// What the processor cannot do, limits exceeded, and defects.
pub fn generate(shader: &Shader, options: &Options) -> Result<Generated, Diagnostics> {
    let layout = interface::layout(shader)?;
    let mut selected = select::select(shader, &layout)?;
    if let Some(warning) = precision(shader) {
        selected.warnings.push(warning);
    }
    let mut code = selected.code;
    prepare(&mut code);
    let made = make(code, options.optimize)?;
    made.program
        .check()
        .map_err(|fault| Diagnostic::bug("lima emit", fault))?;
    check::check(&made.code, &made.plans, &made.registers, &made.program)
        .map_err(|fault| Diagnostic::bug("lima schedule", fault))?;
    let reflection = reflect::reflection(shader, &layout, &made);
    Ok(Generated {
        program: made.program,
        reflection,
        warnings: selected.warnings,
    })
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

fn prepare(code: &mut Code) {
    coalesce::tidy(code);
    coalesce::single_loads(code, 200);
    coalesce::drop_dead(code);
}

/// The selected operations as text.
///
/// # Errors
/// As [`generate`].
pub fn selection(shader: &Shader) -> Result<String, Diagnostics> {
    let layout = interface::layout(shader)?;
    let mut code = select::select(shader, &layout)?.code;
    prepare(&mut code);
    Ok(code.to_string())
}

/// How often a value without a place moves ahead in the search for registers.
const BUDGET: u32 = 24;

/// Lanes that may be live at once in the schedules that are tried one after another.
const LANES: [usize; 7] = [22, 20, 18, 16, 14, 11, 7];

/// Schedules, assigns registers, and spills until everything fits.
fn make(mut code: Code, optimize: Optimize) -> Result<Made, Diagnostics> {
    let bug = |fault: String| Diagnostics::from(Diagnostic::bug("lima generate", fault));
    let restarts = match optimize {
        Optimize::None => 1,
        Optimize::Normal | Optimize::Size => 8,
        Optimize::Most => 400,
    };
    let mut spilled = spill::Spilled::default();
    loop {
        let mut shortage: Option<registers::Shortage> = None;
        for lanes in LANES {
            let attempt = |restarts| -> Result<_, Diagnostics> {
                let effort = Effort { lanes, restarts };
                let plans = schedule::schedule(&code, effort).map_err(bug)?;
                let registers = registers::assign(&code, &plans, BUDGET);
                Ok(registers.map(|registers| (plans, registers)))
            };
            let (plans, registers) = match attempt(1)? {
                Ok(found) => {
                    // Shorter schedules may be crowded.
                    match attempt(restarts)? {
                        Ok(better) => better,
                        Err(_) => found,
                    }
                }
                Err(failure) => {
                    // The one that is closest to a solution tells what to move.
                    let closer = shortage.as_ref().is_none_or(|held| {
                        (held.stuck.is_none(), held.live) > (failure.stuck.is_none(), failure.live)
                    });
                    if closer {
                        shortage = Some(failure);
                    }
                    continue;
                }
            };
            let program = emit::emit(&code, &plans, &registers).map_err(bug)?;
            return Ok(Made {
                code,
                plans,
                registers,
                program,
            });
        }
        let shortage = shortage.ok_or_else(|| bug("nothing was tried".to_owned()))?;
        if !spill::spill(&mut code, &shortage, &mut spilled) {
            let live = shortage.live;
            let message = format!(
                "lima: {live} lanes are live at once in the fragment program, registers hold 24, \
                 and what is left cannot go to memory"
            );
            return Err(Diagnostic::error(codes::limit::TEMPORARIES, message).into());
        }
        let count = code.values.len();
        coalesce::single_loads(&mut code, spilled.window());
        coalesce::drop_dead(&mut code);
        spilled.keep(count..code.values.len());
    }
}
