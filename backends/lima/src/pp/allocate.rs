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
use super::memory::Memory;
use super::registers::{self, Registers, Shortage};
use super::schedule::{self, Effort, Plan, ScheduleError, Scheduler};
use super::spill;
use crate::search::Search;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::pass::Unit;
use retroshade_kit::target::Optimize;

/// How often a value without a register moves ahead in the order of allocation, summed over all values.
const BUDGET: u32 = 7200;

/// How many operations are placed in the search for short schedules.
const TRIALS: u32 = 2400;

/// The limits on register pressure that are tried one after another before anything is spilled: whether the
/// order of selection breaks ties, and the lanes that may be live at once.
const PRESSURE_LIMITS: [(bool, usize); 7] = [
    (false, 22),
    (false, 20),
    (false, 18),
    (false, 16),
    (false, 14),
    (false, 11),
    (false, 7),
];

/// Operations of a large program.
const LARGE: usize = 600;

/// Live lanes beyond which only spilling helps.
const MAX_PRESSURE: usize = 34;

/// The schedule of each block with the registers of its values.
type Fitting = (Vec<Plan>, Registers);

/// How hard to look for shorter schedules once one fits: schedules tried for each block, and steps of
/// the search for the shortest.
type Trials = Vec<(u32, u32)>;

fn trials(search: Search) -> Trials {
    match search.optimize {
        Optimize::None => Vec::new(),
        Optimize::Normal | Optimize::Size => vec![(8, 0)],
        Optimize::Most => vec![(8, 0), (400, 0), (400, search.steps(20_000))],
    }
}

/// Schedules the code and assigns registers; or says how many lanes the schedule closest to a solution keeps live.
fn schedule_and_allocate(
    code: &Code,
    ways: &[(bool, usize)],
    search: Search,
) -> Result<Result<Fitting, Shortage>, ScheduleError> {
    let scheduler = Scheduler::new(code);
    let operations = code.blocks.iter().map(|block| block.operations.len());
    let size = operations.sum::<usize>().max(1) as u32;
    let moves = (BUDGET / size).clamp(6, 24);
    let attempt = |(guided, lanes), restarts, nodes| -> Result<_, ScheduleError> {
        let plans = scheduler.schedule(Effort {
            guided,
            lanes,
            restarts,
            nodes,
            seed: search.seed,
        })?;
        let registers = registers::assign(code, &plans, moves);
        Ok(registers.map(|registers| (plans, registers)))
    };
    let mut shortage = Shortage { live: usize::MAX };
    for &way in ways {
        match attempt(way, 1, 0)? {
            Ok(mut found) => {
                for (restarts, nodes) in trials(search) {
                    let restarts = match nodes {
                        0 if restarts <= 8 => (TRIALS / size).clamp(1, restarts),
                        _ => restarts,
                    };
                    if (restarts, nodes) == (1, 0) {
                        // That is what was found.
                        continue;
                    }
                    // Shorter schedules may be crowded.
                    found = attempt(way, restarts, nodes)?.unwrap_or(found);
                }
                return Ok(Ok(found));
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

/// Schedules, assigns registers, and spills until everything fits.
pub(super) fn spill_until_it_fits(
    mut program: Program,
    mut memory: Memory,
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
    let code = linearize(&program, &memory)?;
    let mut live = match schedule_and_allocate(&code, &PRESSURE_LIMITS, search).map_err(bug)? {
        Ok(fitting) => return made(code, fitting),
        Err(shortage) => shortage.live,
    };
    schedule::reorder_for_pressure(&mut program, &code);
    let mut spilled = spill::Spilled::default();
    // Rounds over large programs take long, and seldom end with the first.
    let step = 1 + usize::from(program.ops.len() > LARGE);
    for room in spill::ROOMS.into_iter().step_by(step) {
        spill::relieve(&mut program, &mut memory, room, &mut spilled);
        program.verify_after("spill")?;
        let code = linearize(&program, &memory)?;
        let lanes = (room + 2).min(spill::ROOMS[0]) as usize;
        match schedule_and_allocate(&code, &[(true, lanes)], search).map_err(bug)? {
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
