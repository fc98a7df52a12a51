//! Proves that a program computes what was selected.
//!
//! The program is replayed block by block with expressions in place of numbers: every input is followed
//! through network, ports, registers and memory with their latencies, and what arrives at the outputs,
//! in the places of the variables and at the branch must be the expressions of the graph. A block starts
//! with what is in the places of the variables that live there, and with nothing else. Nothing here
//! knows how the scheduler works.
//!
//! ```text
//! expressions   what numbers are replaced by, and what a block must make of them
//! replay        what inputs read   units   what units make of it, and stores
//! ```

#[cfg(test)]
mod changes_test;
mod expressions;
mod replay;
mod units;

use super::Instruction;
use super::code::{Block, BlockId, Code, VariableId};
use super::isa::{Field, Unit};
use super::memory::{Placed, live_in, live_out};
use super::schedule::Schedule;
use crate::fault::{Checked, demand};
use expressions::{BlockEffects, Expressions, Key, effects};
use replay::Replay;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::{EntityRef, EntitySet, EntityVec};

/// Proves a program. `code` is what was selected, `placed` where its variables live. Gives the place in the
/// source of each instruction: that of the last operation whose result it makes, as a whole or in part, or
/// copies.
///
/// # Errors
/// The first thing that is wrong, in words.
pub(super) fn check(code: &Code, placed: &Placed, schedule: &Schedule) -> Checked<Vec<Span>> {
    let mut spans = Vec::with_capacity(schedule.program.instructions.len());
    let live_in = live_in(code);
    demand(
        schedule.starts.len() == code.blocks.len() + 1,
        "blocks got lost",
    )?;
    for (id, block) in code.blocks.iter() {
        let next = BlockId::new(id.index() + 1);
        let range = schedule.starts[id]..schedule.starts[next];
        let part = schedule.program.instructions.get(range);
        let task = Part {
            block,
            instructions: part.ok_or("a block is outside of the program")?,
            before: &live_in[id],
            after: live_out(code, &live_in, id),
            placed,
            starts: &schedule.starts,
        };
        let checked = check_block(&task, &mut spans);
        checked.map_err(|fault| fault.within("block", id.index()))?;
    }
    // An instruction at the end that is only jumped to comes from nowhere.
    spans.resize(schedule.program.instructions.len(), Span::NONE);
    Ok(spans)
}

/// One block, and what is around it.
struct Part<'a> {
    block: &'a Block,
    instructions: &'a [Instruction],
    before: &'a EntitySet<VariableId>,
    after: EntitySet<VariableId>,
    placed: &'a Placed,
    starts: &'a EntityVec<BlockId, usize>,
}

fn check_block(part: &Part<'_>, spans: &mut Vec<Span>) -> Checked {
    let places = &part.placed.places;
    let mut expressions = Expressions::default();
    let wanted = effects(part.block, &mut expressions)?;
    let mut replay = Replay::new(&mut expressions, part.placed);
    for id in part.before {
        replay.start_with(id, places[id])?;
    }
    let mut branch = None;
    for (index, instruction) in part.instructions.iter().enumerate() {
        replay
            .step(index, instruction)
            .map_err(|fault| fault.within("instruction", index))?;
        spans.push(place(part.block, &wanted, &replay));
        if instruction.get(Field::Branch) != 0 {
            let condition = replay.previous[Unit::Pass as usize].ok_or("a branch on nothing")?;
            branch = Some((index, condition, instruction.target()));
        }
    }
    match (branch, wanted.branch) {
        (None, None) => {}
        (Some((index, condition, target)), Some((other, block))) => {
            let right = index + 1 == part.instructions.len()
                && condition == other
                && part.starts[block] == target;
            demand(right, "the branch is another one")?;
        }
        _ => return Err("a branch too many or too few".into()),
    }
    demand(
        replay.outputs == wanted.outputs,
        "the outputs get other values",
    )?;
    let end = part.instructions.len();
    for id in &part.after {
        let value = match wanted.variables.get(&id) {
            Some(value) => *value,
            None => replay.expressions.number(Key::Variable(id)),
        };
        if replay.holds(places[id], end)? != value {
            return Err(format!("{id} has another value").into());
        }
    }
    Ok(())
}

/// The place in the source of the instruction that was just replayed.
fn place(block: &Block, wanted: &BlockEffects, replay: &Replay<'_>) -> Span {
    let made = replay.previous.iter().flatten();
    let definitions = made.filter_map(|id| wanted.definition(*id, replay.expressions));
    let placed = definitions.filter(|id| !block.nodes[*id].span.is_none());
    placed.max().map_or(Span::NONE, |id| block.nodes[id].span)
}
