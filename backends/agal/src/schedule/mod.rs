//! Scheduling: order, registers, tokens.
//!
//! ```text
//! graph  who reads what
//! order  candidate orders, and the search for one that keeps few lanes live
//! units  which lanes share a register, and copies where that cannot be
//! emit   tokens, with the proof that every read finds its value
//! ```
//!
//! The machine has no timing: the cost of a program is whether it fits, then its tokens.

mod emit;
mod graph;
mod order;
mod units;

pub(crate) use emit::Emitted;

use crate::isa::{File, Version};
use crate::select::Code;
use emit::Homes;
use graph::Graph;
use retroshade_diagnostics::Span;
use retroshade_ir::Stage;
use retroshade_kit::registers::{self, Lane, Problem, Unit};

/// How much the searches may do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Steps of the search for an order.
    pub(crate) order: u64,
    /// Restarts of the search for registers, for each order.
    pub(crate) registers: u32,
}

/// Why no program came out.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// More temporaries are needed than there are.
    Temporaries {
        /// Lanes live at the worst place of the best order.
        live: u32,
        /// The source of the operation at the worst place.
        span: Span,
    },
    /// A contradiction in the compiler's own work.
    Bug(String),
}

/// Orders operations, gives them registers and emits the shortest program found; `None` where every
/// program would have `below` tokens or more.
///
/// Each operation is a token, and copies come on top: a program without copies ends the search.
pub(crate) fn schedule(
    code: &Code,
    version: Version,
    stage: Stage,
    effort: Effort,
    below: usize,
) -> Result<Option<Emitted>, Trouble> {
    if code.ops.len() >= below {
        return Ok(None);
    }
    let graph = Graph::new(code);
    let mut scheduler = Scheduler {
        code,
        graph: &graph,
        version,
        stage,
        restarts: effort.registers,
        below,
        best: None,
        crowded: false,
    };
    let mut flattest: Option<(u32, Vec<usize>)> = None;
    for candidate in order::CANDIDATES {
        let order = candidate(&graph);
        scheduler.attempt(&order)?;
        if scheduler.is_shortest() {
            return Ok(scheduler.best);
        }
        let peak = graph.peak(&order);
        if flattest.as_ref().is_none_or(|(least, _)| peak < *least) {
            flattest = Some((peak, order));
        }
    }
    if scheduler.best.is_some() || !scheduler.crowded {
        return Ok(scheduler.best);
    }
    let (least, flattest) = flattest.unwrap_or_default();
    // Fewer live lanes leave more room for packing.
    let lanes = 4 * u32::from(version.registers(stage, File::Temporary));
    let mut steps = effort.order;
    let mut limit = lanes.min(least);
    while scheduler.best.is_none() && steps > 0 && limit > 0 {
        let Some(order) = order::search(&graph, limit, &mut steps) else {
            break;
        };
        scheduler.attempt(&order)?;
        limit = graph.peak(&order).saturating_sub(1);
    }
    match scheduler.best {
        Some(best) => Ok(Some(best)),
        None => Err(trouble(code, &graph, &flattest)),
    }
}

/// Tries orders and keeps the shortest program.
struct Scheduler<'a> {
    code: &'a Code,
    graph: &'a Graph,
    version: Version,
    stage: Stage,
    /// Restarts of the search for registers, for each order.
    restarts: u32,
    /// What a program's length must be below.
    below: usize,
    best: Option<Emitted>,
    /// Whether lanes of some order found no registers.
    crowded: bool,
}

impl Scheduler<'_> {
    /// Whether no order can give a shorter program.
    fn is_shortest(&self) -> bool {
        self.best.is_some() && self.below <= self.code.ops.len()
    }

    /// Tries an order.
    fn attempt(&mut self, order: &[usize]) -> Result<(), Trouble> {
        let units = units::form(self.code, self.graph, order);
        if self.code.ops.len() + units.copies.len() >= self.below {
            return Ok(());
        }
        let mut slot = vec![None; units.units.len()];
        let mut problem = Problem {
            registers: self.version.registers(self.stage, File::Temporary),
            units: Vec::new(),
        };
        for (unit, members) in units.units.iter().enumerate() {
            if members.is_empty() {
                continue;
            }
            slot[unit] = Some(problem.units.len());
            let lane = |member: &units::Member| Lane {
                ranges: vec![member.range.clone()],
                component: member.component,
            };
            let lanes = members.iter().map(lane).collect();
            problem.units.push(Unit {
                lanes,
                ..Unit::default()
            });
        }
        // A program is there: another is only sought where it is easy to find.
        let restarts = match self.below {
            usize::MAX => self.restarts,
            _ => self.restarts / 8,
        };
        let Ok(allocation) = registers::allocate(&problem, restarts) else {
            self.crowded = true;
            return Ok(());
        };
        let homes = Homes::new(&units, slot, &allocation);
        let emitted =
            emit::emit(self.code, order, &homes, self.version, self.stage).map_err(Trouble::Bug)?;
        self.below = emitted.program.tokens.len();
        self.best = Some(emitted);
        Ok(())
    }
}

/// Where most lanes are live.
fn trouble(code: &Code, graph: &Graph, order: &[usize]) -> Trouble {
    let live = graph.peak(order);
    let worst = (1..=order.len()).find(|count| graph.peak(&order[..*count]) == live);
    let op = worst
        .and_then(|count| order.get(count - 1))
        .and_then(|op| code.ops.get(*op));
    Trouble::Temporaries {
        live,
        span: op.map_or(Span::NONE, |op| op.span),
    }
}
