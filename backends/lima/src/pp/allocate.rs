//! Alternates scheduling and register allocation.
//!
//! A block is scheduled under a limit on the lanes that may be live at once, then registers are assigned. Tighter
//! limits follow until an allocation succeeds. Where none does, the cheapest live ranges are spilled and both
//! begin again.

use super::code::Code;
use super::emit;
use super::linearize::linearize;
use super::lowered::Lowered;
use super::machine::Program;
use super::registers::{self, Registers, Shortage};
use super::schedule::{self, Plan, Policy, ScheduleError, Scheduler};
use super::spill;
use crate::search::Search;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::pass::Unit;
use retroshade_kit::target::Optimize;

/// The number of times that a value without a register moves ahead in the order of allocation, summed over all values. It bounds the
/// time of an attempt; chosen, not measured.
const BUDGET: u32 = 7200;

/// The limits on live lanes that are tried one after another before anything is spilled: from near the 24 lanes of the
/// six registers downwards, since vectors that lie across each other waste components. The steps were chosen, not
/// measured.
const PRESSURE_LIMITS: [usize; 7] = [22, 20, 18, 16, 14, 11, 7];

/// Operations of a large program, for which fewer limits are tried. Chosen, not measured: it bounds time.
const LARGE: usize = 600;

/// Live lanes beyond which only spilling helps.
const MAX_PRESSURE: usize = 34;

/// Operations that restarts place in all at the default level. Chosen for time, not measured.
const RESTARTED: u32 = 4800;

/// Restarts at the default level at most, in drafts and in full, and at the highest.
const RESTARTS: (u32, u32, u32) = (4, 16, 400);

/// Steps of the search for the shortest schedule of each block at the default and at the highest level. The real shaders
/// of the corpus have 5,699 instructions with 500 steps, 5,670 with 2,000 and 5,660 with 8,000.
const STEPS: (u32, u32) = (2000, 20_000);

/// The schedule of each block with the registers of its values.
type Fitting = (Vec<Plan>, Registers);

/// Schedules the code under one limit after the other until registers can be assigned; or says how many lanes the
/// schedule closest to a solution keeps live.
fn schedule_and_allocate(
    code: &Code,
    policies: impl IntoIterator<Item = Policy>,
    search: Search,
) -> Result<Result<Fitting, Shortage>, ScheduleError> {
    let operations = code.blocks.iter().map(|block| block.operations.len());
    let size = operations.sum::<usize>().max(1) as u32;
    let moves = (BUDGET / size).clamp(6, 24);
    let scheduler = Scheduler::new(code);
    let assign = |plans: Vec<Plan>| {
        let registers = registers::assign(code, &plans, moves);
        registers.map(|registers| (plans, registers))
    };
    let mut shortage = Shortage { live: usize::MAX };
    for policy in policies {
        match assign(scheduler.schedule(policy)?) {
            Ok(fitting) => {
                let fitting = shorten(&scheduler, policy, fitting, size, search, assign)?;
                return Ok(Ok(fitting));
            }
            Err(other) => {
                shortage.live = shortage.live.min(other.live);
                if other.live > MAX_PRESSURE {
                    break;
                }
            }
        }
    }
    Ok(Err(shortage))
}

/// Looks for shorter schedules that have registers, too: a shorter one may be too crowded for them. `size` is the
/// number of operations.
fn shorten(
    scheduler: &Scheduler<'_>,
    policy: Policy,
    mut fitting: Fitting,
    size: u32,
    search: Search,
    assign: impl Fn(Vec<Plan>) -> Result<Fitting, Shortage>,
) -> Result<Fitting, ScheduleError> {
    let affordable = RESTARTED / size;
    let (restarts, steps) = match search.optimize {
        Optimize::None => (0, 0),
        Optimize::Normal | Optimize::Size if search.draft => (affordable.min(RESTARTS.0), 0),
        Optimize::Normal | Optimize::Size => (affordable.min(RESTARTS.1), STEPS.0),
        Optimize::Most => (RESTARTS.2, search.steps(STEPS.1)),
    };
    let mut random = scheduler.random(search.seed);
    for _ in 1..restarts {
        if let Some(plans) = scheduler.restart(policy, &fitting.0, &mut random)? {
            fitting = assign(plans).unwrap_or(fitting);
        }
    }
    if steps > 0 {
        let plans = scheduler.shortest(policy, &fitting.0, steps)?;
        fitting = assign(plans).unwrap_or(fitting);
    }
    Ok(fitting)
}

/// Schedules, assigns registers, and spills until everything fits.
pub(super) fn spill_until_it_fits(
    mut program: Program,
    mut temporaries: u32,
    search: Search,
) -> Result<Lowered, Diagnostics> {
    let bug = |error: ScheduleError| Diagnostic::bug("lima schedule", error.to_string());
    let made = |code: Code, (plans, registers): Fitting| {
        let program = emit::emit(&code, &plans, &registers)
            .map_err(|fault| Diagnostic::bug("lima emit", fault.to_string()))?;
        Ok(Lowered {
            code,
            plans,
            registers,
            program,
        })
    };
    let code = linearize(&program, temporaries)?;
    let policies = PRESSURE_LIMITS.into_iter().map(|lanes| Policy {
        guided: false,
        lanes,
    });
    let mut live = match schedule_and_allocate(&code, policies, search).map_err(bug)? {
        Ok(fitting) => return made(code, fitting),
        Err(shortage) => shortage.live,
    };
    schedule::reorder_for_pressure(&mut program, &code);
    let mut spilled = spill::Spilled::default();
    // Rounds over large programs take long, and seldom end with the first.
    let step = 1 + usize::from(program.ops.len() > LARGE);
    for room in spill::ROOMS.into_iter().step_by(step) {
        spill::relieve(&mut program, &mut temporaries, room, &mut spilled);
        program.verify_after("spill")?;
        let code = linearize(&program, temporaries)?;
        let policy = Policy {
            guided: true,
            lanes: (room + 2).min(spill::ROOMS[0]) as usize,
        };
        match schedule_and_allocate(&code, [policy], search).map_err(bug)? {
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
