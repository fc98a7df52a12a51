//! List scheduling of a block into VLIW instructions, bottom-up (`backward`) and top-down (`forward`), with
//! unit assignment, bypass routing and register allocation done while placing.
//!
//! ```text
//! graph        the dependence graph of a block, and what its operations demand of units and ports
//! lower_bound  instructions that a block needs at least
//! slot         an instruction while it is filled
//! backward     bottom-up: a beam of partial schedules is kept, each with a score of its resource pressure
//! forward      top-down: values are stored or copied before they leave the bypass network
//! effort       how many attempts each level makes
//! prepared     what all attempts on a program share
//! ```
//!
//! Attempts differ in the priorities of operations. The shortest program wins; the search ends when one
//! meets the lower bound.

mod backward;
mod effort;
mod forward;
mod graph;
mod lower_bound;
mod prepared;
mod slot;

use super::code::{Block, BlockId, End, From, NodeId};
use super::isa::{INSTRUCTIONS, TEMPORARY_LATENCY, Unit};
use super::{Instruction, Program};
use backward::priorities::priorities;
use backward::{BackwardScheduler, beam};
pub use effort::Effort;
use forward::{Failure, ForwardScheduler, Strategy};
use graph::Graph;
use prepared::BlockAnalysis;
pub use prepared::Prepared;
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::random::Random;
use std::collections::BTreeSet;

/// A scheduled program.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The program.
    pub program: Program,
    /// The first instruction of each block, and the end.
    pub starts: EntityVec<BlockId, usize>,
    /// No program of these operations in these blocks is shorter.
    pub bound: u32,
    /// Blocks that are as short as their bounds.
    pub at_bound: u32,
    /// Copies that only keep values.
    pub copies: u32,
    /// Attempts made.
    pub attempts: u32,
}

/// Why there is no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleError {
    /// Longer than the program memory; the bound.
    TooLong(u32),
    /// More values live than registers and network hold.
    Pressure,
}

/// A block to schedule.
pub(super) struct Task<'a> {
    block: &'a Block,
    /// Register lanes that hold variables.
    reserved: &'a BTreeSet<(u8, u8)>,
    /// Rows from the end in which a register and a temporary may be stored at the latest, so that the
    /// next block can read them.
    lowest: (usize, usize),
}

/// Instructions from each operation to the end, its own included.
fn heights(block: &Block) -> EntityVec<NodeId, u32> {
    let mut heights = EntityVec::filled(1u32, block.nodes.len());
    for (id, node) in block.nodes.iter().rev() {
        let height = heights[id];
        for read in &node.reads {
            let Some(id) = read.from.node() else {
                continue;
            };
            let latency = block.nodes[id].op.latency()
                + match read.from {
                    From::Spilled(..) => TEMPORARY_LATENCY as u32 - 1,
                    _ => 0,
                };
            let slot = &mut heights[id];
            *slot = (*slot).max(height + latency);
        }
    }
    heights
}

/// True if a block reads something that is spilled.
fn spills(block: &Block) -> bool {
    let mut reads = block.reads();
    reads.any(|read| matches!(read.from, From::Spilled(..)))
}

