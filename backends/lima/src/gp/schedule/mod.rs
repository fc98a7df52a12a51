//! Order, units, network, registers in one: place and route.
//!
//! ```text
//! slot       one instruction while it is filled
//! backward   the walk from the last instruction   reach   one operation and its loads
//! plan       preferences of such a walk            wait    values that are wanted early
//! router     the walk from the first instruction  place   one operation
//! keep       values that must outlive the network
//! bound      how short a block can be at all
//! ```
//!
//! Several attempts differ in the order in which they offer operations; the shortest program wins,
//! and the search ends when one meets the lower bound.

mod backward;
mod bound;
mod graph;
mod keep;
mod offer;
mod place;
mod plan;
mod reach;
mod router;
mod slot;
mod wait;

use super::code::{Block, End, From};
use super::isa::{INSTRUCTIONS, NOTHING, REGISTER_LATENCY, TEMPORARY_LATENCY};
use super::memory::Placed;
use super::program::INPUTS;
use super::{Instruction, Program};
use backward::Backward;
use graph::Graph;
use plan::Plan;
use retroshade_kit::random::Random;
use retroshade_kit::target::Optimize;
use router::{Failure, Router, Strategy};
use std::collections::BTreeSet;

/// A scheduled program.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    /// The program.
    pub program: Program,
    /// The first instruction of each block, and the end.
    pub starts: Vec<usize>,
    /// No program of these operations in these blocks is shorter.
    pub bound: u32,
    /// Blocks that are as short as their bounds.
    pub optimal: u32,
    /// Copies that only keep values.
    pub copies: u32,
    /// Attempts made.
    pub attempts: u32,
}

/// Why there is no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unscheduled {
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
fn heights(block: &Block) -> Vec<u32> {
    let mut heights = vec![1u32; block.nodes.len()];
    for (index, node) in block.nodes.iter().enumerate().rev() {
        let height = heights[index];
        for read in &node.reads {
            let Some(id) = read.from.node() else {
                continue;
            };
            let latency = block.nodes[id as usize].op.latency()
                + match read.from {
                    From::Spilled(..) => TEMPORARY_LATENCY as u32 - 1,
                    _ => 0,
                };
            let slot = &mut heights[id as usize];
            *slot = (*slot).max(height + latency);
        }
    }
    heights
}

/// Schedules a program block by block.
///
/// # Errors
/// If it does not fit.
pub fn schedule(placed: &Placed, optimize: Optimize) -> Result<Schedule, Unscheduled> {
    let mut result = Schedule::default();
    let mut targets = Vec::new();
    let instructions = &mut result.program.instructions;
    for (block, reserved) in placed.code.blocks.iter().zip(&placed.reserved) {
        let task = Task {
            block,
            reserved,
            lowest: (REGISTER_LATENCY - 1, TEMPORARY_LATENCY - 1),
        };
        let scheduled = schedule_block(&task, optimize)?;
        result.starts.push(instructions.len());
        result.bound += scheduled.bound;
        result.copies += scheduled.copies;
        result.attempts += scheduled.attempts;
        let length = scheduled.instructions.len();
        result.optimal += u32::from(length as u32 <= scheduled.bound);
        instructions.extend(scheduled.instructions);
        if let End::Branch(_, target) = block.end {
            targets.push((instructions.len() - 1, target));
        }
    }
    for (index, target) in targets {
        let start = result.starts.get(target as usize).copied().unwrap_or(0);
        if start == instructions.len() {
            instructions.push(Instruction::default());
        }
        if let Some(instruction) = instructions.get_mut(index) {
            instruction.set_target(start);
        }
    }
    result.starts.push(instructions.len());
    if instructions.len() > INSTRUCTIONS {
        return Err(Unscheduled::TooLong(result.bound));
    }
    Ok(result)
}

/// Operations that attempts may place in all, at the default level and with large budgets.
const NORMAL_STEPS: u32 = 8_000;
const MOST_STEPS: u32 = 200_000;
/// Attempts that are made at least.
const FEWEST: u32 = 4;

/// The attempt that walks forwards where the others walk backwards.
const FORWARD: u32 = 6;
/// Attempts before those that vary the best.
const PRESETS: u32 = 9;
/// How much an instruction counts more than what is in the first one.
const SCALE: u32 = 64;

/// How good a block is: its length, then how little its first instruction does, which may vanish.
fn score(instructions: &[Instruction]) -> u32 {
    let first = instructions.first();
    let busy = first.map_or(0, |first| {
        let inputs = INPUTS.iter();
        inputs.filter(|field| first.get(**field) != NOTHING).count()
    });
    instructions.len() as u32 * SCALE + busy as u32
}

