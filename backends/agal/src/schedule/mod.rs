//! Scheduling: order, registers, tokens.
//!
//! ```text
//! code     the program as the scheduler takes it
//! view     from the machine IR to that
//! graph    who reads what
//! order    candidate orders, and the search for one that keeps few lanes live
//! bound    how many lanes every order needs
//! needs    until when lanes are needed
//! fit      whether lanes fit into one register
//! units    which lanes share a register, and copies where that cannot be
//! error    why there is no schedule
//! emit     tokens, with the proof that every read finds its value
//! ```
//!
//! The machine has no timing: the cost of a program is whether it fits, then its tokens.

mod bound;
mod code;
mod emit;
mod error;
mod fit;
mod graph;
mod needs;
mod order;
mod units;
mod view;

pub(crate) use emit::Emitted;
pub(crate) use error::ScheduleError;

use crate::isa::{File, Version};
use crate::machine::Program;
use code::{Code, Lane as Operand, Op, Target};
use emit::Assignment;
use fit::Member;
use graph::Graph;
use retroshade_ir::Stage;
use retroshade_kit::registers::{self, Allocation, Lane, Preference, Problem, Unit};
use units::{Forming, Merging, Units};

/// How much the searches may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Steps of the search for an order, where none is found that fits.
    pub(crate) order: u64,
    /// Steps of the search for an order that needs fewer temporaries, for each operation.
    pub(crate) refine: u64,
    /// Restarts of the search for registers, for each order.
    pub(crate) registers: u32,
    /// True if matrix products leave their vector as it is where that costs no token.
    pub(crate) apart: bool,
}

/// A program with its temporaries.
#[derive(Clone, Debug)]
pub(crate) struct Scheduled {
    /// The tokens.
    pub(crate) emitted: Emitted,
    /// How many any order of the selected operations needs, as far as is proved.
    pub(crate) bound: u16,
    /// The number of tokens without copies.
    pub(crate) least: usize,
}

impl Scheduled {
    /// The number of tokens.
    pub(crate) fn length(&self) -> usize {
        self.emitted.program.tokens.len()
    }
}

/// Orders operations, gives them registers and emits the shortest program found; `None` where every
/// program would have `below` tokens or more.
///
/// Each operation is a token, and copies come on top: a program without copies ends the search. Of
/// programs of that length one with fewer temporaries is sought then.
pub(crate) fn schedule(
    program: &Program,
    version: Version,
    stage: Stage,
    effort: Effort,
    below: usize,
) -> Result<Option<Scheduled>, ScheduleError> {
    let code = &view::view(program);
    let tokens = code.tokens();
    if tokens >= below {
        return Ok(None);
    }
    let graph = Graph::new(code);
    let scheduler = |apart, below| Scheduler {
        code,
        tokens,
        graph: &graph,
        restarts: effort.registers,
        registers: version.registers(stage, File::Temporary),
        how: Forming {
            merging: Merging::Any,
            apart,
        },
        below,
        best: None,
        crowded: false,
        failed: Vec::new(),
    };
    let products = effort.apart && code.ops.iter().any(Op::is_product);
    // That they lie apart is worth a temporary, but no copy.
    let apart = |below| {
        if products {
            scheduler(true, below).run(effort).ok().flatten()
        } else {
            None
        }
    };
    let mut best = apart(below.min(tokens + 1));
    if best.is_none() {
        best = scheduler(false, below).run(effort)?;
        let copies = best.as_ref().map_or(0, |best| best.units.copies.len());
        if copies > 0 {
            best = apart(tokens + copies + 1).or(best);
        }
    }
    let Some(best) = best else {
        return Ok(None);
    };
    let assignment = Assignment::new(&best.units, &best.allocation);
    let emitted =
        emit::emit(code, &best.order, &assignment, version, stage).map_err(ScheduleError::Bug)?;
    Ok(Some(Scheduled {
        emitted,
        bound: best.bound,
        least: tokens,
    }))
}

/// How many lanes are live at once in the best of the orders that need no search.
pub(crate) fn peak(program: &Program) -> u32 {
    let graph = Graph::new(&view::view(program));
    let peaks = order::CANDIDATES
        .iter()
        .map(|candidate| graph.peak(&candidate(&graph)));
    peaks.min().unwrap_or(0)
}

/// How many values are live at once where operations stay in their order, each value in a register of
/// its own: what straightforward allocation needs.
pub(crate) fn unpacked(program: &Program) -> u64 {
    let code = view::view(program);
    let mut last = vec![0; code.values.len()];
    for (index, op) in code.ops.iter().enumerate() {
        code.each_read(op, |lane| {
            if let Operand::Value(value, _) = lane {
                last[value.index()] = index;
            }
        });
    }
    let mut ends = vec![0u64; code.ops.len() + 1];
    let mut is_live = vec![false; code.values.len()];
    let (mut live, mut most) = (0u64, 0u64);
    for (index, op) in code.ops.iter().enumerate() {
        live -= ends[index].min(live);
        if let Target::Value(value, _) = op.target
            && !std::mem::replace(&mut is_live[value.index()], true)
        {
            live += 1;
            ends[last[value.index()].max(index + 1)] += 1;
        }
        most = most.max(live);
    }
    most
}

/// An order with registers.
struct AllocatedOrder {
    order: Vec<usize>,
    units: Units,
    allocation: Allocation,
    /// How many temporaries every order needs, as far as is proved.
    bound: u16,
}

