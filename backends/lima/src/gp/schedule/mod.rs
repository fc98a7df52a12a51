//! Order, units, network, registers in one: place and route.
//!
//! ```text
//! slot     one instruction while it is filled
//! router   the walk over the instructions        place   one operation
//! keep     values that must outlive the network
//! ```
//!
//! Several attempts differ in the order in which they offer operations; the shortest program wins,
//! and the search ends when one meets the lower bound.

mod bound;
mod keep;
mod place;
mod router;
mod slot;

use super::code::{Code, From};
use super::isa::INSTRUCTIONS;
use super::{Instruction, Program};
use retroshade_kit::random::Random;
use retroshade_kit::target::Optimize;
use router::{Failure, Router, Strategy};

/// A scheduled program.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The program.
    pub program: Program,
    /// No program of these operations is shorter.
    pub bound: u32,
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

/// Instructions from each operation to the end, its own included.
fn heights(code: &Code) -> Vec<u32> {
    let mut heights = vec![1u32; code.nodes.len()];
    for (index, node) in code.nodes.iter().enumerate().rev() {
        let height = heights[index];
        for read in &node.reads {
            if let From::Node(id) | From::Indexed(_, _, id) = read.from {
                let latency = code.nodes[id as usize].op.latency();
                let slot = &mut heights[id as usize];
                *slot = (*slot).max(height + latency);
            }
        }
    }
    heights
}

/// Schedules straight-line code.
///
/// # Errors
/// If it does not fit.
pub fn schedule(code: &Code, optimize: Optimize) -> Result<Schedule, Unscheduled> {
    let heights = heights(code);
    let bound = bound::bound(code, &heights);
    let count = match optimize {
        Optimize::None => 2,
        Optimize::Normal | Optimize::Size => 48,
        Optimize::Most => 4000,
    };
    let mut random = Random::new(0x6770);
    let mut best: Option<(Vec<Instruction>, u32)> = None;
    let mut failure = Failure::Pressure;
    let mut attempts = 0;
    for number in 0..count {
        attempts += 1;
        let goal = best.as_ref().map_or(bound, |(found, _)| found.len() as u32);
        let strategy = strategy(code, &heights, number, goal.max(bound), &mut random);
        let limit = best
            .as_ref()
            .map_or(INSTRUCTIONS, |(found, _)| found.len().saturating_sub(1));
        match Router::new(code, &strategy, limit).run() {
            Ok(found) => best = Some(found),
            Err(other) if best.is_none() => failure = other,
            Err(_) => {}
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
    Ok(Schedule {
        program: Program { instructions },
        bound,
        copies,
        attempts,
    })
}

/// The strategy of an attempt.
fn strategy(code: &Code, heights: &[u32], number: u32, goal: u32, random: &mut Random) -> Strategy {
    let count = code.nodes.len() as u64;
    let in_order = |index: usize| count - index as u64;
    let noise: u64 = match number {
        0..8 => 0,
        8..24 => 2,
        _ => 1 + u64::from(number) % 6,
    };
    let ranks = (0..code.nodes.len())
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
