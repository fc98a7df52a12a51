//! Order, pairing and registers in one: a list scheduler that fills slot after slot and gives
//! results their registers as it goes, repeated with other tie-breaks until a lower bound is met or
//! the budget is used up.
//!
//! ```text
//! analysis    dependences, heights, what operations need of a slot
//! bound    how few slots there can be
//! files    the temporaries, lane by lane
//! issue    an operation as half a slot, on either unit
//! attempt  a slot of one or two operations, if that is one
//! list     one pass of the scheduler
//! search   looks for a shorter order than the passes found
//! check    replays the finished program symbolically
//! ```

mod analysis;
mod attempt;
mod bound;
pub mod check;
mod files;
mod issue;
mod list;
mod search;

use crate::isa::SLOTS;
use crate::machine::View;
use crate::program::{Program, Slot};
pub use analysis::Analysis;
use retroshade_kit::incumbent::Incumbent;
use retroshade_kit::mir::{AddressId, OpId};
use retroshade_kit::random::Random;

/// What a unit of a slot does in terms of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// An operation.
    Op(OpId),
    /// ARL for a value of a0.
    Address(AddressId),
}

/// A task with what the scheduler claims of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is done.
    pub task: Task,
    /// For each lane of the hardware's result the lane of the operation that it is.
    pub origins: [Option<u8>; 4],
}

/// A slot with its origin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Issued {
    /// The slot.
    pub slot: Slot,
    /// What the vector unit does.
    pub mac: Option<Claim>,
    /// The operation of the scalar unit.
    pub ilu: Option<Claim>,
}

/// A finished order.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The slots.
    pub slots: Vec<Issued>,
    /// Temporaries that are written.
    pub registers: u32,
    /// No order of these operations has fewer slots.
    pub bound: u32,
}

impl Schedule {
    /// The slots alone.
    pub fn program(&self) -> Program {
        Program {
            slots: self.slots.iter().map(|issued| issued.slot).collect(),
        }
    }
}

/// How much to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Slots that passes of the list scheduler may fill together. The first pass always ends.
    pub steps: u32,
    /// Slots that the search for a shorter order may fill.
    pub nodes: u32,
    /// Where the random part of priorities starts.
    pub seed: u64,
}

/// Why there is no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleError {
    /// No order fits the program memory.
    Slots {
        /// Slots that every order has at least.
        at_least: u32,
    },
    /// The temporaries do not suffice; the operation that could not be issued, if one is to blame,
    /// and the lanes that were live.
    Registers {
        /// An operation whose result found no room.
        op: Option<OpId>,
        /// Lanes that held something.
        live: u32,
    },
}

/// Orders a program. Gives nothing where the order cannot have fewer slots than `limit`.
///
/// # Errors
/// If no pass found registers for all results, and if there is no order that fits.
pub fn schedule(
    code: &View,
    effort: Effort,
    limit: usize,
) -> Result<Option<Schedule>, ScheduleError> {
    let analysis = Analysis::of(code);
    let mut bound = bound::simple(code, &analysis);
    if bound as usize >= limit {
        return Ok(None);
    }
    if bound as usize > SLOTS {
        return Err(ScheduleError::Slots { at_least: bound });
    }
    let mut random = Random::new(effort.seed);
    let mut found: Incumbent<Schedule, ScheduleError> = Incumbent::default();
    let mut steps = 0;
    let mut pass = 0;
    while pass == 0 || steps < effort.steps {
        let settings = list::Settings::of_pass(pass, &mut random);
        let length = |best: &Schedule| best.slots.len();
        let most = found.best().map_or(limit, length);
        found.note(list::run(code, &analysis, &settings, most));
        let best = found.best().map(length);
        let reached = |bound: u32| best.is_some_and(|best| best <= bound as usize);
        // The bound by pairs costs as much as some passes, so it is for those that need it.
        if pass == 0 && !reached(bound) {
            bound = bound.max(bound::by_pairs(code, &analysis));
        }
        if reached(bound) || bound as usize >= limit.min(SLOTS + 1) {
            break;
        }
        pass += 1;
        // A pass fills about as many slots as the best one, and costs something in any case.
        steps += best.unwrap_or(code.ops.len()) as u32 + 1;
    }
    if found.best().is_none() && found.refusal().is_some() {
        let settings = list::Settings::in_order();
        found.note(list::run(code, &analysis, &settings, limit));
    }
    let Some(best) = found.into_best()? else {
        return Ok(None);
    };
    let best = improved(code, &analysis, &best, bound, effort.nodes).unwrap_or(best);
    Ok(Some(Schedule { bound, ..best }))
}

/// Shorter orders than one that was found, as long as the budget lasts.
fn improved(
    code: &View,
    analysis: &Analysis,
    found: &Schedule,
    bound: u32,
    nodes: u32,
) -> Option<Schedule> {
    let mut best: Option<Schedule> = None;
    loop {
        let length = best.as_ref().unwrap_or(found).slots.len();
        // The search goes as deep as the program is long; twice too long is beyond help.
        if length <= bound as usize || length > 2 * SLOTS || nodes == 0 {
            return best;
        }
        let settings = list::Settings::of_pass(0, &mut Random::new(1));
        let start = list::List::new(code, analysis, &settings);
        match search::shorter(&start, &settings, length, nodes) {
            Some(shorter) => best = Some(shorter),
            None => return best,
        }
    }
}
