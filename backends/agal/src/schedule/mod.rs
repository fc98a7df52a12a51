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
    /// Steps of the search for registers, for each order.
    pub(crate) registers: u64,
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

/// Orders operations, gives them registers and emits the shortest program found.
pub(crate) fn schedule(
    code: &Code,
    version: Version,
    stage: Stage,
    effort: Effort,
) -> Result<Emitted, Trouble> {
    let graph = Graph::new(code);
    let registers = version.registers(stage, File::Temporary);
    let mut orders = order::candidates(&graph);
    orders.sort_by_key(|order| graph.peak(order));
    let mut best: Option<Emitted> = None;
    for order in &orders {
        let found = attempt(
            code,
            &graph,
            order,
            registers,
            effort.registers,
            version,
            stage,
        )?;
        keep_shorter(&mut best, found);
    }
    if best.is_none() {
        let lanes = 4 * u32::from(registers);
        let least = orders.first().map_or(0, |order| graph.peak(order));
        // Fewer live lanes leave more room for packing.
        let mut steps = effort.order;
        let mut limit = lanes.min(least);
        while best.is_none() && steps > 0 && limit > 0 {
            let Some(order) = order::search(&graph, limit, &mut steps) else {
                break;
            };
            let found = attempt(
                code,
                &graph,
                &order,
                registers,
                effort.registers,
                version,
                stage,
            )?;
            keep_shorter(&mut best, found);
            limit = graph.peak(&order).saturating_sub(1);
        }
    }
    best.ok_or_else(|| trouble(code, &graph, orders.first().map_or(&[][..], Vec::as_slice)))
}

fn keep_shorter(best: &mut Option<Emitted>, found: Option<Emitted>) {
    let Some(found) = found else { return };
    let length = |emitted: &Emitted| emitted.program.tokens.len();
    if best
        .as_ref()
        .is_none_or(|best| length(&found) < length(best))
    {
        *best = Some(found);
    }
}

/// The program of one order; `None` if its lanes find no registers.
fn attempt(
    code: &Code,
    graph: &Graph,
    order: &[usize],
    registers: u16,
    budget: u64,
    version: Version,
    stage: Stage,
) -> Result<Option<Emitted>, Trouble> {
    let units = units::form(code, graph, order);
    let mut slot = vec![None; units.units.len()];
    let mut problem = Problem {
        registers,
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
    let Ok(allocation) = registers::allocate(&problem, budget) else {
        return Ok(None);
    };
    let homes = Homes::new(&units, slot, &allocation);
    emit::emit(code, order, &homes, version, stage)
        .map(Some)
        .map_err(Trouble::Bug)
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