/// Schedules a program block by block. A limit of instructions holds for a program of one block; others
/// only have that of the program memory.
///
/// # Errors
/// If it does not fit.
pub fn schedule(
    prepared: &Prepared,
    effort: Effort,
    limit: usize,
) -> Result<Schedule, ScheduleError> {
    let placed = prepared.placed();
    let limit = match placed.code.blocks.len() {
        1 => limit.min(INSTRUCTIONS),
        _ => INSTRUCTIONS,
    };
    let mut result = Schedule::default();
    let mut targets = Vec::new();
    let instructions = &mut result.program.instructions;
    let all = placed.code.operations().max(1) as u64;
    for (task, known) in prepared.tasks() {
        let block = task.block;
        // Each block has its share of the search.
        let operations = block.nodes.len() as u64;
        let share = |steps: u32| (u64::from(steps) * operations / all) as u32;
        let effort = Effort {
            steps: share(effort.steps),
            ..effort
        };
        let scheduled = schedule_block(&task, known, effort, limit)?;
        result.starts.push(instructions.len());
        result.bound += scheduled.bound;
        result.copies += scheduled.copies;
        result.attempts += scheduled.attempts;
        let length = scheduled.instructions.len();
        result.at_bound += u32::from(length as u32 <= scheduled.bound);
        instructions.extend(scheduled.instructions);
        if let End::Branch(_, target) = block.end {
            targets.push((instructions.len() - 1, target));
        }
    }
    for (index, target) in targets {
        let end = instructions.len();
        let start = result.starts.get(target).copied().unwrap_or(end);
        if start == end {
            instructions.push(Instruction::default());
        }
        instructions[index].set_target(start);
    }
    result.starts.push(instructions.len());
    if instructions.len() > INSTRUCTIONS {
        return Err(ScheduleError::TooLong(result.bound));
    }
    Ok(result)
}

/// Operations that a block may have: every one takes a unit.
const MOST_NODES: usize = Unit::ALL.len() * INSTRUCTIONS;
/// Attempts before a block for which none succeeded is given up.
const FEWEST: u32 = 4;
/// Priorities that the partial schedules of a beam choose from.
const PRIORITIES: u32 = 8;
/// Ways in which each partial schedule of a beam fills a row.
const WAYS: usize = 2;
/// What a live value adds to the cost of a partial schedule; one search after the other, because none is best for
/// all programs.
const KEPT: [u64; 2] = [500, 200];
/// So many attempts are worth two searches.
const TWO_SEARCHES: usize = 8;
/// Operations that may be placed in the first row of a search, for each of the priorities.
const FIRST_ROW: usize = 6;
/// Partial schedules that a beam keeps at most, one search after the other. Narrow ones find what wide ones lose among
/// partial schedules of equal costs, mostly in short programs, and take a fraction of the steps.
const WIDTHS: [usize; 8] = [64, 64, 64, 8, 8, 8, 8, 8];

/// The instructions of a block, and how many copies only keep values.
type BlockSchedule = (Vec<Instruction>, u32);

fn is_proved(best: &Option<BlockSchedule>, bound: u32) -> bool {
    let found = best.as_ref();
    found.is_some_and(|(found, _)| found.len() as u32 <= bound)
}

/// A scheduled block.
struct Scheduled {
    instructions: Vec<Instruction>,
    bound: u32,
    copies: u32,
    attempts: u32,
}

fn schedule_block(
    task: &Task<'_>,
    known: &BlockAnalysis,
    effort: Effort,
    limit: usize,
) -> Result<Scheduled, ScheduleError> {
    let block = task.block;
    if block.nodes.is_empty() && block.end == End::Next {
        return Ok(Scheduled {
            instructions: Vec::new(),
            bound: 0,
            copies: 0,
            attempts: 0,
        });
    }
    let BlockAnalysis {
        starts,
        heights,
        bound,
        ..
    } = known;
    let bound = *bound;
    if bound as usize > limit {
        return Err(ScheduleError::TooLong(bound));
    }
    // What is spilled is stored long before it is read, which the bottom-up scheduler does not model.
    let backward = !spills(block);
    let mut random = Random::new(effort.seed);
    let mut best: Option<BlockSchedule> = None;
    let mut failure = Failure::Pressure;
    let mut attempts = 0;
    let affordable = effort.steps / (block.nodes.len() as u32 + 1);
    let allowed = effort.attempts.min(affordable.max(FEWEST));
    for number in 0..allowed.max(FEWEST) {
        // Where any length is better than none, more is done, but what does not fit in several orders needs
        // other help.
        let enough = match best {
            None if limit == INSTRUCTIONS => FEWEST,
            _ => allowed,
        };
        if number >= enough {
            break;
        }
        attempts += 1;
        let length = best.as_ref().map_or(limit, |(found, _)| found.len() - 1);
        let goal = match &best {
            Some(_) => length as u32,
            None => (bound + bound / 8).min(length as u32),
        };
        // A single attempt is shorter top-down more often than bottom-up.
        let result = if number == 0 || !backward {
            let strategy = strategy(block, heights, number, goal, &mut random);
            ForwardScheduler::new(task, &strategy, length).run()
        } else {
            let chosen = priorities(starts, number as usize - 1, &mut random);
            let attempt = BackwardScheduler::new(known.graph(task), &chosen, length, goal as usize);
            attempt.and_then(BackwardScheduler::run)
        };
        match result {
            Ok(found) => best = Some(found),
            Err(other) if best.is_none() => failure = other,
            Err(_) => {}
        }
        if is_proved(&best, bound) {
            break;
        }
    }
    let searched = effort.steps > 0 && (best.is_some() || limit < INSTRUCTIONS);
    if backward && searched {
        let graph = known.graph(task);
        attempts += search(graph, effort, limit, bound, &mut best, &mut random);
    }
    let Some((instructions, copies)) = best else {
        return Err(match failure {
            Failure::TooLong => ScheduleError::TooLong(bound),
            Failure::Pressure => ScheduleError::Pressure,
        });
    };
    Ok(Scheduled {
        instructions,
        bound,
        copies,
        attempts,
    })
}

