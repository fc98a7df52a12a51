//! From a shader that went through the passes to a checked program.

use super::bundle::Program;
use super::check;
use super::coalesce;
use super::code::Code;
use super::emit;
use super::interface;
use super::reflect;
use super::registers::{self, Registers};
use super::schedule::{self, Effort, Plan, Scheduler};
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

/// How often a value without a place moves ahead in the search for registers, each time all values.
const BUDGET: u32 = 7200;

/// How many operations are placed in the search for short schedules.
const TRIALS: u32 = 2400;

/// The ways of scheduling that are tried one after another while nothing is in memory: whether the
/// order of selection guides, and the lanes that may be live at once.
const FREELY: [(bool, usize); 7] = [
    (false, 22),
    (false, 20),
    (false, 18),
    (false, 16),
    (false, 14),
    (false, 11),
    (false, 7),
];

/// Lanes beyond which no way of scheduling without memory is worth a try.
const HOPELESS: usize = 34;

/// Plans and registers that fit each other.
type Fitting = (Vec<Plan>, Registers);

/// Schedules the code and assigns registers; or says which schedule came closest.
fn fit(
    code: &Code,
    ways: &[(bool, usize)],
    restarts: u32,
) -> Result<Result<Fitting, registers::Shortage>, String> {
    let scheduler = Scheduler::new(code);
    let operations = code.blocks.iter().map(|block| block.operations.len());
    let size = operations.sum::<usize>().max(1) as u32;
    let moves = (BUDGET / size).clamp(6, 24);
    let restarts = match restarts {
        1..=8 => (TRIALS / size).clamp(1, restarts),
        many => many,
    };
    let attempt = |(guided, lanes), restarts| -> Result<_, String> {
        let plans = scheduler.schedule(Effort {
            guided,
            lanes,
            restarts,
        })?;
        let registers = registers::assign(code, &plans, moves);
        Ok(registers.map(|registers| (plans, registers)))
    };
    let mut shortage: Option<registers::Shortage> = None;
    for &way in ways {
        match attempt(way, 1)? {
            // Shorter schedules may be crowded.
            Ok(found) => return Ok(Ok(attempt(way, restarts)?.unwrap_or(found))),
            Err(failure) => {
                // The one that is closest to a solution tells what to move.
                let closer = shortage.as_ref().is_none_or(|held| {
                    (held.stuck.is_none(), held.live) > (failure.stuck.is_none(), failure.live)
                });
                let hopeless = failure.live > HOPELESS;
                if closer {
                    shortage = Some(failure);
                }
                if hopeless {
                    break;
                }
            }
        }
    }
    let shortage = shortage.ok_or("nothing was tried")?;
    Ok(Err(shortage))
}

/// Schedules, assigns registers, and spills until everything fits.
fn make(mut code: Code, optimize: Optimize) -> Result<Made, Diagnostics> {
    let bug = |fault: String| Diagnostics::from(Diagnostic::bug("lima generate", fault));
    let restarts = match optimize {
        Optimize::None => 1,
        Optimize::Normal | Optimize::Size => 8,
        Optimize::Most => 400,
    };
    let made = |code: Code, (plans, registers): Fitting| {
        let program = emit::emit(&code, &plans, &registers).map_err(bug)?;
        Ok(Made {
            code,
            plans,
            registers,
            program,
        })
    };
    let mut live = match fit(&code, &FREELY, restarts).map_err(bug)? {
        Ok(fitting) => return made(code, fitting),
        Err(shortage) => shortage.live,
    };
    schedule::relax(&mut code);
    let mut spilled = spill::Spilled::default();
    for room in spill::ROOMS {
        spill::relieve(&mut code, room, &mut spilled);
        let lanes = (room + 2).min(spill::ROOMS[0]) as usize;
        match fit(&code, &[(true, lanes)], restarts).map_err(bug)? {
            Ok(fitting) => return made(code, fitting),
            Err(shortage) => live = shortage.live,
        }
    }
    let message = format!(
        "lima: {live} lanes are live at once in the fragment program, registers hold 24, \
         and what is left cannot go to memory"
    );
    Err(Diagnostic::error(codes::limit::TEMPORARIES, message).into())
}
