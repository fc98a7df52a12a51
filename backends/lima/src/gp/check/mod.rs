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

mod expressions;
mod replay;
mod units;

use super::Instruction;
use super::code::{Block, Code, End, From, Place, VariableId};
use super::isa::{Field, Unit};
use super::memory::Placed;
use super::schedule::Schedule;
use expressions::{BlockEffects, Expressions, Key, wanted};
use replay::Replay;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntitySet;

/// A step of the proof, or what is wrong.
type Step<T> = Result<T, String>;

/// The variables that live at the start of each block and, last, at the end.
fn live(code: &Code) -> Vec<EntitySet<VariableId>> {
    let count = code.blocks.len();
    let mut live = vec![EntitySet::new(); count + 1];
    loop {
        let mut changed = false;
        for (index, block) in code.blocks.iter().enumerate().rev() {
            let mut here = after(code, &live, index);
            let places = block.nodes.iter().flat_map(|node| &node.stores);
            for place in places {
                if let Place::Variable(id) = place {
                    here.remove(*id);
                }
            }
            let end = match &block.end {
                End::Branch(read, _) => Some(read),
                End::Next => None,
            };
            for read in block.nodes.iter().flat_map(|node| &node.reads).chain(end) {
                if let From::Variable(id) = read.from {
                    here.insert(id);
                }
            }
            changed |= here != live[index];
            live[index] = here;
        }
        if !changed {
            return live;
        }
    }
}

/// The variables that live behind a block.
fn after(code: &Code, live: &[EntitySet<VariableId>], index: usize) -> EntitySet<VariableId> {
    let mut result = live.get(index + 1).cloned().unwrap_or_default();
    if let Some(End::Branch(_, target)) = code.blocks.get(index).map(|block| &block.end)
        && let Some(other) = live.get(*target as usize)
    {
        result.insert_all(other);
    }
    result
}

/// Proves a program. `code` is what was selected, `placed` where its variables live. Gives the place in the
/// source of each instruction: that of the last operation whose result it makes, as a whole or in part, or
/// copies.
///
/// # Errors
/// The first thing that is wrong, in words.
pub fn check(code: &Code, placed: &Placed, schedule: &Schedule) -> Result<Vec<Span>, String> {
    let mut spans = Vec::with_capacity(schedule.program.instructions.len());
    let live = live(code);
    if schedule.starts.len() != code.blocks.len() + 1 {
        return Err("blocks got lost".to_owned());
    }
    for (index, block) in code.blocks.iter().enumerate() {
        let range = schedule.starts[index]..schedule.starts[index + 1];
        let part = schedule.program.instructions.get(range);
        let task = Part {
            block,
            instructions: part.ok_or("a block is outside of the program")?,
            before: &live[index],
            after: after(code, &live, index),
            placed,
            starts: &schedule.starts,
        };
        check_block(&task, &mut spans).map_err(|fault| format!("block {index}: {fault}"))?;
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
    starts: &'a [usize],
}

impl Part<'_> {
    fn place(&self, id: VariableId) -> Step<Place> {
        let place = self.placed.places.get(id as usize).copied();
        place.ok_or_else(|| format!("variable {id} has no place"))
    }
}

fn check_block(part: &Part<'_>, spans: &mut Vec<Span>) -> Step<()> {
    let mut expressions = Expressions::default();
    let wanted = wanted(part.block, &mut expressions)?;
    let mut replay = Replay::new(&mut expressions, part.placed);
    for id in part.before {
        replay.start_with(id, part.place(id)?)?;
    }
    let mut branch = None;
    for (index, instruction) in part.instructions.iter().enumerate() {
        replay
            .step(index, instruction)
            .map_err(|fault| format!("instruction {index}: {fault}"))?;
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
                && part.starts.get(block as usize) == Some(&target);
            if !right {
                return Err("the branch is another one".to_owned());
            }
        }
        _ => return Err("a branch too many or too few".to_owned()),
    }
    if replay.outputs != wanted.outputs {
        return Err("the outputs get other values".to_owned());
    }
    let end = part.instructions.len();
    for id in &part.after {
        let value = match wanted.variables.get(&id) {
            Some(value) => *value,
            None => replay.expressions.number(Key::Variable(id)),
        };
        if replay.holds(part.place(id)?, end)? != value {
            return Err(format!("variable {id} has another value"));
        }
    }
    Ok(())
}

/// The place in the source of the instruction that was just replayed.
fn place(block: &Block, wanted: &BlockEffects, replay: &Replay<'_>) -> Span {
    let made = replay.previous.iter().flatten();
    let definitions = made.filter_map(|id| wanted.definition(*id, replay.expressions));
    let placed = definitions.filter(|index| !block.nodes[*index].span.is_none());
    placed
        .max()
        .map_or(Span::NONE, |index| block.nodes[index].span)
}