/// Beam searches for something shorter than the best until the steps do not suffice for one. Gives
/// the number of searches.
fn search(
    graph: &Graph,
    effort: Effort,
    limit: usize,
    bound: u32,
    best: &mut Option<BlockSchedule>,
    random: &mut Random,
) -> u32 {
    let mut steps = effort.steps;
    let mut searches = 0;
    let mut failures = 0;
    while !is_proved(best, bound) && failures < effort.failures {
        let length = best.as_ref().map_or(limit, |(found, _)| found.len() - 1);
        // What a search to the end takes from the steps at most: for its first row, and for each of its states.
        let first = PRIORITIES as usize * FIRST_ROW;
        let cost = (2 * length + graph.nodes.len()) * WAYS;
        let states = match (steps as usize).saturating_sub(first) / cost {
            0 => break,
            affordable @ TWO_SEARCHES.. => (affordable / 2).min(WIDTHS[searches % WIDTHS.len()]),
            affordable => affordable,
        };
        let kept = KEPT[searches % KEPT.len()];
        searches += 1;
        let width = beam::Width {
            states,
            ways: WAYS,
            kept,
        };
        let any = |_| priorities(&graph.starts, usize::MAX, random);
        let choices: Vec<_> = (0..PRIORITIES).map(any).collect();
        match beam::search(graph, &choices, length, width, &mut steps) {
            Some(found) => {
                *best = Some(found);
                failures = 0;
            }
            None => failures += 1,
        }
    }
    searches as u32
}

/// The strategy of an attempt.
fn strategy<'a>(
    block: &Block,
    heights: &'a EntityVec<NodeId, u32>,
    number: u32,
    goal: u32,
    random: &mut Random,
) -> Strategy<'a> {
    let count = block.nodes.len() as u64;
    let in_order = |id: NodeId| count - id.index() as u64;
    let noise: u64 = match number {
        0..8 => 0,
        8..24 => 2,
        _ => 1 + u64::from(number) % 6,
    };
    let ranks = heights.iter().map(|(id, height)| {
        let noise = match noise {
            0 => 0,
            most => random.below(most + 1),
        };
        let height = u64::from(*height) + noise;
        match number % 4 {
            // The source's order: values are used soon after they are made.
            1 => in_order(id),
            3 => (height / 3) * (count + 1) + in_order(id),
            _ => height * (count + 1) + in_order(id),
        }
    });
    Strategy {
        ranks: ranks.collect(),
        window: match number % 6 {
            0 | 1 => None,
            2 => Some(4),
            3 => Some(8),
            4 => Some(1),
            _ => Some(2),
        },
        heights,
        goal,
        serial: number == 1,
    }
}
