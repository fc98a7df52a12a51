//! Schedules and registers that fit each other, with values in memory where they must be.

use super::code::Code;
use super::emit;
use super::generate::Made;
use super::registers::{self, Registers};
use super::schedule::{self, Effort, Plan, Scheduler};
use super::spill;
use crate::search::Search;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_kit::target::Optimize;

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

/// Operations of a large program.
const LARGE: usize = 600;

/// Lanes beyond which no way of scheduling without memory is worth a try.
const HOPELESS: usize = 34;

/// Plans and registers that fit each other.
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

/// Schedules the code and assigns registers; or says which schedule came closest.
fn fit(
    code: &Code,
    ways: &[(bool, usize)],
    search: Search,
) -> Result<Result<Fitting, registers::Shortage>, String> {
    let scheduler = Scheduler::new(code);
    let operations = code.blocks.iter().map(|block| block.operations.len());
    let size = operations.sum::<usize>().max(1) as u32;
    let moves = (BUDGET / size).clamp(6, 24);
    let attempt = |(guided, lanes), restarts, nodes| -> Result<_, String> {
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
    let mut shortage: Option<registers::Shortage> = None;
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
pub(super) fn make(mut code: Code, search: Search) -> Result<Made, Diagnostics> {
    let bug = |fault: String| Diagnostics::from(Diagnostic::bug("lima generate", fault));
    let made = |code: Code, (plans, registers): Fitting| {
        let program = emit::emit(&code, &plans, &registers).map_err(bug)?;
        Ok(Made {
            code,
            plans,
            registers,
            program,
        })
    };
    let mut live = match fit(&code, &FREELY, search).map_err(bug)? {
        Ok(fitting) => return made(code, fitting),
        Err(shortage) => shortage.live,
    };
    schedule::relax(&mut code);
    let mut spilled = spill::Spilled::default();
    let operations = code.blocks.iter().map(|block| block.operations.len());
    // Rounds over large programs take long, and seldom end with the first.
    let step = 1 + usize::from(operations.sum::<usize>() > LARGE);
    for room in spill::ROOMS.into_iter().step_by(step) {
        spill::relieve(&mut code, room, &mut spilled);
        let lanes = (room + 2).min(spill::ROOMS[0]) as usize;
        match fit(&code, &[(true, lanes)], search).map_err(bug)? {
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