/// Tries orders and keeps the shortest program.
struct Scheduler<'a> {
    code: &'a Code,
    /// The number of tokens without copies.
    tokens: usize,
    graph: &'a Graph,
    /// Restarts of the search for registers, for each order.
    restarts: u32,
    /// How many temporaries may be used.
    registers: u16,
    how: Forming,
    /// What a program's length must be below.
    below: usize,
    best: Option<AllocatedOrder>,
    /// True if lanes of some order found no registers.
    crowded: bool,
    /// Units that found no registers: packing more loosely may come to the same.
    failed: Vec<Units>,
}

impl Scheduler<'_> {
    /// The shortest program found.
    fn run(mut self, effort: Effort) -> Result<Option<AllocatedOrder>, ScheduleError> {
        let mut tried: Vec<(u32, Vec<usize>)> = Vec::new();
        for candidate in order::CANDIDATES {
            let order = candidate(self.graph);
            let peak = self.graph.peak(&order);
            self.attempt(&order, peak);
            tried.push((peak, order));
            if self.is_shortest() {
                break;
            }
        }
        if self.best.is_none() && self.crowded && self.how.apart {
            return Ok(None);
        }
        if self.best.is_none() && self.crowded {
            tried.sort_by_key(|(peak, _)| *peak);
            self.reduce_pressure(&mut tried, effort.order);
            if self.best.is_none() {
                let flattest = tried.first().map_or(&[][..], |(_, order)| order);
                return Err(error::of(self.code, self.graph, flattest));
            }
        }
        self.reduce_temporaries(tried.len(), effort.refine * self.code.ops.len() as u64);
        Ok(self.best)
    }

    /// True if no order can give a shorter program.
    fn is_shortest(&self) -> bool {
        self.best.is_some() && self.below <= self.tokens
    }

    /// Looks for orders with fewer lanes live at once, which leave more room for packing, then packs
    /// lanes more loosely, at the price of copies. `tried` holds orders with their peak pressure, the
    /// lowest first.
    fn reduce_pressure(&mut self, tried: &mut Vec<(u32, Vec<usize>)>, mut steps: u64) {
        let lanes = 4 * u32::from(self.registers);
        let mut limit = tried.first().map_or(lanes, |(peak, _)| lanes.min(*peak));
        while self.best.is_none() && steps > 0 && limit > 0 {
            let Some(order) = order::search(self.graph, limit, &mut steps) else {
                break;
            };
            let peak = self.graph.peak(&order);
            self.attempt(&order, peak);
            limit = peak.saturating_sub(1);
            tried.insert(0, (peak, order));
        }
        self.how.merging = Merging::Narrow;
        for (peak, order) in tried.iter() {
            if self.best.is_none() {
                self.attempt(order, *peak);
            }
        }
    }

    /// Looks for a program of the same length with fewer temporaries, until their number is proved
    /// to be the least or the steps are used up.
    fn reduce_temporaries(&mut self, tried: usize, mut steps: u64) {
        let mut candidates = order::CANDIDATES.iter().skip(tried);
        let mut least = self.graph.widest().div_ceil(4) as u16;
        if steps > 0
            && self
                .best
                .as_ref()
                .is_some_and(|best| best.allocation.used > least)
        {
            least = bound::least_live(self.graph).div_ceil(4) as u16;
        }
        loop {
            let Some(best) = &mut self.best else {
                return;
            };
            let before = best.allocation.used;
            best.bound = least.min(before);
            if before <= least || steps == 0 {
                return;
            }
            self.registers = before - 1;
            self.below = self.tokens + best.units.copies.len() + 1;
            let lanes = 4 * u32::from(self.registers);
            let mut flat = candidates
                .by_ref()
                .map(|candidate| candidate(self.graph))
                .map(|order| (self.graph.peak(&order), order))
                .filter(|(peak, _)| *peak <= lanes);
            if let Some((peak, order)) = flat.next() {
                self.attempt(&order, peak);
                continue;
            }
            let Some(order) = order::search(self.graph, lanes, &mut steps) else {
                // No order has so few lanes live.
                if let (true, Some(best)) = (steps > 0, &mut self.best) {
                    best.bound = before;
                }
                return;
            };
            self.attempt(&order, lanes);
            if self
                .best
                .as_ref()
                .is_none_or(|best| best.allocation.used == before)
            {
                return;
            }
        }
    }

    /// Tries an order in which at most `peak` lanes are live at once.
    fn attempt(&mut self, order: &[usize], peak: u32) {
        if self.below == usize::MAX && peak > 4 * u32::from(self.registers) {
            self.crowded = true;
            return;
        }
        let units = units::form(self.code, self.graph, order, self.how);
        let length = self.tokens + units.copies.len();
        if length >= self.below || self.failed.iter().any(|failed| failed.units == units.units) {
            return;
        }
        let filled = units.units.iter().filter(|members| !members.is_empty());
        let problem = Problem {
            registers: self.registers,
            units: filled.map(|members| unit(members)).collect(),
        };
        // A program is there: another is only sought where it is easy to find.
        let restarts = match self.below {
            usize::MAX => self.restarts,
            _ => self.restarts / 8,
        };
        let mut found = registers::allocate(&problem, restarts);
        if self.best.is_none() && self.how.merging == Merging::Narrow {
            found =
                found.or_else(|_| registers::allocate_by(&problem, restarts, Preference::Whole));
        }
        let Ok(allocation) = found else {
            self.crowded = true;
            if self.best.is_none() {
                self.failed.push(units);
            }
            return;
        };
        self.below = length;
        self.best = Some(AllocatedOrder {
            order: order.to_vec(),
            units,
            allocation,
            bound: 0,
        });
    }
}

/// A unit as the search for registers wants it.
fn unit(members: &[Member]) -> Unit {
    let lane = |member: &Member| Lane {
        component: member.component,
        ..Lane::new(member.range.clone())
    };
    Unit {
        lanes: members.iter().map(lane).collect(),
    }
}