/// A scheduled block.
struct Scheduled {
    instructions: Vec<Instruction>,
    bound: u32,
    copies: u32,
    attempts: u32,
}

fn schedule_block(task: &Task<'_>, optimize: Optimize) -> Result<Scheduled, Unscheduled> {
    let block = task.block;
    if block.nodes.is_empty() && block.end == End::Next {
        return Ok(Scheduled {
            instructions: Vec::new(),
            bound: 0,
            copies: 0,
            attempts: 0,
        });
    }
    let heights = heights(block);
    let bound = bound::bound(block, &heights);
    let (most, steps) = match optimize {
        Optimize::None => (2, u32::MAX),
        Optimize::Normal | Optimize::Size => (64, NORMAL_STEPS),
        Optimize::Most => (4000, MOST_STEPS),
    };
    let count = (steps / (block.nodes.len() as u32 + 1))
        .max(FEWEST)
        .min(most);
    let graph = Graph::new(task);
    let backward = !graph.spills();
    let mut random = Random::new(0x6770);
    let mut best: Option<(Vec<Instruction>, u32)> = None;
    // The best backward walk, which need not be the best of all.
    let mut model: Option<(Plan, u32)> = None;
    let mut failure = Failure::Pressure;
    let mut attempts = 0;
    for number in 0..count {
        attempts += 1;
        let length = best.as_ref().map(|(found, _)| found.len());
        let goal = length
            .map_or(bound + bound / 8, |length| length as u32 - 1)
            .max(bound);
        let limit = length.map_or(INSTRUCTIONS, |length| length - 1);
        let forward = !backward || number == FORWARD;
        let result = if forward {
            let strategy = strategy(block, &heights, number / 8, goal, &mut random);
            Router::new(task, &strategy, limit).run()
        } else {
            let plan = match &model {
                Some((plan, _)) if number > PRESETS => plan::neighbour(plan, &mut random),
                _ => plan::plan(&graph.starts, number as usize, &mut random),
            };
            let most = model
                .as_ref()
                .map_or(INSTRUCTIONS as u32, |(_, score)| score / SCALE);
            let walk = Backward::new(&graph, &plan, most as usize, goal as usize);
            let result = walk.and_then(Backward::run);
            if let Ok((found, _)) = &result {
                let score = score(found);
                if model.as_ref().is_none_or(|(_, other)| score <= *other) {
                    model = Some((plan, score));
                }
            }
            result
        };
        match result {
            Ok(found) if found.0.len() <= limit => best = Some(found),
            Ok(_) => {}
            Err(other) if best.is_none() => failure = other,
            Err(_) => {}
        }
        // What does not fit in several orders needs other help.
        if best.is_none() && attempts >= FEWEST.max(count / 8) {
            break;
        }
        if best
            .as_ref()
            .is_some_and(|(found, _)| found.len() as u32 <= bound)
        {
            break;
        }
    }
    let Some((instructions, copies)) = best else {
        return Err(match failure {
            Failure::TooLong => Unscheduled::TooLong(bound),
            Failure::Pressure => Unscheduled::Pressure,
        });
    };
    Ok(Scheduled {
        instructions,
        bound,
        copies,
        attempts,
    })
}

/// The strategy of an attempt.
fn strategy(
    block: &Block,
    heights: &[u32],
    number: u32,
    goal: u32,
    random: &mut Random,
) -> Strategy {
    let count = block.nodes.len() as u64;
    let in_order = |index: usize| count - index as u64;
    let noise: u64 = match number {
        0..8 => 0,
        8..24 => 2,
        _ => 1 + u64::from(number) % 6,
    };
    let ranks = (0..block.nodes.len())
        .map(|index| {
            let height = u64::from(heights[index]);
            let height = height
                + if noise > 0 {
                    random.below(noise + 1)
                } else {
                    0
                };
            match number % 4 {
                // The source's order: values are used soon after they are made.
                1 => in_order(index),
                3 => (height / 3) * (count + 1) + in_order(index),
                _ => height * (count + 1) + in_order(index),
            }
        })
        .collect();
    Strategy {
        ranks,
        consume_first: number % 2 == 1 || number % 8 >= 4,
        window: match number % 6 {
            0 | 1 => None,
            2 => Some(4),
            3 => Some(8),
            4 => Some(1),
            _ => Some(2),
        },
        heights: heights.to_vec(),
        goal,
        serial: number == 1,
    }
}
